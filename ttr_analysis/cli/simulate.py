"""``ttr simulate``: many games, and their tables."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _output, words
from ttr_analysis.errors import SetupError, TicketToRideError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ttr_analysis.results.result import Result
    from ttr_analysis.stats import Estimate

    Floats = npt.NDArray[np.float64]


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr simulate usa --strategies ticket_planner,greedy_points --games 20000 --seed 1 --out build/games"
    made = _common.add_command(commands, "simulate", simulate, "play many games and save their tables", example)
    _common.add_lineup(made, needs_map=False)
    _common.add_fixed_seats(made)
    _common.add_interventions(made)
    _common.add_games(made, 1000)
    _common.add_first_game(made)
    _common.add_out(
        made, "new or empty folder for the tables (parquet) and the manifest; a folder with other files is refused"
    )
    made.add_argument("--overwrite", action="store_true", help="replace the result that is in the folder")
    _common.add_going_on(made)
    made.add_argument(
        "--tables",
        type=_common.names,
        metavar="NAMES",
        help="tables to keep besides games and players: tickets, tracks, tunnels, buildings (default: all)",
    )
    made.add_argument("--skip-failures", action="store_true", help="leave out games in which a strategy fails")
    _common.add_running(made)
    _common.add_scheduler(made)
    made.add_argument(
        "--like",
        type=_common.folder,
        metavar="RESULT",
        help="play the games of a result again, and tell whether all tables are the same (exit code 1 if not); "
        "in place of MAP and its options",
    )
    _common.add_json(made, "the summary")
    made.set_defaults(defaults={name: made.get_default(name) for name in _OPTIONS})


_OPTIONS = (
    "map", "rule", "strategies", "players", "seed", "fixed_seats", "intervention", "games", "first_game",
    "skip_failures", "resume", "more", "tables", "scheduler",
)  # fmt: skip
"""What a result that is played again decides."""


def simulate(arguments: Namespace) -> int:
    """Play games, save them if a folder is given, and print a summary; or play those of a result again."""
    if arguments.like is not None:
        return _again(arguments)
    if arguments.map is None:
        raise SetupError("name a map, or a result with --like (see ttr simulate --help)")
    return _play(arguments)


@_common.on_scheduler
def _play(arguments: Namespace) -> int:
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
            executor=arguments.executor,
            threads=arguments.threads,
            progress=_common.progress_of(arguments),
            out=arguments.out,
            overwrite=arguments.overwrite,
            resume=arguments.resume,
            more=arguments.more,
            rotate=not arguments.fixed_seats,
            interventions=arguments.intervention,
            first_game=arguments.first_game,
            **({} if arguments.tables is None else {"tables": arguments.tables}),
            on_error="skip" if arguments.skip_failures else "raise",
        )
    except KeyboardInterrupt:  # later ones end the run with the games that are finished
        print(words.stopped("no game was finished, so nothing new is saved"), file=sys.stderr)
        return _common.INTERRUPTED
    except GameFailed as error:
        kept, asked = (0, arguments.games) if error.result is None else _counted(error.result)
        raise TicketToRideError(f"{error}\nttr: {words.games_kept(kept, asked, arguments.out)}") from None
    if arguments.json:
        _output.print_json(facts(result))
    else:
        print("\n".join(summary(result)))
    if result.complete or arguments.skip_failures:
        return 0
    print(words.stopped(words.games_kept(*_counted(result), arguments.out)), file=sys.stderr)
    return _common.INTERRUPTED


def _counted(result: Result) -> tuple[int, int]:
    """Return how many games a result has, and how many were asked for."""
    return len(result), result.manifest.games


def _again(arguments: Namespace) -> int:
    """Play the games of a result again, and print whether they are the same."""
    from ttr_analysis.play.again import changes_since, play_again
    from ttr_analysis.results import Result, differences

    given = [name for name, default in arguments.defaults.items() if getattr(arguments, name) != default]
    if given:
        options = ", ".join("MAP" if name == "map" else f"--{name.replace('_', '-')}" for name in given)
        raise SetupError(f"--like takes all this from the result, so leave it out: {options}")
    before = Result.load(arguments.like)
    again = play_again(
        before,
        code=arguments.code,
        out=arguments.out,
        overwrite=arguments.overwrite,
        threads=arguments.threads,
        progress=_common.progress_of(arguments),
    )
    changes, found = list(changes_since(before, again)), list(differences(before, again))
    if arguments.json:
        _output.print_json(facts(again) | {"changes": changes, "same": not found, "differences": found})
    else:
        same = [words.same_tables(arguments.like, len(before))]
        print("\n".join([*summary(again), *words.noted(changes), *(found or same)]))
    if found and not again.complete:
        print(words.stopped(words.games_kept(*_counted(again), arguments.out)), file=sys.stderr)
        return _common.INTERRUPTED
    return int(bool(found))


def summary(result: Result) -> list[str]:
    """Return lines with the mean score, win share and tickets made of each strategy, with intervals."""
    manifest = result.manifest
    lines = [words.simulated(result.game_map.title, len(result), manifest.players, manifest.seeds)]
    lines += [*words.changed_for_seats(manifest.interventions), *words.noted(result.game_map.caveats)]
    lines += (words.strategy_line(*each) for each in _strategies(result))
    return lines


def facts(result: Result) -> dict[str, Any]:
    """Return the summary as plain values; a share of wins or an end of an interval that is missing is null."""
    strategies = [
        {
            "strategy": name,
            "score": _plain(score),
            "win_share": None if wins is None else _plain(wins),
            "tickets_made_share": made,
            "tickets_kept": kept,
        }
        for name, score, wins, made, kept in _strategies(result)
    ]
    run = {"players": result.manifest.players, "seeds": list(result.manifest.seeds), "games": len(result)}
    return {
        "map": _common.map_record(result.game_map),
        "notes": list(result.game_map.caveats),
        **run,
        "interventions": list(result.manifest.interventions),
        "strategies": strategies,
    }


def _plain(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate as plain values; null for what is unknown."""
    values = {name: getattr(estimate, name) for name in ("value", "low", "high", "n", "method")}
    return {name: None if isinstance(value, float) and isnan(value) else value for name, value in values.items()}


