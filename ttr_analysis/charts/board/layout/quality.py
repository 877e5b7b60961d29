"""Measure the quality of a layout: overlaps and other faults, counted on the shapes as drawn."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.charts.board.layout import geometry
from ttr_analysis.charts.board.layout.labels import Box, label_box
from ttr_analysis.charts.board.layout.projection import Points
from ttr_analysis.charts.board.layout.record import Layout
from ttr_analysis.maps.game_map import GameMap

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

SHORTEST_SPACE = 13.0
"""A space shorter than this, gap included, no longer looks like a train car, which is longer than wide."""

SHARPEST_TURN = 80.0
"""A track that turns by more degrees than this from end to end looks like a hook."""


@dataclass(frozen=True, slots=True)
class Faults:
    """The number of faults of each kind in a layout.

    Attributes
    ----------
    spaces : int
        Pairs of overlapping half spaces of different tracks.
    cities : int
        Half spaces that lie on a city's marker.
    labels : int
        Names that lie on a space, a marker or another name.
    clipped : int
        Names, markers and spaces that extend beyond the board.
    short : int
        Tracks whose spaces are shorter than :data:`SHORTEST_SPACE`.
    bent : int
        Tracks that turn by more than :data:`SHARPEST_TURN`.
    """

    spaces: int
    cities: int
    labels: int
    clipped: int
    short: int
    bent: int

    @property
    def total(self) -> int:
        """The total number of faults."""
        return sum(astuple(self))


def measure(game_map: GameMap, layout: Layout) -> Faults:
    """Count the faults of a layout."""
    lines = [layout.spaces(track) for track in game_map.tracks]
    hulls, owners = space_hulls(lines)
    names = {name: _name_box(game_map, name, place) for name, place in layout.labels.items()}
    frame = (layout.inset, 0.0, geometry.BOARD_WIDTH - layout.inset, layout.height)
    return Faults(
        spaces=len(overlapping_spaces(hulls, owners)),
        cities=sum(_on_marker(hulls, layout.place(city.name), marker_radius(city.tags)) for city in game_map.cities),
        labels=len(hidden_labels(game_map, layout, hulls)),
        clipped=sum(_leaves(box, frame) for box in names.values())
        + sum(_leaves((x, y, x, y), frame) for x, y in layout.positions.values())
        + sum(_leaves((*hull.min(axis=0), *hull.max(axis=0)), frame) for hull in hulls),
        short=sum(map(_is_short, lines)),
        bent=sum(any(map(_is_bent, layout.strokes(track))) for track in game_map.tracks),
    )


def hidden_labels(game_map: GameMap, layout: Layout, hulls: Floats | None = None) -> list[str]:
    """Return the names that lie on a space, a marker or another name.

    Parameters
    ----------
    hulls : array, optional
        The result of :func:`space_hulls`, if already computed.
    """
    if hulls is None:
        hulls, _ = space_hulls([layout.spaces(track) for track in game_map.tracks])
    return [
        name
        for name, place in layout.labels.items()
        if _label_is_hidden(_name_box(game_map, name, place), _label_obstacles(name, hulls, game_map, layout))
    ]


def written_name(game_map: GameMap, name: str) -> str:
    """Return what is written beside a city: its name, or the country of a border place."""
    country = game_map.cities[game_map.city_index[name]].country if name in game_map.city_index else ""
    return country or name


def label_width(game_map: GameMap, name: str) -> float:
    """Return the width of a city's name on the board."""
    return geometry.text_width(written_name(game_map, name), geometry.LABEL_SIZE)


def _name_box(game_map: GameMap, name: str, centre: tuple[float, float]) -> Box:
    return label_box(centre, label_width(game_map, name))


def marker_radius(tags: frozenset[str]) -> float:
    """Return the radius of a city's marker; junctions have small ones."""
    return geometry.JUNCTION_RADIUS if "junction" in tags else geometry.CITY_RADIUS


def space_hulls(lines: Sequence[geometry.Spaces]) -> tuple[Floats, Indices]:
    """Return the hulls of both halves of all spaces, shape (2 n, 6, 2), and the track index of each.

    Halves are used because the hull of a long bowed space would cover part of its neighbour.
    """
    owners = np.repeat(np.arange(len(lines)), [2 * len(line) for line in lines])
    whole = np.concatenate(lines)
    halves = np.stack([whole[:, :5], whole[:, 4:]], axis=1).reshape(-1, 5, 2)
    return geometry.boxes(halves), owners


