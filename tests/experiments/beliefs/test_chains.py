"""Chains of hands do not depend on what must not matter, and spend their time where it counts."""

from __future__ import annotations

import numpy as np
import pytest
from how_often import first
from known_hands import course, tiny_map

from ttr_analysis.experiments.beliefs import evidence, posterior
from ttr_analysis.maps import in_other_order, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game


def believed(game_map: GameMap, turn: int) -> dict[str, float]:
    """The chance of each ticket by its name."""
    game = evidence.course_of(Game(game_map, 2, seed=1).play("expert"))
    player = posterior.assumed_player("expert")
    found = posterior.posterior(game, 1, turn, player, observer=0, number=4, seed=3, steps=40)
    return {ticket.name: chance for ticket, chance in zip(game_map.tickets, found.chances().tolist(), strict=False)}


@pytest.mark.parametrize(("name", "turn"), first([("tiny", 5), ("usa", 20)], 1, "the same code on a larger board"))
def test_the_order_of_rows_does_not_matter(name: str, turn: int) -> None:
    game_map = tiny_map() if name == "tiny" else load_map(name)
    expected = believed(game_map, turn)
    assert len(set(expected.values())) > 2, "something is believed"
    for seed in (None, 1):
        assert believed(in_other_order(game_map, seed=seed), turn) == expected


def test_a_hand_that_claims_refuse_is_judged_no_further() -> None:
    """Most hands tried are so unlikely that few of their turns are looked at."""
    game = course(load_map("usa"), 1)
    seen = evidence.evidence_of(game, 1, 60, observer=0)
    walk = posterior.Walk(game, seen, posterior.assumed_player("expert"), number=2)
    walk.draw(1)
    walk.go(100, 1.0, 1)
    terms = walk.search_terms
    sizes = np.diff(terms.first)
    others = np.flatnonzero(terms.done > 0)
    assert terms.done[others].sum() < 0.7 * sizes.max() * terms.used[0]


def test_chains_of_one_seed_are_the_same_whatever_ran_before() -> None:
    game, player = course(tiny_map(), 1), posterior.assumed_player("expert")
    walk = posterior.Walk(game, evidence.evidence_of(game, 0, 9), player, number=5)
    walk.draw(2)
    one, again = walk.go(60, 0.5, 7), walk.go(60, 0.5, 7)
    assert np.array_equal(one.chances(), again.chances())
