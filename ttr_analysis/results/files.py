"""Result folders: parquet parts and a manifest, written so that a crash loses no finished part.

``<folder>/manifest.json`` lists the parts; ``<folder>/<table>/part-00000.parquet`` and so on
contain the rows. ``map/`` is the map that was played, ``lookup/`` tells what positions and codes stand for, and
``datapackage.json`` what each column means. Each file is written under a temporary name and then renamed, and the
manifest is written last, so that it never lists an incomplete file.
"""

import json
import re
import shutil
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

import pandas as pd
from pydantic import ValidationError

from ttr_analysis._validate import plain_message, shown
from ttr_analysis.errors import MapError, ResultError, SetupError, printable
from ttr_analysis.maps import GameMap, load_map
from ttr_analysis.results import Result, check, concat, derived, going_on, package
from ttr_analysis.results.folders import UNFINISHED, explained, folder_of, own_folder, write_file
from ttr_analysis.results.journal import JOURNAL
from ttr_analysis.results.lock import LOCK, FolderLock
from ttr_analysis.results.manifest import Manifest, MapEntry, Part
from ttr_analysis.results.schema import SCHEMA, SCHEMA_VERSION, TABLES, TableName, empty_table, of_run

MANIFEST = "manifest.json"
"""Name of the manifest file."""

WORKERS: Final = ".workers"
"""Name of the file that names the run whose workers may write parts; it is there as long as that run."""

MAP: Final = "map"
"""Name of the folder with the map that was played."""

_OWN: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys(map(str, TABLES), re.compile(r"part-[0-9]{5,}\.(parquet|part)")),
    package.LOOKUP: re.compile(rf"({'|'.join(package.LOOKUPS)})\.(csv|part)"),
    MAP: re.compile(r"(map\.toml|(cities|routes|tickets)\.csv|(layout|outline)\.json|SOURCES\.md|.*\.part)"),
}
"""The folders of a result, and the names of the files in them."""

_DRAFTS: Final = ".map-*"
"""What a crash leaves of a map that was being written."""

LARGE = 100_000
"""A result with more player-games than this, in several parts, is read part by part: on the map of USA all tables of
so many take about 200 MB."""

OVERWRITE = "--overwrite (in Python: overwrite=True)"
"""How to say that a result may be replaced."""

Tables = Mapping[TableName, pd.DataFrame]


def part_file(folder: Path, table: TableName, number: int) -> Path:
    """Return the file that contains the rows of a table in a part."""
    return folder / table / f"part-{number:05d}.parquet"


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
    if any((folder / name).exists() for name in (MANIFEST, *TABLES)) and not overwrite:
        advice = f"choose another folder, or replace it with {OVERWRITE}"
        if (folder / MANIFEST).is_file():
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
        read_manifest(folder_of(folder))  # before a folder is made
    folder = own_folder(folder, "a result", _foreign)
    if not (folder / MANIFEST).exists():
        if any(folder.glob("*/*.parquet")):
            raise ResultError(f"{folder} contains parts without their {MANIFEST}; replace them with {OVERWRITE}")
        return None
    there = read_manifest(folder)
    going_on.check_same(folder, going_on.facts_of(there), going_on.facts_of(manifest))
    if (folder / MAP).exists() and not there.map.not_saved:
        map_of(folder, there)  # else the games would be played, and nobody could read them
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
    files = {name for file in (MANIFEST, package.PACKAGE) for name in (file, Path(file).with_suffix(UNFINISHED).name)}
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
        manifest = read_manifest(folder)
    except OtherSchema:
        return "contains a result of another version of this package"
    except ResultError:
        return "contains a half-written result"
    whole = "" if manifest.complete else f" of {manifest.games}"
    return f"already contains a result ({manifest.finished}{whole} games of {', '.join(manifest.names)})"


class OtherSchema(ResultError):
    """A result was written by a version of this package with other tables."""


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
            self.before = load_result(self.folder, game_map)
            self._tidy(game_map)
        except BaseException:
            self.release()
            raise

    def _begin(self, manifest: Manifest, game_map: GameMap) -> None:
        """Write everything but the parts, and delete what was there."""
        with explained(f"the folder {str(self.folder)!r}"):
            (self.folder / MANIFEST).unlink(missing_ok=True)
            for name in _OWN:
                shutil.rmtree(self.folder / name, ignore_errors=True)
            for name in (*manifest.tables, package.LOOKUP):
                (self.folder / name).mkdir()
            for draft in self.folder.glob(_DRAFTS):
                shutil.rmtree(draft, ignore_errors=True)
            manifest = _with_map_saved(self.folder, manifest, game_map)
            self._write_lookups(manifest, game_map)
            manifest = with_map_in(self.folder, manifest)
            self.manifest = manifest.model_copy(update={"parts": (), "finished": 0, "complete": False})
            self._write_manifest()

    def _tidy(self, game_map: GameMap) -> None:
        """Write anew what lies beside the parts, and delete parts that a crash left, which are not listed."""
        with explained(f"the folder {str(self.folder)!r}"):
            for place in unlisted_parts(self.folder, self.manifest):
                place.unlink()
            if not (self.folder / MAP).exists() and not self.manifest.map.not_saved:
                game_map.save(self.folder / MAP)
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
            if not part_file(self.folder, "games", part.number).exists():
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
            saved = self.manifest.finished if (self.folder / MANIFEST).exists() else 0
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
            (self.folder / WORKERS).write_text(name, encoding="ascii")
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
        write_file(self.folder / MANIFEST, self.manifest.signed().model_dump_json(indent=2) + "\n")


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
        write_file(part_file(folder, name, number), parquet(tables[name], schema=package.arrow_schema(name)))
    sums = {str(name): check.checksum(part_file(folder, name, number)) for name in names}
    return Part(number=number, games=len(tables["games"]), checksums=sums)


