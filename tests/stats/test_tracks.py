"""Quantiles of whole numbers of which only the counts are known."""

from __future__ import annotations

import numpy as np
import pytest

from ttr_analysis.stats.tracks import quantile_of_counts


@pytest.mark.parametrize("level", [0, 0.05, 0.3, 0.5, 0.77, 1])
def test_a_quantile_of_counts_is_that_of_the_numbers(level: float) -> None:
    numbers = np.random.default_rng(4).integers(0, 30, 57)
    counts = np.bincount(numbers).astype(float)
    assert quantile_of_counts(counts, level) == pytest.approx(np.quantile(numbers, level))
