"""The common look of all figures: fonts, colours, symbols, margins and captions.

Colours are based on the Okabe-Ito palette, which readers with any common kind of
colour blindness can distinguish. Every card colour has a symbol as well, because
colour alone is not enough for thin lines and small patches.
"""

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape as _escape_html
from types import MappingProxyType

import plotly.graph_objects as go
import plotly.io
from plotly.colors import make_colorscale, sample_colorscale

FONT_FAMILY = "DejaVu Sans, Verdana, Arial, sans-serif"
"""Commonly installed fonts: the first on Linux, the second on Windows and macOS."""

FONT_SIZE = 14
"""Size of ordinary text, in pixels."""

CAPTION_SIZE = 11
"""Size of caption text, in pixels."""

INK = "#2B2620"
"""Colour of text and of the rims of city markers."""

FAINT = "#6B665E"
"""Colour of captions and secondary text."""

GRID = "#E4E1DA"
"""Colour of grid lines."""

LAND, WATER, SHORE, PAPER = "#F6F2E9", "#DCE8EE", "#B4C3CB", "#FFFFFF"
"""Colours of the board's ground, its water, the line between them, and the page."""

NEUTRAL = "#D9D6CF"
"""Fill of items without a value."""

SEQUENTIAL = "Viridis"
"""Perceptually uniform colour scale for amounts."""

DIVERGING = sample_colorscale("Balance_r", [place / 100 for place in range(14, 87, 3)])
"""Perceptually uniform colour scale for differences, light at 0: low values are red, high ones blue. Its nearly black
ends are left out because they would look alike."""


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How a card colour is drawn: fill and rim of its spaces, a plotly marker symbol, and
    the colour of that symbol (readable on the fill).
    """

    fill: str
    rim: str
    symbol: str
    mark: str


CARD_STYLES: Mapping[str, CardStyle] = MappingProxyType(
    {
        "purple": CardStyle("#CC79A7", "#84456A", "diamond", "#4F1F3B"),
        "white": CardStyle("#FFFFFF", "#77736B", "circle", "#77736B"),
        "blue": CardStyle("#0072B2", "#00436A", "square", "#FFFFFF"),
        "yellow": CardStyle("#F0E442", "#978D10", "star", "#6E6600"),
        "orange": CardStyle("#E69F00", "#8A5F00", "triangle-up", "#5C3F00"),
        "black": CardStyle("#26241F", "#000000", "cross", "#FFFFFF"),
        "red": CardStyle("#D4351C", "#7C1C0D", "x", "#FFFFFF"),
        "green": CardStyle("#009E73", "#005A42", "hexagon2", "#FFFFFF"),
        "gray": CardStyle("#B7B5B0", "#7B7974", "line-ew", "#B7B5B0"),
        "locomotive": CardStyle("#EFE3F4", "#5A3D6B", "asterisk", "#5A3D6B"),
    }
)
"""Style of each card colour, of gray tracks and of locomotives; gray carries no symbol."""

SEAT_COLORS = ("#0072B2", "#D55E00", "#009E73", "#E6B800", "#5A3D6B")
"""Colour of each seat, in order of play."""

STATUS_COLORS: Mapping[str, str] = MappingProxyType({"made": "#0072B2", "cut off": "#D55E00", "unfinished": "#B7B5B0"})
"""Colours of ticket outcomes: blue for made, orange for cut off, gray for unfinished."""

SERIES_COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#26241F", "#978D10")
"""Colours of series that have no colour of their own (strategies, variants)."""

HIGHLIGHT_COLORS = ("#FF00B7", "#00C8E8", "#7A2BFF", "#8FE000", "#7A4A1E")
"""Colours of highlighted groups of tracks, all distinct from card colours and the board's ground."""

_AXIS = {
    "gridcolor": GRID,
    "zerolinecolor": "#A39E94",
    "linecolor": "#A39E94",
    "ticks": "outside",
    "tickcolor": "#A39E94",
    "automargin": True,
    "title": {"standoff": 10},
}

TEMPLATE = go.layout.Template(
    layout={
        "font": {"family": FONT_FAMILY, "size": FONT_SIZE, "color": INK},
        "title": {"x": 0.0, "xref": "paper", "xanchor": "left", "font": {"size": 19}},
        "paper_bgcolor": PAPER,
        "plot_bgcolor": PAPER,
        "colorway": list(SERIES_COLORS),
        "colorscale": {"sequential": SEQUENTIAL, "diverging": make_colorscale(DIVERGING)},
        "margin": {"l": 80, "r": 30, "t": 60, "b": 70},
        "xaxis": _AXIS,
        "yaxis": _AXIS,
        "modebar": {"orientation": "v", "bgcolor": "rgba(255,255,255,0.7)"},  # a row of buttons would cover the legend
        "legend": {"bgcolor": "rgba(255,255,255,0.85)", "font": {"size": 13}},
        "hoverlabel": {"font": {"family": FONT_FAMILY, "size": 13}, "align": "left"},
    }
)
"""The plotly template of every figure: ``fig.update_layout(template="ttr")``."""

plotly.io.templates["ttr"] = TEMPLATE


def escape(text: str) -> str:
    """Escape a text for use in a figure, since plotly interprets a subset of HTML.

    A city called ``<b>`` is shown as these three characters, in labels and in hover texts.
    """
    return _escape_html(text, quote=False)


def wrap(text: str, width: float, size: float = CAPTION_SIZE) -> str:
    """Escape a text and break it into lines of at most ``width`` pixels at this font size."""
    characters = max(20, int(width / (0.56 * size)))
    return "<br>".join(escape(line) for line in textwrap.wrap(text, characters))


def caption(fig: go.Figure, text: str, *, below: float | None = None) -> go.Figure:
    """Put a small caption under a figure and enlarge the figure to make room for it.

    Parameters
    ----------
    fig : plotly Figure
        Changed in place. Its ``layout.width`` (default 900) determines where lines break.
    text : str
        Plain text of any length; it is escaped and wrapped.
    below : float, optional
        Height under the plot area taken by axis labels and titles, in pixels; the caption
        starts below it. Defaults to the figure's bottom margin.

    Returns
    -------
    plotly Figure
        The same figure.
    """
    margin = fig.layout.margin
    defaults = TEMPLATE.layout.margin
    left = defaults.l if margin.l is None else margin.l
    right = defaults.r if margin.r is None else margin.r
    bottom = (defaults.b if margin.b is None else margin.b) if below is None else below
    lines = wrap(text, (fig.layout.width or 900) - left - right)
    room = (lines.count("<br>") + 1) * CAPTION_SIZE * 1.4 + 10
    fig.add_annotation(
        name="caption",
        text=lines,
        x=0,
        y=0,
        xref="paper",
        yref="paper",
        xanchor="left",
        yanchor="top",
        yshift=-bottom,
        align="left",
        showarrow=False,
        font={"size": CAPTION_SIZE, "color": FAINT},
    )
    fig.update_layout(margin_b=bottom + room)
    if fig.layout.height is not None:
        fig.update_layout(height=fig.layout.height + room)
    return fig
