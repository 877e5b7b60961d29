"""Charts of tournaments and sweeps: they show the numbers of their tables, and say what is not sure."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from axes import check_axis
from made_up_tournament import made_up_tournament

from ttr_analysis.charts import tournaments as charts
from ttr_analysis.charts.frame import signed, table_of, text_of
from ttr_analysis.charts.sweeps import MAX_VARIANTS, sweep
from ttr_analysis.errors import ResultError
from ttr_analysis.experiments.sweeps import alone_among
from ttr_analysis.experiments.tournament import Tournament, margins, matchups, score_counts, standings
from ttr_analysis.maps.folder import load_map
from ttr_analysis.results.source import of_map, tagged

HOSTILE = "<b>s1</b>"


@pytest.fixture(scope="module")
def played() -> Tournament:
    made = made_up_tournament([2.5, 0.0, 0.05], (0.3, 0.0), games=60, seed=3)
    rows = made.rows.assign(route_points=made.rows["score"] + 7, failed_cut_off=-7)
    return dataclasses.replace(made, rows=rows)


@pytest.fixture(scope="module")
def drawn(played: Tournament) -> dict[str, go.Figure]:
    return charts.tournament_charts(played)


def caption_of(fig: go.Figure) -> str:
    return " ".join(note.text for note in fig.layout.annotations if note.name == "caption").replace("<br>", " ")


@pytest.mark.parametrize("name", ["ladder", "win_matrix", "margins", "scores", "score_parts", "seats"])
def test_chart_has_units_caption_table_and_alternative_text(name: str, drawn: dict[str, go.Figure]) -> None:
    fig = drawn[name]
    for axis in (fig.layout.xaxis, fig.layout.yaxis):
        check_axis(axis.title.text)
    for word in (
        "Map Ticket to Ride (USA)",
        "ticket set base",
        "2 players",
        "S0, S1, S2",
        "seed 1",
        "n\xa0=\xa060 games",
        "95\xa0% intervals",
    ):
        assert word in caption_of(fig)
    assert text_of(fig, "title")
    assert len(text_of(fig, "alt")) > 30
    assert len(table_of(fig)) > 0


def test_the_best_is_on_top_of_the_ladder_with_its_interval(played: Tournament, drawn: dict[str, go.Figure]) -> None:
    (dots,) = drawn["ladder"].data
    best = standings(played).iloc[0]
    assert (dots.y[-1], best["strategy"]) == ("S0", "s0")
    assert dots.x[-1] + dots.error_x.array[-1] == pytest.approx(best["rating_high"])
    assert dots.customdata[-1][2] == pytest.approx(100 * best["win_share"])


def test_the_matrix_says_which_pairs_are_not_told_apart(played: Tournament, drawn: dict[str, go.Figure]) -> None:
    sure, unsure, legend = drawn["win_matrix"].data
    compared = matchups(played).set_index(["strategy", "opponent"]).rename(index=str.capitalize)
    seen = set()
    for row, one in enumerate(sure.y):
        for column, other in enumerate(sure.x):
            values = [trace.z[row][column] for trace in (sure, unsure)]
            if one == other:
                assert np.isnan(values).all()
                continue
            decided = bool(compared.loc[(one, other), "p_adjusted"] <= 0.05)
            seen.add(decided)
            share = 100 * compared.loc[(one, other), "win_share"]
            assert values[1 - decided] == pytest.approx(share)
            assert np.isnan(values[decided])
            text = (sure if decided else unsure).text[row][column]
            assert text == (f"{share:.0f}" if decided else f"≈ {share:.0f}")
    assert seen == {True, False}
    assert legend.showlegend
    assert (sure.zmin + sure.zmax) / 2 == 50, "neutral is the fair share"


def test_a_strip_shows_every_game_and_is_the_same_each_time(played: Tournament) -> None:
    leads, compared = margins(played, [("s0", "s1"), ("s1", "s2")]), matchups(played)
    one, two = (charts.margins(leads, compared) for _ in range(2))
    assert one.to_json() == two.to_json()
    *dots, mean = one.data
    assert sum(len(trace.x) for trace in dots) == 120
    row = compared.set_index(["strategy", "opponent"]).loc[("s0", "s1")]
    assert mean.x[1] == pytest.approx(row["margin"])
    assert mean.x[1] - mean.error_x.arrayminus[1] == pytest.approx(row["margin_low"])
    ahead = dots[0]
    assert (np.array(ahead.x) > 0).all()
    for x, words in zip(ahead.x, ahead.customdata, strict=True):
        chosen = leads[(leads["strategy"] == words[0].lower()) & (leads["game"] == words[3])]
        assert words[2] == 1
        assert chosen["margin"].item() == x


def test_of_many_games_some_are_drawn_and_the_caption_says_so() -> None:
    many = made_up_tournament([1.0, 0.0], (0.0, 0.0), games=3 * charts.MAX_DOTS, seed=1)
    fig = charts.margins(margins(many, [("s0", "s1")]), matchups(many))
    assert sum(len(trace.x) for trace in fig.data[:-1]) == charts.MAX_DOTS
    assert len(table_of(fig)) == 3 * charts.MAX_DOTS
    assert f"{charts.MAX_DOTS} games per pair are drawn" in text_of(fig, "caption")


def test_violins_span_the_scores_and_print_mean_and_n(played: Tournament, drawn: dict[str, go.Figure]) -> None:
    fig, counts = drawn["scores"], score_counts(played)
    best = standings(played).iloc[0]
    mine = counts[counts["strategy"] == best["strategy"]]
    outline = fig.data[-3]
    assert (min(outline.x), max(outline.x)) == (mine["score"].min(), mine["score"].max())
    printed = [note.text for note in fig.layout.annotations if note.name not in ("caption", "subtitle")]
    assert printed[-1] == f"<b>{best['score']:.1f}</b><br>n = {mine['players'].sum()}"


def test_violins_bear_a_single_score(played: Tournament) -> None:
    level = played.rows.assign(score=50)
    same = dataclasses.replace(played, rows=level)
    fig = charts.score_violins(score_counts(same), standings(same))
    assert set(fig.data[0].x) == {50}


def test_the_parts_stand_in_the_order_of_the_ladder(played: Tournament, drawn: dict[str, go.Figure]) -> None:
    bars = {trace.name: trace for trace in drawn["score_parts"].data}
    assert list(bars["routes"].y) == standings(played)["strategy"].str.capitalize().tolist()[::-1]
    assert set(bars["tickets cut off"].x) == {-7}


def test_hostile_names_stay_text(played: Tournament) -> None:
    entries = tuple(entry.model_copy(update={"name": HOSTILE}) if entry.name == "s1" else entry
                    for entry in played.manifest.strategies)  # fmt: skip
    hostile = dataclasses.replace(played, manifest=played.manifest.model_copy(update={"strategies": entries}))
    for fig in charts.tournament_charts(hostile).values():
        assert HOSTILE not in str(go.Figure(fig).update_layout(meta=None).to_dict())


def swept_table(**values: list[float]) -> pd.DataFrame:
    grid = pd.MultiIndex.from_product(values.values(), names=values.keys()).to_frame(index=False)
    grid.insert(0, "variant", [f"plan <{row}>" for row in range(len(grid))])
    difference = np.arange(len(grid)) - 1.0
    for name, value, half in (("score", 100 + difference, 2.0), ("win_share", 0.5 + difference / 100, 0.1),
                              ("difference", difference, 0.5)):  # fmt: skip
        grid = grid.assign(**{name: value, f"{name}_low": value - half, f"{name}_high": value + half})
    return grid.assign(games=40)


def test_one_weight_gives_lines_through_the_default() -> None:
    table = swept_table(share=[0.6, 0.1, 0.4])
    source = {"map": of_map(load_map("usa")), "players": 2, "seed": 7, "games": 40, "asked": 40}
    told = {"defaults": {"share": 0.2}, "default_win_share": [0.7, 0.6, 0.8]}
    fig = sweep(tagged(table, alone_among(source, "plan", ["random"]) | told))
    difference, line, default, wins, line_of_wins, wins_of_default = fig.data
    assert list(difference.x) == [0.1, 0.4, 0.6]
    assert list(difference.y) == [0, 1, -1]
    assert difference.error_y.array == pytest.approx(np.full(3, 0.5))
    assert wins.y == pytest.approx([50, 51, 49])
    assert list(line.x) == [0.1, 0.2, 0.4, 0.6]
    assert (list(default.x), list(default.y)) == ([0.2], [0])
    assert list(line_of_wins.y) == pytest.approx([50, 70, 51, 49])
    assert (list(wins_of_default.x), list(wins_of_default.y)) == ([0.2], [70])
    assert wins_of_default.error_y.array == pytest.approx([10])
    axes = [fig.layout[name].title.text for name in ("xaxis", "yaxis", "xaxis2", "yaxis2")]
    for title in axes:
        check_axis(title)
    for word in (
        "Map Ticket to Ride (USA)",
        "variant of Plan",
        "all others play Random",
        "seed 7",
        "n\xa0=\xa040 games",
        "95\xa0% intervals",
    ):
        assert word in caption_of(fig)
    assert "+1.0 points above the default" in text_of(fig, "alt")


def test_wins_of_a_default_that_no_table_tells_are_not_drawn() -> None:
    *_, wins, line = sweep(swept_table(share=[0.6, 0.1]), {"share": 0.2}).data
    assert list(line.x) == list(wins.x) == [0.1, 0.6]


def test_panels_lie_below_each_other_on_a_phone_only() -> None:
    panels = {}
    for width in (390, 900):
        layout = sweep(swept_table(share=[0.6, 0.1]), {"share": 0.2}, width=width).layout
        panels[width] = layout.xaxis.domain == layout.xaxis2.domain, layout.yaxis.domain == layout.yaxis2.domain
    assert panels == {390: (True, False), 900: (False, True)}


def test_the_colour_bar_is_as_high_as_the_map_with_its_title_along_it() -> None:
    bar = sweep(swept_table(share=[0.1, 0.2], reserve=[3.0, 4.0]), {"share": 0.2, "reserve": 4.0}).data[0].colorbar
    assert (bar.len, bar.title.side, bar.title.text) == (1.0, "right", "Difference (points)")


def test_two_weights_give_a_map_with_unsure_cells_in_gray() -> None:
    table = swept_table(share=[0.1, 0.2], reserve=[3.0, 4.0, 5.0])
    sure, unsure, legend, default = sweep(table, {"share": 0.2, "reserve": 4.0}).data
    assert legend.showlegend
    assert unsure.text[1][0] == "≈ 0.0"
    assert sure.text[0][0] == "−1.0"
    assert sure.text[2][1] == "+4.0"
    assert np.isnan(sure.z[1][0])
    assert sure.zmin == -sure.zmax
    assert (list(default.x), list(default.y)) == ([1], [1])


def test_more_weights_give_a_list_of_the_best() -> None:
    table = swept_table(share=[0.1, 0.2, 0.3], reserve=[3.0, 4.0, 5.0], length=[1.0, 2.0, 3.0])
    fig = sweep(table, {"share": 0.2, "reserve": 4.0, "length": 2.0})
    assert len(fig.data[0].y) == MAX_VARIANTS
    assert fig.data[0].y[-1] == "0.3, 5, 3"
    assert "by default 0.2, 4, 2." in text_of(fig, "caption")
    assert f"{MAX_VARIANTS} best of 27" in text_of(fig, "caption")
    assert "plan <" not in str(go.Figure(fig).update_layout(meta=None).to_dict())


def test_a_weight_without_default_is_refused() -> None:
    with pytest.raises(ResultError, match="'share' has no default; weights with one: length"):
        sweep(swept_table(share=[0.1]), {"length": 2.0})


def test_differences_have_a_sign_but_for_0() -> None:
    assert [signed(1234.4), signed(-2.25, 1), signed(0), signed(-0.3)] == ["+1,234", "−2.2", "0", "0"]
