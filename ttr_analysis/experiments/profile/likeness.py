"""How alike two maps are in what they make players do."""

import numpy as np
import pandas as pd

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.profile import measures, shipped
from ttr_analysis.stats import columns, intervals

DELTA = "delta method"
"""Method of the interval of a distance."""

WIDE = intervals.half_width_in_errors()
"""Half the width of a 95 % interval, in standard errors."""


def likeness(first: pd.DataFrame, second: pd.DataFrame, players: int) -> intervals.Estimate:
    """Estimate the distance of two maps in what they make players do.

    Each measure that tells what players do (length of the game, changes of the lead, lead of the winner, routes left,
    evenness of claims, tickets kept, made and cut off, their part in the points, lengths claimed, cards drawn blind,
    locomotives paid) is divided by its standard deviation over the shipped maps with as many players. The distance is
    the square root of the mean squared difference over the measures that both maps have, from which the part that
    is noise is taken away: 0 for maps that play alike, about 1.4 for two shipped maps drawn at random. Who claims is
    left out: it is as open on all shipped maps, so that its deviation is noise.

    Parameters
    ----------
    first, second : pandas DataFrame
        Measures of a map each, of equal strategies and numbers of players: ``measure``, ``value`` with its ends.
    players : int
        Number of players.

    Returns
    -------
    Estimate
        n is the number of measures. The interval (delta method) takes the measures as independent of each other and
        the standard deviations as given.

    Raises
    ------
    SetupError
        If fewer than three measures can be compared.

    Examples
    --------
    >>> rows = ttr.experiments.shipped_measures(4)
    >>> usa, europe = (rows[rows["map"] == name] for name in ("usa", "europe"))
    >>> ttr.experiments.likeness(usa, usa, 4).value
    0.0
    """
    scale = shipped.shipped_measures(players).groupby("measure")["value"].std()
    (one, error_one), (two, error_two) = map(_of, (first, second))
    names = [
        name
        for name, measure in measures.OF_GAMES.items()
        if measure.behaviour and float(scale.to_dict().get(name, 0)) > 0
        and not np.isnan(one.get(name, np.nan) - two.get(name, np.nan))
    ]  # fmt: skip
    if len(names) < 3:
        raise SetupError(f"only {len(names)} measures can be compared for {players} players, but 3 are needed")
    unit = scale[names].to_numpy()
    apart = np.array([one[name] - two[name] for name in names]) / unit
    error = np.array([np.hypot(error_one[name], error_two[name]) for name in names]) / unit
    distance = max(0.0, float(np.mean(apart**2 - error**2))) ** 0.5
    whole = float(np.sqrt(np.mean(apart**2)))
    slope = np.sqrt(np.sum((apart * error) ** 2)) / (len(names) * whole) if whole > 0 else 0.0
    half = WIDE * float(slope)
    return intervals.Estimate(distance, max(0.0, distance - half), distance + half, len(names), DELTA)


def nearest(table: pd.DataFrame, rows: pd.DataFrame, players: int) -> pd.DataFrame:
    """Return the ``distance`` of a map to each of some others, the most alike first, with its ends."""
    others = [(str(name), part) for name, part in rows.groupby("map", sort=True)]
    found = [{"map": name, "distance": likeness(table, part, players)} for name, part in others]
    return columns.table_of(found, ["map", "distance"]).sort_values("distance", kind="stable", ignore_index=True)


def _of(table: pd.DataFrame) -> tuple[dict[str, float], dict[str, float]]:
    """Return the values of measures, and the standard errors that their 95 % intervals stand for."""
    wide = np.nan_to_num((table["value_high"] - table["value_low"]).to_numpy(dtype=float))
    error = wide / (2 * WIDE)
    names = table["measure"].tolist()
    return dict(zip(names, table["value"].tolist(), strict=True)), dict(zip(names, error.tolist(), strict=True))
