"""Pictures of the board: plain, as a heat map, with paths and tickets, or with owners."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.colors import find_intermediate_color

from ttr_analysis import _validate
from ttr_analysis.charts import board_words, captions, dress, frame, theme, words
from ttr_analysis.charts.board import arrows, color_bar, legend, naming, places, shapes
from ttr_analysis.charts.board.layout import Layout, geometry, layout_of, outline
from ttr_analysis.charts.board.page import EDGE, LARGEST, NARROW, Page, page_of
from ttr_analysis.errors import SetupError, TicketToRideError
from ttr_analysis.maps import GameMap, Ticket, Track, spoken_names, takes_map, track_table
from ttr_analysis.rules.spec import GRAY

FADED = 0.3
"""Opacity of tracks that a picture does not highlight."""

PALE = "rgb(250, 249, 247)"
"""Fill of tracks whose value may as well be 0, before a trace of its colour is added."""

RIM = 1.3
"""Least width of the dotted rim of pale tracks, in pixels: thinner ones are lost on the ground of small boards."""

Highlight = Mapping[str, Iterable[int | str]] | Iterable[int | str] | str


@frame.spoken
@takes_map
def board_figure(
    game_map: GameMap,
    layout: Layout | None = None,
    *,
    values: Any = None,
    value_title: str = "",
    value_unit: str = "",
    color_scale: str | None = None,
    value_range: color_bar.Range | None = None,
    certain: Collection[int] | None = None,
    no_value: str | None = None,
    hover: Mapping[int, str | Sequence[str]] | None = None,
    tickets: Sequence[Ticket] = (),
    owners: Mapping[int, int] | None = None,
    caption: str | None = None,
    **options: Unpack[frame.FigureOptions],
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
    value_range : (float, float), optional
        The values at the ends of the scale, so that boards can be compared; by default those of the values.
    certain : collection of int, optional
        Tracks with values whose intervals exclude 0: the values then lie on a scale around 0, and all other
        tracks are pale with a dotted rim.
    no_value : str, optional
        What the legend says of tracks without a value.
    hover : mapping of int to str or sequence of str, optional
        Further lines of a track's hover text, such as n and the interval.
    tickets : sequence of Ticket
        Tickets to mark: their cities are golden and connected by dotted lines. From a choice ticket's start, a line
        leads to the nearest place of each alternative, and all places that complete it are golden.
    owners : mapping of int to int, optional
        Seat that owns each track (by track index), counted from 0. Owned tracks are drawn in
        the seat's colour with its number counted from 1; the others fade.
    caption : str, optional
        Plain text below the board.
    **options
        See :class:`ttr_analysis.charts.FigureOptions`. By default a board is 1400 pixels wide, and as high as it
        needs to be. ``highlight`` takes names or numbers of tracks, and names of cities, or a mapping of such
        groups by their names, which the legend then shows; all other tracks fade.

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
    groups = _groups(game_map, options.pop("highlight", None))
    look, layout, value_unit = frame.look_of(options), layout or layout_of(game_map), value_unit.strip()
    shown = _numbers(game_map, values)
    owners = dict(owners or {})
    for what, used in {"owners": owners, "hover": hover or {}}.items():
        _check_tracks(game_map, what, used)
    scale = color_bar.scale_of(shown, color_scale, value_range, certain is not None)
    fills = None if values is None else color_bar.fills(shown, scale)
    doubtful = set() if certain is None else set(shown) - set(certain)
    seats = [
        (board_words.PLAYER.format(seat + 1), _plain(theme.SEAT_COLORS[seat])) for seat in sorted({*owners.values()})
    ]
    missing = values is not None and len(shown) < len(game_map.tracks)

    def explained(scale: float) -> list[legend.Entry]:
        extra = [(no_value or board_words.NO_VALUE, _plain(theme.NEUTRAL))] if missing else []
        extra += [(words.INCLUDES_ZERO, _pale(_plain(PALE), scale))] if doubtful else []
        return legend.legend_entries(game_map, colors=values is None, extra=[*extra, *seats], groups=halos, scale=scale)

    colors = dict(zip(groups.tracks, cycle(theme.HIGHLIGHT_COLORS), strict=False))
    halos = {name: color for name, color in colors.items() if name}

    if caption is None and (look.title or look.source):  # whatever the title says, the map is named
        caption = captions.map_caption(game_map)
    notes = dress.with_source(_notes(caption, layout), look)
    texts = [entry.text for entry in explained(1.0)]
    page = page_of(look, layout.height, texts, bar=values is not None, notes=notes, width=LARGEST)
    zoomed = page.scale
    styles = {track.index: _style(track, fills, owners, groups) for track in game_map.tracks}
    styles |= {index: _pale(styles[index], zoomed) for index in doubtful}
    drawing = _Drawing(game_map, layout, styles, zoomed, places.ticket_cities(game_map, tickets) | groups.cities)

    traces = drawing.ground() + drawing.tracks(groups.tracks, colors, owners, symbols=values is None)
    traces += places.ticket_lines(game_map, tickets, layout, zoomed)
    traces += drawing.cities()
    traces.append(_hover_points(game_map, drawing.lines_of, shown, value_title, value_unit, hover or {}))
    if values is not None:
        top = page.bar_top(layout.height)
        traces.append(color_bar.color_bar(scale, value_title, value_unit, beside=page.bar, top=top))
    traces += legend.legend(explained(zoomed), zoomed, page.strip)
    figure = _framed(go.Figure(traces).update_traces(showlegend=False), layout, page, look, notes)
    told = notes or captions.map_caption(game_map)
    alt = board_words.BOARD_ALT.format(title=game_map.title, cities=len(game_map.cities), tracks=len(game_map.tracks))
    table = _table(game_map, shown, owners)
    frame.attach(
        figure, look.title or "", subtitle=look.subtitle or "", table=table, caption=told, alt=alt, sized=look.sized
    )
    return dress.finished(figure, look, page.zoom)


@dataclass(frozen=True)
class _Groups:
    """What is highlighted: tracks in named groups, and cities."""

    tracks: dict[str, list[int]]
    cities: frozenset[str]


@dataclass(frozen=True)
class _Drawing:
    """What all parts of a picture depend on."""

    game_map: GameMap
    layout: Layout
    styles: Mapping[int, shapes.SpaceStyle]
    scale: float
    emphasised: frozenset[str]

    @property
    def lines_of(self) -> dict[int, geometry.Spaces]:
        """Return the centre lines of the spaces of each track."""
        return {track.index: self.layout.spaces(track) for track in self.game_map.tracks}

    def ground(self) -> list[go.Scatter]:
        """Return water and land."""
        return [shapes.water(self.layout), *shapes.ground(outline.board_outline(self.game_map, self.layout))]

    def tracks(
        self, groups: Mapping[str, Sequence[int]], colors: Mapping[str, str], owners: Mapping[int, int], symbols: bool
    ) -> list[go.Scatter]:
        """Return the tracks, and the marks on their spaces."""
        tracks, styles, scale, lines_of = self.game_map.tracks, self.styles, self.scale, self.lines_of
        free = [track for track in tracks if track.index not in owners]
        traces = shapes.halos(groups, lines_of, colors)
        traces += shapes.beds(tracks, self.layout, styles, scale)
        traces += shapes.spaces(tracks, lines_of, styles, scale)
        traces += shapes.symbols(free, lines_of, scale) if symbols else []
        traces += shapes.engines(free, lines_of, styles)
        traces += shapes.card_sets(free, lines_of, styles, scale)
        return traces + _seat_numbers(owners, lines_of, scale)

    def cities(self) -> list[go.Scatter]:
        """Return the markers of cities, and their names."""
        game_map, layout, scale = self.game_map, self.layout, self.scale
        size = naming.name_size(scale) * scale
        traces = shapes.markers(game_map, layout, self.emphasised, scale)
        traces += places.border_places(game_map, layout, self.emphasised, scale)
        named = naming.places_of_names(game_map, layout, scale)
        traces.append(shapes.names(game_map, named, self.emphasised, size))
        if scale * geometry.BOARD_WIDTH < NARROW:  # there is no room for them beside the names of cities
            return traces
        return traces + shapes.far_cities(game_map, layout, scale)


def _notes(caption: str | None, layout: Layout) -> str:
    return " ".join(text for text in (caption, layout.notice) if text)


def _table(game_map: GameMap, shown: Mapping[int, float], owners: Mapping[int, int]) -> pd.DataFrame:
    """Return the tracks of a picture, with their values and owners if it shows any."""
    tracks = game_map.tracks
    columns: dict[str, list[Any]] = {
        "track": [track.index for track in tracks],
        "name": [track.name for track in tracks],
        "length": [track.length for track in tracks],
        "color": [track.color for track in tracks],
        "kind": [track.kind for track in tracks],
    }
    if shown:
        columns["value"] = [shown.get(track.index) for track in tracks]
    if owners:
        columns["player"] = [owners[track.index] + 1 if track.index in owners else None for track in tracks]
    return pd.DataFrame(columns)


def _numbers(game_map: GameMap, values: Any) -> dict[int, float]:
    if values is None:
        return {}
    columns = track_table.track_columns(game_map, values)
    return {index: float(value) for index, value in columns[track_table.chosen_column(columns)].items()}


def _groups(game_map: GameMap, highlight: Highlight | None) -> _Groups:
    """Return tracks by group and cities; a bare iterable is a single group without a name."""
    one = [] if isinstance(highlight, Mapping) else _things(highlight)
    given: Mapping[str, Any] = highlight if isinstance(highlight, Mapping) else {"": one} if one else {}
    tracks: dict[str, list[int]] = {}
    cities: set[str] = set()
    for name, things in given.items():
        found = tracks.setdefault(str(name), [])
        for thing in _things(things):
            if isinstance(thing, str):
                _add_named(game_map, thing, found, cities)
            else:
                found.append(_validate.whole_number("highlight: the number of a track", thing))
        _check_tracks(game_map, str(name), found)
    return _Groups(tracks, frozenset(cities))


def _things(things: Any) -> list[Any]:
    """Return what is highlighted as a list: a text is one name, an empty one and None are none."""
    if isinstance(things, str) or things is None:
        return [things] if things else []
    if isinstance(things, Mapping) or not isinstance(things, Iterable):
        raise SetupError(f"highlight is {_validate.shown(things)}, but must be a name or a list of names")
    return list(things)


def _add_named(game_map: GameMap, name: str, tracks: list[int], cities: set[str]) -> None:
    """Add the city, or else the tracks, of this name."""
    if game_map.spellings.get(name.casefold()) or name in game_map.city_index:
        cities.add(game_map.city(name).name)
        return
    try:
        tracks += [track.index for track in game_map.tracks_named(spoken_names.printed_track(name))]
    except TicketToRideError as error:
        told = str(error).replace("has no track", "has no city or track", 1)
        told += "" if "?" in told else _validate.did_you_mean(name, [city.name for city in game_map.cities])
        raise SetupError(f"highlight: {told}") from error


def _check_tracks(game_map: GameMap, what: str, used: Iterable[int]) -> None:
    unknown = sorted(set(used) - set(range(len(game_map.tracks))))
    if unknown:
        raise SetupError(
            f"{what or 'highlight'}: map {game_map.name!r} has no track {unknown[0]}; "
            f"its tracks are numbered 0 to {len(game_map.tracks) - 1}"
        )


def _style(
    track: Track, fills: Mapping[int, str] | None, owners: Mapping[int, int], groups: _Groups
) -> shapes.SpaceStyle:
    """Return the style of a track's spaces: by owner, else by value if any are shown, else by colour."""
    subjects = {index for group in groups.tracks.values() for index in group} | set(owners)
    shown = not (subjects or groups.cities) or track.index in subjects or track.pair & groups.cities
    opacity = 1.0 if shown else FADED
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
        name=arrows.TRACKS,
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
    rows = [board_words.track(track.length, track.color, track.kind, points, track.locomotives, track.pair_spaces)]
    rows += board_words.payments(game_map.rules.track_kinds[track.kind], track.locomotives, track.cards_for_one)
    if track.index in shown:
        rows.append(
            f"{value_title or board_words.VALUE}: {words.written(shown[track.index], '.4g')} {value_unit}".rstrip()
        )
    rows += [more] if isinstance(more, str) else list(more)
    heading = " – ".join(theme.escape(city) for city in track.cities)
    return "<br>".join([f"<b>{heading}</b>", *(theme.escape(row) for row in rows)])


def _framed(figure: go.Figure, layout: Layout, page: Page, look: frame.Look, notes: str) -> go.Figure:
    """Add axes that show the board and its legend at one scale, the title and the caption."""
    hidden = {"visible": False, "fixedrange": False, "automargin": False}
    across, up = page.ranges(layout.height)
    figure.update_layout(
        template=theme.TEMPLATE,
        width=page.width,
        height=page.height,
        margin={"l": EDGE, "r": page.right, "t": page.top, "b": page.bottom, "pad": 0},
        showlegend=False,
        hovermode="closest",
        dragmode="pan",
        xaxis={**hidden, "range": across},
        yaxis={**hidden, "range": up, "scaleanchor": "x"},
    )
    dress.set_heading(figure, look.title or "", look.subtitle or "")
    dress.set_caption(figure, notes, page.below)
    return figure
