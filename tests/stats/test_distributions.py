"""The quantiles and tails are those of scipy.stats."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

from ttr_analysis.stats.distributions import normal_quantile, normal_tail, student_quantile, student_tail


@pytest.mark.parametrize("probability", [0.001, 0.5, 0.9, 0.975, 0.9999])
def test_quantiles_are_those_of_scipy_stats(probability: float) -> None:
    assert normal_quantile(probability) == pytest.approx(stats.norm.ppf(probability))
    for freedom in (1, 2.5, 9, 999, 10**6):
        assert student_quantile(probability, freedom) == pytest.approx(stats.t.ppf(probability, freedom))


def test_tails_are_those_of_scipy_stats() -> None:
    values = np.array([-3.0, 0.0, 1.5, 8.0, 20.0])
    assert normal_tail(values) == pytest.approx(stats.norm.sf(values))
    for freedom in (1, 2.5, 9, 999):
        tails = [student_tail(float(value), freedom) for value in values]
        assert tails == pytest.approx(stats.t.sf(values, freedom))


def test_the_command_that_plays_does_not_load_scipy_stats() -> None:
    code = "import sys, ttr_analysis.cli.simulate, ttr_analysis.stats.scores; sys.exit('scipy.stats' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
