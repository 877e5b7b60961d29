"""Reading the files of a map folder safely: bytes to text and rows, faults with their location.

Nothing in a file is ever executed, no file larger than :data:`MAX_BYTES` is read, and only
regular files are opened. Reading continues after a fault to the next one.

Tables are read as spreadsheets and pandas write them: separated by commas, semicolons or tabs, with decimal
commas, a line ``sep=;``, empty columns at the end, and whole numbers such as ``2.0``.
"""

import csv
import io
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ttr_analysis._validate import shown
from ttr_analysis.errors import Fault

MAX_BYTES = 1_000_000
"""Larger files are rejected unread: the largest map that fits the engine needs a hundredth of this."""

MAX_ROWS = 1_000
"""Most rows of a table that are read: many times what fits the engine."""

MAP_FILE = "map.toml"
CITIES_FILE = "cities.csv"
ROUTES_FILE = "routes.csv"
TICKETS_FILE = "tickets.csv"
COUNTRIES_FILE = "countries.csv"

_YES, _NO = ("yes", "1", "true"), ("", "no", "0", "false")

_DELIMITERS = (",", ";", "\t")

_OTHER_COLUMNS = {"colour": "color"}
"""Other spellings of columns."""

_WHOLE = re.compile(r"([+-]?[0-9]{1,9})(?:[.,]0+)?")
"""A whole number: pandas writes 2.0 where a column has empty cells."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a CSV file, which remembers what was found wrong with it.

    Attributes
    ----------
    file, line : str, int
        Where the row is; lines are counted as in an editor (the header is line 1).
    cells : mapping of str to str
        Trimmed text by column; columns that the file does not have are absent.
    faults : list of Fault
        The faults found so far in this row.
    """

    file: str
    line: int
    cells: Mapping[str, str]
    faults: list[Fault] = field(default_factory=list)

    def fault(self, column: str | None, message: str) -> None:
        """Note a fault of this row."""
        self.faults.append(Fault(self.file, message, self.line, column))

    def text(self, column: str) -> str:
        """Return the trimmed text, or ``""`` if there is none."""
        return self.cells.get(column, "")

    def items(self, column: str, separator: str = ";") -> list[str]:
        """Return the parts of a cell that holds a list."""
        return [part for part in (piece.strip() for piece in self.text(column).split(separator)) if part]

    def integer(self, column: str, default: int | None = None) -> int | None:
        """Return a whole number; ``default`` for an empty cell (None: it must be filled)."""
        text = self.text(column)
        if not text and default is not None:
            return default
        if not (match := _WHOLE.fullmatch(_with_hyphen(text))):
            self.fault(column, f"{shown(text)} is not a whole number")
            return None
        return int(match[1])

    def number(self, column: str) -> float | None:
        """Return a finite number, or None for an empty cell."""
        text = self.text(column)
        try:
            value = float(_with_hyphen(text).replace(",", ".", 1) or 0)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            self.fault(column, f"{shown(text)} is not a number")
            return None
        return value if text else None

    def flag(self, column: str) -> bool:
        """Return whether the cell says ``yes`` or ``no`` (also 1, 0, true, false; an empty cell means no)."""
        text = self.text(column).casefold().removesuffix(".0")
        if text not in (*_YES, *_NO):
            self.fault(column, f"{shown(text)} is neither yes nor no")
        return text in _YES


def _with_hyphen(text: str) -> str:
    """Return a number with the hyphen that programs write, in place of the printed minus sign."""
    return text.replace("\N{MINUS SIGN}", "-", 1)


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a CSV file below its header, without empty ones, and the faults of the file as a whole."""

    rows: tuple[Row, ...] = ()
    file_faults: tuple[Fault, ...] = ()

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults found so far: those of the file, and those of its rows."""
        return (*self.file_faults, *(fault for row in self.rows for fault in row.faults))


