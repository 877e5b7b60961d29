"""Sweeps: what a strategy's weights are worth, or another strategy, on the same decks.

A variant sits at tables of the default strategy, or of another one, and takes each seat in
turn. Its score is compared with that of the default strategy in the same seat on the same
decks, everybody else staying: the difference is what changing the weights brings. A strategy
that challenges another is compared in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

from ttr_analysis.board import GameMap
from ttr_analysis.errors import SetupError
from ttr_analysis.simulation import Progress
from ttr_analysis.stats import CONFIDENCE, mean, share_by_game
from ttr_analysis.strategies.base import Strategy, get_strategy
from ttr_analysis.tournament import Tournament, tournament


def sweep(
    strategy: str | Strategy,
    game_map: str | Path | GameMap,
    *,
    against: str | Strategy | None = None,
    players: int = 2,
    games: int = 500,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    threads: int | None = None,
    progress: Progress = True,
    **weights: Sequence[float],
) -> pd.DataFrame:
    """Compare variants of a strategy with its default weights.

    Parameters
    ----------
    strategy : str or Strategy
        Its weights are the default.
    game_map : str, Path or GameMap
    against : str or Strategy, optional
        What all others at the table play; the default strategy if left out.
    players : int, optional
        At each table: one variant among the others.
    games : int, optional
        Decks: each variant plays each in every seat.
    seed : int, optional
    confidence : float, optional
        Of each interval by itself.
    threads : int, optional
        The number of processors if left out.
    progress : bool or "always", optional
    **weights : sequence of float
        Values of each weight that is changed; of several weights, all combinations.

    Returns
    -------
    pandas.DataFrame
        A row a variant other than the default, in the order given: ``variant``, a column
        for each changed weight, ``score`` (mean, Student by game), ``win_share`` against
        the others (Wilson by game; fair is one over the players), ``difference`` (points
        above the default in the same seats on the same decks, Student by game), each with
        ``_low`` and ``_high``; ``games``, the independent observations.

    Raises
    ------
    SetupError
        If no value differs from the default, or a number cannot be used.
    StrategyError
        If the strategy has no weight of a name.
    """
    default = get_strategy(strategy)
    settings = [dict(zip(weights, values, strict=True)) for values in product(*weights.values())]
    settings = [each for each in settings if any(default.weights.get(name) != value for name, value in each.items())]
    if not settings:
        raise SetupError("a sweep needs a weight with a value other than the default's")
    variants = [default.with_weights(**each) for each in settings]
    others = default if against is None else get_strategy(against)
    played = among(others, default, variants, game_map, players, games, seed, threads, progress)
    return pd.DataFrame(
        [
            {"variant": each.name, **setting, **_measures(played, place, confidence)}
            for place, (each, setting) in enumerate(zip(variants, settings, strict=True), 1)
        ]
    )


def challenge(
    strategies: Sequence[str | Strategy],
    game_map: str | Path | GameMap,
    *,
    against: str | Strategy,
    players: int = 2,
    games: int = 500,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = True,
) -> Tournament:
    """Let each strategy play alone among players of another one, and that one among its like.

    Parameters
    ----------
    strategies : sequence of str or Strategy
    game_map : str, Path or GameMap
    against : str or Strategy
        What all others at the table play; the first strategy of the tournament.
    players : int, optional
        At each table.
    games : int, optional
        Decks: each strategy plays each in every seat.
    seed : int, optional
    threads : int, optional
        The number of processors if left out.
    progress : bool or "always", optional

    Raises
    ------
    SetupError
        If two strategies play alike, or a number cannot be used.
    """
    other = get_strategy(against)
    return among(other, other, [get_strategy(each) for each in strategies], game_map, players, games, seed, threads,
                 progress)  # fmt: skip


def compared(played: Tournament, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """What each challenger made of its games.

    Parameters
    ----------
    played : Tournament
        Of :func:`challenge`.
    confidence : float, optional
        Of each interval by itself.

    Returns
    -------
    pandas.DataFrame
        A row a challenger, in the order given: ``map`` (its name), ``players``, ``strategy``, ``against``, and
        ``score``, ``win_share``, ``difference`` and ``games`` as :func:`sweep` has them; the difference is that to
        the strategy it plays against, in the same seats on the same decks.
    """
    fixed = {"map": played.map.name, "players": played.record.players, "against": played.names[0]}
    return pd.DataFrame(
        [
            {**fixed, "strategy": name, **_measures(played, place, confidence)}
            for place, name in enumerate(played.names[1:], 1)
        ]
    )


def among(
    others: Strategy,
    default: Strategy,
    variants: Sequence[Strategy],
    game_map: str | Path | GameMap,
    players: int,
    games: int,
    seed: int,
    threads: int | None,
    progress: Progress,
) -> Tournament:
    """The default strategy among others, which it may be itself, and each variant among the same others.

    Raises
    ------
    SetupError
        If two variants play alike.
    """
    entrants = [default, *variants, *([others] if others.name != default.name else [])]
    rest = [len(entrants) - 1 if others.name != default.name else 0] * (players - 1)
    alone = [(place, *rest) for place in range(len(variants) + 1)]
    return tournament(game_map, entrants, players, games, seed, tables=alone, threads=threads, progress=progress)


def _measures(played: Tournament, place: int, confidence: float) -> dict[str, object]:
    """What one variant made of its games."""
    sat, score, won = played.seats, played.cube("score").astype(float), played.cube("win_share")
    seats = sat == place
    first = (np.sort(sat, axis=1) == np.sort(sat[0])).all(axis=1)  # the rotations of the default's table
    mine, base = score[:, seats], score[:, (sat == 0) & first[:, None]]
    row: dict[str, object] = {}
    for name, estimate in (
        ("score", mean(mine.mean(axis=1), confidence)),
        ("win_share", share_by_game(won[:, seats].mean(axis=1), confidence)),
        ("difference", mean(mine.mean(axis=1) - base.mean(axis=1), confidence)),
    ):
        row |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    return {**row, "games": played.games}
