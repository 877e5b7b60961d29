"""How far unfinished tickets were from being made: the fewest spaces that would have joined their cities.

The network is that of the seat's components, each joined into one node, and of the tracks that
are still open to it. Two cities need a cheapest path, the stops of a tour a cheapest (Steiner) tree,
by the dynamic programme of Dreyfus and Wagner (Networks 1, 1971) over sets of stops.
"""

from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.graph import FAR, open_to
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.scoring import CUT_OFF, MADE, SeatScore
from ttr_analysis.engine.state import GapScratch, Private, Public, Tables
from ttr_analysis.rules.limits import CITIES

UNREACHABLE: Final = -1
"""Answer for a ticket that is cut off."""
UNKNOWN: Final = -2
"""Answer for a ticket that has not been looked at yet."""
NO_LINK: Final = -1
"""What follows the last link of a component."""


@compiled
def measure_gaps(
    tables: Tables, public: Public, private: Private, seat: int, gaps: GapScratch, score: SeatScore
) -> None:
    """Set ``gaps.spaces`` of each ticket of a seat: 0 if it is made, -1 if it is cut off."""
    unknown = 0
    for i in range(private.ticket_count):
        outcome = score.ticket_outcome[i]
        if outcome == MADE:
            gaps.spaces[i] = 0
        elif outcome == CUT_OFF:
            gaps.spaces[i] = UNREACHABLE
        else:
            gaps.spaces[i] = UNKNOWN
            unknown += 1
    if unknown == 0:
        return
    labels = public.component[seat]
    link_components(tables, public, seat, gaps)
    count_tickets(tables, private, labels, gaps)
    for i in range(private.ticket_count):
        if gaps.spaces[i] == UNKNOWN:
            measure_gap(tables, private, labels, gaps, i)


@compiled
def link_components(tables: Tables, public: Public, seat: int, gaps: GapScratch) -> None:
    """Link the components of a seat by the tracks that are open to it."""
    labels, links = public.component[seat], 0
    for city in range(tables.cities):
        gaps.first[city] = NO_LINK
        gaps.tickets[city] = 0
    for i in range(public.open_count):
        track = public.open_tracks[i]
        a, b = labels[tables.track_a[track]], labels[tables.track_b[track]]
        if a != b and open_to(tables, public, seat, track):
            add_link(gaps, links, a, b, tables.track_length[track])
            add_link(gaps, links + 1, b, a, tables.track_length[track])
            links += 2


@compiled
def add_link(gaps: GapScratch, link: int, start: int, end: int, length: int) -> None:
    """Put a link in front of the others of its component."""
    gaps.next[link] = gaps.first[start]
    gaps.first[start] = link
    gaps.end[link] = end
    gaps.length[link] = length


@compiled
def find_terminals(tables: Tables, labels: Ints, gaps: GapScratch, ticket: int) -> int:
    """Leave the components in which a ticket's cities lie in ``gaps.terminal`` and return their number."""
    count = 0
    for i in range(tables.ticket_stop_count[ticket]):
        label, known = labels[tables.ticket_stops[ticket, i]], 0
        for j in range(count):
            if gaps.terminal[j] == label:
                known = 1
        if known == 0:
            gaps.terminal[count] = label
            count += 1
    return count


@compiled
def count_tickets(tables: Tables, private: Private, labels: Ints, gaps: GapScratch) -> None:
    """Count for each component the tickets to be looked at that have an end there."""
    for i in range(private.ticket_count):
        if gaps.spaces[i] == UNKNOWN:
            stops, last = tables.ticket_stops[private.tickets[i]], tables.ticket_stop_count[private.tickets[i]] - 1
            gaps.tickets[labels[stops[0]]] += 1
            gaps.tickets[labels[stops[last]]] += 1


@compiled
def measure_gap(tables: Tables, private: Private, labels: Ints, gaps: GapScratch, place: int) -> None:
    """Set the answer for one ticket, and for all others that one search from its busier end answers."""
    count = find_terminals(tables, labels, gaps, private.tickets[place])
    if count != 2:
        gaps.spaces[place] = cheapest_tree(tables, gaps, count)
        return
    start, goal = gaps.terminal[0], gaps.terminal[1]
    if gaps.tickets[goal] > gaps.tickets[start]:
        start, goal = goal, start
    distance = gaps.distance[1]
    for city in range(tables.cities):
        distance[city] = FAR
    distance[start] = 0
    spread(tables, gaps, distance)
    gaps.spaces[place] = distance[goal]
    for i in range(place + 1, private.ticket_count):
        ticket = private.tickets[i]
        if gaps.spaces[i] == UNKNOWN and tables.ticket_stop_count[ticket] == 2:
            a, b = labels[tables.ticket_stops[ticket, 0]], labels[tables.ticket_stops[ticket, 1]]
            if a == start or b == start:
                gaps.spaces[i] = distance[a] + distance[b]  # one of them is 0


@compiled
def spread(tables: Tables, gaps: GapScratch, distance: Ints) -> None:
    """Lower the distances of all components until no link shortens any (Bellman and Ford, with a queue)."""
    head, size = 0, 0
    for city in range(tables.cities):
        gaps.queued[city] = 0
        if distance[city] < FAR:
            gaps.queue[size] = city
            gaps.queued[city] = 1
            size += 1
    while size > 0:
        city = gaps.queue[head]
        head, size = (head + 1) % CITIES, size - 1
        gaps.queued[city] = 0
        link = gaps.first[city]
        while link != NO_LINK:
            end, reached = gaps.end[link], distance[city] + gaps.length[link]
            if reached < distance[end]:
                distance[end] = reached
                if gaps.queued[end] == 0:
                    gaps.queue[(head + size) % CITIES] = end
                    gaps.queued[end] = 1
                    size += 1
            link = gaps.next[link]


@compiled
def cheapest_tree(tables: Tables, gaps: GapScratch, count: int) -> int:
    """Return the length of the shortest tree that joins the components in ``gaps.terminal``.

    ``gaps.distance[subset, city]`` becomes the length of the shortest tree that joins the city to a
    subset of all terminals but the last.
    """
    last = count - 1
    for subset in range(1, 1 << last):
        distance = gaps.distance[subset]
        for city in range(tables.cities):
            distance[city] = FAR
        for i in range(last):
            if subset == 1 << i:
                distance[gaps.terminal[i]] = 0
        join_parts(tables, gaps, subset)
        spread(tables, gaps, distance)
    return gaps.distance[(1 << last) - 1, gaps.terminal[last]] if last > 0 else 0


@compiled
def join_parts(tables: Tables, gaps: GapScratch, subset: int) -> None:
    """Join, in each city, the trees of two parts of a subset of terminals."""
    part = (subset - 1) & subset
    while part > 0:
        other = subset ^ part
        if part > other:
            for city in range(tables.cities):
                length = gaps.distance[part, city] + gaps.distance[other, city]
                gaps.distance[subset, city] = min(gaps.distance[subset, city], length)
        part = (part - 1) & subset
