"""``ttr simulate``, ``ttr report`` and ``ttr replay``."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ttr_analysis.cli.boards import map_of
from ttr_analysis.cli.exits import INTERRUPTED
from ttr_analysis.errors import SetupError, TicketToRideError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ttr_analysis.maps.events import Event
    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.results.result import Result


def load_code(files: Iterable[str]) -> None:
    """Register the strategies in the files that ``--code`` names."""
    if files:
        from ttr_analysis.strategies import load_file

        for file in files:
            if not Path(file).is_file():
                raise SetupError(f"--code: there is no file {file!r}")
            load_file(file)


def simulate(arguments: Namespace) -> int:
    """Play games, save them if a folder is given, and print a summary."""
    from ttr_analysis.play.simulate import GameFailed
    from ttr_analysis.play.simulate import simulate as play

    load_code(arguments.code)
    game_map = map_of(arguments.map)
    try:
        result = play(
            game_map,
            arguments.strategies,
            arguments.games,
            arguments.seed,
            arguments.players,
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
        raise TicketToRideError(f"{error}\nttr: {_kept(kept, arguments)}") from None
    for line in summary(result):
        print(line)
    if result.complete or arguments.skip_failures:
        return 0
    print(f"ttr: stopped; {_kept(len(result), arguments)}", file=sys.stderr)
    return INTERRUPTED


def _kept(games: int, arguments: Namespace) -> str:
    where = f"saved in {arguments.out}" if arguments.out else "finished, but not saved (no --out)"
    return f"{games:,} of {arguments.games:,} games {where}"


def summary(result: Result) -> list[str]:
    """Return lines with the mean score, win share and tickets made of each strategy, with intervals."""
    from ttr_analysis.stats.intervals import mean_by_game

    manifest = result.manifest
    lines = [f"{result.game_map.title}: {len(result):,} games, {manifest.players} players, seed {manifest.seed}"]
    lines += [f"note: {notice}" for notice in result.game_map.notices]
    players = result.named("players")
    for name in dict.fromkeys(result.strategies):
        rows = players[players["strategy"] == name]
        if len(rows):
            score = mean_by_game(rows["score"], rows["game"])
            wins = mean_by_game(rows["win_share"], rows["game"])
            made, kept = (rows["tickets_made"] - rows["bonus_tickets"]).sum(), rows["tickets_kept"].sum()
            lines.append(
                f"{name}: score {score.value:.2f} [{score.low:.2f}, {score.high:.2f}], "
                f"win share {wins.value:.3f} [{wins.low:.3f}, {wins.high:.3f}], "
                f"tickets made {made / max(kept, 1):.3f} of {kept / len(rows):.2f} kept"
            )
    return lines


def report(arguments: Namespace) -> int:
    """Build the report of a map."""
    from ttr_analysis.play.lineup import make_lineup
    from ttr_analysis.report import build_report

    load_code(arguments.code)
    game_map, names = map_of(arguments.map), arguments.strategies
    make_lineup(game_map, names, arguments.players, arguments.seed)  # refuses bad input before anything is printed
    page = build_report(
        game_map,
        Path(arguments.out),
        games=arguments.games,
        players=arguments.players,
        strategies=names[0] if len(names) == 1 else names,
        seed=arguments.seed,
    )
    print(page)
    return 0


def replay(arguments: Namespace) -> int:
    """Print a game in words, and whether the referee agrees with it."""
    from ttr_analysis.play.explanations import play_explained
    from ttr_analysis.play.lineup import make_lineup
    from ttr_analysis.play.simulate import GameFailed, play_logged

    load_code(arguments.code)
    game_map, rotate = map_of(arguments.map), not arguments.fixed_seats
    table = make_lineup(game_map, arguments.strategies, arguments.players, arguments.seed, rotate)
    wanted = (game_map, arguments.strategies, arguments.seed, arguments.game, arguments.players)
    failed: GameFailed | None = None
    notes: Mapping[int, str] = {}
    try:
        if arguments.explain:
            explained = play_explained(*wanted, rotate=rotate)
            events, notes = explained.events, explained.explanations
        else:
            events = play_logged(*wanted, rotate=rotate)
    except GameFailed as error:
        events, notes, failed = error.events, error.explanations, error
    names = [f"{table.place_of(arguments.game, seat).name} {seat + 1}" for seat in range(table.players)]
    _tell(game_map, table.players, events, names, arguments.until, notes)
    print(_verdict(game_map, table.players, events, failed is not None))
    if failed is not None:
        raise failed
    return 0


def _tell(
    game_map: GameMap,
    players: int,
    events: Sequence[Event],
    names: Sequence[str],
    until: int | None,
    notes: Mapping[int, str],
) -> None:
    from ttr_analysis.referee import narrate

    told = [event for event in events if until is None or event.turn <= until]
    for line in narrate(game_map, players, told, names, notes):
        print(line)


def _verdict(game_map: GameMap, players: int, events: Sequence[Event], unfinished: bool) -> str:
    """Return the referee's verdict as a sentence; raise an error if it finds a fault."""
    from ttr_analysis.referee import replay as referee

    verdict = referee(game_map, players, events, unfinished=unfinished)
    scores = ", ".join(map(str, verdict.scores))
    return f"the referee agrees with all {len(events):,} events; scores: {scores}"
