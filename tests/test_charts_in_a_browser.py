"""What a browser draws: no text meets another or leaves its figure, and all can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
import pytest

from tests.support import text_boxes
from tests.support.chart_calls import drawing, made_up_calls, recorded
from ttr_analysis import charts
from ttr_analysis.charts import marks, theme
from ttr_analysis.maps.folder import available_maps

pytestmark = pytest.mark.browser

LEAST_CONTRAST = 4.5
LEGEND_INK = {"rgb(236, 231, 221)", "rgb(181, 175, 164)"}
"""Colours of texts beside a dark board, which itself is light; test_dress.py checks them."""
TOO_WIDE = {("own_scores", 390)}
"""What has no room on a phone, and need not: numbers with intervals above each score."""


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with text_boxes.browser_page() as page:
        yield page


def faults(page: Any, name: str, fig: go.Figure) -> list[str]:
    """What is wrong with the texts of a figure."""
    texts, size = text_boxes.texts_of(page, fig)
    paper = theme.LAND if marks.is_board(fig) else fig.layout.paper_bgcolor or fig.layout.template.layout.paper_bgcolor
    shown = [each for each in texts if each.ground != "cell" and each.fill not in LEGEND_INK]
    pale = {each.text for each in shown if text_boxes.contrast(each.fill, solid(each.ground) or paper) < LEAST_CONTRAST}
    found = [f"{name}: {one!r} meets {other!r}" for one, other in text_boxes.overlaps(texts)]
    found += [f"{name}: {text!r} leaves the figure" for text in text_boxes.outside(texts, size)]
    found += [f"{name}: {text!r} is pale" for text in sorted(pale)]
    alt = charts.text_of(fig, "alt")
    return found if re.search(r"\d", alt) else [*found, f"{name}: no number in its alternative text {alt!r}"]


def solid(color: str) -> str:
    """A colour behind a text; empty if one sees through it."""
    clear = re.fullmatch(r"rgba\(.*, ?0(?:\.\d+)?\)", color)
    return "" if clear or color in ("none", "transparent") else color


@pytest.mark.long(reason="draws half of all charts in a browser, four times")
def test_texts_of_charts_of_made_up_games_can_be_read(page: Any) -> None:
    functions, found = drawing(), []
    for name, given in made_up_calls().items():
        for width in (390, 838):
            found += faults(page, f"{name} at {width}", functions[name](*given, width=width))
        found += faults(page, f"{name} in the dark", functions[name](*given, theme="dark"))
        found += faults(page, f"{name} in Polish", functions[name](*given, width=390, language="pl"))
    assert found == []


@pytest.mark.release(reason="runs the examples of all charts, and draws each five times in a browser")
def test_texts_of_all_charts_can_be_read(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    functions, found = drawing(), []
    for name, (given, own) in recorded(monkeypatch).items():
        for width in (390, 838, 1200, 2400):
            if (name, width) not in TOO_WIDE:
                found += faults(page, f"{name} at {width}", functions[name](*given, **{**own, "width": width}))
        for shown in ("dark", "print"):
            found += faults(page, f"{name}, {shown}", functions[name](*given, **{**own, "theme": shown}))
    assert found == []


@pytest.mark.release(reason="draws the boards of all maps in a browser")
def test_names_on_all_boards_can_be_read(page: Any) -> None:
    names = sorted(available_maps())
    boards = {f"{name} at {width}": charts.board_figure(name, width=width) for name in names for width in (838, 1200)}
    assert [fault for name, fig in boards.items() for fault in faults(page, name, fig)] == []


def test_a_text_on_another_and_one_outside_are_found(page: Any) -> None:
    fig = go.Figure(layout={"width": 400, "height": 300, "template": theme.TEMPLATE, "meta": {"alt": "2 texts"}})
    for text, x in (("one text", 0.5), ("other text", 0.52), ("a text that leaves", 1.2)):
        fig.add_annotation(text=text, x=x, y=0.5, xref="paper", yref="paper", showarrow=False)
    fig.add_annotation(
        text="pale", x=0.1, y=0.1, xref="paper", yref="paper", showarrow=False, font={"color": "#CCCCCC"}
    )
    told = " ".join(faults(page, "fig", fig))
    for fault in ("'one text' meets 'other text'", "'a text that leaves' leaves the figure", "'pale' is pale"):
        assert fault in told
