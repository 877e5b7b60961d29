"""Sets of up to 64 things in a word, and of more in several."""

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


def _changed(words, added, removed):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Empty a set, put things into it, take others out; return how many of all numbers are in it."""
    bits.clear_set(words)
    for number in added:
        bits.add_to_set(words, number)
    for number in removed:
        bits.remove_from_set(words, number)
    count = 0
    for number in range(bits.WORD * len(words)):
        count += int(bits.is_in_set(words, number))
    return count


def test_a_set_of_several_words_holds_what_was_put_in_and_not_taken_out() -> None:
    words = np.full(3, (1 << 64) - 1, np.uint64)
    added, removed = np.array([0, 63, 64, 100, 127, 128, 191, 64]), np.array([63, 128, 5, 63])
    assert entry(_changed)(words, added, removed) == 5
    left = [64 * place + bit for place in range(3) for bit in range(64) if int(words[place]) >> bit & 1]
    assert left == [0, 64, 100, 127, 191]
