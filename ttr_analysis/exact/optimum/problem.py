"""The input of every search for an optimum: a map as small records of numbers, and the value of a network.

A *link* is one possible connection between two cities: the tracks of a double route are one
link (nobody may own both); a rail track and a sea track between the same cities are two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import floyd_warshall

from ttr_analysis.maps import GameMap, Ticket, Track
from ttr_analysis.maps.checks import check_sound

FAR = 1 << 20
"""A distance no network reaches (trains); stands for *not connected*."""


@dataclass(frozen=True, slots=True)
class Link:
    """One possible connection between two neighbouring cities.

    Attributes
    ----------
    a, b : int
        Positions of the cities in ``GameMap.cities``.
    length, points : int
        The pieces it takes and the points it scores.
    piece : int
        Position of its kind of piece in ``RuleSet.pieces``.
    group : int
        Links of one group exclude each other (the tracks of a double or triple route).
    track : int
        Index of the track it stands for.
    """

    a: int
    b: int
    length: int
    points: int
    piece: int
    group: int
    track: int


Groups = tuple[tuple[int, ...], ...]
"""Groups of cities: a network joins them if it joins one city of each."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Groups of cities that score ``points`` once one network joins them; of the goals of a ticket, the best counts.

    Only choice tickets have several goals, or groups of more than one city.
    """

    groups: Groups
    points: int
    ticket: int


@dataclass(frozen=True)
class Problem:
    """The problem of which links to take: at most ``budget`` pieces in total, ``supply[k]`` of kind k.

    ``names`` are the cities' names in order; ``distance[a, b]`` is the fewest pieces that join
    two cities (:data:`FAR` if they cannot be joined).
    """

    names: tuple[str, ...]
    links: tuple[Link, ...]
    goals: tuple[Goal, ...]
    budget: int
    supply: tuple[int, ...]
    distance: NDArray[np.int64]


def problem_of(game_map: GameMap, trains: int) -> Problem:
    """Return the problem of the best network with ``trains`` pieces; a tour counts with its in-order points.

    Pieces beyond those that fit on the whole board are left out: they would only make the tables larger.
    """
    check_sound(game_map)
    links = links_of(game_map, game_map.tracks)
    longest = {link.group: link.length for link in sorted(links, key=lambda link: link.length)}
    trains = min(trains, sum(longest.values()))
    position = game_map.city_index
    supply = tuple(piece.supply for piece in game_map.rules.pieces)
    return Problem(
        names=tuple(city.name for city in game_map.cities),
        links=links,
        goals=goals_of(game_map),
        budget=trains,
        supply=supply if len(supply) > 1 else (trains,),
        distance=distances(len(position), links),
    )


def goals_of(game_map: GameMap, *, in_order: bool = True) -> tuple[Goal, ...]:
    """Return what tickets score points for; tours by their points in the printed order, or out of it."""
    goals: list[Goal] = []
    place = game_map.city_index
    for ticket in game_map.tickets:
        if ticket.is_choice:
            start = _positions(place, game_map.places(ticket.cities[0]))
            goals += (
                Goal((start, _positions(place, game_map.places(name))), points, ticket.index)
                for name, points in ticket.alternatives
            )
        else:
            points = ticket.points if in_order else ticket.points_out_of_order or ticket.points
            goals.append(Goal(tuple((place[city],) for city in ticket.cities), points, ticket.index))
    return tuple(goal for goal in goals if goal.points > 0)


def _positions(place: Mapping[str, int], cities: Iterable[str]) -> tuple[int, ...]:
    return tuple(place[city] for city in cities)


def most_points(goals: Iterable[Goal]) -> int:
    """Return the points of all tickets together."""
    best: dict[int, int] = {}
    for goal in goals:
        best[goal.ticket] = max(best.get(goal.ticket, 0), goal.points)
    return sum(best.values())


def links_of(game_map: GameMap, tracks: Iterable[Track]) -> tuple[Link, ...]:
    """Return the links of some tracks: of tracks that belong together, one for each kind and length."""
    rules, position = game_map.rules, game_map.city_index
    pieces = [piece.name for piece in rules.pieces]
    groups: dict[int, int] = {}
    links: dict[tuple[int, str, int], Link] = {}
    for track in tracks:
        group = groups.setdefault(min(track.index, *game_map.parallel.get(track.index, (track.index,))), len(groups))
        piece = pieces.index(rules.track_kinds[track.kind].piece)
        a, b = position[track.city_a], position[track.city_b]
        points = rules.route_points[track.length]
        links.setdefault((group, track.kind, track.length), Link(a, b, track.length, points, piece, group, track.index))
    return tuple(links.values())


def distances(cities: int, links: Iterable[Link]) -> NDArray[np.int64]:
    """Return the fewest pieces between any two cities, ``cities`` x ``cities``; :data:`FAR` where there is no path."""
    matrix = np.full((cities, cities), np.inf)
    for link in links:
        shorter = min(float(link.length), float(matrix[link.a, link.b]))
        matrix[link.a, link.b] = matrix[link.b, link.a] = shorter
    joined = floyd_warshall(matrix, directed=False)
    return np.where(np.isfinite(joined), joined, FAR).astype(np.int64)


def route_points(game_map: GameMap, tracks: Iterable[int]) -> int:
    """Return the points of the tracks themselves."""
    return sum(game_map.rules.route_points[game_map.tracks[i].length] for i in tracks)


def joined_tickets(game_map: GameMap, tracks: Iterable[int]) -> tuple[tuple[Ticket, int], ...]:
    """Return each ticket whose cities the tracks join, with the points it scores (a tour's depend on the order)."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_edges_from(game_map.tracks[i].cities for i in tracks)
    component = {city: k for k, part in enumerate(nx.connected_components(graph)) for city in part}
    scored = []
    for ticket in game_map.tickets:
        for option in game_map.options(ticket):  # the best first
            places = {component.get(city, -1) for city in option.cities}
            if len(places) == 1 and places != {-1}:
                scored.append((ticket, option.points if ticket.is_choice else _points(graph, ticket)))
                break
    return tuple(scored)


def _points(graph: nx.Graph[str], ticket: Ticket) -> int:
    if ticket.points_out_of_order is None or _in_order(graph, ticket.cities, frozenset()):
        return ticket.points
    return ticket.points_out_of_order


def _in_order(graph: nx.Graph[str], stops: Sequence[str], used: frozenset[str]) -> bool:
    """Return whether a path that repeats no city visits the stops in this order."""
    if len(stops) < 2:
        return True
    closed = used | frozenset(stops[2:])
    open_part = graph.subgraph([city for city in graph if city not in closed])
    for path in nx.all_simple_paths(open_part, stops[0], stops[1]):
        if _in_order(graph, stops[1:], used | frozenset(path[:-1])):
            return True
    return False
