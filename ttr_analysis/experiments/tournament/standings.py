"""The ladder: ratings, win shares and scores of all strategies, best first."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ttr_analysis.experiments.tournament.ratings import Ratings, ratings
from ttr_analysis.experiments.tournament.record import Tournament
from ttr_analysis.results.source import sourced
from ttr_analysis.stats._games import check_enough
from ttr_analysis.stats.columns import add_estimates
from ttr_analysis.stats.intervals import CONFIDENCE, mean, share_by_game


@sourced
def standings(tournament: Tournament, confidence: float = CONFIDENCE, fitted: Ratings | None = None) -> pd.DataFrame:
    """Rank the strategies of a tournament.

    Parameters
    ----------
    tournament : Tournament
        With at least two games.
    confidence : float, optional
    fitted : Ratings, optional
        The ratings, if they have already been fitted.

    Returns
    -------
    pandas.DataFrame
        One row per strategy, the best rating first: ``strategy``; ``rating``
        (:func:`ttr_analysis.experiments.tournament.ratings.ratings`); ``win_share`` and ``score`` over
        its seats at tables with others (at all tables if it meets no other strategy), with
        Wilson's and Student's intervals by game; each with ``_low`` and ``_high``;
        ``games``, the number of independent observations.

    Raises
    ------
    ResultError
        If there are fewer than two games.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> ttr.experiments.tournament.standings(played)["strategy"].tolist()
    ['greedy_points', 'random']
    """
    check_enough(tournament.games, 2, "of each seating")
    fitted = fitted or ratings(tournament, confidence)
    table = fitted.strategies.copy()
    won, score = tournament.cube("win_share"), tournament.cube("score")
    seats = [seats_of(tournament, strategy) for strategy in range(len(tournament.names))]
    add_estimates(table, "win_share", [share_by_game(won[:, mine].mean(axis=1), confidence) for mine in seats])
    add_estimates(table, "score", [mean(score[:, mine].mean(axis=1), confidence) for mine in seats])
    table = table.assign(games=tournament.games)
    table.attrs["bounded"] = fitted.bounded
    return table.sort_values("rating", ascending=False, ignore_index=True)


def seats_of(tournament: Tournament, strategy: int) -> NDArray[np.bool_]:
    """Return where a strategy sits, without its mirror matches if it has other matches."""
    everywhere: NDArray[np.bool_] = tournament.seats == strategy
    among_others: NDArray[np.bool_] = everywhere & ~tournament.mirrors[:, None]
    return among_others if among_others.any() else everywhere
