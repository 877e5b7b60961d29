"""The four how-tos do what they say: their files are written, their commands and their code run, from top to bottom."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from ttr_analysis.charts.export import Pictures
from ttr_analysis.cli import main
from ttr_analysis.errors import MissingTool

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.M | re.S)
LEFT_BEHIND = {
    "map": ("figures/my_town.html", "games/manifest.json"),
    "strategy": ("patient.py",),
    "figure": ("figures/score_parts.csv", "figures/tracks.csv"),
    "tournament": ("tournament/charts/ladder.html",),
}
"""Files that are there in the end."""


def no_browser(self: Pictures) -> None:
    raise MissingTool("no browser")


def blocks(page: str) -> list[tuple[str, str, str]]:
    """The kind, the file and the text of each block of a page."""
    return BLOCK.findall((DOCS / f"howto_{page}.md").read_text(encoding="utf-8"))


def run(kind: str, file: str, text: str, names: dict[str, Any]) -> None:
    if file:
        Path(file).parent.mkdir(exist_ok=True)
        Path(file).write_text(text, encoding="utf-8")
    elif kind == "python":
        exec(text, names)
    else:
        assert kind == "sh"
        for line in text.splitlines():
            assert line.startswith("ttr ")
            assert main(shlex.split(line)[1:]) == 0, line


LONG = pytest.mark.long(reason="plays games in plain Python, or draws boards, for some seconds")
PAGES = [pytest.param(page, marks=LONG if page in ("map", "strategy") else ()) for page in LEFT_BEHIND]


@pytest.mark.parametrize("page", PAGES)
def test_everything_on_the_page_runs(page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Pictures, "start", no_browser)
    names: dict[str, Any] = {}
    for block in blocks(page):
        run(*block, names)
    assert [file for file in LEFT_BEHIND[page] if not Path(file).is_file()] == []
