"""Charts of rules that only some games have: tunnels, stations and harbours, tours."""

from __future__ import annotations

import textwrap

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import theme
from ttr_analysis.charts.frame import LEGEND_ABOVE, faint, finish, left_room, whiskers
from ttr_analysis.charts.tickets import stacked_shares

MAX_BARS = 30
"""Greatest number of bars in a ranking; the table behind the chart holds all rows."""

_ROW = 22
"""Height of one bar of a long list, in pixels."""


def surcharge_chart(surcharges: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw how large the surcharges of tunnels were, and how often they were paid.

    Parameters
    ----------
    surcharges : pandas DataFrame
        :func:`ttr_analysis.stats.tunnel_surcharges`.
    """
    fig = go.Figure()
    groups = list(surcharges.groupby("payment", sort=False))
    for i, (payment, rows) in enumerate(groups):
        short = str(payment).split()[0]  # keeps the legend to one row
        share, low, high = (100 * rows[f"share{end}"] for end in ("", "_low", "_high"))
        color = theme.SERIES_COLORS[i]
        dug = share * rows["dug_share"].fillna(0)
        shared = {"x": rows["surcharge"], "offsetgroup": i, "legendgroup": payment}
        hover = np.stack([low, high, 100 * rows["dug_share"], rows["attempts"]], axis=-1)
        fig.add_bar(
            **shared,
            y=dug,
            name=f"{short}: dug",
            marker_color=color,
            customdata=np.column_stack([share, hover]),
            hovertemplate="surcharge %{x}: %{customdata[0]:.1f} % (%{customdata[1]:.1f} to %{customdata[2]:.1f}), "
            "dug %{customdata[3]:.1f} % of them<br>%{customdata[4]:,} attempts<extra></extra>",
        )
        fig.add_bar(
            **shared,
            y=share - dug,
            base=dug,
            name=f"{short}: given up",
            marker={"color": faint(color), "line": {"color": color, "width": 1}},
            error_y={**whiskers(share, low, high), "width": 6},
            hoverinfo="skip",
        )
    fig.update_layout(
        barmode="group",
        bargap=0.25,
        legend=LEGEND_ABOVE,
        xaxis={"title": "Surcharge (cards)", "dtick": 1},
        yaxis={"title": "Share of attempts (%)", "rangemode": "tozero"},
    )
    free = surcharges[surcharges["surcharge"] == 0]
    words = "; ".join(
        f"{payment}: {100 * share:.1f} %" for payment, share in zip(free["payment"], free["share"], strict=True)
    )
    return finish(
        fig, "Tunnel surcharges, and how often they are paid", table=surcharges, caption=caption, height=440,
        alt=f"Bars of tunnel attempts by surcharge, divided into dug and given up. Without a surcharge: {words}.",
    )  # fmt: skip


def tunnel_chart(tunnels: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the mean surcharge of each tunnel, most often begun on top.

    Parameters
    ----------
    tunnels : pandas DataFrame
        :func:`ttr_analysis.stats.tunnel_values`.
    """
    table = tunnels[tunnels["attempts"] > 0].sort_values("attempts_a_game").tail(MAX_BARS)
    given_up = [f"{100 * share:.0f} % given up" for share in table["given_up_share"]]
    return _ranked(
        table, "mean_surcharge", 1, given_up,
        title="Mean surcharge of each tunnel",
        axis="Mean surcharge (cards)",
        rows_title="Tunnel (most often begun on top)",
        names=[f"{name} ({length})" for name, length in zip(table["name"], table["length"], strict=True)],
        hover="%{x:.2f} cards (%{customdata[0]:.2f} to %{customdata[1]:.2f})",
        caption=caption, whole=tunnels,
    )  # fmt: skip


def building_chart(buildings: pd.DataFrame, kind: str, *, caption: str = "") -> go.Figure:
    """Draw where buildings of a kind stand, most frequent on top, and what they earn there.

    Parameters
    ----------
    buildings : pandas DataFrame
        :func:`ttr_analysis.stats.building_values`.
    kind : {"station", "harbour"}
    """
    rows = buildings[buildings["kind"] == kind]
    table = rows.sort_values("built").tail(MAX_BARS)
    earned = [f"{points:+.1f} points" for points in table["mean_points"]]
    return _ranked(
        table, "built_share", 100, earned,
        title=f"Where {kind}s are built",
        axis=f"{kind.capitalize()}s built there (per 100 games)",
        rows_title="City (most buildings on top)",
        names=table["name"].tolist(),
        hover="%{x:.1f} per 100 games (%{customdata[0]:.1f} to %{customdata[1]:.1f})",
        caption=caption, whole=rows,
    )  # fmt: skip


def _ranked(
    table: pd.DataFrame,
    column: str,
    factor: float,
    notes: list[str],
    *,
    title: str,
    axis: str,
    rows_title: str,
    names: list[str],
    hover: str,
    caption: str,
    whole: pd.DataFrame,
) -> go.Figure:
    """Draw horizontal bars with whiskers and a note after each."""
    value, low, high = (factor * table[f"{column}{end}"] for end in ("", "_low", "_high"))
    shown = [theme.escape(name) for name in names]
    fig = go.Figure()
    fig.add_bar(
        y=shown,
        x=value,
        orientation="h",
        marker_color=theme.SERIES_COLORS[0],
        error_x=whiskers(value, low, high),
        customdata=np.stack([low, high], axis=-1),
        hovertemplate=f"%{{y}}: {hover}<extra></extra>",
        showlegend=False,
    )
    for name, end, note in zip(shown, high.fillna(value), notes, strict=True):
        fig.add_annotation(
            x=end, y=name, text=note, showarrow=False, xanchor="left", xshift=8,
            font={"size": 11, "color": theme.FAINT},
        )  # fmt: skip
    fig.update_layout(
        bargap=0.3,
        margin_l=left_room(names, 12),
        xaxis={"title": axis, "range": (0, 1.22 * float(np.nanmax(high)))},
        yaxis={"title": rows_title, "tickfont": {"size": 12}, "automargin": False, "dtick": 1,
               "range": (-0.6, len(table) - 0.4)},
    )  # fmt: skip
    top = names[-1] if names else "none"
    return finish(
        fig, title, table=whole, caption=caption, height=150 + _ROW * len(table),
        alt=f"{len(table)} bars: {axis.lower()}. On top is {top} with {value.iloc[-1]:.1f}, {notes[-1]}.",
    )  # fmt: skip


def tour_chart(tours: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the outcomes of tours: in order, out of order, or failed.

    Parameters
    ----------
    tours : pandas DataFrame
        :func:`ttr_analysis.stats.tour_outcomes`.
    """
    table = tours[tours["kept"] > 0].sort_values("in_order_share")
    lines = [
        [*_lines(name), f"{points} / {out_of_order} points"]
        for name, points, out_of_order in zip(table["name"], table["points"], table["points_out_of_order"], strict=True)
    ]
    names = ["<br>".join(map(theme.escape, each)) for each in lines]
    colors = {"in order": theme.STATUS_COLORS["made"], "out of order": theme.SERIES_COLORS[2],
              "failed": theme.STATUS_COLORS["cut off"]}  # fmt: skip
    columns = {outcome: f"{outcome.replace(' ', '_')}_share" for outcome in colors}
    fig = stacked_shares(table, names, columns, colors)
    fig.update_layout(
        barmode="stack",
        bargap=0.3,
        legend=LEGEND_ABOVE,
        margin_l=left_room([line for each in lines for line in each], 11),
        xaxis={"title": "Share of players who kept it (%)", "range": (0, 100)},
        yaxis={"title": "Tour (points in order / out of order)", "tickfont": {"size": 11}, "automargin": False,
               "dtick": 1},
    )  # fmt: skip
    best = table.iloc[-1]
    return finish(
        fig, "What becomes of the tours players keep", table=tours, caption=caption, height=180 + 2 * _ROW * len(table),
        alt=f"Stacked bars of {len(table)} tours, each divided into in order, out of order and failed. Best in order: "
        f"{best['name']}, {100 * best['in_order_share']:.1f} %.",
    )  # fmt: skip


def _lines(text: str) -> list[str]:
    """Wrap the long name of a tour over several lines."""
    return textwrap.wrap(text, 34, break_on_hyphens=True)
