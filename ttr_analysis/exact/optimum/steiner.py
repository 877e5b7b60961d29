"""The fewest trains that join a set of tickets: an exact Steiner forest.

Tickets that share a city, directly or through others, form a *group*: they end in one tree. For up to
:data:`EXACT_ENDS` ends the answer comes from the tables of Dreyfus and Wagner ("The Steiner
problem in graphs", Networks 1, 1971) and the best split of the groups into trees; for more ends,
from a mixed-integer programme with one arborescence for each group.

An *end* is a city, or the cities of which a choice ticket needs any one. The programme cannot choose: there
such an end is the city that is nearest to the others, and the bound is that of the other tickets.
"""

import math
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from ttr_analysis._validate import check_time_limit
from ttr_analysis.exact.optimum.problem import FAR, Link, distances
from ttr_analysis.exact.optimum.programme import Rows, minimise
from ttr_analysis.exact.optimum.records import Network
from ttr_analysis.maps import GameMap, Ticket, Track, takes_map

EXACT_ENDS = 12
"""Most ticket cities for the tables: each further city triples the work."""

_Ints = NDArray[np.int64]

_End = tuple[int, ...]
"""A city that must be joined, or the cities of which one must be."""


@dataclass(frozen=True)
class _Board:
    """Neighbouring cities with the fewest trains still to lay between them, and the track to use."""

    cities: int
    steps: dict[tuple[int, int], tuple[int, int | None]]
    distance: _Ints

    def path(self, start: int, end: int) -> set[tuple[int, int]]:
        """Return the steps of a cheapest path."""
        taken = set()
        while start != end:
            for (a, b), (length, _) in self.steps.items():
                near, far = (a, b) if a == start else (b, a)
                rest = self.distance[far, end]
                # Every step is 1 or longer (the cities of owned tracks are merged), so this never runs in a circle.
                if near == start and length + rest == self.distance[start, end]:
                    taken.add((a, b))
                    start = far
                    break
        return taken


@takes_map
def min_trains(
    game_map: GameMap,
    tickets: Iterable[str | Ticket],
    *,
    owned: Iterable[int | Track] = (),
    closed: Iterable[int | Track] = (),
    time_limit: float = 60.0,
) -> Network:
    """Find the fewest trains (pieces of all kinds) that complete a set of tickets, and the tracks for it.

    A tour counts as complete if its cities are joined in any order. The number and kinds of pieces
    that a player has are ignored.

    Parameters
    ----------
    tickets : iterable of str or Ticket
        Tickets of the map, or their names (``"Seattle-New York"``).
    owned : iterable of int or Track
        Tracks that you already own and that cost nothing.
    closed : iterable of int or Track
        Tracks that cannot be claimed.
    time_limit : float
        Seconds for the programme of a large set, after which the best network so far is returned.

    Raises
    ------
    MapError
        If the map has no such ticket; the message suggests the nearest names.
    ValueError
        If a track is unknown, or both owned and closed; if ``time_limit`` is negative or not a number; or if the
        tracks left do not join the cities of a ticket.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.optimum.min_trains(usa, ["Denver-El Paso", "Kansas City-Houston"]).trains
    9
    """
    started = time.monotonic()
    check_time_limit(time_limit)
    wanted = [game_map.ticket(ticket) if isinstance(ticket, str) else ticket for ticket in tickets]
    mine, gone = _tracks(game_map, "owned", owned), _tracks(game_map, "closed", closed)
    if mine & gone:
        raise ValueError(f"owned and closed both name track {min(mine & gone)}")
    home, board = _board(game_map, mine, gone)
    groups = _groups(game_map, wanted, home, board)
    if sum(map(len, groups)) <= EXACT_ENDS:
        steps = _by_tables(board, groups)
        bound = _trains(board, steps)
    else:
        steps, bound = _of_many(board, groups, time_limit)
    trains = _trains(board, steps)
    tracks = sorted(track for step in steps if (track := board.steps[step][1]) is not None)
    seconds = time.monotonic() - started
    return Network(tuple(game_map.tracks[i] for i in tracks), trains, bound >= trains, bound, seconds)


def _tracks(game_map: GameMap, argument: str, tracks: Iterable[int | Track]) -> set[int]:
    numbers = {track.index if isinstance(track, Track) else track for track in tracks}
    for number in numbers:
        if not 0 <= number < len(game_map.tracks):
            raise ValueError(f"{argument}: map {game_map.name!r} has no track number {number}")
    return numbers


