"""Numbers about tracks in any table: columns by the index of the track, whatever library made the table."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ttr_analysis._validate import option, shown
from ttr_analysis.errors import MapError, SetupError
from ttr_analysis.maps.tables import frame_columns, is_missing, is_number

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap

TRACK, NAME = "track", "name"
"""The columns that say which track a row is about: its index, or its name."""

VALUE = "value"
"""The name of a column that has none."""

FACTS = ("length", "locomotives", "points", "weight")
"""Columns that a table of tracks may hold beside its values."""

ENDS = ("_low", "_high")
"""How the columns of the ends of intervals end."""

MOST_PROBLEMS = 5
"""So many problems of a table are named in an error, and how many more there are."""

SUFFIXES = (".csv", ".json", ".parquet")
"""The files that :func:`read_track_table` reads."""

Number = int | float
Columns = dict[str, dict[int, Number]]
"""Numbers by column and index of the track."""


class TrackTable(NamedTuple):
    """A table as plain columns.

    Attributes
    ----------
    columns : mapping of str to sequence
        All of the same length.
    places : sequence of str
        Where each row stands, for messages (``row 3``); empty texts for rows that have no place.
    one_each : bool
        Whether the rows are numbers for all tracks, in the order of the map.
    """

    columns: Mapping[str, Sequence[Any]]
    places: Sequence[str]
    one_each: bool = False


def track_columns(game_map: GameMap, table: Any, what: str = "values") -> Columns:
    """Return the columns of numbers of a table, by the index of the track.

    Parameters
    ----------
    game_map : GameMap
        The map.
    table : frame, mapping, list, Series, array or TrackTable
        A frame (pandas, polars, pyarrow), a mapping of columns or a list of records has one row for each
        track, named by the column ``track`` (its index) or ``name``; in pandas the index may be called
        so, too. A mapping of numbers or a pandas Series has indices or names of tracks as keys. A list
        of numbers has one for each track of the map.
    what : str
        How a message calls the table.

    Returns
    -------
    dict of str to dict of int to int or float
        Columns of text are left out, as are missing values (None, NaN).

    Raises
    ------
    SetupError
        If there is no column of numbers, a track is unknown or named twice, a row names two tracks, or a
        cell among numbers is text or infinite; the message names the rows.
    """
    known = table if isinstance(table, TrackTable) else as_track_table(table, what)
    columns = known.columns
    if known.one_each and len(known.places) != len(game_map.tracks):
        raise SetupError(
            f"{what}: a list needs one number for each of the {len(game_map.tracks)} tracks of map "
            f"{game_map.name!r}, not {len(known.places)}; or give a mapping of tracks to numbers"
        )
    if not {TRACK, NAME} & set(columns):
        there = ", ".join(map(shown, columns)) or "none"
        raise SetupError(
            f"{what}: the table needs a column {TRACK!r} (numbers from 0) or {NAME!r}; its columns are {there}"
        )
    problems: list[str] = []
    tracks = _tracks_of(game_map, known, problems)
    found = {name: _numbers(name, known, tracks, problems) for name in columns if name not in (TRACK, NAME)}
    if problems:
        more = len(problems) - MOST_PROBLEMS
        raise SetupError(f"{what}: {'; '.join(problems[:MOST_PROBLEMS])}{f'; and {more} more' if more > 0 else ''}")
    numbers = {name: column for name, column in found.items() if column is not None}
    if not numbers:
        raise SetupError(f"{what}: the table has no column of numbers besides {TRACK!r} and {NAME!r}")
    return numbers


def chosen_column(columns: Columns, column: str | None = None, what: str = "values") -> str:
    """Return the column that a picture shows: the one asked for, or the only one that can be meant.

    The ends of intervals (``share_low``, ``share_high``) and facts of tracks (:data:`FACTS`) are not meant.

    Raises
    ------
    SetupError
        If there is no such column, or several can be meant.
    """
    if column is not None:
        option(f"{what}: the column", column, tuple(columns))
        return column
    meant = [name for name in columns if not name.endswith(ENDS) and name not in FACTS]
    if len(meant) != 1:
        raise SetupError(f"{what}: choose one of the columns {', '.join(meant or columns)}")
    return meant[0]


def read_track_table(path: str | Path) -> TrackTable:
    """Read a table of tracks from a CSV, JSON or parquet file.

    Raises
    ------
    SetupError
        If the file is missing, of another kind, or cannot be read.
    """
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in SUFFIXES:
        raise SetupError(f"{file}: a table is read from a file whose name ends in {', '.join(SUFFIXES)}")
    if not file.is_file():
        raise SetupError(f"there is no file {str(path)!r}")
    try:
        if suffix == ".csv":
            return _read_csv(file)
        if suffix == ".json":
            return as_track_table(json.loads(file.read_text(encoding="utf-8-sig")), str(file))
        from pyarrow import parquet

        return as_track_table(parquet.read_table(file), str(file))
    except SetupError:
        raise
    except (OSError, ValueError, csv.Error, RecursionError) as error:  # pyarrow's are ValueErrors or OSErrors
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise SetupError(f"{file} cannot be read: {reason}") from None


def as_track_table(table: Any, what: str = "values") -> TrackTable:
    """Return any table that :func:`track_columns` takes as plain columns.

    Raises
    ------
    SetupError
        If it is no table, or its columns differ in length.
    """
    columns = frame_columns(table)
    if columns is not None:
        return _rows({**_named_index(table), **columns}, what)
    if hasattr(table, "items"):  # a mapping, a Series of pandas
        return _of_mapping(dict(table.items()), getattr(table, "name", None))
    if hasattr(table, "tolist") or hasattr(table, "to_list"):  # an array of numpy, a Series of polars
        table = table.tolist() if hasattr(table, "tolist") else table.to_list()
    if not isinstance(table, Sequence) or isinstance(table, str | bytes):
        raise SetupError(f"{what}: needs a frame, a mapping, or a list of numbers or records, not {shown(table)}")
    if table and all(isinstance(row, Mapping) for row in table):
        names = dict.fromkeys(str(name) for row in table for name in row)
        return _rows({name: [row.get(name) for row in table] for name in names}, what)
    return TrackTable({TRACK: range(len(table)), VALUE: table}, [""] * len(table), one_each=True)


def _rows(columns: Mapping[str, Sequence[Any]], what: str) -> TrackTable:
    """Return columns as a table whose rows are counted from 1."""
    lengths = {len(column) for column in columns.values()}
    if len(lengths) > 1:
        raise SetupError(f"{what}: the columns of the table differ in length")
    return TrackTable(columns, [f"row {i + 1}" for i in range(max(lengths, default=0))])


def _named_index(frame: Any) -> dict[str, Sequence[Any]]:
    """Return the index of a pandas frame as a column if it is called like one that names tracks."""
    name = getattr(getattr(frame, "index", None), "name", None)
    return {name: list(frame.index)} if name in (TRACK, NAME) else {}


def _of_mapping(table: Mapping[Any, Any], name: object) -> TrackTable:
    """Return a mapping of tracks to numbers."""
    column = VALUE if name in (None, TRACK, NAME) else str(name)
    return TrackTable({TRACK: list(table), column: list(table.values())}, [""] * len(table))


def _read_csv(file: Path) -> TrackTable:
    """Read a CSV file; the place of a row is its line in an editor, and empty lines are skipped."""
    reader = csv.reader(io.StringIO(file.read_text(encoding="utf-8-sig"), newline=""), strict=True)
    lines: list[tuple[int, list[str]]] = []
    end = 0
    for cells in reader:
        if any(cells):
            lines.append((end + 1, [cell.strip() for cell in cells]))
        end = reader.line_num
    if not lines:
        raise SetupError(f"{file} is empty")
    header = lines.pop(0)[1]
    if repeated := [name for name in header if header.count(name) > 1]:
        raise SetupError(f"{file}: the column {shown(repeated[0])} occurs more than once")
    for line, row in lines:
        if len(row) != len(header):
            raise SetupError(f"{file}, row {line}: {len(row)} cells, but the header has {len(header)}")
    columns = {name: [_cell(row[i]) for _, row in lines] for i, name in enumerate(header)}
    return TrackTable(columns, [f"row {line}" for line, _ in lines])


def _cell(text: str) -> object:
    """Return a cell of a CSV file: a number if it is one, None if it is empty."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text or None


