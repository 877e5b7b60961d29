"""Heat maps of simulation results for the routes of a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts.board.board_map import board_figure
from ttr_analysis.charts.board.layout import Layout, load_layout, make_layout
from ttr_analysis.charts.frame import WIDTH, attach
from ttr_analysis.errors import ResultError
from ttr_analysis.maps.game_map import GameMap


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of a route table that a board can show.

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
    """

    column: str
    title: str
    unit: str
    factor: float
    count: str
    heading: str


MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        measure.column: measure
        for measure in (
            Measure("claim_share", "Claimed", "% of games", 100, "games", "How often each track is claimed"),
            Measure("player_share", "Players who claim it", "% of players", 100, "player_games",
                    "The share of players who claim each track"),
            Measure("winner_lift", "Winners minus other players", "percentage points", 100, "games",
                    "Which tracks winners claim more often than other players"),
            Measure("claim_round", "Mean claim round", "own turns", 1, "claims", "When each track is claimed"),
            Measure("cards_paid", "Mean price", "cards", 1, "claims", "What each track costs"),
            Measure("locomotives_paid", "Mean locomotives paid", "cards", 1, "claims",
                    "How many locomotives each track costs"),
        )
    }
)  # fmt: skip
"""The measures that a heat map can show, by column name."""


def value_board(
    game_map: GameMap,
    track_table: pd.DataFrame,
    measure: str = "claim_share",
    *,
    layout: Layout | None = None,
    caption: str = "",
    width: int = WIDTH,
) -> go.Figure:
    """Draw a board whose tracks are coloured by one measure of a route table.

    Parameters
    ----------
    game_map : GameMap
        The map the table belongs to.
    track_table : pandas DataFrame
        :func:`ttr_analysis.stats.track_values`, one row per track.
    measure : str
        One of :data:`MEASURES`.
    layout : Layout, optional
        See :func:`ttr_analysis.charts.board.board_map.board_figure`.
    caption : str, optional
        Drawn below.
    width : int
        Width in pixels.

    Raises
    ------
    ResultError
        If the table does not belong to the map, or has no such measure.
    """
    if measure not in MEASURES:
        raise ResultError(f"there is no measure {measure!r}; choose one of: {', '.join(MEASURES)}")
    names = [track.name for track in game_map.tracks]
    if track_table["name"].tolist() != names:
        raise ResultError(f"the route table does not belong to map {game_map.name!r}: its tracks differ")
    what = MEASURES[measure]
    values, low, high = (what.factor * track_table[f"{measure}{end}"] for end in ("", "_low", "_high"))
    hover = {
        int(
            index
        ): f"interval {low[index]:.3g} to {high[index]:.3g} {what.unit}; n = {int(track_table[what.count][index]):,}"
        for index in track_table.index
    }
    title = what.heading
    layout = layout or load_layout(game_map) or make_layout(game_map)
    fig = board_figure(
        game_map,
        layout,
        values=dict(zip(track_table["track"], values, strict=True)),
        value_title=what.title,
        value_unit=what.unit,
        hover=hover,
        title=title,
        caption=caption or None,
        width=width,
    )
    columns = ["name", "length", "color", measure, f"{measure}_low", f"{measure}_high", what.count]
    caption = " ".join(text for text in (caption, layout.notice) if text)
    return attach(fig, title, table=track_table[columns], caption=caption, alt=_words(track_table, values, what))


def _words(track_table: pd.DataFrame, values: pd.Series[float], what: Measure) -> str:
    known = values.dropna()
    if known.empty:
        return f"Map of the board; no track has a value for: {what.title.lower()}."
    names = track_table["name"][known.index]
    top, bottom = names.iloc[int(known.argmax())], names.iloc[int(known.argmin())]
    return (
        f"Map of the board with {len(track_table)} tracks, coloured by: {what.title.lower()} ({what.unit}). "
        f"Highest: {top} with {known.max():.1f}; lowest: {bottom} with {known.min():.1f}."
    )
