"""What each action does. Every function here supposes a legal action.

An action only says what follows it (``public.pending``): setting decks and market right,
the next card, showing tickets, the end of the turn come once, in :func:`apply_action`.
"""

from __future__ import annotations

from typing import Final

from ttr_analysis.engine.codes import (
    AT_KEEP,
    AT_PIECES,
    AT_REFILL,
    AT_SECOND,
    AT_TUNNEL,
    AT_TURN,
    BONUS_TICKET,
    BUILD_HARBOUR,
    BUILD_STATION,
    CARD_DEALT,
    CHOOSE_PIECES,
    CLAIM,
    DECLINE_TUNNEL,
    DRAW_BLIND,
    DRAW_MARKET,
    DRAW_TICKETS,
    END_GOAL,
    END_PASSES,
    END_PIECES,
    END_STANDSTILL,
    EXCHANGE_PIECES,
    EXCHANGE_TICKETS,
    GAME_OVER,
    KEEP_TICKETS,
    LAST_ROUND,
    PASS,
    PAY_TUNNEL,
    PIECES_REVEALED,
    REFILL,
    TICKET_COMPLETED,
    TICKET_OFFERED,
    TICKET_REPLACED,
    TUNNEL_CARD,
    TUNNEL_FREE,
)
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.decks import (
    Log,
    cards_to_draw,
    draw_card,
    draw_ticket,
    emit,
    emit_action,
    fill_slot,
    put_under,
    restock,
)
from ttr_analysis.engine.graph import merge
from ttr_analysis.engine.legal import has_move, market_card_to_take, may_exchange_tickets
from ttr_analysis.engine.payments import color_of
from ttr_analysis.engine.scoring import joined
from ttr_analysis.engine.state import ANY_COLOR, CLOSED, EMPTY, NEVER, NOBODY, ActionRecord, Game, Tables, Work
from ttr_analysis.records import Ints

A_DECISION: Final = 0
A_CARD: Final = 1
SHOWING: Final = 2
END_OF_TURN: Final = 3
"""What follows an action: a decision of the same turn, the next card of a draw, the
showing of completed tickets and then the end of the turn, or that at once."""

# ---- turns ----


@compiled
def finish(game: Game, log: Log, reason: int) -> None:
    """End the game."""
    game.public.over = 1
    game.public.end_reason = reason
    emit(game, log, -1, GAME_OVER, 0, reason)


@compiled
def count_down(tables: Tables, game: Game, log: Log) -> None:
    """At the end of a turn: the last round's countdown, or its beginning."""
    public, seat = game.public, game.public.seat
    if public.turns_left > 0:
        public.turns_left -= 1
        if public.turns_left == 0:
            finish(game, log, END_PIECES)
    elif public.pieces[seat, 0] + public.pieces[seat, 1] <= tables.end_pieces:
        public.last_round_seat = seat
        public.last_round_turn = public.turn
        if tables.end_turns == 0:
            finish(game, log, END_PIECES)
        else:
            public.turns_left = tables.end_turns * public.players
            emit(game, log, seat, LAST_ROUND, 0, public.turns_left)


@compiled
def begin_turn(tables: Tables, game: Game, work: Work) -> None:
    """The next seat's turn."""
    public = game.public
    public.turn += 1
    public.seat = (public.turn - 1) % public.players
    public.decision = AT_TURN
    public.cards_drawn = 0
    public.idle = 0
    public.stuck = 0 if has_move(tables, game, work) else 1


@compiled
def close_turn(tables: Tables, game: Game, log: Log) -> None:
    """Everything that happens at the end of a turn but the beginning of the next."""
    public = game.public
    public.stuck_turns = public.stuck_turns + 1 if public.stuck else 0
    public.idle_turns = public.idle_turns + 1 if public.idle else 0
    count_down(tables, game, log)
    if public.over:
        return
    if public.stuck_turns >= public.players:
        finish(game, log, END_PASSES)
    elif public.idle_turns >= tables.standstill_rounds * public.players:
        finish(game, log, END_STANDSTILL)


