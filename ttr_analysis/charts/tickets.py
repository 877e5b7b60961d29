"""Charts of tickets: their outcomes, and their value against their difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import theme
from ttr_analysis.charts.frame import LEGEND_ABOVE, TITLE_ROOM, WIDTH, finish, left_room, padded, whiskers
from ttr_analysis.charts.labels import Box, place_labels

BAR_ROOM = 19
"""Height of one bar of a long list, in pixels."""


def ticket_chart(tickets: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the outcomes of the tickets that players kept, easiest on top.

    Parameters
    ----------
    tickets : pandas DataFrame
        :func:`ttr_analysis.stats.ticket_outcomes`.
    caption : str, optional
        Drawn below; see :mod:`ttr_analysis.charts.captions`.
    """
    table = tickets.sort_values("made_share", na_position="first")
    names = [f"{theme.escape(name)} ({points})" for name, points in zip(table["name"], table["points"], strict=True)]
    columns = {"made": "made_share", "cut off": "cut_off_share", "unfinished": "unfinished_share"}
    fig = stacked_shares(table, names, columns, theme.STATUS_COLORS)
    fig.update_layout(
        barmode="stack",
        bargap=0.25,
        legend=LEGEND_ABOVE,
        margin_l=left_room(names, 12),
        xaxis={"title": "Share of players who kept it (%)", "range": (0, 100)},
        yaxis={
            "title": "Ticket (printed points)",
            "tickfont": {"size": 12},
            "dtick": 1,
            "automargin": False,
            "range": (-0.5, len(table) - 0.5),
        },
    )
    return finish(
        fig,
        "What becomes of the tickets players keep",
        table=tickets,
        caption=caption,
        height=150 + BAR_ROOM * len(table),
        alt=f"Stacked bars of {len(table)} tickets, each divided into made, cut off and unfinished. "
        + extremes(table, "made_share", "made most often", "least often"),
    )


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
        share, low, high = (100 * table[f"{column}{end}"] for end in ("", "_low", "_high"))
        fig.add_bar(
            y=names,
            x=share,
            orientation="h",
            name=outcome,
            marker_color=colors[outcome],
            customdata=np.stack([low, high, table["kept"]], axis=-1),
            hovertemplate=f"%{{y}}<br>{outcome}: %{{x:.1f}} % (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}})"
            "<br>kept %{customdata[2]:,} times<extra></extra>",
        )
    share, low, high = (100 * table[f"{next(iter(columns.values()))}{end}"] for end in ("", "_low", "_high"))
    # Use a separate trace: other bars would hide the upper half of whiskers drawn with the first bar.
    fig.add_scatter(
        x=share, y=names, mode="markers", marker={"size": 0.1}, error_x=whiskers(share, low, high),
        hoverinfo="skip", showlegend=False,
    )  # fmt: skip
    return fig


def difficulty_chart(tickets: pd.DataFrame, *, caption: str = "", width: int = WIDTH, height: int = 680) -> go.Figure:
    """Draw what a kept ticket is worth on average against how often it is not made.

    Names for which there is no room appear only in the hover texts; see :mod:`ttr_analysis.charts.labels`.

    Parameters
    ----------
    tickets : pandas DataFrame
        :func:`ttr_analysis.stats.ticket_outcomes`.
    """
    table = tickets.dropna(subset=["difficulty", "mean_points"])
    x, y = 100 * table["difficulty"], table["mean_points"]
    fig = go.Figure()
    fig.add_scatter(
        x=x,
        y=y,
        mode="markers",
        marker={
            "size": 11,
            "color": table["points"],
            "colorscale": theme.SEQUENTIAL,
            "line": {"color": theme.INK, "width": 0.7},
            "colorbar": {"title": {"text": "Printed<br>(points)"}, "thickness": 14, "len": 0.6},
        },
        error_x={**whiskers(x, 100 * table["difficulty_low"], 100 * table["difficulty_high"]), "color": "#A39E94"},
        error_y={**whiskers(y, table["mean_points_low"], table["mean_points_high"]), "color": "#A39E94"},
        customdata=np.stack([table["name"].map(theme.escape), table["points"], table["kept"]], axis=-1),
        hovertemplate="<b>%{customdata[0]}</b><br>printed points: %{customdata[1]}, kept %{customdata[2]:,} times"
        "<br>not made: %{x:.1f} %<br>worth: %{y:.1f} points<extra></extra>",
        showlegend=False,
    )
    left, right, bottom = 80, 110, 70
    x_range = padded(100 * table[["difficulty_low", "difficulty_high"]])
    y_range = padded(table[["mean_points_low", "mean_points_high"]])
    name_points(
        fig, x, y, table["name"].tolist(), x_range, y_range, (width - left - right, height - TITLE_ROOM - bottom)
    )
    fig.update_layout(
        margin={"l": left, "r": right, "b": bottom},
        xaxis={"title": "Kept but not made (%)", "range": x_range, "automargin": False, "zeroline": False},
        yaxis={"title": "Mean gain or loss from keeping it (points)", "range": y_range, "automargin": False},
    )
    return finish(
        fig,
        "What tickets are worth and how often they fail",
        table=tickets,
        caption=caption,
        width=width,
        height=height,
        alt=f"Scatter plot of {len(table)} tickets: mean points against the share not made. "
        + extremes(table, "mean_points", "worth most", "worth least"),
    )


def name_points(
    fig: go.Figure,
    x: pd.Series[float],
    y: pd.Series[float],
    names: list[str],
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    size: tuple[float, float],
) -> None:
    """Write names beside points as annotations, without collisions at this size of the plot."""
    across = (x.to_numpy() - x_range[0]) / (x_range[1] - x_range[0]) * size[0]
    down = (y_range[1] - y.to_numpy()) / (y_range[1] - y_range[0]) * size[1]
    points = np.stack([across, down], axis=-1)
    whiskers = _whisker_boxes(
        points, fig.data[0], size[0] / (x_range[1] - x_range[0]), size[1] / (y_range[1] - y_range[0])
    )
    for label in place_labels(points, names, size, obstacles=whiskers):
        fig.add_annotation(
            x=float(x.iloc[label.index]),
            y=float(y.iloc[label.index]),
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


def _whisker_boxes(points: Any, trace: Any, across: float, down: float) -> list[Box]:
    """Return the pixels covered by whiskers, so that names can avoid them."""
    boxes = []
    for i, (x, y) in enumerate(points):
        boxes.append((x - trace.error_x.arrayminus[i] * across, y - 2, x + trace.error_x.array[i] * across, y + 2))
        boxes.append((x - 2, y - trace.error_y.array[i] * down, x + 2, y + trace.error_y.arrayminus[i] * down))
    return boxes


def extremes(table: pd.DataFrame, column: str, most: str, least: str) -> str:
    """Describe the highest and the lowest by a column in a sentence; empty if no value is known."""
    known = table.dropna(subset=[column])
    if known.empty:
        return ""
    top, bottom = (known.iloc[int(place)] for place in (known[column].argmax(), known[column].argmin()))
    return f"{top['name']} is {most}, {bottom['name']} {least}."
