"""Notes point at the bar that they name, beside others and on top of them."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest

from tests.support.made_up import made_up_result
from ttr_analysis import charts
from ttr_analysis.charts import bar_places

LINEUP = ("random", "greedy_points", "racer")


def test_a_note_on_a_strategy_points_at_its_longest_bar_not_at_that_of_its_neighbour() -> None:
    fig = charts.claims_by_length(made_up_result(games=40, lineup=LINEUP), annotate={"racer": "here"})
    (note,) = [note for note in fig.layout.annotations if note.name == "note"]
    longest = max(range(len(fig.data[2].y)), key=lambda place: fig.data[2].y[place])
    assert note.y == fig.data[2].y[longest]
    assert note.x == pytest.approx(fig.data[2].x[longest] + 0.8 / 3)  # the third of three bars


def test_a_bar_between_names_has_the_number_of_its_name() -> None:
    fig = go.Figure([go.Bar(x=[3, 4], y=["a", "b"], orientation="h"), go.Bar(x=[5, 6], y=["a", "b"], orientation="h")])
    fig.update_layout(barmode="group")
    assert bar_places.place_of(fig, 0, 4, "b") == (4, pytest.approx(0.8))
    assert bar_places.place_of(fig, 1, 5, "a") == (5, pytest.approx(0.2))


def test_a_part_of_a_pile_is_pointed_at_in_its_middle() -> None:
    fig = go.Figure([go.Bar(x=["a"], y=[3]), go.Bar(x=["a"], y=[-2]), go.Bar(x=["a"], y=[4])])
    fig.update_layout(barmode="relative")
    assert bar_places.place_of(fig, 2, "a", 4) == ("a", 5)
    assert bar_places.place_of(fig, 1, "a", -2) == ("a", -1)
