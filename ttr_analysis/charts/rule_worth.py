"""The chart of what a rule does: the printed game less the game with the rule changed, a panel for each unit."""

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ttr_analysis.charts import comparisons, dress, findings, frame, theme, words, worth_words
from ttr_analysis.experiments.worth import rules
from ttr_analysis.results.source import tagged
from ttr_analysis.stats.by_game import CLOSE
from ttr_analysis.stats.columns import estimates_of, texts_of

ROW, PANEL, LINE, AROUND = 24, 74, 34, 110
"""Heights in pixels: of a row, of what a panel has besides, of a further line of its title, of title and legend."""
LABELS, LABELS_NARROW = 0.14, 0.34
"""Room for numbers right of the whiskers, as a share of what the axis shows; on a phone, axes are short."""
UNITS: Mapping[str, float] = {"points": 1, "share": 100, "turns": 1}
"""The units, in the order of the panels, and the factors to those shown."""
CLEAR, UNCLEAR = theme.SERIES_COLORS[0], "#8C877E"
"""Colours of what is beyond chance over the table, and of what may be chance."""
RIGHT, NO_AXIS_TITLE = 20, 40
"""Right margin, and the room for a title that :func:`ttr_analysis.charts.frame.left_room` leaves in vain, in pixels."""


@frame.draws("experiments.worth_of_rule")
def rule_worth(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw what a rule does to a game, as dots with whiskers: the printed game less the changed one.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth_of_rule`.

    Examples
    --------
    >>> table = ttr.experiments.worth_of_rule(
    ...     "usa", {"longest_trail_bonus": 0}, "greedy_points", games=30, progress=False
    ... )
    >>> ttr.charts.text_of(ttr.charts.rule_worth(table), "subtitle")
    'What the printed rules do, against longest trail bonus = 0'
    """
    panels = {unit: table[table["unit"] == unit] for unit in UNITS if (table["unit"] == unit).any()}
    facts = rules.facts_of(table)
    drawn = tagged(table.copy(deep=False), facts["source"])
    look, left = (
        frame.look_of(options),
        frame.left_room([_name(row) for _, row in drawn.iterrows()], 12) - NO_AXIS_TITLE,
    )
    wide = look.plot_size(frame.WIDTH, AROUND + ROW * len(drawn))[0] - left - RIGHT
    lines = max(len(dress.axis_title_lines(worth_words.RULE_AXES[unit], wide)) for unit in panels)
    apart, behind = PANEL + LINE * (lines - 1), LABELS_NARROW if look.narrow else LABELS
    height = AROUND + sum(apart + ROW * (len(rows) + 1) for rows in panels.values())
    fig = make_subplots(
        rows=len(panels), cols=1, row_heights=[len(rows) + 1 for rows in panels.values()],
        vertical_spacing=apart / height,
    )  # fmt: skip
    for number, (unit, rows) in enumerate(panels.items(), 1):
        _add_panel(fig, rows, unit, number, behind)
    fig.update_layout(legend=frame.LEGEND_ABOVE, margin={"l": left, "r": RIGHT})
    changed = rules.changed_to(facts)
    chart = worth_words.RULE_WORTH._replace(title=worth_words.RULE_WORTH.title.format(change=changed))
    alt = chart.alt.format(number=len(drawn), change=changed, said=rules.rule_effect(table))
    chart = _finding(chart, table)
    return frame.finish(fig, chart, drawn, shows=["worth"], alt=alt, height=height, options=options)


def _finding(chart: words.Chart, table: pd.DataFrame) -> words.Chart:
    """Return the words of the chart: the fact that is told most surely, after correction over all facts."""
    clear = table[(table["p_adjusted"] <= comparisons.SURE).to_numpy()]
    if clear.empty:
        return findings.headed(chart, chart.unclear)
    row = clear.iloc[int(clear["p_adjusted"].to_numpy().argmin())]
    factor, digits = UNITS[row["unit"]], 1 if row["unit"] == "share" else 2
    name = _name(row)
    facts = {"name": name[:1].upper() + name[1:], "signed": frame.signed(factor * row["worth"], digits)}
    return findings.headed(chart, chart.finding.format(**facts, unit=worth_words.RULE_UNITS[row["unit"]]))


def called(fact: str) -> str:
    """Return a fact as readers see it."""
    return worth_words.RULE_FACTS[fact].format(close=CLOSE)


def _name(row: Any) -> str:
    fact = called(row["fact"])
    return worth_words.RULE_ROW.format(fact=fact, strategy=words.player(row["strategy"])) if row["strategy"] else fact


def _add_panel(fig: go.Figure, rows: pd.DataFrame, unit: str, number: int, behind: float) -> None:
    """Add the facts of one unit: those beyond chance as full dots, the others as empty ones.

    ``behind`` is the part of the axis that the numbers right of the whiskers need.
    """
    factor, names = UNITS[unit], [_name(row) for _, row in rows.iterrows()]
    value, low, high = (each.to_numpy() for each in estimates_of(rows, "worth", factor))
    places, digits = np.arange(len(rows))[::-1], 1 if unit == "share" else 2
    texts = [texts_of(rows, name, digits, factor) for name in ("worth", "printed", "changed")]
    shown = list(zip(map(theme.escape, names), *texts, rows["n"], strict=True))
    sure = (rows["p_adjusted"] <= comparisons.SURE).to_numpy()
    for name, color, chosen in ((worth_words.BEYOND_CHANCE, CLEAR, sure), (worth_words.MAYBE_CHANCE, UNCLEAR, ~sure)):
        there = any(trace.name == name and trace.showlegend for trace in fig.data)
        fig.add_scatter(
            x=value[chosen], y=places[chosen], mode="markers", name=name, legendgroup=name,
            showlegend=bool(chosen.any()) and not there,
            marker={"size": 9, "color": color if chosen is sure else theme.PAPER, "line": {"color": color, "width": 1}},
            error_x=frame.whiskers(value[chosen], low[chosen], high[chosen]) | {"color": color},
            customdata=[shown[place] for place in np.flatnonzero(chosen)],
            hovertemplate=worth_words.RULE_WORTH.hover.format(unit=worth_words.RULE_UNITS[unit]), row=number, col=1,
        )  # fmt: skip
    fig.add_scatter(
        x=high, y=places, mode="text", text=[f"  {frame.signed(each, digits)}" for each in value], hoverinfo="skip",
        textposition="middle right", textfont={"size": 11}, showlegend=False, cliponaxis=False, row=number, col=1,
    )  # fmt: skip
    least, most = min(0.0, float(low.min())), max(0.0, float(high.max()))
    room = (most - least) or 1.0
    fig.update_xaxes(
        title=worth_words.RULE_AXES[unit], range=(least - 0.04 * room, most + behind * room), zeroline=True,
        zerolinecolor=theme.INK, zerolinewidth=1, row=number, col=1,
    )  # fmt: skip
    fig.update_yaxes(
        tickvals=places, ticktext=[theme.escape(name) for name in names], automargin=False, zeroline=False,
        tickfont={"size": 12}, range=(-0.7, len(rows) - 0.3), row=number, col=1,
    )  # fmt: skip
