"""The arguments of every command."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn

import ttr_analysis
from ttr_analysis.cli import boards, checks, games, odds, optimum, sweeps, tickets, tournaments
from ttr_analysis.errors import SetupError
from ttr_analysis.shapes import shown

MAP_HELP = "name or folder of a map, with a ticket set after a colon if not the base set: usa, usa:1910, my/map"
Run = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """Says what is wrong with a command's words like any other bad input: in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise SetupError."""
        raise SetupError(f"{message} (see {self.prog} --help)")


def make_parser() -> argparse.ArgumentParser:
    """The parser; ``run`` of what it parses is the command's function."""
    parser = Parser(prog="ttr", description=(ttr_analysis.__doc__ or "").partition("\n")[0])
    parser.add_argument("--version", action="version", version=f"ttr_analysis {ttr_analysis.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_maps(commands)
    _add_simulate(commands)
    _add_report(commands)
    _add_replay(commands)
    _add_tickets(commands)
    _add_odds(commands)
    _add_optimum(commands)
    _add_tournament(commands)
    _add_sweep(commands)
    _add_strategies(commands)
    _add_verify(commands)
    _add_bench(commands)
    return parser


def _add(commands: Any, name: str, run: Run, summary: str, example: str = "") -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"example: {example}" if example else None,
    )
    made.set_defaults(run=run)
    return made


def _add_maps(commands: Any) -> None:
    maps = _add(commands, "maps", boards.list_maps, "list, check and show maps", "ttr maps show usa --tickets 1910")
    actions = maps.add_subparsers(title="actions", metavar="ACTION")
    check = _add(actions, "check", boards.check_map, "list every fault of a map folder; exit code 1 if there is one")
    check.add_argument("path", help="a map folder, or the name of a map")
    show = _add(actions, "show", boards.show_map, "print the facts of a map")
    show.add_argument("name", metavar="MAP", help=MAP_HELP)
    show.add_argument("--tickets", metavar="SET", help="ticket set, as after the colon")
    layout = _add(
        actions, "layout", boards.write_layout, "compute where everything lies on a map's picture and keep it"
    )
    layout.add_argument("path", help="a map folder, which receives the layout")


def _add_line_up(parser: argparse.ArgumentParser, default: str, seed: int = 0, alone: str = "the fewest") -> None:
    parser.add_argument("map", metavar="MAP", help=MAP_HELP)
    parser.add_argument(
        "--strategies",
        type=_names,
        default=(default,),
        metavar="A,B",
        help=f"one strategy for all seats, or one for each player, with commas between them (default: {default})",
    )
    parser.add_argument(
        "--players",
        type=_int,
        metavar="N",
        help=f"number of players (default: the number of strategies, or for a single one {alone})",
    )
    parser.add_argument("--seed", type=_int, default=seed, metavar="S", help=f"same seed, same games (default: {seed})")
    _add_code(parser)


def _add_code(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--code",
        action="append",
        default=[],
        metavar="FILE",
        help="Python file with strategies of your own (repeatable)",
    )


def _add_fixed_seats(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--fixed-seats",
        action="store_true",
        help="keep each strategy on its seat; else the seats rotate from game to game",
    )


def _add_simulate(commands: Any) -> None:
    example = "ttr simulate usa --strategies ticket_planner,greedy_points --games 20000 --seed 1 --out build/games"
    simulate = _add(commands, "simulate", games.simulate, "play many games and keep their tables", example)
    _add_line_up(simulate, "random")
    _add_fixed_seats(simulate)
    simulate.add_argument("--games", type=_int, default=1000, metavar="N", help="number of games (default: 1000)")
    simulate.add_argument(
        "--first-game", type=_place, default=0, metavar="N", help="number of the first game (default: 0)"
    )
    simulate.add_argument(
        "--out",
        type=_folder,
        metavar="DIR",
        help="new or empty folder for the tables (parquet) and the manifest; one that holds other files is refused",
    )
    simulate.add_argument("--overwrite", action="store_true", help="replace the result that the folder holds")
    simulate.add_argument("--threads", type=_int, metavar="N", help="threads (default: one for each processor)")
    simulate.add_argument("--skip-failures", action="store_true", help="leave out games in which a strategy fails")
    simulate.add_argument("--progress", action="store_true", help="show the progress bar even if this is no terminal")


