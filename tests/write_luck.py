"""Measure luck and skill on USA: ``python tests/write_luck.py --games 60`` writes the tables of ``docs/luck.md``.

A game takes about a CPU-second.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import put_tables, table, told

from ttr_analysis import load_map
from ttr_analysis.experiments.luck import luck, shares
from ttr_analysis.play.game import Game
from ttr_analysis.stats import columns, intervals

PAGE = Path(__file__).parents[1] / "docs" / "luck.md"
SEED, ROLLS = 2026, 6
REFERENCE = "expert"
OTHERS = ("ticket_planner", "greedy_points")
WORDS = {"luck": "luck in all", "market": "cards turned up", "draw": "cards from a deck", "own": "own decisions",
         "others": "decisions of the other"}  # fmt: skip


def played(other: str, games: int) -> pd.DataFrame:
    """The totals of ``expert`` against another one, with each seat in every second game."""
    usa, rows = load_map("usa"), []
    start = luck.start_values(usa, 2, REFERENCE)
    for number in range(games):
        seat = number % 2
        game = Game(usa, 2, seed=SEED, number=number).play([REFERENCE, other] if seat == 0 else [other, REFERENCE])
        found = luck.totals(luck.luck(game, rolls=ROLLS, seed=number, start=start))
        rows.append(found[found["player"] == seat])
    return pd.concat(rows, ignore_index=True)


def of_means(totals: pd.DataFrame, other: str) -> Iterator[str]:
    for part in shares.PARTS:
        cells = [told(intervals.mean(totals[f"{part}_{value}"]), digits) for value, digits in (("win", 3), ("lead", 1))]
        yield f"| {other} | {WORDS.get(part, part)} | {' | '.join(cells)} |"


def of_shares(totals: pd.DataFrame, other: str) -> Iterator[str]:
    """Of points only: `expert` wins nearly always, so wins hardly vary."""
    leads = shares.shares_of_variance(totals, "lead")
    for _, row in leads.iterrows():
        cells = [columns.text_of_row(row, "share", 0, 100), columns.text_of_row(row, "deviation", 1)]
        yield f"| {other} | {WORDS.get(row['part'], row['part'])} | {' | '.join(cells)} |"


def of_games(totals: pd.DataFrame, other: str) -> Iterator[str]:
    found = shares.without_luck(totals, "lead")
    yield f"| {other} | {told(found.plain)} | {told(found.adjusted)} | {found.times_fewer:.2f} |"


def main(games: int) -> None:
    """Play and write."""
    found = {other: played(other, games) for other in OTHERS}
    told_of = f"seed {SEED}; n = {games} games each; {2 * ROLLS} roll-outs a value."
    parts = [
        f"USA, 2 players, `expert` against another one, seats in turn; {told_of}\n",
        "## Means (what each part brought `expert`; Student's t by game)\n",
        table("against; part; wins; points ahead", [r for o, t in found.items() for r in of_means(t, o)]),
        "\n## Shares of the variance of points ahead (%), and standard deviations (bootstrap by game)\n",
        table("against; part; points ahead; deviation", [r for o, t in found.items() for r in of_shares(t, o)]),
        "\n## Points ahead of `expert` with luck taken out\n",
        table("against; points ahead; without luck; times fewer games",
              [r for o, t in found.items() for r in of_games(t, o)]),
    ]  # fmt: skip
    put_tables(PAGE, "\n".join(parts))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    main(parser.parse_args().games)
