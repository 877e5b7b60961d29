"""Measure the ladder: ``python tests/write_ladder.py`` writes the tables of ``docs/ladder.md``.

Names of strategies after it measure and write those only. Rows are kept in ``build/ladder.pickle`` as soon as they are
measured: after Ctrl-C, the same command goes on with the rows that lack. Remove that file to measure all anew.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any

import pandas as pd

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import put_tables

from ttr_analysis.cli.ladder import people
from ttr_analysis.experiments.ladder import ladder

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "ladder.md"
KEPT = ROOT / "build" / "ladder.pickle"


def measured() -> pd.DataFrame:
    """The ladder, of which each row is kept as soon as it is there."""
    KEPT.parent.mkdir(exist_ok=True)
    rows: list[dict[str, Any]] = pickle.loads(KEPT.read_bytes()) if KEPT.exists() else []

    def keep(row: dict[str, Any]) -> None:
        rows.append(row)
        KEPT.write_bytes(pickle.dumps(rows))
        sys.stdout.write(f"{row['command']}\n")
        sys.stdout.flush()

    return ladder(strategies=sys.argv[1:], games=2000, seed=2026, rows=list(rows), on_row=keep)


def in_words(table: pd.DataFrame) -> str:
    """A table for each board and number of players, the best against ``expert`` first, with the command of each row."""
    parts = []
    for (name, players), rows in table.groupby(["map", "players"], sort=False):
        some = rows.sort_values("wins_expert", ascending=False, ignore_index=True)
        shown = people(some).drop(columns="players")
        head = f"## {name}, {players} players\n\nThe fair share is {100 / players:.0f} %."
        commands = "\n".join(some["command"])
        parts.append(f"{head}\n\n{_table(shown)}\n\n```\n{commands}\n```\n")
    return "\n".join(parts)


def _table(shown: pd.DataFrame) -> str:
    rows = [
        [f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row]
        for row in shown.astype(object).values.tolist()
    ]
    lines = [list(shown.columns), ["---"] * len(shown.columns), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


if __name__ == "__main__":
    put_tables(PAGE, in_words(measured()))
