"""``ttr report``: the report of a map."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from ttr_analysis.cli import _common


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    made = _common.add_command(
        commands, "report", report, "simulate a map and build its report", "ttr report usa --out report"
    )
    _common.add_lineup(made, seed=1, alone="4, or the most that the map allows if that is fewer")
    _common.add_fixed_seats(made)
    _common.add_games(made, 20_000, "number of games, at least 30")
    _common.add_first_game(made)
    worth = made.add_mutually_exclusive_group()
    worth.add_argument(
        "--worth", type=_common.folder, default=True, metavar="DIR",
        help="table of what routes are worth, written by ttr worth --out (default: 20 routes are measured)",
    )  # fmt: skip
    worth.add_argument(
        "--no-worth", dest="worth", action="store_false", help="leave out what routes are worth (a minute less)"
    )
    made.add_argument(
        "--format", choices=("html", "md"), default="html",
        help="html: a page that works offline; md: Markdown with pictures, for other tools (default: html)",
    )  # fmt: skip
    _common.add_cities(made)
    _common.add_out(
        made,
        "folder for the report; an existing report is replaced, a folder with anything else is refused",
        required=True,
    )


def report(arguments: Namespace) -> int:
    """Build the report of a map."""
    from ttr_analysis.play.lineup import make_lineup
    from ttr_analysis.report import build_report

    _common.load_code(arguments.code)
    game_map, names = _common.map_of(arguments.map, rules=arguments.rule), arguments.strategies
    # Bad input is refused before anything is printed.
    make_lineup(game_map, names, players=arguments.players, seed=arguments.seed)
    page = build_report(
        game_map,
        Path(arguments.out),
        _common.lineup_of(arguments),
        players=arguments.players,
        games=arguments.games,
        seed=arguments.seed,
        first_game=arguments.first_game,
        rotate=not arguments.fixed_seats,
        worth=arguments.worth,
        page_format=arguments.format,
        cities=arguments.cities,
    )
    print(page)
    return 0
