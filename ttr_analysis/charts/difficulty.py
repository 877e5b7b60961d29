"""Charts of ticket difficulty: hardness and success, value per train, good partners, what to keep."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform

from ttr_analysis.charts import theme
from ttr_analysis.charts.board.board_map import board_figure
from ttr_analysis.charts.frame import LEGEND_ABOVE, TITLE_ROOM, WIDTH, attach, finish, left_room, padded, whiskers
from ttr_analysis.charts.tickets import BAR_ROOM, extremes, name_points
from ttr_analysis.exact.optimum import Network
from ttr_analysis.maps.game_map import GameMap, Ticket

MAX_PARTNERS = 40
"""Greatest number of tickets in a chart of partners; with more, the names are not readable."""

MAX_CHOICES = 12
"""Greatest number of choices in a chart of advice."""


def hardness_chart(tickets: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw how often each ticket is made against its hardness on the board.

    Parameters
    ----------
    tickets : pandas DataFrame
        :func:`ttr_analysis.stats.ticket_difficulty`, computed with a result.
    caption : str, optional
        Drawn below.
    """
    table = tickets.dropna(subset=["made_share"])
    x, y = 100 * table["hardness"], 100 * table["made_share"]
    low, high = 100 * table["made_share_low"], 100 * table["made_share_high"]
    fig = go.Figure()
    fig.add_scatter(
        x=x,
        y=y,
        mode="markers",
        marker={
            "size": 11,
            "color": table["trains"],
            "colorscale": theme.SEQUENTIAL,
            "line": {"color": theme.INK, "width": 0.7},
            "colorbar": {"title": {"text": "Cheapest<br>path<br>(trains)"}, "thickness": 14, "len": 0.6},
        },
        error_x=whiskers(x, x, x),  # zero length: the placement of names expects whiskers in both directions
        error_y={**whiskers(y, low, high), "color": "#A39E94"},
        customdata=np.stack([table["name"].map(theme.escape), low, high, table["kept"], table["rank"]], axis=-1),
        hovertemplate="<b>%{customdata[0]}</b><br>rank %{customdata[4]}, made: %{y:.1f} % (%{customdata[1]:.1f} to "
        "%{customdata[2]:.1f})<br>kept %{customdata[3]:,} times<extra></extra>",
        showlegend=False,
    )
    width, height, left, right, bottom = WIDTH, 620, 80, 110, 70
    x_range, y_range = padded(x), padded(pd.concat([low, high]))
    size = (width - left - right, height - TITLE_ROOM - bottom)
    name_points(fig, x, y, table["name"].tolist(), x_range, y_range, size)
    fig.update_layout(
        margin={"l": left, "r": right, "b": bottom},
        xaxis={"title": "Hardness on the board (%)", "range": x_range, "automargin": False, "zeroline": False},
        yaxis={"title": "Kept tickets that were made (%)", "range": y_range, "automargin": False},
    )
    return finish(
        fig, "Do hard tickets fail more often?", table=tickets, caption=caption, width=width, height=height,
        alt=f"Scatter plot of {len(table)} tickets: share made against hardness. "
        + extremes(table, "made_share", "made most often", "least often"),
    )  # fmt: skip


