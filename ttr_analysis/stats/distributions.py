"""Quantiles and tails of the normal and Student's distribution.

They come from ``scipy.special``: ``scipy.stats`` has them, too, but takes longer to load than the first games to play.
"""

from typing import TypeVar

import numpy as np
import numpy.typing as npt
from scipy import special

Numbers = TypeVar("Numbers", float, npt.NDArray[np.float64])


def normal_quantile(probability: float) -> float:
    """Return the value below which a standard normal variable lies with a probability.

    Examples
    --------
    >>> from ttr_analysis.stats.distributions import normal_quantile
    >>> round(normal_quantile(0.975), 4)
    1.96
    """
    return float(special.ndtri(probability))


def normal_tail(value: Numbers) -> Numbers:
    """Return the probability that a standard normal variable exceeds a value, or each of an array.

    Examples
    --------
    >>> from ttr_analysis.stats.distributions import normal_tail
    >>> round(float(normal_tail(1.96)), 3)
    0.025
    """
    return special.ndtr(-value)


def student_quantile(probability: float, freedom: float) -> float:
    """Return the value below which a variable with Student's distribution lies with a probability.

    Parameters
    ----------
    probability : float
    freedom : float
        Degrees of freedom.

    Examples
    --------
    >>> from ttr_analysis.stats.distributions import student_quantile
    >>> round(student_quantile(0.975, 9), 3)
    2.262
    """
    return float(special.stdtrit(freedom, probability))


def student_tail(value: float, freedom: float) -> float:
    """Return the probability that a variable with Student's distribution exceeds a value.

    Examples
    --------
    >>> from ttr_analysis.stats.distributions import student_tail
    >>> round(student_tail(2.262, 9), 3)
    0.025
    """
    return float(special.stdtr(freedom, -value))
