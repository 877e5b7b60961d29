"""Charts for phones: names stand above their bars, and colour bars above the plot, so that all of the width is plot."""

import textwrap
from typing import Any

import plotly.graph_objects as go

from ttr_analysis.charts import dress, ranges, theme
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.marks import plain_text

EDGE = 12.0
"""Margin of a plot at the left, if no axis needs more, and at the right, in pixels."""

ROW, GAP = 38.0, 0.55
"""Height of a bar with its name above it, in pixels, and the part of it that is no bar."""

NAME_SIZE = 11
"""Size of the names above bars, in pixels."""

SHORT = 60.0
"""Names narrower than this stay beside their bars, in pixels."""

LETTER, LINE = 0.6, 1.3
"""Width of a letter of the title of an axis, and height of its lines, in parts of the size of its font."""

BAR = 62.0
"""Height of a colour bar with its title and numbers, in pixels."""


def for_phone(fig: go.Figure) -> go.Figure:
    """Return a chart that was drawn as narrow as a phone, laid out anew where its width is not used.

    Parameters
    ----------
    fig : plotly Figure
        A chart without title and caption, as :func:`ttr_analysis.charts.frame.for_page` returns it; changed in place.
    """
    names = _names(fig)
    if names and max(text_width(plain_text(text), NAME_SIZE) for _, text in names) > SHORT:
        _names_above(fig, names)
    for trace in fig.data:
        if "colorbar" in (trace.to_plotly_json().get("marker") or {}):
            _bar_above(fig, trace.marker.colorbar)
    _fold_titles(fig)
    return fig


def _names(fig: go.Figure) -> list[tuple[Any, str]]:
    """Return place and name of each row, from the bottom; none if the rows of a chart have no names."""
    axis = fig.layout.yaxis
    if axis.ticktext is not None:
        return list(zip(axis.tickvals, axis.ticktext, strict=True))
    rows = [row for trace in fig.data if trace.y is not None for row in trace.y]
    return [(row, row) for row in dict.fromkeys(rows) if isinstance(row, str)]


def _names_above(fig: go.Figure, names: list[tuple[Any, str]]) -> None:
    """Write names above their bars, and let the plot begin where they did."""
    layout, rows = fig.layout, len(names)
    fig.update_layout(margin_l=EDGE, margin_r=max(EDGE, min(ranges.margin_of(fig, "r"), 30.0)))
    top = EDGE + dress.LEGEND_LINE * dress.legend_rows(fig, layout.width)  # plotly would take it from the plot
    bottom = ranges.margin_of(fig, "b")
    low, high = layout.yaxis.range or (-0.5, rows - 0.5)[:: -1 if layout.yaxis.autorange == "reversed" else 1]
    down = 0.2 if low < high else -0.2
    fig.update_layout(
        margin_t=top, bargap=GAP, height=top + bottom + ROW * abs(high - low),
        yaxis={"showticklabels": False, "title": None, "ticks": "", "range": (low + down, high + down),
               "automargin": False},
    )  # fmt: skip
    for place, text in names:
        fig.add_annotation(
            text=text, x=0, xref="paper", xanchor="left", y=place, yref="y", yanchor="bottom", showarrow=False,
            yshift=ROW * (1 - GAP) / 2 - 1, borderpad=0, align="left", font={"size": NAME_SIZE},
        )  # fmt: skip


def _fold_titles(fig: go.Figure) -> None:
    """Break the titles of axes where they are longer than their axes, and give their lines the room that they need."""
    left, right, top, bottom = (ranges.margin_of(fig, side) for side in "lrtb")
    for name, long in (("x", fig.layout.width - left - right), ("y", fig.layout.height - top - bottom)):
        title = fig.layout[f"{name}axis"].title
        size = title.font.size or fig.layout.font.size or theme.FONT_SIZE
        before = (title.text or "").split("<br>")
        lines = textwrap.wrap(" ".join(before), max(int(long / (LETTER * size)), 12))
        if title.text:
            title.text = "<br>".join(lines)
        if title.text and name == "x":
            more = LINE * size * (len(lines) - len(before))
            fig.update_layout(margin_b=bottom + more, height=fig.layout.height + more)


def _bar_above(fig: go.Figure, bar: Any) -> None:
    """Put a colour bar above the plot, from beside or below it."""
    top, right, bottom = (ranges.margin_of(fig, side) for side in "trb")
    if bar.orientation == "h":
        bottom -= BAR
    else:
        right = EDGE
    heading = " ".join(plain_text(bar.title.text or "").strip(" .").split())
    bar.update(
        orientation="h", thickness=10, len=0.94, x=0.5, xanchor="center", y=1.0, yanchor="bottom", xpad=0, ypad=4,
        title={"text": heading, "side": "top"},
    )  # fmt: skip
    moved = ranges.margin_of(fig, "b") - max(bottom, EDGE / 2)
    fig.update_layout(
        margin={"t": top + BAR, "r": right, "b": max(bottom, EDGE / 2)}, height=fig.layout.height + BAR - moved
    )
