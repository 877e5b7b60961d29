"""Charts across maps and numbers of players: one player among others, and the value of each seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ttr_analysis.charts import theme
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.frame import LEGEND_ABOVE, finish, padded, signed, whiskers

SPREAD = 0.56
"""Width over which the points of one number of players are spread, in units of the axis."""

LEGEND_WIDTH = 700
"""Room for the names of a legend, in pixels."""


@dataclass(frozen=True, slots=True)
class _Measure:
    """A row of panels: a column of the table with its interval, and the title and unit shown."""

    column: str
    title: str
    unit: str


_POINTS = _Measure("difference", "Difference from the<br>opponents' strategy (points)", "points")
_WINS = _Measure("lead", "Wins above fair share<br>(percentage points)", "percentage points")


def challenge_chart(table: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw how one player of each strategy fares among players of another, in points and wins.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.sweeps.compared`, for any maps and numbers of players; all
        opponents play one strategy.
    caption : str, optional
        Drawn below; see :func:`ttr_analysis.charts.captions.challenge_caption`.
    """
    rows = _with_lead(table)
    fig = _panels(rows, "strategy", (_POINTS, _WINS), theme.SERIES_COLORS)
    against = str(table["against"].iloc[0])
    words = "; ".join(
        f"{row['strategy']} with {row['players']} players on {row['map']}: {signed(row['difference'], 1)} points, "
        f"{signed(row['lead'], 1)} percentage points"
        for _, row in rows.iterrows()
    )
    return finish(
        fig, f"One player of each strategy against opponents playing {against}", table=table, caption=caption,
        height=600,
        legend_rows=_legend_rows(table["strategy"]),
        alt=f"Dot plots with whiskers by number of players: points above {against}, and wins above the fair share: "
        f"{words}.",
    )  # fmt: skip


def seat_advantage_chart(table: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw how far the wins of each seat are above the fair share, by number of players.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.seats` of several tournaments, with the columns ``map``
        and ``players``.
    caption : str, optional
        Drawn below; see :func:`ttr_analysis.charts.captions.challenge_caption`.
    """
    rows = _with_lead(table).assign(name=[f"seat {seat + 1}" for seat in table["seat"]])
    fig = _panels(rows, "name", (_WINS,), theme.SEAT_COLORS)
    first = rows[rows["seat"] == 0]
    words = "; ".join(
        f"{row['players']} players on {row['map']}: {signed(row['lead'], 1)} percentage points"
        for _, row in first.iterrows()
    )
    return finish(
        fig, "What each seat is worth", table=table, caption=caption, height=430,
        alt=f"Dot plot with whiskers: wins of each seat above the fair share. Seat 1: {words}.",
    )  # fmt: skip


def _with_lead(table: pd.DataFrame) -> pd.DataFrame:
    """Add ``lead`` to the table: the wins above the fair share in percent of the games, with its interval."""
    ends = ("", "_low", "_high")
    return table.assign(**{f"lead{end}": 100 * (table[f"win_share{end}"] - 1 / table["players"]) for end in ends})


def _legend_rows(names: pd.Series[str]) -> int:
    """Return the number of rows of a legend, which plotly divides into columns as wide as the widest name."""
    unique = list(dict.fromkeys(names))
    columns = max(1, int(LEGEND_WIDTH / (46 + max(text_width(name, 13) for name in unique))))
    return -(-len(unique) // columns)


def _panels(table: pd.DataFrame, group: str, measures: tuple[_Measure, ...], colors: tuple[str, ...]) -> go.Figure:
    """Draw a column of panels per map and a row per measure, with groups side by side at each player count."""
    places = table.groupby(["map", "players"])[group]
    beside = places.transform("size")
    step = SPREAD / max(1, int(beside.max()) - 1)
    table = table.assign(at=table["players"] + step * (places.cumcount() - (beside - 1) / 2))
    maps, groups = list(dict.fromkeys(table["map"])), list(dict.fromkeys(table[group]))
    fig = make_subplots(
        rows=len(measures), cols=len(maps), shared_xaxes=True, shared_yaxes=True,
        horizontal_spacing=0.04, vertical_spacing=0.06,
    )  # fmt: skip
    for row, measure in enumerate(measures, 1):
        for column, name in enumerate(maps, 1):
            for place, member in enumerate(groups):
                chosen = table[(table["map"] == name) & (table[group] == member)]
                fig.add_trace(
                    _points(chosen, measure, member, colors[place % len(colors)]).update(
                        legendgroup=place, showlegend=row == column == 1
                    ),
                    row=row, col=column,
                )  # fmt: skip
            fig.update_xaxes(dtick=1, zeroline=False, range=_players_range(table), row=row, col=column)
            fig.add_hline(y=0, line={"color": theme.FAINT, "width": 1.5}, layer="below", row=row, col=column)
        ends = pd.concat([table[f"{measure.column}{end}"] for end in ("_low", "_high")] + [pd.Series([0.0])])
        fig.update_yaxes(range=padded(ends, 0.06), zeroline=False, row=row)
        fig.update_yaxes(title=measure.title, row=row, col=1)
    for column, name in enumerate(maps, 1):
        fig.update_xaxes(title=f"Players on {theme.escape(name)} (number)", row=len(measures), col=column)
    return fig.update_layout(legend={**LEGEND_ABOVE, "itemsizing": "constant"}, margin_l=100)


def _points(rows: pd.DataFrame, measure: _Measure, name: str, color: str) -> go.Scatter:
    value, low, high = (rows[f"{measure.column}{end}"] for end in ("", "_low", "_high"))
    return go.Scatter(
        x=rows["at"], y=value, mode="markers", name=theme.escape(name),
        marker={"size": 9, "color": color, "line": {"color": theme.INK, "width": 0.7}},
        error_y={**whiskers(value, low, high), "thickness": 1.6, "width": 4},
        customdata=np.stack([rows["players"], low, high, rows["games"]], axis=-1),
        hovertemplate=f"<b>{theme.escape(name)}</b>, %{{customdata[0]}} players<br>%{{y:+.1f}} {measure.unit} "
        "(%{customdata[1]:+.1f} to %{customdata[2]:+.1f})<br>%{customdata[3]:,} games<extra></extra>",
    )  # fmt: skip


def _players_range(table: pd.DataFrame) -> tuple[float, float]:
    return float(table["players"].min()) - 0.5, float(table["players"].max()) + 0.5