def overlapping_spaces(hulls: Floats, owners: Indices, clearance: float = 0.0) -> list[tuple[int, int]]:
    """Return the pairs of half spaces of different tracks that come closer than ``clearance``."""
    centres = hulls.mean(axis=1)
    reach = float(np.hypot(*(hulls - centres[:, None]).reshape(-1, 2).T).max())
    pairs = geometry.near_pairs(centres, 2 * reach + clearance)
    pairs = pairs[owners[pairs[:, 0]] != owners[pairs[:, 1]]]
    low, high = hulls.min(axis=1) - clearance, hulls.max(axis=1)
    touch = (low[pairs[:, 0]] < high[pairs[:, 1]]) & (low[pairs[:, 1]] < high[pairs[:, 0]])
    pairs = pairs[touch.all(axis=1)]
    found = pairs[geometry.overlapping(hulls[pairs[:, 0]], hulls[pairs[:, 1]], clearance)]
    return sorted((int(i), int(j)) for i, j in found)


def _disc(place: Floats, radius: float) -> Floats:
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    return np.asarray(place + radius * np.stack([np.cos(turn), np.sin(turn)], axis=-1))


def _near(hulls: Floats, place: Floats, reach: float) -> Floats:
    return np.asarray(hulls[np.hypot(*(hulls.mean(axis=1) - place).T) < reach])


def _on_marker(hulls: Floats, place: Floats, radius: float) -> int:
    return int(geometry.overlapping(_near(hulls, place, radius + 40), _disc(place, radius)[None]).sum())


def _corners(box: Box) -> Floats:
    left, bottom, right, top = box
    return np.array([[left, bottom], [right, bottom], [right, top], [left, top]])


def _label_is_hidden(box: Box, obstacles: Sequence[Floats]) -> bool:
    corners = _corners(box)[None]
    return any(bool(geometry.overlapping(shapes, corners).any()) for shapes in obstacles if len(shapes))


def _label_obstacles(name: str, hulls: Floats, game_map: GameMap, layout: Layout) -> tuple[Floats, ...]:
    """Return what a city's name must not lie on: nearby spaces, other names, markers."""
    others = [_corners(_name_box(game_map, other, at)) for other, at in layout.labels.items() if other != name]
    discs = [_disc(layout.place(city.name), marker_radius(city.tags)) for city in game_map.cities]
    near = _near(hulls, np.array(layout.labels[name]), 150.0)
    return (near, np.array(others).reshape(-1, 4, 2), np.array(discs))


def with_freed_labels(game_map: GameMap, layout: Layout, until: float, reach: int = 14) -> Layout:
    """Shift every hidden name to the nearest free position, if there is one within ``reach`` units.

    Names that are left when the clock shows ``until`` keep their places.
    """
    hulls, _ = space_hulls([layout.spaces(track) for track in game_map.tracks])
    frame = (layout.inset, 0.0, geometry.BOARD_WIDTH - layout.inset, layout.height)
    grid = np.arange(-reach, reach + 1)
    shifts = sorted(
        ((int(x), int(y)) for x in grid for y in grid), key=lambda shift: (shift[0] ** 2 + shift[1] ** 2, shift)
    )
    for name, (x, y) in layout.labels.items():
        if monotonic() > until:
            break
        obstacles = _label_obstacles(name, hulls, game_map, layout)
        for right, up in shifts:
            box = _name_box(game_map, name, (x + right, y + up))
            if not _leaves(box, frame) and not _label_is_hidden(box, obstacles):
                layout = replace(layout, labels={**layout.labels, name: (x + right, y + up)})
                break
    return layout


def _leaves(box: Box, frame: Box) -> bool:
    return bool(box[0] < frame[0] or box[1] < frame[1] or box[2] > frame[2] or box[3] > frame[3])


def _is_short(spaces: geometry.Spaces) -> bool:
    return bool(geometry.arc_lengths(spaces[0])[-1] + geometry.SPACE_GAP < SHORTEST_SPACE)


def _is_bent(line: Points) -> bool:
    first, last = line[1] - line[0], line[-1] - line[-2]
    turn = np.arctan2(first[0] * last[1] - first[1] * last[0], first @ last)
    return bool(abs(turn) > np.radians(SHARPEST_TURN))
