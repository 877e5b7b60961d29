from __future__ import annotations

import json
import pkgutil
import re
import shlex
import shutil
import signal
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from ttr_analysis import cli
from ttr_analysis.charts.board.layout.quality import Faults
from ttr_analysis.cli import COMMANDS, main, words
from ttr_analysis.maps.folder import available_maps, find_map, load_map
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result
from ttr_analysis.stats import MIN_GAMES
from ttr_analysis.stats.intervals import Estimate


class Said:
    """What a command printed and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def ttr(capsys: pytest.CaptureFixture[str]):  # noqa: ANN201 - a local helper
    def run(*words: object) -> Said:
        capsys.readouterr()
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return run


def assert_refused(said: Said, *words: str) -> None:
    """One clear line, exit code 2, no traceback."""
    assert said.code == 2
    assert len(said.err.strip().splitlines()) == 1
    assert said.err.startswith("ttr")
    for word in words:
        assert word in said.err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    printed = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n    {command}" in printed


def test_every_module_of_the_room_is_a_command() -> None:
    modules = {module.name for module in pkgutil.iter_modules(cli.__path__)}
    assert {name for name in modules if not name.startswith("_")} - {"words"} == set(COMMANDS)


def test_a_command_imports_no_other_command() -> None:
    code = (
        "import sys; from ttr_analysis.cli import COMMANDS, main; main(['maps']);"
        "print([name for name in COMMANDS if f'ttr_analysis.cli.{name}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "['maps']"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    assert len(capsys.readouterr().out) > 100


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from ttr_analysis.cli import make_parser; make_parser().format_help();"
        "print([m for m in ('numba', 'pandas', 'networkx', 'plotly', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_module_runs_as_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ttr_analysis", "maps", "show", "nowhere"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_maps_are_listed(ttr) -> None:  # noqa: ANN001
    said = ttr("maps")
    assert said.code == 0
    for name in available_maps():
        assert name in said.out


def test_a_good_map_has_no_faults(ttr) -> None:  # noqa: ANN001
    assert ttr("maps", "check", "usa").code == 0


def test_a_map_whose_longest_trails_may_not_be_proven_gets_a_warning(ttr, tmp_path: Path) -> None:  # noqa: ANN001
    folder = shutil.copytree(find_map("usa"), tmp_path / "many")
    toml = (folder / "map.toml").read_text()
    (folder / "map.toml").write_text(toml + '\n[rules]\npieces = [{name = "train", supply = 190}]\n')
    said = ttr("maps", "check", folder)
    assert said.code == 0, said.out
    assert "no faults" in said.out
    assert "warning: with 162 pieces or more" in said.out
    assert "warning" not in ttr("maps", "check", "usa").out


def test_every_fault_of_a_map_is_listed(ttr, tmp_path: Path) -> None:  # noqa: ANN001
    folder = shutil.copytree(find_map("usa"), tmp_path / "broken")
    routes = (folder / "routes.csv").read_text().splitlines()
    routes[1] = routes[1].replace(routes[1].split(",", maxsplit=1)[0], "Atlantis")
    (folder / "routes.csv").write_text("\n".join(routes) + "\n")
    said = ttr("maps", "check", folder)
    assert said.code == 1
    assert "routes.csv, row 2" in said.out
    assert "Atlantis" in said.out
    assert "Traceback" not in said.out + said.err


def test_facts_of_a_ticket_set(ttr) -> None:  # noqa: ANN001
    by_colon, by_option = ttr("maps", "show", "usa:1910"), ttr("maps", "show", "usa", "--tickets", "1910")
    assert by_colon.code == 0
    assert by_colon.out == by_option.out
    assert by_colon.out != ttr("maps", "show", "usa").out


def test_facts_list_tickets_decks_and_changed_rules(ttr) -> None:  # noqa: ANN001
    said = ttr("maps", "show", "usa:mega").out
    lines = [" ".join(line.split()) for line in said.splitlines()]
    mega = load_map("usa", "mega")
    assert lines[-len(mega.tickets) :] == [f"{t.points} {' > '.join(t.cities)}" for t in mega.tickets]
    assert "tickets.deal 5, not 3" in lines
    assert "most_tickets_bonus 15, not 0" in lines
    assert "deck 69 tickets, 5 dealt to each player" in lines
    assert "changed rules" not in ttr("maps", "show", "usa").out
    europe = ttr("maps", "show", "europe").out
    assert "6 tickets, 1 dealt to each player" in europe
    assert "(long)" in europe
    assert "if out of order" in ttr("maps", "show", "rails_sails_world").out


def test_a_layout_is_written(ttr, tmp_path: Path) -> None:  # noqa: ANN001
    folder = shutil.copytree(find_map("first_journey_usa"), tmp_path / "small")
    (folder / "layout.json").unlink(missing_ok=True)
    assert ttr("maps", "layout", folder).code == 0
    assert (folder / "layout.json").is_file()


def test_games_are_played_and_kept(ttr, tmp_path: Path) -> None:  # noqa: ANN001
    words = ("simulate", "usa", "--strategies", "random,greedy_points", "--games", 20, "--seed", 7)
    said = ttr(*words, "--out", tmp_path, "--threads", 1)
    assert said.code == 0
    assert "20 games" in said.out
    assert "win share" in said.out
    kept = Result.load(tmp_path)
    assert kept.games.equals(simulate("usa", ["random", "greedy_points"], games=20, seed=7).games)


def test_a_kept_result_is_not_overwritten(ttr, tmp_path: Path) -> None:  # noqa: ANN001
    words = ("simulate", "usa", "--games", 3, "--out", tmp_path)
    assert ttr(*words).code == 0
    before = (tmp_path / "manifest.json").read_bytes()
    assert_refused(ttr(*words), "already contains a result", "replace it with --overwrite")
    assert (tmp_path / "manifest.json").read_bytes() == before
    assert ttr(*words, "--overwrite").code == 0


@pytest.mark.parametrize(("manifest", "reason"), [('{"schema_version": 1}', "another version"), ("{", "half-written")])
def test_a_folder_with_another_result_is_left_alone(ttr, tmp_path: Path, manifest: str, reason: str) -> None:  # noqa: ANN001
    words = ("simulate", "usa", "--games", 3, "--out", tmp_path)
    assert ttr(*words).code == 0
    (tmp_path / "manifest.json").write_text(manifest)
    kept = sorted(tmp_path.rglob("*.parquet"))
    assert_refused(ttr(*words), reason)
    assert sorted(tmp_path.rglob("*.parquet")) == kept


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["atlantis"], "available are"),
        (["usa:1066"], "it has"),
        (["usa", "--strategies", "clairvoyant"], "available:"),
        (["usa", "--strategies", ","], "lacks a name before or after a comma"),
        (["usa", "--strategies", "random,"], "'random,' lacks a name before or after a comma"),
        (["usa", "--strategies", ""], "lacks a name"),
        (["us"], "did you mean usa"),
        (["usa:"], "names no ticket set after the colon"),
        (["usa", "--players", "two"], "--players: needs a whole number, not 'two'"),
        (["usa", "--players", "2.5"], "needs a whole number, not '2.5'"),
        (["usa", "--games", "9" * 5000], "needs a whole number"),
        (["usa", "--first-game", "-1"], "needs a number of 0 or more, not -1"),
        (["usa", "--fish"], "unrecognized arguments: --fish (see ttr simulate --help)"),
        (["usa", "--fish\x1b[2J\u202e"], r"unrecognized arguments: --fish\x1b[2J\u202e (see"),
        (["usa", "--rule", "draws=3", "--rule", "draws=4"], "the rule 'draws' is given twice"),
        (["usa", "--out", ""], "needs the name of a folder"),
        (["usa", "--out", "pyproject.toml"], "pyproject.toml is a file; choose a folder for a result"),
        (["usa", "--out", "tests"], "contains files that are not part of a result"),
        (["usa", "--out", "/dev/null/x"], "cannot be written"),
        (["usa", "--players", "1"], "2 to 5 players, not 1"),
        (["usa", "--players", "6"], "2 to 5 players, not 6"),
        (["usa", "--games", "0"], "at least 1"),
        (["usa", "--games", "-3"], "at least 1"),
        (["usa", "--out", "pyproject.toml/inside"], "cannot be written"),
        (["usa", "--code", "nowhere.py"], "--code: there is no file 'nowhere.py'"),
    ],
)
def test_bad_input_is_one_clear_line(ttr, words: list[str], message: str) -> None:  # noqa: ANN001
    assert_refused(ttr("simulate", *words), message)


@pytest.mark.parametrize("command", ["report", "replay"])
def test_other_commands_refuse_alike(ttr, command: str, tmp_path: Path) -> None:  # noqa: ANN001
    out = ["--out", str(tmp_path)] if command == "report" else []
    assert_refused(ttr(command, "atlantis", *out), "available are")
    assert_refused(ttr(command, "usa", "--players", "6", *out), "not 6")


def test_verify_and_bench_refuse_alike(ttr) -> None:  # noqa: ANN001
    assert_refused(ttr("verify", "--games", "0"), "at least 1")
    assert_refused(ttr("verify", "--strategies", "randon"), "randon")
    assert_refused(ttr("bench", "--map", "atlantis"), "available are")
    assert_refused(ttr("bench", "--repetitions", "0"), "needs a number of 1 or more, not 0")


@pytest.mark.parametrize("option", ["--game", "--until"])
def test_games_and_turns_are_numbered_from_0(ttr, option: str) -> None:  # noqa: ANN001
    assert_refused(ttr("replay", "usa", option, "-1"), f"{option}: needs a number of 0 or more, not -1")


def test_two_ticket_sets_are_one_too_many(ttr) -> None:  # noqa: ANN001
    assert_refused(ttr("maps", "show", "usa:1910", "--tickets", "mega"), "'1910'", "'mega'", "name only one")


def test_report_replaces_reports_only_and_says_so(ttr, tmp_path: Path) -> None:  # noqa: ANN001
    (tmp_path / "thesis.txt").write_text("precious")
    assert_refused(ttr("report", "usa", "--out", tmp_path), "contains something other than a report (thesis.txt)")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    words = " ".join(ttr_help("report").split())
    assert "an existing report is replaced, a folder with anything else is refused" in words
    assert f"number of games, at least {MIN_GAMES} (default" in words


def ttr_help(command: str) -> str:
    """What ``--help`` of a command prints."""
    done = subprocess.run([sys.executable, "-m", "ttr_analysis", command, "--help"], capture_output=True, check=True)
    return done.stdout.decode()


def test_a_layout_that_cannot_be_kept_is_one_clear_line(ttr, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN001
    def full(*arguments: object) -> object:
        raise OSError(28, "No space left on device", "layout.json")

    monkeypatch.setattr("ttr_analysis.charts.board.layout.write_layout", full)
    assert_refused(ttr("maps", "layout", "usa"), "layout.json: No space left on device")


def test_ctrl_c_ends_with_130_and_says_what_was_kept(
    ttr,  # noqa: ANN001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*arguments: object, **options: object) -> object:
        raise KeyboardInterrupt

    waits = iter(range(3))
    real = __import__("concurrent.futures", fromlist=["wait"]).wait

    def wait(*arguments: object, **options: object) -> object:
        return interrupted() if next(waits, None) == 2 else real(*arguments, **options)

    monkeypatch.setattr(sys.modules["ttr_analysis.play.simulate"], "wait", wait)
    said = ttr("simulate", "usa", "--games", 100_000, "--out", tmp_path)
    assert said.code == 130
    kept = Result.load(tmp_path)
    assert not kept.complete
    assert f"{len(kept):,} of 100,000 games saved in {tmp_path}" in said.err


def test_kill_ends_a_command_as_ctrl_c_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A shell's background job ignores Ctrl-C."""
    before, whole = signal.getsignal(signal.SIGTERM), simulate

    def killed(*arguments: object, **options: object) -> object:
        assert signal.getsignal(signal.SIGTERM) != before, "the next line would end this process"
        signal.raise_signal(signal.SIGTERM)
        return whole(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(sys.modules["ttr_analysis.play.simulate"], "simulate", killed)
    monkeypatch.setattr(sys, "argv", ["ttr", "simulate", "usa"])
    try:
        assert main() == 130
    finally:
        signal.signal(signal.SIGTERM, before)
    assert capsys.readouterr().err == "ttr: stopped; no game was finished, so nothing new is saved\n"


def test_a_game_is_told_and_judged(ttr) -> None:  # noqa: ANN001
    words = ("replay", "usa", "--strategies", "greedy_points,random", "--seed", 7, "--game", 3)
    said = ttr(*words)
    assert said.code == 0
    assert "the referee agrees" in said.out
    assert "turn 1, Random 1" in said.out  # seats rotate: game 3 begins with the second strategy
    short = ttr(*words, "--until", 5)
    told = short.out.splitlines()[:-1]
    assert told == said.out.splitlines()[: len(told)]
    assert any(line.startswith("turn 5,") for line in told)
    assert not any(line.startswith("turn 6,") for line in told)


def test_replay_explains_each_move_under_it(ttr) -> None:  # noqa: ANN001
    words = ("replay", "usa", "--strategies", "ticket_planner,random", "--seed", 7, "--until", 9)
    said, plain = ttr(*words, "--explain"), ttr(*words)
    lines = said.out.splitlines()
    assert [line for line in lines if not line.startswith("    ")] == plain.out.splitlines()
    moves = [i for i, line in enumerate(lines) if line.startswith("turn ") and "Ticket planner" in line]
    assert len(moves) > 2
    assert all(lines[i + 1].startswith("    ") for i in moves)
    assert any(": " in lines[i + 1] and "plans " in lines[i + 1] for i in moves)


SWEEP = ("sweep", "usa", "greedy_points", "--weight", "least_length=2", "--games", 4)


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "usa", "--strategies", "greedy_points:least_length=5,random", "--games", 4),
        ("replay", "usa", "--strategies", "greedy_points:least_length=5,random"),
        ("tournament", "usa", "--strategies", "greedy_points:least_length=5,greedy_points", "--games", 4),
        (*SWEEP, "--against", "greedy_points:least_length=5"),
        (*SWEEP[:2], "greedy_points:least_length=5", *SWEEP[3:]),
    ],
    ids=["simulate", "replay", "tournament", "against", "sweep"],
)
def test_changed_weights_are_named_on_every_command_line(ttr, words: tuple[object, ...]) -> None:  # noqa: ANN001
    said = ttr(*words)
    assert said.code == 0
    assert re.search("least.length.5", said.out)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("greedy_points:", "'' is no weight with its value; write it as greedy_points:weight=0.3+weight=2"),
        ("greedy_points:least_length", "'least_length' is no weight with its value"),
        ("greedy_points:least_length=long", "'least_length=long' is no weight with its value"),
        ("greedy_points:least_length=nan", "'least_length=nan' is no weight with its value"),
        ("greedy_points:length=3", "strategy 'greedy_points' has no weight 'length'; it has: least_length"),
        ("greedy_points:least_length=3+least_length=4", "gives the weight 'least_length' twice"),
        ("greedy:least_length=3", "no strategy is called 'greedy'; did you mean greedy_points?"),
    ],
)
def test_weights_that_do_not_fit_are_refused(ttr, typed: str, message: str) -> None:  # noqa: ANN001
    assert_refused(ttr("simulate", "usa", "--strategies", typed), message)


