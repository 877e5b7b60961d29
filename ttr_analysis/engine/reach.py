"""What a hand can pay for, without listing the payments."""

from typing import Final

from ttr_analysis.engine.bars import NO_HARBOURS, NO_STATIONS, claims_barred, is_barred
from ttr_analysis.engine.card_sets import can_pay_in_sets
from ttr_analysis.engine.codes import BUILD_HARBOUR, BUILD_STATION
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.graph import owns_beside
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import ANY_COLOR, Private, Public, Scratch, Tables
from ttr_analysis.rules.limits import COLORS

NO_REACH: Final = -1
"""Reach of every purse while an intervention keeps the seat from claiming anything."""


@compiled
def can_pay_building(tables: Tables, public: Public, private: Private, seat: int, kind: int) -> bool:
    """Return whether a seat has a station or a harbour (``kind``) left and enough cards for it."""
    best, cost = 0, 0
    if kind == BUILD_STATION:
        if public.stations_built[seat] >= tables.stations or (is_barred(public, NO_STATIONS) and seat == public.seat):
            return False
        cost = tables.station_cost[public.stations_built[seat]]
    else:
        if public.harbours_built[seat] >= tables.harbours or (is_barred(public, NO_HARBOURS) and seat == public.seat):
            return False
        for deck in range(tables.decks):
            cost += tables.harbour_cards[deck]
    for color in range(tables.colors):
        fitting = 0
        for deck in range(tables.decks if kind == BUILD_HARBOUR else 1):
            of_deck = 0
            for i in range(2):
                card = tables.color_kinds[deck, color, i]
                if card >= 0 and (kind == BUILD_STATION or tables.card_symbol[card]):
                    of_deck += private.hand[card]
            fitting += min(of_deck, tables.harbour_cards[deck]) if kind == BUILD_HARBOUR else of_deck
        best = max(best, fitting)
    return best + private.hand[tables.wild] >= cost


@compiled
def pairs_held(tables: Tables, hand: Ints, track: int) -> int:
    """Return the largest number of one-colour pairs for a track that a hand can form with its wilds."""
    deck, color = tables.track_deck[track], tables.track_color[track]
    pairs, odd, wilds = 0, 0, min(hand[tables.wild], tables.track_most_wilds[track])
    for each in range(tables.colors):
        if color == ANY_COLOR or color == each:
            number = 0
            for i in range(2):
                kind = tables.color_kinds[deck, each, i]
                if kind >= 0:
                    number += hand[kind]
            pairs += number // 2
            odd += number % 2
    matched = min(wilds, odd)
    return pairs + matched + (wilds - matched) // 2


@compiled
def can_pay_otherwise(tables: Tables, hand: Ints, track: int) -> bool:
    """Return whether a hand pays for a track that several colours may pay together: in pairs, or with sets."""
    if tables.track_pairs[track]:
        return pairs_held(tables, hand, track) >= tables.track_length[track]
    return can_pay_in_sets(tables, hand, track)


@compiled
def fill_reach(tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch) -> None:
    """Fill ``scratch.reach``: for each purse, the longest track that a seat's hand and pieces pay for.

    They also pay for any shorter track, because doubles alone may cover one space too many.
    """
    for deck in range(tables.decks):
        most = 0
        for color in range(tables.colors):
            spaces = 0
            for i in range(2):
                kind = tables.color_kinds[deck, color, i]
                if kind >= 0:
                    spaces += private.hand[kind] * tables.card_units[kind]
            scratch.spaces[deck, color] = spaces
            most = max(most, spaces)
        scratch.spaces[deck, COLORS] = most
    for purse in range(tables.purses):
        spaces = scratch.spaces[tables.purse_deck[purse], tables.purse_color[purse]]
        spaces += min(private.hand[tables.wild], tables.purse_wilds[purse])
        scratch.reach[purse] = min(spaces, public.pieces[seat, tables.purse_piece[purse]])
    if claims_barred(public) and seat == public.seat:
        for purse in range(tables.purses):
            scratch.reach[purse] = NO_REACH


@inlined
def pays_plainly(tables: Tables, wilds: int, scratch: Scratch, track: int) -> bool:
    """Return whether a hand with so many wilds pays for a track that asks for cards of one colour only."""
    # Without branches, since the processor cannot foresee which tracks a hand pays for.
    return (tables.track_length[track] <= scratch.reach[tables.track_purse[track]]) & (
        wilds >= tables.track_wilds[track]
    )


@inlined
def can_claim(tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch, track: int) -> bool:
    """Return whether the seat can claim an open track now; ``scratch.reach`` must be filled."""
    if tables.track_plain[track]:
        return pays_plainly(tables, private.hand[tables.wild], scratch, track) and may_claim(
            tables, public, seat, track
        )
    if scratch.reach[tables.track_purse[track]] == NO_REACH or not can_pay_otherwise(tables, private.hand, track):
        return False
    length = tables.track_length[track]
    return public.pieces[seat, tables.track_piece[track]] >= length and may_claim(tables, public, seat, track)


@inlined
def may_claim(tables: Tables, public: Public, seat: int, track: int) -> bool:
    """Return whether the seat may claim an open track: not if it owns another track of the double or triple route."""
    return bool(tables.closes_doubles) or not owns_beside(tables, public, seat, track)


@compiled
def claimable_tracks(tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch, out: Ints) -> int:
    """Write every track the seat can claim now into ``out``; return their number."""
    fill_reach(tables, public, private, seat, scratch)
    wilds, paid, count = private.hand[tables.wild], 0, 0
    for i in range(public.open_count):  # first those that the hand pays for, or that need a closer look
        track = public.open_tracks[i]
        out[paid] = track
        paid += int((tables.track_plain[track] == 0) | pays_plainly(tables, wilds, scratch, track))
    for i in range(paid):
        track = out[i]
        if can_claim(tables, public, private, seat, scratch, track):
            out[count] = track
            count += 1
    return count


@inlined
def can_claim_any(tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch) -> bool:
    """Return whether the seat can claim any track now."""
    fill_reach(tables, public, private, seat, scratch)
    for i in range(public.open_count):
        if can_claim(tables, public, private, seat, scratch, public.open_tracks[i]):
            return True
    return False
