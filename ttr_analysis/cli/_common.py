"""What the commands share: types and groups of arguments, maps and code, exit codes."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from ttr_analysis._validate import shown
from ttr_analysis.errors import SetupError
from ttr_analysis.strategies import DEFAULT_STRATEGY

if TYPE_CHECKING:
    from ttr_analysis.maps import GameMap
    from ttr_analysis.play.progress import Progress

Numbers = TypeVar("Numbers", bound=tuple[float, ...])

BAD_INPUT: Final = 2
"""The input is wrong, and the user can correct it."""

INTERRUPTED: Final = 130
"""The user pressed Ctrl-C."""

MAP_HELP = (
    "name or folder of a map; for a ticket set other than the base set, add it after a colon: usa, usa:1910, my/map"
)

DEFAULT_HELP = f"default: {DEFAULT_STRATEGY}; ticket_planner is faster"

Run = Callable[[argparse.Namespace], int]


class WrongArguments(SetupError):
    """The arguments of a command cannot be parsed; ``command`` is its name."""

    def __init__(self, message: str, command: str) -> None:
        super().__init__(f"{message} (see {command} --help)")
        self.command = command


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments like any other bad input: in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise WrongArguments with the message and a hint at the help."""
        raise WrongArguments(message, self.prog)


def add_command(commands: Any, name: str, run: Run, summary: str, example: str = "") -> argparse.ArgumentParser:
    """Add a command, or an action of one; the parsed arguments hold its function as ``run``."""
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"example: {example}" if example else None,
    )
    made.add_argument("-q", "--quiet", action="store_true", help="print the answer only, without progress")
    made.add_argument(
        "--language", default=os.environ.get("TTR_LANGUAGE"), metavar="L",
        help="language of tables, sentences, charts and pages: en or pl (default: the variable TTR_LANGUAGE, or en)",
    )  # fmt: skip
    made.set_defaults(run=run, prog=made.prog)
    return made


