"""The parts of a board picture as plotly traces, in board units."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ttr_analysis.charts import board_words, theme
from ttr_analysis.charts.board.layout import Layout, geometry
from ttr_analysis.charts.board.layout.outline import Outline
from ttr_analysis.charts.board.layout.projection import Points
from ttr_analysis.charts.board.layout.quality import marker_radius, written_name
from ttr_analysis.maps import City, GameMap, Track
from ttr_analysis.rules.spec import GRAY

SEA_RIM, TUNNEL_RIM = "#2F6E91", "#4A3B28"
"""Rims of tracks over water, and of tunnels."""

TUNNEL_RIM_ON_DARK = "#C8AE84"
"""Rim of black tunnels."""

VALUE_RIM, VALUE_RIM_WIDTH = "#D8C49C", 1.8
"""Rim of tunnels that show a value or an owner, and its width: lighter than the data and thin, so that the dashes do
not hide them."""

BED = "#A59C8D"
"""Colour of the line beneath the spaces of a track."""

BED_WIDTH = 3.2
"""Width of that line, in board units."""

DARK = 0.3
"""Marks on fills with less luminance than this are white."""

NAMES, FAR_NAMES = "names", "far names"
"""What the traces of the cities' names are called."""

FAR_SIZE = 11.0
"""Least size of the names of far cities, in pixels."""

FERRY_FILL = "#C9DCE6"
"""Fill of gray ferries: lighter than gray rails."""

LOCOMOTIVE = np.array(
    [
        (-5.0, -1.6), (-5.0, 3.4), (-1.4, 3.4), (-1.4, 1.2), (1.6, 1.2), (1.6, 3.0), (3.2, 3.0), (3.2, 1.2),
        (4.6, 1.2), (5.4, -1.6), (4.2, -1.6), (3.9, -3.0), (2.5, -3.0), (2.2, -1.6), (-0.9, -1.6), (-1.2, -3.0),
        (-2.9, -3.0), (-3.2, -1.6),
    ]
)  # fmt: skip
"""Outline of a small steam engine: chimney in front, cab behind, two wheels."""


@dataclass(frozen=True, slots=True)
class SpaceStyle:
    """How spaces are painted: fill, rim, width and dash of the rim, opacity."""

    fill: str
    rim: str
    rim_width: float = 1.0
    dash: str = "solid"
    opacity: float = 1.0


