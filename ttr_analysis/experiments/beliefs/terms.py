"""What all moves tell of a hand of tickets, a term for each time in which it stays the same, and computed once only.

The moves between two changes of a hand are one term, each choice of tickets is another. A term is a sum of logarithms,
none above 0: as soon as a part of it shows that a hand is too unlikely, the rest is left out, until it is asked for.
"""

from typing import Final, NamedTuple

import numpy as np

from ttr_analysis.engine.compiled import compiled, wrapping
from ttr_analysis.engine.random_stream import mix
from ttr_analysis.engine.records import Floats, Ints, Words
from ttr_analysis.experiments.beliefs import chances
from ttr_analysis.experiments.beliefs.chances import Case

ROOM: Final = 1 << 17
"""Terms that can be kept; a power of 2."""
KEPT, RETURNED = 1000, 2000
"""Added to the ranks of tickets offered, so that they are told from those held."""


class Terms(NamedTuple):
    """Which terms there are, and those computed so far.

    Attributes
    ----------
    units : array of int64, (units, 2)
        The first decision of a turn and the first one after it; term by term, claims first.
    first : array of int64, (terms + 1,)
        The first unit of each term that is a time between changes, and their number.
    at : array of int64
        The first decision of each of these.
    offers : array of int64
        The decisions that are choices of tickets.
    keys, sums, done, used : arrays
        A hash table: the sum of each term so far, and how many of its units are in it.
    """

    units: Ints
    first: Ints
    at: Ints
    offers: Ints
    keys: Words
    sums: Floats
    done: Ints
    used: Ints


@compiled
def holds(case: Case, kept: Ints, place: int, at: int) -> bool:
    """Return whether a ticket is held at a decision."""
    return kept[place] == 1 and case.seen.born[place] <= at < case.seen.until[place]


@compiled
def collect(case: Case, tickets: Ints, kept: Ints, at: int) -> int:
    """Write the tickets held at a decision to ``space.held``; return their number."""
    count, held = 0, case.space.held
    for place in range(kept.shape[0]):
        if holds(case, kept, place, at):
            held[count] = tickets[place]
            count += 1
    chances.sort_tickets(case.imagined, held, count, at)
    return count


@wrapping
def plus(key: np.uint64, number: int) -> np.uint64:
    """Return a key with a number added to what it stands for, in any order."""
    return key + chances.word_of(number)


@wrapping
def key_of(number: int) -> np.uint64:
    """Return the key of a term without tickets."""
    return mix(np.uint64(number) ^ np.uint64(0x7465726D00000000))


@compiled
def key_of_term(case: Case, terms: Terms, term: int, tickets: Ints, kept: Ints) -> np.uint64:
    """Return what tells a term with its tickets from all others."""
    times, rank, key = terms.at.shape[0], case.imagined.rank, key_of(term)
    at = terms.at[term] if term < times else terms.offers[term - times]
    for place in range(kept.shape[0]):
        if holds(case, kept, place, at):
            key = plus(key, rank[tickets[place]])
        elif term >= times and case.seen.offer[place] == at:
            key = plus(key, rank[tickets[place]] + (KEPT if kept[place] else RETURNED))
    return key


@compiled
def slot_of(terms: Terms, key: np.uint64) -> int:
    """Return the place of a key in the hash table, which is made if there is none."""
    slot = np.int64(key >> np.uint64(20)) & (ROOM - 1)
    while terms.keys[slot] != key:
        if terms.keys[slot] == np.uint64(0):
            terms.keys[slot] = key
            terms.used[0] += 1
            break
        slot = (slot + 1) & (ROOM - 1)
    return slot


@compiled
def clear(terms: Terms) -> None:
    """Forget all terms if there is hardly any room left."""
    if 4 * terms.used[0] > 3 * ROOM:
        for slot in range(ROOM):
            terms.keys[slot], terms.sums[slot], terms.done[slot] = np.uint64(0), 0.0, 0
        terms.used[0] = 0


@compiled
def extend(case: Case, terms: Terms, term: int, slot: int, tickets: Ints, kept: Ints, floor: float) -> float:
    """Return a term, or a part of it that is below ``floor``."""
    times = terms.at.shape[0]
    if term >= times:
        at = terms.offers[term - times]
        if terms.done[slot] == 0:
            count = collect(case, tickets, kept, at)
            terms.sums[slot] = chances.offer_chance(case, tickets, kept, at, count)
            terms.done[slot] = 1
        return terms.sums[slot]
    first, units = terms.first[term], terms.first[term + 1] - terms.first[term]
    count = 0
    if terms.done[slot] < units and terms.sums[slot] >= floor:
        count = collect(case, tickets, kept, terms.at[term])
    while terms.done[slot] < units and terms.sums[slot] >= floor:
        unit = first + terms.done[slot]
        terms.sums[slot] += chances.turn_chance(case, terms.units[unit, 0], terms.units[unit, 1], count)
        terms.done[slot] += 1
    return terms.sums[slot]


@compiled
def log_likelihood(case: Case, terms: Terms, tickets: Ints, kept: Ints, slots: Ints, floor: float) -> float:
    """Return the logarithm of the chance of all moves seen, or something below ``floor`` if it is that small.

    ``slots`` is space for a number for each term.
    """
    clear(terms)
    number = terms.at.shape[0] + terms.offers.shape[0]
    total: float = 0.0
    for term in range(number):
        slots[term] = slot_of(terms, key_of_term(case, terms, term, tickets, kept))
        total += terms.sums[slots[term]]
    for term in range(number):
        if total < floor:
            break
        known = terms.sums[slots[term]]
        total += extend(case, terms, term, slots[term], tickets, kept, floor - (total - known)) - known
    return total