def add_map(parser: argparse.ArgumentParser, needed: bool = True) -> None:
    """Add the map."""
    parser.add_argument("map", metavar="MAP", nargs=None if needed else "?", help=MAP_HELP)
    add_rules(parser)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add changes of the rules."""
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a value of the rules, written as in map.toml: draws=3, end.pieces_left=0 (repeatable)",
    )


def add_maps(parser: argparse.ArgumentParser, what: str) -> None:
    """Add maps, each after an option of its own; ``what`` describes them in the help."""
    parser.add_argument("--map", action="append", default=[], metavar="MAP", help=what)
    add_rules(parser)


def add_lineup(
    parser: argparse.ArgumentParser, seed: int = 0, alone: str = "the fewest", needs_map: bool = True
) -> None:
    """Add the map and the players; ``alone`` is the default number of players if only one strategy is named."""
    add_map(parser, needs_map)
    add_seats(parser, alone)
    add_seed(parser, seed)
    add_code(parser)


def add_seats(parser: argparse.ArgumentParser, alone: str = "the fewest") -> None:
    """Add the strategies and the number of players; ``alone`` is the default number if only one strategy is named."""
    parser.add_argument(
        "--strategies",
        type=names,
        default=(DEFAULT_STRATEGY,),
        metavar="A,B",
        help=f"one strategy for all seats, or one for each player, separated by commas ({DEFAULT_HELP}); "
        "weights are changed after a colon: ticket_planner:draw_share=0.2+reserve=1",
    )
    parser.add_argument(
        "--players",
        type=whole,
        metavar="N",
        help=f"number of players (default: the number of strategies; for a single strategy, {alone})",
    )


def add_everybody(parser: argparse.ArgumentParser) -> None:
    """Add the one strategy of all players."""
    parser.add_argument(
        "--strategy", default=DEFAULT_STRATEGY, metavar="A", help=f"strategy of all players ({DEFAULT_HELP})"
    )


def add_weighed(parser: argparse.ArgumentParser) -> None:
    """Add the map, the strategy whose weights are varied, and its opponents."""
    add_map(parser)
    add_strategy(parser)
    parser.add_argument("--against", metavar="A", help="strategy of all other players (default: the same strategy)")


def add_strategy(parser: argparse.ArgumentParser) -> None:
    """Add the strategy whose weights are varied."""
    parser.add_argument(
        "strategy", metavar="STRATEGY", help="strategy; its weights are the default (ttr strategies lists them)"
    )


def add_compared(parser: argparse.ArgumentParser, games: int, what: str) -> None:
    """Add the number of players, of games (``what`` describes them in the help), and the seed of a comparison."""
    parser.add_argument("--players", type=whole, default=2, metavar="N", help="number of players (default: 2)")
    add_games(parser, games, what)
    add_seed(parser)


def add_player_counts(parser: argparse.ArgumentParser, what: str = "only this many players") -> None:
    """Add numbers of players, each after an option of its own; ``what`` describes them in the help."""
    parser.add_argument("--players", type=whole, action="append", default=[], metavar="N", help=what)


def add_games(parser: argparse.ArgumentParser, games: int, what: str = "number of games") -> None:
    """Add the number of games and its default; ``what`` describes them in the help."""
    parser.add_argument("--games", type=whole, default=games, metavar="N", help=f"{what} (default: {games})")


def add_first_game(parser: argparse.ArgumentParser) -> None:
    """Add the number of the first game."""
    parser.add_argument(
        "--first-game", type=place, default=0, metavar="N", help="number of the first game (default: 0)"
    )


def add_seed(parser: argparse.ArgumentParser, seed: int = 0, what: str = "same seed, same games") -> None:
    """Add the seed and its default; ``what`` describes it in the help."""
    parser.add_argument("--seed", type=whole, default=seed, metavar="S", help=f"{what} (default: {seed})")


def add_out(parser: argparse.ArgumentParser, what: str, *, required: bool = False) -> None:
    """Add the folder for what the command writes; ``what`` describes it in the help."""
    parser.add_argument("--out", type=folder, required=required, metavar="DIR", help=what)


def add_going_on(parser: argparse.ArgumentParser, more: str = "add --games games to those of the folder") -> None:
    """Add the options that go on with what is in the folder; ``more`` describes the second one in the help."""
    parser.add_argument(
        "--resume", action="store_true", help="go on with the same command where it was stopped or killed"
    )
    parser.add_argument("--more", action="store_true", help=f"{more}, as if all had been asked for at once")


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add the number of threads and the choice to show progress."""
    parser.add_argument(
        "--threads", type=whole, metavar="N", help="number of threads (default: one for each processor)"
    )
    parser.add_argument(
        "--progress", action="store_true", help="show the progress bar even if the output is not a terminal"
    )


def add_scheduler(parser: argparse.ArgumentParser) -> None:
    """Add the address of a scheduler, on whose workers the games are played; for commands :func:`on_scheduler`."""
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="play on the workers of a dask scheduler, such as tcp://127.0.0.1:8786 (needs ttr-analysis[cluster])",
    )


def on_scheduler(command: Run) -> Run:
    """Decorate a command: ``arguments.executor`` are the workers of ``--scheduler``, or None."""

    @wraps(command)
    def with_workers(arguments: argparse.Namespace) -> int:
        arguments.executor = None
        if arguments.scheduler is None:
            return command(arguments)
        from ttr_analysis.play.schedulers import connected

        with connected(arguments.scheduler) as workers:
            arguments.executor = workers.executor
            arguments.threads = arguments.threads or workers.threads
            return command(arguments)

    return with_workers


def progress_of(arguments: argparse.Namespace) -> Progress:
    """Return when games show their progress: on a terminal, or always if that was asked for."""
    return "always" if arguments.progress else True


def add_ticket_set(parser: argparse.ArgumentParser) -> None:
    """Add the ticket set as an option of its own."""
    parser.add_argument("--tickets", metavar="SET", help="ticket set; the same as after the colon")


def add_code(parser: argparse.ArgumentParser) -> None:
    """Add the option for files with the user's own strategies."""
    parser.add_argument(
        "--code",
        action="append",
        default=[],
        metavar="FILE",
        help="Python file with strategies of your own (repeatable)",
    )


def add_interventions(parser: argparse.ArgumentParser) -> None:
    """Add the option that changes something for one player."""
    parser.add_argument(
        "--intervention",
        action="append",
        default=[],
        metavar="TEXT",
        help="change something for one seat, 'closed: what=Denver-Omaha; seat=0' (may be repeated; see docs/worth.md)",
    )


