"""Give a finished figure the title, size, colours and marks that its options ask for."""

import textwrap
from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ttr_analysis.charts import marks, ranges, sizes, theme, words
from ttr_analysis.charts.board.arrows import NOTE
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.hatching import hatched
from ttr_analysis.charts.options import FigureOptions, Look, look_of

TITLE_SIZE, SUBTITLE_SIZE = 19, 14
"""Font sizes of title and subtitle, in pixels."""

TITLE_LINE, SUBTITLE_LINE = 24.7, 19.0
"""Heights of their lines, in pixels."""

CAPITALS = 13.0
"""Height of capitals of a title, in pixels; of a title of several lines, plotly puts the first base line at the top."""

TITLE_TOP = 12.0
"""Space above a title, in pixels."""

AXIS_LINE, AXIS_TITLE_SIZE = 22.0, 17.0
"""Height of a line of the title of an axis, and the size of its letters, in pixels."""

CARDS = "cards"
"""The ``meta`` of traces whose marks have the colours of cards, which stay as they are in every theme."""

CAPTION = "caption"
"""What the annotation with a caption is called."""

DARK_RIMS = dict.fromkeys(("#000000", "#4A3B28", "#2B2620"), "#A8A298")
"""Rims in the legend that would be lost on a dark page."""


MARGIN = 8.0
"""Space left of texts that begin at the edge of a figure, because its plot begins too far to the right."""

EDGE = 30.0
"""Space left of the right edge by texts that begin at the plot: a legend or colour bar beside it leaves them room."""

WIDEST = 0.22
"""Left margins wider than this part of a figure are too wide for its texts to begin after them."""

LEGEND_ROW, LEGEND_ENTRY = 22.0, 52.0
"""Height of a row of a legend, and what an entry needs besides its text, in pixels."""

LEGEND_LINE, LEGEND_PAD = 24.0, 12.0
"""Height of a row of a legend with the space between rows, and the space around all rows, in pixels."""


def lines_of(text: str, width: float, size: float) -> list[str]:
    """Return a text in lines of at most ``width`` pixels, if it is bold and of this size."""
    most = max(12, int(width / (0.63 * size)))
    return theme.lines_of(text, most)


def heading_room(title: str, subtitle: str, width: float, margins: float, plain: float) -> float:
    """Return the height of title and subtitle; ``plain`` is that of a title of one line."""
    told = lines_of(title, width - 2 * margins, TITLE_SIZE)
    below = lines_of(subtitle, width - 2 * margins, SUBTITLE_SIZE)
    if not told and not below:
        return margins
    return plain + TITLE_LINE * (len(told) - 1) + SUBTITLE_LINE * len(below)


def caption_room(text: str, width: float) -> float:
    """Return the height of a caption, in pixels."""
    return (theme.wrap(text, width).count("<br>") + 1) * theme.CAPTION_SIZE * 1.4 + 10 if text else 0.0


def set_heading(fig: go.Figure, title: str, subtitle: str) -> None:
    """Write title and subtitle into the top margin of a figure, which has room for them."""
    shift, wide = _text_place(fig)
    told = lines_of(title, wide, TITLE_SIZE)
    text = "<br>".join(f"<b>{theme.escape(line)}</b>" for line in told)
    top = TITLE_TOP + (CAPITALS if len(told) > 1 else 0.0)
    shown = {"text": text, "y": 1, "yref": "container", "yanchor": "top", "pad": {"t": top},
             "font": {"size": TITLE_SIZE}}  # fmt: skip
    if shift:
        shown |= {"x": MARGIN / fig.layout.width, "xref": "container"}
    fig.update_layout(title=shown if text else None)
    below = lines_of(subtitle, wide, SUBTITLE_SIZE)
    if below:
        fig.add_annotation(
            name="subtitle", text="<br>".join(map(theme.escape, below)), x=0, y=1, xref="paper", yref="paper",
            xanchor="left", yanchor="top", align="left", showarrow=False,
            xshift=shift, yshift=fig.layout.margin.t - TITLE_TOP - 4 - TITLE_LINE * len(told),
            font={"size": SUBTITLE_SIZE, "color": theme.FAINT},
        )  # fmt: skip