def joined(shapes: Iterable[Points]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the coordinates of many lines for one trace, with gaps (NaN) between them."""
    gap = np.full((1, 2), np.nan)
    parts = [part for shape in shapes for part in (shape, gap)]
    points = np.concatenate(parts or [gap]).astype(np.float32)  # half the size in HTML, and precise enough
    return points[:, 0], points[:, 1]


def area(shapes: Sequence[Points], fill: str, *, rim: str = "rgba(0,0,0,0)", width: float = 0.0) -> go.Scatter:
    """Return filled shapes as one trace."""
    x, y = joined(shapes)
    line = {"color": rim, "width": width}
    return go.Scatter(x=x, y=y, mode="lines", fill="toself", fillcolor=fill, line=line, hoverinfo="skip")


def lines(shapes: Sequence[Points], color: str, width: float, dash: str = "solid") -> go.Scatter:
    """Return open lines as one trace."""
    x, y = joined(shapes)
    return go.Scatter(x=x, y=y, mode="lines", line={"color": color, "width": width, "dash": dash}, hoverinfo="skip")


def water(layout: Layout) -> go.Scatter:
    """Return the sheet under everything: a trace, because a figure of others takes over traces only.

    It reaches under the names of far cities at the edges.
    """
    right = geometry.BOARD_WIDTH
    corners = [(0.0, 0.0), (right, 0.0), (right, layout.height), (0.0, layout.height), (0.0, 0.0)]
    return area([np.array(corners)], theme.WATER, rim=theme.SHORE, width=1)


def ground(outline: Outline) -> list[go.Scatter]:
    """Return land, borders, lakes and shores."""
    return [
        area(outline.land, theme.LAND),
        lines(outline.borders, "#E3DBC8", 0.8),
        area(outline.lakes, theme.WATER, rim=theme.SHORE, width=0.8),
        lines(outline.shores, theme.SHORE, 0.9),
    ]


def beds(tracks: Sequence[Track], layout: Layout, styles: Mapping[int, SpaceStyle], scale: float) -> list[go.Scatter]:
    """Return a line from city to city beneath the spaces of each track, so that the network is seen at once."""
    groups: dict[float, list[Points]] = {}
    for track in tracks:
        groups.setdefault(styles[track.index].opacity, []).extend(layout.strokes(track))
    traces = []
    for opacity, strokes in groups.items():
        trace = lines(strokes, BED, BED_WIDTH * scale)
        trace.opacity = opacity
        traces.append(trace)
    return traces


def space_outlines(track: Track, line: Points) -> list[Points]:
    """Return the shapes of one space: a bar, an oval at sea, or two thin bars where it takes two cards."""
    if track.kind == "sea":
        return [geometry.outline(line, geometry.HALF_WIDTH + 0.4, oval=True)]
    if track.pair_spaces:
        side = geometry.normals(line) * (geometry.HALF_WIDTH / 2 + 0.4)
        return [geometry.outline(line + sign * side, geometry.HALF_WIDTH / 2 - 0.4, corner=1.8) for sign in (1, -1)]
    return [geometry.outline(line, corner=4.2 if track.kind == "ferry" else 2.6)]


def style_of(track: Track) -> SpaceStyle:
    """Return the style of a track in its printed colour."""
    card = theme.CARD_STYLES[track.color]
    if track.kind == "tunnel":
        rim = TUNNEL_RIM_ON_DARK if track.color == "black" else TUNNEL_RIM
        return SpaceStyle(card.fill, rim, 2.6, "4px,2.5px")
    if track.kind == "ferry":
        return SpaceStyle(FERRY_FILL if track.color == GRAY else card.fill, SEA_RIM, 1.6)
    return SpaceStyle(card.fill, card.rim)


def restyled(track: Track, fill: str, opacity: float = 1.0) -> SpaceStyle:
    """Return a style with another fill that still shows what kind of track it is."""
    own = style_of(track)
    rim = {"tunnel": VALUE_RIM, "ferry": own.rim}.get(track.kind, "#5F5A52")
    width = VALUE_RIM_WIDTH if track.kind == "tunnel" else own.rim_width
    return SpaceStyle(fill, rim, width, own.dash, opacity)


def spaces(
    tracks: Sequence[Track], lines_of: Mapping[int, geometry.Spaces], styles: Mapping[int, SpaceStyle], scale: float
) -> list[go.Scatter]:
    """Return the spaces of all tracks, one trace per style."""
    groups: dict[SpaceStyle, list[Points]] = {}
    for track in tracks:
        group = groups.setdefault(styles[track.index], [])
        for line in lines_of[track.index]:
            group += space_outlines(track, line)
    traces = []
    for style, shapes in groups.items():
        trace = area(shapes, style.fill, rim=style.rim, width=style.rim_width * scale)
        trace.line.dash = style.dash
        trace.opacity = style.opacity
        traces.append(trace)
    return traces


def symbols(tracks: Sequence[Track], lines_of: Mapping[int, geometry.Spaces], scale: float) -> list[go.Scatter]:
    """Return the colour symbols on all spaces without another mark, one trace per colour; gray has no symbol."""
    groups: dict[str, list[Points]] = {}
    for track in tracks:
        if track.color != GRAY:
            marked = {_middle(track)} if track.cards_for_one else set()
            free = [line for i, line in enumerate(lines_of[track.index]) if i >= track.locomotives and i not in marked]
            groups.setdefault(track.color, []).extend(line[len(line) // 2] for line in free)
    return [symbol_marks(color, np.array(middles), scale) for color, middles in groups.items() if middles]


def symbol_marks(color: str, places: Points, scale: float) -> go.Scatter:
    """Return the symbol of a card colour at the given places."""
    card = theme.CARD_STYLES[color]
    marker = {"symbol": card.symbol, "size": 6.0 * scale, "color": card.mark, "line": {"width": 0}}
    return go.Scatter(x=places[:, 0], y=places[:, 1], mode="markers", marker=marker, hoverinfo="skip")


def engine(line: Points) -> Points:
    """Return a locomotive in the middle of a space, upright along it."""
    middle, ahead = line[len(line) // 2], line[-1] - line[0]
    ahead = ahead / max(float(np.hypot(*ahead)), 1e-9)
    if ahead[0] < 0:
        ahead = -ahead
    turn = np.array([ahead, (-ahead[1], ahead[0])])
    shape = 1.3 * LOCOMOTIVE @ turn + middle
    return np.concatenate([shape, shape[:1]])


def engines(
    tracks: Sequence[Track], lines_of: Mapping[int, geometry.Spaces], styles: Mapping[int, SpaceStyle]
) -> list[go.Scatter]:
    """Return locomotives on the symbol spaces of ferries: the first ones from the first city. White on dark ones."""
    groups: dict[str, list[Points]] = {}
    for track in tracks:
        ink = _ink(track, styles)
        for line in lines_of[track.index][: track.locomotives]:
            groups.setdefault(ink, []).append(engine(line))
    return [area(shapes, ink) for ink, shapes in groups.items()]


def _ink(track: Track, styles: Mapping[int, SpaceStyle]) -> str:
    """Return the colour of marks on a track: white on dark spaces."""
    return "#FFFFFF" if theme.luminance(styles[track.index].fill) < DARK else theme.INK


def card_sets(
    tracks: Sequence[Track], lines_of: Mapping[int, geometry.Spaces], styles: Mapping[int, SpaceStyle], scale: float
) -> list[go.Scatter]:
    """Return the number of cards that stand for one, in the middle of the tracks on which they do."""
    marked = [track for track in tracks if track.cards_for_one]
    if not marked:
        return []
    lines = [lines_of[track.index][_middle(track)] for track in marked]
    middles = np.array([line[len(line) // 2] for line in lines])
    written = [board_words.CARD_SET.format(track.cards_for_one) for track in marked]
    inks = [_ink(track, styles) for track in marked]
    return [texts(written, middles, 9.0 * scale, color=inks, halo=set(inks) == {theme.INK})]


def _middle(track: Track) -> int:
    """Return the number of the space in the middle of a track."""
    return track.length // 2


def halos(
    groups: Mapping[str, Sequence[int]], lines_of: Mapping[int, geometry.Spaces], colors: Mapping[str, str]
) -> list[go.Scatter]:
    """Return a band under the tracks of each group."""
    traces = []
    for name, indices in groups.items():
        shapes = []
        for index in indices:
            for line in lines_of[index]:
                ahead = (line[-1] - line[0]) / max(float(np.hypot(*(line[-1] - line[0]))), 1e-9) * 4
                longer = np.concatenate([line[:1] - ahead, line, line[-1:] + ahead])
                shapes.append(geometry.outline(longer, geometry.HALF_WIDTH + 4.5, corner=5))
        traces.append(area(shapes, colors[name]))
    return traces


def markers(game_map: GameMap, layout: Layout, emphasised: frozenset[str], scale: float) -> list[go.Scatter]:
    """Return the city markers: discs, ports with a ring in the sea's colour, small junctions, golden ticket cities."""
    groups: dict[tuple[str, str, float, float], list[City]] = {}
    for city in game_map.cities:
        if city.country:
            continue  # :func:`ttr_analysis.charts.board.places.border_places` draws these
        groups.setdefault(_marker_look(city, city.name in emphasised), []).append(city)
    traces = []
    for (fill, rim, width, radius), cities in groups.items():
        places = np.array([layout.positions[city.name] for city in cities])
        size = (2 * radius - width) * scale
        marker = {"size": size, "color": fill, "opacity": 1, "line": {"color": rim, "width": width * scale}}
        traces.append(
            go.Scatter(
                x=places[:, 0],
                y=places[:, 1],
                mode="markers",
                marker=marker,
                hovertext=[_city_text(city) for city in cities],
                hoverinfo="text",
            )
        )
    return traces


def _marker_look(city: City, emphasised: bool) -> tuple[str, str, float, float]:
    """Return the fill, rim colour, rim width and radius of a city's marker."""
    if "junction" in city.tags:
        return ("#FFFFFF", theme.INK, 1.2, geometry.JUNCTION_RADIUS)
    fill = "#FFC72C" if emphasised else "#FFF8E7"
    if "port" in city.tags:
        return (fill, SEA_RIM, 3.6, marker_radius(city.tags))
    return (fill, theme.INK, 2.0, marker_radius(city.tags))


def _city_text(city: City) -> str:
    kinds = [board_words.KINDS[tag] for tag in ("port", "junction") if tag in city.tags]
    return f"<b>{theme.escape(city.name)}</b>" + "".join(f"<br>{kind}" for kind in kinds)


def names(
    game_map: GameMap, places: Mapping[str, tuple[float, float]], emphasised: frozenset[str], size: float
) -> go.Scatter:
    """Return the cities' names with a halo at their places; a border place is named by its country."""
    written = texts(
        [theme.escape(written_name(game_map, name)) for name in places],
        np.array(list(places.values())).reshape(-1, 2),
        size,
        color=["#7A3E00" if name in emphasised else theme.INK for name in places],
        halo=True,
    )
    return written.update(name=NAMES)


def texts(
    written: Sequence[str],
    places: Points,
    size: float,
    *,
    color: str | Sequence[str] = theme.INK,
    position: str = "middle center",
    halo: bool = False,
    weight: int = 700,
) -> go.Scatter:
    """Return already escaped words at the given places, bold by default."""
    font = {"size": size, "color": color, "family": theme.FONT_FAMILY, "weight": weight}
    if halo:
        font["shadow"] = ", ".join(f"{x}px {y}px 1.5px #FFFFFF" for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
    return go.Scatter(
        x=places[:, 0],
        y=places[:, 1],
        mode="text",
        text=written,
        textposition=position,
        textfont=font,
        hoverinfo="skip",
    )


def far_cities(game_map: GameMap, layout: Layout, scale: float) -> list[go.Scatter]:
    """Return the names of far cities, at the edges where tracks leave the board; wide ones stand above the track."""
    sides: dict[str, dict[tuple[str, float], None]] = {"left": {}, "right": {}}
    for track in game_map.tracks:
        path = layout.paths[track.name]
        if path.exit is None:
            continue
        right, left = track.cities if not path.leaves_right else track.cities[::-1]
        sides["left"][(left, path.exit)] = None
        sides["right"][(right, path.exit)] = None
    traces, size = [], max(11.0 * scale, FAR_SIZE)
    for side, found in sides.items():
        if found:
            written = [f"◂ {name}" if side == "left" else f"{name} ▸" for name, _ in found]
            x, position = (3.0, "middle right") if side == "left" else (geometry.BOARD_WIDTH - 3.0, "middle left")
            room = (layout.inset - 8.0) * scale
            raised = [(geometry.text_width(name, 0.9 * size) > room) * (size / scale + 4.0) for name in written]
            places = np.array([(x, height + lift) for (_, height), lift in zip(found, raised, strict=True)])
            shown = [theme.escape(name) for name in written]
            named = texts(shown, places, size, color="#4F4B44", position=position, weight=400, halo=True)
            traces.append(named.update(name=FAR_NAMES))
    return traces