def add_fixed_seats(parser: argparse.ArgumentParser) -> None:
    """Add the option that keeps the seats from rotating."""
    parser.add_argument(
        "--fixed-seats",
        action="store_true",
        help="keep each strategy in its seat (default: the seats rotate from game to game)",
    )


def add_form(parser: argparse.ArgumentParser) -> None:
    """Add the output formats of a table, see :func:`print_table`."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="print all columns as CSV")
    form.add_argument("--json", action="store_true", help="print all columns as JSON, one record for each row")


def add_json(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the output as JSON; ``what`` describes it in the help."""
    parser.add_argument("--json", action="store_true", help=f"print {what} as JSON")


def add_cities(parser: argparse.ArgumentParser) -> None:
    """Add the names of cities that are shown."""
    parser.add_argument(
        "--cities", metavar="NAMES",
        help="names of cities: printed, those of the board, or those of a language: pl (default: printed)",
    )  # fmt: skip


def map_record(game_map: GameMap) -> dict[str, str]:
    """Return which map an answer is about, for JSON."""
    return {"name": game_map.name, "title": game_map.title, "ticket_set": game_map.ticket_set}


def lineup_of(arguments: argparse.Namespace) -> str | tuple[str, ...]:
    """Return the strategies: the one for all seats, or one for each."""
    named: tuple[str, ...] = arguments.strategies
    return named if len(named) > 1 else named[0]


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


def weighed(text: str, separator: str, form: str) -> tuple[str, tuple[float, ...]]:
    """Return a weight and the numbers after it, as in ``draw_share=0.1,0.3``; ``form`` says how to write it."""
    name, _, values = text.partition("=")
    try:
        numbers = tuple(map(float, values.split(separator)))
    except ValueError:
        numbers = ()
    if not name.strip() or not numbers or not all(map(isfinite, numbers)):
        raise argparse.ArgumentTypeError(f"needs a weight and its {form}, not {shown(text)}")
    return name.strip(), numbers


def each_once(weights: Sequence[tuple[str, Numbers]], advice: str) -> dict[str, Numbers]:
    """Return what is said of each weight, and refuse one that is named twice, with advice."""
    by_name = dict(weights)
    if len(by_name) < len(weights):
        raise SetupError(f"a weight is given twice; {advice}")
    return by_name


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"needs a number, not {shown(text)}") from None


def map_of(text: str, tickets: str | None = None, rules: Sequence[str] = ()) -> GameMap:
    """Return the map that a command names: ``usa``, ``usa:1910``, or a folder; with the rules that it changes.

    Raises
    ------
    MapError
        If there is no such map, or it has faults.
    RuleError
        If a rule is no setting, or cannot be so.
    SetupError
        If two ticket sets are named, or nothing follows the colon.
    """
    return with_rules(_printed_map(text, tickets), rules)


def with_rules(game_map: GameMap, rules: Sequence[str]) -> GameMap:
    """Return a map with rules changed by settings such as ``draws=3``.

    Raises
    ------
    RuleError
        If a rule is no setting, or cannot be so.
    SetupError
        If a rule is given twice.
    """
    from ttr_analysis.rules.forms import nested, setting

    given = [rule.partition("=")[0].strip() for rule in rules]
    if twice := next((name for name in given if given.count(name) > 1), None):
        raise SetupError(f"the rule {twice!r} is given twice; give it one value")
    return game_map.with_rules(**nested(map(setting, rules))) if rules else game_map


def _printed_map(text: str, tickets: str | None) -> GameMap:
    from ttr_analysis.maps import load_map

    name, colon, ticket_set = text.rpartition(":")
    if not colon or Path(text).is_dir():
        return load_map(text, tickets)
    if not ticket_set:
        raise SetupError(f"{text!r} names no ticket set after the colon")
    if tickets is not None:
        raise SetupError(
            f"two ticket sets are named: {ticket_set!r} after the colon and {tickets!r} with --tickets; name only one"
        )
    return load_map(name, ticket_set)


def load_code(files: Iterable[str]) -> None:
    """Register the strategies in the files that ``--code`` names."""
    if files:
        from ttr_analysis.strategies import load_file

        for file in files:
            if not Path(file).is_file():
                raise SetupError(f"--code: there is no file {file!r}")
            load_file(file)
