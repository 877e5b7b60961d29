"""Types of arguments, and groups of arguments that several commands share."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn

from ttr_analysis._validate import shown
from ttr_analysis.errors import SetupError

MAP_HELP = (
    "name or folder of a map; for a ticket set other than the base set, add it after a colon: usa, usa:1910, my/map"
)
Run = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments like any other bad input: in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise SetupError with the message and a hint at the help."""
        raise SetupError(f"{message} (see {self.prog} --help)")


def add_command(commands: Any, name: str, run: Run, summary: str, example: str = "") -> argparse.ArgumentParser:
    """Add a command, or an action of one; the parsed arguments hold its function as ``run``."""
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"example: {example}" if example else None,
    )
    made.set_defaults(run=run)
    return made


def add_lineup(parser: argparse.ArgumentParser, default: str, seed: int = 0, alone: str = "the fewest") -> None:
    """Add the map and the players; ``alone`` is the default number of players if only one strategy is named."""
    parser.add_argument("map", metavar="MAP", help=MAP_HELP)
    parser.add_argument(
        "--strategies",
        type=names,
        default=(default,),
        metavar="A,B",
        help=f"one strategy for all seats, or one for each player, separated by commas (default: {default})",
    )
    parser.add_argument(
        "--players",
        type=whole,
        metavar="N",
        help=f"number of players (default: the number of strategies; for a single strategy, {alone})",
    )
    _add_seed(parser, seed)
    add_code(parser)


def add_weighed(parser: argparse.ArgumentParser) -> None:
    """Add the map, the strategy whose weights are varied, and its opponents."""
    parser.add_argument("map", metavar="MAP", help=MAP_HELP)
    parser.add_argument(
        "strategy", metavar="STRATEGY", help="strategy; its weights are the default (ttr strategies lists them)"
    )
    parser.add_argument("--against", metavar="A", help="strategy of all other players (default: the same strategy)")


def add_games(parser: argparse.ArgumentParser, games: int, what: str) -> None:
    """Add the number of players and the number of decks; ``what`` describes the decks in the help."""
    parser.add_argument("--players", type=whole, default=2, metavar="N", help="number of players (default: 2)")
    parser.add_argument("--games", type=whole, default=games, metavar="N", help=f"{what} (default: {games})")
    _add_seed(parser, 0)


def _add_seed(parser: argparse.ArgumentParser, seed: int) -> None:
    parser.add_argument(
        "--seed", type=whole, default=seed, metavar="S", help=f"same seed, same games (default: {seed})"
    )


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add the number of threads and the choice to show progress."""
    parser.add_argument(
        "--threads", type=whole, metavar="N", help="number of threads (default: one for each processor)"
    )
    parser.add_argument(
        "--progress", action="store_true", help="show the progress bar even if the output is not a terminal"
    )


def add_code(parser: argparse.ArgumentParser) -> None:
    """Add the option for files with the user's own strategies."""
    parser.add_argument(
        "--code",
        action="append",
        default=[],
        metavar="FILE",
        help="Python file with strategies of your own (repeatable)",
    )


def add_fixed_seats(parser: argparse.ArgumentParser) -> None:
    """Add the option that keeps the seats from rotating."""
    parser.add_argument(
        "--fixed-seats",
        action="store_true",
        help="keep each strategy in its seat (default: the seats rotate from game to game)",
    )


def add_form(parser: argparse.ArgumentParser) -> None:
    """Add the output formats of a table, see :func:`ttr_analysis.cli.tables.print_table`."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="print all columns as CSV")
    form.add_argument("--json", action="store_true", help="print all columns as JSON, one record for each row")


def names(text: str) -> tuple[str, ...]:
    """Return the words between commas; an empty one is refused as a typing mistake."""
    words = tuple(word.strip() for word in text.split(","))
    if not all(words):
        raise argparse.ArgumentTypeError(f"{text!r} lacks a name before or after a comma")
    return words


def folder(text: str) -> str:
    """Return the name of a folder; an empty one (an unset shell variable) would mean the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("needs the name of a folder")
    return text


def whole(text: str) -> int:
    """Return a whole number; the package checks whether its value is allowed."""
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", text.strip()):
        raise argparse.ArgumentTypeError(f"needs a whole number, not {shown(text)}")
    return int(text)


def is_count(text: str) -> bool:
    """Return whether the text is a number of 0 or more, and short enough for Python to read."""
    return re.fullmatch(r"[0-9]{1,30}", text) is not None


def count(text: str) -> int:
    """Return a number of times, 1 or more."""
    if (number := whole(text)) < 1:
        raise argparse.ArgumentTypeError(f"needs a number of 1 or more, not {number}")
    return number


def place(text: str) -> int:
    """Return the number of a game or a turn; both start at 0."""
    if (number := whole(text)) < 0:
        raise argparse.ArgumentTypeError(f"needs a number of 0 or more, not {number}")
    return number


def share(text: str) -> float:
    """Return a probability."""
    if not 0 <= (number := _number(text)) <= 1:
        raise argparse.ArgumentTypeError(f"needs a probability from 0 to 1, not {shown(text)}")
    return number


def seconds(text: str) -> float:
    """Return a number of seconds."""
    if not 0 <= (number := _number(text)) < float("inf"):
        raise argparse.ArgumentTypeError(f"needs a number of seconds, 0 or more, not {shown(text)}")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"needs a number, not {shown(text)}") from None
