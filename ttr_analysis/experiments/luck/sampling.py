"""States of games in which the reference player has every seat, for fitting what states are worth."""

from typing import Final, NamedTuple

from ttr_analysis.engine import moves, random_stream, setup
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.records import Floats, Ints, Records, Words
from ttr_analysis.engine.state import Tables
from ttr_analysis.experiments.luck import features, values
from ttr_analysis.strategies.shared import copies

STREAM: Final = 78
"""Number of the random stream that chooses the states."""
STEP: Final = 8
"""One in so many states is taken, on average."""


class Samples(NamedTuple):
    """States, and how their games ended.

    Attributes
    ----------
    x : array of float64, (rows, players, features.WIDTH)
    game : array of int64, (rows,)
        The game of each state, counted from 0.
    points, wins : array of float64, (games, SEATS)
        The score and the share of the win of each seat.
    """

    x: Floats
    game: Ints
    points: Floats
    wins: Floats


@compiled
def take_state(tables: Tables, reference: values.Reference, space: values.Space, samples: Samples, row: int) -> None:
    """Write the features of the state of a game."""
    copies.copy_record(space.games[values.VALUED], space.games[values.ACTUAL])
    values.forget_plans(space)
    values.describe(tables, space.games[values.VALUED], reference, space)
    for seat in range(tables.players):
        for i in range(features.WIDTH):
            samples.x[row, seat, i] = space.x[seat, i]


@compiled
def take_result(tables: Tables, space: values.Space, samples: Samples, place: int, one: Floats) -> None:
    """Write how a game ended."""
    values.note_result(tables, space.games[values.ACTUAL], space, one)
    for seat in range(tables.players):
        samples.points[place, seat] = space.scores[seat].total
        samples.wins[place, seat] = one[seat, values.WIN]


@entry
def sample_games(
    tables_record: Records, reference: values.Reference, space: values.Space, stream: Words, one: Floats,
    samples: Samples, seed: int, games: int,
) -> int:  # fmt: skip
    """Play games, take some of their states, and return how many; what there is no room for is left out."""
    tables, game, row = tables_record[0], space.games[values.ACTUAL], 0
    for number in range(games):
        setup.set_up(tables, game, space.empty_log, seed, number)
        random_stream.seed_stream(stream, seed, number, STREAM)
        while game.public.over == 0:
            taken = values.is_quiet(game) and random_stream.below(stream, STEP) == 0
            if taken and row < samples.x.shape[0]:
                take_state(tables, reference, space, samples, row)
                samples.game[row] = number
                row += 1
            values.ask(tables, game, reference, space)
            moves.apply_action(tables, game, space.empty_log, space.scratch[0], space.action[0])
        take_result(tables, space, samples, number, one)
    return row
