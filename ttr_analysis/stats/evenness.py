"""How evenly a board is used: which routes and tickets hardly any game needs, and how evenly claims are spread."""

from collections.abc import Callable
from itertools import groupby

import numpy as np
import pandas as pd
from scipy import special

from ttr_analysis.maps import parallel
from ttr_analysis.results import Result, source
from ttr_analysis.stats import _games, bootstrap, columns, intervals
from ttr_analysis.stats.distributions import student_quantile

SELDOM = 0.05
"""A route is seldom claimed if at most this share of games claims it."""

SELDOM_KEPT = 0.1
"""A ticket is seldom kept if at most this share of those who could keep it at the start do."""

JACKKNIFE = "jackknife by game"
"""Method of the entropies: blocks of games are left out in turn, which also corrects their bias."""

PARTS = 50
"""Number of blocks of games that the jackknife leaves out in turn, at most."""


@source.sourced
def route_use(result: Result) -> pd.DataFrame:
    """Return how often each route is claimed, and an upper bound for those that never were.

    The parallel tracks of a double or triple route that belong together are one route.

    Returns
    -------
    pandas DataFrame
        In alphabetical order: ``name``, ``length`` (of its longest track), ``games`` (n), ``claims`` by anybody, and
        ``claim_share``: share of games in which it was claimed (Wilson), whose ``claim_share_high`` bounds that of a
        route that was never claimed.

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> len(ttr.stats.route_use(result))
    78
    """
    _games.check_enough(result)
    names, lengths, route_of = _routes(result)

    def counts_of(part: Result) -> tuple[bootstrap.Floats, ...]:
        rows = part.columns("tracks", ["track"])
        route = route_of[rows["track"].to_numpy()]
        met = _games.met(part, rows, route, len(names)).sum(axis=0)
        return np.bincount(route, minlength=len(names)).astype(float), met.astype(float)

    claims, met = (each.astype(int) for each in _games.summed(result, counts_of))
    table = pd.DataFrame({"name": names, "length": lengths, "games": len(result)})
    table["claims"] = claims
    columns.add_share(table, "claim_share", met, len(result))
    return table


@source.sourced
def ticket_keeping(result: Result) -> pd.DataFrame:
    """Return how often each ticket was kept of those dealt at the start, and in all.

    How often it was dealt is not recorded, but follows from the rules: of ``tickets`` in a deck, each is among the
    ``deal`` of a player with probability ``deal / tickets``. So ``offers`` is an expected number.

    Returns
    -------
    pandas DataFrame
        In alphabetical order, copies as tickets of their own: ``name``, ``points``, ``player_games``, ``kept`` in
        all; ``kept_share`` of player-games (Wilson), whose upper end bounds that of a ticket that was never kept;
        ``kept_at_start``, ``offers``, and ``start_share``: kept at the start of those offered (bootstrap by game; for
        none kept, Wilson's upper end; NaN if none is dealt).

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> ttr.stats.ticket_keeping(result)["offers"].iloc[0].round(6)
    np.float64(10.0)
    """
    _games.check_enough(result)
    tickets, players, games = result.game_map.tickets, result.rows("players"), len(result)

    def sums_of(part: Result) -> tuple[bootstrap.Floats, ...]:
        kept = part.columns("tickets", ["ticket", "kept_turn"])
        code, start = kept["ticket"].to_numpy(), (kept["kept_turn"] == 0).to_numpy()
        of_games = bootstrap.block_sums(_games.game_places(part, kept)[start], games, code[start], len(tickets))
        return np.bincount(code, minlength=len(tickets)).astype(float), of_games

    in_all, at_start = _games.summed(result, sums_of)
    table = pd.DataFrame({"name": [t.name for t in tickets], "points": [t.points for t in tickets]})
    table["player_games"], table["kept"] = players, in_all.astype(int)
    columns.add_share(table, "kept_share", table["kept"], players)
    table["kept_at_start"] = at_start.sum(axis=0).astype(int)
    table["offers"] = players * _chances(result)
    columns.add(table, "start_share", _start_shares(games, table["offers"].to_numpy(), at_start))
    return table.sort_values(["name", "points"], kind="stable", ignore_index=True)


def few_of(table: pd.DataFrame, name: str, limit: float, games: int) -> intervals.Estimate:
    """Return the share of rows whose share ``name`` is at most ``limit``; surely, and possibly so, as its interval.

    The lower end counts the rows whose whole interval is below the limit, the upper end those that reach below it.
    """
    value, low, high = (table[f"{name}{end}"].dropna() for end in columns.ENDS)
    if value.empty:
        return intervals.Estimate(np.nan, np.nan, np.nan, games, "count of intervals")
    middle, least, most = (float((each <= limit).mean()) for each in (value, high, low))
    return intervals.Estimate(middle, least, most, games, "count of intervals")


def claim_entropy(result: Result) -> intervals.Estimate:
    """Estimate how evenly claims are spread over the routes: their entropy relative to that of equal shares.

    1 if all routes are claimed equally often, near 0 if the same few are claimed in every game (jackknife by game).

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> ttr.stats.claim_entropy(result).n
    50
    """
    names, _, route_of = _routes(result)

    def unit_of(rows: pd.DataFrame) -> bootstrap.Ints:
        return np.asarray(route_of[rows["track"].to_numpy()])

    return _jackknife(result, unit_of, len(names), lambda counts: _entropy(counts) / np.log(max(2, len(names))))


