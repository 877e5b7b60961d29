"""Tables on the terminal: for people, or as CSV or JSON for machines."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def print_table(arguments: Namespace, table: pd.DataFrame, people: pd.DataFrame, notes: Sequence[str] = ()) -> None:
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
    """
    if arguments.csv:
        print(table.to_csv(index=False), end="")
    elif arguments.json:
        print(table.to_json(orient="records", force_ascii=False, indent=2))
    else:
        for line in (*aligned(people), *notes):
            print(line)


def aligned(table: pd.DataFrame) -> list[str]:
    """Return a table as lines: a header, then the rows; text is aligned left, numbers right."""
    columns = [[str(name), *map(_cell, table[name])] for name in table]
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
    return [f"{value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]" for value, low, high in zip(*ends, strict=True)]


def _cell(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _width(column: Sequence[str]) -> int:
    return max(map(len, column))


def _is_text(column: Sequence[str]) -> bool:
    """Return whether the cells below the header begin with letters."""
    return any(cell[:1].isalpha() for cell in column[1:] if cell not in {"inf", "nan"})
