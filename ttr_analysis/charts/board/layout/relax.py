"""Make room: move cities as little as possible, and bow tracks, so that nothing overlaps.

Every track (parallel ones together: a *ribbon*) is a quadratic Bézier curve, so each
of its points is a *linear* function of the two cities and the bow. Points sampled on the
curves, the cities' markers and the names become discs that push each other apart; a
curve shorter than its spaces need is stretched; weak springs hold cities in place
and curves in shape. The sum of these terms is minimised by L-BFGS with an exact gradient.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array

from ttr_analysis.charts.board.layout import geometry
from ttr_analysis.charts.board.layout.projection import Points

SPACE_LENGTH = 27.0
"""Least length that a space should have, gap included."""

CLEARANCE = 2.2
"""Desired free distance between any two shapes."""

SAMPLE = 8.0
"""Distance between the points sampled on a curve."""

CURVE_POINTS = 9
"""Number of points used to measure the length of a curve."""

PUSH, PUSH_OF_NAMES, HOLD, STRAIGHT, EVEN, STRETCH = 3.0, 12.0, 0.02, 0.012, 0.1, 0.5
"""Weights of overlaps, of overlaps with names, of the springs on cities and on bows, of bows
to one side of the middle, and of missing length."""

SLENDER, STIFFEST = 320.0, 8.0
"""Curves shorter than the first resist bowing more the shorter they are, by up to the second as a factor:
a bow that is hardly visible on a long curve would turn a short one into a hook."""

EDGE = 26.0
"""Width of the strip between the box of the cities and the edge of the board."""

HALF_LABEL = geometry.LABEL_SIZE * 0.56
"""Half the height of a name."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ribbon:
    """The parallel tracks between two points: ends (numbers of nodes), bow, half width, length needed.

    An end is a city, or a node at the edge of the board where a wrapping track leaves it.
    """

    start: int
    end: int
    bow: tuple[float, float]
    half_width: float
    needed: float


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that is relaxed.

    Attributes
    ----------
    nodes : array, shape (n, 2)
        Cities, then edge nodes.
    home : array, shape (n, 2)
        The positions to which the springs pull them.
    rest : array, shape (number of ribbons, 2)
        The bows to which the springs pull.
    radius : array, shape (n,)
        Radius of each marker; 0 for edge nodes.
    twin : mapping of int to int
        Edge node to the node at the same height on the other edge.
    ribbons : sequence of Ribbon
        The curves.
    box : (left, bottom, right, top)
        The area in which cities may lie.
    labels : mapping of int to (x, y, width, room)
        For a city, the centre of its name relative to it, the width of the name, and the free
        distance wanted around the name in addition to the usual one.
    """

    nodes: Points
    home: Points
    rest: Points
    radius: Floats
    twin: Mapping[int, int]
    ribbons: Sequence[Ribbon]
    box: tuple[float, float, float, float]
    labels: Mapping[int, tuple[float, float, float, float]]


@dataclass(frozen=True, slots=True)
class _Discs:
    """Sampled shapes: ``matrix @ parameters + constant`` yields the centres of the discs.

    ``owner`` numbers the shapes (names below 0), ``nodes`` holds the ends of a disc's curve,
    and ``ending`` marks discs near these ends, which only names must avoid.
    """

    matrix: csr_array
    constant: Floats
    radius: Floats
    owner: NDArray[np.intp]
    nodes: NDArray[np.intp]
    ending: NDArray[np.bool_]


def relax(scene: Scene, rounds: int = 5, steps: int = 60, until: float = np.inf) -> Scene:
    """Minimise overlaps, until a time of the clock at most, and return the scene with new nodes and bows."""
    for _ in range(rounds):
        if monotonic() > until:
            break
        scene = _relax_once(scene, steps, until)
    return scene


def _relax_once(scene: Scene, steps: int, until: float) -> Scene:
    discs, curves = _sample(scene), _curve_points(scene)
    start = _parameters(scene)

    def energy(parameters: Floats) -> tuple[float, Floats]:
        gradient = np.zeros_like(parameters)
        total = _push(discs, parameters, gradient)
        total += _stretch(scene, curves, parameters, gradient)
        total += _confine(scene, curves, parameters, gradient)
        return total + _springs(scene, parameters, gradient), gradient

    def stop_in_time(xk: Floats) -> None:
        del xk
        if monotonic() > until:
            raise StopIteration

    found = minimize(energy, start, jac=True, method="L-BFGS-B", options={"maxiter": steps}, callback=stop_in_time)
    count = len(scene.nodes)
    nodes = found.x[: 2 * count].reshape(-1, 2)
    bows = found.x[2 * count :].reshape(-1, 2)
    for node, other in scene.twin.items():
        nodes[node] = (scene.home[node, 0], (found.x[2 * node + 1] + found.x[2 * other + 1]) / 2)
    ribbons = [replace(r, bow=(float(x), float(y))) for r, (x, y) in zip(scene.ribbons, bows, strict=True)]
    return replace(scene, nodes=nodes, ribbons=ribbons)


def _parameters(scene: Scene) -> Floats:
    return np.concatenate([scene.nodes.ravel(), np.array([r.bow for r in scene.ribbons]).ravel()])


def _matrix(rows: Sequence[tuple[Sequence[int], Sequence[float]]], columns: int) -> csr_array:
    """Return the linear map of points, each given by the points it depends on and their weights."""
    entries: list[tuple[int, int, float]] = []
    for row, (sources, weights) in enumerate(rows):
        for source, weight in zip(sources, weights, strict=True):
            entries += [(2 * row, 2 * source, weight), (2 * row + 1, 2 * source + 1, weight)]
    row_numbers, column_numbers, values = (np.array(part) for part in zip(*entries, strict=True))
    return csr_array((values, (row_numbers, column_numbers)), shape=(2 * len(rows), 2 * columns))


def _on_curve(scene: Scene, number: int, t: float) -> tuple[Sequence[int], Sequence[float]]:
    ribbon = scene.ribbons[number]
    return (ribbon.start, ribbon.end, len(scene.nodes) + number), (1 - t, t, 2 * t * (1 - t))


def _curve(scene: Scene, ribbon: Ribbon) -> Points:
    return geometry.curve(scene.nodes[ribbon.start], scene.nodes[ribbon.end], np.array(ribbon.bow))


def _sample(scene: Scene) -> _Discs:
    """Return the discs on all shapes."""
    rows, constant, radius, owner, nodes, ending = [], [], [], [], [], []
    for number, ribbon in enumerate(scene.ribbons):
        lengths = geometry.arc_lengths(_curve(scene, ribbon))
        count = max(2, round(lengths[-1] / SAMPLE))
        for distance in (np.arange(count) + 0.5) * lengths[-1] / count:
            near = min(
                distance + 1e3 * (scene.radius[ribbon.start] == 0),
                lengths[-1] - distance + 1e3 * (scene.radius[ribbon.end] == 0),
            )
            if near < geometry.CITY_RADIUS + 3:
                continue
            ending.append(near < geometry.CITY_RADIUS + 9 + ribbon.half_width)
            rows.append(_on_curve(scene, number, float(np.interp(distance, lengths, np.linspace(0, 1, len(lengths))))))
            constant.append((0.0, 0.0))
            radius.append(ribbon.half_width)
            owner.append(len(scene.nodes) + number)
            nodes.append((ribbon.start, ribbon.end))
    for marker in map(int, np.flatnonzero(scene.radius > 0)):
        rows.append(((marker,), (1.0,)))
        constant.append((0.0, 0.0))
        radius.append(float(scene.radius[marker]))
        owner.append(marker)
        nodes.append((marker, marker))
        ending.append(False)
    for city, (x, y, width, room) in scene.labels.items():
        for shift in np.linspace(HALF_LABEL - width / 2, width / 2 - HALF_LABEL, max(2, round(width / SAMPLE))):
            rows.append(((city,), (1.0,)))
            constant.append((x + float(shift), y))
            radius.append(HALF_LABEL + room)
            owner.append(-2 - city)
            nodes.append((-1, -1))
            ending.append(False)
    return _Discs(
        _matrix(rows, len(scene.nodes) + len(scene.ribbons)),
        np.array(constant).ravel(),
        np.array(radius),
        np.array(owner),
        np.array(nodes),
        np.array(ending),
    )


def _push(discs: _Discs, parameters: Floats, gradient: Floats) -> float:
    """Return the squared depths of all overlaps between discs of different owners."""
    points = (discs.matrix @ parameters + discs.constant).reshape(-1, 2)
    pairs = geometry.near_pairs(points, 2 * float(discs.radius.max()) + CLEARANCE)
    one, two = pairs.T
    own_city = (discs.nodes[one] == discs.owner[two, None]).any(axis=1) | (
        discs.nodes[two] == discs.owner[one, None]
    ).any(axis=1)
    named = (discs.owner[one] < 0) | (discs.owner[two] < 0)
    keep = (discs.owner[one] != discs.owner[two]) & ~own_city & (named | ~(discs.ending[one] | discs.ending[two]))
    one, two = one[keep], two[keep]
    weight = np.where(named[keep], PUSH_OF_NAMES, PUSH)
    apart = points[one] - points[two]
    distance = np.maximum(np.hypot(*apart.T), 1e-6)
    depth = np.maximum(discs.radius[one] + discs.radius[two] + CLEARANCE - distance, 0.0)
    force = -2 * (weight * depth / distance)[:, None] * apart
    pull = np.zeros_like(points)
    np.add.at(pull, one, force)
    np.add.at(pull, two, -force)
    gradient += discs.matrix.T @ pull.ravel()
    return float((weight * depth**2).sum())


def _curve_points(scene: Scene) -> csr_array:
    """Return the linear map to :data:`CURVE_POINTS` points on every ribbon."""
    rows = [_on_curve(scene, n, t) for n in range(len(scene.ribbons)) for t in np.linspace(0, 1, CURVE_POINTS)]
    return _matrix(rows, len(scene.nodes) + len(scene.ribbons))


def _stretch(scene: Scene, curves: csr_array, parameters: Floats, gradient: Floats) -> float:
    """Return the squared lengths that curves lack for their spaces."""
    points = (curves @ parameters).reshape(-1, CURVE_POINTS, 2)
    parts = np.diff(points, axis=1)
    sizes = np.maximum(np.hypot(parts[..., 0], parts[..., 1]), 1e-6)
    missing = np.maximum(np.array([ribbon.needed for ribbon in scene.ribbons]) - sizes.sum(axis=1), 0.0)
    force = -2 * STRETCH * missing[:, None, None] * parts / sizes[..., None]
    pull = np.zeros_like(points)
    pull[:, 1:] += force
    pull[:, :-1] -= force
    gradient += curves.T @ pull.ravel()
    return float(STRETCH * (missing**2).sum())


def _confine(scene: Scene, curves: csr_array, parameters: Floats, gradient: Floats) -> float:
    """Return the squared distances by which curves leave the board; wrapping tracks may reach its sides."""
    points = (curves @ parameters).reshape(-1, CURVE_POINTS, 2)
    left, bottom, right, top = scene.box
    wraps = np.array([scene.radius[ribbon.end] == 0 for ribbon in scene.ribbons])
    room = EDGE - np.array([ribbon.half_width for ribbon in scene.ribbons]) - 1.0
    low = np.stack([np.where(wraps, -np.inf, left - room), bottom - room], axis=-1)[:, None]
    high = np.stack([np.where(wraps, np.inf, right + room), top + room], axis=-1)[:, None]
    outside = points - np.clip(points, low, high)
    gradient += curves.T @ (2 * outside).ravel()
    return float((outside**2).sum())


def _springs(scene: Scene, parameters: Floats, gradient: Floats) -> float:
    """Pull cities to their homes and into the box, edge nodes to their edge and twin, bows to their rest shape."""
    count = len(scene.nodes)
    nodes, bows = parameters[: 2 * count].reshape(-1, 2), parameters[2 * count :].reshape(-1, 2)
    pull, bend = gradient[: 2 * count].reshape(-1, 2), gradient[2 * count :].reshape(-1, 2)
    away = nodes - scene.home
    bent = bows - scene.rest
    chords = np.array([scene.nodes[r.end] - scene.nodes[r.start] for r in scene.ribbons])
    sizes = np.maximum(np.hypot(*chords.T), 1e-9)[:, None]
    chords /= sizes
    along = (bows * chords).sum(axis=1, keepdims=True) * chords
    stiff = STRAIGHT * np.clip((SLENDER / sizes) ** 2, 1.0, STIFFEST)
    total = HOLD * float((away**2).sum()) + float((stiff * bent**2).sum()) + EVEN * float((along**2).sum())
    bend += 2 * EVEN * along
    pull += 2 * HOLD * away
    bend += 2 * stiff * bent
    left, bottom, right, top = scene.box
    cities = scene.radius > 0
    outside = nodes - np.clip(nodes, (left, bottom), (right, top))
    outside[~cities] = 0.0
    total += float((outside**2).sum())
    pull += 2 * outside
    for node, other in scene.twin.items():
        sideways, lift = nodes[node, 0] - scene.home[node, 0], nodes[node, 1] - nodes[other, 1]
        beyond = nodes[node, 1] - np.clip(nodes[node, 1], bottom, top)
        total += sideways**2 + lift**2 + beyond**2
        pull[node] += (2 * sideways, 2 * lift + 2 * beyond)
        pull[other, 1] -= 2 * lift
    return total
