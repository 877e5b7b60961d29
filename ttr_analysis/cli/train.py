"""``ttr train``: a player that learns from roll-outs for a board, and what it gained."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _experiment_words, _output

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.experiments.training.train import Trained


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    summary = "train a player for a board from roll-outs, beginning with 'learned' or from nothing"
    example = "ttr train india --players 2 --minutes 20 --out my_player"
    made = _common.add_command(commands, "train", train, summary, example)
    _common.add_map(made)
    made.add_argument(
        "--also", metavar="MAP", action="append", default=[],
        help="another board to train on (repeatable; one named twice is played twice as often)",
    )  # fmt: skip
    _common.add_player_counts(made, "number of players (repeatable; default: 2)")
    made.add_argument("--minutes", type=float, default=20.0, metavar="M", help="CPU-minutes, about (default: 20)")
    made.add_argument("--rollouts", type=_common.whole, metavar="N", help="number of roll-outs, in place of minutes")
    made.add_argument("--rounds", type=_common.whole, default=5, metavar="N", help="number of rounds (default: 5)")
    made.add_argument(
        "--from", dest="start", default="learned", metavar="A",
        help="player that makes the first roll-outs: learned, learned:file=PLAYER, or nothing (default: learned)",
    )  # fmt: skip
    made.add_argument("--out", type=Path, required=True, metavar="FILE", help="file of the player; .json is added")
    _common.add_going_on(made, "train --rounds more than those for which the folder beside FILE was made")
    _common.add_seed(made, what="same seed and budget, same player")
    _common.add_running(made)
    _common.add_form(made)


def train(arguments: Namespace) -> int:
    """Train a player, and print what each round gained."""
    from ttr_analysis.experiments.training.train import train as learn

    trained = learn(
        [_common.map_of(each, rules=arguments.rule) for each in (arguments.map, *arguments.also)],
        players=arguments.players or [2],
        minutes=arguments.minutes,
        rollouts=arguments.rollouts,
        rounds=arguments.rounds,
        seed=arguments.seed,
        start=None if arguments.start == "nothing" else arguments.start,
        out=arguments.out,
        resume=arguments.resume,
        more=arguments.more,
        threads=arguments.threads,
        progress=_common.progress_of(arguments),
    )
    notes = [_experiment_words.whether_it_learned(trained, arguments.out), _experiment_words.TRAINING]
    _output.print_table(arguments, trained.table, _people(trained), notes)
    return 0 if trained.complete else _common.INTERRUPTED


def _people(trained: Trained) -> pd.DataFrame:
    """Return the rounds, with the interval as text."""
    table = trained.table
    people = table[["round", "rollouts"]].rename(columns={"rollouts": "roll-outs"})
    people["wins against expert, % of the fair share"] = _output.interval(table, "share", 1, 100)
    people["games"] = table["games"]
    return people
