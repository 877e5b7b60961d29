"""Charts of maps and cities: distributions, regions, points per turn of tickets, and which cities are wanted."""

from typing import Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import stats
from ttr_analysis.charts import dress, findings, frame, question_words, theme, words
from ttr_analysis.results import result, source
from ttr_analysis.stats import columns

ROW = 21
"""Height of a row of a dot plot, in pixels."""

COLOR_ROOM = 98
"""Room below bars for names of colours and the title of the axis, in pixels."""


@frame.draws("exact.distributions")
def distributions(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the lengths and colours of tracks and the values of tickets.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.exact.distributions`.

    Examples
    --------
    >>> ttr.charts.text_of(ttr.charts.distributions(ttr.exact.distributions("usa")), "subtitle")
    'Ticket to Ride (USA): lengths, colours, ticket values'
    """
    chart, fig, tops = question_words.DISTRIBUTIONS, go.Figure(), {}
    for place, (of, title) in enumerate(question_words.DISTRIBUTED.items()):
        rows, end = table[(table["of"] == of).to_numpy()], str(place + 1) if place else ""
        styles = [theme.CARD_STYLES.get(name) for name in rows["value"]] if of == "color" else []
        plain = theme.SERIES_COLORS[0]
        numbers = of != "color"
        fig.add_bar(
            x=rows["value"].astype(int) if numbers else rows["value"].map(words.color),
            y=rows["number"], xaxis=f"x{end}",
            yaxis=f"y{end}", showlegend=False, meta=dress.CARDS if of == "color" else None,
            marker={"color": [plain if style is None else style.fill for style in styles] or plain,
                    "line": {"color": theme.FAINT, "width": 1}},
            hovertemplate=chart.hover,
        )  # fmt: skip
        left = place * 0.355
        fig.update_layout({
            f"xaxis{end}": {"title": title, "domain": (left, left + 0.29), "anchor": f"y{end}",
                            "tickangle": 0 if numbers else -90, "dtick": 1 if of == "length" else None,
                            "tickfont": {"size": 12}},
            f"yaxis{end}": {"anchor": f"x{end}", "title": "" if place else chart.y, "rangemode": "tozero"},
        })  # fmt: skip
        tops[of] = rows["value"].iloc[int(rows["number"].argmax())] if len(rows) else "-"
    counted = table.groupby("of")["number"].sum()
    made = source.source_of(table)
    alt = chart.alt.format(
        tracks=counted.get("length", 0), tickets=counted.get("ticket value", 0), length=tops["length"],
        color=words.color(tops["color"]), value=tops["ticket value"],
    )  # fmt: skip
    facts = {"map": made["map"]["title"] if made else "", "length": tops["length"]}
    facts |= {"tracks": counted.get("length", 0), "tickets": counted.get("ticket value", 0)}
    chart = findings.headed(chart._replace(title=chart.title.format(**facts)), chart.finding.format(**facts))
    longest = max((len(words.color(name)) for name in table.loc[table["of"] == "color", "value"]), default=0)
    room = COLOR_ROOM + 12 * max(longest - len("orange"), 0)  # other languages have longer names of colours
    fig.update_layout(margin_b=room)
    return frame.finish(fig, chart, table, shows=None, alt=alt, height=290 + room, options=options)


@frame.draws("exact.points_by_region")
def points_by_region(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how many points of routes and tickets lie in each region.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.exact.points_by_region`.

    Examples
    --------
    >>> ttr.charts.text_of(ttr.charts.points_by_region(ttr.exact.points_by_region("usa")), "subtitle")
    'Where the points of Ticket to Ride (USA) lie'
    """
    chart, fig = question_words.REGIONS, go.Figure()
    names = [theme.escape(name) for name in table["region"]]
    for place, (column, series) in enumerate(question_words.REGION_SERIES.items()):
        fig.add_bar(
            y=names, x=table[column], orientation="h", name=series, marker_color=theme.SERIES_COLORS[place],
            text=[frame.written(value, ".0f") for value in table[column]],
            hovertemplate=chart.hover.format(series=series),
        )  # fmt: skip
    fig.update_layout(
        barmode="group", legend=frame.LEGEND_ABOVE, margin_l=frame.left_room(names, theme.FONT_SIZE),
        xaxis={"title": chart.x}, yaxis={"title": chart.y, "autorange": "reversed", "automargin": False},
    )  # fmt: skip
    facts = (table[column] for column in ("region", "route_points", "ticket_points"))
    rows = "; ".join(question_words.REGION_ROW.format(*row) for row in zip(*facts, strict=True))
    made = source.source_of(table)
    alt = chart.alt.format(rows=rows)
    chart = chart._replace(title=chart.title.format(map=made["map"]["title"] if made else ""))
    whole = columns.number_text(float(table["route_points"].sum()), 0)
    ends = findings.exact(table, "route_points")
    chart = findings.leader(chart, table["region"].tolist(), ends, digits=0, all=whole)
    return frame.finish(fig, chart, table, shows=None, alt=alt, height=170 + 50 * len(table), options=options)


@frame.draws("exact.paths.ticket_rates")
def ticket_rates(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the points per turn of each ticket, by its cheapest path and by the best one.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.exact.paths.ticket_rates`.

    Examples
    --------
    >>> table = ttr.paths.ticket_rates("usa", extra=0)
    >>> ttr.charts.text_of(ttr.charts.ticket_rates(table), "subtitle")
    'Points per turn of each ticket'
    """
    rows, chart, fig = columns.ranked(table, "best_rate").iloc[::-1], question_words.TICKET_RATES, go.Figure()
    names = [
        theme.escape(question_words.TICKET_ROW.format(*row)) for row in zip(rows["name"], rows["value"], strict=True)
    ]
    shown, names = frame.folded(rows, names)
    for place, (prefix, series) in enumerate(question_words.RATE_SERIES.items()):
        facts = [shown[f"{prefix}{fact}"] for fact in ("points", "turns", "trains")]
        fig.add_scatter(
            x=shown[f"{prefix}rate"], y=np.arange(len(shown)), mode="markers", name=series,
            marker={"size": 9, "color": theme.SERIES_COLORS[place], "symbol": ("circle", "diamond")[place]},
            customdata=list(zip(names, *facts, strict=True)), hovertemplate=chart.hover.format(series=series),
        )  # fmt: skip
    _rows(fig, names, chart.x)
    top, bottom = (rows.loc[getattr(rows["best_rate"], f"idx{end}")()] for end in ("max", "min"))
    alt = chart.alt.format(number=len(rows), top=top["name"], most=top["best_rate"], bottom=bottom["name"],
                           least=bottom["best_rate"])  # fmt: skip
    chart = findings.extremes(chart, rows["name"].tolist(), findings.exact(rows, "best_rate"), digits=2)
    return frame.finish(fig, chart, table, shows=None, alt=alt, height=170 + ROW * len(shown), options=options)


@frame.draws("stats.city_values")
def city_values(data: result.Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how often players claim at each city, most wanted on top, with a dot for each strategy if asked for.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.city_values` of them, over all players or by strategy.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.city_values(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Which cities are most wanted'
    """
    table, chart, fig = frame.rows_of(data, stats.city_values), question_words.CITY_VALUES, go.Figure()
    means = table.groupby(["city", "name"], as_index=False)[["player_share"]].mean()
    means = columns.ranked(means, "player_share").iloc[::-1]
    height_of = {city: place for place, city in enumerate(means["city"])}
    groups = table.groupby("strategy", sort=False) if "strategy" in table else [(question_words.ALL_PLAYERS, table)]
    for place, (name, rows) in enumerate(groups):
        value, low, high = columns.estimates_of(rows, "player_share", 100)
        color = theme.SERIES_COLORS[place % len(theme.SERIES_COLORS)]
        cities = [theme.escape(city) for city in rows["name"]]
        fig.add_scatter(
            x=value, y=[height_of[city] for city in rows["city"]], mode="markers",
            name=theme.escape(words.player(str(name))),
            marker={"size": 9, "color": color}, error_x={**frame.whiskers(value, low, high), "color": color},
            customdata=np.stack([cities, low, high, rows["player_games"]], axis=-1), hovertemplate=chart.hover,
        )  # fmt: skip
    _rows(fig, [theme.escape(city) for city in means["name"]], chart.x)
    fig.update_layout(showlegend=len(fig.data) > 1, xaxis_rangemode="tozero")
    shares, (bottom, top) = 100 * means["player_share"], means["name"].iloc[[0, -1]]
    ends = {"top": top, "most": shares.iloc[-1], "bottom": bottom, "least": shares.iloc[0]}
    alt = chart.alt.format(number=len(means), **ends)
    if "strategy" not in table:
        found = findings.widened(table, "player_share", 100)
        chart = findings.extremes(chart, table["name"].tolist(), found, digits=0)
    return frame.finish(
        fig, chart, table, shows=["player_share"], alt=alt, height=170 + ROW * len(means), options=options
    )


def _rows(fig: go.Figure, names: list[str], title: str) -> None:
    """Set the axes of a dot plot with a row for each name, the first one at the bottom."""
    fig.update_layout(
        legend=frame.LEGEND_ABOVE, margin_l=frame.left_room(names, 12) - 30, xaxis={"title": title},
        yaxis={"tickvals": list(range(len(names))), "ticktext": names, "automargin": False, "zeroline": False,
               "tickfont": {"size": 12}, "range": (-0.7, len(names) - 0.3)},
    )  # fmt: skip
