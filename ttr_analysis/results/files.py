"""Result folders: parquet parts and a manifest, written so that a crash loses no finished part.

``<folder>/manifest.json`` lists the parts; ``<folder>/<table>/part-00000.parquet`` and so on
contain the rows. ``map/`` is the map that was played, ``lookup/`` tells what positions and codes stand for, and
``datapackage.json`` what each column means. Each file is written under a temporary name and then renamed, and the
manifest is written last, so that it never lists an incomplete file.
"""

from __future__ import annotations

import re
import shutil
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, TypeAlias

from ttr_analysis.errors import MapError, ResultError, SetupError
from ttr_analysis.maps import GameMap
from ttr_analysis.results import Result, check, going_on, package, reading
from ttr_analysis.results.folders import UNFINISHED, explained, folder_of, own_folder, write_file
from ttr_analysis.results.later import pandas as pd
from ttr_analysis.results.lock import LOCK, FolderLock
from ttr_analysis.results.manifest import Manifest, Part
from ttr_analysis.results.schema import TABLES, TableName

WORKERS: Final = ".workers"
"""Name of the file that names the run whose workers may write parts; it is there as long as that run."""


_OWN: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys(map(str, TABLES), re.compile(r"part-[0-9]{5,}\.(parquet|part)")),
    package.LOOKUP: re.compile(rf"({'|'.join(package.LOOKUPS)})\.(csv|part)"),
    reading.MAP: re.compile(r"(map\.toml|(cities|routes|tickets)\.csv|(layout|outline)\.json|SOURCES\.md|.*\.part)"),
}
"""The folders of a result, and the names of the files in them."""

_DRAFTS: Final = ".map-*"
"""What a crash leaves of a map that was being written."""


Tables: TypeAlias = "Mapping[TableName, pd.DataFrame]"


def parquet(table: pd.DataFrame, **options: Any) -> Callable[[Path], object]:
    """Return the function that writes a table to a parquet file."""
    return partial(table.to_parquet, index=False, compression="zstd", **options)


def check_folder(folder: str | Path, overwrite: bool = False) -> Path:
    """Create a folder for a result and check that it can be written to.

    Raises
    ------
    SetupError
        If it cannot be created or written to, or contains anything that is not part of a result.
    ResultError
        If it contains a result, complete or not, and ``overwrite`` is false.
    """
    going_on.check_switch("overwrite", overwrite)
    folder = own_folder(folder, "a result", _foreign)
    if any((folder / name).exists() for name in (reading.MANIFEST, *TABLES)) and not overwrite:
        advice = f"choose another folder, or replace it with {reading.OVERWRITE}"
        if (folder / reading.MANIFEST).is_file():
            advice += f"; to go on with it, {going_on.RESUME} plays what is missing, {going_on.MORE} more games"
        raise ResultError(f"{folder} {_contents(folder)}; {advice}")
    return folder


def check_place(
    folder: str | Path, manifest: Manifest, overwrite: bool = False, *, resume: bool = False, more: bool = False
) -> Manifest | None:
    """Check that a run can be written to a folder, and return the manifest with which it goes on, if it does.

    See :func:`check_folder` and :func:`check_resumed`.
    """
    going_on.check_switch("overwrite", overwrite)
    there = check_resumed(folder, manifest, more) if resume or more else None
    if there is None:
        check_folder(folder, overwrite or resume)
    return there


def check_resumed(folder: str | Path, manifest: Manifest, more: bool) -> Manifest | None:
    """Check that a folder contains games of a run, and return the manifest with which the run goes on.

    Parameters
    ----------
    folder : str or Path
        Created if it does not exist.
    manifest : Manifest
        How the games are to be played.
    more : bool
        Whether ``manifest.games`` are asked for beyond those that the folder was made for; else they are the same.

    Returns
    -------
    Manifest or None
        None if no part was finished, so that the run begins.

    Raises
    ------
    SetupError
        If the folder cannot be created or written to, or contains anything that is not part of a result.
    ResultError
        If its games are of another run or number, its map was changed, nothing is there to be added to, or parts lack
        their manifest.
    """
    if more:
        reading.read_manifest(folder_of(folder))  # before a folder is made
    folder = own_folder(folder, "a result", _foreign)
    if not (folder / reading.MANIFEST).exists():
        if any(folder.glob("*/*.parquet")):
            raise ResultError(
                f"{folder} contains parts without their {reading.MANIFEST}; replace them with {reading.OVERWRITE}"
            )
        return None
    there = reading.read_manifest(folder)
    going_on.check_same(folder, going_on.facts_of(there), going_on.facts_of(manifest))
    if (folder / reading.MAP).exists() and not there.map.not_saved:
        reading.map_of(folder, there)  # else the games would be played, and nobody could read them
    if more:
        return there.model_copy(update={"games": there.games + manifest.games, "complete": False})
    if there.games != manifest.games:
        raise ResultError(
            f"{folder} was made for {there.games:,} games, not {manifest.games:,}; ask for as many as before, "
            f"or for those to be added, with {going_on.MORE}"
        )
    return there


