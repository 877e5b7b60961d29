"""What a figure shows is found by its name, in bars, lines, heat maps and boards."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
import pytest

from tests.support.made_up import made_up_result
from ttr_analysis import charts
from ttr_analysis.charts import marks
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import languages


def test_bars_lines_and_ticks_have_names() -> None:
    fig = go.Figure()
    fig.add_bar(x=["red", "<b>blue</b>"], y=[1, 2], name="cards")
    fig.add_scatter(x=[0, 1], y=[0, 1], mode="lines", name="a &lt;line&gt;")
    fig.update_layout(yaxis={"tickvals": [0, 1], "ticktext": ["Denver", "Omaha"]})
    assert {found.name for found in marks.names_in(fig).values()} == {
        "red", "blue", "Omaha", "Denver", "cards", "a <line>",
    }  # fmt: skip
    (spot,) = marks.find(fig, "BLUE", "highlight")
    assert (spot.trace, spot.points, spot.y) == (0, (1,), 2)


def test_what_is_not_highlighted_fades() -> None:
    fig = go.Figure()
    fig.add_bar(x=["red", "blue"], y=[1, 2], name="cards", legendgroup="c")
    fig.add_scatter(x=["red", "blue"], y=[2, 3], mode="markers", name="more")
    points, whole = go.Figure(fig), go.Figure(fig)
    marks.highlight(points, ("blue",))
    assert [list(trace.marker.opacity) for trace in points.data] == [[marks.FADED, 1.0]] * 2
    marks.highlight(whole, ("more",))
    assert [trace.opacity for trace in whole.data] == [marks.FADED, None]


def test_whiskers_fade_with_their_points() -> None:
    fig = go.Figure(go.Bar(x=["red", "blue"], y=[1, 2], error_y={"array": [0.5, 0.7], "arrayminus": [0.1, 0.2]}))
    marks.highlight(fig, ("blue",))
    bar, whiskers = fig.data
    assert [length > 0 for length in bar.error_y.array] == [False, True]
    assert (list(whiskers.x), list(whiskers.error_y.array), whiskers.opacity) == (["red"], [0.5], marks.FADED)
    grouped = go.Figure([go.Bar(x=[1, 2], y=[1, 2], name=name, error_y={"array": [1, 1]}) for name in "ab"])
    grouped.update_layout(barmode="group")
    marks.highlight(grouped, ("2",))
    assert [list(trace.x) for trace in grouped.data[2:]] == [[pytest.approx(0.8)], [pytest.approx(1.2)]]


def test_names_are_found_without_accents_and_with_spaces() -> None:
    fig = charts.board_figure("usa", width=1000)
    for name in ("Montreal", " denver - omaha "):
        charts.annotate(fig, name, "Here")
    with pytest.raises(SetupError, match="annotate: the board shows no city or track 'Atlantis'"):
        charts.annotate(fig, "Atlantis", "x")


@pytest.mark.parametrize("given", [(5, "x"), ("Denver", 5), (None, "x")])
def test_what_is_no_name_or_text_is_refused(given: tuple[Any, Any]) -> None:
    fig = charts.win_share_by_seat(made_up_result(games=60))
    with pytest.raises(SetupError, match="must be a str"):
        charts.annotate(fig, *given)
    with pytest.raises(SetupError, match="fig must be a Figure"):
        charts.annotate("x", *given)  # type: ignore[arg-type]


def test_rows_of_a_heat_map_get_a_frame() -> None:
    fig = go.Figure(go.Heatmap(x=["a", "b"], y=["c", "d"], z=[[1, 2], [3, 4]]))
    marks.highlight(fig, ("d",))
    (frame,) = fig.layout.shapes
    assert (frame.y0, frame.y1, frame.x0, frame.x1) == (0.5, 1.5, -0.5, 1.5)


def test_a_city_and_a_track_can_be_pointed_at_and_nothing_else() -> None:
    fig = charts.board_figure("usa", width=1000)
    charts.annotate(fig, "denver", "Here")
    charts.annotate(fig, "Seattle-Helena yellow", "<There>")
    city, track = (note for note in fig.layout.annotations if note.name == "note")
    assert (city.text, track.text) == ("Here", "&lt;There&gt;")
    assert (city.x, city.y) != (track.x, track.y)
    with pytest.raises(SetupError, match="the board shows no city or track 'Denvr'; did you mean Denver"):
        charts.annotate(fig, "Denvr", "x")


def test_a_ticket_is_found_by_its_point() -> None:
    result = made_up_result(games=60)
    fig = charts.ticket_worth(result, annotate={"Denver-El Paso": "cheap"})
    (note,) = [note for note in fig.layout.annotations if note.name == "note"]
    assert note.text == "cheap"


@pytest.mark.parametrize("name", ["ticket_planner", "Ticket planner", "ticket planner"])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_strategies_are_found_by_their_names_in_code_and_by_those_for_people(name: str, language: str) -> None:
    result = made_up_result(lineup=("ticket_planner", "random") * 2, games=60)
    plain = charts.win_share_by_strategy(result, language=language)
    drawn = charts.win_share_by_strategy(result, language=language, highlight=name)
    assert drawn.data[0].marker.opacity is not None
    assert plain.data[0].marker.opacity is None


def test_the_alternative_text_tells_the_notes() -> None:
    board = charts.board_figure("usa", annotate={"Denver": "All come through here."})
    assert charts.text_of(board, "alt").endswith("100 tracks. Note at Denver: All come through here.")
    charts.annotate(board, "Miami", "Far away")
    assert charts.text_of(board, "alt").endswith("come through here. Note at Miami: Far away.")
    seats = charts.win_share_by_seat(made_up_result(games=60), annotate={"1": "First"}, language="pl")
    assert charts.text_of(seats, "alt").endswith("Dopisek (1): First.")


@pytest.mark.parametrize(
    "name", ["Denver-El Paso (4)", "Denver-El Paso", "El Paso-Denver", "denver - el paso", "El Paso-Denver (4)"]
)
def test_a_ticket_is_found_without_its_points_and_from_either_city(name: str) -> None:
    fig = go.Figure(go.Bar(y=["Boston-Miami (12)", "Denver-El Paso (4)"], x=[1, 2], orientation="h"))
    (spot,) = marks.find(fig, name, "highlight")
    assert spot.points == (1,)


def test_two_tickets_of_one_name_are_both_meant_unless_points_tell_them_apart() -> None:
    fig = go.Figure(go.Bar(y=["A-B (4)", "A-B (7)", "A-C (4)"], x=[1, 2, 3], orientation="h"))
    assert [spot.points for spot in marks.find(fig, "B-A", "highlight")] == [(0,), (1,)]
    assert [spot.points for spot in marks.find(fig, "A-B (7)", "highlight")] == [(1,)]


@pytest.mark.parametrize("name", ["Denver-Omaha purple", "Denver-Omaha fioletowy", "Omaha-Denver fioletowy"])
def test_a_track_is_found_by_its_colour_in_the_language_in_use(name: str) -> None:
    board = charts.board_figure("usa", language="pl", highlight=name, annotate={name: "tu"})
    assert "tu" in [note.text for note in board.layout.annotations]
    bars = go.Figure(go.Bar(y=["Denver-Omaha fioletowy", "Chicago-Omaha niebieski"], x=[1, 2], orientation="h"))
    with languages.speaking("pl"):
        if "purple" not in name:
            assert [spot.points for spot in marks.find(bars, name, "highlight")] == [(0,)]


def test_what_is_nowhere_is_still_refused_with_a_hint() -> None:
    fig = go.Figure(go.Bar(y=["Denver-El Paso (4)", "Boston-Miami (12)"], x=[1, 2], orientation="h"))
    with pytest.raises(SetupError, match="Denver-El Paso"):
        marks.find(fig, "Denvr-El Paso", "highlight")
