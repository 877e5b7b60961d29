"""``ttr tournament``: strategies against each other with common random numbers."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _experiment_words, _output, words
from ttr_analysis.errors import SetupError, TicketToRideError
from ttr_analysis.maps.languages import written
from ttr_analysis.results.folders import at_home

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.experiments.tournament import Ratings, Tournament
    from ttr_analysis.experiments.tournament.stopping import Until


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr tournament usa --strategies ticket_planner,greedy_points,random --games 500 --out build/tournament"
    summary = "let strategies play against each other with common random numbers and rate them"
    made = _common.add_command(commands, "tournament", tournament, summary, example)
    _common.add_map(made)
    made.add_argument(
        "--strategies",
        type=_common.names,
        required=True,
        metavar="A,B,C",
        help="strategies that take part, at least two",
    )
    _common.add_compared(made, 500, "games, each played in every seating")
    made.add_argument(
        "--until",
        type=until,
        metavar="WHEN",
        help="stop early: 'decided' for when all pairs are decided, or a width that the intervals of their win shares "
        "must reach (such as 0.05)",
    )
    _common.add_out(made, "new or empty folder to save the games in")
    made.add_argument("--charts", action="store_true", help="also draw charts, into the folder charts inside --out")
    _common.add_going_on(made, "play --games more games of the tournament in the folder")
    _common.add_running(made)
    _common.add_scheduler(made)
    _common.add_code(made)
    _common.add_form(made)


def until(text: str) -> Until:
    """Return when to stop: ``decided``, or the width of an interval."""
    if text == "decided":
        return "decided"
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(f"needs 'decided' or a width between 0 and 1, not {text!r}") from None


@_common.on_scheduler
def tournament(arguments: Namespace) -> int:
    """Play a tournament, save it if a folder is given, and print its ladder."""
    from ttr_analysis.experiments.tournament import ratings, standings
    from ttr_analysis.play.simulate import GameFailed

    if arguments.charts and not arguments.out:
        raise SetupError("--charts needs the folder of the tournament (--out)")
    _common.load_code(arguments.code)
    try:
        played = _play(arguments)
    except GameFailed as error:
        raise TicketToRideError(f"{error}\nttr: {_kept(arguments.out)}") from None
    interrupted = played.manifest.stopped == "interrupted"
    if played.games > 1:
        fitted = ratings(played)
        table = standings(played, fitted=fitted)
        _output.print_table(arguments, table, _people(table), _notes(played, fitted))
        if arguments.charts:
            _draw(played, fitted, at_home(arguments.out))
    elif not interrupted:
        print(words.ONE_GAME_EACH, file=sys.stderr)
    if interrupted:
        kept = words.games_kept(played.games, played.manifest.asked, arguments.out)
        print(words.stopped(kept), file=sys.stderr)
        return _common.INTERRUPTED
    return 0


def _play(arguments: Namespace) -> Tournament:
    from ttr_analysis.experiments.tournament import tournament as play

    return play(
        _common.map_of(arguments.map, rules=arguments.rule),
        arguments.strategies,
        players=arguments.players,
        games=arguments.games,
        seed=arguments.seed,
        until=arguments.until,
        out=arguments.out,
        resume=arguments.resume,
        more=arguments.more,
        executor=arguments.executor,
        threads=arguments.threads,
        progress=_common.progress_of(arguments),
    )


def _kept(out: str | None) -> str:
    """Return how much is saved of a tournament in which a strategy failed."""
    from ttr_analysis.experiments.tournament.files import read_tournament_manifest

    if out is None:
        return _experiment_words.NOTHING_SAVED
    manifest = read_tournament_manifest(at_home(out))
    return _experiment_words.tournament_saved(manifest.games, manifest.asked, out)


def _draw(played: Tournament, fitted: Ratings, folder: Path) -> None:
    from ttr_analysis.charts.tournaments import tournament_charts

    _output.write_charts(tournament_charts(played, fitted), folder / "charts")


def _people(table: pd.DataFrame) -> pd.DataFrame:
    """Return the ladder with its intervals as text."""
    known = table.attrs.get("bounded", True)  # else the intervals of ratings come from the prior alone
    ratings = _output.interval(table, "rating", 0) if known else [written(rating, ".0f") for rating in table["rating"]]
    shown = table[["strategy"]].assign(rating=ratings)
    shown["wins, %"] = _output.interval(table, "win_share", 1, 100)
    shown["score"] = _output.interval(table, "score", 1)
    return shown


def _notes(played: Tournament, fitted: Ratings) -> list[str]:
    """Return lines on what was played, what the first seat is worth, and what is uncertain."""
    from ttr_analysis.experiments.tournament import cycles, matchups, seats

    manifest, compared = played.manifest, matchups(played)
    first = seats(played).iloc[:1]
    sure = compared.iloc[::2]["p_adjusted"] <= 0.05
    wins, advantage = (
        _output.interval(first, name, 1, factor)[0] for name, factor in (("win_share", 100), ("advantage", 1))
    )
    notes = [
        _experiment_words.tournament_played(played),
        _experiment_words.first_seat(wins, 100 / manifest.players, advantage),
        _experiment_words.pairs_told_apart(int(sure.sum()), len(sure), list(cycles(compared))),
        _experiment_words.TOURNAMENT_INTERVALS,
    ]
    if not fitted.bounded:
        notes.append(_experiment_words.UNBOUNDED)
    if manifest.stopped == "decided":
        notes.append(_experiment_words.decided_before(manifest.asked))
    return notes + words.noted(played.game_map.caveats)
