"""Charts of ticket difficulty: hardness and success, value per train, good partners, what to keep."""

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform
from scipy.stats import spearmanr

from ttr_analysis.charts import caption_words, captions, findings, frame, theme, ticket_words, tickets, words
from ttr_analysis.charts.board.board_map import board_figure
from ttr_analysis.charts.board.places import as_reached
from ttr_analysis.exact.optimum import Network
from ttr_analysis.maps import GameMap, Ticket, takes_map
from ttr_analysis.maps.ticket_names import told_apart
from ttr_analysis.stats.columns import estimates_of, number_text, ranked
from ttr_analysis.stats.intervals import CONFIDENCE

MAX_PARTNERS = 40
"""Greatest number of tickets in a chart of partners; with more, the names are not readable."""

BELOW = 60
"""Room for the colour bar below a narrow chart of partners, in pixels."""

MAX_CHOICES = 12
"""Greatest number of choices in a chart of advice."""


@frame.draws("stats.ticket_difficulty")
def ticket_hardness(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how often each ticket is made against its hardness on the board.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.stats.ticket_difficulty`, computed with a result.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.ticket_hardness(ttr.stats.ticket_difficulty(result.game_map, result))
    >>> ttr.charts.text_of(figure, "subtitle")
    'Do hard tickets fail more often?'
    """
    known = table.assign(name=told_apart(table["name"])).dropna(subset=["made_share"])
    x, made = 100 * known["hardness"], estimates_of(known, "made_share", 100)
    fig = go.Figure()
    fig.add_scatter(
        x=x,
        y=made[0],
        mode="markers",
        marker=tickets.dots(known["trains"], ticket_words.PATH_BAR),
        error_x=frame.whiskers(x, x, x),  # zero length: the placement of names expects whiskers in both directions
        error_y={**frame.whiskers(*made), "color": "#A39E94"},
        customdata=np.stack([known["name"].map(theme.escape), *made[1:], known["kept"], known["rank"]], axis=-1),
        hovertemplate=ticket_words.TICKET_HARDNESS.hover,
        showlegend=False,
    )
    ranges, size = (
        (frame.padded(x), frame.padded(pd.concat(made[1:]))), frame.look_of(options).plot_size(frame.WIDTH, 620)
    )  # fmt: skip
    tickets.name_points(fig, known["name"].tolist(), ticket_words.TICKET_HARDNESS, ranges, size)
    ends = tickets.extremes(known, "made_share", ticket_words.MADE_MOST, ticket_words.MADE_LEAST, 100)
    alt = ticket_words.TICKET_HARDNESS.alt.format(number=len(known), extremes=ends)
    chart = _hardness_finding(known)
    return frame.finish(
        fig, chart, table, shows=["made_share"], alt=alt, width=size[0], height=size[1], options=options
    )


def _hardness_finding(known: pd.DataFrame) -> words.Chart:
    """Return the words of the chart: how closely hardness goes with failing, if that is not chance (5 %)."""
    chart = ticket_words.TICKET_HARDNESS
    if known["hardness"].nunique() < 3 or known["made_share"].nunique() < 2:
        return chart
    rank, chance = spearmanr(known["hardness"], -known["made_share"])
    told = chart.finding if chance <= 1 - CONFIDENCE and rank > 0 else chart.unclear
    return findings.headed(chart, told.format(value=number_text(rank, 2)))


@frame.draws("stats.ticket_difficulty")
def points_per_train(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the points per train of each ticket and of the routes of its cheapest connection, best on top.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.stats.ticket_difficulty`.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> figure = ttr.charts.points_per_train(ttr.stats.ticket_difficulty(usa))
    >>> ttr.charts.text_of(figure, "subtitle")
    'How many points tickets bring per train'
    """
    table = ranked(table.assign(name=told_apart(table["name"])), "all_per_train").iloc[::-1]
    names = [
        f"{theme.escape(name)} ({words.written(trains, 'g')})"
        for name, trains in zip(table["name"], table["trains"], strict=True)
    ]
    shown, names = frame.folded(table, names)
    values = (shown["points_per_train"], shown["all_per_train"] - shown["points_per_train"])
    fig = go.Figure()
    for i, (part, value) in enumerate(zip(ticket_words.VALUE_PARTS, values, strict=True)):
        fig.add_bar(
            y=names, x=value, orientation="h", name=part, marker_color=theme.SERIES_COLORS[5 * (1 - i)],
            customdata=shown[["points", "route_points", "turns"]],
            hovertemplate=ticket_words.POINTS_PER_TRAIN.hover.format(part=part),
        )  # fmt: skip
    fig.update_layout(
        barmode="stack",
        bargap=0.25,
        legend=frame.LEGEND_ABOVE,
        margin_l=frame.left_room(names, 12),
        xaxis={"title": ticket_words.POINTS_PER_TRAIN.x},
        yaxis={"title": ticket_words.POINTS_PER_TRAIN.y, "tickfont": {"size": 12}, "dtick": 1, "automargin": False,
               "range": (-0.5, len(shown) - 0.5)},
    )  # fmt: skip
    ends = tickets.extremes(table, "all_per_train", ticket_words.WORTH_MOST, ticket_words.WORTH_LEAST)
    alt = ticket_words.POINTS_PER_TRAIN.alt.format(number=len(table), extremes=ends)
    height = 150 + tickets.BAR_ROOM * len(shown)
    chart = findings.extremes(
        ticket_words.POINTS_PER_TRAIN, table["name"].tolist(), findings.exact(table, "all_per_train")
    )
    return frame.finish(fig, chart, table, shows=None, alt=alt, height=height, options=options)


@frame.draws("paths.ticket_overlaps")
def ticket_partners(saved: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the trains that each pair of tickets saves if built together; good partners are neighbours.

    Parameters
    ----------
    saved : pandas DataFrame
        :func:`ttr_analysis.exact.paths.ticket_overlaps`. Of more than 40 tickets, those that save most are shown.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> figure = ttr.charts.ticket_partners(ttr.paths.ticket_overlaps(usa))
    >>> ttr.charts.text_of(figure, "subtitle")
    'Which tickets fit together'
    """
    matrix, apart = saved.to_numpy(copy=True), told_apart(map(str, saved.index))
    np.fill_diagonal(matrix, 0)
    chosen = np.sort(np.argsort(-matrix.sum(axis=1), kind="stable")[:MAX_PARTNERS])
    matrix = matrix[np.ix_(chosen, chosen)]
    order = _side_by_side(matrix)
    names = [theme.escape(apart[chosen[place]]) for place in order]
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
            hovertemplate=ticket_words.TICKET_PARTNERS.hover,
            colorbar={"title": {"text": theme.bar_title(ticket_words.SAVED_BAR)}, "thickness": 14, "len": 0.6},
        )
    )
    ticks = {"tickvals": list(range(len(names))), "ticktext": names, "tickfont": {"size": 11}, "automargin": False,
             "zeroline": False}  # fmt: skip
    narrow = frame.look_of(options).narrow
    room = frame.left_room(names, 11) - 40
    fig.update_layout(
        margin={"l": room, "b": BELOW if narrow else room},
        xaxis={**ticks, "tickangle": -90, "showgrid": False},
        yaxis={**ticks, "autorange": "reversed", "showgrid": False},
    )
    if narrow:
        fig.update_xaxes(showticklabels=False, ticks="")
        heading = {"text": ticket_words.SAVED_BAR.replace("<br>", " "), "side": "top"}
        fig.update_traces(colorbar={"orientation": "h", "len": 1.0, "x": 0.5, "y": 0, "yanchor": "top", "ypad": 4,
                                    "thickness": 10, "title": heading})  # fmt: skip
    pairs = _pairs(saved)
    all_shown = len(chosen) == len(saved)
    note = "" if all_shown else ticket_words.TICKET_PARTNERS.note.format(number=len(chosen), all=len(saved))
    note = " ".join([*filter(None, [note]), ticket_words.SAME_ORDER]) if narrow else note
    alt = ticket_words.TICKET_PARTNERS.alt.format(number=len(chosen), **pairs.iloc[0])
    height = int(frame.TITLE_ROOM + (BELOW if narrow else room) + 17 * len(names))
    chart = findings.headed(ticket_words.TICKET_PARTNERS, ticket_words.TICKET_PARTNERS.finding.format(**pairs.iloc[0]))
    return frame.finish(fig, chart._replace(note=note), pairs, shows=None, alt=alt, height=height, options=options)


