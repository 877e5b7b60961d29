"""Roll-outs that label actions: at some turns of a game, every candidate is played to the end on the same decks.

The gain of a candidate is the value of the end that it led to, minus the value of the end that the action of
``expert`` led to. All seats play as their strategies do, the one that learns with what it has learned so far.
"""

from typing import Any, Final, NamedTuple

from ttr_analysis.engine import codes, moves, play, random_stream, scoring, setup
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.decks import SEAT_STREAMS, Log
from ttr_analysis.engine.records import Floats, Ints, Records, Words
from ttr_analysis.engine.seating import compiled_place_of
from ttr_analysis.engine.state import Tables
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.expert.player import follow_expert
from ttr_analysis.strategies.learned import explanation, player, trees
from ttr_analysis.strategies.monte_carlo import lead_value
from ttr_analysis.strategies.shared import copies

CHANCES: Final = 1 << 20
"""A chance is given as a share of this."""
PROMISING: Final = 2
"""Candidates from which most is expected that are always compared,"""
OTHERS: Final = 3
"""and of how many others one is."""
SAMPLING: Final = 77
"""Number of the random stream that chooses where candidates are compared."""


class Samples(NamedTuple):
    """Where labels are written; one entry for each action compared with that of ``expert``.

    Attributes
    ----------
    x : array of float64, (rows, features.FEATURES)
        Features of the position, the action, and the action of ``expert``.
    gain : array of float64, (rows, 2)
        Gain in value, and in wins (each from -1 to 1).
    decision : array of int64, (rows,)
        ``codes.AT_TURN`` or ``codes.AT_KEEP``.
    position : array of int64, (rows, 2)
        Game, and first row of the decision at which it was compared.
    """

    x: Floats
    gain: Floats
    decision: Ints
    position: Ints


class Table(NamedTuple):
    """The players of the games, by place; see :func:`~ttr_analysis.engine.play.play_games`.

    Attributes
    ----------
    weights : array of float64, (SEATS, numbers)
    choosers : tuple of compiled functions
    learns : array of int64, (SEATS,)
        Whether the decisions of a place are compared.
    rotate : int
    """

    weights: Floats
    choosers: Any
    learns: Ints
    rotate: int


class Space(NamedTuple):
    """The space in which games and roll-outs are played: each array has a part for games, and one for roll-outs."""

    games: Records
    memory: Ints
    scratches: Records
    actions: Records  # the candidates, and an action to write in
    chosen: Records
    scores: Records
    log: Log


@compiled
def decide(table: Table, tables: Tables, space: Space, level: int, number: int) -> None:
    """Let the strategy to move choose and carry out its action, in a game (level 0) or a roll-out (level 1)."""
    game, scratch = space.games[level], space.scratches[0]
    public = game.public
    seat = public.seat
    place = compiled_place_of(table.rotate, public.players, number, seat)
    stream, action = game.hidden.streams[SEAT_STREAMS + seat], space.chosen[0]
    view = View(tables, public, game.private[seat], space.memory[level, seat], table.weights[place], scratch, stream)
    table.choosers[place](view, action)
    moves.apply_action(tables, game, space.log, scratch, action)


@compiled
def copy_memory(memory: Ints) -> None:
    """Let the players of a roll-out remember what those of the game do."""
    for seat in range(memory.shape[1]):
        for place in range(memory.shape[2]):
            memory[1, seat, place] = memory[0, seat, place]


@compiled
def value_of(tables: Tables, scores: Records, seat: int) -> float:
    """Return half of a win plus half of the lead on a logistic scale, which tells actions apart in fewer games."""
    won: float = 0.5 * scores[seat].winner
    return won + 0.5 * lead_value(tables, scores, seat)


@compiled
def roll_out(table: Table, tables: Tables, space: Space, number: int, place: int) -> None:
    """Carry out a candidate in a copy of the game, play it to the end and score it."""
    copies.copy_record(space.games[1], space.games[0])
    copy_memory(space.memory)
    game, scratch = space.games[1], space.scratches[0]
    moves.apply_action(tables, game, space.log, scratch, space.actions[place])
    while game.public.over == 0:
        decide(table, tables, space, 1, number)
    scoring.score_game(tables, game, scratch, space.scores)


