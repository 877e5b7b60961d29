"""The cuts that strengthen a relaxation, against networkx on random networks."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
from plain import plain

from ttr_analysis.exact.optimum import relaxation


@pytest.fixture
def steps() -> SimpleNamespace:
    """The functions of the module without the compiler: Python cannot call those that only compiled code calls."""
    return plain(relaxation)


CITIES = 7


def random_arcs(seed: int) -> dict[tuple[int, int], float]:
    """Capacities of arcs; few, so that some cities are not reached."""
    dice = Random(seed)
    pairs = [(a, b) for a in range(CITIES) for b in range(CITIES) if a != b]
    return {pair: dice.choice((0.25, 0.5, 0.75, 1.0)) for pair in dice.sample(pairs, 13)}


def flow_network(arcs: dict[tuple[int, int], float]) -> nx.DiGraph[int]:
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(CITIES))
    graph.add_edges_from((a, b, {"capacity": capacity}) for (a, b), capacity in arcs.items())
    return graph


def matrix(arcs: dict[tuple[int, int], float]) -> np.ndarray:
    left = np.zeros((CITIES, CITIES))
    for (a, b), capacity in arcs.items():
        left[a, b] = capacity
    return left


@pytest.mark.parametrize("seed", range(10))
def test_a_path_is_a_shortest_one(steps: SimpleNamespace, seed: int) -> None:
    arcs = random_arcs(seed)
    graph, before, queue = flow_network(arcs), np.zeros(CITIES, np.int64), np.zeros(CITIES, np.int64)
    for end in range(1, CITIES):
        assert steps._path(matrix(arcs), before, queue, 0, end) == nx.has_path(graph, 0, end)
        if before[end] >= 0:
            path = [end]
            while path[-1] != 0:
                path.append(int(before[path[-1]]))
            assert all((b, a) in arcs for a, b in pairwise(path))
            assert len(path) == len(nx.shortest_path(graph, 0, end))


@pytest.mark.parametrize("seed", range(10))
def test_a_flow_is_the_greatest_one(steps: SimpleNamespace, seed: int) -> None:
    arcs = random_arcs(seed)
    before, queue = np.zeros(CITIES, np.int64), np.zeros(CITIES, np.int64)
    for end in range(1, CITIES):
        left = matrix(arcs)
        most = nx.maximum_flow_value(flow_network(arcs), 0, end)
        assert steps._flow(left, before, queue, 0, end, 99.0) == pytest.approx(most)
        assert left.sum() == pytest.approx(sum(arcs.values())), "what flows can flow back"
        assert (left >= 0).all()
        enough = steps._flow(matrix(arcs), before, queue, 0, end, most / 2)
        assert most / 2 <= enough <= most + 1e-9


def test_the_cities_behind_are_those_that_lead_to_a_city(steps: SimpleNamespace) -> None:
    side, queue = np.ones(CITIES, np.bool_), np.zeros(CITIES, np.int64)
    steps._behind(matrix({(0, 1): 1.0, (1, 2): 0.5, (3, 2): 1.0, (2, 4): 1.0}), side, queue, 2)
    assert np.flatnonzero(side).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("seed", range(12))
def test_each_city_that_lacks_arcs_is_told_with_least_cuts(steps: SimpleNamespace, seed: int) -> None:
    arcs, dice = random_arcs(seed), Random(seed)
    inside = np.array([0.0, *(dice.choice((0.0, 0.4, 1.0)) for _ in range(CITIES - 1))])
    tails, heads = np.array(list(arcs)).T
    ends, sides = steps._lacking(tails, heads, np.array(list(arcs.values())), inside, 0)
    most = {end: nx.maximum_flow_value(flow_network(arcs), 0, end) for end in range(1, CITIES)}
    assert set(ends.tolist()) == {end for end, flow in most.items() if inside[end] > 0 and flow < inside[end] - 1e-9}
    told = set()
    for end, side in zip(ends.tolist(), sides.tolist(), strict=True):
        assert side[end]
        assert not side[0]
        cut = sum(capacity for (a, b), capacity in arcs.items() if side[b] and not side[a])
        assert cut == pytest.approx(most[end])
        assert (end, tuple(side)) not in told, "the same cut twice"
        told.add((end, tuple(side)))


def test_the_cut_nearest_to_the_root_and_the_one_nearest_to_the_city_are_told(steps: SimpleNamespace) -> None:
    chain = [(0, 1, 0.5), (1, 2, 1.0), (2, 3, 0.5)]
    tails, heads, taken = (np.array(column) for column in zip(*chain, strict=True))
    ends, sides = steps._lacking(tails, heads, taken, np.array([0.0, 0.0, 0.0, 1.0]), 0)
    assert ends.tolist() == [3, 3]
    assert sides.tolist() == [[False, True, True, True], [False, False, False, True]]
