"""What a figure shows is found by its name, in bars, lines, heat maps and boards."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest

from tests.support.made_up import made_up_result
from ttr_analysis import charts
from ttr_analysis.charts import marks
from ttr_analysis.errors import SetupError


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
    with pytest.raises(SetupError, match="the chart shows no 'Denvr'; did you mean Denver"):
        charts.annotate(fig, "Denvr", "x")


def test_a_ticket_is_found_by_its_point() -> None:
    result = made_up_result(games=60)
    fig = charts.ticket_worth(result, annotate={"Denver-El Paso": "cheap"})
    (note,) = [note for note in fig.layout.annotations if note.name == "note"]
    assert note.text == "cheap"
