"""Charts of best networks: drawn on the board, and points by number of trains."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import theme
from ttr_analysis.charts.board.board_map import board_figure
from ttr_analysis.charts.frame import LEGEND_ABOVE, attach, finish
from ttr_analysis.exact.optimum import BestNetwork
from ttr_analysis.maps.game_map import GameMap


def network_board(game_map: GameMap, best: BestNetwork, *, caption: str = "", width: int = 1000) -> go.Figure:
    """Draw the best network on its board, with its tracks highlighted and the cities of its tickets golden.

    Parameters
    ----------
    game_map : GameMap
        The map of the network.
    best : BestNetwork
        :func:`ttr_analysis.exact.optimum.best_network`.
    width : int
        Width in pixels.
    """
    proof = "proven best" if best.proven else f"best found, at most {best.bound} possible"
    title = f"{best.points} points with {best.budget} pieces ({proof})"
    caption = " ".join(text for text in (caption or network_caption(game_map, best), *best.notes) if text)
    indices = [track.index for track in best.tracks]
    fig = board_figure(
        game_map, highlight={"the network": indices}, tickets=best.tickets, title=title, caption=caption, width=width
    )
    rows = [("track", t.name, t.length, game_map.rules.route_points[t.length]) for t in best.tracks]
    rows += [("ticket", t.name, 0, t.points) for t in best.tickets]
    table = pd.DataFrame(rows, columns=["what", "name", "pieces", "points"])
    alt = (
        f"Map of the board with a network of {len(best.tracks)} tracks that scores {best.points} points: "
        + ", ".join(track.name for track in best.tracks)
        + "."
    )
    return attach(fig, title, table=table, caption=caption, alt=alt)


def network_caption(game_map: GameMap, best: BestNetwork) -> str:
    """Describe a best network and the bound on any network, in a sentence or two."""
    bonus = f" + {best.bonus_points} bonus" if best.bonus_points else ""
    return (
        f"Map {game_map.name}, ticket set {game_map.ticket_set}; a single player who holds every ticket of the set: "
        f"{best.route_points} route + {best.ticket_points} ticket{bonus} points, {len(best.tickets)} tickets, "
        f"{best.trains} of {best.budget} pieces; upper bound {best.bound}, gap {100 * best.gap:.1f} %, "
        f"computed in {best.seconds:.0f} seconds."
    )


def frontier_chart(frontier: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the best score by number of trains: routes, tickets, bonus, and the upper bound.

    Parameters
    ----------
    frontier : DataFrame
        :func:`ttr_analysis.exact.optimum.optimum_by_trains`, with at least one row.
    """
    rows = frontier.sort_values("trains")
    fig = go.Figure()
    parts = (("route_points", "routes"), ("ticket_points", "tickets"), ("bonus_points", "longest trail"))
    for i, (column, name) in enumerate(parts):
        if rows[column].any():
            fig.add_scatter(
                x=rows["trains"], y=rows[column], name=name, stackgroup="points", mode="lines",
                line={"color": theme.SERIES_COLORS[i], "width": 1}, hovertemplate=f"{name}: %{{y}}<extra></extra>",
            )  # fmt: skip
    for proven, name, symbol in ((True, "proven best", "circle"), (False, "best found", "circle-open")):
        chosen = rows[rows["proven"] == proven]
        if len(chosen):
            fig.add_scatter(
                x=chosen["trains"], y=chosen["points"], name=name, mode="markers",
                marker={"symbol": symbol, "size": 9, "color": theme.INK, "line": {"width": 2}},
                customdata=chosen[["tickets", "tracks", "bound"]],
                hovertemplate="%{x} pieces: %{y} points<br>%{customdata[0]} tickets, %{customdata[1]} tracks, "
                "upper bound %{customdata[2]}<extra></extra>",
            )  # fmt: skip
    if not rows["proven"].all():
        fig.add_scatter(
            x=rows["trains"], y=rows["bound"], name="upper bound", mode="lines",
            line={"color": theme.FAINT, "dash": "dash"}, hovertemplate="upper bound %{y}<extra></extra>",
        )  # fmt: skip
    fig.update_layout(
        legend=LEGEND_ABOVE,
        xaxis={"title": "Pieces (number)"},
        yaxis={"title": "Best score (points)", "rangemode": "tozero"},
    )
    words = "; ".join(f"{n} pieces: {p}" for n, p in zip(rows["trains"], rows["points"], strict=True))
    return finish(
        fig, "Best score by number of pieces", table=rows, caption=caption,
        alt=f"Best scores of a single player, by number of pieces: {words}.",
    )  # fmt: skip
