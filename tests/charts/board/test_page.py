"""A board has the size that is asked for, and is as large as its legend allows."""

from __future__ import annotations

import pytest

from ttr_analysis import charts
from ttr_analysis.charts.board import shapes
from ttr_analysis.charts.board.layout.geometry import BOARD_WIDTH
from ttr_analysis.charts.board.page import EDGE, page_of
from ttr_analysis.charts.options import Look, Preset

TEXTS = ["purple", "white", "blue", "gray: any one colour", "tunnel", "ferry: one locomotive per mark"]


@pytest.mark.parametrize(("width", "height"), [(1200, 675), (390, 500), (640, 800), (2400, 3000), (1200, 300)])
def test_board_and_legend_stay_inside_the_size_that_is_asked_for(width: int, height: int) -> None:
    page = page_of(Look(width=width, height=height, title="T"), 900.0, TEXTS, bar=False, notes="n " * 60, width=1400)
    assert page.width * page.zoom == pytest.approx(width)
    assert page.height * page.zoom == pytest.approx(height)
    inner = page.width - EDGE - page.right, page.height - page.top - page.bottom
    assert (BOARD_WIDTH + page.strip.wide) * page.scale <= inner[0] + 1e-6
    if height > 300:  # else there is no room at all
        assert (900.0 + page.strip.high) * page.scale <= inner[1] + 1e-6
    (left, right), (low, high) = page.ranges(900.0)
    assert (right - left) / (high - low) == pytest.approx(inner[0] / inner[1])
    assert page.strip.size * page.scale >= 11.0 - 1e-9


def test_in_a_wide_picture_the_legend_stands_beside_the_board() -> None:
    wide = page_of(Look(width=1200, height=500), 900.0, TEXTS, bar=False, notes="", width=1400)
    tall = page_of(Look(width=600, height=900), 900.0, TEXTS, bar=False, notes="", width=1400)
    assert wide.strip.wide > 0 == wide.strip.high
    assert tall.strip.high > 0 == tall.strip.wide


def test_text_grows_with_posters_only_and_with_the_scale() -> None:
    zooms = [page_of(Look(width=w), 900.0, TEXTS, bar=False, notes="", width=1400).zoom for w in (700, 1400, 2800)]
    assert zooms == [1.0, 1.0, 2.0]
    assert page_of(Look(scale=1.5), 900.0, TEXTS, bar=False, notes="", width=1400).zoom == 1.5


def test_on_a_narrow_picture_the_colour_bar_lies_under_the_board_which_has_the_whole_width() -> None:
    narrow, wide = (page_of(Look(width=w), 900.0, TEXTS, bar=True, notes="", width=900) for w in (390, 900))
    assert (narrow.right, wide.below) == (EDGE, EDGE)
    assert narrow.bottom >= narrow.below > 60


def test_a_long_title_beside_a_colour_bar_has_room_for_all_its_lines() -> None:
    title = "A long title that an editor wants above the picture of all tracks, in more than one line"
    fig = charts.value_board("usa", {0: 1.0, 1: 2.0}, title=title, subtitle="And a subtitle", width=640)
    lines = fig.layout.title.text.count("<br>") + 1
    assert lines > 1
    assert fig.layout.margin.t >= 12 + 24 * lines + 4 + 19


@pytest.mark.parametrize(("width", "named"), [(390, False), (1400, True)])
def test_cities_beyond_the_edge_are_named_where_there_is_room(width: int, named: bool) -> None:
    fig = charts.board_figure("rails_sails_world", width=width)
    assert any(trace.name == shapes.FAR_NAMES for trace in fig.data) == named


def test_a_board_with_a_colour_bar_begins_under_its_title_with_the_bar_beside_it() -> None:
    card = charts.board_figure("usa", values=[50.0] * 100, title="T", size="card")
    low, high = card.layout.xaxis.range
    (bar,) = [trace.marker.colorbar for trace in card.data if trace.marker.colorbar.len]
    assert low == 0
    assert bar.x == pytest.approx(BOARD_WIDTH / high, abs=0.02)
    taller = charts.board_figure("usa", values=[50.0] * 100, title="T", width=1200, height=1100)
    (long,) = [trace.marker.colorbar.len for trace in taller.data if trace.marker.colorbar.len]
    assert long < bar.len, "no longer than the board"


@pytest.mark.parametrize("size", ["square", "poster"])
def test_a_board_that_is_tall_enough_has_the_whole_width_with_its_colour_bar_right_under_it(size: Preset) -> None:
    fig = charts.board_figure("usa", values=[50.0] * 100, title="T", size=size)
    (bar,) = [trace.marker.colorbar for trace in fig.data if trace.marker.colorbar.len]
    (left, right), (low, high) = fig.layout.xaxis.range, fig.layout.yaxis.range
    assert (left, right) == (0, pytest.approx(BOARD_WIDTH))
    assert bar.orientation == "h"
    assert bar.y == pytest.approx(-low / (high - low), abs=0.02), "the board ends at 0"