def unlisted_parts(folder: Path, manifest: Manifest) -> list[Path]:
    """Return the parts in a folder that its manifest does not list, sorted."""
    listed = {part_file(folder, table, part.number) for table in manifest.tables for part in manifest.parts}
    return sorted({place for table in TABLES for place in (folder / table).glob("part-*.parquet")} - listed)


def _with_map_saved(folder: Path, manifest: Manifest, game_map: GameMap) -> Manifest:
    """Save the map in the folder of a result; if no folder can hold it, warn and let the manifest say so."""
    try:
        game_map.save(folder / MAP)
    except MapError as error:  # a rule set that no folder can name: whoever loads the result must have the map
        reason = str(error)
        first = reason.splitlines()[0].rstrip(":")  # the manifest has all faults
        warnings.warn(f"{folder} holds the games without their map, so keep it to read them: {first}", stacklevel=4)
    else:
        reason = ""
    return manifest.model_copy(update={"map": manifest.map.model_copy(update={"not_saved": reason})})


def with_map_in(folder: Path, manifest: Manifest) -> Manifest:
    """Return a manifest whose command finds its map: in this folder of the result if nowhere else, and it is there."""
    if manifest.map.typed is not None or manifest.map.not_saved:
        return manifest
    found = manifest.map.model_copy(update={"folder": str((folder / MAP).resolve())})
    return manifest.model_copy(
        update={"map": found, "joined": tuple(with_map_in(folder, run) for run in manifest.joined)}
    )