def _strategies(result: Result) -> Iterator[tuple[str, Estimate, Estimate | None, float, float]]:
    """Yield of each strategy its score, its share of wins, the share of tickets made, and the tickets kept.

    The share of wins is None for a player alone, and for the only strategy: that is known without a game.
    """
    from ttr_analysis.stats.intervals import mean_of_sums

    names = list(dict.fromkeys(result.strategies))
    for number, name in enumerate(names):
        seats, points, won, made, kept = _by_game(result, number)
        there = seats > 0
        if there.any():
            score = mean_of_sums(points[there], seats[there])
            wins = _win_share(won[there], seats[there]) if len(names) > 1 else None
            yield name, score, wins, float(made.sum() / max(kept.sum(), 1)), float(kept.sum() / seats.sum())


def _win_share(won: Floats, seats: Floats) -> Estimate:
    """Estimate a share of wins; one game has no interval, and a bootstrap no width where all games are won."""
    from ttr_analysis.stats.bootstrap import share_intervals
    from ttr_analysis.stats.intervals import Estimate

    value, low, high = (float(each[0]) for each in share_intervals(won[:, None], seats[:, None], len(won)))
    low, high = (low, high) if len(won) > 1 else (nan, nan)
    return Estimate(value, low, high, len(won), "wilson by game")


def _by_game(result: Result, strategy: int) -> Floats:
    """Return for each game the players of a strategy, their points, wins, and tickets made and kept; part by part."""
    import numpy as np

    from ttr_analysis.stats._games import strategy_places

    wanted = ["score", "win_share", "tickets_made", "bonus_tickets", "tickets_kept"]
    found = np.zeros((5, len(result)))
    for part in result.batches():
        own = strategy_places(part)[1] == strategy
        rows = part.columns("players", wanted)[own]
        place, games = part.whole_places(part.columns("games", [])), part.game_places(rows)
        made = rows["tickets_made"] - rows["bonus_tickets"]
        for line, values in enumerate((None, rows["score"], rows["win_share"], made, rows["tickets_kept"])):
            found[line, place] = np.bincount(games, values, len(place))
    return found
