"""Payments of tracks on which a set of any cards counts as one card (Nordic Countries).

On some ferries three cards count as one wild; on one track of that board four cards stand for
one card of the colour paid. A payment then is ``a`` cards of one colour, ``l`` wilds and ``s``
sets, with ``a + l + s`` spaces. No card may be left over, and the same cards are one payment,
however they are read. So of all cards in a payment, ``a`` must be the most of any colour that
may pay, up to the number of spaces that are no symbols: with more, some set would not be
needed. The number of wilds and ``a`` give the number of all cards, and the rest is counting
(:func:`ways`): thousands of payments are numbered without listing them.
"""

import numpy as np

from ttr_analysis.engine.compiled import allocating, compiled, inlined
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import ANY_COLOR, Tables
from ttr_analysis.rules.limits import CARDS


@inlined
def room(out: Ints) -> int:
    """Return how many payments there is room for; each takes ``CARDS`` numbers."""
    return out.shape[0] // CARDS


@compiled
def pays_alone(tables: Tables, track: int, kind: int) -> bool:
    """Return whether cards of a kind pay for a track as the colour."""
    if kind == tables.wild or tables.card_deck[kind] != tables.track_deck[track]:
        return False
    return tables.track_color[track] == ANY_COLOR or tables.track_color[track] == tables.card_color[kind]


@compiled
def in_sets(tables: Tables, track: int, kind: int) -> bool:
    """Return whether cards of a kind may be in a set: any of the track's deck, and wilds that cannot pay as wilds."""
    if kind == tables.wild:
        return tables.track_set_wilds[track] == 1
    return tables.card_deck[kind] == tables.track_deck[track]


@compiled
def most_colored(tables: Tables, track: int) -> int:
    """Return the spaces of a track that cards of the colour may fill: all but the symbols."""
    return tables.track_length[track] - tables.track_wilds[track]


@compiled
def ways(tables: Tables, hand: Ints, track: int, limit: int, total: int, counts: Ints) -> None:
    """Count the ways to take some cards out of a hand for the colour and the sets of a payment.

    ``counts[i, n]`` becomes the number of ways to take ``n`` cards of the kinds from ``i`` on, with
    at most ``limit`` of each colour that may pay, or any number if it is as many as may pay.
    """
    bounded = limit < most_colored(tables, track)
    for n in range(total + 1):
        counts[tables.cards, n] = int(n == 0)
    for kind in range(tables.cards - 1, -1, -1):
        most = hand[kind] if in_sets(tables, track, kind) else 0
        if bounded and pays_alone(tables, track, kind):
            most = min(most, limit)
        for n in range(total + 1):
            number = 0
            for taken in range(min(most, n) + 1):
                number += counts[kind + 1, n - taken]
            counts[kind, n] = number


@compiled
def fitting_sets(tables: Tables, track: int, colored: int, wilds: int) -> int:
    """Return the number of sets beside so many cards of the colour and wilds; -1 if that is not legal."""
    sets = tables.track_length[track] - colored - wilds
    if colored < tables.track_least_colored[track] or wilds > tables.track_most_wilds[track]:
        return -1
    return sets if sets <= tables.track_most_sets[track] else -1


# Eight parameters: it is called for every payment that is listed, and a tuple would be made for each.
@compiled
def write_cards(
    tables: Tables, track: int, colored: int, total: int, wanted: int, counts: Ints, out: Ints, first: int
) -> None:
    """Write number ``wanted`` of the ways to take ``total`` cards with exactly ``colored`` of some colour at most.

    They are written into ``out`` from ``first`` on. ``counts[0]`` are the ways with that many or
    fewer of each colour, ``counts[1]`` those with fewer.
    """
    reached, left = colored == 0, total
    for kind in range(tables.cards, CARDS):
        out[first + kind] = 0
    for kind in range(tables.cards):
        taken = 0
        while True:
            now = reached or (pays_alone(tables, track, kind) and taken >= colored)
            number = counts[0, kind + 1, left - taken] - (0 if now else counts[1, kind + 1, left - taken])
            if wanted < number:
                reached, left = now, left - taken
                break
            wanted -= number
            taken += 1
        out[first + kind] = taken


@allocating
def set_payments(tables: Tables, hand: Ints, track: int, wanted: int, out: Ints) -> int:
    """Count the payments of a track with sets, and write those from number ``wanted`` on into ``out``.

    Those with few sets come first, then those with few wilds.
    """
    size, spaces = tables.track_set[track], tables.track_length[track]
    counts = np.zeros((2, CARDS + 1, size * spaces + 1), np.int64)
    usable = 0
    for kind in range(tables.cards):
        usable += hand[kind] if in_sets(tables, track, kind) else 0
    count = 0
    for sets in range(tables.track_most_sets[track] + 1):
        for wilds in range(min(hand[tables.wild], spaces - sets) + 1):
            colored = spaces - sets - wilds
            total = colored + size * sets
            if colored > most_colored(tables, track) or total > usable:
                continue
            if fitting_sets(tables, track, colored, wilds) != sets:
                continue
            ways(tables, hand, track, colored, total, counts[0])
            number = counts[0, 0, total]
            if colored > 0:
                ways(tables, hand, track, colored - 1, total, counts[1])
                number -= counts[1, 0, total]
            for each in range(max(0, wanted - count), min(number, wanted - count + room(out))):
                first = CARDS * (count + each - wanted)
                write_cards(tables, track, colored, total, each, counts, out, first)
                out[first + tables.wild] += wilds
            count += number
    return count


@compiled
def pays_in_sets(tables: Tables, cards: Ints, track: int) -> bool:
    """Return whether some cards pay for a track on which sets of cards count as one, none left over."""
    wilds = 0 if tables.track_set_wilds[track] else cards[tables.wild]
    colored, total = 0, 0
    for kind in range(tables.cards):
        if in_sets(tables, track, kind):
            total += cards[kind]
        if pays_alone(tables, track, kind):
            colored = max(colored, min(cards[kind], most_colored(tables, track)))
    sets = fitting_sets(tables, track, colored, wilds)
    return sets >= 0 and total == colored + tables.track_set[track] * sets


@compiled
def sets_short(tables: Tables, hand: Ints, track: int, color: int) -> int:
    """Return how many sets a hand must add to its cards of a colour and its wilds; -1 if it has not enough cards."""
    spaces, held, usable = tables.track_length[track], 0, 0
    for kind in range(tables.cards):
        usable += hand[kind] if in_sets(tables, track, kind) else 0
        if pays_alone(tables, track, kind) and tables.card_color[kind] == color:
            held = hand[kind]
    colored = min(held, most_colored(tables, track))
    wilds = 0 if tables.track_set_wilds[track] else min(hand[tables.wild], spaces - colored)
    wilds = min(wilds, tables.track_most_wilds[track])
    sets = fitting_sets(tables, track, colored, wilds)
    return sets if tables.track_set[track] * sets <= usable - colored else -1


@compiled
def can_pay_in_sets(tables: Tables, hand: Ints, track: int) -> bool:
    """Return whether a hand has a payment for a track on which sets of cards count as one."""
    for color in range(tables.colors):
        if tables.track_color[track] == ANY_COLOR or tables.track_color[track] == color:
            if sets_short(tables, hand, track, color) >= 0:
                return True
    return False
