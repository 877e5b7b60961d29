"""Shares over games: as those of one value a game, and never without width."""

from __future__ import annotations

import numpy as np
import pytest

from ttr_analysis.stats.bootstrap import share_intervals
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
