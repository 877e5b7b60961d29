"""Numbers with their intervals: shares, means by game, paired comparisons.

Seats of one game depend on each other, so whatever is averaged over seats, tickets or
tracks is resampled by game. All intervals are two-sided.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.stats import binomtest, t

CONFIDENCE = 0.95
"""Share of intervals that cover the true value."""

RESAMPLES = 1000
"""Bootstrap samples."""

_BLOCK = 4_000_000
"""Numbers drawn at once, which bounds the memory."""

Values = npt.ArrayLike


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval.

    Attributes
    ----------
    value : float
        The estimate.
    low, high : float
        The ends of the interval.
    n : int
        Independent observations behind it: trials of a share, games of a mean.
    method : str
        How the interval was made: ``wilson``, ``t``, ``bootstrap by game``, ``linearised by
        game``, ``paired t``.
    confidence : float
        Its nominal confidence.
    """

    value: float
    low: float
    high: float
    n: int
    method: str
    confidence: float = CONFIDENCE

    def __str__(self) -> str:
        return f"{self.value:.4g} [{self.low:.4g}, {self.high:.4g}], n = {self.n:,}"

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


def share(successes: int, trials: int, confidence: float = CONFIDENCE) -> Estimate:
    """A share of independent trials, with Wilson's score interval.

    Parameters
    ----------
    successes, trials : int
        0 <= successes <= trials; without trials the share is unknown (NaN, between 0 and 1).
    confidence : float, optional

    Raises
    ------
    ValueError
        If the counts or the confidence make no sense.
    """
    _check_confidence(confidence)
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials are impossible")
    if trials == 0:
        return Estimate(np.nan, 0.0, 1.0, 0, "wilson", confidence)
    interval = binomtest(int(successes), int(trials)).proportion_ci(confidence, method="wilson")
    return Estimate(successes / trials, float(interval.low), float(interval.high), int(trials), "wilson", confidence)


def mean(values: Values, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of independent values (one a game), with Student's interval.

    With fewer than two values the interval is unknown (NaN).
    """
    return _student(np.asarray(values, dtype=float), "t", confidence)


def mean_by_game(
    values: Values,
    games: Values,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Estimate:
    """The mean of values that come in games, with a percentile bootstrap over games.

    Parameters
    ----------
    values : array_like
        One for each row: a score, a win share, 1 for a ticket made.
    games : array_like
        The game of each row; the rows of a game may depend on each other.
    confidence : float, optional
    resamples : int, optional
        Bootstrap samples; with 0, the interval comes from the linearised ratio of sums
        instead, which is as good for many games and much cheaper.
    seed : int, optional
        Of the resampling: the same data give the same interval.

    Raises
    ------
    ValueError
        If the lengths differ.
    """
    _check_confidence(confidence)
    sums, counts = _by_game(np.asarray(values, dtype=float), np.asarray(games))
    n = len(sums)
    if n == 0:
        return Estimate(np.nan, np.nan, np.nan, 0, "bootstrap by game", confidence)
    value = float(sums.sum() / counts.sum())
    if resamples == 0:
        residuals = (sums - value * counts) / counts.mean()
        half = _student(residuals, "", confidence).half_width
        return Estimate(value, value - half, value + half, n, "linearised by game", confidence)
    tail = 50 * (1 - confidence)
    low, high = np.percentile(_resampled(sums, counts, resamples, seed), [tail, 100 - tail])
    return Estimate(value, float(low), float(high), n, "bootstrap by game", confidence)


def paired_difference(first: pd.Series[float], second: pd.Series[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of ``first - second`` over the games both have, with Student's interval.

    Runs with one seed meet the same decks, so their games are compared pair by pair.

    Parameters
    ----------
    first, second : pandas.Series
        One value a game, indexed by the game's number.
    confidence : float, optional

    Raises
    ------
    ValueError
        If a game occurs twice in an index.
    """
    if not (first.index.is_unique and second.index.is_unique):
        raise ValueError("a comparison by pairs takes one value for each game")
    common = first.index.intersection(second.index)
    differences = first.loc[common].to_numpy(dtype=float) - second.loc[common].to_numpy(dtype=float)
    return _student(differences, "paired t", confidence)


def _student(values: npt.NDArray[np.float64], method: str, confidence: float) -> Estimate:
    _check_confidence(confidence)
    n = len(values)
    if n < 2:
        value = float(values[0]) if n else np.nan
        return Estimate(value, np.nan, np.nan, n, method, confidence)
    value = float(values.mean())
    half = float(t.ppf((1 + confidence) / 2, n - 1) * values.std(ddof=1) / np.sqrt(n))
    return Estimate(value, value - half, value + half, n, method, confidence)


def _by_game(
    values: npt.NDArray[np.float64], games: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Sum and number of the values of each game."""
    if values.shape != games.shape or values.ndim != 1:
        raise ValueError(f"{values.shape} values for {games.shape} games: one game for each value is needed")
    _, place = np.unique(games, return_inverse=True)
    return np.bincount(place, weights=values).astype(float), np.bincount(place).astype(float)


def _resampled(
    sums: npt.NDArray[np.float64], counts: npt.NDArray[np.float64], resamples: int, seed: int
) -> npt.NDArray[np.float64]:
    """Means of bootstrap samples: as many games as there are, drawn with replacement."""
    n, random = len(sums), np.random.default_rng(seed)
    means = np.empty(resamples)
    rows = max(1, _BLOCK // n)
    for start in range(0, resamples, rows):
        drawn = random.integers(0, n, (min(rows, resamples - start), n), dtype=np.int32)
        means[start : start + len(drawn)] = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    return means


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence must lie between 0 and 1, not at {confidence}")
