"""How much of results is luck."""

from typing import Unpack

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import findings, frame, move_words, theme, words
from ttr_analysis.stats import columns

ROW, TALL_ROW = 34, 46
"""Height of a row, in pixels; on a phone, where its number stands under its name."""
LABELS, EDGE = 190, 20
"""Room at the right for the numbers, and without them, in pixels."""


@frame.draws("experiments.shares_of_variance")
def luck_shares(table: pd.DataFrame, **options: Unpack[frame.FigureOptions]) -> go.Figure:
    """Draw what the results of a player over many games vary by: luck by kind, decisions, and what is unexplained.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.shares_of_variance`. Parts that never had a part are left out.

    Examples
    --------
    >>> games = ttr.experiments.luck_of_games(ttr.load_map("first_journey_usa"), "expert", players=2, games=30)
    >>> table = ttr.experiments.shares_of_variance(games[games["place"] == 0])
    >>> ttr.charts.text_of(ttr.charts.luck_shares(table), "subtitle")
    'How much of the results is luck'
    """
    shown = table[(table["deviation"] > 0) | (table["part"] == "luck")].reset_index(drop=True)
    names = [move_words.LUCK_PARTS[part] for part in shown["part"]]
    value, low, high = columns.estimates_of(shown, "share", 100)
    places = list(range(len(shown)))[::-1]
    fig = go.Figure()
    fig.add_bar(
        x=value, y=places, orientation="h", width=0.62, error_x=frame.whiskers(value, low, high),
        marker={"color": [_color(part) for part in shown["part"]], "line": {"color": theme.INK, "width": 0.6}},
        customdata=list(zip(names, low, high, strict=True)), hovertemplate=move_words.LUCK.hover,
    )  # fmt: skip
    narrow, texts = frame.look_of(options).narrow, columns.texts_of(shown, "share", 0, 100)
    labels = frame.with_numbers_below(names, texts) if narrow else names
    for place, text in [] if narrow else zip(places, texts, strict=True):
        fig.add_annotation(x=1.01, xref="paper", xanchor="left", y=place, text=text, showarrow=False, font={"size": 12})
    fig.update_yaxes(tickvals=places, ticktext=labels, automargin=False, zeroline=False)
    fig.update_yaxes(range=(-0.7, len(places) - 0.3))
    fig.update_xaxes(title=move_words.LUCK.x, range=frame.padded([0, *low, *high], 0.04), zeroline=True)
    room = frame.left_room([*names, *texts] if narrow else names, 13) - 30
    fig.update_layout(margin_l=room, margin_r=EDGE if narrow else LABELS, showlegend=False)
    player, of = words.player(shown["strategy"].iloc[0]), move_words.LUCK_OF[shown["of"].iloc[0]]
    chart = move_words.LUCK._replace(note=move_words.LUCK.note.format(player=player, of=of))
    alt = move_words.LUCK.alt.format(of=of, player=player, parts=words.listed(names, value, words.NAMED_PERCENT))
    whole = shown["part"] == "luck"
    if whole.any():
        ends = findings.widened(shown[whole.to_numpy()], "share", 100)
        chart = findings.beyond(chart, [""], ends, digits=0, of=of, player=player)
    height = 150 + (TALL_ROW if narrow else ROW) * len(shown)
    return frame.finish(fig, chart, shown, shows=["share"], alt=alt, height=height, options=options)


def _color(part: str) -> str:
    """Return the colour of a part: one for luck, a pale one for its kinds, others for what is no luck."""
    if part == "luck":
        return theme.SERIES_COLORS[0]
    if part in ("own", "others"):
        return theme.SERIES_COLORS[1]
    return theme.NEUTRAL if part == "unexplained" else frame.faint(theme.SERIES_COLORS[0])
