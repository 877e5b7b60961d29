"""Networks for several numbers of trains: each improved by the others, none after the one that was stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from made_up_maps import made

from ttr_analysis.exact.optimum import BestNetwork, best_network, best_networks, frontier, network_table

BOARD = made(("A", "B", 1), ("B", "C", 2), ("C", "D", 3), tickets=("A-C",))


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[int | None]]:
    """A search that finds given points and bounds, by number of trains; it tells what it was asked for."""
    asked: list[int | None] = []

    def search(results: dict[int, tuple[int, int, bool]]) -> list[int | None]:
        def best(game_map: object, trains: int, **options: Any) -> BestNetwork:
            asked.append(trains)
            assert options["seed"] == 3
            points, bound, stopped = results[trains]
            return BestNetwork(
                tracks=(), tickets=(), route_points=points, ticket_points=0, bonus_points=0, trains=trains,
                budget=trains, bound=bound, proven=points == bound, seconds=trains / 10, notes=(), stopped=stopped,
            )  # fmt: skip

        monkeypatch.setattr(frontier, "best_network", best)
        return asked

    return search


def test_a_network_for_fewer_trains_and_a_bound_for_more_help(found: Callable[..., list[int | None]]) -> None:
    found({4: (9, 20, False), 6: (7, 12, False), 8: (12, 12, False)})
    networks = best_networks(BOARD, [4, 6, 8], seed=3)
    assert [network.budget for network in networks] == [4, 6, 8]
    assert [network.points for network in networks] == [9, 9, 12], "what 4 trains score, 6 score, too"
    assert [network.bound for network in networks] == [12, 12, 12], "no network of 4 trains exceeds the bound for 8"
    assert [network.proven for network in networks] == [False, False, True]
    assert [network.seconds for network in networks] == [0.4, 0.6, 0.8], "each keeps its own time"
    assert [network.trains for network in networks] == [4, 4, 8]


def test_nothing_is_searched_after_the_number_that_was_stopped(found: Callable[..., list[int | None]]) -> None:
    asked = found({4: (9, 9, False), 6: (9, 30, True), 8: (12, 12, False)})
    networks = best_networks(BOARD, [4, 6, 8], seed=3)
    assert asked == [4, 6]
    assert [network.stopped for network in networks] == [False, True]
    assert [network.proven for network in networks] == [True, False]


def test_a_row_of_the_table_is_a_network() -> None:
    table = network_table(BOARD, [best_network(BOARD, 3)])
    row = table.iloc[0].to_dict()
    assert row.pop("seconds") >= 0
    assert row == {
        "trains": 3, "points": 8, "route_points": 3, "ticket_points": 5, "bonus_points": 0, "tickets": 1, "tracks": 2,
        "trains_used": 3, "bound": 8, "gap": 0.0, "proven": True,
    }  # fmt: skip
    unproven = replace(best_network(BOARD, 3), bound=10, proven=False)
    assert network_table(BOARD, [unproven])["gap"].tolist() == [0.25]
