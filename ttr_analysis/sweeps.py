"""Sweeps: what a strategy's weights are worth, on the same decks.

A variant sits at tables of the default strategy and takes each seat in turn. Its score is
compared with that of the default strategy in the same seat on the same decks, everybody
else being the default too: the difference is what changing the weights brings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path

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
    players: int = 2,
    games: int = 500,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    progress: Progress = True,
    **weights: Sequence[float],
) -> pd.DataFrame:
    """Compare variants of a strategy with its default weights.

    Parameters
    ----------
    strategy : str or Strategy
        Its weights are the default.
    game_map : str, Path or GameMap
    players : int, optional
        At each table: one variant among default strategies.
    games : int, optional
        Decks: each variant plays each in every seat.
    seed : int, optional
    confidence : float, optional
        Of each interval by itself.
    progress : bool or "always", optional
    **weights : sequence of float
        Values of each weight that is changed; of several weights, all combinations.

    Returns
    -------
    pandas.DataFrame
        A row a variant other than the default, in the order given: ``variant``, a column
        for each changed weight, ``score`` (mean, Student by game), ``win_share`` against
        the default (Wilson by game; fair is one over the players), ``difference`` (points
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
    played = against_default(default, variants, game_map, players, games, seed, progress)
    return pd.DataFrame([_row(played, place + 1, each, confidence) for place, each in enumerate(settings)])


def against_default(
    default: Strategy,
    variants: Sequence[Strategy],
    game_map: str | Path | GameMap,
    players: int,
    games: int,
    seed: int,
    progress: Progress,
) -> Tournament:
    """One table of default strategies only, and one for each variant among them.

    Raises
    ------
    SetupError
        If two variants play alike.
    """
    alone = [(place, *[0] * (players - 1)) for place in range(len(variants) + 1)]
    return tournament(game_map, [default, *variants], players, games, seed, tables=alone, progress=progress)


def _row(played: Tournament, place: int, setting: Mapping[str, float], confidence: float) -> dict[str, object]:
    """What one variant made of its games."""
    sat, score, won = played.seats, played.cube("score").astype(float), played.cube("win_share")
    seats = sat == place
    base = score[:, [not table.any() for table in sat]][:, 0]
    mine = score[:, seats]
    row: dict[str, object] = {"variant": played.names[place], **setting}
    for name, estimate in (
        ("score", mean(mine.mean(axis=1), confidence)),
        ("win_share", share_by_game(won[:, seats].mean(axis=1), confidence)),
        ("difference", mean(mine.mean(axis=1) - base.mean(axis=1), confidence)),
    ):
        row |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    return {**row, "games": played.games}
