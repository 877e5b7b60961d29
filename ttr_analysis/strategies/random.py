"""``random``: uniform over the legal actions at each decision point.

The decision points are those of ``docs/rules.md`` (the kind of move, then its target, then the
payment), so a kind of move is not chosen more often because it has many variants.
"""

from ttr_analysis.engine import codes, legal
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.payments import payments
from ttr_analysis.engine.random_stream import below
from ttr_analysis.engine.reach import can_claim_any, can_pay_building, list_claimable
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import EMPTY, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.shared.planning import may_draw_cards, may_draw_tickets


@compiled
def random_card(view: View, action: ActionRecord) -> None:
    """Draw any market card that may be taken, or from any deck."""
    tables, public = view.tables, view.public
    wild, blind = legal.wild_to_take(tables, public), not legal.blind_barred(public)
    slots = 0 if legal.market_barred(public) else tables.market_slots
    options = 0
    for slot in range(slots):
        card = public.market[slot]
        if card != EMPTY and (wild or card != tables.wild):
            options += 1
    for deck in range(tables.decks):
        if public.deck_size[deck] > 0 and blind:
            options += 1
    pick = below(view.rng, options)
    for slot in range(slots):
        card = public.market[slot]
        if card != EMPTY and (wild or card != tables.wild):
            if pick == 0:
                decide(action, codes.DRAW_MARKET, slot, 0)
            pick -= 1
    for deck in range(tables.decks):
        if public.deck_size[deck] > 0 and blind:
            if pick == 0:
                decide(action, codes.DRAW_BLIND, deck, 0)
            pick -= 1


@compiled
def is_site(view: View, kind: int, city: int) -> bool:
    """Return whether a seat may build a station or a harbour in a city."""
    if kind == codes.BUILD_STATION:
        return legal.may_build_station(view.tables, view.public, city)
    return legal.may_build_harbour(view.tables, view.public, view.public.seat, city)


@compiled
def random_city(view: View, kind: int) -> int:
    """Return any city where the seat may build."""
    count, city = 0, -1
    for i in range(view.tables.cities):
        each = view.tables.city_order[i]
        if is_site(view, kind, each):
            count += 1
            if below(view.rng, count) == 0:  # the n-th city replaces the choice with probability 1 / n
                city = each
    return city


@compiled
def random_exchange(view: View, action: ActionRecord) -> None:
    """Exchange any number of pieces in either direction."""
    seat = view.public.seat
    first, second = (
        legal.max_exchanged(view.tables, view.public, seat, 0),
        legal.max_exchanged(view.tables, view.public, seat, 1),
    )
    pick = below(view.rng, first + second)
    if pick < first:
        decide(action, codes.EXCHANGE_PIECES, 0, pick + 1)
    else:
        decide(action, codes.EXCHANGE_PIECES, 1, pick - first + 1)


@inlined
def random_payment(view: View, declining: int, action: ActionRecord) -> bool:
    """Fill in any payment; return False as if declining were ``declining`` more options."""
    count, wanted = 0, -1
    for _ in range(2):  # first count the payments, then write the chosen one
        count = payments(view.tables, view.public, view.mine.hand, action.kind, action.target, wanted, action.cards)
        if wanted < 0:
            wanted = below(view.rng, count + declining)
            if wanted >= count:
                return False
    return True


@inlined
def add_kind(kinds: Ints, count: int, kind: int, possible: bool) -> int:
    """Add a kind of move to the first ``count`` ones if it is possible; return their number."""
    if possible:
        kinds[count] = kind
        return count + 1
    return count


@compiled
def may_build(view: View, kind: int) -> bool:
    """Return whether the player can pay for a station or a harbour (``kind``) and has a city for it."""
    tables, public, seat = view.tables, view.public, view.public.seat
    return can_pay_building(tables, public, view.mine, seat, kind) and legal.has_site(tables, public, seat, kind)


