"""Shares of variance and means without luck, on made-up results."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.luck.luck import CHANCES
from ttr_analysis.experiments.luck.shares import how_much_is_luck, shares_of_variance, without_luck


def made_up(games: int = 4_000, skill: float = 0.0, unseen: float = 1.0) -> pd.DataFrame:
    """Draws bring deviations of 2, tickets of 1, own decisions of 2, and what the values do not see ``unseen``."""
    random = np.random.default_rng(5)
    parts = {kind: np.zeros(games) for kind in CHANCES}
    parts["draw"], parts["tickets"] = random.normal(0, 2, games), random.normal(0, 1, games)
    parts["luck"] = parts["draw"] + parts["tickets"]
    parts |= {"own": random.normal(skill, 2, games), "others": np.zeros(games)}
    parts["unexplained"] = random.normal(0, unseen, games)
    parts["result"] = sum(parts[name] for name in ("luck", "own", "unexplained"))
    return pd.DataFrame({f"{name}_points": values for name, values in parts.items()}).assign(
        game=np.arange(games), strategy="expert"
    )


def test_shares_of_variance_are_those_of_the_parts() -> None:
    shares = shares_of_variance(made_up(), "points").set_index("part")
    for part, share, deviation in (("luck", 0.5, 5**0.5), ("draw", 0.4, 2), ("own", 0.4, 2), ("deal", 0, 0)):
        assert shares.loc[part, "share"] == pytest.approx(share, abs=0.04)
        assert shares.loc[part, "share_low"] <= shares.loc[part, "share"] <= shares.loc[part, "share_high"]
        assert shares.loc[part, "deviation"] == pytest.approx(deviation, abs=0.1)
    assert shares.loc[["luck", "own", "others", "unexplained"], "share"].sum() == pytest.approx(1)
    assert shares.loc["luck", "share_high"] - shares.loc["luck", "share_low"] < 0.06


def test_a_sentence_tells_how_much_is_luck() -> None:
    told = how_much_is_luck(made_up(), "points")
    assert told.startswith("Of the variance of the points ahead of the best opponent, 5")
    assert "n = 4,000 games" in told


def test_without_luck_the_mean_stays_and_fewer_games_are_needed() -> None:
    found = without_luck(made_up(games=2_000, skill=0.5), "points")
    assert found.times_fewer.value == pytest.approx(2, rel=0.1)
    assert found.times_fewer.low < 2 < found.times_fewer.high
    assert abs(found.adjusted.value - 0.5) < 3 * found.adjusted.half_width / 1.96
    useless = made_up(games=2_000, skill=0.5)
    useless["result_points"] -= useless["luck_points"]
    assert without_luck(useless, "points").times_fewer.value == pytest.approx(1, abs=0.05)


def test_coverage_of_means_without_luck() -> None:
    """Of 200 runs of 40 games, about 95 % cover the true mean."""
    rows = made_up(games=8_000, skill=0.5)
    covered = 0
    for run in range(200):
        found = without_luck(rows.iloc[40 * run : 40 * run + 40].reset_index(drop=True), "points").adjusted
        covered += found.low <= 0.5 <= found.high
    assert 180 <= covered <= 198


def test_too_few_games_are_refused() -> None:
    with pytest.raises(SetupError, match="at least 20 games"):
        without_luck(made_up(games=10), "points")
    with pytest.raises(SetupError, match="at least 3 games"):
        shares_of_variance(made_up(games=2), "points")
    both = pd.concat([made_up(games=30)] * 2)
    with pytest.raises(SetupError, match="one player"):
        shares_of_variance(both, "points")


ALL = (shares_of_variance, how_much_is_luck, without_luck)


@pytest.mark.parametrize("function", ALL)
def test_results_that_are_all_the_same_are_refused(function: Callable[..., object]) -> None:
    rows = made_up(games=30).assign(result_points=0.1 + 0.2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(SetupError, match="the results of all 30 games are the same"):
            function(rows, "points")


def test_samples_in_which_nobody_loses_do_not_count_as_no_games_saved() -> None:
    """Of 25 games one is lost: a third of the samples have none, and there nothing can be compared."""
    rows = made_up(games=25).assign(result_points=[0.0] + [1.0] * 24)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = without_luck(rows, "points").times_fewer
    assert 0.01 < found.low <= found.value <= found.high


@pytest.mark.parametrize("function", ALL)
@pytest.mark.parametrize(
    ("change", "options", "told"),
    [
        (lambda rows: None, {}, "rows must be a DataFrame, such as .*, not None"),
        (lambda rows: rows, {"value": "x"}, "value is 'x', but must be one of: wins, points"),
        (lambda rows: rows, {"value": "wins"}, "rows has no column 'result_wins'"),
        (lambda rows: rows, {"seed": -1}, "seed is -1"),
        (lambda rows: rows, {"seed": "x"}, "seed needs a whole number, not 'x'"),
        (lambda rows: rows.drop(columns="game"), {}, "rows has no column 'game'"),
        (lambda rows: rows.drop(columns="deal_points"), {}, "rows has no column 'deal_points'"),
        (lambda rows: rows.assign(deal_points=np.nan), {}, "column 'deal_points' has values that are missing"),
    ],
)
def test_rows_of_something_else_are_refused(
    function: Callable[..., object], change: Callable[[pd.DataFrame], Any], options: dict[str, Any], told: str
) -> None:
    with pytest.raises(SetupError, match=told):
        function(change(made_up(games=30)), **{"value": "points", **options})
