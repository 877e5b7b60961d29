"""Find a place for every city's name: near the city, clear of everything else and inside the board."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.charts.board.layout import geometry
from ttr_analysis.charts.board.layout.projection import Points

HALF_HEIGHT = geometry.LABEL_SIZE * 0.56
"""Half the height of a name's box."""

PADDING = 2.0
"""Free distance wanted around a name."""

FOREIGN, DOUBT = 36.0, 0.5
"""A name closer than the first to another city's marker costs the second per unit: it would look ambiguous."""

STACKED = 9.0
"""Two names stacked with a smaller gap than this read as one."""

DISTANCES = (1.5, 2.5, 3.5, 5.0, 6.5, 8.5, 11.0, 14.0, 18.0, 23.0, 29.0)
DIRECTIONS = 60

Box = tuple[float, float, float, float]


def label_box(centre: tuple[float, float], width: float) -> Box:
    """Return the box (left, bottom, right, top) of a name."""
    x, y = centre
    return (x - width / 2, y - HALF_HEIGHT, x + width / 2, y + HALF_HEIGHT)


def place_labels(
    cities: Mapping[str, tuple[float, float]],
    names: Sequence[str],
    widths: Mapping[str, float],
    obstacles: Points,
    frame: Box,
    radius: float = geometry.CITY_RADIUS,
) -> dict[str, tuple[float, float]]:
    """Choose a centre for each name.

    Parameters
    ----------
    cities : mapping
        Position of every marker, including those without a name.
    names : sequence of str
        The cities to name.
    widths : mapping of str to float
        Width of each name.
    obstacles : array, shape (n, 2)
        Points along the centre lines of the spaces; half a space width around each is kept free.
    frame : (left, bottom, right, top)
        The names stay inside it.
    radius : float
        Radius of the markers.
    """
    markers = np.array(list(cities.values()))
    choices = {name: _choices(cities[name], widths[name], radius) for name in names}
    fixed = {
        name: _fixed_costs(choices[name], widths[name], cities[name], obstacles, markers, frame, radius)
        for name in names
    }
    chosen = {name: int(fixed[name].argmin()) for name in names}
    for _ in range(6):  # sweeps of coordinate descent: each name in turn takes its best position
        before = dict(chosen)
        for name in sorted(names, key=lambda n: (-float(fixed[n].min()), n)):
            others = [(tuple(choices[n][chosen[n], :2]), widths[n]) for n in names if n != name]
            chosen[name] = int((fixed[name] + _clashes(choices[name], widths[name], others)).argmin())
        if chosen == before:
            break
    return {name: (float(choices[name][i, 0]), float(choices[name][i, 1])) for name, i in chosen.items()}


def _choices(place: tuple[float, float], width: float, radius: float) -> NDArray[np.float64]:
    """Return rows of x, y, cost: boxes that touch circles around a marker; right, left and above cost least."""
    rows = []
    for distance in DISTANCES:
        for turn in np.linspace(0, 2 * np.pi, DIRECTIONS, endpoint=False):
            across, up = np.cos(turn), np.sin(turn)
            x = place[0] + across * (radius + distance) + np.clip(1.5 * across, -1, 1) * width / 2
            y = place[1] + up * (radius + distance) + np.clip(1.5 * up, -1, 1) * HALF_HEIGHT
            rows.append((x, y, 0.5 * distance + 1.5 * min(abs(across), abs(up))))
    return np.array(rows)


def _fixed_costs(
    choices: NDArray[np.float64],
    width: float,
    place: tuple[float, float],
    obstacles: Points,
    markers: Points,
    frame: Box,
    radius: float,
) -> NDArray[np.float64]:
    """Return the costs of each choice that do not depend on other names: distance, spaces, markers, frame."""
    centres, half = choices[:, :2], np.array([width / 2, HALF_HEIGHT])
    reach = width / 2 + radius + DISTANCES[-1] + 2 * half.max() + 20
    near = obstacles[(np.abs(obstacles - centres.mean(axis=0)) < reach).all(axis=1)]
    depth = geometry.HALF_WIDTH + PADDING - geometry.distance_to_boxes(near, centres, *half)
    cost = choices[:, 2] + np.maximum(depth, 0.0).sum(axis=1)
    cost += 12.0 * (depth > PADDING - 0.6).sum(axis=1)  # the name would touch a space
    away = geometry.distance_to_boxes(markers, centres, *half)
    cost += 8.0 * np.maximum(radius + PADDING - 1 - away, 0.0).sum(axis=1)
    own = np.hypot(*(markers - place).T) < 1e-6
    cost += DOUBT * np.maximum(FOREIGN - away[:, ~own], 0.0).sum(axis=1)
    beyond = np.maximum(np.array(frame[:2]) - (centres - half), centres + half - np.array(frame[2:]))
    return np.asarray(cost + 40.0 * np.maximum(beyond.max(axis=1), 0.0))


def _clashes(
    choices: NDArray[np.float64], width: float, others: Sequence[tuple[tuple[float, float], float]]
) -> NDArray[np.float64]:
    cost = np.zeros(len(choices))
    for (x, y), other in others:
        wide = (width + other) / 2 + 5 - np.abs(choices[:, 0] - x)
        high = 2 * HALF_HEIGHT + 1 - np.abs(choices[:, 1] - y)
        cost[(wide > 0) & (high + STACKED > 0)] += 3.0
        clash = (wide > 0) & (high > 0)
        cost[clash] += 20.0 + wide[clash] * high[clash] * 0.5
    return cost
