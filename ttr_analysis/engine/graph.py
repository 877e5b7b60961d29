"""Graph algorithms of the engine: components, cheapest paths, the longest trail, ordered visits of a tour."""

from __future__ import annotations

from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import Public, Tables, Work
from ttr_analysis.rules.limits import CITIES

BLOCKED: Final = -1
"""Cost of a route that cannot be used."""
FAR: Final = 1 << 20
"""Distance of a city that has not been reached."""
LARGEST_COST: Final = 500
"""Paths that cost more than this are not searched for."""


@compiled
def merge(labels: Ints, cities: int, city_a: int, city_b: int) -> bool:
    """Give the components of two cities one label; return False if they already had the same label."""
    low, high = min(labels[city_a], labels[city_b]), max(labels[city_a], labels[city_b])
    if low == high:
        return False
    for city in range(cities):
        if labels[city] == high:
            labels[city] = low
    return True


@compiled
def cheapest_way(tables: Tables, work: Work, start: int, goal: int, limit: int) -> int:
    """Return the cost of the cheapest path between two cities, or -1 if it is above ``limit``.

    Costs are taken from ``work.route_cost``. The path is left in ``previous_city`` and
    ``previous_route``, to be read from the goal backwards. This is Dijkstra's algorithm with
    Dial's buckets: costs are small integers, so one bucket for each distance replaces the
    priority queue.
    """
    limit = min(limit, LARGEST_COST)
    for city in range(tables.cities):
        work.distance[city] = FAR
    for distance in range(limit + 1):
        work.bucket[distance] = -1
    work.distance[start] = 0
    work.entry_city[0] = start
    work.entry_next[0] = -1
    work.bucket[0] = 0
    entries = 1
    for distance in range(limit + 1):
        while work.bucket[distance] >= 0:
            entry = work.bucket[distance]
            work.bucket[distance] = work.entry_next[entry]
            city = work.entry_city[entry]
            if work.distance[city] != distance:
                continue
            if city == goal:
                return distance
            for i in range(tables.neighbour_start[city], tables.neighbour_start[city + 1]):
                cost = work.route_cost[tables.neighbour_route[i]]
                if cost == BLOCKED:
                    continue
                other, reached = tables.neighbour_city[i], distance + cost
                if reached <= limit and reached < work.distance[other]:
                    work.distance[other] = reached
                    work.previous_city[other] = city
                    work.previous_route[other] = tables.neighbour_route[i]
                    work.entry_city[entries] = other
                    work.entry_next[entries] = work.bucket[reached]
                    work.bucket[reached] = entries
                    entries += 1
    return -1


@compiled
def index_links(tables: Tables, work: Work, tracks: Ints, count: int) -> None:
    """Index the adjacency of some tracks in ``first``, ``link_city``, ``link_track`` (position in ``tracks``)."""
    cities = tables.cities
    for city in range(cities):
        work.degree[city] = 0
    for i in range(count):
        work.degree[tables.track_a[tracks[i]]] += 1
        work.degree[tables.track_b[tracks[i]]] += 1
    work.first[0] = 0
    for city in range(cities):
        work.first[city + 1] = work.first[city] + work.degree[city]
        work.stack[0, city] = work.first[city]
    for i in range(count):
        a, b = tables.track_a[tracks[i]], tables.track_b[tracks[i]]
        work.link_city[work.stack[0, a]], work.link_track[work.stack[0, a]] = b, i
        work.stack[0, a] += 1
        work.link_city[work.stack[0, b]], work.link_track[work.stack[0, b]] = a, i
        work.stack[0, b] += 1


