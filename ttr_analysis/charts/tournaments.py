"""Charts of tournaments: ranking, who beats whom, leads game by game, distribution of scores."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray
from scipy.stats import gaussian_kde

from ttr_analysis.charts import theme
from ttr_analysis.charts.captions import tournament_caption
from ttr_analysis.charts.frame import (
    LEGEND_ABOVE,
    TITLE_ROOM,
    WIDTH,
    faint,
    finish,
    left_room,
    padded,
    signed,
    whiskers,
)
from ttr_analysis.charts.scores import score_parts_chart, seat_chart
from ttr_analysis.charts.verdicts import add_verdicts
from ttr_analysis.experiments.tournament import (
    Ratings,
    Tournament,
    margins,
    matchups,
    ratings,
    score_counts,
    score_parts,
    seats,
    standings,
)
from ttr_analysis.stats.intervals import CONFIDENCE

ROW = 44
"""Height of a strategy's row, in pixels."""

CELL = 53
"""Height and least width of a matrix cell, in pixels."""

MAX_DOTS = 500
"""Greatest number of games per pair drawn as dots; if there are more, only every second, third, ... is drawn."""

LEAD_COLORS = {"ahead": theme.SERIES_COLORS[0], "behind": theme.SERIES_COLORS[1], "level": theme.FAINT}
"""Colour of a game, by its outcome for the strategy named first."""

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
    """
    manifest = tournament.manifest
    fitted = fitted or ratings(tournament)
    ladder, compared = standings(tournament, fitted=fitted), matchups(tournament)
    names = ladder["strategy"].tolist()
    met = set(zip(compared["strategy"], compared["opponent"], strict=True))
    neighbours = [pair for pair in pairwise(names) if pair in met]
    order = pd.CategoricalDtype(names, ordered=True)
    parts = score_parts(tournament).astype({"strategy": order}).sort_values("strategy", kind="stable")
    open_end = "" if fitted.bounded else "Some strategies never lost to the rest, so the gap is unknown."
    texts = {
        "ladder": ("bootstrap", f"A lead of 400 rating points means odds of ten to one. {open_end}".strip()),
        "win_matrix": (
            "Wilson",
            "Gray: not significantly different from 50 % (Holm's correction over all pairs, 5 %).",
        ),
        "margins": (
            "Student's t on game means",
            "Neighbours in the ranking; a dot is the mean over all seats of a game.",
        ),
        "scores": (
            "Student's t",
            "Only tables with more than one strategy; bars span the middle half, dots are means, n counts players.",
        ),
        "score_parts": ("Student's t", "Only tables with more than one strategy."),
        "seats": ("Wilson", "Every strategy sat in each seat of its tables equally often."),
    }
    words = {stem: tournament_caption(manifest, interval, what) for stem, (interval, what) in texts.items()}
    charts = {
        "ladder": ladder_chart(ladder, caption=words["ladder"]),
        "win_matrix": win_matrix_chart(compared, names, caption=words["win_matrix"]),
    }
    if neighbours:
        charts["margins"] = margin_chart(margins(tournament, neighbours), compared, caption=words["margins"])
    return charts | {
        "scores": score_violin_chart(score_counts(tournament), ladder, caption=words["scores"]),
        "score_parts": score_parts_chart(parts.astype({"strategy": str}), caption=words["score_parts"]),
        "seats": seat_chart(seats(tournament), caption=words["seats"]),
    }


def ladder_chart(ladder: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the strategies by rating, with the best on top.

    Parameters
    ----------
    ladder : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.standings`.
    caption : str, optional
        Drawn below.
    """
    table = ladder.iloc[::-1]
    names = [theme.escape(name) for name in table["strategy"]]
    value, low, high = (table[f"rating{end}"] for end in ("", "_low", "_high"))
    others = [100 * table[f"win_share{end}"] for end in ("", "_low", "_high")]
    fig = go.Figure()
    fig.add_scatter(
        x=value, y=names, mode="markers", showlegend=False,
        error_x={**whiskers(value, low, high), "thickness": 2, "width": 8},
        marker={"size": 9, "color": theme.SERIES_COLORS[0], "line": {"color": theme.INK, "width": 1}},
        customdata=np.stack([low, high, *others, table["score"], table["games"]], axis=-1),
        hovertemplate="<b>%{y}</b><br>rating %{x:.0f} (%{customdata[0]:.0f} to %{customdata[1]:.0f})<br>"
        "wins %{customdata[2]:.1f} % (%{customdata[3]:.1f} to %{customdata[4]:.1f})<br>"
        "score %{customdata[5]:.1f}<br>%{customdata[6]:,} games<extra></extra>",
    )  # fmt: skip
    for name, rating, top in zip(names, value, high, strict=True):
        fig.add_annotation(
            x=top, y=name, text=signed(rating), showarrow=False, xanchor="left", xshift=8, bgcolor=theme.PAPER
        )
    fig.update_layout(
        margin_l=left_room(table["strategy"].tolist(), 14),
        xaxis={"title": "Rating (points, mean 0)", "range": padded(pd.concat([low, high]), 0.12)},
        yaxis={"title": "Strategy (name)", "automargin": False, "range": (-0.6, len(table) - 0.4)},
    )
    words = "; ".join(f"{name} {signed(rating)}" for name, rating in ladder[["strategy", "rating"]].to_numpy())
    return finish(
        fig, "Strategies ranked by rating", table=ladder, caption=caption, height=150 + ROW * len(table),
        alt=f"Dot plot with whiskers: ratings of {len(table)} strategies, best first: {words}.",
    )  # fmt: skip


