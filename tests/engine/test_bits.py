"""Sets of up to 64 things in a word."""

from __future__ import annotations

import numpy as np
import pytest

from ttr_analysis.engine import bits
from ttr_analysis.engine.compiled import entry


@entry
def _members(word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Return the members from the least on, taken out one by one, as the digits of a number to base 100."""
    told = 0
    while word != bits.NO_BITS:
        least = bits.lowest_bit(word)
        word ^= bits.bit_of(least)
        told = 100 * told + least + 1
    return told


@pytest.mark.parametrize("members", [(0,), (63,), (0, 63), (5, 6, 40, 62), (1, 31, 32, 33)])
def test_the_members_of_a_set_come_from_the_least_on(members: tuple[int, ...]) -> None:
    word = np.uint64(sum(1 << member for member in members))
    expected = 0
    for member in members:
        expected = 100 * expected + member + 1
    assert _members(word) == expected
    assert bits.lowest_bit(word) == members[0]  # as plain Python runs it
