"""The table of worth: estimates from differences between paired games."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ttr_analysis._validate import probability
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth.games import CHANGED, MEASURES, measures
from ttr_analysis.experiments.worth.things import AVOIDABLE
from ttr_analysis.maps import GameMap
from ttr_analysis.rules.limits import SEATS
from ttr_analysis.stats import columns, intervals

BOUND = "bound"
"""Method of an estimate that has a bound around 0 in place of an interval around it."""
FEW = 20
"""With fewer changed values of a measure than this, its difference gets a bound in place of an interval."""
BOUNDS = "bounds"
"""The column with the measures of a row that have a bound in place of an interval, between semicolons."""
BETWEEN = "; "
SHARE = "win_share"
"""How the names of measures begin that cannot change by more than 1."""


def estimate(rows: pd.DataFrame, measure: str, largest: float, confidence: float) -> intervals.Estimate:
    """Return the mean of a measure with its interval.

    With fewer than :data:`FEW` changed values of this measure, the interval is a bound around 0: the largest share of
    games in which it may change (Wilson) times the largest change.
    """
    values = rows[measure].to_numpy()
    if has_interval(rows, measure):
        return intervals.mean(values, confidence)
    return bound(rows, measure, largest, confidence, mean=float(values.mean()) if len(rows) else np.nan)


def bound(rows: pd.DataFrame, measure: str, largest: float, confidence: float, mean: float) -> intervals.Estimate:
    """Return a mean with a bound around 0: the largest share of games in which a measure may change, times a change."""
    changed, n = int(np.count_nonzero(rows[measure].to_numpy())), len(rows)
    half = intervals.share(changed, n, confidence).high * largest
    return intervals.Estimate(mean, -half, half, n, BOUND, confidence)


def bounds_of(estimates: Mapping[str, intervals.Estimate]) -> str:
    """Return which measures have a bound, as the column :data:`BOUNDS` has them."""
    return BETWEEN.join(measure for measure, each in estimates.items() if each.method == BOUND)


def add_estimates(table: pd.DataFrame, measure: str, found: Sequence[intervals.Estimate]) -> None:
    """Add a measure to a table of worth, and tell which of its rows have a bound."""
    columns.add_estimates(table, measure, found)
    told = zip(table.get(BOUNDS, [""] * len(table)), (bounds_of({measure: each}) for each in found), strict=True)
    table[BOUNDS] = pd.Series([BETWEEN.join(filter(None, parts)) for parts in told], table.index, dtype="str")


def facts_in(table: object) -> dict[str, Any] | None:
    """Return what a table of worth says of how it was made; of anything else, None."""
    return table.attrs.get("worth") if isinstance(table, pd.DataFrame) else None


def has_interval(rows: pd.DataFrame, measure: str) -> bool:
    """Return whether enough values of a measure changed for an interval and a test; else there is a bound."""
    return bool(np.count_nonzero(rows[measure].to_numpy()) >= FEW)


def p_value(rows: pd.DataFrame, measure: str) -> float:
    """Return the p-value of a measure (paired t): 1 where it has a bound, as so few changes show nothing."""
    return intervals.paired_p_value(rows[measure]) if has_interval(rows, measure) else 1.0


def half_width(rows: pd.DataFrame, largest: float, confidence: float) -> float:
    """Return the larger half of the interval of the points."""
    found = estimate(rows, "points", largest, confidence)
    return max(found.value - found.low, found.high - found.value)


def largest_change(rows: Mapping[str, pd.DataFrame], measure: str, least: float) -> float:
    """Return the largest change of a measure in a game: 1 of a share, else the largest seen, at least ``least``."""
    if measure.startswith(SHARE):
        return 1.0
    return max(least, *(float(np.abs(each[measure].to_numpy()).max(initial=0.0)) for each in rows.values()))


def single_score(game_map: GameMap) -> float:
    """Return the most points that one track or one ticket of a map scores: what a change may well cost."""
    tracks = (game_map.rules.route_points[track.length] for track in game_map.tracks)
    return float(max([*tracks, *(ticket.points for ticket in game_map.tickets)], default=0))


def worth_table(
    rows: Mapping[str, pd.DataFrame], confidence: float, least: float, inert: Collection[str] = ()
) -> pd.DataFrame:
    """Return a row a thing with the estimates of all measures, those worth most first, alike ones by name.

    ``p_value`` is that of the points, ``p_value_win_share`` that of the share of wins; the adjusted ones hold for all
    of both together (Holm). ``least`` is the least that counts as the largest change of points. The ``inert`` things
    cannot change a game, so that their intervals have no width.
    """
    first = next(iter(rows.values()))
    by_seat = [name for name in measures(SEATS)[len(MEASURES) :] if name in first]
    largest = {measure: largest_change(rows, measure, least) for measure in (*MEASURES, *by_seat)}

    def estimates(name: str, measures: Collection[str]) -> dict[str, intervals.Estimate]:
        return {
            measure: estimate(rows[name], measure, 0.0 if name in inert else largest[measure], confidence)
            for measure in measures
        }

    table = columns.table_of(
        {
            "thing": name,
            **estimates(name, MEASURES),
            "n": len(each),
            "changed": float(each[CHANGED].mean()),
            "p_value": p_value(each, "points"),
            "p_value_win_share": p_value(each, "win_share"),
            "p_adjusted": np.nan,
            "p_adjusted_win_share": np.nan,
            **estimates(name, by_seat),
            BOUNDS: bounds_of(estimates(name, [*MEASURES, *by_seat])),
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

    Raises
    ------
    SetupError
        If it is no table of worth, or the level is no probability.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="habits", players=2, games=40, progress=False)
    >>> ttr.experiments.flaws(table)["thing"].tolist()
    ['no_tickets']
    """
    probability("level", level)
    facts = facts_in(table)
    if facts is None or "change" not in facts or "p_adjusted" not in table:
        raise SetupError("this is not a table of experiments.worth (of one line-up), or it lost how it was made")
    if facts["change"] not in AVOIDABLE:
        return table.iloc[:0]
    points = (table["p_adjusted"] <= level) & (table["points_high"] < 0)
    wins = (table["p_adjusted_win_share"] <= level) & (table["win_share_high"] < 0)
    return table[points | wins].reset_index(drop=True)