def _add_report(commands: Any) -> None:
    report = _add(
        commands, "report", games.report, "simulate a map and build its report", "ttr report usa --out report"
    )
    _add_line_up(report, "ticket_planner", seed=1, alone="4, or the most of the map if that is less")
    report.add_argument(
        "--games", type=_int, default=20_000, metavar="N", help="number of games, at least 30 (default: 20000)"
    )
    report.add_argument(
        "--out",
        type=_folder,
        required=True,
        metavar="DIR",
        help="folder of the report; a report that it holds is replaced by the new one, any other content is refused",
    )


def _add_replay(commands: Any) -> None:
    example = "ttr replay usa --strategies ticket_planner --players 2 --seed 7 --game 3"
    replay = _add(commands, "replay", games.replay, "tell a game in words, checked by the referee", example)
    _add_line_up(replay, "random")
    _add_fixed_seats(replay)
    replay.add_argument("--game", type=_place, default=0, metavar="G", help="number of the game (default: 0)")
    replay.add_argument("--until", type=_place, metavar="TURN", help="last turn to tell (default: the end)")


def _add_form(parser: argparse.ArgumentParser) -> None:
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="print all columns as CSV")
    form.add_argument("--json", action="store_true", help="print all columns as JSON, a record a row")


def _add_tickets(commands: Any) -> None:
    example = 'ttr tickets usa "Los Angeles-New York" "Duluth-El Paso" "Seattle-New York"'
    summary = "list how hard tickets are, or say what to keep of those dealt"
    made = _add(commands, "tickets", tickets.tickets, summary, example)
    made.add_argument("map", metavar="MAP", help=MAP_HELP)
    made.add_argument(
        "tickets", nargs="*", metavar="TICKET", help="the tickets dealt, as city-city (default: list all tickets)"
    )
    made.add_argument("--players", type=_int, metavar="N", help="number of players (default: 4)")
    made.add_argument(
        "--games",
        type=_int,
        metavar="N",
        help="games for each choice (default: 500); for the list, games to play first",
    )
    made.add_argument("--strategy", default="ticket_planner", metavar="A", help="what everybody plays")
    made.add_argument("--seed", type=_int, default=1, metavar="S", help="same seed, same games (default: 1)")
    _add_code(made)
    _add_form(made)


def _add_odds(commands: Any) -> None:
    made = _add(commands, "odds", odds.tunnel, "say exactly what tunnels, draws, hands and markets bring")
    actions = made.add_subparsers(title="actions", metavar="ACTION", required=True)
    tunnel = _add(actions, "tunnel", odds.tunnel, "say how often a tunnel is built", "ttr odds tunnel europe 3 red")
    draws = _add(
        actions, "draws", odds.draws, "say how long a set takes", "ttr odds draws usa red=6 --hand red=2 --turns"
    )
    hand = _add(actions, "hand", odds.hand, "say what opening hands hold")
    market = _add(actions, "market", odds.market, "say how often the market is cleared")
    choice = _add(actions, "choice", odds.choice, "weigh blind cards against a face-up locomotive")
    for action in (tunnel, draws, hand, market, choice):
        action.add_argument("map", metavar="MAP", help=MAP_HELP)
        _add_form(action)
    tunnel.add_argument("length", type=_int, metavar="LENGTH", help="spaces of the tunnel")
    tunnel.add_argument("color", metavar="COLOR", help="colour paid, or locomotive for locomotives only")
    tunnel.add_argument(
        "--success", type=_share, default=0.9, metavar="P", help="wanted probability, 0 to 1 (default: 0.9)"
    )
    draws.add_argument(
        "need", type=odds.need, metavar="NEED", help="spaces to cover: 6 of any one colour, or red=6,blue=2"
    )
    draws.add_argument("--locomotives", type=_int, default=0, metavar="N", help="least number of locomotives in it")
    draws.add_argument("--cards", metavar="NAME", help="deck drawn from: train or ship (default: train)")
    draws.add_argument("--turns", action="store_true", help="count turns, not cards")
    draws.add_argument(
        "--market",
        type=odds.cards,
        nargs="?",
        const={},
        metavar="CARDS",
        help="draw from the market too, in turns; with these face-up cards (default: fresh ones)",
    )
    draws.add_argument(
        "--seed", type=_place, default=0, metavar="S", help="seed where games are simulated (default: 0)"
    )
    for action in (tunnel, draws):
        action.add_argument("--hand", type=odds.cards, metavar="CARDS", help="cards in hand: red=4,locomotive=1")
        action.add_argument("--deck", type=_int, metavar="N", help="cards that can be drawn (default: all unseen)")
    for action in (tunnel, draws, market, choice):
        action.add_argument("--gone", type=odds.cards, metavar="CARDS", help="other cards known to be out of the deck")
    hand.add_argument("--color", default="locomotive", metavar="COLOR", help="colour to count (default: locomotive)")
    market.add_argument("--taken", type=_int, default=40, metavar="N", help="cards taken from it (default: 40)")


