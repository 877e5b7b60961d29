"""Charts of scores, seats and games. Each function takes a table of
:mod:`ttr_analysis.stats` and returns a plotly figure; none reads files, simulates or displays.
"""

from __future__ import annotations

from itertools import compress

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import theme
from ttr_analysis.charts.frame import LEGEND_ABOVE, faint, finish, left_room, padded, whiskers

PART_COLORS = {
    "routes": "#0072B2",
    "tickets made": "#56B4E9",
    "longest trail": "#009E73",
    "most tickets": "#E6B800",
    "bonus tickets": "#F0E442",
    "harbours": "#CC79A7",
    "stations": "#5A3D6B",
    "exchanges": "#7B7974",
    "tickets cut off": theme.STATUS_COLORS["cut off"],
    "tickets unfinished": theme.STATUS_COLORS["unfinished"],
}
"""Colour of each part of a score."""

READABLE = 0.065
"""Least length of a bar that has room for its number, as a share of the axis."""

LEGEND_COLUMNS = 4
"""Number of parts of a score that fit in one row of the legend."""

_HOVER = "%{x:.2f} points (%{customdata[0]:.2f} to %{customdata[1]:.2f})<extra></extra>"


def score_parts_chart(parts: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the parts of scores: gains to the right, losses to the left.

    Parameters
    ----------
    parts : pandas DataFrame
        :func:`ttr_analysis.stats.score_parts`, or :func:`ttr_analysis.experiments.tournament.score_parts`.
    """
    rows = list(dict.fromkeys(zip(parts["strategy"], parts["who"], strict=True)))[::-1]
    several = [parts[column].nunique() > 1 for column in ("strategy", "who")]
    names = [", ".join(compress((theme.escape(strategy), who), several)) or who for strategy, who in rows]
    indexed = parts.set_index(["part", "strategy", "who"])
    fig = go.Figure()
    sums = parts[parts["part"] != "score"].groupby(["strategy", "who", parts["mean"] > 0])["mean"].sum()
    readable = READABLE * float(sums.max() - sums.min())
    score = indexed.loc["score"].reindex(rows)["mean"].to_numpy()
    gained = np.zeros(len(rows))
    for part in dict.fromkeys(parts["part"]):
        if part == "score":
            continue
        chosen = indexed.loc[part].reindex(rows)
        mean = chosen["mean"].fillna(0.0).to_numpy()
        if not mean.any():  # leave parts that never score out of the legend, such as tracks in some games
            continue
        middle = np.where(mean > 0, gained, 0.0) + mean / 2
        free = np.abs(middle - score) > 0.75 * readable  # otherwise the mark of the score would cross the number
        gained += np.maximum(mean, 0.0)
        fig.add_bar(
            y=names,
            x=chosen["mean"],
            orientation="h",
            name=part,
            marker_color=PART_COLORS[part],
            text=[
                f"{value:.1f}" if abs(value) >= readable and clear else ""
                for value, clear in zip(mean, free, strict=True)
            ],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            constraintext="none",
            customdata=chosen[["mean_low", "mean_high"]],
            hovertemplate=f"{part}: {_HOVER}",
        )
    total = indexed.loc["score"].reindex(rows)
    fig.add_scatter(
        y=names,
        x=total["mean"],
        mode="markers",
        name="score",
        marker={"symbol": "line-ns-open", "size": 42, "color": theme.INK, "line": {"width": 3}},
        error_x=whiskers(total["mean"], total["mean_low"], total["mean_high"]),
        customdata=total[["mean_low", "mean_high"]],
        hovertemplate=f"score: {_HOVER}",
    )
    fig.update_layout(
        barmode="relative",
        bargap=0.35,
        legend=LEGEND_ABOVE,
        margin_l=left_room(names, 14),
        xaxis={"title": "Mean (points)"},
        yaxis={"title": "Strategy (name)" if several == [True, False] else "Players (group)", "automargin": False},
    )
    whole = total["mean"].iloc[-1]
    return finish(
        fig,
        "Where the points come from",
        table=parts,
        caption=caption,
        height=210 + 62 * len(rows),
        legend_rows=-(-len(fig.data) // LEGEND_COLUMNS),
        alt=f"Stacked bars of mean points by source for {', '.join(names[::-1])}; "
        f"the mean score of {names[-1]} is {whole:.1f} points.",
    )


def score_chart(scores: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the distribution of scores, with one line per group of players.

    Parameters
    ----------
    scores : pandas DataFrame
        :func:`ttr_analysis.stats.score_distribution`.
    """
    fig = _spread(scores, "group", "score_from", "score_to", "points")
    fig.update_layout(
        legend=LEGEND_ABOVE,
        xaxis={"title": "Final score (points)"},
        yaxis={"title": "Share of the group (%)", "rangemode": "tozero"},
    )
    top = scores.iloc[int(scores["share"].argmax())]
    alt = f"Distribution of final scores; the most frequent range is {top['score_from']} to {top['score_to']} points."
    return finish(fig, "How final scores are distributed", table=scores, caption=caption, alt=alt)


def _spread(table: pd.DataFrame, group: str, start: str, end: str, unit: str) -> go.Figure:
    """Draw the steps of a histogram for each group, filled down to the axis."""
    fig = go.Figure()
    for i, (name, rows) in enumerate(table.groupby(group, sort=False)):
        color = theme.SERIES_COLORS[i % len(theme.SERIES_COLORS)]
        edges = [*(rows[start] - 0.5), rows[end].iloc[-1] + 0.5]  # a range of one whole number is centred on it
        shares = [*(100 * rows["share"]), 0.0]
        fig.add_scatter(
            x=edges,
            y=shares,
            line={"shape": "hv", "color": color, "width": 2},
            fill="tozeroy",
            fillcolor=faint(color),
            name=theme.escape(str(name)),
            mode="lines",
            customdata=[f"{a} to {b} {unit}" for a, b in zip(rows[start], rows[end], strict=True)] + [""],
            hovertemplate="%{customdata}: %{y:.2f} %",
        )
    return fig


def seat_chart(seats: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the share of games that each seat wins, compared with the fair share.

    Parameters
    ----------
    seats : pandas DataFrame
        :func:`ttr_analysis.stats.win_share_by_seat`.
    """
    share, low, high = (100 * seats[f"win_share{end}"] for end in ("", "_low", "_high"))
    fair = 100 / len(seats)
    names = [seat + 1 for seat in seats["seat"]]
    fig = go.Figure()
    fig.add_scatter(
        x=names,
        y=share,
        mode="markers",
        marker={"size": 13, "color": list(theme.SEAT_COLORS[: len(seats)]), "line": {"color": theme.INK, "width": 1}},
        error_y={**whiskers(share, low, high), "thickness": 2, "width": 8},
        customdata=np.stack([low, high, seats["games"]], axis=-1),
        hovertemplate="seat %{x}: %{y:.2f} % (%{customdata[0]:.2f} to %{customdata[1]:.2f})<br>"
        "%{customdata[2]:,} games<extra></extra>",
        showlegend=False,
    )
    for name, value, top in zip(names, share, high, strict=True):
        fig.add_annotation(x=name, y=top, text=f"{value:.1f} %", showarrow=False, yshift=12, bgcolor=theme.PAPER)
    fig.add_hline(y=fair, line={"dash": "dash", "color": theme.FAINT, "width": 1.5})
    fig.add_annotation(
        text=f"fair share<br>{fair:.1f} %", x=1, xref="paper", y=fair, xanchor="left", showarrow=False, xshift=4,
        align="left", font={"color": theme.FAINT, "size": 12},
    )  # fmt: skip
    fig.update_layout(
        margin_r=90,
        xaxis={"title": "Seat (order of play)", "dtick": 1, "range": (0.5, len(seats) + 0.5)},
        yaxis={"title": "Games won (%)", "range": padded(pd.concat([low, high, pd.Series([fair])]), 0.2)},
    )
    words = "; ".join(f"seat {name} {value:.1f} %" for name, value in zip(names, share, strict=True))
    return finish(
        fig, "Does it pay to move first?", table=seats, caption=caption, height=420,
        alt=f"Share of games won by seat: {words}; the fair share is {fair:.1f} %.",
    )  # fmt: skip


def strategy_chart(strategies: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the share of wins of each strategy in a mixed lineup, compared with the fair share.

    Parameters
    ----------
    strategies : pandas DataFrame
        :func:`ttr_analysis.stats.win_share_by_strategy`.
    """
    table = strategies.sort_values("win_share")
    share, low, high = (100 * table[f"win_share{end}"] for end in ("", "_low", "_high"))
    fig = go.Figure()
    fig.add_bar(
        y=table["strategy"].map(theme.escape),
        x=share,
        orientation="h",
        marker_color=theme.SERIES_COLORS[0],
        error_x=whiskers(share, low, high),
        hovertemplate="%{y}: %{x:.2f} %<extra></extra>",
        showlegend=False,
    )
    fair = 100 * float(table["fair_share"].iloc[0])
    fig.add_vline(x=fair, line={"dash": "dash", "color": theme.FAINT})
    fig.update_layout(
        margin_l=left_room(table["strategy"].tolist(), 14),
        xaxis={"title": "Games won per player (%)", "rangemode": "tozero"},
        yaxis={"title": "Strategy (name)", "automargin": False},
    )
    words = "; ".join(f"{name} {value:.1f} %" for name, value in zip(table["strategy"], share, strict=True))
    return finish(
        fig, "Which strategy wins most often", table=strategies, caption=caption, height=190 + 44 * len(table),
        alt=f"Share of games won by strategy: {words}; the fair share is {fair:.1f} %.",
    )  # fmt: skip


def counts_chart(table: pd.DataFrame, title: str, axis: str, unit: str, of: str, *, caption: str = "") -> go.Figure:
    """Draw bars of how often each whole number occurs.

    Parameters
    ----------
    table : pandas DataFrame
        Columns ``value`` and ``share``, as in :func:`ttr_analysis.stats.game_lengths`; an
        optional column ``group`` divides the rows.
    title, axis, unit, of : str
        The chart's title, what is counted, its unit, and the whole of which the shares are
        parts.
    """
    fig = go.Figure()
    occurs = table.loc[table["share"] > 0, "value"]
    table = table[table["value"].between(occurs.min(), occurs.max())]  # start the axis at the least value, not at 0
    groups = table.groupby("group", sort=False) if "group" in table else [(of, table)]
    for i, (name, rows) in enumerate(groups):
        fig.add_bar(
            x=rows["value"],
            y=100 * rows["share"],
            name=theme.escape(str(name)),
            marker_color=theme.SERIES_COLORS[i % len(theme.SERIES_COLORS)],
            hovertemplate=f"%{{x}} {unit}: %{{y:.2f}} %",
        )
    fig.update_layout(
        bargap=0.08,
        legend=LEGEND_ABOVE,
        showlegend="group" in table and table["group"].nunique() > 1,
        xaxis={"title": f"{axis} ({unit})", "dtick": 1 if table["value"].nunique() <= 12 else None, "tickformat": "d"},
        yaxis={"title": f"Share of {of} (%)"},
    )
    top = table.iloc[int(table["share"].argmax())]
    alt = f"Bar chart: {axis.lower()}. The most frequent is {top['value']} {unit}, {100 * top['share']:.1f} % of {of}."
    return finish(fig, title, table=table, caption=caption, alt=alt, height=420)


def game_length_chart(lengths: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw how many rounds games last.

    Parameters
    ----------
    lengths : pandas DataFrame
        :func:`ttr_analysis.stats.game_lengths`.
    """
    return counts_chart(lengths, "How long games last", "Length of the game", "rounds", "games", caption=caption)


def pieces_chart(pieces: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw how many pieces players have left.

    Parameters
    ----------
    pieces : pandas DataFrame
        :func:`ttr_analysis.stats.pieces_left`.
    """
    return counts_chart(pieces, "How many pieces are left", "Left at the end", "pieces", "players", caption=caption)


def claim_turn_chart(turns: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw when tracks of each length are claimed: quartiles and the middle 90 %.

    Parameters
    ----------
    turns : pandas DataFrame
        :func:`ttr_analysis.stats.claim_turns_by_length`.
    """
    fig = go.Figure()
    fig.add_box(
        x=turns["length"],
        lowerfence=turns["q05"],
        q1=turns["q25"],
        median=turns["q50"],
        q3=turns["q75"],
        upperfence=turns["q95"],
        marker_color=theme.SERIES_COLORS[0],
        fillcolor=faint(theme.SERIES_COLORS[0]),
        showlegend=False,
        width=0.5,
    )
    fig.update_layout(
        xaxis={"title": "Length of the track (spaces)", "dtick": 1},
        yaxis={"title": "Round of the claim (own turns)", "rangemode": "tozero"},
    )
    first, last = (turns.iloc[int(place)] for place in (turns["q50"].argmin(), turns["q50"].argmax()))
    alt = (
        f"Box plot of the round in which tracks are claimed, by length. Length {first['length']:g} goes first "
        f"(median round {first['q50']:g}) and length {last['length']:g} last (median round {last['q50']:g})."
    )
    return finish(fig, "When tracks are claimed, by length", table=turns, caption=caption, alt=alt, height=440)
