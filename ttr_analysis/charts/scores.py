"""Charts of scores, seats and games, from tables of :mod:`ttr_analysis.stats` or from the games themselves."""

from __future__ import annotations

from itertools import compress
from typing import Any, Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import stats
from ttr_analysis.charts import caption_words, findings, frame, theme, tournament_words, words
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.experiments import tournament as tournaments
from ttr_analysis.experiments.tournament import Tournament
from ttr_analysis.results.result import Result
from ttr_analysis.results.source import source_of
from ttr_analysis.stats.columns import add_share, estimates_of, number_text, ranked

PART_COLORS = {
    "routes": "#0072B2",
    "tickets made": "#56B4E9",
    "longest trail": "#009E73",
    "most tickets": "#E6B800",
    "Grand Tours": "#882255",
    "bonus tickets": "#F0E442",
    "harbours": "#CC79A7",
    "stations": "#5A3D6B",
    "exchanges": "#7B7974",
    "tickets cut off": theme.STATUS_COLORS["cut off"],
    "tickets unfinished": theme.STATUS_COLORS["unfinished"],
}
"""Colour of each part of a score."""

NUMBER_ROOM = 0.3
"""Room above the first bar for the number of its score, in bars."""

BESIDE = 10
"""Room that a number in a bar needs besides its text, in pixels."""

EDGE, AROUND = 30, 120
"""Room at the right of the bars, and above and below them, in pixels."""

MARK_LENGTH = 1.4
"""Length of plotly's upright lines, by the size of the mark."""

THICKEST_BAR = 70
"""Height of a bar at most, in pixels before a figure is magnified: few bars do not fill a tall figure."""


