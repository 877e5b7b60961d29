"""Cards: which ones a plan still lacks, and which one to draw."""

from typing import Final

from ttr_analysis.engine.codes import DRAW_BLIND, DRAW_MARKET
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.graph import owns_beside
from ttr_analysis.engine.legal import blind_barred, market_barred, wild_to_take
from ttr_analysis.engine.state import ANY_COLOR, EMPTY, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import decide
from ttr_analysis.strategies.expert import weights as weight
from ttr_analysis.strategies.expert.board import unit
from ttr_analysis.strategies.expert.tours import tour_share
from ttr_analysis.strategies.shared import claims, equals, pay, planning

PERCENT: Final = 100
"""The worth of a card that the plan lacks, in ``scratch.card_worth``."""


@inlined
def surplus(view: View, deck: int, color: int) -> int:
    """Return the spaces that the cards of a colour cover beyond the need; negative if cards are missing."""
    return planning.held_units(view, deck, color) - view.scratch.need[deck, color]


@compiled
def in_market(view: View, deck: int, color: int) -> int:
    """Count the market cards of a deck and colour."""
    tables = view.tables
    count = 0
    for slot in range(tables.market_slots):
        card = view.public.market[slot]
        if card != EMPTY and card != tables.wild:
            if tables.card_deck[card] == deck and tables.card_color[card] == color:
                count += 1
    return count


@inlined
def gray_color(view: View, deck: int) -> int:
    """Return the colour in which a gray track of a deck is best paid for.

    It is the colour with the largest surplus in hand and, weighted, in the market.
    """
    best, most = 0, -1e9
    for color in range(view.tables.colors):
        value = surplus(view, deck, color) + view.weights[weight.MARKET_HINT] * in_market(view, deck, color)
        if equals.is_better(value, most, view.mine.priority.colors, color, best):
            best, most = color, value
    return best


@inlined
def add_need(view: View, track: int) -> None:
    """Need the cards of a track; a gray track gets the colour with the largest surplus."""
    tables = view.tables
    deck, color = tables.track_deck[track], tables.track_color[track]
    if color == ANY_COLOR:
        color = gray_color(view, deck)
    spaces = tables.track_length[track] * (2 if tables.track_pairs[track] else 1)
    view.scratch.need[deck, color] += spaces + claims.spare_cards(tables, view.weights[weight.TUNNEL_SPARE], track)


@compiled
def total_short(view: View) -> int:
    """Return the spaces that no card in hand covers, not counting wilds."""
    total = 0
    for deck in range(view.tables.decks):
        for color in range(view.tables.colors):
            total += max(0, -surplus(view, deck, color))
    return total


@compiled
def spare_cards_held(view: View, short: int) -> int:
    """Return the cards in hand that the plan does not need, which is ``short`` of that many spaces."""
    need = 0
    for deck in range(view.tables.decks):
        for color in range(view.tables.colors):
            need += view.scratch.need[deck, color]
    return max(0, view.public.hand_size[view.public.seat] - max(0, need - short))


@compiled
def room_for_wilds(view: View) -> int:
    """Return how many wilds the planned tracks may take."""
    plan, room = view.scratch.plan, 0
    for i in range(plan.track_count):
        room += view.tables.track_most_wilds[plan.tracks[i]]
    return room


@compiled
def turns_to_gather(view: View) -> float:
    """Return the turns of drawing until no card is missing.

    Cards of many colours come faster than cards of one. Wilds go to the colours that miss most.
    """
    tables = view.tables
    total, most = 0, 0
    for deck in range(tables.decks):
        for color in range(tables.colors):
            short = max(0, -surplus(view, deck, color))
            total += short
            most = max(most, short)
    wilds = min(view.mine.hand[tables.wild], room_for_wilds(view))
    return max(
        (total - wilds) / view.weights[weight.GATHER_MANY], (most - wilds) / view.weights[weight.GATHER_ONE], 0.0
    )


@compiled
def raise_worth(view: View, worth: float, short_worth: float) -> None:
    """Set the worth of missing cards that have none yet: the more of a colour are missing, the higher."""
    tables = view.tables
    for card in range(tables.cards):
        if card != tables.wild and view.scratch.card_worth[card] == 0:
            short = -surplus(view, tables.card_deck[card], tables.card_color[card])
            if short > 0:
                view.scratch.card_worth[card] = int(PERCENT * (worth + short_worth * short))


@compiled
def need_of_plan(view: View) -> int:
    """Fill ``scratch.need`` with what the planned tracks take, and mark these tracks.

    Return the spaces that are not covered, not counting wilds.
    """
    tables, scratch = view.tables, view.scratch
    planning.clear_need(view)
    for card in range(tables.cards):
        scratch.card_worth[card] = 0
    for track in range(tables.tracks):
        scratch.plan.role[track] = 0
    for i in range(scratch.plan.track_count):  # gray ones last, once it is clear which colours have a surplus
        scratch.plan.role[scratch.plan.tracks[i]] = planning.PLANNED
        if tables.track_color[scratch.plan.tracks[i]] != ANY_COLOR:
            add_need(view, scratch.plan.tracks[i])
    for i in range(scratch.plan.track_count):
        if tables.track_color[scratch.plan.tracks[i]] == ANY_COLOR:
            add_need(view, scratch.plan.tracks[i])
    raise_worth(view, 1.0, view.weights[weight.SHORT_WORTH])
    return total_short(view)


