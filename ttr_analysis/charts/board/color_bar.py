"""The colours of values on a board, and the bar that explains them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go
from plotly.colors import sample_colorscale

from ttr_analysis.charts import theme

SHADES = 101
"""Number of different fills of a heat map."""

ROOM_BELOW = 72.0
"""Height of a colour bar under a board, with its title and its numbers, in pixels."""

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Scale:
    """Which colours stand for which values.

    Attributes
    ----------
    colors : str or sequence of str
        A plotly colour scale.
    low, high : float
        The values at its ends.
    """

    colors: str | Sequence[str]
    low: float
    high: float


def scale_of(shown: Mapping[int, float], colors: str | None, limits: Range | None, around_zero: bool) -> Scale:
    """Return the scale of some values: from limit to limit, or around 0 if that is asked for or values have both signs.

    Parameters
    ----------
    shown : mapping of int to float
        Value of each track.
    colors : str, optional
        A plotly colour scale; by default one of the theme.
    limits : (float, float), optional
        Values at the ends; by default the least and the greatest value.
    around_zero : bool
        Whether the middle of the scale is 0.
    """
    values = [*shown.values(), *(limits or ())] or [0.0, 1.0]
    low, high = min(values), max(values)
    if around_zero or low < 0 < high:
        most = max(-low, high) or 1.0
        return Scale(colors or theme.DIVERGING, -most, most)
    if low == high:
        low, high = (0.0, high) if high > 0 else (low, 0.0) if low < 0 else (0.0, 1.0)
    return Scale(colors or theme.SEQUENTIAL, low, high)


def fills(shown: Mapping[int, float], scale: Scale) -> dict[int, str]:
    """Return the fill of each track with a value, in :data:`SHADES` shades because sampling a scale is slow."""
    wide = scale.high - scale.low
    shades = {index: round((value - scale.low) / wide * (SHADES - 1)) for index, value in shown.items()}
    used = sorted(set(shades.values()))
    fill_of = dict(zip(used, sample_colorscale(scale.colors, [shade / (SHADES - 1) for shade in used]), strict=True))
    return {index: fill_of[shade] for index, shade in shades.items()}


def color_bar(
    scale: Scale, title: str, unit: str, *, beside: tuple[float, float] | None, top: float = 0.0
) -> go.Scatter:
    """Return an invisible trace with a colour bar, right of the board (where, and how long: shares) or below it.

    Below it, the bar begins at ``top``, a share of the plot.
    """
    told = f"({theme.escape(unit)})" if unit else ""
    if beside is None:
        heading = " ".join(filter(None, (theme.escape(title), told)))
        place: dict[str, Any] = {"orientation": "h", "thickness": 12, "len": 0.94, "x": 0.5, "xanchor": "center",
                                 "y": top, "yanchor": "top", "ypad": 8}  # fmt: skip
    else:
        heading = theme.bar_title(theme.wrap(title, 105, 13) + (f"<br>{told}" if told else ""))
        place = {"thickness": 16, "len": beside[1], "x": beside[0], "xpad": 12}
    bar: dict[str, Any] = {
        "title": {"text": heading, "side": "top", "font": {"size": 13}},
        "outlinewidth": 1,
        "outlinecolor": "#A39E94",
        "tickfont": {"size": 12},
        **place,
    }
    marker = {
        "colorscale": scale.colors, "cmin": scale.low, "cmax": scale.high, "color": [scale.low], "showscale": True,
        "colorbar": bar,
    }  # fmt: skip
    return go.Scatter(x=[None], y=[None], mode="markers", marker=marker, hoverinfo="skip")
