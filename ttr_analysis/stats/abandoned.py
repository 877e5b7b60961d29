"""How far tickets that were not made are from done at the end, and how many of them no way is left to."""

import numpy as np
import pandas as pd

from ttr_analysis.results import Result, source
from ttr_analysis.stats import _games, bootstrap, columns, intervals

QUARTILES = {"missing_q25": 0.25, "missing_median": 0.5, "missing_q75": 0.75}
"""Columns of :func:`abandoned_tickets` and the shares of tickets that miss no more trains than they say."""


@source.sourced
def abandoned_tickets(result: Result) -> pd.DataFrame:
    """Return how many tickets each strategy leaves unmade, and how many trains these miss at the end.

    What is missing is counted in spaces on tracks that are still open to the player at the end, whatever cards and
    pieces the player has left: column ``trains_missing`` of the table of tickets. Tickets that were cut off cannot
    be made any more and miss no number of trains.

    Returns
    -------
    pandas DataFrame
        One row per strategy: ``strategy``, ``kept`` and ``abandoned`` (numbers of tickets); with intervals
        ``abandoned_share`` of those kept, ``cut_off_share`` of those abandoned (Wilson by game), and of the other
        abandoned ones (bootstrap) ``missing_mean`` and the quartiles ``missing_q25``, ``missing_median``,
        ``missing_q75``.

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> ttr.stats.abandoned_tickets(result)["missing_median"].tolist()
    [9.0]
    """
    _games.check_enough(result)
    names = list(dict.fromkeys(result.strategies))
    kept, abandoned, left, cut_off, missing = _games.summed(result, lambda part: _sums(part, len(result)))
    table = pd.DataFrame({"strategy": names, "kept": kept.sum(axis=0).astype(int)})
    table["abandoned"] = abandoned.sum(axis=0).astype(int)
    columns.add_shares(table, "abandoned_share", bootstrap.share_intervals(abandoned, kept, len(result)))
    columns.add_shares(table, "cut_off_share", bootstrap.share_intervals(cut_off, abandoned, len(result)))
    columns.add(table, "missing_mean", bootstrap.ratio_intervals(missing, left))
    counts = _counts(result)
    for name, level in QUARTILES.items():
        columns.add(table, name, _quantiles(counts, level))
    return table


@source.sourced
def trains_missing(result: Result) -> pd.DataFrame:
    """Return how many trains the unmade tickets of each strategy miss at the end: the distribution.

    Returns
    -------
    pandas DataFrame
        One row per strategy and number of trains: ``strategy``, ``trains_missing`` (from 1), ``tickets``, ``share``
        of the strategy's abandoned tickets that were not cut off (Wilson by game).

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> table = ttr.stats.trains_missing(result)
    >>> round(float(table["share"].sum()), 6)
    1.0
    """
    _games.check_enough(result)
    names, counts = list(dict.fromkeys(result.strategies)), _counts(result)
    most = counts.shape[2]
    whole = counts.sum(axis=2).repeat(most, axis=1)
    flat = counts.reshape(len(counts), -1)
    table = pd.DataFrame({"strategy": np.repeat(names, most), "trains_missing": np.tile(np.arange(most), len(names))})
    table["tickets"] = flat.sum(axis=0).astype(int)
    columns.add_shares(table, "share", bootstrap.share_intervals(flat, whole, len(result)))
    return table[table["trains_missing"] > 0].reset_index(drop=True)


def _places(result: Result) -> tuple[int, bootstrap.Ints, bootstrap.Ints, bootstrap.Ints]:
    """Return the number of strategies; the strategy, the game and the trains missing of each ticket that was kept."""
    names, seats = _games.strategy_places(result)
    rows = result.columns("tickets", ["seat", "trains_missing"])
    strategy, game = seats[result.seat_places(rows)], _games.game_places(result, rows)
    return len(names), strategy, game, rows["trains_missing"].to_numpy()


def _sums(part: Result, games: int) -> tuple[bootstrap.Floats, ...]:
    """Return by block and strategy the tickets kept, not made, still open, cut off, and the trains missing."""
    strategies, strategy, game, missing = _places(part)
    lost, open_ = missing != 0, missing > 0
    weights = (None, lost, open_, lost & ~open_, missing * open_)
    return tuple(bootstrap.block_sums(game, games, strategy, strategies, each) for each in weights)


def _counts(result: Result) -> bootstrap.Floats:
    """Count the unmade tickets by block, strategy and trains missing, cut off ones not among them."""
    most = sum(track.length for track in result.game_map.tracks) + 1

    def counts_of(part: Result) -> tuple[bootstrap.Floats, ...]:
        strategies, strategy, game, missing = _places(part)
        chosen = missing > 0
        unit = strategy[chosen] * most + missing[chosen]
        return (bootstrap.block_sums(game[chosen], len(result), unit, strategies * most),)

    (sums,) = _games.summed(result, counts_of)
    counts = sums.reshape(len(sums), -1, most)
    met = np.flatnonzero(counts.any(axis=(0, 1)))
    return counts[:, :, : met.max(initial=0) + 1]


def _quantiles(counts: bootstrap.Floats, level: float) -> tuple[bootstrap.Floats, ...]:
    """Return the smallest number that a share of all tickets do not exceed, with the ends of its interval."""
    blocks, strategies, most = counts.shape
    weights = np.vstack([np.ones(blocks), bootstrap.block_draws(blocks)])
    drawn = (weights @ counts.reshape(blocks, -1)).reshape(-1, strategies, most).cumsum(axis=2)
    whole = drawn[:, :, -1]
    found = np.where(whole > 0, (drawn >= level * whole[:, :, None]).argmax(axis=2), np.nan)
    tail = (1 - intervals.CONFIDENCE) / 2
    ends = np.full((2, strategies), np.nan)
    known = ~np.isnan(found[0])
    if known.any():
        ends[:, known] = np.nanquantile(found[1:, known], (tail, 1 - tail), axis=0)
    return found[0], ends[0], ends[1]
