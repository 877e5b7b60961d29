"""The layout of a map: its data, its file, and the shapes of the tracks."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from ttr_analysis._validate import instance, option
from ttr_analysis.charts.board.layout import geometry
from ttr_analysis.charts.board.layout.projection import Points
from ttr_analysis.errors import Fault, MapError, SetupError
from ttr_analysis.maps import GameMap, Track
from ttr_analysis.results.folders import write_file

LAYOUT_FILE = "layout.json"
"""Name of the layout's file inside a map folder."""

FARTHEST = 100 * geometry.BOARD_WIDTH
"""No number of a layout is farther from 0, in board units."""

EDGE_GAP = 6.0
"""Length left free where a wrapping track meets the edge of the board."""

Vector = tuple[float, float]
Source = Literal["places", "board", "force"]


@dataclass(frozen=True, slots=True)
class TrackPath:
    """The course of one track.

    Attributes
    ----------
    bows : tuple of (float, float)
        For each stroke, how far its Bézier control point lies from the middle of its
        chord. A track has one stroke; one that wraps has two, one at each edge.
    lane : float
        Distance of the track to the left of that curve, seen from its first city
        (parallel tracks share the curve).
    ends : (float, float)
        Lengths left free at the first and at the second city.
    exit : float or None
        Height at which a track that wraps leaves one edge and enters at the other.
    leaves_right : bool
        Whether a track that wraps leaves its first city towards the right edge.
    """

    bows: tuple[Vector, ...]
    lane: float = 0.0
    ends: tuple[float, float] = (0.0, 0.0)
    exit: float | None = None
    leaves_right: bool = False


@dataclass(frozen=True)
class Layout:
    """The position of everything in the picture of a map, in board units.

    Attributes
    ----------
    height : float
        Height of the board; its width is always ``geometry.BOARD_WIDTH``.
    inset : float
        Width of the strips at the left and right edges that hold the names of far cities.
    positions : mapping of str to (float, float)
        Position of each city.
    labels : mapping of str to (float, float)
        Centre of each city's name; junctions have none.
    paths : mapping of str to TrackPath
        Path of each track, by the track's name. (Names rather than numbers, so that a map
        with some tracks removed keeps its layout.)
    source : {"places", "board", "force"}
        The starting point of the positions: latitude and longitude, positions on the
        printed board, or the graph alone.
    notice : str
        What readers need to know about the positions; may be empty.
    """

    height: float
    inset: float
    positions: Mapping[str, Vector]
    labels: Mapping[str, Vector]
    paths: Mapping[str, TrackPath]
    source: Source = "places"
    notice: str = ""

    def place(self, city: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """Return the position of a city as an array of shape (2,)."""
        return np.array(self.positions[city], dtype=float)

    def strokes(self, track: Track) -> list[Points]:
        """Return the centre lines of a track, one per stroke: from marker to marker, or to and from the edge."""
        path = self.paths[track.name]
        ends = [self.place(track.city_a), self.place(track.city_b)]
        if path.exit is not None:
            left, right = np.array([self.inset, path.exit]), np.array([geometry.BOARD_WIDTH - self.inset, path.exit])
            out, into = (right, left) if path.leaves_right else (left, right)
            ends[1:1] = [out, into]
        lines = []
        for i, bow in enumerate(path.bows):
            line = geometry.curve(ends[2 * i], ends[2 * i + 1], np.array(bow))
            lines.append(line + path.lane * geometry.normals(line))
        return lines

    def spaces(self, track: Track) -> geometry.Spaces:
        """Return the centre lines of the spaces of a track, from its first city to its second."""
        path, lines = self.paths[track.name], self.strokes(track)
        if len(lines) == 1:
            return geometry.spaces(lines[0], track.length, path.ends)
        free = [geometry.arc_lengths(line)[-1] - end for line, end in zip(lines, path.ends, strict=True)]
        first = round(track.length * free[0] / (free[0] + free[1]))
        if track.length > 1:
            first = min(max(first, 1), track.length - 1)
        found: list[geometry.Spaces] = []
        for line, count, ends in zip(
            lines, (first, track.length - first), ((path.ends[0], EDGE_GAP), (EDGE_GAP, path.ends[1])), strict=True
        ):
            if count:
                found.append(geometry.spaces(line, count, ends))
        return np.concatenate(found)


def save_layout(layout: Layout, path: Path) -> None:
    """Write a layout as JSON, rounded to a hundredth of a board unit, one line per item."""

    def text(value: Any) -> str:
        return json.dumps(_rounded(value), ensure_ascii=False)

    def block(items: Mapping[str, Any]) -> str:
        return "{\n" + ",\n".join(f"    {text(key)}: {text(value)}" for key, value in items.items()) + "\n  }"

    paths = {name: _path_to_json(track_path) for name, track_path in layout.paths.items()}
    head = {key: getattr(layout, key) for key in ("height", "inset", "source", "notice")}
    lines = [f"  {text(key)}: {text(value)}" for key, value in head.items()]
    blocks = {"positions": layout.positions, "labels": layout.labels, "paths": paths}
    lines += [f"  {text(key)}: {block(items)}" for key, items in blocks.items()]
    write_file(path, "{\n" + ",\n".join(lines) + "\n}\n")


def load_layout(game_map: GameMap) -> Layout | None:
    """Read the layout stored in a map's folder.

    Returns
    -------
    Layout or None
        None if the map was not read from a folder, or its folder holds no layout.

    Raises
    ------
    MapError
        If the file cannot be parsed or does not match the map's cities and tracks, unless these
        were changed since the map was read: then what is new is missing.
    """
    if game_map.folder is None or not (game_map.folder / LAYOUT_FILE).is_file():
        return None
    try:
        data = json.loads((game_map.folder / LAYOUT_FILE).read_text(encoding="utf-8"))
        layout = Layout(
            height=_number(data["height"], least=1.0),
            inset=_number(data["inset"], least=0.0, most=geometry.BOARD_WIDTH / 2),
            positions={name: _vector(value) for name, value in data["positions"].items()},
            labels={name: _vector(value) for name, value in data["labels"].items()},
            paths={name: _path_from_json(value) for name, value in data["paths"].items()},
            source=option("source", data["source"], get_args(Source)),
            notice=instance("notice", data["notice"], str),
        )
    except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError, SetupError) as error:
        raise _unusable(game_map, f"cannot be read ({error!r})") from error
    if not game_map.board_differences:
        _check_fits(game_map, layout)
    return layout


