"""Measure what things are worth today: ``python tests/write_worth.py`` writes the tables of ``docs/worth.md``.

Games are kept in ``build/worth_page``, a folder a table: after Ctrl-C, the same command goes on with those that lack.
Remove that folder to measure all anew, whenever the engine or a player changes: half an hour of one processor.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import put_tables, table

from ttr_analysis import experiments
from ttr_analysis.experiments.worth import answers, kept, line_ups, over_mean
from ttr_analysis.maps import load_map
from ttr_analysis.stats import columns

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "worth.md"
KEPT = ROOT / "build" / "worth_page"
PLAYER, SEED = "expert", 0
MIXED = ("expert", "learned", "ticket_planner", "rush")
LINE_UPS = {"expert": 1000, "learned": 400, "ticket_planner": 1000, ", ".join(MIXED): 1000}
"""Games of each route by line-up: fewer of ``learned``, which takes five times as long as ``expert``."""
GAMES = {"cards": 3000, "turns": 2000, "seats": 4000, "habits": 2000, "tickets": 1000, "europe": 3000,
         "partners": 800}  # fmt: skip
"""Games of each row."""
TICKET = "Seattle-New York"
"""The ticket whose partners are told: the one worth most at the start."""
ALWAYS = "Atlanta-Charleston"
"""A route that is told wherever it ranks: winners claim it far more often than others."""
SHOWN, CONFIRMED, APART = 8, 3, 10
"""Routes of a table, of those that are measured again, and disagreements that are told."""
MARK = " \\*"
"""What stands behind a number that is beyond chance."""
FRESH = 1000
"""Games in which they are measured again."""


def of_usa(of: str, players: int) -> pd.DataFrame:
    """A table of the default player on USA."""
    sys.stdout.write(f"{of}, {players} players\n")
    return experiments.worth(
        "usa", PLAYER, of=of, players=players, games=GAMES[of], seed=SEED, out=KEPT / f"{of}{players}", resume=True
    )


def of_europe(name: str, **asked: Any) -> pd.DataFrame:
    """A table of the default player among four on Europe."""
    return experiments.worth("europe", PLAYER, players=4, seed=SEED, out=KEPT / name, resume=True, **asked)


def of_rule(name: str, game_map: str, players: int, changes: Mapping[str, Any]) -> pd.DataFrame:
    """What a rule does, for the default player."""
    if (KEPT / name / kept.RECORD).exists():
        return experiments.read_worth(KEPT / name)
    return experiments.worth_of_rule(game_map, changes, PLAYER, players=players, games=2000, seed=SEED, out=KEPT / name)


def routes() -> tuple[pd.DataFrame, pd.DataFrame]:
    """The routes of USA for all line-ups, and those worth most to all of them measured again."""
    tables = {
        name: experiments.worth(
            "usa", name.split(", "), of="routes", players=4, games=games, seed=SEED, resume=True,
            out=KEPT / f"routes{number}",
        )
        for number, (name, games) in enumerate(LINE_UPS.items(), 1)
    }  # fmt: skip
    found = line_ups._joined(tables, complete=True)
    again = experiments.confirm(found, CONFIRMED, seed=SEED + 1, games=FRESH, out=KEPT / "again", resume=True)
    return found, again


def cell(row: Any, measure: str) -> str:
    """A worth with its interval, or its bound."""
    factor, digits = (100, 1) if measure.startswith("win_share") else (1, 2)
    value, low, high = (factor * row[f"{measure}{end}"] for end in ("", "_low", "_high"))
    if low == -high:
        return f"at most ±{high:.{digits}f}"
    return in_brackets(value, low, high, digits)


def in_brackets(value: float, low: float, high: float, digits: int) -> str:
    """A number with its interval."""
    text = columns.number_text
    return f"{text(value, digits)} [{text(low, digits)}, {text(high, digits)}]"


def lines(rows: pd.DataFrame, *measures: str) -> Iterator[str]:
    """A line for each row."""
    for _, row in rows.iterrows():
        name = answers.HABITS.get(row["thing"], row["thing"])
        yield f"| {name} | {' | '.join(cell(row, each) for each in measures)} | {row['n']:,} |"


def by_line_up(found: pd.DataFrame, names: Iterable[str], measure: str) -> str:
    """A row a thing and a column a line-up."""
    tables = {name: experiments.of_line_up(found, name).set_index("thing") for name in found["line_up"].unique()}
    rows = [f"| {name} | {' | '.join(cell(each.loc[name], measure) for each in tables.values())} |" for name in names]
    return table("; ".join(["route", *tables]), rows)


def told_apart(found: pd.DataFrame) -> str:
    """Where line-ups disagree beyond chance, the surest first."""
    apart = experiments.disagreements(found)
    rows = [
        f"| {row['thing']} | {row['measure'].replace('win_share', 'wins, percentage points')} | {row['line_up']} | "
        f"{row['other']} | {difference(row)} |"
        for _, row in apart.head(APART).iterrows()
    ]
    head = f"Differences beyond chance over all routes, pairs of line-ups and both measures: {len(apart)}"
    if not rows:
        return f"{head}."
    shown = table("route; measure; worth for; less that for; difference", rows)
    return f"{head}; the surest {len(rows)}:\n\n{shown}"


def difference(row: Any) -> str:
    """A difference of line-ups in its unit."""
    factor, digits = (100, 1) if row["measure"] == "win_share" else (1, 2)
    value, low, high = (factor * row[f"difference{end}"] for end in ("", "_low", "_high"))
    return in_brackets(value, low, high, digits)


def flaws(found: pd.DataFrame, habits: Mapping[int, pd.DataFrame]) -> str:
    """What players do better without, beyond chance over their table."""
    tables = {f"routes, {name}": experiments.of_line_up(found, name) for name in found["line_up"].unique()}
    tables |= {f"habits, {PLAYER}, {players} players": each for players, each in habits.items()}
    rows = []
    for name, each in tables.items():
        worst = experiments.flaws(each)
        told_of = "; ".join(
            f"{answers.HABITS.get(row['thing'], row['thing'])}: {cell(row, 'points')} points, "
            f"{cell(row, 'win_share')} percentage points of wins"
            for _, row in worst.iterrows()
        )
        rows.append(f"| {name} | {len(each)} | {told_of or 'none'} |")
    return table("table; things; better without", rows)


def over(found: pd.DataFrame, ends: int) -> str:
    """The first and the last rows of a table of what is over the mean."""
    name = f"points{over_mean.ENDING}"
    ordered = found.sort_values([name, "thing"], ascending=[False, True])
    rows = ordered if len(ordered) <= 2 * ends else pd.concat([ordered.head(ends), ordered.tail(ends)])
    sure = rows[f"p_adjusted{over_mean.ENDING}"] <= answers.LEVEL
    cells = [
        f"| {row['thing']} | {cell(row, name)}{MARK if yes else ''} | {cell(row, f'win_share{over_mean.ENDING}')} | "
        f"{cell(row, 'points')} | {row[f'n{over_mean.ENDING}']:,} |"
        for (_, row), yes in zip(rows.iterrows(), sure, strict=True)
    ]
    head = "thing; points over the mean; wins over the mean, percentage points; points; n"
    return f"{table(head, cells)}\n\nMarked \\*: beyond chance over points and wins of the whole table (Holm)."


def simple(found: pd.DataFrame) -> str:
    """Points and wins of all rows."""
    head = "thing; points; wins, percentage points; points of the others; n"
    return table(head, lines(found, "points", "win_share", "points_of_others"))


def long_tickets() -> str:
    """Europe's long tickets: having to keep them, being free to keep them, and keeping rather than returning."""
    names = [ticket.name for ticket in load_map("europe").tickets if ticket.is_long]
    asked = {"of": "tickets", "only": names, "games": GAMES["europe"]}
    tables = {change: of_europe(f"{change}4", change=change, **asked) for change in ("kept", "returned")}
    kept_rows, returned_rows = (each.set_index("thing") for each in tables.values())
    rows = []
    for name in names:
        said = answers.keep_or_return(*tables.values(), name)
        both = said.partition(" is worth ")[2].partition(" a game to ")[0]
        alone = [cell(each.loc[name], "points") for each in (kept_rows, returned_rows)]
        rows.append(f"| {name} | {' | '.join(alone)} | {both} |")
    return table("ticket; having to keep it; being free to keep it; keeping rather than returning, a game", rows)


