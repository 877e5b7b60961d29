"""Compare the engine's speed with that of plain compiled work: ``python tests/check_speed.py``.

Seconds tell the machine and what else it does. So games and a yardstick, which shuffles cards and joins cities in
a loop as C would, are measured in turn, and what counts is the ratio. The ratios of a good day are in ``speed.json``
(``--write`` measures them); a game that has become far dearer than that fails. Machines differ, so the margin is wide:
this finds what makes games half as fast, not what makes them a tenth slower. For that, use ``make bench``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import median

import numba
import numpy as np

from ttr_analysis.experiments.bench import cpu_seconds
from ttr_analysis.maps import load_map
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.simulate import prepare

FILE = Path(__file__).with_name("speed.json")
PLAYED = {("usa", "random", 4): 1500, ("usa", "ticket_planner", 4): 1000, ("usa", "expert", 2): 400,
          ("europe", "ticket_planner", 4): 700}  # fmt: skip
"""Games of a round, by map, strategy and players: about a fifth of a second of each."""
ROUNDS = 7
LEAST = 0.6
"""Share of the recorded ratio below which a lineup fails."""
CARDS, CITIES, STEPS = 110, 36, 20_000


@numba.njit
def yardstick(steps: int) -> int:
    """Shuffle a deck and join cities at random; return a number that depends on all of it."""
    deck, labels = np.arange(CARDS), np.arange(CITIES)
    state, total = np.uint64(88172645463325252), 0
    for _ in range(steps):
        for city in range(CITIES):
            labels[city] = city
        for place in range(CARDS - 1, 0, -1):
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            other = np.int64(state % np.uint64(place + 1))
            deck[place], deck[other] = deck[other], deck[place]
        for place in range(0, CITIES, 2):
            low, high = labels[deck[place] % CITIES], labels[deck[place + 1] % CITIES]
            for city in range(CITIES):
                if labels[city] == high:
                    labels[city] = low
        total += labels[CITIES - 1] + deck[0]
    return total


def seconds_of_yardstick() -> float:
    """Measure the CPU time of the yardstick."""
    began = time.process_time()
    yardstick(STEPS)
    return time.process_time() - began


def measured() -> dict[str, float]:
    """Return the games of each lineup in the time of one yardstick: medians of rounds in turn."""
    yardstick(1)
    lineups = {case: make_lineup(load_map(case[0]), case[1], players=case[2]) for case in PLAYED}
    for case, lineup in lineups.items():
        prepare(lineup)
        cpu_seconds(lineup, 0, PLAYED[case] // 10)
    ratios: dict[str, list[float]] = {}
    for turn in range(ROUNDS):
        for case, lineup in lineups.items():
            unit = seconds_of_yardstick()
            rate = PLAYED[case] / cpu_seconds(lineup, turn * PLAYED[case], PLAYED[case])
            ratios.setdefault(" ".join(map(str, case)), []).append(rate * unit)
    return {name: round(median(values), 1) for name, values in ratios.items()}


def main() -> int:
    """Compare with the recorded ratios, or write them."""
    parser = argparse.ArgumentParser(description="Compare the engine's speed with that of plain compiled work.")
    parser.add_argument("--write", action="store_true", help="record what is measured as the ratios of a good day")
    found = measured()
    if parser.parse_args().write:
        FILE.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        return 0
    recorded: dict[str, float] = json.loads(FILE.read_text(encoding="utf-8"))
    slow = [name for name, ratio in found.items() if ratio < LEAST * recorded[name]]
    for name, ratio in found.items():
        share = f"{ratio / recorded[name]:.2f} of {recorded[name]}"
        sys.stdout.write(f"{name:<28}{ratio:>8} games in the time of the yardstick, {share}\n")
    if slow:
        sys.stderr.write(f"less than {LEAST} of the recorded speed: {', '.join(slow)}\n")
    return len(slow)


if __name__ == "__main__":
    sys.exit(main())
