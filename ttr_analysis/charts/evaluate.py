"""Charts of moves: what each action of a decision is expected to bring, and how the chances went in a game."""

import textwrap
from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ttr_analysis.charts import findings, frame, move_words, theme, words
from ttr_analysis.experiments.evaluate.costs import name_of
from ttr_analysis.play.spoken import spoken
from ttr_analysis.stats.columns import estimates_of, number_text, text_of_row

WIDTH = 1000
ROW, TALL_ROW = 24, 58
"""Width of the chart of actions, and height of a row, without and with its name above it, in pixels."""
LETTERS = 58
"""Letters of a name above its row, at most."""
TOP = 14
"""Actions that are drawn."""
FACTORS = {"win_share": 100, "margin": 1, "points": 1}
"""From the unit of each measure to that shown."""
LABEL_WIDTH, LABEL_ROW = 0.065, 7.0
"""What the label of a blunder covers: a share of the axis of turns, and percentage points above the lines."""
LABEL_ROWS = 4
"""Rows of labels at most; the least costly blunders get none if there are more."""
BEHIND_ROOM = 190
"""Room for the differences at the right, in pixels."""


@frame.draws("experiments.evaluate")
def move_values(table: pd.DataFrame, *, top: int = TOP, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw what actions are expected to bring, as dots with whiskers, the best on top.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.evaluate`.
    top : int
        How many of the best actions are drawn; the table behind the chart holds all.

    Examples
    --------
    >>> position = ttr.Position(players=2, hands={0: {"purple": 4}}, tickets={0: ["Denver-El Paso"]})
    >>> named = ["claim Denver-Omaha purple with 4 purple", "draw blind from the train deck"]
    >>> table = ttr.evaluate(position, "usa", actions=named, player="random", rollouts=60, progress=False)
    >>> ttr.charts.text_of(ttr.charts.move_values(table), "subtitle")
    'What each action is expected to bring'
    """
    by = str(_told(table).get("by", "win_share"))
    few = table.head(top).assign(action=[spoken(action) for action in table["action"].head(top)])
    names = [theme.escape(name) for name in few["action"]]
    narrow = frame.look_of(options).narrow
    shown = [by] if narrow else [by, "points" if by == "margin" else "margin"]
    places = np.arange(len(few))[::-1]
    fig = make_subplots(rows=1, cols=len(shown), shared_yaxes=True, horizontal_spacing=0.07)
    for column, measure in enumerate(shown, 1):
        _add_values(fig, few, places, names, measure, column)
    fig.update_yaxes(tickvals=places, ticktext=names, automargin=False, zeroline=False, tickfont={"size": 12})
    fig.update_yaxes(range=(-0.7, len(few) - 0.3))
    if narrow:
        _add_names_above(fig, few, places, by)
    else:
        _add_behind(fig, few, places, by)
        fig.update_layout(margin_l=frame.left_room(list(few["action"]), 12) - 40, margin_r=BEHIND_ROOM)
    fig.update_layout(showlegend=False)
    notes = [move_words.LEAD_NOTE] * ("margin" in shown)
    notes += [move_words.MOVES_LEFT_OUT.format(len(table) - len(few))] * (len(table) > len(few))
    other = few.iloc[min(1, len(few) - 1)]
    facts = {
        "number": len(table),
        "best": few["action"].iloc[0],
        "value": frame.written(100 * few["win_share"].iloc[0], ".1f"),
    }
    facts |= {"next": other["action"] if len(few) > 1 else move_words.ONLY_MOVE}
    alt = move_words.MOVES.alt.format(**facts, behind=text_of_row(other, "behind", 1, FACTORS[by]))
    height = 170 + (TALL_ROW if narrow else ROW) * len(few)
    return frame.finish(
        fig,
        _moves_finding(table),
        table,
        shows=[*shown, "behind"],
        alt=alt,
        notes=notes,
        height=height,
        width=WIDTH,
        options=options,
    )


def _moves_finding(table: pd.DataFrame) -> words.Chart:
    """Return the words of the chart: the best action, if all others are behind it beyond chance."""
    chart = move_words.MOVES
    if len(table) < 2:
        return chart
    low = findings.widened(table.iloc[1:], "behind")[1]
    best = {"action": spoken(table["action"].iloc[0]), "value": number_text(100 * table["win_share"].iloc[0])}
    return findings.headed(chart, (chart.finding if (low > 0).all() else chart.unclear).format(**best))


def _add_values(fig: go.Figure, few: pd.DataFrame, places: Any, names: list[str], measure: str, column: int) -> None:
    """Add the dots of one measure."""
    value, low, high = (each.to_numpy() for each in estimates_of(few, measure, FACTORS[measure]))
    axis, unit = move_words.MOVES_BY[measure]
    colors = [theme.SERIES_COLORS[0], *[theme.NEUTRAL] * (len(few) - 1)]
    fig.add_scatter(
        x=value, y=places, mode="markers", error_x=frame.whiskers(value, low, high),
        marker={"size": 10, "color": colors, "line": {"color": theme.INK, "width": 1}},
        customdata=np.stack([low, high, few["worlds"]], axis=-1),
        hovertemplate=move_words.MOVES.hover.format(unit=unit).replace("%{y}", "%{text}"), text=names,
        row=1, col=column,
    )  # fmt: skip
    fig.update_xaxes(
        title={"text": axis, "font": {"size": 13}},
        range=frame.padded([*low, *high], 0.05),
        row=1,
        col=column,
        zeroline=False,
    )


def _add_behind(fig: go.Figure, few: pd.DataFrame, places: Any, by: str) -> None:
    """Write at the right how far each action is behind the best."""
    for place, (_, row) in zip(places[1:], list(few.iterrows())[1:], strict=True):
        text = text_of_row(row, "behind", 1, FACTORS[by])
        fig.add_annotation(
            x=1.01, xref="paper", xanchor="left", y=place, yref="y", text=text, showarrow=False, font={"size": 12}
        )
    fig.add_annotation(
        x=1.01, xref="paper", xanchor="left", y=len(few) - 1, yref="y", showarrow=False,
        text=f"<b>{move_words.MOVES_BEHIND[by]}</b>", font={"size": 12},
    )  # fmt: skip


def _add_names_above(fig: go.Figure, few: pd.DataFrame, places: Any, by: str) -> None:
    """Write the name of each action above its dot, and under the name how far it is behind the best."""
    for place, (number, (_, row)) in zip(places, enumerate(few.iterrows()), strict=True):
        name = "<br>".join(map(theme.escape, textwrap.wrap(row["action"], LETTERS)[:2]))
        behind = f"<br>{text_of_row(row, 'behind', 1, FACTORS[by])} {move_words.MOVES_BEHIND[by]}" if number else ""
        fig.add_annotation(
            x=0, xref="paper", xanchor="left", y=place + 0.14, yref="y", yanchor="bottom", align="left",
            text=name + behind, showarrow=False, borderpad=0, font={"size": 11},
        )  # fmt: skip
    fig.update_yaxes(showticklabels=False, ticks="", range=(-0.4, len(few)))
    fig.update_layout(margin={"l": 20, "r": 20})


@frame.draws("experiments.review")
def win_chances(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the chance of a win of each player over a game, with blunders and turning points marked.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.review`.

    Examples
    --------
    >>> game = ttr.Game("usa", players=2, seed=7)
    >>> game.keep(["Toronto-Miami", "Duluth-Houston"])
    >>> table = ttr.experiments.review(game, player="greedy_points", precision=0.1, progress=False)
    >>> ttr.charts.text_of(ttr.charts.win_chances(table), "subtitle")
    'How the chances of a win went'
    """
    table = table.assign(at=_places(table))
    won = table.attrs.get("won", [])
    fig = go.Figure()
    for seat in sorted(set(table["seat"].tolist())):
        color, dash = theme.SEAT_COLORS[seat % len(theme.SEAT_COLORS)], ("solid", "dash", "dot")[seat % 3]
        rows = table[table["seat"] == seat]
        _add_line(fig, rows, theme.escape(_called(table, seat)), color, dash, won[seat] if won else None)
    _add_marks(fig, table)
    span = (float(table["at"].min()), float(table["at"].max()) + 1)
    rows_used = _add_labels(fig, table[table["blunder"]], span)
    top = 104 + LABEL_ROW * rows_used
    fig.update_layout(legend=frame.LEGEND_ABOVE)
    fig.update_xaxes(
        title=move_words.CHANCES.x, zeroline=False, range=frame.padded(span, 0.02), **frame.of_whole_numbers(span)
    )
    fig.update_yaxes(title=move_words.CHANCES.y, range=(-4, top), zeroline=False, tickvals=list(range(0, 101, 20)))
    told = [
        move_words.BLUNDER_ROW.format(
            turn=row["turn"],
            player=_called(table, row["seat"]),
            made=spoken(row["made"]),
            best=spoken(row["best"]),
            cost=100 * row["cost"],
        )
        for _, row in table[table["blunder"]].iterrows()
    ]
    alt = move_words.CHANCES.alt.format(decisions=len(table), blunders="; ".join(told) or move_words.NO_BLUNDERS)
    notes = [move_words.BLUNDERS_NOTE] * bool(told) + [move_words.CONFIDENT_NOTE] * (table["seat"].nunique() > 1)
    return frame.finish(
        fig, _chances_finding(table), table, shows=["before"], alt=alt, notes=notes, height=480 + 22 * rows_used,
        options=options,
    )  # fmt: skip


def _chances_finding(table: pd.DataFrame) -> words.Chart:
    """Return the words of the chart: the blunder that cost most; the table has corrected for all decisions."""
    chart, wrong = move_words.CHANCES, table[table["blunder"].to_numpy()]
    if wrong.empty:
        return findings.headed(chart, chart.unclear)
    row = wrong.iloc[int(wrong["cost"].to_numpy().argmax())]
    facts = {"number": len(wrong), "turn": row["turn"], "player": _called(table, row["seat"])}
    return findings.headed(chart, chart.finding.format(**facts))


def _called(table: pd.DataFrame, seat: int) -> str:
    """Return what readers call the player in a seat."""
    return words.seated(name_of(table, seat))


def _places(table: pd.DataFrame) -> "pd.Series[float]":
    """Return where each decision lies on the axis: those of a turn one after the other within it."""
    turns = table.groupby("turn")["turn"]
    return table["turn"] + turns.cumcount() / turns.transform("size")


def _add_line(fig: go.Figure, rows: pd.DataFrame, name: str, color: str, dash: str, won: float | None) -> None:
    """Add the line of a player with its intervals, and how the game ended."""
    value, low, high = estimates_of(rows, "before", 100)
    fig.add_scatter(
        x=[*rows["at"], *rows["at"][::-1]], y=[*high, *low[::-1]], fill="toself", fillcolor=frame.faint(color),
        line={"width": 0}, mode="lines", hoverinfo="skip", showlegend=False, legendgroup=name,
    )  # fmt: skip
    made = [theme.escape(spoken(text)) for text in rows["made"]]
    fig.add_scatter(
        x=rows["at"], y=value, mode="lines" if len(rows) > 1 else "markers", name=name, legendgroup=name,
        line={"color": color, "width": 2, "dash": dash}, marker={"color": color, "size": 9},
        error_y={**frame.whiskers(value, low, high), "visible": len(rows) == 1},  # one decision makes no line, no band
        customdata=list(zip(rows["turn"], low, high, made, strict=True)), hovertemplate=move_words.CHANCES.hover,
    )  # fmt: skip
    if won is not None:
        fig.add_scatter(
            x=[rows["at"].iloc[-1] + 1], y=[100 * won], mode="markers", showlegend=False, legendgroup=name,
            marker={"color": color, "size": 9, "symbol": "square"}, hoverinfo="y",
        )  # fmt: skip


def _add_marks(fig: go.Figure, table: pd.DataFrame) -> None:
    """Mark turning points and blunders."""
    turned, wrong = table[table["turning_point"]], table[table["blunder"]]
    fig.add_scatter(
        x=turned["at"], y=100 * turned["before"], mode="markers", name=move_words.TURNING, hoverinfo="skip",
        marker={"symbol": "circle-open", "size": 11, "color": theme.INK, "line": {"width": 1.6}},
        showlegend=len(turned) > 0,
    )  # fmt: skip
    facts = [
        [theme.escape(spoken(row["made"])), theme.escape(spoken(row["best"])), text_of_row(row, "cost", 1, 100)]
        for _, row in wrong.iterrows()
    ]
    fig.add_scatter(
        x=wrong["at"], y=100 * wrong["before"], mode="markers", name=move_words.BLUNDER,
        marker={"symbol": "x", "size": 11, "color": theme.HIGHLIGHT_COLORS[0], "line_width": 1},
        customdata=facts, hovertemplate=move_words.BLUNDER_HOVER, showlegend=len(wrong) > 0,
    )  # fmt: skip


def _add_labels(fig: go.Figure, wrong: pd.DataFrame, span: tuple[float, float]) -> int:
    """Write the costs of blunders above the lines, each joined with its mark; return the number of rows used."""
    rows = _label_rows(wrong["at"].tolist(), wrong["cost"].tolist(), LABEL_WIDTH * (span[1] - span[0]))
    for (_, row), level in zip(wrong.iterrows(), rows, strict=True):
        if level is None:
            continue
        at, height = row["at"], 104 + LABEL_ROW * (level + 0.4)
        color = theme.SEAT_COLORS[row["seat"] % len(theme.SEAT_COLORS)]
        fig.add_shape(
            type="line", x0=at, x1=at, y0=100 * row["before"], y1=height - 2, layer="below",
            line={"color": color, "width": 1.5, "dash": "dot"},
        )  # fmt: skip
        fig.add_annotation(
            x=at, y=height, text=move_words.COSTS.format(cost=100 * row["cost"]), showarrow=False,
            font={"size": 12}, bgcolor=theme.PAPER, borderpad=1,
        )  # fmt: skip
    return 1 + max((row for row in rows if row is not None), default=-1)


def _label_rows(places: Sequence[float], costs: Sequence[float], width: float) -> list[int | None]:
    """Return the row of each label such that none covers another; None for the least costly if there is no room."""
    taken: list[list[float]] = [[] for _ in range(LABEL_ROWS)]
    rows: list[int | None] = [None] * len(places)
    for label in sorted(range(len(places)), key=lambda label: (-costs[label], label)):
        free = (
            level for level, others in enumerate(taken) if all(abs(places[label] - each) >= width for each in others)
        )
        if (level := next(free, None)) is not None:
            rows[label] = level
            taken[level].append(places[label])
    return rows


def _told(table: pd.DataFrame) -> dict[str, Any]:
    """Return the facts that a table carries; none if somebody made it by hand."""
    facts: dict[str, Any] = getattr(table, "attrs", {}).get("source", {})
    return facts
