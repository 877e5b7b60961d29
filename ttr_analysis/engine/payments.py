"""Payments: which sets of cards pay for a track, a surcharge, a station or a harbour.

One enumerator, :func:`payments`, visits all payments for an action in a fixed order. It
counts them, and writes number ``wanted`` and those after it into ``out``, which has ``CARDS``
numbers for each payment that there is room for (room for one and ``wanted`` -1: only count). It is
used by strategies that choose by number, and to list or count the legal actions.
:func:`pays` answers the same question for given cards without enumerating; tests compare
the two.
"""

from typing import Final

import numpy as np

from ttr_analysis.engine.card_sets import pays_in_sets, room, set_payments
from ttr_analysis.engine.codes import BUILD_HARBOUR, BUILD_STATION, CLAIM
from ttr_analysis.engine.compiled import allocating, compiled, inlined
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import ANY_COLOR, Public, Tables
from ttr_analysis.rules.limits import CARDS, DECK

WILDS_ONLY: Final = -2
"""Colour of a payment that may contain only wilds."""
MIXED: Final = -3
"""Colour of a set of cards with several colours."""


@inlined
def has_place(out: Ints, place: int) -> bool:
    """Return whether a payment at this place is among those that ``out`` has room for."""
    return 0 <= place < room(out)


# Eight parameters: a tuple of them would be compiled anew for each constant in it.
@compiled
def write(out: Ints, place: int, kind_1: int, n_1: int, kind_2: int, n_2: int, wild: int, n_wild: int) -> None:
    """Write a payment of up to two kinds of card and wilds."""
    first = CARDS * place
    for kind in range(CARDS):
        out[first + kind] = 0
    if kind_1 >= 0:
        out[first + kind_1] = n_1
    if kind_2 >= 0:
        out[first + kind_2] = n_2
    out[first + wild] = n_wild


@compiled
def covers(units_1: int, n_1: int, units_2: int, n_2: int, spaces: int, wilds: int) -> bool:
    """Return whether coloured cards and wilds cover the spaces, with no card to spare.

    They may cover one space too many only if all cards are doubles.
    """
    covered = units_1 * n_1 + units_2 * n_2 + wilds
    if covered == spaces:
        return True
    singles = wilds + (n_1 if units_1 == 1 else 0) + (n_2 if units_2 == 1 else 0)
    return covered == spaces + 1 and singles == 0


# The next two have ten parameters: a tuple of them would be compiled anew for each constant in it.


@inlined
def colored_payments(
    tables: Tables, hand: Ints, deck: int, color: int, spaces: int, min_wilds: int, most_wilds: int, by_units: bool,
    wanted: int, out: Ints,
) -> int:  # fmt: skip
    """Count the payments with at least one card of this colour; wilds cover the other spaces.

    ``by_units``: a double covers two spaces; otherwise every card counts as one.
    """
    kind_1, kind_2, wild = tables.color_kinds[deck, color, 0], tables.color_kinds[deck, color, 1], tables.wild
    held_1 = hand[kind_1] if kind_1 >= 0 else 0
    held_2 = hand[kind_2] if kind_2 >= 0 else 0
    units_1 = tables.card_units[kind_1] if by_units and kind_1 >= 0 else 1
    units_2 = tables.card_units[kind_2] if by_units and kind_2 >= 0 else 1
    max_wilds = min(hand[wild], spaces - 1, most_wilds)
    if held_2 == 0 and units_1 == 1:  # one kind of card: the number of wilds decides
        fewest = max(min_wilds, spaces - held_1)
        number = max(0, max_wilds - fewest + 1)
        for each in range(max(0, wanted), min(number, wanted + room(out))):
            write(out, each - wanted, kind_1, spaces - fewest - each, -1, 0, wild, fewest + each)
        return number
    count = 0
    for wilds in range(min_wilds, max_wilds + 1):
        for n_1 in range(min(held_1, spaces) + 1):
            for n_2 in range(min(held_2, spaces) + 1):
                if n_1 + n_2 > 0 and covers(units_1, n_1, units_2, n_2, spaces, wilds):
                    if has_place(out, count - wanted):
                        write(out, count - wanted, kind_1, n_1, kind_2, n_2, wild, wilds)
                    count += 1
    return count


@compiled
def plain_payments(
    tables: Tables, hand: Ints, deck: int, color: int, spaces: int, min_wilds: int, most_wilds: int, by_units: bool,
    wanted: int, out: Ints,
) -> int:  # fmt: skip
    """Count the payments of one colour (``ANY_COLOR``: of any single colour), the all-wild one only once."""
    count = 0
    if hand[tables.wild] >= spaces and most_wilds >= spaces:
        if has_place(out, -wanted):
            write(out, -wanted, -1, 0, -1, 0, tables.wild, spaces)
        count = 1
    for each in range(tables.colors):
        if 0 <= wanted <= count - room(out):
            break
        if color == ANY_COLOR or color == each:
            count += colored_payments(
                tables, hand, deck, each, spaces, min_wilds, most_wilds, by_units, wanted - count, out
            )
    return count


