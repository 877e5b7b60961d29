"""Measure what things are worth today: ``python tests/write_worth.py`` writes the tables of ``docs/worth.md``.

``--only routes`` measures one section (repeatable), ``--minutes 30`` stops after so long. Games are kept in
``build/worth_page``, a folder a table: the same command goes on where the last one stopped, and the page is written
from what is kept. A section of which nothing is kept stays as it is on the page. Remove the folder to measure all anew,
whenever the engine or a player changes; what another engine played is refused.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import BEGIN, END, put_tables, table
from worth_page import APART, FLAWS, by_line_up, cell, flaws_of, games_of, holds, over, simple, told_apart

from ttr_analysis import experiments
from ttr_analysis.engine.sources import source_hash
from ttr_analysis.experiments.worth import kept, line_ups, where_offered
from ttr_analysis.maps import load_map

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "worth.md"
KEPT = ROOT / "build" / "worth_page"
PLAYER, SEED = "expert", 0
LINE_UPS = {
    "expert": "expert", "ticket_planner": "ticket_planner", "mixed": "expert, learned, ticket_planner, rush",
    "learned": "learned",
}  # fmt: skip
"""Line-ups of the routes, by the names of their folders: the one that takes longest, by far, is the last."""
PRECISION, LEAST, FRESH = 0.5, 1000, 3000
"""Half-width of the points of each route, the fewest games of it, and the games of each that is named."""
GAMES = {"cards": 3000, "turns": 2000, "seats": 4000, "habits": 2000, "tickets": 1000, "europe": 3000,
         "partners": 800, "partners_again": 4000, "rules": 2000}  # fmt: skip
"""Games of each row of other things."""
TICKET = "Seattle-New York"
"""The ticket whose partners are told: the one worth most at the start."""
ALWAYS = "Atlanta-Charleston"
"""A route that is told wherever it ranks: winners claim it far more often than others."""
SHOWN = 8
"""Routes of a table."""
ENDS = 4
"""Best and worst tickets and partners that are told."""
AGAIN = "_again"
"""How the folder of fresh games ends."""
RULES: Sequence[tuple[str, str, int, Mapping[str, Any]]] = (
    ("bonus2", "usa", 2, {"longest_trail_bonus": 0}), ("bonus4", "usa", 4, {"longest_trail_bonus": 0}),
    ("harbour4", "rails_sails_world", 4, {"harbours.number": 2}),
    ("harbours4", "rails_sails_world", 4, {"harbours.number": 0}),
)  # fmt: skip
"""What is told of rules: folder, map, players, and the rule as it would be otherwise."""
SECTION = "<!-- section: {} -->"


class Lacking(Exception):
    """A table of which no games are kept, where none may be played."""


@dataclass
class Run:
    """Measures until the time is up, and reads what is kept after that.

    Attributes
    ----------
    minutes : float
    begun : float
    """

    minutes: float = float("inf")
    begun: float = field(default_factory=time.monotonic)

    def is_over(self, done: int = 0, total: int = 0) -> bool:
        """Return whether the time is up; called after each piece of the games."""
        return time.monotonic() - self.begun >= 60 * self.minutes

    def measured(self, name: str, measure: Callable[..., pd.DataFrame], *asked: Any, **more: Any) -> pd.DataFrame:
        """Return a table of a folder, gone on with if there is time.

        Raises
        ------
        Lacking
            If there is none, and no time.
        """
        if self.is_over():
            return there(name)
        cpu, begun = time.process_time(), time.monotonic()
        found = measure(*asked, out=KEPT / name, resume=True, **more)
        took = f"{time.process_time() - cpu:.0f} CPU-seconds, {time.monotonic() - begun:.0f} s"
        sys.stdout.write(f"{name}: {took}{'' if found.attrs['complete'] else ', stopped'}\n")
        sys.stdout.flush()
        return found

    def worth(self, name: str, game_map: str, strategies: str = PLAYER, **asked: Any) -> pd.DataFrame:
        """Return a table of worth."""
        asked = {"seed": SEED, "on_progress": self.is_over, **asked}
        return self.measured(name, experiments.worth, game_map, strategies.split(", "), **asked)

    def confirmed(self, name: str, found: pd.DataFrame, names: Sequence[str], **asked: Any) -> pd.DataFrame:
        """Return some things of a table in fresh games.

        Raises
        ------
        Lacking
            If the table is not complete, so that what is chosen may change.
        """
        if not found.attrs["complete"]:
            raise Lacking(name)
        asked = {"seed": SEED + 1, "on_progress": self.is_over, **asked}
        return self.measured(f"{name}{AGAIN}", experiments.confirm, found, names, **asked)

    def of_usa(self, of: str, players: int, seed: int = SEED) -> pd.DataFrame:
        """Return a table of the default player on USA."""
        ending = "" if seed == SEED else AGAIN
        return self.worth(f"{of}{players}{ending}", "usa", of=of, players=players, games=GAMES[of], seed=seed)

    def of_europe(self, name: str, **asked: Any) -> pd.DataFrame:
        """Return a table of the default player among four on Europe."""
        return self.worth(name, "europe", players=4, **asked)

    def of_rule(self, name: str, game_map: str, players: int, changes: Mapping[str, Any]) -> pd.DataFrame:
        """Return what a rule does, for the default player."""
        asked = {"players": players, "games": GAMES["rules"], "seed": SEED}
        return self.measured(name, experiments.worth_of_rule, game_map, changes, PLAYER, **asked)


def there(name: str) -> pd.DataFrame:
    """Return the table that is kept in a folder.

    Raises
    ------
    Lacking
        If there is none.
    SystemExit
        If another engine played its games.
    """
    if not (KEPT / name / kept.TABLE).exists():
        raise Lacking(name)
    found = experiments.read_worth(KEPT / name)
    facts = found.attrs["worth"]
    if any(each.get("engine") != source_hash() for each in facts.get("line_ups", {"": facts}).values()):
        raise SystemExit(f"{KEPT / name} was made with another engine: remove it")
    return found


def ends_of(found: pd.DataFrame) -> pd.DataFrame:
    """The best and the worst of a table."""
    return found if len(found) <= 2 * ENDS else pd.concat([found.head(ENDS), found.tail(ENDS)])


def routes(run: Run) -> Iterator[str]:
    """The routes of USA, of the line-ups that there are."""
    tables = {}
    for folder, name in LINE_UPS.items():
        try:
            asked = {"games": LEAST, "precision": PRECISION}
            tables[name] = run.worth(f"routes_{folder}", "usa", name, of="routes", players=4, **asked)
        except Lacking:
            continue
    if len(tables) < 2:
        raise Lacking("routes")
    whole = {name: each for name, each in tables.items() if each.attrs["complete"]}
    found = line_ups._joined(whole if len(whole) > 1 else tables, complete=len(whole) > 1)
    least = found.groupby("thing")["points"].min().sort_values(ascending=False, kind="stable")
    every = experiments.holds_for_all(found)["thing"]
    names = [*dict.fromkeys([*least.index[:SHOWN], *every, ALWAYS])]
    again = routes_again(run, found, names)
    yield (
        "### Routes, by line-up\n\nUSA, four players, routes closed to the first of the line-up; "
        f"{games_of(found)}; seed {SEED}."
    )
    first = (
        f"Of {found['thing'].nunique()} routes, the {SHOWN} whose least worth is largest, those that are worth "
        f"something in every line-up, and {ALWAYS}, which winners"
    )
    if again is None:
        yield f"{first} claim so often, in points; not measured again yet, so the largest are large by chance, too:"
        yield by_line_up(found, names, "points")
    else:
        yield f"{first} claim so often, in fresh games of seed {SEED + 1} ({games_of(again)}), in points:"
        yield by_line_up(again, names, "points")
        yield "In wins (percentage points):"
        yield by_line_up(again, names, "win_share")
    yield holds(found)
    yield told_apart(found, again)
    yield f"### Routes that players do better without\n\nBeyond chance over all routes; chosen with seed {SEED}."
    parts = []
    for name in found["line_up"].unique():
        fresh = None if again is None else experiments.of_line_up(again, name)
        parts.extend(flaws_of(name, experiments.of_line_up(found, name), fresh))
    yield table(FLAWS, parts)


def routes_again(run: Run, found: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame | None:
    """The routes that are named, in fresh games; none if the tables are not complete, or there is no time."""
    each = [experiments.flaws(experiments.of_line_up(found, name)) for name in found["line_up"].unique()]
    each += [experiments.disagreements(found).head(APART), experiments.holds_for_all(found)]
    chosen = list(dict.fromkeys([*names, *(name for part in each for name in part["thing"])]))
    try:
        again = run.confirmed(f"routes{len(each) - 2}", found, chosen, games=FRESH)
    except Lacking:
        return None
    return again if again["line_up"].nunique() == len(each) - 2 else None


def tickets(run: Run) -> Iterator[str]:
    """Tickets at the start: chosen in games of one seed, measured in those of the next."""
    for players in (2, 4):
        found, again = (run.of_usa("tickets", players, seed) for seed in (SEED, SEED + 1))
        yield (
            f"### A ticket at the start over the average one, {players} players\n\nUSA, all `{PLAYER}`: the best and "
            f"the worst {ENDS} of seed {SEED}, in fresh games of seed {SEED + 1}."
        )
        yield over(found, again, ENDS)


def cards(run: Run) -> Iterator[str]:
    """A card more of each kind."""
    for players in (2, 4):
        yield f"### A card more, {players} players\n\nUSA, all `{PLAYER}`, seed {SEED}."
        found = run.of_usa("cards", players)
        yield over(found, found, len(found))


def whole(of: str, title: str) -> Callable[[Run], Iterator[str]]:
    """Return a section whose tables show all rows."""

    def section(run: Run) -> Iterator[str]:
        for players in (2, 4):
            yield f"### {title}, {players} players\n\nUSA, all `{PLAYER}`, seed {SEED}."
            yield simple(run.of_usa(of, players))

    return section


def habits(run: Run) -> Iterator[str]:
    """Habits on USA, on Europe and on the World, and those that players do better without."""
    tables = {f"USA, {players} players": run.of_usa("habits", players) for players in (2, 4)}
    tables["Europe, 4 players"] = run.of_europe("habits_europe4", of="habits", games=GAMES["habits"])
    asked = {"of": "habits", "players": 4, "games": GAMES["habits"]}
    tables["World, 4 players"] = run.worth("habits_world4", "rails_sails_world", **asked)
    for name, found in tables.items():
        yield f"### Habits, {name}\n\nAll `{PLAYER}`, seed {SEED}."
        yield simple(found)
    yield (
        f"### Habits that `{PLAYER}` does better without\n\nBeyond chance over their table; chosen with seed {SEED}, "
        f"numbers of seed {SEED + 1}."
    )
    parts = []
    folders = ("habits2", "habits4", "habits_europe4", "habits_world4")
    for folder, (name, found) in zip(folders, tables.items(), strict=True):
        worst = experiments.flaws(found)["thing"].tolist()
        again = run.confirmed(folder, found, worst, games=2 * GAMES["habits"]) if worst else None
        parts.extend(flaws_of(name, found, again))
    yield table(FLAWS, parts)


def long_tickets(run: Run) -> Iterator[str]:
    """Europe's long tickets: having to keep them, being free to keep them, and keeping rather than returning."""
    names = [ticket.name for ticket in load_map("europe").tickets if ticket.is_long]
    asked = {"of": "tickets", "only": names, "games": GAMES["europe"]}
    folders = {"kept": "kept4", "returned": "returned4", "kept_or_returned": "keep_or_return4"}
    must, free, both = (
        run.of_europe(folder, change=change, **asked).set_index("thing") for change, folder in folders.items()
    )
    rows = [
        f"| {name} | {cell(must.loc[name], 'points')} | {cell(free.loc[name], 'points')} | "
        f"{cell(both.loc[name], 'points')} | {cell(both.loc[name], 'points' + where_offered.ENDING)} | "
        f"{cell(both.loc[name], 'win_share' + where_offered.ENDING)} | "
        f"{both.loc[name, 'n' + where_offered.ENDING]:,} |"
        for name in names
    ]
    yield (
        f"### Europe's long tickets\n\nFour players, all `{PLAYER}`, {GAMES['europe']:,} games a row, seed {SEED}: "
        "what it is worth to have to keep the ticket whenever it is offered, to be free to keep it, and to keep it "
        "rather than return it, a game, most of which do not offer it. The last columns tell the latter for each deal "
        "that offers it, over n games."
    )
    yield table(
        "ticket; having to keep it, points; being free to keep it, points; keeping rather than returning it, points; "
        "for each deal that offers it, points; for each deal, wins, percentage points; n", rows,
    )  # fmt: skip


