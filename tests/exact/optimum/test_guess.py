"""The steps of the annealing, against networkx and against every set of links."""

from __future__ import annotations

from itertools import product
from random import Random
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
from plain import plain

from ttr_analysis.exact.optimum import guess


@pytest.fixture
def steps() -> SimpleNamespace:
    """The functions of the module without the compiler: Python cannot call those that only compiled code calls."""
    return plain(guess)


CITIES = 6
Links = np.ndarray[tuple[int, int], np.dtype[np.int64]]


def random_links(seed: int, groups: bool = False) -> Links:
    """Links between six cities, shortest first: city, city, length, points, kind of piece, group."""
    dice = Random(seed)
    rows = [
        (*dice.sample(range(CITIES), 2), dice.randint(1, 4), dice.randint(1, 9), dice.randrange(2)) for _ in range(9)
    ]
    rows.sort(key=lambda row: row[2])
    return np.array([(*row, i // 2 if groups else i) for i, row in enumerate(rows)], np.int64)


class Work:
    """The arrays that the steps fill in."""

    def __init__(self, steps: SimpleNamespace, links: Links) -> None:
        self.steps = steps
        self.parent = np.zeros(CITIES, np.int64)
        self.used = np.full(3, 99, np.int64)
        self.chosen = np.ones(len(links), np.bool_)
        self.taken = np.ones(len(links), np.bool_)

    def forest(self, inside: object, barred: object, links: Links) -> int:
        return self.steps._forest(inside, barred, links, self.parent, self.used, self.chosen, self.taken)


@pytest.mark.parametrize("seed", range(12))
def test_the_forest_is_a_cheapest_one_of_the_links_that_are_allowed(steps: SimpleNamespace, seed: int) -> None:
    links, dice = random_links(seed), Random(seed)
    inside = np.array([dice.random() < 0.8 for _ in range(CITIES)])
    barred = np.array([dice.random() < 0.2 for _ in links])
    work = Work(steps, links)
    points = work.forest(inside, barred, links)
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    graph.add_weighted_edges_from(
        (a, b, n) for (a, b, n, *_), no in zip(links, barred, strict=True) if not no and inside[a] and inside[b]
    )
    forest = list(nx.minimum_spanning_edges(graph, data=True))
    taken = links[work.chosen]
    assert work.chosen.sum() == len(forest)
    assert work.used[2] == taken[:, 2].sum() == sum(data["weight"] for *_, data in forest)
    assert [work.used[kind] for kind in (0, 1)] == [taken[taken[:, 4] == kind, 2].sum() for kind in (0, 1)]
    assert points == taken[:, 3].sum()
    assert set(np.flatnonzero(work.taken)) == set(taken[:, 5])
    joined = {
        (a, b)
        for a, b in product(range(CITIES), repeat=2)
        if steps._find(work.parent, a) == steps._find(work.parent, b)
    }
    apart: nx.Graph[int] = nx.Graph()
    apart.add_nodes_from(range(CITIES))
    apart.add_edges_from(taken[:, :2].tolist())
    assert joined == {(a, b) for part in nx.connected_components(apart) for a, b in product(part, repeat=2)}


def test_of_a_group_the_forest_takes_one_link(steps: SimpleNamespace) -> None:
    links = np.array([(0, 1, 1, 1, 0, 0), (1, 2, 1, 2, 0, 0), (1, 2, 3, 4, 1, 1)], np.int64)
    work = Work(steps, links)
    assert work.forest(np.ones(CITIES, np.bool_), np.zeros(3, np.bool_), links) == 5
    assert work.chosen.tolist() == [True, False, True]
    assert work.used.tolist() == [1, 3, 4]


@pytest.mark.parametrize(
    ("limits", "taken", "points"),
    [
        ((9, 9, 9), [True, True, False, True], 7),  # the third is of the second's group
        ((9, 9, 5), [True, True, False, False], 5),
        ((9, 9, 6), [True, True, False, True], 7),
        ((3, 9, 9), [True, False, True, True], 6),
        ((4, 0, 9), [True, True, False, False], 5),
        ((9, 9, 3), [True, False, True, False], 4),
    ],
)
def test_pieces_left_go_to_the_first_links_that_fit(
    steps: SimpleNamespace, limits: tuple[int, ...], taken: list[bool], points: int
) -> None:
    links = np.array([(0, 1, 2, 3, 0, 0), (1, 2, 2, 2, 0, 1), (2, 3, 1, 1, 0, 1), (3, 4, 2, 2, 1, 3)], np.int64)
    used, chosen, groups = np.zeros(3, np.int64), np.zeros(4, np.bool_), np.zeros(4, np.bool_)
    greedy = np.arange(4)
    assert steps._fill(links, greedy, np.array(limits), used, chosen, groups) == points
    assert chosen.tolist() == taken
    assert used.tolist() == [links[chosen & (links[:, 4] == kind), 2].sum() for kind in (0, 1)] + [
        links[chosen, 2].sum()
    ]


def test_of_each_ticket_the_first_goal_that_is_joined_scores(steps: SimpleNamespace) -> None:
    parent = np.array([0, 0, 0, 3, 3, 5])  # 0-1-2, 3-4, 5
    goals = np.array([(0, 1, 3), (0, 1, 2), (0, 2, 0), (3, 4, 3), (5, 0, 5), (5, 5, 5), (1, 3, 1)])
    points, tickets = np.array([50, 20, 10, 7, 90, 3, 60]), np.array([0, 0, 0, 1, 2, 2, 3])
    assert steps._scored(goals, points, tickets, parent) == 20 + 7 + 3


def test_a_step_made_twice_is_undone(steps: SimpleNamespace) -> None:
    inside, barred = np.zeros(3, np.bool_), np.zeros(3, np.bool_)
    steps._flip(inside, barred, 2, -1, -1)
    assert (inside.tolist(), barred.tolist()) == ([False] * 3, [False, False, True])
    steps._flip(inside, barred, -1, 0, 1)
    assert inside.tolist() == [True, True, False]
    steps._flip(inside, barred, -1, 0, 0)
    assert inside.tolist() == [False, True, False], "two flips of one city are one"
    steps._flip(inside, barred, 2, 1, -1)
    assert not inside.any()
    assert not barred.any()


@pytest.mark.filterwarnings("ignore:overflow encountered")  # the stream of random numbers: compiled code does not tell
@pytest.mark.parametrize("seed", range(3))
def test_annealing_finds_the_best_of_all_sets_of_links(steps: SimpleNamespace, seed: int) -> None:
    links = random_links(seed, groups=True)
    greedy = np.argsort(-links[:, 3] / links[:, 2], kind="stable")
    goals, points, tickets = np.array([(0, 1), (2, 3), (4, 5)]), np.array([9, 7, 5]), np.arange(3)
    limits = np.array([6, 5, 8])

    def value(chosen: np.ndarray) -> int:
        """Points of links; below 0 if they are too many."""
        rows = links[chosen]
        used = [*(rows[rows[:, 4] == kind, 2].sum() for kind in (0, 1)), rows[:, 2].sum()]
        if (np.array(used) > limits).any() or len(set(rows[:, 5])) < len(rows):
            return -1
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(CITIES))
        graph.add_edges_from(rows[:, :2].tolist())
        return int(rows[:, 3].sum()) + sum(
            int(p) for (a, b), p in zip(goals, points, strict=True) if nx.has_path(graph, a, b)
        )

    best, chosen = steps._anneal(CITIES, links, greedy, goals, points, tickets, limits, 21, seed, 0, 3000)
    assert value(chosen) >= best, "the links are worth at least what is said of them"
    assert value(chosen) == max(value(np.array(each)) for each in product((False, True), repeat=len(links)))
    again = steps._anneal(CITIES, links, greedy, goals, points, tickets, limits, 21, seed, 0, 3000)
    assert (again[0], again[1].tolist()) == (best, chosen.tolist())
