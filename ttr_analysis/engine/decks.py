"""Decks of cards, the market and the ticket deck: everything decided by chance.

Only the cards on top of a deck may have a known order. The others are kept unordered, and
one of them is picked at random when a card is drawn. A deck is rebuilt when its last card
is drawn, or as soon as there are discards while it is empty.
"""

from ttr_analysis.engine.codes import DECK_REBUILT, MARKET_CARD, MARKET_CLEARED, TICKETS_REBUILT
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.random_stream import below
from ttr_analysis.engine.records import Ints, Records
from ttr_analysis.engine.state import EMPTY, ActionRecord, Game, Tables
from ttr_analysis.rules.limits import CARDS, DECKS, SEATS, TICKETS

Log = Records
"""An array of :class:`ttr_analysis.engine.state.EventRecord`; its length is 0 if no log is kept."""

TICKET_STREAM = DECKS
"""Number of the ticket deck's random stream; the decks of cards use the numbers below it."""
SEAT_STREAMS = DECKS + 1
"""Number of the first seat's random stream."""
CHANGE_STREAM = SEAT_STREAMS + SEATS
"""Number of the random stream for what interventions leave to chance."""


@compiled
def emit(game: Game, log: Log, seat: int, kind: int, target: int, number: int) -> None:
    """Log an event without cards, if a log is kept; a full log only counts further events."""
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
    """Turn the discards into the new deck if the deck is empty and there are discards."""
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
    """Take the top card of a deck that is not empty; the caller must log it and then rebuild the deck."""
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
    """Draw from a deck that is not empty, log the card as ``event``, and rebuild the deck if necessary."""
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
    """Return whether any deck has a card (a deck is empty only if its discards are empty, too)."""
    for deck in range(tables.decks):
        if game.public.deck_size[deck] > 0:
            return True
    return False


@compiled
def deck_for_gap(tables: Tables, game: Game) -> int:
    """Return the deck that fills a gap when no player chooses one, or -1 if all decks are empty.

    It is the deck with fewer cards face up; the first one if they have equally many.
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
    """Turn up a card of this deck into a market slot."""
    game.public.market[slot] = draw_card(tables, game, log, deck, -1, MARKET_CARD, slot)


@compiled
def fill_gaps(tables: Tables, game: Game, log: Log) -> None:
    """Fill the gaps in the market while there are cards."""
    for slot in range(tables.market_slots):
        if game.public.market[slot] == EMPTY:
            deck = deck_for_gap(tables, game)
            if deck < 0:
                return
            fill_slot(tables, game, log, slot, deck)


@compiled
def fill_afresh(tables: Tables, game: Game, log: Log) -> None:
    """Turn up a whole new market, each slot from its own deck if that deck has cards."""
    for slot in range(tables.market_slots):
        deck = tables.market_deck[slot]
        if game.public.deck_size[deck] == 0:
            deck = deck_for_gap(tables, game)
            if deck < 0:
                return
        fill_slot(tables, game, log, slot, deck)


@compiled
def face_up_wilds(tables: Tables, game: Game) -> int:
    """Return the number of wilds in the market."""
    wilds = 0
    for slot in range(tables.market_slots):
        if game.public.market[slot] == tables.wild:
            wilds += 1
    return wilds


@compiled
def settle_market(tables: Tables, game: Game, log: Log) -> None:
    """Clear the market while it shows too many wilds, up to the limit on clearings."""
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
    """Return whether a market slot is empty."""
    for slot in range(tables.market_slots):
        if game.public.market[slot] == EMPTY:
            return True
    return False


@compiled
def restock(tables: Tables, game: Game, log: Log, refilled: bool) -> None:
    """Restore decks and market after an action.

    Rebuild empty decks and fill gaps. If the market changed, or if cards became available
    again, clear the market if necessary.
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
    """Take the top ticket of the deck: first the known top, then the unordered part, then returned tickets.

    The ticket discards are shuffled in when the deck is empty. Return -1 if there is no ticket.
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
    """Remove a random ticket from the first ``size`` tickets of a pool and return it."""
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
