"""Whole games: the loop that asks strategies and applies their actions."""

from typing import Any

from ttr_analysis.engine.bars import take_off_bars, wear_bars
from ttr_analysis.engine.codes import FINAL_SCORE, LONGEST_TRAIL
from ttr_analysis.engine.compiled import compiled, entry, lean_entry
from ttr_analysis.engine.decks import SEAT_STREAMS, Log, emit
from ttr_analysis.engine.legal import LEGAL, check_action
from ttr_analysis.engine.moves import apply_action
from ttr_analysis.engine.records import Floats, Ints, Records
from ttr_analysis.engine.rows import Rows, write_rows
from ttr_analysis.engine.scoring import score_game
from ttr_analysis.engine.seating import compiled_place_of
from ttr_analysis.engine.setup import set_up
from ttr_analysis.engine.state import Game, Scratch, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.rules import limits


@compiled
def close_game(tables: Tables, game: Game, log: Log, scratch: Scratch, scores: Records) -> None:
    """Score a finished game and log the result."""
    score_game(tables, game, scratch, scores)
    for seat in range(game.public.players):
        if game.public.owned_count[seat] > limits.TRAIL:
            emit(game, log, seat, LONGEST_TRAIL, scores[seat].longest_trail_proven, scores[seat].longest_trail)
    for seat in range(game.public.players):
        emit(game, log, seat, FINAL_SCORE, scores[seat].winner, scores[seat].total)


@compiled
def forget(memory: Ints) -> None:
    """Clear the memory of every seat."""
    for seat in range(memory.shape[0]):
        for place in range(memory.shape[1]):
            memory[seat, place] = 0


# Twelve parameters: records reach compiled code from Python as arrays, each of a type of its own.
@lean_entry
def play_games(
    tables_record: Records,
    game_record: Records,
    run_record: Records,
    scratch_record: Records,
    action_record: Records,
    scores: Records,
    log: Log,
    memory: Ints,
    weights: Floats,
    choosers: Any,
    decisions: int,
    rows: Rows,
) -> int:
    """Continue playing and return the number of decisions made.

    Stop when all games are finished, when ``decisions`` were made, or after an illegal
    action (``run.failure``).
    """
    tables, game, run, scratch, action = (
        tables_record[0], game_record[0], run_record[0], scratch_record[0], action_record[0],
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
            place = compiled_place_of(run.rotate, public.players, run.next_game, seat)
            stream = game.hidden.streams[SEAT_STREAMS + seat]
            view = View(tables, public, game.private[seat], memory[seat], weights[place], scratch, stream)
            choosers[place](view, action)
            made += 1
            reason = check_action(tables, game, action)
            if reason != LEGAL:
                run.failure = reason
                return made
            apply_action(tables, game, log, scratch, action)
        if public.over:
            close_game(tables, game, log, scratch, scores)
            write_rows(tables, game, scratch, scores, run, run.next_game, rows)
            run.playing = 0
            run.next_game += 1
    return made


@entry
def start_game(tables_record: Records, game_record: Records, log: Log, seed: int, number: int) -> None:
    """Set up one game (called from Python)."""
    set_up(tables_record[0], game_record[0], log, seed, number)


@entry
def step_game(
    tables_record: Records,
    game_record: Records,
    scratch_record: Records,
    scores: Records,
    log: Log,
    action_record: Records,
) -> int:
    """Apply one action if it is legal, and return the reason code (0: applied); called from Python."""
    tables, game, action = tables_record[0], game_record[0], action_record[0]
    reason = check_action(tables, game, action)
    if reason == LEGAL:
        apply_action(tables, game, log, scratch_record[0], action)
        if game.public.over:
            close_game(tables, game, log, scratch_record[0], scores)
    return reason


@entry
def score_now(tables_record: Records, game_record: Records, scratch_record: Records, scores: Records) -> None:
    """Score a position as if the game ended now (called from Python)."""
    tables, game = tables_record[0], game_record[0]
    take_off_bars(game)
    score_game(tables, game, scratch_record[0], scores)
    if game.hidden.changes.count > 0 and not game.public.over:
        wear_bars(tables, game)


@entry
def record_game(
    tables_record: Records,
    game_record: Records,
    run_record: Records,
    scratch_record: Records,
    scores: Records,
    number: int,
    rows: Rows,
) -> None:
    """Write the rows of a finished game that Python played step by step."""
    write_rows(tables_record[0], game_record[0], scratch_record[0], scores, run_record[0], number, rows)
