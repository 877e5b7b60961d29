"""Charts of the tickets that players kept: their outcomes, and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import stats
from ttr_analysis.charts import findings, frame, marks, theme, ticket_words, words
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.labels import Box, place_labels
from ttr_analysis.maps.ticket_names import told_apart
from ttr_analysis.results.result import Result
from ttr_analysis.stats.columns import estimates_of, number_text, ranked

BAR_ROOM = 19
"""Height of one bar of a long list, in pixels."""

PARTED = {"color": theme.PAPER, "width": 1}
"""The rim of parts of a bar, which are told apart where their colours look alike: in gray, and by some readers."""

BAR_TITLE, BESIDE_BAR = 17.0, 38.0
"""Size of the title of a colour bar, and the space beside it, in pixels."""


@frame.draws("stats.ticket_outcomes")
def ticket_outcomes(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the outcomes of the tickets that players kept, easiest on top.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.ticket_outcomes` of them.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.ticket_outcomes(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'What becomes of the tickets players keep'
    """
    tickets = frame.rows_of(data, stats.ticket_outcomes)
    table = ranked(tickets.assign(name=told_apart(tickets["name"])), "made_share").iloc[::-1]
    names = [f"{theme.escape(name)} ({points})" for name, points in zip(table["name"], _printed(table), strict=True)]
    columns = {"made": "made_share", "cut off": "cut_off_share", "unfinished": "unfinished_share"}
    shown, names = frame.folded(table, names)
    fig = stacked_shares(shown, names, columns, theme.STATUS_COLORS)
    fig.update_layout(
        barmode="stack",
        bargap=0.25,
        legend=frame.LEGEND_ABOVE,
        margin_l=frame.left_room(names, 12),
        xaxis={"title": ticket_words.TICKET_OUTCOMES.x, "range": (0, 100)},
        yaxis={
            "title": ticket_words.TICKET_OUTCOMES.y,
            "tickfont": {"size": 12},
            "dtick": 1,
            "automargin": False,
            "range": (-0.5, len(shown) - 0.5),
        },
    )
    ends = extremes(table, "made_share", ticket_words.MADE_MOST, ticket_words.MADE_LEAST, 100)
    alt = ticket_words.TICKET_OUTCOMES.alt.format(number=len(table), extremes=ends)
    height = 150 + BAR_ROOM * len(shown)
    chart = findings.extremes(
        ticket_words.TICKET_OUTCOMES, table["name"].tolist(), findings.widened(table, "made_share", 100), digits=0
    )
    return frame.finish(fig, chart, tickets, shows=list(columns.values()), alt=alt, height=height, options=options)


def _printed(table: pd.DataFrame) -> list[str]:
    """Return the points of tickets in words: a range for those that do not always pay the same."""
    least = table.get("least_points", table["points"])  # a table of an older version has no such column
    return [ticket_words.point_range(low, most) for low, most in zip(least, table["points"], strict=True)]


def stacked_shares(
    table: pd.DataFrame, names: list[str], columns: Mapping[str, str], colors: Mapping[str, str]
) -> go.Figure:
    """Draw one bar per row, divided into outcomes that add up to all who kept it; whiskers on the first.

    Parameters
    ----------
    table : pandas DataFrame
        Shares with their intervals, and ``kept``, which is their n.
    names : list of str
        Names of the bars, as shown.
    columns, colors : mapping of str to str
        Column and colour of each outcome.
    """
    fig = go.Figure()
    for outcome, column in columns.items():
        share, low, high = estimates_of(table, column, 100)
        fig.add_bar(
            y=names,
            x=share,
            orientation="h",
            name=words.label(outcome),
            marker={"color": colors[outcome], "line": PARTED},
            customdata=np.stack([low, high, table["kept"]], axis=-1),
            hovertemplate=ticket_words.TICKET_OUTCOMES.hover.format(outcome=words.label(outcome)),
        )
    share, low, high = estimates_of(table, next(iter(columns.values())), 100)
    # Use a separate trace: other bars would hide the upper half of whiskers drawn with the first bar.
    fig.add_scatter(
        x=share, y=names, mode="markers", marker={"size": 0.1}, error_x=frame.whiskers(share, low, high),
        hoverinfo="skip", showlegend=False,
    )  # fmt: skip
    return fig