@compiled
def end_turn(tables: Tables, game: Game, log: Log, work: Work) -> None:
    """End this turn and begin the next; seats without any legal action pass."""
    public = game.public
    if not public.over:
        close_turn(tables, game, log)
    while not public.over:
        begin_turn(tables, game, work)
        if public.stuck == 0 or may_exchange_tickets(tables, public, public.seat):
            return
        emit(game, log, public.seat, PASS, 0, 0)
        public.idle = 1
        close_turn(tables, game, log)


# ---- drawing cards ----


@compiled
def continue_draw(tables: Tables, game: Game) -> None:
    """Ask for the next card of the draw, if one is due and can be taken."""
    public = game.public
    due = public.cards_drawn < tables.draws
    if due and (cards_to_draw(tables, game) or market_card_to_take(tables, public)):
        public.decision = AT_SECOND
    else:
        public.pending = END_OF_TURN


@compiled
def receive_card(game: Game, card: int) -> None:
    """Add a card to the hand of the seat to move."""
    game.private[game.public.seat].hand[card] += 1
    game.public.hand_size[game.public.seat] += 1


@compiled
def draw_from_market(tables: Tables, game: Game, slot: int) -> None:
    """Take a market card; a wild is the only card of the turn."""
    public = game.public
    card = public.market[slot]
    public.market[slot] = EMPTY
    receive_card(game, card)
    public.cards_drawn += tables.draws if card == tables.wild else 1
    decks = 0
    for deck in range(tables.decks):
        if public.deck_size[deck] > 0:
            decks += 1
    if tables.refill_choice and decks > 1:
        public.refill_slot = slot
        public.decision = AT_REFILL
    else:
        public.pending = A_CARD


@compiled
def draw_blind(tables: Tables, game: Game, log: Log, deck: int) -> None:
    """Take the top card of a deck."""
    public = game.public
    receive_card(game, draw_card(tables, game, log, deck, public.seat, CARD_DEALT, 0))
    public.cards_drawn += 1
    public.pending = A_CARD


# ---- paying ----


@compiled
def pay(tables: Tables, game: Game, cards: Ints, target: Ints) -> None:
    """Move a payment from the hand of the seat to move to the discards, or to what is
    laid down for a tunnel.
    """
    hand = game.private[game.public.seat].hand
    for kind in range(tables.cards):
        hand[kind] -= cards[kind]
        game.public.hand_size[game.public.seat] -= cards[kind]
        target[kind] += cards[kind]


# ---- claiming ----


@compiled
def remove_open(game: Game, track: int) -> None:
    """Take a track off the list of open ones."""
    public = game.public
    place, last = public.open_place[track], public.open_tracks[public.open_count - 1]
    public.open_tracks[place] = last
    public.open_place[last] = place
    public.open_count -= 1


@compiled
def lay_pieces(tables: Tables, game: Game, seat: int, track: int) -> None:
    """Give a seat a track: pieces, points, components, the closing of the other track."""
    public, length = game.public, tables.track_length[track]
    public.owner[track] = seat
    public.claim_turn[track] = public.turn
    public.pieces[seat, tables.track_piece[track]] -= length
    public.route_points[seat] += tables.track_points[track]
    public.owned[seat, public.owned_count[seat]] = track
    public.owned_count[seat] += 1
    remove_open(game, track)
    twin = tables.track_twin[track]
    if twin >= 0 and tables.closes_doubles and public.owner[twin] == NOBODY:
        public.owner[twin] = CLOSED
        remove_open(game, twin)
    if merge(public.component[seat], tables.cities, tables.track_a[track], tables.track_b[track]):
        mark_completed(tables, game, seat)


@compiled
def mark_completed(tables: Tables, game: Game, seat: int) -> None:
    """Note the turn in which secret tickets became complete."""
    private = game.private[seat]
    if tables.shown:
        return
    for i in range(private.ticket_count):
        if private.done_turn[i] == NEVER and joined(tables, game.public.component[seat], private.tickets[i]):
            private.done_turn[i] = game.public.turn


@compiled
def note_payment(tables: Tables, game: Game, track: int, cards: Ints) -> None:
    """Add a payment to what the track cost."""
    for kind in range(tables.cards):
        game.public.claim_cards[track] += cards[kind]
    game.public.claim_wilds[track] += cards[tables.wild]


