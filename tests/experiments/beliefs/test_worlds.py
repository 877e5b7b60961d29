"""Weighted worlds tell what Bayes' rule tells."""

from __future__ import annotations

import numpy as np
import pytest
from how_often import first
from known_hands import course, exact_chances, tiny_map

from ttr_analysis.experiments.beliefs import evidence, posterior

NOISY = posterior.Noise(0.3, 0.3, 0.3)


@pytest.mark.parametrize("number", first(range(4), 2, "other positions of the same board"))
def test_posteriors_are_those_of_bayes_over_all_hands(number: int) -> None:
    game, player = course(tiny_map(), number), posterior.assumed_player("expert", NOISY)
    turn = next(
        turn for turn in range(12, 1, -1) if len(evidence.evidence_of(game, 0, turn).card_born) <= 4
    )  # so few that all rows of unseen cards can be listed
    seen = evidence.evidence_of(game, 0, turn)
    assert len(seen.kind) >= 4
    exact = exact_chances(game, seen, player)
    found = posterior.posterior(game, 0, turn, player, number=600, seed=1)
    assert found.chances() == pytest.approx(exact, abs=0.04)
    uniform = np.where(exact > 0, exact.sum() / len(seen.tickets), 0)
    assert np.abs(exact - uniform).max() > 0.1, "what was seen tells something"


def test_worlds_drawn_anew_tell_the_same_as_many_that_are_not() -> None:
    """Forty worlds that must be drawn anew, several times over, against Bayes over all hands."""
    game, player = course(tiny_map(), 0), posterior.assumed_player("expert", posterior.Noise(0.05, 0.05, 0.05))
    turn = next(turn for turn in range(12, 1, -1) if len(evidence.evidence_of(game, 0, turn).card_born) <= 4)
    runs = [posterior.posterior(game, 0, turn, player, number=40, seed=seed) for seed in range(20)]
    assert sum(run.renewed for run in runs) > 0
    exact = exact_chances(game, runs[0].seen, player)
    assert np.mean([run.chances() for run in runs], axis=0) == pytest.approx(exact, abs=0.05)


def test_the_same_seed_tells_the_same() -> None:
    game, player = course(tiny_map(), 1), posterior.assumed_player("expert", NOISY)
    first, again, other = (posterior.posterior(game, 1, 9, player, number=50, seed=seed) for seed in (3, 3, 4))
    assert np.array_equal(first.chances(), again.chances())
    assert not np.array_equal(first.chances(), other.chances())
