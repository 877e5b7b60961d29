"""One chart of a report's article."""

from dataclasses import dataclass

import plotly.graph_objects as go

from ttr_analysis.report import words


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


def chapter(stem: str, figure: go.Figure, min_width: int = 330, **facts: object) -> Chapter:
    """Return a chapter with its text from :data:`ttr_analysis.report.words.CHAPTERS`, filled with facts."""
    return Chapter(stem, figure, words.CHAPTERS[stem].format(**facts), min_width)
