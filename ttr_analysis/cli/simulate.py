"""``ttr simulate``: many games, and their tables."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, words
from ttr_analysis.errors import TicketToRideError

if TYPE_CHECKING:
    from ttr_analysis.results.result import Result


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr simulate usa --strategies ticket_planner,greedy_points --games 20000 --seed 1 --out build/games"
    made = _common.add_command(commands, "simulate", simulate, "play many games and save their tables", example)
    _common.add_lineup(made, "random")
    _common.add_fixed_seats(made)
    _common.add_games(made, 1000)
    made.add_argument(
        "--first-game", type=_common.place, default=0, metavar="N", help="number of the first game (default: 0)"
    )
    _common.add_out(
        made, "new or empty folder for the tables (parquet) and the manifest; a folder with other files is refused"
    )
    made.add_argument("--overwrite", action="store_true", help="replace the result that is in the folder")
    made.add_argument("--skip-failures", action="store_true", help="leave out games in which a strategy fails")
    _common.add_running(made)


def simulate(arguments: Namespace) -> int:
    """Play games, save them if a folder is given, and print a summary."""
    from ttr_analysis.play.simulate import GameFailed
    from ttr_analysis.play.simulate import simulate as play

    _common.load_code(arguments.code)
    game_map = _common.map_of(arguments.map, rules=arguments.rule)
    try:
        result = play(
            game_map,
            arguments.strategies,
            players=arguments.players,
            games=arguments.games,
            seed=arguments.seed,
            threads=arguments.threads,
            progress="always" if arguments.progress else True,
            out=arguments.out,
            overwrite=arguments.overwrite,
            rotate=not arguments.fixed_seats,
            first_game=arguments.first_game,
            on_error="skip" if arguments.skip_failures else "raise",
        )
    except GameFailed as error:
        kept = len(error.result or ())
        raise TicketToRideError(f"{error}\nttr: {words.games_kept(kept, arguments.games, arguments.out)}") from None
    for line in summary(result):
        print(line)
    if result.complete or arguments.skip_failures:
        return 0
    print(words.stopped(words.games_kept(len(result), arguments.games, arguments.out)), file=sys.stderr)
    return _common.INTERRUPTED


def summary(result: Result) -> list[str]:
    """Return lines with the mean score, win share and tickets made of each strategy, with intervals."""
    from ttr_analysis.stats.intervals import mean_by_game

    manifest = result.manifest
    lines = [words.simulated(result.game_map.title, len(result), manifest.players, manifest.seed)]
    lines += words.noted(result.game_map.caveats)
    players = result.named("players")
    for name in dict.fromkeys(result.strategies):
        rows = players[players["strategy"] == name]
        if len(rows):
            score = mean_by_game(rows["score"], rows["game"])
            wins = mean_by_game(rows["win_share"], rows["game"])
            made, kept = (rows["tickets_made"] - rows["bonus_tickets"]).sum(), rows["tickets_kept"].sum()
            lines.append(words.strategy_line(name, score, wins, made / max(kept, 1), kept / len(rows)))
    return lines
