"""Boards whose tracks show what they are worth, and how certain that is."""

from __future__ import annotations

from typing import Any, Unpack

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import board_words, captions, findings, frame, words, worth_words
from ttr_analysis.charts.board import board_map, twins
from ttr_analysis.charts.board.layout import Layout, layout_of
from ttr_analysis.charts.words import Chart
from ttr_analysis.errors import ResultError
from ttr_analysis.experiments.worth import things, told
from ttr_analysis.maps import GameMap
from ttr_analysis.stats.columns import ENDS, number_text, ranked, text_of_row

SHOWN = {"points": 1, "win_share": 100}
"""The measures that a board can show, and the factor to their unit."""


@frame.draws("experiments.worth")
def worth_board(
    table: pd.DataFrame,
    measure: str = "points",
    *,
    game_map: GameMap | None = None,
    layout: Layout | None = None,
    **options: Unpack[frame.FigureOptions],
) -> go.Figure:
    """Draw a board whose tracks are coloured by worth: blue is good for the owner, red bad, pale neither for certain.

    Tracks that nobody can tell apart, of the same colour and length between the same cities, show their mean; its
    interval is that of the worst case, in which both err together.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth` of routes or tracks.
    measure : {"points", "win_share"}
    game_map : GameMap, optional
        The map; by default the one that the table names.
    layout : Layout, optional
        See :func:`ttr_analysis.charts.board_figure`.
    **options
        See :class:`ttr_analysis.charts.FigureOptions`.

    Raises
    ------
    ResultError
        If the table is not of routes or tracks, or of another map.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", players=2, games=8, progress=False)
    >>> figure = ttr.charts.worth_board(table)
    >>> ttr.charts.text_of(figure, "subtitle")
    'What routes are worth to Random, in points'
    """
    table = told.with_source(table, game_map)
    facts = told.facts_of(table)
    if measure not in SHOWN or facts["of"] not in ("routes", "tracks"):
        raise ResultError(f"a board shows points or win_share of routes or tracks, not {measure} of {facts['of']}")
    game_map = told.map_of(table, game_map)
    layout, values = layout or layout_of(game_map), by_track(table, game_map, measure)
    certain = [index for index, (_, low, high, _) in values.items() if low > 0 or high < 0]
    unit = worth_words.WORTH_SHORT[measure]
    heading = title(facts) + worth_words.WORTH_IN[measure]
    headed = _finding(table, measure, heading)
    caption = captions.caption(table, [measure], worth_words.WORTH_BOARD.note, last=headed.holds)
    fig = board_map.board_figure(
        game_map, layout, values={index: each[0] for index, each in values.items()},
        value_title=worth_words.WORTH_BAR, value_unit=unit, certain=certain, no_value=worth_words.NOT_MEASURED,
        hover={index: board_words.TRACK_INTERVAL.format(low=low, high=high, unit=unit, n=n)
               for index, (_, low, high, n) in values.items()},
        caption=caption, **frame.with_defaults(options, headed.title, frame.WIDTH, headed.subtitle),
    )  # fmt: skip
    alt = _alt(table, measure, len(game_map.tracks), len(values) - len(certain))
    columns = ["thing", *(f"{measure}{end}" for end in ENDS), "n", "changed"]
    return frame.describe(fig, table[columns], alt, options)


def _finding(table: pd.DataFrame, measure: str, heading: str) -> Chart:
    """Return title and subtitle of a board: how many tracks matter beyond chance, and which most."""
    factor, unit = SHOWN[measure], worth_words.WORTH_UNITS[measure]
    ends = findings.widened(table, measure, factor)
    chart = worth_words.WORTH._replace(title=heading)
    names, digits = table["thing"].tolist(), 2 if factor == 1 else 1
    player = words.player(told.facts_of(table)["strategies"][0])
    return findings.all_beyond(
        chart, names, ends, worth_words.WORTH_OF_ONE, digits=digits, called=words.track, unit=unit, player=player
    )


def title(facts: dict[str, Any]) -> str:
    """Return the title of charts of a table of worth."""
    return worth_words.WORTH_TITLES.get(facts["change"], worth_words.WORTH.title).format(
        player=words.player(facts["strategies"][0]), **facts
    )


def text_of(row: pd.Series[Any], measure: str, digits: int, factor: float = 1) -> str:
    """Return what a row of a table of worth tells of a measure: with its interval, or with a bound that is named so."""
    if not told.has_bound(row, measure):
        return text_of_row(row, measure, digits, factor)
    return worth_words.BOUNDED.format(*(number_text(factor * float(row[f"{measure}{end}"]), digits) for end in ENDS))


def by_track(table: pd.DataFrame, game_map: GameMap, measure: str) -> dict[int, tuple[float, float, float, int]]:
    """Return value, ends of the interval and n of each track that the table has, by its index.

    Raises
    ------
    ResultError
        If a row is not of this map.
    """
    of_routes = told.facts_of(table)["of"] == "routes"
    rows, called = table.set_index("thing"), things.spellings(table["thing"])
    found: dict[int, tuple[float, float, float, int]] = {}
    known = set()
    for tracks in twins.twins_of(game_map, of_routes=of_routes):
        plain = {f"{track.city_a}-{track.city_b}" if of_routes else track.name for track in tracks}
        names = {called[name] for name in plain if name in called}
        mine = rows.loc[rows.index.isin(names)]
        known |= set(mine.index)
        if len(mine):
            ends = [SHOWN[measure] * float(mine[f"{measure}{end}"].mean()) for end in ENDS]
            found |= {track.index: (ends[0], ends[1], ends[2], int(mine["n"].min())) for track in tracks}
    if strange := [name for name in rows.index if name not in known]:
        raise ResultError(f"map {game_map.name!r} has no {strange[0]}, which the table of worth lists")
    return found


def _alt(table: pd.DataFrame, measure: str, number: int, pale: int) -> str:
    ordered, ends = ranked(table, measure, "thing"), {}
    for name, place in (("worst", -1), ("best", 0)):
        row = ordered.iloc[place]
        ends[name] = row["thing"], text_of(row, measure, 2, SHOWN[measure])
    return worth_words.WORTH_BOARD.alt.format(
        unit=worth_words.WORTH_SHORT[measure], number=number, pale=pale, best=ends["best"][0], most=ends["best"][1],
        worst=ends["worst"][0], least=ends["worst"][1],
    )  # fmt: skip