def read_text(folder: Path, name: str) -> str | Fault:
    """Return the text of a file, or why it cannot be read."""
    path = folder / name
    try:
        if not path.is_file():
            return Fault(name, "is not a regular file" if path.exists() else "is missing")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return Fault(name, f"cannot be read: {error.strerror or error}")
    if len(data) > MAX_BYTES:
        return Fault(name, f"is larger than {MAX_BYTES:,} bytes; no map file needs that much")
    return _decoded(data, name)


def _decoded(data: bytes, name: str) -> str | Fault:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Fault(name, "is not UTF-8 text; save it with the encoding UTF-8", line)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return Fault(name, "contains a NUL character; it is not a text file", line)
    if not text.strip():
        return Fault(name, "is empty")
    # Accents can be stored in two ways; use one of them everywhere.
    return unicodedata.normalize("NFC", text)


def read_table(folder: Path, name: str, required: Sequence[str], optional: Sequence[str]) -> Table:
    """Read a CSV file.

    Parameters
    ----------
    folder, name : Path, str
        The file.
    required, optional : sequence of str
        Columns it must have, and columns it may have, in any order.
    """
    text = read_text(folder, name)
    if isinstance(text, Fault):
        return Table((), (text,))
    lines, broken = _csv_lines(text, name)
    if not lines:
        return Table((), tuple(broken) or (Fault(name, "has no header: its first rows are empty"),))
    (line, titles), *body = lines
    header = [_column(title) for title in titles]
    while header and not header[-1]:
        header.pop()
    faults = list(_header_faults(name, line, header, required, optional))
    if any(header.count(column) != 1 for column in (*required, *header)):
        return Table((), tuple(faults))
    rows = []
    for line, cells in body[:MAX_ROWS]:
        filled = len(cells) - next((i for i, cell in enumerate(reversed(cells)) if cell), len(cells))
        if len(cells) >= len(header) >= filled:
            rows.append(Row(name, line, dict(zip(header, cells, strict=False))))
        else:
            number = max(filled, min(len(cells), len(header)))
            faults.append(Fault(name, f"has {number} cells, but the header has {len(header)}", line))
    if len(body) > MAX_ROWS:
        faults.append(Fault(name, f"has more than {MAX_ROWS:,} rows; the rest was not read", body[MAX_ROWS][0]))
    elif not body and not broken:
        faults.append(Fault(name, "has no rows below its header"))
    return Table(tuple(rows), (*faults, *broken))


def _column(title: str) -> str:
    """Return the name of a column in our spelling."""
    name = re.sub(r"[ _-]+", "_", title.casefold())
    return _OTHER_COLUMNS.get(name, name)


def _csv_lines(text: str, name: str) -> tuple[list[tuple[int, list[str]]], list[Fault]]:
    """Return the trimmed cells of the lines that are not empty, with their numbers, up to the first broken line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    lines: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for cells in reader:
            start, line = line, reader.line_num + 1
            texts = [cell.strip() for cell in cells]
            if any(texts) and not (start == 1 and _is_separator_line(texts[0])):
                lines.append((start, texts))
            if len(lines) > MAX_ROWS + 1:
                break
    except csv.Error as error:
        return lines, [Fault(name, f"is not well-formed CSV: {error}", line)]
    return lines, []


def _delimiter(text: str) -> str:
    """Return what stands between the columns: what occurs most often in the first line, which may name it."""
    first = text.lstrip().partition("\n")[0]
    return max(_DELIMITERS, key=first.count)


def _is_separator_line(text: str) -> bool:
    """Return whether a line only tells Excel what separates the columns: ``sep=;``."""
    return text.strip(" \"';\t,").casefold() == "sep="


def _header_faults(
    name: str, line: int, header: list[str], required: Sequence[str], optional: Sequence[str]
) -> Iterator[Fault]:
    known = (*required, *optional)
    for column in required:
        if column not in header:
            yield Fault(name, "this column is missing", line, column)
    for column in dict.fromkeys(header):
        if not column:
            yield Fault(name, f"column {header.index(column) + 1} has no name", line)
        elif column not in known:
            yield Fault(name, f"unknown column {shown(column)}; possible columns are {', '.join(known)}", line, column)
        elif header.count(column) > 1:
            yield Fault(name, "this column occurs more than once", line, column)
