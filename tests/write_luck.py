"""Measure luck and skill: ``python tests/write_luck.py --kept FOLDER`` writes the tables of ``docs/luck.md``.

A game of 2 takes about 30 CPU-milliseconds, one of 4 about 100. The rows of games are kept in the folder, and read if
they are there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import put_tables, table, told
from scipy import stats

from ttr_analysis import load_map
from ttr_analysis.experiments.luck import games, shares
from ttr_analysis.experiments.luck.luck import CHANCES, VALUES
from ttr_analysis.stats import columns, intervals

PAGE = Path(__file__).parents[1] / "docs" / "luck.md"
SEED = 2026
PLAYER = "expert"
OTHERS = (PLAYER, "learned", "ticket_planner", "greedy_points")
SHOWN = ("luck", "deal", "market", "draw", "tickets", "tunnel", "others", "unexplained")
WORDS = {"market": "cards turned up", "draw": "cards from a deck", "tunnel": "tunnels", "luck": "luck in all",
         "others": "decisions of others"}  # fmt: skip

Case = tuple[str, int, str]


def played(case: Case, number: int, kept: Path) -> pd.DataFrame:
    """The rows of ``expert`` against others, with the seats in rotation."""
    name, players, other = case
    path = kept / f"{name}-{players}-{other}-{number}.parquet"
    if not path.exists():
        lineup = [PLAYER, *[other] * (players - 1)]
        rows = games.luck_of_games(load_map(name), lineup, games=number, seed=SEED)
        rows[rows["place"] == 0].reset_index(drop=True).to_parquet(path)
    return pd.read_parquet(path)


def in_words(case: Case) -> str:
    name, players, other = case
    return f"{load_map(name).title} | {players} | {other}"


def of_means(found: dict[Case, pd.DataFrame]) -> Iterator[str]:
    """The mean of each kind of chance, and how likely the farthest from 0 of all is if all are 0."""
    likely = []
    for case, rows in found.items():
        cells = []
        for kind in CHANCES:
            cells.append(told(intervals.mean(rows[f"{kind}_points"])) if rows[f"{kind}_points"].std() > 0 else "none")
        for column in (f"{kind}_{value}" for kind in CHANCES for value in VALUES):
            if rows[column].std() > 0:
                likely.append(float(stats.ttest_1samp(rows[column], 0.0).pvalue))
        yield f"| {in_words(case)} | {' | '.join(cells)} |"
    yield ""
    least = intervals.holm(likely).min()
    yield f"The least p of these means and those in wins, {len(likely)} in all, by Holm's correction: {least:.2f}."


def of_shares(found: dict[Case, pd.DataFrame], value: str) -> Iterator[str]:
    for case, rows in found.items():
        of_parts = shares.shares_of_variance(rows, value).set_index("part")
        cells = [columns.text_of_row(of_parts.loc[part], "share", 0, 100) for part in SHOWN]
        yield f"| {in_words(case)} | {' | '.join(cells)} |"


def of_games(found: dict[Case, pd.DataFrame], value: str, digits: int) -> Iterator[str]:
    for case, rows in found.items():
        without = shares.without_luck(rows, value)
        cells = [told(without.plain, digits), told(without.adjusted, digits), told(without.times_fewer, 2)]
        yield f"| {in_words(case)} | {' | '.join(cells)} |"


def main(maps: list[str], players: list[int], number: int, kept: Path) -> None:
    """Play and write."""
    kept.mkdir(parents=True, exist_ok=True)
    cases = [(name, seats, other) for seats in players for name in maps for other in OTHERS]
    found = {case: played(case, number, kept) for case in cases}
    where = "map; players; against"
    parts = "; ".join(WORDS.get(part, part) for part in SHOWN)
    kinds = "; ".join(WORDS.get(kind, kind) for kind in CHANCES)
    sentences = [
        f"- {load_map(name).title}, {seats} players: {shares.how_much_is_luck(found[name, seats, PLAYER], value)}"
        for name, seats, other in cases
        if other == PLAYER
        for value in VALUES
    ]
    told_of = f"`expert` in one seat against the same player in all others, seats in turn; seed {SEED}; "
    pages = [
        f"{told_of}n = {number:,} games of each line-up.\n",
        "## How much of a win is luck, among players of equal skill\n",
        "`expert` in all seats: there all of the variance is luck, and what the values do not see is luck, too.\n",
        *sentences,
        "\n## Means: what each kind of chance brought `expert`, in points ahead (Student's t by game)\n",
        table(f"{where}; {kinds}", of_means(found)),
        "\n## Shares of the variance of points ahead (%, bootstrap by game)\n",
        table(f"{where}; {parts}", of_shares(found, "points")),
        "\n## Shares of the variance of wins (%, bootstrap by game)\n",
        table(f"{where}; {parts}", of_shares(found, "wins")),
        "\n## Points ahead of `expert` with luck taken out\n",
        table(f"{where}; points ahead; without luck; times fewer games", of_games(found, "points", 1)),
        "\n## Shares of wins of `expert` with luck taken out\n",
        table(f"{where}; wins; without luck; times fewer games", of_games(found, "wins", 3)),
    ]
    put_tables(PAGE, "\n".join(pages))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--maps", nargs="+", default=["usa", "europe"])
    parser.add_argument("--players", nargs="+", type=int, default=[2, 4])
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--kept", type=Path, required=True)
    given = parser.parse_args()
    main(given.maps, given.players, given.games, given.kept)