def test_a_failing_game_is_told_up_to_there(ttr, tmp_path: Path) -> None:  # noqa: ANN001
    file = tmp_path / "a folder & more" / "cheat.py"
    file.parent.mkdir()
    file.write_text(
        "from ttr_analysis.engine.codes import CLAIM\n"
        "from ttr_analysis.strategies.base import decide, strategy\n"
        "@strategy(name='cheat')\n"
        "def choose(view, action):\n"
        "    decide(action, CLAIM, 0, 0)\n"
    )
    board = shutil.copytree(find_map("usa"), tmp_path / "my map's copy")
    said = ttr(
        "simulate", f"{board}:1910", "--strategies", "cheat,random", "--games", 5, "--code", file,
        "--out", tmp_path / "out", "--fixed-seats",
    )  # fmt: skip
    assert said.code == 2
    assert "strategy 'cheat' failed (seed 0, game 0, turn 0, seat 0): illegal action CLAIM" in said.err
    assert "0 of 5 games saved" in said.err
    told = next(line for line in said.err.splitlines() if "To see it" in line)  # it may follow word of a compilation
    command = told.rpartition("To see it: ttr ")[2]
    again = ttr(*shlex.split(command))
    assert again.code == 2
    assert "the referee agrees" in again.out
    assert "illegal action CLAIM" in again.err
    skipped = ttr("simulate", "usa", "--strategies", "cheat", "--games", 5, "--code", file, "--skip-failures")
    assert skipped.code == 2
    assert skipped.out == ""
    assert skipped.err.startswith("ttr simulate: no game was finished, 5 failed; the first: strategy 'cheat'")
    assert "Traceback" not in skipped.err


