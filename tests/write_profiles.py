"""Measure the maps that ship: the band of ``ttr maps profile`` and the tables of ``docs/profile.md``.

``python tests/write_profiles.py`` plays the games and writes ``shipped.csv`` (two and a half minutes of one processor);
``python tests/write_profiles.py --page`` writes the page from it, and plays 2,000 games on USA for its last table.
Run both when a map, the engine or the default strategy changes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import put_tables, table

from ttr_analysis import stats
from ttr_analysis.charts import profile as texts
from ttr_analysis.experiments.profile import likeness, measures, shipped
from ttr_analysis.maps import available_maps, load_map
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result

PAGE = Path(__file__).parents[1] / "docs" / "profile.md"
PLAYERS = 3
"""All shipped maps take so many."""
NAMES = (
    "europe", "first_journey_europe", "first_journey_usa", "india", "nordic", "rails_sails_great_lakes",
    "rails_sails_world", "switzerland", "usa",
)  # fmt: skip


def played(name: str, players: int) -> Result:
    """The games of the file on a map."""
    sys.stdout.write(f"{name}, {players} players\n")
    sys.stdout.flush()
    return simulate(name, shipped.STRATEGY, players=players, games=shipped.GAMES, seed=shipped.SEED)


def measured(name: str, players: int) -> pd.DataFrame:
    """The rows of a map and a number of players."""
    result = played(name, players)
    found = measures.of_map(result.game_map, players) | measures.of_games(result)
    return shipped.rows_of(result.game_map, players, found, shipped.STRATEGY, shipped.SEED)


def all_measured() -> Iterator[pd.DataFrame]:
    """The rows of all maps."""
    for name in available_maps():
        low, high = load_map(name).rules.players
        for players in range(low, high + 1):
            yield measured(name, players)


def of_measures() -> str:
    """What each measure means."""
    rows = [
        f"| {texts.label(name)} | {each.unit} | {each.meaning} | {'yes' * each.behaviour} |"
        for name, each in measures.MEASURES.items()
    ]
    return table("measure; unit; meaning; counts for likeness", rows)


def of_maps() -> str:
    """The measures of all maps."""
    rows = shipped.shipped_measures(PLAYERS).assign(maps=0)
    rows["unit"] = [measures.MEASURES[name].unit for name in rows["measure"]]
    cells = {(row["map"], row["measure"]): texts.estimate_text(row) for _, row in rows.iterrows()}
    lines = [
        f"| {texts.label(name)} | {' | '.join(cells[each, name] for each in NAMES)} |" for name in measures.MEASURES
    ]
    return table("; ".join(["measure", *NAMES]), lines)


def of_likeness() -> str:
    """The distances of all maps."""
    rows = shipped.shipped_measures(PLAYERS)
    of = {name: rows[rows["map"] == name] for name in NAMES}

    def cell(one: str, two: str) -> str:
        found = likeness.likeness(of[one], of[two], PLAYERS)
        return f"{found.value:.2f} ±{found.high - found.value:.2f}" if one < two else ""

    lines = [f"| {one} | {' | '.join(cell(one, two) for two in NAMES[1:])} |" for one in NAMES[:-1]]
    return table("; ".join(["", *NAMES[1:]]), lines)


def of_points(result: Result) -> str:
    """Fair points of lengths, and of the tickets farthest from them."""
    lengths, tickets = stats.length_fair_points(result), stats.ticket_fair_points(result)
    apart = (tickets["fair_points"] - tickets["points"]).abs().sort_values(ascending=False, kind="stable").index[:10]
    lines = [_line(f"a track of length {row.length}", row.claims, row) for row in lengths.itertuples()]
    lines += [_line(row.name, row.kept, row) for row in tickets.loc[apart].itertuples()]
    return table("what; n; printed; fair points; verdict", lines)


def _line(what: str, number: int, row: Any) -> str:
    fair = f"{row.fair_points:.1f} [{row.fair_points_low:.1f}, {row.fair_points_high:.1f}]"
    return f"| {what} | {number:,} | {row.points} | {fair} | {row.verdict} |"


def write_page() -> None:
    """Write the tables of the page."""
    strategy, games, seed = shipped.STRATEGY, shipped.GAMES, shipped.SEED
    how = f"{PLAYERS} players, all `{strategy}`, {games:,} games a map, seed {seed}"
    farthest = "All lengths, and the ten tickets farthest from their printed points, with 95 % intervals"
    parts = [
        "## The measures", of_measures(),
        f"## Today's maps\n\nBase tickets; {how}. In brackets 95 % intervals; measures of the map alone are exact.",
        of_maps(),
        f"## How alike they are\n\nDistances with half-widths of their 95 % intervals; {how}.", of_likeness(),
        f"## Fair points on USA\n\n{farthest}; 4 players, all `{strategy}`, {games:,} games, seed {seed}.",
        of_points(played("usa", 4)),
    ]  # fmt: skip
    put_tables(PAGE, "\n\n".join(parts))


if __name__ == "__main__":
    if "--page" in sys.argv[1:]:
        write_page()
    else:
        pd.concat(all_measured()).to_csv(shipped.FILE, index=False, float_format="%.7g")