def _board(game_map: GameMap, owned: Collection[int], closed: Collection[int]) -> tuple[dict[str, int], _Board]:
    """Return the board with the cities of each owned network merged into one, and the new number of each city."""
    network: nx.Graph[str] = nx.Graph()
    network.add_nodes_from(city.name for city in game_map.cities)
    network.add_edges_from(game_map.tracks[i].cities for i in owned)
    home = {city: k for k, part in enumerate(nx.connected_components(network)) for city in part}
    steps: dict[tuple[int, int], tuple[int, int | None]] = {}
    for track in game_map.tracks:
        a, b = sorted((home[track.city_a], home[track.city_b]))
        if a != b and track.index not in closed and track.length < steps.get((a, b), (FAR, None))[0]:
            steps[a, b] = (track.length, track.index)
    links = [Link(a, b, length, 0, 0, 0, 0) for (a, b), (length, _) in steps.items()]
    cities = len(set(home.values()))
    return home, _Board(cities, steps, distances(cities, links))


def _groups(game_map: GameMap, tickets: Iterable[Ticket], home: dict[str, int], board: _Board) -> list[list[_End]]:
    """Return the groups of ends that must end in one tree, without those already joined.

    Two choice tickets to the same country may reach it at two places, so such an end is one ticket's alone.
    """
    together: nx.Graph[tuple[_End, int]] = nx.Graph()
    for number, ticket in enumerate(tickets):
        ends = [tuple(sorted({home[city] for city in group})) for group in game_map.terminals(ticket)]
        if ticket.is_choice and set(ends[0]) & set(ends[1]):
            continue
        if any(board.distance[np.ix_(ends[0], end)].min() >= FAR for end in ends):
            raise ValueError(f"tickets: the tracks left do not join the cities of {ticket.name}")
        named = [(end, -1 if len(end) == 1 else number) for end in ends]
        together.add_edges_from((named[0], end) for end in named[1:] if end != named[0])
    return [[end for end, _ in sorted(part)] for part in nx.connected_components(together)]


def _trains(board: _Board, steps: Iterable[tuple[int, int]]) -> int:
    return sum(board.steps[step][0] for step in steps)


# -- small sets: tables -----------------------------------------------------------------------


def _by_tables(board: _Board, groups: Sequence[Sequence[_End]]) -> set[tuple[int, int]]:
    """Return the steps of a cheapest forest."""
    ends = [end for group in groups for end in group]
    if not ends:
        return set()
    cost = _tree_table(board.distance, ends)
    first = np.cumsum([0, *map(len, groups)]).tolist()
    bits = [((1 << len(group)) - 1) << place for group, place in zip(groups, first, strict=False)]
    masks = [sum(bit for g, bit in enumerate(bits) if which >> g & 1) for which in range(1 << len(groups))]
    # best[which]: (cheapest forest of these groups, its first tree)
    best: list[tuple[int, int]] = [(0, 0)]
    for which in range(1, 1 << len(groups)):
        lowest = which & -which
        trees = [tree for tree in _parts(which) if tree & lowest]
        best.append(min((int(cost[masks[tree]].min()) + best[which ^ tree][0], tree) for tree in trees))
    steps: set[tuple[int, int]] = set()
    which = len(best) - 1
    while which:
        tree = best[which][1]
        steps |= _tree(board, ends, cost, masks[tree], int(cost[masks[tree]].argmin()))
        which ^= tree
    return steps


def _parts(mask: int) -> _Ints:
    """Return every non-empty subset of a set of bits."""
    parts = np.zeros(1, np.int64)
    for bit in range(mask.bit_length()):
        if mask >> bit & 1:
            parts = np.concatenate([parts, parts | (1 << bit)])
    return parts[1:]


def _tree_table(distance: _Ints, ends: Sequence[_End]) -> _Ints:
    """Return the trains of the cheapest tree that joins a set of ends (row, one bit each) and a city (column)."""
    cost = np.zeros((1 << len(ends), len(distance)), np.int64)
    for mask in range(1, len(cost)):
        if mask & (mask - 1) == 0:
            cost[mask] = distance[list(ends[mask.bit_length() - 1])].min(axis=0)
        else:
            cost[mask] = (_split(cost, mask)[1].min(axis=0)[:, None] + distance).min(axis=0)
    return cost


def _split(cost: _Ints, mask: int) -> tuple[_Ints, _Ints]:
    """Return all splits of a set in two, and for each the cost of both trees by the city where they meet."""
    lowest = mask & -mask
    first = np.concatenate([np.zeros(1, np.int64), _parts(mask ^ lowest)])[:-1] | lowest
    return first, cost[first] + cost[mask ^ first]


