"""Folders of tournaments: ``tournament.json`` and ``rows-00000.parquet`` and so on, one file per round.

Each file is written under a temporary name and renamed, the record last, so everything that
the record lists is complete. A subfolder ``charts`` is allowed.
"""

import re
from pathlib import Path

import pandas as pd
from pydantic import ValidationError

from ttr_analysis._validate import plain_message
from ttr_analysis.errors import MapError, ResultError, printable
from ttr_analysis.experiments.tournament.record import ROW_COLUMNS, TOURNAMENT_SCHEMA, Tournament, TournamentManifest
from ttr_analysis.maps import GameMap, load_map
from ttr_analysis.results import going_on
from ttr_analysis.results.check import checksum
from ttr_analysis.results.files import parquet
from ttr_analysis.results.folders import explained, folder_of, own_folder, write_file
from ttr_analysis.results.lock import FolderLock
from ttr_analysis.results.manifest import MapEntry

TOURNAMENT_FILE = "tournament.json"
"""Name of the record's file."""

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
    resume, more : bool, optional
        Go on with the tournament in the folder: to the games for which it was made, or with another
        ``manifest.asked`` games.

    Raises
    ------
    SetupError
        If the folder cannot be written or contains other files.
    ResultError
        If the folder contains a tournament with other settings, or one that is not to be gone on with, or none though
        ``more`` is true.
    """

    def __init__(
        self, manifest: TournamentManifest, folder: Path | None, more: bool = False, *, resume: bool = False
    ) -> None:
        self.manifest, self.folder = manifest, folder
        self._rounds: list[pd.DataFrame] = []
        self._lock: FolderLock | None = None
        going_on.check_choice(folder, resume=resume, more=more)
        if folder is None:
            return
        if more:
            read_tournament_manifest(folder)  # before a folder is made
        own_folder(folder, "a tournament", _foreign)
        self._lock = FolderLock(folder)
        if (folder / TOURNAMENT_FILE).exists():
            try:
                self._go_on(folder, resume, more)  # nobody else goes on with it now
            except BaseException:
                self.release()
                raise
        self._write_manifest()

    def _go_on(self, folder: Path, resume: bool, more: bool) -> None:
        """Begin with the rounds of the folder."""
        old, asked = read_tournament_manifest(folder), self.manifest.asked
        if not (resume or more):
            raise ResultError(
                f"{folder} already contains a tournament; choose another folder, or go on with it: "
                f"{going_on.RESUME} plays what is missing, {going_on.MORE} more games"
            )
        going_on.check_same(folder, going_on.facts_of(old), going_on.facts_of(self.manifest))
        if resume and old.asked != asked:
            raise ResultError(
                f"{folder} was made for {old.asked:,} games, not {asked:,}; ask for as many as before, "
                f"or for those to be added, with {going_on.MORE}"
            )
        self._rounds = _read_rounds(folder, old)
        asked = asked if resume else old.games + asked
        self.manifest = old.model_copy(update={"asked": asked, "stopped": ""})

    def add(self, rows: pd.DataFrame, games: int) -> None:
        """Keep the rows of a round, in which each seating played ``games`` games."""
        checksums = self.manifest.checksums
        if self.folder is not None:
            place = rows_file(self.folder, len(self.manifest.parts))
            with explained(f"the folder {str(self.folder)!r}"):
                write_file(place, parquet(rows))
                checksums = (*checksums, checksum(place))
        self._rounds.append(rows)
        parts = (*self.manifest.parts, games)
        self.manifest = self.manifest.model_copy(
            update={"games": self.manifest.games + games, "parts": parts, "checksums": checksums}
        )
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
                write_file(self.folder / TOURNAMENT_FILE, self.manifest.signed().model_dump_json(indent=2) + "\n")


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
    folder = folder_of(folder)
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
        where = printable(".".join(str(step) for step in first["loc"]))
        raise ResultError(f"{place} is damaged: {where}: {plain_message(first)}") from None
    except (OSError, ValueError) as error:
        raise ResultError(f"{place} cannot be read: {error}") from None
    if manifest.schema_version != TOURNAMENT_SCHEMA:
        raise ResultError(
            f"{folder} has schema version {manifest.schema_version} of the tournament's rows, but this version of "
            f"ttr_analysis reads only version {TOURNAMENT_SCHEMA}; play the tournament again in a new folder"
        )
    listed, summed = len(manifest.parts), len(manifest.checksums)
    if sum(manifest.parts) != manifest.games or summed != listed:
        raise ResultError(
            f"{place} contradicts itself: {manifest.games} games, parts {list(manifest.parts)}, {summed} checksums"
        )
    if manifest.changed:
        raise ResultError(f"{place} was changed after it was written: its digest is not that of its content")
    return manifest.model_copy(update={"digest": ""})


def _read_rounds(folder: Path, manifest: TournamentManifest) -> list[pd.DataFrame]:
    size = len(manifest.seatings) * manifest.players
    rounds = []
    for number, games in enumerate(manifest.parts):
        place = rows_file(folder, number)
        try:
            same = checksum(place) == manifest.checksums[number]
            rows = pd.read_parquet(place) if same else pd.DataFrame()
        except (OSError, ValueError) as error:  # pyarrow's errors are ValueErrors
            raise ResultError(f"{place} cannot be read ({type(error).__name__})") from None
        if not same:
            raise ResultError(f"{place} was changed after it was written: its checksum is not that of the record")
        if list(rows.columns) != list(ROW_COLUMNS) or len(rows) != games * size:
            raise ResultError(f"the rows or columns of {place} do not match {TOURNAMENT_FILE}")
        rounds.append(rows)
    return rounds


def _foreign(folder: Path) -> str:
    """Return the first entry of a folder that is not part of a tournament; empty if there is none."""
    return min((path.name for path in folder.iterdir() if not _OURS.fullmatch(path.name)), default="")
