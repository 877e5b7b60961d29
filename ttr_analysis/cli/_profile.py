"""``ttr maps profile``: measure a map for its designers, beside the maps that ship."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _output, _profile_words, words

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.experiments import MapProfile

GAMES = 2000
"""Default number of games: as many as those of the shipped maps."""

MOST = 5
"""Most tickets, routes or lengths that are listed for people."""


def add_to(actions: Any) -> None:
    """Add the action and its arguments."""
    summary = "measure a map for its designers, beside the maps that ship"
    made = _common.add_command(actions, "profile", profile, summary, "ttr maps profile my/map --players 3")
    _common.add_map(made)
    most = "number of players (default: 4, or as many as the map takes)"
    made.add_argument("--players", type=_common.whole, metavar="N", help=most)
    _common.add_everybody(made)
    _common.add_games(made, GAMES)
    _common.add_seed(made)
    made.add_argument(
        "--beside",
        action="append",
        default=[],
        metavar="MAP",
        help="a map to make the band of, played likewise (repeatable; default: the maps that ship, from a file)",
    )
    _common.add_out(made, "folder for the charts and their tables")
    _common.add_running(made)
    _common.add_code(made)
    _common.add_form(made)


def profile(arguments: Namespace) -> int:
    """Play, and print the measures and what deserves a second look."""
    from ttr_analysis.charts import profile as charts
    from ttr_analysis.experiments.profile import profile as profiles

    _common.load_code(arguments.code)
    folder = _output.chart_folder(arguments.out)
    found = profiles.map_profile(
        _common.map_of(arguments.map, rules=arguments.rule),
        arguments.strategy,
        players=arguments.players,
        games=arguments.games,
        seed=arguments.seed,
        beside=[_common.map_of(each) for each in arguments.beside],
        threads=arguments.threads,
        progress=_common.progress_of(arguments),
    )
    if arguments.json:
        _output.print_json(_records(found))
    else:
        _output.print_table(arguments, found.measures, _for_people(found.measures, charts), _notes(found))
    if folder:
        _write(found, folder, charts)
    if not found.result.complete:
        print(words.stopped(words.games_kept(len(found.result), arguments.games, None)), file=sys.stderr)
        return _common.INTERRUPTED
    return 0


def _records(found: MapProfile) -> dict[str, Any]:
    """Return all tables of a profile, each as a list of records."""
    names = ("measures", "routes", "tickets", "lengths", "fair_tickets", "colors", "tightness", "alike")
    tables = {"second_look": found.second_look(), **{name: getattr(found, name) for name in names}}
    return {name: json.loads(table.to_json(orient="records", force_ascii=False)) for name, table in tables.items()}


def _for_people(table: pd.DataFrame, charts: Any) -> pd.DataFrame:
    """Return the measures that apply, with numbers as text."""
    import pandas as pd

    from ttr_analysis.charts import profile_words

    rows = table[table["value"].notna().to_numpy()]
    shown = [row for _, row in rows.iterrows()]
    ends = [[_end(charts, row, end, name) for row in shown] for end, name in (("low", "lowest"), ("high", "highest"))]
    return pd.DataFrame(
        {
            "measure": [profile_words.measure(row["measure"]) for row in shown],
            "unit": [profile_words.UNITS.get(row["unit"], row["unit"]) for row in shown],
            "value [95 %]": [charts.estimate_text(row) for row in shown],
            "smallest of the others": ends[0],
            "largest of the others": ends[1],
            "second look": [_profile_words.BEYOND[int(row["outside"] > 0) - int(row["outside"] < 0)] for row in shown],
        }
    )


def _end(charts: Any, row: Any, end: str, name: str) -> str:
    return f"{charts.number_text(row[f'band_{end}'], row['unit'])} {row[name]}" if row["maps"] else ""


def _notes(found: MapProfile) -> list[str]:
    """Return the lines below the table: what deserves a second look, likeness, how it was played."""
    rows = found.second_look()
    notes = ["", _profile_words.profile_measures(rows)]
    for what in ("route", "ticket", "length"):
        notes += _profile_words.profile_things(what, rows[(rows["what"] == what).to_numpy()], MOST)
    if len(found.alike):
        notes.append(_profile_words.profile_alike(found.alike))
    manifest = found.result.manifest
    notes.append(words.tickets_played(len(found.result), manifest.players, manifest.names[0], manifest.seed))
    if not (found.measures["maps"] > 0).all() and not len(found.alike):
        notes.append(_profile_words.PROFILE_NO_BAND)
    return [*notes, _profile_words.PROFILE_MEANING, *words.noted(found.game_map.caveats)]


def _write(found: MapProfile, folder: Any, charts: Any) -> None:
    """Write the charts; those of fair points only if any are known."""
    figures = {"profile": charts.map_profile(found.measures)}
    for name, table in (("fair_points_tickets", found.fair_tickets), ("fair_points_lengths", found.lengths)):
        if table["fair_points"].notna().any():
            figures[name] = charts.fair_points(table)
    _output.write_charts(figures, folder)
