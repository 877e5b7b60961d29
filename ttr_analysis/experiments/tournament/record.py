"""The result of a tournament: one tidy table of all players of all games, and how it was made."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pydantic import Field

import ttr_analysis
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.results.manifest import MapEntry, Signed, StrategyEntry
from ttr_analysis.results.schema import RUN, Column, recorded
from ttr_analysis.results.source import Source, of_map

TOURNAMENT_SCHEMA = 3
"""Version of the columns and of the record; other versions cannot be read."""

ROW_COLUMNS = {
    **RUN,
    "game": recorded("players")["game"],
    "seating": Column("int16", "position", "position in the record's seatings"),
    **{name: column for name, column in recorded("players").items() if name != "game"},
    "strategy": Column("int16", "position", "position in the record's strategies"),
}
"""Columns of a tournament's rows: those of a result's players; two of them are positions in the record.

``run`` is the run of the seating, as ``ttr simulate --fixed-seats`` names it; with ``game`` and ``seat`` it names
a row.
"""

Cube = NDArray[Any]


class TournamentManifest(Signed):
    """How a tournament was made.

    Attributes
    ----------
    map : MapEntry
    strategies : tuple of StrategyEntry
        All strategies that take part.
    players : int
    seed : int
        Game ``g`` of every seating has the same decks.
    seatings : tuple of tuple of int
        Positions in ``strategies``, starting with the first player; each seating plays every game once.
    asked, games : int
        Number of games of each seating, asked for and played; they are numbered from 0 to ``games`` - 1.
    stopped : str
        Why fewer games were played than asked for; empty if all were played.
    engine, package : str
        Hash of the sources of the compiled code, and the version of the package.
    created : str
        UTC time, ISO 8601.
    parts : tuple of int
        Number of games in each file of a folder.
    checksums : tuple of str
        SHA-256 of these files.
    schema_version : int
    digest : str
        SHA-256 of all the rest, as it was written to a folder.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> played.manifest.seed, played.manifest.players
    (1, 2)
    """

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
    checksums: tuple[str, ...] = ()
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
        One row per seat of a game, sorted by game, seating and seat; columns:
        :data:`ROW_COLUMNS`. Every seating has played every game.
    manifest : TournamentManifest
        How the games were played.
    game_map : GameMap

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> played.names, played.games
    (('random', 'greedy_points'), 40)
    """

    rows: pd.DataFrame
    manifest: TournamentManifest
    game_map: GameMap

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the strategies; the column ``strategy`` is a position among them."""
        return self.manifest.names

    @property
    def source(self) -> Source:
        """The facts of the record that every table of these games carries."""
        facts = {name: getattr(self.manifest, name) for name in ("players", "seed", "games", "asked")}
        seatings = len(self.manifest.seatings)
        return {
            "kind": "tournament", "map": of_map(self.manifest.map), "strategies": list(self.names),
            "seatings": seatings, **facts,
        }  # fmt: skip

    @property
    def games(self) -> int:
        """Games of each seating: the independent observations."""
        return self.manifest.games

    @property
    def seats(self) -> NDArray[np.int64]:
        """Strategy of each seat of each seating, shape (seatings, players)."""
        return np.array(self.manifest.seatings, dtype=np.int64)

    @property
    def mirrors(self) -> NDArray[np.bool_]:
        """Whether a seating is one strategy against itself, shape (seatings,)."""
        seats = self.seats
        same: NDArray[np.bool_] = (seats == seats[:, :1]).all(axis=1)
        return same

    def run_of(self, seating: int) -> str:
        """Return the name of a seating's games in the column ``run``; empty if none was played."""
        return str(self.rows["run"].iloc[seating * self.manifest.players]) if self.games else ""

    def cube(self, column: str) -> Cube:
        """Return a column by game, seating and seat, shape (games, seatings, players)."""
        values: Cube = self.rows[column].to_numpy()
        return values.reshape(self.games, len(self.manifest.seatings), self.manifest.players)

    def standing(self) -> NDArray[np.int64]:
        """Return the final order: a larger number is ahead, equal numbers share a place; shape as :meth:`cube`.

        Winners are ahead of all others, after the tie-breaks of the rules; the others are
        ordered by score.
        """
        won = self.cube("win_share") > 0
        return np.where(won, np.int64(1) << 32, 0) + self.cube("score").astype(np.int64)
