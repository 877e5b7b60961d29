"""Whether a payment can still be completed after some of its cards are laid: for payments in steps.

Cards are laid kind by kind, in the order of the rule set. So of the kinds up to the last one laid
the numbers are final (``low`` equals ``high``), and of the others anything from 0 to the hand may
follow. No payment is part of another one for the same thing, so it is over as soon as it pays.
"""

import numpy as np

from ttr_analysis.engine import card_sets, codes, compiled, payments, records, state
from ttr_analysis.rules import limits

NO_KIND = -1


@compiled.compiled
def within(tables: state.Tables, low: records.Ints, high: records.Ints, cards: records.Ints) -> bool:
    """Return whether a payment lies between two sets of cards."""
    for kind in range(tables.cards):
        if not low[kind] <= cards[kind] <= high[kind]:
            return False
    return True


@compiled.compiled
def colored_within(
    tables: state.Tables, public: state.Public, action: state.ActionRecord, kind_1: int, kind_2: int,
    low: records.Ints, high: records.Ints,
) -> bool:  # fmt: skip
    """Return whether cards of two kinds and wilds between ``low`` and ``high`` pay; writes into ``action.cards``."""
    wild, cards = tables.wild, action.cards
    for kind in range(limits.CARDS):
        cards[kind] = 0
    for wilds in range(low[wild], min(high[wild], limits.LENGTH) + 1):
        for n_1 in range(min(high[kind_1], limits.LENGTH) + 1 if kind_1 >= 0 else 1):
            for n_2 in range(min(high[kind_2], limits.LENGTH) + 1 if kind_2 >= 0 else 1):
                cards[wild] = wilds
                if kind_1 >= 0:
                    cards[kind_1] = n_1
                if kind_2 >= 0:
                    cards[kind_2] = n_2
                if within(tables, low, high, cards) and payments.pays(
                    tables, public, action.kind, action.target, cards
                ):
                    return True
    return False


@compiled.compiled
def plain_within(
    tables: state.Tables, public: state.Public, action: state.ActionRecord, low: records.Ints, high: records.Ints
) -> bool:
    """Return whether some payment of one colour lies between two sets of cards; writes into ``action.cards``."""
    for color in range(tables.colors):
        if action.kind == codes.BUILD_HARBOUR:
            kind_1 = payments.symbol_kind(tables, 0, color)
            kind_2 = payments.symbol_kind(tables, 1, color) if tables.decks > 1 else NO_KIND
        else:
            deck = 0
            if action.kind == codes.CLAIM:
                deck = tables.track_deck[action.target]
            elif action.kind == codes.PAY_TUNNEL:
                deck = tables.track_deck[public.track]
            kind_1, kind_2 = tables.color_kinds[deck, color, 0], tables.color_kinds[deck, color, 1]
        if colored_within(tables, public, action, kind_1, kind_2, low, high):
            return True
    return False


@compiled.allocating
def pairs_within(tables: state.Tables, track: int, low: records.Ints, high: records.Ints) -> bool:
    """Return whether some payment in pairs lies between two sets of cards."""
    deck, color, total = tables.track_deck[track], tables.track_color[track], 2 * tables.track_length[track]
    least_odd = np.full(total + 1, total + 1, np.int64)  # by number of coloured cards: fewest colours with an odd one
    before = np.zeros(total + 1, np.int64)
    least_odd[0] = 0
    for each in range(tables.colors):
        least, most = 0, 0
        for kind in range(tables.cards):
            if tables.card_color[kind] != each:
                continue
            if tables.card_deck[kind] == deck and (color == state.ANY_COLOR or color == each):
                least += low[kind]
                most += high[kind]
            elif low[kind] > 0:
                return False
        before[:] = least_odd
        for n in range(total + 1):
            least_odd[n] = total + 1
            for taken in range(least, min(most, n) + 1):
                least_odd[n] = min(least_odd[n], before[n - taken] + taken % 2)
    most_wilds = min(high[tables.wild], tables.track_most_wilds[track], total)
    for wilds in range(max(low[tables.wild], tables.track_wilds[track]), most_wilds + 1):
        if least_odd[total - wilds] <= wilds:
            return True
    return False


@compiled.compiled
def fills_sets(
    tables: state.Tables, track: int, colored: int, total: int, low: records.Ints, high: records.Ints
) -> bool:
    """Return whether ``total`` cards for the colour and the sets can be taken, ``colored`` of some colour at most."""
    bounded, reached, spare = colored < card_sets.most_colored(tables, track), colored == 0, False
    least, most = 0, 0
    for kind in range(tables.cards):
        if not card_sets.in_sets(tables, track, kind):
            if kind != tables.wild and low[kind] > 0:
                return False
            continue
        top, colors = high[kind], card_sets.pays_alone(tables, track, kind)
        if bounded and colors:
            if low[kind] > colored:
                return False
            top = min(top, colored)
        reached = reached or (colors and low[kind] >= colored)
        spare = spare or (colors and low[kind] == 0 and top >= colored)
        least += low[kind]
        most += top
    if not reached:
        if not spare:
            return False
        least += colored
    return least <= total <= most


@compiled.compiled
def sets_within(tables: state.Tables, track: int, low: records.Ints, high: records.Ints) -> bool:
    """Return whether some payment with sets of cards lies between two sets of cards."""
    size, spaces, wild = tables.track_set[track], tables.track_length[track], tables.wild
    in_sets = tables.track_set_wilds[track] == 1  # then wilds are cards like any other
    for wilds in range(0 if in_sets else low[wild], (0 if in_sets else min(high[wild], spaces)) + 1):
        for sets in range(min(tables.track_most_sets[track], spaces - wilds) + 1):
            colored = spaces - sets - wilds
            if colored > card_sets.most_colored(tables, track):
                continue
            if card_sets.fitting_sets(tables, track, colored, wilds) != sets:
                continue
            if fills_sets(tables, track, colored, colored + size * sets, low, high):
                return True
    return False


@compiled.compiled
def can_complete(
    tables: state.Tables, public: state.Public, hand: records.Ints, laid: state.ActionRecord, last: int,
    work: records.Records,
) -> bool:  # fmt: skip
    """Return whether a payment can be completed with kinds of card after the last one laid.

    Parameters
    ----------
    laid : ActionRecord
        The action, with the cards laid so far.
    last : int
        The last kind of which cards were laid; -1 for none.
    work : record array
        Actions, of which those from 1 to 3 are overwritten.
    """
    low, high, trial = work[1].cards, work[2].cards, work[3]
    for kind in range(limits.CARDS):
        fixed = kind <= last or kind >= tables.cards
        low[kind] = laid.cards[kind]
        high[kind] = laid.cards[kind] if fixed else hand[kind]
    if laid.kind == codes.CLAIM:
        if tables.track_pairs[laid.target]:
            return pairs_within(tables, laid.target, low, high)
        if tables.track_set[laid.target] > 0:
            return sets_within(tables, laid.target, low, high)
    trial.kind, trial.target = laid.kind, laid.target
    return plain_within(tables, public, trial, low, high)
