"""The search for weights: a planted optimum is found, and only what may be tried is tried."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.experiments.weight_search import Search, search_ranges
from ttr_analysis.strategies import get_strategy
from ttr_analysis.strategies.base import Strategy

DEFAULT = {"share": 0.5, "unused": 7.0, "length": 4}
RANGES = {"share": (0.0, 2.0), "length": (1, 9)}


def hill(weights: Mapping[str, float]) -> float:
    return -((weights["share"] - 1.37) ** 2) - 0.1 * (weights["length"] - 7) ** 2


def searched(candidates: int, seed: int = 0) -> Search:
    search = Search(hill, DEFAULT, RANGES, candidates)
    assert search.run(seed)
    return search


def strategy_with(**weights: float) -> Strategy:
    return Strategy("made_up", get_strategy("random").function, weights=weights)


@pytest.mark.parametrize("seed", range(5))
def test_a_planted_optimum_is_found(seed: int) -> None:
    best = searched(300, seed).best
    assert best["length"] == 7
    assert best["share"] == pytest.approx(1.37, abs=0.05)


def test_the_default_comes_first_and_candidates_are_few_short_and_within_their_ranges() -> None:
    tried = list(searched(25).tried)
    assert tried[0] == (0.5, 4)
    assert len(tried) == len(set(tried)) == 26
    assert all(0 <= share <= 2 and 1 <= length <= 9 for share, length in tried)
    assert all(isinstance(length, int) for _, length in tried)
    assert all(round(share, 2) == share for share, _ in tried)


def test_fewer_candidates_than_a_generation() -> None:
    assert len(searched(2).tried) == 3


def test_the_same_seed_tries_the_same() -> None:
    assert searched(40, 3).tried == searched(40, 3).tried
    assert searched(40, 3).tried != searched(40, 4).tried


def test_a_default_outside_its_range_is_still_the_measure() -> None:
    search = Search(lambda weights: -weights["share"], DEFAULT, {"share": (1.9, 2.5)}, 20)
    search.run(0)
    assert search.best == {"share": 0.5}
    assert min(share for (share,) in list(search.tried)[1:]) >= 1.9


@pytest.mark.parametrize(("low", "high", "digits"), [(0, 0.002, 5), (-30, 30, 1), (0, 20_000, -2)])
def test_steps_fit_the_range(low: float, high: float, digits: int) -> None:
    search = Search(lambda weights: weights["share"], {"share": 0.0}, {"share": (low, high)}, 30)
    search.run(0)
    tried = [share for (share,) in search.tried]
    assert all(round(share, digits) == share for share in tried)
    assert tried.count(0.0) == 1
    assert search.best["share"] > 0.9 * high


@pytest.mark.parametrize("worth", [lambda weights: 1.0, lambda weights: -abs(weights["share"] - 0.5)])
def test_a_default_that_nothing_beats_stays(worth: object) -> None:
    search = Search(worth, DEFAULT, RANGES, 60)  # type: ignore[arg-type]
    search.run(1)
    assert search.best == {"share": 0.5, "length": 4}


def test_ctrl_c_keeps_the_best_so_far() -> None:
    calls: list[float] = []

    def interrupted(weights: Mapping[str, float]) -> float:
        if len(calls) == 12:
            raise KeyboardInterrupt
        calls.append(hill(weights))
        return calls[-1]

    search = Search(interrupted, DEFAULT, RANGES, 60)
    assert not search.run(0)
    assert list(search.tried.values()) == calls
    assert hill(search.best) == max(calls)


def test_interrupted_at_once_the_default_is_the_best() -> None:
    def interrupted(weights: Mapping[str, float]) -> float:
        raise KeyboardInterrupt

    search = Search(interrupted, DEFAULT, RANGES, 60)
    assert not search.run(0)
    assert search.best == {"share": 0.5, "length": 4}


def test_usual_ranges() -> None:
    made_up = strategy_with(part=0.4, debt=-2.0, nothing=0.0, one=1, many=7, none=0)
    assert search_ranges(made_up, {}) == {
        "part": (0.2, pytest.approx(0.6)), "debt": (-3, -1), "nothing": (0, 1), "one": (0, 2), "many": (3, 11),
        "none": (0, 1),
    }  # fmt: skip


def test_given_ranges_are_the_only_ones() -> None:
    assert search_ranges(strategy_with(part=0.4, many=7), {"many": (2.5, 3)}) == {"many": (2.5, 3)}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"part": (0.4, 0.1)}, "'part' needs a range from a smaller to a larger value, not from 0.4 to 0.1"),
        ({"part": (0.4, 0.4)}, "from a smaller to a larger value"),
        ({"part": (0.4, float("nan"))}, "needs a range"),
        ({"part": 0.4}, "needs a range"),
        ({"part": (0.4,)}, "needs a range"),
        ({"part": ("0", "1")}, "needs a range"),
        ({"many": (2.2, 2.8)}, "whole number, and there is none from 2.2 to 2.8"),
    ],
)
def test_ranges_without_a_choice_are_refused(given: dict[str, tuple[float, float]], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        search_ranges(strategy_with(part=0.4, many=7), given)


def test_unknown_weights_are_refused_by_name() -> None:
    with pytest.raises(StrategyError, match="no weight 'length'"):
        search_ranges(strategy_with(part=0.4), {"length": (1, 2)})
    with pytest.raises(SetupError, match="'made_up' has no weights to tune"):
        search_ranges(strategy_with(), {})
