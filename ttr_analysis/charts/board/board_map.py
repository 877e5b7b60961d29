"""Pictures of the board: plain, as a heat map, with paths and tickets, or with owners."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import cycle
from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.colors import find_intermediate_color, sample_colorscale

from ttr_analysis.charts import theme, words
from ttr_analysis.charts.board import places, shapes
from ttr_analysis.charts.board.layout import Layout, geometry, layout_of
from ttr_analysis.charts.board.layout.geometry import BOARD_WIDTH
from ttr_analysis.charts.board.layout.outline import board_outline
from ttr_analysis.charts.board.legend import SMALLEST, legend, legend_entries
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import GameMap, Ticket, Track, takes_map, track_table
from ttr_analysis.rules.spec import GRAY

EDGE = 8.0
"""Margin around the board, in pixels."""

BAR_ROOM = 156.0
"""Room for the colour bar of a heat map, in pixels: enough for any title, so that all boards are the same size."""

FADED = 0.3
"""Opacity of tracks that a picture does not highlight."""

PALE = "rgb(250, 249, 247)"
"""Fill of tracks whose value may as well be 0, before a trace of its colour is added."""

RIM = 1.3
"""Least width of the dotted rim of pale tracks, in pixels: thinner ones are lost on the ground of small boards."""

SHADES = 101
"""Number of different fills of a heat map."""

Highlight = Mapping[str, Iterable[int]] | Iterable[int]


@takes_map
def board_figure(
    game_map: GameMap,
    layout: Layout | None = None,
    *,
    values: Any = None,
    value_title: str = "",
    value_unit: str = "",
    color_scale: str | None = None,
    certain: Collection[int] | None = None,
    no_value: str = words.NO_VALUE,
    hover: Mapping[int, str | Sequence[str]] | None = None,
    highlight: Highlight | None = None,
    tickets: Sequence[Ticket] = (),
    owners: Mapping[int, int] | None = None,
    title: str | None = None,
    caption: str | None = None,
    width: int = 1400,
) -> go.Figure:
    """Draw a map.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The map.
    layout : Layout, optional
        Positions of everything. By default, the layout stored in the map's folder; if there
        is none, a new one is computed, which takes a few seconds.
    values : mapping, Series, list, or frame with one column of numbers, optional
        Value of each track, by its index or its name (see
        :func:`ttr_analysis.maps.track_table.track_columns`): spaces are filled by value, with a colour
        bar. Tracks without a value, or with NaN, are neutral.
    value_title, value_unit : str
        What the values are, and their unit, for the colour bar and hover texts.
    color_scale : str, optional
        A plotly colour scale. By default a sequential one, or, if values have both signs,
        a diverging one with its middle at 0: low values are red, high ones blue.
    certain : collection of int, optional
        Tracks with values whose intervals exclude 0: the values then lie on a scale around 0, and all other
        tracks are pale with a dotted rim.
    no_value : str
        What the legend says of tracks without a value.
    hover : mapping of int to str or sequence of str, optional
        Further lines of a track's hover text, such as n and the interval.
    highlight : iterable of int, or mapping of str to iterable of int, optional
        Tracks to highlight, in one group or in several named ones; the others fade.
    tickets : sequence of Ticket
        Tickets to mark: their cities are golden and connected by dotted lines. From a choice ticket's start, a line
        leads to the nearest place of each alternative, and all places that complete it are golden.
    owners : mapping of int to int, optional
        Seat that owns each track (by track index), counted from 0. Owned tracks are drawn in
        the seat's colour with its number counted from 1; the others fade.
    title, caption : str, optional
        Plain text above and below the board.
    width : int
        Width in pixels; it determines the height.

    Returns
    -------
    plotly Figure
        The trace called ``tracks`` has a point on each space; its ``customdata`` holds the index and the
        name of the track, for click handlers. :func:`ttr_analysis.charts.add_board` puts the figure
        into one with subplots.

    Raises
    ------
    SetupError
        If values, highlight, owners or hover refer to a track that the map does not have.
    MapError
        If the map's stored layout or outlines are damaged.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> figure = ttr.charts.board_figure(usa)
    >>> ttr.charts.text_of(figure, "title")
    ''
    """
    layout = layout or layout_of(game_map)
    shown = _numbers(game_map, values)
    groups = _named_groups(highlight)
    owners = dict(owners or {})
    named_tracks: dict[str, Iterable[int]] = {"owners": owners, "hover": hover or {}, **groups}
    for what, used in named_tracks.items():
        _check_tracks(game_map, what, used)

    right = BAR_ROOM if values is not None else EDGE
    scale = (width - EDGE - right) / BOARD_WIDTH
    scale_name, low, high = _range_of(shown, color_scale, certain is not None)
    fills = None if values is None else _fills(shown, scale_name, low, high)
    styles = {track.index: _style(track, fills, owners, groups) for track in game_map.tracks}
    doubtful = set() if certain is None else set(shown) - set(certain)
    styles |= {index: _pale(styles[index], scale) for index in doubtful}
    lines_of = {track.index: layout.spaces(track) for track in game_map.tracks}
    colors = dict(zip(groups, cycle(theme.HIGHLIGHT_COLORS), strict=False))
    emphasised = places.ticket_cities(game_map, tickets)

    traces = [shapes.water(layout), *shapes.ground(board_outline(game_map, layout))]
    traces += shapes.halos(groups, lines_of, colors)
    traces += shapes.spaces(game_map.tracks, lines_of, styles, scale)
    free = [track for track in game_map.tracks if track.index not in owners]
    if values is None:
        traces += shapes.symbols(free, lines_of, scale)
    traces += shapes.engines(free, lines_of, styles)
    traces += shapes.card_sets(free, lines_of, styles, scale)
    traces += _seat_numbers(owners, lines_of, scale)
    traces += places.ticket_lines(game_map, tickets, layout, scale)
    traces += shapes.markers(game_map, layout, emphasised, scale)
    traces += places.border_places(game_map, layout, emphasised, scale)
    traces.append(shapes.names(game_map, layout, emphasised, scale))
    traces += shapes.far_cities(game_map, layout, scale)
    traces.append(_hover_points(game_map, lines_of, shown, value_title, value_unit, hover or {}))
    if values is not None:
        traces.append(_color_bar(scale_name, low, high, value_title, value_unit))
    extra = [(no_value, _plain(theme.NEUTRAL))] if values is not None and len(shown) < len(game_map.tracks) else []
    extra += [(words.INCLUDES_ZERO, _pale(_plain(PALE), scale))] if doubtful else []
    extra += [(words.PLAYER.format(seat + 1), _plain(theme.SEAT_COLORS[seat])) for seat in sorted({*owners.values()})]
    named = {name: color for name, color in colors.items() if name}
    entries = legend_entries(game_map, colors=values is None, extra=extra, groups=named, scale=scale)
    explained, strip = legend(entries, scale, 0.0 if certain is None else SMALLEST)
    figure = go.Figure(traces + explained).update_traces(showlegend=False)
    return _framed(figure, layout, strip, scale, right, title, _notes(caption, layout), width)


def _notes(caption: str | None, layout: Layout) -> str:
    return " ".join(text for text in (caption, layout.notice) if text)


def _numbers(game_map: GameMap, values: Any) -> dict[int, float]:
    if values is None:
        return {}
    columns = track_table.track_columns(game_map, values)
    return {index: float(value) for index, value in columns[track_table.chosen_column(columns)].items()}


def _named_groups(highlight: Highlight | None) -> dict[str, list[int]]:
    """Return groups by name; a bare iterable is a single group without a name."""
    if highlight is None:
        return {}
    if isinstance(highlight, Mapping):
        return {str(name): [int(i) for i in indices] for name, indices in highlight.items()}
    return {"": [int(i) for i in highlight]}


def _check_tracks(game_map: GameMap, what: str, used: Iterable[int]) -> None:
    unknown = sorted(set(used) - set(range(len(game_map.tracks))))
    if unknown:
        raise SetupError(
            f"{what or 'highlight'}: map {game_map.name!r} has no track {unknown[0]}; "
            f"its tracks are numbered 0 to {len(game_map.tracks) - 1}"
        )


def _range_of(
    shown: Mapping[int, float], color_scale: str | None, around_zero: bool
) -> tuple[str | Sequence[str], float, float]:
    """Return the colour scale and the values at its ends: around 0 if that is asked for, or values have both signs."""
    if not shown:
        return color_scale or theme.SEQUENTIAL, 0.0, 1.0
    low, high = min(shown.values()), max(shown.values())
    if around_zero or low < 0 < high:
        most = max(-low, high) or 1.0
        return color_scale or theme.DIVERGING, -most, most
    if low == high:
        low, high = (0.0, high) if high > 0 else (low, 0.0) if low < 0 else (0.0, 1.0)
    return color_scale or theme.SEQUENTIAL, low, high


def _fills(shown: Mapping[int, float], scale_name: str | Sequence[str], low: float, high: float) -> dict[int, str]:
    """Return the fill of each track with a value, in :data:`SHADES` shades because sampling a scale is slow."""
    shades = {index: round((value - low) / (high - low) * (SHADES - 1)) for index, value in shown.items()}
    used = sorted(set(shades.values()))
    fill_of = dict(zip(used, sample_colorscale(scale_name, [shade / (SHADES - 1) for shade in used]), strict=True))
    return {index: fill_of[shade] for index, shade in shades.items()}


def _style(
    track: Track, fills: Mapping[int, str] | None, owners: Mapping[int, int], groups: Mapping[str, Sequence[int]]
) -> shapes.SpaceStyle:
    """Return the style of a track's spaces: by owner, else by value if any are shown, else by colour."""
    subjects = {index for group in groups.values() for index in group} | set(owners)
    opacity = 1.0 if not subjects or track.index in subjects else FADED
    if track.index in owners:
        return shapes.restyled(track, theme.SEAT_COLORS[owners[track.index]])
    if fills is not None:
        return shapes.restyled(track, fills.get(track.index, theme.NEUTRAL), opacity)
    own = shapes.style_of(track)
    return shapes.SpaceStyle(own.fill, own.rim, own.rim_width, own.dash, opacity)


