"""Made-up results for tests of what comes after the simulation: no engine, no waiting."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.results.manifest import Manifest, MapEntry, StrategyEntry
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import TABLES, TableName, dtypes, empty_table, of_run, recorded


def made_up_result(
    game_map: GameMap | None = None, games: int = 200, lineup: tuple[str, ...] = ("random",) * 4, seed: int = 1
) -> Result:
    """A result whose tables fit each other: scores add up, rows belong to seats of games."""
    game_map = game_map or load_map("usa")
    random = np.random.default_rng(seed)
    players = len(lineup)
    tracks = _tracks(game_map, games, players, random)
    tickets = _tickets(game_map, games, players, random)
    seats = pd.MultiIndex.from_product([range(games), range(players)], names=["game", "seat"]).to_frame(index=False)
    key = [seats["game"], seats["seat"]]
    lengths = np.array([game_map.rules.route_points[track.length] for track in game_map.tracks])
    seats["route_points"] = _by_seat(tracks, lengths[tracks["track"]], key)
    seats["tracks_claimed"] = _by_seat(tracks, np.ones(len(tracks)), key)
    for code, name, column in ((0, "made", "ticket_points"), (1, "cut_off", "failed_cut_off"),
                               (2, "unfinished", "failed_unfinished")):  # fmt: skip
        chosen = tickets[tickets["outcome"] == code]
        seats[column] = _by_seat(chosen, chosen["points"], key)
        seats[f"tickets_{name}"] = _by_seat(chosen, np.ones(len(chosen)), key)
    seats["tickets_kept"] = _by_seat(tickets, np.ones(len(tickets)), key)
    parts = ["route_points", "ticket_points", "failed_cut_off", "failed_unfinished"]
    seats["score"] = seats[parts].sum(axis=1)
    best = seats.groupby("game")["score"].transform("max") == seats["score"]
    seats["win_share"] = best / best.groupby(seats["game"]).transform("sum")
    seats["strategy"] = (seats["seat"] + seats["game"]) % players
    frame = pd.DataFrame({"game": range(games), "turns": random.integers(30 * players, 50 * players, games)})
    frame["winners"] = (seats["win_share"] > 0).groupby(seats["game"]).sum()
    seats["turns"] = (frame["turns"].to_numpy()[seats["game"]] + seats["seat"]) // players
    spaces = np.array([track.length for track in game_map.tracks])[tracks["track"]]
    seats["pieces_left"] = _supply(game_map) - _by_seat(tracks, spaces, key)
    tables = {"games": frame, "players": seats, "tickets": tickets, "tracks": tracks}
    tables["tunnels"], tables["buildings"] = empty_table("tunnels"), empty_table("buildings")
    manifest = Manifest(
        map=MapEntry.of(game_map),
        strategies=tuple(StrategyEntry(name=name) for name in lineup),
        players=players,
        seed=seed,
        games=games,
        finished=games,
        complete=True,
    )
    fitted = {name: of_run(_fitted(tables[name], name), manifest.run, seed) for name in TABLES}
    return Result(**fitted, manifest=manifest, game_map=game_map)


def _tracks(game_map: GameMap, games: int, players: int, random: np.random.Generator) -> pd.DataFrame:
    """Track t is claimed with a probability that grows with t."""
    likely = np.linspace(0.1, 0.9, len(game_map.tracks))
    game, track = np.nonzero(random.random((games, len(likely))) < likely)
    length = np.array([t.length for t in game_map.tracks])[track]
    turn = random.integers(1, 30 * players, len(game))
    rows = pd.DataFrame(
        {"game": game, "track": track, "seat": random.integers(0, players, len(game)), "turn": turn, "cards": length,
         "locomotives": random.integers(0, 2, len(game))}
    )  # fmt: skip
    fits = rows.groupby(["game", "seat"])["cards"].cumsum() <= _supply(game_map)
    return rows[fits].reset_index(drop=True)


def _supply(game_map: GameMap) -> int:
    return game_map.rules.pieces_kept or sum(piece.supply for piece in game_map.rules.pieces)


def _tickets(game_map: GameMap, games: int, players: int, random: np.random.Generator) -> pd.DataFrame:
    game, ticket = np.nonzero(random.random((games, len(game_map.tickets))) < 0.4)
    outcome = random.choice(3, len(game), p=(0.6, 0.1, 0.3))
    printed = np.array([t.points for t in game_map.tickets])[ticket]
    return pd.DataFrame(
        {"game": game, "seat": random.integers(0, players, len(game)), "ticket": ticket, "kept_turn": 0,
         "completed_turn": np.where(outcome == 0, random.integers(1, 30 * players, len(game)), -1), "outcome": outcome,
         "points": np.where(outcome == 0, printed, -printed)}
    )  # fmt: skip


def _by_seat(rows: pd.DataFrame, weights: Any, key: list[Any]) -> Any:
    sums = pd.Series(np.asarray(weights, dtype=float)).groupby([rows["game"].to_numpy(), rows["seat"].to_numpy()]).sum()
    return sums.reindex(pd.MultiIndex.from_arrays(key), fill_value=0).to_numpy()


def _fitted(frame: pd.DataFrame, name: TableName) -> pd.DataFrame:
    columns = recorded(name)
    return pd.DataFrame({column: frame.get(column, 0) for column in columns}).astype(dtypes(columns))
