"""Answer the 35 questions of ``docs/questions.md``: ``python tests/write_questions.py --games 300``.

It takes about a CPU-minute where the players are compiled.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import put_tables, table
from questions import PLANNER, QUESTIONS, RACER, SEED, Played, answered

PAGE = Path(__file__).parents[1] / "docs" / "questions.md"


def rows(played: Played) -> Iterator[str]:
    """A row for each question."""
    for question in QUESTIONS:
        call = "; ".join(f"`{name}`" for name in question.call.split("; "))
        chart = f"`{question.chart}`" if question.chart else ""
        yield f"| {question.number} | {question.words} | {call} | {chart} | {answered(question, played)} |"


def main(games: int) -> None:
    """Play and write."""
    told = (
        f"Two players on USA, both {PLANNER}; where an answer names {RACER}, one of them is a {RACER}. Stations are "
        "from Europe, trains and harbours from Rails & Sails, the World. "
        f"Seed {SEED}; n = {games} games of each line-up; numbers in parentheses are 95 % intervals. What holds for "
        "these players need not hold for others.\n\n"
    )
    put_tables(PAGE, told + table("no.; question; call; chart; today's answer",
                                  rows(Played(games))))  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    main(parser.parse_args().games)
