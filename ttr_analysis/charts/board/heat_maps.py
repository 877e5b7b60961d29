"""Heat maps of simulation results for the tracks of a board."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from math import isnan
from types import MappingProxyType
from typing import Any, Unpack

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import stats
from ttr_analysis.charts import board_words, captions, findings, frame, words
from ttr_analysis.charts.board import color_bar, twins
from ttr_analysis.charts.board.board_map import board_figure
from ttr_analysis.charts.board.layout import Layout, layout_of
from ttr_analysis.errors import ResultError, TicketToRideError
from ttr_analysis.maps import GameMap, Track, load_map, takes_map, track_table
from ttr_analysis.results.result import Result
from ttr_analysis.results.source import has_other_columns, of_map, source_of
from ttr_analysis.stats.columns import ENDS, estimates_of


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of a table of tracks that a board can show.

    Attributes
    ----------
    column : str
        Its name; the columns with the suffixes ``_low`` and ``_high`` hold its interval.
    title, unit : str
        What it measures, and the unit in which it is shown.
    factor : float
        Factor from the column's unit to the unit shown.
    count : str
        The column that holds its n.
    heading : str
        The title of its chart.
    limits : (float, float), optional
        The ends of its scale, in the unit shown: the same on all boards of shares.
    signed : bool
        Whether it is a difference, which may be told from 0 or not.
    """

    column: str
    title: str
    unit: str
    factor: float
    count: str
    heading: str
    limits: color_bar.Range | None = None
    signed: bool = False


MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        column: Measure(column, title, unit, factor, count, heading, limits, signed)
        for column, factor, count, limits, signed in (
            ("claim_share", 100, "games", (0.0, 100.0), False),
            ("player_share", 100, "player_games", (0.0, 100.0), False),
            ("winner_lift", 100, "games", None, True),
            ("claim_round", 1, "claims", None, False),
            ("cards_paid", 1, "claims", None, False),
            ("locomotives_paid", 1, "claims", None, False),
        )
        for title, unit, heading in [board_words.TRACK_MEASURES[column]]
    }
)
"""The measures that a heat map can show, by column name."""


@frame.draws("stats.track_values")
def track_values(
    data: Result | pd.DataFrame,
    measure: str = "claim_share",
    *,
    game_map: GameMap | None = None,
    layout: Layout | None = None,
    **options: Unpack[frame.FigureOptions],
) -> go.Figure:
    """Draw a board whose tracks are coloured by one measure: light is little, and dark is much.

    Shares are drawn from 0 to 100 %, so that boards can be compared. Tracks that nobody can tell apart show their
    mean; its interval is that of the worst case, in which both err together. Differences are
    red below 0 and blue above; tracks whose interval includes 0 are pale with a dotted rim.

    Parameters
    ----------
    data : Result or pandas DataFrame
        Games, or :func:`ttr_analysis.stats.track_values` of them, one row per track.
    measure : str
        One of :data:`MEASURES`.
    game_map : GameMap, optional
        The map; by default that of the games, or the one that the table names.
    layout : Layout, optional
        See :func:`ttr_analysis.charts.board.board_map.board_figure`.
    **options
        See :class:`ttr_analysis.charts.FigureOptions`.

    Raises
    ------
    ResultError
        If the table does not belong to the map or does not name one, or if there is no such measure.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> figure = ttr.charts.track_values(result)
    >>> ttr.charts.text_of(figure, "subtitle")
    'How often each track is claimed'
    """
    if measure not in MEASURES:
        raise ResultError(f"there is no measure {measure!r}; choose one of: {', '.join(MEASURES)}")
    table, what = frame.rows_of(data, stats.track_values), _said(MEASURES[measure])
    names = table["name"].tolist()
    game_map = game_map or (_map_of(data) if isinstance(data, pd.DataFrame) else data.game_map)
    if names != [track.name for track in game_map.tracks]:
        raise ResultError(f"the table of tracks does not belong to map {game_map.name!r}: its tracks differ")
    shown = _shared(game_map, table, what)
    hover = {
        track: board_words.TRACK_INTERVAL.format(low=low, high=high, unit=what.unit, n=n)
        for track, (_, low, high, n) in shown.items()
    }
    certain = [track for track, (_, low, high, _) in shown.items() if low > 0 or high < 0]
    headed = _finding(game_map, shown, what)
    fig = board_figure(
        game_map,
        layout or layout_of(game_map),
        values={track: each[0] for track, each in shown.items()},
        value_title=what.title,
        value_unit=what.unit,
        value_range=what.limits,
        certain=certain if what.signed else None,
        hover=hover,
        caption=captions.caption(table, [measure], *_notes(game_map), last=headed.holds),
        **frame.with_defaults(options, headed.title, frame.WIDTH, headed.subtitle),
    )
    columns = ["name", "length", "color", *(f"{measure}{end}" for end in ENDS), what.count]
    alt = _alt(game_map, {track: each[0] for track, each in shown.items()}, what)
    return frame.describe(fig, table[columns], alt, options)


