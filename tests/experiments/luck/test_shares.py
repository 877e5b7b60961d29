"""Shares of variance and means without luck, on made-up results."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.luck.luck import TERMS
from ttr_analysis.experiments.luck.shares import shares_of_variance, without_luck


def made_up(games: int = 4_000, noise: float = 3.0, skill: float = 0.0) -> pd.DataFrame:
    """Draws bring deviations of 2, tickets of 1, own decisions of 2; each half of a value is noisy."""
    random = np.random.default_rng(5)
    true = {term: np.zeros(games) for term in TERMS}
    true["draw"], true["tickets"] = random.normal(0, 2, games), random.normal(0, 1, games)
    own = random.normal(skill, 2, games)
    table = {"result_lead": sum(true.values()) + own}
    parts = {**true, "luck": sum(true.values()), "own": own, "others": np.zeros(games)}
    for name, values in parts.items():
        halves = [values + random.normal(0, noise if name in ("draw", "luck") else 0, games) for _ in range(2)]
        table |= {f"{name}_lead_{i + 1}": half for i, half in enumerate(halves)}
        table[f"{name}_lead"] = np.mean(halves, axis=0)
    return pd.DataFrame(table)


def test_noise_of_roll_outs_counts_neither_as_luck_nor_as_skill() -> None:
    shares = shares_of_variance(made_up(), "lead").set_index("part")
    for part, share, deviation in (("luck", 5 / 9, 5**0.5), ("draw", 4 / 9, 2), ("own", 4 / 9, 2), ("deal", 0, 0)):
        assert shares.loc[part, "share"] == pytest.approx(share, abs=0.06)
        assert shares.loc[part, "share_low"] <= shares.loc[part, "share"] <= shares.loc[part, "share_high"]
        assert shares.loc[part, "deviation"] == pytest.approx(deviation, abs=0.25)


def test_without_luck_the_mean_stays_and_fewer_games_are_needed() -> None:
    table = made_up(games=2_000, noise=0.0, skill=0.5)
    found = without_luck(table, "lead")
    assert found.times_fewer == pytest.approx(9 / 4, rel=0.1)
    assert found.adjusted.half_width < found.plain.half_width
    assert abs(found.adjusted.value - 0.5) < 3 * found.adjusted.half_width / 1.96
    noisy = without_luck(made_up(games=2_000, noise=20.0, skill=0.5), "lead")
    assert 0.95 < noisy.times_fewer < 1.6, "what is too noisy to help is hardly subtracted"


def test_coverage_of_means_without_luck() -> None:
    """Of 200 runs of 40 games, about 95 % cover the true mean."""
    rows = made_up(games=8_000, skill=0.5)
    covered = 0
    for run in range(200):
        found = without_luck(rows.iloc[40 * run : 40 * run + 40].reset_index(drop=True), "lead").adjusted
        covered += found.low <= 0.5 <= found.high
    assert 180 <= covered <= 198


def test_too_few_games_are_refused() -> None:
    with pytest.raises(SetupError, match="at least 20 games"):
        without_luck(made_up(games=10), "lead")
    with pytest.raises(SetupError, match="at least 3 games"):
        shares_of_variance(made_up(games=2), "lead")
