"""How far unfinished tickets were from being made: the fewest spaces that would have joined their cities.

The network is that of the seat's components, each joined into one node, and of the tracks that
are still open to it. Two cities need a cheapest path, the stops of a tour a cheapest (Steiner) tree,
by the dynamic programme of Dreyfus and Wagner (Networks 1, 1971) over sets of stops.
"""

from typing import Final

import numpy as np

from ttr_analysis.engine.bits import NO_BITS, bit_of
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.graph import FAR, open_to
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.scoring import CUT_OFF, MADE, SeatScore
from ttr_analysis.engine.state import LANES, PAIRS, GapScratch, Private, Public, Tables

UNREACHABLE: Final = -1
"""Answer for a ticket that is cut off."""
UNKNOWN: Final = -2
"""Answer for a ticket that has not been looked at yet."""

# The distances of several tickets are packed into one word: a vector that needs no vector instructions.
LANE: Final = 12
"""Bits of a distance in a word; the highest of them is for comparing."""
EACH: Final = sum(1 << (LANE * lane) for lane in range(LANES))
"""A one in each lane."""
ABOVE: Final = EACH << (LANE - 1)
"""The highest bit of each lane."""
FAR_OFF: Final = (1 << (LANE - 2)) - 1
"""Distance of what was not reached: longer than any path, all bits set, and with a track's length still in its lane."""


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
            if count == PAIRS:
                measure_some_pairs(tables, private, labels, gaps, count)
                count = 0
    if count > 0:
        measure_some_pairs(tables, private, labels, gaps, count)


@compiled
def measure_some_pairs(tables: Tables, private: Private, labels: Ints, gaps: GapScratch, count: int) -> None:
    """Set the answers for the tickets in ``gaps.pairs``, all in one search."""
    words = (count + LANES - 1) // LANES
    begun = NO_BITS
    begin_search(tables, gaps, words)
    for i in range(count):
        first = labels[tables.ticket_stops[private.tickets[gaps.pairs[i]], 0]]
        gaps.packed[first, i // LANES] ^= FAR_OFF << (LANE * (i % LANES))
        begun |= bit_of(first)
    spread_pairs(gaps, begun, words)
    for i in range(count):
        second = labels[tables.ticket_stops[private.tickets[gaps.pairs[i]], 1]]
        gaps.spaces[gaps.pairs[i]] = (gaps.packed[second, i // LANES] >> (LANE * (i % LANES))) & FAR_OFF


@compiled
def nearest_option(tables: Tables, labels: Ints, gaps: GapScratch, ticket: int) -> int:
    """Return the fewest spaces that complete a choice ticket: each of its starts goes with each of its goals."""
    first, spaces, begun = tables.ticket_first_option[ticket], FAR_OFF, NO_BITS
    begin_search(tables, gaps, 1)
    for option in range(first, first + tables.ticket_options[ticket]):
        start = labels[tables.option_start[option]]
        gaps.packed[start, 0] = 0
        begun |= bit_of(start)
    spread_pairs(gaps, begun, 1)
    for option in range(first, first + tables.ticket_options[ticket]):
        spaces = min(spaces, gaps.packed[labels[tables.option_goal[option]], 0] & FAR_OFF)
    return spaces


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


@inlined
def smaller(first: int, second: int) -> int:
    """Return the smaller distance in each lane of two words."""
    not_below = ((first | ABOVE) - second) & ABOVE
    return first ^ ((first ^ second) & (not_below - (not_below >> (LANE - 1))))


@compiled
def begin_search(tables: Tables, gaps: GapScratch, words: int) -> None:
    """Set every packed distance to that of a city which was not reached."""
    for city in range(tables.cities):
        for word in range(words):
            gaps.packed[city, word] = FAR_OFF * EACH


@inlined
def lower(gaps: GapScratch, city: int, neighbour: int, length: int, words: int) -> bool:
    """Lower the distances of a city to those by way of a neighbour; return whether any became smaller."""
    lowered = 0
    for word in range(words):
        known = gaps.packed[city, word]
        nearer = smaller(known, gaps.packed[neighbour, word] + length)
        gaps.packed[city, word] = nearer
        lowered |= known ^ nearer
    return lowered != 0


@compiled
def spread_pairs(gaps: GapScratch, begun: np.uint64, words: int) -> None:
    """Lower the packed distances until no link shortens any, as :func:`spread` does with trees.

    Links are visited forwards and backwards in turn, which needs fewer rounds (Yen 1970), and only those of
    components that came nearer in this round or the last one: ``begun`` are those from which the search begins.
    """
    last, backwards, changed = gaps.links - 1, 0, begun
    while changed != NO_BITS:
        before, changed = changed, NO_BITS
        for step in range(gaps.links):
            link = last - step if backwards else step
            a, b = gaps.link_a[link], gaps.link_b[link]
            ends = bit_of(a) | bit_of(b)
            if (before | changed) & ends != NO_BITS:
                length = gaps.length[link] * EACH
                if lower(gaps, a, b, length, words):
                    changed |= bit_of(a)
                if lower(gaps, b, a, length, words):
                    changed |= bit_of(b)
        backwards = 1 - backwards


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
