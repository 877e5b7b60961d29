"""Bootstrap by game, fast: sums over blocks of games, drawn again and again.

Games are independent of each other, what happens within one is not. An estimate here is a
ratio of two sums over games (points over players, rounds over claims); its interval comes
from drawing whole blocks of games with replacement.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ttr_analysis.stats import CONFIDENCE, RESAMPLES

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BLOCKS = 2000
"""Most blocks: with more games, neighbours are added up first, which changes nothing but the
time it takes, as games are independent."""


def block_count(games: int) -> int:
    """Number of blocks for so many games."""
    return min(games, BLOCKS)


def block_sums(
    game: Ints, games: int, unit: NDArray[Any] | None = None, units: int = 1, weights: ArrayLike | None = None
) -> Floats:
    """Sums by block of games and unit.

    Parameters
    ----------
    game : array of int
        For each row the position of its game, 0 to ``games`` - 1.
    games : int
        Number of games.
    unit : array of int, optional
        For each row the unit it counts for (a track, a ticket, a seat), 0 to ``units`` - 1;
        by default all rows count for the only one.
    weights : array, optional
        For each row what is added up; by default 1.

    Returns
    -------
    array of shape (blocks, units)
    """
    blocks = block_count(games)
    place = game * blocks // games * units + (0 if unit is None else unit)
    values = None if weights is None else np.asarray(weights, dtype=float)
    return np.bincount(place, values, minlength=blocks * units).reshape(blocks, units).astype(float)


def ratio_intervals(
    above: Floats, below: Floats, minus_above: Floats | None = None, minus_below: Floats | None = None
) -> tuple[Floats, Floats, Floats]:
    """Ratios of sums over games, or differences of two of them, with 95 % bootstrap intervals.

    Parameters
    ----------
    above, below : array of shape (blocks, units) or (blocks, 1)
        Sums by block; the estimate is the sum of ``above`` over that of ``below``.
    minus_above, minus_below : array, optional
        A second ratio that is subtracted.

    Returns
    -------
    tuple of three arrays of shape (units,)
        Estimate, lower and upper end; NaN where nothing was counted. The samples are
        drawn with a fixed seed: the same sums give the same interval.
    """
    weights = np.vstack([np.ones(len(above)), block_draws(len(above))])
    values = _ratio(weights @ above, weights @ below)
    if minus_above is not None and minus_below is not None:
        values = values - _ratio(weights @ minus_above, weights @ minus_below)
    tail = (1 - CONFIDENCE) / 2
    known = ~np.isnan(values[0])
    low, high = np.full((2, values.shape[1]), np.nan)
    if known.any():
        low[known], high[known] = np.nanquantile(values[1:, known], (tail, 1 - tail), axis=0)
    return values[0], low, high


@cache
def block_draws(blocks: int) -> Floats:
    """How often each block is drawn in each bootstrap sample.

    Parameters
    ----------
    blocks : int
        Number of blocks.

    Returns
    -------
    array of shape (RESAMPLES, blocks)
        Always the same draws.
    """
    generator = np.random.default_rng(20_260_101)
    return generator.multinomial(blocks, np.full(blocks, 1 / blocks), size=RESAMPLES).astype(float)


def _ratio(above: Floats, below: Floats) -> Floats:
    above, below = np.broadcast_arrays(above, below)
    ratio: Floats = np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0)
    return ratio
