"""Charts of exact odds: tunnels, waiting times, blind cards, the market.

Each function takes results of :mod:`ttr_analysis.exact.odds`. A ``note`` is a sentence for the start of the caption,
for instance on what is in hand, which the odds themselves do not record.
"""

from collections.abc import Mapping
from typing import Any, Unpack

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis._validate import instance
from ttr_analysis.charts import dress, findings, frame, odds_words, ranges, theme, words
from ttr_analysis.charts.line_ends import name_at_ends
from ttr_analysis.exact.odds import TunnelOdds, WaitingTime
from ttr_analysis.maps.spoken_names import board
from ttr_analysis.results.source import exact, tagged
from ttr_analysis.rules import RULE_SETS

PAID, FAILED = theme.STATUS_COLORS["made"], theme.STATUS_COLORS["cut off"]
"""Colours of surcharges that can be paid, and of those that cannot."""

MARKS = ("circle", "square", "diamond", "triangle-up", "x", "star", "cross", "hexagon2")
"""Markers of the lines, in addition to their colours."""

SURE = 0.99
"""Probability at which lines of waiting times end, once all of them have reached it."""


@frame.spoken
def surcharge_odds(attempt: TunnelOdds, *, note: str = "", **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how many extra cards a tunnel demands, and whether they are in hand.

    Parameters
    ----------
    attempt : TunnelOdds
        :func:`ttr_analysis.exact.odds.tunnel_odds`.
    note : str, optional
        A sentence for the start of the caption.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["europe"].cards
    >>> figure = ttr.charts.surcharge_odds(ttr.odds.tunnel_odds(cards, 3, "red", {"red": 4}))
    >>> ttr.charts.text_of(figure, "title")
    'With 1 spare card, the tunnel is built in 89.1 % of attempts'
    """
    instance("the attempt", attempt, TunnelOdds, 'odds.tunnel_odds(cards, 3, "red", {"red": 4})')
    table = tagged(pd.DataFrame({"extra": range(len(attempt.surcharge)), "probability": attempt.surcharge}), exact())
    fig, chart = go.Figure(), odds_words.SURCHARGE_ODDS
    for name, color, rows in (
        (odds_words.CAN_BE_PAID, PAID, table[table["extra"] <= attempt.spare]),
        (odds_words.FAILS, FAILED, table[table["extra"] > attempt.spare]),
    ):
        shares = 100 * rows["probability"]
        fig.add_bar(
            x=rows["extra"], y=shares, name=name, marker_color=color, width=0.6, textposition="outside",
            text=[words.PERCENT.format(value) for value in shares], cliponaxis=False,
            hovertemplate=chart.hover.format(name=name),
        )  # fmt: skip
    fig.update_layout(
        barmode="overlay",
        legend=frame.LEGEND_ABOVE,
        xaxis={"title": chart.x, "dtick": 1, "range": (-0.5, len(table) - 0.5)},
        yaxis={"title": chart.y, "rangemode": "tozero"},
    )
    facts = {"cards": odds_words.spare_cards(attempt.spare), "success": 100 * attempt.success}
    odds = words.listed(table["extra"], 100 * table["probability"], odds_words.CARDS_ODDS)
    chart = chart._replace(title=chart.title.format(**facts))
    return frame.finish(
        fig,
        chart,
        table,
        shows=None,
        alt=chart.alt.format(odds=odds, **facts),
        notes=[note],
        height=420,
        options=options,
    )


@frame.draws("odds.tunnel_table")
def tunnel_success(
    tables: Mapping[str, pd.DataFrame], *, note: str = "", **options: Unpack[frame.FigureOptions]
) -> go.Figure:
    """Draw how often a tunnel attempt succeeds, by the number of spare cards.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        Tables by name, each from :func:`ttr_analysis.exact.odds.tunnel_table`.
    note : str, optional
        A sentence for the start of the caption.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["europe"].cards
    >>> figure = ttr.charts.tunnel_success({"red": ttr.odds.tunnel_table(cards, 2, "red")})
    >>> ttr.charts.text_of(figure, "subtitle")
    'How often tunnel attempts succeed'
    """
    table = _stacked(tables, "spare", "success")
    fig = _lines(table, "spare", "success", 100, odds_words.TUNNEL_SUCCESS.hover, markers=True)
    fig.update_layout(
        xaxis={"title": odds_words.TUNNEL_SUCCESS.x, "dtick": 1},
        yaxis={"title": odds_words.TUNNEL_SUCCESS.y, "range": (0, 104)},
    )
    ends = "; ".join(
        f"{name}: " + ", ".join(words.PERCENT.format(100 * value) for value in rows["success"])
        for name, rows in tables.items()
    )
    chart = odds_words.TUNNEL_SUCCESS
    alt = chart.alt.format(ends=ends)
    name, rows = next(iter(tables.items()))
    spare = 1 if 1 in rows.index else rows.index[0]
    facts = {"cards": odds_words.spare_cards(spare), "success": 100 * rows["success"].loc[spare], "name": name}
    chart = findings.headed(chart, chart.finding.format(**facts))
    return frame.finish(fig, chart, table, shows=None, alt=alt, notes=[note], height=440, options=options)


@frame.draws("odds.tunnel_table")
def tunnel_costs(
    tables: Mapping[int, pd.DataFrame], *, note: str = "", **options: Unpack[frame.FigureOptions]
) -> go.Figure:
    """Draw what tunnels cost, if every surcharge can be paid: printed spaces, and the mean surcharge on top.

    Parameters
    ----------
    tables : mapping of int to DataFrame
        Tables by length, each from :func:`ttr_analysis.exact.odds.tunnel_table`.
    note : str, optional
        A sentence for the start of the caption.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["europe"].cards
    >>> tables = {length: ttr.odds.tunnel_table(cards, length, "red") for length in (2, 3)}
    >>> figure = ttr.charts.tunnel_costs(tables)
    >>> ttr.charts.text_of(figure, "subtitle")
    'What a tunnel costs'
    """
    surcharges = [float(rows["mean_surcharge"].iloc[-1]) for rows in tables.values()]
    costs = _kept_source(pd.DataFrame({"length": list(tables), "surcharge": surcharges}), tables)
    fig, chart = go.Figure(), odds_words.TUNNEL_COSTS
    for column, name, color in (("length", odds_words.PRINTED, PAID), ("surcharge", odds_words.MEAN_SURCHARGE, FAILED)):
        fig.add_bar(
            x=costs["length"], y=costs[column], name=name, marker_color=color, width=0.6,
            text=[words.written(value, "+.2f") for value in surcharges] if column == "surcharge" else None,
            textposition="outside", cliponaxis=False, hovertemplate=chart.hover.format(name=name),
        )  # fmt: skip
    fig.update_layout(
        barmode="stack",
        legend=frame.LEGEND_ABOVE,
        xaxis={"title": chart.x, "dtick": 1},
        yaxis={"title": chart.y, "rangemode": "tozero"},
    )
    alt = chart.alt.format(surcharges=words.listed(tables, surcharges, odds_words.LENGTH))
    facts = {"length": odds_words.spaces(list(tables)[-1]), "surcharge": surcharges[-1]}
    chart = findings.headed(chart, chart.finding.format(**facts))
    return frame.finish(fig, chart, costs, shows=None, alt=alt, notes=[note], height=420, options=options)


@frame.spoken
def waiting_times(
    times: Mapping[str, WaitingTime], heading: str, *, note: str = "", **options: Unpack[frame.FigureOptions]
) -> go.Figure:
    """Draw the probability that a set of cards is in hand, by number of cards drawn or turns.

    Parameters
    ----------
    times : mapping of str to WaitingTime
        Waiting times by name, all in the same unit.
    heading : str
        What is waited for: the chart's subtitle.
    note : str, optional
        A sentence for the start of the caption.

    Raises
    ------
    ValueError
        If there are no times, or some are in cards and others in turns.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["usa"].cards
    >>> time = ttr.odds.draws_until(cards, {"red": 3})
    >>> figure = ttr.charts.waiting_times({"3 red": time}, "Waiting for red")
    >>> ttr.charts.text_of(figure, "subtitle")
    'Waiting for red'
    """
    units = {time.unit for time in times.values()}
    if len(units) != 1:
        raise ValueError(f"times must all be in one unit; found units: {sorted(units)}")
    unit = units.pop()
    last = max(min(time.quantile(SURE), time.in_hand.size - 1) for time in times.values())
    frames = {
        name: tagged(pd.DataFrame({"in_hand": time.in_hand}).rename_axis(unit).loc[:last], exact())
        for name, time in times.items()
    }
    table, chart = _stacked(frames, unit, "in_hand"), odds_words.WAITING
    fig = _lines(table, unit, "in_hand", 100, chart.hover.format(unit=unit))
    fig.update_layout(
        xaxis={"title": chart.x.format(noun=odds_words.UNITS[unit], unit=unit), "rangemode": "tozero"},
        yaxis={"title": chart.y, "range": (0, 104)},
    )
    fig.add_hline(y=50, line={"dash": "dot", "color": theme.FAINT, "width": 1})
    halves = words.listed(times, [time.quantile(0.5) for time in times.values()], odds_words.HALF_AFTER)
    alt = chart.alt.format(unit=unit, halves=halves)
    slowest = max(times, key=lambda name: times[name].quantile(0.5))
    facts = {"name": slowest, "half": times[slowest].quantile(0.5), "unit": unit}
    chart = findings.headed(chart._replace(title=heading), chart.finding.format(**facts))
    name_at_ends(fig, options)
    return frame.finish(fig, chart, table, shows=None, alt=alt, notes=[note], options=options)


@frame.draws("odds.blind_or_locomotive")
def blind_or_locomotive(table: pd.DataFrame, *, note: str = "", **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Compare a face-up locomotive, which is one certain card, with blind cards.

    Parameters
    ----------
    table : DataFrame
        :func:`ttr_analysis.exact.odds.blind_or_locomotive`.
    note : str, optional
        A sentence for the start of the caption.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["usa"].cards
    >>> figure = ttr.charts.blind_or_locomotive(ttr.odds.blind_or_locomotive(cards))
    >>> ttr.charts.text_of(figure, "subtitle")
    'A face-up locomotive or blind cards?'
    """
    fig, narrow = go.Figure(), frame.look_of(options).narrow
    wide = 0.9 if narrow else 0.6  # on a phone, numbers need all of it
    for better, name, color in ((False, odds_words.LOCOMOTIVE_GAINS, PAID), (True, odds_words.BLIND_GAINS, FAILED)):
        rows = table[table["blind_is_better"] == better]
        fig.add_bar(
            x=rows.index, y=rows["mean_useful"], name=name, marker_color=color, textposition="inside", width=wide,
            text=[words.written(value, ".2f") for value in rows["mean_useful"]],
            insidetextanchor="end", constraintext="none", textangle=0, insidetextfont={"size": 10 if narrow else 12},
            customdata=100 * rows[["none_useful", "all_useful"]], hovertemplate=odds_words.BLIND.hover,
        )  # fmt: skip
    fig.add_hline(y=1, line={"dash": "dash", "color": theme.INK, "width": 1.5})
    first = table.index[table["blind_is_better"]]
    end = first[0] + (1 - wide) / 2 if len(first) else len(table)  # where the first bar that crosses begins
    lower = end / len(table)
    room = lower * (frame.look_of(options).plot_size(frame.WIDTH, 440)[0] - ranges.margin_of(fig, "l") - 40)
    told = dress.axis_title_lines(odds_words.ONE_CERTAIN_CARD, room, 12)
    fig.add_annotation(
        text="<br>".join(map(theme.escape, told)), x=0, xref="paper", y=1, xanchor="left", xshift=6,
        yanchor="bottom", yshift=1, align="left", showarrow=False, font={"size": 12}, bgcolor=theme.PAPER,
    )  # fmt: skip
    fig.update_layout(
        barmode="overlay",
        legend=frame.LEGEND_ABOVE,
        xaxis={"title": odds_words.BLIND.x, "dtick": 1},
        yaxis={"title": odds_words.BLIND.y, "rangemode": "tozero"},
    )
    alt = odds_words.BLIND.alt.format(
        turn=odds_words.BLIND_FROM.format(first[0]) if len(first) else odds_words.BLIND_NEVER
    )
    chart = odds_words.BLIND
    chart = findings.headed(chart, chart.finding.format(colors=first[0]) if len(first) else chart.unclear)
    return frame.finish(fig, chart, table.reset_index(), shows=None, alt=alt, notes=[note], height=440, options=options)


@frame.draws("odds.market_clearings")
def market_clearings(
    tables: Mapping[str, pd.DataFrame], *, note: str = "", **options: Unpack[frame.FigureOptions]
) -> go.Figure:
    """Draw how often the market is cleared, by the number of cards taken from it.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        Tables by name, each from :func:`ttr_analysis.exact.odds.market_clearings`.
    note : str, optional
        A sentence for the start of the caption.

    Examples
    --------
    >>> table = ttr.odds.market_clearings(ttr.rules.RULE_SETS["usa"], 5)
    >>> figure = ttr.charts.market_clearings({"usa": table})
    >>> ttr.charts.text_of(figure, "subtitle")
    'How often the market is cleared'
    """
    tables = {_called(name): rows for name, rows in tables.items()}
    table = _stacked(tables, "taken", "mean")
    fig = _lines(table, "taken", "mean", 1, odds_words.CLEARINGS.hover)
    fig.update_layout(
        xaxis={"title": odds_words.CLEARINGS.x},
        yaxis={"title": odds_words.CLEARINGS.y, "range": frame.padded([0, table["mean"].max()], 0.04)},
    )
    ends = words.listed(tables, [float(rows["mean"].iloc[-1]) for rows in tables.values()], odds_words.CLEARINGS_END)
    alt = odds_words.CLEARINGS.alt.format(ends=ends)
    name, rows = max(tables.items(), key=lambda each: float(each[1]["mean"].iloc[-1]))
    facts = {"name": name, "cleared": float(rows["mean"].iloc[-1]), "taken": rows.index[-1]}
    name_at_ends(fig, options, 440)
    chart = findings.headed(odds_words.CLEARINGS, odds_words.CLEARINGS.finding.format(**facts))
    return frame.finish(fig, chart, table, shows=None, alt=alt, notes=[note], height=440, options=options)


def _called(name: str) -> str:
    """Return the title of rules that are named as in code; other names stay."""
    return board(RULE_SETS[name].title) if name in RULE_SETS else name


def _stacked(tables: Mapping[str, pd.DataFrame], index: str, column: str) -> pd.DataFrame:
    """Stack one column of several tables, with their names in ``group``."""
    parts = [rows[column].rename_axis(index).reset_index().assign(group=name) for name, rows in tables.items()]
    return _kept_source(pd.concat(parts, ignore_index=True), tables)


def _kept_source(table: pd.DataFrame, tables: Mapping[Any, pd.DataFrame]) -> pd.DataFrame:
    """Give a table made from others their source, if all have the same."""
    first, *others = [rows.attrs for rows in tables.values()]
    table.attrs = first if all(other == first for other in others) else {}
    return table


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
    return fig.update_layout(legend=frame.LEGEND_ABOVE, showlegend=table["group"].nunique() > 1)
