"""Charts of tournaments: ranking, who beats whom, leads game by game, distribution of scores."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray
from scipy.stats import gaussian_kde

from ttr_analysis.charts import findings, frame, scores, theme, tournament_words, words
from ttr_analysis.charts.verdicts import add_verdicts
from ttr_analysis.experiments import tournament as tournaments
from ttr_analysis.experiments.tournament import Ratings, Tournament
from ttr_analysis.stats.columns import estimates_of, number_text
from ttr_analysis.stats.intervals import CONFIDENCE

ROW = 44
"""Height of a strategy's row, in pixels."""

CELL = 53
"""Height and least width of a matrix cell, in pixels."""

MAX_DOTS = 500
"""Greatest number of games per pair drawn as dots; if there are more, only every second, third, ... is drawn."""

LEAD_COLORS = (theme.SERIES_COLORS[0], theme.SERIES_COLORS[1], theme.FAINT)
"""Colours of games in which the strategy named first is ahead, behind, or level."""

JITTER = 0.3
"""Greatest distance of a dot from the middle of its row, in rows."""


def tournament_charts(tournament: Tournament, fitted: Ratings | None = None) -> dict[str, go.Figure]:
    """Draw all charts of a tournament, keyed by the stem of their files.

    Parameters
    ----------
    tournament : Tournament
        A tournament with at least two games.
    fitted : Ratings, optional
        The ratings, if they are already computed.

    Raises
    ------
    ResultError
        If there are fewer than two games.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> sorted(ttr.charts.tournament_charts(played))[:2]
    ['ladder', 'margins']
    """
    table, compared = tournaments.standings(tournament, fitted=fitted), tournaments.matchups(tournament)
    names = table["strategy"].tolist()
    met = set(zip(compared["strategy"], compared["opponent"], strict=True))
    neighbours = [pair for pair in pairwise(names) if pair in met]
    parts = tournaments.score_parts(tournament)
    place = {name: number for number, name in enumerate(names)}
    parts = parts.sort_values("strategy", kind="stable", key=lambda column: column.map(place))
    charts = {"ladder": ladder(table), "win_matrix": win_matrix(compared, names)}
    if neighbours:
        charts["margins"] = margins(tournaments.margins(tournament, neighbours), compared)
    return charts | {
        "scores": score_violins(tournaments.score_counts(tournament), table),
        "score_parts": scores.score_parts(parts),
        "seats": scores.win_share_by_seat(tournament),
    }


