"""Results: six tidy tables of the games played, and the manifest that reproduces them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
import pandas as pd

from ttr_analysis.maps.events import EndReason
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.results.manifest import Manifest

if TYPE_CHECKING:
    from pathlib import Path

TableName = Literal["games", "players", "tickets", "tracks", "tunnels", "buildings"]

OUTCOMES = ("made", "cut off", "unfinished")
"""Outcomes of a ticket, by the code in the tables. *Cut off*: its cities can no longer be
joined by the seat's own and open tracks; *unfinished*: they still could have been."""

BUILDINGS = ("station", "harbour")
"""Kinds of building, by the code in the tables."""

NEVER = -1
"""The turn of something that did not happen; the seat if it is nobody's."""


class Column(NamedTuple):
    """A column of a tidy table: its dtype and its meaning."""

    dtype: str
    meaning: str


_GAME = Column("int32", "number of the game")
_SEAT = Column("int8", "seat, 0 moves first")
_POINTS = "int16"

COLUMNS: Mapping[TableName, Mapping[str, Column]] = {
    "games": {
        "game": _GAME,
        "seed": Column("int64", "seed of the run"),
        "turns": Column("int16", "turns played by all players together"),
        "end_reason": Column("int8", "why it ended, an EndReason"),
        "winners": Column("int8", "number of seats that share the win, 1 for a sole winner"),
        "market_clears": Column("int16", "times the market was cleared for its locomotives"),
        "deck_rebuilds": Column("int16", "times the discards were shuffled into a new deck"),
        "last_round_seat": Column("int8", "seat that triggered the last round, -1 if none"),
        "last_round_turn": Column("int16", "turn in which the last round was triggered, -1 if none"),
    },
    "players": {
        "game": _GAME,
        "seat": _SEAT,
        "strategy": Column("int8", "position in the manifest's strategies"),
        "score": Column(_POINTS, "final score, the sum of the points below"),
        "route_points": Column(_POINTS, "points for tracks claimed"),
        "ticket_points": Column(_POINTS, "points for tickets made"),
        "failed_cut_off": Column(_POINTS, "points for tickets cut off, 0 or less"),
        "failed_unfinished": Column(_POINTS, "points for unfinished tickets, 0 or less"),
        "longest_trail_points": Column(_POINTS, "bonus for the longest trail"),
        "most_tickets_points": Column(_POINTS, "bonus for the most tickets made"),
        "station_points": Column(_POINTS, "points for stations not built"),
        "harbour_points": Column(_POINTS, "points for harbours, built and not built"),
        "exchange_points": Column(_POINTS, "points for exchanged pieces, 0 or less"),
        "bonus_ticket_points": Column(_POINTS, "points for bonus tickets"),
        "win_share": Column("float64", "1 / number of winners for a winner, else 0"),
        "longest_trail": Column("int16", "spaces of the longest trail"),
        "tickets_kept": Column("int16", "tickets held at the end, including those made"),
        "tickets_made": Column("int16", "tickets made, including bonus tickets"),
        "tickets_cut_off": Column("int16", "tickets cut off"),
        "tickets_unfinished": Column("int16", "tickets unfinished"),
        "tracks_claimed": Column("int16", "tracks claimed"),
        "ticket_draws": Column("int16", "turns in which tickets were drawn, not counting the set-up"),
        "pieces_left": Column("int16", "pieces left in the supply, of all kinds"),
        "second_pieces_left": Column("int16", "pieces left of the second kind"),
        "pieces_chosen": Column("int16", "pieces of the first kind chosen at set-up"),
        "cards_left": Column("int16", "cards left in hand"),
        "stations_built": Column("int8", "stations built"),
        "harbours_built": Column("int8", "harbours built"),
        "pieces_exchanged": Column("int16", "pieces exchanged"),
        "tunnel_attempts": Column("int16", "tunnels begun"),
        "tunnel_failures": Column("int16", "tunnels given up because of the surcharge"),
        "station_ticket_points": Column(
            _POINTS, "gain in ticket points and failed ticket points together due to stations"
        ),
        "bonus_tickets": Column("int8", "bonus tickets won"),
        "ticket_exchanges": Column("int16", "times all tickets were exchanged"),
    },
    "tickets": {
        "game": _GAME,
        "seat": _SEAT,
        "ticket": Column("int16", "position in the map's tickets"),
        "kept_turn": Column("int16", "turn in which it was kept, 0 at set-up"),
        "completed_turn": Column(
            "int16", "turn in which the seat's own tracks joined its cities, -1 if never (or by a station)"
        ),
        "outcome": Column("int8", "position in OUTCOMES"),
        "points": Column(_POINTS, "points gained, or lost"),
    },
    "tracks": {
        "game": _GAME,
        "track": Column("int16", "position in the map's tracks"),
        "seat": _SEAT,
        "turn": Column("int16", "turn in which it was claimed"),
        "cards": Column("int8", "cards paid, including surcharges"),
        "locomotives": Column("int8", "locomotives among them"),
    },
    "tunnels": {
        "game": _GAME,
        "track": Column("int16", "position in the map's tracks"),
        "seat": _SEAT,
        "turn": Column("int16", "turn of the attempt"),
        "cards": Column("int8", "cards laid down, before the surcharge"),
        "locomotives": Column("int8", "locomotives among them"),
        "turned_up": Column("int8", "cards turned up; fewer than the rules say if the deck ran out"),
        "surcharge": Column("int8", "cards owed for those turned up"),
        "paid": Column("bool", "whether the tunnel was dug; else it was given up"),
    },
    "buildings": {
        "game": _GAME,
        "seat": _SEAT,
        "kind": Column("int8", "position in BUILDINGS"),
        "city": Column("int16", "position in the map's cities"),
        "turn": Column("int16", "turn in which it was built"),
        "track": Column("int16", "track borrowed through a station, -1 if none"),
        "points": Column(_POINTS, "points for a harbour; for a station, ticket points that would be lost without it"),
    },
}
"""The columns of each table; the dtypes are part of the schema. Points are points of the
game; turns are counted from 1 over all players."""