@compiled
def claim(tables: Tables, game: Game, log: Log, track: int, cards: Ints) -> None:
    """Claim a track, or begin to dig a tunnel."""
    if tables.track_reveals[track] > 0:
        dig_tunnel(tables, game, log, track, cards)
        return
    note_payment(tables, game, track, cards)
    lay_pieces(tables, game, game.public.seat, track)
    pay(tables, game, cards, game.public.discards)
    game.public.pending = SHOWING


@compiled
def dig_tunnel(tables: Tables, game: Game, log: Log, track: int, cards: Ints) -> None:
    """Lay down the payment and turn up cards; what matches the payment is owed again."""
    public, deck = game.public, tables.track_deck[track]
    pay(tables, game, cards, public.laid)
    public.track = track
    public.payment_color = color_of(tables, cards)
    public.owed = 0
    public.tunnel_attempts[public.seat] += 1
    for _ in range(tables.track_reveals[track]):
        if public.deck_size[deck] == 0:
            break
        card = draw_card(tables, game, log, deck, -1, TUNNEL_CARD, 0)
        public.turned_up[card] += 1
        if card == tables.wild or (
            public.payment_color != ANY_COLOR and tables.card_color[card] == public.payment_color
        ):
            public.owed += 1
    if public.owed == 0:
        emit(game, log, public.seat, TUNNEL_FREE, track, 0)
        finish_tunnel(tables, game)
    else:
        public.decision = AT_TUNNEL


@compiled
def decline_tunnel(tables: Tables, game: Game) -> None:
    """Take the payment back."""
    public = game.public
    public.tunnel_failures[public.seat] += 1
    for kind in range(tables.cards):
        game.private[public.seat].hand[kind] += public.laid[kind]
        public.hand_size[public.seat] += public.laid[kind]
        public.laid[kind] = 0
    public.idle = 1
    clear_tunnel(tables, game)


@compiled
def finish_tunnel(tables: Tables, game: Game) -> None:
    """The tunnel is paid for: lay the pieces."""
    public = game.public
    note_payment(tables, game, public.track, public.laid)
    lay_pieces(tables, game, public.seat, public.track)
    clear_tunnel(tables, game)


@compiled
def clear_tunnel(tables: Tables, game: Game) -> None:
    """Discard what was laid down and turned up."""
    public = game.public
    for kind in range(tables.cards):
        public.discards[kind] += public.laid[kind] + public.turned_up[kind]
        public.laid[kind] = 0
        public.turned_up[kind] = 0
    public.owed = 0
    public.pending = SHOWING


# ---- tickets ----


@compiled
def offer_tickets(tables: Tables, game: Game, log: Log) -> None:
    """Draw tickets to choose from."""
    public, seat = game.public, game.public.seat
    private = game.private[seat]
    private.offered_count = 0
    for _ in range(tables.draw_tickets):
        ticket = draw_ticket(tables, game, log)
        if ticket < 0:
            break
        emit(game, log, seat, TICKET_OFFERED, ticket, 0)
        private.offered[private.offered_count] = ticket
        private.offered_count += 1
    public.ticket_draws[seat] += 1
    public.decision = AT_KEEP


@compiled
def receive_ticket(tables: Tables, game: Game, seat: int, ticket: int) -> None:
    """Add a ticket to a hand; it may be complete already."""
    private = game.private[seat]
    place = private.ticket_count
    private.tickets[place] = ticket
    private.kept_turn[place] = game.public.turn
    private.done_turn[place] = NEVER
    if not tables.shown and joined(tables, game.public.component[seat], ticket):
        private.done_turn[place] = game.public.turn
    private.ticket_count = place + 1


@compiled
def keep_tickets(tables: Tables, game: Game, work: Work, number: int) -> None:
    """Keep some of the offered tickets; the others go back."""
    public, hidden, seat = game.public, game.hidden, game.public.seat
    private = game.private[seat]
    for i in range(private.offered_count):
        ticket = private.offered[i]
        if (number >> i) & 1:
            receive_ticket(tables, game, seat, ticket)
        elif public.turn > 0:
            put_under(game, ticket)
        else:
            hidden.pending_return[hidden.pending_return_size] = ticket
            hidden.pending_return_size += 1
    private.offered_count = 0
    if public.turn > 0:
        public.tickets_held[seat] = private.ticket_count
        public.pending = END_OF_TURN
    elif seat + 1 < public.players:
        public.seat = seat + 1
    else:
        close_first_tickets(tables, game, work)


