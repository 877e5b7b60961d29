"""Checks of a result folder that is read: what contradicts what, named with its file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ttr_analysis.maps import GameMap
from ttr_analysis.results import Manifest, Result
from ttr_analysis.results.later import pandas as pd
from ttr_analysis.results.schema import ALWAYS, NEVER, SCHEMA, TABLES, TableName, dtypes


def contradictions(manifest: Manifest) -> Iterator[str]:
    """Yield what a manifest says that cannot be true together."""
    lineup, listed = len(manifest.strategies), sum(part.games for part in manifest.parts)
    if manifest.players != lineup:
        yield f"players is {manifest.players}, but strategies has {lineup}"
    if not 0 <= manifest.finished <= manifest.games:
        yield f"finished is {manifest.finished}, but games is {manifest.games}"
    if listed != manifest.finished:
        yield f"its parts have {listed} games, but finished is {manifest.finished}"
    if manifest.complete != (manifest.finished == manifest.games and not manifest.chosen):
        yield f"complete is {manifest.complete}, but {manifest.finished} of {manifest.games} games are finished"
    if len({part.number for part in manifest.parts}) < len(manifest.parts):
        yield "it lists a part twice"
    for part in manifest.parts:
        if missing := sorted({*manifest.tables} - {*part.checksums}):
            yield f"part {part.number} has no checksum of its file of {missing[0]}"
    if not 0 <= manifest.seed < 2**63 or manifest.first_game < 0:
        yield "seed and first_game must be 0 or more"
    if manifest.tables != tuple(name for name in TABLES if name in {*ALWAYS, *manifest.tables}):
        yield f"tables are {', '.join(manifest.tables)}, but {' and '.join(ALWAYS)} come first, and none comes twice"
    if manifest.joined:
        yield from _contradictions_of_joined(manifest)


def _contradictions_of_joined(manifest: Manifest) -> Iterator[str]:
    games = sum(run.games for run in manifest.joined)
    if games != manifest.games:
        yield f"games is {manifest.games}, but the runs that it joins have {games}"
    if any(run.strategies != manifest.strategies or run.players != manifest.players for run in manifest.joined):
        yield "the runs that it joins have other lineups"


def checksum(place: Path) -> str:
    """Return the SHA-256 of a file."""
    with place.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def changed_manifest(manifest: Manifest) -> str:
    """Return that a manifest is not as it was written to its folder; nothing if it is."""
    its = "its digest is not that of its content" if manifest.digest else "it has no digest any more"
    return f"manifest.json was changed after it was written: {its}" if manifest.changed else ""


def other_dtypes(frame: pd.DataFrame, table: TableName) -> str:
    """Return which columns of a part have other dtypes than the schema says; nothing if none has."""
    wanted = dtypes(SCHEMA[table].columns)
    found = {name: str(dtype) for name, dtype in frame.dtypes.items()}
    return ", ".join(f"{name} is {found[name]}, not {dtype}" for name, dtype in wanted.items() if found[name] != dtype)


def strange_rows(frame: pd.DataFrame, table: TableName, manifest: Manifest, game_map: GameMap) -> str:
    """Return what rows of a part cannot be: of another run, or with positions beyond the map's; nothing if all can."""
    known = {run.run: run.seed for run in manifest.runs}
    codes, seeds = frame["run"].cat.codes.to_numpy(), frame["seed"].to_numpy()
    for code in np.unique(codes):
        run = "" if code < 0 else frame["run"].cat.categories[code]
        others = seeds[(codes == code) & (seeds != known.get(run, NEVER))]
        if len(others):
            return f"it has rows of run {run}, seed {others[0]}, which is not that of the manifest"
    limits = {
        "seat": manifest.players,
        "strategy": len(manifest.strategies),
        "track": len(game_map.tracks),
        "ticket": len(game_map.tickets),
        "city": len(game_map.cities),
        **{name: len(column.codes) for name, column in SCHEMA[table].columns.items() if column.codes},
    }
    for name in frame.columns.intersection(list(limits)):
        least = -1 if (table, name) == ("buildings", "track") else 0
        if len(frame) and not (least <= frame[name].min() and frame[name].max() < limits[name]):
            return (
                f"column {name} has numbers from {frame[name].min()} to {frame[name].max()}; there are {limits[name]}"
            )
    return ""


def strange_counts(result: Result) -> str:
    """Return what is wrong with the rows of a result taken together; nothing if they fit each other."""
    manifest = result.manifest
    games, players = result.columns("games", []), result.rows("players")
    if games.duplicated(["run", "game"]).any():
        return "a game is there twice in the table of games"
    for part in result.batches():  # the same game cannot be in two of them
        if part.columns("players", ["seat"]).duplicated(["run", "game", "seat"]).any():
            return "a seat of a game is there twice in the table of players"
    wanted = len(games) * manifest.players
    if players > wanted or (players < wanted and not manifest.chosen):
        return f"the table of players has {players} rows for {len(games)} games of {manifest.players}"
    for name in manifest.tables:
        if not all(_has_games_of(part, part.columns(name, [])) for part in result.batches()):
            return f"the table of {name} has rows of games that are not in the table of games"
    return ""


def _has_games_of(result: Result, rows: pd.DataFrame) -> bool:
    """Return whether the games of all rows are in the table of games."""
    games, places = result.columns("games", []), result.game_places(rows)
    if not len(games) or not len(rows):
        return not len(rows)
    places = np.minimum(places, len(games) - 1)
    same = games["game"].to_numpy()[places] == rows["game"].to_numpy()
    if len(result.manifest.run_names) > 1:
        same &= games["run"].cat.codes.to_numpy()[places] == rows["run"].cat.codes.to_numpy()
    return bool(same.all())
