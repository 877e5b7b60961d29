"""Choice tickets in paths, ticket values and optima, against brute force over all networks of small random maps."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

import ttr_analysis as ttr
from ttr_analysis.exact.optimum import best_network, min_trains, steiner
from ttr_analysis.maps import City, GameMap, Ticket, Track
from ttr_analysis.maps.checks import check_sound
from ttr_analysis.maps.digest import map_digest

SWITZERLAND = ttr.load_map("switzerland")


def random_map(seed: int) -> GameMap:
    """Seven cities, four of them places of two countries; two choice tickets and two plain ones."""
    dice = random.Random(seed)
    countries = {"B1": "Borduria", "B2": "Borduria", "S1": "Syldavia", "S2": "Syldavia"}
    names = ["A", "C", "D", *countries]
    cities = tuple(City(n, tags=frozenset({f"country:{countries[n]}"} if n in countries else ())) for n in names)
    pairs = {frozenset((names[i], names[dice.randrange(i)])) for i in range(1, 7)}
    while len(pairs) < 9:
        pairs.add(frozenset(dice.sample(names, 2)))
    tracks = tuple(
        Track(i, *sorted(pair), dice.randint(1, 4), "gray") for i, pair in enumerate(sorted(map(sorted, pairs)))
    )
    low, high = dice.randint(2, 5), dice.randint(6, 9)
    tickets = (
        Ticket(0, ("A",), high, penalty=low, alternatives=(("Borduria", low), ("Syldavia", high))),
        Ticket(1, ("Borduria",), 7, penalty=3, alternatives=(("Syldavia", 3), ("D", 7))),
        Ticket(2, ("A", "C"), dice.randint(2, 8)),
        Ticket(3, ("C", "D"), dice.randint(2, 8)),
    )  # fmt: skip
    rules = ttr.rules.RULE_SETS["usa"].replace(tickets={"deal": 1, "keep": 1})
    game_map = GameMap(f"random{seed}", "", cities, tracks, tickets, rules)
    check_sound(game_map)
    return game_map


def networks(game_map: GameMap) -> list[tuple[int, ...]]:
    indices = range(len(game_map.tracks))
    return [some for k in range(len(indices) + 1) for some in itertools.combinations(indices, k)]


def score(game_map: GameMap, tracks: tuple[int, ...], ticket: Ticket) -> int | None:
    """The points of a ticket by the words of the rule; None if it is not completed."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(city.name for city in game_map.cities)
    graph.add_edges_from(game_map.tracks[i].cities for i in tracks)

    def places(name: str) -> list[str]:
        return [city.name for city in game_map.cities if name in (city.name, city.country)]

    def joined(start: str, goal: str) -> bool:
        return any(nx.has_path(graph, a, b) for a in places(start) for b in places(goal))

    if not ticket.is_choice:
        return ticket.points if joined(*ticket.cities) else None
    return max((points for goal, points in ticket.alternatives if joined(ticket.cities[0], goal)), default=None)


def trains(game_map: GameMap, tracks: tuple[int, ...]) -> int:
    return sum(game_map.tracks[i].length for i in tracks)


@pytest.mark.parametrize("seed", range(6))
def test_costs_are_those_of_the_cheapest_networks(seed: int) -> None:
    game_map = random_map(seed)
    done = [(some, [score(game_map, some, ticket) is not None for ticket in game_map.tickets])
            for some in networks(game_map)]  # fmt: skip
    fewest = [min(trains(game_map, some) for some, made in done if made[i]) for i in range(4)]
    assert ttr.paths.ticket_costs(game_map).tolist() == fewest
    for ticket in game_map.tickets:
        path, option = ttr.paths.ticket_path(game_map, ticket)
        assert path.trains == fewest[ticket.index]
        assert score(game_map, path.tracks, ticket) == option.points
    overlaps = ttr.paths.ticket_overlaps(game_map).to_numpy()
    for i, j in itertools.combinations(range(4), 2):
        both = min(trains(game_map, some) for some, made in done if made[i] and made[j])
        assert overlaps[i, j] == fewest[i] + fewest[j] - both
    for k in range(1, 5):
        for wanted in itertools.combinations(range(4), k):
            truth = min(trains(game_map, some) for some, made in done if all(made[i] for i in wanted))
            found = min_trains(game_map, [game_map.tickets[i] for i in wanted])
            assert (found.trains, found.proven) == (truth, True)


