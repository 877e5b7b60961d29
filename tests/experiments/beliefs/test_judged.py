"""Beliefs are judged by what was held."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from known_hands import course, tiny_map

from ttr_analysis.experiments.beliefs import evidence, judged, posterior
from ttr_analysis.maps.folder import load_map
from ttr_analysis.strategies.base import get_strategy


def made_up() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "game": [0] * 4 + [1] * 4, "stage": 0, "ticket": [*range(4)] * 2,
            "chance": [0.9, 0.6, 0.5, 0.0, 0.5, 0.5, 0.5, 0.5], "uniform": 0.5,
            "held": [True, False, True, False, True, True, False, False],
        }
    )  # fmt: skip


def test_found_counts_ties_by_chance() -> None:
    assert judged.found_share(made_up(), "chance").tolist() == pytest.approx([0.5, 0.5])
    table = made_up().assign(chance=[0.9, 0.6, 0.6, 0.0, 1, 1, 0, 0])
    assert judged.found_share(table, "chance").tolist() == pytest.approx([0.75, 1.0])


def test_brier_scores_are_mean_squares() -> None:
    assert judged.brier(made_up(), "chance").tolist() == pytest.approx([(0.01 + 0.36 + 0.25) / 4, 0.25])


def test_scores_have_intervals_over_games() -> None:
    scores = judged.scores(made_up())
    assert set(scores["method"]) == {"chance", "uniform"}
    assert all(each.n == 2 for each in scores["value"])
    assert set(scores["measure"] + " " + [each.method for each in scores["value"]]) == {
        "found wilson by game", "brier bootstrap by game",
    }  # fmt: skip


def test_reliability_by_bins() -> None:
    curve = judged.reliability(made_up())
    assert curve["n"].tolist() == [1, 5, 1, 1]
    assert curve["held"].tolist() == pytest.approx([0, 0.75, 0, 1])  # of 1 of 1 and 2 of 4
    assert curve["believed"].tolist() == pytest.approx([0, 0.5, 0.6, 0.9])
    assert curve["games"].tolist() == [1, 2, 1, 1]


@pytest.mark.parametrize("name", ["usa", "europe", "first_journey_usa"])
def test_uniform_chances_add_up_to_the_tickets_held(name: str) -> None:
    seen = evidence.evidence_of(course(load_map(name), 0), 1, 20, observer=0)
    assert judged.uniform_chances(seen).sum() == pytest.approx(int(seen.publics[-1].tickets_held[1]))


def test_games_are_judged_at_four_stages_and_the_truth_is_among_the_tickets() -> None:
    player = posterior.assumed_player("expert")
    (table,) = judged.play_judged(tiny_map(), get_strategy("expert"), player, [3], seed=5, worlds=30, determinized=10)
    assert sorted(set(table["stage"])) == [0, 1, 2, 3]
    assert (table["turn"] % 2 == 0).all(), "the second player is about to move, and observes the first"
    sums = table.groupby("stage")[["chance", "uniform", "determinized", "held"]].sum()
    for method in judged.METHODS:
        assert np.allclose(sums[method], sums["held"], atol=1e-6)


@pytest.mark.long(reason="fits the noise of two players in games of a tiny board")
def test_noise_is_small_for_the_assumed_player_and_large_for_another() -> None:
    own = judged.fit_noise(tiny_map(), "expert", games=3, seed=4)
    other = judged.fit_noise(tiny_map(), "random", games=3, seed=4)
    assert own.turn < other.turn
