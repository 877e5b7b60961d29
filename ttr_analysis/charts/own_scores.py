"""Scores that people have made, marked among those of simulated players."""

from collections.abc import Sequence
from typing import Unpack

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import stats
from ttr_analysis.charts import findings, frame, move_words, scores, theme, words
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.own_games.parts import PEOPLE
from ttr_analysis.experiments.own_games.percentile import scores_of
from ttr_analysis.results.result import Result
from ttr_analysis.stats.columns import estimates_of

MOST_LABELS = 10
"""With more different own scores, their labels would not be read."""

LABEL_ROOM = 0.3
"""Width that a label takes, as a share of the axis."""

ROW = 0.13
"""Height of a row of labels, as a share of the highest line."""


PART_ROW = 64
"""Height of a part of the scores, in pixels."""


@frame.draws("experiments.own_parts")
def own_parts(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the mean parts of scores of one's own beside those of simulated players.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.own_parts`.

    Examples
    --------
    >>> import pandas as pd
    >>> own = pd.DataFrame({"map": "usa", "ticket_set": "base", "players": 2, "score": [9, 8], "routes": [6, 7]})
    >>> table = ttr.experiments.own_parts(own, strategy="random", games=50)
    >>> ttr.charts.text_of(ttr.charts.own_parts(table), "title")
    'Where own points come from'
    """
    people, strategy = dict.fromkeys(table["who"])
    parts = list(dict.fromkeys(table["part"]))
    fig = go.Figure()
    for number, who in enumerate((people, strategy)):
        rows = table[table["who"] == who]
        _add_means(fig, rows, who, [len(parts) - 1 - parts.index(part) + 0.13 - 0.26 * number for part in rows["part"]])
    names = [words.label(part) for part in parts][::-1]
    fig.update_layout(
        legend=frame.LEGEND_ABOVE, margin_l=frame.left_room(names, 13), xaxis={"title": move_words.OWN_PARTS.x}
    )
    fig.update_yaxes(
        tickvals=list(range(len(parts))), ticktext=names, range=(-0.6, len(parts) - 0.4), title=move_words.OWN_PARTS.y,
        zeroline=False, automargin=False,
    )  # fmt: skip
    own = table[table["who"] == people].set_index("part")
    theirs = table[table["who"] == strategy].set_index("part")["mean"]
    few = move_words.OWN_PARTS_FEW if own["mean_low"].isna().any() else ""
    facts = {"scores": int(own["scores"].iloc[0]), "few": few, "who": words.player(strategy)}
    chart = move_words.OWN_PARTS._replace(note=move_words.OWN_PARTS.note.format(**facts))
    told = [
        move_words.OWN_PARTS_ALT.format(part=words.label(part), own=own.loc[part, "mean"], theirs=theirs[part])
        for part in parts
    ]
    alt = move_words.OWN_PARTS.alt.format(who=words.player(strategy), parts=", ".join(told))
    played = table[table["who"] == strategy].set_index("part").loc[parts]
    ends = [findings.widened(rows.loc[parts], "mean") for rows in (own, played)]
    chart = findings.contrast(chart, parts, *ends, called=words.label, one=_who(people), other=_who(strategy))
    return frame.finish(fig, chart, table, shows=["mean"], alt=alt, height=190 + PART_ROW * len(parts), options=options)


def _who(name: str) -> str:
    """Return what readers call own games, or a strategy."""
    return move_words.OWN_GAMES if name == PEOPLE else words.player(name)


def _add_means(fig: go.Figure, rows: pd.DataFrame, who: str, places: Sequence[float]) -> None:
    """Add the dots of one kind of player, with whiskers where there are intervals, and the numbers beside them."""
    color, symbol = (theme.INK, "diamond") if who == PEOPLE else (theme.SERIES_COLORS[0], "circle")
    value, low, high = estimates_of(rows, "mean")
    ends = [value.where(each.isna(), each) for each in (low, high)]
    fig.add_scatter(
        x=value, y=places, mode="markers", name=theme.escape(_who(who)), error_x=frame.whiskers(value, *ends),
        marker={"size": 11, "color": color, "symbol": symbol},
        text=[words.label(part) for part in rows["part"]], customdata=list(zip(low, high, strict=True)),
        hovertemplate=move_words.OWN_PARTS.hover.format(who=theme.escape(_who(who))),
    )  # fmt: skip


@frame.draws("stats.score_distribution")
def own_scores(data: Result, own: pd.DataFrame | Sequence[int], **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the distribution of scores in simulated games, with scores of one's own marked by their percentiles.

    Parameters
    ----------
    data : Result
        Games on the same map with as many players: :func:`ttr_analysis.experiments.reference_games`.
    own : pandas DataFrame or sequence of int
        Own games from :func:`ttr_analysis.experiments.read_games`, or just their scores.

    Raises
    ------
    SetupError
        If there are no scores.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.own_scores(result, [12, 55])
    >>> ttr.charts.text_of(figure, "subtitle")
    'Own scores among those of simulated players'
    """
    marked = scores_of(own)
    if not len(marked):
        raise SetupError("own_scores marks scores of one's own: give at least one")
    table = stats.percentiles(data, marked)
    shares = stats.score_distribution(data)
    fig = go.Figure()
    scores.add_distribution(fig, shares)
    distinct = table.drop_duplicates("score").sort_values("score", ignore_index=True)
    first, last = min(shares["score_from"].min(), *marked), max(shares["score_to"].max(), *marked)
    rows = _label_rows(distinct["score"].tolist(), LABEL_ROOM * (last - first + 1))
    top = 100 * float(shares["share"].max())
    _add_marks(fig, distinct, rows, top)
    fig.update_layout(
        legend=frame.LEGEND_ABOVE,
        xaxis={"title": move_words.OWN_SCORES.x, "range": frame.padded([first, last], 0.14)},
        yaxis={"title": move_words.OWN_SCORES.y, "range": (0, top * (1.12 + ROW * (max(rows, default=0) + 1)))},
    )
    named = words.listed(distinct["score"], distinct["percentile"], move_words.OWN_SCORE_ALT)
    alt = move_words.OWN_SCORES.alt.format(number=len(marked), scores=named)
    chart = move_words.OWN_SCORES._replace(note=move_words.OWN_SCORES.note.format(number=len(marked)))
    best = distinct.iloc[-1]
    chart = findings.headed(chart, chart.finding.format(score=int(best["score"]), value=best["percentile"]))
    return frame.finish(
        fig, chart, table, shows=["percentile"], alt=alt, height=430 + 24 * max(rows, default=0), options=options
    )


def _label_rows(values: Sequence[int], room: float) -> list[int]:
    """Return the row of each label, from 0 at the bottom, such that no two in a row overlap; values ascend."""
    if len(values) > MOST_LABELS:
        return [0] * len(values)
    ends: list[float] = []
    rows = []
    for value in values:
        row = next((i for i, end in enumerate(ends) if end <= value), len(ends))
        ends[row:] = [value + room, *ends[row + 1 :]]
        rows.append(row)
    return rows


def _add_marks(fig: go.Figure, table: pd.DataFrame, rows: Sequence[int], top: float) -> None:
    """Add a line for each own score, with its percentile above if there are not too many."""
    labelled = len(table) <= MOST_LABELS
    for i, (row, (_, own)) in enumerate(zip(rows, table.iterrows(), strict=True)):
        score, height = int(own["score"]), top * (1.08 + ROW * row)
        ends = [float(own[f"percentile{end}"]) for end in ("", "_low", "_high")]
        fig.add_scatter(
            x=[score] * 2, y=[0, height], mode="lines+markers", name=move_words.OWN_GAMES, legendgroup="own",
            line={"color": theme.INK, "width": 1.5, "dash": "dot"}, showlegend=i == 0, customdata=[ends, ends],
            marker={"symbol": "triangle-down", "size": [0, 10], "color": theme.INK, "opacity": 1},
            hovertemplate=move_words.OWN_SCORES.hover.format(score=score),
        )  # fmt: skip
        if labelled:  # in front of the lines of others
            label = move_words.OWN_SCORE.format(score=score, value=ends[0], low=ends[1], high=ends[2])
            fig.add_annotation(
                x=score, y=height, text=label, showarrow=False, yshift=15, bgcolor=theme.PAPER, font={"size": 12}
            )
