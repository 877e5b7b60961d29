"""Place names beside points without collisions, choosing among several positions for each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.charts.board.layout.geometry import text_width

GAP = 5.0
"""Gap between a point and its name, in pixels."""

REACH = (0.0, 9.0, 18.0, 30.0, 44.0, 60.0)
"""Distances by which a name may move away from its point, in pixels; nearer positions are tried first."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """The position of a name, in pixels with y downwards: its centre, and whether it is so far
    from its point that a line must connect them.
    """

    index: int
    x: float
    y: float
    far: bool


def place_labels(
    points: NDArray[np.float64],
    words: Sequence[str],
    size: tuple[float, float],
    *,
    font: float = 11.0,
    radius: float = 6.0,
    obstacles: Sequence[Box] = (),
) -> list[Label]:
    """Find positions for names beside their points without overlaps.

    Parameters
    ----------
    points : array of shape (n, 2)
        The points in pixels, y downwards.
    words : sequence of str
        One name per point.
    size : (float, float)
        Width and height of the plot area, within which all names stay.
    font, radius : float
        Font size, and radius of the points' markers, in pixels.
    obstacles : sequence of (left, top, right, bottom)
        Further boxes to avoid.

    Returns
    -------
    list of Label
        The names for which there is room; the others are left out.
    """
    taken: list[Box] = [(x - radius, y - radius, x + radius, y + radius) for x, y in points]
    taken += obstacles
    placed: list[Label] = []
    for index in _most_crowded_first(points):
        width, height = text_width(words[index], font), font * 1.3
        for x, y, far in _candidates(points[index], width, height, radius):
            box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            if _inside(box, size) and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                placed.append(Label(int(index), x, y, far))
                break
    return placed


def _most_crowded_first(points: NDArray[np.float64]) -> list[int]:
    """Return the order in which names choose: the most isolated ones last, as they have the most room."""
    if len(points) == 0:
        return []
    gaps = np.hypot(*(points[:, None, :] - points[None, :, :]).transpose(2, 0, 1))
    crowd = (gaps < 60).sum(axis=1)
    return [int(i) for i in np.lexsort((points[:, 1], -crowd))]


def _candidates(
    point: NDArray[np.float64], width: float, height: float, radius: float
) -> Iterator[tuple[float, float, bool]]:
    """Yield centres for a name: right, left, above, below, then the corners, farther and farther out."""
    x, y = float(point[0]), float(point[1])
    for reach in REACH:
        across, up = radius + GAP + width / 2 + reach, radius + height / 2 + reach
        far = reach > REACH[1]
        for dx, dy in (
            (1.0, 0.0),
            (-1.0, 0.0),
            (0.0, -1.0),
            (0.0, 1.0),
            (1.0, -0.7),
            (1.0, 0.7),
            (-1.0, -0.7),
            (-1.0, 0.7),
        ):
            yield x + dx * across, y + dy * up, far


def _inside(box: Box, size: tuple[float, float]) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1]


def _overlap(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]