def _foreign(folder: Path) -> str:
    """Return the first entry of a folder that is not part of a result; empty if there is none."""
    files = {
        name for file in (reading.MANIFEST, package.PACKAGE) for name in (file, Path(file).with_suffix(UNFINISHED).name)
    }
    files |= {LOCK, WORKERS}
    for path in sorted(folder.iterdir()):
        if path.name in _OWN and path.is_dir() and not path.is_symlink():
            strange = [
                f"{path.name}/{part.name}" for part in path.iterdir() if not _OWN[path.name].fullmatch(part.name)
            ]
            if strange:
                return min(strange)
        elif path.name not in files and not path.match(_DRAFTS):
            return path.name
    return ""


def _contents(folder: Path) -> str:
    """Describe in words what a folder contains."""
    try:
        manifest = reading.read_manifest(folder)
    except reading.OtherSchema:
        return "contains a result of another version of this package"
    except ResultError:
        return "contains a half-written result"
    whole = "" if manifest.complete else f" of {manifest.games}"
    return f"already contains a result ({manifest.finished}{whole} games of {', '.join(manifest.names)})"


class ResultWriter:
    """Writes a result folder part by part.

    Parameters
    ----------
    folder : str or Path
        Created if it does not exist.
    manifest : Manifest
        How the games are played; its ``parts``, ``finished`` and ``complete`` are kept up to date.
    game_map : GameMap
        The map that is played.
    overwrite : bool, optional
        Delete the result that the folder contains.
    resume, more : bool, optional
        Go on with the games that the folder contains, see :func:`check_resumed`.

    Attributes
    ----------
    before : Result or None
        The games that were there, if the run goes on.

    Raises
    ------
    SetupError, ResultError
        See :func:`check_folder`, :func:`check_resumed` and :func:`load_result`.
    """

    def __init__(
        self,
        folder: str | Path,
        manifest: Manifest,
        game_map: GameMap,
        overwrite: bool = False,
        *,
        resume: bool = False,
        more: bool = False,
    ) -> None:
        self.folder = folder_of(folder)
        there = check_place(folder, manifest, overwrite, resume=resume, more=more)
        self._lock = FolderLock(self.folder)
        self._end_workers()
        self.before: Result | None = None
        if there is None:
            self._begin(manifest, game_map)
            return
        try:
            self.manifest = check_resumed(folder, manifest, more) or there  # nobody else goes on with it now
            self.before = reading.load_result(self.folder, game_map)
            self._tidy(game_map)
        except BaseException:
            self.release()
            raise

    def _begin(self, manifest: Manifest, game_map: GameMap) -> None:
        """Write everything but the parts, and delete what was there."""
        with explained(f"the folder {str(self.folder)!r}"):
            (self.folder / reading.MANIFEST).unlink(missing_ok=True)
            for name in _OWN:
                shutil.rmtree(self.folder / name, ignore_errors=True)
            for name in (*manifest.tables, package.LOOKUP):
                (self.folder / name).mkdir()
            for draft in self.folder.glob(_DRAFTS):
                shutil.rmtree(draft, ignore_errors=True)
            manifest = _with_map_saved(self.folder, manifest, game_map)
            self._write_lookups(manifest, game_map)
            manifest = reading.with_map_in(self.folder, manifest)
            self.manifest = manifest.model_copy(update={"parts": (), "finished": 0, "complete": False})
            self._write_manifest()

    def _tidy(self, game_map: GameMap) -> None:
        """Write anew what lies beside the parts, and delete parts that a crash left, which are not listed."""
        with explained(f"the folder {str(self.folder)!r}"):
            for place in reading.unlisted_parts(self.folder, self.manifest):
                place.unlink()
            if not (self.folder / reading.MAP).exists() and not self.manifest.map.not_saved:
                game_map.save(self.folder / reading.MAP)
            (self.folder / package.LOOKUP).mkdir(exist_ok=True)
            self._write_lookups(self.manifest, game_map)
            write_file(self.folder / package.PACKAGE, package.data_package(self.manifest))

    def _write_lookups(self, manifest: Manifest, game_map: GameMap) -> None:
        for name, text in package.lookup_texts(manifest, game_map).items():
            write_file(self.folder / package.LOOKUP / f"{name}.csv", text)

    def add(self, tables: Tables) -> None:
        """Write another part, unless it has no games."""
        if not len(tables["games"]):
            return
        with self._told():
            self._record([write_part(self.folder, self.next_number, tables, self.manifest.tables)])

    @property
    def next_number(self) -> int:
        """The number of the next part."""
        return 1 + max((part.number for part in self.manifest.parts), default=-1)

    def record(self, parts: Sequence[Part]) -> None:
        """List parts that others have written to the folder with :func:`write_part`.

        Raises
        ------
        SetupError
            If their files are not there, or the manifest cannot be written.
        """
        for part in parts:
            if not reading.part_file(self.folder, "games", part.number).exists():
                raise SetupError(
                    f"a worker wrote part {part.number} to {self.folder}, but it is not there on this machine; choose "
                    "a folder that all machines share under this name, or play without a folder"
                )
        with self._told():
            self._record(parts)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say how many games are saved if no more can be written."""
        try:
            with explained(f"the folder {str(self.folder)!r}"):
                yield
        except SetupError as error:
            saved = self.manifest.finished if (self.folder / reading.MANIFEST).exists() else 0
            raise SetupError(
                f"{error}; {saved:,} of {self.manifest.games:,} games are saved there: once it can be written, "
                f"go on with {going_on.RESUME}"
            ) from None

    def _record(self, parts: Sequence[Part]) -> None:
        finished = self.manifest.finished + sum(part.games for part in parts)
        self.manifest = self.manifest.model_copy(update={"parts": (*self.manifest.parts, *parts), "finished": finished})
        self._write_manifest()

    def finish(self, complete: bool) -> None:
        """Record in the manifest whether the result is complete, which it cannot be without all its games."""
        complete = complete and self.manifest.finished == self.manifest.games
        self.manifest = self.manifest.model_copy(update={"complete": complete})
        with explained(f"the folder {str(self.folder)!r}"):
            self._write_manifest()
        self.release()

    def let_workers_write(self) -> str:
        """Return the name that workers must give so that they may write, as long as this run goes on."""
        name = token_hex(8)
        with explained(f"the folder {str(self.folder)!r}"):
            (self.folder / WORKERS).write_text(name, encoding="ascii", newline="\n")
        return name

    def _end_workers(self) -> None:
        with suppress(OSError):
            (self.folder / WORKERS).unlink(missing_ok=True)

    def release(self) -> None:
        """Let others write to the folder."""
        self._end_workers()
        self._lock.release()

    def _write_manifest(self) -> None:
        write_file(self.folder / package.PACKAGE, package.data_package(self.manifest))
        write_file(self.folder / reading.MANIFEST, self.manifest.signed().model_dump_json(indent=2) + "\n")


def check_worker(folder: Path, name: str) -> None:
    """Check that the run that a worker belongs to still writes to a folder.

    A worker outlives a run that was killed; what it writes then could take the place of a part of the run that goes on.

    Raises
    ------
    SetupError
        If it does not.
    """
    try:
        allowed = (folder / WORKERS).read_text(encoding="ascii")
    except OSError:
        allowed = ""
    if allowed != name:
        raise SetupError(
            f"a worker finds no run that writes to {folder}: either that run has ended, or the worker's machine does "
            "not share the folder under this name; choose one that all machines share, or play without a folder"
        )


def write_part(folder: Path, number: int, tables: Tables, names: Sequence[TableName]) -> Part:
    """Write the files of a part, which no manifest lists yet.

    Parameters
    ----------
    folder : Path
        Of a result that :class:`ResultWriter` has begun.
    number : int
        A file of this number is replaced.
    tables : mapping of str to DataFrame
    names : sequence of str
        Which of them are kept.
    """
    for name in names:
        write_file(reading.part_file(folder, name, number), parquet(tables[name], schema=package.arrow_schema(name)))
    sums = {str(name): check.checksum(reading.part_file(folder, name, number)) for name in names}
    return Part(number=number, games=len(tables["games"]), checksums=sums)


def _with_map_saved(folder: Path, manifest: Manifest, game_map: GameMap) -> Manifest:
    """Save the map in the folder of a result; if no folder can hold it, warn and let the manifest say so."""
    try:
        game_map.save(folder / reading.MAP)
    except MapError as error:  # a rule set that no folder can name: whoever loads the result must have the map
        reason = str(error)
        first = reason.splitlines()[0].rstrip(":")  # the manifest has all faults
        warnings.warn(f"{folder} holds the games without their map, so keep it to read them: {first}", stacklevel=4)
    else:
        reason = ""
    return manifest.model_copy(update={"map": manifest.map.model_copy(update={"not_saved": reason})})