def _add_optimum(commands: Any) -> None:
    summary = "find the network with most points for one player alone, and prove it as far as time allows"
    made = _add(commands, "optimum", optimum.optimum, summary, "ttr optimum usa --trains 0-45:5 --out build/optimum")
    made.add_argument("map", metavar="MAP", help=MAP_HELP)
    made.add_argument("--tickets", metavar="SET", help="ticket set, as after the colon")
    made.add_argument(
        "--trains",
        type=optimum.trains,
        metavar="N",
        help="pieces; several for a frontier: 20,30,45 or 0-45:5 (default: a player's)",
    )
    made.add_argument(
        "--time-limit", type=_seconds, default=120.0, metavar="S", help="seconds for each number (default: 120)"
    )
    made.add_argument("--bonus", action="store_true", help="add the bonus for the longest trail")
    made.add_argument("--seed", type=_place, default=0, metavar="S", help="seed of the search (default: 0)")
    made.add_argument("--out", type=_folder, metavar="DIR", help="folder for pictures of board and frontier")
    _add_form(made)


def _add_tournament(commands: Any) -> None:
    example = "ttr tournament usa --strategies ticket_planner,greedy_points,random --games 500 --out build/tournament"
    summary = "let strategies play against each other on the same decks and rate them"
    made = _add(commands, "tournament", tournaments.tournament, summary, example)
    made.add_argument("map", metavar="MAP", help=MAP_HELP)
    made.add_argument("--strategies", type=_names, required=True, metavar="A,B,C", help="who takes part; two at least")
    made.add_argument("--players", type=_int, default=2, metavar="N", help="players at a table (default: 2)")
    made.add_argument(
        "--games", type=_int, default=500, metavar="N", help="decks, each played in every seating (default: 500)"
    )
    made.add_argument("--seed", type=_int, default=0, metavar="S", help="same seed, same games (default: 0)")
    made.add_argument(
        "--until",
        type=tournaments.until,
        metavar="WHEN",
        help="stop earlier: when all pairs are 'decided', or their win shares' intervals at most so wide (0.05)",
    )
    made.add_argument("--out", type=_folder, metavar="DIR", help="new or empty folder that keeps the games")
    made.add_argument("--charts", action="store_true", help="draw charts too, into the folder charts in --out")
    made.add_argument("--more", action="store_true", help="play so many games more of the tournament in the folder")
    made.add_argument("--threads", type=_int, metavar="N", help="threads (default: one for each processor)")
    made.add_argument("--progress", action="store_true", help="show the progress bar even if this is no terminal")
    _add_code(made)
    _add_form(made)


