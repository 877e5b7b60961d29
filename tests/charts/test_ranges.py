"""A note neither leaves its picture nor changes what the axes show."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest

from tests.support.made_up import made_up_result
from ttr_analysis import charts
from ttr_analysis.charts import ranges
from ttr_analysis.charts.board.arrows import half_size

RESULT = made_up_result(games=40, lineup=("random", "greedy_points"))
LONG = "the hub of the West, as everybody says who has ever played the game"


def test_an_axis_keeps_the_range_of_its_data_with_whiskers_whatever_note_comes() -> None:
    fig = go.Figure(go.Bar(x=[1, 2, 4], y=[2.0, 10.0, 4.0], error_y={"array": [1, 2, 1]}))
    fig.update_layout(width=900, height=460)
    assert ranges.held(fig, "x", "x") == (0.5, 4.5)
    low, high = ranges.held(fig, "y", "y") or (0.0, 0.0)
    assert low == 0.0
    assert 12.0 < high < 13.0
    assert fig.layout.yaxis.range == (low, high)


def test_a_range_of_one_number_is_as_wide_as_it_is_drawn() -> None:
    fig = go.Figure(go.Scatter(x=[0.0], y=[5.0]), layout={"width": 500, "height": 300, "xaxis": {"range": (0, 0)}})
    fig.update_layout(margin={"l": 100, "r": 0, "t": 0, "b": 0})
    assert ranges.held(fig, "x", "x") == (-1, 1)
    left, _ = ranges.pixels(fig, (0.0, 5.0), ("x", "y")) or (0.0, 0.0)
    assert left == pytest.approx(300)


def test_places_of_names_and_of_piles_are_known_in_pixels() -> None:
    fig = go.Figure([go.Bar(x=[3, 4], y=["a", "b"], orientation="h"), go.Bar(x=[1, 6], y=["a", "b"], orientation="h")])
    fig.update_layout(width=500, height=300, barmode="stack", margin={"l": 100, "r": 0, "t": 0, "b": 0})
    left, top = ranges.pixels(fig, (0.0, "a"), ("x", "y")) or (0.0, 0.0)
    assert (left, top) == (pytest.approx(100), pytest.approx(225))
    assert fig.layout.xaxis.range[1] == pytest.approx(10.55)


@pytest.mark.parametrize("width", [390, 900])
@pytest.mark.parametrize("name", ["Miami", "Vancouver", "Denver"])
def test_notes_on_boards_stay_in_the_picture(width: int, name: str) -> None:
    inside(charts.board_figure("usa", width=width, annotate={name: LONG}))


@pytest.mark.parametrize("place", [0, 17, -1])
def test_notes_on_charts_stay_in_the_picture_and_off_the_title(place: int) -> None:
    plain = charts.city_values(RESULT, width=390)
    name = plain.layout.yaxis.ticktext[place]
    note = inside(charts.city_values(RESULT, width=390, annotate={name: LONG}))
    assert note > plain.layout.margin.t - 4


def inside(fig: go.Figure) -> float:
    """Check that a note stands in its picture; return where it begins, from the top."""
    (note,) = [each for each in fig.layout.annotations if each.name == "note"]
    zoom = fig.layout.meta["drawn"]["zoom"]
    x, y = ranges.pixels(fig, (note.x, note.y), (note.xref, note.yref)) or (0.0, 0.0)
    half = [each * zoom for each in half_size(note.text.split("<br>"))]
    left = x + note.ax - 2 * half[0] * (note.xanchor == "right")
    assert 0 <= left <= left + 2 * half[0] <= fig.layout.width
    assert 0 <= y + note.ay - half[1] <= y + note.ay + half[1] <= fig.layout.height
    return float(y + note.ay - half[1])


def test_a_note_that_is_added_later_looks_like_one_that_was_asked_for() -> None:
    asked = charts.board_figure("usa", size="poster", theme="dark", annotate={"Denver": "Here"})
    later = charts.annotate(charts.board_figure("usa", size="poster", theme="dark"), "Denver", "Here")
    one, two = ([note for note in fig.layout.annotations if note.name == "note"] for fig in (asked, later))
    assert two[0].font.size > 15
    assert (one[0].ax, one[0].ay) == (pytest.approx(two[0].ax), pytest.approx(two[0].ay))
    assert (one[0].bgcolor, one[0].font.color) == (two[0].bgcolor, two[0].font.color)
    assert one[0].font.size == pytest.approx(two[0].font.size)
