"""The search for better weights of a strategy: which values are allowed, and which are tried."""

from collections.abc import Callable, Mapping
from math import ceil, floor, isfinite, log10
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, differential_evolution

from ttr_analysis.errors import SetupError
from ttr_analysis.strategies.base import Strategy

GENERATION = 3
"""Candidates in a generation, for each weight that is searched."""

MIN_GENERATION = 15
"""Minimum number of candidates in a generation; smaller ones soon become all equal and try nothing new."""

STEPS = 100
"""Minimum number of steps in a range; rounding to a power of ten makes up to ten times as many. Finer is only noise."""

Range = tuple[float, float]


class Search:
    """Differential evolution over some weights, which remembers what it tried.

    The search starts from the middle of the ranges, not from the default. So if a search found the
    default weights, the same search finds them again.

    Parameters
    ----------
    worth : callable
        Returns the worth of weights given by name; the same weights must have the same worth.
    default : mapping of str to float
        Evaluated first; a candidate must beat it to be reported as best.
    ranges : mapping of str to (float, float)
        The weights to search, with smallest and largest value.
    candidates : int
        Maximum number of candidates to try besides the default.

    Attributes
    ----------
    tried : dict
        The worth of each combination of weights tried, in the order of the trials.
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
        """The best weights so far; of equally good ones the first."""
        values = max(self.tried, key=lambda each: self.tried[each], default=tuple(self._default.values()))
        return dict(zip(self._ranges, values, strict=True))

    def run(self, seed: int) -> bool:
        """Search; return whether the search finished without being interrupted by Ctrl-C."""
        ends = np.array(list(self._ranges.values())).T
        each = max(GENERATION, ceil(MIN_GENERATION / len(self._ranges)))
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
        """Return what scipy minimises; infinity, without playing, for new candidates beyond the maximum number."""
        values = tuple(
            _rounded(value, default, ends)
            for value, default, ends in zip(point, self._default.values(), self._ranges.values(), strict=True)
        )
        if len(self.tried) > self._candidates and values not in self.tried:
            return np.inf
        return -self._try(values)


def search_ranges(strategy: Strategy, given: Mapping[str, Range]) -> dict[str, Range]:
    """Return the weights to search, each with its smallest and largest value.

    Parameters
    ----------
    strategy : Strategy
    given : mapping of str to (float, float)
        If empty, all weights are searched: from half to one and a half times the default, or
        from 0 to 1 if the default is 0; ranges of whole weights are widened to whole numbers.

    Raises
    ------
    SetupError
        If the strategy has no weights, or a range is invalid or empty.
    StrategyError
        If the strategy has no weight of that name.
    """
    if not strategy.weights:
        raise SetupError(f"strategy {strategy.name!r} has no weights to tune")
    strategy.with_weights(**{name: strategy.weights.get(name, 0) for name in given})  # raises if a name is unknown
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
        raise SetupError(f"weight {name!r} needs a range: its smallest and its largest value, two finite numbers")
    low, high = ends
    if low >= high:
        raise SetupError(
            f"weight {name!r} needs a range from a smaller to a larger value, not from {low:g} to {high:g}"
        )
    if whole and ceil(low) > floor(high):
        raise SetupError(f"weight {name!r} must be a whole number, and there is none from {low:g} to {high:g}")


def _is_whole(weight: float) -> bool:
    return isinstance(weight, int)


def _rounded(value: float, default: float, ends: Range) -> float:
    """Round a weight to the value that is tried: short, within its range, or the exact default if they round alike."""
    if _is_whole(default):
        return round(value)
    digits = ceil(log10(STEPS / (ends[1] - ends[0])))
    short = round(float(value), digits)
    if short == round(default, digits):
        short = default
    return min(max(short, ends[0]), ends[1])
