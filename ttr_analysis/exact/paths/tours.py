"""The cheapest path through several cities in order, as a tour, or any ticket, requires."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

import networkx as nx

from ttr_analysis.exact.paths.graph import Cost, route_graph
from ttr_analysis.exact.paths.ways import RoutePath, paths_of
from ttr_analysis.maps import GameMap, takes_map

POINTS_ROOM = 10_000
"""More than the route points of any path: the weight of a cost against a point, so that points only break ties."""


@takes_map
def path_through(
    game_map: GameMap, stops: Sequence[str], cost: Cost = "trains", *, closed: Iterable[int] = ()
) -> RoutePath | None:
    """Find the cheapest simple path that visits some cities in order.

    Owning it scores a ticket in full, even for a tour, where the order counts (rule RS-TOUR-4). Among paths of equal
    cost, the one with the most route points is chosen, then the one with the fewest routes, then the first by the
    names of its cities.

    Parameters
    ----------
    game_map : str, Path or GameMap
    stops : sequence of str
        2 or more different cities, by printed name or alias: the cities of a ticket.
    cost : {"trains", "cards", "turns", "draws"}
        See :mod:`ttr_analysis.exact.paths.graph`.
    closed : iterable of int
        Tracks that cannot be used.

    Returns
    -------
    RoutePath or None
        None if the tracks left allow no such path.

    Raises
    ------
    MapError
        If a city is not on the map; the nearest name is suggested.
    ValueError
        If there are fewer than 2 stops or two are the same, or ``cost`` or ``closed`` is not valid.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.paths.path_through(usa, ["Denver", "Helena", "Chicago"]).trains
    13
    """
    names = tuple(game_map.city(stop).name for stop in stops)
    if len(set(names)) < max(2, len(names)):
        raise ValueError(f"stops must be 2 or more different cities, not: {', '.join(names) or 'none'}")
    graph = route_graph(game_map, cost, closed=closed)
    for _, _, edge in graph.edges(data=True):
        edge["weight"] = (
            edge["grain"] * POINTS_ROOM - game_map.rules.route_points[game_map.tracks[edge["track"]].length]
        )
    _drop_dead_ends(graph, names)
    path = None if any(graph.degree(stop) < 2 for stop in names[1:-1]) else _best_path(graph, names)
    return None if path is None else paths_of(game_map, graph, cost, [path])[0]


def _drop_dead_ends(graph: nx.Graph[str], stops: Sequence[str]) -> None:
    """Remove dead ends, so that a search that fails does not try every path first."""
    while ends := [city for city in graph if graph.degree(city) < 2 and city not in stops]:
        graph.remove_nodes_from(ends)


def _best_path(graph: nx.Graph[str], stops: Sequence[str]) -> tuple[str, ...] | None:
    """Search best-first (A*); the shortest paths of the legs still to go bound the cost of the rest of a path."""
    bounds = [nx.single_source_dijkstra_path_length(graph, stop, weight="weight") for stop in stops[1:]]
    if any(start not in bound for start, bound in zip(stops, bounds, strict=False)):
        return None
    after = [sum(int(bounds[leg][stops[leg]]) for leg in range(done + 1, len(bounds))) for done in range(len(bounds))]
    first = after[0] + int(bounds[0][stops[0]])
    heap: list[tuple[int, int, tuple[str, ...], int, int]] = [(first, 1, stops[:1], 0, 0)]  # type: ignore[list-item]
    while heap:
        _, number, path, leg, paid = heappop(heap)
        if leg == len(bounds):
            return path
        later = stops[leg + 2 :]
        for city, edge in graph.adj[path[-1]].items():
            if city in path or city in later:
                continue
            spent, onward = paid + edge["weight"], leg + (city == stops[leg + 1])
            rest = 0 if onward == len(bounds) else after[onward] + int(bounds[onward][city])
            heappush(heap, (spent + rest, number + 1, (*path, city), onward, spent))
    return None
