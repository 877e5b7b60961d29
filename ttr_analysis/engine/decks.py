"""Decks of cards, the market and the ticket deck: everything that chance decides.

The rest of a deck is kept unordered and a card is picked from it when it is drawn; only
a part on top may have a known order. A deck is rebuilt the moment its last card leaves
it, or as soon as discards come into being while it is empty.
"""

from __future__ import annotations

from ttr_analysis.capacities import CARDS, DECKS, TICKETS
from ttr_analysis.engine.codes import (
    DECK_REBUILT,
    MARKET_CARD,
    MARKET_CLEARED,
    TICKETS_REBUILT,
)
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.random_stream import below
from ttr_analysis.engine.state import EMPTY, ActionRecord, Game, Tables
from ttr_analysis.records import Ints, Records

Log = Records
"""An array of :class:`ttr_analysis.engine.state.EventRecord`; of length 0 when no log is wanted."""

TICKET_STREAM = DECKS
"""Number of the ticket deck's random stream; the decks of cards have those below it."""
SEAT_STREAMS = DECKS + 1
"""Number of the first seat's random stream."""


@compiled
def emit(game: Game, log: Log, seat: int, kind: int, target: int, number: int) -> None:
    """Log an event without cards, if a log is wanted. A full log only counts on."""
    if game.log_size < log.shape[0]:
        event = log[game.log_size]
        event.turn = game.public.turn
        event.seat = seat
        event.kind = kind
        event.target = target
        event.number = number
        for i in range(CARDS):
            event.cards[i] = 0
    game.log_size += 1


@compiled
def emit_action(game: Game, log: Log, action: ActionRecord) -> None:
    """Log the decision of the seat to move."""
    emit(game, log, game.public.seat, action.kind, action.target, action.number)
    if game.log_size <= log.shape[0]:
        for i in range(CARDS):
            log[game.log_size - 1].cards[i] = action.cards[i]


@compiled
def rebuild_deck(tables: Tables, game: Game, log: Log, deck: int) -> None:
    """Make the discards the deck, if it is empty and there are any."""
    public = game.public
    if public.deck_size[deck] > 0:
        return
    size = 0
    for kind in range(tables.cards):
        if tables.card_deck[kind] == deck:
            for _ in range(public.discards[kind]):
                game.hidden.deck[deck, size] = kind
                size += 1
            public.discards[kind] = 0
    if size > 0:
        public.deck_size[deck] = size
        game.hidden.ordered[deck] = 0
        public.deck_rebuilds += 1
        emit(game, log, -1, DECK_REBUILT, deck, size)


@compiled
def take_card(game: Game, deck: int) -> int:
    """The top card of a deck that is not empty; the caller logs it and then rebuilds."""
    size = game.public.deck_size[deck]
    cards = game.hidden.deck[deck]
    if game.hidden.ordered[deck] > 0:
        game.hidden.ordered[deck] -= 1
    else:
        place = below(game.hidden.streams[deck], size)
        card = cards[place]
        cards[place] = cards[size - 1]
        cards[size - 1] = card
    game.public.deck_size[deck] = size - 1
    return cards[size - 1]


@compiled
def draw_card(tables: Tables, game: Game, log: Log, deck: int, seat: int, event: int, number: int) -> int:
    """Draw from a deck that is not empty, log it as ``event``, rebuild the deck if need be."""
    card = take_card(game, deck)
    emit(game, log, seat, event, card, number)
    if game.public.deck_size[deck] == 0:
        rebuild_deck(tables, game, log, deck)
    return card


@compiled
def rebuild_empty_decks(tables: Tables, game: Game, log: Log) -> None:
    """Rebuild every deck that is empty, after cards were discarded."""
    for deck in range(tables.decks):
        rebuild_deck(tables, game, log, deck)


@compiled
def cards_to_draw(tables: Tables, game: Game) -> bool:
    """Whether any deck has a card (a deck is only empty when its discards are, too)."""
    for deck in range(tables.decks):
        if game.public.deck_size[deck] > 0:
            return True
    return False


@compiled
def deck_for_gap(tables: Tables, game: Game) -> int:
    """The deck that fills a gap which nobody chooses for: the one with fewer cards face
    up, ties the first; -1 when all are empty.
    """
    best, fewest = -1, 99
    for deck in range(tables.decks):
        if game.public.deck_size[deck] == 0:
            continue
        face_up = 0
        for slot in range(tables.market_slots):
            card = game.public.market[slot]
            if card != EMPTY and tables.card_deck[card] == deck:
                face_up += 1
        if face_up < fewest:
            best, fewest = deck, face_up
    return best


@compiled
def fill_slot(tables: Tables, game: Game, log: Log, slot: int, deck: int) -> None:
    """Turn a card of this deck up into a market slot."""
    game.public.market[slot] = draw_card(tables, game, log, deck, -1, MARKET_CARD, slot)


