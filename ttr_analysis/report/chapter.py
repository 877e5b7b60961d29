"""One chart of a report's article."""

from __future__ import annotations

from dataclasses import dataclass

import plotly.graph_objects as go


@dataclass(frozen=True)
class Chapter:
    """One chart of the article.

    Attributes
    ----------
    stem : str
        Name of its files.
    figure : plotly Figure
        With title, caption, alternative text and table.
    text : str
        What the chart shows, as plain text.
    min_width : int
        Width below which the chart scrolls instead of shrinking, in pixels.
    """

    stem: str
    figure: go.Figure
    text: str
    min_width: int = 330
