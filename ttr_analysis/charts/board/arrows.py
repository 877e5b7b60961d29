"""Where the text of an arrow hides least of a board."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.board.shapes import NAMES

ARROWS = (
    (34, -44), (-34, -44), (34, 44), (-34, 44), (70, -20), (-70, -20), (70, 24), (-70, 24), (20, -90), (-20, -90),
    (20, 90), (-20, 90), (110, -70), (-110, -70), (110, 70), (-110, 70),
)  # fmt: skip
"""From the point of an arrow to its text, in pixels: to the right and down."""

FAR = tuple((across * side, down) for side in (1, -1) for across, down in (
    (20, 140), (20, -140), (90, 130), (90, -130), (150, 0), (160, 70), (160, -70), (210, 110), (210, -110),
))  # fmt: skip
"""Longer ones, for boards with more tracks around a city than a text has room between."""

WIDE, LINE = 190.0, 16.0
"""Greatest width of a text with an arrow, and height of its lines, in pixels."""

NOTE = "note"
"""What annotations with arrows are called."""

TRACKS = "tracks"
"""Name of the trace of a board that has a point on each space, in every language."""

SPARE, CLEAR = 4.0, 14.0
"""Space between a text and the edge of the figure, and between a shifted text and what it points at, in pixels."""

SPACE = 7.0
"""Half the width and height of the box around a space or a city, in pixels."""

NAME_WEIGHT = 12
"""How much worse a hidden name is than a hidden space of the same size."""

OUTSIDE, LONG = 20.0, 0.5
"""Costs of a pixel outside the board, and of a pixel of the arrow's length; a hidden square pixel costs 1."""


def free_arrow(fig: go.Figure, x: float, y: float, lines: Sequence[str], zoom: float = 1.0) -> tuple[int, int]:
    """Return the arrow to a place on a board whose text hides the fewest names and cities, and stays inside.

    Arrows and texts are ``zoom`` times as large in the figure as here.
    """
    across, up = fig.layout.xaxis.range, fig.layout.yaxis.range
    scale = (fig.layout.width - fig.layout.margin.l - fig.layout.margin.r) / (across[1] - across[0]) / zoom
    hidden = _things_on(fig, scale, zoom) - np.array([x, y, x, y]) * scale
    half = half_size(lines)
    frame = np.array([across[0] - x, up[0] - y, across[1] - x, up[1] - y]) * scale

    def cost(arrow: tuple[int, int]) -> float:
        right, above = arrow[0] + float(np.sign(arrow[0])) * half[0], -float(arrow[1])
        box = np.array([right - half[0], above - half[1], right + half[0], above + half[1]])
        shared = np.minimum(hidden[:, 2:], box[2:]) - np.maximum(hidden[:, :2], box[:2])
        beyond = np.maximum(np.concatenate([frame[:2] - box[:2], box[2:] - frame[2:]]), 0.0).sum()
        return float(np.maximum(shared, 0.0).prod(axis=1).sum() + OUTSIDE * beyond + LONG * np.hypot(*arrow))

    return min((*ARROWS, *FAR), key=cost)


def half_size(lines: Sequence[str]) -> tuple[float, float]:
    """Return half of the width and height of a text in lines, with its frame, in pixels."""
    return (max(text_width(line, 10.5) for line in lines) + 12) / 2, (LINE * len(lines) + 10) / 2


def plot_arrow(
    at: tuple[float, float], lines: Sequence[str], plot: tuple[float, float, float, float]
) -> tuple[int, int]:
    """Return the first arrow whose text stays in the plot of a chart, or leaves it least; all in pixels.

    Parameters
    ----------
    at : (float, float)
        The point of the arrow.
    lines : sequence of str
        The text.
    plot : (float, float, float, float)
        Left, top, right and bottom end.
    """
    half = half_size(lines)

    def beyond(arrow: tuple[int, int]) -> float:
        across, down = at[0] + arrow[0] + float(np.sign(arrow[0])) * half[0], at[1] + arrow[1]
        box = np.array([across - half[0], down - half[1], across + half[0], down + half[1]])
        return float(np.maximum([*(plot[:2] - box[:2]), *(box[2:] - plot[2:])], 0.0).sum())

    return min(ARROWS, key=beyond)


def inside(
    at: tuple[float, float], arrow: tuple[float, float], lines: Sequence[str], size: tuple[float, float]
) -> tuple[float, float]:
    """Return an arrow whose text does not leave a figure of some size: shifted as far as needed, beside its point."""
    half, (across, down) = half_size(lines), arrow
    middle = at[0] + across + float(np.sign(across)) * half[0]
    shift = min(max(middle, SPARE + half[0]), max(size[0] - SPARE - half[0], size[0] / 2)) - middle
    if shift and abs(down) < half[1] + CLEAR:
        down = float(np.copysign(half[1] + CLEAR, down))
    low, high = SPARE + half[1], max(size[1] - SPARE - half[1], size[1] / 2)
    if not low <= at[1] + down <= high and low <= at[1] - down <= high:
        down = -down
    return across + shift, min(max(at[1] + down, low), high) - at[1]


def _things_on(fig: go.Figure, scale: float, zoom: float) -> NDArray[np.float64]:
    """Return the boxes of names and notes on a board, and small ones around spaces and cities, in pixels."""
    boxes: list[tuple[float, float, float, float]] = []
    for trace in fig.data:
        if trace.name == NAMES:
            wide, high = (
                [text_width(text, trace.textfont.size / zoom) / 2 for text in trace.text],
                0.6 * trace.textfont.size / zoom,
            )
        elif trace.name == TRACKS or (trace.mode == "markers" and trace.hovertext is not None):
            wide, high = [SPACE] * len(trace.x), SPACE
        else:
            continue
        weight = NAME_WEIGHT if trace.name == NAMES else 1
        for x, y, half in zip(trace.x, trace.y, wide, strict=True):
            boxes += [(x * scale - half, y * scale - high, x * scale + half, y * scale + high)] * weight
    for note in fig.layout.annotations:
        if note.name == NOTE:
            left = note.x * scale + note.ax / zoom - WIDE * (note.xanchor == "right")
            middle = note.y * scale - note.ay / zoom
            boxes.append((left, middle - 2 * LINE, left + WIDE, middle + 2 * LINE))
    return np.array(boxes, dtype=float).reshape(-1, 4)
