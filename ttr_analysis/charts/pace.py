"""Charts of the pace of games: claims by length, who ends games, abandoned tickets, the arc of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import stats
from ttr_analysis.charts import findings, frame, question_words, theme, words
from ttr_analysis.charts.line_ends import name_at_ends
from ttr_analysis.results import result
from ttr_analysis.stats import columns

DASHES = ("solid", "dash", "dot")
"""Lines that lie near each other are told apart without their colours."""

MOST_MISSING = 12
"""The last bar of trains missing stands for so many and for more."""


@frame.draws("stats.claims_by_length")
def claims_by_length(data: result.Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how many tracks of each length players claim, from games or :func:`ttr_analysis.stats.claims_by_length`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.claims_by_length(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'How many tracks of each length players claim'
    """
    table = frame.rows_of(data, stats.claims_by_length)
    fig = _bars(table, "length", "claims_each", "claims", 1)
    tops = [
        rows.iloc[int(rows["claims_each"].to_numpy().argmax())] for _, rows in table.groupby("strategy", sort=False)
    ]
    rows = "; ".join(
        question_words.CLAIMS_ROW.format(
            strategy=words.player(top["strategy"]), length=top["length"], claims=top["claims_each"]
        )
        for top in tops
    )
    chart = question_words.CLAIMS_BY_LENGTH
    _label(fig, chart.x, chart.y, chart.hover)
    headed = _finding(chart, table, "length", "claims_each", 1, question_words.MOST_CLAIMED)
    return frame.finish(
        fig, headed, table, shows=["claims_each"], alt=chart.alt.format(rows=rows), height=420, options=options
    )


