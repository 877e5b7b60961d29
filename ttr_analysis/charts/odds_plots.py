"""Charts of exact odds: tunnels, waiting times, blind cards, the market.

Each is a function of what :mod:`ttr_analysis.odds` gives; none computes, reads or shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import theme
from ttr_analysis.charts.frame import LEGEND_ABOVE, finish, padded
from ttr_analysis.odds import WaitingTime

PAID, FAILED = theme.STATUS_COLORS["made"], theme.STATUS_COLORS["cut off"]
"""Colours of what can be paid, and of what cannot."""

MARKS = ("circle", "square", "diamond", "triangle-up", "x", "star", "cross", "hexagon2")
"""A marker for each line beside its colour."""

SURE = 0.99
"""Lines of waiting times end where they all reach this."""


def surcharge_chart(surcharge: Sequence[float], spare: int, *, caption: str = "") -> go.Figure:
    """How many extra cards a tunnel asks for, and whether they are in hand.

    Parameters
    ----------
    surcharge : sequence of float
        Probability of 0, 1, ... extra cards (:class:`ttr_analysis.odds.TunnelOdds`).
    spare : int
        Cards in hand that can pay it.
    """
    table = pd.DataFrame({"extra": range(len(surcharge)), "probability": surcharge})
    fig = go.Figure()
    for name, color, rows in (
        ("can be paid", PAID, table[table["extra"] <= spare]),
        ("fails", FAILED, table[table["extra"] > spare]),
    ):
        shares = 100 * rows["probability"]
        fig.add_bar(
            x=rows["extra"], y=shares, name=name, marker_color=color, width=0.6, textposition="outside",
            text=[f"{value:.1f} %" for value in shares], cliponaxis=False,
            hovertemplate=f"%{{x}} extra cards: %{{y:.2f}} %, {name}<extra></extra>",
        )  # fmt: skip
    success = 100 * float(table["probability"][table["extra"] <= spare].sum())
    fig.update_layout(
        barmode="overlay",
        legend=LEGEND_ABOVE,
        xaxis={"title": "Extra cards asked for (cards)", "dtick": 1, "range": (-0.5, len(surcharge) - 0.5)},
        yaxis={"title": "Probability (%)", "rangemode": "tozero"},
    )
    words = "; ".join(f"{extra} cards {100 * p:.1f} %" for extra, p in enumerate(surcharge))
    return finish(
        fig, f"With {spare} spare, the tunnel is built in {success:.1f} % of attempts", table=table, caption=caption,
        height=420, alt=f"Bars of the extra cards a tunnel asks for: {words}. With {spare} spare it succeeds in "
        f"{success:.1f} %.",
    )  # fmt: skip


def success_chart(tables: Mapping[str, pd.DataFrame], *, caption: str = "") -> go.Figure:
    """How often a tunnel succeeds, by the number of spare cards.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        By name: :func:`ttr_analysis.odds.tunnel_table`.
    """
    table = _stacked(tables, "spare", "success")
    fig = _lines(table, "spare", "success", 100, "%{y:.1f} % with %{x} spare cards", markers=True)
    fig.update_layout(
        xaxis={"title": "Spare cards in hand (cards)", "dtick": 1},
        yaxis={"title": "Attempts that succeed (%)", "range": (0, 104)},
    )
    ends = "; ".join(
        f"{name}: " + ", ".join(f"{100 * value:.1f} %" for value in rows["success"]) for name, rows in tables.items()
    )
    return finish(
        fig, "How often a tunnel succeeds", table=table, caption=caption, height=440,
        alt=f"Lines of the chance to build a tunnel with 0, 1, ... spare cards. {ends}.",
    )  # fmt: skip


def tunnel_cost_chart(costs: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """What tunnels cost: printed spaces, and the mean surcharge on top.

    Parameters
    ----------
    costs : DataFrame
        Columns ``length`` (spaces) and ``surcharge`` (mean extra cards of an attempt).
    """
    fig = go.Figure()
    for column, name, color in (("length", "printed", PAID), ("surcharge", "mean surcharge", FAILED)):
        fig.add_bar(
            x=costs["length"], y=costs[column], name=name, marker_color=color, width=0.6,
            text=[f"+{value:.2f}" for value in costs[column]] if column == "surcharge" else None,
            textposition="outside", cliponaxis=False, hovertemplate=f"{name}: %{{y:.2f}} cards<extra></extra>",
        )  # fmt: skip
    fig.update_layout(
        barmode="stack",
        legend=LEGEND_ABOVE,
        xaxis={"title": "Length of the tunnel (spaces)", "dtick": 1},
        yaxis={"title": "Cards asked for (mean, cards)", "rangemode": "tozero"},
    )
    words = "; ".join(f"length {n}: {s:.2f}" for n, s in zip(costs["length"], costs["surcharge"], strict=True))
    return finish(
        fig, "What a tunnel costs", table=costs, caption=caption, height=420,
        alt=f"Stacked bars of printed length and mean surcharge in cards. Surcharges: {words}.",
    )  # fmt: skip


def waiting_chart(times: Mapping[str, WaitingTime], title: str, *, caption: str = "") -> go.Figure:
    """How likely a set of cards is in hand after so many cards or turns.

    Parameters
    ----------
    times : mapping of str to WaitingTime
        By name; all in the same unit.
    title : str
        The chart's title.

    Raises
    ------
    ValueError
        If there are none, or some are in cards and some in turns.
    """
    units = {time.unit for time in times.values()}
    if len(units) != 1:
        raise ValueError(f"times must be in one unit, not in {sorted(units)}")
    unit = units.pop()
    last = max(min(time.quantile(SURE), time.in_hand.size - 1) for time in times.values())
    frames = {
        name: pd.DataFrame({"in_hand": time.in_hand}).rename_axis(unit).loc[:last] for name, time in times.items()
    }
    table = _stacked(frames, unit, "in_hand")
    fig = _lines(table, unit, "in_hand", 100, f"%{{y:.1f}} % after %{{x}} {unit}")
    noun = "Own turns" if unit == "turns" else "Cards drawn"
    fig.update_layout(
        xaxis={"title": f"{noun} ({unit})", "rangemode": "tozero"},
        yaxis={"title": "All in hand (%)", "range": (0, 104)},
    )
    fig.add_hline(y=50, line={"dash": "dot", "color": theme.FAINT, "width": 1})
    halves = "; ".join(f"{name} after {time.quantile(0.5):g}" for name, time in times.items())
    return finish(
        fig, title, table=table, caption=caption, height=460,
        alt=f"Lines of the chance that all is in hand by {unit}. The first time it is at least 50 %: {halves}.",
    )  # fmt: skip


def blind_chart(table: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """A face-up locomotive, one sure card, against blind cards.

    Parameters
    ----------
    table : DataFrame
        :func:`ttr_analysis.odds.blind_or_locomotive`.
    """
    fig = go.Figure()
    for better, name, color in ((False, "the locomotive gains more", PAID), (True, "blind cards gain more", FAILED)):
        rows = table[table["blind_is_better"] == better]
        fig.add_bar(
            x=rows.index, y=rows["mean_useful"], name=name, marker_color=color, width=0.6, textposition="inside",
            text=[f"{value:.2f}" for value in rows["mean_useful"]], insidetextanchor="end", constraintext="none",
            customdata=100 * rows[["none_useful", "all_useful"]],
            hovertemplate="%{x} useful colours: %{y:.2f} useful cards<br>none %{customdata[0]:.1f} %, "
            "all %{customdata[1]:.1f} %<extra></extra>",
        )  # fmt: skip
    fig.add_hline(y=1, line={"dash": "dash", "color": theme.INK, "width": 1.5})
    fig.add_annotation(
        text="the locomotive: 1 sure card", x=0, xref="paper", y=1, xanchor="left", xshift=6, yshift=10,
        showarrow=False, font={"size": 12}, bgcolor=theme.PAPER,
    )  # fmt: skip
    fig.update_layout(
        barmode="overlay",
        legend=LEGEND_ABOVE,
        xaxis={"title": "Colours that are useful (number)", "dtick": 1},
        yaxis={"title": "Useful cards of a blind turn (mean, cards)", "rangemode": "tozero"},
    )
    first = table.index[table["blind_is_better"]]
    turn = f"blind cards gain more from {first[0]} colours on" if len(first) else "blind cards never gain more"
    return finish(
        fig, "A face-up locomotive, or blind cards?", table=table.reset_index(), caption=caption, height=440,
        alt=f"Bars of the mean number of useful blind cards by useful colours, against one sure card; {turn}.",
    )  # fmt: skip


def clearings_chart(tables: Mapping[str, pd.DataFrame], *, caption: str = "") -> go.Figure:
    """How often the market is cleared, by the number of cards taken from it.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        By name: :func:`ttr_analysis.odds.market_clearings`.
    """
    table = _stacked(tables, "taken", "mean")
    fig = _lines(table, "taken", "mean", 1, "%{y:.3f} clearings after %{x} cards")
    fig.update_layout(
        xaxis={"title": "Cards taken from the market (cards)"},
        yaxis={"title": "Clearings so far (mean, number)", "range": padded([0, table["mean"].max()], 0.04)},
    )
    ends = "; ".join(f"{name}: {rows['mean'].iloc[-1]:.2f}" for name, rows in tables.items())
    return finish(
        fig, "How often the market is cleared", table=table, caption=caption, height=440,
        alt=f"Lines of the mean number of clearings by cards taken from the market; at the end {ends}.",
    )  # fmt: skip


def _stacked(tables: Mapping[str, pd.DataFrame], index: str, column: str) -> pd.DataFrame:
    """One column of several tables, one below the other, named in ``group``."""
    parts = [rows[column].rename_axis(index).reset_index().assign(group=name) for name, rows in tables.items()]
    return pd.concat(parts, ignore_index=True)


def _lines(table: pd.DataFrame, x: str, y: str, factor: float, hover: str, *, markers: bool = False) -> go.Figure:
    """A line for each group."""
    fig = go.Figure()
    for i, (name, rows) in enumerate(table.groupby("group", sort=False)):
        fig.add_scatter(
            x=rows[x],
            y=factor * rows[y],
            name=theme.escape(str(name)),
            mode="lines+markers" if markers or len(rows) <= 30 else "lines",
            line={"color": theme.SERIES_COLORS[i % len(theme.SERIES_COLORS)], "width": 2},
            marker={"symbol": MARKS[i % len(MARKS)], "size": 9 if markers else 6},
            hovertemplate=f"{theme.escape(str(name))}: {hover}<extra></extra>",
        )
    return fig.update_layout(legend=LEGEND_ABOVE, showlegend=table["group"].nunique() > 1)
