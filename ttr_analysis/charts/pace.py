"""Charts of the pace of games: claims by length, who ends games, abandoned tickets, the arc of a game."""

from __future__ import annotations

from typing import Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import stats
from ttr_analysis.charts import frame, question_words, theme
from ttr_analysis.results import result
from ttr_analysis.stats import columns


@frame.draws("stats.claims_by_length")
def claims_by_length(data: result.Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how many tracks of each length players claim, from games or :func:`ttr_analysis.stats.claims_by_length`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.claims_by_length(result)
    >>> ttr.charts.text_of(figure, "title")
    'How many tracks of each length players claim'
    """
    table = frame.rows_of(data, stats.claims_by_length)
    fig = _bars(table, "length", "claims_each", "claims", 1)
    tops = [
        rows.iloc[int(rows["claims_each"].to_numpy().argmax())] for _, rows in table.groupby("strategy", sort=False)
    ]
    rows = "; ".join(
        question_words.CLAIMS_ROW.format(strategy=top["strategy"], length=top["length"], claims=top["claims_each"])
        for top in tops
    )
    chart = question_words.CLAIMS_BY_LENGTH
    _label(fig, chart.x, chart.y, chart.hover)
    return frame.finish(
        fig, chart, table, shows=["claims_each"], alt=chart.alt.format(rows=rows), height=420, options=options
    )


@frame.draws("stats.trains_missing")
def trains_missing(data: result.Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how far abandoned tickets are from done, from games or :func:`ttr_analysis.stats.trains_missing`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.trains_missing(result)
    >>> ttr.charts.text_of(figure, "title")
    'How far abandoned tickets are from done'
    """
    table = frame.rows_of(data, stats.trains_missing)
    fig = _bars(table, "trains_missing", "share", "tickets", 100)
    known = table.dropna(subset="share")
    tops = [rows.iloc[int(rows["share"].to_numpy().argmax())] for _, rows in known.groupby("strategy", sort=False)]
    rows = "; ".join(
        question_words.MISSING_ROW.format(
            strategy=top["strategy"], trains=top["trains_missing"], share=100 * top["share"]
        )
        for top in tops
    )
    chart = question_words.TRAINS_MISSING
    _label(fig, chart.x, chart.y, chart.hover)
    return frame.finish(
        fig, chart, table, shows=["share"], alt=chart.alt.format(rows=rows), height=420, options=options
    )


@frame.draws("stats.game_enders")
def game_enders(data: result.Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw who triggers the last round, and how often they win, from games or :func:`ttr_analysis.stats.game_enders`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "greedy_points", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.game_enders(result)
    >>> ttr.charts.text_of(figure, "title")
    'Who ends the game?'
    """
    table = frame.rows_of(data, stats.game_enders)
    names, chart, fig = [theme.escape(name) for name in table["strategy"]], question_words.GAME_ENDERS, go.Figure()
    for place, (column, series) in enumerate(question_words.ENDER_SERIES.items()):
        value, low, high = columns.estimates_of(table, column, 100)
        fig.add_scatter(
            x=value, y=np.arange(len(table))[::-1] + 0.2 * (1 - place), mode="markers", name=series,
            marker={"size": 11, "color": theme.SERIES_COLORS[place], "symbol": ("circle", "diamond", "square")[place]},
            error_x=frame.whiskers(value, low, high), customdata=np.stack([names, low, high], axis=-1),
            hovertemplate=chart.hover.format(series=series),
        )  # fmt: skip
    fig.update_layout(
        legend=frame.LEGEND_ABOVE, margin_l=frame.left_room(names, theme.FONT_SIZE),
        xaxis={"title": chart.x, "range": (-2, 102)},
        yaxis={"title": chart.y, "tickvals": list(range(len(table)))[::-1], "ticktext": names, "zeroline": False,
               "automargin": False, "range": (-0.6, len(table) - 0.4)},
    )  # fmt: skip
    shares = zip(table["strategy"], 100 * table["end_share"], strict=True)
    rows = "; ".join(question_words.ENDERS_ROW.format(strategy=name, share=share) for name, share in shares)
    shows = list(question_words.ENDER_SERIES)
    return frame.finish(
        fig, chart, table, shows=shows, alt=chart.alt.format(rows=rows), height=170 + 80 * len(table), options=options
    )


@frame.draws("experiments.game_arc")
def game_arc(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how many tracks are open, can be claimed, and how many moves are legal, over the rounds of a game.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.game_arc`.

    Examples
    --------
    >>> arc = ttr.experiments.game_arc("first_journey_usa", "greedy_points", players=2, games=30, seed=1)
    >>> ttr.charts.text_of(ttr.charts.game_arc(arc), "title")
    'How a game narrows down'
    """
    rows = table[(table["games"] >= table["games"].max() / 2).to_numpy()]
    chart, fig, told = question_words.GAME_ARC, go.Figure(), []
    for place, (column, series) in enumerate(question_words.ARC_SERIES.items()):
        value, low, high = columns.estimates_of(rows, column)
        color = theme.SERIES_COLORS[place]
        fig.add_scatter(
            x=[*rows["round"], *rows["round"][::-1]], y=[*low, *high[::-1]], fill="toself", mode="lines",
            line={"width": 0}, fillcolor=frame.faint(color), hoverinfo="skip", showlegend=False,
        )  # fmt: skip
        fig.add_scatter(
            x=rows["round"], y=value, mode="lines", name=series, line={"color": color, "width": 2.5},
            customdata=np.stack([low, high, rows["games"]], axis=-1), hovertemplate=chart.hover.format(series=series),
        )  # fmt: skip
        end = int(rows["round"].iloc[-1])
        told.append(question_words.ARC_ROW.format(series=series, first=value.iloc[0], last=value.iloc[-1], end=end))
    fig.update_layout(
        legend=frame.LEGEND_ABOVE, xaxis={"title": chart.x}, yaxis={"title": chart.y, "rangemode": "tozero"}
    )
    alt = chart.alt.format(rounds=len(rows), rows="; ".join(told))
    return frame.finish(fig, chart, table, shows=list(question_words.ARC_SERIES), alt=alt, options=options)


def _bars(table: pd.DataFrame, across: str, column: str, number: str, factor: float) -> go.Figure:
    """Draw bars with whiskers, one colour for each strategy."""
    fig = go.Figure()
    for place, (name, rows) in enumerate(table.groupby("strategy", sort=False)):
        value, low, high = columns.estimates_of(rows, column, factor)
        shown = theme.escape(str(name))
        fig.add_bar(
            x=rows[across], y=value, name=shown, marker_color=theme.SERIES_COLORS[place % len(theme.SERIES_COLORS)],
            error_y=frame.whiskers(value, low, high),
            customdata=np.stack([[shown] * len(rows), low, high, rows[number]], axis=-1),
        )  # fmt: skip
    return fig


def _label(fig: go.Figure, across: str, up: str, hover: str) -> None:
    """Set the titles of the axes, the legend and the hover texts of bars."""
    few = len({x for trace in fig.data for x in trace.x}) <= 20
    fig.update_traces(hovertemplate=hover)
    fig.update_layout(
        barmode="group", bargap=0.2, legend=frame.LEGEND_ABOVE, showlegend=len(fig.data) > 1,
        xaxis={"title": across, "dtick": 1 if few else None, "tickformat": "d"},
        yaxis={"title": up, "rangemode": "tozero"},
    )  # fmt: skip
