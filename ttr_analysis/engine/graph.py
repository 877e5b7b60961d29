"""Graph algorithms of the engine: components, cheapest paths, ordered visits of a tour."""

from typing import Final

from ttr_analysis.engine.bits import NO_BITS, bit_of, is_in_set, lowest_bit
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import NOBODY, Public, Scratch, Tables

BLOCKED: Final = -1
"""Cost of a route that cannot be used."""
RANK_BITS: Final = 53
"""Bits for the sum of the priorities of a path, which has fewer than 64 routes; the cost of the path stands above."""
UNREACHED: Final = 1 << 62
"""What stands for a city that a search has not reached."""
FAR: Final = 1 << 20
"""A distance that no network has."""
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


@inlined
def distance_of(scratch: Scratch, city: int) -> int:
    """Return the cost at which the last search has reached a city; more than ``MAX_COST`` if it has not."""
    return scratch.reached[city] >> RANK_BITS


@compiled
def _joined_for_free(tables: Tables, scratch: Scratch, goal: int) -> bool:
    """Return whether a route without cost ends in a city, so that it can be reached from others at its own distance."""
    for i in range(tables.neighbour_start[goal], tables.neighbour_start[goal + 1]):
        if scratch.route_cost[tables.neighbour_route[i]] == 0:
            return True
    return False


@compiled
def shortest_path(tables: Tables, scratch: Scratch, priority: Ints, start: int, goal: int, limit: int) -> int:
    """Return the cost of the cheapest path between two cities, or -1 if it is above ``limit``.

    Costs are taken from ``scratch.route_cost``; of several cheapest paths, the one whose routes have the
    lowest sum of priorities (its rank) is found: ``scratch.reached`` holds cost and rank in one number. The
    path is left in ``previous_city`` and ``previous_route``, to be read by :func:`trace_path`. This is
    Dijkstra's algorithm with Dial's buckets: costs are small integers, so one bucket for each distance
    replaces the priority queue. A bucket is a set of cities, a bit for each. A goal of -1 reaches every city.
    """
    limit = min(limit, MAX_COST)
    for city in range(tables.cities):
        scratch.reached[city] = UNREACHED
    for distance in range(limit + 1):
        scratch.bucket[distance] = NO_BITS
    scratch.reached[start] = 0
    scratch.bucket[0] = bit_of(start)
    is_free = goal >= 0 and _joined_for_free(tables, scratch, goal)
    for distance in range(limit + 1):
        if goal >= 0 and not is_free and distance_of(scratch, goal) == distance:
            return distance
        while scratch.bucket[distance] != NO_BITS:
            city = lowest_bit(scratch.bucket[distance])
            scratch.bucket[distance] ^= bit_of(city)
            here = scratch.reached[city]
            if here >> RANK_BITS != distance:
                continue
            for i in range(tables.neighbour_start[city], tables.neighbour_start[city + 1]):
                route, other = tables.neighbour_route[i], tables.neighbour_city[i]
                cost = scratch.route_cost[route]
                if cost == BLOCKED or distance + cost > limit:
                    continue
                there = here + (cost << RANK_BITS) + priority[route]
                if there < scratch.reached[other]:
                    scratch.reached[other] = there
                    scratch.previous_city[other], scratch.previous_route[other] = city, route
                    scratch.bucket[distance + cost] |= bit_of(other)
        if goal >= 0 and distance_of(scratch, goal) == distance:
            return distance
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


@inlined
def open_to(public: Public, seat: int, track: int) -> bool:
    """Return whether a track is the seat's own, or free and not closed to it (regardless of pieces)."""
    owner = public.owner[track]
    return (owner == seat) | ((owner == NOBODY) & (not owns_beside(public, seat, track)))


@inlined
def owns_beside(public: Public, seat: int, track: int) -> bool:
    """Return whether a seat owns another track of this one's double or triple route."""
    return is_in_set(public.beside[seat], track)


@compiled
def are_twins(tables: Tables, track: int, other: int) -> bool:
    """Return whether two tracks are of one double or triple route."""
    twin = tables.track_twin[track]
    while twin >= 0 and twin != track:
        if twin == other:
            return True
        twin = tables.track_twin[twin]
    return False
