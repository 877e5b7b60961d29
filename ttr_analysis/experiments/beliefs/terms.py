"""What all moves tell of a hand of tickets, a term for each time in which it stays the same, and computed once only.

The turns between two changes of a hand are two terms, those with claims and the others; each choice of tickets is
another. A term is a sum of logarithms: as soon as a part of it shows that a hand is too unlikely, even if all that
follows is as likely as can be, the rest is left out, until it is asked for.
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
GROUPS: Final = 3
KEPT: Final = 1000
RETURNED: Final = 2000
"""Added to the ranks of tickets offered, so that they are told from those held."""


class Terms(NamedTuple):
    """Which terms there are, and those computed so far.

    Attributes
    ----------
    units : array of int64, (units, 2)
        The first decision of a turn and the first one after it; term by term.
    first : array of int64, (terms + 1,)
        The first unit of each term, and the number of units; a choice of tickets has none.
    at : array of int64, (terms,)
        The first decision of each term.
    is_offer : array of int64, (terms,)
        Whether it is a choice of tickets.
    group : array of int64, (GROUPS + 1,)
        The first term of each group, which are claims, choices of tickets and other turns, and the number of terms.
    most : array of float64, (units,)
        The logarithm of the greatest chance that a unit may have.
    keys, sums, done, used : arrays
        A hash table: each term so far, with the greatest chance of what is not computed, and how many of its units are.
    """

    units: Ints
    first: Ints
    at: Ints
    is_offer: Ints
    group: Ints
    most: Floats
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
    rank, key, at = case.imagined.rank, key_of(term), terms.at[term]
    for place in range(kept.shape[0]):
        if holds(case, kept, place, at):
            key = plus(key, rank[tickets[place]])
        elif terms.is_offer[term] and case.seen.offer[place] == at:
            key = plus(key, rank[tickets[place]] + (KEPT if kept[place] else RETURNED))
    return key


@compiled
def fill_most(case: Case, terms: Terms) -> None:
    """Note the greatest chance that each unit may have."""
    for unit in range(terms.units.shape[0]):
        terms.most[unit] = 0.0
        for at in range(terms.units[unit, 0], terms.units[unit, 1]):
            terms.most[unit] += chances.best_chance(case, at)


@compiled
def slot_of(terms: Terms, term: int, key: np.uint64) -> int:
    """Return the place of a key in the hash table, which is made if there is none."""
    slot = int(np.int64(key >> np.uint64(20))) & (ROOM - 1)
    while terms.keys[slot] != key:
        if terms.keys[slot] == np.uint64(0):
            terms.keys[slot] = key
            terms.used[0] += 1
            for unit in range(terms.first[term], terms.first[term + 1]):
                terms.sums[slot] += terms.most[unit]
            break
        slot = (slot + 1) & (ROOM - 1)
    return slot


@compiled
def forget_all(terms: Terms) -> None:
    """Forget all terms."""
    for slot in range(ROOM):
        terms.keys[slot], terms.sums[slot], terms.done[slot] = np.uint64(0), 0.0, 0
    terms.used[0] = 0


@compiled
def clear(terms: Terms) -> None:
    """Forget all terms if there is hardly any room left."""
    if 4 * terms.used[0] > 3 * ROOM:
        forget_all(terms)


@compiled
def extend(case: Case, terms: Terms, term: int, slot: int, tickets: Ints, kept: Ints, floor: float) -> None:
    """Compute a term, or so much of it that it is below ``floor``."""
    first, units = terms.first[term], terms.first[term + 1] - terms.first[term]
    todo = 1 - terms.done[slot] if terms.is_offer[term] else units - terms.done[slot]
    if todo <= 0 or terms.sums[slot] < floor:
        return
    count = collect(case, tickets, kept, terms.at[term])
    if terms.is_offer[term]:
        terms.sums[slot] = chances.offer_chance(case, tickets, kept, terms.at[term], count)
        terms.done[slot] = 1
    while terms.done[slot] < units and terms.sums[slot] >= floor:
        unit = first + terms.done[slot]
        chance = chances.turn_chance(case, terms.units[unit, 0], terms.units[unit, 1], count)
        terms.sums[slot] += chance - terms.most[unit]
        terms.done[slot] += 1


@compiled
def log_likelihood(case: Case, terms: Terms, group: int, tickets: Ints, kept: Ints, floor: float) -> float:
    """Return the logarithm of the chance of a group's moves, or something below ``floor`` if it is that small."""
    slots, total = case.space.slots, 0.0
    for term in range(terms.group[group], terms.group[group + 1]):
        slots[term] = slot_of(terms, term, key_of_term(case, terms, term, tickets, kept))
        total += terms.sums[slots[term]]
    for term in range(terms.group[group], terms.group[group + 1]):
        if total < floor:
            break
        before = terms.sums[slots[term]]
        extend(case, terms, term, slots[term], tickets, kept, floor - (total - before))
        total += terms.sums[slots[term]] - before
    return total