@frame.draws("stats.score_parts", "experiments.tournament.score_parts")
def score_parts(data: Result | Tournament | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the parts of scores: gains to the right, losses to the left.

    Parameters
    ----------
    data : Result, Tournament or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.score_parts` or
        :func:`ttr_analysis.experiments.tournament.score_parts` of them.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.score_parts(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Where the points come from'
    """
    of_tournament = isinstance(data, Tournament)
    parts = frame.rows_of(data, tournaments.score_parts if of_tournament else stats.score_parts)
    rows = list(dict.fromkeys(zip(parts["strategy"], parts["who"], strict=True)))[::-1]
    several = [parts[column].nunique() > 1 for column in ("strategy", "who")]
    names = [
        ", ".join(compress((theme.escape(words.player(one)), words.label(who)), several)) or words.label(who)
        for one, who in rows
    ]
    indexed = parts.set_index(["part", "strategy", "who"])
    sums = parts[parts["part"] != "score"].groupby(["strategy", "who", parts["mean"] > 0])["mean"].sum()
    total = indexed.loc["score"].reindex(rows)
    fig = go.Figure()
    height = 210 + 62 * len(rows)
    wide, high = frame.look_of(options).plot_size(frame.WIDTH, height)
    plot, pitch = wide - frame.left_room(names, 14) - EDGE, (high - AROUND) / (len(rows) + NUMBER_ROOM)
    reach = 1.1 * float(max(sums.max(), 0.0) - min(sums.min(), 0.0))
    _add_parts(fig, indexed, rows, names, reach / max(plot, 1))
    fig.add_scatter(
        y=names,
        x=total["mean"],
        mode="markers+text",
        text=[number_text(score) for score in total["mean"]],
        textposition="top center",
        textfont={"size": 12},
        cliponaxis=False,
        name=words.label("score"),
        marker={
            "symbol": "line-ns-open",
            "size": max(0.65 * pitch + 6, 20) / MARK_LENGTH,
            "color": theme.INK,
            "line": {"width": 3},
        },
        error_x=frame.whiskers(total["mean"], total["mean_low"], total["mean_high"]),
        customdata=total[["mean_low", "mean_high"]],
        hovertemplate=words.SCORE_PARTS.hover.format(part=words.label("score")),
    )  # fmt: skip
    fig.update_layout(
        barmode="relative",
        bargap=0.35,
        legend=frame.LEGEND_ABOVE,
        margin_l=frame.left_room(names, 14),
        xaxis={"title": words.SCORE_PARTS.x},
        yaxis={
            "title": words.STRATEGY if several == [True, False] else words.SCORE_PARTS.y, "automargin": False,
            "range": (-0.5, len(rows) - 0.5 + NUMBER_ROOM),
        },
    )  # fmt: skip
    alt = words.SCORE_PARTS.alt.format(names=", ".join(names[::-1]), first=names[-1], score=total["mean"].iloc[-1])
    return frame.finish(
        fig, _parts_finding(parts, rows), parts, shows=["mean"], alt=alt, height=height,
        notes=[tournament_words.SCORE_WHISKERS]
        + [tournament_words.MIXED_TABLES] * (frame.kind_of(parts) == "tournament"),
        options=options,
    )  # fmt: skip


def _parts_finding(parts: pd.DataFrame, rows: list[tuple[str, str]]) -> words.Chart:
    """Return the words of the chart: the part in which winners and others, or the best and the worst, differ most."""
    groups = {key: part.set_index("part") for key, part in parts.groupby(["strategy", "who"], sort=False)}
    alike = [row for row in rows if row[1] == "all"] if len({one for one, _ in rows}) > 1 else rows
    if len(rows) > 1 and len({one for one, _ in rows}) == 1:
        alike = [row for row in rows if row[1] != "all"]
    score = [float(groups[row]["mean"].to_dict()["score"]) for row in alike]
    if len(alike) < 2:
        only = groups[(alike or rows)[0]].drop("score")
        chart = words.SCORE_PARTS._replace(finding=words.LARGEST_PART)
        return findings.leader(chart, list(only.index), findings.widened(only, "mean"), called=words.label)
    two = alike[int(np.argmax(score))], alike[int(np.argmin(score))]
    one, other = (groups[row].drop("score") for row in two)
    names = [words.label(who if two[0][0] == two[1][0] else strategy) for strategy, who in two]
    shared = [part for part in one.index if part in other.index]
    ends = [findings.widened(group.loc[shared], "mean") for group in (one, other)]
    return findings.contrast(words.SCORE_PARTS, shared, *ends, called=words.label, one=names[0], other=names[1])


def _add_parts(
    fig: go.Figure, indexed: pd.DataFrame, rows: list[tuple[str, str]], names: list[str], pixel: float
) -> None:
    """Add a bar for each part of the scores; numbers stand in bars with room for them; a pixel is so many points."""
    scores = indexed.loc["score"].reindex(rows)
    score, whiskers = scores["mean"].to_numpy(), (scores["mean_high"] - scores["mean_low"]).fillna(0.0).to_numpy() / 2
    gained, lost = np.zeros(len(rows)), np.zeros(len(rows))
    for part in dict.fromkeys(indexed.index.get_level_values("part")):
        chosen = indexed.loc[part].reindex(rows)
        mean = chosen["mean"].fillna(0.0).to_numpy()
        if part == "score" or not mean.any():  # leave parts that never score out of the legend
            continue
        middle = np.where(mean > 0, gained, lost) + mean / 2
        gained, lost = gained + np.maximum(mean, 0.0), lost + np.minimum(mean, 0.0)
        texts = [number_text(value) for value in mean]
        wide = pixel * np.array([text_width(text, theme.FONT_SIZE) + BESIDE for text in texts])
        free = np.abs(middle - score) > wide / 2 + whiskers  # otherwise these would cross the number
        shown = (np.abs(mean) >= wide) & free
        fig.add_bar(
            y=names, x=chosen["mean"], orientation="h", name=words.label(part),
            marker={"color": PART_COLORS[part], "line": {"color": theme.PAPER, "width": 1}},
            text=[text if clear else "" for text, clear in zip(texts, shown, strict=True)],
            textposition="inside", insidetextanchor="middle", textangle=0, constraintext="none",
            customdata=chosen[["mean_low", "mean_high"]],
            hovertemplate=words.SCORE_PARTS.hover.format(part=words.label(part)),
        )  # fmt: skip


@frame.draws("stats.score_distribution")
def score_distribution(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the distribution of scores, with one line per group of players.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.score_distribution` of them.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.score_distribution(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'How final scores are distributed'
    """
    scores = frame.rows_of(data, stats.score_distribution)
    fig = go.Figure()
    add_distribution(fig, scores)
    fig.update_layout(
        legend=frame.LEGEND_ABOVE,
        xaxis={"title": words.SCORES.x},
        yaxis={"title": words.SCORES.y, "rangemode": "tozero"},
    )
    top = scores.iloc[int(scores["share"].argmax())]
    alt = words.SCORES.alt.format(range=words.points(int(top["score_to"]), int(top["score_from"])))
    return frame.finish(fig, _scores_finding(scores), scores, alt=alt, options=options)


def _scores_finding(scores: pd.DataFrame) -> words.Chart:
    """Return the words of the chart: the score that two groups reach most unequally."""
    groups = list(dict.fromkeys(scores["group"]))
    if len(groups) != 2:
        return words.SCORES
    table = scores.pivot_table(index="score_from", columns="group", values="players", aggfunc="sum", fill_value=0)
    ends = [_reached(table[group], _games_of(scores, int(table[group].sum()))) for group in groups]
    names = [words.label(str(group)) for group in groups]
    return findings.contrast(
        words.SCORES, list(table.index), *ends, digits=0, called=lambda score: number_text(score, 0), one=names[0],
        other=names[1],
    )  # fmt: skip


def _reached(players: pd.Series[int], games: int) -> findings.Ends:
    """Return the shares of players, in per cent, with at least each score; intervals as if each game had one player."""
    share = players[::-1].cumsum()[::-1] / players.sum()
    table = pd.DataFrame(index=players.index)
    add_share(table, "share", (share * games).round(), games)
    return findings.widened(table, "share", 100)


def _games_of(table: pd.DataFrame, otherwise: int) -> int:
    """Return the number of games that a table tells, or another number if it tells none."""
    return int((source_of(table) or {}).get("games", otherwise))


_DASHES = ("solid", "dot", "dash")
"""Lines of groups, which a page without colours tells apart."""


def add_distribution(fig: go.Figure, scores: pd.DataFrame) -> None:
    """Add a line for each group of a table of :func:`ttr_analysis.stats.score_distribution`."""
    for i, (name, rows) in enumerate(scores.groupby("group", sort=False)):
        color = theme.SERIES_COLORS[i % len(theme.SERIES_COLORS)]
        first, last = rows["score_from"], rows["score_to"]
        fig.add_scatter(
            x=[*(first - 0.5), last.iloc[-1] + 0.5],  # a range of one whole number is centred on it
            y=[*(100 * rows["share"]), 0.0],
            line={"shape": "hv", "color": color, "width": 2, "dash": _DASHES[i % len(_DASHES)]},
            fill="tozeroy", fillcolor=frame.faint(color),
            name=theme.escape(words.label(str(name))), mode="lines", hovertemplate=words.SCORES.hover,
            customdata=[*map(words.points, last, first), ""],
        )  # fmt: skip


def _tied(lengths: pd.Series[int], medians: pd.Series[float]) -> list[str]:
    """Return the lengths in words, each with those of the same median: a title would else name one of equals."""
    groups = [list(map(str, lengths[medians == median])) for median in medians]
    return [caption_words.AND.join(filter(None, (", ".join(group[:-1]), group[-1]))) for group in groups]


@frame.draws("stats.win_share_by_seat", "experiments.tournament.seats")
def win_share_by_seat(data: Result | Tournament | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the share of games that each seat wins, compared with the fair share.

    Parameters
    ----------
    data : Result, Tournament or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.win_share_by_seat` or
        :func:`ttr_analysis.experiments.tournament.seats` of them.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.win_share_by_seat(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Does it pay to move first?'
    """
    seats = frame.rows_of(data, tournaments.seats if isinstance(data, Tournament) else stats.win_share_by_seat)
    share, low, high = estimates_of(seats, "win_share", 100)
    fair = 100 / len(seats)
    names = [seat + 1 for seat in seats["seat"]]
    fig = go.Figure()
    fig.add_scatter(
        x=names,
        y=share,
        mode="markers",
        marker={"size": 13, "color": list(theme.SEAT_COLORS[: len(seats)]), "line": {"color": theme.INK, "width": 1}},
        error_y={**frame.whiskers(share, low, high), "thickness": 2, "width": 8},
        customdata=np.stack([low, high, seats["games"]], axis=-1),
        hovertemplate=words.SEATS.hover,
        showlegend=False,
    )
    for name, value, top in zip(names, share, high, strict=True):
        fig.add_annotation(
            x=name, y=top, text=words.PERCENT.format(value), showarrow=False, yshift=12, bgcolor=theme.PAPER
        )
    fig.add_hline(y=fair, line={"dash": "dash", "color": theme.FAINT, "width": 1.5})
    fig.add_annotation(
        text=words.FAIR_SHARE.format(fair), x=1, xref="paper", y=fair, xanchor="left", showarrow=False, xshift=4,
        align="left", font={"color": theme.FAINT, "size": 12},
    )  # fmt: skip
    fig.update_layout(
        margin_r=90,
        xaxis={"title": words.SEATS.x, "dtick": 1, "range": (0.5, len(seats) + 0.5)},
        yaxis={"title": words.SEATS.y, "range": frame.padded(pd.concat([low, high, pd.Series([fair])]), 0.2)},
    )
    alt = words.SEATS.alt.format(seats=words.listed(names, share, words.SEAT_SHARE), fair=fair)
    equal = [tournament_words.EQUAL_SEATS] if frame.kind_of(seats) == "tournament" else []
    chart = findings.beyond(words.SEATS, names, findings.widened(seats, "win_share", 100), fair)
    return frame.finish(fig, chart, seats, shows=["win_share"], alt=alt, notes=equal, height=420, options=options)


@frame.draws("stats.win_share_by_strategy")
def win_share_by_strategy(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the share of wins of each strategy in a mixed lineup, compared with the fair share.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.win_share_by_strategy` of them.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.win_share_by_strategy(result)
    >>> ttr.charts.text_of(figure, "title")
    'Which strategy wins most often'
    """
    strategies = frame.rows_of(data, stats.win_share_by_strategy)
    table = ranked(strategies, "win_share", "strategy").iloc[::-1]
    share, low, high = estimates_of(table, "win_share", 100)
    fig, height = go.Figure(), 190 + 44 * len(table)
    row = (frame.look_of(options).plot_size(frame.WIDTH, height)[1] - 150) / len(table)
    names = [words.player(name) for name in table["strategy"]]
    fig.add_bar(
        y=list(map(theme.escape, names)),
        x=share,
        orientation="h",
        width=min(0.8, THICKEST_BAR / row),
        marker_color=theme.SERIES_COLORS[0],
        error_x=frame.whiskers(share, low, high),
        hovertemplate=words.STRATEGIES.hover,
        showlegend=False,
    )
    fair = 100 * float(table["fair_share"].iloc[0])
    fig.add_vline(x=fair, line={"dash": "dash", "color": theme.FAINT})
    fig.update_layout(
        margin_l=frame.left_room(names, 14),
        xaxis={"title": words.STRATEGIES.x, "rangemode": "tozero"},
        yaxis={"title": words.STRATEGIES.y, "automargin": False},
    )
    alt = words.STRATEGIES.alt.format(strategies=words.listed(names, share, words.NAME_AND_SHARE), fair=fair)
    shares = findings.widened(table, "win_share", 100)
    chart = findings.leader(words.STRATEGIES, table["strategy"].tolist(), shares, called=words.player)
    return frame.finish(fig, chart, strategies, shows=["win_share"], alt=alt, height=height, options=options)


@frame.draws("stats.game_lengths")
def game_lengths(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how many rounds games last, from games or :func:`ttr_analysis.stats.game_lengths`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.game_lengths(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'How long games last'
    """
    return _counts(frame.rows_of(data, stats.game_lengths), words.GAME_LENGTHS, options)


@frame.draws("stats.pieces_left")
def pieces_left(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how many pieces players have left, from games or :func:`ttr_analysis.stats.pieces_left`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.pieces_left(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'How many trains are left'
    """
    table = frame.rows_of(data, stats.pieces_left)
    return _counts(table, words.PIECES_LEFT, options, piece=table["piece"].iloc[0] if "piece" in table else "piece")


@frame.draws("stats.pieces_chosen")
def pieces_chosen(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how many pieces of the first kind players choose, from games or :func:`ttr_analysis.stats.pieces_chosen`.

    Examples
    --------
    >>> result = ttr.simulate("rails_sails_world", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.pieces_chosen(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'How many trains players choose'
    """
    table = frame.rows_of(data, stats.pieces_chosen)
    return _counts(table, words.PIECES_CHOSEN, options, piece=table["piece"].iloc[0])


@frame.draws("stats.tickets_made")
def tickets_made(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how many tickets players complete, from games or :func:`ttr_analysis.stats.tickets_made`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.tickets_made(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'How many tickets players complete'
    """
    return _counts(frame.rows_of(data, stats.tickets_made), words.TICKETS_MADE, options)


@frame.draws("stats.buildings_by_player")
def buildings_by_player(data: Result | pd.DataFrame, kind: str, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw how many buildings of a kind players build, from games or :func:`ttr_analysis.stats.buildings_by_player`.

    Parameters
    ----------
    data : Result or pandas DataFrame
    kind : {"station", "harbour"}

    Examples
    --------
    >>> result = ttr.simulate("europe", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.buildings_by_player(result, "station")
    >>> ttr.charts.text_of(figure, "subtitle")
    'How many stations players build'
    """
    table = frame.rows_of(data, stats.buildings_by_player)
    return _counts(table[table["kind"] == kind], words.BUILT, options, kind=kind)


def _counts(table: pd.DataFrame, chart: words.Counts, options: frame.FigureOptions, **names: str) -> go.Figure:
    """Draw bars of how often each whole number, in the column ``value``, occurs.

    An optional column ``group`` divides the rows; the names fill the words of the chart.
    """
    title, counted, unit, of = (text.format(**names) for text in chart[:4])
    fig = go.Figure()
    occurs = table.loc[table["share"] > 0, "value"]
    table = table[table["value"].between(occurs.min(), occurs.max())]  # start the axis at the least value, not at 0
    groups = table.groupby("group", sort=False) if "group" in table else [(of, table)]
    for i, (name, rows) in enumerate(groups):
        fig.add_bar(
            x=rows["value"],
            y=100 * rows["share"],
            name=theme.escape(words.label(str(name))),
            marker_color=theme.SERIES_COLORS[i % len(theme.SERIES_COLORS)],
            hovertemplate=words.COUNT_HOVER.format(unit=unit),
        )
    across, up = (axis.format(counted=counted, unit=unit, of=of) for axis in words.COUNT_AXES)
    fig.update_layout(
        bargap=0.08,
        legend=frame.LEGEND_ABOVE,
        showlegend="group" in table and table["group"].nunique() > 1,
        xaxis={"title": across, "dtick": 1 if table["value"].nunique() <= 12 else None, "tickformat": "d"},
        yaxis={"title": up},
    )
    top = table.iloc[int(table["share"].argmax())]
    alt = words.COUNT_ALT.format(
        counted=counted.lower(), value=int(top["value"]), unit=unit, share=100 * top["share"], of=of
    )
    headed = _counts_finding(words.Chart(title), table, chart, counted=counted, unit=unit, **names)
    return frame.finish(fig, headed, table, alt=alt, height=420, options=options)


def _counts_finding(chart: words.Chart, table: pd.DataFrame, told: words.Counts, **names: Any) -> words.Chart:
    """Return the words of a chart of counts: its mean, or the highest and the lowest mean of its groups."""
    number = "games" if "games" in table else "players"
    games = _games_of(table, int(table[number].sum()))
    groups = [("", table)] if "group" not in table else [*table.groupby("group", sort=False)]
    means = [findings.mean_of_counts(rows["value"], rows[number], games) for _, rows in groups]
    if len(means) == 1:
        return findings.headed(chart, told.mean.format(number_text(means[0][0]), **names))
    chart = chart._replace(finding=words.COUNTS_FINDING)
    value, low, high = (np.array(end) for end in zip(*means, strict=True))
    known = [str(name) for name, _ in groups]
    return findings.extremes(chart, known, (value, low, high), digits=1, called=words.label, **names)


@frame.draws("stats.claim_turns_by_length")
def claim_turns_by_length(data: Result | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw when tracks of each length are claimed: quartiles and the middle 90 %.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.claim_turns_by_length` of them.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.claim_turns_by_length(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'When tracks are claimed, by length'
    """
    turns = frame.rows_of(data, stats.claim_turns_by_length)
    fig = go.Figure()
    fig.add_box(
        x=turns["length"],
        lowerfence=turns["q05"],
        q1=turns["q25"],
        median=turns["q50"],
        q3=turns["q75"],
        upperfence=turns["q95"],
        marker_color=theme.SERIES_COLORS[0],
        fillcolor=frame.faint(theme.SERIES_COLORS[0]),
        showlegend=False,
        width=0.5,
    )
    fig.update_layout(
        xaxis={"title": words.CLAIM_TURNS.x, "dtick": 1},
        yaxis={"title": words.CLAIM_TURNS.y, "rangemode": "tozero"},
    )
    lengths, names = turns["length"].tolist(), _tied(turns["length"], turns["q50"])
    early, late = turns["q50"].argmin(), turns["q50"].argmax()
    alt = words.CLAIM_TURNS.alt.format(
        first=names[early], early=turns["q50"].iloc[early], last=names[late], late=turns["q50"].iloc[late]
    )
    notch = (
        1.57 * (turns["q75"] - turns["q25"]) / turns["claims"] ** 0.5
    )  # McGill et al. 1978: medians differ beyond it
    value, low, high = ((turns["q50"] + way * notch).to_numpy() for way in (0, -1, 1))
    called = dict(zip(lengths, names, strict=True))
    chart = findings.extremes(words.CLAIM_TURNS, lengths, (value, low, high), digits=0, called=called.get)
    return frame.finish(fig, chart, turns, alt=alt, height=440, options=options)
