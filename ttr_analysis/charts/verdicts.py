"""Heat maps of differences that say which of them are sure: the others are gray and marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.colors import sample_colorscale

from ttr_analysis.charts import theme

SCALE = sample_colorscale(theme.DIVERGING, [float(place) for place in np.linspace(0.86, 0.14, 25)])
"""Low values red, high ones blue, without the ends that are nearly black: the two must not look alike."""

UNSURE = "≈"
"""What stands before a number that is not sure."""

Floats = NDArray[np.float64]


def add_verdicts(
    fig: go.Figure,
    values: Floats,
    sure: NDArray[np.bool_],
    *,
    names: tuple[Sequence[str | int], Sequence[str | int]],
    limits: tuple[float, float],
    words: Callable[[float], str],
    hover: str,
    data: NDArray[Any],
    bar: dict[str, Any],
    note: str,
) -> None:
    """Add a heat map whose cells hold their numbers, and are gray where these are not sure.

    Parameters
    ----------
    fig : plotly Figure
        Changed in place.
    values : array of float, shape (rows, columns)
        Not a number where there is nothing to show.
    sure : array of bool, shape (rows, columns)
    names : pair of sequences of str or int
        Of the columns and of the rows, as they are shown; or their numbers.
    limits : pair of float
        Values at the ends of the colours; their middle is neutral.
    words : callable
        The text of a value.
    hover, data
        Template and ``customdata`` of all cells, which have a third axis.
    bar : dict
        Of the colours: ``title`` and more.
    note : str
        What gray means, for the legend.
    """
    texts = np.array([["" if np.isnan(value) else words(value) for value in row] for row in values], dtype=object)
    marked = np.where(texts == "", "", UNSURE + " " + texts)
    gray = [[0, theme.NEUTRAL], [1, theme.NEUTRAL]]
    for chosen, text, colors in ((sure, texts, SCALE), (~sure, marked, gray)):
        fig.add_heatmap(
            z=np.where(chosen, values, np.nan), text=np.where(chosen, text, ""), texttemplate="%{text}",
            x=list(names[0]), y=list(names[1]), zmin=limits[0], zmax=limits[1], colorscale=colors,
            showscale=colors is SCALE, colorbar={"thickness": 14, "len": 0.8, **bar}, xgap=2, ygap=2,
            hoverongaps=False, customdata=data, hovertemplate=hover,
        )  # fmt: skip
    fig.add_scatter(
        x=[None], y=[None], mode="markers", name=f"{UNSURE} {note}",
        showlegend=bool((~sure & ~np.isnan(values)).any()),
        marker={"symbol": "square", "size": 14, "color": theme.NEUTRAL},
    )  # fmt: skip
