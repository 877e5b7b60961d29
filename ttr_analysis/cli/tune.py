"""``ttr tune``: better weights for a strategy, and what they are worth."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Any

from ttr_analysis._validate import shown
from ttr_analysis.cli import _common, words

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.experiments.tuning import Tuned
    from ttr_analysis.maps.game_map import GameMap

WeightRange = tuple[str, tuple[float, float]]


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr tune usa long_routes --weight trail_points=0..6 --weight turn_power=0..1 --games 200 --candidates 60"
    summary = "search for better weights for a strategy, and validate them on games the search has not seen"
    made = _common.add_command(commands, "tune", tune, summary, example)
    _common.add_weighed(made)
    made.add_argument(
        "--weight",
        type=weight_range,
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
    _common.add_compared(made, 200, "games for each candidate, each played in every seat")
    made.add_argument(
        "--candidates", type=_common.whole, default=100, metavar="N", help="maximum number of candidates (default: 100)"
    )
    made.add_argument(
        "--validation",
        type=_common.whole,
        default=1000,
        metavar="N",
        help="games to validate the best one on (default: 1000)",
    )
    _common.add_running(made)
    _common.add_code(made)
    _common.add_form(made)


def weight_range(text: str) -> WeightRange:
    """Return a weight with its lowest and highest value, from ``draw_share=0.1..0.4``."""
    form = "range, as name=0.1..0.4"
    name, ends = _common.weighed(text, "..", form)
    if len(ends) != 2:
        raise ArgumentTypeError(f"needs a weight and its {form}, not {shown(text)}")
    return name, ends


def tune(arguments: Namespace) -> int:
    """Search for better weights, and print them with what they gain in other games."""
    from ttr_analysis.experiments.tuning import tune as search

    _common.load_code(arguments.code)
    ranges = _common.each_once(arguments.weight, "give it one range: --weight name=0.1..0.4")
    game_map = _common.map_of(arguments.map, rules=arguments.rule)
    tuned = search(
        game_map,
        arguments.strategy,
        players=arguments.players,
        games=arguments.games,
        seed=arguments.seed,
        against=arguments.against,
        objective=arguments.objective,
        candidates=arguments.candidates,
        validation=arguments.validation,
        threads=arguments.threads,
        progress=_common.progress_of(arguments),
        **ranges,
    )
    _common.print_table(arguments, tuned.table, _people(tuned), _notes(tuned, game_map, arguments))
    return 0 if tuned.complete else _common.INTERRUPTED


def _people(tuned: Tuned) -> pd.DataFrame:
    """Return the validation, with its intervals as text."""
    table = tuned.table
    people = table[["others"]].rename(columns={"others": "among"})
    people.insert(0, "weights", ["found" if name != tuned.default.name else "default" for name in table["variant"]])
    people["above default"] = _common.interval(table, "score_difference", 1)
    people["wins above, %"] = _common.interval(table, "win_share_difference", 1, 100)
    people["wins, %"] = _common.interval(table, "win_share", 1, 100)
    people["score"] = _common.interval(table, "score", 1)
    return people


def _notes(tuned: Tuned, game_map: GameMap, arguments: Namespace) -> list[str]:
    """Return lines on the weights, the verdict, and how it was reached."""
    return [
        *words.weights_found(tuned),
        words.whether_to_change(tuned),
        words.tuning_played(game_map.title, arguments.players, arguments.games, tuned),
        words.PAIRED_INTERVALS,
        *words.noted(game_map.caveats),
    ]
