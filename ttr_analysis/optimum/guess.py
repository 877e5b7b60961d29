"""Good networks fast: annealing over sets of cities.

A set of cities stands for the cheapest forest on the links between them; the trains left over
take the links with most points a train. Drop, add or swap one city at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.optimum.problem import Problem

_Ints = NDArray[np.int64]
_Flags = NDArray[np.bool_]

_STEPS = 300_000
_HOT, _COLD = 9.0, 0.4
"""First and last temperature, in hundredths of the best value so far."""


@dataclass(frozen=True)
class _Arrays:
    """The problem as arrays: links in the order in which the forest takes them."""

    links: _Ints
    """One row a link: city, city, length, points, kind of piece, group."""
    greedy: _Ints
    """Rows of ``links`` by points a train, most first."""
    goals: _Ints
    """One row a goal: its cities, padded with the first of them."""
    points: _Ints
    limits: _Ints
    """Pieces of each kind, and at the end in all."""
    position: tuple[int, ...]
    """Position in ``Problem.links`` of each row."""


def guess(problem: Problem, runs: int, seed: int) -> tuple[int, ...]:
    """The best network of some annealing runs, as positions in ``problem.links``."""
    if not problem.links or problem.budget == 0:
        return ()
    data = _arrays(problem)
    best, links = 0, np.zeros(len(problem.links), np.bool_)
    for run in range(runs):
        value, chosen = _anneal(
            len(problem.names), data.links, data.greedy, data.goals, data.points, data.limits, seed * 1000 + run, _STEPS
        )
        if value > best:
            best, links = int(value), chosen
    return tuple(sorted(data.position[row] for row in np.flatnonzero(links)))


def _arrays(problem: Problem) -> _Arrays:
    # One piece is worth about as much as the tickets' value spread over all pieces.
    price = 1 + sum(goal.points for goal in problem.goals) / max(1, 2 * problem.budget)
    order = sorted(
        range(len(problem.links)), key=lambda i: price * problem.links[i].length - problem.links[i].points
    )
    rows = [problem.links[i] for i in order]
    width = max((len(goal.cities) for goal in problem.goals), default=2)
    goals = [[*goal.cities, *[goal.cities[0]] * (width - len(goal.cities))] for goal in problem.goals]
    return _Arrays(
        links=np.array([(x.a, x.b, x.length, x.points, x.piece, x.group) for x in rows], np.int64),
        greedy=np.array(sorted(range(len(rows)), key=lambda r: -rows[r].points / rows[r].length), np.int64),
        goals=np.array(goals, np.int64).reshape(len(goals), width),
        points=np.array([goal.points for goal in problem.goals], np.int64),
        limits=np.array([*problem.supply, problem.budget], np.int64),
        position=tuple(order),
    )


@compiled
def _find(parent: _Ints, city: int) -> int:
    while parent[city] != city:
        parent[city] = parent[parent[city]]
        city = parent[city]
    return city


@compiled
def _forest(inside: _Flags, links: _Ints, parent: _Ints, used: _Ints, chosen: _Flags, taken: _Flags) -> int:
    """Join the cities inside by a cheapest forest; gives its points and fills the work arrays."""
    points = 0
    used[:] = 0
    chosen[:] = False
    taken[:] = False
    for city in range(len(parent)):
        parent[city] = city
    for row in range(len(links)):
        a, b = links[row, 0], links[row, 1]
        if not (inside[a] and inside[b]) or taken[links[row, 5]]:
            continue
        a, b = _find(parent, a), _find(parent, b)
        if a != b:
            parent[a] = b
            used[links[row, 4]] += links[row, 2]
            used[-1] += links[row, 2]
            points += links[row, 3]
            chosen[row] = True
            taken[links[row, 5]] = True
    return points


@compiled
def _fill(links: _Ints, greedy: _Ints, limits: _Ints, used: _Ints, chosen: _Flags, taken: _Flags) -> int:
    """Lay the pieces left on links outside the forest; gives their points."""
    points = 0
    for row in greedy:
        length, piece = links[row, 2], links[row, 4]
        if taken[links[row, 5]] or used[-1] + length > limits[-1] or used[piece] + length > limits[piece]:
            continue
        used[piece] += length
        used[-1] += length
        points += links[row, 3]
        chosen[row] = True
        taken[links[row, 5]] = True
    return points


@compiled
def _scored(goals: _Ints, points: _Ints, parent: _Ints) -> int:
    """Points of the goals whose cities are joined."""
    total = 0
    for goal in range(len(goals)):
        home = _find(parent, goals[goal, 0])
        joined = True
        for k in range(1, goals.shape[1]):
            if _find(parent, goals[goal, k]) != home:
                joined = False
                break
        if joined:
            total += points[goal]
    return total


@entry
def _anneal(
    cities: int, links: _Ints, greedy: _Ints, goals: _Ints, points: _Ints, limits: _Ints, seed: int, steps: int
) -> tuple[int, _Flags]:
    """One run from an empty set; gives the best value within the limits and its links."""
    np.random.seed(seed)
    inside = np.zeros(cities, np.bool_)
    parent = np.arange(cities)
    used = np.zeros(len(limits), np.int64)
    chosen = np.zeros(len(links), np.bool_)
    taken = np.zeros(links[:, 5].max() + 1, np.bool_)
    best, best_chosen = 0, chosen.copy()
    value, scale = 0.0, 50.0
    price = 1.5 * points.sum() / max(1, limits[-1]) + 1.0
    for step in range(steps):
        heat = 0.01 * scale * _HOT * (_COLD / _HOT) ** (step / steps)
        first = np.random.randint(cities)
        second = np.random.randint(cities) if np.random.random() < 0.5 else first
        inside[first] = not inside[first]
        if second != first:
            inside[second] = not inside[second]
        total = float(_forest(inside, links, parent, used, chosen, taken) + _scored(goals, points, parent))
        over = 0
        for k in range(len(limits)):
            over += max(0, used[k] - limits[k])
        if over > 0:
            total -= price * over
        else:
            total += _fill(links, greedy, limits, used, chosen, taken)
            if total > best:
                best = int(total)
                best_chosen[:] = chosen
                scale = max(scale, total)
        if total >= value or np.random.random() < np.exp((total - value) / heat):
            value = total
        else:
            inside[first] = not inside[first]
            if second != first:
                inside[second] = not inside[second]
    return best, best_chosen
