"""The longest trail of a connected network, exactly: the lightest set of tracks to leave out.

A connected network is one trail if at most two of its cities are of odd degree. The longest trail
is therefore the network without the lightest set of tracks whose absence leaves one piece with at
most two odd cities. The tracks are decided one after another, in an order that keeps the frontier
small (:mod:`ttr_analysis.engine.trail_order`). What was decided matters only for the frontier:
which of its cities are odd so far, and which are joined.

Regardless of the pieces, the lightest set for each parity of the frontier follows from a table
that is filled from the last track to the first. With it as a lower bound, a depth-first search that
remembers states allows heavier sets step by step (iterative deepening: Korf, Artificial
Intelligence 27, 1985) until one of them leaves one piece.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ttr_analysis.engine.compiled import allocating, compiled
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.trail_order import Edges, Links, put_in_order

SLOTS: Final = 15
"""Most cities of a frontier, so that all their labels fit into one word."""
LABEL_BITS: Final = 4
LABEL: Final = (1 << LABEL_BITS) - 1
FAR: Final = 30_000
"""Weight of a set that does not exist; more than all tracks of a map together."""
MEMORY: Final = 1 << 16
"""Number of states that are remembered; a new one may displace an old one."""
PROBES: Final = 4
"""Places in the memory where a state may be."""
DEPTH_BITS: Final = 8

OPEN: Final = 0
CLOSED: Final = 1
BROKEN: Final = 2
"""What a decision makes of the tracks kept so far: one or more pieces that may still be joined, the
whole trail, or pieces that cannot be joined."""
OUT_OF_STEPS: Final = 3

Bounds = npt.NDArray[np.int16]


class Search(NamedTuple):
    """The state of the search: what was decided down to each depth, and the memory."""

    bounds: Bounds  # by depth, odd cities left behind, and set of odd slots: lightest set of later tracks
    labels: Ints  # of all slots in one word; equal labels: joined; label: 1 + the lowest slot of the piece
    odd: Ints  # sets of slots: an odd number of tracks kept,
    touched: Ints  # at least one track kept
    ends: Ints  # odd cities left behind
    removed: Ints  # spaces left out
    tried: Ints  # decisions tried at each depth
    key: Ints  # the memory: two words of each state,
    other_key: Ints
    allowance: Ints  # and the weight that was allowed from there on
    tally: Ints  # see below


LIGHTEST: Final = 0
BEYOND: Final = 1
STEPS: Final = 2
ROUND: Final = 3
"""Places in ``Search.tally``: the lightest set found, the least weight beyond what was allowed, steps
left, and the number of the round."""


@allocating
def lightest_removal(edges: Edges, count: int, cities: int, most: int, steps: int) -> tuple[int, int]:
    """Search the lightest set of tracks to leave out so that one trail remains.

    ``most`` is the weight, in spaces, of a set already known. Return the weight of the lightest set
    found, ``most`` if none is lighter, and whether it is proven that none is lighter.
    """
    links = Links(
        np.zeros(cities + 1, np.int64), np.zeros(2 * count, np.int64), np.zeros(cities, np.int64),
        np.zeros(cities, np.int64), np.zeros(cities, np.int64), np.zeros(cities, np.int64), np.zeros(cities, np.int64),
    )  # fmt: skip
    width, size = put_in_order(edges, count, cities, links), count + 1
    if width > SLOTS:
        return most, 0
    search = Search(
        np.empty((size, 3, 1 << width), np.int16), np.zeros(size, np.int64), np.zeros(size, np.int64),
        np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64),
        np.zeros(MEMORY, np.int64), np.zeros(MEMORY, np.int64), np.zeros(MEMORY, np.int64), np.zeros(4, np.int64),
    )  # fmt: skip
    fill_bounds(edges, count, search.bounds)
    tally = search.tally
    tally[LIGHTEST], tally[STEPS] = most, steps
    allowed, state = int(search.bounds[0, 0, 0]), OPEN
    while state == OPEN and allowed < tally[LIGHTEST]:
        state = deepen(edges, count, search, allowed)
        allowed = tally[BEYOND]
    return tally[LIGHTEST], 0 if state == OUT_OF_STEPS else 1


# --- lower bounds ----------------------------------------------------------------------------------------


@compiled
def bound_after(edges: Edges, bounds: Bounds, i: int, ends: int, odd: int) -> int:
    """Return the weight of the lightest set of tracks after track ``i``, for the odd cities left behind and there."""
    a, b = edges.slot_a[i], edges.slot_b[i]
    if edges.last_a[i]:
        ends += (odd >> a) & 1
        odd &= ~(1 << a)
    if edges.last_b[i]:
        ends += (odd >> b) & 1
        odd &= ~(1 << b)
    return FAR if ends > 2 else int(bounds[i + 1, ends, odd])


@compiled
def fill_bounds(edges: Edges, count: int, bounds: Bounds) -> None:
    """Fill the table of lower bounds, from the last track to the first."""
    for ends in range(3):
        bounds[count, ends, 0] = 0
    for i in range(count - 1, -1, -1):
        both, odd = (1 << edges.slot_a[i]) ^ (1 << edges.slot_b[i]), edges.active[i]
        while odd >= 0:  # all subsets, in falling order
            for ends in range(3):
                kept = bound_after(edges, bounds, i, ends, odd ^ both)
                left_out = edges.length[i] + bound_after(edges, bounds, i, ends, odd)
                bounds[i, ends, odd] = min(kept, left_out, FAR)
            odd = (odd - 1) & edges.active[i] if odd > 0 else -1


@compiled
def weight_with(edges: Edges, search: Search, depth: int, keep: int) -> int:
    """Return a lower bound for the weight of all sets with this decision."""
    odd, weight = search.odd[depth], search.removed[depth]
    if keep:
        odd ^= (1 << edges.slot_a[depth]) ^ (1 << edges.slot_b[depth])
    else:
        weight += edges.length[depth]
    return int(weight + bound_after(edges, search.bounds, depth, search.ends[depth], odd))


# --- decisions -------------------------------------------------------------------------------------------


@compiled
def deepen(edges: Edges, count: int, search: Search, allowed: int) -> int:
    """Search a set of at most the allowed weight; return CLOSED (found), OPEN (there is none) or OUT_OF_STEPS."""
    tally = search.tally
    tally[BEYOND] = FAR
    tally[ROUND] += 1
    depth, search.tried[0] = 0, 0
    while depth >= 0:
        number = search.tried[depth]
        if number == 2:
            depth -= 1
            continue
        search.tried[depth] = number + 1
        kept, left_out = weight_with(edges, search, depth, 1), weight_with(edges, search, depth, 0)
        keep = 1 if (kept <= left_out) == (number == 0) else 0
        weight = kept if keep else left_out
        if weight <= allowed:
            tally[STEPS] -= 1
            if tally[STEPS] < 0:
                return OUT_OF_STEPS
            state = decide(edges, search, depth, keep)
            if state == OPEN:
                if depth + 1 < count and not is_known(search, depth + 1, allowed):
                    depth += 1
                    search.tried[depth] = 0
                continue
            if state == BROKEN:
                continue
            weight = search.removed[depth + 1] + edges.rest[depth + 1]
            tally[LIGHTEST] = min(tally[LIGHTEST], weight)
            if weight <= allowed:
                return CLOSED
        tally[BEYOND] = min(tally[BEYOND], weight)
    return OPEN


@compiled
def decide(edges: Edges, search: Search, depth: int, keep: int) -> int:
    """Keep or leave out the track at a depth, fill in the next depth, and return what becomes of the kept tracks."""
    a, b, then = edges.slot_a[depth], edges.slot_b[depth], depth + 1
    both = (1 << a) | (1 << b)
    active, labels = edges.active[depth] | both, search.labels[depth]
    for slot in (a, b):
        if label_at(labels, slot) == 0:
            labels += (slot + 1) << (LABEL_BITS * slot)
    search.odd[then], search.touched[then] = search.odd[depth], search.touched[depth]
    search.ends[then], search.removed[then] = search.ends[depth], search.removed[depth]
    if keep:
        search.odd[then] ^= both
        search.touched[then] |= both
        one, two = label_at(labels, a), label_at(labels, b)
        if one != two:
            labels = relabelled(labels, active, max(one, two), min(one, two))
    else:
        search.removed[then] += edges.length[depth]
    search.labels[then] = labels
    if edges.last_a[depth]:
        active ^= 1 << a
        state = leave_behind(search, then, a, active)
        if state != OPEN:
            return state
    if edges.last_b[depth]:
        return leave_behind(search, then, b, active ^ (1 << b))
    return OPEN


@compiled
def leave_behind(search: Search, depth: int, slot: int, active: int) -> int:
    """Take a city whose tracks are all decided out of the frontier; return what becomes of the kept tracks."""
    label, touched = label_at(search.labels[depth], slot), (search.touched[depth] >> slot) & 1
    labels = search.labels[depth] - (label << (LABEL_BITS * slot))
    search.ends[depth] += (search.odd[depth] >> slot) & 1
    search.odd[depth] &= ~(1 << slot)
    search.touched[depth] &= ~(1 << slot)
    heir = lowest_with(labels, active, label)
    if heir >= 0 and label == slot + 1:
        labels = relabelled(labels, active, label, heir + 1)
    search.labels[depth] = labels
    if heir >= 0 or touched == 0:
        return OPEN
    return CLOSED if search.touched[depth] == 0 else BROKEN


@compiled
def label_at(labels: int, slot: int) -> int:
    """Return the label of a slot, 0 if it is not in use."""
    return (labels >> (LABEL_BITS * slot)) & LABEL


@compiled
def lowest_with(labels: int, active: int, label: int) -> int:
    """Return the lowest slot with a label, or -1."""
    slot = 0
    while (active >> slot) > 0:
        if label_at(labels, slot) == label:
            return slot
        slot += 1
    return -1


@compiled
def relabelled(labels: int, active: int, old: int, new: int) -> int:
    """Return the labels with one of them replaced by another."""
    slot = 0
    while (active >> slot) > 0:
        if label_at(labels, slot) == old:
            labels += (new - old) << (LABEL_BITS * slot)
        slot += 1
    return labels


@compiled
def is_known(search: Search, depth: int, allowed: int) -> bool:
    """Return whether a state was searched in this round with no smaller allowance; remember that it now is."""
    allowance, key = allowed - search.removed[depth], search.labels[depth]
    other = (search.tally[ROUND] << DEPTH_BITS | depth) << 2 | search.ends[depth]
    other = (other << SLOTS | search.odd[depth]) << SLOTS | search.touched[depth]
    start = (key % 1_000_003 * 7_919 + other % 998_244_353) % MEMORY  # small enough for 64 bits
    place = start
    for probe in range(PROBES):
        here = (start + probe) % MEMORY
        if search.other_key[here] == other and search.key[here] == key:
            known = search.allowance[here] >= allowance
            search.allowance[here] = max(allowance, search.allowance[here])
            return known
        if search.other_key[here] >> (DEPTH_BITS + 2 + 2 * SLOTS) != search.tally[ROUND]:
            place = here
            break
    search.key[place], search.other_key[place], search.allowance[place] = key, other, allowance
    return False
