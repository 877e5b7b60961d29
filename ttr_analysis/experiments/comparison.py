"""Compare maps, rules, ticket sets and lineups: what a change does to games played with common random numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from ttr_analysis._validate import shown
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import GameMap, MapLike, as_map
from ttr_analysis.play.progress import Progress
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results import going_on
from ttr_analysis.results.files import check_folder
from ttr_analysis.results.folders import at_home
from ttr_analysis.results.reading import MANIFEST, read_manifest
from ttr_analysis.results.result import Result
from ttr_analysis.results.source import tagged
from ttr_analysis.stats import MIN_GAMES, intervals
from ttr_analysis.stats.by_game import FACTS, PARTS, facts_by_game
from ttr_analysis.stats.columns import table_of
from ttr_analysis.strategies import DEFAULT_STRATEGY, Strategy

Lineup = str | Strategy | Sequence[str | Strategy]
Variants = Mapping[str, MapLike | tuple[MapLike, Lineup]] | Sequence[MapLike]


LOSSES: Final = ("failed_cut_off", "failed_unfinished")
"""Facts that are 0 or less."""

GAINS: Final = ("route_points", "ticket_points", "longest_trail_points", "most_tickets_points", "bonus_ticket_points",
                "margin")  # fmt: skip
"""Facts in points that are 0 or more; other numbers of points may have both signs."""

ROUNDING: Final = 1e-9
"""Half the width of an interval without width, as a share of its value: numbers in binary are not exact."""

COUNTED: Final = ("tickets", "times", "tracks", "turns")
"""Units of facts that count something."""


def compare(
    variants: Variants,
    strategies: Lineup = DEFAULT_STRATEGY,
    *,
    players: int | None = None,
    games: int = 500,
    seed: int = 0,
    confidence: float = intervals.CONFIDENCE,
    out: str | Path | None = None,
    resume: bool = False,
    more: bool = False,
    threads: int | None = None,
    progress: Progress = True,
) -> pd.DataFrame:
    """Play the same games under two or more maps, rules, ticket sets or lineups, and compare them with the first.

    Game ``g`` of each variant has the same random numbers, so that decks lie alike as long as the
    cards are the same and the same cards are drawn; games are compared in pairs.

    Parameters
    ----------
    variants : mapping or sequence
        What is compared, by name: a map (name, folder or ``GameMap``), or a pair of a map and a
        lineup. A list of maps is named after them. The first is what the others are compared with.
    strategies : str, Strategy or sequence, optional
        The lineup of the variants that have none of their own: ``expert`` in all seats if none is named.
    players : int, optional
        Number of players; as for :func:`ttr_analysis.simulate`.
    games : int, optional
        Number of games of each variant.
    seed : int, optional
    confidence : float, optional
        Confidence of each single interval.
    out : str or Path, optional
        Folder to which the games are written while they are played: a result for each variant, ``variant-1`` and so on.
    resume, more : bool, optional
        Go on with the games in ``out``: see :func:`ttr_analysis.simulate`.
    threads : int, optional
        The number of processors if left out.
    progress : bool or "always", optional

    Returns
    -------
    pandas DataFrame
        One row for each variant and fact of :data:`ttr_analysis.stats.FACTS` that occurs: ``variant``, ``fact``,
        ``unit``, ``value`` (mean over games, Student; of shares, Wilson by game) and, but for the first variant,
        ``difference`` to the first one (paired by game, Student), each with ``_low`` and ``_high``; ``p_value``
        of the difference and ``p_adjusted`` over the whole table (Holm); ``spread``, the standard
        deviation of the fact from game to game in the first variant; ``n``, the number of games; ``run`` and ``seed``
        of the variant's games, as in their tables.
        A last fact, ``tracks never used``, counts tracks that nobody claimed in any of these games; it
        has no interval; nor has, of fewer than 30 games, what was the same in all of them.

    Raises
    ------
    SetupError
        If there are fewer than two variants, or a number is out of range.
    ResultError
        If the games in ``out`` are of other variants, or of another version.
    KeyboardInterrupt
        If Ctrl-C ends the run before the last variant.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> no_bonus = usa.with_rules(longest_trail_bonus=0)
    >>> table = ttr.compare({"printed": usa, "no bonus": no_bonus}, "greedy_points", games=30, progress=False)
    >>> bonus = table[(table.variant == "no bonus") & (table.fact == "longest_trail_points")]
    >>> bonus.value.item(), bonus.difference.item() < -4.9
    (0.0, True)
    """
    entries = _entries(variants, strategies)
    going_on.check_choice(out, resume=resume, more=more)
    folders = _folders(out, len(entries), resume or more)
    asked = [_asked(folder) if resume or more else None for folder in folders]
    total = (asked[0] or 0) + games if more else games
    results: dict[str, Result] = {}
    for (name, (game_map, lineup)), folder, there in zip(entries.items(), folders, asked, strict=True):
        added = there is not None and there < total and (more or bool(results))  # it was stopped before this variant
        results[name] = simulate(
            game_map, lineup, players=players, games=total - (there or 0) if added else total, seed=seed, out=folder,
            resume=(resume or more) and not added, more=added, threads=threads, progress=progress,
        )  # fmt: skip
        if not results[name].complete and len(results) < len(entries):
            raise KeyboardInterrupt
    return compared(results, confidence)


def _folders(out: str | Path | None, variants: int, goes_on: bool) -> list[Path | None]:
    """Return the folder of each variant's games, after checking that none is in use, unless the run goes on."""
    if out is None:
        return [None] * variants
    folders = [at_home(out) / f"variant-{number}" for number in range(1, variants + 1)]
    for folder in [] if goes_on else folders:
        check_folder(folder)
    return [*folders]


