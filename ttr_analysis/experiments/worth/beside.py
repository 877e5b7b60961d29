"""What is beside worth: points and wins that part company, and correlation that misleads."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ttr_analysis.errors import ResultError
from ttr_analysis.experiments.worth import things
from ttr_analysis.stats import columns, intervals
from ttr_analysis.stats.distributions import normal_tail

BOUND = 0.5
"""Points that count as little."""
LIFT = ("winner_lift", "winner_lift_low", "winner_lift_high")
LEVEL = 0.05
"""Adjusted p-value up to which something is beyond chance."""
ADJUSTED = {"points": "p_adjusted", "win_share": "p_adjusted_win_share"}
"""The adjusted p-values of what a table of worth tests."""


def signs(table: pd.DataFrame, column: str) -> pd.Series[int]:
    """Return 1 or -1 where points or wins differ from 0 beyond chance over the whole table, and 0 elsewhere."""
    return _signs(table[column], table[ADJUSTED[column]])


def lift_signs(table: pd.DataFrame, confidence: float) -> pd.Series[int]:
    """Return 1 or -1 where winners claim a thing more or less often than others beyond chance over the whole table.

    The lifts come with intervals only: their p-values are those of a normal distribution with the same interval,
    adjusted over the table (Holm).
    """
    value, low, high = (table[name].to_numpy(dtype=float) for name in LIFT)
    error = (high - low) / (2 * intervals.half_width_in_errors(confidence))
    known = error > 0  # a lift that is unknown, or has no width, shows nothing
    far = np.divide(np.abs(value), error, out=np.zeros_like(error), where=known)
    return _signs(table[LIFT[0]], pd.Series(intervals.holm(2 * normal_tail(far)), table.index))


def _signs(values: pd.Series[float], adjusted: pd.Series[float]) -> pd.Series[int]:
    return pd.Series(np.where(adjusted <= LEVEL, np.sign(values), 0).astype(int), values.index)


def parting(table: pd.DataFrame) -> pd.Series[bool]:
    """Return which things differ from 0 beyond chance in points and in wins, with opposite signs."""
    return signs(table, "points") * signs(table, "win_share") < 0


def lift_and_worth(table: pd.DataFrame, track_table: pd.DataFrame, bound: float = BOUND) -> pd.DataFrame:
    """Put what winners claim more often beside what it is worth, and mark what misleads.

    A thing misleads if winners claim it more often than others beyond chance, though the interval of its worth lies
    below ``bound``; or if the two have opposite signs, both beyond chance. Beyond chance means over the whole table.

    Parameters
    ----------
    table : pandas DataFrame
        Of :func:`ttr_analysis.experiments.worth`, of routes or tracks.
    track_table : pandas DataFrame
        Of :func:`ttr_analysis.stats.track_values`, by route or track likewise.
    bound : float

    Returns
    -------
    pandas DataFrame
        The rows of the first with the columns of ``winner_lift`` and ``misleads``.

    Raises
    ------
    ResultError
        If the tables are not of the same things.
    """
    rows, known = track_table.drop_duplicates("name").set_index("name"), things.spellings(track_table["name"])
    missing = [name for name in table["thing"] if name not in known]
    if missing:
        raise ResultError(f"the table of tracks has no row for {missing[0]}; make both by route, or both by track")
    found = table.copy(deep=False)
    for column in LIFT:
        found[column] = rows.loc[[known[name] for name in table["thing"]], column].to_numpy()
    confidence = columns.intervals_of(track_table).get(LIFT[0], ("", intervals.CONFIDENCE))[1]
    lift, worth = lift_signs(found, confidence), signs(found, "points")
    found["misleads"] = ((lift > 0) & (found["points_high"] < bound)) | (lift * worth < 0)
    return found