def set_caption(fig: go.Figure, text: str, below: float) -> None:
    """Write a caption into the bottom margin of a figure, which has room for it."""
    if text:
        shift, wide = _text_place(fig)
        fig.add_annotation(
            name=CAPTION, text=theme.wrap(text, wide), xshift=shift, x=0, y=0, xref="paper", yref="paper",
            xanchor="left", yanchor="top", yshift=-below, align="left", showarrow=False,
            font={"size": theme.CAPTION_SIZE, "color": theme.FAINT},
        )  # fmt: skip


def _text_place(fig: go.Figure) -> tuple[float, float]:
    """Return where title, subtitle and caption begin, from the left of the plot, and the width that they have."""
    left, right = ranges.margin_of(fig, "l"), min(ranges.margin_of(fig, "r"), EDGE)
    if left <= max(WIDEST * fig.layout.width, 90.0):
        return 0.0, fig.layout.width - left - right
    return MARGIN - left, fig.layout.width - MARGIN - right


def dressed(fig: go.Figure, options: FigureOptions, plain: float) -> go.Figure:
    """Return a finished chart as its options ask for; ``plain`` is the height of a title of one line.

    Raises
    ------
    SetupError
        If an option cannot be used, or the chart shows nothing of a name.
    """
    look = look_of(options)
    size, meta = (fig.layout.width, fig.layout.height), dict(fig.layout.meta)
    zoom = look.zoom(*size)
    below, plot = _without_texts(fig)
    wide = (look.width or (size[0] if look.height is None else size[0] * zoom / look.scale)) / zoom
    rows = legend_rows(fig, wide)
    more = LEGEND_ROW * max(rows - legend_rows(fig, size[0]), 0)
    fig.update_layout(width=wide)
    if look.subtitle is not None or look.title == "":  # without a title, its subtitle says nothing
        meta["subtitle"] = look.subtitle or ""
    meta["title"] = meta["title"] if look.title is None else look.title
    meta["caption"] = with_source(meta["caption"], look)
    meta["sized"] = look.sized
    room = _text_place(fig)[1]
    top = heading_room(meta["title"], meta["subtitle"], room, 0.0, plain) or MARGIN
    top = max(top + ranges.margin_of(fig, "t") - plain + more, _least_top(meta["title"], meta["subtitle"], room, rows))
    below += AXIS_LINE * _wrap_axis_titles(fig, plot if look.height is None else look.height / zoom - top - below)
    bottom = below + caption_room(meta["caption"], room)
    fig.update_layout(margin_t=top, margin_b=bottom, meta=meta)
    fig.update_layout(height=plot + top + bottom if look.height is None else look.height / zoom)
    set_heading(fig, meta["title"], meta["subtitle"])
    set_caption(fig, meta["caption"], below)
    if look.highlight:
        marks.highlight(fig, look.highlight)
    return finished(fig, look, zoom)


def axis_title_lines(text: str, room: float, size: float = AXIS_TITLE_SIZE) -> list[str]:
    """Return the title of an axis in lines of whole words, of which there are several if it is longer than its axis."""
    wide = text_width(text, size)
    most = max(8, int(len(text) * room / wide)) if wide > room else len(text) + 1
    return textwrap.wrap(theme.unbroken(text), most, break_long_words=False) or [""]


def _wrap_axis_titles(fig: go.Figure, high: float) -> int:
    """Break titles of axes that are longer than their axis; return the lines that this adds below the plot."""
    wide = fig.layout.width - ranges.margin_of(fig, "l") - ranges.margin_of(fig, "r")
    most = 0
    for axis in (*fig.select_xaxes(), *fig.select_yaxes()):
        across = axis.plotly_name.startswith("x")
        first, last = axis.domain or (0.0, 1.0)
        text = marks.plain_text(axis.title.text or "")
        room = (last - first) * (wide if across else max(high, 1.0))
        lines = axis_title_lines(text, room, axis.title.font.size or AXIS_TITLE_SIZE)
        if len(lines) > 1:
            axis.title.text = "<br>".join(map(theme.escape, lines))
            most = max(most, len(lines) - 1) if across else most
    return most


def _least_top(title: str, subtitle: str, width: float, rows: int) -> float:
    """Return the height of title, subtitle and the rows of a legend, none of which touches another."""
    told, below = (len(lines_of(*each)) for each in ((title, width, TITLE_SIZE), (subtitle, width, SUBTITLE_SIZE)))
    heading = TITLE_TOP + TITLE_LINE * told + (4 + SUBTITLE_LINE * below if below else 0.0)
    return heading + (LEGEND_LINE * rows + LEGEND_PAD if rows else 0.0)


