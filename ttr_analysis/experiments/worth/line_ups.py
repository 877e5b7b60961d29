"""Worth for several line-ups: where they agree, and where a number is the habit of one player."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ttr_analysis._validate import listed, named, option, probability
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth import fresh, kept
from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.experiments.worth.measure import worth
from ttr_analysis.maps import MapLike, as_map
from ttr_analysis.stats import columns, intervals
from ttr_analysis.stats.distributions import student_quantile, student_tail
from ttr_analysis.strategies import Strategy

LineUp = str | Strategy | Sequence[str | Strategy]
P_VALUES = {"points": "p_value", "win_share": "p_value_win_share"}
"""The measures that are tested, and the columns of their p-values."""
OF_DIFFERENCE = ("thing", "line_up", "other", "measure")
"""What tells a difference of two line-ups from others."""
HOLDS = ("thing", "measure", "line_up", "worth", "worth_low", "worth_high", "p_value", "n")
"""What is told of a thing that holds for all."""
NOT_ABOVE = 1.0
"""What counts as the p-value of a worth whose interval is not above 0."""


def worth_of_line_ups(
    game_map: MapLike,
    line_ups: Mapping[str, LineUp] | Sequence[LineUp],
    *,
    players: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    **asked: Any,
) -> pd.DataFrame:
    """Measure what the same things are worth for several line-ups.

    Parameters
    ----------
    game_map : GameMap, str or Path
    line_ups : mapping or sequence
        Each a strategy for all players, or a list of one for each, the player of interest first; by name, or named
        after their strategies.
    players : int, optional
    out : str or Path, optional
        Folder for the table; each line-up has a folder of its own in it.
    resume : bool, optional
        Go on with the line-ups that the folder holds; more may follow them.
    **asked
        All else as for :func:`ttr_analysis.experiments.worth`.

    Returns
    -------
    pandas DataFrame
        The tables of all line-ups below one another, with a column ``line_up``. p-values are adjusted within each of
        them. If the run was stopped, the line-ups after that are missing.

    Raises
    ------
    SetupError
        If there are fewer than two line-ups, two have the same name, or as for the table of one.

    Examples
    --------
    >>> table = ttr.experiments.worth_of_line_ups(
    ...     "usa", ["random", "greedy_points"], of="turns", players=2, games=40, progress=False
    ... )
    >>> table.groupby("line_up").size().to_dict()
    {'greedy_points': 6, 'random': 6}
    """
    game_map, named_ups = as_map(game_map), _by_name(line_ups)
    if players is None:
        players = max(len(each) for each in named_ups.values())
        players = players if players > 1 else game_map.rules.players[0]
    if asked.get("more"):
        raise SetupError("games are added to the table of one line-up; name it with strategies, and its folder")
    folder = None if out is None else kept.folder_for(out)
    if folder is not None:
        kept.check_new(folder, resume)
        kept.check_line_ups(folder, list(named_ups))
    tables: dict[str, pd.DataFrame] = {}
    for number, (name, line_up) in enumerate(named_ups.items(), start=1):
        place = None if folder is None else folder / f"worth-{number}"
        try:
            tables[name] = worth(game_map, line_up, players=players, out=place, resume=resume, **asked)
        except KeyboardInterrupt:  # before its first round was played
            if not tables:
                raise
            break
        if not tables[name].attrs["complete"]:
            break
    complete = len(tables) == len(named_ups) and all(each.attrs["complete"] for each in tables.values())
    table = _joined(tables, complete)
    if folder is not None:
        kept.write_table(folder, table)
    return table


def of_line_up(table: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return the table of one of several line-ups, as :func:`ttr_analysis.experiments.worth` returned it.

    Raises
    ------
    SetupError
        If there is no such line-up.

    Examples
    --------
    >>> table = ttr.experiments.worth_of_line_ups(
    ...     "usa", ["random", "greedy_points"], of="turns", players=2, games=40, progress=False
    ... )
    >>> one = ttr.experiments.of_line_up(table, "random")
    >>> len(one), one.attrs["worth"]["strategies"]
    (6, ['random', 'random'])
    """
    facts = _facts_of(table)
    option("line_up", name, list(facts))
    found = table[table["line_up"] == name].drop(columns="line_up").reset_index(drop=True)
    whole = table.attrs["worth"]
    chosen = {"chosen_with": whole["chosen_with"]} if "chosen_with" in whole else {}
    found.attrs = {**table.attrs, "worth": {**facts[name], **chosen}}
    return found