def _notes(game_map: GameMap) -> list[str]:
    """Return what the caption says of twins, if the map has any."""
    return [board_words.TWINS] if len(twins.twins_of(game_map)) < len(game_map.tracks) else []


def _finding(game_map: GameMap, shown: Mapping[int, tuple[float, float, float, int]], what: Measure) -> words.Chart:
    """Return title and subtitle of a board: the tracks that stand out beyond chance, of twins the first."""
    chart = words.Chart(what.heading)
    if what.column not in board_words.TRACK_FINDINGS:
        return chart
    chart = chart._replace(finding=board_words.TRACK_FINDINGS[what.column], unclear=board_words.NO_LIFT)
    tracks = [each[0] for each in twins.twins_of(game_map)]
    values = zip(*(shown[track.index][:3] for track in tracks), strict=True)
    ends = findings.wider([*values], len(tracks))
    names = [*map(_named, tracks)]
    if what.signed:
        return findings.all_beyond(chart, names, ends, chart.finding, called=words.track)
    return findings.extremes(chart, names, ends, digits=0 if what.limits else 1, called=words.track)


def _shared(game_map: GameMap, table: pd.DataFrame, what: Measure) -> dict[int, tuple[float, float, float, int]]:
    """Return value, ends of the interval and n by track; twins share theirs."""
    ends = [end.tolist() for end in estimates_of(table, what.column, what.factor)]
    counts = table[what.count].tolist()
    found: dict[int, tuple[float, float, float, int]] = {}
    for tracks in twins.twins_of(game_map):
        places = [track.index for track in tracks]
        weights = [counts[place] for place in places]
        value, low, high = (twins.mean([end[place] for place in places], weights) for end in ends)
        found |= dict.fromkeys(places, (value, low, high, int(min(weights))))
    return found


@frame.spoken
@takes_map
def value_board(
    game_map: GameMap,
    values: Any,
    column: str | None = None,
    *,
    value_title: str | None = None,
    unit: str = "",
    caption: str = "",
    color_scale: str | None = None,
    value_range: color_bar.Range | None = None,
    layout: Layout | None = None,
    **options: Unpack[frame.FigureOptions],
) -> go.Figure:
    """Draw a board whose tracks are coloured by numbers of one's own.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The map.
    values : frame, mapping, list, Series or array
        Numbers by index or by name of the track, from pandas, polars, pyarrow or plain Python: whatever
        :func:`ttr_analysis.maps.track_table.track_columns` takes. Further columns of numbers, such as n
        and the ends of intervals, stand in the hover texts.
    column : str, optional
        The column to show; it may be left out if only one can be meant.
    value_title, unit : str, optional
        What stands above the colour bar, and behind the numbers.
    caption : str, optional
        Where the numbers come from. Tables of this package say that themselves.
    color_scale, value_range, layout
        See :func:`ttr_analysis.charts.board.board_map.board_figure`. Of numbers of both signs with the ends of
        their intervals, those whose interval includes 0 are pale with a dotted rim.
    **options
        See :class:`ttr_analysis.charts.FigureOptions`.

    Raises
    ------
    SetupError
        If the values do not fit the tracks of the map, or several columns can be meant.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> figure = ttr.charts.value_board(usa, {"Denver-Omaha purple": 3, "Dallas-Houston gray 1": 5}, title="My stars")
    >>> ttr.charts.text_of(figure, "title")
    'My stars'
    """
    columns = track_table.track_columns(game_map, values)
    column = track_table.chosen_column(columns, column)
    label = value_title or (board_words.VALUE if column == "value" else column.replace("_", " "))
    title = board_words.VALUE_BOARD.title.format(column=label[:1].upper() + label[1:])
    table = _own_table(game_map, columns)
    made = values if isinstance(values, pd.DataFrame) and source_of(values) else None
    shows = [column] if f"{column}_low" in columns else []
    note = (
        captions.map_caption(game_map, caption)
        if made is None
        else captions.caption(made, shows, caption, own=has_other_columns(made))
    )
    row = board_words.VALUE_ROW
    hover = {
        track: [row.format(name=name, value=_written(numbers[track])) for name, numbers in columns.items()
                if name != column and track in numbers]
        for track in columns[column]
    }  # fmt: skip
    fig = board_figure(
        game_map, layout or layout_of(game_map), values=columns[column], value_title=label, value_unit=unit,
        hover=hover, caption=note, color_scale=color_scale, value_range=value_range,
        certain=_certain(columns, column), **frame.with_defaults(options, title, frame.WIDTH),
    )  # fmt: skip
    alt = board_words.VALUE_BOARD.alt.format(
        number=len(game_map.tracks), column=label, **_ends(game_map, columns[column])
    )
    return frame.describe(fig, table, alt, options)