def partners() -> Iterator[str]:
    """The best partners of a ticket, and the best one in fresh games."""
    found = experiments.worth(
        "usa", PLAYER, of="partners", ticket=TICKET, players=2, games=GAMES["partners"], seed=SEED, resume=True,
        out=KEPT / "partners2",
    )  # fmt: skip
    again = experiments.confirm(found, 1, seed=SEED + 1, games=4000, out=KEPT / "partners2_again", resume=True)
    yield simple(pd.concat([found.head(4), found.tail(4)]))
    yield f"In fresh games of seed {SEED + 1}: {experiments.worth_of(again, again['thing'][0])}"


def rules() -> Iterator[str]:
    """What rules do, in sentences."""
    for name, game_map, players, changes in (
        ("bonus2", "usa", 2, {"longest_trail_bonus": 0}), ("bonus4", "usa", 4, {"longest_trail_bonus": 0}),
        ("harbour4", "rails_sails_world", 4, {"harbours.number": 2}),
        ("harbours4", "rails_sails_world", 4, {"harbours.number": 0}),
    ):  # fmt: skip
        found = of_rule(name, game_map, players, changes)
        yield f"- {game_map}: {experiments.rule_effect(found)}"


def of_routes() -> Iterator[str]:
    """Yield the sections on routes, of all line-ups."""
    found, again = routes()
    least = found.groupby("thing")["points"].min().sort_values(ascending=False)
    names = [*dict.fromkeys([*least.index[:SHOWN], ALWAYS])]
    games = "; ".join(
        f"n = {rows['n'].min():,} games for {name}" for name, rows in found.groupby("line_up", sort=False)
    )
    yield (
        f"### Routes, by line-up\n\nUSA, four players, routes closed to the first of the line-up; {games}; seed "
        f"{SEED}. Points, those first whose least worth is largest, and {ALWAYS}, which winners claim so often:"
    )
    yield by_line_up(found, names, "points")
    yield (
        f"These were chosen among {found['thing'].nunique()}. The first {CONFIRMED} in {int(again['n'].min()):,} fresh "
        f"games of seed {SEED + 1}, in points and in wins (percentage points):"
    )
    chosen = list(dict.fromkeys(again["thing"]))
    yield by_line_up(again, chosen, "points")
    yield by_line_up(again, chosen, "win_share")
    holds = "; ".join(experiments.holds_for_all(found)["thing"]) or "none"
    yield f"Worth points in every line-up, beyond chance over all routes: {holds}."
    yield told_apart(found)
    yield f"### Better without, beyond chance\n\nSeed {SEED}."
    yield flaws(found, {players: of_usa("habits", players) for players in (2, 4)})


