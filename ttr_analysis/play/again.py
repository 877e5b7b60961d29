"""Playing the games of a result again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ttr_analysis.errors import ResultError
from ttr_analysis.play.progress import Progress
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results import Manifest, Result, differences, files, manifest
from ttr_analysis.strategies.base import Strategy, get_strategy, load_file


def play_again(
    result: Result,
    *,
    code: Sequence[str | Path] = (),
    out: str | Path | None = None,
    overwrite: bool = False,
    threads: int | None = None,
    progress: Progress = True,
) -> Result:
    """Play the games of a result again: same map and rules, same strategies with the same weights, same seeds.

    Parameters
    ----------
    result : Result
        A result, as it was played or loaded.
    code : sequence of str or Path, optional
        Files with the strategies that are not built in; by default those that the manifest names.
    out, overwrite, threads, progress : optional
        As for :func:`ttr_analysis.play.simulate.simulate`; the folder is written when all games are played.

    Returns
    -------
    Result
        With the games from the first to the last one of each run; :func:`ttr_analysis.results.differences` compares.

    Raises
    ------
    ResultError
        If a strategy cannot be found, or has other weights now.
    SetupError, StrategyError
        See :func:`ttr_analysis.play.simulate.simulate`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> ttr.results.differences(result, ttr.play.play_again(result, progress=False))
    []
    """
    if not len(result):
        raise ResultError("the result has no games that could be played again")
    strategies = _strategies(result.manifest, code)
    if out is not None:
        files.check_folder(out, overwrite)
    parts = []
    for run in result.manifest.runs:
        numbers = result.games["game"][(result.games["run"] == run.run).to_numpy()]
        if len(numbers):
            first, last = int(numbers.min()), int(numbers.max())
            parts.append(
                simulate(
                    result.game_map, strategies, players=run.players, games=last - first + 1, seed=run.seed,
                    first_game=first, rotate=run.rotate, interventions=run.interventions, on_error="skip",
                    tables=result.manifest.tables, threads=threads, progress=progress,
                )
            )  # fmt: skip
    again = parts[0] if len(parts) == 1 else Result.concat(parts)
    if out is not None:
        again.save(out, overwrite)
    return again


def replayed(result: Result, games: int, *, code: Sequence[str | Path] = ()) -> list[str]:
    """Play some games of a result again, one by one, and return what differs.

    Parameters
    ----------
    result : Result
    games : int
        How many, chosen at random, the same ones each time; all if there are fewer.
    code : sequence of str or Path, optional
        As for :func:`play_again`.

    Returns
    -------
    list of str
        As of :func:`ttr_analysis.results.differences`.

    Raises
    ------
    ResultError
        If a strategy cannot be found, or has other weights now.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> ttr.play.again.replayed(result, 3)
    []
    """
    strategies, keys = _strategies(result.manifest, code), result.columns("games", [])
    places = np.random.default_rng(0).permutation(len(keys))[:games]
    chosen = result.where(np.isin(np.arange(len(keys)), places).tolist())
    runs = {run.run: run for run in result.manifest.runs}
    again = []
    for run, game in zip(chosen.games["run"], chosen.games["game"], strict=True):
        played = runs[run]
        again.append(
            simulate(
                result.game_map, strategies, players=played.players, games=1, seed=played.seed, first_game=int(game),
                rotate=played.rotate, interventions=played.interventions, progress=False,
            )
        )  # fmt: skip
    return differences(chosen, Result.concat(again)) if again else []


def changes_since(result: Result, again: Result) -> Iterator[str]:
    """Yield what is no longer as it was when the result was made, though its games may be the same.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.play.changes_since(result, ttr.play.play_again(result, progress=False)))
    []
    """
    before, now = result.manifest, again.manifest
    pairs = zip(before.strategies, now.strategies, strict=True)
    changed = {old.name: old.file for old, new in pairs if old.source_hash != new.source_hash}
    for name, file in changed.items():
        yield f"the code of {name} has changed since{f' ({file})' if file else ''}"
    if before.engine != now.engine:
        yield f"the engine or its compiler has changed since (the result is from version {before.package})"


def _strategies(played: Manifest, code: Sequence[str | Path]) -> list[Strategy]:
    for file in code or played.files:
        if not Path(file).is_file():
            raise ResultError(f"the strategies of {file} played, but there is no such file; name it with {CODE}")
        load_file(file)
    return [_strategy(entry) for entry in played.strategies]


CODE = "--code FILE (in Python: code=[file])"
"""How to name a file of strategies."""


def _strategy(entry: manifest.StrategyEntry) -> Strategy:
    """Return a strategy with the weights with which it played."""
    if not entry.word and "(" in entry.name:
        raise ResultError(f"only Python knew strategy {entry.name!r}; put it into a file and name that with {CODE}")
    found = get_strategy(entry.word or entry.name)
    if found.weights.keys() != entry.weights.keys():
        raise ResultError(
            f"{entry.name} had the weights {', '.join(entry.weights) or 'none'}, but has {', '.join(found.weights)} now"
        )
    if dict(found.weights) == dict(entry.weights):
        return found
    return replace(found, name=entry.name, weights={name: entry.weights[name] for name in found.weights})