def partners(run: Run) -> Iterator[str]:
    """The best and the worst partners of a ticket, in fresh games."""
    asked: dict[str, Any] = {"of": "partners", "ticket": TICKET, "players": 2, "games": GAMES["partners"]}
    found = run.worth("partners2", "usa", **asked)
    names = ends_of(found)["thing"].tolist()
    again = run.confirmed("partners2", found, names, games=GAMES["partners_again"])
    yield (
        f"### Partners of {TICKET}\n\nUSA, two players, both `{PLAYER}`: the best and the worst {ENDS} of seed {SEED}, "
        f"in fresh games of seed {SEED + 1}."
    )
    yield simple(again.set_index("thing").loc[names].reset_index())


def rules(run: Run) -> Iterator[str]:
    """What rules do, in sentences."""
    sentences = [
        f"- {place}: {experiments.rule_effect(run.of_rule(name, place, players, changes))}"
        for name, place, players, changes in RULES
    ]
    yield f"### Rules\n\nSeed {SEED}."
    yield "\n".join(sentences)


SECTIONS: dict[str, Callable[[Run], Iterator[str]]] = {
    "routes": routes, "tickets": tickets, "cards": cards, "turns": whole("turns", "A turn"),
    "seats": whole("seats", "Going first, and the other seats"), "habits": habits, "long_tickets": long_tickets,
    "partners": partners, "rules": rules,
}  # fmt: skip


def on_page(text: str) -> dict[str, str]:
    """The sections that stand on the page."""
    tables = text.partition(BEGIN)[2].partition(END)[0]
    parts = re.split(SECTION.format("(.*?)"), tables)
    return {name: body.strip() for name, body in zip(parts[1::2], parts[2::2], strict=True)}


def main(only: Sequence[str], minutes: float) -> None:
    """Measure some sections, and write those that can be written."""
    run, found = Run(minutes), on_page(PAGE.read_text(encoding="utf-8"))
    for name in only:
        try:
            found[name] = "\n\n".join(SECTIONS[name](run))
        except Lacking as lacking:
            sys.stdout.write(f"{name} stays as it is on the page: too little is kept of {lacking}\n")
    shown = [f"{SECTION.format(name)}\n{found[name]}" for name in SECTIONS if name in found]
    put_tables(PAGE, "\n\n".join(shown))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=SECTIONS, help="one section (repeatable)")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="stop after so long; 0 writes the page only"
    )
    given = parser.parse_args()
    main(given.only or list(SECTIONS), given.minutes)
