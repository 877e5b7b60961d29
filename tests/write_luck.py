"""Measure luck and skill: ``python tests/write_luck.py`` writes the tables of ``docs/luck.md``.

A game of 2 takes about 30 CPU-milliseconds, one of 4 about 100. The rows of games are kept in ``build/luck_page``, and
read if they are there; what other code or another seed made is refused.
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
from ttr_analysis.engine.sources import ALL_COMPILED, source_hash
from ttr_analysis.experiments.luck import games, shares
from ttr_analysis.experiments.luck.luck import CHANCES, VALUES
from ttr_analysis.stats import columns, intervals

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "luck.md"
KEPT = ROOT / "build" / "luck_page"
SEED = 2026
PLAYER = "expert"
ASKED = {"maps": ["usa"], "players": [2], "against": [PLAYER, "ticket_planner", "greedy_points"], "games": [1_000]}
"""What the page tells of unless something else is asked for."""
SHOWN = ("luck", "deal", "market", "draw", "tickets", "tunnel", "others", "unexplained")
WORDS = {"market": "cards turned up", "draw": "cards from a deck", "tunnel": "tunnels", "luck": "luck in all",
         "others": "decisions of others"}  # fmt: skip

Case = tuple[str, int, str]


def played(case: Case, number: int, kept: Path) -> pd.DataFrame:
    """The rows of ``expert`` against others, with the seats in rotation.

    Raises
    ------
    SystemExit
        If what is kept was made by other code, or with another seed.
    """
    name, players, other = case
    path = kept / f"{name}-{players}-{other}-{number}.parquet"
    made = {"engine": source_hash(*ALL_COMPILED, games.__name__), "seed": SEED}
    if not path.exists():
        lineup = [PLAYER, *[other] * (players - 1)]
        rows = games.luck_of_games(name, lineup, games=number, seed=SEED)
        rows = rows[rows["place"] == 0].reset_index(drop=True)
        rows.attrs["made"] = made
        rows.to_parquet(path)
    rows = pd.read_parquet(path)
    if rows.attrs.get("made") != made:
        raise SystemExit(f"{path} was made by other code or with another seed: remove it")
    return rows


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


def command(given: argparse.Namespace) -> str:
    """The command that makes the page."""
    told = [f"--{name} {' '.join(map(str, getattr(given, name)))}" for name, usual in ASKED.items()
            if getattr(given, name) != usual]  # fmt: skip
    return " ".join(["python tests/write_luck.py", *told])


def lost(found: dict[Case, pd.DataFrame]) -> str:
    """How many games the shares of wins rest on."""
    least = [f"{int((rows['result_wins'] < 1).sum())} against {case[2]} ({case[1]} players, {load_map(case[0]).title})"
             for case, rows in found.items()]  # fmt: skip
    told = f"Games that `{PLAYER}` did not win alone: {'; '.join(least)}."
    return f"{told} Where they are few, a row rests on them alone.\n"


def main(given: argparse.Namespace) -> None:
    """Play and write."""
    (number,), kept = given.games, given.kept
    kept.mkdir(parents=True, exist_ok=True)
    cases = [(name, seats, other) for seats in given.players for name in given.maps for other in given.against]
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
        f"Made by `{command(given)}`.\n",
        f"{told_of}n = {number:,} games of each line-up.\n",
        "## How much of a win is luck, among players of equal skill\n",
        "`expert` in all seats: there all of the variance is luck, and what the values do not see is luck, too.\n",
        *sentences,
        "\n## Means: what each kind of chance brought `expert`, in points ahead (Student's t by game)\n",
        table(f"{where}; {kinds}", of_means(found)),
        "\n## Shares of the variance of points ahead (%, bootstrap by game)\n",
        table(f"{where}; {parts}", of_shares(found, "points")),
        "\n## Shares of the variance of wins (%, bootstrap by game)\n",
        lost(found),
        table(f"{where}; {parts}", of_shares(found, "wins")),
        "\n## Points ahead of `expert` with luck taken out\n",
        table(f"{where}; points ahead; without luck; times fewer games", of_games(found, "points", 1)),
        "\n## Shares of wins of `expert` with luck taken out\n",
        table(f"{where}; wins; without luck; times fewer games", of_games(found, "wins", 3)),
    ]
    put_tables(PAGE, "\n".join(pages))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in ASKED.items():
        parser.add_argument(f"--{name}", nargs=1 if name == "games" else "+", type=type(usual[0]), default=usual)
    parser.add_argument("--kept", type=Path, default=KEPT)
    main(parser.parse_args())
