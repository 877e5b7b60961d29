"""Charts of exact odds and of best networks: what they show is what the tables say."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import plotly.graph_objects as go
import pytest
from axes import check_axis

from ttr_analysis.charts import odds as odds_plots
from ttr_analysis.charts import optimum as optimum_plots
from ttr_analysis.charts import ranges
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.frame import table_of, text_of
from ttr_analysis.exact import odds
from ttr_analysis.exact.optimum import BestNetwork, best_network, optimum_by_trains
from ttr_analysis.maps.folder import load_map
from ttr_analysis.rules import EUROPE, RULE_SETS, USA

TUNNELS = {f"length {n}": odds.tunnel_table(EUROPE.cards, n, "red") for n in (1, 4)}
TIMES = {f"{n} red": odds.draws_until(USA.cards, {"red": n}).in_turns() for n in (2, 6)}
CLEARED = {name: odds.market_clearings(USA, 20, policy=name) for name in ("others", "any")}  # type: ignore[arg-type]
COSTS = {n: odds.tunnel_table(EUROPE.cards, n, "red") for n in (1, 4)}
ATTEMPT = odds.tunnel_odds(EUROPE.cards, 2, "red", {"red": 3})

CHARTS: dict[str, Callable[[], go.Figure]] = {
    "surcharge": lambda: odds_plots.surcharge_odds(ATTEMPT, note="Text."),
    "success": lambda: odds_plots.tunnel_success(TUNNELS, note="Text."),
    "cost": lambda: odds_plots.tunnel_costs(COSTS, note="Text."),
    "waiting": lambda: odds_plots.waiting_times(TIMES, "How long", note="Text."),
    "blind": lambda: odds_plots.blind_or_locomotive(odds.blind_or_locomotive(USA.cards), note="Text."),
    "clearings": lambda: odds_plots.market_clearings(CLEARED, note="Text."),
}


@pytest.fixture(scope="module")
def best() -> BestNetwork:
    return best_network(load_map("first_journey_usa"))


@pytest.mark.parametrize("name", CHARTS)
def test_chart_has_units_caption_table_and_alternative_text(name: str) -> None:
    fig = CHARTS[name]()
    for axis in (fig.layout.xaxis, fig.layout.yaxis):
        check_axis(axis.title.text)
    assert [note.text for note in fig.layout.annotations if note.name == "caption"] == ["Text. Exact."]
    assert text_of(fig, "title")
    assert len(text_of(fig, "alt")) > 30
    assert len(table_of(fig)) > 0


def test_surcharges_are_split_by_what_the_hand_pays() -> None:
    paid, failed = CHARTS["surcharge"]().data
    assert (list(paid.x), list(failed.x)) == ([0, 1], [2, 3])
    assert f"{100 * ATTEMPT.success:.1f} %" in text_of(CHARTS["surcharge"](), "title")
    even = dataclasses.replace(ATTEMPT, surcharge=(0.5, 0.5))
    (every,) = [trace for trace in odds_plots.surcharge_odds(even).data if len(trace.x)]
    assert list(every.y) == [50, 50]


def test_lines_show_percent_by_group() -> None:
    for trace, table in zip(CHARTS["success"]().data, TUNNELS.values(), strict=True):
        assert np.allclose(trace.y, 100 * table["success"])
    for trace, time in zip(CHARTS["waiting"]().data, TIMES.values(), strict=True):
        assert np.allclose(trace.y, 100 * time.in_hand[: len(trace.y)])
        assert trace.y[-1] >= 99
    assert len({trace.marker.symbol for trace in CHARTS["waiting"]().data}) == 2
    with pytest.raises(ValueError, match="one unit"):
        odds_plots.waiting_times({"a": TIMES["2 red"], "b": odds.draws_until(USA.cards, 3)}, "")


def test_a_set_that_may_never_come_has_a_chart_too() -> None:
    never = odds.draws_until(USA.cards, {"red": 3}, deck=5).in_turns()
    assert len(odds_plots.waiting_times({"three": never}, "").data[0].x) == never.in_hand.size


def test_the_best_network_stands_out_on_its_board(best: BestNetwork) -> None:
    game_map = load_map("first_journey_usa")
    fig = optimum_plots.best_network(game_map, best)
    assert "23 points with 20 trains (proven best)" in fig.layout.title.text
    table = table_of(fig)
    assert table[table.what == "track"].name.tolist() == [track.name for track in best.tracks]
    assert table.points.sum() == best.points
    caption = " ".join(note.text for note in fig.layout.annotations).replace("<br>", " ")
    assert "bound 23" in caption
    assert "bonus tickets are not" in caption, "the notes stand under the board"


def test_the_frontier_shows_points_and_what_is_not_ruled_out() -> None:
    table = optimum_by_trains(load_map("first_journey_usa"), (0, 4, 8))
    fig = optimum_plots.optimum_by_trains(table)
    points = next(trace for trace in fig.data if trace.name == "proven best")
    assert list(points.y) == table["points"].tolist()
    assert "upper bound" not in {trace.name for trace in fig.data}
    assert fig.layout.xaxis.dtick == 1, "there are no half pieces"
    open_ = table.assign(proven=[True, True, False], bound=table["points"] + [0, 0, 3])
    names = {trace.name: trace for trace in optimum_plots.optimum_by_trains(open_).data}
    assert list(names["best found"].x) == [8]
    assert list(names["upper bound"].y) == open_["bound"].tolist()


def test_the_numbers_in_narrow_bars_stand_upright_and_fit() -> None:
    fig = odds_plots.blind_or_locomotive(odds.blind_or_locomotive(USA.cards), width=390)
    room = (fig.layout.width - ranges.margin_of(fig, "l") - 40) / 9
    for bar in fig.data:
        assert bar.textangle == 0
        assert all(text_width(text, bar.insidetextfont.size) < bar.width * room for text in bar.text)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_line_of_a_locomotive_is_named_left_of_the_bars_that_cross_it(language: str) -> None:
    table = odds.blind_or_locomotive(USA.cards)
    first = int(table["blind_is_better"].to_numpy().argmax())
    for width in (390, 838):
        fig = odds_plots.blind_or_locomotive(table, width=width, language=language)
        (note,) = (each for each in fig.layout.annotations if each.y == 1 and each.name != "subtitle")
        longest = max(text_width(line, note.font.size) for line in note.text.split("<br>"))
        plot = fig.layout.width - ranges.margin_of(fig, "l") - 40
        assert longest + note.xshift < (first + 0.2) / len(table) * plot + 8


def test_the_title_of_tunnel_costs_has_the_digits_of_its_bars() -> None:
    figure = odds_plots.tunnel_costs(COSTS)
    (told,) = figure.data[1].text[-1:]
    assert f"costs {told.removeprefix('+')} cards more" in text_of(figure, "title")


def test_rules_named_as_in_code_have_their_title_in_charts() -> None:
    tables = {name: odds.market_clearings(RULE_SETS[name], 3) for name in ("usa", "europe")}
    fig = odds_plots.market_clearings({**tables, "mine": tables["usa"]})
    assert [trace.name for trace in fig.data] == ["Ticket to Ride", "Europe", "mine"]


def test_best_networks_count_trains_and_where_there_are_ships_pieces() -> None:
    usa, world = load_map("usa"), load_map("rails_sails_world")
    homeless = dataclasses.replace(usa, name="nowhere to be found")
    told = [
        text_of(optimum_plots.optimum_by_trains(optimum_by_trains(each, [3])), "title")
        for each in (usa, world, homeless)
    ]
    assert "3 trains bring" in told[0]
    assert "3 pieces bring" in told[1]
    assert "3 pieces bring" in told[2]
