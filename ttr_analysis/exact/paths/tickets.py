"""Tickets on the map: what they cost, which routes they use, what two of them save together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ttr_analysis.exact.odds import chance_of_near_ticket
from ttr_analysis.exact.paths.choices import ticket_paths
from ttr_analysis.exact.paths.graph import Cost, distances
from ttr_analysis.maps import GameMap, Ticket, takes_map
from ttr_analysis.results.source import exact, tagged

MAX_TERMINALS = 12
"""Most cities that :func:`joining_cost` can join; its run time grows as 3 to the power of their number."""

_Group = tuple[int, ...]
"""Cities of which one must be joined: a single one, but for choice tickets."""


@takes_map
def joining_cost(
    game_map: GameMap,
    cities: Sequence[str],
    cost: Cost = "trains",
    *,
    closed: Iterable[int] = (),
    owned: Iterable[int] = (),
) -> float:
    """Compute the cost of the cheapest network that joins some cities (a Steiner tree; exact, Dreyfus and Wagner).

    Parameters
    ----------
    game_map : str, Path or GameMap
    cities : sequence of str
        1 to 12 cities.
    cost : {"trains", "cards", "turns", "draws"}
    closed, owned : iterable of int
        Tracks that cannot be used; tracks that cost nothing.

    Returns
    -------
    float
        inf if the cities cannot be joined.

    Raises
    ------
    MapError
        If a city is not on the map.
    ValueError
        If there are no cities or more than 12, or another argument is not valid.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.paths.joining_cost(usa, ["Seattle", "Miami", "Los Angeles"])
    28.0
    """
    places = [(game_map.city_index[game_map.city(name).name],) for name in cities]
    return _steiner(distances(game_map, cost, closed=closed, owned=owned), places)


@takes_map
def ticket_costs(
    game_map: GameMap, cost: Cost = "trains", *, closed: Iterable[int] = (), owned: Iterable[int] = ()
) -> pd.Series[float]:
    """Compute the cost of completing each ticket: its cheapest path, or for a tour the cheapest network of its stops.

    A choice ticket costs the cheapest path to any of its places.

    Parameters
    ----------
    game_map, cost, closed, owned
        As for :func:`joining_cost`.

    Returns
    -------
    Series of float, index ``ticket`` (names, in the order of ``game_map.tickets``)
        inf for a ticket that is cut off.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.paths.ticket_costs(usa).nsmallest(2).to_dict()
    {'Denver-El Paso': 4.0, 'Kansas City-Houston': 5.0}
    """
    matrix = distances(game_map, cost, closed=closed, owned=owned)
    costs = [_steiner(matrix, places) for places in _places(game_map)]
    return pd.Series(costs, index=_ticket_names(game_map), name=cost, dtype=np.float64)


@takes_map
def trains_missing(game_map: GameMap, owned: Iterable[int], *, closed: Iterable[int] = ()) -> pd.Series[float]:
    """Compute the trains that each ticket still needs, given the tracks owned and closed: 0 for a completed ticket.

    Parameters
    ----------
    game_map : str, Path or GameMap
    owned, closed : iterable of int
        Indices of tracks.

    Returns
    -------
    Series of float, index ``ticket``
        inf for a ticket that is cut off. A tour counts as complete if its stops are joined in any order.

    Raises
    ------
    ValueError
        If a track does not exist, or is both owned and closed.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.paths.trains_missing(usa, [usa.track("Denver-Omaha purple").index])["Denver-El Paso"]
    np.float64(4.0)
    """
    return ticket_costs(game_map, "trains", closed=closed, owned=owned).rename("trains_missing")


@takes_map
def new_ticket_odds(
    game_map: GameMap,
    owned: Iterable[int],
    within: ArrayLike = 0,
    *,
    number: int = 1,
    held: Iterable[str] = (),
    closed: Iterable[int] = (),
) -> NDArray[np.float64]:
    """Return P(at least one of some new tickets is complete at once, or lacks no more than ``within`` trains).

    Parameters
    ----------
    game_map : str, Path or GameMap
    owned, closed : iterable of int
        The player's tracks; tracks that nobody can claim any more.
    within : array_like of int
        Number of trains that may be missing; 0: complete at once.
    number : int
        Tickets drawn.
    held : iterable of str
        Tickets known not to be drawn, by name. Long tickets of a separate deck are never drawn.

    Returns
    -------
    ndarray of float
        In the shape of ``within``.

    Raises
    ------
    MapError
        If a ticket is not on the map; the nearest is suggested.
    ValueError
        If an argument is out of range.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.paths.new_ticket_odds(usa, owned=range(12), within=[0, 4], number=3).round(3).tolist()
    [0.0, 0.621]
    """
    gone = {ticket.index for ticket in game_map.tickets_named(held)}
    long = game_map.rules.tickets.deal_long > 0
    drawn = [t.index for t in game_map.tickets if t.index not in gone and not (long and t.is_long)]
    missing = trains_missing(game_map, owned, closed=closed).to_numpy()[drawn]
    return chance_of_near_ticket(missing, within, number)


@takes_map
def ticket_load(game_map: GameMap, k: int = 1, cost: Cost = "trains") -> pd.DataFrame:
    """Count, for each route, the tickets that have it on one of their k cheapest simple paths.

    Ties for the last place are broken as in :func:`ttr_analysis.exact.paths.k_shortest_paths`. For a tour, the k
    shortest paths of each of its legs count, in the printed order; for a choice ticket, the k shortest to any of its
    places.

    Parameters
    ----------
    game_map : str, Path or GameMap
    k : int
        Number of paths for each ticket.
    cost : {"trains", "cards", "turns", "draws"}

    Returns
    -------
    DataFrame, one row for each route, the most used first
        ``city_a``, ``city_b``, ``tickets`` (their number), ``load`` (their share of all tickets, 0 to 1).

    Raises
    ------
    ValueError
        If ``k`` is less than 1, or more than the number of simple paths of a ticket.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> list(ttr.paths.ticket_load(usa).columns)
    ['city_a', 'city_b', 'tickets', 'load']
    """
    counts = {track.pair: 0 for track in game_map.tracks}
    for ticket in game_map.tickets:
        found = ticket_paths(game_map, ticket, k, cost)
        for route in {route for path in found for route in path.routes}:
            counts[route] += 1
    rows = [(*sorted(pair), number) for pair, number in counts.items()]
    frame = pd.DataFrame(rows, columns=["city_a", "city_b", "tickets"])
    frame = frame.assign(load=frame["tickets"] / max(len(game_map.tickets), 1))
    return frame.sort_values(["tickets", "city_a", "city_b"], ascending=[False, True, True], ignore_index=True)


@takes_map
def ticket_overlap(game_map: GameMap, first: str, second: str, cost: Cost = "trains") -> float:
    """Compute what two tickets save if they are built together: the sum of their costs minus their joint cost.

    Parameters
    ----------
    game_map : str, Path or GameMap
    first, second : str
        Names of tickets.
    cost : {"trains", "cards", "turns", "draws"}

    Returns
    -------
    float
        0 or more, in units of ``cost``; exact (the joint network is one Steiner tree, or two separate paths).

    Raises
    ------
    MapError
        If a ticket is not on the map; the nearest is suggested.
    ValueError
        If ``cost`` is not valid.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.paths.ticket_overlap(usa, "Los Angeles-New York", "Los Angeles-Chicago")
    15.0
    """
    places = [_terminals(game_map, game_map.ticket(name)) for name in (first, second)]
    return _saving(distances(game_map, cost), *places)


@takes_map
def ticket_overlaps(game_map: GameMap, cost: Cost = "trains") -> pd.DataFrame:
    """Compute what every two tickets save if built together (:func:`ticket_overlap`).

    Returns
    -------
    DataFrame of float, shape (tickets, tickets)
        Symmetric; the diagonal holds each ticket's own cost.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.paths.ticket_overlaps(usa).shape
    (30, 30)
    """
    matrix, places = distances(game_map, cost), _places(game_map)
    saved = np.diag([_steiner(matrix, place) for place in places])
    for i, j in combinations(range(len(places)), 2):
        saved[i, j] = saved[j, i] = _saving(matrix, places[i], places[j])
    names = _ticket_names(game_map)
    return tagged(pd.DataFrame(saved, index=names, columns=names), exact(game_map))


def _places(game_map: GameMap) -> list[list[_Group]]:
    return [_terminals(game_map, ticket) for ticket in game_map.tickets]


def _terminals(game_map: GameMap, ticket: Ticket) -> list[_Group]:
    """Return the groups of cities of which one each must be joined, by position."""
    return [tuple(game_map.city_index[city] for city in group) for group in game_map.terminals(ticket)]


def _ticket_names(game_map: GameMap) -> pd.Index[str]:
    return pd.Index([ticket.name for ticket in game_map.tickets], name="ticket", dtype=str)


def _saving(matrix: NDArray[np.float64], first: Sequence[_Group], second: Sequence[_Group]) -> float:
    apart = _steiner(matrix, first) + _steiner(matrix, second)
    if not np.isfinite(apart):
        return 0.0
    return max(0.0, apart - _steiner(matrix, [*first, *second]))


def _steiner(matrix: NDArray[np.float64], terminals: Sequence[_Group]) -> float:
    """Compute the cost of a Steiner tree from the cheapest paths between all cities.

    Of each group of cities, one must be joined. ``best[mask][v]`` is the cost of the cheapest tree
    that joins the groups of ``mask`` and city v.
    """
    joined = list(dict.fromkeys(terminals))
    if not 1 <= len(joined) <= MAX_TERMINALS:
        raise ValueError(f"cities has {len(joined)} different cities, but must have 1 to {MAX_TERMINALS}")
    *others, last = joined
    full = (1 << len(others)) - 1
    if not full:
        return 0.0
    best = np.full((full + 1, matrix.shape[0]), np.inf)
    for i, group in enumerate(others):
        best[1 << i] = matrix[list(group)].min(axis=0)
    for mask in range(1, full + 1):
        if mask & (mask - 1) == 0:
            continue
        part, low = (mask - 1) & mask, mask & -mask
        while part:
            if part & low:  # each split once
                np.minimum(best[mask], best[part] + best[mask ^ part], out=best[mask])
            part = (part - 1) & mask
        best[mask] = (best[mask] + matrix).min(axis=1)
    return float(best[full][list(last)].min())
