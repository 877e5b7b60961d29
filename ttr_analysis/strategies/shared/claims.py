"""From a plan to a claim: the cards it needs, the track to claim now, and the payment.

Also decides what to do when no cards can be drawn.
"""

from typing import Final

from ttr_analysis.engine import codes
from ttr_analysis.engine.bars import claims_barred
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.legal import max_exchanged, may_build_harbour, may_build_station, may_exchange_tickets
from ttr_analysis.engine.reach import can_pay_building, fill_reach, pairs_held
from ttr_analysis.engine.state import ANY_COLOR, ActionRecord, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import decide
from ttr_analysis.strategies.shared import equals, paying, planning

UNPAYABLE: Final = 1000
"""Number of wilds that stands for a track that cannot be claimed."""


@compiled
def spare_cards(tables: Tables, share: float, track: int) -> int:
    """Return the cards to hold beyond the length of a tunnel: ``share`` for each card turned up, rounded."""
    return int(share * tables.track_reveals[track] + 0.5)


@inlined
def need_of_plan(view: View, spare: float) -> None:
    """Fill ``scratch.need`` with the spaces of the planned tracks and the spare cards for tunnels.

    ``spare`` is the number of spare cards for each card turned up.
    """
    tables, scratch = view.tables, view.scratch
    planning.clear_need(view)
    for i in range(scratch.plan.track_count):
        track = scratch.plan.tracks[i]
        spaces = tables.track_length[track] * (2 if tables.track_pairs[track] else 1)
        spaces += spare_cards(tables, spare, track)
        if tables.track_color[track] == ANY_COLOR:
            scratch.gray_need[tables.track_deck[track]] += spaces
        else:
            scratch.need[tables.track_deck[track], tables.track_color[track]] += spaces
    if scratch.plan.track_count == 0:
        collect_most_held(view)


@compiled
def collect_most_held(view: View) -> None:
    """Collect more of the colour that the hand holds most of, for when there is no plan."""
    for deck in range(view.tables.decks):
        view.scratch.need[deck, most_held(view, deck)] = 12


@compiled
def most_held(view: View, deck: int) -> int:
    """Return the colour of a deck that the hand holds most of."""
    best, most = 0, -1
    for color in range(view.tables.colors):
        held = planning.held_units(view, deck, color)
        if equals.is_better(held, most, view.mine.priority.colors, color, best):
            best, most = color, held
    return best


@inlined
def missing_cards(view: View, track: int, spare: int) -> int:
    """Return the wilds that the best payment of a track takes, or ``UNPAYABLE``.

    A track counts as unpayable if it cannot be claimed, or if fewer than ``spare`` cards that
    could pay a surcharge would be left.
    """
    tables, hand = view.tables, view.mine.hand
    length = tables.track_length[track]
    if view.public.pieces[view.public.seat, tables.track_piece[track]] < length or claims_barred(view.public):
        return UNPAYABLE
    if tables.track_pairs[track]:
        held = pairs_held(tables, hand, track)
        return 0 if held >= length else UNPAYABLE
    color = planning.best_color(view, track)
    sets = tables.track_set[track] > 0  # which may stand for the symbols of a ferry
    if color < 0 or (hand[tables.wild] < tables.track_wilds[track] and not sets):
        return UNPAYABLE
    if spare > 0 and planning.held_units(view, tables.track_deck[track], color) + hand[tables.wild] < length + spare:
        return UNPAYABLE
    return planning.wilds_needed(view, track, color)


@inlined
def claim_of_plan(view: View, spare: float) -> int:
    """Return the best planned track that the hand can pay for; NO_TRACK if there is none.

    Length counts for more than saving wilds. A tunnel must leave ``spare`` cards over for each
    card turned up.
    """
    best, best_value = planning.NO_TRACK, -1
    for i in range(view.scratch.plan.track_count):
        track = view.scratch.plan.tracks[i]
        missing = missing_cards(view, track, spare_cards(view.tables, spare, track))
        value = 10 * view.tables.track_length[track] - 3 * missing
        if equals.is_better(value, best_value, view.mine.priority.tracks, track, best):
            best, best_value = track, value
    return best


@compiled
def take(view: View, track: int, action: ActionRecord) -> None:
    """Claim a track in the colour that the plan misses least."""
    planning.claim_track(view, track, planning.best_color(view, track), action)


@compiled
def last_resort(view: View, action: ActionRecord) -> None:
    """Claim any track, draw or exchange tickets, build, or exchange pieces when no cards can be drawn."""
    tables, public, mine = view.tables, view.public, view.mine
    seat = public.seat
    fill_reach(tables, public, mine, seat, view.scratch)
    track = planning.best_claim(view, 1)
    if track != planning.NO_TRACK:
        take(view, track, action)
        return
    if planning.may_draw_tickets(view):
        decide(action, codes.DRAW_TICKETS, 0, 0)
        return
    if may_exchange_tickets(tables, public, seat):
        decide(action, codes.EXCHANGE_TICKETS, 0, 0)
        return
    stations = can_pay_building(tables, public, mine, seat, codes.BUILD_STATION)
    harbours = can_pay_building(tables, public, mine, seat, codes.BUILD_HARBOUR)
    best = -1
    for city in range(tables.cities):
        if best >= 0 and mine.priority.cities[city] < mine.priority.cities[best]:
            continue
        if stations and may_build_station(tables, public, city):
            best = city
            decide(action, codes.BUILD_STATION, city, 0)
        elif harbours and may_build_harbour(tables, public, seat, city):
            best = city
            decide(action, codes.BUILD_HARBOUR, city, 0)
    if best >= 0:
        return
    piece = 0 if max_exchanged(tables, public, seat, 0) > 0 else 1
    decide(action, codes.EXCHANGE_PIECES, piece, 1)


@compiled
def fill_payment(view: View, action: ActionRecord) -> None:
    """Choose the payment of an action that still lacks one.

    A tunnel is declined if the hand cannot pay the surcharge.
    """
    if paying.lacks_payment(view.tables, action) and not paying.choose_payment(view, action):
        decide(action, codes.DECLINE_TUNNEL, 0, 0)
