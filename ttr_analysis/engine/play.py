"""Whole games: the loop that asks strategies and applies their actions, and the rows of
the tidy tables that a finished game leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from ttr_analysis.capacities import PIECES
from ttr_analysis.engine.codes import FINAL_SCORE
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.decks import SEAT_STREAMS, Log, emit
from ttr_analysis.engine.legal import LEGAL, check_action
from ttr_analysis.engine.moves import apply_action
from ttr_analysis.engine.scoring import score_game
from ttr_analysis.engine.setup import set_up
from ttr_analysis.engine.state import ActionRecord, Game, Private, Public, Tables, Work
from ttr_analysis.records import Floats, Ints, Record, Records, Words

Chooser = Callable[[Tables, Public, Private, Ints, Floats, Work, Words, ActionRecord], None]
"""A strategy's function: tables, public, own private record, own memory, weights, scratch
space, own random stream, and the action to fill in."""

MEMORY: Final = 256
"""Numbers a strategy can remember through a game; all 0 at its start."""
WEIGHTS: Final = 32
"""Most weights of a strategy."""


class Run(Record):
    """The state of a series of games, so that the loop can stop anywhere and go on."""

    seed: int
    next_game: int
    end_game: int  # first game not to be played
    rotate: int  # 1: seats rotate with the game's number
    playing: int  # 1: a game is under way
    failure: int  # reason code of an illegal action, which stops the loop
    games: int  # rows filled
    players: int
    tickets: int
    tracks: int


class GameRow(Record):
    """One finished game."""

    game: int
    players: int
    turns: int
    end_reason: int
    winners: int  # bit set over the seats
    market_clears: int
    deck_rebuilds: int
    last_round_seat: int
    last_round_turn: int


class PlayerRow(Record):
    """One seat of one finished game; points as in :class:`SeatScore`."""

    game: int
    seat: int
    strategy: int
    score: int
    route_points: int
    ticket_points: int
    failed_cut_off: int
    failed_unfinished: int
    longest_trail_points: int
    most_tickets_points: int
    station_points: int
    harbour_points: int
    exchange_points: int
    bonus_ticket_points: int
    longest_trail: int
    tickets_kept: int
    tickets_made: int
    tickets_cut_off: int
    tickets_unfinished: int
    winner: int
    winners: int  # how many share the win
    pieces_left: Annotated[Ints, PIECES]
    pieces_chosen: int  # of the first kind
    cards_left: int
    tracks_claimed: int
    ticket_draws: int
    stations_built: int
    harbours_built: int
    pieces_exchanged: int
    tunnel_attempts: int
    tunnel_failures: int


class TicketRow(Record):
    """One ticket that a seat kept."""

    game: int
    seat: int
    ticket: int
    kept_turn: int
    completed_turn: int
    outcome: int
    points: int


class TrackRow(Record):
    """One track claimed."""

    game: int
    track: int
    seat: int
    turn: int
    cards: int
    wilds: int


@compiled
def write_players(game: Game, scores: Records, run: Run, number: int, rows: Records) -> int:
    """One row a seat; gives the bit set of winners."""
    public, winners, shared = game.public, 0, 0
    for seat in range(public.players):
        if scores[seat].winner:
            winners |= 1 << seat
            shared += 1
    for seat in range(public.players):
        row, score = rows[run.players], scores[seat]
        row.game, row.seat = number, seat
        row.strategy = strategy_of(run, public.players, number, seat)
        row.score, row.route_points, row.ticket_points = score.total, score.route_points, score.ticket_points
        row.failed_cut_off, row.failed_unfinished = score.failed_cut_off, score.failed_unfinished
        row.longest_trail_points, row.longest_trail = score.longest_trail_points, score.longest_trail
        row.most_tickets_points, row.bonus_ticket_points = score.most_tickets_points, score.bonus_ticket_points
        row.station_points, row.harbour_points = score.station_points, score.harbour_points
        row.exchange_points, row.tickets_made = score.exchange_points, score.tickets_made
        row.tickets_cut_off, row.tickets_unfinished = score.tickets_cut_off, score.tickets_unfinished
        row.tickets_kept = game.private[seat].ticket_count
        row.winner, row.winners = score.winner, shared
        for piece in range(PIECES):
            row.pieces_left[piece] = public.pieces[seat, piece]
        row.pieces_chosen, row.cards_left = game.private[seat].chosen_pieces, public.hand_size[seat]
        row.tracks_claimed, row.ticket_draws = public.owned_count[seat], public.ticket_draws[seat]
        row.stations_built, row.harbours_built = public.stations_built[seat], public.harbours_built[seat]
        row.pieces_exchanged = public.exchanged[seat]
        row.tunnel_attempts, row.tunnel_failures = public.tunnel_attempts[seat], public.tunnel_failures[seat]
        run.players += 1
    return winners


@compiled
def write_tickets(game: Game, scores: Records, run: Run, number: int, rows: Records) -> None:
    """One row a ticket kept."""
    for seat in range(game.public.players):
        private = game.private[seat]
        for i in range(private.ticket_count):
            row = rows[run.tickets]
            row.game, row.seat, row.ticket = number, seat, private.tickets[i]
            row.kept_turn, row.completed_turn = private.kept_turn[i], private.done_turn[i]
            row.outcome, row.points = scores[seat].ticket_outcome[i], scores[seat].ticket_value[i]
            run.tickets += 1


@compiled
def write_tracks(tables: Tables, game: Game, run: Run, number: int, rows: Records) -> None:
    """One row a claimed track, in the order of the map."""
    public = game.public
    for track in range(tables.tracks):
        if public.owner[track] >= 0:
            row = rows[run.tracks]
            row.game, row.track, row.seat = number, track, public.owner[track]
            row.turn, row.cards = public.claim_turn[track], public.claim_cards[track]
            row.wilds = public.claim_wilds[track]
            run.tracks += 1


@compiled
def write_rows(
    tables: Tables,
    game: Game,
    scores: Records,
    run: Run,
    number: int,
    game_rows: Records,
    player_rows: Records,
    ticket_rows: Records,
    track_rows: Records,
) -> None:
    """All rows of a finished game."""
    public, row = game.public, game_rows[run.games]
    row.game, row.players, row.turns, row.end_reason = number, public.players, public.turn, public.end_reason
    row.market_clears, row.deck_rebuilds = public.market_clears, public.deck_rebuilds
    row.last_round_seat, row.last_round_turn = public.last_round_seat, public.last_round_turn
    row.winners = write_players(game, scores, run, number, player_rows)
    write_tickets(game, scores, run, number, ticket_rows)
    write_tracks(tables, game, run, number, track_rows)
    run.games += 1


@compiled
def strategy_of(run: Run, players: int, number: int, seat: int) -> int:
    """Position in the line-up of the strategy that has a seat in a game."""
    return (seat + number) % players if run.rotate else seat


@compiled
def close_game(tables: Tables, game: Game, log: Log, work: Work, scores: Records) -> None:
    """Score a game that is over and log the result."""
    score_game(tables, game, work, scores)
    for seat in range(game.public.players):
        emit(game, log, seat, FINAL_SCORE, scores[seat].winner, scores[seat].total)


@compiled
def forget(memory: Ints) -> None:
    """Clear the memory of every seat."""
    for seat in range(memory.shape[0]):
        for place in range(memory.shape[1]):
            memory[seat, place] = 0


@entry
def play_games(
    tables_record: Records,
    game_record: Records,
    run_record: Records,
    work_record: Records,
    action_record: Records,
    scores: Records,
    log: Log,
    memory: Ints,
    weights: Floats,
    choosers: Any,
    game_rows: Records,
    player_rows: Records,
    ticket_rows: Records,
    track_rows: Records,
    decisions: int,
) -> int:
    """Play on until all games are finished, ``decisions`` were made, or an action was
    illegal (``run.failure``). Gives the number of decisions made.
    """
    tables, game, run, work, action = (
        tables_record[0], game_record[0], run_record[0], work_record[0], action_record[0],
    )  # fmt: skip
    public = game.public
    made = 0
    while run.next_game < run.end_game and made < decisions:
        if run.playing == 0:
            set_up(tables, game, log, run.seed, run.next_game)
            forget(memory)
            run.playing = 1
        while public.over == 0 and made < decisions:
            seat = public.seat
            place = strategy_of(run, public.players, run.next_game, seat)
            choosers[place](
                tables, public, game.private[seat], memory[seat], weights[place], work,
                game.hidden.streams[SEAT_STREAMS + seat], action,
            )  # fmt: skip
            made += 1
            reason = check_action(tables, game, action)
            if reason != LEGAL:
                run.failure = reason
                return made
            apply_action(tables, game, log, work, action)
        if public.over:
            close_game(tables, game, log, work, scores)
            write_rows(tables, game, scores, run, run.next_game, game_rows, player_rows, ticket_rows, track_rows)
            run.playing = 0
            run.next_game += 1
    return made


@entry
def start_game(tables_record: Records, game_record: Records, log: Log, seed: int, number: int) -> None:
    """Set up one game from Python."""
    set_up(tables_record[0], game_record[0], log, seed, number)


@entry
def step_game(
    tables_record: Records,
    game_record: Records,
    work_record: Records,
    scores: Records,
    log: Log,
    action_record: Records,
) -> int:
    """Apply one action from Python, if legal; gives the reason code (0: done)."""
    tables, game, action = tables_record[0], game_record[0], action_record[0]
    reason = check_action(tables, game, action)
    if reason == LEGAL:
        apply_action(tables, game, log, work_record[0], action)
        if game.public.over:
            close_game(tables, game, log, work_record[0], scores)
    return reason


@entry
def score_now(tables_record: Records, game_record: Records, work_record: Records, scores: Records) -> None:
    """Score a position from Python as if the game ended now."""
    score_game(tables_record[0], game_record[0], work_record[0], scores)


@entry
def record_game(
    tables_record: Records,
    game_record: Records,
    run_record: Records,
    scores: Records,
    number: int,
    game_rows: Records,
    player_rows: Records,
    ticket_rows: Records,
    track_rows: Records,
) -> None:
    """Write the rows of a finished game that Python stepped."""
    write_rows(
        tables_record[0], game_record[0], scores, run_record[0], number,
        game_rows, player_rows, ticket_rows, track_rows,
    )  # fmt: skip
