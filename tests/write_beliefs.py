"""Judge beliefs on known hands: ``python tests/write_beliefs.py --minutes 30`` writes ``docs/beliefs.md``.

It goes on where it was stopped: games that were judged are kept in ``build/beliefs``. All 7,800
games take about 36 CPU-hours, 25 of them those of World.
``--page`` only writes the page from the games judged so far.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pandas as pd

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import put_tables, table, told

from ttr_analysis import charts
from ttr_analysis.experiments.beliefs import judged, posterior
from ttr_analysis.maps import load_map
from ttr_analysis.results import source
from ttr_analysis.strategies import get_strategy

PAGE = Path(__file__).parents[1] / "docs" / "beliefs.md"
CHART = PAGE.parent / "usa_reliability.svg"
KEPT = Path(__file__).parents[1] / "build" / "beliefs"
SEED, FIT_SEED = 3030, 2027
WORLDS, DETERMINIZED = 64, 100
"""Chains of imagined hands, worlds as ``monte_carlo`` imagines them."""
BATCH, FIT_GAMES = 1, 6
LARGE, SMALL = 1000, 300
LEAST = 10
"""Games of a case from which its rows are shown: intervals of fewer tell nothing."""
STAGES = ("1/4", "1/2", "3/4", "end")


class Case(NamedTuple):
    """A board, and who plays on it."""

    game_map: str
    strategy: str
    games: int

    @property
    def folder(self) -> Path:
        return KEPT / f"{self.game_map}-{self.strategy}"


CASES = (
    *(Case(name, "expert", LARGE) for name in ("usa", "europe", "rails_sails_world")),
    *(Case(name, "ticket_planner", LARGE) for name in ("usa", "europe", "rails_sails_world")),
    *(Case(name, "expert", SMALL) for name in ("nordic", "switzerland", "india", "rails_sails_great_lakes")),
    *(Case(name, "expert", SMALL) for name in ("first_journey_usa", "first_journey_europe")),
)


def noise_of(case: Case) -> posterior.Noise:
    """How often the players depart from ``expert``, fitted on games of USA of another seed."""
    file = KEPT / f"noise-{case.strategy}.json"
    if case.strategy == "expert":
        return posterior.NOISE
    if not file.is_file():
        KEPT.mkdir(parents=True, exist_ok=True)
        fitted = judged.fit_noise(load_map("usa"), case.strategy, games=FIT_GAMES, seed=FIT_SEED)
        file.write_text(json.dumps(fitted), encoding="utf-8")
    return posterior.Noise(*json.loads(file.read_text(encoding="utf-8")))


def read(case: Case) -> pd.DataFrame:
    """The games judged so far."""
    parts = [pd.read_parquet(file) for file in sorted(case.folder.glob("*.parquet"))]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def go_on(case: Case) -> bool:
    """Judge the next games of a case; return whether there were any left."""
    first = BATCH * len(list(case.folder.glob("*.parquet")))
    if first >= case.games:
        return False
    player = posterior.assumed_player("expert", noise_of(case))
    parts = []
    for number in range(first, first + BATCH):
        parts += judged.play_judged(
            load_map(case.game_map), get_strategy(case.strategy), player, [number], seed=SEED, worlds=WORLDS,
            determinized=DETERMINIZED,
        )  # fmt: skip
    case.folder.mkdir(parents=True, exist_ok=True)
    file = case.folder / f"{first:05d}.parquet"
    pd.concat(parts, ignore_index=True).to_parquet(file.with_suffix(".part"))
    file.with_suffix(".part").rename(file)
    return True


def run(minutes: float) -> None:
    """Judge games until the CPU-minutes are spent: next, of the case on which least was spent for the games wanted."""
    spent = dict.fromkeys(CASES, 0.0)
    while spent and time.process_time() < 60 * minutes:
        case = min(spent, key=lambda each: spent[each] / each.games)
        begun = time.process_time()
        if go_on(case):
            spent[case] += time.process_time() - begun
        else:
            del spent[case]


def rows_of(case: Case, measure: str) -> Iterator[str]:
    """The rows of a table: each kind of chance at each stage."""
    games = read(case)
    if games.empty:
        return
    scores = judged.scores(games)
    for method, each in scores[scores["measure"] == measure].groupby("method", sort=False):
        factor, digits = (100, 0) if measure == "found" else (1, 3)
        cells = [_scaled(value, factor, digits) for value in each["value"]]
        yield f"| {case.game_map} | {case.strategy} | {method} | {each['value'].iloc[0].n} | {' | '.join(cells)} |"


def _scaled(value: object, factor: float, digits: int) -> str:
    from dataclasses import replace

    scaled = replace(value, value=factor * value.value, low=factor * value.low, high=factor * value.high)  # type: ignore[type-var,attr-defined]
    return told(scaled, digits)


def reliable(case: Case) -> Iterator[str]:
    """The rows of a reliability curve, all stages together."""
    games = read(case)
    if games.empty:
        return
    for _, row in judged.reliability(games).iterrows():
        held = f"{100 * row['held']:.0f} [{100 * row['held_low']:.0f}, {100 * row['held_high']:.0f}]"
        number = f"{int(row['n']):,} | {int(row['games']):,}"
        yield f"| {case.game_map} | {case.strategy} | {100 * row['believed']:.0f} | {held} | {number} |"


def noises() -> Iterator[str]:
    """How often players depart from ``expert``."""
    for case in CASES:
        if case.folder.is_dir():
            noise = noise_of(case)
            cells = " | ".join(f"{100 * each:.0f}" for each in noise)
            worlds = read(case).groupby("stage")["effective_hands"].median() if read(case).size else []
            yield f"| {case.game_map} | {case.strategy} | {cells} | {' / '.join(f'{each:.0f}' for each in worlds)} |"


def draw(case: Case) -> None:
    """Draw the reliability of the first case, all stages together."""
    games = read(case)
    facts: source.Source = {
        "kind": "beliefs", "map": source.of_map(load_map(case.game_map)), "players": 2, "strategies": [case.strategy],
        "seed": SEED, "games": games["game"].nunique(), "asked": games["game"].nunique(), "worlds": WORLDS,
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        charts.save(charts.reliability(judged.reliability(source.tagged(games, facts))), Path(folder) / CHART.stem)
        shutil.copy(Path(folder) / CHART.name, CHART)


def write() -> None:
    """Write the tables of the page, and its chart."""
    enough = [case for case in CASES if len(list(case.folder.glob("*.parquet"))) * BATCH >= LEAST]
    if not enough:
        return put_tables(PAGE, f"No board has {LEAST} judged games yet.")
    head = "map; players; chances; n games; " + "; ".join(f"before {stage}" for stage in STAGES)
    if CASES[0] in enough:
        draw(CASES[0])
    parts = [
        "## Tickets found (%)\n",
        table(head, [row for case in enough for row in rows_of(case, "found")]),
        "\n## Brier score\n",
        table(head, [row for case in enough for row in rows_of(case, "brier")]),
        "\n## Reliability\n",
        f"![Tickets of USA believed with about the same chance, and how many of them were held]({CHART.name})\n",
        table(
            "map; players; believed (%); held (%); n chances; n games",
            [row for case in enough if case.games == LARGE for row in reliable(case)],
        ),
        "\n## Departures from `expert` (e, %), and effective hands\n",
        table("map; players; turns; second cards; tickets; effective hands at each stage (median)", noises()),
    ]
    return put_tables(PAGE, "\n".join(parts))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--page", action="store_true")
    asked = parser.parse_args()
    if not asked.page:
        run(asked.minutes)
    write()
