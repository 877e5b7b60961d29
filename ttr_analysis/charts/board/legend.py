"""The strip under a board that explains its colours, symbols and marks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import plotly.graph_objects as go

from ttr_analysis.charts import board_words, theme, words
from ttr_analysis.charts.board import places, shapes
from ttr_analysis.charts.board.layout import geometry
from ttr_analysis.charts.board.layout.projection import Points
from ttr_analysis.maps import GameMap, Track
from ttr_analysis.rules.spec import COLORS, GRAY

ROW = 27.0
"""Height of a row of the legend, in board units."""

SIZE = 13.0
"""Font size of the legend."""

SMALLEST = 11.0
"""Smallest font size of a legend, in pixels."""

NAME, SWATCH_NAME = "legend", "swatch"
"""What the traces of its text and of its swatches are called."""

VALUE = theme.SEQUENTIAL[10]
"""A fill that stands for any value."""

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
            style = shapes.style_of(track) if colors else shapes.restyled(track, VALUE)
            entries.append(Entry(board_words.KINDS[kind], _spaces(track, style, scale)))
    if ferries := {track.kind for track in tracks if track.locomotives}:
        sets = {game_map.rules.track_kinds[kind].cards_for_wild for kind in ferries}
        entries.append(Entry(board_words.ferry(max(sets)), _ferry(scale)))
    entries += [_card_set_entry(number, scale) for number in sorted({t.cards_for_one for t in tracks} - {0})]
    if any(track.pair_spaces for track in tracks):
        track = replace(plain, pair_spaces=True)
        entries.append(Entry(board_words.TWO_CARDS, _spaces(track, shapes.style_of(track), scale)))
    tags = {tag for city in game_map.cities for tag in city.tags}
    if "port" in tags:
        entries.append(Entry(board_words.KINDS["port"], _marker(shapes.SEA_RIM, 3.6, geometry.CITY_RADIUS, scale)))
    if "junction" in tags:
        entries.append(Entry(board_words.KINDS["junction"], _marker(theme.INK, 1.2, geometry.JUNCTION_RADIUS, scale)))
    if game_map.countries:
        entries.append(Entry(board_words.KINDS["country"], _pennant(scale)))
    return entries


def _color_entry(color: str, scale: float) -> Entry:
    track = Track(0, "", "", 1, color)
    draw = _spaces(track, shapes.style_of(track), scale)

    def with_symbol(line: Points) -> list[go.Scatter]:
        return draw(line) + shapes.symbols([track], {0: line[None]}, scale)

    return Entry(board_words.ANY_COLOR if color == GRAY else words.color(color), with_symbol)


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

    return Entry(board_words.CARD_SET_MEANS.format(number), draw)


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


@dataclass(frozen=True, slots=True)
class Strip:
    """Where the entries of a legend stand, in board units.

    Attributes
    ----------
    places : tuple of (float, float)
        Where the swatch of each entry begins.
    size : float
        Font size.
    high, wide : float
        Room that the legend takes under the board, or to the right of it.
    """

    places: tuple[tuple[float, float], ...]
    size: float
    high: float = 0.0
    wide: float = 0.0


def strip_below(texts: Sequence[str], scale: float, smallest: float = SMALLEST) -> Strip:
    """Return a legend in rows under a board, at some pixels a unit and with text of at least ``smallest`` pixels."""
    x, row, size = 12.0, 0, max(SIZE, smallest / scale)
    height = ROW * size / SIZE
    places = []
    for text in texts:
        width = SWATCH + 8 + geometry.text_width(text, size * 0.92) + 16
        if x + width > geometry.BOARD_WIDTH and x > 12.0:
            x, row = 12.0, row + 1
        places.append((x, -(row + 0.5) * height - 5))
        x += width
    return Strip(tuple(places), size, high=(row + 1) * height + 10 if texts else 0.0)


def strip_beside(texts: Sequence[str], scale: float, top: float, smallest: float = SMALLEST) -> Strip | None:
    """Return a legend in a column to the right of a board that is ``top`` units high; None if it is too long."""
    size = max(SIZE, smallest / scale)
    height = ROW * size / SIZE
    if len(texts) * height > top:
        return None
    places = tuple((geometry.BOARD_WIDTH + 14.0, top - (row + 0.5) * height) for row in range(len(texts)))
    wide = max((geometry.text_width(text, size * 0.92) for text in texts), default=0.0)
    return Strip(places, size, wide=14.0 + SWATCH + 8 + wide if texts else 0.0)


def legend(entries: Sequence[Entry], scale: float, strip: Strip) -> list[go.Scatter]:
    """Return the traces of a legend; those of its text are called ``legend``."""
    if not entries:
        return []
    traces: list[go.Scatter] = []
    for entry, (x, y) in zip(entries, strip.places, strict=True):
        start = x + (SWATCH - 30) / 2
        drawn = entry.draw(np.stack([np.linspace(start, start + 30, 9), np.full(9, y)], axis=-1))
        traces += [trace.update(name=SWATCH_NAME) for trace in drawn]
    points = np.array([(x + SWATCH + 4, y) for x, y in strip.places])
    texts = [theme.escape(entry.text) for entry in entries]
    written = shapes.texts(texts, points, strip.size * scale, position="middle right", weight=400)
    written.name = NAME
    return [*traces, written]