# One line after another: a loop over the kinds makes games 7 % slower (USA, 2 players).
@inlined
def collect_kinds(view: View, kinds: Ints) -> int:
    """Write the possible kinds of move and return their number; ``DRAW_BLIND`` stands for drawing any card."""
    tables, public, seat = view.tables, view.public, view.public.seat
    exchangeable = legal.max_exchanged(tables, public, seat, 0) + legal.max_exchanged(tables, public, seat, 1)
    count = add_kind(kinds, 0, codes.DRAW_BLIND, may_draw_cards(view))
    count = add_kind(kinds, count, codes.CLAIM, can_claim_any(tables, public, view.mine, seat, view.scratch))
    count = add_kind(kinds, count, codes.DRAW_TICKETS, may_draw_tickets(view))
    count = add_kind(kinds, count, codes.BUILD_STATION, may_build(view, codes.BUILD_STATION))
    count = add_kind(kinds, count, codes.BUILD_HARBOUR, may_build(view, codes.BUILD_HARBOUR))
    count = add_kind(kinds, count, codes.EXCHANGE_PIECES, exchangeable > 0)
    return add_kind(kinds, count, codes.EXCHANGE_TICKETS, legal.may_exchange_tickets(tables, public, seat))


@inlined
def random_turn(view: View, action: ActionRecord) -> None:
    """Choose any possible kind of move, then any action of that kind."""
    public, scratch = view.public, view.scratch
    tracks, kinds = scratch.claimable, scratch.kinds
    count = collect_kinds(view, kinds)
    kind = kinds[below(view.rng, count)]
    decide(action, kind, 0, 0)
    if kind == codes.DRAW_BLIND:
        random_card(view, action)
    elif kind == codes.EXCHANGE_PIECES:
        random_exchange(view, action)
    elif kind == codes.CLAIM:
        claims = list_claimable(view.tables, public, scratch, tracks)
        action.target = tracks[below(view.rng, claims)]
    elif kind == codes.BUILD_STATION or kind == codes.BUILD_HARBOUR:
        action.target = random_city(view, kind)


@inlined
def random_subset(view: View, action: ActionRecord) -> None:
    """Keep any allowed subset of the offered tickets."""
    mine = view.mine
    count = 0
    for number in range(1 << mine.offered_count):
        if legal.check_keep(view.tables, view.public, mine, number) == legal.LEGAL:
            count += 1
    pick = below(view.rng, count)
    for number in range(1 << mine.offered_count):
        if legal.check_keep(view.tables, view.public, mine, number) == legal.LEGAL:
            if pick == 0:
                decide(action, codes.KEEP_TICKETS, 0, number)
            pick -= 1


@compiled
def random_deck(view: View, action: ActionRecord) -> None:
    """Choose any deck that has cards."""
    options = 0
    for deck in range(view.tables.decks):
        if view.public.deck_size[deck] > 0:
            options += 1
    pick = below(view.rng, options)
    for deck in range(view.tables.decks):
        if view.public.deck_size[deck] > 0:
            if pick == 0:
                decide(action, codes.REFILL, deck, 0)
            pick -= 1


@strategy(name="random", idea="Uniform over the legal actions at each decision point.")
def choose(view: View, action: ActionRecord) -> None:
    """Choose uniformly."""
    decision, declining = view.public.decision, 0
    if decision == codes.AT_KEEP:
        random_subset(view, action)
    elif decision == codes.AT_PIECES:
        low, high = legal.min_first_pieces(view.tables), legal.max_first_pieces(view.tables)
        decide(action, codes.CHOOSE_PIECES, 0, low + below(view.rng, high - low + 1))
    elif decision == codes.AT_SECOND:
        random_card(view, action)
    elif decision == codes.AT_REFILL:
        random_deck(view, action)
    elif decision == codes.AT_TUNNEL:
        decide(action, codes.PAY_TUNNEL, 0, 0)
        declining = 1
    else:
        random_turn(view, action)
    kind = action.kind
    if kind == codes.CLAIM or kind == codes.BUILD_STATION or kind == codes.BUILD_HARBOUR or kind == codes.PAY_TUNNEL:
        if not random_payment(view, declining, action):
            decide(action, codes.DECLINE_TUNNEL, 0, 0)
