"""What the page of worth says: tables and lines made from tables of worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pandas as pd
from pages import table

from ttr_analysis import experiments
from ttr_analysis.experiments.worth import answers, over_mean, told
from ttr_analysis.stats import columns

APART = 10
"""Disagreements that are told."""
MARK = " \\*"
"""What stands behind a number that is beyond chance."""
FLAWS = "table; things; better without; points, in fresh games; wins, percentage points"
"""The titles of a table of what players do better without."""


def cell(row: Any, measure: str) -> str:
    """A worth with its interval, or its bound."""
    factor, digits = (100, 1) if measure.startswith("win_share") else (1, 2)
    value, low, high = (factor * row[f"{measure}{end}"] for end in ("", "_low", "_high"))
    if told.has_bound(row, measure):
        return f"at most ±{high:.{digits}f}"
    return in_brackets(value, low, high, digits)


def in_brackets(value: float, low: float, high: float, digits: int) -> str:
    """A number with its interval."""
    text = columns.number_text
    return f"{text(value, digits)} [{text(low, digits)}, {text(high, digits)}]"


def called(name: str) -> str:
    """What a thing is called."""
    return answers.HABITS.get(name, name)


def lines(rows: pd.DataFrame, *measures: str) -> Iterator[str]:
    """A line for each row."""
    for _, row in rows.iterrows():
        yield f"| {called(row['thing'])} | {' | '.join(cell(row, each) for each in measures)} | {row['n']:,} |"


def simple(found: pd.DataFrame) -> str:
    """Points and wins of all rows."""
    head = "thing; points; wins, percentage points; points of the others; n"
    return table(head, lines(found, "points", "win_share", "points_of_others"))


def by_line_up(found: pd.DataFrame, names: Iterable[str], measure: str) -> str:
    """A row a thing and a column a line-up."""
    tables = {name: experiments.of_line_up(found, name).set_index("thing") for name in found["line_up"].unique()}
    rows = [f"| {name} | {' | '.join(cell(each.loc[name], measure) for each in tables.values())} |" for name in names]
    return table("; ".join(["route", *tables]), rows)


def games_of(found: pd.DataFrame) -> str:
    """How many games each line-up has, and how precise its points are."""
    parts = []
    for name, rows in found.groupby("line_up", sort=False):
        half = (rows["points_high"] - rows["points_low"]).max() / 2
        games = dict.fromkeys(f"{number:,}" for number in (rows["n"].min(), rows["n"].max()))
        parts.append(f"n = {' to '.join(games)} games for {name}, half-widths up to {half:.2f} points")
    return "; ".join(parts)


def told_apart(found: pd.DataFrame, again: pd.DataFrame | None) -> str:
    """Where line-ups disagree beyond chance, the surest first, with the differences in fresh games."""
    apart = experiments.disagreements(found, again=again)
    head = f"Differences beyond chance over all routes, pairs of line-ups and both measures: {len(apart)}"
    if again is None or apart.empty:
        return f"{head}."
    rows = [
        f"| {row['thing']} | {row['measure'].replace('win_share', 'wins, percentage points')} | {row['line_up']} | "
        f"{row['other']} | {difference(row)} |"
        for _, row in apart.dropna(subset="again").head(APART).iterrows()
    ]
    shown = table("route; measure; worth for; less that for; difference in fresh games", rows)
    return f"{head}; the surest {len(rows)}:\n\n{shown}"


def difference(row: Any) -> str:
    """A difference of line-ups in fresh games, in its unit."""
    factor, digits = (100, 1) if row["measure"] == "win_share" else (1, 2)
    value, low, high = (factor * row[f"again{end}"] for end in columns.ENDS)
    return in_brackets(value, low, high, digits)


def holds(found: pd.DataFrame) -> str:
    """What is worth points, and wins, in every line-up."""
    every = experiments.holds_for_all(found)
    told = {what: "; ".join(every[every["measure"] == measure]["thing"]) or "none"
            for measure, what in (("points", "points"), ("win_share", "wins"))}  # fmt: skip
    parts = "; ".join(f"{what}: {names}" for what, names in told.items())
    return f"Worth something in every line-up, beyond chance over all routes and both measures: {parts}."


def flaws_of(name: str, found: pd.DataFrame, again: pd.DataFrame | None) -> Iterator[str]:
    """A line on each thing that a player does better without, beyond chance over the table."""
    worst = experiments.flaws(found)["thing"].tolist()
    fresh = None if again is None else again.set_index("thing")
    for each in worst:
        cells = ["", ""] if fresh is None else [cell(fresh.loc[each], measure) for measure in ("points", "win_share")]
        yield f"| {name} | {len(found)} | {called(each)} | {' | '.join(cells)} |"
    if not worst:
        yield f"| {name} | {len(found)} | none | | |"


def over(found: pd.DataFrame, again: pd.DataFrame, ends: int) -> str:
    """The first and the last rows of a table of what is over the mean, with the numbers of another one."""
    name = f"points{over_mean.ENDING}"
    ordered = found.sort_values([name, "thing"], ascending=[False, True])["thing"]
    chosen = ordered if len(ordered) <= 2 * ends else pd.concat([ordered.head(ends), ordered.tail(ends)])
    rows = again.set_index("thing").loc[chosen].reset_index()
    shown = [
        f"| {row['thing']} | {marked(row, 'points')} | {marked(row, 'win_share')} | {cell(row, 'points')} | "
        f"{row[f'n{over_mean.ENDING}']:,} |"
        for _, row in rows.iterrows()
    ]
    head = "thing; points over the mean; wins over the mean, percentage points; points; n"
    return f"{table(head, shown)}\n\nMarked \\*: beyond chance over points and wins of the whole table (Holm)."


def marked(row: Any, measure: str) -> str:
    """What a thing is worth over the mean, marked if that is beyond chance."""
    sure = row[over_mean.ADJUSTED[measure] + over_mean.ENDING] <= answers.LEVEL
    return cell(row, measure + over_mean.ENDING) + (MARK if sure else "")
