"""Rows of small numbers: compiled code does what plain Python does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ttr_analysis.engine import lanes
from ttr_analysis.engine.compiled import entry


@entry
def _shortened(table: Any, first: int, second: int, length: int) -> bool:
    return lanes.shorten(table, first, second, length)


@pytest.mark.parametrize("length", [1, 6, 15])
def test_compiled_and_plain_code_lower_the_same_numbers(length: int) -> None:
    dice, seen = np.random.default_rng(length), set()
    for case in range(60):
        table = dice.integers(0, 30 if case % 2 else 1 << 14, (5, lanes.LANES)).astype(np.uint16)
        if case % 3 == 0:
            table[3] = table[1]  # nothing is to be lowered
        expected, found = table.copy(), table.copy()
        told = lanes.shorten(expected, 1, 3, length)
        assert _shortened(found, 1, 3, length) == told
        assert (found == expected).all()
        assert (found[1] == np.minimum(table[1], table[3] + length)).all()
        assert (found[3] == np.minimum(table[3], table[1] + length)).all()
        assert told == bool((found != table).any())
        assert (found[[0, 2, 4]] == table[[0, 2, 4]]).all()
        seen.add(told)
    assert seen == {False, True}


def test_the_largest_numbers_do_not_run_over() -> None:
    table = np.full((2, lanes.LANES), 1 << 14, np.uint16)
    table[1, 31] = 0
    assert _shortened(table, 0, 1, 15)
    assert table[0].tolist() == [1 << 14] * 31 + [15]
