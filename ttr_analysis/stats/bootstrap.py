"""A fast bootstrap by game: sums over blocks of games, resampled.

Games are independent of each other; what happens within a game is not. An estimate here is a
ratio of two sums over games (points over players, rounds over claims); its interval comes
from drawing whole blocks of games with replacement.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ttr_analysis.stats.intervals import BLOCKS, CONFIDENCE, RESAMPLES, half_width_in_errors, wilson_ends

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

GRID = 2.0**32
"""Parts of 1 to which summands are rounded."""


def block_count(games: int) -> int:
    """Return the number of blocks for a number of games."""
    return min(games, BLOCKS)


def block_sums(
    game: Ints, games: int, unit: NDArray[Any] | None = None, units: int = 1, weights: ArrayLike | None = None
) -> Floats:
    """Add up rows by block of games and by unit.

    Parameters
    ----------
    game : array of int
        The position of each row's game, 0 to ``games`` - 1.
    games : int
        Number of games.
    unit : array of int, optional
        The unit that each row counts for (a track, a ticket, a seat), 0 to ``units`` - 1;
        by default there is one unit and all rows count for it.
    weights : array, optional
        The value of each row that is added up; by default 1.

    Returns
    -------
    array of shape (blocks, units)
    """
    blocks = block_count(games)
    place = game * blocks // games * units + (0 if unit is None else unit)
    values = None if weights is None else on_grid(weights)
    return np.bincount(place, values, minlength=blocks * units).reshape(blocks, units).astype(float)


def on_grid(values: ArrayLike) -> Floats:
    r"""Return numbers as the nearest multiples of 2\ :sup:`-32`.

    Sums of such numbers are exact up to two million, so they are the same in whatever order, and in however many
    batches, rows are added up. Whole numbers stay as they are.

    Examples
    --------
    >>> from ttr_analysis.stats.bootstrap import on_grid
    >>> (on_grid([1 / 3, 7]) * 2**32).tolist()
    [1431655765.0, 30064771072.0]
    """
    numbers = np.asarray(values)
    if numbers.dtype.kind != "f":
        return numbers.astype(float)
    found: Floats = np.rint(numbers * GRID) / GRID
    return found


def ratio_intervals(
    above: Floats, below: Floats, minus_above: Floats | None = None, minus_below: Floats | None = None
) -> tuple[Floats, Floats, Floats]:
    """Compute ratios of sums over games, or differences of two ratios, with 95 % bootstrap intervals.

    Parameters
    ----------
    above, below : array of shape (blocks, units) or (blocks, 1)
        Sums by block; the estimate is the sum of ``above`` divided by the sum of ``below``.
    minus_above, minus_below : array, optional
        The sums of a second ratio, which is subtracted.

    Returns
    -------
    tuple of three arrays of shape (units,)
        Estimate, lower and upper end; NaN where nothing was counted. The seed of the samples
        is fixed, so the same sums have the same interval.
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


def share_intervals(above: Floats, below: Floats, games: int) -> tuple[Floats, Floats, Floats]:
    """Compute shares as ratios of sums over games, with Wilson's intervals at the effective number of trials.

    That number is the one that would give a share the standard error that it has over games; if all trials of a share
    have the same outcome, each game with a trial counts as one. So no interval has width 0, as a bootstrap's would.

    Parameters
    ----------
    above, below : array of shape (blocks, units)
        Successes and trials by block.
    games : int
        Number of games.

    Returns
    -------
    tuple of three arrays of shape (units,)
        Estimate, lower and upper end; NaN where there was no trial.
    """
    blocks, whole = len(above), below.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = above.sum(axis=0) / whole
        variance = blocks / max(blocks - 1, 1) * (((above - value * below) / whole) ** 2).sum(axis=0)
        spread = value * (1 - value)
        with_trials = (below > 0).sum(axis=0) * games / blocks
        trials = np.where((spread > 0) & (variance > 0), spread / variance, with_trials)
        return value, *wilson_ends(value, trials, half_width_in_errors())


@cache
def block_draws(blocks: int) -> Floats:
    """Return how often each block is drawn in each bootstrap sample.

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
