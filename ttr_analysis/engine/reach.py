"""What a hand can pay for, without listing the payments."""

from typing import Final

import numpy as np

from ttr_analysis.engine.bars import NO_HARBOURS, NO_STATIONS, claims_barred, is_barred
from ttr_analysis.engine.bits import NO_BITS, WORD, bit_of, is_in_set, lowest_bit
from ttr_analysis.engine.card_sets import can_pay_in_sets
from ttr_analysis.engine.codes import BUILD_HARBOUR, BUILD_STATION
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.graph import owns_beside
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import ANY_COLOR, Private, Public, Scratch, Tables
from ttr_analysis.rules.limits import COLORS, LENGTH

NO_REACH: Final = -1
"""Reach of a purse that asks for more wilds than a hand has, and of all while an intervention forbids every claim."""


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
    wilds, barred = private.hand[tables.wild], claims_barred(public) and seat == public.seat
    for purse in range(tables.purses):
        spaces = scratch.spaces[tables.purse_deck[purse], tables.purse_color[purse]]
        spaces = min(
            spaces + min(wilds, tables.purse_most_wilds[purse]), public.pieces[seat, tables.purse_piece[purse]]
        )
        scratch.reach[purse] = NO_REACH if barred or wilds < tables.purse_least_wilds[purse] else spaces


@inlined
def pays_plainly(tables: Tables, scratch: Scratch, track: int) -> bool:
    """Return whether a hand pays for a track that asks for cards of one colour only."""
    return tables.track_length[track] <= scratch.reach[tables.track_purse[track]]


@inlined
def can_claim(tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch, track: int) -> bool:
    """Return whether the seat can claim an open track now; ``scratch.reach`` must be filled."""
    if owns_beside(public, seat, track):
        return False
    return (
        pays_plainly(tables, scratch, track)
        if tables.track_plain[track]
        else pays_otherwise(tables, public, private, seat, track)
    )


@compiled
def pays_otherwise(tables: Tables, public: Public, private: Private, seat: int, track: int) -> bool:
    """Return whether a seat's hand and pieces pay for a track that several colours may pay together."""
    if claims_barred(public) and seat == public.seat:
        return False
    if public.pieces[seat, tables.track_piece[track]] < tables.track_length[track]:
        return False
    return can_pay_otherwise(tables, private.hand, track)


@compiled
def fill_payable(tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch) -> None:
    """Fill ``scratch.payable``: the set of tracks that the seat can claim now."""
    fill_reach(tables, public, private, seat, scratch)
    for word in range(tables.track_words):
        free, paid = public.open_set[word] & ~public.beside[seat, word], NO_BITS
        for purse in range(tables.purses):
            paid |= tables.within_reach[word, purse, min(max(scratch.reach[purse], 0), LENGTH - 1)]
        if not tables.all_plain:
            paid |= pay_otherwise(tables, public, private, seat, word, free & tables.not_plain[word])
        scratch.payable[word] = free & paid


@compiled
def pay_otherwise(
    tables: Tables, public: Public, private: Private, seat: int, word: int, tracks: np.uint64
) -> np.uint64:
    """Return those tracks of a word of a set for which several colours may pay together, and the seat's hand does."""
    paid = NO_BITS
    while tracks != NO_BITS:
        bit = lowest_bit(tracks)
        tracks &= ~bit_of(bit)
        if pays_otherwise(tables, public, private, seat, WORD * word + bit):
            paid |= bit_of(bit)
    return paid


@compiled
def list_claimable(tables: Tables, public: Public, scratch: Scratch, out: Ints) -> int:
    """Write the tracks of ``scratch.payable``, in the order of the open tracks, into ``out``; return their number."""
    count = 0
    for i in range(public.open_count):
        track = public.open_tracks[i]
        out[count] = track
        count += int(is_in_set(scratch.payable, track))  # without a branch, which the processor could not foresee
    return count


@inlined
def can_claim_any(tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch) -> bool:
    """Return whether the seat can claim any track now; ``scratch.payable`` tells which."""
    fill_payable(tables, public, private, seat, scratch)
    for word in range(tables.track_words):
        if scratch.payable[word] != NO_BITS:
            return True
    return False
