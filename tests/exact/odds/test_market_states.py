"""Packed states of a market: each count has its field, and what does not fit is refused."""

from __future__ import annotations

import pytest

from ttr_analysis.exact.odds._market_states import _BITS, certain, count_of


def test_each_count_comes_back_from_its_field() -> None:
    largest = [(1 << bits) - 1 for bits in _BITS]
    for counts in (largest, list(range(len(_BITS))), [0] * len(_BITS)):
        layer = certain(counts)
        assert [count_of(layer, field).tolist() for field in range(len(_BITS))] == [[count] for count in counts]
        assert layer[1].tolist() == [1.0]


@pytest.mark.parametrize("field", range(len(_BITS)))
def test_a_count_larger_than_its_field_is_refused(field: int) -> None:
    most = (1 << _BITS[field]) - 1
    counts = [0] * len(_BITS)
    counts[field] = most + 1
    with pytest.raises(ValueError, match=f"rules: {most + 1} cards of one sort are more than {most}, the most that"):
        certain(counts)
