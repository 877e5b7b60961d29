"""Trees from labelled actions: gradient boosting with histograms (Ke et al. 2017), by scikit-learn."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.errors import MissingTool
from ttr_analysis.strategies.learned.player_file import Node, Tree, Trees, rounded

LEARNING_RATE: Final = 0.06
LEAVES: Final = 12
REGULARISATION: Final = 50.0
LEAST: Final = 1000
"""Rows with fewer than this teach nothing that is not noise."""


def fit_trees(x: NDArray[np.float32], gain: NDArray[np.float32], trees: int, least_leaf: int) -> Trees:
    """Fit trees whose sum predicts the gain of an action; none if there are too few rows.

    Parameters
    ----------
    x : array, (rows, features)
    gain : array, (rows,)
        Gain of each action in value.
    trees : int
        Number of trees.
    least_leaf : int
        Fewest rows in a leaf.

    Raises
    ------
    MissingTool
        If scikit-learn is not installed.
    """
    if len(gain) < LEAST or float(np.std(gain)) == 0.0:
        return ()
    model = regressor()(
        max_iter=trees, learning_rate=LEARNING_RATE, max_leaf_nodes=LEAVES, min_samples_leaf=least_leaf,
        l2_regularization=REGULARISATION, early_stopping=False, random_state=0,
    )  # fmt: skip
    model.fit(x, gain)
    found = [_tree(each.nodes) for (each,) in model._predictors]
    base = float(np.ravel(model._baseline_prediction)[0])
    found[0] = tuple((*node[:3], node[3] + base) for node in found[0])
    return [rounded(tree) for tree in found]


def regressor() -> Any:
    """Return the class of regressors, or raise an error that says how to install it."""
    try:
        from sklearn.ensemble import HistGradientBoostingRegressor
    except ImportError:
        raise MissingTool("training needs scikit-learn: pip install ttr-analysis[learning]") from None
    return HistGradientBoostingRegressor


def _tree(nodes: Sequence[Any]) -> Tree:
    """Return a tree with its nodes in the order in which the left child follows its parent."""
    ordered = list[Node]()

    def add(place: int) -> None:
        node, at = nodes[place], len(ordered)
        if node["is_leaf"]:
            ordered.append((-1.0, 0.0, 0.0, float(node["value"])))
            return
        ordered.append((float(node["feature_idx"]), float(node["num_threshold"]), 0.0, float(node["value"])))
        add(node["left"])
        ordered[at] = (*ordered[at][:2], float(len(ordered)), ordered[at][3])
        add(node["right"])

    add(0)
    return tuple(ordered)
