"""Sweeps: compare variants of a strategy, or other strategies, with common random numbers.

A variant plays at tables where all other players use the default strategy, or another one, and
takes each seat in turn. Its score is compared with that of the default strategy in the same
seat, with common random numbers and against the same players: the difference is
the effect of changing the weights. A strategy that challenges another is compared in the same way.
"""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TypedDict

import numpy as np
import numpy.typing as npt
import pandas as pd

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.tournament import Tournament, tournament
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.progress import Progress
from ttr_analysis.results.source import Source, tagged
from ttr_analysis.stats.columns import table_of
from ttr_analysis.stats.intervals import CONFIDENCE, mean, share_by_game
from ttr_analysis.strategies.base import Strategy, get_strategy


def sweep(
    game_map: str | Path | GameMap,
    strategy: str | Strategy,
    *,
    players: int = 2,
    games: int = 500,
    seed: int = 0,
    against: str | Strategy | None = None,
    confidence: float = CONFIDENCE,
    out: str | Path | None = None,
    resume: bool = False,
    more: bool = False,
    threads: int | None = None,
    progress: Progress = True,
    **weights: Sequence[float],
) -> pd.DataFrame:
    """Compare variants of a strategy with its default weights.

    Parameters
    ----------
    game_map : str, Path or GameMap
    strategy : str or Strategy
        Its weights are the default.
    players : int, optional
        Players at each table: one variant and the others.
    games : int, optional
        Number of games; each variant plays each of them in every seat.
    seed : int, optional
    against : str or Strategy, optional
        The strategy of all others at the table; the default strategy if left out.
    confidence : float, optional
        Confidence of each single interval.
    out : str or Path, optional
        Folder to which the games are written while they are played, as those of a tournament.
    resume, more : bool, optional
        Go on with the games in ``out``: see :func:`ttr_analysis.experiments.tournament.tournament`.
    threads : int, optional
        The number of processors if left out.
    progress : bool or "always", optional
    **weights : sequence of float
        Values of each weight that is changed; for several weights, all combinations are played.

    Returns
    -------
    pandas.DataFrame
        One row per variant other than the default, in the order given: ``variant``, a column
        for each changed weight, ``score`` (mean, Student by game), ``win_share`` against
        the others (Wilson by game; the fair share is 1 / ``players``), ``difference`` (points
        above the default in the same seats with common random numbers, Student by game), each with
        ``_low`` and ``_high``; ``games``, the number of independent observations; ``seed``, and ``run`` of the games
        in which it moves first, as in their tables.

    Raises
    ------
    SetupError
        If no value differs from the default, or a number is out of range.
    StrategyError
        If the strategy has no weight of that name.

    Examples
    --------
    >>> table = ttr.experiments.sweep("usa", "greedy_points", games=20, progress=False, least_length=[1, 5])
    >>> len(table)
    2
    """
    default = get_strategy(strategy)
    settings = [dict(zip(weights, values, strict=True)) for values in product(*weights.values())]
    settings = [each for each in settings if any(default.weights.get(name) != value for name, value in each.items())]
    if not settings:
        raise SetupError("a sweep needs at least one weight with a value other than the default")
    variants = [default.with_weights(**each) for each in settings]
    others = default if against is None else get_strategy(against)
    run = Run(
        players=players, games=games, seed=seed, out=out, resume=resume, more=more, threads=threads, progress=progress
    )
    played = among(game_map, others, default, variants, run)
    table = table_of(
        {"variant": each.name, **setting, **_measures(played, place, confidence)}
        for place, (each, setting) in enumerate(zip(variants, settings, strict=True), 1)
    )
    defaults = {name: default.weights[name] for name in weights}
    facts = {"defaults": defaults, "default_win_share": _wins_of_default(played, confidence)}
    return tagged(table, alone_among(played.source, default.name, [others.name]) | facts)


def alone_among(source: Source, strategy: str, against: Sequence[str]) -> Source:
    """Return the source of tables that compare variants of a strategy, each alone against others."""
    kept = {name: source[name] for name in ("map", "players", "seed", "games", "asked")}
    return {"kind": "sweep", **kept, "strategies": [strategy], "against": list(against)}


