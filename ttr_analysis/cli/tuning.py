"""``ttr tune``: better weights for a strategy, and what they are worth."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from math import isfinite
from typing import TYPE_CHECKING

from ttr_analysis._validate import shown
from ttr_analysis.cli.boards import map_of
from ttr_analysis.cli.exits import INTERRUPTED
from ttr_analysis.cli.games import load_code
from ttr_analysis.cli.tables import interval, print_table
from ttr_analysis.errors import SetupError

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.experiments.tuning import Tuned
    from ttr_analysis.maps.game_map import GameMap

WeightRange = tuple[str, tuple[float, float]]


def weight_range(text: str) -> WeightRange:
    """Return a weight with its lowest and highest value, from ``draw_share=0.1..0.4``."""
    name, _, ends = text.partition("=")
    try:
        low, high = map(float, ends.split(".."))
    except ValueError:
        low = high = float("nan")
    if not name.strip() or not isfinite(low) or not isfinite(high):
        raise ArgumentTypeError(f"needs a weight and its range, as name=0.1..0.4, not {shown(text)}")
    return name.strip(), (low, high)


def tune(arguments: Namespace) -> int:
    """Search for better weights, and print them with what they gain on other decks."""
    from ttr_analysis.experiments.tuning import tune as search

    load_code(arguments.code)
    ranges = dict(arguments.weight)
    if len(ranges) < len(arguments.weight):
        raise SetupError("a weight is given twice; give it one range: --weight name=0.1..0.4")
    game_map = map_of(arguments.map)
    tuned = search(
        arguments.strategy,
        game_map,
        against=arguments.against,
        objective=arguments.objective,
        players=arguments.players,
        games=arguments.games,
        candidates=arguments.candidates,
        validation=arguments.validation,
        seed=arguments.seed,
        threads=arguments.threads,
        progress="always" if arguments.progress else True,
        **ranges,
    )
    print_table(arguments, tuned.table, _people(tuned), _notes(tuned, game_map, arguments))
    return 0 if tuned.complete else INTERRUPTED


def _people(tuned: Tuned) -> pd.DataFrame:
    """Return the validation, with its intervals as text."""
    table = tuned.table
    people = table[["others"]].rename(columns={"others": "among"})
    people.insert(0, "weights", ["found" if name != tuned.default.name else "default" for name in table["variant"]])
    people["above default"] = interval(table, "score_difference", 1)
    people["wins above, %"] = interval(table, "win_share_difference", 1, 100)
    people["wins, %"] = interval(table, "win_share", 1, 100)
    people["score"] = interval(table, "score", 1)
    return people


def _notes(tuned: Tuned, game_map: GameMap, arguments: Namespace) -> list[str]:
    """Return lines on the weights, the verdict, and how it was reached."""
    played = (
        f"{game_map.title}, {arguments.players} players: {tuned.candidates:,} candidates on {arguments.games:,} games "
        f"of seed {tuned.search_seed}, validated on {tuned.gain.n:,} games of seed {tuned.validation_seed}, "
        "in every seat"
    )
    old, new = tuned.default.weights, tuned.found.weights
    return [
        *(
            f"{name}: {old[name]:g} -> {new[name]:g}, searched from {low:g} to {high:g}"
            for name, (low, high) in tuned.ranges.items()
        ),
        _verdict(tuned),
        played,
        "95 % intervals by game, each taken alone: Student for paired differences and scores, Wilson for shares",
        *(f"note: {notice}" for notice in game_map.notices),
    ]


def _verdict(tuned: Tuned) -> str:
    """Return a sentence on whether to change the weights."""
    if tuned.found is tuned.default:
        return "no candidate was better than the default, which stays"
    aim = tuned.objective.replace("_", " ")
    if not tuned.gain.n:
        return f"weights were found, but not validated: whether their {aim} is better is unknown, so the default stays"
    if tuned.better:
        return f"the weights found are better in {aim}: the whole interval lies above 0"
    return (
        f"the weights found are not shown to be better in {aim}: the interval includes 0 or less, so the default stays"
    )
