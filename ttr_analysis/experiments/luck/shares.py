"""How much of results is luck, and how many games less a comparison takes without it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from ttr_analysis._validate import check_seed, option
from ttr_analysis.engine.records import Floats
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.luck.luck import CHANCES, VALUES
from ttr_analysis.results.source import source_of, tagged
from ttr_analysis.stats import columns, intervals

PARTS: Final = ("luck", *CHANCES, "own", "others", "unexplained")
"""What a result less its start is made of: ``luck`` is the sum of the kinds of chance after it."""
RESAMPLES: Final = 1_000
FOLDS: Final = 5
"""Groups of games; what is subtracted from the results of one is fitted to the others."""
SAME: Final = 1e-12
"""Variances up to this are 0, but for rounding."""


def shares_of_variance(rows: pd.DataFrame, value: str = "wins", seed: int = 0) -> pd.DataFrame:
    """Return how much of the variance of one player's results each part brings, over games.

    Parameters
    ----------
    rows : pandas DataFrame
        Those of one player in :func:`~ttr_analysis.experiments.luck.games.luck_of_games`, one for each game.
    value : str, optional
        ``wins`` or ``points``.
    seed : int, optional
        Of the bootstrap by game.

    Returns
    -------
    DataFrame
        ``part``, ``games``, ``strategy``, ``of`` (what was measured); ``share``, its covariance with the result over
        the variance of the result, so that luck, own and others' decisions and what is unexplained add up to 1 but
        for the value at the start, which depends on the seat; ``deviation``, its standard deviation. Both with
        bootstrap intervals by game.

    Raises
    ------
    SetupError
        If the rows are not those of one player in at least 3 games, or all results are the same.

    Examples
    --------
    >>> usa = ttr.load_map("first_journey_usa")
    >>> games = ttr.experiments.luck_of_games(usa, "expert", players=2, games=30)
    >>> table = ttr.experiments.shares_of_variance(games[games["place"] == 0])
    >>> table["part"].tolist()[:3]
    ['luck', 'deal', 'market']
    """
    result = _results(rows, value, PARTS, least=3)
    counts = _counts(len(rows), check_seed("seed", seed))
    found = np.array([_spread(rows[f"{name}_{value}"].to_numpy(float), result, counts) for name in PARTS])
    table = pd.DataFrame({"part": PARTS, "games": len(rows), "strategy": rows["strategy"].iloc[0], "of": value})
    for place, name in enumerate(("share", "deviation")):
        low, high = np.nanquantile(found[:, place, 1:], (0.025, 0.975), axis=1)
        columns.add(table, name, (found[:, place, 0], low, high))
    source = source_of(rows)
    return table if source is None else tagged(table, source)


def _results(rows: pd.DataFrame, value: str, parts: Sequence[str], least: int) -> Floats:
    """Return the results of rows that have these parts, of one player in at least so many games."""
    option("value", value, VALUES)
    such_as = 'games[games["place"] == 0] of luck_of_games(...)'
    columns.with_columns("rows", rows, ("game", "strategy"), such_as)
    columns.with_numbers("rows", rows, [f"{part}_{value}" for part in ("result", *parts)], such_as)
    games, result = len(rows), rows[f"result_{value}"].to_numpy(float)
    if games < least or rows["game"].nunique() != games:
        asked = f"the rows of one player in at least {least} games, each game once"
        raise SetupError(f"rows must be {asked}, not {games} rows of {rows['game'].nunique()} games")
    if np.ptp(result) ** 2 <= SAME:
        told = f"the results of all {games} games are the same ({result[0]:g} in {value})"
        raise SetupError(f"{told}: where nothing varies, nobody can tell how much of it is luck")
    return result


def _counts(games: int, seed: int) -> Floats:
    """Return how often each game occurs: once in the first row, and in resamples."""
    drawn = np.random.default_rng(seed).multinomial(games, np.full(games, 1 / games), RESAMPLES)
    return np.vstack([np.ones(games), drawn]).astype(float)


def _spread(part: Floats, result: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Return the share of the variance of results, and the standard deviation of a part, in each resample."""
    games = counts.sum(axis=1)

    def covariance(one: Floats, other: Floats) -> Floats:
        mean: Floats = (counts @ one) * (counts @ other) / games
        spread: Floats = (counts @ (one * other) - mean) / (games - 1)
        return spread

    varies = covariance(result, result)
    share = covariance(part, result) / np.where(varies > SAME, varies, np.nan)
    return share, np.sqrt(np.maximum(0.0, covariance(part, part)))


