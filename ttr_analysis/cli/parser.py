"""The commands and their arguments."""

from __future__ import annotations

from typing import Any

import ttr_analysis
from ttr_analysis.cli import boards, checks, games, odds, optimum, sweeps, tickets, tournaments, tuning
from ttr_analysis.cli.arguments import (
    MAP_HELP,
    Parser,
    add_code,
    add_command,
    add_fixed_seats,
    add_form,
    add_games,
    add_lineup,
    add_running,
    add_weighed,
    count,
    folder,
    names,
    place,
    seconds,
    share,
    whole,
)


def make_parser() -> Parser:
    """Return the parser; the arguments that it parses hold the function of the command as ``run``."""
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
    _add_tune(commands)
    _add_strategies(commands)
    _add_verify(commands)
    _add_bench(commands)
    return parser


def _add_maps(commands: Any) -> None:
    maps = add_command(
        commands, "maps", boards.list_maps, "list, check and show maps", "ttr maps show usa --tickets 1910"
    )
    actions = maps.add_subparsers(title="actions", metavar="ACTION")
    check = add_command(
        actions, "check", boards.check_map, "list every fault of a map folder; the exit code is 1 if there are any"
    )
    check.add_argument("path", help="a map folder, or the name of a map")
    show = add_command(actions, "show", boards.show_map, "print the facts of a map")
    show.add_argument("name", metavar="MAP", help=MAP_HELP)
    show.add_argument("--tickets", metavar="SET", help="ticket set; the same as after the colon")
    layout = add_command(
        actions, "layout", boards.write_layout, "compute the layout of a map's picture and save it in the map folder"
    )
    layout.add_argument("path", help="a map folder; the layout is saved there")


def _add_simulate(commands: Any) -> None:
    example = "ttr simulate usa --strategies ticket_planner,greedy_points --games 20000 --seed 1 --out build/games"
    simulate = add_command(commands, "simulate", games.simulate, "play many games and save their tables", example)
    add_lineup(simulate, "random")
    add_fixed_seats(simulate)
    simulate.add_argument("--games", type=whole, default=1000, metavar="N", help="number of games (default: 1000)")
    simulate.add_argument(
        "--first-game", type=place, default=0, metavar="N", help="number of the first game (default: 0)"
    )
    simulate.add_argument(
        "--out",
        type=folder,
        metavar="DIR",
        help="new or empty folder for the tables (parquet) and the manifest; a folder with other files is refused",
    )
    simulate.add_argument("--overwrite", action="store_true", help="replace the result that is in the folder")
    simulate.add_argument("--skip-failures", action="store_true", help="leave out games in which a strategy fails")
    add_running(simulate)


def _add_report(commands: Any) -> None:
    report = add_command(
        commands, "report", games.report, "simulate a map and build its report", "ttr report usa --out report"
    )
    add_lineup(report, "ticket_planner", seed=1, alone="4, or the most that the map allows if that is fewer")
    report.add_argument(
        "--games", type=whole, default=20_000, metavar="N", help="number of games, at least 30 (default: 20000)"
    )
    report.add_argument(
        "--out",
        type=folder,
        required=True,
        metavar="DIR",
        help="folder for the report; an existing report is replaced, a folder with anything else is refused",
    )


def _add_replay(commands: Any) -> None:
    example = "ttr replay usa --strategies ticket_planner --players 2 --seed 7 --game 3"
    replay = add_command(commands, "replay", games.replay, "print a game in words, checked by the referee", example)
    add_lineup(replay, "random")
    add_fixed_seats(replay)
    replay.add_argument("--game", type=place, default=0, metavar="G", help="number of the game (default: 0)")
    replay.add_argument(
        "--until", type=place, metavar="TURN", help="last turn to print (default: the last of the game)"
    )
    replay.add_argument("--explain", action="store_true", help="print under each move why the strategy chose it")


def _add_tickets(commands: Any) -> None:
    example = 'ttr tickets usa "Los Angeles-New York" "Duluth-El Paso" "Seattle-New York"'
    summary = "list how hard tickets are, or advise which of those dealt to keep"
    made = add_command(commands, "tickets", tickets.tickets, summary, example)
    made.add_argument("map", metavar="MAP", help=MAP_HELP)
    made.add_argument(
        "tickets", nargs="*", metavar="TICKET", help="the tickets dealt, as city-city (default: list all tickets)"
    )
    made.add_argument("--players", type=whole, metavar="N", help="number of players (default: 4)")
    made.add_argument(
        "--games",
        type=whole,
        metavar="N",
        help="games for each choice (default: 500); for the list, games to measure the tickets in (default: none)",
    )
    made.add_argument(
        "--strategy", default="ticket_planner", metavar="A", help="strategy of all players (default: ticket_planner)"
    )
    made.add_argument("--seed", type=whole, default=1, metavar="S", help="same seed, same games (default: 1)")
    add_code(made)
    add_form(made)


