"""The best network as a mixed-integer programme whose linear relaxation is tight.

One tree grows from a given *root*: every other city in it has exactly one incoming arc, and
every ticket city in it receives one unit of its own flow from the root. A ticket counts to the extent
that all of its cities are in the tree. *Loose* links score only their points. Trees besides this
one are not built; a *filler* may take m pieces for the most that such trees can score with m
(``others``), so the programme's value is never below the true one.

With the indegree rows the relaxation is 3 % above the optimum on the USA map and 15 % on the Europe
map; with the usual flow from a free root, or between the ends of each ticket, it is 20 % or more.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.exact.optimum.problem import FAR, Goal, Groups, Link, Problem
from ttr_analysis.exact.optimum.programme import Rows, minimise, minimise_relaxed

_TINY = 1e-6


@dataclass(frozen=True, slots=True)
class Case:
    """The networks whose main tree contains ``root`` and none of the cities ``without``."""

    root: int
    without: frozenset[int] = frozenset()


@dataclass(frozen=True)
class TreeModel:
    """One programme: maximise ``gain`` over variables from 0 to 1 under ``at_most`` and ``equal`` rows.

    The first ``whole`` variables are whole numbers; ``taken[j]`` is the position of the link that
    variable j takes, for the first ``len(taken)`` of them; ``budget_row`` is the row that limits all
    pieces; ``settle_for`` must be added to the value.
    """

    gain: NDArray[np.float64]
    at_most: Rows
    equal: Rows
    whole: int
    taken: tuple[int, ...]
    budget_row: int
    settle_for: int


@dataclass(frozen=True, slots=True)
class Relaxed:
    """Value of a relaxation, and what one more piece would add to it."""

    value: float
    price: float


@dataclass(frozen=True, slots=True)
class Solved:
    """A solved programme: the links of its best network, and the most that any can score."""

    links: tuple[int, ...]
    bound: int


def tree_model(
    problem: Problem,
    case: Case,
    budget: int,
    *,
    loose: bool = True,
    others: Mapping[int, int] | None = None,
    settle_for: int = 0,
) -> TreeModel:
    """Write the programme of one case.

    Parameters
    ----------
    budget : int
        Pieces in total; cities and tickets that a tree of this size cannot reach are left out.
    loose : bool
        Whether links outside the tree may be taken for their points.
    others : mapping of int to float
        Most points of trees besides the main one, by the pieces they take.
    settle_for : int
        Points that the root costs. An empty network then stands for the best one known; the solver finds
        it at once (all variables 0) and drops everything that cannot be better.
    """
    near = [c for c in range(len(problem.names)) if c not in case.without and problem.distance[case.root, c] <= budget]
    inside = set(near)
    goals = [goal for goal in problem.goals if fits(problem, case, goal, budget)]
    arcs = [
        (tail, head, i)
        for i, link in enumerate(problem.links)
        for tail, head in ((link.a, link.b), (link.b, link.a))
        if tail in inside and head in inside and head != case.root and link.length <= budget
    ]
    spare = [i for i, link in enumerate(problem.links) if link.length <= budget] if loose else []
    others = others or {}
    city0 = len(arcs) + len(spare)
    goal0 = city0 + len(near)
    filler0 = goal0 + len(goals)
    flow0 = filler0 + len(others)
    city = {c: city0 + k for k, c in enumerate(near)}
    ends = sorted({c for goal in goals for group in goal.groups for c in group if c in inside} - {case.root})
    gain = np.zeros(flow0 + len(ends) * len(arcs))
    taken = (*(i for _, _, i in arcs), *spare)
    gain[: len(taken)] = [problem.links[i].points for i in taken]
    gain[goal0:filler0] = [goal.points for goal in goals]
    gain[filler0:flow0] = list(others.values())
    gain[city[case.root]] = -settle_for

    at_most, equal = Rows(), Rows()
    _tree_rows(at_most, equal, arcs, city, case.root)
    _link_rows(at_most, problem.links, taken, city[case.root])
    for k, goal in enumerate(goals):
        for group in goal.groups:
            at_most.add([(goal0 + k, 1), *((city[c], -1.0) for c in group if c in inside)])
    _choice_rows(at_most, goals, goal0, city[case.root])
    _flow_rows(at_most, equal, arcs, city, ends, case.root, flow0)
    fillers = [(filler0 + k, float(pieces)) for k, pieces in enumerate(others)]
    at_most.add([*((column, 1.0) for column, _ in fillers), (city[case.root], -1)])
    lengths = [(j, float(problem.links[i].length)) for j, i in enumerate(taken)]
    if len(problem.supply) > 1:
        for piece, supply in enumerate(problem.supply):
            used = [(j, v) for j, v in lengths if problem.links[taken[j]].piece == piece]
            at_most.add([*used, (city[case.root], -supply)])
    budget_row = at_most.add([*lengths, *fillers, (city[case.root], -budget)])
    return TreeModel(gain, at_most, equal, flow0, taken, budget_row, settle_for)


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


def _choice_rows(at_most: Rows, goals: list[Goal], goal0: int, root: int) -> None:
    """Add rows that count one goal of each ticket."""
    of_ticket: dict[int, list[int]] = {}
    for k, goal in enumerate(goals):
        of_ticket.setdefault(goal.ticket, []).append(goal0 + k)
    for columns in of_ticket.values():
        if len(columns) > 1:
            at_most.add([*((column, 1.0) for column in columns), (root, -1)])


def _tree_rows(at_most: Rows, equal: Rows, arcs: list[tuple[int, int, int]], city: dict[int, int], root: int) -> None:
    """Add rows for one arc into every city of the tree, and no link without both of its cities."""
    into: dict[int, list[int]] = {c: [] for c in city}
    of_link: dict[int, list[int]] = {}
    for j, (_, head, i) in enumerate(arcs):
        into[head].append(j)
        of_link.setdefault(i, []).append(j)
    for c, column in city.items():
        if c != root:
            equal.add([*((j, 1.0) for j in into[c]), (column, -1)])
    for both in of_link.values():
        for c in arcs[both[0]][:2]:
            at_most.add([*((j, 1.0) for j in both), (city[c], -1)])


def _link_rows(at_most: Rows, links: tuple[Link, ...], taken: tuple[int, ...], root: int) -> None:
    """Add rows that take a link at most once, and at most one of each group; none without the root."""
    groups: dict[int, list[int]] = {}
    for j, i in enumerate(taken):
        groups.setdefault(links[i].group, []).append(j)
    for members in groups.values():
        at_most.add([*((j, 1.0) for j in members), (root, -1)])


def _flow_rows(
    at_most: Rows,
    equal: Rows,
    arcs: list[tuple[int, int, int]],
    city: dict[int, int],
    ends: list[int],
    root: int,
    flow0: int,
) -> None:
    """Add rows for a unit of flow from the root to every ticket city of the tree, along its arcs."""
    for k, end in enumerate(ends):
        first = flow0 + k * len(arcs)
        balance: dict[int, list[tuple[int, float]]] = {c: [] for c in city}
        for j, (tail, head, _) in enumerate(arcs):
            balance[head].append((first + j, 1))
            balance[tail].append((first + j, -1))
            at_most.add([(first + j, 1), (j, -1)])
        for c, terms in balance.items():
            if c != root:
                equal.add([*terms, (city[end], -1)] if c == end else terms)


def relax(model: TreeModel) -> Relaxed:
    """Solve the linear relaxation."""
    solved = minimise_relaxed(-model.gain, model.at_most, model.equal)
    if solved is None:
        return Relaxed(float(FAR), 0.0)
    cost, change = solved
    return Relaxed(-cost, -float(change[model.budget_row]))


def solve(model: TreeModel, time_limit: float) -> Solved:
    """Solve the programme as far as possible within ``time_limit`` seconds."""
    solution = minimise(-model.gain, model.at_most, model.equal, model.whole, time_limit)
    bound = FAR if solution.bound is None else model.settle_for + math.floor(_TINY - solution.bound)
    if solution.variables is None:
        return Solved((), bound)
    return Solved(tuple(sorted({i for j, i in enumerate(model.taken) if solution.variables[j] > 0.5})), bound)
