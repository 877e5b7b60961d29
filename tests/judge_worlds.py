"""Which imagined worlds choose better moves: ``python tests/judge_worlds.py --minutes 20`` prints rows of tables.

In positions of games between two players of ``expert``, the best move is chosen by roll-outs in worlds of each kind.
All chosen moves are then carried out in the true position, with the decks in other orders, and played to the end. So
what is compared is what the moves are worth in truth, in the same games. Positions that were judged are kept in
``build/worlds``, and the next run goes on with others. The tables stand in ``docs/beliefs.md``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import table, told

from ttr_analysis.engine import state
from ttr_analysis.experiments.evaluate import candidates, imagining, rollers, rollouts
from ttr_analysis.experiments.evaluate.evaluate import evaluate
from ttr_analysis.maps import Decision
from ttr_analysis.play import Game, bindings
from ttr_analysis.stats import intervals

KEPT = Path(__file__).parents[1] / "build" / "worlds"
SEED, MAPS = 5151, ("usa",)
ROLLOUTS, TRUE_WORLDS = 6000, 400
"""Roll-outs by which a move is chosen, and orders of the decks in which the chosen ones are played on."""
FIRST, LAST = 5, 90
"""Turns before which a position may be taken."""
USUAL = "suited"
"""The kind of worlds with which the others are compared."""
MEASURES = {"win_share": (rollouts.WIN, 100, "% of a win"), "points": (rollouts.POINTS, 1, "points")}


def position_of(game_map: str, number: int) -> Game | None:
    """A position of a game in a turn, drawn from the number of the game; none if the game ends before."""
    game = Game(game_map, 2, seed=SEED, number=number)
    turn = int(np.random.default_rng([SEED, number]).integers(FIRST, LAST + 1))
    while not game.over and not (game.turn >= turn and game.decision is Decision.TURN):
        game.advance("expert")
    return None if game.over else game


def true_worlds(game: Game, number: int) -> Any:
    """The position as it is, with other orders of its decks."""
    worlds = bindings.fresh(state.Game, TRUE_WORLDS)
    for place in range(TRUE_WORLDS):
        worlds[place : place + 1] = game._live.game_record
        streams = worlds[place].hidden.streams
        streams[:] = (
            np.random.SeedSequence([SEED, number, place]).generate_state(streams.size, np.uint64).reshape(-1, 4)
        )
    return worlds


def judged(game: Game, number: int) -> Iterator[dict[str, Any]]:
    """What each kind of worlds chose, believed, and got in truth."""
    chosen, facts = dict[str, str](), dict[str, dict[str, float]]()
    for kind in imagining.WORLDS:
        began = time.process_time()
        found = evaluate(game, worlds=kind, rollouts=ROLLOUTS, seed=number, threads=1, progress=False)
        chosen[kind] = found["action"].iloc[0]
        facts[kind] = {"believed": found.attrs["value"], "seconds": time.process_time() - began}
    actions = candidates.actions_of(game, list(dict.fromkeys(chosen.values())))
    words = [game.describe(action) for action in actions]
    players = rollers.Players.of(game.game_map, game.players, "expert")
    values = players.roll_out(game, true_worlds(game, number), actions, np.ones(1 + len(actions), np.int64))
    for kind in imagining.WORLDS:
        own = values[:, 1 + words.index(chosen[kind])].mean(axis=0)
        true = {name: float(own[place]) for name, (place, _, _) in MEASURES.items()}
        alone = float(values[:, rollouts.FREE, rollouts.WIN].mean())
        yield {"worlds": kind, "action": chosen[kind], "turn": game.turn, "alone": alone, **true, **facts[kind]}


def run(minutes: float) -> None:
    """Judge positions of the boards in turn until the CPU-minutes are spent."""
    KEPT.mkdir(parents=True, exist_ok=True)
    number, begun = 0, time.process_time()
    while time.process_time() - begun < 60 * minutes:
        for name in MAPS:
            file = KEPT / f"{name}-{number:05d}.json"
            if not file.is_file():
                game = position_of(name, number)
                rows = [] if game is None else list(judged(game, number))
                file.with_suffix(".part").write_text(json.dumps(rows), encoding="utf-8")
                file.with_suffix(".part").rename(file)
        number += 1


def read(game_map: str) -> pd.DataFrame:
    """The positions of a board that were judged so far."""
    files = sorted(KEPT.glob(f"{game_map}-*.json"))
    rows = [{"position": file.stem, **row} for file in files for row in json.loads(file.read_text(encoding="utf-8"))]
    return pd.DataFrame(rows)


def gains(game_map: str) -> Iterator[str]:
    """Rows of a table: what moves chosen in other worlds are worth more than those of the usual ones."""
    each = read(game_map).pivot_table(index="position", columns="worlds", values=[*MEASURES, "seconds"])
    same = read(game_map).pivot(index="position", columns="worlds", values="action")
    for kind in imagining.WORLDS:
        if kind != USUAL:
            cells = [
                told(intervals.mean(factor * (each[name][kind] - each[name][USUAL]).to_numpy()), 2)
                for name, (_, factor, _) in MEASURES.items()
            ]
            alike = f"{100 * (same[kind] == same[USUAL]).mean():.0f}"
            yield f"| {game_map} | {kind} | {len(each)} | {alike} | {' | '.join(cells)} |"


def beliefs(game_map: str) -> Iterator[str]:
    """Rows of a table: what worlds of each kind tell of the chance to win, and what it was."""
    rows = read(game_map)
    for kind in imagining.WORLDS:
        own = rows[rows["worlds"] == kind]
        off = 100 * (own["believed"] - own["alone"]).to_numpy()
        cells = [told(intervals.mean(off)), told(intervals.mean(np.abs(off))), f"{own['seconds'].median():.1f}"]
        yield f"| {game_map} | {kind} | {len(own)} | {' | '.join(cells)} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    run(parser.parse_args().minutes)
    heads = "; ".join(f"worth more ({unit})" for _, _, unit in MEASURES.values())
    sys.stdout.write(table(f"map; worlds; n positions; same move (%); {heads}", [r for m in MAPS for r in gains(m)]))
    sys.stdout.write("\n\n")
    head = "map; worlds; n positions; believed less true chance to win (%); size of the error (%); CPU-seconds (median)"
    sys.stdout.write(table(head, [row for name in MAPS for row in beliefs(name)]) + "\n")
