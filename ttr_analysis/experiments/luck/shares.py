"""How much of results is luck, and how many games less a comparison takes without it."""

from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from ttr_analysis.engine.records import Floats
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.luck.luck import TERMS
from ttr_analysis.stats import columns, intervals

PARTS: Final = ("luck", *TERMS, "own", "others")
"""What a result less its start is made of: ``luck`` is the sum of the kinds of chance after it."""
RESAMPLES: Final = 1_000
FOLDS: Final = 5
"""Groups of games; what is subtracted from the results of one is fitted to the others."""


def shares_of_variance(totals: pd.DataFrame, value: str = "win", seed: int = 0) -> pd.DataFrame:
    """Return how much of the variance of one player's results each part brings, over games.

    Parameters
    ----------
    totals : pandas DataFrame
        :func:`~ttr_analysis.experiments.luck.luck.totals` of that player, a row for each game.
    value : str, optional
        ``win`` or ``lead``.
    seed : int, optional
        Of the bootstrap by game.

    Returns
    -------
    DataFrame
        ``part``; ``share``, its covariance with the result over the variance of the result, so that luck, own and
        others' decisions add up to 1; ``deviation``, its standard deviation. Roll-outs of one half of a value do not
        tell anything about the noise of the other half, so the covariance of the two halves is free of noise.
    """
    rng, games = np.random.default_rng(seed), len(totals)
    if games < 3:
        raise SetupError(f"shares of variance take at least 3 games, not {games}")
    drawn = [np.arange(games), *rng.integers(0, games, (RESAMPLES, games))]
    result = totals[f"result_{value}"].to_numpy()
    rows = {name: np.array([totals[f"{name}_{value}{half}"] for half in ("", "_1", "_2")]) for name in PARTS}
    share = np.array([[_covariance(rows[n][0][g], result[g]) / _variance(result[g]) for g in drawn] for n in PARTS])
    spread = np.array([[_root(_covariance(rows[n][1][g], rows[n][2][g])) for g in drawn] for n in PARTS])
    table = pd.DataFrame({"part": PARTS, "games": games})
    for name, found in (("share", share), ("deviation", spread)):
        low, high = np.nanquantile(found[:, 1:], (0.025, 0.975), axis=1)
        columns.add(table, name, (found[:, 0], low, high))
    return table


def _covariance(one: Floats, other: Floats) -> float:
    return float(((one - one.mean()) * (other - other.mean())).sum() / (len(one) - 1))


def _variance(values: Floats) -> float:
    found = _covariance(values, values)
    return found if found > 1e-12 else np.nan


def _root(variance: float) -> float:
    """Return a standard deviation; 0 if noise made the variance negative."""
    return float(np.sqrt(max(0.0, variance)))


class WithoutLuck(NamedTuple):
    """A mean result, as it is and with luck taken out.

    Attributes
    ----------
    plain, adjusted : Estimate
        Means with Student's intervals by game.
    times_fewer : float
        How many times fewer games the adjusted mean takes for the same precision.
    """

    plain: intervals.Estimate
    adjusted: intervals.Estimate
    times_fewer: float


def without_luck(totals: pd.DataFrame, value: str = "win") -> WithoutLuck:
    """Return the mean result of one player, and that of the results less their luck.

    Each kind of chance is subtracted as far as that makes the results of other games vary least. Its mean is 0, so the
    mean result stays what it is, whatever is subtracted and however noisy the values are (control variates; with values
    that are known for each state it would be AIVAT: Burch and others, AAAI 2018).

    Parameters
    ----------
    totals : pandas DataFrame
        :func:`~ttr_analysis.experiments.luck.luck.totals` of that player, a row for each game.
    value : str, optional
        ``win`` or ``lead``.
    """
    result = totals[f"result_{value}"].to_numpy()
    chance = totals[[f"{term}_{value}" for term in TERMS]].to_numpy()
    if len(result) < 4 * FOLDS:
        raise SetupError(f"luck is taken out of the results of at least {4 * FOLDS} games, not {len(result)}")
    fold, adjusted = np.arange(len(result)) % FOLDS, result.astype(float)
    for number in range(FOLDS):
        others = fold != number
        centred = chance[others] - chance[others].mean(axis=0)
        factors, *_ = np.linalg.lstsq(centred, result[others] - result[others].mean(), rcond=None)
        adjusted[~others] -= chance[~others] @ factors
    fewer = result.var(ddof=1) / adjusted.var(ddof=1)
    return WithoutLuck(intervals.mean(result), intervals.mean(adjusted), float(fewer))
