"""Verification: the referee replays the engine's games, for every lineup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from ttr_analysis._validate import whole_number
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import GameMap, as_map
from ttr_analysis.play.chunk import logged_games
from ttr_analysis.play.lineup import Lineup, make_lineup
from ttr_analysis.play.progress import OnLine
from ttr_analysis.play.simulate import prepare, replay_command
from ttr_analysis.referee import RefereeError, replay
from ttr_analysis.strategies.base import Strategy, available_strategies, get_strategy

CHUNK = 100
"""Number of games that a process replays before it reports."""

PROCESSES = 2
"""Number of processes."""


@dataclass(frozen=True)
class Check:
    """What the referee found in the games of one lineup.

    Attributes
    ----------
    lineup : Lineup
    games : int
        Number of games replayed.
    events : int
        Number of events in their logs.
    met : Counter of str
        How often each rare path was met.
    faults : tuple of str
        The games that the referee rejects, each with the command that replays it.

    Examples
    --------
    >>> from ttr_analysis.experiments.verify import check_games
    >>> from ttr_analysis.play.lineup import make_lineup
    >>> check = check_games(make_lineup(ttr.load_map("usa"), "random", players=2), 0, 3)
    >>> check.games, check.faults
    (3, ())
    """

    lineup: Lineup
    games: int = 0
    events: int = 0
    met: Counter[str] = field(default_factory=Counter)
    faults: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The strategies, without repetition."""
        names = dict.fromkeys(place.name for place in self.lineup.places)
        return " + ".join(names)

    def __add__(self, other: Check) -> Check:
        met = self.met + other.met
        return Check(self.lineup, self.games + other.games, self.events + other.events, met, self.faults + other.faults)


def lineups(
    game_map: GameMap, *, players: Sequence[int] = (), strategies: Sequence[str] = (), seed: int = 0
) -> list[Lineup]:
    """Return the lineups to check: each strategy, quickened, against itself, and one mixed table.

    There is one of each for each number of players.

    Parameters
    ----------
    game_map : GameMap
    players : sequence of int, optional
        Numbers of players; if left out, all that the rules allow.
    strategies : sequence of str, optional
        Names of the strategies; if left out, all of them.
    seed : int, optional

    Raises
    ------
    StrategyError
        If there is no strategy of a name.
    """
    known = [get_strategy(name).quickened for name in dict.fromkeys(strategies or available_strategies())]
    low, high = game_map.rules.players
    tables: list[Lineup] = []
    for number in players or range(low, high + 1):
        mixed = [known[i % len(known)] for i in range(number)]
        mixes: list[Strategy | list[Strategy]] = [*known] if len(known) == 1 else [*known, mixed]
        tables += [make_lineup(game_map, mix, players=number, seed=seed) for mix in mixes]
    return tables


def check_games(lineup: Lineup, first: int, count: int) -> Check:
    """Replay games ``first`` to ``first + count - 1`` of a lineup; does not stop at faults."""
    met: Counter[str] = Counter()
    faults, events = [], 0
    for number, (log, failure) in enumerate(logged_games(lineup, first, count), start=first):
        events += len(log)
        try:
            if failure is not None:
                faults.append(f"{failure.strategy}: {failure.reason} ({replay_command(lineup, number)})")
            else:
                met.update(replay(lineup.game_map, lineup.players, log).met)
        except RefereeError as error:
            faults.append(f"{error} ({replay_command(lineup, number)})")
    return Check(lineup, count, events, met, tuple(faults))


def verify(
    game_maps: str | Path | GameMap | Iterable[str | Path | GameMap] = "usa",
    *,
    players: Sequence[int] = (),
    strategies: Sequence[str] = (),
    games: int = 2000,
    seed: int = 0,
    shared: bool = False,
    on_progress: OnLine | None = None,
) -> list[Check]:
    """Let the referee replay games of every lineup, in :data:`PROCESSES` processes.

    Parameters
    ----------
    game_maps : str, Path, GameMap or iterable of them
    players : sequence of int, optional
        Numbers of players; if left out, all that the rules allow.
    strategies : sequence of str, optional
        Names of the strategies that play; if left out, all of them.
    games : int, optional
        Number of games for each number of players and mix of strategies.
    seed : int, optional
    shared : bool, optional
        Divide the games of each map and number of players among its mixes of strategies.
    on_progress : function of a line, optional
        Called with a line of the table when a lineup is done.

    Returns
    -------
    list of Check
        One for each lineup; ``faults`` is empty where engine and referee agree.

    Raises
    ------
    SetupError
        If an argument is out of range.
    StrategyError
        If there is no strategy of a name.

    Examples
    --------
    >>> from ttr_analysis.errors import SetupError
    >>> try:
    ...     ttr.experiments.verify("usa", players=[9])
    ... except SetupError as error:
    ...     print(error)
    Ticket to Ride (USA) is for 2 to 5 players, not 9
    """
    if whole_number("the number of games", games) < 1:
        raise SetupError(f"the number of games must be at least 1, not {games}")
    chosen = [game_maps] if isinstance(game_maps, (str, Path, GameMap)) else list(game_maps)
    loaded = [as_map(each) for each in chosen]
    tables = [
        table for game_map in loaded for table in lineups(game_map, players=players, strategies=strategies, seed=seed)
    ]
    mixes = Counter((id(table.game_map), table.players) for table in tables)
    numbers = [-(-games // mixes[id(table.game_map), table.players]) if shared else games for table in tables]
    for table in tables:  # once here, so that the processes find what they need in the cache
        prepare(table)
    tell = on_progress or _silent
    tell(HEADER)
    checks = []
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        for check in _in_order(pool, tables, numbers):
            tell(row(check))
            checks.append(check)
    for line in summary(checks):
        tell(line)
    return checks


def _in_order(pool: ProcessPoolExecutor, tables: Sequence[Lineup], numbers: Sequence[int]) -> Iterator[Check]:
    """Yield the check of each lineup, in order; idle processes work on chunks of the next ones meanwhile."""
    futures = [
        [pool.submit(check_games, table, first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
        for table, games in zip(tables, numbers, strict=True)
    ]
    try:
        for table, chunks in zip(tables, futures, strict=True):
            yield sum((future.result() for future in chunks), Check(table))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


HEADER = f"{'map':<25}{'players':>8}  {'strategies':<46}{'games':>8}{'events':>12}{'faults':>8}"
"""Header of the table."""


def row(check: Check) -> str:
    """Return the line of the table for one lineup."""
    table = check.lineup
    place = (
        table.game_map.name
        if table.game_map.ticket_set == "base"
        else f"{table.game_map.name}:{table.game_map.ticket_set}"
    )
    counts = f"{check.games:>8,}{check.events:>12,}{len(check.faults):>8}"
    return f"{place:<25}{table.players:>8}  {check.label:<46}{counts}"


def summary(checks: Sequence[Check]) -> Iterator[str]:
    """Yield the lines of the summary: games, rare paths, and the first ten faults in full."""
    met: Counter[str] = sum((check.met for check in checks), Counter())
    faults = [fault for check in checks for fault in check.faults]
    yield f"{sum(check.games for check in checks):,} games replayed, {len(faults)} faults"
    yield "rare paths met: " + (", ".join(f"{name} {number:,}" for name, number in sorted(met.items())) or "none")
    yield from faults[:10]


def _silent(line: str) -> None:
    """Say nothing."""
