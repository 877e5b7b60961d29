"""The points at which a ticket, or a track of some length, would be neither over- nor undervalued.

All of it is read off games as they were played: correlation among players who chose what they kept and claimed. What
a ticket or a route causes is measured by :func:`ttr_analysis.experiments.worth`. Scores are compared within a game
(less the mean of its table), so that good and bad games for all do not count; of a player alone, with all games.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd

from ttr_analysis.exact import paths
from ttr_analysis.maps import GameMap, ticket_names
from ttr_analysis.results import Result, source
from ttr_analysis.stats import _games, bootstrap, columns, intervals
from ttr_analysis.stats.distributions import normal_tail

LEAST = 30
"""How often a ticket was kept, or a length claimed, for an estimate."""

SURE = 0.05
"""Largest adjusted p-value of a value that is called too high or too low."""

Floats = bootstrap.Floats


@source.sourced
def ticket_fair_points(result: Result) -> pd.DataFrame:
    """Estimate the printed points at which each ticket would be as good to hold as the average ticket.

    Of those who kept a ticket at the start, ``excess`` is the mean score, compared with the table, less that of all
    who kept any ticket. The ticket alone brings ``share_paid`` of its printed points on average: all of them if it is
    always made, and less than 0 if it fails more often. If play stayed the same, a printed point more would bring
    its holders so much more, hence ``fair_points = points - excess / share_paid``. Copies of a ticket are one row.

    Parameters
    ----------
    result : Result
        Whole games.

    Returns
    -------
    pandas DataFrame
        In the order of names: ``name``, ``points`` (printed), ``kept`` at the start; ``excess`` in points,
        ``share_paid`` and ``fair_points`` (all bootstrap by game); ``p_adjusted`` of the excess over the table
        (normal, Holm); ``verdict``: ``too many points`` (more points than would be fair), ``too few points``, or empty
        where chance explains it. Missing where a ticket was kept fewer than 30 times; ``fair_points`` also where the
        interval of ``share_paid`` reaches 0.

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "greedy_points", players=2, games=200, seed=1, progress=False)
    >>> list(ttr.stats.ticket_fair_points(result).columns)[:4]
    ['name', 'points', 'kept', 'excess']
    """
    _games.check_enough(result)
    sums, names, points = _ticket_sums(result)
    excess, paid = _excess(sums, points)
    fair = points - excess / np.where(paid > 0, paid, np.nan)
    table = pd.DataFrame({"name": names, "points": points.astype(int), "kept": sums[0].sum(axis=0).astype(int)})
    few = (table["kept"] < LEAST).to_numpy()
    for name, drawn in (("excess", excess), ("share_paid", paid), ("fair_points", fair)):
        columns.add(table, name, _interval(drawn, few))
    unknown = ~(table["share_paid_low"] > 0)
    table.loc[unknown, [f"fair_points{end}" for end in columns.ENDS]] = np.nan
    return _judged(table, excess, few)


@source.sourced
def length_fair_points(result: Result) -> pd.DataFrame:
    """Estimate the points at which a track of each length would bring as much for its turns as the average track.

    Within a game, scores (compared with the table) are regressed on how many tracks of each length a player claimed
    (compared with the table): ``brings`` is the coefficient, what the score differs by with one more track of that
    length, printed points, tickets and trails included. ``turns`` are those that such a track takes if every card
    drawn is useful (mean over the tracks of that length, see :mod:`ttr_analysis.exact.paths.graph`). On average over
    all claims, a turn brings some points; ``excess`` is what a track brings beyond that for its turns, and
    ``fair_points = points - excess``.

    Returns
    -------
    pandas DataFrame
        One row for each ``length`` on the map: ``points`` (printed), ``claims``, ``turns``; ``brings``, ``excess``
        and ``fair_points`` (all bootstrap by game); ``p_adjusted`` and ``verdict`` as in :func:`ticket_fair_points`.
        Missing where a length was claimed fewer than 30 times; such claims are left out.

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "greedy_points", players=2, games=200, seed=1, progress=False)
    >>> ttr.stats.length_fair_points(result)["length"].tolist()
    [1, 2, 3, 4, 5, 6]
    """
    _games.check_enough(result)
    table, brings, excess = _of_lengths(result)
    few = (table["claims"] < LEAST).to_numpy()
    printed = table["points"].to_numpy(dtype=float)
    for name, drawn in (("brings", brings), ("excess", excess), ("fair_points", printed - excess)):
        columns.add(table, name, _interval(drawn, few))
    return _judged(table, excess, few)


def ticket_slope(result: Result) -> intervals.Estimate:
    """Estimate how many points more a ticket with one more printed point brings its holders (regression).

    The excess of :func:`ticket_fair_points` is regressed on printed points, weighted by how often tickets were kept:
    0 if tickets are priced alike, above 0 if those with many points are the better ones to hold. The value is NaN
    where all tickets kept have the same points.
    """
    sums, _, points = _ticket_sums(result)
    excess, _ = _excess(sums, points)
    return _slope(excess, points, sums[0].sum(axis=0), len(result))


def length_slope(result: Result) -> intervals.Estimate:
    """Estimate how many points more, beyond what its turns are worth, a track with one more space brings.

    The excess of :func:`length_fair_points` is regressed on the length, weighted by claims.
    """
    table, _, excess = _of_lengths(result)
    claims = table["claims"].to_numpy(dtype=float)
    return _slope(excess, table["length"].to_numpy(dtype=float), np.where(claims < LEAST, 0, claims), len(result))


def compared_scores(result: Result, mean: Floats | None = None) -> Floats:
    """Return the score of each player less the mean of the table; of a player alone, less that of all games.

    ``mean`` is that of all games if these are only a batch of them.
    """
    scores = _scores(result)
    return _compared(result, scores, scores.mean(axis=0) if mean is None else mean)[:, 0]


def _scores(result: Result) -> Floats:
    """Return the scores of the players, one column."""
    return result.columns("players", ["score"])["score"].to_numpy(dtype=float)[:, None]


def _mean_score(result: Result) -> Floats:
    """Return the mean score of all players, as an array of one number."""
    (points,) = _games.summed(result, lambda part: (_scores(part).sum(axis=0),))
    return np.asarray(points / result.rows("players"))


def _compared(result: Result, values: Floats, means: Floats) -> Floats:
    """Return the columns less their mean over the players of each game; of a player alone, less those of all games."""
    if result.manifest.players == 1:
        return np.asarray(values - means)
    game, games = result.game_places(result.columns("players", [])), len(result)
    number = np.bincount(game, minlength=games)[:, None]
    whole = np.stack([np.bincount(game, column, games) for column in values.T], axis=1)
    centred: Floats = values - (whole / np.maximum(number, 1))[game]
    return centred


def _weights(games: int) -> Floats:
    """Return the weights of blocks: once as they are, then as drawn by the bootstrap."""
    blocks = bootstrap.block_count(games)
    weights: Floats = np.vstack([np.ones(blocks), bootstrap.block_draws(blocks)])
    return weights


def _distinct(game_map: GameMap) -> tuple[bootstrap.Ints, list[str], Floats]:
    """Return the row of each ticket, copies in one, and names and points of the rows, in alphabetical order."""
    kinds = [replace(ticket, index=0, copies=1) for ticket in game_map.tickets]
    rows = sorted(dict.fromkeys(kinds), key=lambda ticket: (ticket.name, ticket.points, repr(ticket)))
    place = {ticket: number for number, ticket in enumerate(rows)}
    names = ticket_names.told_apart([ticket.name for ticket in rows])
    return np.array([place[kind] for kind in kinds], dtype=np.int64), names, np.array([t.points for t in rows], float)


def _ticket_sums(result: Result) -> tuple[list[Floats], list[str], Floats]:
    """Return, by block and ticket, how often it was kept, the scores of those who did, and the points it brought."""
    row_of, names, points = _distinct(result.game_map)
    middle = _mean_score(result)

    def sums_of(part: Result) -> tuple[Floats, ...]:
        rows = part.columns("tickets", ["ticket", "seat", "kept_turn", "points"])
        kept = rows[(rows["kept_turn"] == 0).to_numpy()]
        row, game = row_of[kept["ticket"].to_numpy()], _games.game_places(part, kept)
        scores = compared_scores(part, middle)[part.seat_places(kept)]
        weights = (None, scores, kept["points"].to_numpy(dtype=float))
        return tuple(bootstrap.block_sums(game, len(result), row, len(names), each) for each in weights)

    return list(_games.summed(result, sums_of)), names, points


def _excess(sums: list[Floats], points: Floats) -> tuple[Floats, Floats]:
    """Return, in the games and in each bootstrap sample of them, the excess and the share paid of each ticket."""
    blocks = len(sums[0])
    kept, scores, brought = (_weights(blocks) @ each for each in sums)
    number = np.where(kept > 0, kept, np.nan)
    average = scores.sum(axis=1, keepdims=True) / np.maximum(kept.sum(axis=1, keepdims=True), 1)
    return scores / number - average, brought / number / np.where(points > 0, points, np.nan)


def _of_lengths(result: Result) -> tuple[pd.DataFrame, Floats, Floats]:
    """Return the lengths, and what they bring and their excess in the games and in each bootstrap sample of them."""
    game_map = result.game_map
    length_of = np.array([track.length for track in game_map.tracks])
    lengths = np.unique(length_of)
    column = np.searchsorted(lengths, length_of)

    def counts_of(part: Result) -> Floats:
        rows, number = part.columns("tracks", ["track", "seat"]), part.rows("players") * len(lengths)
        unit = part.seat_places(rows) * len(lengths) + column[rows["track"].to_numpy()]
        return np.bincount(unit, minlength=number).reshape(-1, len(lengths)).astype(float)

    (claims,) = _games.summed(result, lambda part: (counts_of(part).sum(axis=0),))
    costs = paths.track_costs(game_map, "turns")
    turns = np.array([costs[length_of == length].mean() for length in lengths])
    often = claims >= LEAST
    brings = np.full((intervals.RESAMPLES + 1, len(lengths)), np.nan)
    if often.any():
        means = claims[often] / result.rows("players")
        brings[:, often] = _regressed(result, lambda part: counts_of(part)[:, often], means)
    shares = np.where(often, claims, 0) / max(claims[often].sum(), 1)
    a_turn = np.nansum(shares * brings, axis=1, keepdims=True) / max(float(shares @ turns), 1e-9)
    table = pd.DataFrame({"length": lengths, "points": [game_map.rules.route_points[n] for n in lengths]})
    return table.assign(claims=claims.astype(int), turns=turns), brings, brings - a_turn * turns


def _regressed(result: Result, counts_of: Callable[[Result], Floats], means: Floats) -> Floats:
    """Regress compared scores on compared counts, whose means over all players are given.

    Returns the coefficients of the games and of each bootstrap sample.
    """
    number, games, middle = len(means), len(result), _mean_score(result)

    def sums_of(part: Result) -> tuple[Floats, ...]:
        x, y = _compared(part, counts_of(part), means), compared_scores(part, middle)[:, None]
        products = [x[:, i] * x[:, j] for i in range(number) for j in range(number)] + [*(x * y).T]
        game = _games.game_places(part, part.columns("players", []))
        return (np.hstack([bootstrap.block_sums(game, games, weights=each) for each in products]),)

    sums = _weights(games) @ _games.summed(result, sums_of)[0]
    squares = sums[:, : number**2].reshape(-1, number, number)
    found: Floats = np.linalg.pinv(squares, hermitian=True) @ sums[:, number**2 :, None]
    return found.reshape(-1, number)


def _interval(drawn: Floats, unknown: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[Floats, Floats, Floats]:
    """Return the values, which come first, and the quantiles of the samples below; NaN where the value is unknown."""
    tail = (1 - intervals.CONFIDENCE) / 2
    value = np.where(unknown, np.nan, drawn[0])
    low, high = np.full((2, len(value)), np.nan)
    known = ~np.isnan(value)
    if known.any():
        low[known], high[known] = np.nanquantile(drawn[1:, known], (tail, 1 - tail), axis=0)
    return value, low, high


def _judged(table: pd.DataFrame, excess: Floats, few: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> pd.DataFrame:
    """Add the adjusted p-value of the excess, and what it says of the printed points."""
    error = np.array([np.nanstd(column) if not (unknown or np.isnan(column[0])) else np.nan
                      for column, unknown in zip(excess[1:].T, few, strict=True)])  # fmt: skip
    tested = error > 0
    table["p_adjusted"] = np.nan
    p_values = 2 * normal_tail(np.abs(excess[0][tested]) / error[tested])
    table.loc[tested, "p_adjusted"] = intervals.holm(p_values)
    sure = table["p_adjusted"] <= SURE
    table["verdict"] = np.where(sure, np.where(table["excess"] > 0, "too many points", "too few points"), "")
    return table


def _slope(excess: Floats, at: Floats, weight: Floats, games: int) -> intervals.Estimate:
    """Return the weighted regression slope of the excess, with its interval over the bootstrap samples."""
    known = ~np.isnan(excess)
    weights = np.where(known, weight, 0)
    total = np.maximum(weights.sum(axis=1, keepdims=True), 1e-9)
    x = at - (weights * at).sum(axis=1, keepdims=True) / total
    spread = (weights * x**2).sum(axis=1)
    above = (weights * x * np.where(known, excess, 0)).sum(axis=1)
    slopes = np.divide(above, spread, out=np.full(len(spread), np.nan), where=spread > 1e-9)
    value, low, high = _interval(slopes[:, None], np.zeros(1, bool))
    return intervals.Estimate(float(value[0]), float(low[0]), float(high[0]), games, columns.BOOTSTRAP)
