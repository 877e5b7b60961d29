"""The longest trail of a seat's network: by parity where that is enough, else by a search."""

from typing import Final

import numpy as np

from ttr_analysis.engine.compiled import allocating, compiled
from ttr_analysis.engine.graph import index_links
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import Scratch, Tables
from ttr_analysis.engine.trail_order import Edges
from ttr_analysis.engine.trail_search import lightest_removal

SHORT_SEARCH: Final = 4_000
"""Steps of the search over all trails, which is the quickest one for small networks."""
LONG_SEARCH: Final = 1_000_000
"""Steps of the search that follows it. Of thousands of networks of up to 60 tracks, none needed 12,000."""


@compiled
def longest_trail(tables: Tables, scratch: Scratch, tracks: Ints, count: int, labels: Ints) -> tuple[int, int]:
    """Return the length, in spaces, of the longest trail over some tracks, and whether it is proven to be the longest.

    A component with at most two cities of odd degree is one Euler trail. In any other
    component, a longest trail starts at a city of odd degree and leaves at least
    (odd - 2) / 2 tracks unused. The search stops when it reaches that bound.
    """
    if count == 0:
        return 0, 1
    index_links(tables, scratch, tracks, count)
    cities, spaces, odd = tables.cities, scratch.component_spaces, scratch.component_odd
    for city in range(cities):
        spaces[city] = 0
        odd[city] = 0
    for i in range(count):
        spaces[labels[tables.track_a[tracks[i]]]] += tables.track_length[tracks[i]]
    for city in range(cities):
        odd[labels[city]] += scratch.degree[city] % 2
    best, proven = 0, 1
    for label in range(cities):
        if odd[label] <= 2 and spaces[label] > best:
            best = spaces[label]
    for label in range(cities):
        if odd[label] > 2 and spaces[label] > best:
            bound = spaces[label] - shortest_sum(tables, tracks, count, labels, label, (odd[label] - 2) // 2)
            if bound > best:
                best, complete = search_trails(tables, scratch, tracks, labels, label, best, bound)
                if complete == 0:
                    removed, complete = search_removals(tables, tracks, count, labels, label, spaces[label] - best)
                    best = spaces[label] - removed
                    proven = min(proven, complete)
    return best, proven


@compiled
def shortest_sum(tables: Tables, tracks: Ints, count: int, labels: Ints, label: int, number: int) -> int:
    """Return the total length, in spaces, of the ``number`` shortest tracks of a component."""
    total, length = 0, 1
    while number > 0:
        for i in range(count):
            track = tracks[i]
            if number > 0 and tables.track_length[track] == length and labels[tables.track_a[track]] == label:
                total += length
                number -= 1
        length += 1
    return total


@compiled
def search_trails(
    tables: Tables, scratch: Scratch, tracks: Ints, labels: Ints, label: int, best: int, bound: int
) -> tuple[int, int]:
    """Search the trails of a component depth-first from its odd cities, for a limited number of steps.

    Return the best length found and whether no longer trail can exist.
    """
    at, link, came, steps = scratch.at_city, scratch.at_link, scratch.came_by, SHORT_SEARCH
    for i in range(scratch.first[tables.cities] // 2):
        scratch.used[i] = 0
    for start in range(tables.cities):
        if labels[start] != label or scratch.degree[start] % 2 == 0:
            continue
        depth, length = 0, 0
        at[0], link[0] = start, scratch.first[start]
        while depth >= 0:
            i = link[depth]
            if i < scratch.first[at[depth] + 1]:
                link[depth] = i + 1
                edge = scratch.link_track[i]
                if scratch.used[edge]:
                    continue
                scratch.used[edge] = 1
                length += tables.track_length[tracks[edge]]
                depth += 1
                at[depth], link[depth], came[depth] = scratch.link_city[i], scratch.first[scratch.link_city[i]], edge
                if length > best:
                    best = length
                    if best >= bound:
                        return best, 1
                steps -= 1
                if steps < 0:
                    return best, 0
            else:
                if depth > 0:
                    scratch.used[came[depth]] = 0
                    length -= tables.track_length[tracks[came[depth]]]
                depth -= 1
    return best, 1


@allocating
def search_removals(tables: Tables, tracks: Ints, count: int, labels: Ints, label: int, most: int) -> tuple[int, int]:
    """Search the lightest set of tracks to leave out of a component so that one trail remains.

    ``most`` is the weight, in spaces, of a set already known. Return the weight of the lightest set
    and whether it is proven that none is lighter.
    """
    edges = Edges(
        np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64),
        np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64),
        np.zeros(count + 1, np.int64), np.zeros(count + 1, np.int64),
    )  # fmt: skip
    number, size, cities = np.zeros(tables.cities, np.int64), 0, 0
    for i in range(count):
        track = tracks[i]
        a, b = tables.track_a[track], tables.track_b[track]
        if labels[a] == label:
            for city in (a, b):
                if number[city] == 0:
                    cities += 1
                    number[city] = cities
            edges.city_a[size], edges.city_b[size] = number[a] - 1, number[b] - 1
            edges.length[size] = tables.track_length[track]
            size += 1
    return lightest_removal(edges, size, cities, most, LONG_SEARCH)
