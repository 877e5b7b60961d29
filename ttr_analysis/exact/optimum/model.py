"""The best network as a programme whose linear relaxation is tight.

One tree grows from a given *root*: every other city in it has exactly one incoming arc, and every set
of cities without the root has, for each of its cities, an arc into it if that city is in the tree. These
rows are too many to write; :mod:`~ttr_analysis.exact.optimum.relaxation` adds those that are needed.
A ticket counts to the extent that all of its cities are in the tree. *Loose* links score only their points.
A second tree can be built beside it. Further trees are not; a *filler* may take m pieces for the most that
they can score with m (``others``), so the programme's value is never below the true one.

With the indegree rows the relaxation is 3 % above the optimum on the USA map and 15 % on the Europe
map; with the usual flow from a free root, or between the ends of each ticket, it is 20 % or more.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.exact.optimum.problem import Goal, Groups, Link, Problem
from ttr_analysis.exact.optimum.programme import Rows

_Arcs = list[tuple[int, int, int]]
"""Tail, head, and position of the link."""


@dataclass(frozen=True, slots=True)
class Case:
    """The networks whose main tree contains ``root`` and none of the cities ``without``."""

    root: int
    without: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Tree:
    """The variables of one tree.

    Attributes
    ----------
    arc0 : int
        The variable of its first arc; the others follow.
    tails, heads : ndarray of int
        The cities of each arc.
    city : ndarray of int
        The variable of each city of the map; -1 for those that the tree cannot reach.
    """

    root: int
    arc0: int
    tails: NDArray[np.int64]
    heads: NDArray[np.int64]
    city: NDArray[np.int64]


@dataclass(frozen=True)
class TreeModel:
    """One programme: maximise ``gain`` over variables from 0 to 1 under ``at_most`` and ``equal`` rows.

    Attributes
    ----------
    trees : tuple of Tree
        The main tree, and in some programmes a second one.
    taken : tuple of int
        The position of the link that variable j takes, for the first ``len(taken)`` of them.
    fillers : int
        Number of fillers; they are the last variables.
    budget_row : int
        The row of ``at_most`` that limits all pieces.
    """

    trees: tuple[Tree, ...]
    gain: NDArray[np.float64]
    at_most: Rows
    equal: Rows
    taken: tuple[int, ...]
    fillers: int
    budget_row: int


def tree_model(
    problem: Problem,
    case: Case,
    budget: int,
    *,
    loose: bool = True,
    second: Case | None = None,
    others: Mapping[int, int] | None = None,
) -> TreeModel:
    """Write the programme of one case.

    Parameters
    ----------
    budget : int
        Pieces in total; cities and tickets that a tree of this size cannot reach are left out.
    loose : bool
        Whether links outside the tree may be taken for their points.
    second : Case, optional
        The case of a second tree with at most half of the pieces.
    others : mapping of int to int
        Most points of all further trees, by the pieces they take.
    """
    plans = [_Plan.of(problem, case, budget)] + ([_Plan.of(problem, second, budget // 2)] if second else [])
    spare = [i for i, link in enumerate(problem.links) if link.length <= budget] if loose else []
    others = others or {}
    taken = (*(i for plan in plans for _, _, i in plan.arcs), *spare)
    trees, goals = _trees(problem, plans, len(taken))
    filler0 = len(taken) + sum(len(plan.near) for plan in plans) + len(goals)
    goal0 = filler0 - len(goals)
    gain = np.zeros(filler0 + len(others))
    gain[: len(taken)] = [problem.links[i].points for i in taken]
    gain[goal0:filler0] = [goal.points for _, goal in goals]
    gain[filler0:] = list(others.values())

    at_most, equal = Rows(), Rows()
    for tree, plan in zip(trees, plans, strict=True):
        _tree_rows(at_most, equal, plan.arcs, tree)
    _link_rows(at_most, problem.links, taken)
    for k, (tree, goal) in enumerate(goals):
        for group in goal.groups:
            at_most.add([(goal0 + k, 1), *((int(tree.city[c]), -1.0) for c in group if tree.city[c] >= 0)])
    _choice_rows(at_most, [goal for _, goal in goals], goal0)
    fillers = [(filler0 + k, float(pieces)) for k, pieces in enumerate(others)]
    at_most.add(((column, 1.0) for column, _ in fillers), 1)
    lengths = [(j, float(problem.links[i].length)) for j, i in enumerate(taken)]
    if len(problem.supply) > 1:
        for piece, supply in enumerate(problem.supply):
            at_most.add([(j, v) for j, v in lengths if problem.links[taken[j]].piece == piece], supply)
    if second:
        _apart_rows(at_most, trees)
        at_most.add(lengths[trees[1].arc0 : trees[1].arc0 + len(plans[1].arcs)], budget // 2)
    budget_row = at_most.add([*lengths, *fillers], budget)
    return TreeModel(trees, gain, at_most, equal, taken, len(others), budget_row)


@dataclass(frozen=True)
class _Plan:
    """What a tree can reach: cities, goals, and both directions of every link, but none into the root."""

    root: int
    near: list[int]
    goals: list[Goal]
    arcs: _Arcs

    @classmethod
    def of(cls, problem: Problem, case: Case, pieces: int) -> "_Plan":
        cities = range(len(problem.names))
        near = [c for c in cities if c not in case.without and problem.distance[case.root, c] <= pieces]
        goals = [goal for goal in problem.goals if fits(problem, case, goal, pieces)]
        inside = set(near)
        arcs = [
            (tail, head, i)
            for i, link in enumerate(problem.links)
            for tail, head in ((link.a, link.b), (link.b, link.a))
            if tail in inside and head in inside and head != case.root and link.length <= pieces
        ]
        return cls(case.root, near, goals, arcs)


def _trees(problem: Problem, plans: list[_Plan], city0: int) -> tuple[tuple[Tree, ...], list[tuple[Tree, Goal]]]:
    """Give variables to the cities of each plan; return the trees, and the goals of each."""
    trees, arc0 = [], 0
    for plan in plans:
        city = np.full(len(problem.names), -1, np.int64)
        city[plan.near] = np.arange(city0, city0 + len(plan.near))
        tails = np.array([tail for tail, _, _ in plan.arcs], np.int64)
        heads = np.array([head for _, head, _ in plan.arcs], np.int64)
        trees.append(Tree(plan.root, arc0, tails, heads, city))
        city0, arc0 = city0 + len(plan.near), arc0 + len(plan.arcs)
    return tuple(trees), [(tree, goal) for tree, plan in zip(trees, plans, strict=True) for goal in plan.goals]


def reach(problem: Problem, groups: Groups) -> int:
    """Return a lower bound on the pieces of a tree that joins a city of each group; exact for two or three groups."""
    apart = list(dict.fromkeys(groups))
    rows = np.array([problem.distance[list(group)].min(axis=0) for group in apart])
    if len(apart) == 3:
        return int(rows.sum(axis=0).min())
    return max(int(row[list(group)].min()) for row in rows for group in apart)


def left_of(goal: Goal, without: frozenset[int]) -> Groups:
    """Return the groups of a goal without some cities; none if a group has no other."""
    groups = tuple(tuple(c for c in group if c not in without) for group in goal.groups)
    return groups if all(groups) else ()


def fits(problem: Problem, case: Case, goal: Goal, pieces: int) -> bool:
    """Return whether a main tree with this number of pieces may join the goal's cities."""
    groups = left_of(goal, case.without)
    return bool(groups) and reach(problem, ((case.root,), *groups)) <= pieces


