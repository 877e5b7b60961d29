"""The chart of what a rule does: a panel for each unit, what is beyond chance, and both games in the caption."""

from __future__ import annotations

import pytest
from made_up_worth import made_up_rule_worth, made_up_worth

from ttr_analysis import charts
from ttr_analysis.charts import dress, theme, worth_words
from ttr_analysis.errors import SetupError


def test_each_unit_has_a_panel_and_shares_are_drawn_in_percentage_points() -> None:
    fig = charts.rule_worth(made_up_rule_worth())
    titles = [fig.layout[f"xaxis{number}"].title.text for number in ("", 2, 3)]
    assert titles == list(worth_words.RULE_AXES.values())
    names = [list(fig.layout[f"yaxis{number}"].ticktext) for number in ("", 2, 3)]
    assert names == [
        ["mean score", "winning score", "margin: winner's lead", "first seat, above the table's mean"],
        ["close games (lead of 5 points or less)"], ["turns of all players"],
    ]  # fmt: skip
    shares = [trace for trace in fig.data if trace.mode == "markers" and trace.xaxis == "x2"]
    assert [x for trace in shares for x in trace.x] == [-2.0]
    assert next(trace for trace in shares if len(trace.x)).error_x.array[0] == pytest.approx(5)


def test_what_is_beyond_chance_is_full_and_named_once_in_the_legend() -> None:
    fig = charts.rule_worth(made_up_rule_worth())
    dots = [trace for trace in fig.data if trace.mode == "markers"]
    sure = [trace for trace in dots if trace.name == worth_words.BEYOND_CHANCE]
    assert [list(trace.x) for trace in sure] == [[5.0], [], []]
    assert {trace.marker.color for trace in dots if trace.name == worth_words.MAYBE_CHANCE} == {theme.PAPER}
    assert [trace.name for trace in fig.data if trace.showlegend] == [
        worth_words.BEYOND_CHANCE,
        worth_words.MAYBE_CHANCE,
    ]


def test_of_a_mixed_table_each_strategy_has_rows() -> None:
    fig = charts.rule_worth(made_up_rule_worth(("expert", "rush")))
    assert list(fig.layout.yaxis.ticktext)[-2:] == ["mean score of Expert", "mean score of Rush"]
    assert list(fig.layout.yaxis2.ticktext)[1:] == ["wins of Expert", "wins of Rush"]


def test_the_caption_tells_both_games() -> None:
    fig = charts.rule_worth(made_up_rule_worth())
    assert charts.text_of(fig, "subtitle") == "What the printed rules do, against longest trail bonus = 0"
    caption = charts.text_of(fig, "caption")
    for told in ("longest trail bonus = 0 (printed: 10)", "2 players", "Expert", "seed 3", "300", "pairs of games"):
        assert told in caption
    assert "changes the mean score by 5.00" in charts.text_of(fig, "alt")
    with pytest.raises(SetupError, match=r"draws the table of experiments\.worth_of_rule"):
        charts.rule_worth(made_up_worth())


@pytest.mark.parametrize("language", ["en", "pl"])
def test_titles_of_panels_on_a_phone_end_above_the_next_panel(language: str) -> None:
    fig = charts.rule_worth(made_up_rule_worth(), width=390, language=language)
    plot = fig.layout.height - fig.layout.margin.t - fig.layout.margin.b
    for above, below in (("", 2), (2, 3)):
        apart = plot * (fig.layout[f"yaxis{above}"].domain[0] - fig.layout[f"yaxis{below}"].domain[1])
        lines = fig.layout[f"xaxis{above}"].title.text.count("<br>") + 1
        zoom = fig.layout[f"yaxis{above}"].tickfont.size / 12
        assert lines > 1
        assert apart > zoom * (20 + dress.AXIS_LINE * lines)


def test_the_caption_names_both_games_in_the_language_in_use() -> None:
    table = made_up_rule_worth()
    assert "printed game: Ticket to Ride (USA); changed game: " in charts.text_of(charts.rule_worth(table), "caption")
    told = charts.text_of(charts.rule_worth(table, language="pl"), "caption")
    assert "gra drukowana: Ticket to Ride (USA); gra zmieniona: " in told
