"""How far unfinished tickets were from being made: the fewest spaces that would have joined their cities.

The network is that of the seat's components, each joined into one node, and of the tracks that
are still open to it. Two cities need a cheapest path, the stops of a tour a cheapest (Steiner) tree,
by the dynamic programme of Dreyfus and Wagner (Networks 1, 1971) over sets of stops.
"""

from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.graph import FAR, open_to
from ttr_analysis.engine.lanes import LANES, shorten
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.scoring import CUT_OFF, MADE, SeatScore
from ttr_analysis.engine.state import GapScratch, Private, Public, Tables

UNREACHABLE: Final = -1
"""Answer for a ticket that is cut off."""
UNKNOWN: Final = -2
"""Answer for a ticket that has not been looked at yet."""

FAR_OFF: Final = 1 << 14
"""Distance of what was not reached: longer than any path, and with a track's length it still fits its lane."""


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
    measure_pairs(tables, private, labels, gaps)
    for i in range(private.ticket_count):
        if gaps.spaces[i] == UNKNOWN and tables.ticket_options[private.tickets[i]] > 0:
            gaps.spaces[i] = nearest_option(tables, labels, gaps, private.tickets[i])
        elif gaps.spaces[i] == UNKNOWN:
            gaps.spaces[i] = cheapest_tree(tables, gaps, find_terminals(tables, labels, gaps, private.tickets[i]))


@compiled
def link_components(tables: Tables, public: Public, seat: int, gaps: GapScratch) -> None:
    """List the links between the components of a seat: the tracks that are open to it."""
    labels, links = public.component[seat], 0
    for i in range(public.open_count):
        track = public.open_tracks[i]
        a, b = labels[tables.track_a[track]], labels[tables.track_b[track]]
        if a != b and open_to(public, seat, track):
            gaps.link_a[links], gaps.link_b[links], gaps.length[links] = a, b, tables.track_length[track]
            links += 1
    gaps.links = links


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
def measure_pairs(tables: Tables, private: Private, labels: Ints, gaps: GapScratch) -> None:
    """Set the answers for the tickets between two cities."""
    count = 0
    for i in range(private.ticket_count):
        ticket = private.tickets[i]
        if gaps.spaces[i] == UNKNOWN and tables.ticket_stop_count[ticket] == 2 and tables.ticket_options[ticket] == 0:
            gaps.pairs[count] = i
            count += 1
            if count == LANES:
                measure_some_pairs(tables, private, labels, gaps, count)
                count = 0
    if count > 0:
        measure_some_pairs(tables, private, labels, gaps, count)


@compiled
def measure_some_pairs(tables: Tables, private: Private, labels: Ints, gaps: GapScratch, count: int) -> None:
    """Set the answers for the tickets in ``gaps.pairs``, a lane each, all in one search."""
    begin_search(tables, gaps)
    for i in range(count):
        gaps.distance[labels[tables.ticket_stops[private.tickets[gaps.pairs[i]], 0]], i] = 0
    spread_pairs(gaps)
    for i in range(count):
        second = labels[tables.ticket_stops[private.tickets[gaps.pairs[i]], 1]]
        gaps.spaces[gaps.pairs[i]] = gaps.distance[second, i]


@compiled
def nearest_option(tables: Tables, labels: Ints, gaps: GapScratch, ticket: int) -> int:
    """Return the fewest spaces that complete a choice ticket: each of its starts goes with each of its goals."""
    first, spaces = tables.ticket_first_option[ticket], FAR_OFF
    begin_search(tables, gaps)
    for option in range(first, first + tables.ticket_options[ticket]):
        gaps.distance[labels[tables.option_start[option]], 0] = 0
    spread_pairs(gaps)
    for option in range(first, first + tables.ticket_options[ticket]):
        spaces = min(spaces, int(gaps.distance[labels[tables.option_goal[option]], 0]))
    return spaces


@compiled
def begin_search(tables: Tables, gaps: GapScratch) -> None:
    """Set every distance to that of a city which was not reached."""
    for city in range(tables.cities):
        for lane in range(LANES):
            gaps.distance[city, lane] = FAR_OFF


@compiled
def spread_pairs(gaps: GapScratch) -> None:
    """Lower the distances until no link shortens any, as :func:`spread` does with trees.

    Links are visited forwards and backwards in turn, which needs fewer rounds (Yen 1970).
    """
    last, backwards, shorter = gaps.links - 1, 0, True
    while shorter:
        shorter = False
        for step in range(gaps.links):
            link = last - step if backwards else step
            shorter |= shorten(gaps.distance, gaps.link_a[link], gaps.link_b[link], gaps.length[link])
        backwards = 1 - backwards


@compiled
def spread(gaps: GapScratch, subset: int) -> None:
    """Lower the lengths of the trees of a subset until no link shortens any (Bellman and Ford)."""
    shorter = True
    while shorter:
        shorter = False
        for link in range(gaps.links):
            a, b, length = gaps.link_a[link], gaps.link_b[link], gaps.length[link]
            of_a, of_b = gaps.to_stops[a, subset], gaps.to_stops[b, subset]
            gaps.to_stops[a, subset] = min(of_a, of_b + length)
            gaps.to_stops[b, subset] = min(of_b, of_a + length)
            shorter |= abs(of_a - of_b) > length


@compiled
def cheapest_tree(tables: Tables, gaps: GapScratch, count: int) -> int:
    """Return the length of the shortest tree that joins the components in ``gaps.terminal``.

    ``gaps.to_stops[city, subset]`` becomes the length of the shortest tree that joins the city to a
    subset of all terminals but the last.
    """
    last = count - 1
    for subset in range(1, 1 << last):
        for city in range(tables.cities):
            gaps.to_stops[city, subset] = FAR
        for i in range(last):
            if subset == 1 << i:
                gaps.to_stops[gaps.terminal[i], subset] = 0
        join_parts(tables, gaps, subset)
        spread(gaps, subset)
    return gaps.to_stops[gaps.terminal[last], (1 << last) - 1] if last > 0 else 0


@compiled
def join_parts(tables: Tables, gaps: GapScratch, subset: int) -> None:
    """Join, in each city, the trees of two parts of a subset of terminals."""
    part = (subset - 1) & subset
    while part > 0:
        other = subset ^ part
        if part > other:
            for city in range(tables.cities):
                length = gaps.to_stops[city, part] + gaps.to_stops[city, other]
                gaps.to_stops[city, subset] = min(gaps.to_stops[city, subset], length)
        part = (part - 1) & subset
