# Everything runs in .venv, which is created by the first target that needs it. Requires Python 3.11+, make and a package index that pip can reach.
PYTHON ?= python3
MAP ?= usa
GAMES ?= 2000
BIN := .venv/bin
CHECK := build/wheel-check
RELEASE := build/release
# Two processes; the tests of a file run in one of them, so that what they share is made once.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

# What each stamp .venv/.installed-NAME installs in addition to the package itself.
EXTRAS_report := [export]
EXTRAS_test := [notebooks,export,ratings,learning,cluster,test]
EXTRAS_lab := [notebooks,export,ratings]
EXTRAS_app := [notebooks,dashboard]
EXTRAS_docs := [docs,notebooks,export,ratings,learning]
EXTRAS_e2e := [notebooks,export,ratings,learning,test,dashboard]

# uv does not read pip's settings: pass it pip's index and certificates if it has none of its own. They are read at run time and never stored.
PIP_SETTING = $$($(BIN)/python -m pip config get global.$(1) 2>/dev/null || true)
UV_SETTINGS = index="$${UV_DEFAULT_INDEX:-$${UV_INDEX_URL:-$${PIP_INDEX_URL:-$(call PIP_SETTING,index-url)}}}"; \
	cert="$${SSL_CERT_FILE:-$${PIP_CERT:-$(call PIP_SETTING,cert)}}"; \
	if [ -n "$$index" ]; then export UV_DEFAULT_INDEX="$$index"; fi; \
	if [ -n "$$cert" ]; then export SSL_CERT_FILE="$$cert"; fi;
UV = $(UV_SETTINGS) $(BIN)/uv

.DEFAULT_GOAL := help
# Byte code is kept, but out of the way: the tests start Python hundreds of times.
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/bytecode
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help report test test-fast long e2e ladder learned proof picture docs lab app verify bench lint wheel-check release constraints clean

help:
	@echo "make report       install and build the report of a map (MAP=usa) into build/report/"
	@echo "make test         install and run the tests, but for those marked long"
	@echo "make test-fast    the quick ones only, in at most two minutes"
	@echo "make long         what is run by hand once before a release: long tests, fuzzing, notebooks in a browser, mutation"
	@echo "make e2e          test the notebooks in JupyterLab and Voila, in a real browser"
	@echo "make ladder       measure all strategies and write the table of docs/ladder.md"
	@echo "make learned      train the player that ships, and judge it (an hour and a half of CPU time)"
	@echo "make picture      measure what every route is worth, and redraw the pictures of README.md"
	@echo "make docs         build the site into build/site: guides, gallery, notebooks, reference"
	@echo "make proof        draw every chart at every width and theme, and as colour-blind readers see it, into build/proof"
	@echo "make lab          open JupyterLab on notebooks/"
	@echo "make app          serve the notebooks as pages on this machine, with a list of pictures (Voila)"
	@echo "make verify       let the referee replay games of every lineup (GAMES=2000 of each)"
	@echo "make bench        measure the speed of the engine"
	@echo "make lint         ruff, mypy --strict, import-linter"
	@echo "make wheel-check  build the wheel, install it into an empty environment and try it"
	@echo "make release      build wheel, sdist and notes, and try both as people install them: the install matrix"
	@echo "make constraints  resolve the newest versions into constraints.txt"
	@echo "make clean        remove .venv and everything built"

report: .venv/.installed-report
	$(BIN)/ttr report $(MAP) --out build/report/$(MAP)

# The slowest tests are named at the end; docs/tests.md says where the time goes.
test: .venv/.installed-test
	$(PYTEST) --compile-first=all -m "not long and not release" --durations=12

test-fast: .venv/.installed-test
	$(PYTEST) --compile-first=engine -m "not long and not release and not slow"

# Hours. TTR_FUZZ multiplies the examples of each property; mutation.py goes on where it was stopped.
long: .venv/.installed-e2e
	TTR_FUZZ=50 $(PYTEST) --compile-first=all -m "long or release or hypothesis"
	$(BIN)/python tests/fuzz/run.py
	$(MAKE) e2e
	$(BIN)/python tests/mutation.py claims decks draws legal moves payments scoring tickets turns --workers 2

e2e: .venv/.installed-e2e
	$(BIN)/python -m pytest -o addopts="-ra" tests/e2e

# About half an hour on two cores; goes on where it was stopped.
ladder: .venv/.installed-test
	$(BIN)/python tests/write_ladder.py

# What `learned` knows: a file for USA, and one for all others; an hour and a quarter of one processor.
# A board that is named twice is played twice as often, and so is a number of players.
LEARN_SEED := 1
LEARN_INTO := build/learned
LEARN_ELSEWHERE := usa usa usa usa usa usa usa europe europe europe europe europe europe europe rails_sails_world \
	$(foreach seed,1 2 3 4 5 6 7 8 9 10,made_up:$(seed))
