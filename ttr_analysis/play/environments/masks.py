"""Which numbers are legal now, for compiled code.

An action that is paid in steps is begun by one number, and goes on with a number for each kind of
card laid. The action begun is a record of its own: its ``kind`` is :data:`NOTHING_BEGUN` if there is
none, its ``cards`` are those laid so far, and its ``number`` is the last kind laid, -1 at first.
"""

from typing import Final, NamedTuple

import numpy as np

from ttr_analysis.engine import codes, compiled, decks, legal, payments, reach, records, state
from ttr_analysis.play.environments import codebook, completions
from ttr_analysis.rules import limits

NOTHING_BEGUN: Final = -1
"""Kind of the action begun if no action is begun."""
WORK: Final = 5
"""Length of the array of actions that the functions of this module write into."""

Mask = np.ndarray[tuple[int], np.dtype[np.int8]]
_SHIFTS = np.arange(codebook.PACKED).astype(np.uint64) * np.uint64(codebook.GUARD_BITS)
_GUARDS = np.uint64(sum(1 << (codebook.GUARD_BITS * i + codebook.GUARD_BITS - 1) for i in range(codebook.PACKED)))


@compiled.inlined
def pack(hand: records.Ints, word: int) -> np.uint64:
    """Return nine kinds of card of a hand as one number with a guard bit above each.

    If no guard bit is lost when a packed payment is subtracted, the hand holds the payment.
    """
    packed = _GUARDS
    for i in range(codebook.PACKED):
        kind = codebook.PACKED * word + i
        if kind < hand.shape[0]:
            packed |= np.uint64(min(hand[kind], codebook.MOST_PACKED)) << _SHIFTS[i]
    return packed


class Marks(NamedTuple):
    """Where payments are marked: those of a hand, whose first word is ``packed``."""

    book: codebook.Codebook
    hand: records.Ints
    packed: np.uint64
    work: records.Records
    mask: Mask


@compiled.compiled
def mark_held(
    book: codebook.Codebook, hand: records.Ints, packed: np.uint64, row: int, count: int, first: int, mask: Mask
) -> None:
    """Mark the payments of a bill that a hand holds, whose first word is ``packed``."""
    for i in range(count):
        mask[first + i] = ((packed - book.packed[0, row + i]) & _GUARDS) == _GUARDS
    for word in range(1, book.packed.shape[0]):
        held = pack(hand, word)
        for i in range(count):
            mask[first + i] &= ((held - book.packed[word, row + i]) & _GUARDS) == _GUARDS


@compiled.compiled
def mark_claims(
    tables: state.Tables, book: codebook.Codebook, game: state.Game, work: records.Records, scratch: state.Scratch,
    mask: Mask,
) -> None:  # fmt: skip
    """Mark the tracks that can be claimed, with each payment that has a number."""
    public, seat = game.public, game.public.seat
    private = game.private[seat]
    marks = Marks(book, private.hand, pack(private.hand, 0), work, mask)
    reach.fill_reach(tables, public, private, seat, scratch)
    for i in range(public.open_count):
        track = public.open_tracks[i]
        if reach.can_claim(tables, public, private, seat, scratch, track):
            mark_bill(tables, public, marks, codes.CLAIM, track)


@compiled.compiled
def mark_bill(tables: state.Tables, public: state.Public, marks: Marks, kind: int, target: int) -> None:
    """Mark what a hand can pay for one thing: the payments with numbers, or the number that begins one in steps."""
    place, book, work = codebook.bill_place(kind), marks.book, marks.work
    first, count = book.bill_first[place, target], book.bill_count[place, target]
    if count > 0:
        mark_held(book, marks.hand, marks.packed, book.bill_row[place, target], count, first, marks.mask)
        return
    work[0].kind, work[0].target = kind, target
    codebook.clear_cards(work[0])
    marks.mask[first] = completions.can_complete(tables, public, marks.hand, work[0], -1, work)


@compiled.compiled
def mark_sites(
    tables: state.Tables, book: codebook.Codebook, game: state.Game, kind: int, work: records.Records, mask: Mask
) -> None:
    """Mark the buildings of a kind: what is paid for them is the same in every city."""
    public, seat, place = game.public, game.public.seat, codebook.bill_place(kind)
    hand, trial, source = game.private[seat].hand, work[0], -1
    for city in range(tables.cities):
        trial.kind, trial.target = kind, city
        reason = (
            legal.check_station(tables, public, trial)
            if kind == codes.BUILD_STATION
            else legal.check_harbour(tables, public, trial)
        )
        if reason != legal.LEGAL:
            continue
        first, count = book.bill_first[place, city], max(1, book.bill_count[place, city])
        if source < 0:
            mark_bill(tables, public, Marks(book, hand, pack(hand, 0), work, mask), kind, city)
            if book.bill_count[place, city] > 0:
                unmark_wrong(tables, book, public, kind, city, mask)
            source = first
        else:
            for i in range(count):
                mask[first + i] = mask[source + i]


@compiled.compiled
def unmark_wrong(
    tables: state.Tables, book: codebook.Codebook, public: state.Public, kind: int, target: int, mask: Mask
) -> None:
    """Unmark the payments that are held, but are for another position: of another station, or another surcharge."""
    place = codebook.bill_place(kind)
    first, row = book.bill_first[place, target], book.bill_row[place, target]
    for i in range(book.bill_count[place, target]):
        if mask[first + i]:
            mask[first + i] = payments.pays(tables, public, kind, target, book.cards[row + i])


