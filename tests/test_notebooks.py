"""Every notebook runs from top to bottom, and keeps no outputs in git."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import nbformat
import pytest

from tests.support import browsers
from ttr_analysis.maps.folder import load_map

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
GAMES = 60
FEWER = {"04_route_values": 20, "05_strategy_tournament": 8}
"""They play each game at 160 and 300 tables: 60 of them take minutes."""
FOR_THE_SITE = ROOT / "build" / "notebooks"
"""Where `make docs` looks for notebooks with outputs."""
PLOTLY, HTML = "application/vnd.plotly.v1+json", "text/html"
MORE = pytest.mark.long(reason="runs a notebook, which takes ten seconds and more")
LATER = pytest.mark.release(reason="the code of these notebooks runs on other boards in the long tests")
MARKS = {"01_ticket_difficulty": LATER, "02_tunnel_risk": LATER, "03_card_draw_odds": LATER}
BOOKS = [pytest.param(path, marks=MARKS.get(path.stem, MORE), id=path.stem) for path in NOTEBOOKS]
SECONDS = 1200  # of one cell; on a busy machine the longest takes minutes


def test_there_are_notebooks() -> None:
    wanted = {"00_start_here", "01_ticket_difficulty", "04_route_values", "05_strategy_tournament"}
    assert wanted <= {path.stem for path in NOTEBOOKS}


def parameters(path: Path) -> str:
    """The code of the notebook's one cell of parameters."""
    (cell,) = [
        cell for cell in nbformat.read(path, as_version=4).cells if "parameters" in cell.metadata.get("tags", [])
    ]
    return str(cell.source)


@pytest.mark.parametrize("path", BOOKS)
def test_papermill_runs_the_notebook_with_other_parameters(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    papermill = pytest.importorskip("papermill")
    root = str(path.parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")])))
    games = FEWER.get(path.stem, GAMES)
    given = {"GAMES": games, "SEED": 2} if "GAMES" in parameters(path) else {}
    book = papermill.execute_notebook(
        path, tmp_path / path.name, given, cwd=str(path.parent), kernel_name="python3", progress_bar=False,
        execution_timeout=SECONDS,
    )  # fmt: skip
    FOR_THE_SITE.mkdir(parents=True, exist_ok=True)
    shutil.copy2(tmp_path / path.name, FOR_THE_SITE / path.name)
    shown = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert not [output for output in shown if output["output_type"] == "error"]
    figures = [output["data"][PLOTLY] for output in shown if PLOTLY in output.get("data", {})]
    assert figures
    stills = [HTML in output["data"] for output in shown if PLOTLY in output.get("data", {})]
    assert all(stills) or not browsers.path(), "what shows no interactive figure shows a picture"
    assert any("application/vnd.jupyter.widget-view+json" in output.get("data", {}) for output in shown)
    captions = [str(figure["layout"].get("meta", {}).get("caption", "")) for figure in figures]
    assert not given or any(re.search(rf"seed 2\b.*\bn = {games} games", caption) for caption in captions)


def test_a_mistyped_parameter_stops_papermill_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    papermill = pytest.importorskip("papermill")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])))
    with pytest.raises(papermill.PapermillExecutionError, match=r"no parameter GMAES; its .* MAP, .*GAMES"):
        papermill.execute_notebook(
            NOTEBOOKS[1], tmp_path / "out.ipynb", {"GMAES": 60}, kernel_name="python3", progress_bar=False
        )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_notebook_checks_its_parameters_in_the_first_cell_behind_them(path: Path) -> None:
    code = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert "parameters" in code[0].metadata.tags
    first = code[1].source.splitlines()
    called = next(number for number, line in enumerate(first) if line.startswith("check_parameters()"))
    assert all(not line or line.startswith(("import ", "from ")) for line in first[:called])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_parameters_are_plain_values_and_the_kernel_is_described(path: Path) -> None:
    for line in parameters(path).splitlines():
        assert re.fullmatch(r'(MAP|TICKET_SET|PLAYERS|GAMES|SEED) = ("\w+"|\d+)(  # .*)?', line)
    info = nbformat.read(path, as_version=4).metadata.language_info
    assert (info.name, info.file_extension, info.mimetype) == ("python", ".py", "text/x-python")
    assert info.nbconvert_exporter == "python"
    assert "version" not in info, "it would change with every machine"


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        pytest.param("01_ticket_difficulty", "first_journey_europe", marks=MORE),
        pytest.param("01_ticket_difficulty", "rails_sails_great_lakes", marks=MORE),
        pytest.param("01_ticket_difficulty", "switzerland", marks=LATER),
        pytest.param("02_tunnel_risk", "nordic", marks=MORE),
        ("03_card_draw_odds", "first_journey_usa"),
        pytest.param("03_card_draw_odds", "rails_sails_world", marks=MORE),
    ],
)
def test_notebook_runs_on_another_map(stem: str, name: str) -> None:
    path = next(path for path in NOTEBOOKS if path.stem == stem)
    code = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    source = re.sub(r"^GAMES = \d+", f"GAMES = {GAMES}", "\n".join(code), flags=re.M)
    most = load_map(name).rules.players[1]
    source = re.sub(r"^PLAYERS = (\d+)", lambda found: f"PLAYERS = {min(int(found[1]), most)}", source, flags=re.M)
    source, changes = re.subn(r'^(MAP = )"(usa|europe)"', rf'\g<1>"{name}"', source, flags=re.M)
    assert changes == 1
    exec(source, {})


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_holds_no_outputs_and_its_cells_are_thin(path: Path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    assert all(re.fullmatch(r"[\w-]+", cell.id) for cell in cells)
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code)
    assert max(len(cell.source.splitlines()) for cell in code) <= 12


def test_the_list_of_the_app_shows_every_notebook_with_a_picture() -> None:
    template = ROOT / "tools" / "jupyter" / "voila" / "templates" / "offline"
    named = re.findall(r'^  "(\w+)": \("', (template / "tree-lab.html").read_text(encoding="utf-8"), flags=re.M)
    assert named == [path.stem for path in NOTEBOOKS]
    assert sorted(path.stem for path in (template / "static").glob("*.png")) == named
    assert all(path.stat().st_size < 200_000 for path in (template / "static").glob("*.png"))


def test_the_app_and_lab_serve_this_machine_alone_and_ask_for_a_token() -> None:
    settings = json.loads((ROOT / "tools" / "jupyter" / "voila.json").read_text(encoding="utf-8"))
    assert settings["Voila"] == {"ip": "127.0.0.1", "auto_token": True}
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "jupyter lab --ip=127.0.0.1 " in recipe
    assert "token=" not in recipe.replace("auto_token", ""), "JupyterLab makes one unless it is told not to"
