"""Ticket difficulty: by hand on a small map, against published ratios, on every ticket set, and its fit to games."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
import pandas as pd
import pytest
from how_often import first
from made_up import made_up_result
from made_up_maps import made

from ttr_analysis import stats
from ttr_analysis.errors import MapError, ResultError
from ttr_analysis.exact import paths
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import Ticket
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result

EVERY_SET = [(name, ticket_set) for name in available_maps() for ticket_set in load_map(name).ticket_sets]

# A square with a tail, one side double; A-C goes through B, B-E over A and D or C and D.
SQUARE = made(
    ("A", "B", 1), ("B", "C", 2), ("C", "D", 1), ("D", "A", 3), ("A", "B", 1), ("D", "E", 2),
    tickets=("A-C", "A-E", "B-C"),
)  # fmt: skip


def with_tour(points: int = 12) -> GameMap:
    star = made(("Hub", "A", 1), ("Hub", "B", 1), ("Hub", "C", 1), ("A", "B", 4), ("B", "C", 3), tickets=("A-C",))
    tour = Ticket(1, ("A", "B", "C"), points, points_out_of_order=6, penalty=9)
    return dataclasses.replace(star, tickets=(*star.tickets, tour))


def test_by_hand() -> None:
    table = stats.ticket_difficulty(SQUARE).set_index("name")
    first, long, short = table.loc["A-C"], table.loc["A-E"], table.loc["B-C"]
    assert table["trains"].tolist() == [3, 5, 2]
    assert table["routes"].tolist() == [2, 2, 1]
    assert table["route_points"].tolist() == [1 + 2, 4 + 2, 2]
    assert table["cards"].tolist() == [3, 5, 2]
    assert table["turns"].tolist() == [3 / 2 + 2, 5 / 2 + 2, 2 / 2 + 1]
    assert table["paths"].tolist() == [2, 1, 2]
    assert (first["points_per_train"], first["all_per_train"]) == (5 / 3, 8 / 3)
    assert (first["points_per_turn"], first["all_per_turn"]) == (5 / 3.5, 8 / 3.5)
    assert (first["track_detour"], first["route_detour"]) == (1, 1)  # B-C: 4 by D instead of 3
    assert (short["track_detour"], short["route_detour"]) == (3, 3)  # 5 by A and D instead of 2
    assert long["track_detour"] == long["route_detour"] == np.inf  # D-E is the only way to E
    assert first["resistance"] == pytest.approx(3 * 4 / 7)
    assert long["resistance"] == pytest.approx(2 + 3 * 4 / 7)
    # A-B-C-D-E, 6 trains, holds all three: A-C and A-E alone take 3 + 5, A-E and B-C 5 + 2.
    assert table["partners"].tolist() == ["A-E; B-C", "A-C; B-C", "A-C; A-E"]
    assert table["partner_saving"].tolist() == [2, 2, 2]
    assert paths.ticket_overlap(SQUARE, "A-E", "B-C") == 1
    assert table["rank"].tolist() == [2, 1, 3]
    assert table["hardness"].tolist() == [0.5, 1, 0]


def test_the_loss_of_a_track_of_a_double_route_is_not_that_of_the_route() -> None:
    double = made(("A", "B", 2), ("A", "B", 2), ("B", "C", 3), ("A", "C", 4), tickets=("A-B",))
    row = stats.ticket_difficulty(double).iloc[0]
    assert (row["track_detour"], row["route_detour"]) == (0, 5)
    assert (row["hardness"], row["rank"]) == (0, 1)


def test_a_tour_is_taken_in_order() -> None:
    tour = stats.ticket_difficulty(with_tour()).iloc[1]
    assert (tour["joining_trains"], tour["trains"]) == (3, 5)  # over the hub all three; in order A, hub, B, C
    assert tour["points_per_train"] == 12 / 5
    assert tour["resistance"] > stats.ticket_difficulty(with_tour()).iloc[0]["resistance"]


def test_a_tour_that_no_path_keeps_in_order_is_the_hardest() -> None:
    star = with_tour().without(3, 4)
    table = stats.ticket_difficulty(star)
    assert table.loc[1, "trains"] == np.inf
    assert table.loc[1, "joining_trains"] == 3
    assert np.isnan(table.loc[1, "routes"])
    assert np.isnan(table.loc[1, "all_per_train"])  # unknown, not nothing
    assert table["rank"].tolist() == [2, 1]


def test_ratios_are_the_published_ones() -> None:
    usa = load_map("usa")
    ratios = stats.ticket_difficulty(usa).set_index("name")["all_per_train"].round(2)
    best = {"Vancouver-Montréal": 3.20, "Los Angeles-Miami": 3.16, "Seattle-New York": 3.10}
    assert ratios.sort_values(ascending=False).head(3).to_dict() == {usa.ticket(k).name: v for k, v in best.items()}
    assert ratios.min() == 2


@pytest.mark.parametrize(
    ("name", "ticket_set"),
    first(EVERY_SET, 1, "other ticket sets are counted in the same way"),
    ids=[f"{name}:{ticket_set}" for name, ticket_set in EVERY_SET],
)
def test_on_every_ticket_set(name: str, ticket_set: str) -> None:
    game_map = load_map(name, ticket_set)
    table = stats.ticket_difficulty(game_map)
    assert table["name"].tolist() == [ticket.name for ticket in game_map.tickets]
    numbers = table.select_dtypes("number").drop(columns=["track_detour", "route_detour"])
    assert np.isfinite(numbers.to_numpy()).all()
    assert (table["joining_trains"] <= table["trains"]).all()
    assert (table["joining_trains"] == paths.ticket_costs(game_map).to_numpy()).all()
    assert (table["route_detour"] >= table["track_detour"]).all()
    assert (table["track_detour"] >= 0).all()
    assert (table["resistance"] <= table["trains"] + 1e-9).all()
    assert (table.loc[table["paths"] == 1, "route_detour"] == np.inf).all()
    assert (table["draws"] >= table["cards"]).all()
    assert table["hardness"].between(0, 1).all()
    assert table["hardness"].mean() == pytest.approx(0.5)
    two = [ticket for ticket in game_map.tickets if not ticket.is_tour and not ticket.is_choice][::9]
    for ticket in two:
        disjoint = paths.disjoint_paths(game_map, *ticket.cities)
        assert table.loc[ticket.index, "paths"] == len(disjoint.route_disjoint)
        worst = paths.detours(game_map, *ticket.cities)
        assert table.loc[ticket.index, "track_detour"] == worst[worst["lost"] == "track"]["extra"].max()


def test_outcomes_of_games_are_joined_on() -> None:
    result = made_up_result(games=200)
    table, outcomes = stats.ticket_difficulty(result.game_map, result), stats.ticket_outcomes(result)
    for column in (
        "kept",
        "kept_share",
        "made_share",
        "cut_off_share",
        "unfinished_share",
        "made_round",
        "mean_points",
    ):
        pd.testing.assert_series_equal(table[column], outcomes[column])
    for column in ("kept_share", "made_share", "made_round", "mean_points"):
        assert ((table[f"{column}_low"] < table[column]) & (table[column] < table[f"{column}_high"])).all()


def test_a_result_of_another_ticket_set_is_refused() -> None:
    with pytest.raises(ResultError, match="not played with the tickets of map 'usa' \\(1910\\)"):
        stats.ticket_difficulty(load_map("usa", "1910"), made_up_result(games=30))


def failing(result: Result, chance: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Result:
    """The same games, but each ticket fails with its own chance."""
    random = np.random.default_rng(3)
    failed = random.random(len(result.tickets)) < chance[result.tickets["ticket"]]
    return dataclasses.replace(result, tickets=result.tickets.assign(outcome=np.where(failed, 2, 0)))


@pytest.mark.long(reason="thousands of games to say how much; small tables are tried at every run")
def test_the_fit_is_high_where_hard_tickets_fail_and_none_where_all_fail_alike() -> None:
    result = made_up_result(games=2000)
    table = stats.ticket_difficulty(result.game_map)
    fit = stats.difficulty_fit(table, failing(result, table["hardness"].to_numpy()))
    assert fit.value > 0.98
    assert 0.9 < fit.low <= fit.value <= fit.high <= 1
    assert fit.n == 30
    none = stats.difficulty_fit(table, failing(result, np.full(len(table), 0.4)))
    assert none.low < 0 < none.high
    reverse = stats.difficulty_fit(table, failing(result, 1 - table["hardness"].to_numpy()))
    assert reverse.high < -0.9


def quoted_fits() -> dict[str, tuple[int, float, float, float]]:
    """The fits that the docstring quotes: number of tickets, value, interval."""
    row = re.compile(r"^ +([a-z_]+(?::[\w-]+)?) +(\d+) +(-?[\d.]+) (-?[\d.]+) to (-?[\d.]+)$", re.MULTILINE)
    found = row.findall(stats.ticket_difficulty.__doc__ or "")
    return {name: (int(n), float(value), float(low), float(high)) for name, n, value, low, high in found}


def test_the_fit_is_quoted_for_every_ticket_set() -> None:
    counts = {
        name if ticket_set == "base" else f"{name}:{ticket_set}": len(load_map(name, ticket_set).tickets)
        for name, ticket_set in EVERY_SET
    }
    assert {name: fit[0] for name, fit in quoted_fits().items()} == counts


@pytest.mark.long(reason="4,000 games of each board, to fit one number")
@pytest.mark.parametrize("name", ["usa", "rails_sails_great_lakes", "first_journey_usa"])
def test_other_games_give_the_quoted_fit(name: str) -> None:
    result = simulate(name, "ticket_planner", games=4000, seed=2, players=4, progress=False)
    fit = stats.difficulty_fit(stats.ticket_difficulty(result.game_map), result)
    _, value, low, high = quoted_fits()[name]
    assert low < fit.value < high
    assert fit.value == pytest.approx(value, abs=0.12)  # other games of the same tickets


@pytest.mark.long(reason="games of its own, of a board with two decks of tickets")
def test_only_tickets_of_the_set_up_count_for_the_fit() -> None:
    result = made_up_result(games=400)
    late = dataclasses.replace(result, tickets=result.tickets.assign(kept_turn=9))
    with pytest.raises(ResultError, match="only 0 tickets were kept at least 10 times at the set-up"):
        stats.difficulty_fit(stats.ticket_difficulty(result.game_map), late)


def test_a_map_without_tickets_says_so() -> None:
    with pytest.raises(MapError, match=r"map 'usa \(changed\)' \(base\) has no tickets"):
        stats.ticket_difficulty(load_map("usa").with_tickets([]))
