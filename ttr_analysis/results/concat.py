"""Several results put together into one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ttr_analysis._validate import shown
from ttr_analysis.errors import ResultError
from ttr_analysis.maps.changes import CHANGED
from ttr_analysis.results import Manifest, Result
from ttr_analysis.results.later import pandas as pd


def concat(results: Sequence[Result]) -> Result:
    """Put results together; see :meth:`ttr_analysis.results.result.Result.concat`."""
    given: Sequence[Any] = results
    for each in given:
        if not isinstance(each, Result):
            raise ResultError(f"only results can be put together, not {shown(each)}")
    if not results:
        raise ResultError("no results are given that could be put together")
    first = results[0]
    for other in results[1:]:
        _check_alike(first.manifest, other.manifest)
    manifest = joined_manifest([result.manifest for result in results])
    tables = {name: ordered([result.table(name) for result in results], manifest) for name in manifest.tables}
    _check_distinct(tables["games"])
    return Result.of(tables, manifest, first.game_map)


def _check_alike(first: Manifest, other: Manifest) -> None:
    """Refuse results whose games cannot be counted together, and name what differs."""
    where = f"{other.summary!r} cannot be put together with {first.summary!r}"
    if first.map.digest != other.map.digest:
        rules = _changed(first.map.rules, other.map.rules)
        names = [each.map.name.removesuffix(CHANGED) for each in (first, other)]
        same = (names[0], first.map.ticket_set) == (names[1], other.map.ticket_set)
        raise ResultError(f"{where}: it has {f'other rules: {rules}' if same and rules else 'another map'}")
    for what, mine, theirs in (
        ("number of players", first.players, other.players),
        ("lineup", _lineup(first), _lineup(other)),
        ("rotation of the seats", first.rotate, other.rotate),
        ("choice of tables", ", ".join(first.tables), ", ".join(other.tables)),
        ("choice of games", "; ".join(first.chosen) or "all", "; ".join(other.chosen) or "all"),
    ):
        if mine != theirs:
            raise ResultError(f"{where}: its {what} is another one, {theirs}, not {mine}")
    for before, now in zip(first.strategies, other.strategies, strict=True):
        if before.plays != now.plays:
            raise ResultError(f"{where}: {now.name} has other weights or other code")


def _lineup(manifest: Manifest) -> str:
    return ", ".join(manifest.names)


def _changed(first: Any, other: Any) -> str:
    names = [name for name in first if first.get(name) != other.get(name)]
    return ", ".join(f"{name} is {other.get(name)}, not {first.get(name)}" for name in names)


def joined_manifest(manifests: Sequence[Manifest]) -> Manifest:
    """Return the manifest of several runs; runs of the same seed that continue each other become one."""
    runs: list[Manifest] = []
    for each in (run for manifest in manifests for run in manifest.runs):
        before = next((run for run in runs if _continues(run, each)), None)
        if before is None:
            runs.append(each.model_copy(update={"parts": ()}))
        else:
            runs[runs.index(before)] = _continued(before, each)
    totals = {name: sum(getattr(each, name) for each in manifests) for name in ("games", "finished")}
    complete = all(each.complete for each in manifests)
    alone = len(runs) == 1
    return runs[0].model_copy(update={**totals, "complete": complete, "joined": () if alone else tuple(runs)})


def _continues(first: Manifest, other: Manifest) -> bool:
    return first.run == other.run and first.first_game + first.games == other.first_game


def _continued(first: Manifest, other: Manifest) -> Manifest:
    totals = {name: getattr(first, name) + getattr(other, name) for name in ("games", "finished")}
    return first.model_copy(update={**totals, "complete": first.complete and other.complete})


def ordered(tables: Iterable[pd.DataFrame], manifest: Manifest) -> pd.DataFrame:
    """Put tables below each other, sorted by run, in the order of the manifest, and game; rows of a game stay."""
    parts = list(tables)
    runs = pd.CategoricalDtype(pd.Index(manifest.run_names, dtype="str"))
    table = pd.concat([part.astype({"run": runs}) for part in parts], ignore_index=True)
    codes, games = table["run"].cat.codes.to_numpy(), table["game"].to_numpy()
    keys = (codes.astype(np.int64) << 32) + games
    if (np.diff(keys) < 0).any():
        table = table.iloc[keys.argsort(kind="stable")].reset_index(drop=True)
    return table


def _check_distinct(games: pd.DataFrame) -> None:
    again = games[games.duplicated(["run", "game"])]
    if len(again):
        seed, game = again.iloc[0][["seed", "game"]]
        raise ResultError(f"game {game} of seed {seed} is in two of the results, so it would be counted twice")
