"""Measure the maps that ship, and write ttr_analysis/experiments/profile/shipped.csv: the band of ``ttr maps profile``.

Takes about three minutes of one processor. Write it anew when a map, the engine or the default strategy changes;
then ``python tools/write_profiles.py --page`` writes the tables of docs/profile.md.
"""

from __future__ import annotations

import sys

import pandas as pd

import ttr_analysis as ttr
from ttr_analysis.experiments.profile import measures, shipped


def measured(name: str, players: int) -> pd.DataFrame:
    """Return the rows of a map and a number of players."""
    result = ttr.simulate(name, shipped.STRATEGY, players=players, games=shipped.GAMES, seed=shipped.SEED)
    found = measures.of_map(result.game_map, players) | measures.of_games(result)
    return shipped.rows_of(result.game_map, players, found, shipped.STRATEGY, shipped.SEED)


def main() -> None:
    """Measure all maps, and write the file."""
    parts = []
    for name in ttr.available_maps():
        low, high = ttr.load_map(name).rules.players
        for players in range(low, high + 1):
            sys.stdout.write(f"{name}, {players} players\n")
            sys.stdout.flush()
            parts.append(measured(name, players))
    pd.concat(parts).to_csv(shipped.FILE, index=False, float_format="%.7g")


if __name__ == "__main__":
    main()
