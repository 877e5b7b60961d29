"""Charts of best networks: drawn on the board, and points by number of trains."""

from typing import Unpack

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import captions, findings, frame, odds_words, theme, words
from ttr_analysis.charts.board.board_map import board_figure
from ttr_analysis.charts.board.places import as_reached
from ttr_analysis.exact.optimum import BestNetwork
from ttr_analysis.exact.optimum.problem import joined_tickets
from ttr_analysis.maps import GameMap, takes_map


@frame.spoken
@takes_map
def best_network(game_map: GameMap, best: BestNetwork, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the best network on its board, with its tracks highlighted and the cities of its tickets golden.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The map of the network.
    best : BestNetwork
        :func:`ttr_analysis.exact.optimum.best_network`.
    **options
        See :class:`ttr_analysis.charts.FigureOptions`.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> figure = ttr.charts.best_network(usa, ttr.optimum.best_network(usa, 6))
    >>> ttr.charts.text_of(figure, "title")
    '15 points with 6 pieces (proven best)'
    """
    chart = odds_words.BEST_NETWORK
    proof = odds_words.PROVEN if best.proven else odds_words.BEST_FOUND.format(best.bound)
    title = chart.title.format(points=best.points, budget=best.budget, proof=proof)
    caption = captions.map_caption(game_map, _note(best), *best.notes)
    groups = {odds_words.THE_NETWORK: [track.index for track in best.tracks], "": options.pop("highlight", ())}
    tickets = as_reached(game_map, best.tickets, best.tracks)
    look = frame.with_defaults({**options, "highlight": groups}, title, 1000)
    fig = board_figure(game_map, tickets=tickets, caption=caption, **look)
    rows = [("track", t.name, t.length, game_map.rules.route_points[t.length]) for t in best.tracks]
    joined = joined_tickets(game_map, (track.index for track in best.tracks))
    rows += [("ticket", ticket.name, 0, points) for ticket, points in joined]
    table = pd.DataFrame(rows, columns=["what", "name", "pieces", "points"])
    names = ", ".join(words.track(track.name) for track in best.tracks)
    alt = chart.alt.format(number=len(best.tracks), points=best.points, tracks=names)
    return frame.describe(fig, table, alt, options)


def _note(best: BestNetwork) -> str:
    """Describe a best network and the bound on any network."""
    return odds_words.BEST_NETWORK.note.format(
        route=best.route_points, ticket=best.ticket_points, tickets=len(best.tickets), trains=best.trains,
        bonus=odds_words.BONUS.format(best.bonus_points) if best.bonus_points else "", budget=best.budget,
        bound=best.bound, gap=100 * best.gap, seconds=best.seconds,
    )  # fmt: skip


@frame.draws("optimum.optimum_by_trains")
def optimum_by_trains(frontier: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the best score by number of trains: routes, tickets, bonus, and the upper bound.

    Parameters
    ----------
    frontier : DataFrame
        :func:`ttr_analysis.exact.optimum.optimum_by_trains`, with at least one row.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> figure = ttr.charts.optimum_by_trains(ttr.optimum.optimum_by_trains(usa, [4, 6]))
    >>> ttr.charts.text_of(figure, "subtitle")
    'Best score by number of pieces'
    """
    rows = frontier.sort_values("trains")
    fig = go.Figure()
    for i, (column, name) in enumerate(odds_words.FRONTIER_PARTS.items()):
        if rows[column].any():
            fig.add_scatter(
                x=rows["trains"], y=rows[column], name=name, stackgroup="points", mode="lines",
                line={"color": theme.SERIES_COLORS[i], "width": 1}, hovertemplate=f"{name}: %{{y}}<extra></extra>",
            )  # fmt: skip
    for proven, name, symbol in ((True, odds_words.PROVEN, "circle"), (False, odds_words.FOUND, "circle-open")):
        chosen = rows[rows["proven"] == proven]
        if len(chosen):
            fig.add_scatter(
                x=chosen["trains"], y=chosen["points"], name=name, mode="markers",
                marker={"symbol": symbol, "size": 9, "color": theme.INK, "line": {"width": 2}},
                customdata=chosen[["tickets", "tracks", "bound"]], hovertemplate=odds_words.FRONTIER.hover,
            )  # fmt: skip
    if not rows["proven"].all():
        fig.add_scatter(
            x=rows["trains"], y=rows["bound"], name=odds_words.UPPER_BOUND, mode="lines",
            line={"color": theme.FAINT, "dash": "dash"},
            hovertemplate=f"{odds_words.UPPER_BOUND} %{{y}}<extra></extra>",
        )  # fmt: skip
    fig.update_layout(
        legend=frame.LEGEND_ABOVE,
        xaxis={"title": odds_words.FRONTIER.x, **frame.of_whole_numbers(rows["trains"])},
        yaxis={"title": odds_words.FRONTIER.y, "rangemode": "tozero"},
    )
    scores = words.listed(rows["trains"], rows["points"], odds_words.PIECES_SCORE)
    last, chart = rows.iloc[-1], odds_words.FRONTIER
    form = chart.finding if last["proven"] else odds_words.FRONTIER_OPEN
    chart = findings.headed(chart, form.format(**last[["trains", "points", "bound"]]))
    return frame.finish(
        fig, chart, rows, shows=None, alt=odds_words.FRONTIER.alt.format(scores=scores), options=options
    )
