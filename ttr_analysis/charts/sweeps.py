"""Charts of sweeps: the effect of a strategy's weights compared with their defaults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ttr_analysis.charts import theme
from ttr_analysis.charts.frame import LEGEND_ABOVE, TITLE_ROOM, finish, left_room, padded, signed, whiskers
from ttr_analysis.charts.verdicts import add_verdicts
from ttr_analysis.errors import ResultError

MAX_VARIANTS = 24
"""Greatest number of variants in a list; those with the best scores are shown."""

_PANELS = (("difference", 1, "Difference from the default (points)"), ("win_share", 100, "Games won (%)"))
_DEFAULT = {"symbol": "diamond", "size": 13, "color": theme.PAPER, "line": {"color": theme.INK, "width": 2}}
_HOVER = (
    "<b>%{customdata[0]}</b><br>%{customdata[1]:+.2f} points (%{customdata[2]:+.2f} to %{customdata[3]:+.2f})<br>"
    "wins %{customdata[4]:.1%} (%{customdata[5]:.1%} to %{customdata[6]:.1%})<br>score %{customdata[7]:.1f}<br>"
    "%{customdata[8]:,} games<extra></extra>"
)
_HOVER_COLUMNS = ("difference", "difference_low", "difference_high", "win_share", "win_share_low", "win_share_high",
                  "score", "games")  # fmt: skip


def swept(table: pd.DataFrame) -> list[str]:
    """Return the weights changed by a sweep: the columns between variant and score."""
    names = [str(name) for name in table.columns]
    return names[names.index("variant") + 1 : names.index("score")]


def sweep_chart(table: pd.DataFrame, default: Mapping[str, float], *, caption: str = "") -> go.Figure:
    """Draw how variants of a strategy compare with its default, with paired intervals.

    One weight is drawn as lines along its values, two as a heat map, and more as a list of variants.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.sweeps.sweep`.
    default : mapping of str to float
        The strategy's default weights, at which the difference is 0.
    caption : str, optional
        Drawn below; see :func:`ttr_analysis.charts.captions.sweep_caption`.

    Raises
    ------
    ResultError
        If a weight in the sweep has no default.
    """
    weights = swept(table)
    for name in weights:
        if name not in default:
            raise ResultError(f"weight {name!r} has no default; weights with one: {', '.join(default) or 'none'}")
    kinds = {1: _line_chart, 2: _heat_map}
    return kinds.get(len(weights), _list_chart)(table, default, caption)


def _line_chart(table: pd.DataFrame, default: Mapping[str, float], caption: str) -> go.Figure:
    """Draw differences and wins along the values of one weight."""
    (weight,) = swept(table)
    points = table.sort_values(weight)
    fig = make_subplots(rows=1, cols=2, horizontal_spacing=0.12)
    for column, (name, factor, axis) in enumerate(_PANELS, 1):
        value, low, high = (factor * points[f"{name}{end}"] for end in ("", "_low", "_high"))
        color = theme.SERIES_COLORS[column - 1]
        fig.add_scatter(
            x=points[weight], y=value, mode="markers" if name == "difference" else "lines+markers",
            showlegend=False, row=1, col=column, line={"color": color, "width": 1.5},
            marker={"size": 11, "color": color, "line": {"color": theme.INK, "width": 0.7}},
            error_y={**whiskers(value, low, high), "thickness": 1.6, "width": 5},
            customdata=_hover_data(points), hovertemplate=_HOVER,
        )  # fmt: skip
        shown = pd.concat([low, high, pd.Series([0.0] if name == "difference" else [])])
        fig.update_xaxes(title=f"{weight} (weight)", row=1, col=column, zeroline=False)
        fig.update_yaxes(title=axis, row=1, col=column, range=padded(shown, 0.12), zeroline=name == "difference")
        fig.add_vline(
            x=default[weight],
            row=1,
            col=column,
            layer="below",
            line={"color": theme.FAINT, "width": 1.5, "dash": "dot"},
        )
    through = dict(zip(points[weight], points["difference"], strict=True)) | {default[weight]: 0.0}
    fig.add_scatter(
        x=sorted(through), y=[through[value] for value in sorted(through)], mode="lines", showlegend=False,
        hoverinfo="skip", line={"color": theme.SERIES_COLORS[0], "width": 1.5}, row=1, col=1,
    )  # fmt: skip
    fig.add_scatter(
        x=[default[weight]], y=[0], mode="markers", name=f"default, {default[weight]:.4g}", marker=_DEFAULT,
        row=1, col=1, hovertemplate="the default: %{x:.4g}<extra></extra>",
    )  # fmt: skip
    fig.update_layout(legend=LEGEND_ABOVE)
    return finish(
        fig, f"What {weight} is worth", table=table, caption=caption, height=430,
        alt=f"Dot plot with whiskers for {len(table)} values of {weight}. {_best(table)}",
    )  # fmt: skip


def _heat_map(table: pd.DataFrame, default: Mapping[str, float], caption: str) -> go.Figure:
    """Draw differences by the values of two weights; those whose interval includes 0 are gray."""
    across, up = swept(table)
    columns, rows = (sorted(set(table[name])) for name in (across, up))
    shape = len(rows), len(columns)
    values, data = np.full(shape, np.nan), np.full((*shape, 1 + len(_HOVER_COLUMNS)), None, dtype=object)
    sure = np.zeros(shape, dtype=bool)
    places = [(rows.index(y), columns.index(x)) for x, y in table[[across, up]].to_numpy()]
    for place, value, words, low, high in zip(
        places, table["difference"], _hover_data(table), table["difference_low"], table["difference_high"], strict=True
    ):
        values[place], data[place], sure[place] = value, words, low > 0 or high < 0
    most = float(table["difference"].abs().max()) or 1.0
    fig = go.Figure()
    add_verdicts(
        fig, values, sure, names=(range(len(columns)), range(len(rows))),
        limits=(-most, most), words=lambda value: signed(value, 1), hover=_HOVER, data=data,
        bar={"title": {"text": "Difference<br>from the<br>default<br>(points)"}}, note="interval includes 0",
    )  # fmt: skip
    if default[across] in columns and default[up] in rows:
        fig.add_scatter(
            x=[columns.index(default[across])], y=[rows.index(default[up])], mode="markers", name="default",
            marker=_DEFAULT, hovertemplate="the default<extra></extra>",
        )  # fmt: skip
    looks = {"showgrid": False, "zeroline": False}
    fig.update_layout(
        legend=LEGEND_ABOVE,
        margin_r=110,
        xaxis={
            **looks,
            "title": f"{across} (weight)",
            "tickvals": list(range(len(columns))),
            "ticktext": _short(columns),
        },
        yaxis={**looks, "title": f"{up} (weight)", "tickvals": list(range(len(rows))), "ticktext": _short(rows)},
    )
    return finish(
        fig, f"What {across} and {up} are worth", table=table, caption=caption,
        width=max(640, min(1200, 190 + 100 * len(columns))), height=TITLE_ROOM + 90 + 64 * max(len(rows), 3),
        alt=f"Heat map of differences from the default in points, for {len(table)} settings of {across} and {up}. "
        + _best(table),
    )  # fmt: skip


def _list_chart(table: pd.DataFrame, default: Mapping[str, float], caption: str) -> go.Figure:
    """Draw a list of variants, best on top, for more weights than there are axes."""
    weights = swept(table)
    chosen = table.sort_values("difference", ascending=False).head(MAX_VARIANTS).iloc[::-1]
    names = [", ".join(_short(row)) for row in chosen[weights].to_numpy()]
    fig = make_subplots(rows=1, cols=2, shared_yaxes=True, horizontal_spacing=0.04)
    for column, (name, factor, axis) in enumerate(_PANELS, 1):
        value, low, high = (factor * chosen[f"{name}{end}"] for end in ("", "_low", "_high"))
        fig.add_scatter(
            x=value, y=names, mode="markers", showlegend=False, row=1, col=column,
            marker={"size": 11, "color": theme.SERIES_COLORS[column - 1], "line": {"color": theme.INK, "width": 0.7}},
            error_x=whiskers(value, low, high), customdata=_hover_data(chosen), hovertemplate=_HOVER,
        )  # fmt: skip
        shown = pd.concat([low, high, pd.Series([0.0] if name == "difference" else [])])
        fig.update_xaxes(title=axis, row=1, col=column, range=padded(shown), zeroline=name == "difference")
    fig.update_yaxes(tickfont={"size": 12}, automargin=False, range=(-0.6, len(chosen) - 0.4))
    fig.update_layout(margin_l=left_room(names, 12), yaxis={"title": "Variant (weights)"})
    usual = ", ".join(_short(default[name] for name in weights))
    fewer = "" if len(chosen) == len(table) else f" Shown are the {MAX_VARIANTS} best of {len(table)} variants."
    rows = f"Rows: {', '.join(weights)}; by default {usual}.{fewer}"
    return finish(
        fig, "What the weights are worth", table=table, caption=f"{rows} {caption}".strip(),
        height=150 + 30 * len(chosen),
        alt=f"Dot plot with whiskers for {len(chosen)} settings of {', '.join(weights)}. {_best(table)}",
    )  # fmt: skip


def _short(values: Iterable[float]) -> list[str]:
    return [f"{value:.4g}" for value in values]


def _hover_data(table: pd.DataFrame) -> list[list[object]]:
    """Return the name and numbers of each variant, for :data:`_HOVER`."""
    names = table["variant"].map(theme.escape)
    return [[name, *row] for name, row in zip(names, table[list(_HOVER_COLUMNS)].to_numpy(), strict=True)]


def _best(table: pd.DataFrame) -> str:
    best = table.iloc[int(table["difference"].argmax())]
    return f"The best is {best['variant']}, {signed(best['difference'], 1)} points above the default."
