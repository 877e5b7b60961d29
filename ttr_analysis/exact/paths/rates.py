"""Points per turn: the path between two cities that brings most for each turn it takes, beside the cheapest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import networkx as nx
import pandas as pd

from ttr_analysis import _validate
from ttr_analysis.exact.paths import choices, graph, ways
from ttr_analysis.maps import GameMap, Ticket, takes_map
from ttr_analysis.results import source

EXTRA = 6
"""How many trains more than the path with fewest turns a path may take, if nothing else is said."""


@takes_map
def best_path_per_turn(
    game_map: GameMap, start: str, end: str, *, bonus: int = 0, extra: int = EXTRA, closed: Iterable[int] = ()
) -> ways.RoutePath:
    """Find the simple path between two cities that brings most points per turn.

    The points are those of its routes and ``bonus``; the turns are the expected ones to claim them
    (cost ``turns`` of :mod:`ttr_analysis.exact.paths.graph`), a lower bound. All simple paths that take at most
    ``extra`` trains more than the one with fewest turns are compared. Among equals, the one with fewest turns is
    best, then the first by the names of its cities.

    Parameters
    ----------
    game_map : str, Path or GameMap
    start, end : str
        Two cities, by printed name or alias.
    bonus : int
        Points for joining the cities: the value of a ticket.
    extra : int
        0 or more. The time grows steeply with it.
    closed : iterable of int
        Tracks that cannot be used.

    Returns
    -------
    RoutePath
        Its ``cost`` is its ``turns``.

    Raises
    ------
    MapError
        If a city is not on the map.
    ValueError
        If the cities are the same or not joined, or another argument is not valid.

    Examples
    --------
    >>> best = ttr.paths.best_path_per_turn("usa", "Denver", "Chicago")
    >>> cheapest = ttr.paths.shortest_path("usa", "Denver", "Chicago", "turns")
    >>> [(path.points, path.turns) for path in (best, cheapest)]
    [(26, 9.5), (14, 6.0)]
    """
    extra, bonus = _validate.count("extra", extra, 0), _validate.count("bonus", bonus, 0)
    routes = graph.route_graph(game_map, "turns", closed=closed)
    cheapest = ways.shortest_paths(game_map, start, end, "turns", closed=closed)
    limit = max(path.trains for path in cheapest) + extra
    found = list(_within(game_map, routes, cheapest[0], limit))
    paths = ways.paths_of(game_map, routes, "turns", found)
    return min(paths, key=lambda path: (-round((path.points + bonus) / path.turns, 9), path.turns, path.cities))


@takes_map
def ticket_rates(game_map: GameMap, *, extra: int = EXTRA) -> pd.DataFrame:
    """Compute the points per turn of each ticket, by its cheapest path and by the path with most of them.

    Points are those of the ticket and of the routes of the path. Tours, which name more than two cities, are left
    out; a choice ticket counts with the option that is best for it.

    Parameters
    ----------
    game_map : str, Path or GameMap
    extra : int
        As for :func:`best_path_per_turn`.

    Returns
    -------
    pandas DataFrame
        One row per ticket: ``ticket``, ``name``, ``value`` (points printed); ``trains``, ``turns``, ``points`` and
        ``rate`` (points per turn) of the path with fewest turns; ``best_trains``, ``best_turns``, ``best_points``,
        ``best_rate`` and ``best_cities`` (joined by hyphens) of the path with most points per turn.

    Raises
    ------
    ValueError
        If ``extra`` is not valid.

    Examples
    --------
    >>> table = ttr.paths.ticket_rates("usa", extra=0)
    >>> len(table), bool((table["best_rate"] >= table["rate"] - 1e-9).all())
    (30, True)
    """
    names = ("", "best_")
    facts = ["trains", "turns", "points", "rate"]
    rows = []
    for ticket in game_map.tickets:
        if ticket.is_tour or (found := choices.ticket_path(game_map, ticket, "turns")) is None:
            continue
        best, bonus = _best(game_map, ticket, extra)
        row = {"ticket": ticket.index, "name": ticket.name, "value": ticket.points}
        for name, path, points in zip(names, (found[0], best), (found[1].points, bonus), strict=True):
            whole = path.points + points
            row |= zip([f"{name}{fact}" for fact in facts], [path.trains, path.turns, whole, whole / path.turns],
                       strict=True)  # fmt: skip
        rows.append(row | {"best_cities": "-".join(best.cities)})
    columns = ["ticket", "name", "value", *(f"{name}{fact}" for name in names for fact in facts), "best_cities"]
    return source.tagged(pd.DataFrame(rows, columns=columns), source.exact(game_map))


def _best(game_map: GameMap, ticket: Ticket, extra: int) -> tuple[ways.RoutePath, int]:
    """Return the best path of a ticket, and what the ticket pays for it."""
    found = [
        (best_path_per_turn(game_map, option.cities[0], option.cities[-1], bonus=option.points, extra=extra), option)
        for option in game_map.options(ticket)
    ]
    path, option = max(found, key=lambda both: (both[0].points + both[1].points) / both[0].turns)
    return path, option.points


def _within(game_map: GameMap, routes: nx.Graph[str], ends: ways.RoutePath, limit: int) -> Iterator[tuple[str, ...]]:
    """Yield every simple path between the ends of a path that takes at most so many trains."""
    end = ends.cities[-1]
    trains = {(a, b): game_map.tracks[track].length for a, b, track in _edges(routes)}
    rest = nx.single_source_dijkstra_path_length(routes, end, weight=lambda a, b, _: trains[a, b])
    unfinished: list[tuple[tuple[str, ...], int]] = [((ends.cities[0],), 0)]
    while unfinished:
        cities, used = unfinished.pop()
        if cities[-1] == end:
            yield cities
            continue
        for city in routes[cities[-1]]:
            taken = used + trains[cities[-1], city]
            if city not in cities and city in rest and taken + rest[city] <= limit:
                unfinished.append(((*cities, city), taken))


def _edges(routes: nx.Graph[str]) -> Iterator[tuple[str, str, int]]:
    """Yield every route in both directions, with the track that stands for it."""
    for a, b, facts in routes.edges(data=True):
        yield a, b, facts["track"]
        yield b, a, facts["track"]