@frame.draws("stats.ticket_outcomes")
def ticket_worth(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw what a kept ticket is worth on average against how often it is not made.

    Names for which there is no room appear only in the hover texts; see :mod:`ttr_analysis.charts.labels`.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.ticket_outcomes` of them.
    **options
        See :class:`ttr_analysis.charts.FigureOptions`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.ticket_worth(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Mean points from keeping a ticket, and how often it fails'
    """
    width, height = frame.look_of(options).plot_size(frame.WIDTH, 680)
    tickets = frame.rows_of(data, stats.ticket_outcomes)
    table = tickets.assign(name=told_apart(tickets["name"])).dropna(subset=["difficulty", "mean_points"])
    failed, worth = estimates_of(table, "difficulty", 100), estimates_of(table, "mean_points")
    fig = go.Figure()
    fig.add_scatter(
        x=failed[0],
        y=worth[0],
        mode="markers",
        marker=dots(table["points"], ticket_words.PRINTED_BAR),
        error_x={**frame.whiskers(*failed), "color": "#A39E94"},
        error_y={**frame.whiskers(*worth), "color": "#A39E94"},
        customdata=np.stack([table["name"].map(theme.escape), _printed(table), table["kept"]], axis=-1),
        hovertemplate=ticket_words.TICKET_WORTH.hover,
        showlegend=False,
    )
    ranges = frame.padded(pd.concat(failed[1:])), frame.padded(pd.concat(worth[1:]))
    name_points(fig, table["name"].tolist(), ticket_words.TICKET_WORTH, ranges, (width, height))
    ends = extremes(table, "mean_points", ticket_words.WORTH_MOST, ticket_words.WORTH_LEAST)
    alt = ticket_words.TICKET_WORTH.alt.format(number=len(table), extremes=ends)
    shows = ["difficulty", "mean_points"]
    chart = findings.extremes(ticket_words.TICKET_WORTH, table["name"].tolist(), findings.widened(table, "mean_points"))
    return frame.finish(fig, chart, tickets, shows=shows, alt=alt, width=width, height=height, options=options)


def dots(values: pd.Series[float], title: str) -> dict[str, Any]:
    """Return markers coloured by value, with a colour bar."""
    return {
        "size": 11,
        "color": values,
        "colorscale": theme.SEQUENTIAL,
        "line": {"color": theme.INK, "width": 0.7},
        "colorbar": {"title": {"text": theme.bar_title(title)}, "thickness": 14, "len": 0.6},
    }


def name_points(
    fig: go.Figure,
    names: list[str],
    chart: words.Chart,
    ranges: tuple[tuple[float, float], tuple[float, float]],
    size: tuple[int, int],
    avoid: Any = None,
) -> None:
    """Set the axes of a scatter plot, and write names beside its points, without collisions at this size.

    Parameters
    ----------
    fig : plotly Figure
        Changed in place; its first trace holds the points with their whiskers.
    names : list of str
        Names of the points.
    chart : Chart
        The titles of the axes.
    ranges : pair of ranges
        Ranges of both axes.
    size : pair of int
        Width and height of the figure, in pixels.
    avoid : plotly trace, optional
        Further points, which have no names and are not to be covered by any.
    """
    left, right, bottom = 80, _right_margin(fig.data[0].marker), 70
    room = size[0] - left - right, size[1] - frame.TITLE_ROOM - bottom
    (x_range, y_range), x, y = ranges, np.array(fig.data[0].x, dtype=float), np.array(fig.data[0].y, dtype=float)
    scale = room[0] / (x_range[1] - x_range[0]), room[1] / (y_range[1] - y_range[0])

    def pixels(x: Any, y: Any) -> Any:
        return np.stack([(x - x_range[0]) * scale[0], (y_range[1] - y) * scale[1]], axis=-1)

    points = pixels(x, y)
    obstacles = _whisker_boxes(points, fig.data[0], *scale)
    if avoid is not None:
        others = pixels(np.array(avoid.x, dtype=float), np.array(avoid.y, dtype=float))
        obstacles += [(across - 6, down - 6, across + 6, down + 6) for across, down in others]
    for label in place_labels(points, names, room, obstacles=obstacles):
        fig.add_annotation(
            x=float(x[label.index]),
            y=float(y[label.index]),
            ax=label.x - points[label.index, 0],
            ay=label.y - points[label.index, 1],
            text=theme.escape(names[label.index]),
            showarrow=True,
            arrowhead=0,
            arrowwidth=0.8,
            arrowcolor="#A39E94" if label.far else "rgba(0,0,0,0)",
            standoff=6,
            borderpad=0,
            font={"size": 11},
        )
    fig.update_layout(
        margin={"l": left, "r": right, "b": bottom},
        xaxis={"title": chart.x, "range": x_range, "automargin": False, "zeroline": False},
        yaxis={"title": chart.y, "range": y_range, "automargin": False},
    )


def _right_margin(marker: Any) -> float:
    """Return the room right of a scatter plot: for its colour bar, which is as wide as the title of it."""
    lines = str(marker.colorbar.title.text or "").split("<br>")
    return max(110, BESIDE_BAR + max(text_width(marks.plain_text(line), BAR_TITLE) for line in lines))


def _whisker_boxes(points: Any, trace: Any, across: float, down: float) -> list[Box]:
    """Return the pixels covered by whiskers, so that names can avoid them."""
    boxes = []
    for i, (x, y) in enumerate(points):
        boxes.append((x - trace.error_x.arrayminus[i] * across, y - 2, x + trace.error_x.array[i] * across, y + 2))
        boxes.append((x - 2, y - trace.error_y.array[i] * down, x + 2, y + trace.error_y.arrayminus[i] * down))
    return boxes


def extremes(table: pd.DataFrame, column: str, most: str, least: str, factor: float = 1.0) -> str:
    """Describe the highest and the lowest by a column, with their values, in a sentence; empty if none is known.

    ``factor`` is 100 for shares, which are told in per cent.
    """
    known = ranked(table.dropna(subset=[column]), column)
    if known.empty:
        return ""
    top, bottom = known.iloc[0], known.iloc[-1]
    form = words.NUMBER if factor == 1 else words.PERCENT
    high, low = (form.format(factor * float(row[column])) for row in (top, bottom))
    return words.EXTREMES.format(top=top["name"], most=most, high=high, bottom=bottom["name"], least=least, low=low)


@frame.draws("stats.claims_on_paths")
def claims_on_paths(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how often the claims of each strategy lie on opponents' ticket paths, beside how often they would by chance.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.claims_on_paths` of them, one row for each strategy.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.claims_on_paths(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Who claims what others need?'
    """
    table = frame.rows_of(data, stats.claims_on_paths)
    names, chart = [theme.escape(words.player(name)) for name in table["strategy"]], ticket_words.CLAIMS_ON_PATHS
    fig = go.Figure()
    for column, series, up, symbol, color in (
        ("on_path", ticket_words.ON_PATH, 0.13, "circle", theme.SERIES_COLORS[0]),
        ("by_chance", ticket_words.BY_CHANCE, -0.13, "diamond-open", theme.INK),
    ):
        value, low, high = estimates_of(table, column, 100)
        fig.add_scatter(
            x=value, y=np.arange(len(table))[::-1] + up, mode="markers", name=series,
            marker={"size": 11, "symbol": symbol, "color": color}, error_x=frame.whiskers(value, low, high),
            customdata=np.stack([names, low, high, table["claims"]], axis=-1),
            hovertemplate=chart.hover.format(series=series),
        )  # fmt: skip
    high = table[["on_path_high", "by_chance_high"]].max().max()
    fig.update_layout(
        legend=frame.LEGEND_ABOVE, margin_l=frame.left_room(names, theme.FONT_SIZE),
        xaxis={"title": chart.x, "range": (0, 108 * high)},
        yaxis={
            "title": chart.y, "tickvals": list(range(len(table)))[::-1], "ticktext": names, "zeroline": False,
            "automargin": False, "range": (-0.6, len(table) - 0.4),
        },
    )  # fmt: skip
    shares = {key: texts_of_shares(table[key]) for key in ("on_path", "by_chance")}
    apart = findings.widened(table, "difference", 100) if "difference" in table else None
    headed = chart
    if apart is not None:
        headed = findings.beyond(chart, table["strategy"].tolist(), apart, of_rows=shares, called=words.player)
    rows = zip(map(words.player, table["strategy"]), 100 * table["on_path"], 100 * table["by_chance"], strict=True)
    alt = chart.alt.format(rows="; ".join(ticket_words.CLAIMS_ON_PATHS_ROW.format(*row) for row in rows))
    return frame.finish(
        fig, headed, table, shows=["on_path", "by_chance"], alt=alt, height=170 + 60 * len(table), options=options
    )


def texts_of_shares(shares: pd.Series[float]) -> list[str]:
    """Return shares as whole numbers of per cent."""
    return [number_text(100 * share, 0) for share in shares]
