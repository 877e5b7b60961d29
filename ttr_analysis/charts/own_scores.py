"""Scores that people have made, marked among those of simulated players."""

from collections.abc import Sequence
from typing import Unpack

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import stats
from ttr_analysis.charts import frame, scores, theme, words
from ttr_analysis.experiments.own_games.percentile import scores_of
from ttr_analysis.results.result import Result

MOST_LABELS = 10
"""With more different own scores, their labels would not be read."""

LABEL_ROOM = 0.3
"""Width that a label takes, as a share of the axis."""

ROW = 0.13
"""Height of a row of labels, as a share of the highest line."""


@frame.draws("stats.score_distribution")
def own_scores(data: Result, own: pd.DataFrame | Sequence[int], **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw the distribution of scores in simulated games, with scores of one's own marked by their percentiles.

    Parameters
    ----------
    data : Result
        Games on the same map with as many players: :func:`ttr_analysis.experiments.reference_games`.
    own : pandas DataFrame or sequence of int
        Own games from :func:`ttr_analysis.experiments.read_games`, or just their scores.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.own_scores(result, [12, 55])
    >>> ttr.charts.text_of(figure, "title")
    'Own scores among those of simulated players'
    """
    marked = scores_of(own)
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
        xaxis={"title": words.OWN_SCORES.x, "range": frame.padded([first, last], 0.14)},
        yaxis={"title": words.OWN_SCORES.y, "range": (0, top * (1.12 + ROW * (max(rows, default=0) + 1)))},
    )
    named = words.listed(distinct["score"], distinct["percentile"], words.OWN_SCORE_ALT)
    alt = words.OWN_SCORES.alt.format(number=len(marked), scores=named)
    chart = words.OWN_SCORES._replace(note=words.OWN_SCORES.note.format(number=len(marked)))
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
            x=[score] * 2, y=[0, height], mode="lines+markers", name=words.OWN_GAMES, legendgroup="own",
            line={"color": theme.INK, "width": 1.5, "dash": "dot"}, showlegend=i == 0, customdata=[ends, ends],
            marker={"symbol": "triangle-down", "size": [0, 10], "color": theme.INK, "opacity": 1},
            hovertemplate=words.OWN_SCORES.hover.format(score=score),
        )  # fmt: skip
        if labelled:  # in front of the lines of others
            label = words.OWN_SCORE.format(score=score, value=ends[0], low=ends[1], high=ends[2])
            fig.add_annotation(
                x=score, y=height, text=label, showarrow=False, yshift=15, bgcolor=theme.PAPER, font={"size": 12}
            )
