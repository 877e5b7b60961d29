"""What states are worth, fitted in some seconds to games of the reference player that nobody judges.

Each seat's points at the end are regressed on its features and on their products with the part of the game that
remains. The chances of a win follow from these points and one width of their noise, fitted to who won.
"""

import time
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
from scipy import optimize, special

from ttr_analysis.engine import scoring, state, tables, view
from ttr_analysis.engine.compiled import INTERPRETED
from ttr_analysis.engine.records import Floats
from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.experiments.luck import features, outcomes, values
from ttr_analysis.maps import GameMap
from ttr_analysis.play import bindings, deciders, live_game, messages
from ttr_analysis.rules.limits import SEATS
from ttr_analysis.strategies import base

SEED: Final = 1_000_003
"""Seed of the games to which values are fitted, and of the deals of :attr:`ValueModel.start`."""
GAMES: Final = 3_000
"""Games to which values are fitted."""
DEALS: Final = 10_000
"""Deals whose mean value is the value before the deal."""
ROWS: Final = 12
"""Room for states of a game, for each player."""
RIDGE: Final = 1e-3
"""Weight of the squares of the coefficients, relative to the sum of squares of a feature."""
LONGEST: Final = 600.0
"""Seconds that the games of a reference player may take; with a slower one, nobody would wait for the values."""


@dataclass(frozen=True)
class ValueModel:
    """What states of a map are worth with a number of players, if the reference player has every seat.

    Attributes
    ----------
    game_map : GameMap
    players : int
    reference : str
        The name of the reference player.
    fitted : values.Model
    known : float
        Share of the variance of points at the end that the values of the states fitted to explain.
    """

    game_map: GameMap
    players: int
    reference: str
    fitted: values.Model
    known: float
    player: values.Reference

    @cached_property
    def start(self) -> Floats:
        """The value of each seat before the deal: an array of shape (players, 2)."""
        return _start(self, bindings.fresh(state.Game, 4))


def start_of(model: ValueModel, live: live_game.LiveGame) -> Floats:
    """Return the value of each seat before the deal of a game, which interventions may change."""
    games = bindings.fresh(state.Game, 4)
    games[0] = live._fresh_game()[0]
    return _start(model, games) if games[0].hidden.changes.count else model.start


def _start(model: ValueModel, games: Any) -> Floats:
    out = no_value()
    outcomes.value_deals(
        tables.tables_for(model.game_map, model.players), model.player, model.fitted, new_space(games),
        no_value(), SEED, DEALS, out,
    )  # fmt: skip
    return out[: model.players]


def no_value() -> Floats:
    """Return room for the value of a state: of each seat, in wins and in points ahead."""
    return np.zeros((SEATS, 2))


def new_space(games: Any, log: int = 0, shuffles: tuple[int, int] = (0, 0)) -> values.Space:
    """Return space to compute in, around four records of games; ``shuffles`` is what the decks are seeded by."""
    return values.Space(
        games, np.zeros((SEATS, view.MEMORY), np.int64), np.zeros((SEATS, view.MEMORY), np.int64),
        np.zeros((SEATS, features.PLANS)), np.zeros((SEATS, features.WIDTH)), np.zeros(SEATS),
        bindings.fresh(state.Scratch), bindings.fresh(state.ActionRecord), bindings.fresh(scoring.SeatScore, SEATS),
        bindings.fresh(state.EventRecord, log), bindings.fresh(state.EventRecord, 0), np.array(shuffles, np.int64),
    )  # fmt: skip


def reference_player(strategy: str | base.Strategy, game_map: GameMap, players: int) -> values.Reference:
    """Return the reference player in the form that compiled code takes.

    Raises
    ------
    StrategyError
        If it cannot be compiled: it is asked thousands of times.
    """
    found, planner = (base.get_strategy(each).at(game_map, players) for each in (strategy, "expert"))
    seated = deciders.Deciders.of([found])
    if seated.refusal:
        raise StrategyError(f"{found.name} cannot be compiled, so no values can be fitted to it: {seated.refusal}")
    plans = deciders.Deciders.of([planner]).weights[0]
    return values.Reference(seated.weights[0], seated.choosers, plans)


def value_model(
    game_map: GameMap,
    players: int,
    reference: str | base.Strategy = "expert",
    *,
    games: int = GAMES,
) -> ValueModel:
    """Fit what states are worth; a second call with the same arguments returns the same.

    Parameters
    ----------
    game_map : GameMap
    players : int
    reference : str or Strategy, optional
        Who has every seat.
    games : int, optional
        How many games are played for it; they are those of a seed of their own, and fixed.

    Raises
    ------
    StrategyError
        If the reference player is none, cannot be compiled, or would take longer than :data:`LONGEST`.
    """
    return _fitted(game_map, players, base.get_strategy(reference), games)


