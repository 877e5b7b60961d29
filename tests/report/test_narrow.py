"""Charts for phones: names above bars, colour bars above plots, enough names on boards; looks as differences."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
import pytest
from made_up import made_up_result

from ttr_analysis import charts
from ttr_analysis.charts.board import naming
from ttr_analysis.charts.board.layout import layout_of
from ttr_analysis.charts.board.layout.geometry import BOARD_WIDTH
from ttr_analysis.charts.board.page import EDGE
from ttr_analysis.charts.frame import for_page
from ttr_analysis.maps import load_map
from ttr_analysis.report.chapter import chapter
from ttr_analysis.report.narrow import ROW, for_phone
from ttr_analysis.report.views import PHONE, TABLET, difference, views

RESULT = made_up_result(games=40, lineup=("random", "greedy_points"))


def phone(fig: go.Figure) -> go.Figure:
    return for_phone(for_page(fig))


@pytest.mark.parametrize(
    ("draw", "rows"), [(charts.ticket_outcomes, len(RESULT.game_map.tickets)), (charts.score_parts, 6)]
)
def test_names_stand_above_their_bars_and_bars_use_the_width(draw: Any, rows: int) -> None:
    before, fig = draw(RESULT, width=PHONE), phone(draw(RESULT, width=PHONE))
    names = [note for note in fig.layout.annotations if note.yref == "y" and note.xref == "paper"]
    assert len(names) == rows
    assert len({note.y for note in names}) == rows
    assert fig.layout.margin.l < 20 < before.layout.margin.l
    assert fig.layout.yaxis.showticklabels is False
    plot = fig.layout.height - fig.layout.margin.t - fig.layout.margin.b
    low, high = fig.layout.yaxis.range
    assert plot == pytest.approx(abs(high - low) * ROW, rel=0.02)
    assert rows - 0.01 <= abs(high - low) <= rows + 0.31, "numbers above bars may need a part of a row"
    assert all(min(low, high) < place < max(low, high) for place in range(rows))
    assert low % 1 == pytest.approx(0.7 if low < high else 0.3), "there is more room above the first name"


@pytest.mark.parametrize("draw", [charts.track_values, charts.ticket_worth])
def test_colour_bars_lie_above_the_plot(draw: Any) -> None:
    fig = phone(draw(RESULT, width=PHONE))
    (bar,) = [trace.marker.colorbar for trace in fig.data if "colorbar" in (trace.to_plotly_json().get("marker") or {})]
    assert (bar.orientation, bar.y, bar.yanchor) == ("h", 1.0, "bottom")
    assert "<" not in bar.title.text
    assert fig.layout.margin.t > 60
    assert fig.layout.margin.r < 20


def test_titles_of_axes_end_where_the_figure_does() -> None:
    fig = go.Figure(layout={"width": PHONE, "height": 300, "xaxis": {"title": {"text": "A long title " * 6}}})
    bottom = 70
    for_phone(fig)
    assert fig.layout.xaxis.title.text.count("<br>") >= 2
    assert fig.layout.margin.b > bottom
    assert fig.layout.height > 300
    fig = phone(charts.ticket_outcomes(RESULT, width=PHONE))
    assert "<br>" not in fig.layout.xaxis.title.text, "names no longer take the room of the plot"


def test_a_legend_does_not_take_the_room_of_the_bars() -> None:
    fig = phone(charts.score_parts(RESULT, width=PHONE))
    assert fig.layout.margin.t > 24 * 2, "six entries need several rows"


@pytest.mark.parametrize("name", ["usa", "europe", "rails_sails_world", "first_journey_usa"])
def test_a_board_on_a_phone_has_at_least_twelve_names(name: str) -> None:
    game_map = load_map(name)
    scale = (PHONE - 2 * EDGE) / BOARD_WIDTH
    assert len(naming.places_of_names(game_map, layout_of(game_map), scale)) >= 12


def merged(old: Any, change: Any) -> Any:
    """What the page's script does."""
    if isinstance(change, list):
        return change[0]
    made = list(old) if isinstance(old, list) else dict(old)
    for key, part in change.items():
        place: Any = int(key) if isinstance(made, list) else key
        made[place] = merged(made[place] if isinstance(made, list) else made.get(key), part)
    return made


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"a": 1, "b": {"c": [1, 2]}}, {"a": 1, "b": {"c": [1, 3]}, "d": None}),
        ([{"a": 1}, {"a": 2}], [{"a": 1}, {"a": 3}]),
        ([{"a": 1}], [{"a": 1}, {"a": 3}]),
        ({"a": [1]}, {"a": {"b": 1}}),
    ],
)
def test_a_difference_turns_one_look_into_another(old: Any, new: Any) -> None:
    assert merged(old, difference(old, new)) == new


def test_a_chart_has_a_look_for_each_width_and_theme() -> None:
    (narrow, wide) = views(chapter("seats", charts.win_share_by_seat, RESULT))["views"]
    assert (narrow["width"], wide["width"], wide["light"]) == (PHONE, 900, {})
    told = views(chapter("board_claim_share", charts.track_values, RESULT, fixed=True, width=1000))
    assert [view["width"] for view in told["views"]] == [PHONE, TABLET, 1000]
    for view in told["views"]:
        light = merged(told["base"], view["light"])
        dark = merged(light, view["dark"])
        assert light["layout"]["width"] == view["width"]
        assert light["layout"]["template"]["layout"]["paper_bgcolor"] == "#FFFFFF"
        assert dark["layout"]["template"]["layout"]["paper_bgcolor"] == "#1D1F22"