@compiled
def pairs_when_complete(tables: Tables, kinds: Ints, taken: Ints, size: int, wilds: int, wanted: int, out: Ints) -> int:
    """Return 1 if these counts form pairs when ``wilds`` are added, else 0; write the payment if there is room."""
    odd = 0
    for color in range(tables.colors):
        number = 0
        for i in range(size):
            if tables.card_color[kinds[i]] == color:
                number += taken[i]
        odd += number % 2
    if wilds < odd:
        return 0
    if has_place(out, -wanted):
        first = -CARDS * wanted
        for kind in range(CARDS):
            out[first + kind] = 0
        for i in range(size):
            out[first + kinds[i]] = taken[i]
        out[first + tables.wild] = wilds
    return 1


@allocating
def pair_payments(tables: Tables, hand: Ints, track: int, wanted: int, out: Ints) -> int:
    """Count the payments of a track in pairs of one colour, two cards per space.

    A payment has at least as many wilds as there are colours with an odd number of cards.
    All counts are visited depth-first; a branch ends where the cards run out.
    """
    kinds, taken, after = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64), np.zeros(CARDS + 1, np.int64)
    deck, color, spaces = tables.track_deck[track], tables.track_color[track], tables.track_length[track]
    wilds, size = min(hand[tables.wild], tables.track_most_wilds[track]), 0
    for kind in range(tables.cards):
        if tables.card_deck[kind] == deck and kind != tables.wild:
            if color == ANY_COLOR or color == tables.card_color[kind]:
                kinds[size] = kind
                size += 1
    for i in range(size - 1, -1, -1):
        after[i] = after[i + 1] + hand[kinds[i]]  # cards held of the kinds from this one on
    count, left, depth = 0, 2 * spaces, 0
    taken[0] = -1
    while depth >= 0 and size > 0:
        taken[depth] += 1
        if taken[depth] > 0:
            left -= 1
        if taken[depth] > hand[kinds[depth]] or left < 0:
            left += taken[depth]
            depth -= 1
        elif left - after[depth + 1] > wilds:
            continue
        elif depth + 1 < size:
            depth += 1
            taken[depth] = -1
        else:
            count += pairs_when_complete(tables, kinds, taken, size, left, wanted - count, out)
    return count


@compiled
def symbol_kind(tables: Tables, deck: int, color: int) -> int:
    """Return the kind of card of a deck and colour that has the harbour symbol, or -1."""
    for i in range(2):
        kind = tables.color_kinds[deck, color, i]
        if kind >= 0 and tables.card_symbol[kind]:
            return kind
    return -1


@compiled
def harbour_payments(tables: Tables, hand: Ints, wanted: int, out: Ints) -> int:
    """Count the payments for a harbour: cards of one colour with the symbol; a wild can replace any of them."""
    total, wild, count = 0, tables.wild, 0
    for deck in range(tables.decks):
        total += tables.harbour_cards[deck]
    for color in range(tables.colors):
        kind_1 = symbol_kind(tables, 0, color)
        kind_2 = symbol_kind(tables, 1, color) if tables.decks > 1 else -1
        max_1 = min(hand[kind_1], tables.harbour_cards[0]) if kind_1 >= 0 else 0
        max_2 = min(hand[kind_2], tables.harbour_cards[1]) if kind_2 >= 0 else 0
        for n_1 in range(max_1 + 1):
            for n_2 in range(max_2 + 1):
                wilds = total - n_1 - n_2
                if wilds > hand[wild] or (n_1 + n_2 == 0 and color > 0):  # all wilds: one payment
                    continue
                if has_place(out, count - wanted):
                    write(out, count - wanted, kind_1, n_1, kind_2, n_2, wild, wilds)
                count += 1
    return count


@compiled
def payments(tables: Tables, public: Public, hand: Ints, kind: int, target: int, wanted: int, out: Ints) -> int:
    """Count the payments for an action of the seat to move.

    Parameters
    ----------
    kind, target : int
        ``CLAIM`` and the track, ``BUILD_STATION``, ``BUILD_HARBOUR``, or ``PAY_TUNNEL``.
    wanted : int
        Number of the payment that ``out`` begins with. Below 0, as many places before number 0 are left as they are.
    out : ndarray
        ``CARDS`` numbers for each payment that there is room for.

    Returns
    -------
    int
        How many there are; counting may stop once ``out`` is full.
    """
    if kind == BUILD_HARBOUR:
        return harbour_payments(tables, hand, wanted, out)
    deck, color, spaces, min_wilds, most_wilds, by_units = 0, ANY_COLOR, 0, 0, DECK, False
    if kind == CLAIM:
        deck, color, spaces = tables.track_deck[target], tables.track_color[target], tables.track_length[target]
        if tables.track_pairs[target]:
            return pair_payments(tables, hand, target, wanted, out)
        if tables.track_set[target] > 0:
            return set_payments(tables, hand, target, wanted, out)
        min_wilds, most_wilds, by_units = tables.track_wilds[target], tables.track_most_wilds[target], True
    elif kind == BUILD_STATION:
        if public.stations_built[public.seat] >= tables.stations:
            return 0
        spaces = tables.station_cost[public.stations_built[public.seat]]
    else:
        deck, color, spaces = tables.track_deck[public.track], public.payment_color, public.owed
        color = WILDS_ONLY if color == ANY_COLOR else color
    return plain_payments(tables, hand, deck, color, spaces, min_wilds, most_wilds, by_units, wanted, out)


