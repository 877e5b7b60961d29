"""Choosing the cards of a payment: those that the player misses least."""

from typing import Final

from ttr_analysis.engine.card_sets import fitting_sets, in_sets, most_colored, pays_alone
from ttr_analysis.engine.codes import BUILD_HARBOUR, BUILD_STATION, CLAIM, PAY_TUNNEL
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.payments import payments
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import ANY_COLOR, ActionRecord, Tables
from ttr_analysis.engine.view import View

NO_PAYMENT: Final = 1 << 62
"""More than the waste of any payment."""


@compiled
def waste_of_card(view: View, kind: int) -> int:
    """Return how wasteful it is to pay with a card of a kind.

    Wilds count most, then harbour symbols and cards that the plan needs. Among equals, a card of higher
    priority is kept.
    """
    tables = view.tables
    kept = view.mine.priority.cards[kind] >> 20
    if kind == tables.wild:
        return (12 << 32) + kept
    hurt = 2 * tables.card_units[kind] + 3 * tables.card_symbol[kind]
    if view.scratch.need[tables.card_deck[kind], tables.card_color[kind]] > 0:
        hurt += 2
    return (hurt << 32) + kept


@compiled
def waste(view: View, cards: Ints) -> int:
    """Return how wasteful a payment is."""
    total = 0
    for kind in range(view.tables.cards):
        if cards[kind] > 0:
            total += cards[kind] * waste_of_card(view, kind)
    return total


@compiled
def choose_listed(view: View, action: ActionRecord) -> bool:
    """Fill in the least wasteful of the payments; return False if there is none.

    At most 64 payments are considered; the enumeration begins with those of few wilds. Call this
    function in one place only, at the end of a decision: it is long, and every caller compiles it again.
    """
    count, best, least = -1, -1, NO_PAYMENT
    step = -1  # count the payments, evaluate each, write the best
    while step <= min(count, 64):
        wanted = best if step == min(count, 64) else step
        number = payments(view.tables, view.public, view.mine.hand, action.kind, action.target, wanted, action.cards)
        if step < 0:
            count = number
        elif step < min(count, 64):
            hurt = waste(view, action.cards)
            if hurt < least:
                best, least = step, hurt
        step += 1
    return best >= 0


@compiled
def most_in_set(view: View, track: int, kind: int, colored: int) -> int:
    """Return how many cards of a kind a payment with so many cards of the colour may hold."""
    held = view.mine.hand[kind] if in_sets(view.tables, track, kind) else 0
    if colored < most_colored(view.tables, track) and pays_alone(view.tables, track, kind):
        return min(held, colored)
    return held


@compiled
def fill_sets(view: View, track: int, color: int, wilds: int, sets: int, cards: Ints) -> int:
    """Write the payment with so many wilds and sets that wastes least; return its waste, or NO_PAYMENT."""
    tables, hand = view.tables, view.mine.hand
    colored = tables.track_length[track] - wilds - sets
    for kind in range(tables.cards):
        cards[kind] = 0
    kind = tables.color_kinds[tables.track_deck[track], color, 0]
    if not 0 <= colored <= min(hand[kind], most_colored(tables, track)):
        return NO_PAYMENT
    if fitting_sets(tables, track, colored, wilds) != sets:
        return NO_PAYMENT
    cards[kind] = colored
    for _ in range(sets * tables.track_set[track]):
        best, least = -1, NO_PAYMENT
        for kind in range(tables.cards):
            if cards[kind] < most_in_set(view, track, kind, colored) and waste_of_card(view, kind) < least:
                best, least = kind, waste_of_card(view, kind)
        if best < 0:
            return NO_PAYMENT
        cards[best] += 1
    cards[tables.wild] += wilds
    return waste(view, cards)


@compiled
def choose_sets(view: View, action: ActionRecord) -> bool:
    """Fill in the least wasteful payment of a track on which sets of cards count as one; False if there is none."""
    tables, track = view.tables, action.target
    least, best_color, best_wilds, best_sets = NO_PAYMENT, -1, 0, 0
    for color in range(tables.colors):
        if tables.track_color[track] != ANY_COLOR and tables.track_color[track] != color:
            continue
        for wilds in range(min(view.mine.hand[tables.wild], tables.track_length[track]) + 1):
            for sets in range(tables.track_length[track] - wilds + 1):
                hurt = fill_sets(view, track, color, wilds, sets, action.cards)
                if hurt < least:
                    least, best_color, best_wilds, best_sets = hurt, color, wilds, sets
    if best_color < 0:
        return False
    fill_sets(view, track, best_color, best_wilds, best_sets, action.cards)
    return True


@compiled
def choose_payment(view: View, action: ActionRecord) -> bool:
    """Fill in the least wasteful payment of an action; return False if there is none."""
    if action.kind == CLAIM and view.tables.track_set[action.target] > 0:
        return choose_sets(view, action)
    return choose_listed(view, action)


@compiled
def lacks_payment(tables: Tables, action: ActionRecord) -> bool:
    """Return whether an action that costs cards has no payment yet."""
    kind = action.kind
    if not (kind == CLAIM or kind == BUILD_STATION or kind == BUILD_HARBOUR or kind == PAY_TUNNEL):
        return False
    for card in range(tables.cards):
        if action.cards[card] > 0:
            return False
    return True
