"""paths.path_through: against brute force on small random maps, against ways of two cities, and by hand."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as some
from made_up_maps import made, random_map

from ttr_analysis.errors import MapError
from ttr_analysis.exact import paths
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap


def by_trying_all(game_map: GameMap, stops: list[str]) -> tuple[int, int] | None:
    """Least trains, and most points with so few, of all simple paths that pass the stops in order."""
    best = {}
    for track in game_map.tracks:
        best[track.pair] = min(best.get(track.pair, track.length), track.length)
    graph = nx.Graph([tuple(sorted(pair)) for pair in best])
    found = []
    for path in nx.all_simple_paths(graph, stops[0], stops[-1]):
        if [city for city in path if city in stops] == stops:
            lengths = [best[frozenset(step)] for step in pairwise(path)]
            found.append((sum(lengths), -sum(game_map.rules.route_points[length] for length in lengths)))
    return min(found) if found else None


@given(some.integers(0, 10_000), some.permutations("ABCDEFG"), some.integers(2, 4))
def test_the_shortest_path_in_order_is_the_best_of_all_paths(seed: int, order: list[str], stops: int) -> None:
    game_map = random_map(seed)
    path, best = paths.path_through(game_map, order[:stops]), by_trying_all(game_map, order[:stops])
    assert (path and (path.trains, -path.points)) == best
    if path:
        assert [city for city in path.cities if city in order[:stops]] == order[:stops]
        assert len(set(path.cities)) == len(path.cities)


@pytest.mark.parametrize("name", available_maps())
def test_between_two_cities_it_is_the_shortest_path_with_most_points(name: str) -> None:
    game_map = load_map(name)
    for ticket in game_map.tickets[::3]:
        if not ticket.is_tour and not ticket.is_choice:
            assert paths.path_through(game_map, ticket.cities) == paths.shortest_paths(game_map, *ticket.cities)[0]


def test_order_may_cost_more_than_joining() -> None:
    star = made(("Hub", "A", 1), ("Hub", "B", 1), ("Hub", "C", 1), ("A", "B", 4), ("B", "C", 3))
    assert paths.joining_cost(star, ["A", "B", "C"]) == 3
    path = paths.path_through(star, ["A", "B", "C"])
    assert path is not None
    assert (path.cities, path.trains) == (("A", "Hub", "B", "C"), 5)
    assert paths.path_through(star, ["A", "B", "C"], closed=[3, 4]) is None  # B is a dead end now


def test_a_tour_of_the_world_needs_more_in_order() -> None:
    world = load_map("rails_sails_world")
    tour = world.ticket("Murmansk-Tiksi-Novosibirsk-Yakutsk-Petropavlovsk")
    path = paths.path_through(world, tour.cities)
    assert path is not None
    assert (path.trains, paths.joining_cost(world, tour.cities)) == (16, 13)


@pytest.mark.parametrize("stops", [[], ["Denver"], ["Denver", "El Paso", "denver"]])
def test_stops_must_differ(stops: list[str]) -> None:
    with pytest.raises(ValueError, match="stops must be 2 or more different cities"):
        paths.path_through(load_map("usa"), stops)


def test_an_unknown_city_is_named() -> None:
    with pytest.raises(MapError, match="did you mean Denver"):
        paths.path_through(load_map("usa"), ["Denvor", "Miami"])
