"""Folders of tournaments: ``tournament.json`` and ``rows-00000.parquet`` and so on, one file a round.

Each file is written beside its place and renamed, the record last: what it lists is whole. A
folder ``charts`` may lie beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pandas as pd
from pydantic import ValidationError

from ttr_analysis.board import GameMap
from ttr_analysis.errors import MapError, ResultError, SetupError
from ttr_analysis.manifest import MapEntry
from ttr_analysis.map_files import plain_message
from ttr_analysis.maps import load_map
from ttr_analysis.tournament.record import ROW_COLUMNS, TOURNAMENT_SCHEMA, Record, Tournament

RECORD = "tournament.json"
"""Name of the record's file."""

MORE = "--more (in Python: more=True)"
"""How one says that a tournament is to go on."""

_OURS = re.compile(r"rows-[0-9]{5,}\.(parquet|part)|tournament\.(json|part)|charts")


def rows_file(folder: Path, number: int) -> Path:
    """Where the rows of a round lie."""
    return folder / f"rows-{number:05d}.parquet"


def empty_rows() -> pd.DataFrame:
    """Rows of no game."""
    return pd.DataFrame({name: pd.Series(dtype=column.dtype) for name, column in ROW_COLUMNS.items()})


class Keeper:
    """Keeps the rounds of a tournament, in a folder too if there is one.

    Parameters
    ----------
    record : Record
        How the games are made; its ``games`` and ``parts`` are kept up to date.
    folder : Path or None
        Made if it is not there.
    more : bool, optional
        Go on with the tournament that the folder holds; ``record.asked`` games come on top.

    Raises
    ------
    SetupError
        If the folder cannot be written or holds something else.
    ResultError
        If the folder holds a tournament and ``more`` is false, or one that was made
        otherwise, or none and ``more`` is true.
    """

    def __init__(self, record: Record, folder: Path | None, more: bool = False) -> None:
        self.record, self.folder = record, folder
        self._rounds: list[pd.DataFrame] = []
        if more and folder is None:
            raise SetupError("more games need the folder of the tournament (--out; in Python: out=...)")
        if folder is None:
            return
        _check_contents(folder)
        if more:
            old = read_record(folder)
            _check_same(old, record, folder)
            asked = old.games + record.asked
            self.record = old.model_copy(update={"asked": asked, "stopped": ""})
            self._rounds = _read_rounds(folder, old)
        elif (folder / RECORD).exists():
            raise ResultError(f"{folder} holds a tournament already; give another folder, or go on with it by {MORE}")
        self._write_record()

    def add(self, rows: pd.DataFrame, games: int) -> None:
        """Keep a round of so many games of each seating."""
        if self.folder is not None:
            with explained(self.folder):
                place = rows_file(self.folder, len(self.record.parts))
                rows.to_parquet(place.with_suffix(".part"), index=False, compression="zstd")
                place.with_suffix(".part").replace(place)
        self._rounds.append(rows)
        parts = (*self.record.parts, games)
        self.record = self.record.model_copy(update={"games": self.record.games + games, "parts": parts})
        self._write_record()

    def stop(self, reason: str) -> None:
        """Note why fewer games than asked for were played."""
        self.record = self.record.model_copy(update={"stopped": reason})
        self._write_record()

    def tournament(self, game_map: GameMap) -> Tournament:
        """All that was kept."""
        self._rounds = [joined(self._rounds)]
        return Tournament(self._rounds[0], self.record, game_map)

    def _write_record(self) -> None:
        if self.folder is not None:
            with explained(self.folder):
                place = self.folder / RECORD
                text = self.record.model_dump_json(indent=2) + "\n"
                place.with_suffix(".part").write_text(text, encoding="utf-8")
                place.with_suffix(".part").replace(place)


def joined(rounds: list[pd.DataFrame]) -> pd.DataFrame:
    """The rows of several rounds, which follow each other."""
    return pd.concat(rounds, ignore_index=True) if rounds else empty_rows()


def load_tournament(folder: str | Path, game_map: GameMap | None = None) -> Tournament:
    """Read the folder of a tournament.

    Parameters
    ----------
    folder : str or Path
    game_map : GameMap, optional
        The map; if left out, the one that the record names.

    Raises
    ------
    ResultError
        If the folder holds no tournament, a damaged one, or one on another map.
    """
    folder = Path(folder).expanduser()
    record = read_record(folder)
    if game_map is None:
        try:
            game_map = load_map(record.map.name, record.map.ticket_set)
        except MapError as error:
            raise ResultError(f"the map of {folder} cannot be read; pass it: {error}") from None
    if MapEntry.of(game_map).digest != record.map.digest:
        raise ResultError(f"{folder} was made with another map than {game_map.name} ({game_map.ticket_set}) as it is")
    return Tournament(joined(_read_rounds(folder, record)), record, game_map)


def read_record(folder: Path) -> Record:
    """The record of a folder.

    Raises
    ------
    ResultError
        If there is none, or it is damaged or of another version.
    """
    place = folder / RECORD
    if not place.is_file():
        raise ResultError(f"{folder} holds no tournament: there is no {RECORD} in it")
    try:
        record = Record.model_validate_json(place.read_text(encoding="utf-8"))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        raise ResultError(f"{place} is damaged: {where}: {plain_message(first)}") from None
    except (OSError, ValueError) as error:
        raise ResultError(f"{place} cannot be read: {error}") from None
    if record.schema_version != TOURNAMENT_SCHEMA:
        raise ResultError(
            f"{folder} has schema version {record.schema_version}; this package reads version {TOURNAMENT_SCHEMA}"
        )
    return record


def _read_rounds(folder: Path, record: Record) -> list[pd.DataFrame]:
    size = len(record.seatings) * record.players
    rounds = []
    for number, games in enumerate(record.parts):
        place = rows_file(folder, number)
        try:
            rows = pd.read_parquet(place)
        except (OSError, ValueError) as error:  # pyarrow's errors are ValueErrors
            raise ResultError(f"{place} cannot be read ({type(error).__name__})") from None
        if list(rows.columns) != list(ROW_COLUMNS) or len(rows) != games * size:
            raise ResultError(f"{place} holds other rows than {RECORD} says")
        rounds.append(rows)
    return rounds


def _check_contents(folder: Path) -> None:
    """See that a folder can be written and holds a tournament or nothing."""
    with explained(folder):
        if folder.exists() and not folder.is_dir():
            raise SetupError(f"{folder} is a file; give a folder for the tournament")
        folder.mkdir(parents=True, exist_ok=True)
        foreign = sorted(path.name for path in folder.iterdir() if not _OURS.fullmatch(path.name))
    if foreign:
        raise SetupError(f"{folder} holds something else than a tournament ({foreign[0]}); give a new or empty folder")


def _check_same(old: Record, new: Record, folder: Path) -> None:
    """See that more games would be games of the same tournament."""
    for field in ("seed", "players", "strategies", "seatings", "engine"):
        before, now = getattr(old, field), getattr(new, field)
        if before != now:
            told = {
                "strategies": f"other strategies, weights or code ({', '.join(old.names)})",
                "engine": "another version of the engine or of its compiler",
                "seatings": "other tables",
            }.get(field, f"{field} {before}, not {now}")
            raise ResultError(f"{folder} was made with {told}; more games would not belong to it")
    if old.map.digest != new.map.digest:
        raise ResultError(f"{folder} was made with another map ({old.map.name}); more games would not belong to it")


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Turn the errors of a full or vanished disk into one clear line."""
    try:
        yield
    except OSError as error:
        raise SetupError(f"the folder {str(folder)!r} cannot be written: {error.strerror or error}") from None