TABLES: tuple[TableName, ...] = ("games", "players", "tickets", "tracks", "tunnels", "buildings")
"""Names of the tables."""


def empty_table(name: TableName) -> pd.DataFrame:
    """Return a table without rows."""
    return pd.DataFrame({column: np.empty(0, dtype) for column, (dtype, _) in COLUMNS[name].items()})


@dataclass(frozen=True)
class Result:
    """The games of one run.

    Attributes
    ----------
    games, players, tickets, tracks, tunnels, buildings : pandas.DataFrame
        One row per game; seat of a game; ticket that a seat kept; track that a seat
        claimed; tunnel attempt; station or harbour built. Columns: :data:`COLUMNS`.
        Rows are sorted by game. Codes stand for names: see :meth:`named`.
    manifest : Manifest
        How the games were played.
    game_map : GameMap
        The map on which they were played.
    """

    games: pd.DataFrame
    players: pd.DataFrame
    tickets: pd.DataFrame
    tracks: pd.DataFrame
    tunnels: pd.DataFrame
    buildings: pd.DataFrame
    manifest: Manifest
    game_map: GameMap

    @property
    def complete(self) -> bool:
        """Whether every requested game is there."""
        return self.manifest.complete

    @property
    def strategies(self) -> tuple[str, ...]:
        """Names of the lineup; the column ``strategy`` is a position in it."""
        return self.manifest.names

    def __len__(self) -> int:
        return len(self.games)

    def table(self, name: TableName) -> pd.DataFrame:
        """Return the table with this name, one of :data:`TABLES`."""
        frame: pd.DataFrame = getattr(self, name)
        return frame

    def named(self, name: TableName) -> pd.DataFrame:
        """Return a copy of a table with names added, as categories.

        Parameters
        ----------
        name : {"games", "players", "tickets", "tracks", "tunnels", "buildings"}
            ``games``: ``end_reason`` becomes its name. ``players``: ``strategy`` becomes
            its name. ``tickets``: ``name``, ``value`` (printed points) and ``strategy``
            are added, ``outcome`` becomes its name. ``tracks`` and ``tunnels``: ``name``,
            ``city_a``, ``city_b``, ``length``, ``color``, ``kind`` and ``strategy`` are
            added. ``buildings``: ``kind`` becomes its name, ``name`` (of the city),
            ``borrowed`` (name of the track) and ``strategy`` are added.
        """
        frame = self.table(name).copy()
        if name == "games":
            reasons = [reason.name.lower() for reason in EndReason]
            frame["end_reason"] = _categories(frame["end_reason"], reasons)
            return frame
        frame["strategy"] = _categories(self._strategy_codes(frame), self.strategies)
        if name == "tickets":
            tickets = self.game_map.tickets
            frame["name"] = _categories(frame["ticket"], [ticket.name for ticket in tickets])
            frame["value"] = _looked_up(frame["ticket"], [ticket.points for ticket in tickets])
            frame["outcome"] = _categories(frame["outcome"], OUTCOMES)
        if name in ("tracks", "tunnels"):
            tracks = self.game_map.tracks
            frame["name"] = _categories(frame["track"], [track.name for track in tracks])
            for column in ("city_a", "city_b", "color", "kind"):
                frame[column] = _categories(frame["track"], [getattr(track, column) for track in tracks])
            frame["length"] = _looked_up(frame["track"], [track.length for track in tracks])
        if name == "buildings":
            frame["kind"] = _categories(frame["kind"], BUILDINGS)
            frame["name"] = _categories(frame["city"], [city.name for city in self.game_map.cities])
            frame["borrowed"] = _categories(frame["track"], [*(track.name for track in self.game_map.tracks), "none"])
        return frame

    def save(self, folder: str | Path, overwrite: bool = False) -> Path:
        """Write the tables as parquet files and the manifest into a folder.

        Parameters
        ----------
        folder : str or Path
            Created if it does not exist.
        overwrite : bool, optional
            Replace a result that the folder contains.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        ResultError
            If the folder already contains a result.
        SetupError
            If the folder cannot be written to.
        """
        from ttr_analysis.results.files import ResultWriter

        writer = ResultWriter(folder, self.manifest, overwrite)
        writer.add({name: self.table(name) for name in TABLES})
        writer.finish(self.complete)
        return writer.folder

    @classmethod
    def load(cls, folder: str | Path, game_map: GameMap | None = None) -> Result:
        """Read a result folder.

        Parameters
        ----------
        folder : str or Path
        game_map : GameMap, optional
            The map; if left out, the one named in the manifest.

        Raises
        ------
        ResultError
            If the folder is missing or half-written, or was made with another map or schema.
        """
        from ttr_analysis.results.files import load_result

        return load_result(folder, game_map)

    def _strategy_codes(self, frame: pd.DataFrame) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
        """Return the strategy of each row's seat: the table of players has one row per seat, in order."""
        place = np.searchsorted(self.games["game"].to_numpy(), frame["game"].to_numpy())
        rows = place * self.manifest.players + frame["seat"].to_numpy()
        codes: np.ndarray[tuple[int], np.dtype[np.int8]] = self.players["strategy"].to_numpy()[rows]
        return codes


def _categories(
    codes: pd.Series[int] | np.ndarray[tuple[int], np.dtype[np.int8]], names: list[str] | tuple[str, ...]
) -> pd.Categorical[str]:
    """Return names by code, as a categorical; equal names become one category."""
    distinct = list(dict.fromkeys(names))
    code_of = np.array([distinct.index(name) for name in names], dtype=np.int16)
    found = code_of[np.asarray(codes, dtype=np.intp)]
    return pd.Categorical.from_codes(found, categories=pd.Index(distinct))


def _looked_up(codes: pd.Series[int], values: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    return np.array(values, dtype=np.int16)[codes.to_numpy()]