def _ends(game_map: GameMap, numbers: Mapping[int, float]) -> dict[str, str]:
    """Return the least and the greatest value as texts, and the tracks that have them: of equals the first by name."""
    names = {track: words.track(game_map.tracks[track].name) for track in numbers}
    least, most = (min(numbers, key=lambda track: (sign * numbers[track], names[track])) for sign in (1, -1))
    texts = {"least": _written(numbers[least]), "most": _written(numbers[most])}
    return texts | {"bottom": names[least], "top": names[most]}


def _certain(columns: track_table.Columns, column: str) -> list[int] | None:
    """Return the tracks whose intervals exclude 0; None if there are no intervals, or all values have one sign."""
    numbers = columns[column].values()
    low, high = (columns.get(f"{column}_{end}", {}) for end in ("low", "high"))
    if not low or not high or not min(numbers) < 0 < max(numbers):
        return None
    return [track for track in columns[column] if low.get(track, 0) > 0 or high.get(track, 0) < 0]


def _own_table(game_map: GameMap, columns: track_table.Columns) -> pd.DataFrame:
    """Return one row for each track that has a number."""
    used = sorted(set().union(*columns.values()))
    facts = {"track": used, "name": [game_map.tracks[index].name for index in used]}
    return pd.DataFrame(facts | {name: [numbers.get(i) for i in used] for name, numbers in columns.items()})


def _said(measure: Measure) -> Measure:
    """Return a measure in the language in use."""
    title, unit, heading = map(words.say, (measure.title, measure.unit, measure.heading))
    return replace(measure, title=title, unit=unit, heading=heading)


def _written(number: float) -> str:
    return words.written(number, "," if isinstance(number, int) else ".4g")


def _map_of(table: pd.DataFrame) -> GameMap:
    """Load the map that a table names, if it is still what that map was."""
    known = (source_of(table) or {}).get("map")
    if known is None:
        raise ResultError("the table does not say which map its tracks belong to; pass it as game_map")
    found = None
    with suppress(TicketToRideError):
        found = load_map(known["name"], known["ticket_set"])
    if found is None or of_map(found)["notices"] != known["notices"]:
        raise ResultError(
            f"the table is of map {known['name']!r}, which no folder holds as it was; pass it as game_map"
        )
    return found


def _named(track: Track) -> str:
    """Return the name of a track, without the number that only tells twins apart."""
    return re.sub(r" \d+$", "", track.name)


def _alt(game_map: GameMap, values: Mapping[int, float], what: Measure) -> str:
    """Return the alternative text, which names the tracks that the title would name."""
    measure = what.title.lower()
    known = [each[0] for each in twins.twins_of(game_map) if not isnan(values[each[0].index])]
    if not known:
        return board_words.NO_VALUES.format(measure=measure)
    ordered = sorted(known, key=lambda track: (-values[track.index], track.name))
    top, bottom = ordered[0], ordered[-1]
    return board_words.TRACK_VALUES_ALT.format(
        number=len(values), measure=measure, unit=what.unit, top=words.track(_named(top)), most=values[top.index],
        bottom=words.track(_named(bottom)), least=values[bottom.index],
    )  # fmt: skip
