"""The value of a full state: the result to be expected if one reference player has every seat from there on.

A state is all that lies on the table and in the hands, tickets included, but not the order of the decks. What it is
worth to each seat is a sum over :mod:`~ttr_analysis.experiments.luck.features`, with coefficients that were fitted to
other games (:mod:`~ttr_analysis.experiments.luck.model`). If the game is over, it is the result itself. Where somebody
chooses tickets or pieces, or pays for a tunnel, the reference player does so first: no chance lies in that.
"""

from math import exp, log
from typing import Any, Final, NamedTuple

from ttr_analysis.engine import codes, decks, moves, play, random_stream, scoring, setup
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.records import Floats, Ints, Records, Words
from ttr_analysis.engine.state import Game, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.experiments.luck import features
from ttr_analysis.strategies.expert import player
from ttr_analysis.strategies.shared import copies

WIN, LEAD = 0, 1
"""What is valued: the share of the win, and the points ahead of the best opponent."""
ACTUAL, OTHER, KEPT, VALUED = 0, 1, 2, 3
"""Places of the games: the one that was played, one with another outcome, the one before a move, and one to value."""

STREAM: Final = 78
"""Number of the random stream that chooses the states."""
STEP: Final = 8
"""One in so many states is taken, on average."""


class Reference(NamedTuple):
    """The player who has every seat, and the weights with which ``expert`` plans for the features."""

    weights: Floats
    choosers: Any
    planner: Floats


class Model(NamedTuple):
    """What was fitted.

    Attributes
    ----------
    points : array of float64, (features.BLOCKS, features.WIDTH)
        What each feature adds to a seat's points at the end, see :func:`features.worth`.
    sharpness : array of float64, (2,)
        By how much the log odds of a win grow with a point, as a logarithm: now, and for each game that remains.
    """

    points: Floats
    sharpness: Floats


class Space(NamedTuple):
    """Space to compute in."""

    games: Records
    memory: Ints
    plan_memory: Ints
    plans: Floats
    x: Floats
    expected: Floats
    scratch: Records
    action: Records
    scores: Records
    log: decks.Log
    empty_log: decks.Log
    shuffles: Ints  # the seed of new decks, and how many there were


@compiled
def shuffle_anew(tables: Tables, game: Game, space: Space) -> None:
    """Let all decks be shuffled in an order that nothing else has."""
    space.shuffles[1] += 1
    for stream in range(decks.SEAT_STREAMS + tables.players):
        random_stream.seed_stream(game.hidden.streams[stream], space.shuffles[0], space.shuffles[1], stream)
    for deck in range(tables.decks):
        game.hidden.ordered[deck] = 0


@compiled
def ask(tables: Tables, game: Game, reference: Reference, space: Space) -> None:
    """Let the reference player decide for the seat to move."""
    play.forget(space.memory)
    seat = game.public.seat
    view = View(
        tables, game.public, game.private[seat], space.memory[seat], reference.weights, space.scratch[0],
        game.hidden.streams[decks.SEAT_STREAMS + seat],
    )  # fmt: skip
    reference.choosers[seat % len(reference.choosers)](view, space.action[0])


@compiled
def note_result(tables: Tables, game: Game, space: Space, out: Floats) -> None:
    """Write the result of a finished game for each seat."""
    scoring.score_game(tables, game, space.scratch[0], space.scores)
    winners = 0
    for seat in range(tables.players):
        winners += space.scores[seat].winner
    for seat in range(tables.players):
        best = -1_000_000 if tables.players > 1 else 0
        for other in range(tables.players):
            if other != seat:
                best = max(best, space.scores[other].total)
        out[seat, WIN] = space.scores[seat].winner / winners
        out[seat, LEAD] = space.scores[seat].total - best


@compiled
def is_quiet(game: Game) -> bool:
    """Return whether the game is over, or somebody is to make a move that is no choice of tickets, pieces or cards."""
    decision = game.public.decision
    choosing = decision == codes.AT_KEEP or decision == codes.AT_PIECES or decision == codes.AT_TUNNEL
    return game.public.over != 0 or not choosing


