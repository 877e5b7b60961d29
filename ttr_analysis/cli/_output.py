"""What commands print and write: lines, tables, JSON, files, charts."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import words
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import spoken_names
from ttr_analysis.maps.languages import written
from ttr_analysis.results import folders

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go


_MINUS = re.compile(r"(?<![^\s\[(])-(?=[\d.])")
"""A hyphen before a number, at the beginning of a word."""


def print_json(value: object) -> None:
    """Print plain values as JSON."""
    in_utf8()
    print(json.dumps(value, ensure_ascii=False, indent=2))


def in_utf8() -> None:
    """Write what programs read in UTF-8, whatever the code page of a terminal would be."""
    if sys.stdout is sys.__stdout__ and isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")


def line_by_line(arguments: argparse.Namespace) -> Callable[[str], None]:
    """Return what to do with each line of an answer that grows: print it at once, unless all follows as JSON."""
    return _say_nothing if arguments.json else print_now


def _say_nothing(line: str) -> None:
    del line


def print_now(line: str) -> None:
    """Print a line at once, even into a pipe: what comes next may take long."""
    print(line, flush=True)


def print_table(
    arguments: argparse.Namespace,
    table: pd.DataFrame,
    people: pd.DataFrame,
    notes: Sequence[str] = (),
    lists: Sequence[str] = (),
) -> None:
    """Print a table.

    Parameters
    ----------
    arguments : Namespace
        With ``csv`` and ``json``, at most one of which is true.
    table : DataFrame
        All columns in full precision, for CSV and JSON.
    people : DataFrame
        The table for people: text and rounded numbers, with the column names as the header.
    notes : sequence of str
        Lines below the table, for people only.
    lists : sequence of str
        Columns that hold several names between semicolons, which are lists in JSON.
    """
    if arguments.csv:
        in_utf8()
        print(folders.csv_text(table), end="")
    elif arguments.json:
        print_json([row | {name: _listed(row[name]) for name in lists if name in row} for row in records(table)])
    else:
        for line in (*aligned(people), *notes):
            print(line)


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a table as plain values, for JSON."""
    rows: list[dict[str, Any]] = json.loads(table.to_json(orient="records", force_ascii=False))
    return rows


def _listed(text: str | None) -> list[str]:
    return text.split("; ") if text else []


def aligned(table: pd.DataFrame) -> list[str]:
    """Return a table as lines: a header, then the rows; text is aligned left, numbers right."""
    columns = [[words.head(str(name)), *map(_NAMED.get(str(name), _cell), table[name])] for name in table]
    lines = []
    for cells in zip(*columns, strict=True):
        padded = [
            cell.ljust(_width(column)) if _is_text(column) else cell.rjust(_width(column))
            for cell, column in zip(cells, columns, strict=True)
        ]
        lines.append("  ".join(padded).rstrip())
    return lines


def interval(table: pd.DataFrame, name: str, digits: int, factor: float = 1.0) -> list[str]:
    """Return a column with its interval as text: ``97 [83, 99]``."""
    ends = [factor * table[f"{name}{end}"] for end in ("", "_low", "_high")]
    return [words.estimate(*(written(end, f".{digits}f") for end in row)) for row in zip(*ends, strict=True)]


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return words.YES_OR_NO[value]
    text = written(value, ".2f") if isinstance(value, float) else str(value)
    return _MINUS.sub("\N{MINUS SIGN}", text)  # what can be typed, as weight=-1, stays as it is typed


_NAMED = dict.fromkeys(("strategy", "opponent"), spoken_names.player)
"""Columns of names for people."""


def _width(column: Sequence[str]) -> int:
    return max(map(len, column))


def _is_text(column: Sequence[str]) -> bool:
    """Return whether the cells below the header begin with letters."""
    return any(cell[:1].isalpha() for cell in column[1:] if cell not in {"inf", "nan"})


def chart_folder(name: str | None) -> Path | None:
    """Return the folder for charts, if there is one, after checking before anything is played that it can be one."""
    if name is None:
        return None
    place = folders.at_home(name)
    there = next((each for each in (place, *place.parents) if each.exists()), place)
    if not there.is_dir():
        raise SetupError(f"{there} is a file; choose a folder for the charts")
    return place


def write_charts(figures: Mapping[str, go.Figure], folder: Path) -> None:
    """Write charts, given by the stem of their file names, and list the files on standard error."""
    from ttr_analysis.charts.export import save_all

    written, notice = save_all(figures, folder)
    for line in (*map(str, written), *([notice] if notice else [])):
        print(line, file=sys.stderr)


def check_file(file: str) -> None:
    """Check before long work that a file can be written."""
    place = folders.at_home(file)
    if place.is_dir() or not place.name:
        raise SetupError(f"{file!r} is a folder; give the name of a file")
    if not place.parent.is_dir():
        raise SetupError(f"the file {file!r} cannot be written: there is no folder {str(place.parent)!r}")


def write_file(file: str, text: str) -> Path:
    """Write a file, all of it or nothing; one that is there is replaced."""
    place = folders.at_home(file)
    check_file(file)
    with folders.explained(f"the file {file!r}"):
        try:
            folders.write_file(place, text)
        finally:
            place.with_suffix(folders.UNFINISHED).unlink(missing_ok=True)
    return place
