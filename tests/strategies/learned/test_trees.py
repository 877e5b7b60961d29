"""Trees in compiled code: they predict what the same trees predict in plain Python, and credits add up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ttr_analysis.engine.compiled import entry
from ttr_analysis.engine.view import WEIGHTS
from ttr_analysis.strategies.learned import features, trees
from ttr_analysis.strategies.learned.player_file import PlayerFile, Tree

predict, credit = entry(trees.predict.py_func), entry(trees.credit.py_func)


@st.composite
def grown(draw: st.DrawFn, depth: int = 3) -> Tree:
    """A tree of some depth at most."""
    mean = draw(st.floats(-1, 1, width=32))
    if depth == 0 or draw(st.booleans()):
        return ((-1.0, 0.0, 0.0, mean),)
    left, right = draw(grown(depth - 1)), draw(grown(depth - 1))
    moved = [(f, t, r + 1 if f >= 0 else 0.0, m) for f, t, r, m in left]
    at = 1 + len(left)
    moved += [(f, t, r + at if f >= 0 else 0.0, m) for f, t, r, m in right]
    split = (float(draw(st.integers(0, 3))), draw(st.floats(-1, 1, width=32)), float(at), mean)
    return (split, *moved)


def walked(tree: Tree, x: np.ndarray) -> float:
    """The value of a tree, in plain Python."""
    place = 0
    while tree[place][0] >= 0:
        feature, threshold, right, _ = tree[place]
        place = place + 1 if x[int(feature)] <= threshold else int(right)
    return tree[place][3]


def numbers(turn: list[Tree], keep: list[Tree]) -> np.ndarray:
    taught = PlayerFile(turn, keep, {"players": [1, 6], "map": "", "digest": ""}).taught
    return np.concatenate([np.zeros(WEIGHTS), taught.numbers])


@settings(max_examples=60, deadline=None)
@given(st.lists(grown(), max_size=4), st.lists(grown(), max_size=4), st.lists(st.floats(-1, 1), min_size=4, max_size=4))
def test_compiled_trees_predict_what_plain_ones_do(turn: list[Tree], keep: list[Tree], at: list[float]) -> None:
    values, x = numbers(turn, keep), np.zeros(features.FEATURES)
    x[:4] = at
    for which, some in ((trees.TURN, turn), (trees.KEEP, keep)):
        assert predict(values, which, x) == pytest.approx(sum(walked(tree, x) for tree in some), abs=1e-9)
        credits = np.zeros(features.FEATURES)
        credit(values, which, x, credits)
        beginning = sum(tree[0][3] for tree in some)
        assert beginning + credits.sum() == pytest.approx(predict(values, which, x), abs=1e-9)


def test_a_strategy_without_numbers_predicts_nothing() -> None:
    assert predict(np.zeros(WEIGHTS), trees.TURN, np.ones(features.FEATURES)) == 0.0
    assert predict(np.zeros(WEIGHTS + 5000), trees.KEEP, np.ones(features.FEATURES)) == 0.0
