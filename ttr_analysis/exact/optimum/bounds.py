"""Upper bounds on the points of a network: cases, their relaxations, and trees besides the main one."""

import math
import time
from collections.abc import Callable, Iterator, Sequence

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from ttr_analysis.exact.optimum.model import Case, left_of, reach, tree_model
from ttr_analysis.exact.optimum.problem import Link, Problem
from ttr_analysis.exact.optimum.relaxation import Relaxed, relax

_STEPS = 12
"""Number of sizes for which trees besides the main one, and main trees with the pieces left, are relaxed."""

Watch = Callable[[], None]
"""Called after each step, so that a caller can report it."""


def cases_of(problem: Problem) -> Iterator[Case]:
    """Split the networks by the first city, in order of betweenness, that their main tree contains."""
    graph: nx.Graph[int] = nx.Graph()
    for link in problem.links:
        graph.add_edge(link.a, link.b, weight=int(problem.distance[link.a, link.b]))
    between = nx.betweenness_centrality(graph, weight="weight")
    order = sorted(between, key=lambda city: -between[city])
    for k, root in enumerate(order):
        yield Case(root, frozenset(order[:k]))


def most_link_points(problem: Problem) -> NDArray[np.float64]:
    """Return the most points that 0, 1, ... pieces score on links, joined or not, one at most of each group.

    A knapsack: exact if there are no tickets.
    """
    groups: dict[int, list[Link]] = {}
    for link in problem.links:
        groups.setdefault(link.group, []).append(link)
    best = np.zeros(problem.budget + 1)
    for links in groups.values():
        without = best.copy()
        for link in links:
            if link.length <= problem.budget:
                taken = without[: len(best) - link.length] + link.points
                best[link.length :] = np.maximum(best[link.length :], taken)
    return best


def trivial_bounds(problem: Problem, case: Case | None = None) -> NDArray[np.float64]:
    """Return the points of all tickets that a tree of 0, 1, ... pieces may join, plus the most its pieces can score."""
    row = most_link_points(problem)
    without, root = (case.without, ((case.root,),)) if case else (frozenset(), ())
    joined: dict[int, list[tuple[int, int]]] = {}
    for goal in problem.goals:
        if groups := left_of(goal, without):
            joined.setdefault(goal.ticket, []).append((reach(problem, (*root, *groups)), goal.points))
    for steps in joined.values():
        most = 0
        for pieces, points in sorted(steps):  # the best goal of a ticket that these pieces reach
            row[pieces:] += max(0, points - most)
            most = max(most, points)
    return row


