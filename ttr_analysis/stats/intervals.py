"""Numbers with intervals: shares, means by game, paired comparisons.

The seats of a game depend on each other, so everything that is averaged over seats, tickets
or tracks is resampled by game. All intervals are two-sided.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from ttr_analysis._validate import misfit, shown
from ttr_analysis.stats.distributions import normal_quantile, normal_tail, student_quantile, student_tail

CONFIDENCE = 0.95
"""Nominal share of intervals that cover the true value."""

RESAMPLES = 1000
"""Number of bootstrap samples."""

MANY = 100_000
"""With more games than this, neighbouring games are added up before they are resampled."""

BLOCKS = 2000
"""Maximum number of blocks to which neighbouring games are added up; as games are independent, this only saves time
and memory."""

NOISE = 1e-12
"""Values that differ by less than this share of their size are the same but for rounding."""

MOST_TRIALS = 2**63 - 1
"""More trials than this cannot be counted."""

_BLOCK = 4_000_000
"""How many numbers are drawn at once, which limits the memory used."""

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
        Number of independent observations: trials of a share, games of a mean.
    method : str
        How the interval was computed: ``wilson``, ``t``, ``bootstrap by game``, ``linearised
        by game``, ``paired t``, ``wilson by game``, ``confidence sequence``; of roll-outs ``by world``
        in place of ``by game``.
    confidence : float
        The nominal confidence of the interval.

    Examples
    --------
    >>> print(ttr.stats.Estimate(0.5, 0.4, 0.6, 100, "wilson"))
    0.5 [0.4, 0.6], n = 100
    """

    value: float
    low: float
    high: float
    n: int
    method: str
    confidence: float = CONFIDENCE

    def __str__(self) -> str:
        told = f"{self.value:.4g} [{self.low:.4g}, {self.high:.4g}], n = {self.n:,}"
        return re.sub(r"(?<!e)-", "\N{MINUS SIGN}", told)  # exponents stay as programs write them

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


