"""Reads the files of a map folder safely: bytes to rows and settings, faults with their place.

Nothing in a file is ever executed, no file above :data:`MAX_BYTES` is read, and nothing
but a regular file is opened. What is wrong is appended to a list of
:class:`~ttr_analysis.errors.Fault`, so that reading goes on to the next fault.
"""

from __future__ import annotations

import csv
import io
import math
import re
import tomllib
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ttr_analysis.errors import Fault

MAX_BYTES = 1_000_000
"""Larger files are refused unread: the largest map that fits the engine needs a hundredth."""

MAX_ROWS = 1_000
"""Rows of a table that are read: many times what fits the engine."""

MAP_FILE = "map.toml"
CITIES_FILE = "cities.csv"
ROUTES_FILE = "routes.csv"
TICKETS_FILE = "tickets.csv"

_YES, _NO = ("yes", "1", "true"), ("", "no", "0", "false")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a CSV file; reading a cell wrongly filled in appends a fault.

    Attributes
    ----------
    file, line : str, int
        Where it stands; the line as an editor counts (the header is line 1).
    cells : mapping of str to str
        Text by column, trimmed; columns the file leaves out are absent.
    faults : list of Fault
        Where faults are collected.
    """

    file: str
    line: int
    cells: Mapping[str, str]
    faults: list[Fault]

    def fault(self, column: str | None, message: str) -> None:
        """Report a fault of this row."""
        self.faults.append(Fault(self.file, message, self.line, column))

    def text(self, column: str) -> str:
        """The trimmed text, ``""`` where there is none."""
        return self.cells.get(column, "")

    def items(self, column: str, separator: str = ";") -> list[str]:
        """The parts of a cell that holds a list."""
        return [part for part in (piece.strip() for piece in self.text(column).split(separator)) if part]

    def integer(self, column: str, low: int, high: int, default: int | None = None) -> int | None:
        """A whole number from ``low`` to ``high``; ``default`` for an empty cell (None: must be filled in)."""
        text = self.text(column)
        if not text and default is not None:
            return default
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            self.fault(column, f"{_shown(text)} is not a whole number")
            return None
        if not low <= int(text) <= high:
            self.fault(column, f"{text} is not within {low} to {high}")
            return None
        return int(text)

    def number(self, column: str, low: float, high: float) -> float | None:
        """A finite number from ``low`` to ``high``, or None for an empty cell."""
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
            self.fault(column, f"{_shown(text)} is not within {low:g} to {high:g}")
            return None
        return value

    def flag(self, column: str) -> bool:
        """``yes`` or ``no`` (also 1, 0, true, false; an empty cell means no)."""
        text = self.text(column).casefold()
        if text not in (*_YES, *_NO):
            self.fault(column, f"{_shown(text)} is neither yes nor no")
        return text in _YES


class MapHeader(BaseModel):
    """The table ``[map]``: printed title, name of the rule set, what readers must be told."""

    model_config = ConfigDict(extra="forbid", strict=True)
    title: str = Field(min_length=1, max_length=100)
    rules: str
    notices: list[str] = []


class TicketSet(BaseModel):
    """A table ``[ticket_sets.NAME]``: title and the rules that it changes."""

    model_config = ConfigDict(extra="forbid", strict=True)
    title: str = ""
    rules: dict[str, Any] = {}


class Bonus(BaseModel):
    """The table ``[bonus_ticket]``: awarded for joining a city tagged ``west`` with one tagged ``east``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str = Field(min_length=1, max_length=100)
    points: int = Field(default=1, ge=0, le=99)
    copies: int = Field(default=4, ge=1, le=99)


class MapFile(BaseModel):
    """All of ``map.toml``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    map: MapHeader
    rules: dict[str, Any] = {}
    ticket_sets: dict[str, TicketSet] = {}
    bonus_ticket: Bonus | None = None


def read_text(folder: Path, name: str, faults: list[Fault]) -> str:
    """The text of a file, or ``""`` with a fault if it cannot be read as one."""
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
        faults.append(Fault(name, f"is larger than {MAX_BYTES:,} bytes; a map file never needs so much"))
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
    # Accents may be stored in two ways; one of them is used everywhere.
    return unicodedata.normalize("NFC", text)


def read_table(
    folder: Path, name: str, required: Sequence[str], optional: Sequence[str], faults: list[Fault]
) -> list[Row]:
    """The rows of a CSV file below its header; rows without any text are skipped.

    Parameters
    ----------
    folder, name : Path, str
        The file.
    required, optional : sequence of str
        Columns it must and may have, in any order.
    faults : list of Fault
        Where faults are collected.
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
                faults.append(Fault(name, f"has more than {MAX_ROWS:,} rows; the others were not read", start))
                break
            elif len(texts) != len(header):
                faults.append(Fault(name, f"has {len(texts)} cells; the header has {len(header)}", start))
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
            message = f"unknown column {_shown(column)}; possible are {', '.join(known)}"
            faults.append(Fault(name, message, line, column))
        elif header.count(column) > 1:
            faults.append(Fault(name, "this column occurs more than once", line, column))
    return all(header.count(column) == 1 for column in (*required, *set(header)))


def read_map_file(folder: Path, faults: list[Fault]) -> tuple[MapFile | None, str]:
    """``map.toml`` checked against its schema, and its text (for :func:`toml_row`)."""
    text = read_text(folder, MAP_FILE, faults)
    if not text:
        return None, text
    try:
        data = tomllib.loads(text.replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        place = re.search(r"\(at line (\d+)", str(error))
        line = int(place[1]) if place else text.rstrip().count("\n") + 1
        faults.append(Fault(MAP_FILE, f"is not well-formed TOML: {error}", line))
        return None, text
    try:
        return MapFile.model_validate(data), text
    except ValidationError as error:
        for problem in error.errors():
            keys = [str(key) for key in problem["loc"]]
            message = problem["msg"]
            faults.append(Fault(MAP_FILE, message, toml_row(text, keys), ".".join(keys)))
        return None, text


def toml_row(text: str, keys: Sequence[str]) -> int | None:
    """The line of a key, or of the nearest table around it that can be found."""
    best, best_depth = None, 0
    table: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if header := re.match(r"\s*\[+([^\[\]]+)\]", line):
            path = table = _key_parts(header[1])
        elif setting := re.match(r"\s*([\w.\"' -]+?)\s*=", line):
            path = [*table, *_key_parts(setting[1])]
        else:
            continue
        depth = min(len(path), len(keys))
        if depth > best_depth and path[:depth] == list(keys[:depth]):
            best, best_depth = number, depth
    return best


def _key_parts(text: str) -> list[str]:
    return [part.strip().strip("\"'") for part in text.split(".")]


def _shown(text: str) -> str:
    """A cell's text as a message shows it: quoted, without control characters, not too long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def one_of(names: Collection[str]) -> str:
    """The names in words: ``a, b or c``."""
    listed = list(names)
    return " or ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)
