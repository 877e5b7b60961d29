"""Where the cities' names stand at the size at which a board is shown: readable, near their cities, none on another.

The layout of a map holds places for names of one size. On a small board names of that size would be too
small to read, so larger ones are placed anew; those for which there is no room are left out, cities with few tracks
first.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.charts.board.layout import Layout, geometry, quality
from ttr_analysis.maps import GameMap
from ttr_analysis.maps.city_labels import renamed

SMALLEST = 11.0
"""Least size of a name, in pixels."""

NEAR = 9.0
"""A stored place is kept if the name is no farther than this from its city's marker."""

DISTANCES = (2.5, 4.0, 6.0, 8.5, 11.5, 15.0, 19.0)
"""Distances from a marker that are tried."""

DIRECTIONS = 36
"""Number of directions that are tried at each distance."""

SWEEPS = 8
"""Most times that all names choose again."""

FAR, SPACE, MARKER, DOUBT, CLASH = 1.6, 1.3, 40.0, 60.0, 900.0
"""Costs of a unit of distance, of a point of a space under a name, of a marker under it, of a name nearer to another
city, and of a name on another one."""

Floats = NDArray[np.float64]
Places = dict[str, tuple[float, float]]


def name_size(scale: float) -> float:
    """Return the size of names in board units, at some pixels a unit."""
    return max(geometry.LABEL_SIZE, SMALLEST / scale)


def name_boxes(
    game_map: GameMap, places: Mapping[str, tuple[float, float]], size: float
) -> dict[str, tuple[float, float, float, float]]:
    """Return the box (left, bottom, right, top) of each name, in board units."""
    boxes = {}
    for name, (x, y) in places.items():
        wide, high = _half(game_map, name, size)
        boxes[name] = (x - wide, y - high, x + wide, y + high)
    return boxes


def places_of_names(game_map: GameMap, layout: Layout, scale: float) -> Places:
    """Return the centre of each name that is written, at some pixels a board unit."""
    size = name_size(scale)
    kept = _kept(game_map, layout) if size == geometry.LABEL_SIZE else {}
    named = [name for name in layout.labels if name in game_map.city_index]
    moved = [name for name in named if name not in kept]
    if not moved:
        return kept
    choices = {name: _choices(game_map, layout, name, size) for name in moved}
    points = np.concatenate([layout.spaces(track)[:, ::2] for track in game_map.tracks]).reshape(-1, 2)
    costs = {name: _costs(game_map, layout, name, size, choices[name], points) for name in moved}
    found = _settled(game_map, choices, costs, kept, size)
    return _apart(game_map, {name: found[name] for name in named}, size)


def _half(game_map: GameMap, name: str, size: float) -> tuple[float, float]:
    """Return half the width and half the height of a name."""
    return geometry.text_width(renamed(quality.written_name(game_map, name)), size) / 2, 0.56 * size


def _kept(game_map: GameMap, layout: Layout) -> Places:
    """Return the stored places of names near their cities."""
    kept = {}
    for name, place in layout.labels.items():
        if name in game_map.city_index:
            away = np.maximum(np.abs(layout.place(name) - place) - _half(game_map, name, geometry.LABEL_SIZE), 0.0)
            if np.hypot(*away) - _radius(game_map, name) <= NEAR:
                kept[name] = place
    return kept


def _radius(game_map: GameMap, name: str) -> float:
    return quality.marker_radius(game_map.cities[game_map.city_index[name]].tags)


def _choices(game_map: GameMap, layout: Layout, name: str, size: float) -> Floats:
    """Return rows of x, y, cost: boxes that touch circles around a marker, inside the board."""
    turn = np.linspace(0, 2 * np.pi, DIRECTIONS, endpoint=False)
    across, up = np.cos(turn), np.sin(turn)
    (wide, high), (x, y), radius = _half(game_map, name, size), layout.positions[name], _radius(game_map, name)
    slanted = 2.0 * np.minimum(np.abs(across), np.abs(up))
    rows = [
        np.column_stack([
            x + across * (radius + distance) + np.clip(1.5 * across, -1, 1) * wide,
            y + up * (radius + distance) + np.clip(1.5 * up, -1, 1) * high,
            FAR * distance + slanted,
        ])
        for distance in DISTANCES
    ]  # fmt: skip
    found = np.concatenate(rows)
    found[:, 0] = np.clip(found[:, 0], layout.inset + wide + 2, geometry.BOARD_WIDTH - layout.inset - wide - 2)
    found[:, 1] = np.clip(found[:, 1], high + 2, layout.height - high - 2)
    return found


