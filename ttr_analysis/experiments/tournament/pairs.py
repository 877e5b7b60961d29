"""Which strategy beats which: pairs compared with common random numbers, cycles among them, and what a seat is worth.

Games with the same number have the same decks at all tables and in all rotations, and together
count as one observation. With more than two players, a pair is compared where both sit at the
same table: a *win* is to place ahead of the opponent, a shared place is half a win.
"""

from collections.abc import Sequence
from itertools import combinations

import networkx as nx
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ttr_analysis.experiments.tournament.record import Tournament
from ttr_analysis.results.source import sourced
from ttr_analysis.stats.columns import table_of
from ttr_analysis.stats.intervals import CONFIDENCE, even_share_p_value, holm, mean, share_by_game

LONGEST_CYCLE = 5
"""Number of strategies in the longest cycles that are searched for."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Meeting = tuple[int, int, int]


def meetings(seats: Ints, strategy: int, opponent: int) -> list[Meeting]:
    """Return where two strategies sit at the same table: the seating and the seats of both.

    Parameters
    ----------
    seats : array of int, shape (seatings, players)
    strategy, opponent : int
        Two different positions among the strategies.
    """
    return [
        (seating, int(one), int(other))
        for seating, table in enumerate(seats)
        for one in np.flatnonzero(table == strategy)
        for other in np.flatnonzero(table == opponent)
    ]


def pair_games(order: Ints, score: Ints, met: Sequence[Meeting]) -> tuple[Floats, Floats]:
    """Return the share of meetings won and the mean lead in points, for each game.

    Parameters
    ----------
    order, score : array of int, shape (games, seatings, players)
        Final order (the larger number is ahead), and points.
    met : sequence of (seating, seat, seat)
        At least one meeting.
    """
    won, lead = np.zeros((2, len(order)))
    for seating, one, other in met:
        won += (1 + np.sign(order[:, seating, one] - order[:, seating, other])) / 2
        lead += score[:, seating, one].astype(float) - score[:, seating, other]
    return won / len(met), lead / len(met)


@sourced
def matchups(tournament: Tournament, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Compare every pair of strategies, game by game with common random numbers.

    Parameters
    ----------
    tournament : Tournament
    confidence : float, optional

    Returns
    -------
    pandas.DataFrame
        Two rows per pair that meets, one from each side: ``strategy``, ``opponent``,
        ``win_share`` (Wilson's interval by game), ``margin`` (mean lead in points, Student's
        interval on the games' means), each with ``_low`` and ``_high``; ``games``
        (independent observations), ``p_value`` (of the hypothesis that the win share is one
        half) and ``p_adjusted`` (Holm's, over all pairs).

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> ttr.experiments.tournament.matchups(played)["strategy"].tolist()
    ['random', 'greedy_points']
    """
    order, score, seats, names = tournament.standing(), tournament.cube("score"), tournament.seats, tournament.names
    rows, tests = [], []
    for one, other in combinations(range(len(names)), 2):
        if met := meetings(seats, one, other):
            won, lead = pair_games(order, score, met)
            tests.append(even_share_p_value(won))
            for strategy, opponent, wins, margin in ((one, other, won, lead), (other, one, 1 - won, -lead)):
                pair = {"strategy": names[strategy], "opponent": names[opponent]}
                measures = {"win_share": share_by_game(wins, confidence), "margin": mean(margin, confidence)}
                rows.append({**pair, **measures, "games": len(won)})
    table = table_of(rows, ("strategy", "opponent", "win_share", "margin", "games"))
    return table.assign(p_value=np.repeat(tests, 2), p_adjusted=np.repeat(holm(tests), 2))


def win_matrix(compared: pd.DataFrame) -> pd.DataFrame:
    """Return win shares as a matrix: the row's strategy against the column's; the diagonal is empty.

    Parameters
    ----------
    compared : pandas.DataFrame
        Returned by :func:`matchups`.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> ttr.experiments.tournament.win_matrix(ttr.experiments.tournament.matchups(played)).shape
    (2, 2)
    """
    names = list(dict.fromkeys(compared["strategy"]))
    return compared.pivot(index="strategy", columns="opponent", values="win_share").reindex(names)[names]


def cycles(compared: pd.DataFrame, level: float = 1 - CONFIDENCE) -> list[tuple[str, ...]]:
    """Find cycles of strategies in which each one significantly beats the next, as in rock, paper, scissors.

    Parameters
    ----------
    compared : pandas.DataFrame
        Returned by :func:`matchups`.
    level : float, optional
        Largest adjusted p-value of each step.

    Returns
    -------
    list of tuple of str
        Cycles of at most :data:`LONGEST_CYCLE` strategies, the shortest first.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> ttr.experiments.tournament.cycles(ttr.experiments.tournament.matchups(played))
    []
    """
    beats = compared[(compared["p_adjusted"] <= level) & (compared["win_share"] > 0.5)]
    graph = nx.DiGraph(list(zip(beats["strategy"], beats["opponent"], strict=True)))
    found = [_from_the_first(cycle) for cycle in nx.simple_cycles(graph, length_bound=LONGEST_CYCLE)]
    return sorted(found, key=lambda cycle: (len(cycle), cycle))


def _from_the_first(cycle: Sequence[str]) -> tuple[str, ...]:
    first = cycle.index(min(cycle))
    return (*cycle[first:], *cycle[:first])


@sourced
def seats(tournament: Tournament, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return what each seat is worth, averaged over the games of all strategies in it.

    Parameters
    ----------
    tournament : Tournament
    confidence : float, optional

    Returns
    -------
    pandas.DataFrame
        One row per seat; seat 0 moves first: ``map`` (its name), ``players``, ``seat``, ``win_share``
        (Wilson's interval by game; the fair share is 1 / ``players``), ``score``, and ``advantage`` (points above
        the mean of the same table; Student's intervals by game), each with ``_low`` and
        ``_high``; ``games``.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> len(ttr.experiments.tournament.seats(played))
    2
    """
    won, score = tournament.cube("win_share"), tournament.cube("score").astype(float)
    lead = score - score.mean(axis=2, keepdims=True)
    rows = []
    for seat in range(tournament.manifest.players):
        wins = share_by_game(won[:, :, seat].mean(axis=1), confidence)
        points, ahead = (mean(values[:, :, seat].mean(axis=1), confidence) for values in (score, lead))
        rows.append({"seat": seat, "win_share": wins, "score": points, "advantage": ahead, "games": wins.n})
    table = {"map": tournament.game_map.name, "players": tournament.manifest.players}
    return table_of({**table, **row} for row in rows)