def _check_fits(game_map: GameMap, layout: Layout) -> None:
    missing = [city.name for city in game_map.cities if city.name not in layout.positions]
    missing += [track.name for track in game_map.tracks if track.name not in layout.paths]
    if missing:
        raise _unusable(game_map, f"does not contain {missing[0]!r}")


def _unusable(game_map: GameMap, message: str) -> MapError:
    advice = f"{message}; delete it or recreate it with `ttr maps layout {game_map.name}`"
    return MapError(f"the layout of map {game_map.name!r} cannot be used", [Fault(LAYOUT_FILE, advice)])


def _vector(value: Any) -> Vector:
    x, y = value
    return (_number(x), _number(y))


def _number(value: Any, *, least: float = -FARTHEST, most: float = FARTHEST) -> float:
    """Return a number of board units.

    Raises
    ------
    ValueError
        If it is none, or so large that nothing could be drawn there.
    """
    number = float(value)
    if not least <= number <= most:  # NaN is not, either
        raise ValueError(f"{number} must be from {least:g} to {most:g}")
    return number


def _path_to_json(path: TrackPath) -> dict[str, Any]:
    data: dict[str, Any] = {"bows": path.bows, "lane": path.lane, "ends": path.ends}
    if path.exit is not None:
        data |= {"exit": path.exit, "leaves_right": path.leaves_right}
    return data


def _path_from_json(data: Mapping[str, Any]) -> TrackPath:
    leaves = None if data.get("exit") is None else _number(data["exit"])
    bows = tuple(_vector(bow) for bow in data["bows"])
    strokes = 1 if leaves is None else 2
    if len(bows) != strokes:
        raise ValueError(f"a track of {strokes} strokes has {len(bows)} bows")
    return TrackPath(
        bows=bows,
        lane=_number(data["lane"]),
        ends=_vector(data["ends"]),
        exit=leaves,
        leaves_right=bool(data.get("leaves_right", False)),
    )


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, tuple | list):
        return [_rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return value