@pytest.mark.parametrize("seed", range(4))
def test_the_programme_of_many_ends_is_a_bound(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game_map = random_map(seed)
    truth = min_trains(game_map, game_map.tickets).trains
    monkeypatch.setattr(steiner, "EXACT_ENDS", 0)
    found = min_trains(game_map, game_map.tickets)
    assert found.bound <= truth <= found.trains
    done = tuple(track.index for track in found.tracks)
    assert all(score(game_map, done, ticket) is not None for ticket in game_map.tickets)


@pytest.mark.parametrize("seed", range(5))
def test_the_best_network_scores_the_best_place_of_each_choice(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttr_analysis.exact.optimum.search._RUNS", 2)
    game_map, budget = random_map(seed), 5 + 2 * seed
    points = game_map.rules.route_points
    truth = max(
        sum(points[game_map.tracks[i].length] for i in some)
        + sum(score(game_map, some, ticket) or 0 for ticket in game_map.tickets)
        for some in networks(game_map)
        if trains(game_map, some) <= budget
    )
    best = best_network(game_map, budget)
    assert best.points == truth <= best.bound  # a ticket may count in two trees of the bound


def test_any_option_completes_a_ticket_of_switzerland() -> None:
    """RULES_more.md, section 7: a country is reached at any of its places."""
    ticket = SWITZERLAND.ticket("Bern-France/Deutschland/Italia/Österreich")
    options = SWITZERLAND.options(ticket)
    assert len(options) == 17
    assert [option.points for option in options] == sorted((option.points for option in options), reverse=True)
    costs = ttr.paths.distances(SWITZERLAND)
    place = SWITZERLAND.city_index
    nearest = min(costs[place["Bern"], place[option.cities[1]]] for option in options)
    assert ttr.paths.ticket_costs(SWITZERLAND)[ticket.name] == nearest


def test_groups_that_are_wired_together_resist_less() -> None:
    ticket = SWITZERLAND.ticket("Bern-France/Deutschland/Italia/Österreich")
    start, goals = SWITZERLAND.terminals(ticket)
    together = ttr.paths.effective_resistance(SWITZERLAND, start, goals)
    assert together < min(ttr.paths.effective_resistance(SWITZERLAND, "Bern", goal) for goal in goals)
    with pytest.raises(ValueError, match="same city"):
        ttr.paths.effective_resistance(SWITZERLAND, ["Bern", "Basel"], "Basel")


def test_difficulty_takes_the_nearest_place() -> None:
    table = ttr.stats.ticket_difficulty(SWITZERLAND).set_index("ticket")
    for ticket in SWITZERLAND.tickets:
        path, option = ttr.paths.ticket_path(SWITZERLAND, ticket)
        row = table.loc[ticket.index]
        assert (row["trains"], row["points"]) == (path.trains, option.points)
        assert row["joining_trains"] == path.trains
        assert row["track_detour"] >= 0
        assert row["paths"] >= 1
    assert np.isfinite(table["resistance"]).all()


def test_a_map_of_choice_tickets_is_saved_whole(tmp_path) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    again = ttr.load_map(SWITZERLAND.save(tmp_path / "swiss"))
    assert again.tickets == SWITZERLAND.tickets
    assert map_digest(again) == map_digest(SWITZERLAND)
    assert again.place_spellings["germany"] == "Deutschland"
    fewer = SWITZERLAND.without(SWITZERLAND.tickets[-1])
    assert fewer.tickets[-1].copies == 1
    assert ttr.load_map(fewer.save(tmp_path / "fewer")).tickets == fewer.tickets


def test_a_place_less_takes_its_options_away() -> None:
    ticket = SWITZERLAND.tickets[-1]
    gone = [city for city in SWITZERLAND.cities if city.country == ticket.alternatives[-1][0]]
    left = SWITZERLAND.without(*gone).tickets[-1]
    assert left.alternatives == ticket.alternatives[:-1]
    assert left.points == max(points for _, points in left.alternatives)
    whole = SWITZERLAND.without(gone[0]).tickets[-1]
    assert whole == replace(ticket, index=whole.index)


def test_choice_tickets_are_added_by_verbs() -> None:
    grown = SWITZERLAND.with_ticket("Basel", 9, alternatives=[("germany", 3), ("Italia", 9)])
    assert grown.tickets[-1].name == "Basel-Deutschland/Italia"
    assert (grown.tickets[-1].points, grown.tickets[-1].penalty) == (9, 3)
    plain = SWITZERLAND.with_ticket("Basel-France", 2)
    assert plain.tickets[-1].alternatives == (("France", 2),)
