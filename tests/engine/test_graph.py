"""The engine's graph work against brute force and networkx on random maps."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import networkx as nx
import numpy as np
import pytest
from game_words import USA, WORLD

from ttr_analysis.engine.compiled import entry
from ttr_analysis.engine.graph import RANK_BITS, shortest_path
from ttr_analysis.engine.state import Scratch
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Ticket, Track
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position


def random_map(dice: random.Random, cities: int, tracks: int, base: GameMap = USA, **more: Any) -> GameMap:
    """Random tracks, double ones among them, in any number of parts."""
    names = [f"c{i}" for i in range(cities)]
    rows = []
    while len(rows) < min(tracks, cities * (cities - 1)):
        a, b = dice.sample(names, 2)
        if sum({a, b} == set(t.pair) for t in rows) < 2:
            number = 1 + sum({a, b} == set(t.pair) for t in rows)
            rows.append(Track(len(rows), a, b, dice.randint(1, 6), "gray", number=number))
    tickets = [Ticket(i, tuple(dice.sample(names, 2)), 5, penalty=5) for i in range(30)]
    return replace(
        base, name="random", cities=tuple(map(City, names)), tracks=tuple(rows), tickets=tuple(tickets), **more
    )


def longest_by_brute_force(tracks: list[Track]) -> int:
    def onward(city: str, left: frozenset[int]) -> int:
        ends = [(i, t) for i, t in enumerate(tracks) if i in left and city in t.pair]
        return max((t.length + onward(*(t.pair - {city}), left - {i}) for i, t in ends), default=0)

    return max((onward(c, frozenset(range(len(tracks)))) for t in tracks for c in t.pair), default=0)


@pytest.mark.rule("USA-SCORE-4")
@pytest.mark.parametrize("seed", range(60))
def test_longest_trail_by_brute_force(seed: int) -> None:
    dice = random.Random(seed)
    game_map = random_map(dice, dice.randint(3, 8), dice.randint(1, 3) + seed % 9, rules=USA.rules.replace(
        doubles_close_below=0, pieces=(replace(USA.rules.pieces[0], supply=90),)))  # fmt: skip
    own: list[int] = []
    for track in game_map.tracks:
        if game_map.doubles.get(track.index) not in own:
            own.append(track.index)
    game = Game.from_position(game_map, Position(players=2, tracks={0: own}))
    assert game.score(0).longest_trail == longest_by_brute_force([game_map.tracks[i] for i in own])


@cache
def path_finder() -> Any:
    @entry
    def find(tables: Any, scratch: Any, priority: Any, start: int, goal: int, limit: int) -> int:
        cost = shortest_path(tables[0], scratch[0], priority, start, goal, limit)
        return -1 if cost < 0 else (scratch[0].reached[goal] if goal >= 0 else 0)

    return find


def test_shortest_path_as_networkx_finds_it() -> None:
    """The path of least cost and, among those, of the lowest sum of priorities."""
    for seed in range(25):
        dice = random.Random(seed)
        game_map = random_map(dice, 12, 20)
        tables, scratch = tables_for(game_map, 2), Scratch.array()
        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from(city.name for city in game_map.cities)
        priority = np.array([dice.getrandbits(47) for _ in game_map.tracks])
        for route in range(int(tables[0].routes)):
            cost = dice.choice([-1, 0, 0, 1, 2, 3, 9])
            scratch[0].route_cost[route] = cost
            if cost >= 0:
                track = game_map.tracks[tables[0].route_tracks[route, 0]]
                graph.add_edge(*track.cities, weight=(cost << RANK_BITS) + int(priority[route]))
        for goal in range(1, 12):
            found = path_finder()(tables, scratch, priority, 0, goal, 100)
            if nx.has_path(graph, "c0", f"c{goal}"):
                assert found == nx.shortest_path_length(graph, "c0", f"c{goal}", weight="weight")
                limit = (found >> RANK_BITS) - 1
                assert limit < 0 or path_finder()(tables, scratch, priority, 0, goal, limit) == -1
            else:
                assert found == -1


@pytest.mark.rule("RS-TOUR-1", "RS-TOUR-2", "RS-TOUR-3", "RS-TOUR-4")
@pytest.mark.parametrize("seed", range(40))
def test_tours_in_order_by_all_simple_paths(seed: int) -> None:
    dice = random.Random(seed)
    plain = random_map(dice, 8, 9, base=WORLD)
    tours = tuple(Ticket(i, tuple(dice.sample([c.name for c in plain.cities], dice.choice([3, 4]))), 20, 8, 11)
                  for i in range(30))  # fmt: skip
    rules = WORLD.rules.replace(doubles_close_below=0, pieces_kept=0)
    game_map = replace(plain, tickets=tours, rules=rules)
    graph: nx.Graph[str] = nx.Graph()
    own, spaces = [], 0
    for track in game_map.tracks:
        if game_map.doubles.get(track.index) not in own and spaces + track.length <= 25:
            own.append(track.index)
            spaces += track.length
            graph.add_edge(*track.cities)
    game = Game.from_position(game_map, Position(players=2, tracks={0: own}, tickets={0: list(range(10))}))
    for tour, result in zip(tours, game.score(0).tickets, strict=False):
        assert result.points == value(tour, graph)


def value(tour: Ticket, graph: nx.Graph[str]) -> int:
    """The tour's points by trying every path between its ends."""
    if not all(c in graph and nx.has_path(graph, tour.cities[0], c) for c in tour.cities):
        return -11
    for path in nx.all_simple_paths(graph, tour.cities[0], tour.cities[-1]):
        places = [path.index(c) if c in path else -1 for c in tour.cities]
        if -1 not in places and places == sorted(places):
            return 20
    return 8


def test_random_maps_have_odd_cities_and_parts() -> None:
    """The random graphs are not all of the easy kind."""
    odd = []
    for seed in range(60):
        dice = random.Random(seed)
        game_map = random_map(dice, dice.randint(3, 8), dice.randint(1, 3) + seed % 9)
        odd.append(sum(degree % 2 for _, degree in game_map.graph().degree()))
    assert np.max(odd) >= 4
