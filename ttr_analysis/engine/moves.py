"""What each action does. Every function here assumes a legal action.

An action only sets what follows it (``public.pending``). What then happens (decks and market
are restored, the next card is due, tickets are shown, the turn ends) is done in one place,
:func:`apply_action`.
"""

from ttr_analysis.engine import codes, tickets
from ttr_analysis.engine.bars import take_off_bars, wear_bars
from ttr_analysis.engine.changed_start import take_given_pieces
from ttr_analysis.engine.claims import claim, decline_tunnel, finish_tunnel, pay
from ttr_analysis.engine.compiled import compiled, part
from ttr_analysis.engine.decks import Log, emit, emit_action, fill_slot, restock
from ttr_analysis.engine.draws import continue_draw, draw_blind, draw_from_market
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import ActionRecord, Game, Scratch, Tables
from ttr_analysis.engine.turns import A_CARD, A_DECISION, END_OF_TURN, SHOWING, end_turn, next_turn


@compiled
def choose_pieces(tables: Tables, game: Game, log: Log, scratch: Scratch, number: int) -> None:
    """Choose a mix of pieces in secret; reveal all mixes after the last choice."""
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
        emit(game, log, each, codes.PIECES_REVEALED, first, second)
    if game.hidden.changes.given > 0:
        take_given_pieces(tables, game)
    next_turn(tables, game, log, scratch)


@compiled
def build(tables: Tables, game: Game, kind: int, city: int, cards: Ints) -> None:
    """Build a station or a harbour."""
    public, seat = game.public, game.public.seat
    if kind == codes.BUILD_STATION:
        public.station_owner[city] = seat
        public.station_turn[city] = public.turn
        public.stations_built[seat] += 1
    else:
        public.harbour_owner[city] = seat
        public.harbour_turn[city] = public.turn
        public.harbours_built[seat] += 1
    pay(tables, game, cards, public.discards)
    public.pending = END_OF_TURN


@compiled
def exchange_pieces(game: Game, piece: int, number: int) -> None:
    """Exchange pieces of one kind for the same number of the other kind from the box."""
    public, seat, other = game.public, game.public.seat, 1 - piece
    public.pieces[seat, piece] -= number
    public.box[seat, piece] += number
    public.pieces[seat, other] += number
    public.box[seat, other] -= number
    public.exchanged[seat] += number
    public.idle = 1
    public.pending = END_OF_TURN


@compiled
def carry_out(tables: Tables, game: Game, log: Log, scratch: Scratch, action: ActionRecord) -> None:
    """Carry out the action itself."""
    kind = action.kind
    if kind == codes.DRAW_MARKET:
        draw_from_market(tables, game, action.target)
    elif kind == codes.DRAW_BLIND:
        draw_blind(tables, game, log, action.target)
    elif kind == codes.CLAIM:
        claim(tables, game, log, action.target, action.cards)
    elif kind == codes.DRAW_TICKETS:
        tickets.offer_tickets(tables, game, log)
    elif kind == codes.KEEP_TICKETS:
        tickets.keep_tickets(tables, game, log, scratch, action.number)
    elif kind == codes.BUILD_STATION or kind == codes.BUILD_HARBOUR:
        build(tables, game, kind, action.target, action.cards)
    elif kind == codes.EXCHANGE_PIECES:
        exchange_pieces(game, action.target, action.number)
    elif kind == codes.EXCHANGE_TICKETS:
        tickets.exchange_tickets(tables, game, log)
    elif kind == codes.CHOOSE_PIECES:
        choose_pieces(tables, game, log, scratch, action.number)
    elif kind == codes.REFILL:
        fill_slot(tables, game, log, game.public.refill_slot, action.target)
        game.public.pending = A_CARD
    elif kind == codes.PAY_TUNNEL:
        pay(tables, game, action.cards, game.public.laid)
        finish_tunnel(tables, game)
    elif kind == codes.DECLINE_TUNNEL:
        decline_tunnel(tables, game)


@part
def apply_action(tables: Tables, game: Game, log: Log, scratch: Scratch, action: ActionRecord) -> None:
    """Carry out a legal action and go on to the next decision point."""
    take_off_bars(game)
    go_on(tables, game, log, scratch, action)
    if game.hidden.changes.count > 0 and not game.public.over:
        wear_bars(tables, game)


@compiled
def go_on(tables: Tables, game: Game, log: Log, scratch: Scratch, action: ActionRecord) -> None:
    """Carry out a legal action, and what follows it up to the next decision point."""
    public = game.public
    public.pending = A_DECISION
    emit_action(game, log, action)
    carry_out(tables, game, log, scratch, action)
    if public.pending == A_DECISION:
        return
    restock(tables, game, log, action.kind == codes.REFILL)
    if public.pending == A_CARD:
        continue_draw(tables, game)
    elif public.pending == SHOWING:
        if tables.shown:
            tickets.show_completed(tables, game, log, public.seat)
        elif tables.bonus_tickets > 0:
            tickets.award_bonus_tickets(tables, game, log, public.seat)
        public.pending = END_OF_TURN
    if public.pending == END_OF_TURN:
        if tables.goal > 0 and tables.shown == 0:
            tickets.check_hidden_goal(tables, game, log, public.seat)
        end_turn(tables, game, log, scratch)