def _add_odds(commands: Any) -> None:
    made = add_command(
        commands, "odds", odds.tunnel, "compute exact odds of tunnels, draws, opening hands and the market"
    )
    actions = made.add_subparsers(title="actions", metavar="ACTION", required=True)
    tunnel = add_command(
        actions, "tunnel", odds.tunnel, "compute how often a tunnel is built", "ttr odds tunnel europe 3 red"
    )
    draws = add_command(
        actions,
        "draws",
        odds.draws,
        "compute how long it takes to collect a set of cards",
        "ttr odds draws usa red=6 --hand red=2 --turns",
    )
    hand = add_command(actions, "hand", odds.hand, "compute what opening hands hold")
    market = add_command(actions, "market", odds.market, "compute how often the market is cleared")
    choice = add_command(actions, "choice", odds.choice, "compare blind cards with a face-up locomotive")
    for action in (tunnel, draws, hand, market, choice):
        action.add_argument("map", metavar="MAP", help=MAP_HELP)
        add_form(action)
    tunnel.add_argument("length", type=whole, metavar="LENGTH", help="number of spaces of the tunnel")
    tunnel.add_argument("color", metavar="COLOR", help="colour of the cards paid, or locomotive for locomotives only")
    tunnel.add_argument(
        "--success", type=share, default=0.9, metavar="P", help="desired probability of success, 0 to 1 (default: 0.9)"
    )
    draws.add_argument(
        "need", type=odds.need, metavar="NEED", help="spaces to cover: 6 of any one colour, or red=6,blue=2"
    )
    draws.add_argument(
        "--locomotives",
        type=whole,
        default=0,
        metavar="N",
        help="minimum number of locomotives in the set (default: 0)",
    )
    draws.add_argument("--cards", metavar="NAME", help="deck to draw from: train or ship (default: train)")
    draws.add_argument("--turns", action="store_true", help="count turns instead of cards")
    draws.add_argument(
        "--market",
        type=odds.cards,
        nargs="?",
        const={},
        metavar="CARDS",
        help="draw from the market too, and count turns; CARDS are the face-up cards (default: newly turned up)",
    )
    draws.add_argument(
        "--seed", type=place, default=0, metavar="S", help="seed for cases in which games are simulated (default: 0)"
    )
    for action in (tunnel, draws):
        action.add_argument("--hand", type=odds.cards, metavar="CARDS", help="cards in hand: red=4,locomotive=1")
        action.add_argument(
            "--deck", type=whole, metavar="N", help="number of cards that can be drawn (default: all unseen cards)"
        )
    for action in (tunnel, draws, market, choice):
        action.add_argument("--gone", type=odds.cards, metavar="CARDS", help="other cards known to be out of the deck")
    hand.add_argument("--color", default="locomotive", metavar="COLOR", help="colour to count (default: locomotive)")
    market.add_argument(
        "--taken", type=whole, default=40, metavar="N", help="number of cards taken from the market (default: 40)"
    )


def _add_optimum(commands: Any) -> None:
    summary = "find the network with the most points for a single player, and prove it as far as time allows"
    made = add_command(
        commands, "optimum", optimum.optimum, summary, "ttr optimum usa --trains 0-45:5 --out build/optimum"
    )
    made.add_argument("map", metavar="MAP", help=MAP_HELP)
    made.add_argument("--tickets", metavar="SET", help="ticket set; the same as after the colon")
    made.add_argument(
        "--trains",
        type=optimum.trains,
        metavar="N",
        help="number of pieces, or several for a frontier: 20,30,45 or 0-45:5 (default: a player's supply)",
    )
    made.add_argument(
        "--time-limit",
        type=seconds,
        default=120.0,
        metavar="S",
        help="seconds for each number of pieces (default: 120)",
    )
    made.add_argument("--bonus", action="store_true", help="add the bonus for the longest trail")
    made.add_argument("--seed", type=place, default=0, metavar="S", help="seed of the search (default: 0)")
    made.add_argument("--out", type=folder, metavar="DIR", help="folder for pictures of the board and the frontier")
    add_form(made)


def _add_tournament(commands: Any) -> None:
    example = "ttr tournament usa --strategies ticket_planner,greedy_points,random --games 500 --out build/tournament"
    summary = "let strategies play against each other with common random numbers and rate them"
    made = add_command(commands, "tournament", tournaments.tournament, summary, example)
    made.add_argument("map", metavar="MAP", help=MAP_HELP)
    made.add_argument(
        "--strategies", type=names, required=True, metavar="A,B,C", help="strategies that take part, at least two"
    )
    add_games(made, 500, "games, each played in every seating")
    made.add_argument(
        "--until",
        type=tournaments.until,
        metavar="WHEN",
        help="stop early: 'decided' for when all pairs are decided, or a width that the intervals of their win shares "
        "must reach (such as 0.05)",
    )
    made.add_argument("--out", type=folder, metavar="DIR", help="new or empty folder to save the games in")
    made.add_argument("--charts", action="store_true", help="also draw charts, into the folder charts inside --out")
    made.add_argument("--more", action="store_true", help="play --games more games of the tournament in the folder")
    add_running(made)
    add_code(made)
    add_form(made)


