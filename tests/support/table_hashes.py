"""Hashes of the tables of games: the same games have the same hash, on any machine."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from once import once
from quick_records import read_quickly

from ttr_analysis.maps.events import EndReason
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import BUILDINGS, OUTCOMES, TableName
from ttr_analysis.strategies import available_strategies, get_strategy
from ttr_analysis.strategies.base import Strategy
from ttr_analysis.strategies.expert.weights import VERSION_0_1

GOLDEN = 200
"""Games of each golden hash."""

GOLDEN_STRATEGIES = ("random", "ticket_planner")
"""Who plays them."""

GOLDEN_SEED = 1
OTHERS = 20
"""Games of each golden hash of the other strategies."""

FORMER = "expert of version 0.1"
"""Its hashes are those that ``expert`` had before it was made for every board."""

FEW = 1
"""Games that the interpreted engine plays of each lineup: each takes a second or two."""


GOLDEN_COLUMNS: dict[TableName, tuple[str, ...]] = {
    "games": (
        "game",
        "seed",
        "turns",
        "end_reason",
        "winners",
        "market_clears",
        "deck_rebuilds",
        "last_round_seat",
        "last_round_turn",
    ),
    "players": (
        "game",
        "seat",
        "strategy",
        "score",
        "route_points",
        "ticket_points",
        "failed_cut_off",
        "failed_unfinished",
        "longest_trail_points",
        "most_tickets_points",
        "station_points",
        "harbour_points",
        "exchange_points",
        "bonus_ticket_points",
        "win_share",
        "longest_trail",
        "tickets_kept",
        "tickets_made",
        "tickets_cut_off",
        "tickets_unfinished",
        "tracks_claimed",
        "ticket_draws",
        "pieces_left",
        "second_pieces_left",
        "pieces_chosen",
        "cards_left",
        "stations_built",
        "harbours_built",
        "pieces_exchanged",
        "tunnel_attempts",
        "tunnel_failures",
        "station_ticket_points",
        "bonus_tickets",
        "ticket_exchanges",
    ),
    "tickets": (
        "game",
        "seat",
        "ticket",
        "kept_turn",
        "completed_turn",
        "outcome",
        "points",
    ),
    "tracks": (
        "game",
        "track",
        "seat",
        "turn",
        "cards",
        "locomotives",
    ),
    "tunnels": (
        "game",
        "track",
        "seat",
        "turn",
        "cards",
        "locomotives",
        "turned_up",
        "surcharge",
        "paid",
    ),
    "buildings": (
        "game",
        "seat",
        "kind",
        "city",
        "turn",
        "track",
        "points",
    ),
}
"""The columns that are hashed, in this order. A renamed column is renamed here; a new one stays out."""


def column_values(result: Result, table: TableName, column: str) -> list[str] | np.ndarray:
    """A column as strings where it holds codes, else as 64-bit numbers: neither names nor dtypes are hashed."""
    values = result.table(table)[column].to_numpy()
    match table, column:
        case "games", "end_reason":
            return [EndReason(int(code)).name for code in values]
        case "players", "strategy":
            return [result.manifest.strategies[int(code)].name for code in values]
        case "tickets", "outcome":
            return [OUTCOMES[int(code)] for code in values]
        case "buildings", "kind":
            return [BUILDINGS[int(code)] for code in values]
    return values.astype(np.float64 if values.dtype.kind == "f" else np.int64)


def table_hash(result: Result) -> str:
    """SHA-256 of the values of the golden columns of all tables, by position."""
    digest = hashlib.sha256()
    for table, columns in GOLDEN_COLUMNS.items():
        for column in columns:
            values = column_values(result, table, column)
            digest.update(values.tobytes() if isinstance(values, np.ndarray) else "\n".join(values).encode())
            digest.update(b"|")
    return digest.hexdigest()


def golden_lineups() -> Iterator[tuple[str, str, int]]:
    """Map, strategy and number of players of each golden hash."""
    for name in available_maps():
        low, high = load_map(name).rules.players
        for strategy in available_strategies():
            for players in range(low, high + 1) if strategy in GOLDEN_STRATEGIES else (high,):
                yield name, strategy, players
    yield "usa", FORMER, 5
    yield "europe", FORMER, 5


def former_expert() -> Strategy:
    """The expert of version 0.1, under the name that it had."""
    return replace(get_strategy("expert").with_weights(**VERSION_0_1), name="expert", changed={})


def golden_result(name: str, strategy: str, players: int) -> Result:
    """The golden games of a lineup, played once in a test run."""

    def play() -> Result:
        games = GOLDEN if strategy in GOLDEN_STRATEGIES else OTHERS
        player = former_expert() if strategy == FORMER else get_strategy(strategy).quickened
        return simulate(name, player, games=games, seed=GOLDEN_SEED, players=players, progress=False)

    return once(f"golden {name} {strategy} {players}", play)


def golden_games() -> dict[str, str]:
    """Hashes of 200 games of each map and number of players, and of 20 games of every other strategy on each map."""
    return {" ".join(map(str, lineup)): table_hash(golden_result(*lineup)) for lineup in golden_lineups()}


FEW_EVERYWHERE = ("greedy_points", "random", "ticket_planner")
"""Strategies whose few games are on every map; the others', which plan longer, on the shortest one."""


def few_games() -> dict[str, str]:
    """Hashes of games of every strategy; planners meet the fullest tables."""
    hashes = {}
    for name in available_maps():
        game_map = load_map(name)
        for strategy in available_strategies() if name == "first_journey_usa" else FEW_EVERYWHERE:
            players = game_map.rules.players[strategy == "ticket_planner"]
            result = simulate(
                game_map, get_strategy(strategy).quickened, games=FEW, seed=11, players=players, threads=1
            )
            hashes[f"{name} {strategy} {players}"] = table_hash(result)
    return hashes


if __name__ == "__main__":
    # Run by a test with NUMBA_DISABLE_JIT=1: whatever wraps around outside the generator is an error.
    np.seterr(over="raise")
    read_quickly()
    for key, value in few_games().items():
        sys.stdout.write(f"{key}\t{value}\n")
