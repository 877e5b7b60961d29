"""The search for better weights of a strategy: which values are possible, and which are tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, floor, isfinite, log10
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, differential_evolution

from ttr_analysis.errors import SetupError
from ttr_analysis.strategies.base import Strategy

GENERATION = 3
"""Candidates of a generation, for each weight that is searched."""

LEAST_GENERATION = 15
"""Candidates of a generation, at least: fewer soon are all alike, and nothing new is tried."""

STEPS = 100
"""Values of a weight that are tried lie apart by this part of their range, or a tenth of it: less would be noise."""

Range = tuple[float, float]


class Search:
    """Differential evolution over some weights; remembers what it tried.

    It starts from the middle of the ranges, not from the default, so that a default which such a
    search found is found again by the same search.

    Parameters
    ----------
    worth : callable
        What weights are worth, given by name; the same weights have the same worth.
    default : mapping of str to float
        Tried first: nothing is best that is not better.
    ranges : mapping of str to (float, float)
        The weights to search, with least and greatest value.
    candidates : int
        Most to try besides the default.

    Attributes
    ----------
    tried : dict
        Worth by the values of the weights searched, in the order of the trials.
    """

    def __init__(
        self,
        worth: Callable[[Mapping[str, float]], float],
        default: Mapping[str, float],
        ranges: Mapping[str, Range],
        candidates: int,
    ) -> None:
        self._worth, self._ranges, self._candidates = worth, ranges, candidates
        self._default = {name: default[name] for name in ranges}
        self.tried: dict[tuple[float, ...], float] = {}

    @property
    def best(self) -> dict[str, float]:
        """The best weights so far; of equal ones the first."""
        values = max(self.tried, key=lambda each: self.tried[each], default=tuple(self._default.values()))
        return dict(zip(self._ranges, values, strict=True))

    def run(self, seed: int) -> bool:
        """Search; gives whether it ran to its end, not to Ctrl-C."""
        ends = np.array(list(self._ranges.values())).T
        each = max(GENERATION, ceil(LEAST_GENERATION / len(self._ranges)))
        generations = ceil(self._candidates / (each * len(self._ranges)))
        try:
            self._try(tuple(self._default.values()))
            differential_evolution(
                self._loss, Bounds(*ends), popsize=each, maxiter=generations, tol=0,
                polish=False, x0=ends.mean(axis=0),
                integrality=[_is_whole(value) for value in self._default.values()],
                rng=np.random.default_rng(seed),
            )  # fmt: skip
        except KeyboardInterrupt:
            return False
        return True

    def _try(self, values: tuple[float, ...]) -> float:
        if values not in self.tried:
            self.tried[values] = self._worth(dict(zip(self._ranges, values, strict=True)))
        return self.tried[values]

    def _loss(self, point: NDArray[np.float64]) -> float:
        """What scipy makes small; a new candidate after the last one is not played."""
        values = tuple(
            _rounded(value, default, ends)
            for value, default, ends in zip(point, self._default.values(), self._ranges.values(), strict=True)
        )
        if len(self.tried) > self._candidates and values not in self.tried:
            return np.inf
        return -self._try(values)


def search_ranges(strategy: Strategy, given: Mapping[str, Range]) -> dict[str, Range]:
    """The weights to search, each with its least and greatest value.

    Parameters
    ----------
    strategy : Strategy
    given : mapping of str to (float, float)
        If empty, all weights: from half to one and a half times the default, those of 0 up
        to 1; whole ones from and to the next whole number outside.

    Raises
    ------
    SetupError
        If the strategy has no weights, or a range holds nothing to choose from.
    StrategyError
        If it has no weight of a name.
    """
    if not strategy.weights:
        raise SetupError(f"strategy {strategy.name!r} has no weights to tune")
    strategy.with_weights(**{name: strategy.weights.get(name, 0) for name in given})  # refuses unknown names by name
    for name, ends in given.items():
        _check_range(name, ends, _is_whole(strategy.weights[name]))
    return {name: (ends[0], ends[1]) for name, ends in given.items()} or {
        name: _usual_range(value) for name, value in strategy.weights.items()
    }


def _usual_range(value: float) -> Range:
    if value == 0:
        return 0, 1
    low, high = sorted((value / 2, value * 3 / 2))
    return (floor(low), ceil(high)) if _is_whole(value) else (low, high)


def _check_range(name: str, ends: Any, whole: bool) -> None:
    numbers = isinstance(ends, tuple | list) and len(ends) == 2 and all(isinstance(end, int | float) for end in ends)
    if not numbers or not all(map(isfinite, ends)):
        raise SetupError(f"weight {name!r} needs a range, its least and its greatest value")
    low, high = ends
    if low >= high:
        raise SetupError(f"the range of weight {name!r} must rise, but goes from {low:g} to {high:g}")
    if whole and ceil(low) > floor(high):
        raise SetupError(f"weight {name!r} is a whole number, and there is none from {low:g} to {high:g}")


def _is_whole(weight: float) -> bool:
    return isinstance(weight, int)


def _rounded(value: float, default: float, ends: Range) -> float:
    """A weight as it is tried: short, within its range, and the default itself where it is the default."""
    if _is_whole(default):
        return round(value)
    digits = ceil(log10(STEPS / (ends[1] - ends[0])))
    short = round(float(value), digits)
    if short == round(default, digits):
        short = default
    return min(max(short, ends[0]), ends[1])