# ---- the same question for given cards ----


@inlined
def holds(tables: Tables, hand: Ints, cards: Ints) -> bool:
    """Return whether a hand contains these cards."""
    for kind in range(CARDS):
        if cards[kind] < 0 or cards[kind] > (hand[kind] if kind < tables.cards else 0):
            return False
    return True


@inlined
def color_of(tables: Tables, cards: Ints) -> int:
    """Return the single colour of some cards; ANY_COLOR for wilds only, MIXED for several colours."""
    color = ANY_COLOR
    for kind in range(tables.cards):
        if cards[kind] > 0 and kind != tables.wild:
            if color != ANY_COLOR and color != tables.card_color[kind]:
                return MIXED
            color = tables.card_color[kind]
    return color


@compiled
def only_of_deck(tables: Tables, cards: Ints, deck: int) -> bool:
    """Return whether all cards are wilds or belong to one deck."""
    for kind in range(tables.cards):
        if cards[kind] > 0 and kind != tables.wild and tables.card_deck[kind] != deck:
            return False
    return True


@compiled
def pays_spaces(tables: Tables, cards: Ints, deck: int, color: int, spaces: int, by_units: bool) -> bool:
    """Return whether cards of one colour and wilds are an exact payment for these spaces."""
    paid = color_of(tables, cards)
    if paid == MIXED or not only_of_deck(tables, cards, deck):
        return False
    if paid != ANY_COLOR and color != ANY_COLOR and color != paid:
        return False
    covered, singles = cards[tables.wild], cards[tables.wild]
    for kind in range(tables.cards):
        if kind != tables.wild:
            units = tables.card_units[kind] if by_units else 1
            covered += cards[kind] * units
            if units == 1:
                singles += cards[kind]
    return covered == spaces or (covered == spaces + 1 and singles == 0)


@compiled
def pays_pairs(tables: Tables, cards: Ints, deck: int, color: int, spaces: int) -> bool:
    """Return whether cards form pairs of one colour, two for each space."""
    if not only_of_deck(tables, cards, deck):
        return False
    total, odd = 0, 0
    for each in range(tables.colors):
        number = 0
        for kind in range(tables.cards):
            if kind != tables.wild and tables.card_color[kind] == each:
                number += cards[kind]
        if number > 0 and color != ANY_COLOR and color != each:
            return False
        total += number
        odd += number % 2
    return total + cards[tables.wild] == 2 * spaces and cards[tables.wild] >= odd


@compiled
def pays_harbour(tables: Tables, cards: Ints) -> bool:
    """Return whether these cards are a legal payment for a harbour."""
    if color_of(tables, cards) == MIXED:
        return False
    short = 0
    for deck in range(tables.decks):
        number = 0
        for kind in range(tables.cards):
            if kind != tables.wild and tables.card_deck[kind] == deck and cards[kind] > 0:
                if tables.card_symbol[kind] == 0:
                    return False
                number += cards[kind]
        if number > tables.harbour_cards[deck]:
            return False
        short += tables.harbour_cards[deck] - number
    return cards[tables.wild] == short


@compiled
def pays(tables: Tables, public: Public, kind: int, target: int, cards: Ints) -> bool:
    """Return whether these cards are a legal payment for an action (see :func:`payments`)."""
    if kind == BUILD_HARBOUR:
        return pays_harbour(tables, cards)
    deck, color, spaces, by_units = 0, ANY_COLOR, 0, False
    if kind == CLAIM:
        if tables.track_set[target] > 0:
            return pays_in_sets(tables, cards, target)
        deck, color, spaces = tables.track_deck[target], tables.track_color[target], tables.track_length[target]
        if not tables.track_wilds[target] <= cards[tables.wild] <= tables.track_most_wilds[target]:
            return False
        if tables.track_pairs[target]:
            return pays_pairs(tables, cards, deck, color, spaces)
        by_units = True
    elif kind == BUILD_STATION:
        spaces = tables.station_cost[public.stations_built[public.seat]]
    else:
        deck, color, spaces = tables.track_deck[public.track], public.payment_color, public.owed
        color = WILDS_ONLY if color == ANY_COLOR else color
    return pays_spaces(tables, cards, deck, color, spaces, by_units)
