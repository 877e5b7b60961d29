"""Names of lines beside their ends, in place of a legend far from them."""

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from ttr_analysis.charts import frame, marks, theme
from ttr_analysis.charts.board.layout.geometry import text_width

MOST_LINES = 4
"""With more lines, a legend is easier to read."""

SIZE, APART, AROUND = 12, 19.0, 190.0
"""Size of the names, least distance of two of them, and height of a chart without its plot, in pixels."""

NEAREST, FARTHEST = 4.0, 16.0
"""Least distance of two ends whose order can be seen, and how far names give way to each other, in pixels."""


def name_at_ends(fig: go.Figure, options: frame.FigureOptions, height: float = 460) -> go.Figure:
    """Write the names of at most four lines beside their ends; names of ends near each other give way.

    Parameters
    ----------
    fig : plotly Figure
        Changed in place: the names leave its legend. On a phone, which has no room beside the plot, and where lines end
        at the same height or at different places, or names would stand far from their ends, it stays as it is.
    options : FigureOptions
        What the reader asked for.
    height : float
        The usual height of the chart, in pixels.

    Examples
    --------
    >>> fig = go.Figure([go.Scatter(x=[1, 2], y=[1, end], name=f"to {end}", mode="lines") for end in (1, 5)])
    >>> [note.text for note in name_at_ends(fig, {}).layout.annotations]
    ['to 1', 'to 5']
    """
    lines = [trace for trace in fig.data if trace.name and trace.showlegend is not False]
    drawn = all(trace.type == "scatter" and "lines" in (trace.mode or "lines") and len(trace.x) for trace in lines)
    if frame.look_of(options).narrow or not drawn or not 2 <= len(lines) <= MOST_LINES:
        return fig
    ends = np.array([[trace.x[-1], trace.y[-1]] for trace in lines], dtype=float)
    reach = fig.layout.yaxis.range or _reach(fig)
    pixels = ends[:, 1] / (reach[1] - reach[0]) * (height - AROUND)
    if len(set(ends[:, 0])) > 1 or not np.isfinite(ends).all() or np.diff(np.sort(pixels)).min() < NEAREST:
        return fig
    shifts = spread(pixels) - pixels
    if np.abs(shifts).max() > FARTHEST:
        return fig
    for trace, (x, y), shift in zip(lines, ends, shifts, strict=True):
        trace.showlegend = False
        fig.add_annotation(
            x=x, y=y, text=trace.name, showarrow=False, xanchor="left", xshift=8, yshift=shift,
            font={"size": SIZE},
            bgcolor=theme.PAPER, borderpad=1,  # a line of the grid would cross the name
        )  # fmt: skip
    if fig.layout.xaxis.range is None:  # plotly would widen the axis for the names, which stand in the margin
        across = np.concatenate([np.asarray(trace.x, dtype=float) for trace in fig.data])
        low, high = float(np.nanmin(across)), float(np.nanmax(across))
        room = 0.02 * (high - low) * any("markers" in (trace.mode or "") for trace in lines)  # for halves of marks
        fig.update_xaxes(range=(low - room, high + room))
    wide = max(text_width(marks.plain_text(trace.name), SIZE) for trace in lines)
    return fig.update_layout(margin_r=wide + 24, showlegend=False)


def spread(heights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return heights in the same order of which no two are nearer than :data:`APART`: near ones part evenly.

    Examples
    --------
    >>> spread(np.array([100.0, 90.0, 10.0])).round().tolist()
    [104.0, 86.0, 10.0]
    """
    order = np.argsort(heights)
    blocks = [[float(height)] for height in heights[order]]  # each stands around its mean
    while (near := _nearest(blocks)) is not None:
        blocks[near : near + 2] = [blocks[near] + blocks[near + 1]]
    placed = [
        np.mean(block) + APART * (place - (len(block) - 1) / 2) for block in blocks for place in range(len(block))
    ]
    return np.array(placed)[np.argsort(order)]


def _nearest(blocks: list[list[float]]) -> int | None:
    """Return the first of two blocks that overlap most; None if none do."""
    halves, middles = np.array([APART * len(block) / 2 for block in blocks]), np.array(list(map(np.mean, blocks)))
    gaps = np.diff(middles) - halves[1:] - halves[:-1]
    return int(gaps.argmin()) if len(gaps) and gaps.min() < -1e-9 else None


def _reach(fig: go.Figure) -> tuple[float, float]:
    """Return the least and the greatest value of all traces, from 0."""
    values = np.concatenate([np.asarray(trace.y, dtype=float) for trace in fig.data])
    return min(0.0, float(np.nanmin(values))), float(np.nanmax(values))
