"""Percentiles by counting, and the coverage of their intervals when players of a game depend on each other."""

from __future__ import annotations

import numpy as np
import pytest
from made_up import made_up_result

from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.results.source import source_of
from ttr_analysis.stats import percentiles


def test_percentiles_count_players_below_and_half_of_the_equal() -> None:
    result = made_up_result(games=200)
    scores = result.players["score"].to_numpy()
    asked = [int(np.median(scores)), int(scores.min()) - 1, int(scores.max()) + 1]
    table = percentiles(result, asked)
    right = [100 * ((scores < score).mean() + (scores == score).mean() / 2) for score in asked]
    assert table["percentile"].tolist() == pytest.approx(right)
    assert (table["percentile_low"] <= table["percentile"]).all()
    assert table["percentile_high"].iloc[1] > 0, "nobody below is no proof that nobody can be"
    assert table["player_games"].tolist() == [len(scores)] * 3
    assert source_of(table) == result.source


def test_the_order_of_scores_and_of_rows_does_not_matter() -> None:
    result = made_up_result(games=60)
    some = sorted(set(result.players["score"].tolist()))[::7]
    forwards, backwards = percentiles(result, some), percentiles(result, some[::-1])
    assert forwards["percentile"].tolist() == backwards["percentile"].tolist()[::-1]
    assert forwards["percentile"].is_monotonic_increasing


def test_what_is_no_score_and_too_few_games() -> None:
    with pytest.raises(SetupError, match="scores, entry 2 needs a whole number"):
        percentiles(made_up_result(games=40), [3, 1.5])  # type: ignore[list-item]
    with pytest.raises(ResultError, match="too few"):
        percentiles(made_up_result(games=10), [3])
    assert len(percentiles(made_up_result(games=40), [])) == 0