@compiled
def longest_trail(tables: Tables, work: Work, tracks: Ints, count: int, labels: Ints) -> int:
    """Return the length, in spaces, of the longest trail over some tracks (exact).

    A component with at most two cities of odd degree is one Euler trail. In any other
    component, a longest trail starts at a city of odd degree and leaves at least
    (odd - 2) / 2 tracks unused. The search stops when it reaches that bound.
    """
    if count == 0:
        return 0
    index_links(tables, work, tracks, count)
    cities, spaces, odd = tables.cities, work.numbers[:CITIES], work.numbers[CITIES : 2 * CITIES]
    for city in range(cities):
        spaces[city] = 0
        odd[city] = 0
    for i in range(count):
        spaces[labels[tables.track_a[tracks[i]]]] += tables.track_length[tracks[i]]
    for city in range(cities):
        odd[labels[city]] += work.degree[city] % 2
    best = 0
    for label in range(cities):
        if odd[label] <= 2 and spaces[label] > best:
            best = spaces[label]
    for label in range(cities):
        if odd[label] > 2 and spaces[label] > best:
            bound = spaces[label] - shortest_sum(tables, tracks, count, labels, label, (odd[label] - 2) // 2)
            if bound > best:
                best = max(best, search_trails(tables, work, tracks, labels, label, best, bound))
    return best


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
def search_trails(tables: Tables, work: Work, tracks: Ints, labels: Ints, label: int, best: int, bound: int) -> int:
    """Search all trails of a component depth-first from its odd cities; return the best length found."""
    at, link, came = work.stack[0], work.stack[1], work.stack[2]
    for i in range(work.first[tables.cities] // 2):
        work.used[i] = 0
    for start in range(tables.cities):
        if labels[start] != label or work.degree[start] % 2 == 0:
            continue
        depth, length = 0, 0
        at[0], link[0] = start, work.first[start]
        while depth >= 0:
            i = link[depth]
            if i < work.first[at[depth] + 1]:
                link[depth] = i + 1
                edge = work.link_track[i]
                if work.used[edge]:
                    continue
                work.used[edge] = 1
                length += tables.track_length[tracks[edge]]
                depth += 1
                at[depth], link[depth], came[depth] = work.link_city[i], work.first[work.link_city[i]], edge
                if length > best:
                    best = length
                    if best >= bound:
                        return best
            else:
                if depth > 0:
                    work.used[came[depth]] = 0
                    length -= tables.track_length[tracks[came[depth]]]
                depth -= 1
    return best


@compiled
def visits_in_order(tables: Tables, work: Work, tracks: Ints, count: int, ticket: int) -> bool:
    """Return whether a path over these tracks visits the ticket's stops in the printed order.

    The path visits no city and no junction twice; it may visit others between the stops.
    """
    index_links(tables, work, tracks, count)
    stops, last = tables.ticket_stops[ticket], tables.ticket_stop_count[ticket] - 1
    at, link, met = work.stack[0], work.stack[1], work.stack[2]
    for city in range(tables.cities):
        work.visited[city] = 0
    depth, at[0], link[0], met[0] = 0, stops[0], work.first[stops[0]], 0
    work.visited[stops[0]] = 1
    while depth >= 0:
        i = link[depth]
        if i >= work.first[at[depth] + 1]:
            work.visited[at[depth]] = 0
            depth -= 1
            continue
        link[depth] = i + 1
        city = work.link_city[i]
        if work.visited[city] or is_later_stop(stops, last, met[depth] + 1, city):
            continue
        reached = met[depth] + 1 if city == stops[met[depth] + 1] else met[depth]
        if reached == last:
            return True
        depth += 1
        at[depth], link[depth], met[depth] = city, work.first[city], reached
        work.visited[city] = 1
    return False


@compiled
def is_later_stop(stops: Ints, last: int, wanted: int, city: int) -> bool:
    """Return whether a city is a stop that comes after the wanted one."""
    for i in range(wanted + 1, last + 1):
        if stops[i] == city:
            return True
    return False


@compiled
def open_to(tables: Tables, public: Public, seat: int, track: int) -> bool:
    """Return whether a track is the seat's own, or free and not closed to it (regardless of pieces)."""
    owner = public.owner[track]
    if owner == seat:
        return True
    twin = tables.track_twin[track]
    return owner == -1 and (twin < 0 or public.owner[twin] != seat)
