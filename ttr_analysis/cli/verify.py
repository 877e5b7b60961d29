"""``ttr verify``: the referee replays games of every lineup."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _output

if TYPE_CHECKING:
    from ttr_analysis.experiments.verify import Check


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr verify --map usa --map my/map --strategies random,ticket_planner --games 200"
    made = _common.add_command(commands, "verify", verify, "let the referee replay games of every lineup", example)
    _common.add_games(made, 2000, "games for each number of players and mix of strategies")
    _common.add_maps(made, "map, or all for every map (repeatable; default: usa)")
    _common.add_player_counts(made)
    made.add_argument(
        "--strategies",
        type=_common.names,
        default=(),
        metavar="A,B",
        help="strategies to verify: each against itself, and all at one table (default: all strategies)",
    )
    _common.add_seed(made, what="seed of the games")
    _common.add_json(made, "what was found")
    made.add_argument(
        "--shared", action="store_true", help="divide the games for each number of players among the mixes"
    )


def _found(check: Check) -> dict[str, Any]:
    lineup = check.lineup
    return {
        "map": lineup.game_map.name,
        "ticket_set": lineup.game_map.ticket_set,
        "strategies": [place.name for place in lineup.places],
        "games": check.games,
        "events": check.events,
        "met": dict(check.met),
        "faults": list(check.faults),
    }


def verify(arguments: Namespace) -> int:
    """Replay games of every lineup; return exit code 1 if the referee finds a fault."""
    from ttr_analysis.experiments.verify import verify as check
    from ttr_analysis.maps.folder import available_maps

    names = available_maps() if "all" in arguments.map else arguments.map or ("usa",)
    game_maps = [_common.map_of(name, rules=arguments.rule) for name in names]
    checks = check(
        game_maps,
        players=arguments.players,
        strategies=arguments.strategies,
        games=arguments.games,
        seed=arguments.seed,
        shared=arguments.shared,
        on_progress=_output.line_by_line(arguments),
    )
    if arguments.json:
        _output.print_json([_found(check) for check in checks])
    return int(any(check.faults for check in checks))
