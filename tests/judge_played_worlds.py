"""Whether imagined worlds that fit the moves seen win more games: ``python tests/judge_played_worlds.py --minutes 60``.

A player who chooses the move of each turn by roll-outs, and leaves all else to ``expert``, plays whole games of two
against ``expert``: once in worlds of each kind, with the same decks, in each seat in turn. Games that were judged are
kept in ``build/played_worlds``, and the next run goes on with others. The table stands in ``docs/beliefs.md``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import table, told

from ttr_analysis.experiments.evaluate import candidates
from ttr_analysis.experiments.evaluate.evaluate import evaluate
from ttr_analysis.experiments.evaluate.imagining import Worlds
from ttr_analysis.maps import Decision
from ttr_analysis.play import Game
from ttr_analysis.stats import intervals

KEPT = Path(__file__).parents[1] / "build" / "played_worlds"
SEED, MAP, OTHER = 6161, "usa", "expert"
ROLLOUTS = 600
"""Roll-outs of a turn, all its candidates together."""
KINDS: tuple[Worlds, ...] = ("suited", "posterior")
"""The usual worlds, and those that fit the moves seen."""


def choose(game: Game, kind: Worlds) -> None:
    """Carry out the move of a turn that is best in worlds of a kind."""
    found = evaluate(game, worlds=kind, rollouts=ROLLOUTS, seed=game.turn, player=OTHER, threads=1, progress=False)
    game.step(candidates.actions_of(game, [found["action"].iloc[0]])[0])


def played(number: int, kind: Worlds) -> dict[str, float]:
    """Points ahead and the share of a win in one game."""
    game, seat = Game(MAP, 2, seed=SEED, number=number), number % 2
    began = time.process_time()
    while not game.over:
        if game.player == seat and game.decision is Decision.TURN:
            choose(game, kind)
        else:
            game.advance(OTHER)
    scores = game.scores()
    won = float(seat in game.winners) / len(game.winners)
    return {"win_share": won, "points": scores[seat] - scores[1 - seat], "seconds": time.process_time() - began}


def run(minutes: float) -> None:
    """Judge games until the CPU-minutes are spent."""
    KEPT.mkdir(parents=True, exist_ok=True)
    number = 0
    while time.process_time() < 60 * minutes:
        file = KEPT / f"{number:05d}.json"
        if not file.is_file():
            rows = [{"game": number, "worlds": kind, **played(number, kind)} for kind in KINDS]
            file.with_suffix(".part").write_text(json.dumps(rows), encoding="utf-8")
            file.with_suffix(".part").rename(file)
        number += 1


def rows() -> Iterator[str]:
    """A row for each kind of worlds, and one for what the second brings over the first."""
    files = sorted(KEPT.glob("*.json"))
    games = pd.DataFrame([row for file in files for row in json.loads(file.read_text(encoding="utf-8"))])
    each = games.pivot_table(index="game", columns="worlds", values=["win_share", "points", "seconds"])
    for kind in KINDS:
        wins, ahead = intervals.share_by_game(each["win_share"][kind].to_numpy()), each["points"][kind].to_numpy()
        seconds = f"{np.median(each['seconds'][kind]):.1f}"
        yield f"| {kind} | {len(each)} | {told(wins, 3)} | {told(intervals.mean(ahead))} | {seconds} |"
    gained = [told(intervals.mean((each[name][KINDS[1]] - each[name][KINDS[0]]).to_numpy()), digits)
              for name, digits in (("win_share", 3), ("points", 1))]  # fmt: skip
    yield f"| {KINDS[1]} less {KINDS[0]} | {len(each)} | {' | '.join(gained)} | |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    run(parser.parse_args().minutes)
    sys.stdout.write(table("worlds; n games; wins; points ahead; CPU-seconds a game", rows()) + "\n")