def of_other_things() -> Iterator[str]:
    """Yield the sections on all other things."""
    for of, title, ends in (("tickets", "A ticket at the start over the average one", 4), ("cards", "A card more", 9)):
        for players in (2, 4):
            yield f"### {title}, {players} players\n\nUSA, all `{PLAYER}`, seed {SEED}."
            yield over(of_usa(of, players), ends)
    for of, title in (("turns", "A turn"), ("seats", "Going first, and the other seats"), ("habits", "Habits")):
        for players in (2, 4):
            yield f"### {title}, {players} players\n\nUSA, all `{PLAYER}`, seed {SEED}."
            yield simple(of_usa(of, players))
    yield f"### Stations and other habits on Europe\n\nFour players, all `{PLAYER}`, seed {SEED}."
    yield simple(of_europe("stations4", of="habits", games=GAMES["habits"]))
    how = f"{GAMES['europe']:,} games a row, seed {SEED}; points, and in the last column wins, too"
    yield f"### Europe's long tickets\n\nFour players, all `{PLAYER}`, {how}."
    yield long_tickets()
    yield f"### Partners of {TICKET}\n\nUSA, two players, both `{PLAYER}`, seed {SEED}: the best four, and the worst."
    yield from partners()
    yield f"### Rules\n\nSeed {SEED}."
    yield "\n".join(rules())


if __name__ == "__main__":
    put_tables(PAGE, "\n\n".join([*of_routes(), *of_other_things()]))
