"""The points of a tournament: leads game by game, the distribution of scores, and their parts."""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from ttr_analysis.errors import ResultError
from ttr_analysis.experiments.tournament.pairs import meetings, pair_games
from ttr_analysis.experiments.tournament.record import Tournament
from ttr_analysis.experiments.tournament.standings import seats_of
from ttr_analysis.results.source import sourced
from ttr_analysis.stats import PARTS, columns, intervals


@sourced
def margins(tournament: Tournament, chosen: Iterable[tuple[str, str]]) -> pd.DataFrame:
    """Return the lead of one strategy over another in each game.

    Parameters
    ----------
    tournament : Tournament
    chosen : iterable of (str, str)
        Pairs of names: the lead is that of the first over the second.

    Returns
    -------
    pandas.DataFrame
        One row per pair and game: ``strategy``, ``opponent``, ``seed``, ``game``, ``margin``
        (points, the mean over all seats in which they meet in the game) and
        ``win_share`` (of these meetings); :func:`ttr_analysis.experiments.tournament.pairs.matchups`
        averages these.

    Raises
    ------
    ResultError
        If a name is not in the tournament, or two strategies do not meet.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> len(ttr.experiments.tournament.margins(played, [("greedy_points", "random")]))
    40
    """
    order, score, seats, names = tournament.standing(), tournament.cube("score"), tournament.seats, tournament.names
    tables = []
    for strategy, opponent in chosen:
        met = meetings(seats, *(_place(names, name) for name in (strategy, opponent))) if strategy != opponent else []
        if not met:
            raise ResultError(f"{strategy} and {opponent} do not meet in this tournament")
        won, lead = pair_games(order, score, met)
        who = {"strategy": strategy, "opponent": opponent, "seed": tournament.manifest.seed}
        tables.append(pd.DataFrame({**who, "game": range(len(won)), "margin": lead, "win_share": won}))
    return pd.concat(tables, ignore_index=True)


def _place(names: tuple[str, ...], name: str) -> int:
    if name not in names:
        raise ResultError(f"{name!r} is not in this tournament; it has: {', '.join(names)}")
    return names.index(name)


@sourced
def score_counts(tournament: Tournament) -> pd.DataFrame:
    """Count how often each strategy reached each score at tables with others.

    Returns
    -------
    pandas.DataFrame
        One row per strategy and score that occurs: ``strategy``, ``score``, ``players``
        (number of seats, over all games, that ended with it) and their ``share``.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> int(ttr.experiments.tournament.score_counts(played).iloc[:, -1].sum())
    1
    """
    score, tables = tournament.cube("score"), []
    for strategy, name in enumerate(tournament.names):
        values, players = np.unique(score[:, seats_of(tournament, strategy)], return_counts=True)
        counts = {"score": values, "players": players, "share": players / players.sum()}
        tables.append(pd.DataFrame({"strategy": name, **counts}))
    return pd.concat(tables, ignore_index=True)


@sourced
def score_parts(tournament: Tournament, confidence: float = intervals.CONFIDENCE) -> pd.DataFrame:
    """Split mean scores into their parts, as :func:`ttr_analysis.stats.score_parts` does for a result.

    Returns
    -------
    pandas.DataFrame
        One row per strategy and ``part`` (those of :data:`ttr_analysis.stats.PARTS` that
        occur, and ``score``): ``who`` (``all``: every seat at tables with others), ``mean`` in
        points with Student's interval by game, and ``players``, their number.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> len(ttr.experiments.tournament.score_parts(played)) > 10, played.games
    (True, 40)
    """
    rows = tournament.rows
    parts = {part: column for part, column in PARTS.items() if rows[column].any() or part == "routes"}
    table = []
    for strategy, name in enumerate(tournament.names):
        seats = seats_of(tournament, strategy)
        for part, column in (*parts.items(), ("score", "score")):
            points = intervals.mean(tournament.cube(column)[:, seats].mean(axis=1), confidence)
            players = int(seats.sum()) * tournament.games
            table.append({"strategy": name, "who": "all", "part": part, "mean": points, "players": players})
    return columns.table_of(table)
