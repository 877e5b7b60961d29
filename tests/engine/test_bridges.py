"""Grand Tours: cities that two own trails without a common track join, against trying all paths, and the referee."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from networks import Edge, small_network

from ttr_analysis.maps import City, GameMap, Ticket, Track
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.referee.scoring import Estate, score
from ttr_analysis.rules.rule_sets import RULE_SETS
from ttr_analysis.rules.spec import RuleSet

INDIA = RULE_SETS["india"]
PLAIN = INDIA.replace(grand_tour_points=list(range(15)))
KINDS = ("rail", "ferry")


def paths(edges: Sequence[Edge], start: int, goal: int, used: frozenset[int] = frozenset()) -> Iterator[frozenset[int]]:
    """Every path between two cities that repeats no track, as the set of its tracks."""
    if start == goal:
        yield used
        return
    for i, edge in enumerate(edges):
        if i not in used and start in edge[:2]:
            yield from paths(edges, edge[0] + edge[1] - start, goal, used | {i})


def joined_twice(edges: Sequence[Edge], a: int, b: int) -> bool:
    """Whether two of all paths share no track."""
    return any(not one & other for one, other in combinations(set(paths(edges, a, b)), 2))


def board(edges: Sequence[Edge], pair: tuple[int, int], rules: RuleSet) -> GameMap:
    """A board of these tracks, parallel ones of different kinds, with eight tickets for the same two cities."""
    cities = sorted({city for edge in edges for city in edge[:2]} | set(pair))
    beside = [sum({*edge[:2]} == {*other[:2]} for other in edges[:i]) for i, edge in enumerate(edges)]
    tracks = [Track(i, f"c{a}", f"c{b}", length, "gray", KINDS[beside[i]]) for i, (a, b, length) in enumerate(edges)]
    tickets = [Ticket(i, (f"c{pair[0]}", f"c{pair[1]}"), 5, penalty=5) for i in range(8)]
    return GameMap("made up", "Made up", tuple(City(f"c{c}") for c in cities), tuple(tracks), tuple(tickets), rules)


def networks() -> Iterator[tuple[int, list[Edge]]]:
    """Small networks with at most two tracks side by side."""
    for seed in range(60):
        edges: list[Edge] = []
        for edge in small_network(seed):
            if sum({*edge[:2]} == {*other[:2]} for other in edges) < 2:
                edges.append(edge)
        yield seed, edges


@pytest.mark.rule("IND-TOUR-1")
def test_grand_tours_are_what_trying_all_paths_finds() -> None:
    found = {True: 0, False: 0}
    for seed, edges in networks():
        cities = sorted({city for edge in edges for city in edge[:2]})
        pair = (cities[0], cities[-1])
        game_map, expected = board(edges, pair, PLAIN), joined_twice(edges, *pair)
        names = [track.name for track in game_map.tracks]
        position = Position(players=2, tracks={0: names}, tickets={0: [game_map.tickets[0].name]})
        mine = Game.from_position(game_map, position).score(0)
        assert (mine.grand_tours, mine.grand_tour_points) == (expected, expected), seed
        estates = [Estate(tracks=set(range(len(edges))), held=[0]), Estate()]
        assert score(game_map, estates)[0].grand_tours == expected, seed
        found[expected] += 1
    assert min(found.values()) > 5


@pytest.mark.rule("IND-TOUR-2")
@pytest.mark.parametrize(("tours", "points"), [(0, 0), (1, 5), (2, 10), (3, 20), (4, 30), (5, 40), (7, 40)])
def test_points_follow_from_the_number_of_grand_tours(tours: int, points: int) -> None:
    ring = [(0, 1, 1), (1, 2, 1), (0, 2, 1), (2, 3, 1)]
    game_map = board(ring, (0, 1), INDIA)
    names = [track.name for track in game_map.tracks]
    position = Position(players=2, tracks={0: names}, tickets={0: list(range(tours))})
    mine = Game.from_position(game_map, position).score(0)
    assert (mine.grand_tours, mine.grand_tour_points) == (tours, points)
    assert mine.total == 4 + 5 * tours + points + 10
    estates = [Estate(tracks={0, 1, 2, 3}, held=list(range(tours))), Estate()]
    assert score(game_map, estates)[0].grand_tours == points
