"""Chunks of games: the unit of work that threads, processes and clusters are given."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from ttr_analysis.engine.legal import REASONS
from ttr_analysis.engine.play import play_games, record_game, start_game, step_game
from ttr_analysis.engine.rows import Rows, Run
from ttr_analysis.engine.scoring import SeatScore
from ttr_analysis.engine.state import ActionRecord, EventRecord, Game, Scratch
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.engine.view import MEMORY
from ttr_analysis.maps.events import Event, EventKind
from ttr_analysis.play.calling import ask, asked_function, fault_in_words, watch
from ttr_analysis.play.deadline import Deadline
from ttr_analysis.play.lineup import Lineup, choosers
from ttr_analysis.play.stepping import read_log
from ttr_analysis.results.schema import TABLES, TableName, new_rows, table_of
from ttr_analysis.rules.limits import SEATS

FIRST_LOG = 2048
"""Number of events that a log has room for at first; a longer game is played again with a larger log."""

STRETCH = 0.25
"""Approximate number of seconds that compiled code runs before it checks whether to stop."""

Records = np.recarray[Any, Any]


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
    tables : mapping of str to pandas.DataFrame
        The rows of its finished games.
    failures : tuple of Failure
        The games that were not finished.
    seconds : float
        How long it took.
    """

    first: int
    tables: dict[TableName, pd.DataFrame]
    failures: tuple[Failure, ...] = ()
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """Number of finished games."""
        return len(self.tables["games"])


def never() -> bool:
    """Return False: never stop."""
    return False


def play_chunk(
    lineup: Lineup, first: int, count: int, skip_failures: bool = True, stopped: Callable[[], bool] = never
) -> Chunk:
    """Play games ``first`` to ``first + count - 1`` and return their rows.

    Strategies that are not built in are watched decision by decision until one game has finished without a fault.

    Parameters
    ----------
    lineup : Lineup
    first, count : int
    skip_failures : bool, optional
        Continue after a game that a strategy made fail; else stop there.
    stopped : callable, optional
        Called about four times a second; once it returns True, the game being played is abandoned.
    """
    began = time.perf_counter()
    desk = Desk(lineup, count)
    failures: list[Failure] = []
    desk.run.next_game, desk.run.end_game = first, first + count
    play_on = desk.stepper() if lineup.refusal else desk.player()
    advance = desk.stepper() if lineup.strangers else play_on
    while desk.run.next_game < desk.run.end_game and not stopped():
        try:
            advance()
        except Exception as error:
            failures.append(desk.failure_of(error))
        if desk.run.failure:
            failures.append(desk.failure(desk.illegal()))
        if failures and failures[-1].game == desk.run.next_game:
            if not skip_failures:
                break
            desk.give_up()
        else:
            advance = play_on
    return Chunk(first, desk.frames(), tuple(failures), time.perf_counter() - began)