def win_matrix_chart(compared: pd.DataFrame, names: Sequence[str] | None = None, *, caption: str = "") -> go.Figure:
    """Draw how often each row's strategy beats each column's; results that are not significant are gray.

    Parameters
    ----------
    compared : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.matchups`.
    names : sequence of str, optional
        The order of the strategies; by default, that of the table.
    caption : str, optional
        Drawn below.
    """
    order = list(dict.fromkeys(compared["strategy"])) if names is None else list(names)
    shown = [theme.escape(name) for name in order]
    sure = compared.assign(sure=compared["p_adjusted"] <= 1 - CONFIDENCE)
    columns = ("win_share_low", "win_share_high", "margin", "margin_low", "margin_high", "games", "p_adjusted")
    fig = go.Figure()
    add_verdicts(
        fig, 100 * _square(compared, "win_share", order), _square(sure, "sure", order) == 1,
        names=(shown, shown), limits=(0, 100), words=lambda share: f"{share:.0f}", note="not significant",
        data=np.stack([_square(compared, name, order) for name in columns], axis=-1),
        hover="%{y} beats %{x}<br>%{z:.1f} % (%{customdata[0]:.1%} to %{customdata[1]:.1%})<br>"
        "lead %{customdata[2]:.1f} points (%{customdata[3]:.1f} to %{customdata[4]:.1f})<br>"
        "%{customdata[5]:,} games, adjusted p = %{customdata[6]:.2g}<extra></extra>",
        bar={"title": {"text": "Games won<br>by the row<br>(%)"}, "dtick": 25},
    )  # fmt: skip
    room = left_room(order, 13)
    tall = max(CELL * len(order), 190)
    wide = min(max(CELL * len(order), WIDTH - room - 110), 160 + 100 * len(order))
    bottom = 60 + 0.62 * (room - 64)  # slanted names, with the title below them
    axis = {"automargin": False, "showgrid": False, "zeroline": False, "tickfont": {"size": 13}}
    fig.update_layout(
        legend=LEGEND_ABOVE,
        margin={"l": room, "r": 110, "b": bottom},
        xaxis={**axis, "title": "Column (opponent)", "tickangle": -40},
        yaxis={**axis, "title": "Row (strategy)", "autorange": "reversed"},
    )
    best = compared.iloc[int(compared["win_share"].argmax())]
    return finish(
        fig, "Who beats whom", table=compared, caption=caption, width=int(room + wide + 110),
        height=int(TITLE_ROOM + tall + bottom),
        alt=f"Heat map of win shares of {len(order)} strategies against each other, {', '.join(order)}; "
        f"the highest is {100 * best['win_share']:.0f} %, {best['strategy']} against {best['opponent']}. "
        f"{sure['sure'].sum() // 2} of {len(compared) // 2} pairs differ significantly.",
    )  # fmt: skip


