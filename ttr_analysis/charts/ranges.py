"""Which data the axes of a chart reach, so that a place in a chart can be told in pixels."""

from typing import Any

import numpy as np
import plotly.graph_objects as go

from ttr_analysis.charts import theme

Range = tuple[float, float]

ROOM = 0.055
"""Room beyond the data on an axis, as a share of what they span."""


def pixels(fig: go.Figure, at: tuple[Any, Any], axes: tuple[str, str]) -> tuple[float, float] | None:
    """Return where data lie, in pixels from the left and the top of a figure; None if nobody can say.

    Axes that would find their range themselves keep it from now on: a note does not change it.

    Parameters
    ----------
    fig : plotly Figure
        Ranges of its axes are written down.
    at : (object, object)
        The data; on an axis of names, a name or its number.
    axes : (str, str)
        The axes, such as ``x2`` and ``y``.
    """
    found, sizes = [], (fig.layout.width, fig.layout.height)
    for side, value, ref, size, margins in zip("xy", at, axes, sizes, ("lr", "bt"), strict=True):
        reach = held(fig, side, ref)
        if reach is None or size is None:
            return None
        first, last = (margin_of(fig, margin) for margin in margins)
        low, high = fig.layout[f"{side}axis{ref[1:]}"].domain or (0.0, 1.0)
        place = names_on(fig, side, ref).index(value) if isinstance(value, str) else float(value)
        part = low + (high - low) * (place - reach[0]) / (reach[1] - reach[0])
        found.append(first + part * (size - first - last))
    return found[0], sizes[1] - found[1]


def margin_of(fig: go.Figure, side: str) -> float:
    """Return the margin of a figure at a side: l, r, t or b."""
    own = fig.layout.margin[side]
    return float(theme.TEMPLATE.layout.margin[side] if own is None else own)


def held(fig: go.Figure, side: str, ref: str) -> Range | None:
    """Return the range of an axis, which it has from now on; None if that is not known."""
    axis = fig.layout[f"{side}axis{ref[1:]}"]
    if axis.type == "log":
        return None
    if axis.range is not None:
        low, high = axis.range
        return None if low is None or high is None or isinstance(low, str) else _wide(float(low), float(high))
    family = _family(fig, side, ref)
    span = _span(fig, side, family)
    if span is None:
        return None
    reach = span[::-1] if axis.autorange == "reversed" else span
    for each in family:
        fig.update_layout({f"{side}axis{each[1:]}": {"range": reach, "autorange": None}})
    return reach


def _wide(low: float, high: float) -> Range:
    """Return a range as it is drawn: plotly widens one of a single number by 1 at both ends."""
    return (low - 1, high + 1) if low == high else (low, high)


def names_on(fig: go.Figure, side: str, ref: str) -> list[str]:
    """Return the names on an axis, in their order; none on one of numbers."""
    traces = _traces(fig, side, _family(fig, side, ref))
    return list(
        dict.fromkeys(
            value
            for trace in traces
            for value in (() if trace[side] is None else trace[side])
            if isinstance(value, str)
        )
    )


def _family(fig: go.Figure, side: str, ref: str) -> list[str]:
    """Return an axis and those that have the same range."""
    of = fig.layout[f"{side}axis{ref[1:]}"].matches or ref
    used = dict.fromkeys([ref, of, *(trace[f"{side}axis"] or side for trace in fig.data if f"{side}axis" in trace)])
    return [each for each in used if each == of or fig.layout[f"{side}axis{each[1:]}"].matches == of]


def _traces(fig: go.Figure, side: str, family: list[str]) -> list[Any]:
    return [trace for trace in fig.data if f"{side}axis" in trace and (trace[f"{side}axis"] or side) in family]


def _span(fig: go.Figure, side: str, family: list[str]) -> Range | None:
    """Return the range that shows all bars, lines and points with their whiskers; None of other traces."""
    traces = _traces(fig, side, family)
    if names := names_on(fig, side, family[0]):
        return -0.5, len(names) - 0.5
    if any(
        trace.type not in ("bar", "scatter") or (trace.type == "bar" and trace.base is not None) for trace in traces
    ):
        return None
    ends = np.concatenate([_reach(fig, side, trace) for trace in traces] or [[np.nan]])
    if np.isnan(ends).all():
        return None
    low, high = float(np.nanmin(ends)), float(np.nanmax(ends))
    lengths = any(trace.type == "bar" and (trace.orientation == "h") == (side == "x") for trace in traces)
    if lengths or fig.layout[f"{side}axis{family[0][1:]}"].rangemode == "tozero":
        low, high = min(low, 0.0), max(high, 0.0)
        room = ROOM * (high - low) or 1.0
        return low - room * (low < 0), high + room * (high > 0)
    if all(trace.type == "bar" for trace in traces):
        return low, high
    room = ROOM * (high - low) or 1.0
    return low - room, high + room


def _reach(fig: go.Figure, side: str, trace: Any) -> Any:
    """Return the numbers of a trace on an axis, and the ends of its whiskers or of its bars."""
    values = _numbers(trace[side])
    if trace.type == "bar" and (trace.orientation == "h") != (side == "x"):
        apart = np.diff(np.unique(values)).min(initial=np.inf)
        half = 0.5 * (apart if np.isfinite(apart) else 1.0)
        return np.concatenate([values - half, values + half])
    whiskers = trace[f"error_{side}"]
    more = _numbers(whiskers.array) if whiskers.array is not None else np.zeros(len(values))
    less = _numbers(whiskers.arrayminus) if whiskers.arrayminus is not None else more
    ends = np.concatenate([values, values + np.nan_to_num(more), values - np.nan_to_num(less)])
    return np.append(ends, _piles(fig, side, trace)) if fig.layout.barmode in ("stack", "relative") else ends


def _piles(fig: go.Figure, side: str, trace: Any) -> Any:
    """Return the ends of the piles of bars on the axes of a trace, gains and losses apart."""
    other, sums = "y" if side == "x" else "x", dict[tuple[Any, bool], float]()
    for each in fig.data:
        if each.type == "bar" and (each.xaxis, each.yaxis) == (trace.xaxis, trace.yaxis):
            for where, value in zip(each[other], _numbers(each[side]), strict=True):
                if not np.isnan(value):
                    sums[where, value > 0] = sums.get((where, value > 0), 0.0) + value
    return list(sums.values())


def _numbers(values: Any) -> Any:
    return np.array([np.nan if value is None else value for value in (() if values is None else values)], dtype=float)
