"""Chunks of games: the unit of work that threads, processes and clusters are given."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ttr_analysis.maps.events import Event
from ttr_analysis.play.deciders import fault_in_words
from ttr_analysis.play.lineup import Lineup
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.results.later import pandas as pd
from ttr_analysis.results.schema import TABLES, Rows, TableName, table_of

STRETCH = 0.25
"""Approximate number of seconds that compiled code runs before it checks whether to stop."""

ROOM = 128
"""Games whose rows compiled code writes before they are copied away: so few that they stay in the processor's cache."""


@dataclass(frozen=True)
class Failure:
    """A game that ended because a strategy failed.

    Attributes
    ----------
    game, turn, seat : int
        Where it happened.
    strategy : str
        The strategy that was to move.
    reason : str
        Why the action was illegal, or the exception.
    """

    game: int
    turn: int
    seat: int
    strategy: str
    reason: str


@dataclass(frozen=True)
class Chunk:
    """The finished games of a range of games.

    Attributes
    ----------
    first : int
        Number of its first game, which identifies the chunk.
    rows : mapping of str to sequence of Rows
        The records of its finished games for each table, in parts.
    failures : tuple of Failure
        The games that were not finished.
    rate : float
        Games per second, without those that were watched; 0 if all were.
    """

    first: int
    rows: Mapping[TableName, Sequence[Rows]]
    failures: tuple[Failure, ...] = ()
    rate: float = 0.0

    @property
    def games(self) -> int:
        """Number of finished games."""
        return sum(map(len, self.rows["games"]))

    @property
    def size(self) -> int:
        """Memory that its rows take, in bytes."""
        return sum(part.nbytes for parts in self.rows.values() for part in parts)

    def table(self, name: TableName) -> pd.DataFrame:
        """Return a table of its finished games, without the columns of the run."""
        return table_of(name, self.rows[name])


def never() -> bool:
    """Return False: never stop."""
    return False


def play_chunk(
    lineup: Lineup,
    first: int,
    count: int,
    skip_failures: bool = True,
    watched: Iterable[int] | None = None,
    stopped: Callable[[], bool] = never,
    tables: Sequence[TableName] = TABLES,
) -> Chunk:
    """Play games ``first`` to ``first + count - 1`` and return their rows.

    Parameters
    ----------
    lineup : Lineup
    first, count : int
    skip_failures : bool, optional
        Continue after a game that a strategy made fail; else stop there.
    watched : iterable of int, optional
        Numbers of the games in which strategies that are not built in are watched decision by decision; by default
        only the first. After a fault in one of them, the next is watched, too.
    stopped : callable, optional
        Called about four times a second; once it returns True, the game being played is abandoned.
    tables : sequence of str, optional
        The tables whose rows are kept.
    """
    series = _Series(lineup, first, count, {first} if watched is None else set(watched), tables)
    failures: list[Failure] = []
    while series.left and not stopped():
        failure = series.play()
        if failure is not None:
            failures.append(failure)
            if not skip_failures:
                break
            series.live.discard()
    series.take_rows()
    return Chunk(first, series.rows, tuple(failures), series.rate)


class _Series:
    """The games of a chunk, one after the other on the same records."""

    def __init__(self, lineup: Lineup, first: int, count: int, watched: set[int], tables: Sequence[TableName]) -> None:
        self.lineup, self.end = lineup, first + count
        self.live = LiveGame.of(lineup, games=min(count, ROOM), kept=tables)
        self.rows: dict[TableName, list[Rows]] = {name: [] for name in tables}
        self.watched = watched if lineup.strangers else set()
        self.live.run.next_game = first
        self._decisions = 256
        self._games, self._seconds = 0, 0.0

    @property
    def left(self) -> int:
        """Number of games that are neither finished nor discarded."""
        return self.end - self.live.number

    @property
    def rate(self) -> float:
        """Games per second, without those that were watched."""
        return self._games / max(self._seconds, 1e-6)

    def take_rows(self) -> None:
        """Copy the rows written so far, and make room for others."""
        for name, rows in self.live.written().items():
            if len(rows) and name in self.rows:
                self.rows[name].append(rows.copy())
        self.live.forget_rows()

    def play(self) -> Failure | None:
        """Play a game that is watched, or others for about :data:`STRETCH` seconds; return the failure that ends it."""
        if self.live.room == 0:
            self.take_rows()
        number = self.live.number
        watched = number in self.watched
        began = time.perf_counter()
        slowly = watched or self.live.deciders.refusal
        failure = failure_in(self.live, self.lineup, self._step if slowly else self._stretch)
        if not watched:
            self._seconds += time.perf_counter() - began
            self._games += self.live.number - number + (failure is not None)
        elif failure is not None:
            self.watched.add(number + 1)
        return failure

    def _step(self) -> None:
        """Play a game decision by decision."""
        self.live.start(self.live.number)
        if not self.live.play_watched():
            self.live.record()

    def _stretch(self) -> None:
        """Let compiled code play for about :data:`STRETCH` seconds, at most up to the next game that is watched.

        It also stops where there is no room for more rows.
        """
        end = min((number for number in self.watched if number >= self.live.number), default=self.end)
        began = time.perf_counter()
        made = self.live.play_series(min(end, self.end, self.live.number + self.live.room), self._decisions)
        if made >= self._decisions:
            wanted = made * STRETCH / max(time.perf_counter() - began, 1e-4)
            self._decisions = int(np.clip(wanted, made / 4, made * 8)) + 1


def failure_in(live: LiveGame, lineup: Lineup, play: Callable[[], object]) -> Failure | None:
    """Play on; return the failure of the strategy to move if it raises an exception or its action is illegal.

    Parameters
    ----------
    live : LiveGame
    lineup : Lineup
        Its lineup.
    play : callable
        Plays on.
    """
    try:
        play()
    except (Exception, SystemExit) as error:
        reason = fault_in_words(error)
    else:
        if not live.run.failure:
            return None
        reason = live.illegal()
    public = live.public
    return Failure(live.number, int(public.turn), int(public.seat), lineup.places[live.place].name, reason)


def logged_games(lineup: Lineup, first: int, count: int) -> Iterator[tuple[list[Event], Failure | None]]:
    """Play games one after the other and yield their logs.

    Yields
    ------
    tuple of list of Event and Failure or None
        The log, up to the failure if a strategy failed.
    """
    live = LiveGame.of(lineup, logged=True)
    for number in range(first, first + count):
        live.forget_rows()
        live.start(number)
        failure = failure_in(live, lineup, live.play)
        yield live.events(), failure