def _add_sweep(commands: Any) -> None:
    example = "ttr sweep usa ticket_planner --weight draw_share=0.1,0.3,0.5 --games 500 --out build/sweep"
    summary = "measure what a strategy's weights are worth compared with their defaults, with common random numbers"
    made = add_command(commands, "sweep", sweeps.sweep, summary, example)
    add_weighed(made)
    made.add_argument(
        "--weight",
        type=sweeps.weight,
        action="append",
        required=True,
        metavar="NAME=V1,V2",
        help="a weight and the values to try (repeatable; all combinations are played)",
    )
    add_games(made, 500, "games, each played in every seat")
    made.add_argument("--out", type=folder, metavar="DIR", help="folder for the chart and its table")
    add_running(made)
    add_code(made)
    add_form(made)


def _add_tune(commands: Any) -> None:
    example = "ttr tune usa long_routes --weight trail_points=0..6 --weight turn_power=0..1 --games 200 --candidates 60"
    summary = "search for better weights for a strategy, and validate them on games the search has not seen"
    made = add_command(commands, "tune", tuning.tune, summary, example)
    add_weighed(made)
    made.add_argument(
        "--weight",
        type=tuning.weight_range,
        action="append",
        default=[],
        metavar="NAME=LOW..HIGH",
        help="a weight and its range (repeatable; default: all, from half to one and a half times the default)",
    )
    made.add_argument(
        "--objective",
        choices=("win_share", "score"),
        default="win_share",
        help="what to maximise (default: win_share); a higher score need not mean more wins",
    )
    add_games(made, 200, "decks for each candidate, each played in every seat")
    made.add_argument(
        "--candidates", type=whole, default=100, metavar="N", help="maximum number of candidates (default: 100)"
    )
    made.add_argument(
        "--validation", type=whole, default=1000, metavar="N", help="decks to validate the best one on (default: 1000)"
    )
    add_running(made)
    add_code(made)
    add_form(made)


def _add_strategies(commands: Any) -> None:
    strategies = add_command(
        commands,
        "strategies",
        checks.list_strategies,
        "list the strategies, their ideas and weights, or check one",
        "ttr strategies check my.py",
    )
    add_code(strategies)
    actions = strategies.add_subparsers(title="actions", metavar="ACTION")
    summary = "check that strategies follow the rules on every map; the exit code is 1 if one does not"
    check = add_command(actions, "check", checks.check_strategies, summary, "ttr strategies check my.py --map usa")
    check.add_argument("what", metavar="FILE|NAME", help="a Python file with strategies, or the name of one")
    check.add_argument("--map", action="append", default=[], metavar="NAME", help="map (repeatable; default: all)")
    check.add_argument("--players", type=whole, action="append", default=[], metavar="N", help="only this many players")
    check.add_argument(
        "--games", type=whole, default=2, metavar="N", help="games for each map and number of players (default: 2)"
    )
    check.add_argument("--seed", type=whole, default=1, metavar="S", help="same seed, same games (default: 1)")
    check.add_argument(
        "--limit",
        type=seconds,
        default=600.0,
        metavar="S",
        help="seconds after which the check is stopped (default: 600)",
    )
    check.add_argument("--here", action="store_true", help="check in this process, without the time limit")
    add_code(check)


def _add_verify(commands: Any) -> None:
    example = "ttr verify --games 2000 --map usa --map europe"
    verify = add_command(commands, "verify", checks.verify, "let the referee replay games of every lineup", example)
    verify.add_argument(
        "--games",
        type=whole,
        default=2000,
        metavar="N",
        help="games for each number of players and mix of strategies (default: 2000)",
    )
    verify.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="NAME",
        help="map, or all for every map (repeatable; default: usa)",
    )
    verify.add_argument(
        "--players", type=whole, action="append", default=[], metavar="N", help="only this many players"
    )
    verify.add_argument("--seed", type=whole, default=0, metavar="S", help="seed of the games (default: 0)")
    verify.add_argument(
        "--shared", action="store_true", help="divide the games for each number of players among the mixes"
    )


def _add_bench(commands: Any) -> None:
    bench = add_command(commands, "bench", checks.bench, "measure games per CPU-second and the time to compile")
    bench.add_argument(
        "--map", action="append", default=[], metavar="NAME", help="map (repeatable; default: one of each game)"
    )
    bench.add_argument("--strategies", type=names, metavar="A,B", help="strategies (default: random,ticket_planner)")
    bench.add_argument(
        "--players",
        type=whole,
        action="append",
        default=[],
        metavar="N",
        help="number of players (repeatable; default: 2 and 4)",
    )
    bench.add_argument(
        "--repetitions", type=count, default=5, metavar="N", help="number of measurements of each (default: 5)"
    )
