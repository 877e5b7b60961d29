"""``ttr bench``: games per CPU-second, and the time to start."""

from argparse import Namespace
from dataclasses import asdict
from typing import Any

from ttr_analysis.cli import _common, _output


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    made = _common.add_command(commands, "bench", bench, "measure games per CPU-second and the time to start")
    _common.add_maps(made, "map (repeatable; default: one of each game)")
    made.add_argument(
        "--strategies", type=_common.names, metavar="A,B", help="strategies (default: random,ticket_planner)"
    )
    _common.add_player_counts(made, "number of players (repeatable; default: 2 and 4)")
    _common.add_json(made, "the speeds")
    made.add_argument(
        "--repetitions", type=_common.count, default=5, metavar="N", help="number of measurements of each (default: 5)"
    )


def bench(arguments: Namespace) -> int:
    """Print the benchmark's table."""
    from ttr_analysis.experiments.bench import MAPS, PLAYERS, STRATEGIES
    from ttr_analysis.experiments.bench import bench as measure

    maps = arguments.map or MAPS
    strategies = arguments.strategies or STRATEGIES
    speeds = measure(
        maps,
        strategies,
        players=arguments.players or PLAYERS,
        repetitions=arguments.repetitions,
        on_progress=_output.line_by_line(arguments),
    )
    if arguments.json:
        _output.print_json([asdict(speed) for speed in speeds])
    return 0
