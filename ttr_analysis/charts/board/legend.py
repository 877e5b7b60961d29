"""The strip under a board that explains its colours, symbols and marks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import plotly.graph_objects as go

from ttr_analysis.charts import theme, words
from ttr_analysis.charts.board import places, shapes
from ttr_analysis.charts.board.layout import geometry
from ttr_analysis.charts.board.layout.projection import Points
from ttr_analysis.maps import GameMap, Track
from ttr_analysis.rules.spec import COLORS, GRAY

ROW = 27.0
"""Height of a row of the legend, in board units."""

SIZE = 13.0
"""Font size of the legend."""

SMALLEST = 11.5
"""Smallest font size of a legend without which a board cannot be understood, in pixels."""

SWATCH = 34.0
"""Width of a swatch."""

Draw = Callable[[Points], list[go.Scatter]]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a legend: its text, and the function that draws its swatch along a short line."""

    text: str
    draw: Draw


def legend_entries(
    game_map: GameMap,
    *,
    colors: bool,
    extra: Sequence[tuple[str, shapes.SpaceStyle]],
    groups: Mapping[str, str],
    scale: float,
) -> list[Entry]:
    """Return the entries that the legend of a map needs.

    Parameters
    ----------
    colors : bool
        Whether spaces show their printed colours.
    extra : sequence of (words, style)
        Further meanings of styles (no value, seats).
    groups : mapping of str to str
        Highlighted group to its colour.
    """
    entries = []
    plain = Track(0, "", "", 1, GRAY)
    if colors:
        present = {track.color for track in game_map.tracks}
        entries = [_color_entry(color, scale) for color in (*COLORS, GRAY) if color in present]
    entries += [Entry(text, _spaces(plain, style, scale)) for text, style in extra]
    entries += [Entry(text, _halo(color)) for text, color in groups.items()]
    tracks = game_map.tracks
    kinds = {track.kind for track in tracks}
    for kind in ("tunnel", "sea"):
        if kind in kinds:
            track = replace(plain, kind=kind)
            entries.append(Entry(words.KINDS[kind], _spaces(track, shapes.style_of(track), scale)))
    if ferries := {track.kind for track in tracks if track.locomotives}:
        sets = {game_map.rules.track_kinds[kind].cards_for_wild for kind in ferries}
        entries.append(Entry(words.ferry(max(sets)), _ferry(scale)))
    entries += [_card_set_entry(number, scale) for number in sorted({t.cards_for_one for t in tracks} - {0})]
    if any(track.pair_spaces for track in tracks):
        track = replace(plain, pair_spaces=True)
        entries.append(Entry(words.TWO_CARDS, _spaces(track, shapes.style_of(track), scale)))
    tags = {tag for city in game_map.cities for tag in city.tags}
    if "port" in tags:
        entries.append(Entry(words.KINDS["port"], _marker(shapes.SEA_RIM, 3.6, geometry.CITY_RADIUS, scale)))
    if "junction" in tags:
        entries.append(Entry(words.KINDS["junction"], _marker(theme.INK, 1.2, geometry.JUNCTION_RADIUS, scale)))
    if game_map.countries:
        entries.append(Entry(words.KINDS["country"], _pennant(scale)))
    return entries


def _color_entry(color: str, scale: float) -> Entry:
    track = Track(0, "", "", 1, color)
    draw = _spaces(track, shapes.style_of(track), scale)

    def with_symbol(line: Points) -> list[go.Scatter]:
        return draw(line) + shapes.symbols([track], {0: line[None]}, scale)

    return Entry(words.ANY_COLOR if color == GRAY else color, with_symbol)


def _spaces(track: Track, style: shapes.SpaceStyle, scale: float) -> Draw:
    return lambda line: shapes.spaces([track], {0: line[None]}, {0: style}, scale)


def _halo(color: str) -> Draw:
    return lambda line: [shapes.area([geometry.outline(line, geometry.HALF_WIDTH + 2, corner=4)], color)]


def _ferry(scale: float) -> Draw:
    track = Track(0, "", "", 1, GRAY, "ferry", locomotives=1)
    style = shapes.style_of(track)

    def draw(line: Points) -> list[go.Scatter]:
        lines_of = {0: line[None]}
        return shapes.spaces([track], lines_of, {0: style}, scale) + shapes.engines([track], lines_of, {0: style})

    return draw


def _card_set_entry(number: int, scale: float) -> Entry:
    track = Track(0, "", "", 1, GRAY, cards_for_one=number)
    styles = {0: shapes.style_of(track)}

    def draw(line: Points) -> list[go.Scatter]:
        lines_of = {0: line[None]}
        return shapes.spaces([track], lines_of, styles, scale) + shapes.card_sets([track], lines_of, styles, scale)

    return Entry(words.CARD_SET_MEANS.format(number), draw)


def _pennant(scale: float) -> Draw:
    return lambda line: places.pennants(line[len(line) // 2][None], places.CREAM, scale)


def _marker(rim: str, width: float, radius: float, scale: float) -> Draw:
    def draw(line: Points) -> list[go.Scatter]:
        middle = line[len(line) // 2]
        marker = {
            "size": (2 * radius - width) * scale,
            "color": "#FFF8E7",
            "line": {"color": rim, "width": width * scale},
        }
        return [go.Scatter(x=[middle[0]], y=[middle[1]], mode="markers", marker=marker, hoverinfo="skip")]

    return draw


def legend(entries: Sequence[Entry], scale: float, smallest: float = 0.0) -> tuple[list[go.Scatter], float]:
    """Return the legend's traces, in rows below y = 0, and its height in board units.

    ``smallest`` is the least size of its text in pixels; otherwise the text shrinks with the board.
    """
    x, row, size = 12.0, 0, max(SIZE, smallest / scale)
    height = ROW * size / SIZE
    traces: list[go.Scatter] = []
    texts, points = [], []
    for entry in entries:
        width = SWATCH + 8 + geometry.text_width(entry.text, size * 0.92) + 16
        if x + width > geometry.BOARD_WIDTH and x > 12.0:
            x, row = 12.0, row + 1
        y = -(row + 0.5) * height - 5
        start = x + (SWATCH - 30) / 2
        traces += entry.draw(np.stack([np.linspace(start, start + 30, 9), np.full(9, y)], axis=-1))
        texts.append(theme.escape(entry.text))
        points.append((x + SWATCH + 4, y))
        x += width
    if not entries:
        return [], 0.0
    traces.append(shapes.texts(texts, np.array(points), size * scale, position="middle right", weight=400))
    return traces, (row + 1) * height + 10