learn = $(BIN)/ttr train $(firstword $(1)) $(foreach map,$(wordlist 2,99,$(1)),--also $(map)) \
	$(foreach players,$(2),--players $(players)) --rollouts $(3) --rounds $(4) --seed $(LEARN_SEED) --from nothing --resume \
	--out $(LEARN_INTO)
learned: .venv/.installed-test
	mkdir -p $(LEARN_INTO)
	$(call learn,usa,2 2 2 3 4 5,800000,5)/usa
	$(call learn,$(LEARN_ELSEWHERE),2 2 2 2 2 2 3 4 5,1200000,4)/other_boards
	rm -f ttr_analysis/strategies/learned/shipped/*.json
	cp $(LEARN_INTO)/*.json ttr_analysis/strategies/learned/shipped
	$(BIN)/python tests/judge_learned.py --settle

# Ten minutes on two cores; needs Chromium or Chrome.
proof: .venv/.installed-test
	$(BIN)/python tests/write_proof.py

# The pictures at the head of README.md, of USA whatever MAP: a full table of worth (README.md says how long it takes), which goes on
# where it was stopped, and a tournament. Needs Chromium or Chrome.
picture: .venv/.installed-report
	$(BIN)/ttr worth usa --players 4 --precision 0.5 --out build/worth/usa --resume
	cp build/worth/usa/charts/worth_board.svg docs/usa_worth.svg
	rm -rf build/picture
	$(BIN)/ttr tournament usa --strategies expert,racer,ticket_planner,long_routes,greedy_points --games 200 --seed 1 \
		--out build/picture --charts
	cp build/picture/charts/score_parts.svg docs/usa_scores.svg

# Offline. Shows the notebooks with the outputs of the tests that ran them (build/notebooks), if they did.
docs: .venv/.installed-docs
	$(BIN)/python tools/build_site.py

# Both serve this machine alone, and ask for the token in the address that they print.
lab: .venv/.installed-lab
	$(BIN)/jupyter lab --ip=127.0.0.1 $(if $(filter 0,$(shell id -u)),--allow-root) notebooks

app: .venv/.installed-app
	JUPYTER_PATH="$(CURDIR)/tools/jupyter" JUPYTER_CONFIG_PATH="$(CURDIR)/tools/jupyter" $(BIN)/voila notebooks

verify: .venv/.installed-report
	$(BIN)/ttr verify --games $(GAMES)

bench: .venv/.installed-report
	$(BIN)/ttr bench

lint: .venv/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict ttr_analysis
	$(BIN)/lint-imports

# From an empty folder, so that only the installed wheel can be found.
wheel-check: .venv/bin/uv
	rm -rf $(CHECK) && mkdir -p $(CHECK)/elsewhere
	@echo "Building the wheel and installing it into an empty environment (about half a minute) ..."
	@$(UV) build --quiet --wheel --out-dir $(CHECK)/dist
	@$(UV) venv --quiet --python $(BIN)/python $(CHECK)/venv
	@$(UV) pip install --quiet --python $(CHECK)/venv/bin/python -c constraints.txt $(CHECK)/dist/*.whl
	cd $(CHECK)/elsewhere && env -u TTR_MAPS ../venv/bin/ttr maps
	cd $(CHECK)/elsewhere && ../venv/bin/ttr notebooks books
	cd $(CHECK)/elsewhere && env -u TTR_MAPS ../venv/bin/python -c "import ttr_analysis as t; [t.load_map(name) for name in t.available_maps()]; print('wheel', t.__version__, 'works in', t.__file__)"

# The install matrix compiles in each environment: a quarter of an hour on two cores.
release: .venv/bin/uv
	rm -rf $(RELEASE) && mkdir -p $(RELEASE)
	@$(UV) build --quiet --out-dir $(RELEASE)
	awk '/^## \[/ {n++; next} n == 1' CHANGELOG.md > $(RELEASE)/NOTES.md
	@$(UV_SETTINGS) $(BIN)/python tests/install_matrix.py $(RELEASE)
	@ls $(RELEASE)/*.whl $(RELEASE)/*.tar.gz $(RELEASE)/NOTES.md

constraints: .venv/bin/uv
	@$(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --fork-strategy fewest --all-extras --no-annotate --no-header --no-emit-index-url pyproject.toml -o constraints.txt

clean:
	rm -rf .venv build dist

.venv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1). Choose another: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Creating .venv ..."
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv

.venv/.installed-%: pyproject.toml constraints.txt .venv/bin/uv
	@echo "Installing what 'make $*' needs into .venv (about a minute the first time) ..."
	@$(UV) pip install --quiet --python $(BIN)/python -c constraints.txt -e ".$(EXTRAS_$*)"
	@touch $@
