"""One chart of a report's article."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

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
    again : callable
        Draws the chart anew with other options, such as ``width``.
    fixed : bool
        Whether what stands in the picture depends on its size, as the names on boards do: it is then drawn anew
        for other widths of the page, not stretched.
    """

    stem: str
    figure: go.Figure
    text: str
    again: Callable[..., go.Figure] = field(compare=False)
    fixed: bool = False


def chapter(
    stem: str,
    draw: Callable[..., go.Figure],
    *data: Any,
    text: str | None = None,
    fixed: bool = False,
    **options: Any,
) -> Chapter:
    """Return a chapter, with its text from :data:`ttr_analysis.report.words.CHAPTERS` unless one is given.

    Parameters
    ----------
    stem : str
        Name of its files.
    draw : callable
        A function of :mod:`ttr_analysis.charts`.
    *data, **options
        Its arguments.
    text : str, optional
        What the chart shows.
    fixed : bool, optional
        Whether it is drawn anew for other widths of the page.
    """
    again = partial(draw, *data, **options)
    return Chapter(stem, again(), words.CHAPTERS[stem] if text is None else text, again, fixed)
