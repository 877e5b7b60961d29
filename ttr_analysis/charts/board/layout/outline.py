"""Land, lakes and borders behind a board, read from the map's folder and bent to fit its cities."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from scipy.interpolate import RBFInterpolator

from ttr_analysis.charts.board.layout.geometry import BOARD_WIDTH
from ttr_analysis.charts.board.layout.projection import Points, Projection, projection_of
from ttr_analysis.charts.board.layout.record import Layout
from ttr_analysis.errors import Fault, MapError
from ttr_analysis.maps.game_map import GameMap

OUTLINE_FILE = "outline.json"
"""Name of the outline file inside a map folder; ``tools/make_outlines.py`` writes it."""

Frame = tuple[float, float, float, float]
"""Left, bottom, right, top."""

LAYERS = ("land", "lakes", "borders")


@dataclass(frozen=True, slots=True)
class Outline:
    """Closed rings of land and lakes, open lines of shores and borders; arrays of shape (n, 2)."""

    land: tuple[Points, ...] = ()
    lakes: tuple[Points, ...] = ()
    shores: tuple[Points, ...] = ()
    borders: tuple[Points, ...] = ()


def board_outline(game_map: GameMap, layout: Layout) -> Outline:
    """Return the outlines of a map in board units, cut at the edges of its board.

    The cities of a board are not where a map projection puts them. The outlines are bent
    to match by radial basis functions, so that every port stays on its coast. The result
    is empty if the map has no folder, no outlines, or no coordinates for its cities.
    """
    projection = projection_of(game_map)
    if game_map.folder is None or projection is None or layout.source != "places":
        return Outline()
    file = game_map.folder / OUTLINE_FILE
    if not file.is_file():
        return Outline()
    frame = (layout.inset, 0.0, BOARD_WIDTH - layout.inset, layout.height)
    places = tuple((float(city.longitude or 0), float(city.latitude or 0)) for city in game_map.cities)
    positions = tuple(layout.positions[city.name] for city in game_map.cities)
    try:
        return _bent(file, file.stat().st_mtime_ns, projection, places, positions, frame)
    except (ValueError, KeyError, TypeError) as error:
        raise MapError(
            f"the outlines of map {game_map.name!r} cannot be used",
            [Fault(OUTLINE_FILE, f"cannot be read ({error!r}); delete or recreate it")],
        ) from error


@lru_cache(maxsize=16)
def _bent(
    file: Path,
    stamp: int,
    projection: Projection,
    places: tuple[tuple[float, float], ...],
    positions: tuple[tuple[float, float], ...],
    frame: Frame,
) -> Outline:
    """Read, project, bend and cut the outlines; cached until the file (its time stamp) or the layout changes."""
    data = json.loads(file.read_text(encoding="utf-8"))
    rings = {layer: [np.array(ring, dtype=float).reshape(-1, 2) for ring in data[layer]] for layer in LAYERS}
    west, south, east, north = (float(side) for side in data["box"])
    known = projection.project(*np.array(places).T)
    bend = RBFInterpolator(known, np.array(positions), kernel="thin_plate_spline", smoothing=1e-3, degree=1)

    def placed(ring: Points) -> Points:
        # stay just inside the cut of a world map, so that its meridian does not jump to the other edge
        longitude = np.clip(ring[:, 0], west + 1e-6, east - 1e-6)
        return np.asarray(bend(projection.project(longitude, ring[:, 1])))

    def closed(layer: str) -> tuple[Points, ...]:
        cut = (clip_ring(placed(ring), frame) for ring in rings[layer])
        return tuple(ring for ring in cut if len(ring) > 2)

    lines = [line for ring in rings["land"] for line in _real_shores(ring, (west, south, east, north))]
    return Outline(
        land=closed("land"),
        lakes=closed("lakes"),
        shores=tuple(lines_inside(map(placed, lines), frame)),
        borders=tuple(lines_inside(map(placed, rings["borders"]), frame)),
    )


def clip_ring(ring: Points, box: Frame) -> Points:
    """Return the part of a closed ring inside a box (left, bottom, right, top), by Sutherland and Hodgman."""
    for axis, bound, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        if len(ring) == 0:
            break
        depth = sign * (ring[:, axis] - bound)
        if (depth >= 0).all():
            continue
        kept: list[Points] = []
        for i in range(len(ring)):
            here, before = depth[i], depth[i - 1]
            if (here >= 0) != (before >= 0):
                share = before / (before - here)
                kept.append(ring[i - 1] + share * (ring[i] - ring[i - 1]))
            if here >= 0:
                kept.append(ring[i])
        ring = np.array(kept).reshape(-1, 2)
    return ring


def _real_shores(ring: Points, box: Frame) -> list[Points]:
    """Return a ring of land as lines without the edges where it was cut: the box and the 180th meridian."""
    west, south, east, north = box
    closed = np.concatenate([ring, ring[:1]])
    cuts = [np.abs(closed[:, 0] - side) < 1e-3 for side in (west, east, -180.0, 180.0)]
    cuts += [np.abs(closed[:, 1] - side) < 1e-3 for side in (south, north)]
    false_edge = np.array([cut[:-1] & cut[1:] for cut in cuts]).any(axis=0)
    parts = np.split(closed, np.flatnonzero(false_edge) + 1)
    return [part for part in parts if len(part) > 1]


def lines_inside(lines: Iterable[Points], frame: Frame) -> list[Points]:
    """Return the parts of lines inside the frame, cut where they cross it."""
    found = []
    for line in lines:
        inside = np.all((line >= frame[:2]) & (line <= frame[2:]), axis=1)
        for part in np.split(np.arange(len(line)), np.flatnonzero(np.diff(inside)) + 1):
            if not inside[part[0]]:
                continue
            first, last = part[0], part[-1]
            before = [_crossing(line[first], line[first - 1], frame)] if first else []
            after = [_crossing(line[last], line[last + 1], frame)] if last + 1 < len(line) else []
            if len(before) + len(part) + len(after) > 1:
                found.append(np.array([*before, *line[part], *after]))
    return found


def _crossing(inner: Points, outer: Points, frame: Frame) -> Points:
    """Return where the way from a point inside the frame to one outside crosses it."""
    step = outer - inner
    bounds = np.where(step > 0, frame[2:], frame[:2])
    shares = np.divide(bounds - inner, step, out=np.ones(2), where=step != 0)
    return np.asarray(inner + float(shares.min()) * step)