@frame.draws("stats.trains_missing")
def trains_missing(data: result.Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how far abandoned tickets are from done, from games or :func:`ttr_analysis.stats.trains_missing`.

    Of games, tickets that miss 12 trains or more share a bar. Where there is no ticket, there is no bar.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.trains_missing(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'How far abandoned tickets are from done'
    """
    folded = isinstance(data, result.Result)
    table = frame.rows_of(_folded(data) if isinstance(data, result.Result) else data, stats.trains_missing)
    known = table[(table["tickets"] > 0).to_numpy()]
    fig = _bars(known, "trains_missing", "share", "tickets", 100)
    last = {MOST_MISSING: question_words.OR_MORE.format(MOST_MISSING)} if folded else {}
    tops = [rows.iloc[int(rows["share"].to_numpy().argmax())] for _, rows in known.groupby("strategy", sort=False)]
    rows = "; ".join(
        question_words.MISSING_ROW.format(
            strategy=words.player(top["strategy"]),
            trains=last.get(top["trains_missing"], top["trains_missing"]),
            share=100 * top["share"],
        )
        for top in tops
    )
    chart, counted = question_words.TRAINS_MISSING, table.groupby("strategy", sort=False)["tickets"].sum()
    notes = [question_words.MISSING_COUNTED.format(_listed(counted))]
    _label(fig, chart.x, chart.y, chart.hover)
    if folded and (known["trains_missing"] == MOST_MISSING).any():
        ticks = list(map(str, range(1, MOST_MISSING)))
        fig.update_xaxes(tickvals=list(range(1, MOST_MISSING + 1)), ticktext=[*ticks, f"{MOST_MISSING}+"], tickangle=0)
        notes.append(question_words.MISSING_FOLDED.format(MOST_MISSING))
    headed = _finding(chart, known, "trains_missing", "share", 100, question_words.MOST_MISSED, last)
    return frame.finish(
        fig, headed, table, shows=["share"], alt=chart.alt.format(rows=rows), notes=notes, height=420, options=options
    )


def _folded(games: result.Result) -> result.Result:
    """Return games in which no ticket misses more trains than the last bar stands for."""
    missing = games.tickets["trains_missing"].clip(upper=MOST_MISSING)
    return replace(games, tickets=games.tickets.assign(trains_missing=missing))


def _listed(counts: pd.Series[int]) -> str:
    """Return numbers by the names of strategies: ``Expert 40, Racer 1,200``."""
    return ", ".join(f"{words.player(str(name))} {frame.written(number, ',')}" for name, number in counts.items())


@frame.draws("stats.game_enders")
def game_enders(data: result.Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw who triggers the last round, and how often they win, from games or :func:`ttr_analysis.stats.game_enders`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "greedy_points", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.game_enders(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Who ends the game?'
    """
    table = frame.rows_of(data, stats.game_enders)
    names, chart, fig = (
        [theme.escape(words.player(name)) for name in table["strategy"]],
        question_words.GAME_ENDERS,
        go.Figure(),
    )
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
    shares = zip(map(words.player, table["strategy"]), 100 * table["end_share"], strict=True)
    rows = "; ".join(question_words.ENDERS_ROW.format(strategy=name, share=share) for name, share in shares)
    shows, counted = list(question_words.ENDER_SERIES), zip(table["ends"], table["player_games"], strict=True)
    groups = [
        question_words.ENDERS_COUNTED.format(strategy=words.player(name), ends=ends, games=games)
        for name, (ends, games) in zip(table["strategy"], counted, strict=True)
    ]
    texts = {key: [columns.number_text(100 * share, 0) for share in table[column]]
             for key, column in (("ending", "won_ending"), ("otherwise", "won_otherwise"))}  # fmt: skip
    ends = findings.widened(table, "difference", 100)
    headed = findings.beyond(chart, table["strategy"].tolist(), ends, of_rows=texts, called=words.player)
    return frame.finish(
        fig, headed, table, shows=shows, alt=chart.alt.format(rows=rows), height=170 + 80 * len(table),
        notes=[question_words.ENDERS_GROUPS.format("; ".join(groups))], options=options,
    )  # fmt: skip


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
    >>> ttr.charts.text_of(ttr.charts.game_arc(arc), "subtitle")
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
            x=rows["round"], y=value, mode="lines", name=series,
            line={"color": color, "width": 2.5, "dash": DASHES[place]},
            customdata=np.stack([low, high, rows["games"]], axis=-1), hovertemplate=chart.hover.format(series=series),
        )  # fmt: skip
        end = int(rows["round"].iloc[-1])
        told.append(question_words.ARC_ROW.format(series=series, first=value.iloc[0], last=value.iloc[-1], end=end))
    fig.update_layout(
        legend=frame.LEGEND_ABOVE, xaxis={"title": chart.x}, yaxis={"title": chart.y, "rangemode": "tozero"}
    )
    alt = chart.alt.format(rounds=len(rows), rows="; ".join(told))
    ends = {"first": rows["moves"].iloc[0], "last": rows["moves"].iloc[-1], "end": int(rows["round"].iloc[-1])}
    headed = findings.headed(chart, chart.finding.format(**ends))
    name_at_ends(fig, options)
    return frame.finish(fig, headed, table, shows=list(question_words.ARC_SERIES), alt=alt, options=options)


def _finding(
    chart: words.Chart,
    table: pd.DataFrame,
    across: str,
    column: str,
    factor: float,
    most: str,
    called: Mapping[int, str] = MappingProxyType({}),
) -> words.Chart:
    """Return the words of bars: the bar that differs most between two strategies, or the highest one of a strategy."""
    groups = {str(name): rows.set_index(across) for name, rows in table.groupby("strategy", sort=False)}
    if len(groups) == 1:
        (rows,) = groups.values()
        chart = chart._replace(finding=most)
        leads = findings.widened(rows, column, factor)
        return findings.leader(chart, list(rows.index), leads, called=lambda bar: called.get(bar, bar))
    means = {name: float((rows[column] * rows.index).sum() / rows[column].sum()) for name, rows in groups.items()}
    one, other = max(means, key=lambda name: means[name]), min(means, key=lambda name: means[name])
    shared = groups[one].index.intersection(groups[other].index)
    if one == other or shared.empty:
        return chart
    ends = [findings.widened(groups[name].loc[shared], column, factor) for name in (one, other)]
    return findings.contrast(
        chart, list(shared), *ends, called=lambda bar: called.get(bar, bar), one=words.player(one),
        other=words.player(other),
    )  # fmt: skip


def _bars(table: pd.DataFrame, across: str, column: str, number: str, factor: float) -> go.Figure:
    """Draw bars with whiskers, one colour for each strategy."""
    fig = go.Figure()
    for place, (name, rows) in enumerate(table.groupby("strategy", sort=False)):
        value, low, high = columns.estimates_of(rows, column, factor)
        shown = theme.escape(words.player(str(name)))
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