@pytest.mark.long(reason="waits for strategies that never answer")
@pytest.mark.parametrize(
    ("code", "limit", "said"),
    [
        ("import os\nos.abort()\n", "240", "its process crashed (signal 6)"),
        (
            "while True:\n    pass\n",
            "6",
            "stopped because it had not finished after 6 seconds; perhaps an infinite loop?",
        ),
    ],
)
def test_a_check_outlives_the_strategy(
    code: str, limit: str, said: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wild.py"
    file.write_text(code)
    assert main(["strategies", "check", str(file), "--limit", limit]) == 1
    out, err = capfd.readouterr()
    assert said in out
    assert "Traceback" not in out + err


def test_strategies_are_listed_with_their_ideas(ttr) -> None:  # noqa: ANN001
    said = ttr("strategies")
    assert said.code == 0
    for name in ("random", "greedy_points", "ticket_planner"):
        assert name in said.out
    assert "Uniform over the legal actions" in said.out


def test_a_strategy_alone_has_no_win_share_and_no_share_of_no_tickets() -> None:
    score, none = Estimate(1.5, 1.0, 2.0, 30, "t"), None
    assert words.strategy_line("mine", score, none, 0.0, 0.0) == "Mine: score 1.50 [1.00, 2.00], tickets kept 0.00"
    assert "win share 1.500 [1.000, 2.000], tickets kept 2.00, share made 0.500" in words.strategy_line(
        "mine", score, score, 0.5, 2.0
    )


def test_facts_of_a_map_are_lists_where_there_are_several(ttr) -> None:  # noqa: ANN001
    facts = {fact["name"]: fact["value"] for fact in json.loads(ttr("maps", "show", "usa", "--json").out)["facts"]}
    assert (facts["players"], facts["ticket sets"]) == ([2, 5], ["base", "1910", "mega", "big-cities"])
    assert (facts["ticket set"], facts["tracks"]) == ("base", 100)


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (["maps"], {"name", "title", "players", "ticket_sets"}),
        (["strategies"], {"name", "idea", "weights"}),
        (["maps", "show", "usa"], {"facts", "tickets"}),
        (["maps", "check", "usa"], {"map", "faults"}),
        (["simulate", "usa", "--games", "30"], {"map", "seeds", "games", "strategies"}),
        (["replay", "usa", "--seed", "3"], {"seats", "events", "scores", "winners"}),
        (["verify", "--games", "1", "--players", "2", "--strategies", "random"], {"strategies", "games", "faults"}),
    ],
)
def test_json_everywhere(ttr, typed: list[str], keys: set[str]) -> None:  # noqa: ANN001
    said = ttr(*typed, "--json")
    assert said.code == 0
    answer = json.loads(said.out)
    assert keys <= set(answer[0] if isinstance(answer, list) else answer)


