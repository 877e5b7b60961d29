"""Hashes of the tables of games: the same games have the same hash, on any machine."""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from ttr_analysis.maps import available_maps, load_map
from ttr_analysis.results import TABLES, Result
from ttr_analysis.simulation import simulate
from ttr_analysis.strategies import available_strategies, get_strategy

GOLDEN = 200
"""Games of each golden hash."""

GOLDEN_STRATEGIES = ("random", "ticket_planner")
"""Who plays them."""

FEW = 1
"""Games that the interpreted engine plays of each line-up: each takes a second or two."""


def table_hash(result: Result) -> str:
    """SHA-256 of the values of all tables, column by column."""
    digest = hashlib.sha256()
    for name in TABLES:
        for column, values in result.table(name).items():
            digest.update(f"{name}.{column}:{values.dtype}".encode())
            digest.update(np.ascontiguousarray(values.to_numpy()).tobytes())
    return digest.hexdigest()


def golden_games() -> dict[str, str]:
    """Hashes of 200 games of each map and number of players."""
    hashes = {}
    for name in available_maps():
        board = load_map(name)
        low, high = board.rules.players
        for strategy in GOLDEN_STRATEGIES:
            for players in range(low, high + 1):
                result = simulate(board, strategy, GOLDEN, seed=1, players=players)
                hashes[f"{name} {strategy} {players}"] = table_hash(result)
    return hashes


FEW_EVERYWHERE = ("greedy_points", "random", "ticket_planner")
"""Strategies whose few games are on every map; the others', which plan longer, on the shortest one."""


def few_games() -> dict[str, str]:
    """Hashes of games of every strategy; planners meet the fullest tables."""
    hashes = {}
    for name in available_maps():
        board = load_map(name)
        for strategy in available_strategies() if name == "first_journey_usa" else FEW_EVERYWHERE:
            players = board.rules.players[strategy == "ticket_planner"]
            result = simulate(board, get_strategy(strategy).quickened, FEW, seed=11, players=players, threads=1)
            hashes[f"{name} {strategy} {players}"] = table_hash(result)
    return hashes


if __name__ == "__main__":
    # Run by a test with NUMBA_DISABLE_JIT=1: whatever wraps around outside the generator is an error.
    np.seterr(over="raise")
    for key, value in few_games().items():
        sys.stdout.write(f"{key}\t{value}\n")
