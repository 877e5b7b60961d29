"""The order in which the tracks of a network are decided when its longest trail is searched.

The *frontier* are the cities that have both decided and undecided tracks. Cities are added one after
another, each with its tracks to those already there; the next one is always that which makes the
frontier largest by the least. Every city is tried as the first one. Each city of the frontier has a
*slot*, a bit or a group of bits in the words that describe it.
"""

from typing import Final, NamedTuple

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.records import Ints
from ttr_analysis.rules.limits import CITIES, PARALLEL

NOT_ADJACENT: Final = 1 << 20
"""Growth of the frontier with a city that has no track to those already there."""
STEP: Final = CITIES * PARALLEL
"""Weight of a city of the frontier, compared with a track to it, when the next city is chosen."""


class Edges(NamedTuple):
    """The tracks of a connected network, in the order in which they are decided.

    The last five fields are filled by :func:`put_in_order`.
    """

    city_a: Ints
    city_b: Ints
    length: Ints  # spaces
    slot_a: Ints
    slot_b: Ints
    last_a: Ints  # 1: the city has no later track
    last_b: Ints
    active: Ints  # set of the slots in use before each track is decided, and after the last
    rest: Ints  # spaces of this and all later tracks; one entry more, as above


class Links(NamedTuple):
    """The adjacency of a network, and what is known of its cities while they are put in order."""

    first: Ints  # the first link of each city, and one more
    city: Ints  # the other city of each link
    left: Ints  # of each city: the links to cities not yet added, later other numbers
    added: Ints
    order: Ints
    best_order: Ints
    place: Ints  # the position of each city in the best order, later its slot


@compiled
def put_in_order(edges: Edges, count: int, cities: int, links: Links) -> int:
    """Sort the tracks, assign the slots of their cities, and return the number of slots."""
    index_edges(edges, count, cities, links)
    order_cities(links, cities)
    sort_edges(edges, count, cities, links)
    return assign_slots(edges, count, cities, links)


@compiled
def index_edges(edges: Edges, count: int, cities: int, links: Links) -> None:
    """Index the adjacency in ``first`` and ``city``."""
    for i in range(count):
        links.first[edges.city_a[i] + 1] += 1
        links.first[edges.city_b[i] + 1] += 1
    for city in range(cities):
        links.first[city + 1] += links.first[city]
        links.left[city] = links.first[city]
    for i in range(count):
        a, b = edges.city_a[i], edges.city_b[i]
        links.city[links.left[a]], links.city[links.left[b]] = b, a
        links.left[a] += 1
        links.left[b] += 1


@compiled
def order_cities(links: Links, cities: int) -> None:
    """Leave in ``best_order`` the order with the smallest frontiers."""
    least = -1.0
    for start in range(cities):
        cost = order_from(links, cities, start)
        if least < 0 or cost < least:
            least = cost
            for place in range(cities):
                links.best_order[place] = links.order[place]
    for place in range(cities):
        links.place[links.best_order[place]] = place


@compiled
def order_from(links: Links, cities: int, start: int) -> float:
    """Leave in ``order`` the order that begins with a city; return about how many states it makes possible."""
    for city in range(cities):
        links.left[city] = links.first[city + 1] - links.first[city]
        links.added[city] = 0
    frontier, cost = 0, 0.0
    for place in range(cities):
        city = start if place == 0 else next_city(links, cities)
        cost += 4.0**frontier
        links.order[place], links.added[city] = city, 1
        if links.left[city] > 0:
            frontier += 1
        for i in range(links.first[city], links.first[city + 1]):
            other = links.city[i]
            links.left[other] -= 1
            if links.left[other] == 0 and links.added[other]:
                frontier -= 1
    return cost


@compiled
def next_city(links: Links, cities: int) -> int:
    """Return the city to be added next: the frontier grows least, then the most tracks can be decided."""
    chosen, least = -1, NOT_ADJACENT
    for city in range(cities):
        if links.added[city] == 0:
            growth = growth_with(links, city)
            if growth < least:
                chosen, least = city, growth
    return chosen


@compiled
def growth_with(links: Links, city: int) -> int:
    """Return by how much the frontier grows with a city, in :data:`STEP`, less its tracks to the cities there."""
    joins, freed = 0, 0
    for i in range(links.first[city], links.first[city + 1]):
        other = links.city[i]
        if links.added[other]:
            joins += 1
            if links.left[other] == parallel_links(links, city, i):
                freed += 1
    if joins == 0:
        return NOT_ADJACENT
    stays = 1 if links.left[city] > joins else 0
    return STEP * (stays - freed) - joins


@compiled
def parallel_links(links: Links, city: int, i: int) -> int:
    """Return the number of links of a city that lead to the same one as link ``i``; -1 if an earlier one does."""
    count = 0
    for j in range(links.first[city], links.first[city + 1]):
        if links.city[j] == links.city[i]:
            if j < i:
                return -1
            count += 1
    return count


@compiled
def sort_edges(edges: Edges, count: int, cities: int, links: Links) -> None:
    """Sort the tracks by their later city, then by how soon their earlier city is complete."""
    last, place, key = links.left, links.place, edges.rest
    for city in range(cities):
        last[city] = 0
        for i in range(links.first[city], links.first[city + 1]):
            last[city] = max(last[city], place[links.city[i]])
    for i in range(count):
        a, b = edges.city_a[i], edges.city_b[i]
        if place[a] > place[b]:
            a, b = b, a
        key[i] = (place[b] * CITIES + last[a]) * CITIES + place[a]
        j = i
        length = edges.length[i]
        number = key[i]
        while j > 0 and key[j - 1] > number:
            key[j], edges.length[j] = key[j - 1], edges.length[j - 1]
            edges.city_a[j], edges.city_b[j] = edges.city_a[j - 1], edges.city_b[j - 1]
            j -= 1
        key[j], edges.length[j], edges.city_a[j], edges.city_b[j] = number, length, a, b


@compiled
def assign_slots(edges: Edges, count: int, cities: int, links: Links) -> int:
    """Fill in the fields that follow from the order of the tracks, and return the number of slots."""
    last, slot, width, active = links.left, links.place, 0, 0
    for city in range(cities):
        slot[city] = -1
    for i in range(count):
        last[edges.city_a[i]], last[edges.city_b[i]] = i, i
    for i in range(count):
        a, b = edges.city_a[i], edges.city_b[i]
        edges.active[i] = active
        for city in (a, b):
            if slot[city] < 0:
                slot[city] = lowest_free(active)
                active |= 1 << slot[city]
                width = max(width, slot[city] + 1)
        edges.slot_a[i], edges.slot_b[i] = slot[a], slot[b]
        edges.last_a[i], edges.last_b[i] = 1 if last[a] == i else 0, 1 if last[b] == i else 0
        active ^= (edges.last_a[i] << slot[a]) ^ (edges.last_b[i] << slot[b])
    edges.active[count], edges.rest[count] = active, 0
    for i in range(count - 1, -1, -1):
        edges.rest[i] = edges.rest[i + 1] + edges.length[i]
    return width


@compiled
def lowest_free(active: int) -> int:
    """Return the lowest slot that is not in a set."""
    slot = 0
    while (active >> slot) & 1:
        slot += 1
    return slot
