"""Charts of exact odds: tunnels, waiting times, blind cards, the market.

Each function takes results of :mod:`ttr_analysis.exact.odds`; none computes odds, reads files or displays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import theme
from ttr_analysis.charts.frame import LEGEND_ABOVE, finish, padded
from ttr_analysis.exact.odds import WaitingTime

PAID, FAILED = theme.STATUS_COLORS["made"], theme.STATUS_COLORS["cut off"]
"""Colours of surcharges that can be paid, and of those that cannot."""

MARKS = ("circle", "square", "diamond", "triangle-up", "x", "star", "cross", "hexagon2")
"""Markers of the lines, in addition to their colours."""

SURE = 0.99
"""Probability at which lines of waiting times end, once all of them have reached it."""


def surcharge_chart(surcharge: Sequence[float], spare: int, *, caption: str = "") -> go.Figure:
    """Draw how many extra cards a tunnel demands, and whether they are in hand.

    Parameters
    ----------
    surcharge : sequence of float
        Probability of 0, 1, ... extra cards (:class:`ttr_analysis.exact.odds.TunnelOdds`).
    spare : int
        Cards in hand that can pay the surcharge.
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
    cards = f"{spare} spare card{'s' * (spare != 1)}"
    fig.update_layout(
        barmode="overlay",
        legend=LEGEND_ABOVE,
        xaxis={"title": "Extra cards demanded (cards)", "dtick": 1, "range": (-0.5, len(surcharge) - 0.5)},
        yaxis={"title": "Probability (%)", "rangemode": "tozero"},
    )
    words = "; ".join(f"{extra} cards: {100 * p:.1f} %" for extra, p in enumerate(surcharge))
    return finish(
        fig, f"With {cards}, the tunnel is built in {success:.1f} % of attempts", table=table, caption=caption,
        height=420, alt=f"Bar chart of the extra cards a tunnel demands: {words}. With {cards}, "
        f"{success:.1f} % of attempts succeed.",
    )  # fmt: skip


def success_chart(tables: Mapping[str, pd.DataFrame], *, caption: str = "") -> go.Figure:
    """Draw how often a tunnel attempt succeeds, by the number of spare cards.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        Tables by name, each from :func:`ttr_analysis.exact.odds.tunnel_table`.
    """
    table = _stacked(tables, "spare", "success")
    fig = _lines(table, "spare", "success", 100, "%{y:.1f} % with %{x} spare cards", markers=True)
    fig.update_layout(
        xaxis={"title": "Spare cards in hand (cards)", "dtick": 1},
        yaxis={"title": "Successful attempts (%)", "range": (0, 104)},
    )
    ends = "; ".join(
        f"{name}: " + ", ".join(f"{100 * value:.1f} %" for value in rows["success"]) for name, rows in tables.items()
    )
    return finish(
        fig, "How often tunnel attempts succeed", table=table, caption=caption, height=440,
        alt=f"Line chart of the chance to build a tunnel with 0, 1, ... spare cards. {ends}.",
    )  # fmt: skip


def tunnel_cost_chart(costs: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw what tunnels cost: printed spaces, and the mean surcharge on top.

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
        yaxis={"title": "Cards demanded (mean, cards)", "rangemode": "tozero"},
    )
    words = "; ".join(f"length {n}: {s:.2f}" for n, s in zip(costs["length"], costs["surcharge"], strict=True))
    return finish(
        fig, "What a tunnel costs", table=costs, caption=caption, height=420,
        alt=f"Stacked bars of the printed length and the mean surcharge, in cards. Surcharges: {words}.",
    )  # fmt: skip


def waiting_chart(times: Mapping[str, WaitingTime], title: str, *, caption: str = "") -> go.Figure:
    """Draw the probability that a set of cards is in hand, by number of cards drawn or turns.

    Parameters
    ----------
    times : mapping of str to WaitingTime
        Waiting times by name, all in the same unit.
    title : str
        The chart's title.

    Raises
    ------
    ValueError
        If there are no times, or some are in cards and others in turns.
    """
    units = {time.unit for time in times.values()}
    if len(units) != 1:
        raise ValueError(f"times must all be in one unit; found units: {sorted(units)}")
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
        yaxis={"title": "Probability that all are in hand (%)", "range": (0, 104)},
    )
    fig.add_hline(y=50, line={"dash": "dot", "color": theme.FAINT, "width": 1})
    halves = "; ".join(f"{name} after {time.quantile(0.5):g}" for name, time in times.items())
    return finish(
        fig, title, table=table, caption=caption, height=460,
        alt=f"Line chart of the chance that all cards are in hand, by {unit}. It reaches 50 %: {halves}.",
    )  # fmt: skip


def blind_chart(table: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Compare a face-up locomotive, which is one certain card, with blind cards.

    Parameters
    ----------
    table : DataFrame
        :func:`ttr_analysis.exact.odds.blind_or_locomotive`.
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
        text="the locomotive: 1 certain card", x=0, xref="paper", y=1, xanchor="left", xshift=6, yshift=10,
        showarrow=False, font={"size": 12}, bgcolor=theme.PAPER,
    )  # fmt: skip
    fig.update_layout(
        barmode="overlay",
        legend=LEGEND_ABOVE,
        xaxis={"title": "Useful colours (number)", "dtick": 1},
        yaxis={"title": "Useful cards from a blind turn (mean, cards)", "rangemode": "tozero"},
    )
    first = table.index[table["blind_is_better"]]
    turn = f"blind cards gain more with {first[0]} colours or more" if len(first) else "blind cards never gain more"
    return finish(
        fig, "A face-up locomotive or blind cards?", table=table.reset_index(), caption=caption, height=440,
        alt=f"Bars of the mean number of useful blind cards by useful colours, against one certain card; {turn}.",
    )  # fmt: skip


def clearings_chart(tables: Mapping[str, pd.DataFrame], *, caption: str = "") -> go.Figure:
    """Draw how often the market is cleared, by the number of cards taken from it.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        Tables by name, each from :func:`ttr_analysis.exact.odds.market_clearings`.
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
        alt=f"Line chart of the mean number of clearings by cards taken from the market; at the end: {ends}.",
    )  # fmt: skip


def _stacked(tables: Mapping[str, pd.DataFrame], index: str, column: str) -> pd.DataFrame:
    """Stack one column of several tables, with their names in ``group``."""
    parts = [rows[column].rename_axis(index).reset_index().assign(group=name) for name, rows in tables.items()]
    return pd.concat(parts, ignore_index=True)


def _lines(table: pd.DataFrame, x: str, y: str, factor: float, hover: str, *, markers: bool = False) -> go.Figure:
    """Draw a line for each group."""
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
