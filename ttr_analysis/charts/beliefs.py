"""Charts of beliefs: which tickets an opponent may hold, turn by turn, and how often what is believed is so."""

from typing import Unpack

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import findings, frame, move_words, theme
from ttr_analysis.errors import SetupError
from ttr_analysis.stats import columns

TELLING = 20
"""Games from which on the title says what they tell; intervals of fewer hold nearly any belief."""
COUNTS_AT = -8
"""Where the numbers of tickets stand, in per cent below 0."""
NAMED = 8
"""Greatest number of tickets with a colour of their own."""


@frame.draws("experiments.beliefs")
def beliefs(table: pd.DataFrame, player: int | None = None, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the chances of an opponent's tickets over the turns; the likeliest at the end have colours.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.beliefs`; made with ``reveal=True``, it tells which tickets are held.
    player : int, optional
        The opponent; by default the first one in the table.

    Raises
    ------
    SetupError
        If the table has no such opponent.

    Examples
    --------
    >>> game = ttr.Game("usa", players=2, seed=1).play("expert")
    >>> table = ttr.experiments.beliefs(game, player=0, turns=[20, 40], worlds=16)
    >>> ttr.charts.text_of(ttr.charts.beliefs(table), "title")
    'What the player in seat 1 may hold'
    """
    known = sorted(set(table["player"]))
    seat = known[0] if player is None and known else player
    if seat not in known:
        raise SetupError(f"the table has no player {player}; it has: {', '.join(map(str, known)) or 'none'}")
    rows = table[(table["player"] == seat).to_numpy()]
    last = rows[(rows["turn"] == rows["turn"].max()).to_numpy()]
    likely = columns.ranked(last, "chance", "ticket")["ticket"].head(NAMED).tolist()
    fig = go.Figure()
    for ticket, line in rows.groupby("ticket", sort=False):
        if ticket not in likely:
            fig.add_scatter(
                x=line["turn"], y=100 * line["chance"], mode="lines", line={"color": theme.NEUTRAL, "width": 1},
                showlegend=False, hovertemplate=move_words.BELIEFS.hover, customdata=_hover(line),
            )  # fmt: skip
    for number, ticket in enumerate(likely):
        _add_ticket(fig, rows[(rows["ticket"] == ticket).to_numpy()], number)
    fig.add_scatter(x=[None], y=[None], mode="lines", line={"color": theme.NEUTRAL}, name=move_words.OTHER_TICKETS)
    fig.update_layout(
        xaxis={"title": move_words.BELIEFS.x}, yaxis={"title": move_words.BELIEFS.y, "range": (-2, 102)},
        legend={"x": 1.02, "xanchor": "left", "y": 1, "yanchor": "top"}, margin_r=250,
    )  # fmt: skip
    if frame.look_of(options).narrow:
        fig.update_layout(legend=frame.LEGEND_ABOVE, margin_r=30)
    chart = move_words.BELIEFS._replace(title=move_words.BELIEFS.title.format(seat=seat))
    note = [move_words.BELIEFS_HELD] if "held" in table else []
    top = last.set_index("ticket")["chance"]
    alt = chart.alt.format(
        number=len(last), ticket=likely[0], chance=100 * top[likely[0]], turn=int(last["turn"].max())
    )
    ends = findings.widened(last, "chance", 100)
    chart = findings.leader(chart, last["ticket"].tolist(), ends, digits=0, turn=int(last["turn"].max()))
    return frame.finish(fig, chart, table, shows=["chance"], alt=alt, notes=note, height=480, options=options)


def _hover(line: pd.DataFrame) -> list[list[object]]:
    chance, low, high = columns.estimates_of(line, "chance", 100)
    names = line["ticket"].map(theme.escape)
    return [list(each) for each in zip(names, chance, low, high, strict=True)]


def _add_ticket(fig: go.Figure, line: pd.DataFrame, number: int) -> None:
    chance, low, high = columns.estimates_of(line, "chance", 100)
    held = bool(line["held"].iloc[-1]) if "held" in line else False
    color = theme.SERIES_COLORS[number]
    fig.add_scatter(
        x=line["turn"], y=chance, mode="lines+markers",
        error_y={**frame.whiskers(chance, low, high), "color": color},
        name=move_words.HELD_TICKET.format(theme.escape(line["ticket"].iloc[0])) if held else theme.escape(
            line["ticket"].iloc[0]
        ),
        line={"color": color, "width": 3 if held else 1.5, "dash": "solid" if held or "held" not in line else "dot"},
        marker={"size": 9 if held else 6, "color": color}, customdata=_hover(line),
        hovertemplate=move_words.BELIEFS.hover,
    )  # fmt: skip


@frame.draws("experiments.reliability")
def reliability(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how often tickets believed with about the same chance were held.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.reliability`.

    Examples
    --------
    >>> table = pd.DataFrame({"game": [1, 1, 2, 2], "chance": [0.9, 0.1, 0.9, 0.1], "held": [True, False, True, False]})
    >>> figure = ttr.charts.reliability(ttr.experiments.reliability(table))
    >>> ttr.charts.text_of(figure, "title")
    'Believed and held'
    """
    held, low, high = columns.estimates_of(table, "held", 100)
    believed = 100 * table["believed"]
    fig = go.Figure()
    fig.add_scatter(
        x=[0, 100], y=[0, 100], mode="lines", line={"color": theme.INK, "width": 1, "dash": "dot"}, hoverinfo="skip",
    )  # fmt: skip
    fig.add_scatter(
        x=believed, y=held, mode="markers", error_y=frame.whiskers(held, low, high),
        marker={"size": 9, "color": theme.SERIES_COLORS[0]}, hovertemplate=move_words.RELIABILITY.hover,
        customdata=[list(each) for each in zip(held, low, high, table["n"], table["games"], strict=True)],
    )  # fmt: skip
    fig.add_scatter(
        x=believed, y=[COUNTS_AT] * len(table), mode="text",
        text=[frame.written(number, ",") for number in table["n"]],
        textfont={"size": 12, "color": theme.INK}, hoverinfo="skip", cliponaxis=False,
    )  # fmt: skip
    fig.update_layout(
        xaxis={"title": move_words.RELIABILITY.x, "range": (-4, 104), "tickvals": [*range(0, 101, 20)]},
        yaxis={"title": move_words.RELIABILITY.y, "range": (-13, 104), "tickvals": [*range(0, 101, 20)]},
        showlegend=False,
    )  # fmt: skip
    last = table.iloc[-1]
    alt = move_words.RELIABILITY.alt.format(believed=100 * last["believed"], held=100 * last["held"])
    chart, met = move_words.RELIABILITY, int(((low <= believed) & (believed <= high)).sum())
    if table["games"].max() >= TELLING:
        chart = findings.headed(chart, chart.finding.format(number=met, all=len(table)))
    return frame.finish(fig, chart, table, shows=["held"], alt=alt, height=560, width=640, options=options)
