"""Charts in notebooks: data for those who run them, a picture for those who only read them."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import plotly.graph_objects as go
import plotly.io as pio
import pytest

from ttr_analysis import charts
from ttr_analysis.charts import export, notebook
from ttr_analysis.errors import MissingTool

PLOTLY = "application/vnd.plotly.v1+json"
ROOT = Path(__file__).parents[2]


class Draws:
    """A browser that draws always the same."""

    def svg(self, fig: go.Figure) -> str:
        return f"<svg>{charts.text_of(fig, 'alt')}</svg>"


class Fails:
    """A browser that broke down."""

    def svg(self, fig: go.Figure) -> str:
        raise MissingTool("no picture")


@pytest.fixture
def board() -> go.Figure:
    return charts.board_figure("first_journey_usa", title="A board", width=900)


def shown(fig: go.Figure, monkeypatch: pytest.MonkeyPatch, browser: Any) -> dict[str, Any]:
    monkeypatch.setattr(notebook, "_started", lambda kind: browser)
    return dict(notebook.StillPictures().to_mimebundle(fig.to_dict()))


def test_a_chart_has_a_picture_and_words_beside_its_data(board: go.Figure, monkeypatch: pytest.MonkeyPatch) -> None:
    alt = charts.text_of(board, "alt")
    bundle = shown(board, monkeypatch, Draws())
    assert bundle.pop("text/plain") == f"A board\n{alt}"
    (image,) = ElementTree.fromstring(f"<p>{bundle.pop('text/html').removesuffix('>')}/></p>")
    assert image.tag == "img"
    assert image.get("alt") == alt, "screen readers read it in pages of nbconvert"
    assert "max-width:100%" in image.get("style", ""), "it shrinks on a phone"
    kind, _, data = image.get("src", "").partition(",")
    assert (kind, b64decode(data).decode()) == ("data:image/svg+xml;base64", f"<svg>{alt}</svg>")
    assert bundle == {}


@pytest.mark.parametrize("browser", [None, Fails()])
def test_without_a_browser_there_are_words(board: go.Figure, browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(shown(board, monkeypatch, browser)) == ["text/plain"]


def test_figures_of_others_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    for layout in ({}, {"meta": "mine"}, {"meta": {"title": "mine"}}):
        assert shown(go.Figure(layout=layout), monkeypatch, Draws()) == {}


@pytest.mark.parametrize(
    ("chosen", "after"),
    [("plotly_mimetype", "plotly_mimetype+ttr"), ("png", "png"), ("plotly_mimetype+png", "plotly_mimetype+png")],
)
def test_only_a_renderer_that_leaves_data_alone_is_changed(
    chosen: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = pio.renderers.default
    try:
        pio.renderers.default = chosen
        notebook.offer()
        assert pio.renderers.default == after
    finally:
        pio.renderers.default = before


def test_a_slim_picture_has_what_is_seen() -> None:
    seen = '<path d="M1.25,2.625A7,7" style="stroke-width: 1.333px; stroke-opacity: 1; opacity: 1;"/><text>1.333</text>'
    hint = '<path class="point" d="M7,0" style="opacity: 0; fill: rgb(1, 2, 3);"/>'
    pale = '<path d="M7,0" style="opacity: 0.5;"/>'
    assert export.slim(seen + hint + pale) == (
        '<path d="M1.2,2.6A7,7" style="stroke-width: 1.33px; stroke-opacity: 1; "/><text>1.333</text>' + pale
    )


CELL = """import sys
sys.path.insert(0, {root!r})
from ttr_analysis import charts
charts.board_figure("usa", width=900)"""


@pytest.mark.browser
@pytest.mark.long(reason="starts a kernel and a browser")
def test_a_page_of_nbconvert_shows_the_board() -> None:
    nbclient, nbconvert = pytest.importorskip("nbclient"), pytest.importorskip("nbconvert")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL.format(root=str(ROOT)))])
    nbclient.NotebookClient(book, kernel_name="python3", timeout=120).execute()
    (output,) = book.cells[0].outputs
    assert {PLOTLY, "text/html", "text/plain"} == set(output.data)
    assert len(output.data["text/html"]) < 450_000
    page, _ = nbconvert.HTMLExporter().from_notebook_node(book)
    (image,) = re.findall(r"<img [^>]*>", page)
    assert "Denver</text>" in b64decode(re.search(r'base64,([^"]*)', image)[1]).decode()
    assert 'alt="' in image
    assert "No description" not in image
    assert "cdn.plot.ly" not in page
