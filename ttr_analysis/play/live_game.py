"""The records of a game under way, and strategies playing on them: the base of ``Game``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ttr_analysis._validate import check_seed, whole_number
from ttr_analysis.engine import play
from ttr_analysis.engine.legal import REASONS
from ttr_analysis.engine.rows import Rows, Run
from ttr_analysis.engine.scoring import SeatScore
from ttr_analysis.engine.state import ActionRecord, EventRecord, Scratch
from ttr_analysis.engine.state import Game as GameRecord
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.engine.view import MEMORY
from ttr_analysis.errors import StrategyError
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play import stepping
from ttr_analysis.play.calling import asked_function, fault_in_words, watch
from ttr_analysis.play.deadline import Deadline
from ttr_analysis.play.messages import announce_compilation, announce_uncompiled
from ttr_analysis.play.stepping import fresh
from ttr_analysis.results.schema import TABLES, new_rows
from ttr_analysis.rules.limits import SEATS
from ttr_analysis.strategies.base import Strategy

_EVENTS_OF_A_DECISION = 256
"""More events than one decision can cause, including passes and the end of the game."""


class GameRecords:
    """Everything that the compiled rules store about one game, and the strategies' memories of it."""

    def _prepare(self, game_map: GameMap | str | Path, players: int, seed: int, number: int) -> None:
        """Create the records of a game, all zero."""
        self._seed, self._number = check_seed("seed", seed), check_seed("number", number)
        self._game_map = game_map if isinstance(game_map, GameMap) else load_map(game_map)
        self._tables = tables_for(self._game_map, whole_number("players", players))
        announce_compilation(play.start_game, play.step_game, stepping.reason_against)
        self._game, self._log = fresh(GameRecord), fresh(EventRecord, 4 * _EVENTS_OF_A_DECISION)
        self._memory: dict[str, np.ndarray[Any, np.dtype[np.int64]]] = {}
        self._make_buffers()

    def _make_buffers(self) -> None:
        """Create the records whose content does not outlast a call."""
        self._scratch, self._action, self._scores = fresh(Scratch), fresh(ActionRecord), fresh(SeatScore, SEATS)

    @property
    def game_map(self) -> GameMap:
        """The map with its rules."""
        return self._game_map

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self._tables[0].players)

    @property
    def turn(self) -> int:
        """Number of the turn, 1 for the first; 0 during set-up."""
        return int(self._game[0].public.turn)

    @property
    def player(self) -> int:
        """Whose decision it is."""
        return int(self._game[0].public.seat)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._game[0].public.over)

    def _run(self, lineup: Sequence[Strategy], decisions: int) -> None:
        """Make up to ``decisions`` decisions, fewer if the game ends first; one strategy per player."""
        announce_compilation(play.play_games)
        self._make_room(decisions)
        try:
            if all(each.built_in for each in lineup):
                failure = self._run_compiled(lineup, decisions)
            else:
                failure = self._run_watched(lineup, decisions)
        except Exception as error:
            raise self._failed(lineup, fault_in_words(error)) from error
        if failure:
            raise self._failed(lineup, f"chose an illegal action: {REASONS[failure]}")

    def _failed(self, lineup: Sequence[Strategy], what: str) -> StrategyError:
        """Return the error for a failure of the strategy to move."""
        where = f"seed {self._seed}, game {self._number}, turn {self.turn}, seat {self.player}"
        return StrategyError(f"strategy {lineup[self.player].name!r} ({where}): {what}")

    def _run_watched(self, lineup: Sequence[Strategy], decisions: int) -> int:
        """Make decisions one by one, watching strategies that are not built in; uncompiled ones have a time limit.

        Returns the code of an illegal decision, or 0.
        """
        failure = 0
        with Deadline() as deadline:
            while decisions and not self.over and not failure:
                strategy, decisions = lineup[self.player], decisions - 1
                function, refusal = asked_function(strategy)
                if refusal:
                    announce_uncompiled(strategy.name, refusal)
                    deadline.begin()
                watch(
                    function, self._tables, self._game, self._scratch[0], self._memory_of(strategy)[self.player],
                    strategy.weight_values, self._action[0],
                )  # fmt: skip
                deadline.end()
                failure = play.step_game(
                    self._tables, self._game, self._scratch, self._scores, self._log, self._action
                )  # fmt: skip
        return int(failure)

    def _run_compiled(self, lineup: Sequence[Strategy], decisions: int) -> int:
        """Make decisions in the engine's own loop; return the code of an illegal one, or 0."""
        places = [*lineup, *[lineup[0]] * (SEATS - len(lineup))]
        choosers = tuple(asked_function(each)[0] for each in places)
        memory = np.array([self._memory_of(each)[seat] for seat, each in enumerate(places)])
        run = fresh(Run)
        rows = Rows(*(new_rows(name, self.game_map, self.players, 1) for name in TABLES))
        run[0].seed, run[0].next_game, run[0].end_game, run[0].playing = self._seed, self._number, self._number + 1, 1
        play.play_games(
            self._tables, self._game, run, self._scratch, self._action, self._scores, self._log,
            memory, np.array([each.weight_values for each in places]), choosers, decisions, rows,
        )  # fmt: skip
        for seat, each in enumerate(lineup):
            self._memory_of(each)[seat] = memory[seat]
        return int(run[0].failure)

    def _memory_of(self, strategy: Strategy) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return what a strategy remembers of this game, one row per seat."""
        return self._memory.setdefault(strategy.name, np.zeros((SEATS, MEMORY), np.int64))

    def _make_room(self, decisions: int) -> None:
        """Make room in the log for this many more decisions."""
        needed = int(self._game[0].log_size) + decisions * _EVENTS_OF_A_DECISION
        if needed > len(self._log):
            grown = fresh(EventRecord, 2 * needed)
            grown[: len(self._log)] = self._log
            self._log = grown
