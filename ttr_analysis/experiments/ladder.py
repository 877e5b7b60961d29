"""The ladder: each strategy alone, and one of a kind among the strongest ones, on some boards."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any

import pandas as pd

from ttr_analysis._validate import whole_number
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import GameMap, MapLike, as_map
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.progress import Progress, ProgressBar
from ttr_analysis.play.simulate import simulate
from ttr_analysis.stats import columns, intervals
from ttr_analysis.strategies.base import Strategy, available_strategies, get_strategy

RIVALS = ("expert", "ticket_planner")
"""The strategies that all others at the table use, one table each."""
SLOW = 10
"""How many times fewer games a strategy plays that has weights to make it quick; alone, forty times."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Rung:
    """What a row of the ladder is about."""

    game_map: GameMap
    players: int
    strategy: Strategy

    @property
    def key(self) -> tuple[str, str, int, str]:
        """What tells it from the other rows: map, ticket set, players, strategy."""
        return self.game_map.name, self.game_map.ticket_set, self.players, self.strategy.name


def ladder(
    maps: MapLike | Sequence[MapLike] = ("usa", "europe"),
    strategies: Sequence[str | Strategy] = (),
    *,
    players: Sequence[int] = (2, 4),
    games: int = 2000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = True,
    rows: Sequence[Row] = (),
    on_row: Callable[[Row], None] | None = None,
) -> pd.DataFrame:
    """Measure strategies alone, and one of a kind among others, on some boards.

    Parameters
    ----------
    maps : str, Path or GameMap, or several of them, optional
    strategies : sequence of str or Strategy, optional
        All built-in and installed ones if left out.
    players : sequence of int, optional
        Numbers of players.
    games : int, optional
        Number of games for each figure. Strategies that have weights to make them quick play a tenth,
        and a fortieth with themselves.
    seed : int, optional
        The same seed gives the same games.
    threads : int, optional
        The number of processors if left out.
    progress : bool or "always", optional
        Show a progress bar on standard error: only on a terminal, or always.
    rows : sequence of dict, optional
        Rows that were measured before; they are taken as they are.
    on_row : callable, optional
        Called with each row as soon as it is measured, to keep it. Ctrl-C ends the run; rows handed over stay.

    Returns
    -------
    pandas.DataFrame
        A row for each board, number of players and strategy, with ``map``, ``ticket_set``, ``players``, ``strategy``;
        all seats at once: ``score``, ``tickets_made``, ``turns`` (means by game, Student) and ``games``;
        one of a kind among others: ``wins_expert`` and ``wins_ticket_planner`` (win share, Wilson by game, fair is
        one over the number of players) and ``games_against``; ``speed``, games per CPU-second of the games alone,
        a timing that differs from run to run; and ``command``, which gives the row again.

    Raises
    ------
    MapError, SetupError, StrategyError
        If an argument is invalid; raised before any game is played.

    Examples
    --------
    >>> table = ttr.experiments.ladder("usa", ["random"], players=[2], games=20, progress=False)
    >>> table[["map", "players", "strategy", "games"]].values.tolist()
    [['usa', 2, 'random', 20]]
    """
    if whole_number("games", games) < 2:
        raise SetupError(f"games must be at least 2, not {games}")
    boards = [as_map(each) for each in ([maps] if isinstance(maps, str | Path | GameMap) else maps)]
    chosen = [get_strategy(each) for each in strategies or available_strategies()]
    rungs = [Rung(*each) for each in product(boards, players, chosen)]
    for rung in rungs:  # refuses what cannot be played before anything is
        make_lineup(rung.game_map, [rung.strategy] * rung.players, players=rung.players, seed=seed)
    known = {(row["map"], row["ticket_set"], row["players"], row["strategy"]): row for row in rows}
    with ProgressBar(len(rungs), progress) as bar:
        return columns.table_of(_rows(rungs, known, (games, seed, threads), bar, on_row))


def _rows(
    rungs: Sequence[Rung], known: dict[Any, Row], run: tuple[int, int, int | None], bar: ProgressBar, on_row: Any
) -> Iterator[Row]:
    for rung in rungs:
        row = known.get(rung.key)
        if row is None:
            row = _measured(rung, *run)
            if on_row is not None:
                on_row(row)
        bar.advance(1)
        yield row


def _measured(rung: Rung, games: int, seed: int, threads: int | None) -> Row:
    """Measure one row."""
    name, slow = rung.strategy.name, bool(rung.strategy.quick)
    alone = max(2, games // (4 * SLOW) if slow else games)
    among = max(2, games // SLOW if slow else games)
    _play(rung, [_renamed(rung.strategy, "itself")] * rung.players, 2, seed, threads)  # compiles it
    start = process_time()
    same = _play(rung, [_renamed(rung.strategy, "itself")] * rung.players, alone, seed, threads)
    speed = alone / max(process_time() - start, 1e-9)
    row: Row = dict(zip(("map", "ticket_set", "players", "strategy"), rung.key, strict=True))
    for column in ("score", "tickets_made", "turns"):
        row[column] = intervals.mean(same.groupby("game")[column].mean())
    row["games"] = alone
    for rival in RIVALS:
        others = [_renamed(get_strategy(rival), "others")] * (rung.players - 1)
        seats = _play(rung, [_renamed(rung.strategy, "one"), *others], among, seed, threads)
        row[f"wins_{rival}"] = _wins(seats)
    ticket_set = "" if rung.game_map.ticket_set == "base" else f":{rung.game_map.ticket_set}"
    command = f"ttr ladder {rung.game_map.name}{ticket_set} --players {rung.players} --strategies {name}"
    return row | {"games_against": among, "speed": speed, "command": f"{command} --games {games} --seed {seed}"}


def _renamed(strategy: Strategy, name: str) -> Strategy:
    """Return a strategy under another name, so that it can be told from itself at one table."""
    return replace(strategy, name=name, changed={})


def _play(rung: Rung, seated: list[Strategy], games: int, seed: int, threads: int | None) -> pd.DataFrame:
    result = simulate(
        rung.game_map, seated, players=rung.players, games=games, seed=seed, threads=threads, progress=False
    )
    if not result.complete:
        raise KeyboardInterrupt
    return result.players


def _wins(seats: pd.DataFrame) -> intervals.Estimate:
    """Return the win share of the first strategy of the line-up."""
    return intervals.share_by_game(seats.loc[seats["strategy"] == 0].set_index("game")["win_share"])
