"""What is beside worth: points and wins that part company, and correlation that misleads."""

from __future__ import annotations

import pandas as pd

from ttr_analysis.errors import ResultError

BOUND = 0.5
"""Points that count as little."""
LIFT = ("winner_lift", "winner_lift_low", "winner_lift_high")


def signs(table: pd.DataFrame, column: str) -> pd.Series[int]:
    """Return 1 or -1 where an estimate differs from 0 beyond chance, and 0 where its interval holds 0."""
    return (table[f"{column}_low"] > 0).astype(int) - (table[f"{column}_high"] < 0).astype(int)


def parting(table: pd.DataFrame) -> pd.Series[bool]:
    """Return which things differ from 0 beyond chance in points or in wins, and have the other sign in the other."""
    points, wins = signs(table, "points"), signs(table, "win_share")
    return (points * table["win_share"] < 0) | (wins * table["points"] < 0)


def lift_and_worth(table: pd.DataFrame, track_table: pd.DataFrame, bound: float = BOUND) -> pd.DataFrame:
    """Put what winners claim more often beside what it is worth, and mark what misleads.

    A thing misleads if winners claim it more often than others beyond chance, though the interval of its worth lies
    below ``bound``; or if the two have opposite signs, both beyond chance.

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
    turned = track_table["city_b"] + "-" + track_table["city_a"]
    lifts = track_table.assign(thing=track_table["name"]).drop_duplicates("thing")
    other = track_table.assign(thing=turned).drop_duplicates("thing")
    known = pd.concat([lifts, other]).drop_duplicates("thing").set_index("thing")
    missing = [name for name in table["thing"] if name not in known.index]
    if missing:
        raise ResultError(f"the table of tracks has no row for {missing[0]}; make both by route, or both by track")
    found = table.copy(deep=False)
    for column in LIFT:
        found[column] = known.loc[found["thing"], column].to_numpy()
    lift, worth = signs(found, "winner_lift"), signs(found, "points")
    found["misleads"] = ((lift > 0) & (found["points_high"] < bound)) | (lift * worth < 0)
    return found
