"""``ttr ladder``: each strategy alone, and one of a kind among the strongest ones."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _output, words

if TYPE_CHECKING:
    import pandas as pd


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr ladder usa --players 2 --strategies expert,rush --games 500"
    summary = "measure strategies alone, and one of a kind among expert and among ticket_planner"
    made = _common.add_command(commands, "ladder", ladder, summary, example)
    _common.add_map(made)
    made.add_argument(
        "--strategies", type=_common.names, default=(), metavar="A,B",
        help="strategies, separated by commas (default: all)",
    )  # fmt: skip
    _common.add_player_counts(made, "number of players (repeatable; default: 2 and 4)")
    _common.add_games(made, 2000, "games for each figure; slow strategies play a tenth")
    _common.add_seed(made)
    _common.add_running(made)
    _common.add_code(made)
    _common.add_form(made)


def ladder(arguments: Namespace) -> int:
    """Play, and print a row for each strategy and number of players."""
    from ttr_analysis.experiments.ladder import ladder as climb

    _common.load_code(arguments.code)
    table = climb(
        _common.map_of(arguments.map, rules=arguments.rule),
        arguments.strategies,
        players=arguments.players or (2, 4),
        games=arguments.games,
        seed=arguments.seed,
        threads=arguments.threads,
        progress=_common.progress_of(arguments),
    )
    _output.print_table(arguments, table, people(table), [words.LADDER])
    return 0


def people(table: pd.DataFrame) -> pd.DataFrame:
    """Return the ladder with its intervals as text."""
    shown = table[["strategy", "players"]].copy()
    shown["alone, points"] = _output.interval(table, "score", 1)
    shown["tickets made"] = _output.interval(table, "tickets_made", 2)
    shown["turns"] = _output.interval(table, "turns", 1)
    shown["n"] = table["games"]
    for rival in ("expert", "ticket_planner"):
        shown[f"wins among {rival}, %"] = _output.interval(table, f"wins_{rival}", 1, 100)
    shown["n against"] = table["games_against"]
    shown["games a CPU-second"] = table["speed"].round().astype(int)
    return shown
