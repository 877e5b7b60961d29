"""What interventions change in the set-up: cards more in a first hand, tracks laid from the start, tickets offered.

Hands, market and tickets are dealt as without them; then only what they name changes places, so that the decks
stay the same otherwise.
"""

from ttr_analysis.engine.claims import lay_pieces
from ttr_analysis.engine.codes import CARD_DEALT, CLAIM, TICKET_REPLACED
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.decks import CHANGE_STREAM, TICKET_STREAM, Log, draw_ticket, emit, put_under, rebuild_deck
from ttr_analysis.engine.random_stream import below
from ttr_analysis.engine.state import NOBODY, Game, Tables
from ttr_analysis.rules.limits import TICKETS


@compiled
def order_deck(game: Game, deck: int) -> None:
    """Decide the order of a deck now, with the random numbers that would decide it card by card."""
    cards, size = game.hidden.deck[deck], game.public.deck_size[deck]
    for left in range(size - game.hidden.ordered[deck], 0, -1):
        place = below(game.hidden.streams[deck], left)
        cards[place], cards[left - 1] = cards[left - 1], cards[place]
    game.hidden.ordered[deck] = size


@compiled
def give_card(tables: Tables, game: Game, log: Log, seat: int, kind: int) -> None:
    """Give a seat any card of a kind from its deck, if there is one; the bottom card takes its place."""
    deck, public = tables.card_deck[kind], game.public
    order_deck(game, deck)
    cards, size, number = game.hidden.deck[deck], public.deck_size[deck], 0
    for place in range(size):
        number += int(cards[place] == kind)
    if number == 0:
        return
    left, found = below(game.hidden.streams[CHANGE_STREAM], number), 0
    for place in range(size):
        if cards[place] == kind:
            if left == 0:
                found = place
            left -= 1
    cards[found] = cards[0]
    for place in range(size - 1):
        cards[place] = cards[place + 1]
    public.deck_size[deck] = size - 1
    game.hidden.ordered[deck] = size - 1
    emit(game, log, seat, CARD_DEALT, kind, 0)
    game.private[seat].hand[kind] += 1
    public.hand_size[seat] += 1
    if size == 1:
        rebuild_deck(tables, game, log, deck)


@compiled
def give_cards(tables: Tables, game: Game, log: Log) -> None:
    """Give every seat the cards that it has more in its first hand."""
    for seat in range(tables.players):
        for kind in range(tables.cards):
            for _ in range(game.hidden.changes.extra_cards[seat, kind]):
                give_card(tables, game, log, seat, kind)


@compiled
def lay_given(tables: Tables, game: Game, log: Log) -> None:
    """Lay the tracks that seats own from the start.

    Where mixes of pieces are chosen, the pieces are taken from them: see :func:`take_given_pieces`.
    """
    changes = game.hidden.changes
    for i in range(changes.given):
        seat, track = changes.given_seat[i], changes.given_track[i]
        emit(game, log, seat, CLAIM, track, 0)
        lay_pieces(tables, game, seat, track)
        if tables.pieces_kept > 0:
            game.public.pieces[seat, tables.track_piece[track]] += tables.track_length[track]


@compiled
def is_wished(game: Game, seat: int, ticket: int) -> bool:
    """Return whether a ticket is to be in a seat's first hand."""
    for i in range(game.hidden.changes.first_tickets[seat]):
        if game.hidden.changes.first_ticket[seat, i] == ticket:
            return True
    return False


@compiled
def place_offered(game: Game, seat: int, ticket: int) -> int:
    """Return the place of a ticket among those offered to a seat; -1 if it is not offered."""
    for i in range(game.private[seat].offered_count):
        if game.private[seat].offered[i] == ticket:
            return i
    return -1