def claimant_entropy(result: Result) -> intervals.Estimate:
    """Estimate how open it is which seat claims a route: the mean entropy over claims, relative to equal chances.

    1 if each route is claimed by all seats equally often; 0 if every route has its own seat (jackknife by game).
    NaN for a player alone.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> ttr.stats.claimant_entropy(result).method
    'jackknife by game'
    """
    names, _, route_of = _routes(result)
    players = result.manifest.players
    if players == 1:
        return intervals.Estimate(np.nan, np.nan, np.nan, len(result), JACKKNIFE)

    def unit_of(rows: pd.DataFrame) -> bootstrap.Ints:
        return np.asarray(route_of[rows["track"].to_numpy()] * players + rows["seat"].to_numpy())

    def mean_entropy(counts: bootstrap.Floats) -> float:
        by_route = counts.reshape(-1, players)
        claims = by_route.sum(axis=1)
        entropies = np.array([_entropy(row) for row in by_route])
        return float(claims @ entropies / max(claims.sum(), 1) / np.log(players))

    return _jackknife(result, unit_of, len(names) * players, mean_entropy)


def routes_left(result: Result) -> intervals.Estimate:
    """Estimate the share of routes of which no track is claimed in a game (Student by game)."""
    names, _, route_of = _routes(result)

    def met_in(part: Result) -> tuple[bootstrap.Floats, ...]:
        rows = part.columns("tracks", ["track"])
        met = _games.met(part, rows, route_of[rows["track"].to_numpy()], len(names)).sum(axis=1)
        game = _games.game_places(part, part.columns("games", []))
        return (np.bincount(game, met, minlength=len(result)).astype(float),)

    (met,) = _games.summed(result, met_in)
    left = 1 - met / len(names)
    return intervals.share_by_game(left)


def _routes(result: Result) -> tuple[list[str], list[int], bootstrap.Ints]:
    """Return the names and lengths of the routes, in alphabetical order, and the route of each track."""
    tracks, routes = result.game_map.tracks, []
    for group in parallel.parallel_sets(result.game_map.tracks):
        first = min((tracks[i] for i in group), key=lambda track: (track.number, track.name))
        routes.append(("-".join(sorted(first.pair)), first.kind, max(tracks[i].length for i in group), group))
    routes.sort(key=lambda route: (*route[:3], sorted(tracks[i].color for i in route[3])))
    route_of = np.zeros(len(tracks), dtype=np.int64)
    names: list[str] = []
    for _, same in groupby(routes, key=lambda route: route[0]):
        several = list(same)
        names += [name if len(several) == 1 else f"{name} {kind}" for name, kind, *_ in several]
    for place, (*_, group) in enumerate(routes):
        route_of[list(group)] = place
    return names, [length for _, _, length, _ in routes], route_of


def _chances(result: Result) -> bootstrap.Floats:
    """Return the probability of each ticket to be among those dealt to a player."""
    rules = result.game_map.rules.tickets
    long = np.array([ticket.is_long and rules.deal_long > 0 for ticket in result.game_map.tickets], dtype=bool)
    chances: bootstrap.Floats = np.where(long, rules.deal_long / max(1, long.sum()), rules.deal / max(1, (~long).sum()))
    return np.minimum(chances, 1)


def _start_shares(games: int, offers: bootstrap.Floats, sums: bootstrap.Floats) -> tuple[bootstrap.Floats, ...]:
    """Return the share kept of the tickets offered at the start, with intervals; ``sums`` are those kept, by block."""
    each = bootstrap.block_sums(np.arange(games), games) * (offers / games)
    value, low, high = (np.minimum(part, 1) for part in bootstrap.ratio_intervals(sums, each))
    none = value == 0
    high[none] = [intervals.share(0, int(number)).high for number in offers[none]]
    return value, low, high


def _entropy(counts: bootstrap.Floats) -> float:
    """Return the entropy of shares given by counts, in natural units; 0 without counts."""
    total = counts.sum()
    return float(special.entr(counts / total).sum()) if total > 0 else 0.0


def _jackknife(
    result: Result,
    unit_of: Callable[[pd.DataFrame], bootstrap.Ints],
    units: int,
    statistic: Callable[[bootstrap.Floats], float],
) -> intervals.Estimate:
    """Estimate a share that is a smooth function of counts, leaving out blocks of games in turn."""
    _games.check_enough(result)
    parts = min(PARTS, len(result))

    def sums_of(part: Result) -> tuple[bootstrap.Floats, ...]:
        rows = part.columns("tracks", ["track", "seat"])
        unit = _games.game_places(part, rows) * parts // len(result) * units + unit_of(rows)
        return (np.bincount(unit, minlength=parts * units).reshape(parts, units).astype(float),)

    (sums,) = _games.summed(result, sums_of)
    total = sums.sum(axis=0)
    whole, without = statistic(total), np.array([statistic(total - each) for each in sums])
    value = parts * whole - (parts - 1) * without.mean()
    error = np.sqrt((parts - 1) / parts * ((without - without.mean()) ** 2).sum())
    half = student_quantile((1 + intervals.CONFIDENCE) / 2, parts - 1) * error
    low, middle, high = (float(np.clip(x, 0, 1)) for x in (value - half, value, value + half))
    return intervals.Estimate(middle, low, high, len(result), JACKKNIFE)
