"""How scores of one's own stand among those of the players of simulated games."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from ttr_analysis._validate import whole_number
from ttr_analysis.results.result import Result
from ttr_analysis.results.source import sourced
from ttr_analysis.stats import columns, intervals
from ttr_analysis.stats._games import check_enough, game_places, summed
from ttr_analysis.stats.bootstrap import Floats


@sourced
def percentiles(result: Result, scores: Sequence[int]) -> pd.DataFrame:
    """Compute the percentile of scores among the final scores of all players of a result.

    The percentile is the share of players who score less, half of those with the same score counted with
    them, in percent. Players of one game depend on each other, so the interval is that of the mean over games of
    the share in each game.

    Parameters
    ----------
    result : Result
    scores : sequence of int

    Returns
    -------
    pandas DataFrame
        ``score``, ``percentile`` (Wilson by game), ``player_games``: one row per score, in the order given.

    Raises
    ------
    SetupError
        If a score is not a whole number.
    ResultError
        If there are too few games for an interval.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> table = ttr.stats.percentiles(result, [-500, 500])
    >>> table["percentile"].tolist()
    [0.0, 100.0]
    """
    check_enough(result)
    wanted = [whole_number(f"scores, entry {i}", score) for i, score in enumerate(scores, 1)]
    table = pd.DataFrame({"score": pd.Series(wanted, dtype="int64")})
    estimates = [intervals.share_by_game(_shares_below(result, score)) for score in wanted]
    columns.add_estimates(table, "percentile", estimates)
    for end in columns.ENDS:
        if estimates:
            table[f"percentile{end}"] *= 100
    table["player_games"] = result.rows("players")
    return table


def _shares_below(result: Result, score: int) -> Floats:
    """Return the share of the players of each game who score less, half of those with the same score among them."""

    def shares_of(part: Result) -> tuple[Floats, ...]:
        players = part.columns("players", ["score"])
        game, scores = game_places(part, players), players["score"].to_numpy()
        below = np.bincount(game, (scores < score) + (scores == score) / 2, minlength=len(result))
        return (below / np.maximum(np.bincount(game, minlength=len(result)), 1),)

    return summed(result, shares_of)[0]
