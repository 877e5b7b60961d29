"""Graph algorithms of the engine: components, cheapest paths, the longest trail, ordered visits of a tour."""

from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import Public, Scratch, Tables

BLOCKED: Final = -1
"""Cost of a route that cannot be used."""
FAR: Final = 1 << 20
"""Distance of a city that has not been reached."""
MAX_COST: Final = 500
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
def shortest_path(tables: Tables, scratch: Scratch, start: int, goal: int, limit: int) -> int:
    """Return the cost of the cheapest path between two cities, or -1 if it is above ``limit``.

    Costs are taken from ``scratch.route_cost``. The path is left in ``previous_city`` and
    ``previous_route``, to be read by :func:`trace_path`. This is Dijkstra's algorithm with
    Dial's buckets: costs are small integers, so one bucket for each distance replaces the
    priority queue.
    """
    limit = min(limit, MAX_COST)
    for city in range(tables.cities):
        scratch.distance[city] = FAR
    for distance in range(limit + 1):
        scratch.bucket[distance] = -1
    scratch.distance[start] = 0
    scratch.entry_city[0] = start
    scratch.entry_next[0] = -1
    scratch.bucket[0] = 0
    entries = 1
    for distance in range(limit + 1):
        while scratch.bucket[distance] >= 0:
            entry = scratch.bucket[distance]
            scratch.bucket[distance] = scratch.entry_next[entry]
            city = scratch.entry_city[entry]
            if scratch.distance[city] != distance:
                continue
            if city == goal:
                return distance
            for i in range(tables.neighbour_start[city], tables.neighbour_start[city + 1]):
                cost = scratch.route_cost[tables.neighbour_route[i]]
                if cost == BLOCKED:
                    continue
                other, reached = tables.neighbour_city[i], distance + cost
                if reached <= limit and reached < scratch.distance[other]:
                    scratch.distance[other] = reached
                    scratch.previous_city[other] = city
                    scratch.previous_route[other] = tables.neighbour_route[i]
                    scratch.entry_city[entries] = other
                    scratch.entry_next[entries] = scratch.bucket[reached]
                    scratch.bucket[reached] = entries
                    entries += 1
    return -1


@compiled
def trace_path(scratch: Scratch, start: int, goal: int) -> int:
    """Write the routes of the path just found into ``scratch.path``, from the goal backwards; return their number."""
    count, city = 0, goal
    while city != start:
        scratch.path[count] = scratch.previous_route[city]
        count += 1
        city = scratch.previous_city[city]
    return count


@compiled
def index_links(tables: Tables, scratch: Scratch, tracks: Ints, count: int) -> None:
    """Index the adjacency of some tracks in ``first``, ``link_city``, ``link_track`` (position in ``tracks``)."""
    cities = tables.cities
    for city in range(cities):
        scratch.degree[city] = 0
    for i in range(count):
        scratch.degree[tables.track_a[tracks[i]]] += 1
        scratch.degree[tables.track_b[tracks[i]]] += 1
    scratch.first[0] = 0
    for city in range(cities):
        scratch.first[city + 1] = scratch.first[city] + scratch.degree[city]
        scratch.next_link[city] = scratch.first[city]
    for i in range(count):
        a, b = tables.track_a[tracks[i]], tables.track_b[tracks[i]]
        scratch.link_city[scratch.next_link[a]], scratch.link_track[scratch.next_link[a]] = b, i
        scratch.next_link[a] += 1
        scratch.link_city[scratch.next_link[b]], scratch.link_track[scratch.next_link[b]] = a, i
        scratch.next_link[b] += 1


@compiled
def longest_trail(tables: Tables, scratch: Scratch, tracks: Ints, count: int, labels: Ints) -> int:
    """Return the length, in spaces, of the longest trail over some tracks (exact).

    A component with at most two cities of odd degree is one Euler trail. In any other
    component, a longest trail starts at a city of odd degree and leaves at least
    (odd - 2) / 2 tracks unused. The search stops when it reaches that bound.
    """
    if count == 0:
        return 0
    index_links(tables, scratch, tracks, count)
    cities, spaces, odd = tables.cities, scratch.component_spaces, scratch.component_odd
    for city in range(cities):
        spaces[city] = 0
        odd[city] = 0
    for i in range(count):
        spaces[labels[tables.track_a[tracks[i]]]] += tables.track_length[tracks[i]]
    for city in range(cities):
        odd[labels[city]] += scratch.degree[city] % 2
    best = 0
    for label in range(cities):
        if odd[label] <= 2 and spaces[label] > best:
            best = spaces[label]
    for label in range(cities):
        if odd[label] > 2 and spaces[label] > best:
            bound = spaces[label] - shortest_sum(tables, tracks, count, labels, label, (odd[label] - 2) // 2)
            if bound > best:
                best = max(best, search_trails(tables, scratch, tracks, labels, label, best, bound))
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
def search_trails(
    tables: Tables, scratch: Scratch, tracks: Ints, labels: Ints, label: int, best: int, bound: int
) -> int:
    """Search all trails of a component depth-first from its odd cities; return the best length found."""
    at, link, came = scratch.at_city, scratch.at_link, scratch.came_by
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
                        return best
            else:
                if depth > 0:
                    scratch.used[came[depth]] = 0
                    length -= tables.track_length[tracks[came[depth]]]
                depth -= 1
    return best


@compiled
def visits_in_order(tables: Tables, scratch: Scratch, tracks: Ints, count: int, ticket: int) -> bool:
    """Return whether a path over these tracks visits the ticket's stops in the printed order.

    The path visits no city and no junction twice; it may visit others between the stops.
    """
    index_links(tables, scratch, tracks, count)
    stops, last = tables.ticket_stops[ticket], tables.ticket_stop_count[ticket] - 1
    at, link, met = scratch.at_city, scratch.at_link, scratch.stops_met
    for city in range(tables.cities):
        scratch.visited[city] = 0
    depth, at[0], link[0], met[0] = 0, stops[0], scratch.first[stops[0]], 0
    scratch.visited[stops[0]] = 1
    while depth >= 0:
        i = link[depth]
        if i >= scratch.first[at[depth] + 1]:
            scratch.visited[at[depth]] = 0
            depth -= 1
            continue
        link[depth] = i + 1
        city = scratch.link_city[i]
        if scratch.visited[city] or is_later_stop(stops, last, met[depth] + 1, city):
            continue
        reached = met[depth] + 1 if city == stops[met[depth] + 1] else met[depth]
        if reached == last:
            return True
        depth += 1
        at[depth], link[depth], met[depth] = city, scratch.first[city], reached
        scratch.visited[city] = 1
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
