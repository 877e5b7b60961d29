"""The linear relaxation of a tree's programme, with rows that are added where a solution breaks them.

A set of cities without the root needs, for each of its cities that is in the tree, an arc into it. In a solution,
the least cut between root and city finds the sets that lack one. Few of them matter, so the programmes stay small:
a hundredth of a second each, a tenth of what a flow to each city takes.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.exact.optimum.model import TreeModel
from ttr_analysis.exact.optimum.problem import FAR
from ttr_analysis.exact.optimum.programme import LinearSolution, Rows, minimise_relaxed

_Floats = NDArray[np.float64]
_Ints = NDArray[np.int64]
_Flags = NDArray[np.bool_]

_LACK = 0.01
"""How much must be missing into a set of cities for a new row. Whole solutions lack 1, so none is let through."""

_ROWS, _IDLE = 300, 50
"""With more cuts than this, those leave that have not mattered in so many relaxations."""

_NOTHING = 1e-7
"""Flows below this are none."""


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A solved relaxation.

    Attributes
    ----------
    value : float
        No network of the case scores more; minus infinity if there is none.
    price : float
        What one more piece would add.
    variables : ndarray of float
        Of a solution; none if there is no solution or the solver failed.
    slopes : ndarray of float
        What one more of each variable would add.
    """

    value: float
    price: float
    variables: _Floats
    slopes: _Floats


class Relaxation:
    """The relaxation of a model, with the cuts found so far.

    Attributes
    ----------
    lower, upper : ndarray of float
        Bounds of the variables: 0 and 1, but the root of each tree is in it.
    """

    def __init__(self, model: TreeModel) -> None:
        columns = len(model.gain)
        self.model = model
        self.lower, self.upper = np.zeros(columns), np.ones(columns)
        self.lower[[tree.city[tree.root] for tree in model.trees]] = 1
        self._rows = model.at_most.matrix(columns)
        self._limits = np.array(model.at_most.limit, np.float64)
        self._equal = (model.equal.matrix(columns), np.array(model.equal.limit, np.float64))
        self._cuts: Any = csr_array((0, columns))
        self._idle = np.zeros(0, np.int64)

    def solve(self, lower: _Floats, upper: _Floats, enough: float = -np.inf, rounds: int = 1000) -> Relaxed:
        """Bound the value between bounds of the variables; stop at a value of ``enough``, or after so many rounds."""
        solved = self._solve(lower, upper)
        for _ in range(rounds - 1):
            if solved is None or -solved.cost <= enough or not self._cut(solved.variables):
                break
            solved = self._solve(lower, upper)
        if solved is None or not len(solved.variables):
            return Relaxed(float(FAR) if solved is None else -np.inf, 0.0, np.zeros(0), np.zeros(0))
        price = -float(solved.changes[self.model.budget_row])
        return Relaxed(-solved.cost, price, solved.variables, -solved.slopes)

    def _solve(self, lower: _Floats, upper: _Floats) -> LinearSolution | None:
        rows = vstack([self._rows, self._cuts], format="csr")
        limits = np.concatenate([self._limits, np.zeros(len(self._idle))])
        solved = minimise_relaxed(-self.model.gain, (rows, limits), self._equal, lower, upper)
        if solved is not None and len(solved.changes):
            mattered = solved.changes[len(self._limits) :] != 0
            self._idle = np.where(mattered, 0, self._idle + 1)
        return solved

    def _cut(self, variables: _Floats) -> bool:
        """Add the rows that a solution breaks; return whether there are any."""
        new = Rows()
        for tree in self.model.trees:
            inside = np.where(tree.city >= 0, variables[tree.city], 0.0)
            inside[tree.root] = 0
            arcs = variables[tree.arc0 : tree.arc0 + len(tree.tails)]
            ends, sides = _lacking(tree.tails, tree.heads, arcs, inside, tree.root)
            for end, side in zip(ends.tolist(), sides, strict=True):
                into = tree.arc0 + np.flatnonzero(side[tree.heads] & ~side[tree.tails])
                new.add([(int(tree.city[end]), 1.0), *((int(j), -1.0) for j in into)])
        if not new.limit:
            return False
        if len(self._idle) > _ROWS:
            kept = self._idle <= _IDLE
            self._cuts, self._idle = self._cuts[kept], self._idle[kept]
        self._cuts = vstack([self._cuts, new.matrix(len(self.model.gain))], format="csr")
        self._idle = np.concatenate([self._idle, np.zeros(len(new.limit), np.int64)])
        return True


def relax(model: TreeModel) -> Relaxed:
    """Solve the relaxation of a model."""
    relaxation = Relaxation(model)
    return relaxation.solve(relaxation.lower, relaxation.upper)


@compiled
def _path(left: _Floats, before: _Ints, queue: _Ints, root: int, end: int) -> bool:
    """Look for a shortest path with capacity left; fill in the city before each one reached."""
    before[:] = -1
    before[root] = root
    queue[0] = root
    first, last = 0, 1
    while first < last and before[end] < 0:
        here = queue[first]
        first += 1
        for city in range(len(before)):
            if before[city] < 0 and left[here, city] > _NOTHING:
                before[city] = here
                queue[last] = city
                last += 1
    return bool(before[end] >= 0)


@compiled
def _flow(left: _Floats, before: _Ints, queue: _Ints, root: int, end: int, wanted: float) -> float:
    """Send flow from the root to a city until as much as wanted arrives; return how much does."""
    total = 0.0
    while total < wanted and _path(left, before, queue, root, end):
        least, city = np.inf, end
        while city != root:
            least = min(least, left[before[city], city])
            city = before[city]
        city = end
        while city != root:
            left[before[city], city] -= least
            left[city, before[city]] += least
            city = before[city]
        total += least
    return total


@compiled
def _behind(left: _Floats, side: _Flags, queue: _Ints, end: int) -> None:
    """Mark the cities from which a city can still be reached."""
    side[:] = False
    side[end] = True
    queue[0] = end
    first, last = 0, 1
    while first < last:
        here = queue[first]
        first += 1
        for city in range(len(side)):
            if not side[city] and left[city, here] > _NOTHING:
                side[city] = True
                queue[last] = city
                last += 1


@entry
def _lacking(tails: _Ints, heads: _Ints, taken: _Floats, inside: _Floats, root: int) -> tuple[_Ints, _Flags]:
    """Return cities of the tree that too few arcs lead to, each with the cities on its side of a least cut.

    Of the least cuts of a city, the one nearest to the root and the one nearest to the city are returned.
    """
    cities = len(inside)
    capacity = np.zeros((cities, cities))
    left = np.zeros((cities, cities))
    for arc in range(len(tails)):
        capacity[tails[arc], heads[arc]] += max(0.0, taken[arc])
    before, queue = np.zeros(cities, np.int64), np.zeros(cities, np.int64)
    ends = np.zeros(2 * cities, np.int64)
    sides = np.zeros((2 * cities, cities), np.bool_)
    found = 0
    for end in range(cities):
        if inside[end] <= _LACK:
            continue
        left[:] = capacity
        if _flow(left, before, queue, root, end, inside[end] - _LACK) >= inside[end] - _LACK:
            continue
        for city in range(cities):
            sides[found, city] = before[city] < 0
        _behind(left, sides[found + 1], queue, end)
        ends[found] = ends[found + 1] = end
        found += 1
        for city in range(cities):
            if sides[found, city] != sides[found - 1, city]:
                found += 1
                break
    return ends[:found], sides[:found]