def challenge(
    game_map: str | Path | GameMap,
    strategies: Sequence[str | Strategy],
    *,
    against: str | Strategy,
    players: int = 2,
    games: int = 500,
    seed: int = 0,
    out: str | Path | None = None,
    resume: bool = False,
    more: bool = False,
    threads: int | None = None,
    progress: Progress = True,
) -> Tournament:
    """Let each strategy play alone against players of another strategy, and let that one play against itself.

    Parameters
    ----------
    game_map : str, Path or GameMap
    strategies : sequence of str or Strategy
    against : str or Strategy
        The strategy of all others at the table; the first strategy of the tournament.
    players : int, optional
        Players at each table.
    games : int, optional
        Number of games; each strategy plays each of them in every seat.
    seed : int, optional
    out, resume, more : optional
        As for :func:`sweep`.
    threads : int, optional
        The number of processors if left out.
    progress : bool or "always", optional

    Raises
    ------
    SetupError
        If two strategies are the same player, or a number is out of range.

    Examples
    --------
    >>> played = ttr.experiments.challenge("usa", ["greedy_points"], against="random", games=20, progress=False)
    >>> played.names
    ('random', 'greedy_points')
    """
    other = get_strategy(against)
    run = Run(
        players=players, games=games, seed=seed, out=out, resume=resume, more=more, threads=threads, progress=progress
    )
    return among(game_map, other, other, [get_strategy(each) for each in strategies], run)


def compared(played: Tournament, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Compare each challenger with the strategy it plays against.

    Parameters
    ----------
    played : Tournament
        Returned by :func:`challenge`.
    confidence : float, optional
        Confidence of each single interval.

    Returns
    -------
    pandas.DataFrame
        One row per challenger, in the order given: ``map`` (its name), ``players``, ``strategy``, ``against``, and
        ``score``, ``win_share``, ``difference``, ``games``, ``run`` and ``seed`` as in :func:`sweep`; the difference
        is to the strategy that it plays against, in the same seats with common random numbers.
    """
    fixed = {"map": played.game_map.name, "players": played.manifest.players, "against": played.names[0]}
    table = table_of(
        {**fixed, "strategy": name, **_measures(played, place, confidence)}
        for place, name in enumerate(played.names[1:], 1)
    )
    return tagged(table, played.source | {"kind": "challenge"})


class Run(TypedDict):
    """What a comparison hands on to the tournament that it plays."""

    players: int
    games: int
    seed: int
    out: str | Path | None
    resume: bool
    more: bool
    threads: int | None
    progress: Progress


def among(
    game_map: str | Path | GameMap, others: Strategy, default: Strategy, variants: Sequence[Strategy], run: Run
) -> Tournament:
    """Play the default strategy against others, which may be the default itself, and each variant against the same.

    Raises
    ------
    SetupError
        If two variants are the same player.
    """
    entrants = [default, *variants, *([others] if others.name != default.name else [])]
    rest = [len(entrants) - 1 if others.name != default.name else 0] * (run["players"] - 1)
    alone = [(place, *rest) for place in range(len(variants) + 1)]
    return tournament(game_map, entrants, tables=alone, **run)


def _measures(played: Tournament, place: int, confidence: float) -> dict[str, object]:
    """Return the measures of one variant."""
    sat, score, won = played.seats, played.cube("score").astype(float), played.cube("win_share")
    seats = sat == place
    mine, base = score[:, seats], score[:, _default_seats(played)]
    return {
        "score": mean(mine.mean(axis=1), confidence),
        "win_share": share_by_game(won[:, seats].mean(axis=1), confidence),
        "difference": mean(mine.mean(axis=1) - base.mean(axis=1), confidence),
        "games": played.games,
        "run": played.run_of(int(np.argmax(sat[:, 0] == place))),
        "seed": played.manifest.seed,
    }


def _default_seats(played: Tournament) -> npt.NDArray[np.bool_]:
    """Return where the default sits at its own tables, which are the first one and its rotations."""
    sat = played.seats
    own = (np.sort(sat, axis=1) == np.sort(sat[0])).all(axis=1)
    return np.asarray((sat == 0) & own[:, None])


def _wins_of_default(played: Tournament, confidence: float) -> list[float]:
    """Return the win share of the default among the same players, and the ends of its interval."""
    won = share_by_game(played.cube("win_share")[:, _default_seats(played)].mean(axis=1), confidence)
    return [won.value, won.low, won.high]