def load_result(folder: str | Path, game_map: GameMap | None = None) -> Result:
    """Read a result folder; see :meth:`ttr_analysis.results.result.Result.load`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     print(len(ttr.results.load_result(result.save(folder + "/run"))))
    50
    """
    folder = folder_of(folder)
    manifest = read_manifest(folder)
    game_map = map_of(folder, manifest) if game_map is None else game_map
    if game_map.digest != manifest.map.digest:
        raise ResultError(_other_map(folder, manifest.map, game_map))
    whole = with_map_in(folder, manifest).model_copy(update={"digest": ""})
    if large(manifest.finished, manifest.players) and len(manifest.parts) > 1:
        result = _stored(folder, whole, game_map)
        _check_files(folder, manifest)
    else:
        tables = {table: read_table(folder, table, manifest, game_map, manifest.parts) for table in manifest.tables}
        result = Result.of(tables, whole, game_map)
    if len(result) != manifest.finished:
        raise ResultError(
            f"{folder} is half-written: the manifest lists {manifest.finished} games, the files {len(result)}"
        )
    wrong = check.strange_counts(result) or check.changed_manifest(manifest)
    if not (wrong or result.is_stored):  # of a large one, "ttr results check" reads all rows
        wrong = next(derived.disagreements(result), "")
    if wrong:
        raise ResultError(f"{folder} is damaged: {wrong}")
    return result


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a result folder.

    Raises
    ------
    ResultError
        If there is none, it is damaged, contradicts itself, or is of another schema version.
    """
    place = folder / MANIFEST
    if not place.is_file():
        state = "is half-written or not a result folder" if folder.is_dir() else "is not a folder"
        if (folder / JOURNAL).is_file():
            raise ResultError(
                f"{folder} holds the work of a search or a training ({JOURNAL}), not a result: each of its files is "
                f"checked when the command that made it goes on with {going_on.RESUME}"
            )
        raise ResultError(f"{folder} {state}: it contains no {place.name}")
    try:
        text = place.read_text(encoding="utf-8")
        content = json.loads(text)
        if not isinstance(content, dict):
            raise ResultError(f"{place} is damaged: it must be a table of names and values, not {shown(content)}")
        if content.get("schema_version") != SCHEMA_VERSION:
            raise OtherSchema(_other_schema(folder, content))
        manifest = Manifest.model_validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        where = printable(".".join(str(step) for step in first["loc"]))
        raise ResultError(f"{place} is damaged: {where}: {plain_message(first)}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ResultError(f"{place} cannot be read: {error}") from None
    if wrong := next(check.contradictions(manifest), ""):
        raise ResultError(f"{place} contradicts itself: {wrong}")
    return manifest


def _other_schema(folder: Path, manifest: dict[str, Any]) -> str:
    """Say that a folder has the tables of another version, and how to get them again."""
    found = manifest.get("schema_version")
    version = "names no schema version" if found is None else f"has schema version {shown(found)} of the result tables"
    again = "play its games again"
    with suppress(ValidationError):
        again += ": " + Manifest.model_validate({**manifest, "schema_version": SCHEMA_VERSION}).command()
    return f"{folder} {version}, but this version of ttr_analysis reads only version {SCHEMA_VERSION}; {again}"


def map_of(folder: Path, manifest: Manifest) -> GameMap:
    """Return the map that was played: the one of this name if it is still the same, else the one in the folder.

    Raises
    ------
    ResultError
        If there is none any more, or the one in the folder was changed.
    """
    entry, kept = manifest.map, folder / MAP
    found = entry.load()
    if found is not None and not kept.exists():
        return found
    try:
        saved = load_map(kept).renamed(entry.name, entry.title)
    except MapError as error:
        why = entry.not_saved or error
        raise ResultError(f"the map of {folder} cannot be loaded; pass it as game_map: {why}") from None
    if saved.digest != entry.digest:
        raise ResultError(
            f"{kept} is no longer the map that was played: it was changed afterwards, and the games are not those of "
            "the map as it is now; undo the change, or play on it in a new folder"
        )
    return found or saved


def _other_map(folder: Path, wanted: MapEntry, game_map: GameMap) -> str:
    return (
        f"{folder} was made with another map, {wanted.name} ({wanted.ticket_set}), digest {wanted.digest[:12]}, "
        f"not with {game_map.name} ({game_map.ticket_set}) as it is here"
    )


def large(games: int, players: int) -> bool:
    """Return whether a result is so large that its tables are read when they are asked for."""
    return games * players > LARGE


def _stored(folder: Path, manifest: Manifest, game_map: GameMap) -> Result:
    """Return a result whose tables stay in the folder, of which only the table of games is read now."""
    from ttr_analysis.results.stored import stored_result

    return stored_result(folder, manifest, game_map)


def _check_files(folder: Path, manifest: Manifest) -> None:
    """Refuse parts that are missing, or are not what was written."""
    for part in manifest.parts:
        for table in manifest.tables:
            place = part_file(folder, table, part.number)
            try:
                found = check.checksum(place)
            except OSError as error:
                raise ResultError(_no_part(place, error)) from None
            _check_sum(place, part.checksums.get(table, found), found)


def _no_part(place: Path, error: Exception) -> str:
    """Say that a part that the manifest lists cannot be read, and what to do."""
    how = f"cannot be read ({type(error).__name__})" if place.exists() else "is missing"
    return (
        f"the result is half-written: {place} {how}; put it back from a copy, or play all games again with {OVERWRITE}"
    )


def _check_sum(place: Path, wanted: str, found: str) -> None:
    if wanted != found:
        raise ResultError(f"{place} was changed after it was written: its checksum is not that of the manifest")


def read_table(
    folder: Path,
    table: TableName,
    manifest: Manifest,
    game_map: GameMap,
    parts: Sequence[Part],
    columns: Sequence[str] | None = None,
) -> pd.DataFrame:
    """Return parts of a table as one table, in the order of the runs and games; all columns, or only these.

    Raises
    ------
    ResultError
        If a part is missing, damaged or not what the manifest says.
    """
    frames = [_read_part(folder, table, part, manifest, game_map, columns) for part in parts]
    return concat.ordered(frames or [of_run(empty_table(table), manifest.run, manifest.seed)], manifest)


def _read_part(
    folder: Path,
    table: TableName,
    part: Part,
    manifest: Manifest,
    game_map: GameMap,
    columns: Sequence[str] | None = None,
) -> pd.DataFrame:
    """Return a part of a table; rows are checked only where all columns are read."""
    place = part_file(folder, table, part.number)
    try:
        found = check.checksum(place) if columns is None else part.checksums.get(table, "")
        frame = pd.read_parquet(place, columns=None if columns is None else list(columns))
    except Exception as error:  # a damaged file makes pyarrow and pandas raise anything
        raise ResultError(_no_part(place, error)) from None
    wanted = list(SCHEMA[table].columns if columns is None else columns)
    if list(frame.columns) != wanted:
        differences = sorted({*wanted} ^ {*frame.columns}) or ["in another order"]
        raise ResultError(
            f"the columns of {place} are not those of this version's table of {table} "
            f"({', '.join(differences)}); play its games again"
        )
    _check_sum(place, part.checksums.get(table, found), found)
    if table == "games" and len(frame) != part.games:
        raise ResultError(f"{place} has {len(frame)} games, but the manifest lists {part.games}")
    if columns is not None:
        return frame
    if wrong := check.other_dtypes(frame, table) or check.strange_rows(frame, table, manifest, game_map):
        raise ResultError(f"{place} is damaged: {wrong}")
    return frame
