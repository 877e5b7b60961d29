"""What the arguments of several commands share: their types, and those that come in groups."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn

from ttr_analysis.errors import SetupError
from ttr_analysis.shapes import shown

MAP_HELP = "name or folder of a map, with a ticket set after a colon if not the base set: usa, usa:1910, my/map"
Run = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """Says what is wrong with a command's words like any other bad input: in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise SetupError."""
        raise SetupError(f"{message} (see {self.prog} --help)")


def add_command(commands: Any, name: str, run: Run, summary: str, example: str = "") -> argparse.ArgumentParser:
    """Add a command, or an action of one; ``run`` of what it parses is its function."""
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"example: {example}" if example else None,
    )
    made.set_defaults(run=run)
    return made


def add_line_up(parser: argparse.ArgumentParser, default: str, seed: int = 0, alone: str = "the fewest") -> None:
    """Add the map and who plays on it; ``alone`` says how many sit down where only one strategy is named."""
    parser.add_argument("map", metavar="MAP", help=MAP_HELP)
    parser.add_argument(
        "--strategies",
        type=names,
        default=(default,),
        metavar="A,B",
        help=f"one strategy for all seats, or one for each player, with commas between them (default: {default})",
    )
    parser.add_argument(
        "--players",
        type=whole,
        metavar="N",
        help=f"number of players (default: the number of strategies, or for a single one {alone})",
    )
    _add_seed(parser, seed)
    add_code(parser)


def add_weighed(parser: argparse.ArgumentParser) -> None:
    """Add the map, the strategy whose weights are in question, and its opponents."""
    parser.add_argument("map", metavar="MAP", help=MAP_HELP)
    parser.add_argument("strategy", metavar="STRATEGY", help="its weights are the default (ttr strategies lists them)")
    parser.add_argument("--against", metavar="A", help="what all others play (default: the strategy itself)")


def add_decks(parser: argparse.ArgumentParser, games: int, what: str) -> None:
    """Add the table and how many decks are played at it; ``what`` says what is done with them."""
    parser.add_argument("--players", type=whole, default=2, metavar="N", help="players at a table (default: 2)")
    parser.add_argument("--games", type=whole, default=games, metavar="N", help=f"{what} (default: {games})")
    _add_seed(parser, 0)


def _add_seed(parser: argparse.ArgumentParser, seed: int) -> None:
    parser.add_argument(
        "--seed", type=whole, default=seed, metavar="S", help=f"same seed, same games (default: {seed})"
    )


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add how long work is carried out and shown."""
    parser.add_argument("--threads", type=whole, metavar="N", help="threads (default: one for each processor)")
    parser.add_argument("--progress", action="store_true", help="show the progress bar even if this is no terminal")


def add_code(parser: argparse.ArgumentParser) -> None:
    """Add files with strategies of one's own."""
    parser.add_argument(
        "--code",
        action="append",
        default=[],
        metavar="FILE",
        help="Python file with strategies of your own (repeatable)",
    )


def add_fixed_seats(parser: argparse.ArgumentParser) -> None:
    """Add the choice of seats that do not rotate."""
    parser.add_argument(
        "--fixed-seats",
        action="store_true",
        help="keep each strategy on its seat; else the seats rotate from game to game",
    )


def add_form(parser: argparse.ArgumentParser) -> None:
    """Add the forms of a table, see :func:`ttr_analysis.cli.tables.print_table`."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="print all columns as CSV")
    form.add_argument("--json", action="store_true", help="print all columns as JSON, a record a row")


def names(text: str) -> tuple[str, ...]:
    """The words between commas; an empty one is a slip, not a strategy less."""
    words = tuple(word.strip() for word in text.split(","))
    if not all(words):
        raise argparse.ArgumentTypeError(f"{text!r} lacks a name before or after a comma")
    return words


def folder(text: str) -> str:
    """A folder's name; an empty one, as of an unset shell variable, would be the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("needs the name of a folder")
    return text


def whole(text: str) -> int:
    """A whole number; whether it is possible is for the package to say."""
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", text.strip()):
        raise argparse.ArgumentTypeError(f"needs a whole number, not {shown(text)}")
    return int(text)


def is_count(text: str) -> bool:
    """Whether it is a number of 0 or more, and not so long that Python refuses to read it."""
    return re.fullmatch(r"[0-9]{1,30}", text) is not None


def count(text: str) -> int:
    """A number of times."""
    if (number := whole(text)) < 1:
        raise argparse.ArgumentTypeError(f"needs a number from 1 on, not {number}")
    return number


def place(text: str) -> int:
    """The number of a game or a turn, which begin at 0."""
    if (number := whole(text)) < 0:
        raise argparse.ArgumentTypeError(f"needs a number from 0 on, not {number}")
    return number


def share(text: str) -> float:
    """A probability."""
    if not 0 <= (number := _number(text)) <= 1:
        raise argparse.ArgumentTypeError(f"needs a probability from 0 to 1, not {shown(text)}")
    return number


def seconds(text: str) -> float:
    """A span of time."""
    if not 0 <= (number := _number(text)) < float("inf"):
        raise argparse.ArgumentTypeError(f"needs a number of seconds from 0 on, not {shown(text)}")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"needs a number, not {shown(text)}") from None
