"""The compiled loop over the games of a vector environment: one seat learns, strategies play the others."""

from typing import Any, Final, NamedTuple

from ttr_analysis.engine import compiled, decks, legal, moves, play, records, setup, state, view
from ttr_analysis.play.environments import batch_steps, codebook, masks, observation

REST: Final = 0
BEGIN: Final = 1
STEP: Final = 2
"""What is to be done in a game: nothing, begin another one, or carry out the number chosen."""


class Others(NamedTuple):
    """Who plays the other seats.

    Attributes
    ----------
    seat : int
        The seat that learns.
    memory : array of int64
        What each seat of each game remembers.
    weights : array of float64
        The weights of each seat.
    """

    seat: int
    memory: Any
    weights: records.Floats


class Orders(NamedTuple):
    """What is to be done in each game.

    Attributes
    ----------
    todo : array of int64
        :data:`REST`, :data:`BEGIN` or :data:`STEP`.
    seeds : array of int64
        Of the games that begin.
    chosen : array of int64
        The numbers that are carried out.
    at : array of int64
        Filled in: the game where the loop is, to be read when it has failed.
    """

    todo: records.Ints
    seeds: records.Ints
    chosen: records.Ints
    at: records.Ints


class Rows(NamedTuple):
    """What is filled in, a row for each game.

    Attributes
    ----------
    seen, mask : array
        Observation and mask of the seat that learns; nothing is legal once the game is over.
    shares, points : array
        Each player's share of the win and points at the end of a game; shares are 0 before.
    over : array of bool
    """

    seen: Any
    mask: Any
    shares: Any
    points: Any
    over: Any


@compiled.compiled
def play_others(
    tables: state.Tables, game: state.Game, log: decks.Log, scratch: state.Scratch, others: Others, memory: Any,
    choosers: Any, action: state.ActionRecord,
) -> int:  # fmt: skip
    """Let the others play until the seat is to decide or the game is over; return the code of an illegal action."""
    public = game.public
    while public.over == 0 and public.seat != others.seat:
        seat = public.seat
        stream = game.hidden.streams[decks.SEAT_STREAMS + seat]
        seen = view.View(tables, public, game.private[seat], memory[seat], others.weights[seat], scratch, stream)
        choosers[seat](seen, action)
        reason = legal.check_action(tables, game, action)
        if reason != legal.LEGAL:
            return reason
        moves.apply_action(tables, game, log, scratch, action)
    return legal.LEGAL


@compiled.lean_entry
def advance(
    tables_record: records.Records, book: codebook.Codebook, games: records.Records, begun: records.Records,
    work: records.Records, scratch_record: records.Records, scores: records.Records, log: decks.Log, others: Others,
    choosers: Any, orders: Orders, rows: Rows,
) -> int:  # fmt: skip
    """Do what is to be done in each game; return the code of an illegal action of one of the others, or 0."""
    tables, scratch, action = tables_record[0], scratch_record[0], work[masks.WORK - 1]
    for i in range(games.shape[0]):
        if orders.todo[i] == REST:
            continue
        orders.at[0] = i
        game = games[i]
        if orders.todo[i] == BEGIN:
            setup.set_up(tables, game, log, orders.seeds[i], 0)
            play.forget(others.memory[i])
            begun[i].kind = masks.NOTHING_BEGUN
            for seat in range(game.public.players):
                rows.shares[i, seat] = 0
        elif masks.take_number(tables, book, game, orders.chosen[i], begun[i], action):
            moves.apply_action(tables, game, log, scratch, action)
        reason = play_others(tables, game, log, scratch, others, others.memory[i], choosers, action)
        if reason != legal.LEGAL:
            return reason
        rows.over[i] = game.public.over != 0
        if game.public.over:
            play.close_game(tables, game, log, scratch, scores)
            batch_steps.share_win(scores, game.public.players, rows.shares[i], rows.points[i])
        masks.fill_mask(tables, book, game, begun[i], work, scratch, rows.mask[i])
        observation.write_observation(tables, book, game, begun[i], others.seat, rows.seen[i])
    return legal.LEGAL