@compiled
def order_tickets(game: Game) -> None:
    """Decide the order of the ticket deck now, with the random numbers that would decide it ticket by ticket."""
    hidden = game.hidden
    for left in range(hidden.ticket_pool_size, 0, -1):
        place = below(hidden.streams[TICKET_STREAM], left)
        hidden.ticket_top[left - 1] = hidden.ticket_pool[place]
        hidden.ticket_pool[place] = hidden.ticket_pool[left - 1]
    hidden.ticket_top_size, hidden.ticket_pool_size = hidden.ticket_top_size + hidden.ticket_pool_size, 0


@compiled
def take_from_deck(game: Game, ticket: int) -> None:
    """Take a ticket out of the ticket deck; the last of its shuffled part takes its place."""
    hidden = game.hidden
    order_tickets(game)
    for place in range(hidden.ticket_top_size):
        if hidden.ticket_top[place] == ticket:
            hidden.ticket_top[place] = hidden.ticket_top[0]
            hidden.ticket_top_size -= 1
            for i in range(hidden.ticket_top_size):
                hidden.ticket_top[i] = hidden.ticket_top[i + 1]
            game.public.ticket_deck_size -= 1
            return
    kept = 0
    for i in range(hidden.ticket_queue_size):
        other = hidden.ticket_queue[(hidden.ticket_queue_head + i) % TICKETS]
        hidden.ticket_queue[(hidden.ticket_queue_head + kept) % TICKETS] = other
        kept += int(other != ticket)
    game.public.ticket_deck_size -= hidden.ticket_queue_size - kept
    hidden.ticket_queue_size = kept


@compiled
def offer_instead(game: Game, log: Log, seat: int, place: int, ticket: int) -> None:
    """Offer a seat a ticket in place of another one."""
    game.private[seat].offered[place] = ticket
    emit(game, log, seat, TICKET_REPLACED, ticket, place)


@compiled
def wish_ticket(tables: Tables, game: Game, log: Log, seat: int, ticket: int) -> None:
    """Offer a seat a ticket in place of the first drawn one of its kind, which goes under the deck.

    Whoever was offered the ticket draws another one. A long ticket changes places with the one drawn.
    """
    private, hidden = game.private[seat], game.hidden
    if place_offered(game, seat, ticket) >= 0:
        return
    long, mine = tables.ticket_long[ticket] == 1 and tables.deal_long > 0, -1
    for i in range(private.offered_count - 1, -1, -1):
        same = (i < tables.deal_long) == long
        if same and not is_wished(game, seat, private.offered[i]):
            mine = i
    returned, holder = private.offered[mine], NOBODY
    for other in range(tables.players):
        if place_offered(game, other, ticket) >= 0:
            holder = other
    if long:
        for i in range(hidden.long_pool_size):
            if hidden.long_pool[i] == ticket:
                hidden.long_pool[i] = returned
        if holder != NOBODY:
            offer_instead(game, log, holder, place_offered(game, holder, ticket), returned)
    else:
        if holder == NOBODY:
            take_from_deck(game, ticket)
        put_under(game, returned)
        if holder != NOBODY:
            offer_instead(game, log, holder, place_offered(game, holder, ticket), draw_ticket(tables, game, log))
    offer_instead(game, log, seat, mine, ticket)


@compiled
def wish_tickets(tables: Tables, game: Game, log: Log) -> None:
    """Offer every seat the tickets that are to be in its first hand."""
    for seat in range(tables.players):
        for i in range(game.hidden.changes.first_tickets[seat]):
            wish_ticket(tables, game, log, seat, game.hidden.changes.first_ticket[seat, i])


@compiled
def take_given_pieces(tables: Tables, game: Game) -> None:
    """Take the pieces of the tracks owned from the start from the mixes chosen, of the other kind if one is short."""
    public, changes = game.public, game.hidden.changes
    for i in range(changes.given):
        seat, track = changes.given_seat[i], changes.given_track[i]
        piece, length = tables.track_piece[track], tables.track_length[track]
        laid = min(length, public.pieces[seat, piece])
        public.pieces[seat, piece] -= laid
        public.pieces[seat, 1 - piece] -= length - laid
