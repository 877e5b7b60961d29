"""Starting positions of the cities of a board, before anything is moved to make room."""

from dataclasses import dataclass, replace

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from ttr_analysis.charts.board.layout import geometry
from ttr_analysis.charts.board.layout.projection import Points, projection_of
from ttr_analysis.charts.board.layout.record import Source
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City

BOARD_SHARE = 0.5
"""Weight of the printed board's positions if the real places are known as well: boards
give crowded regions more room than they have on the globe."""

MARGIN_X, MARGIN_Y = 62.0, 46.0
"""Width of the free strip between the edge of the board and the cities."""

WRAP_INSET = 104.0
"""Width of the strip at the edges of a board with wrapping tracks, for the names of far cities."""

FLATTEST, TALLEST = 0.62, 0.80
"""Least and greatest height of the cities' box as a share of its width."""

WIDENED = 1.25
"""Greatest factor by which a tall map, made smaller, is stretched to the sides, where there is room for names."""

UPWARDS = np.array([1.0, -1.0])


@dataclass(frozen=True, slots=True)
class Start:
    """Starting positions, in the order of ``GameMap.cities``, and the board around them."""

    positions: Points
    height: float
    inset: float
    source: Source
    notice: str


def starting_positions(game_map: GameMap) -> Start:
    """Return positions based on real places, else on the printed board, else on the graph alone."""
    places, board = _projected(game_map), _printed(game_map)
    source: Source = "places"
    notice = ""
    if places is not None:
        points = places
        if board is not None:
            points = (1 - BOARD_SHARE) * places + BOARD_SHARE * affine_fit(board, places)
    elif board is not None:
        points, source = board, "board"
        notice = "City positions follow the printed board because not every city has a latitude and longitude."
    elif (filled := _between_neighbours(game_map)) is not None and (places := _projected(filled)) is not None:
        points = places
        lost = ", ".join(city.name for city in game_map.cities if not _is_placed(city))
        notice = f"Without latitude and longitude, placed between their neighbours: {lost}."
    else:
        points, source = _by_force(game_map), "force"
        notice = "City positions follow the track network alone: neither coordinates nor board positions are complete."
    inset = WRAP_INSET if any(track.wraps for track in game_map.tracks) else 0.0
    points, height = _fitted(points, inset)
    return Start(points, height, inset, source, notice)


def _projected(game_map: GameMap) -> Points | None:
    projection = projection_of(game_map)
    if projection is None:
        return None
    longitude, latitude = np.array([(city.longitude, city.latitude) for city in game_map.cities], dtype=float).T
    return projection.project(longitude, latitude)


def _is_placed(city: City) -> bool:
    return city.latitude is not None and city.longitude is not None


def _between_neighbours(game_map: GameMap) -> GameMap | None:
    """Return a map whose cities without a place stand amid their neighbours; None if fewer than half have a place.

    Of a single neighbour, such a city stands a third of the way to the middle of the board.
    """
    placed = {city.name: (city.latitude, city.longitude) for city in game_map.cities if _is_placed(city)}
    places: dict[str, NDArray[np.float64]] = {name: np.array(place, float) for name, place in placed.items()}
    if len(places) < max(2, len(game_map.cities) / 2):
        return None
    middle = np.mean(list(places.values()), axis=0)
    while len(places) < len(game_map.cities):
        near: dict[str, list[NDArray[np.float64]]] = {}
        for track in game_map.tracks:
            for one, other in (track.cities, track.cities[::-1]):
                if one not in places and other in places:
                    near.setdefault(one, []).append(places[other])
        if not near:  # no path leads there
            return None
        for name, around in near.items():
            alone = len({tuple(place) for place in around}) == 1
            places[name] = (2 * around[0] + middle) / 3 if alone else np.mean(around, axis=0)
    cities = tuple(
        replace(city, latitude=float(places[city.name][0]), longitude=float(places[city.name][1]))
        for city in game_map.cities
    )
    return replace(game_map, cities=cities)


def _printed(game_map: GameMap) -> Points | None:
    if any(city.x is None or city.y is None for city in game_map.cities):
        return None
    points = np.array([(city.x, city.y) for city in game_map.cities], dtype=float)
    return np.asarray(points * UPWARDS * (1.0, 0.68))  # printed boards are about 3 by 2


def _by_force(game_map: GameMap) -> Points:
    """Draw the graph, planar if possible, and ease it by Kamada-Kawai with edges as long as their tracks.

    networkx goes through sets of nodes: those of numbers have one order, those of names another one in each process.
    """
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(game_map.cities)))
    for track in game_map.tracks:
        graph.add_edge(*(game_map.city_index[city] for city in track.cities), length=track.length + 1)
    planar = nx.planar_layout(graph) if nx.check_planarity(graph)[0] else nx.circular_layout(graph)
    if nx.is_connected(graph):
        planar = nx.kamada_kawai_layout(graph, pos=planar, weight="length")
    points = np.array([planar[city] for city in range(len(game_map.cities))], dtype=float)
    turn = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)[2]
    return np.asarray((points - points.mean(axis=0)) @ turn.T)  # the longer side is horizontal


def affine_fit(source: Points, target: Points) -> Points:
    """Return the affine image of one set of points that is closest to another, by least squares."""
    design = np.column_stack([source, np.ones(len(source))])
    return np.asarray(design @ np.linalg.lstsq(design, target, rcond=None)[0])


def _fitted(points: Points, inset: float) -> tuple[Points, float]:
    """Scale points to the board; flat maps are stretched vertically, tall ones are made smaller and wider."""
    width = geometry.BOARD_WIDTH - 2 * (inset + MARGIN_X)
    span: NDArray[np.float64] = np.maximum(np.ptp(points, axis=0), 1e-9)
    scale = np.full(2, width / span[0])
    if span[1] * scale[1] > TALLEST * width:
        scale *= TALLEST * width / (span[1] * scale[1])
        scale[0] = min(WIDENED * scale[0], width / span[0])
    scale[1] = max(scale[1], FLATTEST * width / span[1])
    height = span[1] * scale[1] + 2 * MARGIN_Y
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    return (points - middle) * scale + (geometry.BOARD_WIDTH / 2, height / 2), float(height)
