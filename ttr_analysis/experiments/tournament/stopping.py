"""Decide when a tournament has played enough, with intervals that may be looked at any number of times.

An ordinary interval that is checked again and again as games come in is wrong far more often
than its nominal confidence says. Here each pair's win share has an asymptotic confidence
sequence (:func:`ttr_analysis.stats.intervals.confidence_sequence`), and the pairs share the error
probability equally (Bonferroni): with the nominal confidence, no interval of any pair is wrong
at any look, so it is safe to stop by them, and safe to continue later. Looks are made after
fixed numbers of games, so faster and slower machines stop at the same game.
"""

from itertools import combinations
from typing import Literal

import pandas as pd

from ttr_analysis._validate import shown
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.tournament.pairs import meetings, pair_games
from ttr_analysis.experiments.tournament.record import Tournament
from ttr_analysis.results.source import sourced
from ttr_analysis.stats.columns import table_of
from ttr_analysis.stats.intervals import CONFIDENCE, confidence_sequence

FIRST_LOOK = 32
"""Number of games of each seating before the first look."""

LOOK_GROWTH = 1.25
"""Factor by which the number of games grows from one look to the next."""

Until = Literal["decided"] | float


def check_until(until: object) -> None:
    """Check that this is a valid condition to stop.

    Raises
    ------
    SetupError
        If it is neither ``"decided"`` nor a width from 0 to 1.
    """
    width = isinstance(until, int | float) and not isinstance(until, bool) and 0 < until < 1
    if until != "decided" and not width:
        raise SetupError(f"until must be 'decided' or the width of an interval between 0 and 1, not {shown(until)}")


def next_look(games: int) -> int:
    """Return the number of games of each seating at the first look after ``games`` games."""
    look = FIRST_LOOK
    while look <= games:
        look = int(look * LOOK_GROWTH)
    return look


@sourced
def anytime_matchups(tournament: Tournament, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Estimate the win share of each pair, with intervals that hold for all pairs at all looks together.

    Parameters
    ----------
    tournament : Tournament
    confidence : float, optional
        Confidence of all intervals together.

    Returns
    -------
    pandas.DataFrame
        One row per pair that meets, in the order of the strategies: ``strategy``, ``opponent``,
        ``win_share`` with ``_low`` and ``_high``, ``games``, and whether the pair is ``decided``:
        whether one half lies outside the interval.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> len(ttr.experiments.tournament.anytime_matchups(played))
    1
    """
    order, seats = tournament.standing(), tournament.seats
    met = [pair for pair in combinations(range(len(tournament.names)), 2) if meetings(seats, *pair)]
    each = 1 - (1 - confidence) / max(1, len(met))
    rows = []
    for one, other in met:
        ahead, _ = pair_games(order, order, meetings(seats, one, other))
        share = confidence_sequence(ahead, each, bounds=(0, 1))
        pair = {"strategy": tournament.names[one], "opponent": tournament.names[other]}
        rows.append({**pair, "win_share": share, "games": share.n})
    table = table_of(rows, ("strategy", "opponent", "win_share", "win_share_low", "win_share_high", "games"))
    return table.assign(decided=(table["win_share_low"] > 0.5) | (table["win_share_high"] < 0.5))


def enough(tournament: Tournament, until: Until) -> bool:
    """Return whether a tournament has played enough games."""
    matchups = anytime_matchups(tournament)
    if until == "decided":
        return bool(matchups["decided"].all())
    return bool((matchups["win_share_high"] - matchups["win_share_low"] <= until).all())
