"""What the tables of values share: a check for enough games, positions of games, columns with intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ttr_analysis.errors import ResultError
from ttr_analysis.results.result import Result
from ttr_analysis.stats.bootstrap import Floats, Ints
from ttr_analysis.stats.intervals import share

MIN_GAMES = 30
"""Minimum number of games for a meaningful interval."""


def check_enough(result: Result, minimum: int = MIN_GAMES) -> None:
    """Check that a result contains enough games for intervals.

    Raises
    ------
    ResultError
        If it contains fewer than ``minimum``; the message says how many are needed.
    """
    if len(result) == 0:
        raise ResultError(f"the result contains no games; at least {minimum} are needed")
    if len(result) < minimum:
        raise ResultError(f"{len(result)} games are too few for an interval; at least {minimum} are needed")


def game_places(result: Result, rows: pd.DataFrame) -> Ints:
    """Return the position of each row's game in the table of games."""
    return np.searchsorted(result.games["game"].to_numpy(), rows["game"].to_numpy())


def won_by(result: Result) -> NDArray[np.bool_]:
    """Return whether each player won or shared the win."""
    return (result.players["win_share"] > 0).to_numpy()


def rounds_of(result: Result, turns: pd.Series[int]) -> Ints:
    """Convert turns, counted over all players, to rounds."""
    return -(-turns.to_numpy().astype(np.int64) // result.manifest.players)


def add(table: pd.DataFrame, name: str, interval: Sequence[Floats]) -> None:
    """Add a column and the ends of its interval."""
    for end, values in zip(("", "_low", "_high"), interval, strict=True):
        table[f"{name}{end}"] = values


def add_share(table: pd.DataFrame, name: str, successes: ArrayLike, number: ArrayLike) -> None:
    """Add a share of independent trials with Wilson's interval."""
    hits, tries = np.broadcast_arrays(np.asarray(successes, dtype=int), np.asarray(number, dtype=int))
    estimates = [share(int(hit), int(tried)) for hit, tried in zip(hits, tries, strict=True)]
    columns = np.array([(estimate.value, estimate.low, estimate.high) for estimate in estimates])
    add(table, name, tuple(columns.T))


def counts_by_strategy(result: Result, column: str) -> pd.DataFrame:
    """Count how often each whole number occurs in a column of the table of players, by strategy."""
    check_enough(result, 1)
    frames = []
    names = np.array(result.strategies)[result.players["strategy"].to_numpy()]
    for name in dict.fromkeys(result.strategies):
        counts = np.bincount(result.players[column].to_numpy()[names == name])
        values = {"group": name, "value": range(len(counts)), "players": counts, "share": counts / counts.sum()}
        frames.append(pd.DataFrame(values))
    return pd.concat(frames, ignore_index=True)
