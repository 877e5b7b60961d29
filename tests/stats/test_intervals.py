from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.stats import intervals
from ttr_analysis.stats.intervals import (
    Estimate,
    confidence_sequence,
    even_share_p_value,
    holm,
    mean,
    mean_by_game,
    paired_difference,
    paired_p_value,
    share,
    share_by_game,
)

REPEATS = 400


def covered(estimates: list[Estimate], truth: float) -> float:
    return float(np.mean([estimate.low <= truth <= estimate.high for estimate in estimates]))


def clustered(random: np.random.Generator, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Games of two or three rows that share a shock; the mean of all rows is 0."""
    sizes = random.integers(2, 4, games)
    number = np.repeat(np.arange(games), sizes)
    shock = random.normal(size=games)[number]
    return shock + 0.3 * random.normal(size=len(number)), number


def test_wilson_interval_of_a_known_case() -> None:
    estimate = share(8, 10)
    assert estimate.value == 0.8
    assert (estimate.low, estimate.high) == pytest.approx((0.4901625, 0.9433178), abs=1e-6)
    assert estimate.n == 10
    assert estimate.method == "wilson"


def test_wilson_interval_covers_at_the_nominal_rate() -> None:
    random = np.random.default_rng(1)
    assert 0.92 <= covered([share(int(k), 60) for k in random.binomial(60, 0.3, REPEATS)], 0.3) <= 0.98


def test_a_wider_confidence_gives_a_wider_interval() -> None:
    assert share(30, 100, 0.99).half_width > share(30, 100, 0.9).half_width


def test_share_of_nothing_is_unknown() -> None:
    estimate = share(0, 0)
    assert np.isnan(estimate.value)
    assert (estimate.low, estimate.high) == (0, 1)


@pytest.mark.parametrize(("successes", "trials"), [(3, 2), (-1, 5)])
def test_impossible_shares_are_refused(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="impossible"):
        share(successes, trials)


def test_student_interval_covers_at_the_nominal_rate() -> None:
    random = np.random.default_rng(2)
    assert 0.92 <= covered([mean(random.normal(5, 3, 8)) for _ in range(REPEATS)], 5) <= 0.98


def test_mean_of_one_value_has_no_interval() -> None:
    estimate = mean([4.0])
    assert estimate.value == 4
    assert np.isnan(estimate.low)


def test_means_of_missing_values_are_refused() -> None:
    with pytest.raises(ValueError, match=r"1 of 3 values are missing \(NaN\)"):
        mean([1.0, np.nan, 2.0])
    with pytest.raises(ValueError, match="leave them out"):
        paired_difference(pd.Series([1.0, 2.0]), pd.Series([np.nan, 1.0]))


@pytest.mark.parametrize("resamples", [300, 0], ids=["bootstrap", "linearised"])
def test_intervals_by_game_cover_at_the_nominal_rate(resamples: int) -> None:
    random = np.random.default_rng(3)
    estimates = [mean_by_game(*clustered(random, 80), resamples=resamples) for _ in range(REPEATS)]
    assert 0.91 <= covered(estimates, 0) <= 0.98


def test_intervals_that_ignore_games_cover_too_rarely() -> None:
    random = np.random.default_rng(3)
    assert covered([mean(clustered(random, 80)[0]) for _ in range(REPEATS)], 0) < 0.86


def test_bootstrap_is_reproducible_and_depends_on_its_seed() -> None:
    values, games = clustered(np.random.default_rng(4), 50)
    assert mean_by_game(values, games) == mean_by_game(values, games)
    assert mean_by_game(values, games) != mean_by_game(values, games, seed=1)


def test_mean_by_game_weighs_rows_not_games() -> None:
    estimate = mean_by_game([1, 1, 1, 5], [7, 7, 7, 9])
    assert estimate.value == 2
    assert estimate.n == 2


def test_bootstrap_in_blocks_agrees_with_the_linearised_interval() -> None:
    values, games = clustered(np.random.default_rng(5), 20_000)
    sampled, linear = mean_by_game(values, games), mean_by_game(values, games, resamples=0)
    assert sampled.half_width == pytest.approx(linear.half_width, rel=0.1)


def test_many_games_are_resampled_in_blocks_of_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    values, games = clustered(np.random.default_rng(5), 20_000)
    one_by_one = mean_by_game(values, games)
    monkeypatch.setattr(intervals, "MANY", 19_999)
    in_blocks = mean_by_game(values, games)
    assert in_blocks != one_by_one
    assert (in_blocks.value, in_blocks.n, in_blocks.method) == (one_by_one.value, one_by_one.n, one_by_one.method)
    assert in_blocks.half_width == pytest.approx(one_by_one.half_width, rel=0.1)


def test_each_value_needs_its_game() -> None:
    with pytest.raises(ValueError, match="one game for each value"):
        mean_by_game([1, 2, 3], [1, 2])


def test_paired_difference_removes_what_the_games_share() -> None:
    random = np.random.default_rng(6)
    luck = random.normal(0, 10, 300)
    first = pd.Series(luck + 1 + random.normal(0, 0.5, 300))
    second = pd.Series(luck + random.normal(0, 0.5, 300))
    estimate = paired_difference(first, second)
    assert estimate.low < 1 < estimate.high
    assert estimate.half_width < 0.1 * mean(first).half_width


def test_paired_difference_takes_the_games_both_have() -> None:
    first = pd.Series([1.0, 2.0, 4.0], index=[0, 1, 2])
    second = pd.Series([1.0, 1.0, 9.0], index=[2, 1, 5])
    assert paired_difference(first, second).value == pytest.approx(2)
    assert paired_difference(first, second).n == 2


def test_paired_difference_needs_one_value_a_game() -> None:
    twice = pd.Series([1.0, 2.0], index=[3, 3])
    with pytest.raises(ValueError, match="one value for each game"):
        paired_difference(twice, twice)


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_confidence_must_be_a_probability(confidence: float) -> None:
    with pytest.raises(ValueError, match="confidence"):
        mean([1.0, 2.0], confidence)


def test_an_estimate_reads_as_value_interval_and_number() -> None:
    assert str(Estimate(0.5123, 0.49, 0.53, 20000, "wilson")) == "0.5123 [0.49, 0.53], n = 20,000"
    assert str(Estimate(-2.5, -4.0, -1e-7, 20, "t")) == "−2.5 [−4, −1e-07], n = 20"


@pytest.mark.parametrize("p", [0.5, 0.9])
def test_share_by_game_covers_at_the_nominal_rate(p: float) -> None:
    """Two games a deck that depend on each other: the second repeats the first half the time."""
    random = np.random.default_rng(7)
    first, fresh = random.random((2, REPEATS, 60)) < p
    second = np.where(random.random(first.shape) < 0.5, first, fresh)
    estimates = [share_by_game(values) for values in (first + second.astype(float)) / 2]
    assert 0.92 <= covered(estimates, p) <= 0.985


def test_share_by_game_is_wilsons_for_single_games() -> None:
    ours, theirs = share_by_game([1.0] * 400 + [0.0] * 600), share(400, 1000)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-3)
    assert share_by_game([1.0] * 50).low < 0.95
    assert share_by_game([0.5] * 50).half_width == 0
    capped, theirs = share_by_game([0.5] * 400, most_trials=200), share(100, 200)
    assert (capped.low, capped.high) == pytest.approx((theirs.low, theirs.high), abs=1e-3)


def test_shares_of_games_lie_between_0_and_1() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        share_by_game([0.5, 1.5])


def test_p_values_of_even_shares_are_as_often_small_as_they_say() -> None:
    random = np.random.default_rng(8)
    p_values = np.array([even_share_p_value(values) for values in random.integers(0, 3, (1000, 60)) / 2])
    assert np.mean(p_values < 0.05) == pytest.approx(0.05, abs=0.021)
    assert even_share_p_value([0.5] * 9) == 1


def test_holm_of_a_known_case() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == pytest.approx([1, 1])


def test_a_confidence_sequence_holds_at_all_looks_together() -> None:
    random = np.random.default_rng(9)
    runs = random.normal(2, 3, (200, 400))
    wrong = [any(not (e.low <= 2 <= e.high) for e in (confidence_sequence(run[:n], best_at=200)
             for n in range(30, 400, 10))) for run in runs]  # fmt: skip
    assert np.mean(wrong) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 200)


def test_one_game_has_no_interval() -> None:
    for resamples in (0, 1000):
        estimate = mean_by_game([3, 5], [7, 7], resamples=resamples)
        assert estimate.value == 4
        assert np.isnan([estimate.low, estimate.high]).all()
        assert estimate.n == 1


def test_one_more_success_never_widens_a_share_by_game() -> None:
    lows = [share_by_game([1] * n).low for n in range(1, 30)]
    assert lows == sorted(lows)
    assert share_by_game([1, 1]).low == pytest.approx(share(2, 2).low)
    few = share_by_game([0, 1])
    assert (few.low, few.high) == pytest.approx((share(1, 2).low, share(1, 2).high))


@pytest.mark.parametrize("n", [3, 5, 10])
@pytest.mark.parametrize("p", [0.5, 0.8])
def test_shares_of_few_games_cover_at_the_nominal_rate(n: int, p: float) -> None:
    wins = np.random.default_rng(11).random((2, REPEATS, n)) < p
    estimates = [share_by_game(values) for values in wins.mean(axis=0)]
    assert covered(estimates, p) >= 0.92


def test_differences_that_are_all_the_same_have_the_p_value_of_a_test_by_signs() -> None:
    assert even_share_p_value([0.7, 0.7]) == paired_p_value([1, 1]) == 0.5
    assert even_share_p_value([0.7] * 3) == paired_p_value([0.1] * 3) == 0.25
    assert paired_p_value([0, 0, 0]) == 1


@pytest.mark.parametrize("values", [[1], []])
def test_fewer_than_two_differences_have_no_p_value(values: list[float]) -> None:
    assert np.isnan(paired_p_value(values))


@pytest.mark.parametrize("test", [mean, share_by_game, confidence_sequence, even_share_p_value, paired_p_value])
@pytest.mark.parametrize(
    ("values", "words"), [([0, np.nan], "1 of 2 values"), ([[0, 1]], "flat"), (5, "flat"), ("x", "flat")]
)
def test_what_is_no_flat_list_of_numbers_is_refused(test: object, values: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        test(values)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: mean_by_game([1, np.nan], [0, 1]), "1 of 2 values"),
        (lambda: mean_by_game([1, 2], [0, 1], resamples=-1), "resamples must be"),
        (lambda: confidence_sequence([1, 2], best_at=0), "best_at must be"),
        (lambda: share(1, 2, "x"), "confidence must be"),  # type: ignore[arg-type]
        (lambda: share(0, 10**400), "trials must be"),
        (lambda: holm([0.1, 1.5]), "1.5, but must be from 0 to 1"),
        (lambda: holm([-0.1]), "from 0 to 1"),
    ],
)
def test_impossible_options_are_refused_with_the_reason(call: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()  # type: ignore[operator]
