"""Names beside the ends of lines: where there is room, and nowhere else."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
import pytest

from ttr_analysis.charts.line_ends import APART, name_at_ends


def lines(*ends: float, last: int = 2) -> go.Figure:
    fig = go.Figure([go.Scatter(x=[1, 2], y=[0, end], name=f"to {end}", mode="lines") for end in ends[:-1]])
    return fig.add_scatter(x=[1, last], y=[0, ends[-1]], name=f"to {ends[-1]}", mode="lines")


def test_names_stand_at_the_ends_and_leave_the_legend() -> None:
    fig = name_at_ends(lines(1, 5, 9), {})
    assert [(note.text, note.x, note.y) for note in fig.layout.annotations] == [
        ("to 1", 2, 1), ("to 5", 2, 5), ("to 9", 2, 9)
    ]  # fmt: skip
    assert not any(trace.showlegend for trace in fig.data)
    assert fig.layout.margin.r > 30
    assert fig.layout.xaxis.range == (1, 2)  # the names, in the margin, do not widen it


def test_names_of_near_ends_give_way_to_each_other_and_keep_their_order() -> None:
    fig = name_at_ends(lines(8.7, 9, 1), {})
    shifts = {note.text: note.yshift for note in fig.layout.annotations}
    assert shifts["to 1"] == 0
    assert shifts["to 9"] == pytest.approx(-shifts["to 8.7"])
    assert shifts["to 9"] + shifts["to 9"] + 0.3 / 9 * 270 == pytest.approx(APART)


@pytest.mark.parametrize(
    ("fig", "options"),
    [
        (lines(1, 5), {"width": 390}),
        (lines(8.9, 9), {}),
        (lines(8.4, 8.6, 8.8, 9), {}),
        (lines(1, 9, last=3), {}),
        (lines(1, 3, 5, 7, 9), {}),
        (go.Figure(go.Bar(x=[1], y=[2], name="a")).add_bar(x=[1], y=[9], name="b"), {}),
    ],
    ids=["on a phone", "too near", "four together", "of other lengths", "too many", "no lines"],
)
def test_where_there_is_no_room_the_legend_stays(fig: go.Figure, options: Any) -> None:
    assert not name_at_ends(fig, options).layout.annotations
    assert fig.layout.showlegend is None
