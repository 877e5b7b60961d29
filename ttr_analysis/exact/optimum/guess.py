"""Good networks fast: annealing over sets of cities.

A set of cities, with some links barred, represents the cheapest forest on the links between them;
the trains left over take the links with the most points per train. A step drops, adds or swaps a city,
or bars or frees a link (so that two trees can be neighbours without being joined).
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.random_stream import below, seed_stream, uniform
from ttr_analysis.exact.optimum.problem import Problem, most_points

_Ints = NDArray[np.int64]
_Flags = NDArray[np.bool_]

_STEPS = 8_000
"""Steps of one run, per city that a network can reach."""

_CITIES = 2
"""Cities that a piece can add to a network, at most."""

_BAR, _SWAP = 0.15, 0.6
"""A random number below the first bars or frees a link, one below the second flips one city, any other flips two."""

_HOT, _COLD = 4.0, 0.4
"""First and last temperature, in hundredths of the best value so far."""


@dataclass(frozen=True)
class _Arrays:
    """The problem as arrays, with the links in the order in which the forest takes them."""

    links: _Ints
    """One row for each link: city, city, length, points, kind of piece, group."""
    greedy: _Ints
    """Rows of ``links`` by points per train, most first."""
    goals: _Ints
    """One row for each way to reach a goal: its cities, padded with the first of them; the best of a ticket first."""
    points: _Ints
    tickets: _Ints
    limits: _Ints
    """Pieces of each kind, and at the end of all kinds together."""
    position: tuple[int, ...]
    """Position in ``Problem.links`` of each row."""


def guess(problem: Problem, seed: int, run: int = 0) -> tuple[int, ...]:
    """Return the best network of one annealing run, as positions in ``problem.links``; runs of one seed differ."""
    if not problem.links or problem.budget == 0:
        return ()
    data = _arrays(problem)
    steps = _STEPS * min(len(problem.names), _CITIES * problem.budget)
    _, links = _anneal(
        len(problem.names), data.links, data.greedy, data.goals, data.points, data.tickets, data.limits,
        most_points(problem.goals), seed, run, steps
    )  # fmt: skip
    return tuple(sorted(data.position[row] for row in np.flatnonzero(links)))


def _arrays(problem: Problem) -> _Arrays:
    # One piece is worth about as much as the tickets' value spread over all pieces.
    price = 1 + most_points(problem.goals) / max(1, 2 * problem.budget)
    order = sorted(range(len(problem.links)), key=lambda i: price * problem.links[i].length - problem.links[i].points)
    rows = [problem.links[i] for i in order]
    best_first = sorted(problem.goals, key=lambda goal: (goal.ticket, -goal.points))
    ways = [(cities, goal.points, goal.ticket) for goal in best_first for cities in product(*goal.groups)]
    width = max((len(cities) for cities, *_ in ways), default=2)
    goals = [[*cities, *[cities[0]] * (width - len(cities))] for cities, *_ in ways]
    return _Arrays(
        links=np.array([(x.a, x.b, x.length, x.points, x.piece, x.group) for x in rows], np.int64),
        greedy=np.array(sorted(range(len(rows)), key=lambda r: -rows[r].points / rows[r].length), np.int64),
        goals=np.array(goals, np.int64).reshape(len(goals), width),
        points=np.array([points for _, points, _ in ways], np.int64),
        tickets=np.array([ticket for *_, ticket in ways], np.int64),
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
def _forest(
    inside: _Flags, barred: _Flags, links: _Ints, parent: _Ints, used: _Ints, chosen: _Flags, taken: _Flags
) -> int:
    """Join the cities inside by a cheapest forest; return its points and fill the work arrays."""
    points, total = 0, len(used) - 1
    used[:] = 0
    chosen[:] = False
    taken[:] = False
    for city in range(len(parent)):
        parent[city] = city
    for row in range(len(links)):
        a, b = links[row, 0], links[row, 1]
        if not (inside[a] and inside[b]) or barred[row] or taken[links[row, 5]]:
            continue
        a, b = _find(parent, a), _find(parent, b)
        if a != b:
            parent[a] = b
            used[links[row, 4]] += links[row, 2]
            used[total] += links[row, 2]
            points += links[row, 3]
            chosen[row] = True
            taken[links[row, 5]] = True
    return points


@compiled
def _fill(links: _Ints, greedy: _Ints, limits: _Ints, used: _Ints, chosen: _Flags, taken: _Flags) -> int:
    """Lay the pieces left on links outside the forest; return their points."""
    points, total = 0, len(used) - 1
    for row in greedy:
        length, piece = links[row, 2], links[row, 4]
        if taken[links[row, 5]] or used[total] + length > limits[total] or used[piece] + length > limits[piece]:
            continue
        used[piece] += length
        used[total] += length
        points += links[row, 3]
        chosen[row] = True
        taken[links[row, 5]] = True
    return points


@compiled
def _scored(goals: _Ints, points: _Ints, tickets: _Ints, parent: _Ints) -> int:
    """Return the points of the goals whose cities are joined, of each ticket the first."""
    total, scored = 0, -1
    for goal in range(len(goals)):
        if tickets[goal] == scored:
            continue
        home = _find(parent, goals[goal, 0])
        joined = True
        for k in range(1, goals.shape[1]):
            if _find(parent, goals[goal, k]) != home:
                joined = False
                break
        if joined:
            total += points[goal]
            scored = tickets[goal]
    return total


@compiled
def _flip(inside: _Flags, barred: _Flags, link: int, first: int, second: int) -> None:
    """Make a step, or undo it: flip a link, a city, or two cities (-1: none)."""
    if link >= 0:
        barred[link] = not barred[link]
    if first >= 0:
        inside[first] = not inside[first]
    if second >= 0 and second != first:
        inside[second] = not inside[second]


@entry
def _anneal(
    cities: int,
    links: _Ints,
    greedy: _Ints,
    goals: _Ints,
    points: _Ints,
    tickets: _Ints,
    limits: _Ints,
    all_points: int,
    seed: int,
    run: int,
    steps: int,
) -> tuple[int, _Flags]:
    """Run once from an empty set; return the best value within the limits and its links."""
    rng = np.zeros(4, np.uint64)
    seed_stream(rng, seed, run, 0)
    inside = np.zeros(cities, np.bool_)
    barred = np.zeros(len(links), np.bool_)
    parent = np.arange(cities)
    used = np.zeros(len(limits), np.int64)
    chosen = np.zeros(len(links), np.bool_)
    taken = np.zeros(links[:, 5].max() + 1, np.bool_)
    best, best_chosen = 0, chosen.copy()
    value, scale = 0.0, 50.0
    price = 1.5 * all_points / max(1, limits[len(limits) - 1]) + 1.0
    for step in range(steps):
        heat = 0.01 * scale * _HOT * (_COLD / _HOT) ** (step / steps)
        draw = uniform(rng)
        link = int(np.int64(below(rng, len(links)))) if draw < _BAR else -1
        first = int(np.int64(below(rng, cities))) if draw >= _BAR else -1
        second = int(np.int64(below(rng, cities))) if draw >= _SWAP else first
        _flip(inside, barred, link, first, second)
        total = float(
            _forest(inside, barred, links, parent, used, chosen, taken) + _scored(goals, points, tickets, parent)
        )
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
        if total >= value or uniform(rng) < np.exp((total - value) / heat):
            value = total
        else:
            _flip(inside, barred, link, first, second)
    return best, best_chosen