class TreeBounds:
    """The most that the trees of a network can score, by case and pieces: tables that proofs lower.

    The main tree of a network is its largest, so each of the others has at most half of the pieces.
    It also belongs to another case, because all trees of a case contain its city. A case can beat the
    best network only if its main tree, with the pieces left over, and the other trees do so together.

    Attributes
    ----------
    cases : tuple of Case
    main : ndarray of float, shape (cases, budget + 1)
        The most that a main tree and loose links score with this many pieces together.
    single : ndarray of int, shape (cases, budget // 2 + 1)
        The most that one tree besides the main one scores.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.cases = tuple(cases_of(problem))
        self.largest = problem.budget // 2
        self.fewest = min((reach(problem, goal.groups) for goal in problem.goals), default=self.largest + 1)
        rows = [trivial_bounds(problem, case) for case in self.cases]
        self.main = np.array(rows).reshape(len(rows), problem.budget + 1)
        self.single = np.floor(self.main[:, : self.largest + 1]).astype(np.int64)
        self.single[:, : self.fewest] = 0  # such a tree joins no ticket; its links are loose ones

    def relax_cases(self, deadline: float, watch: Watch) -> bool:
        """Relax every case with all pieces; return whether there was enough time."""
        for k, case in enumerate(self.cases):
            if time.monotonic() > deadline:
                return False
            self._lower_main(k, relax(tree_model(self.problem, case, self.problem.budget)), self.problem.budget)
            watch()
        np.minimum(self.single, np.floor(self.main[:, : self.largest + 1] + 1e-6).astype(np.int64), out=self.single)
        return True

    def relax_sizes(self, points: int, deadline: float, watch: Watch) -> None:
        """Relax trees besides the main one, and main trees with the pieces left, if both together may be too good."""
        sizes = range(self.fewest, self.largest + 1)
        for size in sizes[:: -max(1, len(sizes) // _STEPS)]:
            left = self.problem.budget - size
            for k, case in enumerate(self.cases):
                if time.monotonic() > deadline:
                    return
                if self.main[k, left] + self.single[:, size].max() > points:
                    self._lower_main(k, relax(tree_model(self.problem, case, left)), left)
            for k, case in enumerate(self.cases):
                if time.monotonic() > deadline:
                    return
                if self.single[k, size] > self._spare(k, size, points):
                    self._lower_single(k, relax(tree_model(self.problem, case, size, loose=False)), size)
            watch()

    def others(self, k: int) -> dict[int, int]:
        """Return the most that all trees besides one of case ``k`` can score, by the pieces they take."""
        return other_trees(self.single.tolist(), k, self.problem.budget)

    def harmful(self, k: int, points: int) -> dict[int, int]:
        """Return the sizes of other trees with which a network of case ``k`` might score more than ``points``."""
        return {m: value for m, value in self.others(k).items() if self._joint(k, m, value) > points}

    def seconds(self, k: int, points: int) -> list[tuple[int, dict[int, int]]]:
        """Return the cases of second trees with which a network of case ``k`` might score more than ``points``.

        Each comes with the sizes of further trees, none larger than the second, with which it might.
        """
        pairs = []
        for number, row in enumerate(self.single.tolist()):
            sizes = [(m, value) for m, value in enumerate(row) if value > 0] if number != k else []
            further = other_trees(self.single.tolist(), k, self.problem.budget, second=number)
            harmful = {
                pieces: most
                for pieces, most in [(0, 0), *further.items()]
                if any(
                    self._joint(k, m + pieces, value + most) > points
                    for m, value in sizes
                    if m + pieces <= self.problem.budget
                )
            }
            if harmful:
                harmful.pop(0, None)
                pairs.append((number, harmful))
        return pairs

    def bound(self, k: int) -> int:
        """Return the most that a network of case ``k`` can score."""
        joint = (self._joint(k, m, value) for m, value in self.others(k).items())
        return max(self._joint(k, 0, 0), *joint, 0)

    def _joint(self, k: int, pieces: int, value: int) -> int:
        return whole(self.main[k, self.problem.budget - pieces] + value)

    def _spare(self, k: int, size: int, points: int) -> int:
        """Return what a tree of case ``k`` may score beside main trees of other cases without exceeding ``points``."""
        left = np.delete(self.main[:, self.problem.budget - size], k)
        return max(0, points - whole(float(left.max(initial=0.0))))

    def _lower_main(self, k: int, relaxed: Relaxed, size: int) -> None:
        """Lower the bounds of this size and all smaller ones: one piece fewer costs at least its price."""
        line = relaxed.value - relaxed.price * (size - np.arange(size + 1))
        np.minimum(self.main[k, : size + 1], line, out=self.main[k, : size + 1])

    def _lower_single(self, k: int, relaxed: Relaxed, size: int) -> None:
        line = relaxed.value - relaxed.price * (size - np.arange(self.fewest, size + 1))
        known = self.single[k, self.fewest : size + 1]
        np.minimum(known, np.floor(np.maximum(line, 0) + 1e-6).astype(np.int64), out=known)


def other_trees(single: Sequence[Sequence[int]], main: int, budget: int, second: int | None = None) -> dict[int, int]:
    """Return the most that all trees besides one of case ``main`` can score, by the pieces they take.

    Each of them has no more pieces than the main tree, and belongs to another case, because all trees
    of a case contain its city. With a second tree of case ``second``, the same holds for it and all further ones.
    """
    rows = [row for k, row in enumerate(single) if k not in (main, second)]
    best_single = [max(column) for column in zip(*rows, strict=True)]
    others = {}
    for pieces in range(1, budget):
        larger = budget - pieces if second is None else (budget - pieces) // 2
        largest = min(larger, len(best_single) - 1, pieces)
        best = [0] * (pieces + 1)
        for m in range(1, pieces + 1):
            best[m] = max((best_single[k] + best[m - k] for k in range(1, min(m, largest) + 1)), default=0)
        if best[pieces] > 0:
            others[pieces] = best[pieces]
    return others


def whole(bound: float) -> int:
    """Round a bound down to whole points, with a tolerance of a millionth for the errors of a relaxation."""
    return math.floor(bound + 1e-6) if math.isfinite(bound) else 0
