"""What all estimates need from a result: a check for enough games, positions of games, rounds, counts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ttr_analysis.errors import ResultError
from ttr_analysis.results.result import Result
from ttr_analysis.stats.bootstrap import Floats, Ints, block_sums

MIN_GAMES = 30
"""Minimum number of games for a meaningful interval."""

LOWEST, VALUES = -(2**15), 2**16
"""The lowest whole number that takes two bytes, and how many such numbers there are."""


def check_enough(result: Result | int, minimum: int = MIN_GAMES, which: str = "") -> None:
    """Check that a result, or a number of games, is enough for intervals.

    Parameters
    ----------
    result : Result or int
    minimum : int, optional
    which : str, optional
        Which games are counted, in words.

    Raises
    ------
    ResultError
        If there are fewer than ``minimum``; the message says how many are needed.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> from ttr_analysis.errors import ResultError
    >>> try:
    ...     ttr.stats.check_enough(result, minimum=100)
    ... except ResultError as error:
    ...     print(error)
    50 games are too few for an interval; at least 100 are needed
    """
    games = result if isinstance(result, int) else len(result)
    if games == 0:
        raise ResultError(f"the result contains no games; at least {minimum} are needed")
    if games < minimum:
        counted = f"{games} game{'s' * (games != 1)}{f' {which}' if which else ''} {'is' if games == 1 else 'are'}"
        raise ResultError(f"{counted} too few for an interval; at least {minimum} are needed")


def game_places(result: Result, rows: pd.DataFrame) -> Ints:
    """Return the position of each row's game among all games, also if the result is a batch of them."""
    return result.whole_places(rows)


def summed(result: Result, sums_of: Callable[[Result], tuple[NDArray[np.float64], ...]]) -> tuple[Floats, ...]:
    """Add up arrays that are sums over rows, batch by batch, so that a large result need not fit into memory.

    Parameters
    ----------
    result : Result
        At least one game.
    sums_of : callable
        Returns the arrays of a batch, of the same shapes for all; :func:`game_places` counts over all games.

    Returns
    -------
    tuple of array
    """
    batches = result.batches()
    whole = sums_of(next(batches))
    for batch in batches:
        for before, more in zip(whole, sums_of(batch), strict=True):
            np.add(before, more, out=before)
    return whole


def met(result: Result, rows: pd.DataFrame, unit: Ints, units: int) -> NDArray[np.bool_]:
    """Return whether each game has a row that counts for a unit, such as a claim of a route.

    Parameters
    ----------
    result : Result
        Or a batch of one.
    rows : pandas DataFrame
        Rows of one of its tables.
    unit : array of int
        The unit that each row counts for, 0 to ``units`` - 1.
    units : int

    Returns
    -------
    array of shape (games, units)
    """
    found = np.zeros((len(result), units), dtype=np.bool_)
    found[result.game_places(rows), unit] = True  # numpy.unique takes a hundred times as long for such keys
    return found


def value_counts(result: Result, column: str, groups: int, group_of: Callable[[Result], Ints]) -> Floats:
    """Count how often each value occurs in a column of the table of players, batch by batch.

    Parameters
    ----------
    result : Result
    column : str
        Of whole numbers that take two bytes at most.
    groups : int
    group_of : callable
        Returns the group of each player of a batch, 0 to ``groups`` - 1.

    Returns
    -------
    array of shape (groups, 65536)
        The first place stands for :data:`LOWEST`.
    """

    def counts_of(part: Result) -> tuple[Floats, ...]:
        values = part.columns("players", [column])[column].to_numpy().astype(np.int64) - LOWEST
        counts = np.bincount(group_of(part) * VALUES + values, minlength=groups * VALUES)
        return (counts.reshape(groups, VALUES).astype(float),)

    return summed(result, counts_of)[0]


def won_by(result: Result) -> NDArray[np.bool_]:
    """Return whether each player won or shared the win."""
    return has_won(result.columns("players", ["win_share"]))


def has_won(players: pd.DataFrame) -> NDArray[np.bool_]:
    """Return whether each row of the table of players won or shared the win."""
    return (players["win_share"] > 0).to_numpy()


def rounds_of(result: Result, turns: pd.Series[int]) -> Ints:
    """Convert turns, counted over all players, to rounds."""
    return -(-turns.to_numpy().astype(np.int64) // result.manifest.players)


def counts_by_strategy(result: Result, column: str) -> pd.DataFrame:
    """Count how often each whole number occurs in a column of the table of players, by strategy."""
    check_enough(result, 1)
    frames = []
    names = list(dict.fromkeys(result.strategies))
    whole = value_counts(result, column, len(names), lambda part: strategy_places(part)[1])
    for name, of_name in zip(names, whole[:, -LOWEST:], strict=True):
        counts = np.trim_zeros(of_name, "b").astype(int)
        values = {"group": name, "value": range(len(counts)), "players": counts, "share": counts / counts.sum()}
        frames.append(pd.DataFrame(values))
    return pd.concat(frames, ignore_index=True)


def strategy_places(result: Result) -> tuple[list[str], Ints]:
    """Return the names of the strategies, each once, and the place in them of each row of the table of players."""
    names = list(dict.fromkeys(result.strategies))
    place_of = np.array([names.index(name) for name in result.strategies])
    return names, place_of[result.columns("players", ["strategy"])["strategy"].to_numpy()]


def player_games(result: Result, places: Ints, strategies: int, games: int) -> Floats:
    """Count the player-games of each strategy by block of all ``games``, shape (blocks, strategies)."""
    return block_sums(game_places(result, result.columns("players", [])), games, places, strategies)
