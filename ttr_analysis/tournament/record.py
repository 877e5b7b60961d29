"""What a tournament leaves: one tidy table of all players of all games, and how it was made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

import ttr_analysis
from ttr_analysis.board import GameMap
from ttr_analysis.manifest import MapEntry, StrategyEntry
from ttr_analysis.results import COLUMNS, Column

TOURNAMENT_SCHEMA = 1
"""Version of the columns and of the record; another one cannot be read."""

ROW_COLUMNS = {
    "game": COLUMNS["players"]["game"],
    "seating": Column("int16", "position in the record's seatings"),
    **{name: column for name, column in COLUMNS["players"].items() if name != "game"},
    "strategy": Column("int16", "position in the record's strategies"),
}
"""Columns of a tournament's rows: those of a result's players, but for the two that say who played."""

Cube = NDArray[Any]


class Record(BaseModel):
    """How a tournament was made.

    Attributes
    ----------
    map : MapEntry
    strategies : tuple of StrategyEntry
        Everybody who takes part.
    players : int
    seed : int
        Game ``g`` of every seating has the same decks.
    seatings : tuple of tuple of int
        Positions in ``strategies``, the first player's first; each plays every game once.
    asked, games : int
        Games of each seating: asked for, and played; they have the numbers 0 to ``games`` - 1.
    stopped : str
        Why it has fewer games than were asked for; empty if it has not.
    engine, package : str
        Hash of the compiled code's sources, and the version.
    created : str
        UTC time, ISO 8601.
    parts : tuple of int
        Games of each file of a folder.
    schema_version : int
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    map: MapEntry
    strategies: tuple[StrategyEntry, ...]
    players: int = Field(ge=2)
    seed: int
    seatings: tuple[tuple[int, ...], ...]
    asked: int = Field(ge=0)
    games: int = Field(default=0, ge=0)
    stopped: str = ""
    engine: str = ""
    package: str = Field(default_factory=lambda: ttr_analysis.__version__)
    created: str = Field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    parts: tuple[int, ...] = ()
    schema_version: int = TOURNAMENT_SCHEMA

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the strategies."""
        return tuple(entry.name for entry in self.strategies)


@dataclass(frozen=True)
class Tournament:
    """The games of a tournament.

    Attributes
    ----------
    rows : pandas.DataFrame
        A row a seat of a game, sorted by game, seating and seat; columns:
        :data:`ROW_COLUMNS`. Every seating has played every game.
    record : Record
        How they were made.
    map : GameMap
    """

    rows: pd.DataFrame
    record: Record
    map: GameMap

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the strategies; the column ``strategy`` is a position among them."""
        return self.record.names

    @property
    def games(self) -> int:
        """Games of each seating: the independent observations."""
        return self.record.games

    @property
    def seats(self) -> NDArray[np.int64]:
        """Strategy of each seat of each seating, shape (seatings, players)."""
        return np.array(self.record.seatings, dtype=np.int64)

    @property
    def mirrors(self) -> NDArray[np.bool_]:
        """Whether a seating is one strategy against itself, shape (seatings,)."""
        seats = self.seats
        same: NDArray[np.bool_] = (seats == seats[:, :1]).all(axis=1)
        return same

    def cube(self, column: str) -> Cube:
        """A column by game, seating and seat, shape (games, seatings, players)."""
        values: Cube = self.rows[column].to_numpy()
        return values.reshape(self.games, len(self.record.seatings), self.record.players)

    def standing(self) -> NDArray[np.int64]:
        """Who came in before whom: the larger number, shape as :meth:`cube`; equal ones share a place.

        Winners come before all others, by whatever the rules break ties with; the others
        by score.
        """
        won = self.cube("win_share") > 0
        return np.where(won, np.int64(1) << 32, 0) + self.cube("score").astype(np.int64)
