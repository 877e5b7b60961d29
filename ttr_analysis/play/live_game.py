"""A game under way: the records that the compiled rules work on, and everything that drives them.

Nothing else starts a game, applies an action or runs the compiled loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any, Self

import numpy as np

from ttr_analysis.engine.play import play_games, record_game, score_now, start_game, step_game
from ttr_analysis.engine.rows import Rows, Run
from ttr_analysis.engine.scoring import SeatScore
from ttr_analysis.engine.seating import place_of
from ttr_analysis.engine.state import ActionRecord, EventRecord, Game, Scratch
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.engine.view import MEMORY
from ttr_analysis.maps import Event, GameMap
from ttr_analysis.play.bindings import copied, fresh, illegal_in_words, quick, read_log
from ttr_analysis.play.changes import write_changes
from ttr_analysis.play.deadline import Deadline
from ttr_analysis.play.deciders import NOBODY, Deciders, ask, view_of, watch
from ttr_analysis.play.environments import layout, numbering
from ttr_analysis.play.lineup import Lineup
from ttr_analysis.play.plain import PlainFunction
from ttr_analysis.results.later import pandas as pd
from ttr_analysis.results.schema import ALWAYS, TABLES, TableName, new_rows, table_of
from ttr_analysis.rules.interventions import Intervention
from ttr_analysis.rules.limits import SEATS

_EVENTS_OF_A_DECISION = 256
"""More events than one decision can cause, including passes and the end of the game."""

_STRIDE = 32
"""Decisions between two looks at whether the log has room for more."""

Numbers = np.ndarray[Any, np.dtype[np.int64]]


class LiveGame:
    """One game under way; the next one may be started on the same records.

    Parameters
    ----------
    game_map : GameMap
    players : int
    seed : int, optional
    rotate : bool, optional
        Whether the seats rotate from game to game.
    games : int, optional
        Number of games whose rows there is room for.
    logged : bool, optional
        Whether events are logged.
    interventions : tuple of Intervention, optional
        Settled ones, see :func:`ttr_analysis.maps.terms.settled`.

    Attributes
    ----------
    tables, game_record, run_record, scratch, action : record arrays of length 1
    scores : record array
        The scores of the game after its end.
    log : record array
        Room for events; ``game.log_size`` of them have happened.
    memory : ndarray
        What the strategy in each seat remembers.
    remembered : mapping
        What strategies remember that do not sit there now, by name and seat.
    decisions : int
        Number of decisions made so far, in all games.
    deciders : Deciders
        The strategies by place, once they sit.
    weights : ndarray
        The weights of each place.
    """

    def __init__(
        self,
        game_map: GameMap,
        players: int,
        seed: int = 0,
        *,
        rotate: bool = False,
        games: int = 1,
        logged: bool = True,
        interventions: tuple[Intervention, ...] = (),
        kept: Sequence[TableName] = TABLES,
    ) -> None:
        self.game_map, self.logged, self._interventions = game_map, logged, interventions
        self.tables, self._tables_are_own = tables_for(game_map, players), False
        self.log = fresh(EventRecord, 4 * _EVENTS_OF_A_DECISION if logged else 0)
        self.run_record = fresh(Run)
        self.run.seed, self.run.rotate = seed, int(rotate)
        self.memory: Numbers = np.zeros((SEATS, MEMORY), np.int64)
        self.remembered: Mapping[tuple[str, int], Numbers] = {}
        self.decisions = 0
        self.deciders = NOBODY
        self._rows: Rows | None = None
        self._games, self._kept = games, kept
        self._make_buffers()
        self.game_record = self._fresh_game()

    @classmethod
    def of(cls, lineup: Lineup, *, games: int = 1, logged: bool = False, kept: Sequence[TableName] = TABLES) -> Self:
        """Return the records for the games of a lineup, with its strategies in their places.

        Only the rows of the tables in ``kept`` are worked out; those of games and players always.
        """
        live = cls(
            lineup.game_map, lineup.players, lineup.seed, rotate=lineup.rotate, games=games, logged=logged,
            interventions=lineup.interventions, kept=kept,
        )  # fmt: skip
        live.sit(Deciders.of([each.at(lineup.game_map, lineup.players) for each in lineup.strategies]))
        return live

    def _make_buffers(self) -> None:
        """Create the records whose content does not outlast a call."""
        self.scratch, self.action, self.scores = fresh(Scratch), fresh(ActionRecord), fresh(SeatScore, SEATS)

    def _fresh_game(self) -> Any:
        """Return the record of a game that is not set up yet."""
        record = fresh(Game)
        if self._interventions:
            write_changes(self.game_map, self.players, self._interventions, record[0])
        return record

    def copy(self, log: bool = True) -> Self:
        """Return an independent game at the same point, with the same decks, random streams and memories.

        Without ``log``, it has no events and logs none.
        """
        other = copy(self)
        other.game_record, other.run_record = copied(self.game_record), copied(self.run_record)
        other.logged = self.logged and log
        other.log = copied(self.log) if log else fresh(EventRecord, 0)
        other.memory, other._rows = self.memory.copy(), None
        other._make_buffers()
        return other

    # ---- what is known ----

    @property
    def run(self) -> Any:
        """The state of the series of games."""
        return self.run_record[0]

    @property
    def game(self) -> Any:
        """The game being played."""
        return self.game_record[0]

    @property
    def public(self) -> Any:
        """What everybody sees of it."""
        return self.game_record[0].public

    @property
    def number(self) -> int:
        """The number of the game being played; of the next one when it is over and recorded."""
        return int(self.run.next_game)

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.tables[0].players)

    @property
    def seat(self) -> int:
        """The seat to decide."""
        return self._now("seat")

    @property
    def place(self) -> int:
        """The place in the lineup of the strategy to decide."""
        return self._place_at(self.seat)

    def _place_at(self, seat: int) -> int:
        return place_of(self.run.rotate, self.players, self.number, seat)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._now("over"))

    def _now(self, field: str) -> int:
        """Return a public number; as a field of :attr:`public` it takes ten times as long."""
        return int(quick(self.game_record)["public"][field][0])

    @cached_property
    def numbers(self) -> numbering.Numbering:
        """The numbers of the map's actions; finding them by the map takes longer than using them."""
        return numbering.numbering(self.game_map)

    @cached_property
    def fields(self) -> layout.Layout:
        """The fields of what a player sees."""
        return layout.layout(self.game_map, self.players)

    @property
    def rows(self) -> Rows:
        """The rows of the recorded games, an array for each table; without room in tables that are not kept."""
        if self._rows is None:
            room = {name: self._games if name in (*ALWAYS, *self._kept) else 0 for name in TABLES}
            self._rows = Rows(*(new_rows(name, self.game_map, self.players, room[name]) for name in TABLES))
        return self._rows

    def written(self) -> dict[TableName, Any]:
        """Return the rows written so far, which the next ones replace after :meth:`forget_rows`."""
        return {name: rows[: self.run[name]] for name, rows in zip(TABLES, self.rows, strict=True)}

    def frames(self) -> dict[TableName, pd.DataFrame]:
        """Return the rows written so far as tidy tables."""
        return {name: table_of(name, [rows]) for name, rows in self.written().items()}

    @property
    def room(self) -> int:
        """Number of games whose rows there is room for yet."""
        return self._games - int(self.run.games)

    def events(self, first: int = 0) -> list[Event]:
        """Return what has happened, beginning with event ``first``."""
        return read_log(self.log[first : int(self.game.log_size)], len(self.game_map.rules.cards))

    def illegal(self) -> str:
        """Return the illegal action, and why it is illegal, in words."""
        return illegal_in_words(self.action[0], int(self.run.failure))

    # ---- the course of a game ----

    def begin(self, number: int) -> None:
        """Make the records those of game ``number``, in which no strategy remembers anything yet."""
        run = self.run
        run.next_game, run.end_game, run.playing, run.failure = number, number + 1, 1, 0
        self.memory[:] = 0
        self.remembered = {}

    def start(self, number: int) -> None:
        """Set up game ``number``."""
        self.begin(number)
        start_game(self.tables, self.game_record, self.log, int(self.run.seed), number)

    def step(self) -> int:
        """Apply the action if it is legal; return the code of the reason why it is not, or 0."""
        self._make_room(1)
        self.run.failure = step_game(
            self.tables, self.game_record, self.scratch, self.scores, self.log, self.action
        )  # fmt: skip
        self.decisions += int(not self.run.failure)
        return int(self.run.failure)

    def score(self) -> None:
        """Fill in the scores as if the game ended now."""
        score_now(self.tables, self.game_record, self.scratch, self.scores)

    def record(self) -> None:
        """Write the rows of a game that was played step by step, and go on to the next number."""
        self._check_room(1)
        record_game(self.tables, self.game_record, self.run_record, self.scratch, self.scores, self.number, self.rows)
        self._go_on()

    def forget_rows(self) -> None:
        """Make room for other rows in place of those written so far."""
        for name in TABLES:
            self.run[name] = 0

    def discard(self) -> None:
        """Discard a failed game, whatever state it and what strategies may only read are in; go on to the next."""
        self.game_record = self._fresh_game()
        self._tables_are_own = False
        self.sit(self.deciders)
        self._go_on()

    def _go_on(self) -> None:
        self.run.failure, self.run.playing = 0, 0
        self.run.next_game += 1

    def _check_room(self, games: int) -> None:
        """Refuse to write more rows than there is room for, which would destroy what lies behind them in memory."""
        if games > self.room:
            raise ValueError(f"there is room for the rows of {self._games} games only")

    def _make_room(self, decisions: int) -> None:
        """Make room in the log for this many more decisions."""
        needed = int(self.game.log_size) + decisions * _EVENTS_OF_A_DECISION
        if self.logged and needed > len(self.log):
            grown = fresh(EventRecord, 2 * needed)
            grown[: len(self.log)] = self.log
            self.log = grown

    # ---- strategies ----

    def sit(self, deciders: Deciders) -> None:
        """Let these strategies play from now on; in each seat each remembers what it knew when it last had it."""
        if self.deciders.strategies not in ((), deciders.strategies):
            for seat in range(self.players):
                self._swap_memories(seat, self.deciders, deciders)
        self.deciders, self.weights = deciders, deciders.weights
        if deciders.strangers and not self._tables_are_own:
            # Compiled code can write into arrays that are marked as read-only.
            self.tables, self._tables_are_own = tables_for(self.game_map, self.players).copy(), True
            self.tables.flags.writeable = False  # as before, or the compiler treats them as another type

    def _swap_memories(self, seat: int, before: Deciders, after: Deciders) -> None:
        leaving, coming = (each.strategies[self._place_at(seat)].name for each in (before, after))
        if leaving != coming:
            self.remembered = {**self.remembered, (leaving, seat): self.memory[seat].copy()}
            self.memory[seat] = self.remembered.get((coming, seat), 0)

    def restore(self, deciders: Deciders, remembered: Mapping[tuple[str, int], Numbers]) -> None:
        """Let those sit who sat earlier, with what others remembered then; the records are restored already."""
        if deciders is not self.deciders:
            self.deciders, self.weights = deciders, deciders.weights if deciders.strategies else self.weights
        self.remembered = remembered

    def ask(self, function: Any) -> None:
        """Let a function, compiled or not, decide for the seat to move."""
        if isinstance(function, PlainFunction):
            function.decide(self.game_map, self.tables, self.game_record, self.action)
            return
        memory, weights = self.memory[self.seat], self.weights[self.place]
        ask(function, view_of(self.tables[0], self.game, self.scratch[0], memory, weights), self.action[0])

    def decide(self, deadline: Deadline) -> None:
        """Let the strategy to move decide: watched if it is not built in, with a time limit if it is not compiled.

        Parameters
        ----------
        deadline : Deadline
            Of the thread.

        Raises
        ------
        Exception
            Whatever the strategy raises, :class:`ttr_analysis.play.deciders.Misbehaved`, or
            :class:`ttr_analysis.play.deadline.TooSlow`.
        """
        deciders, place = self.deciders, self.place
        function = deciders.functions[place]
        if isinstance(function, PlainFunction):
            function.compile_list(self.tables, self.game_record)
        if deciders.refusals[place]:  # compiled code cannot be interrupted
            deadline.begin()
        if deciders.strategies[place].built_in or deciders.strategies[place].plain:  # plain ones get copies
            self.ask(function)
        else:
            memory, weights = self.memory[self.seat], self.weights[place]
            watch(function, self.tables, self.game_record, self.scratch[0], memory, weights, self.action[0])
        deadline.end()

    def play(self, decisions: int | None = None) -> int:
        """Let the strategies play this game on to its end, or for some decisions; return the code of an illegal one.

        Compiled code does it if that is safe; else Python does and watches the strategies that are not built in.
        """
        return self.play_watched(decisions) if self.deciders.watched else self.play_fast(decisions)

    def play_watched(self, decisions: int | None = None) -> int:
        """Let the strategies play decision by decision; return the code of an illegal decision, or 0."""
        failure, made = 0, 0
        with Deadline() as deadline:
            while not self.over and not failure and made != decisions:
                self.decide(deadline)
                failure = self.step()
                made += 1
        return failure

    def play_fast(self, decisions: int | None = None) -> int:
        """Let compiled code play this game, which it records if it ends; return the code of an illegal decision."""
        self.run.failure, left = 0, decisions
        while not self.over and not self.run.failure and left != 0:
            stride = _STRIDE if left is None else min(left, _STRIDE)
            self._make_room(stride)
            self.play_series(self.number + 1, stride)
            left = None if left is None else left - stride
        return int(self.run.failure)

    def play_series(self, end: int, decisions: int) -> int:
        """Let compiled code play and record games up to number ``end - 1``; return how many decisions it made.

        It stops after ``decisions`` decisions, wherever that is, and after an illegal one (``run.failure``).
        """
        deciders = self.deciders
        self._check_room(end - self.number)
        self.run.end_game = end
        made = play_games(
            self.tables, self.game_record, self.run_record, self.scratch, self.action, self.scores, self.log,
            self.memory, self.weights, deciders.choosers, decisions, self.rows,
        )  # fmt: skip
        self.decisions += int(made) - int(self.run.failure != 0)
        return int(made)


STEP_ENTRIES = (start_game, step_game)
"""The compiled functions that a game needs if it is played decision by decision."""


def entries(watched: bool) -> tuple[Any, ...]:
    """Return the compiled functions that are needed to play and record games, of which some may be watched."""
    return (play_games, *STEP_ENTRIES, record_game) if watched else (play_games,)
