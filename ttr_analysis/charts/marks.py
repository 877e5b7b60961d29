"""Find what a figure shows by its name, to point at it or to let all else fade."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ttr_analysis._validate import did_you_mean, instance, shown
from ttr_analysis.charts import bar_places, ranges, sizes, theme, words
from ttr_analysis.charts.board.arrows import ARROWS, NOTE, TRACKS, WIDE, free_arrow, inside, plot_arrow
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import city_labels, spellings, spoken_names
from ttr_analysis.maps.languages import say

_POINTS = re.compile(r" \([^()]*\d[^()]*\)$")
"""What follows the name of a ticket: its points."""

FADED = 0.18
"""Opacity of what is not highlighted."""


DRAWN = "drawn"
"""Where a figure says how large, and in which theme, it is drawn: for notes that are added later."""


NOTES = "notes"
"""Where a figure tells its notes in sentences, for its alternative text."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is in a figure: a trace (whole, or some of its points), and a place to point at.

    Attributes
    ----------
    trace : int
        Number of the trace.
    points : tuple of int
        Numbers of its points; none for the whole trace.
    x, y : object
        The place, in the data of its axes.
    """

    trace: int
    points: tuple[int, ...]
    x: Any
    y: Any


@dataclass(slots=True)
class Found:
    """What has one name in a figure."""

    name: str
    spots: list[Spot] = field(default_factory=list)


def is_board(fig: go.Figure) -> bool:
    """Return whether a figure is a board."""
    return any(trace.name == TRACKS and trace.customdata is not None for trace in fig.data)


def names_in(fig: go.Figure) -> dict[str, Found]:
    """Return everything in a figure that has a name, by the name in small letters."""
    found: dict[str, Found] = {}
    for name, spot in _named(fig):
        plain = plain_text(name)
        if plain:
            found.setdefault(plain.casefold(), Found(plain)).spots.append(spot)
    return found


def plain_text(text: str) -> str:
    """Return a text of a figure without markup."""
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", text).split()))  # no-break spaces become spaces, too


def find(fig: go.Figure, name: str, what: str) -> list[Spot]:
    """Return where something is in a figure.

    Raises
    ------
    SetupError
        If it is not there; the message begins with ``what`` and suggests names.
    """
    known = names_in(fig)
    if (found := known.get(name.strip().casefold())) is not None:
        return found.spots
    forgiving = {_forgiving(each) for each in (name, words.player(name), say(name.capitalize()), *_turned(name))}
    alike = [each for each in known.values() if not forgiving.isdisjoint(_spellings(each.name))]
    if alike:
        return [spot for each in alike for spot in each.spots]
    names = [each.name for each in known.values()]
    hint = did_you_mean(name, names) or (f"; there are {', '.join(names[:6])}" if names else "")
    raise SetupError(f"{what}: the {'board shows no city or track' if is_board(fig) else 'chart shows no'} "
                     f"{shown(name)}{hint}")  # fmt: skip


def _spellings(name: str) -> set[str]:
    """Return what something in a figure may be called: also in the language in use, and a ticket without its points."""
    names = {name, spoken_names.track(name)}
    names |= {city_labels.renamed(each) for each in names}
    return {_forgiving(each) for each in names | {_POINTS.sub("", each) for each in names}}


def _turned(name: str) -> Iterator[str]:
    """Yield the name of a track or a ticket from its other end, wherever the name of its second city ends."""
    for hyphen in re.finditer(r"[-–—]", name):
        one, two = name[: hyphen.start()].strip(), name[hyphen.end() :].split()
        for end in range(1, len(two) + 1):
            yield " ".join([f"{' '.join(two[:end])}-{one}", *two[end:]])


def _forgiving(name: str) -> str:
    """Return a name in small letters, without accents, without spaces beside hyphens, and without underscores."""
    plain = spellings.plain_spelling(name).replace("_", " ")
    return re.sub(r"\s*[-–—]\s*", "-", plain).strip().casefold()


def annotate(fig: go.Figure, name: str, text: str) -> go.Figure:
    """Write a text with an arrow to something in a figure.

    Parameters
    ----------
    fig : plotly Figure
        A chart of this package, changed in place.
    name : str
        The name of a bar, line or point; on a board, of a city or a track.
    text : str
        Plain text.

    Returns
    -------
    plotly Figure
        The same figure.

    Raises
    ------
    SetupError
        If the figure shows nothing of this name.

    Examples
    --------
    >>> figure = ttr.charts.board_figure("usa")
    >>> ttr.charts.annotate(figure, "Denver", "Everybody comes through here").layout.annotations[0].text
    'Everybody comes through here'
    """
    instance("fig", fig, go.Figure)
    instance("the name of what a note points at", name, str)
    instance("the text of a note", text, str)
    spot = _best(fig, find(fig, name, "annotate"))
    trace, (x, y) = fig.data[spot.trace], bar_places.place_of(fig, spot.trace, spot.x, spot.y)
    meta = fig.layout.meta if isinstance(fig.layout.meta, dict) else {}
    drawn = meta.get(DRAWN, {"zoom": 1.0, "theme": "light"})
    zoom, palette = drawn["zoom"], theme.PALETTES[drawn["theme"]]
    ink, page, rim = (palette.get(color, color) for color in (theme.INK, theme.PAPER, theme.FAINT))
    arrow = theme.INK if is_board(fig) and drawn["theme"] == "dark" else ink  # dark boards stay light
    axes = trace.xaxis or "x", trace.yaxis or "y"
    wide = WIDE if fig.layout.width is None else min(WIDE, 0.5 * fig.layout.width / zoom)
    written = theme.wrap(text, wide, 12)
    right, down, anchor = _arrow(fig, (x, y), axes, written.split("<br>"), zoom)
    alt = words.NOTE_ALT.format(name=name, text=text.rstrip("."))
    fig.update_layout(meta={**meta, NOTES: [*meta.get(NOTES, ()), alt]})
    note = {
        "name": NOTE, "text": written, "x": x, "y": y, "xref": axes[0], "yref": axes[1],
        "ax": right, "ay": down, "xanchor": anchor, "align": "left", "showarrow": True, "arrowhead": 2,
        "arrowsize": 1, "arrowwidth": 1.4, "arrowcolor": arrow, "bgcolor": page, "bordercolor": rim, "borderwidth": 1,
        "borderpad": 4, "standoff": 6, "font": {"size": 12, "color": ink},
    }  # fmt: skip
    sizes.enlarge(note, zoom)
    return fig.add_annotation(note)


def _arrow(
    fig: go.Figure, at: tuple[Any, Any], axes: tuple[str, str], lines: list[str], zoom: float
) -> tuple[float, float, str]:
    """Return an arrow to the right and down, in pixels of the usual size, and the side of its text at its tail."""
    point, size = ranges.pixels(fig, at, axes), (fig.layout.width, fig.layout.height)
    if point is None:
        return *ARROWS[0], "left"
    (across, down), (wide, high) = ((each[0] / zoom, each[1] / zoom) for each in (point, size))
    left, top, bottom = (ranges.margin_of(fig, side) / zoom for side in "ltb")
    plot = (left, top, wide, high - bottom)
    arrow = free_arrow(fig, *at, lines, zoom) if is_board(fig) else plot_arrow((across, down), lines, plot)
    return *inside((across, down), arrow, lines, (wide, high)), "left" if arrow[0] > 0 else "right"


def _best(fig: go.Figure, spots: list[Spot]) -> Spot:
    """Return the spot that a note points at: of bars the longest, else the first."""
    bars = [spot for spot in spots if fig.data[spot.trace].type == "bar"]
    if len(bars) < len(spots):
        return spots[0]
    return max(bars, key=lambda spot: abs(spot.x if fig.data[spot.trace].orientation == "h" else spot.y))


def highlight(fig: go.Figure, names: tuple[str, ...]) -> None:
    """Let everything in a chart fade but what has these names.

    Raises
    ------
    SetupError
        If the figure shows nothing of a name.
    """
    spots = [spot for name in names for spot in find(fig, name, "highlight")]
    whole = {spot.trace for spot in spots if not spot.points}
    groups = {_group(fig, number) for number in whole} - {""}
    whole |= {number for number in range(len(fig.data)) if _group(fig, number) in groups}
    points: dict[int, set[int]] = {}
    for spot in spots:
        points.setdefault(spot.trace, set()).update(spot.points)
    apart = [None if whole else _faded_whiskers(fig, number, kept) for number, kept in points.items()]
    for number, trace in enumerate(fig.data):
        if whole:
            if number not in whole and (trace.name or trace.type == "heatmap" or trace.legendgroup):
                trace.opacity = FADED
        elif trace.type == "heatmap":
            _frame(fig, trace, [spot for spot in spots if spot.trace == number])
        elif trace.type == "box":
            _band(fig, trace, [spot for spot in spots if spot.trace == number])
        else:
            _fade(trace, points.get(number, set()))
    fig.add_traces([whiskers for whiskers in apart if whiskers is not None])


def _group(fig: go.Figure, number: int) -> str:
    return str(fig.data[number].legendgroup or "")


def _fade(trace: Any, kept: set[int]) -> None:
    """Let the points of a trace fade but some."""
    dots = trace.type == "scatter" and trace.mode not in (None, "lines", "text")
    if kept and (dots or trace.type == "bar"):
        trace.marker.opacity = [1.0 if place in kept else FADED for place in range(len(trace.x))]
    elif not kept:
        trace.opacity = FADED


def _faded_whiskers(fig: go.Figure, number: int, kept: set[int]) -> go.Scatter | None:
    """Take the whiskers of points that fade from a trace, whose whiskers have one colour; return them by themselves."""
    trace = fig.data[number]
    sides = [side for side in ("error_x", "error_y") if side in trace and trace[side].array is not None]
    others = [place for place in range(len(trace.x if trace.x is not None else ())) if place not in kept]
    if not sides or not kept or not others:
        return None
    spots = [bar_places.place_of(fig, number, trace.x[place], trace.y[place]) for place in others]
    if any(isinstance(trace[side][0], str) and not isinstance(spots[0][way], str) for way, side in enumerate("xy")):
        return None  # between the names of an axis, no trace can have a point
    faded = go.Scatter(
        x=[x for x, _ in spots], y=[y for _, y in spots], xaxis=trace.xaxis, yaxis=trace.yaxis, mode="markers",
        marker={"opacity": 0}, opacity=FADED, hoverinfo="skip", showlegend=False,
    )  # fmt: skip
    for side in sides:
        whiskers = trace[side].to_plotly_json()
        for ends in {"array", "arrayminus"} & whiskers.keys():
            lengths = list(whiskers[ends])
            trace[side][ends] = np.array([each if place in kept else np.nan for place, each in enumerate(lengths)])
            whiskers[ends] = [lengths[place] for place in others]
        faded[side] = whiskers
    return faded


def _frame(fig: go.Figure, trace: Any, spots: list[Spot]) -> None:
    """Draw a frame around rows and columns of a heat map."""
    across, up = list(trace.x), list(trace.y)
    for spot in spots:
        column, row = spot.points
        sides = (-0.5, len(across) - 0.5) if column < 0 else (column - 0.5, column + 0.5)
        ends = (-0.5, len(up) - 0.5) if row < 0 else (row - 0.5, row + 0.5)
        fig.add_shape(
            type="rect", x0=sides[0], x1=sides[1], y0=ends[0], y1=ends[1], xref=trace.xaxis or "x",
            yref=trace.yaxis or "y", line={"color": theme.INK, "width": 2.5},
        )  # fmt: skip


def _band(fig: go.Figure, trace: Any, spots: list[Spot]) -> None:
    """Draw a band behind some boxes of a trace, which have one opacity."""
    for spot in spots:
        fig.add_shape(
            type="rect", x0=spot.x - 0.45, x1=spot.x + 0.45, y0=0, y1=1, xref=trace.xaxis or "x",
            yref=f"{trace.yaxis or 'y'} domain", layer="below", line={"width": 0}, fillcolor=theme.NEUTRAL,
        )  # fmt: skip


def _named(fig: go.Figure) -> Iterator[tuple[str, Spot]]:
    """Yield names and where they are: names of points first, since they say more than those of traces."""
    board = is_board(fig)
    for number, trace in enumerate(fig.data):
        if board:
            yield from _on_board(number, trace)
        elif trace.type == "heatmap":
            yield from _of_cells(fig, number, trace)
        elif getattr(trace, "x", None) is not None and _heights(trace) is not None:
            yield from _of_points(fig, number, trace)
    if not board:
        for number, trace in enumerate(fig.data):
            if trace.name and (place := _middle(trace)) is not None:
                yield trace.name, Spot(number, (), *place)


def _on_board(number: int, trace: Any) -> Iterator[tuple[str, Spot]]:
    """Yield cities by their names, and tracks by theirs, each at its middle space."""
    if trace.name == TRACKS:
        places: dict[str, list[int]] = {}
        for place, ((_, name), text) in enumerate(zip(trace.customdata, trace.hovertext, strict=True)):
            for alias in _aliases(str(name), text.partition("</b>")[0].removeprefix("<b>")):
                places.setdefault(alias, []).append(place)
        for name, points in places.items():
            middle = points[len(points) // 2]
            yield name, Spot(number, tuple(points), float(trace.x[middle]), float(trace.y[middle]))
    elif trace.mode == "markers" and trace.hovertext is not None:
        for place, text in enumerate(trace.hovertext):
            name = text.partition("</b>")[0].removeprefix("<b>")
            yield name, Spot(number, (place,), float(trace.x[place]), float(trace.y[place]))


def _aliases(name: str, heading: str) -> Iterator[str]:
    """Yield the name of a track, also from its other end, and that of its route; the heading tells its cities."""
    one, _, two = unescape(heading).partition(" – ")
    rest = name.removeprefix(f"{one}-{two}")
    yield from (name, f"{two}-{one}{rest}", f"{one}-{two}", f"{two}-{one}") if rest != name else (name,)


def _of_points(fig: go.Figure, number: int, trace: Any) -> Iterator[tuple[str, Spot]]:
    """Yield the names of the points of a trace: categories, texts, ticks."""
    if trace.hoverinfo == "skip" and trace.type == "scatter" and trace.mode != "text":
        return
    ticks = _ticks(fig, trace)
    for place, (x, y) in enumerate(zip(trace.x, _heights(trace), strict=False)):
        if x is None or y is None or _missing(x) or _missing(y):
            continue
        names = [str(value) for value in (x, y) if isinstance(value, str)]
        names += [ticks[side][value] for side, value in enumerate((x, y)) if value in ticks[side]]
        names += [each for each in _texts(trace, place) if each]
        if not names and (trace.type in ("bar", "box") or trace.mode == "markers"):
            names += _number(y if trace.type == "bar" and trace.orientation == "h" else x)
        for name in dict.fromkeys(names):
            yield name, Spot(number, (place,), x, y)


def _heights(trace: Any) -> Any:
    """Return the y of the points of a trace; of boxes, their medians."""
    return trace.median if trace.type == "box" else getattr(trace, "y", None)


def _number(value: Any) -> list[str]:
    """Return a whole number as a name; other numbers are none."""
    whole = isinstance(value, int | float | np.integer | np.floating) and float(value).is_integer()
    return [f"{value:g}"] if whole else []


def _missing(value: Any) -> bool:
    return isinstance(value, float | np.floating) and bool(np.isnan(value))


def _texts(trace: Any, place: int) -> Iterator[str]:
    """Yield what is written beside a point, and the first of its data if that is a text."""
    if trace.customdata is not None and place < len(trace.customdata):
        first = trace.customdata[place]
        first = first[0] if isinstance(first, list | tuple | np.ndarray) and len(first) else first
        if isinstance(first, str):
            yield first


def _ticks(fig: go.Figure, trace: Any) -> tuple[dict[Any, str], dict[Any, str]]:
    """Return the texts of the ticks of both axes of a trace, by their values."""
    found = []
    for side, ref in (("x", trace.xaxis), ("y", trace.yaxis)):
        axis = fig.layout[f"{side}axis{(ref or side)[1:]}"]
        shared = fig.layout[f"{side}axis{axis.matches[1:]}"] if axis.matches and axis.ticktext is None else axis
        texts = shared.ticktext if shared.ticktext is not None else ()
        values = shared.tickvals if shared.tickvals is not None else ()
        found.append(dict(zip(values, map(str, texts), strict=False)))
    return found[0], found[1]


def _of_cells(fig: go.Figure, number: int, trace: Any) -> Iterator[tuple[str, Spot]]:
    """Yield the rows and columns of a heat map; a spot has the column and the row, -1 for all."""
    ticks = _ticks(fig, trace)
    across, up = list(trace.x), list(trace.y)
    for row, value in enumerate(up):
        yield str(ticks[1].get(value, value)), Spot(number, (-1, row), across[0], value)
    for column, value in enumerate(across):
        yield str(ticks[0].get(value, value)), Spot(number, (column, -1), value, up[0])


def _middle(trace: Any) -> tuple[Any, Any] | None:
    """Return the point in the middle of a trace, if it has one that is drawn."""
    if getattr(trace, "x", None) is None or getattr(trace, "y", None) is None:
        return None
    points = [
        (x, y)
        for x, y in zip(trace.x, trace.y, strict=False)
        if x is not None and y is not None and not _missing(x) and not _missing(y)
    ]
    return points[len(points) // 2] if points else None
