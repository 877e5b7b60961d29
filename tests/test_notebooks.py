"""Every notebook runs from top to bottom, and keeps no outputs in git."""

from __future__ import annotations

import os
import re
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
GAMES = 60
SECONDS = 300  # of one cell; the engine may have to be compiled


def test_there_are_notebooks() -> None:
    wanted = {"00_start_here", "01_ticket_difficulty", "04_route_values", "05_strategy_tournament"}
    assert wanted <= {path.stem for path in NOTEBOOKS}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient = pytest.importorskip("nbclient")
    root = str(path.parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")])))
    book = nbformat.read(path, as_version=4)
    for cell in book.cells:
        cell.source = re.sub(r"^GAMES = \d+", f"GAMES = {GAMES}", cell.source)
    nbclient.NotebookClient(book, timeout=SECONDS, kernel_name="python3").execute(cwd=str(path.parent))
    shown = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert not [output for output in shown if output["output_type"] == "error"]
    assert any("application/vnd.plotly.v1+json" in output.get("data", {}) for output in shown)
    assert any("application/vnd.jupyter.widget-view+json" in output.get("data", {}) for output in shown)


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("01_ticket_difficulty", "first_journey_europe"),
        ("01_ticket_difficulty", "rails_sails_great_lakes"),
        ("03_card_draw_odds", "first_journey_usa"),
        ("03_card_draw_odds", "rails_sails_world"),
    ],
)
def test_notebook_runs_on_another_map(stem: str, name: str) -> None:
    path = next(path for path in NOTEBOOKS if path.stem == stem)
    code = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    source = re.sub(r"^GAMES = \d+", f"GAMES = {GAMES}", "\n".join(code), flags=re.M)
    source, changes = re.subn(r'^(MAP\b.*)"usa"', rf'\g<1>"{name}"', source, flags=re.M)
    assert changes == 1
    exec(source, {})


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_holds_no_outputs_and_its_cells_are_thin(path: Path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    assert all(re.fullmatch(r"[\w-]+", cell.id) for cell in cells)
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code)
    assert max(len(cell.source.splitlines()) for cell in code) <= 12
