"""Shares over games: as those of one value a game, and never without width. Sums that no order of rows changes."""

from __future__ import annotations

import numpy as np
import pytest

from ttr_analysis.stats.bootstrap import block_sums, share_intervals
from ttr_analysis.stats.intervals import share_by_game


def test_with_as_many_trials_in_every_game_it_is_the_share_by_game() -> None:
    hits = np.array([[0.0], [1], [2], [2], [1], [0], [2], [2]] * 20)
    value, low, high = share_intervals(hits, np.full_like(hits, 2), len(hits))
    known = share_by_game(hits[:, 0] / 2)
    assert [value[0], low[0], high[0]] == pytest.approx([known.value, known.low, known.high], abs=0.001)


def test_what_always_or_never_happened_has_a_width_and_what_was_never_tried_is_unknown() -> None:
    hits, trials = np.zeros((40, 3)), np.ones((40, 3))
    hits[:, 0], trials[:, 2] = 1, 0
    value, low, high = share_intervals(hits, trials, 40)
    assert (value[0], high[0]) == (1, 1)
    assert 0.9 < low[0] < 0.93
    assert (value[1], low[1]) == (0, 0)
    assert high[1] == pytest.approx(1 - low[0])
    assert np.isnan([value[2], low[2], high[2]]).all()


def test_the_order_of_rows_and_their_batches_change_no_sum() -> None:
    random = np.random.default_rng(5)
    shares = 1 / random.integers(1, 6, 30_000)
    game = np.repeat(np.arange(100), 300)
    whole, order = block_sums(game, 100, weights=shares), random.permutation(len(game))
    assert np.array_equal(block_sums(game[order], 100, weights=shares[order]), whole)
    first, rest = order[:11_111], order[11_111:]
    parts = (block_sums(game[each], 100, weights=shares[each]) for each in (first, rest))
    assert np.array_equal(sum(parts), whole)
    assert whole.ravel() == pytest.approx(np.bincount(game, shares), abs=1e-6)
