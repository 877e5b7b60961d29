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
        whole = tuple(before + more for before, more in zip(whole, sums_of(batch), strict=True))
    return whole


def won_by(result: Result) -> NDArray[np.bool_]:
    """Return whether each player won or shared the win."""
    return (result.columns("players", ["win_share"])["win_share"] > 0).to_numpy()


def rounds_of(result: Result, turns: pd.Series[int]) -> Ints:
    """Convert turns, counted over all players, to rounds."""
    return -(-turns.to_numpy().astype(np.int64) // result.manifest.players)


def counts_by_strategy(result: Result, column: str) -> pd.DataFrame:
    """Count how often each whole number occurs in a column of the table of players, by strategy."""
    check_enough(result, 1)
    frames = []
    players = result.columns("players", ["strategy", column])
    names = np.array(result.strategies)[players["strategy"].to_numpy()]
    for name in dict.fromkeys(result.strategies):
        counts = np.bincount(players[column].to_numpy()[names == name])
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
