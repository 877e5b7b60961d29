"""The shapes on a board: curves, lanes, the spaces of a track, text boxes, overlaps.

The unit is the *board unit*: a board is :data:`BOARD_WIDTH` units wide, x runs to the
right and y upwards from its lower left corner.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from ttr_analysis.layout.projection import Points

BOARD_WIDTH = 1400.0
"""Width of every board, in board units."""

HALF_WIDTH = 5.8
"""Half the width of a space."""

LANE = 14.0
"""Distance between the centre lines of parallel tracks."""

CITY_RADIUS = 7.5
"""Radius of a city's marker."""

JUNCTION_RADIUS = 3.5
"""Radius of a junction's marker."""

SPACE_GAP = 2.6
"""Gap between two spaces of a track."""

LONGEST_SPACE = 46.0
"""A space is never drawn longer than this."""

LABEL_SIZE = 13.5
"""Size of the city names' font."""

_NARROW, _WIDE = set("fijlrtI.,:;'|!()[] -"), set("mwMWOQGD%@")


def text_width(text: str, size: float) -> float:
    """Width of a bold text, estimated from its letters; on the safe side for every font used."""
    return size * sum(0.42 if letter in _NARROW else 0.98 if letter in _WIDE else 0.71 for letter in text)


def curve(start: NDArray[np.float64], end: NDArray[np.float64], bow: NDArray[np.float64], count: int = 65) -> Points:
    """A quadratic Bézier curve whose control point lies ``bow`` away from the middle of the chord."""
    t = np.linspace(0.0, 1.0, count)[:, None]
    return np.asarray((1 - t) * start + t * end + 2 * t * (1 - t) * bow)


def normals(line: Points) -> Points:
    """Unit normals of a polyline, to the left of its direction."""
    tangent = np.gradient(line, axis=0)
    tangent /= np.maximum(np.hypot(*tangent.T), 1e-9)[:, None]
    return np.stack([-tangent[:, 1], tangent[:, 0]], axis=-1)


def arc_lengths(line: Points) -> NDArray[np.float64]:
    """Length of a polyline up to each of its points."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])


def along(line: Points, distances: NDArray[np.float64]) -> Points:
    """The points of a polyline at these distances from its start."""
    lengths = arc_lengths(line)
    return np.stack([np.interp(distances, lengths, line[:, 0]), np.interp(distances, lengths, line[:, 1])], axis=-1)


def spaces(line: Points, count: int, ends: tuple[float, float]) -> list[Points]:
    """Centre lines of ``count`` equal spaces on a polyline, its ends left free.

    Parameters
    ----------
    line : array, shape (n, 2)
        Centre line of the whole track, from marker to marker.
    count : int
        Number of spaces.
    ends : pair of float
        Lengths left free at the start and the end.
    """
    total = arc_lengths(line)[-1]
    step = max(total - ends[0] - ends[1], 1.0) / count
    half = min(max(step - SPACE_GAP, 0.4 * step), LONGEST_SPACE) / 2
    middles = ends[0] + (np.arange(count) + 0.5) * step
    return [along(line, np.linspace(middle - half, middle + half, 9)) for middle in middles]


def outline(line: Points, half_width: float = HALF_WIDTH, *, corner: float = 2.6, oval: bool = False) -> Points:
    """The closed outline of a space along its centre line: a rounded bar, or an oval."""
    total = arc_lengths(line)[-1]
    if oval:
        turn = np.linspace(0.0, np.pi, 15)
        where = total / 2 * (1 - np.cos(turn))
        width = half_width * np.sin(turn) ** 0.62
    else:
        corner = min(corner, total / 2, half_width)
        turn = np.linspace(0.0, np.pi / 2, 4)
        start, narrow = corner * (1 - np.cos(turn)), half_width - corner * (1 - np.sin(turn))
        body = np.linspace(corner, total - corner, 5)[1:-1]
        where = np.concatenate([start, body, total - start[::-1]])
        width = np.concatenate([narrow, np.full(len(body), half_width), narrow[::-1]])
    middle = along(line, where)
    side = normals(line)
    lengths = arc_lengths(line)
    across = np.stack([np.interp(where, lengths, side[:, 0]), np.interp(where, lengths, side[:, 1])], axis=-1)
    across *= width[:, None]
    return np.concatenate([middle + across, (middle - across)[::-1], (middle + across)[:1]])


def overlapping(first: Points, second: Points, clearance: float = 0.0) -> bool:
    """Whether two convex polygons come closer than ``clearance`` (by their separating axes)."""
    for polygon in (first, second):
        edges = np.diff(np.concatenate([polygon, polygon[:1]]), axis=0)
        axes = np.stack([-edges[:, 1], edges[:, 0]], axis=-1)
        size = np.hypot(*axes.T)
        axes = axes[size > 1e-9] / size[size > 1e-9, None]
        one, two = first @ axes.T, second @ axes.T
        gap = np.maximum(one.min(axis=0) - two.max(axis=0), two.min(axis=0) - one.max(axis=0))
        if (gap >= clearance).any():
            return False
    return True


def boxes(lines: Sequence[Points], half_width: float = HALF_WIDTH) -> NDArray[np.float64]:
    """Six-cornered hulls of spaces, shape (n, 6, 2), from their centre lines: what overlap tests use."""
    result = np.empty((len(lines), 6, 2))
    for i, line in enumerate(lines):
        across = normals(line)[[0, len(line) // 2, -1]] * half_width
        middle = line[[0, len(line) // 2, -1]]
        result[i] = np.concatenate([middle + across, (middle - across)[::-1]])
    return result


def near_pairs(centres: Points, reach: float) -> NDArray[np.intp]:
    """Pairs of points within ``reach`` of each other, shape (k, 2), in a fixed order."""
    pairs = cKDTree(centres).query_pairs(reach, output_type="ndarray")
    return np.asarray(pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))])


def distance_to_box(points: Points, box: tuple[float, float, float, float]) -> NDArray[np.float64]:
    """Distance of points from an upright box (left, bottom, right, top); 0 inside."""
    left, bottom, right, top = box
    x = np.maximum(np.maximum(left - points[:, 0], points[:, 0] - right), 0.0)
    y = np.maximum(np.maximum(bottom - points[:, 1], points[:, 1] - top), 0.0)
    return np.asarray(np.hypot(x, y))
