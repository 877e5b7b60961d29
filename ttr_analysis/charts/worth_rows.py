"""Rows of worth: dots with whiskers, good or bad by their intervals, and bounds as dotted lines."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ttr_analysis.charts import frame, theme, words, worth_words
from ttr_analysis.charts.board import worth_boards
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.experiments.worth import over_mean, told
from ttr_analysis.stats.columns import estimates_of, texts_of

FACTORS = worth_boards.SHOWN
"""From the unit of each measure to that shown: points, or percentage points of wins."""
RANKED = {**FACTORS, **{f"{measure}{over_mean.ENDING}": factor for measure, factor in FACTORS.items()}}
"""As before, for all that a ranking can show."""
ROW = 22
"""Height of a row, in pixels."""
BETWEEN = 104
"""Height between panels that lie below each other, for the axis of the upper one, in pixels."""
LETTERS = 22
"""Letters of a line of a name on a phone."""
GOOD, BAD, EITHER = theme.DIVERGING[-5], theme.DIVERGING[4], "#8C877E"
"""Colours of what is good and bad for its owner by its interval, and of what may be either."""
ON_A_LINE: dict[str, Any] = {"showarrow": False, "bgcolor": theme.PAPER, "borderpad": 1, "font": {"size": 11}}
"""A number that stands on the dotted line of a bound: on a ground of its own."""
ZERO = {"zeroline": True, "zerolinecolor": theme.INK, "zerolinewidth": 1}
"""The line at 0 of an axis: no shape, which the grid would hide."""
NO_AXIS_TITLE = 40
"""Room that :func:`ttr_analysis.charts.frame.left_room` leaves for a title that these charts do not have, in pixels."""


def dotted() -> dict[str, Any]:
    """Return how bounds are drawn, and what the legend calls them."""
    line = {"color": EITHER, "width": 1.2, "dash": "dot"}
    return {"mode": "lines", "line": line, "hoverinfo": "skip", "name": worth_words.BOUND, "legendgroup": "bound"}


def rows(
    table: pd.DataFrame, names: Sequence[str], measures: Sequence[str], gap: tuple[int, int] | None, *,
    whole: bool = False, narrow: bool = False,
) -> go.Figure:  # fmt: skip
    """Draw a row for each thing in a panel for each measure, side by side or, if ``narrow``, below each other.

    ``gap`` is after how many rows how many are left out; the axes hold ``whole`` bounds, or cut them off.
    """
    heights = np.arange(len(names) + (gap is not None))[::-1].astype(float)
    lines = [theme.lines_of(name, LETTERS) if narrow else [name] for name in names]
    ticks = ["<br>".join(map(theme.escape, each)) for each in lines]
    if gap is not None:
        ticks.insert(gap[0], words.LEFT_OUT.format(gap[1]))
    places = heights if gap is None else np.delete(heights, gap[0])
    shape = (len(measures), 1) if narrow else (1, len(measures))
    apart = BETWEEN / height(len(names), len(measures), narrow=narrow)
    fig = make_subplots(*shape, shared_yaxes=True, horizontal_spacing=0.06, vertical_spacing=apart)
    for number, measure in enumerate(measures, 1):
        panel = {"row": number, "col": 1} if narrow else {"row": 1, "col": number}
        reach = _range(table, measure, whole)
        _add_dots(fig, table, places, names, measure, panel)
        _add_bounds(fig, table, places, measure, panel, reach)
        fig.update_xaxes(title=worth_words.WORTH_AXES[measure], range=reach, tickangle=0, **panel, **ZERO)
    fig.update_yaxes(
        tickvals=heights, ticktext=ticks, automargin=False, zeroline=False, tickfont={"size": 12},
        range=(-0.7, len(ticks) - 0.3),
    )  # fmt: skip
    name_once(fig)
    return fig.update_layout(
        legend=frame.LEGEND_ABOVE,
        margin_r=max(20.0, _widest(table, measures)),
        margin_l=frame.left_room([line for each in lines for line in each], 12) - NO_AXIS_TITLE,
    )


def _widest(table: pd.DataFrame, measures: Sequence[str]) -> float:
    """Return the width of the widest number behind a whisker, which may reach beyond its axis, in pixels."""
    texts = [frame.signed(RANKED[each] * value, _digits(each)) for each in measures for value in table[each]]
    return max(text_width(f"  {text}", 11) for text in texts)


def _digits(measure: str) -> int:
    return 2 if RANKED[measure] == 1 else 1


def height(rows: int, panels: int, *, narrow: bool) -> int:
    """Return the height of a chart of several panels, in pixels."""
    return 170 + 2 * ROW * rows + narrow * (panels - 1) * (2 * ROW * rows + BETWEEN)


def _add_dots(
    fig: go.Figure, table: pd.DataFrame, places: Any, names: Sequence[str], measure: str, panel: Mapping[str, int]
) -> None:
    """Add the dots of one measure with whiskers, in a trace for each verdict, and the numbers behind them."""
    value, low, high = (each.to_numpy() for each in estimates_of(table, measure, RANKED[measure]))
    few = told.few_changed(table, measure).to_numpy()
    start, end = np.where(few, value, low), np.where(few, value, high)  # bounds are drawn by themselves
    digits = _digits(measure)
    texts = texts_of(table, measure, digits, RANKED[measure])
    shown = zip(names, texts, table["n"], 100 * table["changed"], strict=True)
    facts = [[theme.escape(name), *others] for name, *others in shown]
    for name, color, chosen in _verdicts(low, high):
        whiskers = frame.whiskers(value[chosen], start[chosen], end[chosen]) | {"color": color}
        fig.add_scatter(
            x=value[chosen], y=places[chosen], mode="markers", name=name, legendgroup=name, marker=marker(color),
            error_x=whiskers, customdata=[facts[place] for place in np.flatnonzero(chosen)],
            hovertemplate=worth_words.WORTH.hover.format(unit=worth_words.WORTH_UNITS[measure]), **panel,
        )  # fmt: skip
    fig.add_scatter(
        x=end[~few], y=places[~few], mode="text", hoverinfo="skip",
        text=[f"  {frame.signed(each, digits)}" for each in value[~few]],
        textposition="middle right", textfont={"size": 11}, showlegend=False, cliponaxis=False, **panel,
    )  # fmt: skip
    for across, up in zip(value[few], places[few], strict=True):
        fig.add_annotation(
            x=across, y=up, text=frame.signed(across, digits), **panel, **ON_A_LINE, xanchor="left", xshift=8
        )


def _range(table: pd.DataFrame, measure: str, whole: bool) -> tuple[float, float]:
    """Return the range of an axis of rows: all values and intervals; if ``whole``, wide bounds, too."""
    estimates = [each.to_numpy() for each in estimates_of(table, measure, RANKED[measure])]
    sure = ~told.few_changed(table, measure).to_numpy()
    if whole or not sure.any():
        sure = np.full(len(sure), True)
    shown = np.concatenate([[0.0], estimates[0], *(each[sure] for each in estimates[1:])])
    least, most = float(np.nanmin(shown)), float(np.nanmax(shown))
    room = (most - least) or 1.0
    return least - 0.04 * room, most + 0.14 * room


def _add_bounds(
    fig: go.Figure, table: pd.DataFrame, places: Any, measure: str, panel: Mapping[str, int], reach: tuple[float, float]
) -> None:
    """Add the bounds of rows with few changed games as dotted lines, cut off where the axis ends."""
    low, high = (each.to_numpy() for each in estimates_of(table, measure, RANKED[measure])[1:])
    few, (least, most) = told.few_changed(table, measure).to_numpy(), reach
    if few.any():
        ends = np.maximum(low[few], least), np.minimum(high[few], most)
        x, y = segments(ends, (places[few], places[few]))
        fig.add_scatter(x=x, y=y, **dotted(), **panel)


def segments(x: Sequence[Any], y: Sequence[Any]) -> tuple[Any, Any]:
    """Return lines, of which the two ends are given, with gaps between them for a single trace."""
    gaps = np.full(len(x[0]), np.nan)
    return np.stack([*x, gaps], axis=-1).ravel(), np.stack([*y, gaps], axis=-1).ravel()


def name_once(fig: go.Figure) -> None:
    """Show each name once in the legend, at the first trace that has it and is not empty."""
    named: set[str] = set()
    for trace in fig.data:
        first = bool(trace.name) and len(trace.x) > 0 and trace.name not in named
        trace.showlegend = first
        if first:
            named.add(trace.name)


def _verdicts(low: Any, high: Any) -> list[tuple[str, str, Any]]:
    """Return names, colours and rows: good or bad by their intervals, or neither."""
    good, bad = low > 0, high < 0
    return [
        (worth_words.GOOD, GOOD, good),
        (worth_words.BAD, BAD, bad),
        (words.INCLUDES_ZERO, EITHER, ~(good | bad)),
    ]


def marker(color: str) -> dict[str, Any]:
    """Return a full dot, or an empty one for what may be good or bad."""
    fill = theme.PAPER if color == EITHER else color
    return {"size": 9, "color": fill, "line": {"color": color if color == EITHER else theme.INK, "width": 1}}
