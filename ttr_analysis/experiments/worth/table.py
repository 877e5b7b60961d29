"""The table of worth: estimates from differences between paired games."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from ttr_analysis.experiments.worth.games import CHANGED, MEASURES, measures
from ttr_analysis.experiments.worth.things import AVOIDABLE
from ttr_analysis.rules.limits import SEATS
from ttr_analysis.stats import intervals
from ttr_analysis.stats.columns import table_of

FEW = 20
"""With fewer changed games than this, a difference gets a bound in place of an interval."""
SHARES = ("win_share", "win_share_of_others")


def estimate(rows: pd.DataFrame, measure: str, largest: float, confidence: float) -> intervals.Estimate:
    """Return the mean of a measure with its interval.

    With fewer than :data:`FEW` changed games, the interval is a bound: the largest share of games that may change
    (Wilson) times the largest change ever seen, around 0. If no game changed, it has no width.
    """
    values = rows[measure].to_numpy()
    changed, n = int(rows[CHANGED].sum()), len(rows)
    if changed >= FEW:
        return intervals.mean(values, confidence)
    bound = intervals.share(changed, n, confidence).high * largest if changed else 0.0
    return intervals.Estimate(float(values.mean()) if n else np.nan, -bound, bound, n, "bound", confidence)


def half_width(rows: pd.DataFrame, largest: float, confidence: float) -> float:
    """Return the larger half of the interval of the points."""
    found = estimate(rows, "points", largest, confidence)
    return max(found.value - found.low, found.high - found.value)


def largest_change(rows: Mapping[str, pd.DataFrame], measure: str) -> float:
    """Return the largest change of a measure in any game of any thing."""
    return max((float(np.abs(each[measure].to_numpy()).max(initial=0.0)) for each in rows.values()), default=0.0)


def worth_table(rows: Mapping[str, pd.DataFrame], confidence: float) -> pd.DataFrame:
    """Return a row a thing with the estimates of all measures, those worth most first, alike ones by name.

    ``p_value`` is that of the points (paired t), ``p_value_win_share`` that of the share of wins; the adjusted ones
    hold for all of both together (Holm).
    """
    first = next(iter(rows.values()))
    by_seat = [name for name in measures(SEATS)[len(MEASURES) :] if name in first]
    largest = {measure: largest_change(rows, measure) for measure in (*MEASURES, *by_seat)}
    table = table_of(
        {
            "thing": name,
            **{measure: estimate(each, measure, largest[measure], confidence) for measure in MEASURES},
            "n": len(each),
            "changed": float(each[CHANGED].mean()),
            "p_value": intervals.paired_p_value(each["points"]),
            "p_value_win_share": intervals.paired_p_value(each["win_share"]),
            "p_adjusted": np.nan,
            "p_adjusted_win_share": np.nan,
            **{measure: estimate(each, measure, largest[measure], confidence) for measure in by_seat},
        }
        for name, each in rows.items()
    )
    adjusted = intervals.holm(table[["p_value", "p_value_win_share"]].to_numpy().reshape(-1)).reshape(-1, 2)
    table["p_adjusted"], table["p_adjusted_win_share"] = adjusted[:, 0], adjusted[:, 1]
    return table.sort_values(["points", "thing"], ascending=[False, True], ignore_index=True)


def flaws(table: pd.DataFrame, level: float = 0.05) -> pd.DataFrame:
    """Return the things without which their owner has more points or wins, beyond chance over the whole table.

    That reveals a flaw of the strategy only where it could have left the thing alone and nobody else notices:
    nothing is returned where something else was changed.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="habits", players=2, games=40, progress=False)
    >>> len(ttr.experiments.flaws(table)) <= len(table)
    True
    """
    if table.attrs["worth"]["change"] not in AVOIDABLE:
        return table.iloc[:0]
    points = (table["p_adjusted"] <= level) & (table["points"] < 0)
    wins = (table["p_adjusted_win_share"] <= level) & (table["win_share"] < 0)
    return table[points | wins].reset_index(drop=True)
