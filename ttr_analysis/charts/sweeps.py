"""Charts of sweeps: the effect of a strategy's weights compared with their defaults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ttr_analysis.charts import findings, frame, theme, tournament_words, words
from ttr_analysis.charts.verdicts import add_verdicts
from ttr_analysis.errors import ResultError
from ttr_analysis.results.source import source_of
from ttr_analysis.stats.columns import estimates_of

MAX_VARIANTS = 24
"""Greatest number of variants in a list; those with the best scores are shown."""

_DEFAULT = {"symbol": "diamond", "size": 13, "color": theme.PAPER, "line": {"color": theme.INK, "width": 2}}
_DOTTED = {"color": theme.FAINT, "width": 1.5, "dash": "dot"}
_HOVER_COLUMNS = ("difference", "difference_low", "difference_high", "win_share", "win_share_low", "win_share_high",
                  "score", "games")  # fmt: skip
_SHOWS = ("difference", "win_share")


def swept(table: pd.DataFrame) -> list[str]:
    """Return the weights changed by a sweep: the columns between variant and score."""
    names = [str(name) for name in table.columns]
    return names[names.index("variant") + 1 : names.index("score")]


@frame.draws("experiments.sweep")
def sweep(
    table: pd.DataFrame, defaults: Mapping[str, float] | None = None, **options: Unpack[frame.FigureOptions]
) -> go.Figure:
    """Draw how variants of a strategy compare with its default, with paired intervals.

    One weight is drawn as lines along its values, two as a heat map, and more as a list of variants.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.sweeps.sweep`.
    defaults : mapping of str to float, optional
        The strategy's default weights, at which the difference is 0; the table of a sweep carries them.

    Raises
    ------
    ResultError
        If a weight in the sweep has no default.

    Examples
    --------
    >>> table = ttr.experiments.sweep("usa", "greedy_points", games=20, progress=False, least_length=[1, 5])
    >>> figure = ttr.charts.sweep(table)
    >>> ttr.charts.text_of(figure, "subtitle")
    'What least length is worth'
    """
    weights = swept(table)
    known = (source_of(table) or {}).get("defaults", {}) if defaults is None else defaults
    for name in weights:
        if name not in known:
            raise ResultError(f"weight {name!r} has no default; weights with one: {', '.join(known) or 'none'}")
    kinds = {1: _line_chart, 2: _heat_map}
    return kinds.get(len(weights), _list_chart)(table, known, options)


def _line_chart(table: pd.DataFrame, default: Mapping[str, float], options: frame.FigureOptions) -> go.Figure:
    """Draw differences and wins along the values of one weight."""
    (weight,) = swept(table)
    usual = default[weight]
    points = table.sort_values(weight)
    narrow = frame.look_of(options).narrow
    fig = make_subplots(rows=1 + narrow, cols=2 - narrow, horizontal_spacing=0.12, vertical_spacing=0.17)
    for number, name in enumerate(_SHOWS, 1):
        panel = {"row": number if narrow else 1, "col": 1 if narrow else number}
        value, low, high = estimates_of(points, name, _factor(name))
        at_default = _of_default(table, name)
        color = theme.SERIES_COLORS[number - 1]
        fig.add_scatter(
            x=points[weight], y=value, mode="markers", showlegend=False, **panel,
            marker={"size": 11, "color": color, "line": {"color": theme.INK, "width": 0.7}},
            error_y={**frame.whiskers(value, low, high), "thickness": 1.6, "width": 5},
            customdata=_hover_data(points), hovertemplate=tournament_words.SWEEP_HOVER,
        )  # fmt: skip
        title, ends = (
            tournament_words.SWEEP_LINES.x.format(weight=words.spaced(weight)),
            frame.padded(pd.concat([low, high, pd.Series(at_default)]), 0.12),
        )
        fig.update_xaxes(title=title, **panel, zeroline=False)
        fig.update_yaxes(title=tournament_words.SWEEP_AXES[name], **panel, range=ends, zeroline=name == "difference")
        fig.add_vline(x=usual, **panel, layer="below", line=_DOTTED)
        _add_default(fig, usual, at_default, dict(zip(points[weight], value, strict=True)), panel, color)
    fig.update_layout(legend=frame.LEGEND_ABOVE)
    chart = _finding(
        tournament_words.SWEEP_LINES._replace(
            title=tournament_words.SWEEP_LINES.title.format(weight=words.spaced(weight))
        ),
        table,
    )
    alt = chart.alt.format(number=len(table), weight=words.spaced(weight), best=_best(table))
    return frame.finish(fig, chart, table, shows=_SHOWS, alt=alt, height=720 if narrow else 430, options=options)


def _of_default(table: pd.DataFrame, name: str) -> list[float]:
    """Return the number of the default and the ends of its interval; nothing if the table does not tell them."""
    if name == "difference":
        return [0.0] * 3
    return [_factor(name) * number for number in (source_of(table) or {}).get(f"default_{name}", [])]


def _add_default(
    fig: go.Figure,
    usual: float,
    known: Sequence[float],
    values: Mapping[float, float],
    panel: Mapping[str, int],
    color: str,
) -> None:
    """Add a line through the values of the weight, and the default on it if its number is known."""
    through = sorted((dict(values) | ({usual: known[0]} if known else {})).items())
    fig.add_scatter(
        x=[place for place, _ in through], y=[value for _, value in through], mode="lines", showlegend=False,
        hoverinfo="skip", line={"color": color, "width": 1.5}, **panel,
    )  # fmt: skip
    if known:
        value, low, high = (pd.Series([number]) for number in known)
        fig.add_scatter(
            x=[usual], y=value, mode="markers", name=tournament_words.DEFAULT_VALUE.format(usual), marker=_DEFAULT,
            error_y={**frame.whiskers(value, low, high), "thickness": 1.6, "width": 5, "visible": known[1] < known[2]},
            showlegend=panel == {"row": 1, "col": 1}, hovertemplate=tournament_words.THE_DEFAULT_VALUE, **panel,
        )  # fmt: skip


def _heat_map(table: pd.DataFrame, default: Mapping[str, float], options: frame.FigureOptions) -> go.Figure:
    """Draw differences by the values of two weights; those whose interval includes 0 are gray."""
    across, up = swept(table)
    columns, rows = (sorted(set(table[name])) for name in (across, up))
    shape = len(rows), len(columns)
    values, data = np.full(shape, np.nan), np.full((*shape, 1 + len(_HOVER_COLUMNS)), None, dtype=object)
    sure = np.zeros(shape, dtype=bool)
    places = [(rows.index(y), columns.index(x)) for x, y in table[[across, up]].to_numpy()]
    differences = zip(*estimates_of(table, "difference"), strict=True)
    for place, texts, (value, low, high) in zip(places, _hover_data(table), differences, strict=True):
        values[place], data[place], sure[place] = value, texts, low > 0 or high < 0
    most = float(table["difference"].abs().max()) or 1.0
    fig = go.Figure()
    add_verdicts(
        fig, values, sure, names=(range(len(columns)), range(len(rows))),
        limits=(-most, most), form=lambda value: frame.signed(value, 1), hover=tournament_words.SWEEP_HOVER, data=data,
        bar={"title": {"text": tournament_words.DIFFERENCE_BAR}, "len": 1}, note=words.INCLUDES_ZERO,
    )  # fmt: skip
    if default[across] in columns and default[up] in rows:
        fig.add_scatter(
            x=[columns.index(default[across])], y=[rows.index(default[up])], mode="markers",
            name=tournament_words.DEFAULT, marker=_DEFAULT, hovertemplate=tournament_words.THE_DEFAULT,
        )  # fmt: skip
    axes = [
        {"showgrid": False, "zeroline": False, "title": tournament_words.SWEEP_MAP.x.format(weight=words.spaced(each)),
         "tickvals": list(range(len(ticks))), "ticktext": _short(ticks)}
        for each, ticks in ((across, columns), (up, rows))
    ]  # fmt: skip
    fig.update_layout(legend=frame.LEGEND_ABOVE, margin_r=110, xaxis=axes[0], yaxis=axes[1])
    named = {"across": words.spaced(across), "up": words.spaced(up)}
    chart = _finding(tournament_words.SWEEP_MAP._replace(title=tournament_words.SWEEP_MAP.title.format(**named)), table)
    return frame.finish(
        fig, chart, table, shows=["difference"],
        width=max(640, min(1200, 190 + 100 * len(columns))), height=frame.TITLE_ROOM + 90 + 64 * max(len(rows), 3),
        alt=chart.alt.format(number=len(table), **named, best=_best(table)), options=options,
    )  # fmt: skip


def _list_chart(table: pd.DataFrame, default: Mapping[str, float], options: frame.FigureOptions) -> go.Figure:
    """Draw a list of variants, best on top, for more weights than there are axes."""
    weights = swept(table)
    chosen = table.sort_values("difference", ascending=False).head(MAX_VARIANTS).iloc[::-1]
    names = [", ".join(_short(row)) for row in chosen[weights].to_numpy()]
    fig = make_subplots(rows=1, cols=2, shared_yaxes=True, horizontal_spacing=0.04)
    for column, name in enumerate(_SHOWS, 1):
        value, low, high = estimates_of(chosen, name, _factor(name))
        fig.add_scatter(
            x=value, y=names, mode="markers", showlegend=False, row=1, col=column,
            marker={"size": 11, "color": theme.SERIES_COLORS[column - 1], "line": {"color": theme.INK, "width": 0.7}},
            error_x=frame.whiskers(value, low, high), customdata=_hover_data(chosen),
            hovertemplate=tournament_words.SWEEP_HOVER,
        )  # fmt: skip
        at_default = _of_default(table, name)
        ends = frame.padded(pd.concat([low, high, pd.Series(at_default)]))
        if name != "difference" and at_default:
            fig.add_vline(x=at_default[0], row=1, col=column, layer="below", line=_DOTTED)
        fig.update_xaxes(
            title=tournament_words.SWEEP_AXES[name], row=1, col=column, range=ends, zeroline=name == "difference"
        )
    fig.update_yaxes(tickfont={"size": 12}, automargin=False, range=(-0.6, len(chosen) - 0.4))
    if frame.look_of(options).narrow:
        fig.update_xaxes(nticks=4)
    fig.update_layout(margin_l=frame.left_room(names, 12), yaxis={"title": tournament_words.SWEEP_LIST.y})
    listed, usual = ", ".join(map(words.spaced, weights)), ", ".join(_short(default[name] for name in weights))
    chart = tournament_words.SWEEP_LIST._replace(
        note=tournament_words.SWEEP_LIST.note.format(weights=listed, defaults=usual)
    )
    chart = _finding(chart, table)
    fewer = [words.SHOWN_BEST.format(shown=MAX_VARIANTS, all=len(table))] if len(chosen) < len(table) else []
    alt = chart.alt.format(number=len(chosen), weights=listed, best=_best(table))
    return frame.finish(
        fig, chart, table, shows=_SHOWS, alt=alt, notes=fewer, height=150 + 30 * len(chosen), options=options
    )


def _finding(chart: words.Chart, table: pd.DataFrame) -> words.Chart:
    """Return the words of the chart: how many variants are better than the default beyond chance."""
    ends = findings.widened(table, "difference")
    return findings.all_beyond(
        chart, table["variant"].tolist(), ends, tournament_words.SWEEP_OF_ONE, above=True, called=_setting
    )


def _setting(variant: str) -> str:
    """Return the values of a variant's weights, as the axes tell them: all have the same strategy."""
    name, bracket, weights = variant.partition(" (")
    return words.spaced(weights.removesuffix(")")) if bracket else words.player(name)


def _factor(name: str) -> int:
    return 1 if name == "difference" else 100


def _short(values: Iterable[float]) -> list[str]:
    return [words.written(value, ".4g") for value in values]


def _hover_data(table: pd.DataFrame) -> list[list[object]]:
    """Return the name and numbers of each variant, for the hover texts."""
    names = table["variant"].map(words.player).map(theme.escape)
    return [[name, *row] for name, row in zip(names, table[list(_HOVER_COLUMNS)].to_numpy(), strict=True)]


def _best(table: pd.DataFrame) -> str:
    best = table.iloc[int(table["difference"].argmax())]
    return tournament_words.BEST_VARIANT.format(
        variant=words.player(best["variant"]), difference=frame.signed(best["difference"], 1)
    )
