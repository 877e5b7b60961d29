"""Reading result folders: the manifest, the map that was played, and the tables, checked against each other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from ttr_analysis._validate import plain_message, shown
from ttr_analysis.errors import MapError, ResultError, printable
from ttr_analysis.maps import GameMap, load_map
from ttr_analysis.results import Result, check, concat, derived, going_on
from ttr_analysis.results.folders import folder_of
from ttr_analysis.results.journal import JOURNAL
from ttr_analysis.results.later import pandas as pd
from ttr_analysis.results.manifest import Manifest, MapEntry, Part
from ttr_analysis.results.schema import SCHEMA, SCHEMA_VERSION, TABLES, TableName, empty_table, of_run

MANIFEST = "manifest.json"
"""Name of the manifest file."""

MAP: Final = "map"
"""Name of the folder with the map that was played."""

LARGE = 100_000
"""A result with more player-games than this, in several parts, is read part by part: on the map of USA all tables of
so many take about 200 MB."""

OVERWRITE = "--overwrite (in Python: overwrite=True)"
"""How to say that a result may be replaced."""


_BACK: Final = f"put it back from a copy, or play all games again with {OVERWRITE}"
"""What to do about a part that cannot be read."""


def part_file(folder: Path, table: TableName, number: int) -> Path:
    """Return the file that contains the rows of a table in a part."""
    return folder / table / f"part-{number:05d}.parquet"


class OtherSchema(ResultError):
    """A result was written by a version of this package with other tables."""


def unlisted_parts(folder: Path, manifest: Manifest) -> list[Path]:
    """Return the parts in a folder that its manifest does not list, sorted."""
    listed = {part_file(folder, table, part.number) for table in manifest.tables for part in manifest.parts}
    return sorted({place for table in TABLES for place in (folder / table).glob("part-*.parquet")} - listed)


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
    return f"the result is half-written: {place} {how}; {_BACK}"


def _check_sum(place: Path, wanted: str, found: str) -> None:
    if wanted != found:
        raise ResultError(
            f"{place} was changed after it was written: its checksum is not that of the manifest; {_BACK}"
        )


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
        with suppress(OSError):
            _check_sum(place, part.checksums.get(table, ""), check.checksum(place))
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