@inlined
def fill_track(view: View, spare: int) -> int:
    """Return the track outside the plan with the most points for each turn that it still takes."""
    tables, public = view.tables, view.public
    seat, best, most = public.seat, planning.NO_TRACK, 0.0
    for i in range(public.open_count):
        track = public.open_tracks[i]
        length = tables.track_length[track]
        if length > spare or view.scratch.plan.role[track] or owns_beside(public, seat, track):
            continue
        if length > public.pieces[seat, tables.track_piece[track]]:
            continue
        deck, color = tables.track_deck[track], tables.track_color[track]
        if color == ANY_COLOR:
            color = view.scratch.gray_color[deck]
        held = surplus(view, deck, color)
        turns = 1.0 + max(0.0, pay.cards_of(tables, track) - max(0, held)) / pay.CARDS_A_TURN
        value = (tables.track_points[track] + tour_share(view, track) + 0.1 * unit(view)) / turns
        if equals.is_better(value, most, view.mine.priority.tracks, track, best):
            best, most = track, value
    return best


@compiled
def fill_up(view: View, spare: int, tracks: int) -> None:
    """Need the cards of up to ``tracks`` additional tracks that the ``spare`` pieces allow."""
    for _ in range(tracks):
        for deck in range(view.tables.decks):
            view.scratch.gray_color[deck] = gray_color(view, deck)
        track = fill_track(view, spare)
        if track == planning.NO_TRACK:
            break
        view.scratch.plan.role[track] = planning.FILLING
        add_need(view, track)
        spare -= view.tables.track_length[track]
    raise_worth(view, view.weights[weight.FILL_WORTH], view.weights[weight.SHORT_WORTH])


@compiled
def value_rest(view: View, short: int) -> None:
    """Set the worth of wilds, and of cards that nothing needs.

    A wild more than the planned tracks may take is a card that nothing needs.
    """
    tables, weights, scratch = view.tables, view.weights, view.scratch
    for card in range(tables.cards):
        if scratch.card_worth[card] == 0 and card != tables.wild:
            held = planning.held_units(view, tables.card_deck[card], tables.card_color[card])
            scratch.card_worth[card] = int(PERCENT * weights[weight.IDLE_WORTH] * min(held, 6) / 6)
    wilds = view.mine.hand[tables.wild]
    worth = weights[weight.WILD_WORTH] if short > wilds else max(1.0, weights[weight.FILL_WORTH])
    if scratch.plan.track_count > 0 and room_for_wilds(view) <= wilds:
        worth = weights[weight.IDLE_WORTH]
    scratch.card_worth[tables.wild] = int(PERCENT * worth)


@compiled
def blind_worth(view: View, deck: int) -> float:
    """Return the expected worth of a card from a deck, based on the unseen cards; -1 if none may be drawn."""
    tables, public = view.tables, view.public
    if public.deck_size[deck] == 0 or blind_barred(public):
        return -1.0
    total, count = 0, 0
    for card in range(tables.cards):
        if tables.card_deck[card] == deck:
            unseen = tables.card_count[card] - view.mine.hand[card] - public.discards[card]
            for slot in range(tables.market_slots):
                if public.market[slot] == card:
                    unseen -= 1
            total += max(0, unseen) * view.scratch.card_worth[card]
            count += max(0, unseen)
    return total / max(1, count)


@inlined
def draw_best(view: View, action: ActionRecord) -> float:
    """Draw the card that is worth most; return the worth of the turn's two cards.

    A wild from the market that uses up the whole draw must be worth as much as two cards.
    """
    tables, scratch = view.tables, view.scratch
    slot, best, second, wild, which, barred = -1, -1.0, 0.0, -1, -1, market_barred(view.public)
    for place in range(tables.market_slots):
        card = EMPTY if barred else view.public.market[place]
        if card == tables.wild:
            wild = place
        elif card != EMPTY:
            worth = 1.0 * scratch.card_worth[card]
            if equals.is_better(worth, best, view.mine.priority.cards, card, which):
                slot, best, second, which = place, worth, max(best, 0.0), card
            elif worth > second:
                second = worth
    blind = -1
    for deck in range(tables.decks):
        worth = blind_worth(view, deck)
        second = max(second, min(worth, best))
        equal = worth == best and blind >= 0 and view.mine.priority.decks[deck] > view.mine.priority.decks[blind]
        if worth > best or equal:
            slot, best, blind = -1 - deck, worth, deck
            second = max(second, worth)
    price = best + second if tables.wild_alone else best
    if wild >= 0 and wild_to_take(tables, view.public) and scratch.card_worth[tables.wild] >= price:
        slot = wild
        best, second = 1.0 * scratch.card_worth[tables.wild], 0.0 if tables.wild_alone else best
    if slot >= 0:
        decide(action, DRAW_MARKET, slot, 0)
    else:
        decide(action, DRAW_BLIND, -1 - slot, 0)
    return (best + second) / PERCENT
