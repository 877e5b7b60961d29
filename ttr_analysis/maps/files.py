"""Reading the files of a map folder safely: bytes to rows and settings, faults with their location.

Nothing in a file is ever executed, no file larger than :data:`MAX_BYTES` is read, and only
regular files are opened. What is wrong is appended to a list of
:class:`~ttr_analysis.errors.Fault`, so that reading continues to the next fault.
"""

from __future__ import annotations

import csv
import io
import math
import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from ttr_analysis._validate import LIST, TABLE, shown
from ttr_analysis.errors import Fault

MAX_BYTES = 1_000_000
"""Larger files are rejected unread: the largest map that fits the engine needs a hundredth of this."""

MAX_ROWS = 1_000
"""Most rows of a table that are read: many times what fits the engine."""

MAX_PROBLEMS = 100
"""Most faults in the structure of ``map.toml`` that are reported one by one."""

_TOML_DEPTH = 6
"""Most levels of nested tables in a map file."""

MAP_FILE = "map.toml"
CITIES_FILE = "cities.csv"
ROUTES_FILE = "routes.csv"
TICKETS_FILE = "tickets.csv"

_YES, _NO = ("yes", "1", "true"), ("", "no", "0", "false")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a CSV file; reading an invalid cell appends a fault.

    Attributes
    ----------
    file, line : str, int
        Where the row is; lines are counted as in an editor (the header is line 1).
    cells : mapping of str to str
        Trimmed text by column; columns that the file does not have are absent.
    faults : list of Fault
        The list to which faults are appended.
    """

    file: str
    line: int
    cells: Mapping[str, str]
    faults: list[Fault]

    def fault(self, column: str | None, message: str) -> None:
        """Report a fault of this row."""
        self.faults.append(Fault(self.file, message, self.line, column))

    def text(self, column: str) -> str:
        """Return the trimmed text, or ``""`` if there is none."""
        return self.cells.get(column, "")

    def items(self, column: str, separator: str = ";") -> list[str]:
        """Return the parts of a cell that holds a list."""
        return [part for part in (piece.strip() for piece in self.text(column).split(separator)) if part]

    def integer(self, column: str, low: int, high: int, default: int | None = None) -> int | None:
        """Return a whole number from ``low`` to ``high``; ``default`` for an empty cell (None: it must be filled)."""
        text = self.text(column)
        if not text and default is not None:
            return default
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            self.fault(column, f"{_shown(text)} is not a whole number")
            return None
        if not low <= int(text) <= high:
            self.fault(column, f"{text} is not between {low} and {high}")
            return None
        return int(text)

    def number(self, column: str, low: float, high: float) -> float | None:
        """Return a finite number from ``low`` to ``high``, or None for an empty cell."""
        text = self.text(column)
        if not text:
            return None
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            self.fault(column, f"{_shown(text)} is not a number")
            return None
        if not low <= value <= high:
            self.fault(column, f"{_shown(text)} is not between {low:g} and {high:g}")
            return None
        return value

    def flag(self, column: str) -> bool:
        """Return whether the cell says ``yes`` or ``no`` (also 1, 0, true, false; an empty cell means no)."""
        text = self.text(column).casefold()
        if text not in (*_YES, *_NO):
            self.fault(column, f"{_shown(text)} is neither yes nor no")
        return text in _YES


def _printed(text: str) -> str:
    """Return the text, which people will see, if all of it can be printed."""
    if not text.isprintable():
        raise PydanticCustomError("unprintable", "contains a character that cannot be printed")
    return text


Printed = Annotated[str, AfterValidator(_printed)]
SetName = Annotated[str, StringConstraints(pattern=r"^[\w.-]+( [\w.-]+)*$")]
"""A ticket set's name: it is used in cells between semicolons and in commands after a colon."""


class MapHeader(BaseModel):
    """The table ``[map]``: the printed title, the name of the rule set, notices for readers."""

    model_config = ConfigDict(extra="forbid", strict=True)
    title: Printed = Field(min_length=1, max_length=100)
    rules: str
    notices: list[Printed] = []


