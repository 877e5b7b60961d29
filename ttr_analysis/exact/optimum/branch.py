"""The best network of one case, by branching on cities.

A relaxation is high because it takes half of a network of twice the size. It falls fast once cities are
decided: in the tree, or not. So the search splits a case by the city whose decision lowers the bounds of both parts
most, tries the part with the highest bound first, and drops parts that cannot be better than the network known.
Links and other trees are decided when all cities are.
"""

import heapq
import math
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.exact.optimum.model import TreeModel
from ttr_analysis.exact.optimum.problem import FAR
from ttr_analysis.exact.optimum.relaxation import Relaxation, Relaxed

_Floats = NDArray[np.float64]

_TINY = 1e-6
"""Tolerance for the errors of a relaxation, in points."""

_WHOLE = 1e-4
"""A variable that is nearer than this to 0 or 1 is whole."""

_TRIED, _KNOWN = 8, 4
"""Cities tried at a node, at most; one that was tried so often is judged by what it did then."""

_ROUNDS = 3
"""Rounds of cuts for a trial."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What a search found: the links of its best network, and the most that any can score."""

    links: tuple[int, ...]
    bound: int


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the case: bounds of the variables, and of the value."""

    value: float
    lower: _Floats
    upper: _Floats


def solve(model: TreeModel, points: int, time_limit: float) -> Solved:
    """Search for a network that scores more than ``points``, within ``time_limit`` seconds.

    The bound is never below ``points``.
    """
    search = _Search(model, points)
    search.run(time.monotonic() + time_limit)
    return Solved(search.links, search.bound)


class _Search:
    """Holds the parts still open, the best network, and how much each variable has lowered bounds."""

    def __init__(self, model: TreeModel, points: int) -> None:
        self.model = model
        self.relaxation = Relaxation(model)
        self.points = points
        self.links: tuple[int, ...] = ()
        self.count = 0
        self.open: list[tuple[float, int, _Part]] = []
        self.failed = -math.inf
        columns = len(model.gain)
        self.cities = np.concatenate([tree.city[tree.city >= 0] for tree in model.trees])
        first_filler = columns - model.fillers
        self.others = np.concatenate([np.arange(first_filler, columns), np.arange(len(model.taken))])
        self.drops = np.zeros((2, columns))
        self.trials = np.zeros((2, columns), np.int64)
        self._push([_Part(float(FAR), self.relaxation.lower, self.relaxation.upper)])

    @property
    def bound(self) -> int:
        """The most that any network can score."""
        best = max(self.failed, -self.open[0][0] if self.open else -math.inf)
        return max(self.points, math.floor(best + _TINY) if math.isfinite(best) else self.points)

    @property
    def _enough(self) -> float:
        """A part with no more than this is no better than the best network."""
        return self.points + 1 - _TINY

    def run(self, deadline: float) -> None:
        """Split the part with the highest bound until none is left, or the time is over."""
        while self.open and time.monotonic() < deadline:
            part = heapq.heappop(self.open)[2]
            if part.value > self._enough:
                self._push(self._split(part))

    def _push(self, parts: list[_Part]) -> None:
        for part in parts:
            if part.value > self._enough:
                self.count += 1
                heapq.heappush(self.open, (-part.value, self.count, part))

    def _split(self, part: _Part) -> list[_Part]:
        """Return parts that together hold every better network of a part."""
        relaxed = self.relaxation.solve(part.lower, part.upper, self._enough)
        if relaxed.value <= self._enough:
            return []
        if not len(relaxed.variables):
            self.failed = max(self.failed, part.value)  # nothing is known about this part
            return []
        part = self._fixed(part, relaxed)
        columns = self._undecided(relaxed.variables)
        if not len(columns):
            self._keep(relaxed)
            return []
        return self._best_split(part, columns, relaxed.variables)

    def _fixed(self, part: _Part, relaxed: Relaxed) -> _Part:
        """Fix the variables whose other value would cost too much."""
        spare = relaxed.value - self._enough
        value = min(part.value, relaxed.value)
        lower, upper = part.lower.copy(), part.upper.copy()
        upper[(relaxed.variables < _WHOLE) & (-relaxed.slopes > spare) & (lower == 0)] = 0
        lower[(relaxed.variables > 1 - _WHOLE) & (relaxed.slopes > spare) & (upper == 1)] = 1
        return _Part(value, lower, upper)

    def _undecided(self, variables: _Floats) -> NDArray[np.int64]:
        """Return the variables to split by, the most promising first: cities, or if all are whole, others."""
        for columns in (self.cities, self.others):
            values = variables[columns]
            broken = columns[(values > _WHOLE) & (values < 1 - _WHOLE)]
            if len(broken):
                order = np.argsort(-self._promise(broken, variables[broken]), kind="stable")
                return np.asarray(broken[order], np.int64)
        return np.zeros(0, np.int64)

    def _promise(self, columns: NDArray[np.int64], values: _Floats) -> _Floats:
        """Guess how much a split lowers the bounds, from earlier trials."""
        mean = self.drops.sum() / max(1, self.trials.sum())
        rates = np.where(
            self.trials[:, columns] > 0, self.drops[:, columns] / np.maximum(1, self.trials[:, columns]), mean
        )
        return np.asarray(np.maximum(rates[0] * values, 0.1) * np.maximum(rates[1] * (1 - values), 0.1))

    def _keep(self, relaxed: Relaxed) -> None:
        """Keep a whole solution; with other trees in it, only their bound is known."""
        self.points = max(self.points, math.floor(relaxed.value + _TINY))
        taken = relaxed.variables[: len(self.model.taken)] > 0.5
        self.links = tuple(sorted({i for i, used in zip(self.model.taken, taken.tolist(), strict=True) if used}))

    def _best_split(self, part: _Part, columns: NDArray[np.int64], variables: _Floats) -> list[_Part]:
        """Try to split a part by some variables; return the two parts whose bounds fall most."""
        best, chosen = -math.inf, [part]
        for tried, column in enumerate(columns.tolist()):
            if tried == _TRIED or (tried and self.trials[:, column].min() >= _KNOWN):
                break
            both = [self._trial(part, column, value, float(variables[column])) for value in (0, 1)]
            left = [each for each in both if each.value > self._enough]
            if len(left) < 2:  # the variable is decided, which helps the trials that follow
                if not left:
                    return []
                part = _Part(min(part.value, left[0].value), left[0].lower, left[0].upper)
                best, chosen = math.inf, [part]
                continue
            gain = math.prod(max(part.value - max(each.value, self._enough), 0.01) for each in both)
            if gain > best:
                best, chosen = gain, left
        return chosen

    def _trial(self, part: _Part, column: int, value: int, now: float) -> _Part:
        lower, upper = part.lower.copy(), part.upper.copy()
        lower[column] = upper[column] = value
        bound = min(part.value, self.relaxation.solve(lower, upper, self._enough, _ROUNDS).value)
        self.trials[value, column] += 1
        fell = min(part.value - bound, part.value - self._enough)
        self.drops[value, column] += fell / max(_WHOLE, now if value == 0 else 1 - now)
        return _Part(bound, lower, upper)
