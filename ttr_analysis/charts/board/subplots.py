"""Boards beside other pictures, in a figure made by ``plotly.subplots.make_subplots``."""

from typing import Any

import plotly.graph_objects as go

from ttr_analysis.charts.board.board_map import board_figure
from ttr_analysis.errors import SetupError
from ttr_analysis.maps.game_map import GameMap

COLUMN = 700
"""Width of a column, in pixels, if the figure has no width yet."""

MARGINS = {"l": 80, "r": 80, "t": 100, "b": 80}
"""Plotly's margins around a figure that has none of its own, in pixels."""

BAR = 120.0
"""Room for a colour bar beside a board of its full size, in pixels."""


def add_board(fig: go.Figure, board: go.Figure | GameMap, row: int = 1, col: int = 1) -> go.Figure:
    """Draw a board in a subplot: at its true proportions, without axes, everything as large as fits.

    The traces of a board can also be added one by one, land and water among them. Then draw the board as
    wide as the subplot (``width=400``), whose axes stay as they are until you give its y axis
    ``scaleanchor="x"`` and make both invisible.

    Parameters
    ----------
    fig : plotly Figure
        A figure of ``make_subplots``, changed in place. If it has no width, it becomes 700 pixels a
        column; if it has no height, it becomes as high as the board needs.
    board : plotly Figure or GameMap
        A board of any chart of this package, or a map to be drawn. Its title and caption stay behind;
        :func:`ttr_analysis.charts.text_of` returns them.
    row, col : int
        The subplot, counted from 1.

    Returns
    -------
    plotly Figure
        The same figure.

    Raises
    ------
    SetupError
        If the figure has no such subplot, or the board is none.

    Examples
    --------
    >>> from plotly.subplots import make_subplots
    >>> figure = make_subplots(rows=1, cols=2)
    >>> for column, name in enumerate(("usa", "europe"), start=1):
    ...     _ = ttr.charts.add_board(figure, ttr.load_map(name), row=1, col=column)
    >>> figure.layout.yaxis2.scaleanchor
    'x2'
    """
    drawn = board_figure(board) if isinstance(board, GameMap) else board
    if not isinstance(drawn, go.Figure) or drawn.layout.yaxis.scaleanchor != "x" or not drawn.layout.width:
        raise SetupError("a board is a map, or a figure that one of the charts of boards returned")
    x_axis, y_axis = _axes(fig, row, col)
    has_bar = any(_has_bar(trace) for trace in drawn.data)
    _give_size(fig, drawn, x_axis, y_axis, has_bar)
    wide, high = _room(fig, x_axis, y_axis)
    own_wide, own_high = _own_size(drawn)
    scale = min(wide / (own_wide + BAR * has_bar), high / own_high)
    if has_bar:
        left, right = x_axis.domain
        x_axis.domain = (left, right - (right - left) * BAR * scale / wide)
    for trace in drawn.data:
        fig.add_trace(_scaled(trace, scale, x_axis.domain, y_axis.domain), row=row, col=col)
    shown = {"visible": False, "constrain": "domain"}
    x_axis.update(range=drawn.layout.xaxis.range, **shown)
    y_axis.update(range=drawn.layout.yaxis.range, scaleanchor=x_axis.plotly_name.replace("axis", ""), **shown)
    return fig


def _axes(fig: go.Figure, row: int, col: int) -> tuple[Any, Any]:
    """Return the axes of a subplot."""
    try:
        subplot = fig.get_subplot(row, col)
        return subplot.xaxis, subplot.yaxis
    except Exception:  # plotly raises bare exceptions, and returns what has no axes
        raise SetupError(
            f"the figure has no plain subplot in row {row}, column {col}; make it with plotly.subplots.make_subplots"
        ) from None


def _has_bar(trace: Any) -> bool:
    return bool(trace.mode == "markers" and trace.marker.showscale)


def _own_size(drawn: go.Figure) -> tuple[float, float]:
    """Return the size of a board as it was drawn, without margins, in pixels."""
    margin = drawn.layout.margin
    return drawn.layout.width - margin.l - margin.r, drawn.layout.height - margin.t - margin.b


def _margins(fig: go.Figure) -> dict[str, float]:
    own, of_template = fig.layout.margin, fig.layout.template.layout.margin
    found = {side: next((m[side] for m in (own, of_template) if m[side] is not None), MARGINS[side]) for side in "lrtb"}
    return {side: float(size) for side, size in found.items()}


def _give_size(fig: go.Figure, drawn: go.Figure, x_axis: Any, y_axis: Any, has_bar: bool) -> None:
    """Give a figure a width and a height, unless it has them."""
    margin = _margins(fig)
    if fig.layout.width is None:
        columns = len({axis.domain for axis in fig.select_xaxes()})
        fig.update_layout(width=COLUMN * columns)
    if fig.layout.height is None:
        own_wide, own_high = _own_size(drawn)
        wide = (fig.layout.width - margin["l"] - margin["r"]) * (x_axis.domain[1] - x_axis.domain[0])
        high = wide / (own_wide + BAR * has_bar) * own_high
        fig.update_layout(height=high / (y_axis.domain[1] - y_axis.domain[0]) + margin["t"] + margin["b"])


def _room(fig: go.Figure, x_axis: Any, y_axis: Any) -> tuple[float, float]:
    """Return the size of a subplot, in pixels."""
    margin = _margins(fig)
    wide = (fig.layout.width - margin["l"] - margin["r"]) * (x_axis.domain[1] - x_axis.domain[0])
    high = (fig.layout.height - margin["t"] - margin["b"]) * (y_axis.domain[1] - y_axis.domain[0])
    return max(wide, 1.0), max(high, 1.0)


def _scaled(trace: Any, scale: float, across: tuple[float, float], up: tuple[float, float]) -> Any:
    """Return a copy of a trace at another scale, its colour bar beside the board."""
    copy = type(trace)(trace)
    widths, sizes = (copy.line, copy.marker.line), (copy.marker, copy.textfont)
    for part, size in (*((part, "width") for part in widths), *((part, "size") for part in sizes)):
        if part[size] is not None:
            part[size] = part[size] * scale
    if _has_bar(copy):
        bar = copy.marker.colorbar
        bar.update(
            x=across[1], y=sum(up) / 2, len=bar.len * (up[1] - up[0]), thickness=bar.thickness * scale,
            xpad=bar.xpad * scale, title_font_size=bar.title.font.size * scale, tickfont_size=bar.tickfont.size * scale,
        )  # fmt: skip
    return copy
