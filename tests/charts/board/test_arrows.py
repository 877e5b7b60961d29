"""Texts with arrows stay on the board and hide little of it."""

from __future__ import annotations

import pytest

from ttr_analysis import charts
from ttr_analysis.charts.board.arrows import ARROWS, FAR, free_arrow
from ttr_analysis.charts.board.board_map import board_figure


@pytest.mark.parametrize(("city", "right"), [("Miami", False), ("Vancouver", True)])
def test_a_text_at_the_edge_points_inwards(city: str, right: bool) -> None:
    fig = charts.annotate(
        board_figure("usa", width=1000), city, "A rather long text, for which there is no room outside"
    )
    (note,) = [note for note in fig.layout.annotations if note.name == "note"]
    assert (note.ax > 0) == right
    assert note.xanchor == ("left" if right else "right")


def test_a_second_text_does_not_cover_the_first() -> None:
    fig = board_figure("usa", width=1000)
    for _ in range(2):
        charts.annotate(fig, "Denver", "A text of some length for two lines here")
    one, two = (note for note in fig.layout.annotations if note.name == "note")
    assert (one.ax, one.ay) != (two.ax, two.ay)
    assert {(one.ax, one.ay), (two.ax, two.ay)} <= {*ARROWS, *FAR}
    assert free_arrow(fig, one.x, one.y, ["x"]) in ARROWS
