"""``ttr results``: check result folders and those of tournaments."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _output, words
from ttr_analysis.errors import ResultError
from ttr_analysis.results.folders import at_home

if TYPE_CHECKING:
    from ttr_analysis.results import Result


def add_to(commands: Any) -> None:
    """Add the command and its actions."""
    example = "ttr results check build/games --replay 20"
    summary = "check result folders: files, sums, counts, and games played again"
    made = _common.add_command(commands, "results", check_folder, summary, example)
    actions = made.add_subparsers(title="actions", metavar="ACTION", required=True)
    summary = "check the folder of a result or tournament; the exit code is 1 if anything in it cannot be so"
    check = _common.add_command(actions, "check", check_folder, summary, example)
    check.add_argument("folder", type=_common.folder, metavar="DIR", help="folder of a result or of a tournament")
    check.add_argument(
        "--replay", type=_common.count, default=0, metavar="N", help="also play N of its games again, and compare them"
    )
    _common.add_code(check)
    _common.add_json(check, "what was found")


def check_folder(arguments: Namespace) -> int:
    """Check a folder, and print what is wrong, or what was checked."""
    from ttr_analysis.experiments.tournament.files import TOURNAMENT_FILE, load_tournament

    place = at_home(arguments.folder)
    faults, told, line = list[str](), dict[str, Any](), ""
    try:
        if (place / TOURNAMENT_FILE).exists():
            played = load_tournament(place)
            facts = {"games": played.games, "seatings": len(played.manifest.seatings), "rows": len(played.rows)}
            told, line = (
                {**facts, "rows": {"rows": facts["rows"]}, "replayed": 0},
                words.tournament_checked(str(place), **facts),
            )
        else:
            told, faults = _checked(place, arguments)
            line = words.result_checked(str(place), **told)
    except ResultError as error:
        faults = [str(error)]
    if arguments.json:
        _output.print_json({"folder": str(place), **told, "faults": faults})
    else:
        print("\n".join(faults or [line]))
    return int(bool(faults))


def _checked(place: Path, arguments: Namespace) -> tuple[dict[str, Any], list[str]]:
    """Return what was checked in a result, and what is wrong."""
    from ttr_analysis.play.again import replayed
    from ttr_analysis.results import Result
    from ttr_analysis.results.beside import strange_files
    from ttr_analysis.results.derived import disagreements

    result: Result = Result.load(place)
    faults = [*strange_files(place), *disagreements(result)]
    games = min(arguments.replay, len(result))
    if games and not faults:
        faults = replayed(result, games, code=arguments.code)
    rows = {name: result.rows(name) for name in result.manifest.tables}
    return {"games": len(result), "rows": rows, "replayed": games}, faults