@compiled
def fill_gaps(tables: Tables, game: Game, log: Log) -> None:
    """Fill the market's gaps as far as cards are there."""
    for slot in range(tables.market_slots):
        if game.public.market[slot] == EMPTY:
            deck = deck_for_gap(tables, game)
            if deck < 0:
                return
            fill_slot(tables, game, log, slot, deck)


@compiled
def fill_afresh(tables: Tables, game: Game, log: Log) -> None:
    """Turn up a whole new market, each slot from its own deck while that has cards."""
    for slot in range(tables.market_slots):
        deck = tables.market_deck[slot]
        if game.public.deck_size[deck] == 0:
            deck = deck_for_gap(tables, game)
            if deck < 0:
                return
        fill_slot(tables, game, log, slot, deck)


@compiled
def face_up_wilds(tables: Tables, game: Game) -> int:
    """Number of wilds in the market."""
    wilds = 0
    for slot in range(tables.market_slots):
        if game.public.market[slot] == tables.wild:
            wilds += 1
    return wilds


@compiled
def settle_market(tables: Tables, game: Game, log: Log) -> None:
    """Clear the market while too many wilds lie in it, a limited number of times."""
    if tables.wild_limit == 0:
        return
    for _ in range(tables.reset_limit):
        if face_up_wilds(tables, game) < tables.wild_limit or not cards_to_draw(tables, game):
            return
        emit(game, log, -1, MARKET_CLEARED, 0, 0)
        game.public.market_clears += 1
        for slot in range(tables.market_slots):
            card = game.public.market[slot]
            if card != EMPTY:
                game.public.discards[card] += 1
                game.public.market[slot] = EMPTY
        rebuild_empty_decks(tables, game, log)
        fill_afresh(tables, game, log)


@compiled
def has_gap(tables: Tables, game: Game) -> bool:
    """Whether a market slot is empty."""
    for slot in range(tables.market_slots):
        if game.public.market[slot] == EMPTY:
            return True
    return False


@compiled
def restock(tables: Tables, game: Game, log: Log, refilled: bool) -> None:
    """Set decks and market right after an action: rebuild empty decks, fill gaps, and
    clear the market if need be when it changed or when cards came back.
    """
    had_cards = cards_to_draw(tables, game)
    rebuild_empty_decks(tables, game, log)
    if has_gap(tables, game) and cards_to_draw(tables, game):
        fill_gaps(tables, game, log)
        refilled = True
    if refilled or not had_cards:
        settle_market(tables, game, log)


@compiled
def draw_ticket(tables: Tables, game: Game, log: Log) -> int:
    """Take the top ticket of the deck: known top, unordered part, then returned ones.

    The ticket discards are shuffled in when the deck is empty. Gives -1 when there is none.
    """
    hidden, public = game.hidden, game.public
    if public.ticket_deck_size == 0 and public.ticket_discards > 0:
        for i in range(public.ticket_discards):
            hidden.ticket_pool[i] = hidden.discarded_tickets[i]
        hidden.ticket_pool_size = public.ticket_discards
        public.ticket_deck_size = public.ticket_discards
        public.ticket_discards = 0
        emit(game, log, -1, TICKETS_REBUILT, 0, public.ticket_deck_size)
    if public.ticket_deck_size == 0:
        return -1
    public.ticket_deck_size -= 1
    if hidden.ticket_top_size > 0:
        hidden.ticket_top_size -= 1
        return hidden.ticket_top[hidden.ticket_top_size]
    if hidden.ticket_pool_size > 0:
        return take_from_pool(game, hidden.ticket_pool, hidden.ticket_pool_size, False)
    ticket = hidden.ticket_queue[hidden.ticket_queue_head]
    hidden.ticket_queue_head = (hidden.ticket_queue_head + 1) % TICKETS
    hidden.ticket_queue_size -= 1
    return ticket


@compiled
def take_from_pool(game: Game, pool: Ints, size: int, long: bool) -> int:
    """Pick a random ticket from the first ``size`` of a pool and close the gap."""
    place = below(game.hidden.streams[TICKET_STREAM], size)
    ticket = pool[place]
    pool[place] = pool[size - 1]
    if long:
        game.hidden.long_pool_size = size - 1
    else:
        game.hidden.ticket_pool_size = size - 1
    return ticket


@compiled
def put_under(game: Game, ticket: int) -> None:
    """Put a ticket under the ticket deck."""
    hidden = game.hidden
    place = (hidden.ticket_queue_head + hidden.ticket_queue_size) % TICKETS
    hidden.ticket_queue[place] = ticket
    hidden.ticket_queue_size += 1
    game.public.ticket_deck_size += 1