@frame.draws("experiments.opening_advice")
def opening_advice(advice: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the result of every choice of first tickets: final score, wins, and how often all are made.

    Parameters
    ----------
    advice : pandas DataFrame
        :func:`ttr_analysis.experiments.opening_advice.opening_advice`; the 12 choices with the highest
        scores are shown.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> deal = ["Denver-El Paso", "Boston-Miami", "Dallas-New York"]
    >>> advice = ttr.experiments.opening_advice(usa, deal, "greedy_points", players=2, games=30)
    >>> figure = ttr.charts.opening_advice(advice)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Which of these tickets to keep'
    """
    table = advice.head(MAX_CHOICES).iloc[::-1]
    names = [_lines(kept, trains) for kept, trains in zip(table["kept"], table["trains"], strict=True)]
    fig = make_subplots(rows=1, cols=3, shared_yaxes=True, horizontal_spacing=0.03, column_widths=[0.4, 0.3, 0.3])
    for column, (name, axis) in enumerate(ticket_words.ADVICE_AXES.items(), 1):
        value, low, high = estimates_of(table, name, 1 if name == "score" else 100)
        fig.add_scatter(
            x=value, y=names, mode="markers", row=1, col=column, showlegend=False,
            marker={"size": 11, "color": theme.SERIES_COLORS[column - 1], "line": {"color": theme.INK, "width": 0.7}},
            error_x=frame.whiskers(value, low, high), customdata=np.stack([low, high, table["games"]], axis=-1),
            hovertemplate=ticket_words.ADVICE.hover.format(axis=axis),
        )  # fmt: skip
        fig.update_xaxes(title=axis, row=1, col=column, range=frame.padded(pd.concat([low, high])), zeroline=False)
    if frame.look_of(options).narrow:
        fig.update_xaxes(nticks=3)
    longest = [line for name in names for line in name.split("<br>")]
    rows = max(name.count("<br>") + 1 for name in names)
    fig.update_layout(margin_l=frame.left_room(longest, 12) - 30)
    fig.update_yaxes(tickfont={"size": 12}, automargin=False, range=(-0.5, len(table) - 0.5))
    best = advice.iloc[0]
    alt = ticket_words.ADVICE.alt.format(number=len(table), score=best["score"], kept=best["kept"])
    height = 150 + len(table) * (10 + 15 * rows)
    return frame.finish(
        fig,
        _advice_finding(advice),
        advice,
        shows=list(ticket_words.ADVICE_AXES),
        alt=alt,
        height=height,
        options=options,
    )


def _advice_finding(advice: pd.DataFrame) -> words.Chart:
    """Return the words of the chart: the best choice, if all others are behind it beyond their paired intervals."""
    chart = ticket_words.ADVICE
    if len(advice) < 2 or "behind_low" not in advice:
        return chart
    behind, low, _ = findings.widened(advice.iloc[1:], "behind")
    if not (low > 0).all():
        return findings.headed(chart, chart.unclear)
    chart = chart._replace(holds=ticket_words.ADVICE_PAIRS)
    best = {"kept": advice["kept"].iloc[0], "score": number_text(advice["score"].iloc[0])}
    return findings.headed(chart, chart.finding.format(**best, next=number_text(float(behind.min()))))


@frame.spoken
@takes_map
def ticket_network(
    game_map: GameMap, chosen: Sequence[Ticket], network: Network, **options: Unpack[frame.FigureOptions]
) -> go.Figure:
    """Draw the cheapest network for some tickets on the board, with the tickets' cities in gold.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The map.
    chosen : sequence of Ticket
        The tickets to connect.
    network : Network
        Their cheapest network, from :func:`ttr_analysis.exact.optimum.min_trains`.
    **options
        See :class:`ttr_analysis.charts.FigureOptions`.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> tickets = [usa.ticket("Denver-El Paso")]
    >>> figure = ttr.charts.ticket_network(usa, tickets, ttr.optimum.min_trains(usa, tickets))
    >>> ttr.charts.text_of(figure, "title")
    '4 trains complete 1 ticket'
    """
    chart = ticket_words.TICKET_NETWORK
    proof = "" if network.proven else ticket_words.AT_LEAST.format(bound=network.bound)
    title = chart.title.format(trains=network.trains, tickets=ticket_words.tickets(len(chosen)), proof=proof)
    names = ", ".join(ticket.name for ticket in chosen)
    caption = captions.map_caption(game_map, chart.note.format(names=names), caption_words.EXACT)
    groups = {
        ticket_words.CHEAPEST_NETWORK: [track.index for track in network.tracks],
        "": options.pop("highlight", ()),
    }
    shown = as_reached(game_map, chosen, network.tracks)
    look = frame.with_defaults({**options, "highlight": groups}, title, frame.WIDTH)
    fig = board_figure(game_map, tickets=shown, caption=caption, **look)
    table = pd.DataFrame([(track.name, track.length) for track in network.tracks], columns=["track", "trains"])
    names = ", ".join(words.track(track.name) for track in network.tracks)
    alt = chart.alt.format(trains=network.trains, tracks=names)
    return frame.describe(fig, table, alt, options)


def _side_by_side(matrix: np.ndarray[Any, np.dtype[np.float64]]) -> list[int]:
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
    names = np.array(told_apart(map(str, saved.index)))
    table = pd.DataFrame({"ticket": names[rows], "partner": names[columns], "saved": saved.to_numpy()[rows, columns]})
    table.attrs = saved.attrs
    return table.sort_values(["saved", "ticket", "partner"], ascending=[False, True, True], ignore_index=True)


def _lines(kept: str, trains: int) -> str:
    """Format a choice with one ticket per line."""
    return theme.escape(kept).replace("; ", "<br>") + f" ({trains})"
