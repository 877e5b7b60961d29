"""The chart of a comparison: how far each fact of a variant lies from that of the first one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import caption_words, findings, frame, ranges, theme, tournament_words, words
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.experiments.comparison import compared
from ttr_analysis.results.result import Result
from ttr_analysis.stats.by_game import PARTS

ROW = 24
"""Height of a fact for each variant, in pixels."""

AXIS_TITLE = 40
"""Room that other charts need for the title of the axis of names, which this one does not have, in pixels."""

TEXT_SIZE, MOST_OF_PLOT = 11, 0.6
"""Size of the texts behind the whiskers, and the greatest part of the plot that they may take."""

DIGITS = 2
"""Decimals of all differences, which stand below each other."""

SURE = 0.05
"""Largest adjusted p-value of a difference that is called clear."""


@frame.draws("experiments.compare", "experiments.compared")
def comparison(data: pd.DataFrame | Mapping[str, Result], **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the differences of a comparison as dots with whiskers, one row for each fact.

    The facts have units of their own, so they share an axis in standard deviations of the fact
    from game to game; the difference in its own unit stands beside each dot.

    Parameters
    ----------
    data : pandas DataFrame or mapping of str to Result
        :func:`ttr_analysis.experiments.compare`, or the results of the variants by name.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> variants = {"printed": usa, "no bonus": usa.with_rules(longest_trail_bonus=0)}
    >>> table = ttr.compare(variants, "greedy_points", games=30, progress=False)
    >>> ttr.charts.text_of(ttr.charts.comparison(table), "subtitle")
    'What differs from printed'
    """
    table = frame.rows_of(data, compared)
    first, *others = dict.fromkeys(table["variant"])
    drawn = table[table["p_value"].notna() & (table["spread"] > 0)]
    facts = list(dict.fromkeys(drawn["fact"]))[::-1]
    fig = go.Figure()
    for number, name in enumerate(others):
        _add_variant(fig, drawn[drawn["variant"] == name], facts, number, len(others))
    fig.add_vline(x=0, line={"color": theme.INK, "width": 1}, layer="below")
    chart = tournament_words.COMPARISON
    ends = [drawn[f"difference{end}"] / drawn["spread"] for end in ("_low", "_high")]
    low, high = min(0.0, float(ends[0].min())), max(0.0, float(ends[1].max()))
    span = (high - low) or 1.0  # nothing may differ at all
    height = 150 + ROW * len(facts) * max(1, len(others))
    left = frame.left_room(list(map(label, facts)), theme.FONT_SIZE) - AXIS_TITLE
    plot = frame.look_of(options).plot_size(frame.WIDTH, height)[0] - left - ranges.margin_of(fig, "r")
    texts = max((text_width(_text(row), TEXT_SIZE) for _, row in drawn.iterrows()), default=0.0)
    part = min((texts + 12) / max(plot, 1), MOST_OF_PLOT)
    room = (low - 0.05 * span, high + max(0.28, 1.05 * part / (1 - part)) * span)  # for the text beside the dots
    fig.update_layout(
        margin_l=left,
        xaxis={"title": chart.x.format(first=theme.escape(first)), "zeroline": False, "range": room},
        yaxis={
            "automargin": False,
            "tickvals": list(range(len(facts))), "ticktext": list(map(label, facts)), "zeroline": False,
            "range": (-0.7, len(facts) - 0.3),
        },
        legend=frame.LEGEND_ABOVE, showlegend=len(others) > 1,
    )  # fmt: skip
    alt = chart.alt.format(
        facts=len(facts), variants=", ".join(others), best=" ".join(sentence(table, name) for name in others)
    )
    named = _finding(chart._replace(title=chart.title.format(first=first)), drawn, first)
    notes = [tournament_words.SHORT_NOTE] * bool((drawn["unit"] == "share").any())
    return frame.finish(fig, named, table, shows=["difference"], alt=alt, notes=notes, height=height, options=options)