@dataclass
class Desk:
    """The records that the game loop works on, one set for each thread.

    Parameters
    ----------
    lineup : Lineup
    count : int
        Number of games whose rows there is room for.
    log : recarray of EventRecord, optional
        Where events are written.
    """

    lineup: Lineup
    count: int
    log: Records = field(default_factory=lambda: EventRecord.array(0))

    def __post_init__(self) -> None:
        self._lay_out()
        self.run_record, self.scratch = Run.array(), Scratch.array()
        self.action, self.scores = ActionRecord.array(), SeatScore.array(SEATS)
        self.memory = np.zeros((SEATS, MEMORY), np.int64)
        game_map, players = self.lineup.game_map, self.lineup.players
        self.rows = Rows(*(new_rows(name, game_map, players, self.count) for name in TABLES))
        self.run.seed, self.run.rotate = self.lineup.seed, int(self.lineup.rotate)

    def _lay_out(self) -> None:
        """Create what strategies may only read; if one of them is not built in, this desk gets tables of its own."""
        game_map, players = self.lineup.game_map, self.lineup.players
        self.tables = tables_for(game_map, players)
        if self.lineup.strangers:
            self.tables = self.tables.copy()
            self.tables.flags.writeable = False  # as before, or the compiler treats them as another type
        weights = [place.strategy.weight_values for place in self.lineup.places]
        self.weights = np.array(weights + weights[:1] * (SEATS - players))
        self.game_record = Game.array()

    @property
    def run(self) -> Any:
        """The state of the series of games."""
        return self.run_record[0]

    @property
    def game(self) -> Any:
        """The game being played."""
        return self.game_record[0]

    def player(self) -> Callable[..., None]:
        """Return the function that lets compiled code play for about :data:`STRETCH` seconds, or for some decisions."""
        functions = choosers(self.lineup)
        functions += functions[:1] * (SEATS - len(functions))
        decisions = 256

        def advance(most: int | None = None) -> None:
            nonlocal decisions
            began = time.perf_counter()
            made = play_games(
                self.tables, self.game_record, self.run_record, self.scratch, self.action, self.scores, self.log,
                self.memory, self.weights, functions, most or decisions, self.rows,
            )  # fmt: skip
            if most is None and made >= decisions:
                wanted = decisions * STRETCH / max(time.perf_counter() - began, 1e-4)
                decisions = int(np.clip(wanted, decisions / 4, decisions * 8)) + 1

        return advance

    def stepper(self) -> Callable[[], None]:
        """Return the function that plays a game decision by decision and watches strategies that are not built in."""
        asked = [asked_function(place.strategy) for place in self.lineup.places]

        def advance() -> None:
            with Deadline() as deadline:
                self._step_game(asked, deadline)
            if self.run.failure == 0:
                record_game(
                    self.tables, self.game_record, self.run_record, self.scores, int(self.run.next_game), self.rows
                )
                self.run.playing = 0
                self.run.next_game += 1

        return advance

    def _step_game(self, asked: Sequence[tuple[Any, str]], deadline: Deadline) -> None:
        """Play one game with functions that Python calls; compiled code applies the actions."""
        number, players = int(self.run.next_game), self.lineup.players
        start_game(self.tables, self.game_record, self.log, self.lineup.seed, number)
        self.memory[:] = 0
        self.run.playing = 1
        public = self.game.public
        while not public.over:
            place = (int(public.seat) + number) % players if self.lineup.rotate else int(public.seat)
            self.decide(*asked[place], place, deadline)
            self.run.failure = step_game(
                self.tables, self.game_record, self.scratch, self.scores, self.log, self.action
            )
            if self.run.failure:
                return

    def decide(self, function: Any, refusal: str, place: int, deadline: Deadline) -> None:
        """Let a function decide: watched if it is not built in, and with a time limit if it is not compiled."""
        if refusal:  # compiled code cannot be interrupted
            deadline.begin()
        (self.ask if self.lineup.places[place].built_in else self.watch)(function, place)
        deadline.end()

    def ask(self, function: Any, place: int) -> None:
        """Let a function, compiled or not, decide for the seat to move with the weights of a place."""
        memory, weights = self.memory[int(self.game.public.seat)], self.weights[place]
        ask(function, self.tables[0], self.game, self.scratch[0], memory, weights, self.action[0])

    def watch(self, function: Any, place: int) -> None:
        """Let a function that is not built in decide; see :func:`ttr_analysis.play.calling.watch`."""
        memory, weights = self.memory[int(self.game.public.seat)], self.weights[place]
        watch(function, self.tables, self.game_record, self.scratch[0], memory, weights, self.action[0])

    def illegal(self) -> str:
        """Return the illegal action, and why it is illegal, in words."""
        action = self.action[0]
        kind = EventKind(int(action.kind)).name if 0 <= action.kind <= EventKind.PASS else f"kind {action.kind}"
        return f"illegal action {kind} (target {action.target}, number {action.number}): {REASONS[self.run.failure]}"

    def failure(self, reason: str) -> Failure:
        """Return a failure of the game being played, with its reason."""
        public, number = self.game.public, int(self.run.next_game)
        place = self.lineup.place_of(number, int(public.seat))
        return Failure(number, int(public.turn), int(public.seat), place.name, reason)

    def failure_of(self, error: Exception) -> Failure:
        """Return the failure that an exception from a strategy's code stands for."""
        return self.failure(fault_in_words(error))

    def give_up(self) -> None:
        """Discard a failed game, whatever state it is in, and go on to the next one."""
        self._lay_out()
        self.run.failure, self.run.playing = 0, 0
        self.run.next_game += 1

    def frames(self) -> dict[TableName, pd.DataFrame]:
        """Return the rows written so far as tidy tables."""
        return {name: table_of(rows[: self.run[name]]) for name, rows in zip(TABLES, self.rows, strict=True)}

    def events(self) -> list[Event]:
        """Return the log as events."""
        return read_log(self.log[: int(self.game.log_size)], len(self.lineup.game_map.rules.cards))


def logged_games(lineup: Lineup, first: int, count: int) -> Iterator[tuple[list[Event], Failure | None]]:
    """Play games one after the other and yield their logs.

    Yields
    ------
    tuple of list of Event and Failure or None
        The log, up to the failure if a strategy failed.
    """
    desk = Desk(lineup, 1, EventRecord.array(FIRST_LOG))
    advance = desk.stepper() if lineup.refusal or lineup.strangers else desk.player()
    for number in range(first, first + count):
        yield _logged_game(desk, advance, number)


def _logged_game(desk: Desk, advance: Callable[[], None], number: int) -> tuple[list[Event], Failure | None]:
    """Play one game, and play it again with a larger log if the log is too small."""
    while True:
        run, failure = desk.run, None
        run.next_game, run.end_game, run.playing, run.failure = number, number + 1, 0, 0
        run.games = run.players = run.tickets = run.tracks = run.tunnels = run.buildings = 0
        try:
            while run.next_game == number and not run.failure:
                advance()
        except Exception as error:
            failure = desk.failure_of(error)
        if run.failure:
            failure = desk.failure(desk.illegal())
        if desk.game.log_size <= len(desk.log):
            return desk.events(), failure
        desk.log = EventRecord.array(2 * int(desk.game.log_size))