@lru_cache(maxsize=16)
def _fitted(game_map: GameMap, players: int, reference: base.Strategy, games: int) -> ValueModel:
    player = reference_player(reference, game_map, players)
    _tell_how_long(game_map, players, player, reference.name, games)
    samples = sampled(game_map, players, player, games)
    rows = design(samples.x)
    points, known = fit_points(rows, samples.points[samples.game, :players].ravel())
    expected = (rows @ points.ravel()).reshape(-1, players)
    remaining = samples.x[:, :, features.REMAINING].min(axis=1)
    sharpness = fit_sharpness(expected, remaining, samples.wins[samples.game, :players])
    return ValueModel(game_map, players, reference.name, values.Model(points, sharpness), known, player)


def check_judged(seed: int) -> None:
    """Refuse to judge the games to which values are fitted: their values know how they end.

    Raises
    ------
    SetupError
        If games with this seed are those.
    """
    if seed == SEED:
        raise SetupError(f"seed {SEED} is that of the games to which values are fitted, so luck is not told of them")


def _tell_how_long(game_map: GameMap, players: int, player: values.Reference, name: str, games: int) -> None:
    """Play one game to tell people how long they wait for all, and refuse players that are too slow."""
    sampled(game_map, players, player, 0)  # compiles
    begun = time.perf_counter()
    sampled(game_map, players, player, 1)
    each = time.perf_counter() - begun
    if each * games > LONGEST and not INTERPRETED:
        told = f"a game of {name} takes about {each:.1f} s, and values are fitted to {games:,}"
        raise StrategyError(f"{told}: give a faster reference player, such as expert")
    if each * games > messages.SLOW:
        took = f"about {each * games:.0f} s"
        messages.say(f"playing {games:,} games of {name} to tell what states are worth: {took}, once a process ...")


def sampled(game_map: GameMap, players: int, player: values.Reference, games: int) -> values.Samples:
    """Return states of games of the reference player."""
    rows = ROWS * players * games
    samples = values.Samples(
        np.zeros((rows, players, features.WIDTH)), np.zeros(rows, np.int64), np.zeros((games, SEATS)),
        np.zeros((games, SEATS)),
    )  # fmt: skip
    messages.announce_compilation(values.sample_games)
    count = values.sample_games(
        tables.tables_for(game_map, players), player, new_space(bindings.fresh(state.Game, 4)), np.zeros(4, np.uint64),
        no_value(), samples, SEED, games,
    )  # fmt: skip
    return samples._replace(x=samples.x[:count], game=samples.game[:count])


def design(x: Floats) -> Floats:
    """Return what :func:`features.worth` adds up, a row for each state and seat; ``x`` has the axes of samples."""
    states, players, _ = x.shape
    remaining, pieces = x[..., [features.REMAINING]], x[..., features.PIECES].min(axis=1)[:, None, None]
    near = np.maximum(0.0, 1.0 - remaining / features.NEAR)
    others = (x.sum(axis=1, keepdims=True) - x) / max(1, players - 1)
    blocks = [x, x * remaining, x * near, x * pieces, others, others * pieces]
    return np.concatenate(blocks, axis=2).reshape(states * players, -1)


def fit_points(rows: Floats, points: Floats) -> tuple[Floats, float]:
    """Return the weights of the features, and the share of the variance that they explain.

    Parameters
    ----------
    rows : array
        :func:`design`.
    points : array
        The points at the end of each row's seat.
    """
    scale = np.sqrt((rows**2).mean(axis=0))
    scale[scale == 0] = 1.0
    scaled = rows / scale
    normal = scaled.T @ scaled
    normal[np.diag_indices_from(normal)] += RIDGE * len(points)
    found = np.linalg.solve(normal, scaled.T @ points)
    known = 1.0 - float((points - scaled @ found).var() / max(points.var(), 1e-12))
    return (found / scale).reshape(features.BLOCKS, -1), known


def fit_sharpness(expected: Floats, remaining: Floats, wins: Floats) -> Floats:
    """Return by how much the log odds of a win grow with a point: the likeliest, given who won."""

    def loss(found: Floats) -> float:
        odds = expected * np.exp(found[0] + found[1] * remaining)[:, None]
        return float(np.mean(special.logsumexp(odds, axis=1) - (wins * odds).sum(axis=1)))

    start = np.array([np.log(4.0 / max(1.0, float(expected.std()))), -1.0])
    found: Floats = optimize.minimize(loss, start, method="Nelder-Mead").x
    return found
