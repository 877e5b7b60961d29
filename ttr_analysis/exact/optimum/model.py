"""The best network as a programme whose linear relaxation is tight.

One tree grows from a given *root*: every other city in it has exactly one incoming arc, and every set
of cities without the root has, for each of its cities, an arc into it if that city is in the tree. These
rows are too many to write; :mod:`~ttr_analysis.exact.optimum.relaxation` adds those that are needed.
A ticket counts to the extent that all of its cities are in the tree. *Loose* links score only their points.
Trees besides this one are not built; a *filler* may take m pieces for the most that such trees can score with
m (``others``), so the programme's value is never below the true one.

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
class TreeModel:
    """One programme: maximise ``gain`` over variables from 0 to 1 under ``at_most`` and ``equal`` rows.

    Attributes
    ----------
    tails, heads : ndarray of int
        The cities of each arc; the first variables are the arcs, in this order.
    city : ndarray of int
        The variable of each city of the map; -1 for those that the tree cannot reach.
    taken : tuple of int
        The position of the link that variable j takes, for the first ``len(taken)`` of them.
    fillers : int
        Number of fillers; they are the last variables.
    budget_row : int
        The row of ``at_most`` that limits all pieces.
    """

    root: int
    gain: NDArray[np.float64]
    at_most: Rows
    equal: Rows
    tails: NDArray[np.int64]
    heads: NDArray[np.int64]
    city: NDArray[np.int64]
    taken: tuple[int, ...]
    fillers: int
    budget_row: int


def tree_model(
    problem: Problem, case: Case, budget: int, *, loose: bool = True, others: Mapping[int, int] | None = None
) -> TreeModel:
    """Write the programme of one case.

    Parameters
    ----------
    budget : int
        Pieces in total; cities and tickets that a tree of this size cannot reach are left out.
    loose : bool
        Whether links outside the tree may be taken for their points.
    others : mapping of int to int
        Most points of trees besides the main one, by the pieces they take.
    """
    near = [c for c in range(len(problem.names)) if c not in case.without and problem.distance[case.root, c] <= budget]
    inside = set(near)
    goals = [goal for goal in problem.goals if fits(problem, case, goal, budget)]
    arcs = _arcs(problem, case.root, inside, budget)
    spare = [i for i, link in enumerate(problem.links) if link.length <= budget] if loose else []
    others = others or {}
    taken = (*(i for _, _, i in arcs), *spare)
    goal0 = len(taken) + len(near)
    filler0 = goal0 + len(goals)
    city = {c: len(taken) + k for k, c in enumerate(near)}
    gain = np.zeros(filler0 + len(others))
    gain[: len(taken)] = [problem.links[i].points for i in taken]
    gain[goal0:filler0] = [goal.points for goal in goals]
    gain[filler0:] = list(others.values())

    at_most, equal = Rows(), Rows()
    _tree_rows(at_most, equal, arcs, city, case.root)
    _link_rows(at_most, problem.links, taken)
    for k, goal in enumerate(goals):
        for group in goal.groups:
            at_most.add([(goal0 + k, 1), *((city[c], -1.0) for c in group if c in inside)])
    _choice_rows(at_most, goals, goal0)
    fillers = [(filler0 + k, float(pieces)) for k, pieces in enumerate(others)]
    at_most.add(((column, 1.0) for column, _ in fillers), 1)
    lengths = [(j, float(problem.links[i].length)) for j, i in enumerate(taken)]
    if len(problem.supply) > 1:
        for piece, supply in enumerate(problem.supply):
            at_most.add([(j, v) for j, v in lengths if problem.links[taken[j]].piece == piece], supply)
    return TreeModel(
        root=case.root,
        gain=gain,
        at_most=at_most,
        equal=equal,
        tails=np.array([tail for tail, _, _ in arcs], np.int64),
        heads=np.array([head for _, head, _ in arcs], np.int64),
        city=np.array([city.get(c, -1) for c in range(len(problem.names))], np.int64),
        taken=taken,
        fillers=len(others),
        budget_row=at_most.add([*lengths, *fillers], budget),
    )


def _arcs(problem: Problem, root: int, inside: set[int], budget: int) -> _Arcs:
    """Return both directions of every link between cities inside, but none into the root."""
    return [
        (tail, head, i)
        for i, link in enumerate(problem.links)
        for tail, head in ((link.a, link.b), (link.b, link.a))
        if tail in inside and head in inside and head != root and link.length <= budget
    ]


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


def _tree_rows(at_most: Rows, equal: Rows, arcs: _Arcs, city: dict[int, int], root: int) -> None:
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


def _link_rows(at_most: Rows, links: tuple[Link, ...], taken: tuple[int, ...]) -> None:
    """Add rows that take a link at most once, and at most one of each group."""
    groups: dict[int, list[int]] = {}
    for j, i in enumerate(taken):
        groups.setdefault(links[i].group, []).append(j)
    for members in groups.values():
        at_most.add(((j, 1.0) for j in members), 1)
