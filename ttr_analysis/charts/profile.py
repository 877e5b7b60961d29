"""Charts for people who design maps: a map beside others, and what would be fair points."""

from typing import Any, Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import errors
from ttr_analysis.charts import findings, frame, profile_words, theme, tickets, words
from ttr_analysis.results import source
from ttr_analysis.stats import columns

ROW, TALL_ROW = 27, 40
"""Height of a measure, in pixels; on a phone, where its number and the ends of the band take two lines."""

REACH = (-0.45, 1.45)
"""How far the chart reaches beyond the band, in widths of the band; what lies farther is drawn at its edge."""

LINE = 0.012
"""Width of the line that stands for a band without width, in widths of other bands."""

ROOM = 1.3
"""Room for the numbers at the right, in widths of the band."""

MOST_NAMED = 3
"""Greatest number of rows without an estimate that a caption names."""

MAX_ROWS = 40
"""Greatest number of rows in a chart of fair points."""

TEXT_SIZE = 11
"""Size of the numbers at the right, in pixels."""


@frame.draws("experiments.map_profile")
def map_profile(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the measures of a map beside the band of others, one row for each.

    Parameters
    ----------
    table : pandas DataFrame
        ``measures`` of :func:`ttr_analysis.experiments.map_profile`.

    Examples
    --------
    >>> profile = ttr.experiments.map_profile("usa", "greedy_points", players=2, games=100, progress=False)
    >>> ttr.charts.text_of(ttr.charts.map_profile(profile.measures), "subtitle")
    'Ticket to Ride (USA) beside other maps'
    """
    known = table[table["value"].notna().to_numpy()].iloc[::-1]
    compared = known[(known["maps"] > 0).to_numpy()]
    rows = (known if compared.empty else compared).reset_index(drop=True)
    narrow = frame.look_of(options).narrow
    height, drawn, fig = np.arange(len(rows)), rows[(rows["maps"] > 0).to_numpy()], go.Figure()
    wide = (drawn["band_high"] > drawn["band_low"]).to_numpy()  # a band without width is a line
    fig.add_bar(
        x=np.where(wide, 1, LINE), base=np.where(wide, 0, 0.5 - LINE / 2),
        y=drawn.index, orientation="h", width=0.56, name=profile_words.BAND, hoverinfo="skip",
        marker={"color": theme.NEUTRAL, "line": {"width": 0}},
    )  # fmt: skip
    sure = (drawn["outside"] != 0).to_numpy()
    for name, chosen, color in ((profile_words.INSIDE, ~sure, 0), (profile_words.OUTSIDE, sure, 1)):
        _add_measures(fig, drawn[chosen], name, theme.SERIES_COLORS[color])
    labels, texts = list(map(profile_words.measure, rows["measure"])), [_told(row) for _, row in rows.iterrows()]
    if not narrow:
        fig.add_scatter(
            x=np.full(len(rows), REACH[1] + 0.06), y=height, mode="text", text=texts, textposition="middle right",
            textfont={"size": TEXT_SIZE}, showlegend=False, hoverinfo="skip", cliponaxis=False,
        )  # fmt: skip
    room = frame.left_room([*labels, *texts] if narrow else labels, theme.FONT_SIZE) - 40
    labels = frame.with_numbers_below(labels, texts) if narrow else labels
    fig.update_layout(
        margin_l=room, barmode="overlay", legend=frame.LEGEND_ABOVE,
        xaxis={"range": (REACH[0] - 0.06, REACH[1] + (0.06 if narrow else ROOM)), "zeroline": False, "tickangle": 0,
               "tickvals": [0, 1], "ticktext": list(profile_words.BAND_ENDS), "showgrid": False},
        yaxis={"automargin": False, "tickvals": height, "ticktext": labels, "zeroline": False,
               "range": (-0.7, len(rows) - 0.3)},
    )  # fmt: skip
    made = source.source_of(table)
    title = made["map"]["title"] if made else ""
    maps = int(table["maps"].max())
    names = ", ".join(map(profile_words.measure, rows.loc[(rows["outside"] != 0).to_numpy(), "measure"][::-1]))
    outside = profile_words.LIES_OUTSIDE.format(names=names) if names else profile_words.ALL_INSIDE
    chart = profile_words.MAP_PROFILE
    games = _band_games(table.attrs.get("band"))
    alt = chart.alt.format(number=len(rows), map=title, maps=maps, outside=outside)
    chart = chart._replace(title=chart.title.format(map=title), note=chart.note.format(maps=maps, games=games))
    if left := len(known) - len(rows):
        chart = chart._replace(note=f"{chart.note} {profile_words.NOT_COMPARED.format(number=left)}")
    facts = {"map": title, "number": int((rows["outside"] != 0).sum()), "all": len(drawn)}
    if len(drawn):
        chart = findings.headed(chart, (chart.finding if names else chart.unclear).format(**facts))
    table = table.copy(deep=False)
    table.attrs["intervals"] = {"value": [profile_words.PROFILE_METHODS, 0.95]}
    return frame.finish(
        fig,
        chart,
        table,
        shows=["value"],
        alt=alt,
        height=170 + (TALL_ROW if narrow else ROW) * len(rows),
        options=options,
    )


def _band_games(band: dict[str, Any] | None) -> str:
    """Tell the games behind the band of other maps; empty if there are none."""
    return profile_words.BAND_GAMES.format(**{**band, "strategy": words.player(band["strategy"])}) if band else ""


@frame.draws("stats.ticket_fair_points", "stats.length_fair_points")
def fair_points(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the printed points of tickets or lengths, and those at which they would be neither too many nor too few.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.stats.ticket_fair_points` or :func:`ttr_analysis.stats.length_fair_points`; of more than
        40 rows, those farthest from their printed points are shown.

    Raises
    ------
    SetupError
        If none is known.

    Examples
    --------
    >>> result = ttr.simulate("usa", "greedy_points", players=2, games=200, seed=1, progress=False)
    >>> ttr.charts.text_of(ttr.charts.fair_points(ttr.stats.length_fair_points(result)), "subtitle")
    'What would be fair points'
    """
    kind, number = ("name", "kept") if "name" in table else ("length", "claims")
    known = table[table["fair_points"].notna().to_numpy()]
    if known.empty:
        raise errors.SetupError(profile_words.FAIR_NONE)
    apart = (known["fair_points"] - known["points"]).abs().to_numpy()
    rows = known.iloc[np.sort(np.argsort(-apart, kind="stable")[:MAX_ROWS])]
    order = -rows["length"] if kind == "length" else rows["points"] - rows["fair_points"]
    rows = rows.iloc[np.argsort(order.to_numpy(), kind="stable")]
    form = "{}" if kind == "name" else profile_words.LENGTH_ROW
    names = [theme.escape(form.format(name)) for name in rows[kind]]
    fig, (value, low, high) = go.Figure(), columns.estimates_of(rows, "fair_points")
    sure, color = (rows["verdict"] != "").to_numpy(), theme.SERIES_COLORS[0]
    fig.add_scatter(
        x=value, y=names, mode="markers", name=profile_words.FAIR, showlegend=False,
        error_x={**frame.whiskers(value, low, high), "color": color},
        marker={"size": 9, "color": np.where(sure, color, theme.PAPER), "line": {"color": color, "width": 1.6}},
        customdata=list(zip(names, rows["points"], low, high, rows[number], strict=True)),
        hovertemplate=profile_words.FAIR_POINTS.hover,
    )  # fmt: skip
    fig.add_scatter(
        x=rows["points"], y=names, mode="markers", name=profile_words.PRINTED, hoverinfo="skip",
        marker={"size": 11, "symbol": "line-ns", "line": {"color": theme.SERIES_COLORS[1], "width": 3}},
    )  # fmt: skip
    for name, fill in ((profile_words.FAIR_SURE, color), (profile_words.FAIR, theme.PAPER)):
        marker = {"size": 9, "color": fill, "line": {"color": color, "width": 1.6}}
        fig.add_scatter(x=[None], y=[None], mode="markers", name=name, marker=marker)
    fig.update_layout(
        margin_l=frame.left_room(names, 12) - 30, legend=frame.LEGEND_ABOVE,
        xaxis={"title": profile_words.FAIR_POINTS.x.format(what=profile_words.FAIR_OF[kind])},
        yaxis={"automargin": False, "tickfont": {"size": 12}, "dtick": 1, "range": (-0.6, len(rows) - 0.4)},
    )  # fmt: skip
    note = profile_words.FAIR_CUT.format(shown=len(rows), all=len(known)) if len(rows) < len(known) else ""
    note += _unknown(
        [form.format(name) for name in table.loc[table["fair_points"].isna().to_numpy(), kind]], len(table)
    )
    judged = known.assign(name=known[kind].map(form.format), over=known["points"] - known["fair_points"])
    ends = tickets.extremes(judged, "over", profile_words.FAIR_MOST, profile_words.FAIR_LEAST)
    alt = profile_words.FAIR_POINTS.alt.format(number=len(known), what=profile_words.FAIR_KINDS[kind], extremes=ends)
    chart = profile_words.FAIR_POINTS._replace(note=profile_words.FAIR_POINTS.note + note)
    chart = _fair_finding(chart, known, kind, form)
    return frame.finish(
        fig, chart, table, shows=["fair_points"], alt=alt, height=170 + 21 * max(len(rows), 3), options=options
    )


def _unknown(names: list[str], number: int) -> str:
    """Return a sentence that tells which rows have no estimate, or how many, if they are many."""
    if len(names) > MOST_NAMED:
        return profile_words.FAIR_UNKNOWN_MANY.format(number=len(names), all=number)
    return profile_words.FAIR_UNKNOWN.format(names=", ".join(names)) if names else ""


def _fair_finding(chart: words.Chart, known: pd.DataFrame, kind: str, form: str) -> words.Chart:
    """Return the words of the chart: the row farthest from its printed points beyond chance over all rows."""
    over = (known["points"] - known["fair_points"]).to_numpy(dtype=float)
    sure = (known["verdict"] != "").to_numpy()
    ends = over, np.where(sure, over, -np.inf), np.where(sure, over, np.inf)
    texts = {"points": [f"{points:g}" for points in known["points"]]}
    texts |= {"fair": [columns.number_text(fair) for fair in known["fair_points"]]}

    def called(name: object) -> str:
        text = form.format(name)
        return text[:1].upper() + text[1:]

    return findings.beyond(chart, known[kind].tolist(), ends, of_rows=texts, called=called)


def number_text(value: float, unit: str) -> str:
    """Return a number of a measure with its unit: shares in per cent, with one more digit near 100."""
    if np.isnan(value):
        return "–"
    shown = 100 * value if unit == "share" else value
    near_all = unit == "share" and 99 <= abs(shown) < 100
    digits = 1 if abs(shown) >= 10 and not near_all else 2
    text = columns.number_text(shown, digits)
    return profile_words.PERCENT.format(text) if unit == "share" else text


def estimate_text(row: Any) -> str:
    """Return the value of a measure with its interval, if it has one: ``34.6 (34.5 to 34.7)``."""
    value = number_text(row["value"], row["unit"])
    if np.isnan(row["value_low"]):
        return value
    ends = (number_text(row[end], row["unit"]) for end in ("value_low", "value_high"))
    low, high = (end.removesuffix(profile_words.PERCENT.format("")) for end in ends)
    return words.say("{} ({} to {})").format(value, low, high)


def _told(row: Any, form: str = "") -> str:
    """Return the value of a measure and the ends of the band in words."""
    if not row["maps"]:
        return estimate_text(row)
    ends = {name: number_text(row[f"band_{name}"], row["unit"]).removesuffix(" %") for name in ("low", "high")}
    names = {name: theme.escape(row[name].replace("_", " ")) for name in ("lowest", "highest")}
    return (form or profile_words.BAND_TEXT).format(value=estimate_text(row), **ends, **names)


def _add_measures(fig: go.Figure, rows: pd.DataFrame, name: str, color: str) -> None:
    """Add the dots of some measures at their places in the band; what lies too far out, as a triangle at the edge."""
    width = (rows["band_high"] - rows["band_low"]).to_numpy()
    scale = np.where(width > 0, width, np.inf)
    places = [
        np.where(width > 0, (rows[f"value{end}"] - rows["band_low"]) / scale, 0.5 + np.sign(rows["outside"]) * 9)
        for end in columns.ENDS
    ]
    value, low, high = (np.clip(np.where(np.isnan(place), places[0], place), *REACH) for place in places)
    far = [(place < REACH[0], place > REACH[1]) for place in places[0]]
    symbols = ["triangle-left" if left else "triangle-right" if right else "circle" for left, right in far]
    fig.add_scatter(
        x=value, y=rows.index, mode="markers", name=name,
        marker={"size": 10, "color": color, "symbol": symbols, "line": {"color": theme.INK, "width": 0.7}},
        error_x={**frame.whiskers(value, low, high), "thickness": 1.6, "width": 4, "color": color},
        customdata=[
            [profile_words.measure(row["measure"]), _told(row, profile_words.BAND_HOVER)] for _, row in rows.iterrows()
        ],
        hovertemplate=profile_words.MAP_PROFILE.hover,
    )  # fmt: skip