def _square(compared: pd.DataFrame, column: str, order: list[str]) -> NDArray[np.float64]:
    """Return a column of the pairs as a matrix, with NaN where there is no pair."""
    matrix = compared.pivot(index="strategy", columns="opponent", values=column)
    square: NDArray[np.float64] = matrix.reindex(index=order, columns=order).to_numpy(dtype=float)
    return square


def margin_chart(leads: pd.DataFrame, compared: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the lead of one strategy over another in every game, with its mean.

    Parameters
    ----------
    leads : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.margins`; one strip per pair, with the first on top.
    compared : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.matchups`: the means and their paired intervals.
    caption : str, optional
        Drawn below.
    """
    shown = list(dict.fromkeys(zip(leads["strategy"], leads["opponent"], strict=True)))[::-1]
    means = compared.set_index(["strategy", "opponent"]).loc[shown]
    place = pd.Series(range(len(shown)), index=pd.MultiIndex.from_tuples(shown))
    dots = _thinned(leads)
    level = place.loc[list(zip(dots["strategy"], dots["opponent"], strict=True))].to_numpy()
    jitter = np.random.default_rng(int(leads["seed"].iloc[0])).uniform(-JITTER, JITTER, len(dots))
    ended = np.select([dots["margin"] > 0, dots["margin"] < 0], ["ahead", "behind"], "level")
    fig = go.Figure()
    for name, color in LEAD_COLORS.items():
        mine = ended == name
        fig.add_scatter(
            x=dots["margin"][mine], y=(level + jitter)[mine], mode="markers", name=name, showlegend=bool(mine.any()),
            marker={"size": 5, "color": color, "opacity": 0.45},
            customdata=np.stack([dots[each][mine].map(theme.escape) for each in ("strategy", "opponent")]
                                + [dots[each][mine] for each in ("seed", "game", "win_share")], axis=-1),
            hovertemplate="%{customdata[0]} over %{customdata[1]}: %{x:+.1f} points<br>seed %{customdata[2]}, "
            "game %{customdata[3]}<br>share of wins: %{customdata[4]:.0%}<extra></extra>",
        )  # fmt: skip
    value, low, high = (means[f"margin{end}"] for end in ("", "_low", "_high"))
    fig.add_scatter(
        x=value, y=list(range(len(shown))), mode="markers", name="mean",
        marker={"symbol": "diamond", "size": 8, "color": theme.PAPER, "line": {"color": theme.INK, "width": 1.5}},
        error_x={**whiskers(value, low, high), "thickness": 2.5, "width": 11},
        customdata=np.stack([low, high, means["games"]], axis=-1),
        hovertemplate="mean lead %{x:.1f} points (%{customdata[0]:.1f} to %{customdata[1]:.1f})<br>"
        "%{customdata[2]:,} games<extra></extra>",
    )  # fmt: skip
    for row, (_, pair) in enumerate(means.iterrows()):
        fig.add_annotation(
            x=1, xref="paper", y=row, xanchor="left", xshift=8, showarrow=False, align="left", font={"size": 12},
            text=f"<b>{signed(pair['margin'], 1)}</b><br>n = {pair['games']:,.0f}",
        )  # fmt: skip
    lines = [name for pair in shown for name in (pair[0], f"over {pair[1]}")]
    names = [f"{theme.escape(strategy)}<br>over {theme.escape(opponent)}" for strategy, opponent in shown]
    fig.update_layout(
        legend={**LEGEND_ABOVE, "itemsizing": "constant"},
        margin={"l": left_room(lines, 13), "r": 90},
        xaxis={"title": "Lead of the first over the second (points)", "range": padded(leads["margin"], 0.04)},
        yaxis={"title": "Strategies (pair)", "tickvals": list(range(len(shown))), "ticktext": names,
               "tickfont": {"size": 13}, "automargin": False, "range": (-0.6, len(shown) - 0.4), "showgrid": False,
               "zeroline": False},
    )  # fmt: skip
    words = "; ".join(
        f"{one} over {other} {signed(means.loc[(one, other), 'margin'], 1)}" for one, other in shown[::-1]
    )
    fewer = "" if len(dots) == len(leads) else f" At most {MAX_DOTS} games per pair are drawn; all count for the means."
    return finish(
        fig, "Lead of one strategy over another, game by game", table=leads, caption=caption + fewer,
        height=150 + 84 * len(shown),
        alt=f"Strips of dots, one per game, for {len(shown)} pairs; mean leads in points: {words}.",
    )  # fmt: skip


def _thinned(leads: pd.DataFrame) -> pd.DataFrame:
    """Return every game of each pair, or every n-th game if there are too many to draw."""
    step = -(-leads.groupby(["strategy", "opponent"]).size().max() // MAX_DOTS)
    return leads[leads["game"] % step == 0]


def score_violin_chart(counts: pd.DataFrame, ladder: pd.DataFrame, *, caption: str = "") -> go.Figure:
    """Draw the distribution of each strategy's scores, with its middle half and mean.

    Parameters
    ----------
    counts : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.score_counts`.
    ladder : pandas DataFrame
        :func:`ttr_analysis.experiments.tournament.standings`: the order, best first, and the means.
    caption : str, optional
        Drawn below.
    """
    table = ladder.iloc[::-1]
    by_strategy = dict(iter(counts.groupby("strategy")))
    fig = go.Figure()
    for row, name in enumerate(table["strategy"]):
        mine = by_strategy[name]
        at, width = _outline(mine["score"].to_numpy(), mine["players"].to_numpy())
        color = theme.SERIES_COLORS[(len(table) - 1 - row) % len(theme.SERIES_COLORS)]
        fig.add_scatter(
            x=[*at, *at[::-1]], y=[*(row + width), *(row - width[::-1])], mode="lines", fill="toself",
            fillcolor=faint(color), line={"color": color, "width": 1.5, "simplify": False}, hoverinfo="skip",
            showlegend=False,
        )  # fmt: skip
        first, middle, third = _quartiles(mine)
        fig.add_scatter(
            x=[first, third], y=[row, row], mode="lines", line={"color": color, "width": 7}, showlegend=False,
            hovertemplate=f"middle half: {first} to {third} points, median {middle}<extra></extra>",
        )  # fmt: skip
    value, low, high = (table[f"score{end}"] for end in ("", "_low", "_high"))
    players = counts.groupby("strategy")["players"].sum().loc[table["strategy"]].to_numpy()
    fig.add_scatter(
        x=value, y=list(range(len(table))), mode="markers", showlegend=False,
        marker={"size": 10, "color": theme.PAPER, "line": {"color": theme.INK, "width": 2}},
        error_x={**whiskers(value, low, high), "thickness": 2, "width": 7},
        customdata=np.stack([low, high, table["games"], players], axis=-1),
        hovertemplate="mean %{x:.1f} points (%{customdata[0]:.1f} to %{customdata[1]:.1f})<br>"
        "%{customdata[3]:,} players in %{customdata[2]:,} games<extra></extra>",
    )  # fmt: skip
    for row, (score, number) in enumerate(zip(value, players, strict=True)):
        fig.add_annotation(
            x=1, xref="paper", y=row, xanchor="left", xshift=8, showarrow=False, align="left", font={"size": 12},
            text=f"<b>{score:.1f}</b><br>n = {number:,}".replace("-", "\N{MINUS SIGN}"),
        )  # fmt: skip
    names = [theme.escape(name) for name in table["strategy"]]
    fig.update_layout(
        margin={"l": left_room(table["strategy"].tolist(), 14), "r": 100},
        xaxis={"title": "Final score (points)", "range": padded(counts["score"], 0.04)},
        yaxis={"title": "Strategy (name)", "tickvals": list(range(len(table))), "ticktext": names,
               "automargin": False, "range": (-0.6, len(table) - 0.4), "showgrid": False, "zeroline": False},
    )  # fmt: skip
    words = "; ".join(f"{name} {score:.1f}" for name, score in ladder[["strategy", "score"]].to_numpy())
    return finish(
        fig, "How final scores are distributed", table=counts, caption=caption, height=150 + 74 * len(table),
        alt=f"Violin plots of the final scores of {len(table)} strategies, best first; mean scores: {words}.",
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
