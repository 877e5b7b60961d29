"""``ttr advise``: what each action of a position is expected to bring."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _output, words
from ttr_analysis.errors import SetupError
from ttr_analysis.results.folders import at_home

if TYPE_CHECKING:
    import pandas as pd

ROLLOUTS = 6000
"""Default number of roll-outs."""
ROWS = 15
"""Actions that are printed for people."""


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr advise position.json --map usa --rollouts 10000"
    summary = "tell what each action of a position is expected to bring"
    made = _common.add_command(commands, "advise", advise, summary, example)
    made.add_argument("position", metavar="POSITION", help="file with a position, JSON or TOML (see docs/positions.md)")
    made.add_argument("--map", metavar="MAP", help=f"{_common.MAP_HELP} (default: the one that the file names)")
    _common.add_rules(made)
    made.add_argument(
        "--player", type=_common.names, default=("expert",), metavar="A",
        help="who plays the roll-outs: one strategy for all seats, or one for each (default: expert)",
    )  # fmt: skip
    made.add_argument(
        "--rollouts", type=_common.count, default=ROLLOUTS, metavar="N", help=f"most roll-outs (default: {ROLLOUTS:,})"
    )
    made.add_argument("--all", action="store_true", help="compare all legal actions (default: the sensible ones)")
    made.add_argument(
        "--worlds", choices=("suited", "uniform"), default="suited",
        help="whether opponents rather hold cards and tickets that suit their tracks, or any (default: suited)",
    )  # fmt: skip
    _common.add_seed(made)
    _common.add_code(made)
    _common.add_form(made)
    _common.add_running(made)
    _common.add_out(made, "folder for the chart")


def advise(arguments: Namespace) -> int:
    """Print the actions with what they bring, and which is best."""
    from ttr_analysis.experiments import evaluate
    from ttr_analysis.play import read_position

    _common.load_code(arguments.code)
    place, (named, position) = _output.chart_folder(arguments.out), read_position(at_home(arguments.position))
    if not (name := arguments.map or named):
        raise SetupError(f"{arguments.position} does not name its map: give it with --map")
    game_map = _common.map_of(name, rules=arguments.rule)
    table = evaluate(
        position, game_map, actions="all" if arguments.all else "sensible", player=arguments.player,
        worlds=arguments.worlds, rollouts=arguments.rollouts, seed=arguments.seed, threads=arguments.threads,
        progress=_common.progress_of(arguments),
    )  # fmt: skip
    left = int((table["p_adjusted"].iloc[1:] >= 1 - table.attrs["confidence"]).sum())
    notes = ["", words.advice(table["action"].iloc[0], not left, left), words.rolled_out(table), words.MOVES_INTERVALS]
    _output.print_table(arguments, table, _for_people(table.head(ROWS)), [*notes, *words.noted(game_map.caveats)])
    if place is not None:
        from ttr_analysis.charts import move_values

        _output.write_charts({"moves": move_values(table)}, place)
    return 0


def _for_people(table: pd.DataFrame) -> pd.DataFrame:
    shown = table[["action"]].map(words.move)
    shown["wins, %"] = _output.interval(table, "win_share", 1, 100)
    shown["points"] = _output.interval(table, "points", 1)
    shown["lead"] = _output.interval(table, "margin", 1)
    shown["behind, %"] = ["", *_output.interval(table, "behind", 1, 100)[1:]]
    shown["decided"] = ["", *(words.DECIDED[bool(p < 1 - table.attrs["confidence"])] for p in table["p_adjusted"][1:])]
    shown["worlds"] = table["worlds"]
    return shown