def _add_sweep(commands: Any) -> None:
    example = "ttr sweep usa ticket_planner --weight draw_share=0.1,0.3,0.5 --games 500 --out build/sweep"
    summary = "say what a strategy's weights are worth against their defaults, on the same decks"
    made = _add(commands, "sweep", sweeps.sweep, summary, example)
    made.add_argument("map", metavar="MAP", help=MAP_HELP)
    made.add_argument("strategy", metavar="STRATEGY", help="its weights are the default (ttr strategies lists them)")
    made.add_argument(
        "--weight",
        type=sweeps.weight,
        action="append",
        required=True,
        metavar="NAME=V1,V2",
        help="a weight and the values to try (repeatable: all combinations)",
    )
    made.add_argument("--against", metavar="A", help="what all others play (default: the strategy itself)")
    made.add_argument("--players", type=_int, default=2, metavar="N", help="players at a table (default: 2)")
    made.add_argument(
        "--games", type=_int, default=500, metavar="N", help="decks, each played in every seat (default: 500)"
    )
    made.add_argument("--seed", type=_int, default=0, metavar="S", help="same seed, same games (default: 0)")
    made.add_argument("--out", type=_folder, metavar="DIR", help="folder for the chart and its table")
    made.add_argument("--threads", type=_int, metavar="N", help="threads (default: one for each processor)")
    made.add_argument("--progress", action="store_true", help="show the progress bar even if this is no terminal")
    _add_code(made)
    _add_form(made)


def _add_strategies(commands: Any) -> None:
    strategies = _add(commands, "strategies", checks.list_strategies, "list the strategies, their ideas and weights")
    _add_code(strategies)


def _add_verify(commands: Any) -> None:
    example = "ttr verify --games 2000 --map usa --map europe"
    verify = _add(commands, "verify", checks.verify, "let the referee replay games of every line-up", example)
    verify.add_argument(
        "--games",
        type=_int,
        default=2000,
        metavar="N",
        help="games of each number of players and mix (default: 2000)",
    )
    verify.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="NAME",
        help="map, or all for every map (repeatable; default: usa)",
    )
    verify.add_argument("--players", type=_int, action="append", default=[], metavar="N", help="only this many players")
    verify.add_argument("--seed", type=_int, default=0, metavar="S", help="seed of the games (default: 0)")
    verify.add_argument("--shared", action="store_true", help="share the games of a number of players among the mixes")


def _add_bench(commands: Any) -> None:
    bench = _add(commands, "bench", checks.bench, "measure games per CPU-second and the time to compile")
    bench.add_argument(
        "--map", action="append", default=[], metavar="NAME", help="map (repeatable; default: one of each game)"
    )
    bench.add_argument("--strategies", type=_names, metavar="A,B", help="strategies (default: random,ticket_planner)")
    bench.add_argument(
        "--players",
        type=_int,
        action="append",
        default=[],
        metavar="N",
        help="players (repeatable; default: 2 and 4)",
    )
    bench.add_argument("--repetitions", type=_count, default=5, metavar="N", help="measurements of each (default: 5)")


def _names(text: str) -> tuple[str, ...]:
    """The words between commas; an empty one is a slip, not a strategy less."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise argparse.ArgumentTypeError(f"{text!r} lacks a name before or after a comma")
    return names


def _folder(text: str) -> str:
    """A folder's name; an empty one, as of an unset shell variable, would be the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("needs the name of a folder")
    return text


def _int(text: str) -> int:
    """A whole number; whether it is possible is for the package to say."""
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", text.strip()):
        raise argparse.ArgumentTypeError(f"needs a whole number, not {shown(text)}")
    return int(text)


def _count(text: str) -> int:
    """A number of times."""
    if (number := _int(text)) < 1:
        raise argparse.ArgumentTypeError(f"needs a number from 1 on, not {number}")
    return number


def _place(text: str) -> int:
    """The number of a game or a turn, which begin at 0."""
    if (number := _int(text)) < 0:
        raise argparse.ArgumentTypeError(f"needs a number from 0 on, not {number}")
    return number


def _share(text: str) -> float:
    """A probability."""
    if not 0 <= (number := _number(text)) <= 1:
        raise argparse.ArgumentTypeError(f"needs a probability from 0 to 1, not {shown(text)}")
    return number


def _seconds(text: str) -> float:
    """A span of time."""
    if not 0 <= (number := _number(text)) < float("inf"):
        raise argparse.ArgumentTypeError(f"needs a number of seconds from 0 on, not {shown(text)}")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"needs a number, not {shown(text)}") from None
