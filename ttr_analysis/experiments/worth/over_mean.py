"""Worth over the mean of like things: a ticket over the average one, a card over one of a colour, in the same games."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.maps import GameMap
from ttr_analysis.stats import intervals

ENDING = "_over_mean"
"""How the names of the columns end."""
MEASURES = ("points", "win_share")
"""What is compared with the mean."""
P_VALUES = {"points": "p_value", "win_share": "p_value_win_share"}
ADJUSTED = {"points": "p_adjusted", "win_share": "p_adjusted_win_share"}
_DIGITS = 12
"""Digits to which a difference is exact: the mean of equal numbers need not be that number in the last digits."""


def reference(game_map: GameMap, of: str, change: str, names: Sequence[str]) -> list[str]:
    """Return the things whose mean the others are compared with: all tickets, or the cards that have a colour.

    There are none where the things do not stand for each other.
    """
    if (of, change) == ("tickets", "offered"):
        return list(names)
    if (of, change) == ("cards", "more"):
        colors = {card.name for card in game_map.rules.cards if not card.wild}
        return [name for name in names if name in colors]
    return []


def add(
    table: pd.DataFrame, rows: Mapping[str, pd.DataFrame], others: Sequence[str], least: float, confidence: float
) -> None:
    """Add what each thing is worth over the mean of others to a table of worth.

    In each game, the mean of the others is subtracted from the difference that the thing makes; the thing may be one of
    them. Only games that all things have are counted. As the things share their games, this is far more certain than
    the difference of two rows. A thing that itself changed few of these games has a bound: its difference from the mean
    then is nearly all made of what the others changed, and its few changes are too rare for an interval.

    Parameters
    ----------
    table : pandas DataFrame
        Of :func:`ttr_analysis.experiments.worth`; changed in place. New are ``points_over_mean`` and
        ``win_share_over_mean`` with the ends of their intervals, ``n_over_mean``, and ``p_value_over_mean``,
        ``p_value_win_share_over_mean`` with the adjusted ones (Holm, over both measures of all things).
    rows : mapping of str to DataFrame
        The differences of the pairs of games, by the name of the thing.
    others : sequence of str
        The things whose mean counts.
    least : float
        The least that counts as the largest change of points.
    confidence : float
    """
    over = {measure: _over_mean(rows, table["thing"].tolist(), others, measure) for measure in MEASURES}
    p_values = {}
    for measure, found in over.items():
        largest = 2 * estimates.largest_change(rows, measure, least)  # of the thing, and of the mean the other way
        parts = [found[[name]].rename(columns={name: measure}) for name in table["thing"]]
        own = [rows[name][rows[name]["game"].isin(found.index)] for name in table["thing"]]
        bounds = [_is_rare(each, part, measure) for each, part in zip(own, parts, strict=True)]
        estimates.add_estimates(table, measure + ENDING, [
            estimates.bound(each, measure, largest, confidence, mean=float(part[measure].mean())) if bounded
            else estimates.estimate(part, measure, largest, confidence)
            for each, part, bounded in zip(own, parts, bounds, strict=True)
        ])  # fmt: skip
        p_values[measure] = [
            1.0 if bounded else estimates.p_value(part, measure) for part, bounded in zip(parts, bounds, strict=True)
        ]
    table[f"n{ENDING}"] = len(over["points"])
    adjusted = intervals.holm(np.ravel(list(p_values.values()))).reshape(len(MEASURES), -1)
    for measure, holm in zip(MEASURES, adjusted, strict=True):
        table[P_VALUES[measure] + ENDING] = p_values[measure]
        table[ADJUSTED[measure] + ENDING] = holm


def _is_rare(own: pd.DataFrame, over: pd.DataFrame, measure: str) -> bool:
    """Return whether a thing itself, or its difference from the mean, changed too rarely for an interval."""
    return not (estimates.has_interval(own, measure) and estimates.has_interval(over, measure))


def _over_mean(
    rows: Mapping[str, pd.DataFrame], names: Sequence[str], others: Sequence[str], measure: str
) -> pd.DataFrame:
    """Return a column a thing and a row a game that all have: its difference less the mean of the others."""
    games = pd.concat({name: rows[name].set_index("game")[measure] for name in names}, axis=1, join="inner")
    return games.sub(games[list(others)].mean(axis=1), axis=0).round(_DIGITS)
