"""``ttr worth``: what routes, tickets, cards, turns and habits are worth, by changing them."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, words

if TYPE_CHECKING:
    import pandas as pd


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr worth usa --of routes --change closed --players 4 --precision 0.5 --out build/worth"
    summary = "measure what things are worth: change them for one player, and play the same games again"
    made = _common.add_command(commands, "worth", worth, summary, example)
    _common.add_map(made)
    made.add_argument(
        "--of", default="routes", metavar="THINGS", help="routes, tracks, cities, tickets, cards, turns or habits"
    )
    made.add_argument("--change", metavar="CHANGE", help="how they are changed (default: the usual way)")
    _common.add_seats(made)
    made.add_argument(
        "--precision", type=float, metavar="POINTS", help="play until each half-width of the points is at most this"
    )
    _common.add_games(made, 1000, "games of each row; with --precision the fewest")
    _common.add_seed(made)
    _common.add_out(made, "folder for the table, its charts and how it was made; kept after each round of games")
    _common.add_running(made)
    _common.add_code(made)
    _common.add_form(made)


def worth(arguments: Namespace) -> int:
    """Measure, and print the table."""
    from ttr_analysis import charts
    from ttr_analysis.experiments.worth.measure import worth as measure
    from ttr_analysis.experiments.worth.table import flaws

    _common.load_code(arguments.code)
    game_map = _common.map_of(arguments.map, rules=arguments.rule)
    table = measure(
        game_map,
        _common.lineup_of(arguments),
        of=arguments.of,
        change=arguments.change,
        players=arguments.players,
        precision=arguments.precision,
        games=arguments.games,
        seed=arguments.seed,
        out=arguments.out,
        threads=arguments.threads,
        progress=_common.progress_of(arguments),
    )
    harmful = flaws(table)["thing"].tolist()
    notes = [words.WORTH, *words.worth_flaws(harmful), *words.noted(game_map.caveats)]
    _common.print_table(arguments, table, _for_people(table), notes)
    if arguments.out:
        _common.write_charts(charts.worth_charts(table, game_map), Path(arguments.out).expanduser() / "charts")
    if not table.attrs["complete"]:
        print(words.stopped(words.WORTH_SO_FAR), file=sys.stderr)
        return _common.INTERRUPTED
    return 0


def _for_people(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with its intervals as text."""
    people = table[["thing"]].copy()
    people["points"] = _common.interval(table, "points", 2)
    people["wins, %"] = _common.interval(table, "win_share", 1, 100)
    people["others' points"] = _common.interval(table, "points_of_others", 2)
    people["games"] = table["n"].map("{:,}".format)
    people["changed, %"] = (100 * table["changed"]).map("{:.0f}".format)
    people["p adjusted"] = table["p_adjusted"].map("{:.2g}".format)
    return people