def ticket_value_chart(tickets: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the points per train of each ticket and of the routes of its cheapest connection, best on top.

    Parameters
    ----------
    tickets : pandas DataFrame
        :func:`ttr_analysis.stats.ticket_difficulty`.
    caption : str, optional
        Drawn below.
    """
    table = tickets.sort_values("all_per_train")
    names = [f"{theme.escape(name)} ({trains:g})" for name, trains in zip(table["name"], table["trains"], strict=True)]
    fig = go.Figure()
    parts = (("ticket", table["points_per_train"]), ("routes", table["all_per_train"] - table["points_per_train"]))
    for i, (part, value) in enumerate(parts):
        fig.add_bar(
            y=names, x=value, orientation="h", name=part, marker_color=theme.SERIES_COLORS[5 * (1 - i)],
            customdata=table[["points", "route_points", "turns"]],
            hovertemplate=f"%{{y}}<br>{part}: %{{x:.2f}} per train<br>%{{customdata[0]}} ticket + "
            "%{customdata[1]:.0f} route points, at least %{customdata[2]:.1f} turns<extra></extra>",
        )  # fmt: skip
    fig.update_layout(
        barmode="stack",
        bargap=0.25,
        legend=LEGEND_ABOVE,
        margin_l=left_room(names, 12),
        xaxis={"title": "Value of the cheapest path (points per train)"},
        yaxis={"title": "Ticket (trains)", "tickfont": {"size": 12}, "dtick": 1, "automargin": False,
               "range": (-0.5, len(table) - 0.5)},
    )  # fmt: skip
    return finish(
        fig, "How many points tickets bring per train", table=table, caption=caption,
        height=150 + BAR_ROOM * len(table),
        alt=f"Bars of {len(table)} tickets: ticket and route points per train. "
        + extremes(table, "all_per_train", "worth most", "worth least"),
    )  # fmt: skip


def partner_chart(saved: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the trains that each pair of tickets saves if built together; good partners are neighbours.

    Parameters
    ----------
    saved : pandas DataFrame
        :func:`ttr_analysis.exact.paths.ticket_overlaps`. Of more than 40 tickets, those that save most are shown.
    caption : str, optional
        Drawn below.
    """
    matrix = saved.to_numpy(copy=True)
    np.fill_diagonal(matrix, 0)
    chosen = np.sort(np.argsort(-matrix.sum(axis=1), kind="stable")[:MAX_PARTNERS])
    matrix = matrix[np.ix_(chosen, chosen)]
    order = _side_by_side(matrix)
    names = [theme.escape(str(saved.index[chosen[place]])) for place in order]
    shown = matrix[np.ix_(order, order)]
    np.fill_diagonal(shown, np.nan)
    fig = go.Figure(
        go.Heatmap(
            z=shown,
            x=list(range(len(names))),
            y=list(range(len(names))),
            colorscale=theme.SEQUENTIAL,
            xgap=1,
            ygap=1,
            customdata=[[[a, b] for b in names] for a in names],
            hoverongaps=False,
            hovertemplate="%{customdata[0]}<br>%{customdata[1]}<br>%{z:.0f} fewer trains together<extra></extra>",
            colorbar={"title": {"text": "Saved<br>(trains)"}, "thickness": 14, "len": 0.6},
        )
    )
    ticks = {"tickvals": list(range(len(names))), "ticktext": names, "tickfont": {"size": 11}, "automargin": False,
             "zeroline": False}  # fmt: skip
    room = left_room(names, 11) - 40
    fig.update_layout(
        margin={"l": room, "b": room},
        xaxis={**ticks, "tickangle": -90, "showgrid": False},
        yaxis={**ticks, "autorange": "reversed", "showgrid": False},
    )
    pairs = _pairs(saved)
    note = "" if len(chosen) == len(saved) else f" Shown are the {len(chosen)} of {len(saved)} tickets that save most."
    best = pairs.iloc[0]
    return finish(
        fig, "Which tickets fit together", table=pairs, caption=(caption + note).strip(),
        height=int(TITLE_ROOM + room + 17 * len(names)),
        alt=f"Heat map of trains saved by {len(chosen)} tickets, in pairs; {best['ticket']} and "
        f"{best['partner']} save most, {best['saved']:.0f} trains.",
    )  # fmt: skip


def advice_chart(advice: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the result of every choice of first tickets: final score, wins, and how often all are made.

    Parameters
    ----------
    advice : pandas DataFrame
        :func:`ttr_analysis.experiments.opening_advice.opening_advice`; the 12 choices with the highest
        scores are shown.
    caption : str, optional
        Drawn below.
    """
    table = advice.head(MAX_CHOICES).iloc[::-1]
    names = [_lines(kept, trains) for kept, trains in zip(table["kept"], table["trains"], strict=True)]
    fig = make_subplots(rows=1, cols=3, shared_yaxes=True, horizontal_spacing=0.03, column_widths=[0.4, 0.3, 0.3])
    panels = (("score", 1, "Final score (points)"), ("win_share", 100, "Games won (%)"),
              ("all_made_share", 100, "All made (%)"))  # fmt: skip
    for column, (name, factor, axis) in enumerate(panels, 1):
        value, low, high = (factor * table[f"{name}{end}"] for end in ("", "_low", "_high"))
        fig.add_scatter(
            x=value, y=names, mode="markers", row=1, col=column, showlegend=False,
            marker={"size": 11, "color": theme.SERIES_COLORS[column - 1], "line": {"color": theme.INK, "width": 0.7}},
            error_x=whiskers(value, low, high), customdata=np.stack([low, high, table["games"]], axis=-1),
            hovertemplate=f"%{{y}}<br>{axis}: %{{x:.1f}} (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}})"
            "<br>%{customdata[2]:,} games<extra></extra>",
        )  # fmt: skip
        fig.update_xaxes(title=axis, row=1, col=column, range=padded(pd.concat([low, high])), zeroline=False)
    longest = [line for name in names for line in name.split("<br>")]
    rows = max(name.count("<br>") + 1 for name in names)
    fig.update_layout(margin_l=left_room(longest, 12) - 30)
    fig.update_yaxes(tickfont={"size": 12}, automargin=False, range=(-0.5, len(table) - 0.5))
    best = advice.iloc[0]
    return finish(
        fig, "Which of these tickets to keep", table=advice, caption=caption,
        height=150 + len(table) * (10 + 15 * rows),
        alt=f"Dot plot with whiskers for {len(table)} choices. The highest mean score, {best['score']:.1f}, comes from "
        f"keeping {best['kept']}.",
    )  # fmt: skip


def tickets_board(
    game_map: GameMap, tickets: list[Ticket], network: Network, *, caption: str = "", width: int = WIDTH
) -> go.Figure:
    """Draw the cheapest network for some tickets on the board, with the tickets' cities in gold.

    Parameters
    ----------
    game_map : GameMap
        The map.
    tickets : list of Ticket
        The tickets to connect.
    network : Network
        Their cheapest network, from :func:`ttr_analysis.exact.optimum.min_trains`.
    caption : str, optional
        Drawn below.
    width : int
        Width in pixels.
    """
    proof = "" if network.proven else f" (at least {network.bound} needed)"
    title = f"{network.trains} trains complete {len(tickets)} ticket{'s' * (len(tickets) != 1)}{proof}"
    tracks = [track.index for track in network.tracks]
    fig = board_figure(
        game_map, highlight={"cheapest network": tracks}, tickets=tickets, title=title, caption=caption, width=width
    )
    table = pd.DataFrame([(track.name, track.length) for track in network.tracks], columns=["track", "trains"])
    alt = f"Map of the board: {', '.join(track.name for track in network.tracks)} connect the tickets' cities."
    return attach(fig, title, table=table, caption=caption, alt=alt)


def _side_by_side(matrix: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[int]:
    """Return an order of rows in which tickets that save many trains together are neighbours."""
    if len(matrix) < 3:
        return list(range(len(matrix)))
    apart = matrix.max() - matrix
    np.fill_diagonal(apart, 0)
    tree = linkage(squareform(apart, checks=False), "average", optimal_ordering=True)
    return [int(place) for place in leaves_list(tree)]


def _pairs(saved: pd.DataFrame) -> pd.DataFrame:
    """Return every pair of tickets and the trains they save, most first."""
    rows, columns = np.triu_indices(len(saved), 1)
    table = pd.DataFrame(
        {"ticket": saved.index[rows], "partner": saved.index[columns], "saved": saved.to_numpy()[rows, columns]}
    )
    return table.sort_values("saved", ascending=False, kind="stable", ignore_index=True)


def _lines(kept: str, trains: int) -> str:
    """Format a choice with one ticket per line."""
    return theme.escape(kept).replace("; ", "<br>") + f" ({trains})"
