"""Charts of best networks: drawn on the board, and points by number of trains."""

from typing import Unpack

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import captions, findings, frame, odds_words, theme, words
from ttr_analysis.charts.board.board_map import board_figure
from ttr_analysis.charts.board.places import as_reached
from ttr_analysis.errors import MapError
from ttr_analysis.exact.optimum import BestNetwork
from ttr_analysis.exact.optimum.problem import joined_tickets
from ttr_analysis.maps import GameMap, load_map, takes_map
from ttr_analysis.results.source import source_of


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
    '15 points with 6 trains (proven best)'
    """
    chart = odds_words.BEST_NETWORK[_piece(game_map)]
    proof = odds_words.PROVEN if best.proven else odds_words.BEST_FOUND.format(best.bound)
    title = chart.title.format(points=best.points, budget=best.budget, proof=proof)
    caption = captions.map_caption(game_map, _note(best, chart), *best.notes)
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


def _piece(game_map: GameMap | None) -> str:
    """Return what is laid on the tracks of a map: trains, or pieces of several kinds."""
    return "train" if game_map is not None and [piece.name for piece in game_map.rules.pieces] == ["train"] else "piece"


def _note(best: BestNetwork, chart: words.Chart) -> str:
    """Describe a best network and the bound on any network."""
    return chart.note.format(
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
    'Best score by number of trains'
    """
    rows, fig = frontier.sort_values("trains"), go.Figure()
    piece = _piece(_map_of(frontier))
    chart = odds_words.FRONTIER[piece]
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
                customdata=chosen[["tickets", "tracks", "bound"]], hovertemplate=chart.hover,
            )  # fmt: skip
    if not rows["proven"].all():
        fig.add_scatter(
            x=rows["trains"], y=rows["bound"], name=odds_words.UPPER_BOUND, mode="lines",
            line={"color": theme.FAINT, "dash": "dash"},
            hovertemplate=f"{odds_words.UPPER_BOUND} %{{y}}<extra></extra>",
        )  # fmt: skip
    fig.update_layout(
        legend=frame.LEGEND_ABOVE,
        xaxis={"title": chart.x, **frame.of_whole_numbers(rows["trains"])},
        yaxis={"title": chart.y, "rangemode": "tozero"},
    )
    scores = words.listed(rows["trains"], rows["points"], odds_words.PIECES_SCORE[piece])
    last, alt = rows.iloc[-1], chart.alt.format(scores=scores)
    form = chart.finding if last["proven"] else odds_words.FRONTIER_OPEN[piece]
    chart = findings.headed(chart, form.format(**last[["trains", "points", "bound"]]))
    return frame.finish(fig, chart, rows, shows=None, alt=alt, options=options)


def _map_of(table: pd.DataFrame) -> GameMap | None:
    """Return the map that a table tells of, if it can be found by its name."""
    place = (source_of(table) or {}).get("map")
    try:
        return None if place is None else load_map(place["name"], place["ticket_set"])
    except MapError:
        return None
