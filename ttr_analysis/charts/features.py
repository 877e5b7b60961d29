"""Charts of rules that only some games have: tunnels, stations and harbours, tours."""

from collections.abc import Sequence
from typing import Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import stats
from ttr_analysis.charts import findings, frame, theme, ticket_words, words
from ttr_analysis.charts.tickets import stacked_shares
from ttr_analysis.maps import city_labels
from ttr_analysis.results.result import Result
from ttr_analysis.stats.columns import estimates_of, number_text, ranked

MAX_BARS = 30
"""Greatest number of bars in a ranking; the table behind the chart holds all rows."""

NOTE_ROOM = 110.0
"""Room for what stands behind a bar, in pixels."""

LETTERS_ABOVE = 60
"""Letters of a line of a name above its bar."""

_ROW = 22
"""Height of one bar of a long list, in pixels."""


@frame.draws("stats.tunnel_surcharges")
def tunnel_surcharges(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how large the surcharges of tunnels were, and how often they were paid.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.tunnel_surcharges` of them.

    Examples
    --------
    >>> result = ttr.simulate("europe", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.tunnel_surcharges(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Tunnel surcharges, and how often they are paid'
    """
    surcharges = frame.rows_of(data, stats.tunnel_surcharges)
    fig = go.Figure()
    for i, (payment, rows) in enumerate(surcharges.groupby("payment", sort=False)):
        short = words.SHORT_PAYMENTS[str(payment)]  # keeps the legend to one row
        share, low, high = estimates_of(rows, "share", 100)
        color = theme.SERIES_COLORS[i]
        dug = share * rows["dug_share"].fillna(0)
        shared = {"x": rows["surcharge"], "offsetgroup": i, "legendgroup": payment}
        fig.add_bar(
            **shared,
            y=dug,
            name=words.DUG.format(payment=short),
            marker_color=color,
            customdata=np.stack([share, low, high, 100 * rows["dug_share"], rows["attempts"]], axis=-1),
            hovertemplate=words.TUNNEL_SURCHARGES.hover,
        )
        fig.add_bar(
            **shared,
            y=share - dug,
            base=dug,
            name=words.GIVEN_UP.format(payment=short),
            marker={"color": frame.faint(color), "line": {"color": color, "width": 1}},
            error_y={**frame.whiskers(share, low, high), "width": 6},
            hoverinfo="skip",
        )
    fig.update_layout(
        barmode="group",
        bargap=0.25,
        legend=frame.LEGEND_ABOVE,
        xaxis={"title": words.TUNNEL_SURCHARGES.x, "dtick": 1},
        yaxis={"title": words.TUNNEL_SURCHARGES.y, "rangemode": "tozero"},
    )
    free = surcharges[surcharges["surcharge"] == 0]
    listed = words.listed(free["payment"].map(words.label), 100 * free["share"], words.NAMED_SHARE)
    alt = words.TUNNEL_SURCHARGES.alt.format(free=listed)
    first = free.iloc[0] if len(free) else None
    chart = words.TUNNEL_SURCHARGES
    if first is not None:
        facts = {"share": number_text(100 * first["share"], 0), "payment": words.label(first["payment"])}
        chart = findings.headed(chart, chart.finding.format(**facts))
    return frame.finish(fig, chart, surcharges, shows=["share"], alt=alt, height=440, options=options)


@frame.draws("stats.tunnel_values")
def tunnel_values(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the mean surcharge of each tunnel, most often begun on top.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.tunnel_values` of them.

    Examples
    --------
    >>> result = ttr.simulate("europe", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.tunnel_values(result)
    >>> ttr.charts.text_of(figure, "title")
    'Mean surcharge of each tunnel'
    """
    tunnels = frame.rows_of(data, stats.tunnel_values)
    table = ranked(tunnels[tunnels["attempts"] > 0], "attempts_a_game").head(MAX_BARS).iloc[::-1]
    notes = [words.SHARE_GIVEN_UP.format(100 * share) for share in table["given_up_share"]]
    names = [f"{words.track(name)} ({length})" for name, length in zip(table["name"], table["length"], strict=True)]
    wide = frame.look_of(options).plot_size(frame.WIDTH, 150 + _ROW * len(table))[0]
    fig, alt = _ranked(table, "mean_surcharge", 1, words.TUNNELS, names, notes, wide)
    height = 150 + _ROW * len(table)
    ends = findings.widened(table, "mean_surcharge")
    chart = findings.extremes(words.TUNNELS, table["name"].tolist(), ends, digits=2, called=words.track)
    return frame.finish(fig, chart, tunnels, shows=["mean_surcharge"], alt=alt, height=height, options=options)


@frame.draws("stats.building_values")
def building_values(data: Result | pd.DataFrame, kind: str, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw where buildings of a kind stand, most frequent on top, and what they earn there.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.building_values` of them.
    kind : {"station", "harbour"}

    Examples
    --------
    >>> result = ttr.simulate("europe", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.building_values(result, "station")
    >>> ttr.charts.text_of(figure, "title")
    'Where stations are built'
    """
    buildings = frame.rows_of(data, stats.building_values)
    rows = buildings[buildings["kind"] == kind]
    table = ranked(rows, "built").head(MAX_BARS).iloc[::-1]
    notes = [words.POINTS_EARNED.format(frame.signed(points, 1)) for points in table["mean_points"]]
    wide = frame.look_of(options).plot_size(frame.WIDTH, 150 + _ROW * len(table))[0]
    fig, alt = _ranked(table, "built_share", 100, words.BUILDINGS[kind], table["name"].tolist(), notes, wide)
    fewer = [words.MOST_FREQUENT.format(shown=len(table), all=len(rows))] if len(table) < len(rows) else []
    height = 150 + _ROW * len(table)
    built = findings.widened(rows, "built_share", 100)
    chart = findings.leader(words.BUILDINGS[kind], rows["name"].tolist(), built)
    return frame.finish(fig, chart, rows, shows=["built_share"], alt=alt, notes=fewer, height=height, options=options)


def _ranked(
    table: pd.DataFrame,
    column: str,
    factor: float,
    chart: words.Chart,
    names: Sequence[str],
    notes: Sequence[str],
    wide: float,
) -> tuple[go.Figure, str]:
    """Draw horizontal bars with whiskers and a note after each; return the figure and its alternative text."""
    value, low, high = estimates_of(table, column, factor)
    shown = [theme.escape(name) for name in names]
    fig = go.Figure()
    fig.add_bar(
        y=shown,
        x=value,
        orientation="h",
        marker_color=theme.SERIES_COLORS[0],
        error_x=frame.whiskers(value, low, high),
        customdata=np.stack([low, high], axis=-1),
        hovertemplate=chart.hover,
        showlegend=False,
    )
    for name, end, note in zip(shown, high.fillna(value), notes, strict=True):
        fig.add_annotation(
            x=end, y=name, text=note, showarrow=False, xanchor="left", xshift=8,
            font={"size": 11, "color": theme.FAINT},
        )  # fmt: skip
    plot = max(wide - frame.left_room(list(names), 12) - 30, 1.0)
    fig.update_layout(
        bargap=0.3,
        margin_l=frame.left_room(list(names), 12),
        xaxis={"title": chart.x, "range": (0, float(np.nanmax(high)) / max(1 - NOTE_ROOM / plot, 0.3))},
        yaxis={"title": chart.y, "tickfont": {"size": 12}, "automargin": False, "dtick": 1,
               "range": (-0.6, len(table) - 0.4)},
    )  # fmt: skip
    alt = words.RANKED_ALT.format(
        number=len(table), axis=chart.x.lower(), top=names[-1], value=value.iloc[-1], note=notes[-1]
    )
    return fig, alt


@frame.draws("stats.tour_outcomes")
def tour_outcomes(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the outcomes of tours: in order, out of order, or failed.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.tour_outcomes` of them.

    Examples
    --------
    >>> result = ttr.simulate("rails_sails_world", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.tour_outcomes(result)
    >>> ttr.charts.text_of(figure, "title")
    'What becomes of the tours players keep'
    """
    tours = frame.rows_of(data, stats.tour_outcomes)
    table = ranked(tours[tours["kept"] > 0], "in_order_share").iloc[::-1]
    points = zip(table["points"], table["points_out_of_order"], strict=True)
    narrow = frame.look_of(options).narrow
    lines = [
        [*theme.lines_of(_whole(name), LETTERS_ABOVE if narrow else 34), ticket_words.TOUR_POINTS.format(*both)]
        for name, both in zip(table["name"], points, strict=True)
    ]
    names = ["<br>".join(map(theme.escape, each)) for each in lines]
    colors = {"in order": theme.STATUS_COLORS["made"], "out of order": theme.SERIES_COLORS[2],
              "failed": theme.STATUS_COLORS["cut off"]}  # fmt: skip
    columns = {outcome: f"{outcome.replace(' ', '_')}_share" for outcome in colors}
    fig = stacked_shares(table, names, columns, colors)
    fig.update_layout(
        barmode="stack",
        bargap=0.3,
        legend=frame.LEGEND_ABOVE,
        margin_l=frame.left_room([line for each in lines for line in each], 11),
        xaxis={"title": ticket_words.TOURS.x, "range": (0, 100)},
        yaxis={"title": ticket_words.TOURS.y, "tickfont": {"size": 11}, "automargin": False, "dtick": 1},
    )
    if narrow:
        _names_above(fig, names)
    best = table.iloc[-1]
    alt = ticket_words.TOURS.alt.format(number=len(table), best=best["name"], share=100 * best["in_order_share"])
    height = 180 + (3 if narrow else 2) * _ROW * len(table)
    chart = findings.extremes(
        ticket_words.TOURS, table["name"].tolist(), findings.widened(table, "in_order_share", 100), digits=0
    )
    return frame.finish(fig, chart, tours, shows=list(columns.values()), alt=alt, height=height, options=options)


def _names_above(fig: go.Figure, names: Sequence[str]) -> None:
    """Write the names of bars above them, on a phone, where they would take half of the width."""
    for place, name in enumerate(names):
        fig.add_annotation(
            x=0, xref="paper", xanchor="left", y=place + 0.19, yanchor="bottom", yshift=2, align="left", text=name,
            showarrow=False, borderpad=0, font={"size": 11},
        )  # fmt: skip
    fig.update_yaxes(showticklabels=False, ticks="", title=None, range=(-0.4, len(names) - 0.1))
    fig.update_layout(bargap=0.62, margin={"l": 20, "r": 20})


def _whole(name: str) -> str:
    """Return a tour as readers see it, whose lines break between its cities and not within their names."""
    return str(city_labels.renamed(name)).replace(" ", "\N{NO-BREAK SPACE}")
