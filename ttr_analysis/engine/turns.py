"""The course of turns: their beginning and end, the last round, the end of the game.

An action only sets what follows it (``public.pending``); :func:`ttr_analysis.engine.moves.apply_action`
carries it out.
"""

from typing import Final

from ttr_analysis.engine import codes
from ttr_analysis.engine.bars import is_skipped, take_off_bars, wear_bars
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.decks import Log, emit
from ttr_analysis.engine.legal import has_move, may_exchange_tickets
from ttr_analysis.engine.state import NOBODY, Game, Public, Scratch, Tables

A_DECISION: Final = 0
A_CARD: Final = 1
SHOWING: Final = 2
END_OF_TURN: Final = 3
"""What follows an action: another decision in the same turn, the next card of a draw, the showing
of completed tickets before the turn ends, or the end of the turn."""


@compiled
def finish(game: Game, log: Log, reason: int) -> None:
    """End the game."""
    game.public.over = 1
    game.public.end_reason = reason
    emit(game, log, -1, codes.GAME_OVER, 0, reason)


@compiled
def points_on_board(tables: Tables, public: Public, seat: int) -> int:
    """Return the points that everybody has seen a seat score: for tracks, less those for exchanged pieces."""
    return public.route_points[seat] - tables.exchange_cost * public.exchanged[seat]


@compiled
def count_down(tables: Tables, game: Game, log: Log) -> None:
    """Count down the last round at the end of a turn, or start the last round."""
    public, seat = game.public, game.public.seat
    if public.turns_left > 0:
        public.turns_left -= 1
        if public.turns_left == 0:
            finish(game, log, public.last_round_reason)
        return
    few = public.pieces[seat, 0] + public.pieces[seat, 1] <= tables.end_pieces
    if few or 0 < tables.end_score <= points_on_board(tables, public, seat):
        public.last_round_reason = codes.END_PIECES if few else codes.END_SCORE
        public.last_round_seat = seat
        public.last_round_turn = public.turn
        if tables.end_turns == 0:
            finish(game, log, public.last_round_reason)
        else:
            public.turns_left = tables.end_turns * public.players
            emit(game, log, seat, codes.LAST_ROUND, 0, public.turns_left)


@compiled
def begin_turn(tables: Tables, game: Game, scratch: Scratch) -> None:
    """Begin the turn of the next seat."""
    public = game.public
    public.turn += 1
    public.seat = (public.turn - 1) % public.players
    public.decision = codes.AT_TURN
    public.cards_drawn = 0
    public.idle = 0
    if game.hidden.changes.count > 0:
        wear_bars(tables, game)
    public.stuck = 0 if has_move(tables, game, scratch) else 1


@compiled
def close_turn(tables: Tables, game: Game, log: Log) -> None:
    """Do everything that happens at the end of a turn, except beginning the next one."""
    public = game.public
    public.stuck_turns = public.stuck_turns + 1 if public.stuck else 0
    public.idle_turns = public.idle_turns + 1 if public.idle else 0
    count_down(tables, game, log)
    if public.over:
        return
    if public.stuck_turns >= public.players:
        finish(game, log, codes.END_PASSES)
    elif public.idle_turns >= tables.standstill_rounds * public.players:
        finish(game, log, codes.END_STANDSTILL)


@compiled
def watch_lead(tables: Tables, public: Public) -> None:
    """Note who has more points on the board than everybody else; a tie leaves the lead where it was."""
    ahead, most = NOBODY, points_on_board(tables, public, 0) - 1
    for seat in range(public.players):
        points = points_on_board(tables, public, seat)
        if points >= most:
            ahead = seat if points > most else NOBODY
            most = points
    if ahead != NOBODY:
        public.lead_changes += 1 if public.leader != NOBODY and public.leader != ahead else 0
        public.leader = ahead


@compiled
def end_turn(tables: Tables, game: Game, log: Log, scratch: Scratch) -> None:
    """End this turn and begin the next; seats without any legal action pass."""
    public = game.public
    watch_lead(tables, public)
    if not public.over:
        close_turn(tables, game, log)
    next_turn(tables, game, log, scratch)


@compiled
def next_turn(tables: Tables, game: Game, log: Log, scratch: Scratch) -> None:
    """Begin the next turn in which somebody decides; seats without any legal action pass, and some skip a turn."""
    public = game.public
    while not public.over:
        begin_turn(tables, game, scratch)
        skipped = game.hidden.changes.count > 0 and is_skipped(game)
        if not skipped and (public.stuck == 0 or may_exchange_tickets(tables, public, public.seat)):
            return
        take_off_bars(game)
        emit(game, log, public.seat, codes.PASS, 0, 0)
        public.stuck, public.idle = (0, 0) if skipped else (public.stuck, 1)
        close_turn(tables, game, log)
