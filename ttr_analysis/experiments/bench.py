"""Benchmark: games per CPU-second on one core, time to start, speed relative to the interpreted engine."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ttr_analysis.errors import TicketToRideError
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.chunk import play_chunk
from ttr_analysis.play.lineup import Lineup, make_lineup
from ttr_analysis.play.progress import OnLine
from ttr_analysis.play.simulate import prepare
from ttr_analysis.results.schema import TABLES

MAPS = ("usa", "europe", "first_journey_usa", "rails_sails_world")
"""Maps that are measured: one for each game."""

STRATEGIES = ("random", "ticket_planner")
"""Strategies that are measured."""

PLAYERS = (2, 4)
"""Numbers of players that are measured."""

INTERPRETED_GAMES = 3
"""Games that the interpreted engine plays; each takes about a second."""

STARTS = ("ticket_planner", "expert")
"""Strategies with which the start is measured."""

START_REPETITIONS = 7
"""Measurements of each start; what is reported are medians."""

_LIBRARIES = "import numba, pandas"

_FIRST_GAME = """
import sys
import ttr_analysis
name, strategy, players = sys.argv[1:]
ttr_analysis.simulate(name, strategy, players=int(players), games=1, progress=False)
"""

_CPU_SECONDS = """
import sys
from ttr_analysis.experiments.bench import cpu_seconds
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.lineup import make_lineup
name, strategy, players, games = sys.argv[1:]
print(cpu_seconds(make_lineup(load_map(name), strategy, players=int(players)), 0, int(games)))
"""


@dataclass(frozen=True)
class Speed:
    """Games per CPU-second on one core: the median, slowest and fastest of the repetitions.

    Examples
    --------
    >>> ttr.experiments.Speed("usa", "random", 2, 500, median=9000.0, slowest=8000.0, fastest=9500.0).median
    9000.0
    """

    map: str
    strategy: str
    players: int
    games: int
    median: float
    slowest: float
    fastest: float


def cpu_seconds(lineup: Lineup, first: int, games: int) -> float:
    """Measure the CPU time of a number of games, tables included."""
    began = time.process_time()
    chunk = play_chunk(lineup, first, games, skip_failures=False)
    if chunk.failures:
        raise TicketToRideError(f"game {chunk.failures[0].game} failed: {chunk.failures[0].reason}")
    for name in TABLES:
        chunk.table(name)
    return time.process_time() - began


def speed(lineup: Lineup, repetitions: int = 5, seconds: float = 1.0) -> Speed:
    """Measure one lineup after a first game that is not counted.

    Parameters
    ----------
    lineup : Lineup
    repetitions : int, optional
    seconds : float, optional
        Target CPU time of a repetition.
    """
    cpu_seconds(lineup, 0, 1)
    games = max(1, int(100 * seconds / max(cpu_seconds(lineup, 0, 100), 1e-3)))
    rates = sorted(games / cpu_seconds(lineup, i * games, games) for i in range(repetitions))
    place = lineup.places[0]
    return Speed(lineup.game_map.name, place.name, lineup.players, games, median(rates), rates[0], rates[-1])


def _in_new_process(code: str, *arguments: object, **settings: str) -> tuple[float, str]:
    """Run code in a new process; return the seconds from its start to its end, and what it prints."""
    began = time.perf_counter()
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise TicketToRideError(f"the benchmark's process failed: {done.stderr.strip().splitlines()[-1]}")
    return time.perf_counter() - began, done.stdout


def bench(
    game_maps: Sequence[str] = MAPS,
    strategies: Sequence[str] = STRATEGIES,
    *,
    players: Sequence[int] = PLAYERS,
    repetitions: int = 5,
    on_progress: OnLine = print,
) -> list[Speed]:
    """Measure all lineups and report a table, line by line.

    Parameters
    ----------
    game_maps, strategies : sequence of str, optional
    players : sequence of int, optional
    repetitions : int, optional
    on_progress : function of a line, optional
        Called with each line of the table.

    Returns
    -------
    list of Speed

    Examples
    --------
    >>> from ttr_analysis.errors import SetupError
    >>> try:
    ...     ttr.experiments.bench(["usa"], players=[9])
    ... except SetupError as error:
    ...     print(error)
    map                 strategy           players   games/CPU-s    slowest    fastest
    Ticket to Ride (USA) is for 2 to 5 players, not 9
    """
    on_progress(f"{'map':<20}{'strategy':<18}{'players':>8}{'games/CPU-s':>14}{'slowest':>11}{'fastest':>11}")
    speeds = []
    for name in game_maps:
        game_map = load_map(name)
        for strategy in strategies:
            for number in players:
                lineup = make_lineup(game_map, strategy, players=number)
                prepare(lineup)
                found = speed(lineup, repetitions)
                numbers = f"{found.median:>14,.0f}{found.slowest:>11,.0f}{found.fastest:>11,.0f}"
                on_progress(f"{name:<20}{strategy:<18}{number:>8}{numbers}")
                speeds.append(found)
    _report_start(game_maps[0], players[0], on_progress)
    _report_interpreted(speeds[0], on_progress)
    return speeds


def _report_start(name: str, players: int, on_progress: OnLine) -> None:
    """Report the time from the start of Python to the end of its first game, with an empty and with a full cache.

    Most of it is the import of numba and pandas, which is measured in turn with it.
    """
    with tempfile.TemporaryDirectory() as folder:
        for i, strategy in enumerate(STARTS):
            seconds, _ = _in_new_process(_FIRST_GAME, name, strategy, players, NUMBA_CACHE_DIR=folder)
            after = " (engine compiled already)" if i else ""
            on_progress(f"start to end of first game, empty cache, {strategy}{after}: {seconds:.1f} s")
        for strategy in STARTS:
            games, imports = [], []
            for _ in range(START_REPETITIONS):
                games.append(_in_new_process(_FIRST_GAME, name, strategy, players, NUMBA_CACHE_DIR=folder)[0])
                imports.append(_in_new_process(_LIBRARIES)[0])
            on_progress(
                f"start to end of first game, full cache, {strategy}: {median(games):.2f} s, "
                f"{median(games) / median(imports):.2f} times '{_LIBRARIES}' ({median(imports):.2f} s)"
            )


def _report_interpreted(compiled: Speed, on_progress: OnLine) -> None:
    """Report how much faster the compiled engine is than the same engine as plain Python."""
    lineup = (compiled.map, compiled.strategy, compiled.players)
    _, printed = _in_new_process(_CPU_SECONDS, *lineup, INTERPRETED_GAMES, NUMBA_DISABLE_JIT="1")
    rate = INTERPRETED_GAMES / float(printed)
    what = f"{compiled.strategy}, {compiled.players} players"
    on_progress(
        f"interpreted engine ({what}): {rate:.2f} games/CPU-s; compiled is {compiled.median / rate:,.0f} times as fast"
    )
