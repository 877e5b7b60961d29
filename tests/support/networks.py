"""Seeded networks on which the longest trail is searched: random, cubic, grids, dense ones, several parts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import networkx as nx

from ttr_analysis.maps.parts import Track

Edge = tuple[int, int, int]
"""Two cities and a length."""


def random_network(seed: int) -> list[Edge]:
    """Return 20 to 60 tracks between 12 to 40 cities; half of the networks have tracks of one space only."""
    dice = random.Random(seed)
    kind, mixed = seed % 5, seed // 5 % 2
    cities = dice.randint(12, 40)
    if kind == 0:
        pairs = _connected(dice, cities, dice.randint(max(20, cities), 60))
    elif kind == 1:
        pairs = list(nx.random_regular_graph(3, dice.randrange(14, 41, 2), seed=seed).edges)
    elif kind == 2:
        pairs = _grid(dice, dice.randint(3, 6), dice.randint(4, 6))
    elif kind == 3:
        pairs = dice.sample([(a, b) for a in range(12 + seed % 4) for b in range(a)], dice.randint(45, 60))
    else:  # parallel tracks and several parts
        pairs = [tuple(dice.sample(range(cities), 2)) for _ in range(dice.randint(20, 60))]
    return [(a, b, dice.randint(1, 6) if mixed else 1) for a, b in pairs]


def _connected(dice: random.Random, cities: int, tracks: int) -> list[tuple[int, int]]:
    pairs = {(dice.randrange(i), i) for i in range(1, cities)}
    while len(pairs) < min(tracks, cities * (cities - 1) // 2):
        a, b = sorted(dice.sample(range(cities), 2))
        pairs.add((a, b))
    return sorted(pairs)


def _grid(dice: random.Random, columns: int, rows: int) -> list[tuple[int, int]]:
    pairs = [(10 * x + y, 10 * x + y + 1) for x in range(columns) for y in range(rows - 1)]
    pairs += [(10 * x + y, 10 * x + 10 + y) for x in range(columns - 1) for y in range(rows)]
    return dice.sample(pairs, max(len(pairs) - dice.randint(0, 5), min(20, len(pairs))))


def small_network(seed: int) -> list[Edge]:
    """Return 1 to 9 tracks, parallel ones among them, few enough to try all sets."""
    dice = random.Random(seed)
    cities = dice.randint(2, 8)
    return [(*dice.sample(range(cities), 2), dice.randint(1, 4)) for _ in range(dice.randint(1, 9))]  # type: ignore[misc]


def parts(edges: Sequence[Edge]) -> Iterator[list[Edge]]:
    """Yield the connected parts, with cities numbered from 0."""
    graph: nx.Graph[int] = nx.Graph([edge[:2] for edge in edges])
    for part in nx.connected_components(graph):
        number = {city: i for i, city in enumerate(sorted(part))}
        yield [(number[a], number[b], length) for a, b, length in edges if a in part]


def as_tracks(edges: Sequence[Edge]) -> list[Track]:
    return [Track(i, f"c{a}", f"c{b}", length, "gray") for i, (a, b, length) in enumerate(edges)]


def longest_by_trying_all(edges: Sequence[Edge]) -> int:
    """The spaces of the longest trail: the heaviest connected set of tracks with at most two odd cities."""
    best = 0
    for chosen in range(1, 1 << len(edges)):
        kept = [edge for i, edge in enumerate(edges) if chosen >> i & 1]
        spaces = sum(length for *_, length in kept)
        if spaces > best:
            graph: nx.MultiGraph[int] = nx.MultiGraph([edge[:2] for edge in kept])
            if sum(degree % 2 for _, degree in graph.degree()) <= 2 and nx.is_connected(graph):
                best = spaces
    return best