class TicketSet(BaseModel):
    """A table ``[ticket_sets.NAME]``: the title and the rules that it changes."""

    model_config = ConfigDict(extra="forbid", strict=True)
    title: Printed = ""
    rules: dict[str, Any] = {}


class Bonus(BaseModel):
    """The table ``[bonus_ticket]``: awarded for joining a city tagged ``west`` with one tagged ``east``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: Printed = Field(min_length=1, max_length=100)
    points: int = Field(default=1, ge=0, le=99)
    copies: int = Field(default=4, ge=1, le=99)


class MapFile(BaseModel):
    """The whole of ``map.toml``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    map: MapHeader
    rules: dict[str, Any] = {}
    ticket_sets: dict[SetName, TicketSet] = {}
    bonus_ticket: Bonus | None = None


def read_text(folder: Path, name: str, faults: list[Fault]) -> str:
    """Return the text of a file, or ``""`` and a fault if it cannot be read."""
    path = folder / name
    try:
        if not path.is_file():
            faults.append(Fault(name, "is not a regular file" if path.exists() else "is missing"))
            return ""
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        faults.append(Fault(name, f"cannot be read: {error.strerror or error}"))
        return ""
    if len(data) > MAX_BYTES:
        faults.append(Fault(name, f"is larger than {MAX_BYTES:,} bytes; no map file needs that much"))
        return ""
    return _decoded(data, name, faults)


def _decoded(data: bytes, name: str, faults: list[Fault]) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        faults.append(Fault(name, "is not UTF-8 text; save it with the encoding UTF-8", line))
        return ""
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        faults.append(Fault(name, "contains a NUL character; it is not a text file", line))
        return ""
    if not text.strip():
        faults.append(Fault(name, "is empty"))
        return ""
    # Accents can be stored in two ways; use one of them everywhere.
    return unicodedata.normalize("NFC", text)


def read_table(
    folder: Path, name: str, required: Sequence[str], optional: Sequence[str], faults: list[Fault]
) -> list[Row]:
    """Return the rows of a CSV file below its header, without empty rows.

    Parameters
    ----------
    folder, name : Path, str
        The file.
    required, optional : sequence of str
        Columns it must have, and columns it may have, in any order.
    faults : list of Fault
        The list to which faults are appended.
    """
    reader = csv.reader(io.StringIO(read_text(folder, name, faults), newline=""), strict=True)
    header: list[str] = []
    rows: list[Row] = []
    line = 1
    try:
        for cells in reader:
            start, line = line, reader.line_num + 1
            texts = [cell.strip() for cell in cells]
            if not any(texts):
                continue
            if not header:
                header = texts
                if not _header_is_good(name, start, header, required, optional, faults):
                    return []
            elif len(rows) == MAX_ROWS:
                faults.append(Fault(name, f"has more than {MAX_ROWS:,} rows; the rest was not read", start))
                break
            elif len(texts) != len(header):
                faults.append(Fault(name, f"has {len(texts)} cells, but the header has {len(header)}", start))
            else:
                rows.append(Row(name, start, dict(zip(header, texts, strict=True)), faults))
    except csv.Error as error:
        faults.append(Fault(name, f"is not well-formed CSV: {error}", line))
    if header and not rows and not any(fault.file == name for fault in faults):
        faults.append(Fault(name, "has no rows below its header"))
    return rows


def _header_is_good(
    name: str, line: int, header: list[str], required: Sequence[str], optional: Sequence[str], faults: list[Fault]
) -> bool:
    known = (*required, *optional)
    if len(header) == 1 and (";" in header[0] or "\t" in header[0]):
        faults.append(Fault(name, "separates its columns by semicolons or tabs; use commas", line))
        return False
    for column in required:
        if column not in header:
            faults.append(Fault(name, "this column is missing", line, column))
    for column in dict.fromkeys(header):
        if column not in known:
            message = f"unknown column {_shown(column)}; possible columns are {', '.join(known)}"
            faults.append(Fault(name, message, line, column))
        elif header.count(column) > 1:
            faults.append(Fault(name, "this column occurs more than once", line, column))
    return all(header.count(column) == 1 for column in (*required, *set(header)))