def _asked(folder: Path | None) -> int | None:
    """Return the number of games for which a folder was made; None if its run has not begun."""
    return None if folder is None or not (folder / MANIFEST).exists() else read_manifest(folder).games


def compared(results: Mapping[str, Result], confidence: float = intervals.CONFIDENCE) -> pd.DataFrame:
    """Compare results that were played with common random numbers; see :func:`compare` for the table.

    Parameters
    ----------
    results : mapping of str to Result
        By name; the first is what the others are compared with.
    confidence : float, optional

    Raises
    ------
    SetupError
        If there are fewer than two, they have no two games in common (compare runs with the same seed), or one
        was put together from several runs.

    Examples
    --------
    >>> bold = ttr.simulate("usa", "greedy_points", games=30, progress=False)
    >>> wild = ttr.simulate("usa", "random", games=30, progress=False)
    >>> table = ttr.experiments.compared({"bold": bold, "wild": wild})
    >>> list(table.columns)[:4]
    ['variant', 'fact', 'unit', 'value']
    """
    if len(results) < 2:
        raise SetupError("a comparison needs two variants or more")
    if joined := [name for name, result in results.items() if result.manifest.joined]:
        raise SetupError(
            f"{shown(joined[0])} was put together from {len(results[joined[0]].manifest.joined)} runs; games are "
            "compared in pairs by their number, so compare one run with one run"
        )
    seeds = {seed for result in results.values() for seed in result.manifest.seeds}
    if len(seeds) > 1:
        raise SetupError(f"the results have the seeds {sorted(seeds)}; games are compared in pairs, so use one seed")
    facts = {name: facts_by_game(result) for name, result in results.items()}
    common = sorted(set.intersection(*(set(table.index) for table in facts.values())))
    if len(common) < 2:
        raise SetupError("the results have fewer than two games in common, so nothing can be compared")
    facts = {name: table.loc[common] for name, table in facts.items()}
    rows = [row for fact in _occurring(facts) for row in _rows(fact, facts, confidence)]
    table = table_of([*rows, *_never_used(results, common)])
    table["run"] = table["variant"].map({name: result.manifest.run for name, result in results.items()})
    table["seed"] = seeds.pop()
    tested = table["p_value"].notna()
    table.loc[tested, "p_adjusted"] = intervals.holm(table.loc[tested, "p_value"])
    parts = [result.source for result in results.values()]
    return tagged(table, {"kind": "comparison", "variants": list(results), "parts": parts, "games": len(common)})


