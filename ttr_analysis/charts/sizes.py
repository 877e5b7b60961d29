"""Make everything in a figure larger or smaller: texts, marks, lines and margins."""

import re
from typing import Any

import numpy as np
import plotly.graph_objects as go

SMALLEST_FONT = 9.0
"""No text becomes smaller than this, in pixels."""

LENGTHS = frozenset(
    {
        "ticklen", "tickwidth", "gridwidth", "linewidth", "zerolinewidth", "standoff", "xshift", "yshift", "borderpad",
        "borderwidth", "arrowwidth", "xpad", "ypad", "xgap", "ygap", "thickness", "itemwidth", "tracegroupgap",
        "outlinewidth", "startstandoff",
    }
)  # fmt: skip
"""Names of lengths in pixels, wherever they stand."""

INSIDE = {
    "size": ("font", "tickfont", "textfont", "insidetextfont", "outsidetextfont", "marker", "grouptitlefont"),
    "width": ("line", "error_x", "error_y"),
    **dict.fromkeys("lrtb", ("margin", "pad")),
    "pad": ("margin",),
}
"""Names that are lengths in pixels only within these."""

DEFAULTS: dict[str, Any] = {"scatter": {"marker": {"size": 6}, "line": {"width": 2}}}
"""Sizes that plotly uses where a figure names none."""


def magnified(fig: go.Figure, zoom: float) -> go.Figure:
    """Return a figure in which everything is larger by a factor; the same figure if that is 1."""
    if zoom == 1.0:
        return fig
    drawn = {"data": [trace.to_plotly_json() for trace in fig.data], "layout": fig.layout.to_plotly_json()}
    layout = drawn["layout"]
    for side in ("width", "height"):
        if layout.get(side) is not None:
            layout[side] = round(layout[side] * zoom)
    for trace in drawn["data"]:
        _with_defaults(trace)
    enlarge(drawn["data"], zoom, "data")
    enlarge(layout, zoom, "layout")
    return go.Figure(drawn)


def _with_defaults(trace: dict[str, Any]) -> None:
    """Write down the sizes that plotly would use."""
    for part, named in DEFAULTS.get(trace.get("type", "scatter"), {}).items():
        for name, size in named.items():
            trace.setdefault(part, {}).setdefault(name, size)


def enlarge(part: Any, zoom: float, inside: str = "") -> None:
    """Multiply the lengths in nested dictionaries and lists."""
    if isinstance(part, list | tuple):
        for each in part:
            if isinstance(each, dict | list | tuple):
                enlarge(each, zoom, inside)
        return
    by_scale = "sizeref" in part
    for key, value in list(part.items()):
        if key == "sizeref":
            part[key] = value / (zoom * zoom if part.get("sizemode") == "area" else zoom)
        elif key in LENGTHS or inside in INSIDE.get(key, ()):
            if not (key == "size" and by_scale):
                part[key] = _times(value, zoom, SMALLEST_FONT if key == "size" and inside != "marker" else 0.0)
        elif key in ("ax", "ay") and f"{key}ref" not in part and isinstance(value, int | float):
            part[key] = value * zoom
        elif key in ("dash", "shadow") and isinstance(value, str):
            part[key] = re.sub(r"(-?\d+(?:\.\d+)?)px", lambda match: f"{float(match[1]) * zoom:g}px", value)
        elif key not in ("meta", "customdata") and isinstance(value, dict | list | tuple):
            enlarge(value, zoom, key)


def _times(value: Any, zoom: float, least: float) -> Any:
    """Return lengths times a factor; shifts to the left or down are below 0."""
    if isinstance(value, list | tuple | np.ndarray):
        return [_times(each, zoom, least) for each in value]
    if value is None or isinstance(value, bool | str):
        return value
    return value * zoom if value < 0 else max(value * zoom, min(least, value))