@compiled
def close_first_tickets(tables: Tables, game: Game, work: Work) -> None:
    """After all have chosen: returned tickets, then the mix of pieces or the first turn."""
    public, hidden = game.public, game.hidden
    for seat in range(public.players):
        public.tickets_held[seat] = game.private[seat].ticket_count
    if not tables.returned_leave:
        for i in range(hidden.pending_return_size):
            put_under(game, hidden.pending_return[i])
    hidden.pending_return_size = 0
    if tables.pieces_kept > 0:
        public.seat = 0
        public.decision = AT_PIECES
    else:
        begin_turn(tables, game, work)


@compiled
def choose_pieces(tables: Tables, game: Game, log: Log, work: Work, number: int) -> None:
    """Choose a mix of pieces in secret; all are revealed together."""
    public, seat = game.public, game.public.seat
    game.private[seat].chosen_pieces = number
    if seat + 1 < public.players:
        public.seat = seat + 1
        return
    for each in range(public.players):
        first = game.private[each].chosen_pieces
        second = tables.pieces_kept - first
        public.pieces[each, 0], public.pieces[each, 1] = first, second
        public.box[each, 0], public.box[each, 1] = tables.supply[0] - first, tables.supply[1] - second
        emit(game, log, each, PIECES_REVEALED, first, second)
    begin_turn(tables, game, work)


@compiled
def count_completed(tables: Tables, game: Game, log: Log, seat: int) -> bool:
    """Count one more completed ticket; True if that reaches the goal, which ends the game."""
    game.public.completed[seat] += 1
    if tables.goal > 0 and game.public.completed[seat] >= tables.goal:
        finish(game, log, END_GOAL)
        return True
    return False


@compiled
def show_completed(tables: Tables, game: Game, log: Log, seat: int) -> None:
    """Show completed tickets, oldest first, each replaced before the next is checked;
    then the bonus tickets.
    """
    public, private = game.public, game.private[seat]
    place = 0
    while place < private.ticket_count:
        ticket = private.tickets[place]
        if private.done_turn[place] == NEVER and joined(tables, public.component[seat], ticket):
            private.done_turn[place] = public.turn
            public.tickets_held[seat] -= 1
            public.idle = 0
            emit(game, log, seat, TICKET_COMPLETED, ticket, 0)
            if count_completed(tables, game, log, seat):
                return
            replace_ticket(tables, game, log, seat)
        place += 1
    award_bonus_tickets(tables, game, log, seat)


@compiled
def replace_ticket(tables: Tables, game: Game, log: Log, seat: int) -> None:
    """Draw a ticket straight into a hand, if there is one."""
    ticket = draw_ticket(tables, game, log)
    if ticket >= 0:
        emit(game, log, seat, TICKET_REPLACED, ticket, 0)
        receive_ticket(tables, game, seat, ticket)
        game.public.tickets_held[seat] += 1


@compiled
def joins_sides(tables: Tables, game: Game, seat: int, bonus: int) -> bool:
    """Whether a seat's network joins a west city of a bonus ticket with an east one."""
    labels, side = game.public.component[seat], tables.bonus_side[bonus]
    for west in range(tables.cities):
        if side[west] != 1:
            continue
        for east in range(tables.cities):
            if side[east] == 2 and labels[east] == labels[west]:
                return True
    return False


@compiled
def award_bonus_tickets(tables: Tables, game: Game, log: Log, seat: int) -> None:
    """Award each bonus ticket that a seat has earned and not yet won."""
    public = game.public
    for bonus in range(tables.bonus_tickets):
        if public.bonus_won[seat, bonus] or public.bonus_left[bonus] == 0:
            continue
        if joins_sides(tables, game, seat, bonus):
            public.bonus_won[seat, bonus] = 1
            public.bonus_left[bonus] -= 1
            emit(game, log, seat, BONUS_TICKET, bonus, 0)
            if count_completed(tables, game, log, seat):
                return


