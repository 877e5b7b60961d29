"""Our drawing of a board as SVG text, for pages and widgets that change it: its tracks and cities are parts by number.

Everything is drawn by the functions that draw the charts' boards; here their traces become elements.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ttr_analysis.charts import board_words, theme
from ttr_analysis.charts.board import naming, places, shapes
from ttr_analysis.charts.board.layout import Layout, geometry, layout_of
from ttr_analysis.charts.board.layout.outline import board_outline
from ttr_analysis.charts.board.layout.projection import Points
from ttr_analysis.charts.board.legend import legend, legend_entries, strip_below
from ttr_analysis.maps import GameMap, Track, takes_map

ANCHORS = MappingProxyType({"left": "end", "center": "middle", "right": "start"})
"""How SVG calls the side on which a text lies."""

NOBODY: frozenset[str] = frozenset()


@takes_map
def board_svg(game_map: GameMap, layout: Layout | None = None) -> str:
    """Draw a board as SVG.

    A group of class ``track`` (with ``data-track``, the track's index) holds the spaces of each track, the marks on
    them, and the places of an owner's number; one of class ``city`` (``data-city``) lies over each city.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The map.
    layout : Layout, optional
        Positions of everything; by default those stored in the map's folder.

    Returns
    -------
    str
        An ``svg`` element with all names escaped, which needs nothing from outside.

    Examples
    --------
    >>> len(ttr.load_map("first_journey_usa").tracks), board_svg("first_journey_usa").count('class="track"')
    (64, 64)
    """
    layout = layout or layout_of(game_map)
    entries = legend_entries(game_map, colors=True, extra=(), groups={}, scale=1.0)
    strip = strip_below([entry.text for entry in entries], 1.0)
    height = layout.height
    lines_of = {track.index: layout.spaces(track) for track in game_map.tracks}
    ground = [shapes.water(layout), *shapes.ground(board_outline(game_map, layout))]
    plain = {track.index: shapes.style_of(track) for track in game_map.tracks}
    ground += shapes.beds(game_map.tracks, layout, plain, 1.0)
    marks = [*shapes.markers(game_map, layout, NOBODY, 1.0), *places.border_places(game_map, layout, NOBODY, 1.0)]
    named = naming.places_of_names(game_map, layout, 1.0)
    marks += [
        shapes.names(game_map, named, NOBODY, geometry.LABEL_SIZE),
        *shapes.far_cities(game_map, layout, 1.0),
    ]
    sheet = f'<rect width="{geometry.BOARD_WIDTH:g}" height="{height + strip.high:.1f}" fill="{theme.PAPER}"/>'
    parts = [
        sheet,
        _group("ground", elements(ground, height)),
        *(_track(game_map, track, layout, lines_of[track.index]) for track in game_map.tracks),
        _group("marks", elements(marks, height)),
        *(_city(game_map, index, layout) for index in range(len(game_map.cities))),
        _group("legend", elements(legend(entries, 1.0, strip), height)),
    ]
    box = f"0 0 {geometry.BOARD_WIDTH:g} {height + strip.high:.1f}"
    name, font = escape(game_map.title, quote=True), escape(theme.FONT_FAMILY, quote=True)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="{font}" role="group"'
    return f'{head} aria-label="{name}">{"".join(parts)}</svg>'


def live_asset(ending: str) -> str:
    """Return the script (``js``) or the style sheet (``css``) that all boards on pages share."""
    return files("ttr_analysis.charts.board").joinpath(f"live.{ending}").read_text(encoding="utf-8")


def _group(name: str, inside: Iterable[str]) -> str:
    return f'<g class="{name}" aria-hidden="true">{"".join(inside)}</g>'


def _track(game_map: GameMap, track: Track, layout: Layout, spaces: geometry.Spaces) -> str:
    """Return the group of a track: where it is clicked, its spaces, marks, and numbers of an owner."""
    lines_of, styles, height = {track.index: spaces}, {track.index: shapes.style_of(track)}, layout.height
    marks = shapes.symbols([track], lines_of, 1.0) + shapes.engines([track], lines_of, styles)
    marks += shapes.card_sets([track], lines_of, styles, 1.0)
    middles = [line[len(line) // 2] for line in spaces]
    owners = "".join(f'<text x="{x:.1f}" y="{height - y:.1f}" dy="0.35em"></text>' for x, y in middles)
    course = "".join(_path(line, height, closed=False) for line in layout.strokes(track))
    label = escape(words_of(game_map, track), quote=True)
    return (
        f'<g class="track" data-track="{track.index}" aria-label="{label}"><title>{label}</title>'
        f'<path class="hit" d="{course}"/>'
        f'<g class="spaces">{"".join(elements(shapes.spaces([track], lines_of, styles, 1.0), height))}</g>'
        f'<g class="symbols">{"".join(elements(marks, height))}</g><g class="owners">{owners}</g></g>'
    )


def words_of(game_map: GameMap, track: Track) -> str:
    """Return the name of a track, and what is printed on it."""
    points = game_map.rules.route_points[track.length]
    told = board_words.track(track.length, track.color, track.kind, points, track.locomotives, track.pair_spaces)
    return f"{track.name}: {told}"


def _city(game_map: GameMap, index: int, layout: Layout) -> str:
    """Return the group of a city: where it is clicked, and where a building stands."""
    name = escape(game_map.cities[index].name, quote=True)
    x, y = layout.positions[game_map.cities[index].name]
    return (
        f'<g class="city" data-city="{index}" transform="translate({x:.1f} {layout.height - y:.1f})" '
        f'aria-label="{name}"><title>{name}</title><circle class="hit" r="{geometry.CITY_RADIUS + 2:g}"/>'
        f'<g class="building"></g></g>'
    )


# Traces as elements


def elements(traces: Iterable[go.Scatter], height: float) -> Iterator[str]:
    """Yield the SVG elements of traces in board units; ``height`` is where y is 0 on the board."""
    for trace in traces:
        if trace.fill == "toself" or trace.mode == "lines":
            yield _lines(trace, height)
        elif trace.mode == "markers" and trace.marker.opacity != 0:
            yield from _markers(trace, height)
        elif trace.mode == "text":
            yield from _texts(trace, height)


def _path(points: Points, height: float, *, closed: bool) -> str:
    steps = "L".join(f"{x:.1f} {height - y:.1f}" for x, y in points.tolist())
    return f"M{steps}{'Z' if closed else ''}"


def _lines(trace: go.Scatter, height: float) -> str:
    """Return lines or filled shapes, which gaps part, as one path."""
    points = np.column_stack([trace.x, trace.y]).astype(float)
    gaps = np.flatnonzero(np.isnan(points[:, 0]))
    filled = trace.fill == "toself"
    pieces = [part[~np.isnan(part[:, 0])] for part in np.split(points, gaps)]
    course = "".join(_path(part, height, closed=filled) for part in pieces if len(part))
    line = trace.line
    look = {"fill": trace.fillcolor if filled else "none", "opacity": trace.opacity}
    if line.width:
        look |= {"stroke": line.color, "stroke-width": f"{line.width:.2f}"}
        look["stroke-dasharray"] = _dashes(line.dash)
    return f'<path d="{course}"{_attributes(look)}/>'


def _dashes(dash: str | None) -> str | None:
    return None if dash in (None, "solid") else "2 2" if dash == "dot" else dash.replace("px", "").replace(",", " ")


def _markers(trace: go.Scatter, height: float) -> Iterator[str]:
    marker = trace.marker
    radius, line = marker.size / 2, marker.line
    look = {"fill": marker.color}
    if line.width:
        look |= {"stroke": line.color, "stroke-width": f"{line.width:.2f}"}
    shape = SHAPES.get(marker.symbol or "circle")
    for x, y in zip(trace.x, trace.y, strict=True):
        if x is None:
            continue
        if shape is None:
            yield f'<circle cx="{x:.1f}" cy="{height - y:.1f}" r="{radius:.2f}"{_attributes(look)}/>'
        else:
            yield f'<path d="{_path(radius * shape() + (x, y), height, closed=True)}"{_attributes(look)}/>'


def _texts(trace: go.Scatter, height: float) -> Iterator[str]:
    """Yield texts; they are escaped already."""
    font = trace.textfont
    colors = [font.color] * len(trace.x) if isinstance(font.color, str) else font.color
    across = ANCHORS[trace.textposition.split()[1]]
    look: dict[str, Any] = {"font-size": f"{font.size:.2f}", "font-weight": font.weight, "text-anchor": across}
    if font.shadow:
        look |= {"stroke": theme.PAPER, "stroke-width": "2.5", "stroke-linejoin": "round", "paint-order": "stroke"}
    for x, y, text, color in zip(trace.x, trace.y, trace.text, colors, strict=True):
        place = f'x="{x:.1f}" y="{height - y:.1f}" dy="0.35em" fill="{color}"'
        yield f"<text {place}{_attributes(look)}>{text}</text>"


def _attributes(look: Mapping[str, Any]) -> str:
    return "".join(f' {name}="{value}"' for name, value in look.items() if value is not None)


# The symbols of colours, around 0, for a radius of 1


def _turned(radii: Sequence[float], first: float = 90.0) -> Points:
    """Return a shape whose corners lie at equal angles, at these distances from its middle."""
    angles = np.radians(first + 360.0 / len(radii) * np.arange(len(radii)))
    return np.asarray(np.column_stack([np.cos(angles), np.sin(angles)]) * np.array(radii)[:, None])


def _plus(turn: float) -> Points:
    """Return a cross of two bars."""
    arm, half = 1.2, 0.4
    quarter = np.array([(half, half), (half, arm), (-half, arm)])
    turns = np.radians(turn + 90.0 * np.arange(4))
    corners = [quarter @ np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) for a in turns.tolist()]
    return np.asarray(np.concatenate(corners))


SHAPES: Mapping[str, Callable[[], Points]] = MappingProxyType(
    {
        "diamond": lambda: _turned([1.3] * 4),
        "square": lambda: _turned([1.42] * 4, 45.0),
        "triangle-up": lambda: _turned([1.3] * 3),
        "star": lambda: _turned([1.4, 0.535] * 5),
        "bowtie": lambda: 1.2 * np.array([(-1.0, 1.0), (0.0, 0.0), (-1.0, -1.0), (1.0, 1.0), (0.0, 0.0), (1.0, -1.0)]),
        "cross": lambda: _plus(0.0),
        "x": lambda: _plus(45.0),
    }
)
"""Outlines of marker symbols; any other is a disc."""