def _choice_rows(at_most: Rows, goals: list[Goal], goal0: int) -> None:
    """Add rows that count one goal of each ticket."""
    of_ticket: dict[int, list[int]] = {}
    for k, goal in enumerate(goals):
        of_ticket.setdefault(goal.ticket, []).append(goal0 + k)
    for columns in of_ticket.values():
        if len(columns) > 1:
            at_most.add(((column, 1.0) for column in columns), 1)


def _tree_rows(at_most: Rows, equal: Rows, arcs: _Arcs, tree: Tree) -> None:
    """Add rows for one arc into every city of the tree, and no link without both of its cities."""
    into: dict[int, list[int]] = {c: [] for c in np.flatnonzero(tree.city >= 0).tolist()}
    of_link: dict[int, list[int]] = {}
    for j, (_, head, i) in enumerate(arcs, start=tree.arc0):
        into[head].append(j)
        of_link.setdefault(i, []).append(j)
    for c, columns in into.items():
        if c != tree.root:
            equal.add([*((j, 1.0) for j in columns), (int(tree.city[c]), -1)])
    for both in of_link.values():
        for c in arcs[both[0] - tree.arc0][:2]:
            at_most.add([*((j, 1.0) for j in both), (int(tree.city[c]), -1)])


def _apart_rows(at_most: Rows, trees: tuple[Tree, ...]) -> None:
    """Add rows for no city in two trees."""
    for columns in zip(*(tree.city.tolist() for tree in trees), strict=True):
        if min(columns) >= 0:
            at_most.add(((column, 1.0) for column in columns), 1)


def _link_rows(at_most: Rows, links: tuple[Link, ...], taken: tuple[int, ...]) -> None:
    """Add rows that take a link at most once, and at most one of each group."""
    groups: dict[int, list[int]] = {}
    for j, i in enumerate(taken):
        groups.setdefault(links[i].group, []).append(j)
    for members in groups.values():
        at_most.add(((j, 1.0) for j in members), 1)