@frame.draws("experiments.tournament.standings")
def ladder(data: Tournament | pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the strategies by rating, with the best on top.

    Parameters
    ----------
    data : Tournament or pandas DataFrame
        A tournament, or :func:`ttr_analysis.experiments.tournament.standings` of it.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> figure = ttr.charts.ladder(played)
    >>> ttr.charts.text_of(figure, "title")
    'Strategies ranked by rating'
    """
    standings = frame.rows_of(data, tournaments.standings)
    table = standings.iloc[::-1]
    names = [theme.escape(words.player(name)) for name in table["strategy"]]
    value, low, high = estimates_of(table, "rating")
    fig = go.Figure()
    fig.add_scatter(
        x=value, y=names, mode="markers", showlegend=False,
        error_x={**frame.whiskers(value, low, high), "thickness": 2, "width": 8},
        marker={"size": 9, "color": theme.SERIES_COLORS[0], "line": {"color": theme.INK, "width": 1}},
        customdata=np.stack([low, high, *estimates_of(table, "win_share", 100), table["score"], table["games"]], -1),
        hovertemplate=tournament_words.LADDER.hover,
    )  # fmt: skip
    for name, rating, top in zip(names, value, high, strict=True):
        text = frame.signed(rating)
        fig.add_annotation(x=top, y=name, text=text, showarrow=False, xanchor="left", xshift=8, bgcolor=theme.PAPER)
    fig.update_layout(
        margin_l=frame.left_room(table["strategy"].tolist(), 14),
        xaxis={"title": tournament_words.LADDER.x, "range": frame.padded(pd.concat([low, high]), 0.12)},
        yaxis={"title": tournament_words.LADDER.y, "automargin": False, "range": (-0.6, len(table) - 0.4)},
    )
    ratings = words.listed(
        map(words.player, standings["strategy"]), [frame.signed(rating) for rating in standings["rating"]], "{} {}"
    )
    alt = tournament_words.LADDER.alt.format(number=len(table), ratings=ratings)
    notes = [] if standings.attrs.get("bounded", True) else [tournament_words.UNBOUNDED]
    height = 150 + ROW * len(table)
    chart = tournament_words.LADDER
    if not notes:  # else nobody knows how far ahead the first is
        players, ends = standings["strategy"].tolist(), findings.widened(standings, "rating")
        chart = findings.leader(chart, players, ends, digits=0, called=words.player)
    return frame.finish(fig, chart, standings, shows=["rating"], alt=alt, notes=notes, height=height, options=options)


@frame.draws("experiments.tournament.matchups", "experiments.tournament.anytime_matchups")
def win_matrix(
    data: Tournament | pd.DataFrame, names: Sequence[str] | None = None, **options: Unpack[frame.FigureOptions]
) -> go.Figure:
    """Draw how often each row's strategy beats each column's; results that are not significant are gray.

    Parameters
    ----------
    data : Tournament or pandas DataFrame
        A tournament, or :func:`ttr_analysis.experiments.tournament.matchups` of it.
    names : sequence of str, optional
        The order of the strategies; by default, that of the table.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> figure = ttr.charts.win_matrix(played)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Who beats whom'
    """
    compared = frame.rows_of(data, tournaments.matchups)
    order = list(dict.fromkeys(compared["strategy"])) if names is None else list(names)
    shown = [theme.escape(words.player(name)) for name in order]
    sure = compared.assign(sure=compared["p_adjusted"] <= 1 - CONFIDENCE)
    columns = ("win_share_low", "win_share_high", "margin", "margin_low", "margin_high", "games", "p_adjusted")
    fig = go.Figure()
    add_verdicts(
        fig, 100 * _square(compared, "win_share", order), _square(sure, "sure", order) == 1,
        names=(shown, shown), limits=(0, 100),
        form=lambda share: words.written(share, ".0f"), note=tournament_words.NOT_SIGNIFICANT,
        data=np.stack([_square(compared, name, order) for name in columns], axis=-1),
        hover=tournament_words.WIN_MATRIX.hover,
        bar={"title": {"text": tournament_words.WON_BAR}, "dtick": 25},
    )  # fmt: skip
    room = frame.left_room(order, 13)
    tall = max(CELL * len(order), 190)
    wide = min(max(CELL * len(order), frame.WIDTH - room - 110), 160 + 100 * len(order))
    bottom = 60 + 0.62 * (room - 64)  # slanted names, with the title below them
    axis = {"automargin": False, "showgrid": False, "zeroline": False, "tickfont": {"size": 13}}
    fig.update_layout(
        legend=frame.LEGEND_ABOVE,
        margin={"l": room, "r": 110, "b": bottom},
        xaxis={**axis, "title": tournament_words.WIN_MATRIX.x, "tickangle": -40},
        yaxis={**axis, "title": tournament_words.WIN_MATRIX.y, "autorange": "reversed"},
    )
    best = compared.iloc[int(compared["win_share"].argmax())]
    return frame.finish(
        fig, _matrix_finding(compared), compared, shows=["win_share"], width=int(room + wide + 110),
        height=int(frame.TITLE_ROOM + tall + bottom),
        alt=tournament_words.WIN_MATRIX.alt.format(
            number=len(order), names=", ".join(map(words.player, order)), share=100 * best["win_share"],
            strategy=words.player(best["strategy"]), opponent=words.player(best["opponent"]),
            sure=sure["sure"].sum() // 2, pairs=len(compared) // 2,
        ), options=options,
    )  # fmt: skip


def _matrix_finding(compared: pd.DataFrame) -> words.Chart:
    """Return the words of the matrix: who beats whom most clearly; the table has corrected for all pairs."""
    value = 100 * compared["win_share"].to_numpy()
    sure = (compared["p_adjusted"] <= 1 - CONFIDENCE).to_numpy()
    ends = value, np.where(sure, value, -np.inf), np.where(sure, value, np.inf)
    other = [words.player(name) for name in compared["opponent"]]
    facts = {
        "of_rows": {"opponent": other},
        "called": words.player,
        "number": sure.sum() // 2,
        "all": len(compared) // 2,
    }
    few = facts["all"] <= findings.FEW
    chart = tournament_words.WIN_MATRIX
    chart = chart._replace(finding=tournament_words.MATRIX_OF_FEW) if few else chart
    return findings.beyond(chart, compared["strategy"].tolist(), ends, 50, digits=0, above=True, **facts)


def _square(compared: pd.DataFrame, column: str, order: list[str]) -> NDArray[np.float64]:
    """Return a column of the pairs as a matrix, with NaN where there is no pair."""
    matrix = compared.pivot(index="strategy", columns="opponent", values=column)
    square: NDArray[np.float64] = matrix.reindex(index=order, columns=order).to_numpy(dtype=float)
    return square


@frame.draws("experiments.tournament.margins", "experiments.tournament.matchups")
def margins(leads: pd.DataFrame, compared: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the lead of one strategy over another in every game, with its mean.

    Parameters
    ----------
    leads : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.margins`; one strip per pair, with the first on top.
    compared : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.matchups`: the means and their paired intervals.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> pairs = ttr.experiments.tournament.matchups(played)
    >>> leads = ttr.experiments.tournament.margins(played, [("greedy_points", "random")])
    >>> figure = ttr.charts.margins(leads, pairs)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Lead of one strategy over another, game by game'
    """
    shown = list(dict.fromkeys(zip(leads["strategy"], leads["opponent"], strict=True)))[::-1]
    means = compared.set_index(["strategy", "opponent"]).loc[shown]
    place = pd.Series(range(len(shown)), index=pd.MultiIndex.from_tuples(shown))
    dots = _thinned(leads)
    level = place.loc[list(zip(dots["strategy"], dots["opponent"], strict=True))].to_numpy()
    jitter = np.random.default_rng(int(leads["seed"].iloc[0])).uniform(-JITTER, JITTER, len(dots))
    ended = np.select([dots["margin"] > 0, dots["margin"] < 0], [0, 1], 2)
    fig, who = go.Figure(), ("strategy", "opponent")
    for outcome, name in enumerate((tournament_words.AHEAD, tournament_words.BEHIND, tournament_words.LEVEL)):
        mine = ended == outcome
        fig.add_scatter(
            x=dots["margin"][mine], y=(level + jitter)[mine], mode="markers", name=name, showlegend=bool(mine.any()),
            marker={"size": 5, "color": LEAD_COLORS[outcome], "opacity": 0.45},
            customdata=np.stack([dots[each][mine].map(words.player).map(theme.escape) for each in who]
                                + [dots[each][mine] for each in ("seed", "game", "win_share")], axis=-1),
            hovertemplate=tournament_words.MARGINS.hover,
        )  # fmt: skip
    value, low, high = estimates_of(means, "margin")
    fig.add_scatter(
        x=value, y=list(range(len(shown))), mode="markers", name=tournament_words.MEAN,
        marker={"symbol": "diamond", "size": 8, "color": theme.PAPER, "line": {"color": theme.INK, "width": 1.5}},
        error_x={**frame.whiskers(value, low, high), "thickness": 2.5, "width": 11},
        customdata=np.stack([low, high, means["games"]], axis=-1), hovertemplate=tournament_words.MEAN_LEAD,
    )  # fmt: skip
    for row, (_, pair) in enumerate(means.iterrows()):
        fig.add_annotation(
            x=1, xref="paper", y=row, xanchor="left", xshift=8, showarrow=False, align="left", font={"size": 12},
            text=tournament_words.VALUE_AND_N.format(value=frame.signed(pair["margin"], 1), n=pair["games"]),
        )  # fmt: skip
    lines = [name for pair in shown for name in (pair[0], tournament_words.OVER.format(pair[1]))]
    names = [
        f"{theme.escape(words.player(one))}<br>{tournament_words.OVER.format(theme.escape(words.player(other)))}"
        for one, other in shown
    ]
    fig.update_layout(
        legend={**frame.LEGEND_ABOVE, "itemsizing": "constant"},
        margin={"l": frame.left_room(lines, 13), "r": 90},
        xaxis={"title": tournament_words.MARGINS.x, "range": frame.padded(leads["margin"], 0.04)},
        yaxis={"title": tournament_words.MARGINS.y, "tickvals": list(range(len(shown))), "ticktext": names,
               "tickfont": {"size": 13}, "automargin": False, "range": (-0.6, len(shown) - 0.4), "showgrid": False,
               "zeroline": False},
    )  # fmt: skip
    players = [[words.player(name) for name in each] for each in zip(*shown, strict=True)]
    leading = [f"{one} {tournament_words.OVER.format(other)}" for one, other in zip(*players, strict=True)]
    listed = words.listed(leading[::-1], [frame.signed(lead, 1) for lead in means["margin"][::-1]], "{} {}")
    fewer = [] if len(dots) == len(leads) else [tournament_words.THINNED.format(number=MAX_DOTS)]
    leads = frame.with_intervals(leads, compared)
    ends, first = findings.widened(means, "margin"), [one for one, _ in shown]
    opponents = {"opponent": players[1]}
    chart = findings.beyond(tournament_words.MARGINS, first, ends, of_rows=opponents, called=words.player)
    return frame.finish(
        fig, chart, leads, shows=["margin"], notes=fewer, height=150 + 84 * len(shown),
        alt=tournament_words.MARGINS.alt.format(number=len(shown), leads=listed), options=options,
    )  # fmt: skip


def _thinned(leads: pd.DataFrame) -> pd.DataFrame:
    """Return every game of each pair, or every n-th game if there are too many to draw."""
    step = -(-leads.groupby(["strategy", "opponent"]).size().max() // MAX_DOTS)
    return leads[leads["game"] % step == 0]


@frame.draws("experiments.tournament.score_counts", "experiments.tournament.standings")
def score_violins(counts: pd.DataFrame, standings: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the distribution of each strategy's scores, with its middle half and mean.

    Parameters
    ----------
    counts : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.score_counts`.
    standings : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.standings`: the order, best first, and the means.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> counts = ttr.experiments.tournament.score_counts(played)
    >>> figure = ttr.charts.score_violins(counts, ttr.experiments.tournament.standings(played))
    >>> ttr.charts.text_of(figure, "subtitle")
    'How final scores are distributed'
    """
    table = standings.iloc[::-1]
    by_strategy = dict(iter(counts.groupby("strategy")))
    fig = go.Figure()
    for row, name in enumerate(table["strategy"]):
        mine = by_strategy[name]
        at, width = _outline(mine["score"].to_numpy(), mine["players"].to_numpy())
        color = theme.SERIES_COLORS[(len(table) - 1 - row) % len(theme.SERIES_COLORS)]
        fig.add_scatter(
            x=[*at, *at[::-1]], y=[*(row + width), *(row - width[::-1])], mode="lines", fill="toself",
            fillcolor=frame.faint(color), line={"color": color, "width": 1.5, "simplify": False}, hoverinfo="skip",
            showlegend=False,
        )  # fmt: skip
        first, middle, third = _quartiles(mine)
        fig.add_scatter(
            x=[first, third], y=[row, row], mode="lines", line={"color": color, "width": 7}, showlegend=False,
            hovertemplate=tournament_words.MIDDLE_HALF.format(first=first, third=third, middle=middle),
        )  # fmt: skip
    value, low, high = estimates_of(table, "score")
    players = counts.groupby("strategy")["players"].sum().loc[table["strategy"]].to_numpy()
    fig.add_scatter(
        x=value, y=list(range(len(table))), mode="markers", showlegend=False,
        marker={"size": 10, "color": theme.PAPER, "line": {"color": theme.INK, "width": 2}},
        error_x={**frame.whiskers(value, low, high), "thickness": 2, "width": 7},
        customdata=np.stack([low, high, table["games"], players], axis=-1),
        hovertemplate=tournament_words.VIOLINS.hover,
    )  # fmt: skip
    for row, (score, number) in enumerate(zip(value, players, strict=True)):
        fig.add_annotation(
            x=1, xref="paper", y=row, xanchor="left", xshift=8, showarrow=False, align="left", font={"size": 12},
            text=tournament_words.VALUE_AND_N.format(value=number_text(score), n=number),
        )  # fmt: skip
    names = [theme.escape(words.player(name)) for name in table["strategy"]]
    fig.update_layout(
        margin={"l": frame.left_room(table["strategy"].tolist(), 14), "r": 100},
        xaxis={"title": tournament_words.VIOLINS.x, "range": frame.padded(counts["score"], 0.04)},
        yaxis={"title": tournament_words.VIOLINS.y, "tickvals": list(range(len(table))), "ticktext": names,
               "automargin": False, "range": (-0.6, len(table) - 0.4), "showgrid": False, "zeroline": False},
    )  # fmt: skip
    listed = words.listed(map(words.player, standings["strategy"]), standings["score"], words.NAME_AND_SCORE)
    counts = frame.with_intervals(counts, standings)
    ends = findings.widened(table, "score")
    chart = findings.extremes(tournament_words.VIOLINS, table["strategy"].tolist(), ends, called=words.player)
    return frame.finish(
        fig, chart, counts, shows=["score"], height=150 + 74 * len(table),
        alt=tournament_words.VIOLINS.alt.format(number=len(table), scores=listed), options=options,
    )  # fmt: skip


def _outline(score: NDArray[np.int64], players: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the points and half widths (at most 0.42) of a violin: a kernel density, bandwidth by Scott."""
    if len(score) == 1:
        return score.astype(float), np.array([0.42])
    density = gaussian_kde(score, bw_method=float(players.sum()) ** -0.2, weights=players)
    at = np.linspace(score.min(), score.max(), 120)
    height = density(at)
    return at, 0.42 * height / height.max()


def _quartiles(counts: pd.DataFrame) -> list[int]:
    """Return the scores that a quarter, a half and three quarters of the players do not exceed."""
    reached = counts["share"].cumsum().to_numpy()
    last = len(reached) - 1
    return [int(counts["score"].iloc[min(int(np.searchsorted(reached, part)), last)]) for part in (0.25, 0.5, 0.75)]