def how_much_is_luck(rows: pd.DataFrame, value: str = "wins", seed: int = 0) -> str:
    """Say in a sentence how much of one player's results is luck.

    Parameters
    ----------
    rows : pandas DataFrame
        Those of one player in :func:`~ttr_analysis.experiments.luck.games.luck_of_games`, one for each game.
    value : str, optional
        ``wins`` or ``points``.
    seed : int, optional
        Of the bootstrap by game.

    Raises
    ------
    SetupError
        If the rows are not those of one player in at least 3 games, or all results are the same.

    Examples
    --------
    >>> usa = ttr.load_map("first_journey_usa")
    >>> games = ttr.experiments.luck_of_games(usa, "expert", players=2, games=30)
    >>> ttr.experiments.how_much_is_luck(games[games["place"] == 0])[:33]
    'Of the variance of winning or not'
    """
    told = dict(zip(PARTS, columns.texts_of(shares_of_variance(rows, value, seed), "share", 0, 100), strict=True))
    luck, own, others, rest = (told[part] for part in ("luck", "own", "others", "unexplained"))
    what = {"wins": "winning or not", "points": "the points ahead of the best opponent"}[value]
    return (
        f"Of the variance of {what}, {luck} % is luck that the values of states see, {own} % own decisions, "
        f"{others} % decisions of others, and {rest} % neither (n = {len(rows):,} games; 95 % intervals)."
    )


class WithoutLuck(NamedTuple):
    """A mean result, as it is and with luck taken out.

    Attributes
    ----------
    plain, adjusted : Estimate
        Means with Student's intervals by game.
    times_fewer : Estimate
        How many times fewer games the adjusted mean takes for the same precision; bootstrap by game, of samples in
        which results differ.

    Examples
    --------
    >>> ttr.experiments.WithoutLuck._fields
    ('plain', 'adjusted', 'times_fewer')
    """

    plain: intervals.Estimate
    adjusted: intervals.Estimate
    times_fewer: intervals.Estimate


def without_luck(rows: pd.DataFrame, value: str = "wins", seed: int = 0) -> WithoutLuck:
    """Return the mean result of one player, and that of the results less their luck.

    Each kind of chance is subtracted as far as that makes the results of other games vary least. Its mean is 0, so the
    mean result stays what it is, whatever is subtracted and however wrong the values are (AIVAT: Burch and others,
    AAAI 2018, with control variates for the scale).

    Parameters
    ----------
    rows : pandas DataFrame
        Those of one player in :func:`~ttr_analysis.experiments.luck.games.luck_of_games`, one for each game.
    value : str, optional
        ``wins`` or ``points``.
    seed : int, optional
        Of the bootstrap by game.

    Raises
    ------
    SetupError
        If the rows are not those of one player in at least 20 games, or all results are the same.

    Examples
    --------
    >>> usa = ttr.load_map("first_journey_usa")
    >>> games = ttr.experiments.luck_of_games(usa, "expert", players=2, games=30)
    >>> found = ttr.experiments.without_luck(games[games["place"] == 0])
    >>> found.plain.n
    30
    """
    result = _results(rows, value, CHANCES, least=4 * FOLDS)
    counts = _counts(len(rows), check_seed("seed", seed))
    adjusted = _adjusted(result, rows[[f"{kind}_{value}" for kind in CHANCES]].to_numpy(float))
    plain, less = (_spread(each, each, counts)[1] ** 2 for each in (result, adjusted))
    fewer = np.where(plain > SAME, plain, np.nan) / np.maximum(SAME, less)
    low, high = np.nanquantile(fewer[1:], (0.025, 0.975))
    times = intervals.Estimate(float(fewer[0]), float(low), float(high), len(rows), "bootstrap by game")
    return WithoutLuck(intervals.mean(result), intervals.mean(adjusted), times)


def _adjusted(result: Floats, chance: Floats) -> Floats:
    """Return results less their luck; what is subtracted from some is fitted to the others."""
    fold, adjusted = np.arange(len(result)) % FOLDS, result.copy()
    for number in range(FOLDS):
        others = fold != number
        centred = chance[others] - chance[others].mean(axis=0)
        factors, *_ = np.linalg.lstsq(centred, result[others] - result[others].mean(), rcond=None)
        adjusted[~others] -= chance[~others] @ factors
    return adjusted