def read_map_file(folder: Path, faults: list[Fault]) -> tuple[MapFile | None, str]:
    """Read ``map.toml`` and check it against its schema; return it and its text (for :func:`toml_row`)."""
    text = read_text(folder, MAP_FILE, faults)
    if not text:
        return None, text
    try:
        data = tomllib.loads(text.replace("\r\n", "\n"))
    except RecursionError:
        faults.append(Fault(MAP_FILE, "is not well-formed TOML: lists or tables are nested too deeply"))
        return None, text
    except ValueError as error:
        place = re.search(r"\(at line (\d+)", str(error))
        line = int(place[1]) if place else text.rstrip().count("\n") + 1
        faults.append(Fault(MAP_FILE, f"is not well-formed TOML: {error}", line))
        return None, text
    try:
        return MapFile.model_validate(data), text
    except ValidationError as error:
        problems = error.errors(include_url=False)
        for problem in problems[:MAX_PROBLEMS]:
            keys = [str(key) for key in problem["loc"] if key != "[key]"]
            faults.append(Fault(MAP_FILE, plain_message(problem), toml_row(text, keys), ".".join(keys)))
        if len(problems) > MAX_PROBLEMS:
            faults.append(Fault(MAP_FILE, f"has {len(problems) - MAX_PROBLEMS:,} more faults"))
        return None, text


_ASKED = {"string": "text", "int": "a whole number", "bool": "true or false", "list": LIST, "tuple": LIST,
          "float": "a number", "dict": TABLE, "mapping": TABLE, "model": TABLE}  # fmt: skip


def plain_message(problem: ErrorDetails) -> str:
    """Return what pydantic finds wrong, in words for the person who wrote the file."""
    kind, limits = problem["type"], problem.get("ctx", {})
    asked, _, what = kind.rpartition("_")
    if what == "type" and asked in _ASKED:
        return f"needs {_ASKED[asked]}, not {shown(problem['input'])}"
    return {
        "missing": "this value is missing",
        "extra_forbidden": f"there is no such value{_possible(problem['loc'])}",
        "string_too_short": "is empty",
        "string_too_long": f"is longer than {limits.get('max_length')} characters",
        "string_pattern_mismatch": "this name can only have letters, digits, single spaces, '-', '_' and '.'",
        "greater_than_equal": f"must be at least {limits.get('ge')}, not {shown(problem['input'])}",
        "less_than_equal": f"must be at most {limits.get('le')}, not {shown(problem['input'])}",
    }.get(kind, problem["msg"])


def _possible(keys: Sequence[str | int]) -> str:
    """Return the names that the table with an unknown name may have."""
    tables: dict[str, type[BaseModel]] = {"map": MapHeader, "ticket_sets": TicketSet, "bonus_ticket": Bonus}
    table = tables.get(str(keys[0]), MapFile) if len(keys) > 1 else MapFile
    return f"; possible names here are {', '.join(table.model_fields)}"


def toml_row(text: str, keys: Sequence[str]) -> int | None:
    """Return the line of a key, or of the nearest table around it that can be found."""
    rows = _toml_rows(text)
    for depth in range(len(keys), 0, -1):
        if (row := rows.get(tuple(keys[:depth]))) is not None:
            return row
    return None


@lru_cache(maxsize=2)
def _toml_rows(text: str) -> Mapping[tuple[str, ...], int]:
    """Return the first line of each key, and of each table around one, down to the depth of a map file."""
    rows: dict[tuple[str, ...], int] = {}
    table: list[str] = []
    for number, whole in enumerate(text.split("\n"), start=1):
        line = whole[:200]  # keys are short, and the patterns are slow on a long line
        if header := re.match(r"\s*\[+([^\[\]]+)\]", line):
            path = table = _key_parts(header[1])
        elif setting := re.match(r"\s*([\w.\"' -]+?)\s*=", line):
            path = [*table, *_key_parts(setting[1])]
        else:
            continue
        for depth in range(1, min(len(path), _TOML_DEPTH) + 1):
            rows.setdefault(tuple(path[:depth]), number)
    return rows


def _key_parts(text: str) -> list[str]:
    return [part.strip().strip("\"'") for part in text.split(".")]


def _shown(text: str) -> str:
    """Return a cell's text as a message shows it: quoted, without control characters, not too long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")
