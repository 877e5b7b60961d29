"""Offering, keeping, showing, replacing and exchanging tickets."""

from ttr_analysis.engine import codes
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.decks import Log, draw_ticket, emit, put_under
from ttr_analysis.engine.legal import LEGAL, check_keep
from ttr_analysis.engine.scoring import joined
from ttr_analysis.engine.state import MUST_KEEP, MUST_RETURN, NEVER, Game, Scratch, Tables
from ttr_analysis.engine.turns import END_OF_TURN, SHOWING, finish, next_turn


@compiled
def offer_tickets(tables: Tables, game: Game, log: Log) -> None:
    """Draw tickets and offer them to the seat to move."""
    public, seat = game.public, game.public.seat
    private = game.private[seat]
    private.offered_count = 0
    for _ in range(tables.draw_tickets):
        ticket = draw_ticket(tables, game, log)
        if ticket < 0:
            break
        emit(game, log, seat, codes.TICKET_OFFERED, ticket, 0)
        private.offered[private.offered_count] = ticket
        private.offered_count += 1
    oblige(tables, game, seat)
    public.ticket_draws[seat] += 1
    public.decision = codes.AT_KEEP


@compiled
def may_choose(tables: Tables, game: Game, seat: int) -> bool:
    """Return whether a seat may keep any of the sets of offered tickets."""
    for number in range(1 << game.private[seat].offered_count):
        if check_keep(tables, game.public, game.private[seat], number) == LEGAL:
            return True
    return False


@compiled
def oblige(tables: Tables, game: Game, seat: int) -> None:
    """Note which of the tickets offered a seat must keep or return, as far as the rules allow that."""
    private, changes = game.private[seat], game.hidden.changes
    private.must_keep, private.must_return = 0, 0
    if changes.duties == 0:
        return
    for i in range(private.offered_count):
        duty = changes.duty[seat, private.offered[i]]
        private.must_keep |= int(duty == MUST_KEEP) << i
        private.must_return |= int(duty == MUST_RETURN) << i
    if not may_choose(tables, game, seat):
        private.must_return = 0
        if not may_choose(tables, game, seat):
            private.must_keep = 0


@compiled
def receive_ticket(tables: Tables, game: Game, seat: int, ticket: int) -> None:
    """Add a ticket to a hand; it may already be complete."""
    private = game.private[seat]
    place = private.ticket_count
    private.tickets[place] = ticket
    private.kept_turn[place] = game.public.turn
    private.done_turn[place] = NEVER
    if not tables.shown and joined(tables, game.public.component[seat], ticket):
        private.done_turn[place] = game.public.turn
    private.ticket_count = place + 1


@compiled
def keep_tickets(tables: Tables, game: Game, log: Log, scratch: Scratch, number: int) -> None:
    """Keep some of the offered tickets and return the others."""
    public, hidden, seat = game.public, game.hidden, game.public.seat
    private = game.private[seat]
    for i in range(private.offered_count):
        ticket = private.offered[i]
        if (number >> i) & 1:
            receive_ticket(tables, game, seat, ticket)
        elif public.turn > 0:
            if not tables.drawn_leave:
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
        close_first_tickets(tables, game, log, scratch)


@compiled
def close_first_tickets(tables: Tables, game: Game, log: Log, scratch: Scratch) -> None:
    """Return tickets after all seats have chosen, then begin the choice of pieces or the first turn."""
    public, hidden = game.public, game.hidden
    for seat in range(public.players):
        public.tickets_held[seat] = game.private[seat].ticket_count
    if not tables.returned_leave:
        for i in range(hidden.pending_return_size):
            put_under(game, hidden.pending_return[i])
    hidden.pending_return_size = 0
    if tables.pieces_kept > 0:
        public.seat = 0
        public.decision = codes.AT_PIECES
    else:
        next_turn(tables, game, log, scratch)


@compiled
def count_completed(tables: Tables, game: Game, log: Log, seat: int) -> bool:
    """Count one more completed ticket; end the game and return True if that reaches the goal."""
    game.public.completed[seat] += 1
    if tables.goal > 0 and game.public.completed[seat] >= tables.goal:
        finish(game, log, codes.END_GOAL)
        return True
    return False


@compiled
def check_hidden_goal(tables: Tables, game: Game, log: Log, seat: int) -> None:
    """End the game if a seat has completed the goal number of tickets, which nobody is shown."""
    private, made = game.private[seat], game.public.completed[seat]
    for place in range(private.ticket_count):
        if private.done_turn[place] != NEVER:
            made += 1
    if made >= tables.goal and not game.public.over:
        finish(game, log, codes.END_GOAL)


@compiled
def show_completed(tables: Tables, game: Game, log: Log, seat: int) -> None:
    """Show completed tickets, oldest first, then award bonus tickets.

    Each ticket shown is replaced before the next one is checked.
    """
    public, private = game.public, game.private[seat]
    place = 0
    while place < private.ticket_count:
        ticket = private.tickets[place]
        if private.done_turn[place] == NEVER and joined(tables, public.component[seat], ticket):
            private.done_turn[place] = public.turn
            public.tickets_held[seat] -= 1
            public.idle = 0
            emit(game, log, seat, codes.TICKET_COMPLETED, ticket, 0)
            if count_completed(tables, game, log, seat):
                return
            replace_ticket(tables, game, log, seat)
        place += 1
    award_bonus_tickets(tables, game, log, seat)


@compiled
def replace_ticket(tables: Tables, game: Game, log: Log, seat: int) -> None:
    """Draw a ticket directly into a hand, if there is one."""
    ticket = draw_ticket(tables, game, log)
    if ticket >= 0:
        emit(game, log, seat, codes.TICKET_REPLACED, ticket, 0)
        receive_ticket(tables, game, seat, ticket)
        game.public.tickets_held[seat] += 1


@compiled
def joins_sides(tables: Tables, game: Game, seat: int, bonus: int) -> bool:
    """Return whether a seat's network joins a west city of a bonus ticket to an east one."""
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
    """Award each bonus ticket that a seat has earned but not yet received."""
    public = game.public
    for bonus in range(tables.bonus_tickets):
        if public.bonus_won[seat, bonus] or public.bonus_left[bonus] == 0:
            continue
        if joins_sides(tables, game, seat, bonus):
            public.bonus_won[seat, bonus] = 1
            public.bonus_left[bonus] -= 1
            emit(game, log, seat, codes.BONUS_TICKET, bonus, 0)
            if count_completed(tables, game, log, seat):
                return


@compiled
def exchange_tickets(tables: Tables, game: Game, log: Log) -> None:
    """Set the unfinished tickets aside, draw the same number, then discard the old ones."""
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
    public.ticket_exchanges[seat] += 1
    public.tickets_held[seat] = 0
    for _ in range(set_aside):
        replace_ticket(tables, game, log, seat)
    for i in range(set_aside):
        hidden.discarded_tickets[public.ticket_discards] = hidden.pending_return[i]
        public.ticket_discards += 1
    public.idle = 1
    public.pending = SHOWING
