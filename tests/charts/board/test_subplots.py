"""Boards beside other pictures: land, proportions, sizes, colour bars, clicks."""

from __future__ import annotations

import plotly.graph_objects as go
import plotly.io
import pytest
from plotly.subplots import make_subplots

from ttr_analysis import charts
from ttr_analysis.charts import theme
from ttr_analysis.errors import SetupError
from ttr_analysis.maps.folder import available_maps, load_map


def subplots(*kinds: str) -> go.Figure:
    return make_subplots(rows=1, cols=len(kinds), specs=[[{"type": kind} for kind in kinds]])


def size_of(fig: go.Figure, axis: int) -> tuple[float, float]:
    """Width and height of the plot in a subplot, in pixels; plotly's margins are 80, 80, 100, 80."""
    number = "" if axis == 1 else str(axis)
    x, y = fig.layout[f"xaxis{number}"].domain, fig.layout[f"yaxis{number}"].domain
    return (fig.layout.width - 160) * (x[1] - x[0]), (fig.layout.height - 180) * (y[1] - y[0])


@pytest.mark.parametrize("name", available_maps())
def test_a_point_on_each_space_carries_index_and_name_of_its_track(name: str) -> None:
    game_map = load_map(name)
    (points,) = [trace for trace in charts.board_figure(game_map).data if trace.name == "tracks"]
    wanted = [(track.index, track.name) for track in game_map.tracks for _ in range(track.length)]
    assert [tuple(each) for each in points.customdata] == wanted


def test_a_board_is_made_of_traces_alone() -> None:
    board = charts.board_figure(load_map("usa"))
    fig = subplots("xy", "xy")
    for trace in board.data:
        fig.add_trace(trace, row=1, col=2)
    fills = {trace.fillcolor for trace in fig.data}
    assert {theme.LAND, theme.WATER} <= fills
    assert len(board.layout.shapes) == 0
    assert not any(trace.showlegend for trace in fig.data), "no legend of a hundred traces"
    assert fig.data[0].fillcolor == theme.WATER, "under everything"


def test_boards_keep_their_proportions_and_have_no_axes() -> None:
    usa, europe = load_map("usa"), load_map("europe")
    fig = subplots("xy", "xy")
    drawn = charts.board_figure(usa), charts.board_figure(europe, width=700)
    assert charts.add_board(fig, usa) is fig
    charts.add_board(fig, drawn[1], col=2)
    for number, board in zip(("", "2"), drawn, strict=True):
        own = board.layout
        x, y = fig.layout[f"xaxis{number}"], fig.layout[f"yaxis{number}"]
        assert (x.range, y.range) == (own.xaxis.range, own.yaxis.range)
        assert y.scaleanchor == f"x{number}"
        assert not x.visible
        assert not y.visible
    assert {trace.xaxis for trace in fig.data} == {"x", "x2"}
    wide, high = size_of(fig, 1)
    across, up = (axis.range[1] - axis.range[0] for axis in (fig.layout.xaxis, fig.layout.yaxis))
    assert high / wide == pytest.approx(up / across, rel=0.02), "as high as the board needs"


def test_words_and_lines_shrink_with_the_board() -> None:
    board = charts.board_figure(load_map("usa"))
    fig = charts.add_board(subplots("xy", "xy"), board, col=1)
    ratio = size_of(fig, 1)[0] / (board.layout.width - 16)
    assert ratio < 0.5
    for own, small in zip(board.data, fig.data, strict=True):
        for part, name in (("textfont", "size"), ("marker", "size"), ("line", "width")):
            if own[part][name] is not None:
                assert small[part][name] == pytest.approx(own[part][name] * ratio, rel=0.01)


def test_a_colour_bar_stays_beside_its_board() -> None:
    fig = make_subplots(rows=2, cols=2)
    charts.add_board(fig, charts.value_board(load_map("usa"), {0: 1.0, 1: 2.0}), row=2, col=1)
    (bar,) = [trace.marker.colorbar for trace in fig.data if trace.marker.showscale]
    assert bar.x == fig.layout.xaxis3.domain[1] < 0.45, "before the next column"
    low, high = fig.layout.yaxis3.domain
    assert low < bar.y - bar.len / 2 < bar.y + bar.len / 2 < high
    assert fig.layout.xaxis.domain == (0, 0.45), "others keep their place"


def test_a_size_that_is_given_stays() -> None:
    fig = subplots("xy", "xy").update_layout(width=1000, height=900)
    charts.add_board(fig, load_map("europe"))
    assert (fig.layout.width, fig.layout.height) == (1000, 900)


def test_what_is_no_board_or_no_subplot_is_refused() -> None:
    usa = load_map("usa")
    for fig in (go.Figure(), subplots("polar"), subplots("xy")):
        before = len(fig.data)
        with pytest.raises(SetupError, match="no plain subplot in row 1, column"):
            charts.add_board(fig, usa, col=2 if fig.layout.xaxis.domain else 1)
        assert len(fig.data) == before
    for wrong in (go.Figure(), "usa", None):
        with pytest.raises(SetupError, match="a board is a map, or a figure"):
            charts.add_board(subplots("xy"), wrong)


def test_the_look_is_a_template_of_plotly() -> None:
    fig = go.Figure().update_layout(template="ttr")
    assert fig.layout.template == theme.TEMPLATE == plotly.io.templates["ttr"]
