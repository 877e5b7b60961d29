"""Hatching of bars whose colours are one gray: a page printed without colours, or copied, tells them apart."""

from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go

from ttr_analysis.charts import theme

ALIKE = 11.0
"""Bars nearer than this in lightness (L* of CIE 1976, from 0 to 100) are hatched."""

SHAPES = ("/", "\\", "x", "-")
"""Kinds of hatching, in the order in which they are used."""

HATCH = {"size": 7, "solidity": 0.16, "fgopacity": 0.7, "fillmode": "overlay"}
"""Thin lines, so that the colour stays and numbers in a bar can be read."""


def hatched(fig: go.Figure) -> go.Figure:
    """Hatch the bars of a figure whose colour is as light as that of others in it; the figure is changed in place.

    Bars of one colour are hatched alike. Bars in which each has a colour of its own stay as they are: they are named.
    """
    colors, shapes = [*dict.fromkeys(color for _, color in _bars(fig))], iter(SHAPES)
    kinds: dict[str, str] = {}
    for place, color in enumerate(colors):
        if any(abs(lightness(color) - lightness(other)) < ALIKE and other not in kinds for other in colors[:place]):
            kinds[color] = next(shapes, SHAPES[-1])
    for trace, color in _bars(fig):
        if color in kinds:
            trace.marker.pattern = {"shape": kinds[color], "fgcolor": theme.PAPER, **HATCH}
    return fig


def lightness(color: str) -> float:
    """Return how light a colour looks: L* of CIE 1976, from 0 for black to 100 for white.

    Examples
    --------
    >>> from ttr_analysis.charts import hatching
    >>> round(hatching.lightness("#FFFFFF")), round(hatching.lightness("#000000"))
    (100, 0)
    """
    share = theme.luminance(color)
    return 116 * share ** (1 / 3) - 16 if share > 216 / 24389 else share * 24389 / 27


def _bars(fig: go.Figure) -> Iterator[tuple[Any, str]]:
    """Yield the traces of bars that have one colour, with it."""
    for trace in fig.data:
        if trace.type == "bar" and isinstance(trace.marker.color, str) and trace.marker.color.startswith("#"):
            yield trace, trace.marker.color
