"""How long a review takes and how precise it is: ``python tests/judge_costs.py [EVERY]`` prints rows of a table.

Of a game of ``expert`` on each map, every so many decisions (12 if not said) is reviewed in one thread, and what all
would take is told from that. The table stands in ``docs/evaluate.md``; it takes some CPU-minutes.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from ttr_analysis.experiments.evaluate import costs, rollers
from ttr_analysis.experiments.evaluate.review import PRECISION, _Judge, decisions_of
from ttr_analysis.maps import load_map
from ttr_analysis.play.game import Game

SEED = 7
GAMES = [(name, players) for name in ("usa", "europe") for players in (2, 3, 4, 5)] + [
    ("nordic", 2), ("nordic", 3), ("switzerland", 2), ("switzerland", 3), ("india", 2), ("india", 4),
    ("first_journey_usa", 2), ("first_journey_usa", 4), ("first_journey_europe", 2), ("rails_sails_world", 2),
    ("rails_sails_world", 4), ("rails_sails_great_lakes", 2), ("rails_sails_great_lakes", 4),
]  # fmt: skip


def row(name: str, players: int, every: int) -> str:
    """A row of the table: decisions, seconds of a processor in all, roll-outs of a decision, standard errors."""
    game = Game(load_map(name), players, seed=SEED).play("expert")
    decisions = decisions_of(game)
    judge = _Judge(rollers.Players.of(game.game_map, players, "expert"), "suited", PRECISION, SEED)
    began, judged = time.process_time(), list[costs.Judged]()
    for decision in decisions[every // 2 :: every]:
        judged.append(judge.judge(decision))
    seconds = (time.process_time() - began) / len(judged) * len(decisions)
    rolled = np.mean([each.rolled for each in judged])
    values = [each.after.std(ddof=1) / np.sqrt(len(each.after)) for each in judged]
    gaps = [each.gap.std(ddof=1) / np.sqrt(len(each.gap)) for each in judged if len(each.gap)] or [0.0]
    found = (name, players, len(decisions), f"{seconds / 2:.0f}", f"{rolled:,.0f}", f"{100 * max(values):.1f}")
    return " | ".join(map(str, ("", *found, f"{100 * max(gaps):.1f}", ""))).strip()


if __name__ == "__main__":
    for each in GAMES:
        print(row(*each, int(sys.argv[1]) if len(sys.argv) > 1 else 12), flush=True)  # noqa: T201