@compiled
def exchange_tickets(tables: Tables, game: Game, log: Log) -> None:
    """Set the unfinished tickets aside, draw as many, then discard the old ones."""
    public, hidden, seat = game.public, game.hidden, game.public.seat
    private = game.private[seat]
    kept, set_aside = 0, 0
    for i in range(private.ticket_count):
        if private.done_turn[i] == NEVER:
            hidden.pending_return[set_aside] = private.tickets[i]
            set_aside += 1
        else:
            private.tickets[kept] = private.tickets[i]
            private.kept_turn[kept] = private.kept_turn[i]
            private.done_turn[kept] = private.done_turn[i]
            kept += 1
    private.ticket_count = kept
    public.tickets_held[seat] = 0
    for _ in range(set_aside):
        replace_ticket(tables, game, log, seat)
    for i in range(set_aside):
        hidden.discarded_tickets[public.ticket_discards] = hidden.pending_return[i]
        public.ticket_discards += 1
    public.idle = 1
    public.pending = SHOWING


# ---- buildings and pieces ----


@compiled
def build(tables: Tables, game: Game, kind: int, city: int, cards: Ints) -> None:
    """Build a station or a harbour."""
    public, seat = game.public, game.public.seat
    if kind == BUILD_STATION:
        public.station_owner[city] = seat
        public.stations_built[seat] += 1
    else:
        public.harbour_owner[city] = seat
        public.harbours_built[seat] += 1
    pay(tables, game, cards, public.discards)
    public.pending = END_OF_TURN


@compiled
def exchange_pieces(game: Game, piece: int, number: int) -> None:
    """Exchange pieces of one kind for the other, one for one, with the box."""
    public, seat, other = game.public, game.public.seat, 1 - piece
    public.pieces[seat, piece] -= number
    public.box[seat, piece] += number
    public.pieces[seat, other] += number
    public.box[seat, other] -= number
    public.exchanged[seat] += number
    public.idle = 1
    public.pending = END_OF_TURN


@compiled
def carry_out(tables: Tables, game: Game, log: Log, work: Work, action: ActionRecord) -> None:
    """The action itself."""
    kind = action.kind
    if kind == DRAW_MARKET:
        draw_from_market(tables, game, action.target)
    elif kind == DRAW_BLIND:
        draw_blind(tables, game, log, action.target)
    elif kind == CLAIM:
        claim(tables, game, log, action.target, action.cards)
    elif kind == DRAW_TICKETS:
        offer_tickets(tables, game, log)
    elif kind == KEEP_TICKETS:
        keep_tickets(tables, game, work, action.number)
    elif kind == BUILD_STATION or kind == BUILD_HARBOUR:
        build(tables, game, kind, action.target, action.cards)
    elif kind == EXCHANGE_PIECES:
        exchange_pieces(game, action.target, action.number)
    elif kind == EXCHANGE_TICKETS:
        exchange_tickets(tables, game, log)
    elif kind == CHOOSE_PIECES:
        choose_pieces(tables, game, log, work, action.number)
    elif kind == REFILL:
        fill_slot(tables, game, log, game.public.refill_slot, action.target)
        game.public.pending = A_CARD
    elif kind == PAY_TUNNEL:
        pay(tables, game, action.cards, game.public.laid)
        finish_tunnel(tables, game)
    elif kind == DECLINE_TUNNEL:
        decline_tunnel(tables, game)


@compiled
def apply_action(tables: Tables, game: Game, log: Log, work: Work, action: ActionRecord) -> None:
    """Carry out a legal action and go on to the next decision point."""
    public = game.public
    public.pending = A_DECISION
    emit_action(game, log, action)
    carry_out(tables, game, log, work, action)
    if public.pending == A_DECISION:
        return
    restock(tables, game, log, action.kind == REFILL)
    if public.pending == A_CARD:
        continue_draw(tables, game)
    elif public.pending == SHOWING:
        if tables.shown:
            show_completed(tables, game, log, public.seat)
        public.pending = END_OF_TURN
    if public.pending == END_OF_TURN:
        end_turn(tables, game, log, work)