def test_one_is_one() -> None:
    told = [words.games_counted(number) for number in (0, 1, 2, 2000)]
    assert told == ["0 games", "1 game", "2 games", "2,000 games"]
    assert words.simulated("USA", 1, 1, [3]) == "USA: 1 game, 1 player, seed 3"
    assert words.games_kept(0, 1, None).startswith("0 of 1 game ")


def test_a_layout_is_announced_unless_quiet(ttr, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN001
    found = Faults(spaces=2, cities=0, labels=1, clipped=0, short=0, bent=0)
    monkeypatch.setattr("ttr_analysis.charts.board.layout.write_layout", lambda folder: (folder, found))
    assert "laying out usa" in ttr("maps", "layout", "usa").out
    quiet = ttr("maps", "layout", "usa", "-q").out
    assert "laying out" not in quiet
    assert quiet.endswith("written; 3 faults left (pairs of overlapping spaces: 2; hidden names: 1)\n")
    assert set(words.LAYOUT_FAULTS) == {field.name for field in fields(Faults)}


def test_lists_are_lists_in_json(ttr) -> None:  # noqa: ANN001
    rows = json.loads(ttr("tickets", "usa", "--json").out)
    assert all(isinstance(row["partners"], list) for row in rows)


def test_a_log_in_json_has_names(ttr) -> None:  # noqa: ANN001
    game = json.loads(ttr("replay", "usa", "--seed", "3", "--json").out)
    claims = [event for event in game["events"] if event["kind"] == "claim"]
    usa = load_map("usa")
    assert claims
    assert all(event["track"] == usa.tracks[event["target"]].name for event in claims)
    assert all(sum(event["cards"].values()) == usa.track(event["track"]).length for event in claims)


def test_errors_name_the_subcommand_and_quiet_prints_no_progress(ttr) -> None:  # noqa: ANN001
    assert ttr("maps", "show", "atlantis").err.startswith("ttr maps show: there is no map")
    said = ttr("simulate", "usa", "--games", "30", "--progress", "-q")
    assert (said.code, said.err) == (0, "")


def test_completion_for_shells(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("shtab")
    with pytest.raises(SystemExit):
        main(["--print-completion", "bash"])
    assert "simulate" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (["compare"], "ttr compare: the following arguments are required: MAP"),
        (["simulate", "usa", "--players", "two"], "ttr simulate: argument --players: needs a whole number"),
        (["maps", "export", "usa", "--format", "xls"], "ttr maps export: argument --format: invalid choice: 'xls'"),
        (
            ["maps", "new", "made"],
            "ttr maps new: one of the arguments --like --edges is required (see ttr maps new",
        ),
        (["odds", "nothing"], "ttr odds: argument ACTION: invalid choice"),
        (["maps", "show", "usa", "--csv"], "ttr maps show: unrecognized arguments: --csv (see ttr maps show --help)"),
        (["compare", "usa", "--rule", "draws=3", "--out", "README.md"], "ttr compare: README.md is a file"),
        (["sweep", "usa", "random", "--weight", "x=1", "--out", "README.md/in"], "ttr sweep: README.md is a file"),
        (["optimum", "usa", "--out", "README.md"], "ttr optimum: README.md is a file; choose a folder for the charts"),
        (
            ["maps", "export", "usa", "--format", "csv", "--rule", "draws=0"],
            "ttr maps export: rule set 'usa': draws",
        ),
    ],
)
def test_an_error_begins_with_the_command_and_is_told_before_anything_is_played(
    ttr,  # noqa: ANN001
    words: list[str],
    begins: str,
) -> None:
    said = ttr(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(begins)
    assert len(said.err.splitlines()) == 1


def test_games_in_words_have_names_for_people_and_json_those_of_code(ttr) -> None:  # noqa: ANN001
    asked = ("replay", "first_journey_usa", "--strategies", "greedy_points,ticket_planner", "--explain")
    told = ttr(*asked).out
    assert "Ticket planner 2: " in told
    assert not re.search("ticket_planner|greedy_points", told)
    assert json.loads(ttr(*asked, "--json").out)["seats"] == ["greedy_points 1", "ticket_planner 2"]


def test_one_game_has_no_interval(ttr) -> None:  # noqa: ANN001
    printed = ttr("simulate", "usa", "--strategies", "greedy_points,random", "--games", "1").out
    lines = [line for line in printed.splitlines() if line.startswith(("Greedy points:", "Random:"))]
    assert len(lines) == 2
    assert all(line.endswith("one game: no interval") and "[" not in line for line in lines)


def test_shares_of_wins_have_a_width_where_all_games_are_won(ttr) -> None:  # noqa: ANN001
    printed = ttr("simulate", "usa", "--strategies", "expert,random", "--games", "40").out
    assert "win share 1.000 [0.912, 1.000]" in printed
    assert "win share 0.000 [0.000, 0.088]" in printed


def test_the_only_strategy_has_no_share_of_wins(ttr) -> None:  # noqa: ANN001
    printed = ttr("simulate", "usa", "--strategies", "random", "--players", "2", "--games", "5").out
    assert "win share" not in printed