def _plain(fill: str) -> shapes.SpaceStyle:
    """Return the style of a track of no special kind, for the legend."""
    return shapes.restyled(Track(0, "", "", 1, GRAY), fill)


def _pale(style: shapes.SpaceStyle, scale: float) -> shapes.SpaceStyle:
    """Return the style of a track whose value may as well be 0: hardly any colour, and a dark dotted rim."""
    fill = find_intermediate_color(PALE, style.fill, 0.15, colortype="rgb")
    return shapes.SpaceStyle(fill, theme.INK, max(style.rim_width, RIM / scale), "2px,1.5px", style.opacity)


def _seat_numbers(owners: Mapping[int, int], lines_of: Mapping[int, geometry.Spaces], scale: float) -> list[go.Scatter]:
    marks = [(str(seat + 1), line[len(line) // 2]) for index, seat in owners.items() for line in lines_of[index]]
    if not marks:
        return []
    numbers, points = zip(*marks, strict=True)
    return [shapes.texts(numbers, np.array(points), 9.5 * scale, color="#FFFFFF")]


def _hover_points(
    game_map: GameMap,
    lines_of: Mapping[int, geometry.Spaces],
    shown: Mapping[int, float],
    value_title: str,
    value_unit: str,
    hover: Mapping[int, str | Sequence[str]],
) -> go.Scatter:
    """Return invisible points on all spaces that carry the hover texts, and index and name of the track for clicks."""
    middles, texts, named = [], [], []
    for track in game_map.tracks:
        text = _hover_text(game_map, track, shown, value_title, value_unit, hover.get(track.index, ()))
        for line in lines_of[track.index]:
            middles.append(line[len(line) // 2])
            texts.append(text)
            named.append((track.index, track.name))
    points = np.array(middles).reshape(-1, 2)
    return go.Scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        marker={"size": 14, "opacity": 0},
        hovertext=texts,
        hoverinfo="text",
        customdata=named,
        name=words.TRACKS,
    )


def _hover_text(
    game_map: GameMap,
    track: Track,
    shown: Mapping[int, float],
    value_title: str,
    value_unit: str,
    more: str | Sequence[str],
) -> str:
    points = game_map.rules.route_points[track.length]
    rows = [words.track(track.length, track.color, track.kind, points, track.locomotives, track.pair_spaces)]
    rows += words.payments(game_map.rules.track_kinds[track.kind], track.locomotives, track.cards_for_one)
    if track.index in shown:
        rows.append(f"{value_title or words.VALUE}: {shown[track.index]:.4g} {value_unit}".rstrip())
    rows += [more] if isinstance(more, str) else list(more)
    heading = " – ".join(theme.escape(city) for city in track.cities)
    return "<br>".join([f"<b>{heading}</b>", *(theme.escape(row) for row in rows)])


def _color_bar(scale_name: str | Sequence[str], low: float, high: float, title: str, unit: str) -> go.Scatter:
    heading = theme.wrap(title, 105, 13) + (f"<br>({theme.escape(unit)})" if unit else "")
    heading += '<br><span style="color:transparent">.</span>'  # room for a number at the very top of the bar
    bar: dict[str, Any] = {
        "title": {"text": heading, "side": "top", "font": {"size": 13}},
        "thickness": 16,
        "len": 0.72,
        "x": 1.0,
        "xpad": 12,
        "outlinewidth": 0,
        "tickfont": {"size": 12},
    }
    marker = {"colorscale": scale_name, "cmin": low, "cmax": high, "color": [low], "showscale": True, "colorbar": bar}
    return go.Scatter(x=[None], y=[None], mode="markers", marker=marker, hoverinfo="skip")


def _framed(
    figure: go.Figure,
    layout: Layout,
    strip: float,
    scale: float,
    right: float,
    title: str | None,
    notes: str,
    width: int,
) -> go.Figure:
    """Add axes that show the board and its legend at one scale, the title and the caption."""
    top = 46.0 if title else EDGE
    hidden = {"visible": False, "fixedrange": False, "automargin": False}
    figure.update_layout(
        template=theme.TEMPLATE,
        width=width,
        height=(layout.height + strip) * scale + top + EDGE,
        margin={"l": EDGE, "r": right, "t": top, "b": EDGE, "pad": 0},
        showlegend=False,
        hovermode="closest",
        dragmode="pan",
        title={"text": f"<b>{theme.escape(title)}</b>", "y": 1, "yref": "container", "yanchor": "top", "pad": {"t": 12}}
        if title
        else None,
        xaxis={**hidden, "range": (0, BOARD_WIDTH)},
        yaxis={**hidden, "range": (-strip, layout.height), "scaleanchor": "x"},
    )
    return theme.caption(figure, notes) if notes else figure
