"""``ttr tune``: better weights for a strategy, and what they are worth."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Any

from ttr_analysis._validate import shown
from ttr_analysis.cli import _common, _experiment_words, _output, words

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.experiments.tuning import Tuned
    from ttr_analysis.maps.game_map import GameMap

WeightRange = tuple[str, tuple[float, float]]


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr tune usa long_routes --weight trail_odds=0..6 --weight turn_power=0..1 --games 200 --candidates 60"
    summary = "search for better weights for a strategy, and validate them on games the search has not seen"
    made = _common.add_command(commands, "tune", tune, summary, example)
    _common.add_map(made)
    _common.add_strategy(made)
    made.add_argument(
        "--against", metavar="A", action="append",
        help="strategy of all other players (repeatable; default: the same strategy)",
    )  # fmt: skip
    made.add_argument(
        "--also", metavar="MAP", action="append", default=[], help="another board to tune on (repeatable)"
    )  # fmt: skip
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
    made.add_argument(
        "--aim",
        choices=("mean", "worst"),
        default="mean",
        help="of several boards, numbers of players or opponents: maximise the mean gain, or the least (default: mean)",
    )
    _common.add_player_counts(made, "number of players (repeatable; default: 2)")
    _common.add_games(made, 200, "games for each candidate, each played in every seat")
    _common.add_seed(made)
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
    _common.add_out(made, "folder for the games of the candidates")
    _common.add_going_on(made, "try --candidates more than those of the folder")
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
    boards = [_common.map_of(each, rules=arguments.rule) for each in (arguments.map, *arguments.also)]
    players = arguments.players or [2]
    tuned = search(
        boards,
        arguments.strategy,
        players=players,
        games=arguments.games,
        seed=arguments.seed,
        against=arguments.against,
        objective=arguments.objective,
        aim=arguments.aim,
        candidates=arguments.candidates,
        validation=arguments.validation,
        out=arguments.out,
        resume=arguments.resume,
        more=arguments.more,
        threads=arguments.threads,
        progress=_common.progress_of(arguments),
        **ranges,
    )
    _output.print_table(arguments, tuned.table, _people(tuned), _notes(tuned, boards, players, arguments.games))
    return 0 if tuned.complete else _common.INTERRUPTED


def _people(tuned: Tuned) -> pd.DataFrame:
    """Return the validation, with its intervals as text."""
    table = tuned.table
    people = table[["others"]].rename(columns={"others": "among"})
    people.insert(0, "weights", ["found" if name != tuned.default.name else "default" for name in table["variant"]])
    if len(table[["map", "ticket_set", "players"]].drop_duplicates()) > 1:
        people.insert(0, "players", table["players"])
        people.insert(
            0, "map", table["map"] + table["ticket_set"].map(lambda name: "" if name == "base" else f":{name}")
        )
    people["above default"] = _output.interval(table, "score_difference", 1)
    people["wins above, %"] = _output.interval(table, "win_share_difference", 1, 100)
    people["wins, %"] = _output.interval(table, "win_share", 1, 100)
    people["score"] = _output.interval(table, "score", 1)
    return people


def _notes(tuned: Tuned, boards: list[GameMap], players: list[int], games: int) -> list[str]:
    """Return lines on the weights, the verdict, and how it was reached."""
    return [
        *_experiment_words.weights_found(tuned),
        _experiment_words.whether_to_change(tuned),
        _experiment_words.tuning_played([each.title for each in boards], players, games, tuned),
        words.PAIRED_INTERVALS,
        *words.noted(list(dict.fromkeys(caveat for each in boards for caveat in each.caveats))),
    ]