def _finding(chart: words.Chart, drawn: pd.DataFrame, first: str) -> words.Chart:
    """Return the words of the chart: the largest difference of all variants that is clear over the whole table."""
    clear = drawn[(drawn["p_adjusted"] <= SURE).to_numpy()]
    if clear.empty:
        return findings.headed(chart, chart.unclear.format(first=first))
    row = clear.iloc[int((clear["difference"] / clear["spread"]).abs().to_numpy().argmax())]
    facts = {"number": len(clear), "all": len(drawn), "fact": label(row["fact"]), "name": row["variant"]}
    return findings.headed(chart, chart.finding.format(first=first, **facts))


def label(fact: str) -> str:
    """Return a fact as readers see it."""
    parts = {column: caption_words.COMPARED_PART.format(words.label(part)) for part, column in PARTS.items()}
    return parts.get(fact) or words.say(tournament_words.COMPARED_FACTS.get(fact, fact))


def sentence(table: pd.DataFrame, variant: str) -> str:
    """Return one sentence about a variant: its largest clear difference from the first, or that there is none."""
    rows = table[(table["variant"] == variant) & (table["p_adjusted"] <= SURE)]
    if rows.empty:
        return tournament_words.NOTHING_DIFFERS.format(variant=variant, first=table["variant"].iloc[0])
    scaled = (rows["difference"] / rows["spread"]).abs().fillna(0)
    row = rows.iloc[int(scaled.to_numpy().argmax())]
    form = tournament_words.COMPARED if len(rows) > 1 else tournament_words.COMPARED_ONE
    return form.format(variant=variant, fact=label(row["fact"]), clear=len(rows), **_ends(row))


def _difference(row: Any) -> str:
    """Return a difference with its unit in the language in use; the unit of facts of others, as it is."""
    form = tournament_words.COMPARED_VALUES.get(row["unit"], tournament_words.OTHER_VALUE)
    return form.format(_number(row, ""), unit=row["unit"])


def _number(row: Any, end: str) -> str:
    """Return a difference, or an end of its interval; shares in percentage points."""
    return frame.signed(row[f"difference{end}"] * (100 if row["unit"] == "share" else 1), DIGITS)


def _add_variant(fig: go.Figure, rows: pd.DataFrame, facts: list[str], number: int, variants: int) -> None:
    """Add the dots of one variant, below those of the variants before it, and the texts behind their whiskers."""
    shift = ((variants - 1) / 2 - number) * 0.6 / variants
    scaled = [rows[f"difference{end}"] / rows["spread"] for end in ("", "_low", "_high")]
    color = theme.SERIES_COLORS[number % len(theme.SERIES_COLORS)]
    name, height = theme.escape(str(rows["variant"].iloc[0])), [facts.index(fact) + shift for fact in rows["fact"]]
    fig.add_scatter(
        x=scaled[0], y=height, mode="markers", name=name, legendgroup=name,
        marker={"size": 9, "color": color, "line": {"color": theme.INK, "width": 0.7}},
        error_x={**frame.whiskers(*scaled), "thickness": 1.6, "width": 4, "color": color},
        customdata=[[row["variant"], label(row["fact"]), _hover(row)] for _, row in rows.iterrows()],
        hovertemplate=tournament_words.COMPARISON.hover,
    )  # fmt: skip
    fig.add_scatter(
        x=scaled[2].fillna(scaled[0]), y=height, mode="text", name=name, legendgroup=name, showlegend=False,
        hoverinfo="skip", text=[_text(row) for _, row in rows.iterrows()], textposition="middle right",
        textfont={"size": TEXT_SIZE}, cliponaxis=False,
    )  # fmt: skip


def _ends(row: Any) -> dict[str, Any]:
    return {"difference": _difference(row), "low": _number(row, "_low"), "high": _number(row, "_high")}


def _text(row: Any) -> str:
    mark = " *" if row["p_adjusted"] <= SURE else ""
    shown = tournament_words.SHORT_SHARE.format(_number(row, "")) if row["unit"] == "share" else _difference(row)
    return f"  {shown}{mark}"


def _hover(row: Any) -> str:
    return tournament_words.COMPARISON_HOVER.format(p=row["p_adjusted"], **_ends(row))
