"""Labelled actions from many games, in several threads, the same for every number of threads."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import count
from threading import Event as Flag
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.engine.scoring import SeatScore
from ttr_analysis.engine.state import ActionRecord, EventRecord, Game, Scratch
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.engine.view import MEMORY
from ttr_analysis.experiments.settings import Setting
from ttr_analysis.experiments.training import rollouts
from ttr_analysis.play.bindings import fresh
from ttr_analysis.play.deciders import Deciders
from ttr_analysis.play.simulate import worker_count
from ttr_analysis.rules.limits import SEATS
from ttr_analysis.strategies.base import Strategy
from ttr_analysis.strategies.learned import explanation, features

GAMES: Final = 4
"""Games of a chunk."""
ROWS: Final = 4000
"""Room for the labels of a chunk; what does not fit is left out."""
TURNS: Final = 0.2
CHOICES: Final = 1.0
"""Chances that a turn, or a choice of tickets, is compared, divided by the number of players who learn."""


@dataclass(frozen=True)
class Labels:
    """Actions with what they gained over the action of ``expert``; see :class:`rollouts.Samples`.

    Attributes
    ----------
    x : array of float32, (rows, features)
    gain : array of float32, (rows, 2)
    decision : array of int64, (rows,)
    rollouts : int
        Number of games that were played to the end for them.
    """

    x: NDArray[np.float32]
    gain: NDArray[np.float32]
    decision: NDArray[np.int64]
    rollouts: int

    @classmethod
    def joined(cls, parts: Sequence["Labels"]) -> "Labels":
        """Return the labels of several parts together."""
        columns = [np.concatenate([getattr(part, name) for part in parts]) for name in ("x", "gain", "decision")]
        return cls(columns[0], columns[1], columns[2], sum(part.rollouts for part in parts))

    def of(self, decision: int, width: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the features and the gains in value of one kind of decision."""
        chosen = self.decision == decision
        return self.x[chosen][:, :width], self.gain[chosen, 0]


def collect(
    settings: Sequence[Setting],
    learner: Strategy,
    seed: int,
    budget: int,
    threads: int | None = None,
    on_rollouts: Callable[[int], object] = lambda made: None,
    *,
    before: tuple[int, Sequence[Labels]] = (0, ()),
    on_chunk: Callable[[Labels], object] = lambda labels: None,
) -> Labels:
    """Play games of all settings in turn, and compare actions of the learner, until ``budget`` roll-outs were made.

    The labels depend on the seed and the budget, not on threads or time.

    Parameters
    ----------
    settings : sequence of Setting
        Boards and tables. At a table of others who are ``learner``, too, every seat learns.
    learner : Strategy
    seed : int
    budget : int
        Number of roll-outs; the chunk of games in which it is reached is the last one.
    threads : int, optional
    on_rollouts : function of the roll-outs made since the last call, optional
    before : (int, sequence of Labels), optional
        How many chunks were done before, and their labels.
    on_chunk : function of the labels of each chunk, in order, optional
    """
    start, parts, stop, workers = before[0], list(before[1]), Flag(), worker_count(threads)
    made = sum(each.rollouts for each in parts)
    on_rollouts(made)
    if made >= budget:
        return Labels.joined(parts)
    tables = [_table(setting, learner) for setting in settings]
    with ThreadPoolExecutor(workers, thread_name_prefix="ttr") as pool:
        submit = partial(pool.submit, partial(_chunk, settings, tables, seed, stop.is_set))
        try:
            for labels in _in_order(submit, 2 * workers, start):
                parts.append(labels)
                on_chunk(labels)
                made += labels.rollouts
                on_rollouts(labels.rollouts)
                if made >= budget:
                    break
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
    return Labels.joined(parts)


def _in_order(submit: Callable[[int], Future[Labels]], ahead: int, start: int) -> Iterator[Labels]:
    """Yield the labels of one chunk after the other from number ``start`` on, while the next ones are being made."""
    numbers = count(start)
    under_way = [submit(next(numbers)) for _ in range(ahead)]
    while True:
        first = under_way.pop(0)
        under_way.append(submit(next(numbers)))
        while not first.done():  # so that Ctrl-C is heard
            wait([first], timeout=0.5)
        yield first.result()


def _table(setting: Setting, learner: Strategy) -> rollouts.Table:
    """Return the players of a setting in the form that compiled code takes."""
    itself = setting.others.name == learner.name
    seated = [learner if place == 0 or itself else setting.others for place in range(setting.players)]
    deciders, learns = Deciders.of(seated), np.zeros(SEATS, np.int64)
    learns[: setting.players if itself else 1] = 1
    return rollouts.Table(deciders.weights, deciders.choosers, learns, 1)


def _chunk(
    settings: Sequence[Setting],
    tables: Sequence[rollouts.Table],
    seed: int,
    stopped: Callable[[], bool],
    number: int,
) -> Labels:
    """Return the labels of a chunk of games."""
    place = number % len(settings)
    setting, table = settings[place], tables[place]
    if stopped():
        return _labels(_samples(0), 0)
    samples, chances = _samples(ROWS), np.array([TURNS, CHOICES]) / table.learns.sum()
    first = number * GAMES
    rows = rollouts.sample_games(
        tables_for(setting.game_map, setting.players), _space(), table, samples, np.zeros(4, np.uint64),
        np.minimum(chances * rollouts.CHANCES, rollouts.CHANCES).astype(np.int64), seed, first, first + GAMES,
    )  # fmt: skip
    return _labels(samples, int(rows))


def _samples(rows: int) -> rollouts.Samples:
    x, gain = np.zeros((rows, features.FEATURES)), np.zeros((rows, 2))
    return rollouts.Samples(x, gain, np.zeros(rows, np.int64), np.zeros((rows, 2), np.int64))


def _space() -> rollouts.Space:
    memory = np.zeros((2, SEATS, MEMORY), np.int64)
    actions, scores = fresh(ActionRecord, explanation.CANDIDATES + 1), fresh(SeatScore, SEATS)
    return rollouts.Space(
        fresh(Game, 2), memory, fresh(Scratch), actions, fresh(ActionRecord), scores, fresh(EventRecord, 0)
    )


def _labels(samples: rollouts.Samples, rows: int) -> Labels:
    """Return the rows written; the roll-outs of each comparison are one more than its rows."""
    position: NDArray[Any] = samples.position[:rows]
    comparisons = int(np.any(np.diff(position, axis=0), axis=1).sum()) + 1 if rows else 0
    return Labels(
        samples.x[:rows].astype(np.float32), samples.gain[:rows].astype(np.float32), samples.decision[:rows].copy(),
        rows + comparisons,
    )  # fmt: skip