@compiled
def describe_all(view: View, space: Space, samples: Samples, row: int) -> int:
    """List the candidates of a decision and write the features of each; return their number."""
    action = space.chosen[0]
    follow_expert(view, action)
    count = player.add_candidates(view, action, space.actions)
    if count < 2 or row + count > samples.x.shape[0]:
        return 0
    at = player.describe_first(view, space.actions, samples.x[row])
    for i in range(1, count):
        for j in range(samples.x.shape[1]):
            samples.x[row + i - 1, j] = samples.x[row, j]
        player.describe(view, space.actions[i], samples.x[row + i - 1], at)
    return count


@compiled
def expect(view: View, samples: Samples, row: int, count: int) -> None:
    """Write the gains that are predicted for the candidates of a decision, for now in place of those measured."""
    which = trees.kind_at(view)
    for i in range(1, count):
        samples.gain[row + i - 1, 0] = trees.predict(view.weights, which, samples.x[row + i - 1])


@compiled
def choose_some(view: View, space: Space, samples: Samples, stream: Words, row: int, count: int) -> int:
    """Keep the candidates from which most is expected, and some others at random; return their number.

    Without trees nothing is expected of any, so all are kept.
    """
    which = trees.kind_at(view)
    if trees.trees_of(view.weights, which) == 0:
        return count
    expect(view, samples, row, count)
    kept = 1
    for i in range(1, count):
        better = 0
        for j in range(1, count):
            better += samples.gain[row + j - 1, 0] > samples.gain[row + i - 1, 0]
        if better >= PROMISING and random_stream.below(stream, OTHERS) > 0:
            continue
        copies.copy_record(space.actions[kept], space.actions[i])
        for j in range(samples.x.shape[1]):
            samples.x[row + kept - 1, j] = samples.x[row + i - 1, j]
        kept += 1
    return kept


@compiled
def compare(table: Table, tables: Tables, space: Space, samples: Samples, stream: Words, number: int, row: int) -> int:
    """Play candidates of a decision to the end and write the gain of each; return the next free row.

    The decision is numbered by its first row.
    """
    game = space.games[0]
    public = game.public
    seat, decision = public.seat, public.decision
    place = compiled_place_of(table.rotate, public.players, number, seat)
    rng, memory = game.hidden.streams[SEAT_STREAMS + seat], space.memory[0, seat]
    view = View(tables, public, game.private[seat], memory, table.weights[place], space.scratches[0], rng)
    count, value, wins = describe_all(view, space, samples, row), 0.0, 0.0
    if count > 1:
        count = choose_some(view, space, samples, stream, row, count)
    for i in range(count):
        roll_out(table, tables, space, number, i)
        worth, won = value_of(tables, space.scores, seat), 1.0 * space.scores[seat].winner
        if i == 0:
            value, wins = worth, won
            continue
        samples.gain[row + i - 1, 0], samples.gain[row + i - 1, 1] = worth - value, won - wins
        samples.decision[row + i - 1] = decision
        samples.position[row + i - 1, 0], samples.position[row + i - 1, 1] = number, row
    return row + max(0, count - 1)


@entry
def sample_games(
    tables_record: Records,
    space: Space,
    table: Table,
    samples: Samples,
    stream: Words,
    chances: Ints,
    seed: int,
    first: int,
    end: int,
) -> int:
    """Play games ``first`` to ``end - 1`` and compare candidates here and there; return the number of rows written.

    ``chances`` are those of a comparison in a turn, and at a choice of tickets, in parts of :data:`CHANCES`.
    It stops when there may be no room for another comparison.
    """
    tables, row = tables_record[0], 0
    game, public = space.games[0], space.games[0].public
    for number in range(first, end):
        setup.set_up(tables, game, space.log, seed, number)
        play.forget(space.memory[0])
        random_stream.seed_stream(stream, seed, number, SAMPLING)
        while public.over == 0:
            place = compiled_place_of(table.rotate, public.players, number, public.seat)
            turn, keep = public.decision == codes.AT_TURN, public.decision == codes.AT_KEEP
            learns = table.learns[place] and (turn or keep)
            if learns and random_stream.below(stream, CHANCES) < chances[1 if keep else 0]:
                row = compare(table, tables, space, samples, stream, number, row)
            if row + explanation.CANDIDATES > samples.x.shape[0]:
                return row
            decide(table, tables, space, 0, number)
    return row