def disagreements(table: pd.DataFrame, level: float = 0.05, again: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return where line-ups disagree on what a thing is worth, beyond chance.

    Parameters
    ----------
    table : pandas DataFrame
        From :func:`worth_of_line_ups`.
    level : float, optional
        Adjusted p-value up to which a difference is beyond chance.
    again : pandas DataFrame, optional
        Things of the table in fresh games, from :func:`ttr_analysis.experiments.confirm`. The largest of many
        differences are large by chance, too; those of games that did not choose them can be quoted.

    Returns
    -------
    pandas DataFrame
        A row for each thing, pair of line-ups and measure (``points``, ``win_share``) with a difference beyond
        chance, the surest first: ``thing``, ``line_up``, ``other``, ``measure``, ``difference`` (the worth for
        ``line_up`` less that for ``other``; Welch, which takes the games of two line-ups as independent) with
        ``_low`` and ``_high``, ``p_value``, and ``p_adjusted`` over all things, pairs and measures (Holm). With
        ``again`` there is the difference in the fresh games, ``again`` with ``_low`` and ``_high``, too; it is missing
        for things that were not measured again.

    Raises
    ------
    SetupError
        If a table has one line-up only, or the games of ``again`` are not fresh.

    Examples
    --------
    >>> table = ttr.experiments.worth_of_line_ups(
    ...     "usa", ["random", "greedy_points"], of="turns", players=2, games=200, progress=False
    ... )
    >>> list(ttr.experiments.disagreements(table).columns)[:5]
    ['thing', 'line_up', 'other', 'measure', 'difference']
    """
    probability("level", level)
    found = columns.table_of(_differences(table))
    found["p_adjusted"] = intervals.holm(found["p_value"])
    found.attrs["worth"] = table.attrs["worth"]
    found = found[found["p_adjusted"] <= level]
    found = found.sort_values(["p_value", "thing", "line_up", "other", "measure"], ignore_index=True)
    if again is None:
        return found
    if problem := fresh.problem_of(table, again):
        raise SetupError(problem)
    measured = {tuple(row[name] for name in OF_DIFFERENCE): row["difference"] for row in _differences(again)}
    return _with_fresh(found, measured)


def _differences(table: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """Yield the difference of each pair of line-ups in each thing and measure, and its p-value.

    Raises
    ------
    SetupError
        If the table has one line-up only.
    """
    tables = [(name, of_line_up(table, name).set_index("thing")) for name in _facts_of(table)]
    if len(tables) < 2:
        raise SetupError("the table has one line-up only, so nothing can be compared")
    confidence = columns.intervals_of(table)["points"][1]
    for (name, one), (other, two) in combinations(tables, 2):
        for thing in sorted(set(one.index) & set(two.index)):
            for measure in P_VALUES:
                row = _difference(one.loc[thing], two.loc[thing], measure, confidence)
                yield {"thing": thing, "line_up": name, "other": other, "measure": measure, **row}


def _with_fresh(found: pd.DataFrame, measured: Mapping[tuple[Any, ...], intervals.Estimate]) -> pd.DataFrame:
    """Return differences with those of fresh games beside them."""
    there = [measured.get(key) for key in found[list(OF_DIFFERENCE)].itertuples(index=False, name=None)]
    ends = {"again": "value", "again_low": "low", "again_high": "high"}
    return found.assign(**{
        name: [np.nan if each is None else getattr(each, end) for each in there] for name, end in ends.items()
    })  # fmt: skip


def holds_for_all(table: pd.DataFrame, level: float = 0.05) -> pd.DataFrame:
    """Return the things that are worth something to their owner in each of several line-ups, in points or in wins.

    Parameters
    ----------
    table : pandas DataFrame
        From :func:`worth_of_line_ups`.
    level : float, optional
        Adjusted p-value up to which a worth is beyond chance.

    Returns
    -------
    pandas DataFrame
        A row for each thing and measure (``points``, ``win_share``) whose worth is above 0 for each line-up:
        ``thing``, ``measure``; ``worth`` for the line-up for which it is least, with its interval; which ``line_up``
        that is; ``p_value``, the largest over the line-ups, and ``p_adjusted`` over things and measures (Holm), so
        that with ``level`` 0.05 the list is free of chance finds 19 times of 20. Points first, then those worth most.

    Raises
    ------
    SetupError
        If the table has one line-up only.

    Examples
    --------
    >>> table = ttr.experiments.worth_of_line_ups(
    ...     "usa", ["random", "greedy_points"], of="turns", players=2, games=40, progress=False
    ... )
    >>> list(ttr.experiments.holds_for_all(table).columns)[:6]
    ['thing', 'measure', 'line_up', 'worth', 'worth_low', 'worth_high']
    """
    probability("level", level)
    if len(_facts_of(table)) < 2:
        raise SetupError("the table has one line-up only; what holds for all needs several")
    found = pd.concat([_least(table, measure) for measure in P_VALUES], ignore_index=True)
    found["p_adjusted"] = intervals.holm(found["p_value"])
    found = found[(found["p_adjusted"] <= level) & (found["p_value"] < NOT_ABOVE)]
    found = found.sort_values(["measure", "worth", "thing"], ascending=[True, False, True], ignore_index=True)
    how = [columns.intervals_of(table)[measure] for measure in P_VALUES]
    methods = dict.fromkeys(part for recorded, _ in how for part in recorded.split(columns.SEVERAL))
    found.attrs = {**table.attrs, "intervals": {"worth": [columns.SEVERAL.join(methods), how[0][1]]}}
    return found


def _least(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return each thing's worth in the line-up in which it is least, and the largest p-value that it is above 0."""
    ends = {f"{measure}{end}": f"worth{end}" for end in columns.ENDS}
    p_value = table[P_VALUES[measure]].where(table[f"{measure}_low"] > 0, NOT_ABOVE)
    least = table.sort_values([measure, "line_up"]).drop_duplicates("thing").set_index("thing")
    found = least[["line_up", *ends]].rename(columns=ends)
    largest = p_value.groupby(table["thing"]).max()
    return found.assign(p_value=largest, n=least["n"]).reset_index().assign(measure=measure)[list(HOLDS)]


def _by_name(line_ups: Mapping[str, LineUp] | Sequence[LineUp]) -> dict[str, list[str | Strategy]]:
    """Return the strategies of the line-ups by their names."""
    given: list[tuple[str | None, Any]] = (
        list(line_ups.items()) if isinstance(line_ups, Mapping) else [(None, each) for each in _listed(line_ups)]
    )
    by_name: dict[str, list[str | Strategy]] = {}
    for name, each in given:
        line_up = named("a line-up", each, Strategy)
        label = ", ".join(part if isinstance(part, str) else part.name for part in line_up) if name is None else name
        if label in by_name:
            raise SetupError(f"two line-ups are called {label!r}; give them names: {{'first': ..., 'second': ...}}")
        by_name[label] = line_up
    if len(by_name) < 2:
        raise SetupError("give two line-ups or more; for one, worth measures the table")
    return by_name


def _listed(line_ups: Any) -> list[Any]:
    return [line_ups] if isinstance(line_ups, str | Strategy) else listed("line_ups", line_ups)


def _joined(tables: Mapping[str, pd.DataFrame], complete: bool) -> pd.DataFrame:
    """Return the tables below one another."""
    together = pd.concat([each.assign(line_up=name) for name, each in tables.items()], ignore_index=True)
    together.insert(0, "line_up", together.pop("line_up"))
    facts = {name: each.attrs["worth"] for name, each in tables.items()}
    first, *others = facts.values()
    common = {name: fact for name, fact in first.items() if all(other[name] == fact for other in others)}
    together.attrs = {
        "intervals": dict(_methods(tables.values())), "complete": complete, "worth": {**common, "line_ups": facts},
    }  # fmt: skip
    return together


def _methods(tables: Any) -> Iterator[tuple[str, list[Any]]]:
    """Yield, for each column, the methods of its intervals in any of the tables, and their confidence."""
    several = [columns.intervals_of(each) for each in tables]
    for name, (_, confidence) in several[0].items():
        methods = dict.fromkeys(part for each in several for part in each[name][0].split(columns.SEVERAL))
        yield name, [columns.SEVERAL.join(methods), confidence]


def _facts_of(table: pd.DataFrame) -> dict[str, kept.Facts]:
    """Return how the table of each line-up was made, by its name."""
    facts: dict[str, kept.Facts] | None = (estimates.facts_in(table) or {}).get("line_ups")
    if facts is None or "line_up" not in table:
        raise SetupError("this is no table of several line-ups; worth_of_line_ups makes one")
    return facts


def _difference(one: Any, two: Any, measure: str, confidence: float) -> dict[str, object]:
    """Return the difference of two estimates (Welch) and its p-value; a bound counts as an interval of its width."""
    errors, freedom = [], []
    for row in (one, two):
        half = (row[f"{measure}_high"] - row[f"{measure}_low"]) / 2
        freedom.append(int(row["n"]) - 1)
        errors.append(half / student_quantile((1 + confidence) / 2, freedom[-1]))
    value, error = float(one[measure] - two[measure]), float(np.hypot(*errors))
    if error == 0:
        return {"difference": intervals.Estimate(value, value, value, 0, "Welch", confidence),
                "p_value": float(value == 0)}  # fmt: skip
    df = error**4 / sum(each**4 / number for each, number in zip(errors, freedom, strict=True))
    half = float(student_quantile((1 + confidence) / 2, df) * error)
    return {
        "difference": intervals.Estimate(value, value - half, value + half, sum(freedom) + 2, "Welch", confidence),
        "p_value": 2 * student_tail(abs(value) / error, df),
    }
