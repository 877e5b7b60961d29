"""``ttr sweep``: what a strategy's weights are worth."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _experiment_words, _output, words

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.maps.game_map import GameMap

Weight = tuple[str, tuple[float, ...]]


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr sweep usa ticket_planner --weight draw_share=0.1,0.3,0.5 --games 500 --out build/sweep"
    summary = "measure what a strategy's weights are worth compared with their defaults, with common random numbers"
    made = _common.add_command(commands, "sweep", sweep, summary, example)
    _common.add_weighed(made)
    made.add_argument(
        "--weight",
        type=weight,
        action="append",
        required=True,
        metavar="NAME=V1,V2",
        help="a weight and the values to try (repeatable; all combinations are played)",
    )
    _common.add_compared(made, 500, "games, each played in every seat")
    _common.add_out(made, "folder for the chart, its table, and the games")
    _common.add_going_on(made)
    _common.add_running(made)
    _common.add_code(made)
    _common.add_form(made)


def weight(text: str) -> Weight:
    """Return a weight and its values, from ``draw_share=0.1,0.3``."""
    return _common.weighed(text, ",", "values, as name=0.1,0.3")


def sweep(arguments: Namespace) -> int:
    """Play variants of a strategy, and print how they compare with its default."""
    from ttr_analysis.experiments.sweeps import sweep as play
    from ttr_analysis.strategies import get_strategy

    _common.load_code(arguments.code)
    folder = _output.chart_folder(arguments.out)
    game_map, default = _common.map_of(arguments.map, rules=arguments.rule), get_strategy(arguments.strategy)
    weights = _common.each_once(arguments.weight, "name it once, with all its values: --weight name=0.1,0.3")
    default.with_weights(
        **{name: values[0] for name, values in weights.items()}
    )  # refuses unknown weights, and names them
    table = play(
        game_map,
        default,
        players=arguments.players,
        games=arguments.games,
        seed=arguments.seed,
        against=arguments.against,
        out=None if folder is None else folder / "games",
        resume=arguments.resume,
        more=arguments.more,
        threads=arguments.threads,
        progress=_common.progress_of(arguments),
        **weights,
    )
    games, asked = int(table["games"].iloc[0]), table.attrs["source"]["asked"]
    if games > 1:
        _output.print_table(arguments, table, _people(table, list(weights)), _notes(game_map, arguments, games))
        if folder:
            _draw(table, folder)
    elif games == asked:
        print(words.ONE_GAME, file=sys.stderr)
    if games < asked:
        print(words.stopped(_experiment_words.variants_finished(games, asked)), file=sys.stderr)
        return _common.INTERRUPTED
    return 0


def _people(table: pd.DataFrame, weights: list[str]) -> pd.DataFrame:
    """Return the variants with their intervals as text."""
    people = table[weights].map("{:g}".format)
    people["above default"] = _output.interval(table, "difference", 1)
    people["wins, %"] = _output.interval(table, "win_share", 1, 100)
    people["score"] = _output.interval(table, "score", 1)
    return people


def _notes(game_map: GameMap, arguments: Namespace, games: int) -> list[str]:
    """Return lines on what was played, and how to read the table."""
    from ttr_analysis.strategies import get_strategy

    default = get_strategy(arguments.strategy).weights
    rivals = arguments.against or arguments.strategy
    return [
        _experiment_words.sweep_played(game_map.title, arguments.players, arguments.seed, games, rivals),
        _experiment_words.default_weights(arguments.strategy, {name: default[name] for name, _ in arguments.weight}),
        words.PAIRED_INTERVALS,
        *words.noted(game_map.caveats),
    ]


def _draw(table: pd.DataFrame, folder: Path) -> None:
    from ttr_analysis import charts

    _output.write_charts({"sweep": charts.sweep(table)}, folder)