def _costs(game_map: GameMap, layout: Layout, name: str, size: float, choices: Floats, points: Floats) -> Floats:
    """Return what each choice costs, other names apart: distance, spaces and markers under it, doubt whose it is."""
    half, centres = _half(game_map, name, size), choices[:, :2]
    reach = np.array(half) + DISTANCES[-1] + 2 * max(half) + 40
    near = points[(np.abs(points - layout.positions[name]) < reach).all(axis=1)]
    under = geometry.distance_to_boxes(near, centres, *half) < geometry.HALF_WIDTH
    others = np.array([layout.positions[other] for other in layout.positions if other != name]).reshape(-1, 2)
    away = geometry.distance_to_boxes(others, centres, *half)
    own = geometry.distance_to_boxes(layout.place(name)[None], centres, *half)
    covered = (away < geometry.CITY_RADIUS).sum(axis=1) + 3 * (own[:, 0] < _radius(game_map, name) - 1)
    nearest = away.min(axis=1, initial=np.inf)
    doubt = DOUBT * (nearest < own[:, 0] + 4) + 0.3 * np.maximum(30.0 - nearest, 0.0)
    return np.asarray(choices[:, 2] + SPACE * under.sum(axis=1) + MARKER * covered + doubt)


def _settled(
    game_map: GameMap, choices: Mapping[str, Floats], costs: Mapping[str, Floats], kept: Places, size: float
) -> Places:
    """Return the places that names take one after the other, again and again, until none wants to move."""
    order = sorted(choices, key=lambda name: (-float(costs[name].min()), name))
    places = {**kept, **{name: _at(choices[name], int(costs[name].argmin())) for name in order}}
    for _ in range(SWEEPS):
        before = dict(places)
        for name in order:
            boxes = name_boxes(game_map, {other: at for other, at in places.items() if other != name}, size)
            clash = _clashes(choices[name], _half(game_map, name, size), np.array(list(boxes.values())).reshape(-1, 4))
            places[name] = _at(choices[name], int((costs[name] + clash).argmin()))
        if places == before:
            break
    return places


def _at(choices: Floats, number: int) -> tuple[float, float]:
    return float(choices[number, 0]), float(choices[number, 1])


def _clashes(choices: Floats, half: tuple[float, float], boxes: Floats) -> Floats:
    """Return what each choice costs because of other names on it or close to it."""
    wide = np.minimum(choices[:, None, 0] + half[0], boxes[None, :, 2]) - np.maximum(
        choices[:, None, 0] - half[0], boxes[None, :, 0]
    )
    high = np.minimum(choices[:, None, 1] + half[1], boxes[None, :, 3]) - np.maximum(
        choices[:, None, 1] - half[1], boxes[None, :, 1]
    )
    close = (wide > -5) & (high > -4)
    return np.asarray((CLASH * ((wide > -1) & (high > -1)) + 4.0 * close).sum(axis=1))


def _apart(game_map: GameMap, places: Places, size: float) -> Places:
    """Return the places without names that others would run into: of two, that of the city with fewer tracks goes."""
    boxes, left = name_boxes(game_map, places, size), dict(places)
    tracks = Counter(city for track in game_map.tracks for city in track.pair)
    for one, two in combinations(sorted(places, key=lambda name: (-tracks[name], name)), 2):
        if one in left and two in left and overlap(boxes[one], boxes[two]):
            del left[two]
    return left


def overlap(one: Sequence[float], two: Sequence[float]) -> bool:
    """Return whether two boxes (left, bottom, right, top) share more than an edge."""
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]
