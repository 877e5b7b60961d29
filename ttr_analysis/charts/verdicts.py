"""Heat maps of differences that show which are statistically significant: the others are gray and marked."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ttr_analysis.charts import theme, words

Floats = NDArray[np.float64]


def add_verdicts(
    fig: go.Figure,
    values: Floats,
    sure: NDArray[np.bool_],
    *,
    names: tuple[Sequence[str | int], Sequence[str | int]],
    limits: tuple[float, float],
    form: Callable[[float], str],
    hover: str,
    data: NDArray[Any],
    bar: dict[str, Any],
    note: str,
) -> None:
    """Add a heat map with a number in each cell; cells that are not significant are gray.

    Parameters
    ----------
    fig : plotly Figure
        Changed in place.
    values : array of float, shape (rows, columns)
        NaN where there is nothing to show.
    sure : array of bool, shape (rows, columns)
        Whether each value is significant.
    names : pair of sequences of str or int
        Names of the columns and of the rows, as shown, or their numbers.
    limits : pair of float
        Values at the ends of the colour scale, whose middle is neutral.
    form : callable
        Function that returns the text of a value.
    hover, data
        Hover template and ``customdata`` of all cells; the data have a third axis.
    bar : dict
        Settings of the colour bar: ``title`` and others.
    note : str
        The meaning of gray, for the legend.
    """
    title = {"side": "right", "font": {"size": theme.FONT_SIZE}, "text": bar["title"]["text"].replace("<br>", " ")}
    texts = np.array([["" if np.isnan(value) else form(value) for value in row] for row in values], dtype=object)
    marked = np.where(texts == "", "", words.UNSURE + " " + texts)
    gray = [[0, theme.NEUTRAL], [1, theme.NEUTRAL]]
    for chosen, text, colors in ((sure, texts, theme.DIVERGING), (~sure, marked, gray)):
        fig.add_heatmap(
            z=np.where(chosen, values, np.nan), text=np.where(chosen, text, ""), texttemplate="%{text}",
            x=list(names[0]), y=list(names[1]), zmin=limits[0], zmax=limits[1], colorscale=colors,
            showscale=colors is theme.DIVERGING, colorbar={"thickness": 14, "len": 1.0, **bar, "title": title},
            xgap=2, ygap=2, hoverongaps=False, customdata=data, hovertemplate=hover,
        )  # fmt: skip
    fig.add_scatter(
        x=[None], y=[None], mode="markers", name=f"{words.UNSURE} {note}",
        showlegend=bool((~sure & ~np.isnan(values)).any()),
        marker={"symbol": "square", "size": 14, "color": theme.NEUTRAL},
    )  # fmt: skip