def _tracks_of(game_map: GameMap, table: TrackTable, problems: list[str]) -> list[int | None]:
    """Return the track of each row; None, and a problem, where there is none."""
    tracks: list[int | None] = []
    first: dict[int, int] = {}
    for row, place in enumerate(table.places):
        track = None
        try:
            track = _track_of(game_map, {key: table.columns[key][row] for key in (TRACK, NAME) if key in table.columns})
            if first.setdefault(track, row) != row:
                again = " and ".join(filter(None, (table.places[first[track]], place)))
                raise SetupError(f"{game_map.tracks[track].name} has more than one row{again and f' ({again})'}")
        except (MapError, SetupError) as error:
            problems.append(f"{place}: {error}" if place else str(error))
        tracks.append(track)
    return tracks


def _track_of(game_map: GameMap, named: Mapping[str, Any]) -> int:
    """Return the track that a row names, by number, by name, or by both if they agree."""
    found = {_index_of(game_map, name) for name in named.values() if not is_missing(name)}
    if not found:
        raise SetupError("names no track")
    if len(found) > 1:
        number, name = named.values()
        raise SetupError(f"track {shown(number)} of map {game_map.name!r} is not {shown(name)}")
    return found.pop()


def _index_of(game_map: GameMap, name: Any) -> int:
    if isinstance(name, str) and not name.strip().isdecimal():
        return game_map.track(name).index
    whole = isinstance(name, str) or (is_number(name) and float(name).is_integer())
    if not whole or not 0 <= int(name) < len(game_map.tracks):
        raise SetupError(
            f"map {game_map.name!r} has no track {name if whole else shown(name)}; "
            f"its tracks are numbered 0 to {len(game_map.tracks) - 1}"
        )
    return int(name)


def _numbers(
    name: str, table: TrackTable, tracks: Sequence[int | None], problems: list[str]
) -> dict[int, Number] | None:
    """Return a column by track, without what is missing; None if it holds no numbers at all."""
    cells = table.columns[name]
    numeric = [is_number(cell) for cell in cells]
    if not any(numeric):
        return None if any(not is_missing(cell) for cell in cells) else {}
    numbers: dict[int, Number] = {}
    for cell, numeric_cell, track, place in zip(cells, numeric, tracks, table.places, strict=True):
        if is_missing(cell) or track is None:
            continue
        if not numeric_cell or not _is_finite(cell):
            where = f"{place}, column {name}" if place else name
            problems.append(f"{where}: {shown(cell)} is not a finite number")
            continue
        numbers[track] = int(cell) if isinstance(cell, Integral) else float(cell)
    whole = all(isinstance(number, int) for number in numbers.values())
    return numbers if whole else {track: float(number) for track, number in numbers.items()}


def _is_finite(number: Number) -> bool:
    """Return whether a number is one that a picture or a file can hold."""
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number that no float can hold
        return False