@compiled.compiled
def mark_draws(tables: state.Tables, book: codebook.Codebook, game: state.Game, mask: Mask) -> None:
    """Mark the market cards and decks from which a card may be drawn."""
    public, first = game.public, game.public.decision == codes.AT_TURN
    if legal.hand_full(tables, public) or (first and not decks.cards_to_draw(tables, game)):
        return
    market, blind = not legal.market_barred(public), not legal.blind_barred(public)
    for slot in range(tables.market_slots):
        card = public.market[slot]
        if card != state.EMPTY and (card != tables.wild or legal.wild_to_take(tables, public)) and market:
            mask[book.first[codes.DRAW_MARKET] + slot] = 1
    for deck in range(tables.decks):
        if public.deck_size[deck] > 0 and blind:
            mask[book.first[codes.DRAW_BLIND] + deck] = 1


@compiled.compiled
def mark_turn(
    tables: state.Tables, book: codebook.Codebook, game: state.Game, work: records.Records, scratch: state.Scratch,
    mask: Mask,
) -> None:  # fmt: skip
    """Mark everything that is legal at the beginning of a turn."""
    public = game.public
    mark_draws(tables, book, game, mask)
    mark_claims(tables, book, game, work, scratch, mask)
    if legal.may_draw_tickets(tables, public):
        mask[book.first[codes.DRAW_TICKETS]] = 1
    if tables.stations > 0:
        mark_sites(tables, book, game, codes.BUILD_STATION, work, mask)
    if tables.harbours > 0:
        mark_sites(tables, book, game, codes.BUILD_HARBOUR, work, mask)
    for piece in range(tables.pieces):
        for number in range(legal.max_exchanged(tables, public, public.seat, piece)):
            mask[book.first[codes.EXCHANGE_PIECES] + piece * book.most_exchanged + number] = 1
    if legal.may_exchange_tickets(tables, public, public.seat):
        mask[book.first[codes.EXCHANGE_TICKETS]] = 1


@compiled.compiled
def mark_steps(
    tables: state.Tables, book: codebook.Codebook, game: state.Game, begun: state.ActionRecord,
    work: records.Records, mask: Mask,
) -> None:  # fmt: skip
    """Mark how many cards of which kind may be laid next for the action begun."""
    hand, laid = game.private[game.public.seat].hand, work[0]
    laid.kind, laid.target = begun.kind, begun.target
    for kind in range(begun.number + 1, tables.cards):
        for each in range(tables.cards):
            laid.cards[each] = begun.cards[each]
        for number in range(1, hand[kind] + 1):
            laid.cards[kind] = number
            if completions.can_complete(tables, game.public, hand, laid, kind, work):
                mask[book.step_first[kind] + number - 1] = 1


@compiled.part
def fill_mask(
    tables: state.Tables, book: codebook.Codebook, game: state.Game, begun: state.ActionRecord,
    work: records.Records, scratch: state.Scratch, mask: Mask,
) -> None:  # fmt: skip
    """Set ``mask`` to 1 at every number that is legal now, else to 0; all 0 if the game is over."""
    public = game.public
    mask[:] = 0
    if public.over:
        return
    decision = public.decision
    if begun.kind != NOTHING_BEGUN:
        mark_steps(tables, book, game, begun, work, mask)
    elif decision == codes.AT_TURN:
        mark_turn(tables, book, game, work, scratch, mask)
    elif decision == codes.AT_SECOND:
        mark_draws(tables, book, game, mask)
    elif decision == codes.AT_KEEP:
        private = game.private[public.seat]
        for number in range(1 << private.offered_count):
            mask[book.first[codes.KEEP_TICKETS] + number] = (
                legal.check_keep(tables, public, private, number) == legal.LEGAL
            )
    elif decision == codes.AT_PIECES:
        for number in range(legal.min_first_pieces(tables), legal.max_first_pieces(tables) + 1):
            mask[book.first[codes.CHOOSE_PIECES] + number] = 1
    elif decision == codes.AT_REFILL:
        for deck in range(tables.decks):
            mask[book.first[codes.REFILL] + deck] = public.deck_size[deck] > 0
    elif decision == codes.AT_TUNNEL:
        mask[book.first[codes.DECLINE_TUNNEL]] = 1
        hand = game.private[public.seat].hand
        mark_bill(tables, public, Marks(book, hand, pack(hand, 0), work, mask), codes.PAY_TUNNEL, 0)
        if book.bill_count[codebook.bill_place(codes.PAY_TUNNEL), 0] > 0:
            unmark_wrong(tables, book, public, codes.PAY_TUNNEL, 0, mask)


@compiled.compiled
def take_number(
    tables: state.Tables, book: codebook.Codebook, game: state.Game, number: int, begun: state.ActionRecord,
    action: state.ActionRecord,
) -> bool:  # fmt: skip
    """Write the action of a legal number; return False if it only begins or goes on with a payment in steps."""
    codebook.read_number(book, number, begun, action)
    kind = action.kind
    if legal.costs_cards(kind) and book.row[number] < 0:
        if not payments.pays(tables, game.public, kind, action.target, action.cards):
            begun.kind, begun.target = kind, action.target
            begun.number = book.target[number] if book.kind[number] < 0 else -1
            for each in range(limits.CARDS):
                begun.cards[each] = action.cards[each]
            return False
        action.number = 0
    begun.kind = NOTHING_BEGUN
    return True
