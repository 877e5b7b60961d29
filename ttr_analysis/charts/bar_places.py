"""Where a bar stands in its chart: beside the others of its group, or on top of them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

GAP = 0.2
"""Gap between groups of bars, of the distance between them, where a figure names none."""


def place_of(fig: go.Figure, number: int, x: Any, y: Any) -> tuple[Any, Any]:
    """Return the middle of the end of a bar, or of its part of a pile, whose point has these data.

    Parameters
    ----------
    fig : plotly Figure
        The chart.
    number : int
        Number of the trace; traces that are no bars keep their place.
    x, y : object
        The data of the point.
    """
    trace = fig.data[number]
    if trace.type != "bar":
        return x, y
    flat = trace.orientation == "h"
    at, value = (y, x) if flat else (x, y)
    if fig.layout.barmode in ("stack", "relative"):
        value = _before(fig, number, at, value) + value / 2
    else:
        at = _beside(fig, number, at)
    return (value, at) if flat else (at, value)


def _fellows(fig: go.Figure, number: int) -> list[int]:
    """Return the numbers of all bar traces that share the axes of one."""
    axes = fig.data[number].xaxis, fig.data[number].yaxis
    return [place for place, each in enumerate(fig.data) if each.type == "bar" and (each.xaxis, each.yaxis) == axes]


def _ends(trace: Any) -> tuple[Sequence[Any], Sequence[Any]]:
    """Return where the bars of a trace stand, and their values."""
    return (trace.y, trace.x) if trace.orientation == "h" else (trace.x, trace.y)


def _before(fig: go.Figure, number: int, at: Any, value: float) -> float:
    """Return where the part of a pile begins: at the end of those before it, of the same sign."""
    below = 0.0
    for place in _fellows(fig, number):
        if place < number:
            for where, length in zip(*_ends(fig.data[place]), strict=True):
                if where == at and length is not None and length * value > 0:
                    below += float(length)
    return below


def _beside(fig: go.Figure, number: int, at: Any) -> Any:
    """Return the middle of a bar in its group; on an axis of names, as the number of the name and a part."""
    fellows = _fellows(fig, number)
    slots = list(dict.fromkeys(fig.data[place].offsetgroup or place for place in fellows))
    if len(slots) < 2 or fig.layout.barmode == "overlay":
        return at
    positions = list(dict.fromkeys(where for place in fellows for where in _ends(fig.data[place])[0]))
    if any(isinstance(where, str) for where in positions):
        middle, apart = float(positions.index(at)), 1.0
    else:
        middle, apart = float(at), float(np.diff(np.unique(np.array(positions, dtype=float))).min(initial=np.inf))
    gap = GAP if fig.layout.bargap is None else fig.layout.bargap
    slot = slots.index(fig.data[number].offsetgroup or number) - (len(slots) - 1) / 2
    return middle + slot * (1 - gap) * (apart if np.isfinite(apart) else 1.0) / len(slots)