def _entries(variants: Variants, strategies: Lineup) -> dict[str, tuple[GameMap, Lineup]]:
    """Return the map and the lineup of each variant, by name."""
    given: list[tuple[str | None, Any]] = (
        list(variants.items()) if isinstance(variants, Mapping) else [(None, each) for each in _listed(variants)]
    )
    entries: dict[str, tuple[GameMap, Lineup]] = {}
    for name, each in given:
        place, lineup = each if isinstance(each, tuple) and len(each) == 2 else (each, strategies)
        game_map = as_map(place)
        label = game_map.name if name is None else str(name)
        if label in entries:
            raise SetupError(f"two variants are called {label!r}; give them names: {{'first': map, 'second': map}}")
        entries[label] = (game_map, lineup)
    if len(entries) < 2:
        raise SetupError("a comparison needs two variants or more")
    return entries


def _listed(variants: Any) -> list[Any]:
    if isinstance(variants, str | Path | GameMap) or not isinstance(variants, Sequence):
        raise SetupError(f"variants are a mapping of names to maps, or a list of maps, not {shown(variants)}")
    return list(variants)


def _occurring(facts: Mapping[str, pd.DataFrame]) -> Iterator[str]:
    """Yield the facts that have a value in every variant; of the parts of scores, those that occur."""
    for fact in FACTS:
        columns = [table[fact] for table in facts.values()]
        occurs = fact not in PARTS.values() or any(column.any() for column in columns)
        if occurs and all(column.notna().all() for column in columns):
            yield fact


def _rows(fact: str, facts: Mapping[str, pd.DataFrame], confidence: float) -> Iterator[dict[str, object]]:
    """Yield the rows of one fact, one for each variant."""
    first, *_ = (table[fact] for table in facts.values())
    unknown = intervals.Estimate(np.nan, np.nan, np.nan, len(first), "paired t", confidence)
    for number, (name, table) in enumerate(facts.items()):
        difference = _difference(fact, table[fact], first, confidence) if number else unknown
        yield {
            "variant": name,
            "fact": fact,
            "unit": FACTS[fact].unit,
            "value": _value(fact, table[fact], confidence),
            "difference": difference,
            "p_value": intervals.paired_p_value(table[fact] - first) if number else np.nan,
            "p_adjusted": np.nan,
            "spread": float(first.std(ddof=1)),
            "n": len(first),
        }


def _value(fact: str, values: pd.Series[float], confidence: float) -> intervals.Estimate:
    """Return the mean of a fact; an interval that would reach beyond what can be ends there."""
    if _is_share(fact):
        return intervals.share_by_game(values, confidence)
    found = _unless_few(intervals.mean(values, confidence))
    if fact in LOSSES:
        return replace(found, high=min(found.high, 0.0))
    return replace(found, low=max(found.low, 0.0)) if FACTS[fact].unit in COUNTED or fact in GAINS else found


def _difference(fact: str, values: pd.Series[float], first: pd.Series[float], confidence: float) -> intervals.Estimate:
    """Return the difference of a fact to that of the first variant; shares are at most 1 apart."""
    found = _unless_few(intervals.paired_difference(values, first, confidence))
    return replace(found, low=max(found.low, -1.0), high=min(found.high, 1.0)) if _is_share(fact) else found


def _unless_few(found: intervals.Estimate) -> intervals.Estimate:
    """Return an estimate without an interval that has no width because a few games happened to be alike."""
    alike = found.n < MIN_GAMES and found.half_width <= ROUNDING * abs(found.value)
    return replace(found, low=np.nan, high=np.nan) if alike else found


def _is_share(fact: str) -> bool:
    return FACTS[fact].unit == "share"


def _never_used(results: Mapping[str, Result], games: Sequence[int]) -> Iterator[dict[str, object]]:
    """Yield a row for each variant with the number of tracks that nobody claimed in any of the games.

    There is none if only some seats were chosen: what the others claimed is not known.
    """
    if any("seats" in result.source for result in results.values()):
        return
    n = len(games)
    used = [result.tracks.loc[result.tracks["game"].isin(games), "track"].nunique() for result in results.values()]
    counts = [len(result.game_map.tracks) - number for result, number in zip(results.values(), used, strict=True)]
    for number, (name, count) in enumerate(zip(results, counts, strict=True)):
        value = intervals.Estimate(float(count), np.nan, np.nan, n, "count")
        difference = intervals.Estimate(float(count - counts[0]) if number else np.nan, np.nan, np.nan, n, "count")
        yield {
            "variant": name, "fact": "tracks never used", "unit": "tracks", "value": value, "difference": difference,
            "p_value": np.nan, "p_adjusted": np.nan, "spread": np.nan, "n": n,
        }  # fmt: skip
