"""Charts: units on every axis, captions from manifests, names that stay text and apart."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from axes import check_axis
from made_up import made_up_result

from ttr_analysis import charts, stats
from ttr_analysis.charts import dress, ranges, scores, words
from ttr_analysis.charts.board import heat_maps
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.frame import (
    LEGEND_ROW,
    PAGE_TOP,
    TITLE_ROOM,
    WIDTH,
    attach,
    for_page,
    table_of,
    text_of,
    with_caption,
)
from ttr_analysis.charts.labels import place_labels
from ttr_analysis.charts.theme import FONT_SIZE
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.maps.folder import load_map
from ttr_analysis.results.result import Result
from ttr_analysis.stats import by_game

HOSTILE = "<script>alert(1)</script>"

CHARTS: dict[str, Callable[[Result], pd.DataFrame]] = {
    "ticket_outcomes": stats.ticket_outcomes,
    "ticket_worth": stats.ticket_outcomes,
    "score_parts": stats.score_parts,
    "score_distribution": stats.score_distribution,
    "win_share_by_seat": stats.win_share_by_seat,
    "win_share_by_strategy": stats.win_share_by_strategy,
    "game_lengths": stats.game_lengths,
    "pieces_left": stats.pieces_left,
    "claim_turns_by_length": stats.claim_turns_by_length,
}
"""Charts of a result, and the function that makes their table."""


@pytest.fixture(scope="module")
def result() -> Result:
    return made_up_result(games=100, lineup=("random", "greedy_points", "random", "greedy_points"))


@pytest.mark.parametrize("name", CHARTS)
def test_chart_has_units_caption_table_and_alternative_text(name: str, result: Result) -> None:
    fig = getattr(charts, name)(result)
    assert fig.to_json() == getattr(charts, name)(CHARTS[name](result)).to_json(), "the table is as good as the result"
    for axis in (fig.layout.xaxis, fig.layout.yaxis):
        check_axis(axis.title.text)
    drawn = " ".join(note.text for note in fig.layout.annotations if note.name == "caption").replace("<br>", " ")
    for word in (
        "Map Ticket to Ride (USA)",
        "set base",
        "4 players",
        "Greedy points",
        "seed 1",
        "n = 100 games",
        "intervals",
    ):
        assert word in drawn.replace("\xa0", " ")
    assert text_of(fig, "title")
    assert len(text_of(fig, "alt")) > 30
    assert len(table_of(fig)) > 0


@pytest.mark.parametrize("measure", heat_maps.MEASURES)
def test_board_shows_a_measure_with_its_unit(measure: str, result: Result) -> None:
    fig = heat_maps.track_values(result, measure)
    bars = [trace.marker.colorbar.title.text for trace in fig.data if trace.marker.showscale]
    assert len(bars) == 1
    assert heat_maps.MEASURES[measure].unit.split()[0] in bars[0]
    for line in re.sub("<span.*", "", bars[0]).split("<br>"):
        assert 0.86 * text_width(line, 13) + 12 <= fig.layout.margin.r, "else the bar takes room from the board"
    assert measure in table_of(fig)
    method = "Wilson" if measure.endswith("_share") else "bootstrap"
    assert f"95 % intervals: {method}" in text_of(fig, "caption")
    hover = next(trace for trace in fig.data if trace.name == "tracks").hovertext
    assert all("interval" in text and "n = " in text for text in hover)


def test_board_refuses_tables_of_other_maps_and_unknown_measures(result: Result) -> None:
    track_table = stats.track_values(result)
    with pytest.raises(ResultError, match="does not belong to map 'europe'"):
        heat_maps.track_values(track_table, game_map=load_map("europe"))
    with pytest.raises(ResultError, match="there is no measure 'fun'; choose one of: claim_share"):
        heat_maps.track_values(track_table, "fun")


def test_captions_tell_stopped_runs_and_reconstructed_ticket_sets(result: Result) -> None:
    def caption(some: Result) -> str:
        return text_of(charts.game_lengths(some), "caption")

    stopped = dataclasses.replace(result, manifest=result.manifest.model_copy(update={"complete": False, "games": 500}))
    assert "n = 100 games (stopped early; 500 were requested)" in caption(stopped)
    first = made_up_result(load_map("first_journey_europe"), games=30)
    assert "reconstruction" in caption(first)
    assert "2 × Random, 2 × Greedy points, seats rotated" in caption(result)


def test_a_caption_names_the_method_of_the_intervals_shown(result: Result) -> None:
    worth = text_of(charts.ticket_worth(result), "caption")
    assert "95 % intervals: Wilson for shares, bootstrap by game for means." in worth
    assert "95 % intervals: bootstrap by game." in text_of(charts.win_share_by_seat(result), "caption")
    assert "without intervals" in text_of(charts.game_lengths(result), "caption")


def test_a_table_keeps_its_source_when_rows_are_chosen_and_on_disk(result: Result, tmp_path: Path) -> None:
    tickets = stats.ticket_outcomes(result)
    tickets[tickets["kept"] > 0].sort_values("made_share").to_parquet(tmp_path / "tickets.parquet")
    again = text_of(charts.ticket_outcomes(pd.read_parquet(tmp_path / "tickets.parquet")), "caption")
    assert again == text_of(charts.ticket_outcomes(tickets), "caption")
    assert "n = 100 games" in again


def test_a_table_without_a_source_says_so_instead_of_a_wrong_caption(result: Result) -> None:
    seats = stats.win_share_by_seat(result)
    seats.attrs = {}
    assert "Source unknown" in text_of(charts.win_share_by_seat(seats), "caption")
    other = made_up_result(games=40)
    mixed = stats.joined([stats.win_share_by_seat(other), seats])
    assert "Source unknown" in text_of(charts.win_share_by_seat(mixed), "caption")


def test_every_chart_is_offered_by_the_room() -> None:
    assert set(CHARTS) <= set(dir(charts))
    for name in dir(charts):
        assert getattr(charts, name) is not None


def test_hostile_names_stay_text(result: Result) -> None:
    tickets = stats.ticket_outcomes(result)
    tickets.loc[0, "name"] = HOSTILE
    for fig in (charts.ticket_outcomes(tickets), charts.ticket_worth(tickets)):
        assert HOSTILE not in str(fig.update_layout(meta=None).to_dict())
    parts = stats.score_parts(result).replace({"strategy": {"random": HOSTILE}})
    assert HOSTILE not in str(charts.score_parts(parts).update_layout(meta=None).to_dict())


def test_seats_show_the_fair_share_and_whiskers(result: Result) -> None:
    fig = charts.win_share_by_seat(stats.win_share_by_seat(result))
    assert [shape.y0 for shape in fig.layout.shapes] == [25]
    points = fig.data[0]
    assert points.y.sum() == pytest.approx(100)
    assert (np.array(points.error_y.array) > 0).all()


def test_losses_lie_left_of_zero(result: Result) -> None:
    fig = charts.score_parts(stats.score_parts(result))
    bars = {trace.name: trace.x for trace in fig.data if trace.type == "bar"}
    assert (bars["tickets cut off"] <= 0).all()
    assert (bars["tickets unfinished"] < 0).all()
    assert (bars["routes"] > 0).all()
    assert fig.layout.barmode == "relative"


def test_a_part_that_nobody_scores_is_not_in_the_legend(result: Result) -> None:
    parts = stats.score_parts(result)
    ends = ["mean", "mean_low", "mean_high"]
    parts.loc[parts["part"] == "routes", ends] = 0.0
    names = {trace.name for trace in charts.score_parts(parts).data}
    assert "routes" not in names
    assert {"tickets made", "score"} <= names


def test_bars_of_counts_begin_at_the_least_that_occurs() -> None:
    shares = [0.0, 0.0, 0.6, 0.0, 0.4, 0.0]
    table = pd.DataFrame({"group": "all", "value": range(8, 14), "players": 5, "share": shares})
    (bars,) = charts.pieces_left(table).data
    assert list(bars.x) == [10, 11, 12], "a gap between them stays"
    assert list(bars.y) == [60, 0, 40]


def test_pieces_are_called_by_their_name_where_there_is_one_kind_only() -> None:
    assert "trains left" in charts.text_of(charts.pieces_left(made_up_result(games=40)), "title")
    assert "wagonu" in charts.text_of(charts.pieces_left(made_up_result(games=40), language="pl"), "title")
    several = stats.pieces_left(made_up_result(load_map("rails_sails_world"), 40, ("random",) * 3))
    assert "pieces left" in charts.text_of(charts.pieces_left(several), "title")


def test_labels_do_not_collide_and_stay_inside() -> None:
    random = np.random.default_rng(3)
    points = random.uniform((40, 40), (660, 460), (40, 2))
    words = [f"City {i}-Town {i}" for i in range(40)]
    obstacle = (300.0, 200.0, 400.0, 220.0)
    placed = place_labels(points, words, (700, 500), obstacles=[obstacle])
    assert len(placed) >= 36
    boxes = [(label.x - w / 2, label.y - 7.1, label.x + w / 2, label.y + 7.1)
             for label in placed for w in [text_width(words[label.index], 11.0)]]  # fmt: skip
    for i, one in enumerate(boxes):
        assert one[0] >= 0
        assert one[2] <= 700
        for two in [*boxes[:i], obstacle]:
            assert not (one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3])


def test_labels_without_room_are_left_out() -> None:
    assert place_labels(np.full((30, 2), 50.0), ["a very long name"] * 30, (100, 100)) == []
    assert place_labels(np.empty((0, 2)), [], (100, 100)) == []


def test_page_and_export_variants_of_a_chart(result: Result) -> None:
    fig = charts.win_share_by_seat(result)
    bare = for_page(fig)
    assert bare.layout.title.text is None
    assert not [note for note in bare.layout.annotations if note.name == "caption"]
    assert bare.layout.height < fig.layout.height
    plain = attach(go.Figure(), "Plain", table=pd.DataFrame(), caption="Drawn later.")
    captions = [note.text for note in with_caption(plain).layout.annotations if note.name == "caption"]
    assert captions == ["Drawn later."]
    assert with_caption(fig).layout.height == fig.layout.height, "a caption is drawn once"


def test_foreign_figures_give_the_points_of_their_traces() -> None:
    table = table_of(go.Figure(go.Scatter(x=[1, 2], y=[3, 4], name="line")))
    assert table.to_dict("list") == {"trace": ["line", "line"], "x": [1, 2], "y": [3, 4]}


def test_tickets_never_kept_do_not_break_the_charts(result: Result) -> None:
    rare = dataclasses.replace(result, tickets=result.tickets[result.tickets["ticket"] != 2])
    tickets = stats.ticket_outcomes(rare)
    assert len(charts.ticket_outcomes(tickets).data[0].y) == len(tickets)
    assert len(charts.ticket_worth(tickets).data[0].x) == len(tickets) - 1


def test_a_legend_of_two_rows_gets_the_room_of_two_rows() -> None:
    chart = charts.score_parts(made_up_result(load_map("europe"), 60), language="pl")
    rows = dress.legend_rows(chart, WIDTH)
    assert rows > 1
    assert chart.layout.margin.t >= TITLE_ROOM + (rows - 1) * LEGEND_ROW
    assert for_page(chart).layout.margin.t == PAGE_TOP


@pytest.mark.parametrize("draw", [charts.score_distribution, charts.win_share_by_seat, charts.game_lengths])
@pytest.mark.parametrize("data", [None, "usa"])
def test_what_is_neither_games_nor_a_table_is_refused(draw: Callable[[Any], Any], data: object) -> None:
    with pytest.raises(SetupError, match=r"this chart draws games or the table of \w+, not "):
        draw(data)


def test_an_empty_table_is_refused(result: Result) -> None:
    with pytest.raises(SetupError, match=r"the table is empty, .*; win_share_by_seat makes one"):
        charts.win_share_by_seat(stats.win_share_by_seat(result).iloc[:0])


def test_a_figure_has_no_other_texts(result: Result) -> None:
    with pytest.raises(SetupError, match="is 'captoin', but must be one of: title, subtitle, caption, alt"):
        charts.text_of(charts.win_share_by_seat(result), "captoin")


def test_every_part_of_a_score_has_a_color_and_a_name_of_its_own() -> None:
    assert list(scores.PART_COLORS) == list(by_game.PARTS)
    assert len(set(scores.PART_COLORS.values())) == len(by_game.PARTS)
    assert set(by_game.PARTS) <= set(words.LABELS)


def test_grand_tours_are_a_part_of_the_score() -> None:
    result = made_up_result(load_map("india"), games=60)
    players = result.players.assign(grand_tour_points=10, score=result.players["score"] + 10)
    drawn = charts.score_parts(dataclasses.replace(result, players=players))
    (bar,) = [trace for trace in drawn.data if trace.name == "Grand Tours"]
    assert list(bar.x) == [10] * len(bar.x)


def test_there_is_room_above_the_first_bar_for_the_number_of_its_score(result: Result) -> None:
    fig = charts.score_parts(result)
    low, high = fig.layout.yaxis.range
    plot = fig.layout.height - fig.layout.margin.t - fig.layout.margin.b
    rows = len({row for trace in fig.data for row in trace.y})
    assert (high - (rows - 1)) * plot / (high - low) > 42 / 2 + 12, "half of the mark, and the number on it"


def test_lengths_with_the_same_median_are_all_named() -> None:
    table = stats.claim_turns_by_length(made_up_result(games=40))
    quantiles = np.array([[5.0, 5, 9], [6, 6, 10], [7, 7, 11], [8, 8, 12], [9, 9, 13]])
    table = table.head(3).assign(claims=4000, **dict(zip(("q05", "q25", "q50", "q75", "q95"), quantiles, strict=True)))
    fig = charts.claim_turns_by_length(table)
    assert charts.text_of(fig, "title").startswith("Claimed first: length 1 and 2, in round 7; last: length 3")
    assert "Claimed first: length 1 and 2 (median round 7)" in charts.text_of(fig, "alt")


def test_a_range_of_one_score_is_that_score() -> None:
    table = stats.score_distribution(made_up_result(games=40)).head(2)
    table = table.assign(score_from=[0, 1], score_to=[0, 4], share=[0.7, 0.3])
    fig = charts.score_distribution(table)
    assert list(fig.data[0].customdata) == ["0 points", "1 to 4 points", ""]
    assert charts.text_of(fig, "alt").startswith("Distribution of final scores; most frequent: 0 points.")


def test_few_strategies_do_not_fill_a_tall_figure_with_their_bars() -> None:
    one = stats.win_share_by_strategy(made_up_result(games=40))
    assert charts.win_share_by_strategy(one).data[0].width == 0.8
    assert charts.win_share_by_strategy(one, size="square").data[0].width < 0.3


@pytest.mark.parametrize("width", [390, 838, 1200])
def test_numbers_in_bars_of_parts_fit_and_keep_off_the_score_and_its_whiskers(width: int) -> None:
    fig = charts.score_parts(made_up_result(load_map("europe"), 60), width=width)
    *bars, score = fig.data
    low, high = ranges.held(fig, "x", "x") or (0.0, 0.0)
    wide = fig.layout.width - ranges.margin_of(fig, "l") - ranges.margin_of(fig, "r")
    pixel = (high - low) / wide * fig.layout.meta["drawn"]["zoom"]
    for row in range(len(score.x)):
        ends = {True: 0.0, False: 0.0}
        for bar in bars:
            middle, ends[bar.x[row] > 0] = ends[bar.x[row] > 0] + bar.x[row] / 2, ends[bar.x[row] > 0] + bar.x[row]
            if bar.text[row]:
                half = pixel * text_width(bar.text[row], FONT_SIZE) / 2
                assert abs(bar.x[row]) > 2 * half
                assert abs(middle - score.x[row]) > half + score.error_x.array[row]
    assert sum(bool(text) for bar in bars for text in bar.text) >= 3


def test_marks_of_scores_are_a_little_longer_than_their_bars() -> None:
    lineup = ("random", "greedy_points", "expert", "racer")
    fig = charts.score_parts(made_up_result(games=60, lineup=lineup))
    pitch = (fig.layout.height - fig.layout.margin.t - fig.layout.margin.b) / (len(fig.data[-1].y) + scores.NUMBER_ROOM)
    long, bar = scores.MARK_LENGTH * fig.data[-1].marker.size, (1 - fig.layout.bargap) * pitch
    assert bar < long < bar + 10
