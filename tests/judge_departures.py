"""What each way of leaving ``expert`` is worth to ``learned``: ``python tests/judge_departures.py usa europe``.

One ``learned`` plays one ``expert``, then the same games without one kind of departure, for each kind; all start with
the same decks, and the seats rotate. It prints the rows of a table of ``docs/learned.md``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas as pd

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import table, told

from ttr_analysis.experiments.training.departures import KINDS, departures, without
from ttr_analysis.play.simulate import simulate
from ttr_analysis.stats import intervals
from ttr_analysis.strategies.base import Strategy

SEED, COUNTED_SEED = 777001, 777002
HEAD = "map; learned; times a game; own turn (mean); worth (% of a win); worth (points)"


def played(board: str, player: Strategy, games: int) -> pd.DataFrame:
    """The rows of the player in its games with one ``expert``."""
    who = replace(player, name="the player judged", changed={})
    rows = simulate(board, [who, "expert"], games=games, seed=SEED, progress=False).players
    return rows[rows["strategy"] == 0].set_index("game")


def rows(board: str, games: int, counted: int) -> Iterator[str]:
    """A row for each kind: how often, when, and what is lost without it."""
    whole, found = played(board, without(), games), departures(board, games=counted, seed=COUNTED_SEED)
    for kind, meaning in KINDS.items():
        other, of_kind = played(board, without(kind), games), found[found["kind"] == kind]
        often = intervals.mean(of_kind["departures"].astype(float))
        turn = (of_kind["departures"] * of_kind["turn"]).sum() / max(1, of_kind["departures"].sum())
        wins = intervals.mean(100 * (whole["win_share"] - other["win_share"]))
        points = intervals.mean((whole["score"] - other["score"]).astype(float))
        yield f"| {board} | {meaning} | {told(often, 2)} | {turn:.1f} | {told(wins)} | {told(points, 2)} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="+", metavar="MAP")
    parser.add_argument("--games", type=int, default=8000, help="games of each player")
    parser.add_argument("--counted", type=int, default=200, help="games in which departures are counted")
    asked = parser.parse_args()
    cells = [row for board in asked.boards for row in rows(board, asked.games, asked.counted)]
    sys.stdout.write(table(HEAD, cells) + "\n")
