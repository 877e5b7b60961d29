"""The common look of all figures: fonts, colours, symbols, margins and captions.

Colours are based on the Okabe-Ito palette, which readers with any common kind of
colour blindness can distinguish. Every card colour has a symbol as well, because
colour alone is not enough for thin lines and small patches.
"""

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape as _escape_html
from types import MappingProxyType
from typing import Literal

import plotly.graph_objects as go
import plotly.io
from plotly.colors import make_colorscale, sample_colorscale

from ttr_analysis.maps import city_labels, languages

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

SEQUENTIAL = sample_colorscale(
    ["#9FCFC4", "#6FB3B0", "#45959D", "#267588", "#17556F", "#123A56", "#0C233C"],
    [place / 24 for place in range(25)],
)
"""Colour scale for amounts, of one hue: light is little, and dark is much. Its lightest step is darker than the land,
so that no track is lost on the board."""

DIVERGING = sample_colorscale(
    ["#9C2A1C", "#C4523D", "#E08E74", "#EDC6B4", "#DFDBD4", "#B9CDE2", "#7FA8D2", "#4579B4", "#1F5190"],
    [place / 24 for place in range(25)],
)
"""Colour scale for differences, light at 0: low values are red, high ones blue. Neither end is nearly black, so that
they differ in gray and for all readers."""


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
        "blue": CardStyle("#005BA8", "#00315C", "square", "#FFFFFF"),
        "yellow": CardStyle("#F0E442", "#978D10", "star", "#6E6600"),
        "orange": CardStyle("#E69F00", "#8A5F00", "triangle-up", "#5C3F00"),
        "black": CardStyle("#26241F", "#000000", "cross", "#FFFFFF"),
        "red": CardStyle("#D4351C", "#7C1C0D", "x", "#FFFFFF"),
        "green": CardStyle("#4DB560", "#1F5F2C", "bowtie", "#0B3314"),
        "gray": CardStyle("#B7B5B0", "#7B7974", "line-ew", "#B7B5B0"),
        "locomotive": CardStyle("#EFE3F4", "#5A3D6B", "asterisk", "#5A3D6B"),
    }
)
"""Style of each card colour, of gray tracks and of locomotives; gray carries no symbol."""

SEAT_COLORS = ("#004C97", "#D55E00", "#009E73", "#E6B800", "#5A3D6B")
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
        "colorscale": {"sequential": make_colorscale(SEQUENTIAL), "diverging": make_colorscale(DIVERGING)},
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


ThemeName = Literal["light", "dark", "print", "transparent"]

CLEAR = "rgba(0,0,0,0)"

_SHADES = [place / 24 for place in range(25)]

PALETTES: Mapping[ThemeName, Mapping[str, str]] = MappingProxyType(
    {
        "light": {},
        "dark": {
            INK: "#ECE7DD", FAINT: "#B5AFA4", GRID: "#3D3C3A", PAPER: "#1D1F22", NEUTRAL: "#55534F",
            "#A39E94": "#8A857B", "#26241F": "#D3CEC4", "#0072B2": "#3C9BDB", "#56B4E9": "#8CCBF2",
            "#5A3D6B": "#B093C6",
            "#005BA8": "#3F8FD6", "#004C97": "#3F8FD6", "rgba(255,255,255,0.85)": CLEAR, "rgba(255,255,255,0.7)": CLEAR,
            **dict(zip(SEQUENTIAL, sample_colorscale(["#E3F4EF", "#8CC4C0", "#2F8092"], _SHADES), strict=True)),
        },
        "print": {
            INK: "#000000", FAINT: "#333333", GRID: "#CFCFCF", NEUTRAL: "#DDDDDD", LAND: "#FFFFFF", WATER: "#ECEFF1",
        },
        "transparent": {PAPER: CLEAR},
    }
)  # fmt: skip
"""What replaces colours of the light theme in the others."""


def use(*, language: str | None = None, cities: str | None = None) -> None:
    """Use a language, and names of cities, for all charts, reports and explorers from now on.

    ``language=`` and ``cities=`` in a chart are for one figure.

    Parameters
    ----------
    language : str, optional
        ``"en"``, ``"pl"``, or any other that has a catalogue in ``ttr_analysis/maps/languages``; by default it stays.
    cities : str, optional
        ``"printed"`` for the names on the board, or a language such as ``"pl"``; by default they stay.

    Raises
    ------
    SetupError
        If there is no such language, or it has no names of cities; the error names those that exist.

    Examples
    --------
    >>> ttr.charts.theme.use(language="pl", cities="pl")
    >>> figure = ttr.charts.board_figure("usa", annotate={"Nowy Jork": "start"})
    >>> ttr.charts.text_of(figure, "alt")
    'Ticket to Ride (USA): plansza, na której jest 36 miast i 100 odcinków. Dopisek (Nowy Jork): start.'
    >>> ttr.charts.theme.use(language="en", cities="printed")
    """
    if cities is not None:
        city_labels.use(cities)
    if language is not None:
        languages.use(language)


def escape(text: str) -> str:
    """Escape a text for use in a figure, since plotly interprets a subset of HTML.

    A city called ``<b>`` is shown as these three characters, in labels and in hover texts.
    """
    return _escape_html(text, quote=False)


def luminance(color: str) -> float:
    """Return the relative luminance of a colour, ``#RRGGBB`` or ``rgb(...)``: 0 for black, 1 for white."""
    if color.startswith("#"):
        channels = [int(color[place : place + 2], 16) for place in (1, 3, 5)]
    else:
        channels = [round(float(part)) for part in color[color.index("(") + 1 : -1].split(",")[:3]]
    linear = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def readable_on(color: str) -> str:
    """Return white or black, whichever is better read on a colour."""
    return "#FFFFFF" if luminance(color) < 0.179 else "#000000"


def bar_title(text: str) -> str:
    """Return the title of an upright colour bar, with room below for a number at the very top of the bar."""
    return f'{text}<br><span style="color:transparent">.</span>'


def unbroken(text: str) -> str:
    """Return a text in which no line breaks between a number and ``%``, within ``n = 60`` or after ``4 ×``."""
    kept = re.sub(r"(?<=\d) %", "\N{NO-BREAK SPACE}%", text)
    kept = re.sub(r"(?<=\d) × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}", kept)
    return re.sub(r"\bn = (?=\d)", "n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}", kept)


def wrap(text: str, width: float, size: float = CAPTION_SIZE) -> str:
    """Escape a text and break it into lines of at most ``width`` pixels at this font size, but not before ``%``."""
    characters = max(20, int(width / (0.56 * size)))
    return "<br>".join(map(escape, lines_of(text, characters)))


def lines_of(text: str, most: int) -> list[str]:
    """Return a text in lines of at most so many letters, with the names of cities in use, which have other lengths.

    A word that is longer than a line, as the cities of a tour joined by hyphens, breaks after hyphens.
    """
    return _Wrapper(most, break_on_hyphens=False).wrap(unbroken(city_labels.renamed(text)))


class _Wrapper(textwrap.TextWrapper):
    """Breaks words that are longer than a line after their hyphens, and others nowhere but at spaces."""

    def _split(self, text: str) -> list[str]:
        parts: list[str] = super()._split(text)
        return [
            piece
            for part in parts
            for piece in ([part] if len(part) <= self.width else re.split(r"(?<=\w-)(?=\w)", part))
        ]


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
