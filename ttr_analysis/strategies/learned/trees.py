"""Sums of small regression trees, kept in the numbers of a strategy and evaluated in compiled code.

The numbers follow the weights in ``view.weights``: the number of trees for turns and for choices of tickets,
the place of the root of each tree, and the nodes, :data:`FIELDS` numbers each. The left child of a node is the
next one. A leaf has feature -1.
"""

from typing import Final

from ttr_analysis.engine.codes import AT_KEEP
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.records import Floats
from ttr_analysis.engine.view import WEIGHTS, View

TURN: Final = 0
KEEP: Final = 1
"""Which trees: those for turns, or those for choices of tickets."""
FEATURE: Final = 0
THRESHOLD: Final = 1
RIGHT: Final = 2
MEAN: Final = 3
FIELDS: Final = 4
"""Fields of a node: the feature (-1: a leaf), the largest value that goes left, the place of the right child,
and the mean value of what came here in training, which is the value of a leaf."""
ROOTS: Final = WEIGHTS + 2
"""Place of the first root."""


@inlined
def kind_at(view: View) -> int:
    """Return which trees are for the decision to be made."""
    return KEEP if view.public.decision == AT_KEEP else TURN


@inlined
def trees_of(numbers: Floats, which: int) -> int:
    """Return how many trees there are; a strategy without numbers has none."""
    return int(numbers[WEIGHTS + which]) if numbers.shape[0] > ROOTS else 0


@compiled
def predict(numbers: Floats, which: int, x: Floats) -> float:
    """Return the sum of the trees' values for the features ``x``."""
    first = ROOTS + (trees_of(numbers, TURN) if which == KEEP else 0)
    total = 0.0
    for tree in range(trees_of(numbers, which)):
        node = int(numbers[first + tree])
        feature = int(numbers[node])
        while feature >= 0:
            node = node + FIELDS if x[feature] <= numbers[node + THRESHOLD] else int(numbers[node + RIGHT])
            feature = int(numbers[node])
        total += numbers[node + MEAN]
    return total


@compiled
def credit(numbers: Floats, which: int, x: Floats, credits: Floats) -> None:
    """Add to ``credits`` what each feature adds to the prediction.

    Each split on the way to a leaf credits its feature with the change of the mean (Saabas 2014).
    """
    first = ROOTS + (trees_of(numbers, TURN) if which == KEEP else 0)
    for tree in range(trees_of(numbers, which)):
        node = int(numbers[first + tree])
        feature = int(numbers[node])
        while feature >= 0:
            mean = numbers[node + MEAN]
            node = node + FIELDS if x[feature] <= numbers[node + THRESHOLD] else int(numbers[node + RIGHT])
            credits[feature] += numbers[node + MEAN] - mean
            feature = int(numbers[node])
