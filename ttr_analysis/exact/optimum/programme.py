"""Linear and mixed-integer programmes as rows, solved by HiGHS through scipy."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Thread
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csr_array

_INFEASIBLE = 2
"""The status of :func:`scipy.optimize.linprog` when no variables obey all rows."""


@dataclass
class Rows:
    """Rows ``sum(coefficient * variable) <= limit``, or ``==``, collected one by one."""

    row: list[int] = field(default_factory=list)
    column: list[int] = field(default_factory=list)
    value: list[float] = field(default_factory=list)
    limit: list[float] = field(default_factory=list)

    def add(self, terms: Iterable[tuple[int, float]], limit: float = 0.0) -> int:
        """Add a row of (variable, coefficient) terms; return its number."""
        number = len(self.limit)
        for column, value in terms:
            self.row.append(number)
            self.column.append(column)
            self.value.append(value)
        self.limit.append(limit)
        return number

    def matrix(self, columns: int) -> Any:
        """Return the coefficients as a sparse matrix."""
        return csr_array((self.value, (self.row, self.column)), shape=(len(self.limit), columns))


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved programme: the variables (None if no solution was found), and the least cost possible."""

    variables: NDArray[np.float64] | None
    bound: float | None


@dataclass(frozen=True, slots=True)
class LinearSolution:
    """A solved linear programme: its least cost, and how that changes.

    ``slopes`` are the changes of the cost per unit of each variable at a bound, ``changes`` those per unit of the
    limit of each ``at_most`` row.
    """

    cost: float
    variables: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    slopes: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    changes: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


def minimise(cost: NDArray[np.float64], at_most: Rows, equal: Rows, whole: int, time_limit: float) -> Solution:
    """Solve for variables from 0 to 1, the first ``whole`` of them 0 or 1, within ``time_limit`` seconds."""
    columns = len(cost)
    result = _aside(
        lambda: milp(
            cost,
            constraints=[
                LinearConstraint(at_most.matrix(columns), -np.inf, at_most.limit),
                LinearConstraint(equal.matrix(columns), equal.limit, equal.limit),
            ],
            bounds=Bounds(0, 1),
            integrality=(np.arange(columns) < whole).astype(np.int64),
            options={"time_limit": max(time_limit, 0.1), "mip_rel_gap": 0.0},
        )
    )
    return Solution(result.x, None if result.mip_dual_bound is None else float(result.mip_dual_bound))


def minimise_relaxed(
    cost: NDArray[np.float64],
    at_most: tuple[Any, NDArray[np.float64]],
    equal: tuple[Any, NDArray[np.float64]],
    lower: NDArray[np.float64],
    upper: NDArray[np.float64],
) -> LinearSolution | None:
    """Solve with real variables between two bounds; ``at_most`` and ``equal`` are matrices and limits.

    The cost is infinite if there is no solution; None if the solver fails.
    """
    result = cast("Any", linprog)(
        cost,
        A_ub=at_most[0],
        b_ub=at_most[1],
        A_eq=equal[0],
        b_eq=equal[1],
        bounds=np.column_stack([lower, upper]),
        method="highs-ds",
    )
    if result.status == _INFEASIBLE:
        return LinearSolution(np.inf)
    if result.status != 0:
        return None
    slopes = result.lower.marginals + result.upper.marginals
    return LinearSolution(float(result.fun), result.x, slopes, result.ineqlin.marginals)


def _aside(solve: Callable[[], Any]) -> Any:
    """Solve in a thread: HiGHS ignores Ctrl-C, but the waiting thread does not (the solver stops at its time limit)."""
    answer: Future[Any] = Future()

    def work() -> None:
        try:
            answer.set_result(solve())
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=work, daemon=True).start()
    return answer.result()