def share(successes: int, trials: int, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a share of independent trials, with Wilson's score interval.

    Parameters
    ----------
    successes, trials : int
        0 <= successes <= trials; without trials the share is unknown (NaN, between 0 and 1).
    confidence : float, optional

    Raises
    ------
    ValueError
        If the counts or the confidence are impossible.

    Examples
    --------
    >>> print(ttr.stats.share(936, 1000))
    0.936 [0.9191, 0.9496], n = 1,000
    """
    _check_confidence(confidence)
    for name, number in (("successes", successes), ("trials", trials)):
        if problem := misfit(int, number):
            raise ValueError(f"{name} {problem}")
    if not 0 <= trials <= MOST_TRIALS:
        raise ValueError(f"trials must be from 0 to 2 ** 63 - 1, not {shown(trials)}")
    if not 0 <= successes <= trials:
        raise ValueError(f"{shown(successes)} successes in {trials} trials are impossible")
    if trials == 0:
        return Estimate(np.nan, 0.0, 1.0, 0, "wilson", confidence)
    value, z = successes / trials, half_width_in_errors(confidence)
    low, high = map(float, wilson_ends(np.asarray(value), np.asarray(float(trials)), z))
    return Estimate(value, low, high, int(trials), "wilson", confidence)


def mean(values: Values, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of independent values (one per game), with Student's interval.

    With fewer than two values the interval is unknown (NaN).

    Raises
    ------
    ValueError
        If the values are not a flat list of numbers, or one is missing (NaN): whoever leaves it out decides what the
        mean is of.

    Examples
    --------
    >>> print(ttr.stats.mean([1, 2, 3, 4]))
    2.5 [0.4457, 4.554], n = 4
    """
    return _student(_flat("the values", values), "t", confidence)


def mean_by_game(
    values: Values,
    games: Values,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Estimate:
    """Estimate the mean of values grouped by game, with a percentile bootstrap over games.

    With fewer than two games the interval is unknown (NaN).

    Parameters
    ----------
    values : array_like
        One for each row: a score, a win share, 1 for a ticket made.
    games : array_like
        The game of each row; the rows of a game may depend on each other.
    confidence : float, optional
    resamples : int, optional
        Number of bootstrap samples, of games or, with more than 100,000 games, of 2,000 blocks of neighbours. With 0,
        the interval comes from the linearised ratio of sums instead, which is as good for many games and much cheaper.
    seed : int, optional
        Seed of the resampling: the same data have the same interval.

    Raises
    ------
    ValueError
        If the lengths differ, a value is missing (NaN), or there cannot be so many resamples.

    Examples
    --------
    >>> print(ttr.stats.mean_by_game([1, 3, 2, 5], games=[0, 0, 1, 1]))
    2.75 [2, 3.5], n = 2
    """
    sums, counts = _by_game(_flat("the values", values), np.asarray(games))
    return mean_of_sums(sums, counts, confidence, resamples, seed)


def mean_of_sums(
    sums: npt.NDArray[np.float64],
    counts: npt.NDArray[np.float64],
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Estimate:
    """Estimate the mean of values of which only the sum and the number in each game are known.

    Parameters
    ----------
    sums, counts : array
        One for each game; every game has at least one value.
    confidence, resamples, seed : optional
        As for :func:`mean_by_game`.
    """
    _check_confidence(confidence)
    if misfit(int, resamples) or resamples < 0:
        raise ValueError(f"resamples must be a whole number of at least 0, not {shown(resamples)}")
    n = len(sums)
    value = float(sums.sum() / counts.sum()) if n else np.nan
    if n < 2:
        method = "bootstrap by game" if resamples else "linearised by game"
        return Estimate(value, np.nan, np.nan, n, method, confidence)
    if resamples == 0:
        residuals = (sums - value * counts) / counts.mean()
        half = _student(residuals, "", confidence).half_width
        return Estimate(value, value - half, value + half, n, "linearised by game", confidence)
    tail = 50 * (1 - confidence)
    if n > MANY:
        block = np.arange(n) * BLOCKS // n
        sums, counts = (np.bincount(block, each).astype(float) for each in (sums, counts))
    low, high = np.percentile(_resampled(sums, counts, resamples, seed), [tail, 100 - tail])
    return Estimate(value, float(low), float(high), n, "bootstrap by game", confidence)


def share_by_game(values: Values, confidence: float = CONFIDENCE, most_trials: float = np.inf) -> Estimate:
    """Estimate the mean of values from 0 to 1, one per game, with Wilson's interval at the effective number of trials.

    The values are shares within a game or deal, so they vary more or less than random values
    of 0 or 1 would. The effective number of trials is the one that would give the mean the
    standard error that it has (Korn and Graubard 1998), made smaller by Student's factor as the error is estimated.
    Each value is at least one trial, since a value from 0 to 1 never varies more than one of 0 or 1 with the same
    mean. So values of 0 or 1 have exactly Wilson's interval, and one more success never widens it.

    Parameters
    ----------
    values : array_like
        One for each game.
    confidence : float, optional
    most_trials : float, optional
        The values count as at most so many trials, such as all that they are shares of. Without it, the interval of
        values that are all the same, such as 0.5, has no width.

    Raises
    ------
    ValueError
        If a value is below 0, above 1 or missing (NaN).

    Examples
    --------
    >>> print(ttr.stats.share_by_game([0, 0.5, 1, 1]))
    0.625 [0.2194, 0.9081], n = 4
    """
    _check_confidence(confidence)
    data = _flat("the values", values)
    if data.size and not (data.min() >= 0 and data.max() <= 1):
        raise ValueError("the share of each game must be between 0 and 1")
    n = len(data)
    if n == 0:
        return Estimate(np.nan, 0.0, 1.0, 0, "wilson by game", confidence)
    value, z = float(data.mean()), half_width_in_errors(confidence)
    student = (z / student_quantile((1 + confidence) / 2, n - 1)) ** 2 if n > 1 else 1.0
    trials = min(max(n, student * effective_trials(data)), most_trials)
    if np.isinf(trials):
        return Estimate(value, value, value, n, "wilson by game", confidence)
    low, high = map(float, wilson_ends(np.asarray(value), np.asarray(trials), z))
    return Estimate(value, low, high, n, "wilson by game", confidence)


def wilson_ends(
    value: npt.NDArray[np.float64], trials: npt.NDArray[np.float64], z: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the ends of Wilson's score intervals (1927) of shares, for ``z`` standard errors; NaN where unknown.

    Parameters
    ----------
    value, trials : array
        The shares, and how many trials each is of; they need not be whole numbers.
    z : float
        See :func:`half_width_in_errors`.

    Examples
    --------
    >>> from ttr_analysis.stats.intervals import wilson_ends
    >>> [end.round(3).tolist() for end in wilson_ends(np.array([0.0, 0.5]), np.array([10, 100]), 1.96)]
    [[0.0, 0.404], [0.278, 0.596]]
    """
    centre = (value + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * np.sqrt(value * (1 - value) / trials + (z / (2 * trials)) ** 2)
    low, high = np.clip(centre - half, 0, value), np.clip(centre + half, value, 1)
    return np.where(value == 0, 0.0, low), np.where(value == 1, 1.0, high)


def effective_trials(values: npt.NDArray[np.float64]) -> float:
    """Return the number of independent trials that would have the same standard error as these values.

    Parameters
    ----------
    values : array of float
        From 0 to 1, one per game; at least one.

    Returns
    -------
    float
        Infinite if all values are the same and neither 0 nor 1.
    """
    n, value = len(values), float(values.mean())
    if n < 2 or value in (0.0, 1.0):
        return float(n)
    return np.inf if _same(values) else n * value * (1 - value) / float(values.var(ddof=1))


def even_share_p_value(values: Values) -> float:
    """Test whether a share is one half, by the score test at the effective number of trials.

    Parameters
    ----------
    values : array_like
        From 0 to 1, one per game: see :func:`share_by_game`.

    Returns
    -------
    float
        The two-sided p-value; 1 if there are no values. If all n values are the same, their standard error is
        unknown; then it is the smallest one that a test by signs can give, ``2 ** (1 - n)``.

    Raises
    ------
    ValueError
        If the values are not a flat list of numbers, or one is missing (NaN).

    Examples
    --------
    >>> from ttr_analysis.stats.intervals import even_share_p_value
    >>> even_share_p_value([0.7, 0.7])
    0.5
    """
    data = _flat("the values", values)
    distance = abs(float(data.mean()) - 0.5) if len(data) else 0.0
    if distance < NOISE:
        return 1.0
    trials = effective_trials(data)
    return _least_p_value(len(data)) if np.isinf(trials) else float(2 * normal_tail(2 * distance * np.sqrt(trials)))


def holm(p_values: Values) -> npt.NDArray[np.float64]:
    """Adjust p-values by Holm's method.

    If all hypotheses with an adjusted p-value up to ``a`` are rejected, the probability of any
    wrong rejection is at most ``a``.

    Parameters
    ----------
    p_values : array_like
        One for each test of the family, from 0 to 1; NaN for a test without an answer.

    Raises
    ------
    ValueError
        If the p-values are not a flat list of numbers from 0 to 1.

    Examples
    --------
    >>> ttr.stats.holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=float)
    if p.ndim != 1:
        raise ValueError(f"the p-values must be a list of numbers, not {shown(p_values)}")
    if (outside := (p < 0) | (p > 1)).any():
        raise ValueError(f"a p-value is {p[outside][0]:g}, but must be from 0 to 1")
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(steps, 1)
    return adjusted


def confidence_sequence(
    values: Values, confidence: float = CONFIDENCE, best_at: int = 1000, bounds: tuple[float, float] | None = None
) -> Estimate:
    """Estimate the mean of independent values with an interval that stays valid however often it is looked at.

    This is the asymptotic confidence sequence with a normal mixture of Waudby-Smith, Arbour,
    Sinha, Kennedy and Ramdas (Annals of Statistics 2024): with the nominal confidence, the
    intervals at all numbers of values cover the true mean at once, so they may decide when to
    stop. They are wider than an interval for a single look.

    Parameters
    ----------
    values : array_like
        One per game, in the order in which they came.
    confidence : float, optional
    best_at : int, optional
        Number of values for which the width of the interval is optimised.
    bounds : (float, float), optional
        Smallest and largest possible value: one of each is added before the spread is
        estimated, since a few values may all be equal by chance.

    Raises
    ------
    ValueError
        If the values are not a flat list of numbers, one is missing (NaN), or ``best_at`` is not above 0.

    Examples
    --------
    >>> ttr.stats.confidence_sequence([0, 1, 1, 0] * 100, bounds=(0, 1)).n
    400
    """
    _check_confidence(confidence)
    if misfit(float, best_at) or not best_at > 0:
        raise ValueError(f"best_at must be a number above 0, not {shown(best_at)}")
    data = _flat("the values", values)
    n, alpha = len(data), 1 - confidence
    if n < 2:
        return _student(data, "confidence sequence", confidence)
    value, spread = float(data.mean()), float(np.std([*data, *(bounds or ())], ddof=1))
    mixture = n * (-2 * np.log(alpha) + np.log(1 - 2 * np.log(alpha))) / best_at
    half = spread * float(np.sqrt(2 * (mixture + 1) / (n * mixture) * np.log(np.sqrt(mixture + 1) / alpha)))
    return Estimate(value, value - half, value + half, n, "confidence sequence", confidence)


def paired_difference(first: pd.Series[float], second: pd.Series[float], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of ``first - second`` over the games that both have, with Student's interval.

    Runs with the same seed are played with common random numbers, so their
    games are compared in pairs.

    Parameters
    ----------
    first, second : pandas.Series
        One value per game, indexed by the game's number.
    confidence : float, optional

    Raises
    ------
    ValueError
        If a game occurs twice in an index, or a value is missing (NaN).

    Examples
    --------
    >>> import pandas as pd
    >>> print(ttr.stats.paired_difference(pd.Series([3.0, 5, 4]), pd.Series([1.0, 2, 3])))
    2 [−0.4841, 4.484], n = 3
    """
    if not (first.index.is_unique and second.index.is_unique):
        raise ValueError("a paired comparison needs exactly one value for each game")
    common = first.index.intersection(second.index)
    differences = first.loc[common].to_numpy(dtype=float) - second.loc[common].to_numpy(dtype=float)
    return _student(differences, "paired t", confidence)


def paired_p_value(differences: Values) -> float:
    """Return the p-value of the paired t test for a mean difference of 0; 1 if all differences are 0.

    With fewer than two differences it is unknown (NaN). If all n are the same but for rounding, the t test has no
    answer; then it is the smallest p-value that a test by signs can give, ``2 ** (1 - n)``.

    Raises
    ------
    ValueError
        If the differences are not a flat list of numbers, or one is missing (NaN).

    Examples
    --------
    >>> from ttr_analysis.stats.intervals import paired_p_value
    >>> round(paired_p_value([1.0, 2.0, 3.0]), 3), paired_p_value([0, 0])
    (0.074, 1.0)
    """
    values = _flat("the differences", differences)
    n = len(values)
    if n < 2:
        return np.nan
    if _same(values):
        return _least_p_value(n) if values.any() else 1.0
    spread, average = float(values.std(ddof=1)), float(values.mean())
    return 2 * student_tail(abs(average) / (spread / np.sqrt(n)), n - 1)


def _flat(name: str, values: Values) -> npt.NDArray[np.float64]:
    """Return a flat list of numbers as an array; refuse anything else, and missing numbers."""
    try:
        data = np.asarray(values, dtype=float)
    except (TypeError, ValueError, OverflowError):
        data = np.empty(())
    if data.ndim != 1:
        raise ValueError(f"{name} must be a flat list of numbers, not {shown(values)}")
    if missing := int(np.isnan(data).sum()):
        raise ValueError(f"{missing} of {len(data)} values are missing (NaN), so the mean is unknown; leave them out")
    return data


def _same(values: npt.NDArray[np.float64]) -> bool:
    """Return whether all values are the same but for rounding."""
    return bool(np.ptp(values) <= NOISE * np.abs(values).max())


def _least_p_value(n: int) -> float:
    """Return the smallest two-sided p-value of a test that flips the signs of ``n`` differences."""
    return float(2.0 ** (1 - n))


def _student(values: npt.NDArray[np.float64], method: str, confidence: float) -> Estimate:
    _check_confidence(confidence)
    n = len(values)
    if missing := int(np.isnan(values).sum()):
        raise ValueError(f"{missing} of {n} values are missing (NaN), so the mean is unknown; leave them out")
    if n < 2:
        value = float(values[0]) if n else np.nan
        return Estimate(value, np.nan, np.nan, n, method, confidence)
    value = float(values.mean())
    half = float(student_quantile((1 + confidence) / 2, n - 1) * values.std(ddof=1) / np.sqrt(n))
    return Estimate(value, value - half, value + half, n, method, confidence)


def _by_game(
    values: npt.NDArray[np.float64], games: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the sum and the number of the values of each game."""
    if values.shape != games.shape or values.ndim != 1:
        raise ValueError(
            f"values of shape {values.shape} do not match games of shape {games.shape}: "
            "both must be flat, with one game for each value"
        )
    _, place = np.unique(games, return_inverse=True)
    return np.bincount(place, weights=values).astype(float), np.bincount(place).astype(float)


def _resampled(
    sums: npt.NDArray[np.float64], counts: npt.NDArray[np.float64], resamples: int, seed: int
) -> npt.NDArray[np.float64]:
    """Return the means of bootstrap samples: all games are redrawn with replacement."""
    n, random = len(sums), np.random.default_rng(seed)
    means = np.empty(resamples)
    rows = max(1, _BLOCK // n)
    for start in range(0, resamples, rows):
        drawn = random.integers(0, n, (min(rows, resamples - start), n), dtype=np.int32)
        means[start : start + len(drawn)] = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    return means


def half_width_in_errors(confidence: float = CONFIDENCE) -> float:
    """Return half the width of a normal interval, in standard errors: 1.96 for 95 %."""
    return normal_quantile((1 + confidence) / 2)


def _check_confidence(confidence: float) -> None:
    if misfit(float, confidence) or not 0 < confidence < 1:
        raise ValueError(f"the confidence must be between 0 and 1, not {shown(confidence)}")
