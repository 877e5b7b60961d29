"""Charts across maps and numbers of players: one player among others, and the value of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ttr_analysis.charts import findings, frame, theme, tournament_words, words
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.maps.spoken_names import board
from ttr_analysis.results.source import source_of
from ttr_analysis.stats.columns import ENDS, add, estimates_of, intervals_of

SPREAD = 0.56
"""Width over which the points of one number of players are spread, in units of the axis."""

LEGEND_WIDTH = 700
"""Room for the names of a legend, in pixels."""

Measure = tuple[str, tuple[str, str]]
"""A row of panels: a column of the table with its interval, and the title and unit shown."""


@frame.draws("experiments.sweeps.compared")
def challenge(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how one player of each strategy fares among players of another, in points and wins.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.sweeps.compared`; for several maps and numbers of players,
        :func:`ttr_analysis.stats.joined` of these. All opponents play one strategy.

    Examples
    --------
    >>> played = ttr.experiments.challenge("usa", ["greedy_points"], against="random", games=20, progress=False)
    >>> from ttr_analysis.experiments.sweeps import compared
    >>> figure = ttr.charts.challenge(compared(played))
    >>> ttr.charts.text_of(figure, "subtitle")
    'One player of each strategy against opponents playing Random'
    """
    rows = _with_lead(table)
    measures = (("difference", tournament_words.ABOVE_OPPONENTS), ("lead", tournament_words.ABOVE_FAIR))
    fig = _panels(rows, "strategy", measures, theme.SERIES_COLORS)
    against = words.player(str(table["against"].iloc[0]))
    chart = tournament_words.CHALLENGE._replace(title=tournament_words.CHALLENGE.title.format(against=against))
    texts = "; ".join(_row(row, tournament_words.CHALLENGE_ROW) for _, row in rows.iterrows())
    alt = chart.alt.format(against=against, rows=texts)
    few = tournament_words.CHALLENGE_OF_FEW
    chart = _finding(chart, rows, "difference", rows["strategy"].tolist(), words.player, few, against)
    return frame.finish(
        fig, chart, table, shows=["difference", "win_share"], alt=alt, height=600,
        legend_rows=_legend_rows(table["strategy"]), options=options,
    )  # fmt: skip


@frame.draws("experiments.tournament.seats")
def seat_advantage(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how far the wins of each seat are above the fair share, by number of players.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.seats`; for several tournaments,
        :func:`ttr_analysis.stats.joined` of these.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.seat_advantage(ttr.stats.win_share_by_seat(result).assign(map="usa", players=2))
    >>> ttr.charts.text_of(figure, "subtitle")
    'What each seat is worth'
    """
    rows = _with_lead(table).assign(name=list(map(_seat, table["seat"])))
    fig = _panels(rows, "name", [("lead", tournament_words.ABOVE_FAIR)], theme.SEAT_COLORS)
    texts = "; ".join(_row(row, tournament_words.SEAT_ROW) for _, row in rows[rows["seat"] == 0].iterrows())
    alt = tournament_words.SEAT_ADVANTAGE.alt.format(rows=texts)
    seats, few = rows["seat"].tolist(), tournament_words.SEAT_OF_FEW
    chart = _finding(tournament_words.SEAT_ADVANTAGE, rows, "lead", seats, lambda seat: _seat(seat).capitalize(), few)
    return frame.finish(fig, chart, table, shows=["win_share"], alt=alt, height=430, options=options)


def _seat(seat: int) -> str:
    return tournament_words.SEAT.format(seat + 1)


def _finding(
    chart: words.Chart, rows: pd.DataFrame, column: str, names: Sequence[object], called: findings.Called, few: str,
    against: str = "",
) -> words.Chart:  # fmt: skip
    """Return the words of a chart: how many rows differ from 0 beyond chance, and which one most."""
    places = {key: rows[key].tolist() for key in ("players", "map")}
    ends = findings.widened(rows, column)
    return findings.all_beyond(
        chart, names, ends, few, few=findings.FEW, of_rows=places, called=called, against=against
    )


def _row(row: pd.Series[float], form: str) -> str:
    """Describe a row of the table in words."""
    texts = {name: frame.signed(row[name], 1) for name in ("difference", "lead") if name in row}
    texts |= {"strategy": words.player(str(row["strategy"]))} if "strategy" in row else {}
    return form.format(**{**row, **texts})


def _with_lead(table: pd.DataFrame) -> pd.DataFrame:
    """Add ``lead`` to the table: the wins above the fair share in percent of the games; name maps as people do."""
    source = source_of(table) or {}
    places = [part["map"] for part in source.get("parts", [source]) if "map" in part]
    table = table.assign(map=table["map"].replace({place["name"]: board(place["title"]) for place in places}))
    shares = (table[f"win_share{end}"] for end in ENDS)
    lead = [(100 * (share - 1 / table["players"])).to_numpy() for share in shares]
    add(table, "lead", lead, *intervals_of(table).get("win_share", ()))
    return table


def _legend_rows(names: pd.Series[str]) -> int:
    """Return the number of rows of a legend, which plotly divides into columns as wide as the widest name."""
    unique = list(dict.fromkeys(names))
    columns = max(1, int(LEGEND_WIDTH / (46 + max(text_width(name, 13) for name in unique))))
    return -(-len(unique) // columns)


def _panels(table: pd.DataFrame, group: str, measures: Sequence[Measure], colors: Sequence[str]) -> go.Figure:
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
    for row, (measure, (title, unit)) in enumerate(measures, 1):
        for column, name in enumerate(maps, 1):
            for place, member in enumerate(groups):
                chosen = table[(table["map"] == name) & (table[group] == member)]
                fig.add_trace(
                    _points(chosen, measure, unit, member, colors[place % len(colors)]).update(
                        legendgroup=place, showlegend=row == column == 1
                    ),
                    row=row, col=column,
                )  # fmt: skip
            fig.update_xaxes(dtick=1, zeroline=False, range=_players_range(table), row=row, col=column)
            fig.add_hline(y=0, line={"color": theme.FAINT, "width": 1.5}, layer="below", row=row, col=column)
        ends = pd.concat([*estimates_of(table, measure)[1:], pd.Series([0.0])])
        fig.update_yaxes(range=frame.padded(ends, 0.06), zeroline=False, row=row)
        fig.update_yaxes(title=title, row=row, col=1)
    for column, name in enumerate(maps, 1):
        fig.update_xaxes(
            title=tournament_words.CHALLENGE.x.format(map=theme.escape(name)), row=len(measures), col=column
        )
    return fig.update_layout(legend={**frame.LEGEND_ABOVE, "itemsizing": "constant"}, margin_l=100)


def _points(rows: pd.DataFrame, measure: str, unit: str, name: str, color: str) -> go.Scatter:
    value, low, high = estimates_of(rows, measure)
    return go.Scatter(
        x=rows["at"], y=value, mode="markers", name=theme.escape(words.player(name)),
        marker={"size": 9, "color": color, "line": {"color": theme.INK, "width": 0.7}},
        error_y={**frame.whiskers(value, low, high), "thickness": 1.6, "width": 4},
        customdata=np.stack([rows["players"], low, high, rows["games"]], axis=-1),
        hovertemplate=tournament_words.CHALLENGE.hover.format(name=theme.escape(words.player(name)), unit=unit),
    )  # fmt: skip


def _players_range(table: pd.DataFrame) -> tuple[float, float]:
    return float(table["players"].min()) - 0.5, float(table["players"].max()) + 0.5
