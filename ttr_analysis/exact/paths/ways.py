"""Cheapest paths between two cities, the cost of losing a part of one, and the number of disjoint paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice, pairwise

import networkx as nx
import numpy as np
import pandas as pd

from ttr_analysis._validate import count
from ttr_analysis.exact.paths.graph import Cost, distances, route_graph, track_costs
from ttr_analysis.maps import GameMap, takes_map


@dataclass(frozen=True, slots=True)
class RoutePath:
    """A simple path from city to city.

    Attributes
    ----------
    cities : tuple of str
        From start to end.
    tracks : tuple of int
        One track for each route: the cheapest.
    cost : float
        The cost that was minimised.
    trains : int
        Number of pieces it takes.
    cards, turns : float
        See :mod:`ttr_analysis.exact.paths.graph`.
    points : int
        Points for its routes.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> path = ttr.paths.shortest_path(usa, "Denver", "Chicago")
    >>> path.cities, path.trains, path.points
    (('Denver', 'Omaha', 'Chicago'), 8, 14)
    """

    cities: tuple[str, ...]
    tracks: tuple[int, ...]
    cost: float
    trains: int
    cards: float
    turns: float
    points: int

    @property
    def routes(self) -> tuple[frozenset[str], ...]:
        """The pairs of neighbouring cities along the path."""
        return tuple(frozenset(pair) for pair in pairwise(self.cities))


@dataclass(frozen=True, slots=True)
class DisjointPaths:
    """Disjoint paths between two cities and the smallest cuts (Menger: as many paths as the smallest cut has members).

    Attributes
    ----------
    route_disjoint : tuple of tuple of str
        A largest set of paths that share no route (with ``doubles``: no track), as cities.
    city_disjoint : tuple of tuple of str
        A largest set of paths that share no city except the ends.
    route_cut : frozenset of frozenset of str
        The fewest routes whose loss separates the two cities.
    city_cut : frozenset of str
        The fewest other cities whose loss separates them if the route between them, if any, is gone too.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> len(ttr.paths.disjoint_paths(usa, "Seattle", "New York").route_disjoint)
    4
    """

    route_disjoint: tuple[tuple[str, ...], ...]
    city_disjoint: tuple[tuple[str, ...], ...]
    route_cut: frozenset[frozenset[str]]
    city_cut: frozenset[str]


@takes_map
def k_shortest_paths(
    game_map: GameMap, start: str, end: str, k: int, cost: Cost = "trains", *, closed: Iterable[int] = ()
) -> list[RoutePath]:
    """Find the k cheapest simple paths between two cities.

    Paths of equal cost are in order of their number of routes, then of the names of their cities.

    Parameters
    ----------
    game_map : str, Path or GameMap
    start, end : str
        Two cities, by printed name or alias.
    k : int
        1 or more.
    cost : {"trains", "cards", "turns", "draws"}
        See :mod:`ttr_analysis.exact.paths.graph`.
    closed : iterable of int
        Tracks that cannot be used.

    Returns
    -------
    list of RoutePath
        k of them, cheapest first.

    Raises
    ------
    MapError
        If a city is not on the map; the nearest name is suggested.
    ValueError
        If ``k`` is less than 1 or more than the number of simple paths, the cities are the same, or ``cost``
        or ``closed`` is not valid.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> [path.trains for path in ttr.paths.k_shortest_paths(usa, "Denver", "Chicago", 3)]
    [8, 8, 9]
    """
    found = up_to_k_paths(game_map, start, end, k, cost, closed=closed)
    if len(found) < k:
        a, b = _ends(game_map, start, end)
        raise ValueError(f"k is {k}, but only {len(found)} simple paths join {a} and {b}")
    return found


def up_to_k_paths(
    game_map: GameMap, start: str, end: str, k: int, cost: Cost, *, closed: Iterable[int] = ()
) -> list[RoutePath]:
    """Find the paths of :func:`k_shortest_paths`, or all that there are if there are fewer."""
    k = count("k", k, 1)
    a, b = _ends(game_map, start, end)
    graph = route_graph(game_map, cost, closed=closed)
    return paths_of(game_map, graph, cost, list(islice(_by_cost(graph, a, b), k)))


@takes_map
def shortest_path(
    game_map: GameMap, start: str, end: str, cost: Cost = "trains", *, closed: Iterable[int] = ()
) -> RoutePath:
    """Find the cheapest simple path; parameters, ties and errors as for :func:`k_shortest_paths`.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.paths.shortest_path(usa, "Denver", "Chicago").cities
    ('Denver', 'Omaha', 'Chicago')
    """
    return k_shortest_paths(game_map, start, end, 1, cost, closed=closed)[0]


@takes_map
def shortest_paths(
    game_map: GameMap, start: str, end: str, cost: Cost = "trains", *, closed: Iterable[int] = ()
) -> list[RoutePath]:
    """Find all cheapest simple paths, most route points first; otherwise as :func:`k_shortest_paths`.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> len(ttr.paths.shortest_paths(usa, "Seattle", "New York"))
    2
    """
    a, b = _ends(game_map, start, end)
    graph = route_graph(game_map, cost, closed=closed)
    if not nx.has_path(graph, a, b):
        raise ValueError(f"closed: no path is left from {a} to {b}")
    found = [tuple(cities) for cities in nx.all_shortest_paths(graph, a, b, weight="grain")]
    return sorted(
        paths_of(game_map, graph, cost, found), key=lambda path: (-path.points, len(path.cities), path.cities)
    )


@takes_map
def detours(game_map: GameMap, start: str, end: str, cost: Cost = "trains") -> pd.DataFrame:
    """Compute what the loss of each part of the cheapest path adds to the cost of the cheapest path left.

    Losing a part costs something only if it lies on every cheapest path, so the parts of one path suffice.

    Parameters
    ----------
    game_map, start, end, cost
        As for :func:`k_shortest_paths`.

    Returns
    -------
    DataFrame
        One row for each track, route (all its tracks) and city between the ends of the cheapest path:
        ``lost`` ("track", "route", "city"), ``name``, ``extra`` (in units of ``cost``; 0 if another path
        is as cheap; inf if none is left), ``share`` (``extra`` divided by the cost of the cheapest path).

    Raises
    ------
    MapError, ValueError
        As for :func:`k_shortest_paths`.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> list(ttr.paths.detours(usa, "Denver", "Chicago").columns)
    ['lost', 'name', 'extra', 'share']
    """
    path = shortest_path(game_map, start, end, cost)
    by_pair: dict[frozenset[str], list[int]] = {}
    for track in game_map.tracks:
        by_pair.setdefault(track.pair, []).append(track.index)
    losses = [("track", game_map.tracks[index].name, [index]) for index in path.tracks]
    losses += [("route", "-".join(pair), by_pair[frozenset(pair)]) for pair in pairwise(path.cities)]
    for city in path.cities[1:-1]:
        losses.append(("city", city, [track.index for track in game_map.tracks if city in track.cities]))
    a, b = game_map.city_index[path.cities[0]], game_map.city_index[path.cities[-1]]
    extra = [float(distances(game_map, cost, closed=closed)[a, b]) - path.cost for *_, closed in losses]
    extra = [0.0 if abs(value) < 1e-9 else value for value in extra]  # rounding: fractions were added in another order
    frame = pd.DataFrame({"lost": [loss[0] for loss in losses], "name": [loss[1] for loss in losses], "extra": extra})
    return frame.assign(share=frame["extra"] / path.cost)


@takes_map
def city_losses(game_map: GameMap, cost: Cost = "trains") -> pd.DataFrame:
    """Compute how the loss of each city changes the mean cheapest path between all pairs of cities.

    Returns
    -------
    DataFrame, index ``city``
        ``mean`` (mean cost of the cheapest path between the cities left), ``change`` (its relative change from the
        mean between all cities: the published definition), ``lengthening`` (its relative change from the mean
        between the same pairs before the loss). inf if the loss divides the map.

    Raises
    ------
    ValueError
        If ``cost`` is not valid.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> list(ttr.paths.city_losses(usa).columns)
    ['mean', 'change', 'lengthening']
    """
    before = distances(game_map, cost)
    rows = []
    for city, name in enumerate(city.name for city in game_map.cities):
        gone = [track.index for track in game_map.tracks if name in track.cities]
        left = np.delete(np.arange(len(game_map.cities)), city)
        after = distances(game_map, cost, closed=gone)[np.ix_(left, left)]
        mean = _pair_mean(after)
        rows.append((mean, mean / _pair_mean(before) - 1, mean / _pair_mean(before[np.ix_(left, left)]) - 1))
    index = pd.Index([city.name for city in game_map.cities], name="city")
    return pd.DataFrame(rows, index=index, columns=["mean", "change", "lengthening"])


@takes_map
def disjoint_paths(game_map: GameMap, start: str, end: str, *, doubles: bool = False) -> DisjointPaths:
    """Find the most paths between two cities that share no route, or no city, and the smallest cuts.

    Parameters
    ----------
    game_map : str, Path or GameMap
    start, end : str
    doubles : bool
        Whether two paths may use a double route (four and five players).

    Returns
    -------
    DisjointPaths

    Raises
    ------
    MapError, ValueError
        If a city is not on the map; if the cities are the same.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> sorted(ttr.paths.disjoint_paths(usa, "Miami", "Denver").city_cut)
    ['Nashville', 'New Orleans', 'Raleigh']
    """
    a, b = _ends(game_map, start, end)
    graph = route_graph(game_map)
    for *_, data in graph.edges(data=True):
        data["capacity"] = data["open"] if doubles else 1
    without = graph.copy()
    direct = [(a, b)] if graph.has_edge(a, b) else []
    without.remove_edges_from(direct)
    joined = nx.has_path(without, a, b)
    city_paths = [tuple(path) for path in nx.node_disjoint_paths(without, a, b)] if joined else []
    _, (side, _) = nx.minimum_cut(graph, a, b, capacity="capacity")
    return DisjointPaths(
        route_disjoint=tuple(_flow_paths(graph, a, b)),
        city_disjoint=(*direct, *city_paths),
        route_cut=frozenset(frozenset(edge) for edge in graph.edges if (edge[0] in side) != (edge[1] in side)),
        city_cut=frozenset(nx.minimum_node_cut(without, a, b)) if joined else frozenset(),
    )


@takes_map
def betweenness(game_map: GameMap, cost: Cost = "trains") -> pd.Series[float]:
    """Compute the share of the cheapest paths between other cities that pass through each city (Freeman, normalised).

    Returns
    -------
    Series of float, index ``city``
        0 to 1, largest first; several cheapest paths of a pair share its weight.

    Raises
    ------
    ValueError
        If ``cost`` is not valid.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.paths.betweenness(usa).nlargest(2).round(3).to_dict()
    {'Saint Louis': 0.215, 'Kansas City': 0.205}
    """
    values = nx.betweenness_centrality(route_graph(game_map, cost), weight="grain")
    series = pd.Series(values, name="betweenness", dtype=np.float64).rename_axis("city")
    return series.sort_values(ascending=False, kind="stable")


@takes_map
def effective_resistance(
    game_map: GameMap,
    start: str | Sequence[str],
    end: str | Sequence[str],
    cost: Cost = "trains",
    *,
    doubles: bool = False,
) -> float:
    """Compute the resistance between two cities, each route a wire of its cost: low if many short paths join them.

    Parameters
    ----------
    game_map, cost
        As for :func:`k_shortest_paths`.
    start, end : str or sequence of str
        Two cities, or groups of cities that are wired together: the ends of a choice ticket.
    doubles : bool
        Whether both tracks of a double route conduct.

    Returns
    -------
    float
        In units of ``cost``, never more than the cost of the cheapest path.

    Raises
    ------
    MapError, ValueError
        As for :func:`k_shortest_paths`.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> round(ttr.paths.effective_resistance(usa, "Seattle", "Miami"), 2)
    5.08
    """
    a, b = _groups(game_map, start, end)
    graph, costs = route_graph(game_map, cost), track_costs(game_map, cost)
    cities = sorted(set[str]().union(*(nx.node_connected_component(graph, city) for city in a)))
    if not b & set(cities):
        return float("inf")
    place = {city: i for i, city in enumerate(cities)}
    for group in (a, b):
        place |= dict.fromkeys(group & set(cities), min(place[city] for city in group & set(cities)))
    laplacian = np.zeros((len(cities), len(cities)))
    for u, v, data in graph.subgraph(cities).edges(data=True):
        if place[u] == place[v]:
            continue
        tracks = [int(track) for track in data["tracks"].split()] if doubles else [data["track"]]
        conductance = (1 / costs[tracks]).sum()
        i, j = place[u], place[v]
        laplacian[[i, j], [i, j]] += conductance
        laplacian[[i, j], [j, i]] -= conductance
    current = np.zeros(len(cities))
    current[place[min(a)]], current[place[min(b & set(cities))]] = 1, -1
    potential = np.linalg.lstsq(laplacian, current, rcond=None)[0]
    return float(potential @ current)


def _groups(game_map: GameMap, start: str | Sequence[str], end: str | Sequence[str]) -> tuple[set[str], set[str]]:
    """Return the printed names of two groups of cities; a city alone is a group."""
    a, b = ({game_map.city(name).name for name in ([ends] if isinstance(ends, str) else ends)} for ends in (start, end))
    if a & b or not a or not b:
        raise ValueError(f"start and end are the same city, {min(a & b)}" if a & b else "start or end names no city")
    return a, b


def _ends(game_map: GameMap, start: str, end: str) -> tuple[str, str]:
    a, b = game_map.city(start).name, game_map.city(end).name
    if a == b:
        raise ValueError(f"start and end are the same city, {a}")
    return a, b


def _by_cost(graph: nx.Graph[str], a: str, b: str) -> Iterator[tuple[str, ...]]:
    """Yield simple paths, cheapest first, then fewest cities, then by name.

    A best-first search (A*): the heap orders unfinished paths by the lowest cost they can still have, so an
    unfinished path comes before every finished one that it could still beat, by cost or by a tie-break.
    """
    lengths = nx.single_source_dijkstra_path_length(graph, b, weight="grain")
    to_end = {city: int(grain) for city, grain in lengths.items()}
    heap: list[tuple[int, int, tuple[str, ...]]] = [(to_end[a], 1, (a,))] if a in to_end else []
    while heap:
        total, number, path = heappop(heap)
        here = path[-1]
        if here == b:
            yield path
            continue
        for city, edge in graph.adj[here].items():
            if city not in path:
                bound = total - to_end[here] + edge["grain"] + to_end[city]
                heappush(heap, (bound, number + 1, (*path, city)))


def paths_of(game_map: GameMap, graph: nx.Graph[str], cost: Cost, found: Sequence[tuple[str, ...]]) -> list[RoutePath]:
    """Return paths of a :func:`route_graph` of this cost as :class:`RoutePath` objects."""
    costs, cards, turns = (track_costs(game_map, name) for name in (cost, "cards", "turns"))
    points = game_map.rules.route_points
    paths = []
    for cities in found:
        tracks = [graph.edges[edge]["track"] for edge in pairwise(cities)]
        lengths = [game_map.tracks[track].length for track in tracks]
        paths.append(
            RoutePath(
                cities=cities,
                tracks=tuple(tracks),
                cost=float(costs[tracks].sum()),
                trains=sum(lengths),
                cards=float(cards[tracks].sum()),
                turns=float(turns[tracks].sum()),
                points=sum(points[length] for length in lengths),
            )
        )
    return paths


def _flow_paths(graph: nx.Graph[str], a: str, b: str) -> Iterator[tuple[str, ...]]:
    """Yield the paths of a maximum flow."""
    value, flow = nx.maximum_flow(graph, a, b, capacity="capacity")
    net = {u: {v: n - flow[v].get(u, 0) for v, n in out.items()} for u, out in flow.items()}
    for _ in range(round(value)):  # not "while flow leaves a": flow may return to a in a circle
        path = [a]
        while path[-1] != b:
            step = next(v for v, n in net[path[-1]].items() if n > 0)
            net[path[-1]][step] -= 1
            if step in path:  # the flow ran in a circle: leave it out
                del path[path.index(step) + 1 :]
            else:
                path.append(step)
        yield tuple(path)


def _pair_mean(matrix: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """Return the mean over pairs of different cities."""
    return float(matrix.sum() / (matrix.shape[0] * (matrix.shape[0] - 1)))