@compiled
def settle(tables: Tables, game: Game, reference: Reference, space: Space) -> None:
    """Let the reference player make the choices that come before the next move."""
    if not is_quiet(game):
        shuffle_anew(tables, game, space)  # decks that are empty may be rebuilt: by no order that anybody knows
    while not is_quiet(game):
        ask(tables, game, reference, space)
        moves.apply_action(tables, game, space.empty_log, space.scratch[0], space.action[0])


@compiled
def forget_plans(space: Space) -> None:
    """Let plans be made anew: the board or the tickets may have changed."""
    for seat in range(space.plan_memory.shape[0]):
        space.plan_memory[seat, player.PLAN_KEY] = 0


@compiled
def describe(tables: Tables, game: Game, reference: Reference, space: Space) -> None:
    """Write the features of all seats into ``space.x``."""
    public, mover = game.public, game.public.seat
    scoring.score_game(tables, game, space.scratch[0], space.scores)
    for seat in range(tables.players):
        public.seat = seat
        view = View(
            tables, public, game.private[seat], space.plan_memory[seat], reference.planner, space.scratch[0],
            game.hidden.streams[decks.SEAT_STREAMS + seat],
        )  # fmt: skip
        features.fill_seat(view, mover, space.scores, space.plans[seat], space.x[seat])
    public.seat = mover
    for seat in range(tables.players):
        features.fill_contested(tables, public, space.plan_memory, seat, space.x)


@compiled
def expect(tables: Tables, model: Model, space: Space, out: Floats) -> None:
    """Write what each seat may expect, given the features: points with noise of one width for all (Gumbel's)."""
    players, remaining = tables.players, 1e9
    for seat in range(players):
        remaining = min(remaining, space.x[seat, features.REMAINING])
        space.expected[seat] = features.worth(space.x[:players], seat, model.points)
    sharpness = exp(model.sharpness[0] + model.sharpness[1] * remaining)
    for seat in range(players):
        mine, others = space.expected[seat], 0.0
        for other in range(players):
            if other != seat:
                others += exp(max(-500.0, min(500.0, sharpness * (space.expected[other] - mine))))
        out[seat, WIN] = 1.0 / (1.0 + others)
        out[seat, LEAD] = -log(others) / sharpness if players > 1 else mine


@compiled
def value(tables: Tables, origin: int, reference: Reference, model: Model, space: Space, out: Floats) -> None:
    """Write the value of one of the games for each seat; the game stays as it is."""
    game = space.games[VALUED]
    copies.copy_record(game, space.games[origin])
    settle(tables, game, reference, space)
    if game.public.over:
        note_result(tables, game, space, out)
    else:
        describe(tables, game, reference, space)
        expect(tables, model, space, out)


# ---- states of games in which the reference player has every seat, to which values are fitted ----


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
def take_state(tables: Tables, reference: Reference, space: Space, samples: Samples, row: int) -> None:
    """Write the features of the state of a game."""
    copies.copy_record(space.games[VALUED], space.games[ACTUAL])
    forget_plans(space)
    describe(tables, space.games[VALUED], reference, space)
    for seat in range(tables.players):
        for i in range(features.WIDTH):
            samples.x[row, seat, i] = space.x[seat, i]


@compiled
def take_result(tables: Tables, space: Space, samples: Samples, place: int, one: Floats) -> None:
    """Write how a game ended."""
    note_result(tables, space.games[ACTUAL], space, one)
    for seat in range(tables.players):
        samples.points[place, seat] = space.scores[seat].total
        samples.wins[place, seat] = one[seat, WIN]


@entry
def sample_games(
    tables_record: Records, reference: Reference, space: Space, stream: Words, one: Floats,
    samples: Samples, seed: int, games: int,
) -> int:  # fmt: skip
    """Play games, take some of their states, and return how many; what there is no room for is left out."""
    tables, game, row = tables_record[0], space.games[ACTUAL], 0
    for number in range(games):
        setup.set_up(tables, game, space.empty_log, seed, number)
        random_stream.seed_stream(stream, seed, number, STREAM)
        while game.public.over == 0:
            taken = is_quiet(game) and random_stream.below(stream, STEP) == 0
            if taken and row < samples.x.shape[0]:
                take_state(tables, reference, space, samples, row)
                samples.game[row] = number
                row += 1
            ask(tables, game, reference, space)
            moves.apply_action(tables, game, space.empty_log, space.scratch[0], space.action[0])
        take_result(tables, space, samples, number, one)
    return row
