"""How good a network can be at most: cases, their relaxations, and trees besides the main one."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import networkx as nx

from ttr_analysis.optimum.model import Case, fits, reach, relax, solve, tree_model
from ttr_analysis.optimum.problem import FAR, Problem

_STEPS = 12
"""Relaxations of trees besides the main one are solved for at most so many sizes."""

_SMALL = 800
"""A programme with no more variables than this is solved, which takes some milliseconds."""


@dataclass(frozen=True, slots=True)
class Line:
    """An upper bound that is linear in the pieces: ``value`` with ``pieces`` of them, ``price`` each."""

    value: float
    price: float
    pieces: int

    def at(self, pieces: int) -> float:
        """The bound with fewer pieces."""
        return self.value - self.price * (self.pieces - pieces)


@dataclass(frozen=True, slots=True)
class OpenCase:
    """A case with the bound of its main tree and loose links, by the pieces these take."""

    case: Case
    line: Line


def cases_of(problem: Problem) -> Iterator[Case]:
    """Split the networks by the first city, in order of betweenness, that their main tree contains."""
    graph: nx.Graph[int] = nx.Graph()
    for link in problem.links:
        graph.add_edge(link.a, link.b, weight=int(problem.distance[link.a, link.b]))
    between = nx.betweenness_centrality(graph, weight="weight")
    order = sorted(between, key=lambda city: -between[city])
    for k, root in enumerate(order):
        yield Case(root, frozenset(order[:k]))


def trivial_bound(problem: Problem, case: Case | None, pieces: int) -> float:
    """Points of all tickets that a tree of so many pieces may join, with the most its pieces score."""
    points = sum(
        goal.points
        for goal in problem.goals
        if (reach(problem, goal.cities) <= pieces if case is None else fits(problem, case, goal, pieces))
    )
    rate = max((link.points / link.length for link in problem.links), default=0.0)
    return points + rate * pieces


def relaxed_cases(problem: Problem, deadline: float) -> list[OpenCase] | None:
    """The relaxation of every case with all pieces; None if the time is not enough."""
    cases = []
    for case in cases_of(problem):
        if time.monotonic() > deadline:
            return None
        relaxed = relax(tree_model(problem, case, problem.budget))
        cases.append(OpenCase(case, Line(relaxed.value, relaxed.price, problem.budget)))
    return cases


def tree_bounds(problem: Problem, cases: Sequence[OpenCase], points: int, deadline: float) -> list[list[int]]:
    """Bound what one tree besides the main one scores: ``[k][m]`` for case k and m pieces.

    The main tree is the largest, so that each of the others has at most half of the pieces. What
    one with m pieces scores is at most the relaxation of its case. Where that is not enough to
    rule it out beside the best network (``points``), the programme that leaves out whatever a tree
    of m pieces cannot reach says more.
    """
    largest = problem.budget // 2
    fewest = min((reach(problem, goal.cities) for goal in problem.goals), default=largest + 1)
    single = [[0] * (largest + 1) for _ in cases]
    for m in range(fewest, largest + 1):
        for k, c in enumerate(cases):
            single[k][m] = max(0, whole(min(trivial_bound(problem, c.case, m), c.line.at(m))))
    spare = [points - max((c.line.at(problem.budget - m) for c in cases), default=0.0) for m in range(largest + 1)]
    solved = largest + 1
    for size in range(largest, fewest - 1, -1):
        if (solved - size) * _STEPS < solved:
            continue
        solved = size
        for k, c in enumerate(cases):
            if single[k][size] <= spare[size]:
                continue
            if time.monotonic() > deadline:
                return single
            model = tree_model(problem, c.case, size, loose=False)
            relaxed = relax(model)
            line = Line(relaxed.value, relaxed.price, size)
            exact = solve(model, 1.0).bound if line.value > spare[size] and len(model.gain) <= _SMALL else FAR
            for m in range(fewest, size + 1):
                single[k][m] = max(0, min(single[k][m], whole(line.at(m)), exact))
    return single


def other_trees(single: Sequence[Sequence[int]], main: int, budget: int) -> dict[int, int]:
    """The most that all trees besides one of case ``main`` score, by the pieces they take.

    Each of them has no more pieces than the main tree, and belongs to another case: all trees of
    a case contain its city.
    """
    rows = [row for k, row in enumerate(single) if k != main]
    best_single = [max(column) for column in zip(*rows, strict=True)]
    others = {}
    for pieces in range(1, budget):
        largest = min(budget - pieces, len(best_single) - 1, pieces)
        best = [0] * (pieces + 1)
        for m in range(1, pieces + 1):
            best[m] = max((best_single[k] + best[m - k] for k in range(1, min(m, largest) + 1)), default=0)
        if best[pieces] > 0:
            others[pieces] = best[pieces]
    return others


def harmful(line: Line, others: dict[int, int], points: int) -> dict[int, int]:
    """Those sizes of other trees that might make a network of this case better than ``points``."""
    return {m: value for m, value in others.items() if whole(line.at(line.pieces - m) + value) > points}


def case_bound(line: Line, others: dict[int, int]) -> int:
    """The most that a network of this case can score."""
    return whole(max([line.value, *(line.at(line.pieces - m) + value for m, value in others.items())]))


def whole(bound: float) -> int:
    """Points are whole numbers; what a relaxation says is right to a millionth."""
    return math.floor(bound + 1e-6) if math.isfinite(bound) else 0
