"""Folders of tournaments: ``tournament.json`` and ``rows-00000.parquet`` and so on, one file per round.

Each file is written under a temporary name and renamed, the record last, so everything that
the record lists is complete. A subfolder ``charts`` is allowed.
"""

import re
from pathlib import Path

import pandas as pd
from pydantic import ValidationError

from ttr_analysis._validate import plain_message
from ttr_analysis.errors import MapError, ResultError, SetupError
from ttr_analysis.experiments.tournament.record import ROW_COLUMNS, TOURNAMENT_SCHEMA, Tournament, TournamentManifest
from ttr_analysis.maps import GameMap, load_map
from ttr_analysis.results.files import parquet
from ttr_analysis.results.folders import explained, own_folder, write_file
from ttr_analysis.results.lock import FolderLock
from ttr_analysis.results.manifest import MapEntry

TOURNAMENT_FILE = "tournament.json"
"""Name of the record's file."""

MORE = "--more (in Python: more=True)"
"""How messages tell the user to continue a tournament."""

_OURS = re.compile(r"rows-[0-9]{5,}\.(parquet|part)|tournament\.(json|part)|charts|\.lock")


def rows_file(folder: Path, number: int) -> Path:
    """Return the path of the file with the rows of a round."""
    return folder / f"rows-{number:05d}.parquet"


def empty_rows() -> pd.DataFrame:
    """Return a table of rows without any game."""
    return pd.DataFrame({name: pd.Series(dtype=column.dtype) for name, column in ROW_COLUMNS.items()})


class Keeper:
    """The rounds of a tournament, in memory and, if there is one, in a folder.

    Parameters
    ----------
    manifest : TournamentManifest
        How the games are played; its ``games`` and ``parts`` are kept up to date.
    folder : Path or None
        Created if it does not exist.
    more : bool, optional
        Continue the tournament in the folder with another ``manifest.asked`` games.

    Raises
    ------
    SetupError
        If the folder cannot be written or contains other files.
    ResultError
        If the folder contains a tournament and ``more`` is false, or if ``more`` is true and
        the folder contains no tournament or one with other settings.
    """

    def __init__(self, manifest: TournamentManifest, folder: Path | None, more: bool = False) -> None:
        self.manifest, self.folder = manifest, folder
        self._rounds: list[pd.DataFrame] = []
        self._lock: FolderLock | None = None
        if more and folder is None:
            raise SetupError("to continue a tournament, name its folder (--out; in Python: out=...)")
        if folder is None:
            return
        if more:
            read_tournament_manifest(folder)  # before a folder is made
        own_folder(folder, "a tournament", _foreign)
        self._lock = FolderLock(folder)
        if more:
            old = read_tournament_manifest(folder)  # nobody else goes on with it now
            _check_same(old, manifest, folder)
            asked = old.games + manifest.asked
            self.manifest = old.model_copy(update={"asked": asked, "stopped": ""})
            self._rounds = _read_rounds(folder, old)
        elif (folder / TOURNAMENT_FILE).exists():
            raise ResultError(f"{folder} already contains a tournament; choose another folder, or continue it: {MORE}")
        self._write_manifest()

    def add(self, rows: pd.DataFrame, games: int) -> None:
        """Keep the rows of a round, in which each seating played ``games`` games."""
        if self.folder is not None:
            with explained(f"the folder {str(self.folder)!r}"):
                write_file(rows_file(self.folder, len(self.manifest.parts)), parquet(rows))
        self._rounds.append(rows)
        parts = (*self.manifest.parts, games)
        self.manifest = self.manifest.model_copy(update={"games": self.manifest.games + games, "parts": parts})
        self._write_manifest()

    def stop(self, reason: str) -> None:
        """Record why fewer games were played than asked for."""
        self.manifest = self.manifest.model_copy(update={"stopped": reason})
        self._write_manifest()
        self.release()

    def release(self) -> None:
        """Let others write to the folder."""
        if self._lock is not None:
            self._lock.release()

    def tournament(self, game_map: GameMap) -> Tournament:
        """Return the tournament with all rounds kept so far."""
        self._rounds = [joined(self._rounds)]
        return Tournament(self._rounds[0], self.manifest, game_map)

    def _write_manifest(self) -> None:
        if self.folder is not None:
            with explained(f"the folder {str(self.folder)!r}"):
                write_file(self.folder / TOURNAMENT_FILE, self.manifest.model_dump_json(indent=2) + "\n")


