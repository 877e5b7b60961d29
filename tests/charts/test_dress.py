"""Titles, captions and colours of charts whose options ask for them."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest

from tests.support.made_up import made_up_result
from ttr_analysis import charts
from ttr_analysis.charts import dress, theme
from ttr_analysis.charts.options import FigureOptions

RESULT = made_up_result(games=60)


def plot_height(fig: go.Figure) -> float:
    margin = fig.layout.margin
    return float(fig.layout.height - margin.t - margin.b)


def test_without_options_a_chart_stays_as_it_is() -> None:
    options: FigureOptions = {}
    fig = charts.win_share_by_seat(RESULT)
    assert dress.dressed(fig, options, 60) is fig


def test_long_titles_and_subtitles_get_room_above_the_plot() -> None:
    plain, told = charts.score_parts(RESULT), charts.score_parts(RESULT, title="Word " * 40, subtitle="More " * 40)
    assert told.layout.title.text.count("<br>") > 0
    assert plot_height(told) == pytest.approx(plot_height(plain))
    assert told.layout.height > plain.layout.height + 60


def test_an_empty_title_leaves_it_and_its_room_out() -> None:
    plain, bare = charts.score_parts(RESULT), charts.score_parts(RESULT, title="")
    assert bare.layout.title.text is None
    assert bare.layout.height < plain.layout.height
    assert charts.text_of(bare, "title") == ""


def test_markup_in_texts_stays_text() -> None:
    fig = charts.score_parts(RESULT, title="<b>x", subtitle="<i>y", source="<u>z")
    assert "&lt;b&gt;x" in fig.layout.title.text
    notes = {note.name: note.text for note in fig.layout.annotations}
    assert "&lt;i&gt;y" in notes["subtitle"]
    assert "Source: &lt;u&gt;z." in notes["caption"].replace("<br>", " ")
    assert charts.text_of(fig, "title") == "<b>x"


@pytest.mark.parametrize("name", [name for name in theme.PALETTES if name != "light"])
def test_a_theme_changes_page_and_text_but_no_card(name: theme.ThemeName) -> None:
    fig = charts.score_parts(RESULT, theme=name)
    layout = fig.layout.template.layout
    palette = theme.PALETTES[name]
    assert layout.paper_bgcolor == palette.get(theme.PAPER, theme.PAPER)
    assert layout.font.color == palette.get(theme.INK, theme.INK)
    board = charts.board_figure("usa", theme=name)
    fills = {trace.fillcolor for trace in board.data if trace.fill == "toself"}
    assert {theme.CARD_STYLES[color].fill for color in ("white", "black", "blue")} <= fills


def test_text_on_a_dark_page_can_be_read() -> None:
    dark = theme.PALETTES["dark"]
    page = theme.luminance(dark[theme.PAPER]) + 0.05
    for color in (theme.INK, theme.FAINT):
        assert (theme.luminance(dark[color]) + 0.05) / page > 4.5


def test_a_legend_that_needs_more_rows_gets_them() -> None:
    wide, narrow = charts.score_parts(RESULT, width=900), charts.score_parts(RESULT, width=420)
    assert narrow.layout.margin.t / narrow.layout.meta["drawn"]["zoom"] > wide.layout.margin.t


def test_title_subtitle_and_legend_do_not_meet_on_a_narrow_chart() -> None:
    lineup = ("random", "greedy_points", "racer", "expert", "ticket_planner")
    title = "How many tracks of each length these five players claim"
    told = charts.claims_by_length(
        made_up_result(games=40, lineup=lineup), title=title, subtitle="Mean of 40 games", width=390
    )
    lines = told.layout.title.text.count("<br>") + 1
    assert lines > 1
    rows = 3  # of two names
    needed = 12 + 24 * lines + 4 + 19 + 24 * rows
    assert told.layout.margin.t >= 0.8 * needed


def test_titles_do_not_break_within_names_nor_captions_within_n() -> None:
    lines = dress.lines_of("Most of all New York-Washington black", 330, dress.TITLE_SIZE)
    assert len(lines) > 1
    assert not any(line.endswith("-") for line in lines)
    assert "n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}60" in theme.wrap("All of them, n = 60 games", 400)


def test_titles_of_axes_break_between_words() -> None:
    lines = dress.axis_title_lines("Worth (wins, percentage points)", 60)
    assert lines == ["Worth", "(wins,", "percentage", "points)"]
    assert dress.axis_title_lines("Worth", 600) == ["Worth"]