def _without_texts(fig: go.Figure) -> tuple[float, float]:
    """Take the caption off; return the height of what is under the plot, and that of the plot."""
    notes = [note for note in fig.layout.annotations if note.name == CAPTION]
    below = -notes[0].yshift if notes else ranges.margin_of(fig, "b")
    fig.layout.annotations = [note for note in fig.layout.annotations if note.name != CAPTION]
    return below, fig.layout.height - ranges.margin_of(fig, "t") - ranges.margin_of(fig, "b")


def legend_rows(fig: go.Figure, width: float) -> int:
    """Return the rows of a legend above the plot, of a figure of some width."""
    if fig.layout.legend.orientation != "h" or fig.layout.showlegend is False:
        return 0
    names = [trace.name for trace in fig.data if trace.name and trace.showlegend is not False]
    if not names:
        return 0
    entry = max(text_width(marks.plain_text(name), 11.0) for name in names) + LEGEND_ENTRY
    inner = width - ranges.margin_of(fig, "l") - ranges.margin_of(fig, "r")
    return -(-len(names) // max(int(inner / entry), 1))


def with_source(caption: str, look: Look) -> str:
    """Return a caption with the source at its end."""
    source = words.SOURCE.format(look.source.rstrip(".")) if look.source else ""
    return " ".join(text for text in (caption, source) if text)


def colored(fig: go.Figure, name: theme.ThemeName) -> go.Figure:
    """Return a figure in the colours of a theme."""
    palette = theme.PALETTES[name]
    if not palette:
        return fig
    drawn: dict[str, Any] = {
        "data": [trace.to_plotly_json() for trace in fig.data], "layout": fig.layout.to_plotly_json()
    }  # fmt: skip
    _recolor(drawn["layout"], palette, paper=False)
    if marks.is_board(fig) and name == "dark":  # the board itself stays as light as a printed one, arrows stay dark
        for note in drawn["layout"].get("annotations", ()):
            if note.get("name") == NOTE:
                note["arrowcolor"] = theme.INK
        _recolor([trace for trace in drawn["data"] if trace.get("name") == "legend"], palette, paper=False)
        _recolor([trace["line"] for trace in drawn["data"] if trace.get("name") == "swatch" and "line" in trace],
                 DARK_RIMS, paper=False)  # fmt: skip
    else:
        cards = [trace["marker"].pop("color") if trace.get("meta") == CARDS else None for trace in drawn["data"]]
        _recolor(drawn["data"], palette, paper=name == "transparent")
        for trace, colors in zip(drawn["data"], cards, strict=True):
            if colors is not None:
                trace["marker"]["color"] = colors
    return go.Figure(drawn)


def _recolor(part: Any, palette: Mapping[str, str], paper: bool) -> None:
    """Replace colours in nested dictionaries and lists; where ``paper``, the colour of the page stays."""
    keys = part.keys() if isinstance(part, dict) else range(len(part))
    for key in list(keys):
        value = part[key]
        if isinstance(value, str):
            if value in palette and not (paper and value == theme.PAPER):
                part[key] = palette[value]
        elif isinstance(value, dict | list):
            _recolor(value, palette, paper)
        elif isinstance(value, tuple) or (isinstance(value, np.ndarray) and value.dtype.kind in "OU"):
            part[key] = list(value)
            _recolor(part[key], palette, paper)


def _with_readable_bars(fig: go.Figure) -> go.Figure:
    """Give the texts in bars a colour that can be read on that of their bar."""
    for trace in fig.data:
        if trace.type == "bar" and trace.text is not None and str(trace.marker.color).startswith("#"):
            trace.insidetextfont.color = theme.readable_on(trace.marker.color)
    return fig


def finished(fig: go.Figure, look: Look, zoom: float) -> go.Figure:
    """Return a figure with its marks, in its colours and at its size: the last step."""
    for name, text in look.annotate.items():
        marks.annotate(fig, name, text)
    drawn = _with_readable_bars(colored(fig, look.theme))
    done = sizes.magnified(hatched(drawn) if look.theme == "print" else drawn, zoom)
    done.update_layout(meta={**(done.layout.meta or {}), marks.DRAWN: {"zoom": zoom, "theme": look.theme}})
    if look.sized:
        done.update_layout(width=round(done.layout.width), height=round(done.layout.height))
    return done