def _tree(board: _Board, ends: Sequence[_End], cost: _Ints, mask: int, city: int) -> set[tuple[int, int]]:
    """Return the steps of a cheapest tree that joins the ends of the mask and the city."""
    if mask & (mask - 1) == 0:
        return board.path(min(ends[mask.bit_length() - 1], key=lambda each: int(board.distance[each, city])), city)
    first, both = _split(cost, mask)
    meeting = int((both.min(axis=0) + board.distance[:, city]).argmin())
    part = int(first[both[:, meeting].argmin()])
    left, right = (_tree(board, ends, cost, side, meeting) for side in (part, mask ^ part))
    return board.path(meeting, city) | left | right


# -- large sets: a programme ------------------------------------------------------------------


def _of_many(board: _Board, groups: Sequence[Sequence[_End]], time_limit: float) -> tuple[set[tuple[int, int]], int]:
    """Return the steps of the best forest found, and the fewest trains that any forest can have."""
    fixed = [[_nearest(board, end, group) for end in group] for group in groups]
    steps, bound = _by_programme(board, fixed, time_limit)
    if all(len(end) == 1 for group in groups for end in group):
        return steps, bound
    certain = [[end[0] for end in group if len(end) == 1] for group in groups]
    return steps, _by_programme(board, [group for group in certain if len(group) > 1], time_limit)[1]


def _nearest(board: _Board, end: _End, group: Sequence[_End]) -> int:
    """Return the city of an end that is nearest to any other end of its group."""
    others = [city for other in group if other is not end for city in other]
    return min(end, key=lambda city: int(board.distance[city, others].min()))


def _by_programme(
    board: _Board, groups: Sequence[Sequence[int]], time_limit: float
) -> tuple[set[tuple[int, int]], int]:
    """Return the steps of the best forest found, and the fewest trains that any forest can have.

    Group h is part of the arborescence of one group g <= h, which starts in g's first city; every
    end of h receives one unit of flow along its arcs.
    """
    arcs = [(*step, step) for step in board.steps] + [(b, a, (a, b)) for a, b in board.steps]
    count = len(groups)
    pairs = [(g, h) for g in range(count) for h in range(g, count)]
    hangs = {pair: count * len(arcs) + k for k, pair in enumerate(pairs)}
    flows = [(g, h, end) for g, h in pairs for end in groups[h] if end != groups[g][0]]
    flow0 = count * len(arcs) + len(pairs)
    at_most, equal = Rows(), Rows()
    for h in range(count):
        equal.add([(hangs[g, h], 1) for g in range(h + 1)], 1)
        for g in range(h):
            at_most.add([(hangs[g, h], 1), (hangs[g, g], -1)])
    for city in range(board.cities):
        at_most.add([(g * len(arcs) + j, 1) for g in range(count) for j, arc in enumerate(arcs) if arc[1] == city], 1)
    for k, (g, h, end) in enumerate(flows):
        first = flow0 + k * len(arcs)
        balance: list[list[tuple[int, float]]] = [[] for _ in range(board.cities)]
        for j, (tail, head, _) in enumerate(arcs):
            balance[head].append((first + j, 1))
            balance[tail].append((first + j, -1))
            at_most.add([(first + j, 1), (g * len(arcs) + j, -1)])
        for city, terms in enumerate(balance):
            if city != groups[g][0]:
                equal.add([*terms, (hangs[g, h], -1)] if city == end else terms)
    columns = flow0 + len(flows) * len(arcs)
    price = np.zeros(columns)
    price[: count * len(arcs)] = [board.steps[step][0] for _, _, step in arcs] * count
    solution = minimise(price, at_most, equal, flow0, time_limit)
    bound = 0 if solution.bound is None else max(0, math.ceil(solution.bound - 1e-6))
    steps = _one_by_one(board, groups)
    if solution.variables is not None:
        found = {arc[2] for j, arc in enumerate([*arcs] * count) if solution.variables[j] > 0.5}
        steps = min(steps, found, key=lambda some: _trains(board, some))
    return steps, bound


def _one_by_one(board: _Board, groups: Sequence[Sequence[int]]) -> set[tuple[int, int]]:
    """Return a forest, not always the cheapest: each end joins its group's tree where that is nearest."""
    steps: set[tuple[int, int]] = set()
    for group in groups:
        tree = {group[0]}
        while left := set(group) - tree:
            start, end = min(((a, b) for a in tree for b in left), key=lambda pair: int(board.distance[pair]))
            path = board.path(start, end)
            steps |= path
            tree |= {city for step in path for city in step}
    return steps
