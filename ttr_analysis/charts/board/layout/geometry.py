"""Compute the shapes on a board: curves, lanes, the spaces of a track, text boxes, overlaps.

The unit is the *board unit*: a board is :data:`BOARD_WIDTH` units wide, x runs to the
right and y upwards from its lower left corner.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from ttr_analysis.charts.board.layout.projection import Points

Spaces = NDArray[np.float64]
"""Centre lines of spaces, shape (number, 9, 2)."""

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

LONGEST_SPACE = 74.0
"""Greatest length at which a space is drawn."""

LABEL_SIZE = 13.5
"""Size of the city names' font."""

_NARROW, _WIDE = set("fijlrtI.,:;'|!()[] -"), set("mwMWOQGD%@")


def text_width(text: str, size: float) -> float:
    """Estimate the width of a bold text from its letters, wide enough for every font used."""
    return size * sum(0.42 if letter in _NARROW else 0.98 if letter in _WIDE else 0.71 for letter in text)


def curve(start: NDArray[np.float64], end: NDArray[np.float64], bow: NDArray[np.float64], count: int = 65) -> Points:
    """Return a quadratic Bézier curve whose control point lies ``bow`` away from the middle of the chord."""
    t = np.linspace(0.0, 1.0, count)[:, None]
    return np.asarray((1 - t) * start + t * end + 2 * t * (1 - t) * bow)


def normals(lines: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the unit normals of polylines, shape (..., n, 2), to the left of their direction."""
    tangent = np.gradient(lines, axis=-2)
    tangent /= np.maximum(np.hypot(tangent[..., 0], tangent[..., 1]), 1e-9)[..., None]
    return np.stack([-tangent[..., 1], tangent[..., 0]], axis=-1)


def arc_lengths(line: Points) -> NDArray[np.float64]:
    """Return the length of a polyline up to each of its points."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])


def along(line: Points, distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points of a polyline at the given distances from its start, shape (..., 2)."""
    lengths = arc_lengths(line)
    return np.stack([np.interp(distances, lengths, line[:, 0]), np.interp(distances, lengths, line[:, 1])], axis=-1)


def spaces(line: Points, count: int, ends: tuple[float, float]) -> Spaces:
    """Return the centre lines of ``count`` equal spaces on a polyline with free ends, shape (count, 9, 2).

    Parameters
    ----------
    line : array, shape (n, 2)
        Centre line of the whole track, from marker to marker.
    count : int
        Number of spaces.
    ends : pair of float
        Lengths left free at the start and at the end.
    """
    total = arc_lengths(line)[-1]
    step = max(total - ends[0] - ends[1], 1.0) / count
    half = min(max(step - SPACE_GAP, 0.4 * step), LONGEST_SPACE) / 2
    middles = ends[0] + (np.arange(count) + 0.5) * step
    return along(line, middles[:, None] + np.linspace(-half, half, 9))


def outline(line: Points, half_width: float = HALF_WIDTH, *, corner: float = 2.6, oval: bool = False) -> Points:
    """Return the closed outline of a space along its centre line: a rounded bar or an oval."""
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


def overlapping(first: NDArray[np.float64], second: NDArray[np.float64], clearance: float = 0.0) -> NDArray[np.bool_]:
    """Return whether convex polygons come closer than ``clearance``, using the separating axis theorem.

    Parameters
    ----------
    first, second : array, shape (k, n, 2) and (k, m, 2)
        The polygons of k pairs; either may have k = 1 and is then compared with all of the other.
    """
    apart = np.zeros(np.broadcast_shapes(first.shape[:1], second.shape[:1]), dtype=bool)
    for polygons in (first, second):
        edges = np.roll(polygons, -1, axis=1) - polygons
        axes = np.stack([-edges[..., 1], edges[..., 0]], axis=-1)
        axes /= np.maximum(np.hypot(edges[..., 0], edges[..., 1]), 1e-9)[..., None]
        one, two = first @ axes.swapaxes(1, 2), second @ axes.swapaxes(1, 2)
        gap = np.maximum(one.min(axis=1) - two.max(axis=1), two.min(axis=1) - one.max(axis=1))
        apart |= (gap >= clearance).any(axis=1)
    return ~apart


def boxes(lines: Spaces, half_width: float = HALF_WIDTH) -> NDArray[np.float64]:
    """Return six-cornered hulls of spaces, shape (n, 6, 2), from their centre lines, for overlap tests."""
    marks = [0, lines.shape[1] // 2, lines.shape[1] - 1]
    across = normals(lines)[:, marks] * half_width
    return np.concatenate([lines[:, marks] + across, (lines[:, marks] - across)[:, ::-1]], axis=1)


def near_pairs(centres: Points, reach: float) -> NDArray[np.intp]:
    """Return the pairs of points within ``reach`` of each other, shape (k, 2)."""
    return np.asarray(cKDTree(centres).query_pairs(reach, output_type="ndarray"))


def distance_to_boxes(points: Points, centres: Points, half_width: float, half_height: float) -> NDArray[np.float64]:
    """Return the distances from points (n,) to upright boxes of one size (k,), shape (k, n); 0 inside a box."""
    apart = np.abs(centres[:, None] - points[None])
    beyond = np.maximum(apart - (half_width, half_height), 0.0)
    return np.asarray(np.hypot(beyond[..., 0], beyond[..., 1]))