def joined(rounds: list[pd.DataFrame]) -> pd.DataFrame:
    """Join the rows of consecutive rounds, or of seatings; the categories of ``run`` are in the order met first."""
    if not rounds:
        return empty_rows()
    runs = pd.Index(dict.fromkeys(run for rows in rounds for run in rows["run"].cat.categories), dtype="str")
    # Not astype, which takes every column in hand: it took a fifth of a tournament of few games.
    return pd.concat([rows.assign(run=rows["run"].cat.set_categories(runs)) for rows in rounds], ignore_index=True)


def load_tournament(folder: str | Path, game_map: GameMap | None = None) -> Tournament:
    """Read the folder of a tournament.

    Parameters
    ----------
    folder : str or Path
    game_map : GameMap, optional
        The map; if left out, the one named in the record.

    Raises
    ------
    ResultError
        If the folder contains no tournament, a damaged one, or one on another map.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> folder = TemporaryDirectory()
    >>> run = folder.name + "/run"
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], games=20, out=run, progress=False)
    >>> ttr.experiments.tournament.load_tournament(run).names
    ('random', 'greedy_points')
    """
    folder = Path(folder).expanduser()
    manifest = read_tournament_manifest(folder)
    if game_map is None:
        try:
            game_map = load_map(manifest.map.name, manifest.map.ticket_set)
        except MapError as error:
            raise ResultError(f"the map of {folder} cannot be read; pass it as game_map: {error}") from None
    if MapEntry.of(game_map).digest != manifest.map.digest:
        given = f"{game_map.name} ({game_map.ticket_set})"
        raise ResultError(f"{folder} was made with another map, or with another version of it, not with {given}")
    return Tournament(joined(_read_rounds(folder, manifest)), manifest, game_map)


def read_tournament_manifest(folder: Path) -> TournamentManifest:
    """Read the record of a folder.

    Raises
    ------
    ResultError
        If there is no record, or it is damaged or has another schema version.
    """
    place = folder / TOURNAMENT_FILE
    if not place.is_file():
        raise ResultError(f"{folder} contains no tournament: it has no file {TOURNAMENT_FILE}")
    try:
        manifest = TournamentManifest.model_validate_json(place.read_text(encoding="utf-8"))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        raise ResultError(f"{place} is damaged: {where}: {plain_message(first)}") from None
    except (OSError, ValueError) as error:
        raise ResultError(f"{place} cannot be read: {error}") from None
    if manifest.schema_version != TOURNAMENT_SCHEMA:
        raise ResultError(
            f"{folder} has schema version {manifest.schema_version} of the tournament's rows, but this version of "
            f"ttr_analysis reads only version {TOURNAMENT_SCHEMA}; play the tournament again in a new folder"
        )
    return manifest


def _read_rounds(folder: Path, manifest: TournamentManifest) -> list[pd.DataFrame]:
    size = len(manifest.seatings) * manifest.players
    rounds = []
    for number, games in enumerate(manifest.parts):
        place = rows_file(folder, number)
        try:
            rows = pd.read_parquet(place)
        except (OSError, ValueError) as error:  # pyarrow's errors are ValueErrors
            raise ResultError(f"{place} cannot be read ({type(error).__name__})") from None
        if list(rows.columns) != list(ROW_COLUMNS) or len(rows) != games * size:
            raise ResultError(f"the rows or columns of {place} do not match {TOURNAMENT_FILE}")
        rounds.append(rows)
    return rounds


def _foreign(folder: Path) -> str:
    """Return the first entry of a folder that is not part of a tournament; empty if there is none."""
    return min((path.name for path in folder.iterdir() if not _OURS.fullmatch(path.name)), default="")


def _check_same(old: TournamentManifest, new: TournamentManifest, folder: Path) -> None:
    """Check that more games would belong to the same tournament."""
    for field in ("seed", "players", "strategies", "seatings", "engine"):
        before, now = getattr(old, field), getattr(new, field)
        if field == "strategies":  # a file of strategies may have moved
            before, now = ([entry.plays for entry in manifest.strategies] for manifest in (old, new))
        if before != now:
            told = {
                "strategies": f"other strategies, weights or code ({', '.join(old.names)})",
                "engine": "another version of the engine or of its compiler",
                "seatings": "other tables",
            }.get(field, f"{field} {before}, not {now}")
            raise ResultError(f"{folder} was made with {told}; more games would not belong to it")
    if old.map.digest != new.map.digest:
        raise ResultError(f"{folder} was made with another map ({old.map.name}); more games would not belong to it")
