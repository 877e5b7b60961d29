"""Chains tell what Bayes' rule tells."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from how_often import first
from known_hands import course, exact_chances, tiny_map

from ttr_analysis.engine import codes
from ttr_analysis.errors import StrategyError
from ttr_analysis.experiments.beliefs import evidence, posterior
from ttr_analysis.experiments.beliefs.chains import Chains
from ttr_analysis.maps import load_map
from ttr_analysis.strategies.base import strategy

NOISY = posterior.Noise(0.3, 0.3, 0.3)


@pytest.mark.parametrize("number", first(range(4), 2, "other positions of the same board"))
def test_posteriors_are_those_of_bayes_over_all_hands(number: int) -> None:
    game, player = course(tiny_map(), number), posterior.assumed_player("expert", NOISY)
    turn = next(
        turn for turn in range(12, 1, -1) if len(evidence.evidence_of(game, 0, turn).card_born) <= 4
    )  # so few that all rows of unseen cards can be listed
    seen = evidence.evidence_of(game, 0, turn)
    assert len(seen.kind) >= 4
    exact = exact_chances(game, seen, player, power=0.8)
    walk = posterior.Walk(game, seen, player, number=40, plans=60)
    walk.draw(1)
    assert walk.go(1000, 0.8, 1).chances() == pytest.approx(exact, abs=0.04)
    uniform = np.where(exact > 0, exact.sum() / len(seen.tickets), 0)
    assert np.abs(exact - uniform).max() > 0.1, "what was seen tells something"


def test_a_turn_ends_with_its_second_card() -> None:
    """What follows is no part of it, or it would be counted twice."""
    turn, second, keep = codes.AT_TURN, codes.AT_SECOND, codes.AT_KEEP
    decision = np.array([keep, turn, second, turn, turn, keep, turn, second])
    seen: Any = SimpleNamespace(publics=SimpleNamespace(decision=decision))
    assert posterior._turns(seen) == [(1, 3), (3, 4), (4, 5), (6, 8)]


def test_chances_add_up_to_the_tickets_held() -> None:
    game = course(load_map("usa"), 0)
    found = posterior.posterior(game, 1, 20, posterior.assumed_player("expert"), observer=0, number=10, steps=50)
    held = int(found.seen.publics[-1].tickets_held[1])
    assert found.chances().sum() == pytest.approx(held)
    rng = np.random.default_rng(1)
    assert len(found.draw_tickets(rng)) == held
    assert found.draw_cards(rng).sum() == found.seen.known[-1].sum() + len(found.seen.card_born)
    assert found.effective_hands > 1


def test_the_same_seed_tells_the_same() -> None:
    game, player = course(tiny_map(), 1), posterior.assumed_player("expert", NOISY)
    first, again, other = (posterior.posterior(game, 1, 9, player, number=10, seed=seed) for seed in (3, 3, 4))
    assert np.array_equal(first.chances(), again.chances())
    assert not np.array_equal(first.chances(), other.chances())


def test_an_uncompiled_player_is_refused() -> None:
    @strategy("believed_plain", plain=True)
    def choose(view, actions, rng):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return actions[0]

    with pytest.raises(StrategyError, match="compiled"):
        posterior.assumed_player("believed_plain")


def walked(logs: list[list[float]]) -> Chains:
    """Chains that met hands 1, 2, ... of one ticket, one a step, whose turns have these logarithms."""
    passed = np.stack([np.array(logs), np.zeros_like(logs)], axis=2)
    keys = np.arange(1, passed[..., 0].size + 1, dtype=np.uint64).reshape(passed.shape[:2])
    given = keys.astype(np.int64)[..., np.newaxis]
    nothing = np.zeros((1, 1))
    return Chains(given[:, 0], given[:, 0], keys, passed, given, np.ones_like(given), nothing, nothing, given[0, 0])


def test_the_likeliest_hands_are_judged() -> None:
    chains = walked([[-9.0, -1.0, -3.0], [-2.0, -40.0, -4.0]])
    assert posterior.likeliest(chains, 1.0, 3).tolist() == [[False, True, True], [True, False, False]]
    all_but_the_hopeless = posterior.likeliest(chains, 1.0, 6)
    assert all_but_the_hopeless.tolist() == [[True, True, True], [True, False, True]]
    assert posterior.total_log_weight(chains, 1.0, all_but_the_hopeless) == pytest.approx(
        np.logaddexp.reduce([-9.0, -1.0, -3.0, -2.0, -4.0])
    )


def compared_with_all_hands(map_name: str, turn: int) -> tuple[posterior.Posterior, np.ndarray, np.ndarray]:
    """The posterior, and the chances and numbers of the tickets over all hands with the same cards imagined."""
    game, player = course(load_map(map_name), 0), posterior.assumed_player("expert")
    seen = evidence.evidence_of(game, 1, turn, 0)
    walk = posterior.Walk(game, seen, player, number=64)
    walk.draw(0)
    found = walk.go(posterior.STEPS, posterior.POWER, 0)
    pool, given, kept = seen.tickets, len(seen.born), int(seen.kept[0])
    rows = [
        (tickets, [int(i in held) for i in range(given)])
        for tickets in combinations(pool.tolist(), given)
        for held in combinations(range(given), kept)
    ]
    tickets, held = (np.array(each, np.int64) for each in zip(*rows, strict=True))
    logs = posterior.POWER * walk._judge(tickets, held).sum(axis=1)
    weight = np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()
    exact = np.zeros(len(found.chances()))
    np.add.at(exact, tickets[held == 1], np.repeat(weight, kept))
    return found, exact, pool


def test_hands_that_are_equally_likely_have_equal_chances() -> None:
    found, exact, pool = compared_with_all_hands("first_journey_usa", 1)
    assert exact[pool] == pytest.approx(2 / 30)
    assert found.chances()[pool] == pytest.approx(2 / 30, abs=0.002)


@pytest.mark.long(reason="judges all 8,775 hands of three tickets that an opponent may have been dealt")
def test_many_hands_that_are_about_as_likely_all_count() -> None:
    found, exact, pool = compared_with_all_hands("usa", 6)
    off = np.abs(found.chances() - exact)[pool]
    assert off.max() < 0.06
    assert np.mean(off <= 1.96 * found.errors()[pool]) > 0.8


def test_hands_are_weighted_by_all_cards_and_priorities_imagined() -> None:
    """Not by the few with which they were found."""
    game, player = course(tiny_map(), 1), posterior.assumed_player("expert", NOISY)
    walk = posterior.Walk(game, evidence.evidence_of(game, 0, 9), player, number=8)
    walk.draw(2)
    found = walk.go(200, 1.0, 7)
    assert walk.imagined.hands.shape[1] > posterior.SEARCH_PLANS * posterior.HANDS
    again = found.hands
    walk.imagined.hands[:] = 0  # what was imagined is changed after the search
    walk.terms = posterior.terms_of(walk.seen)
    assert not np.array_equal(walk.go(200, 1.0, 7).hands.weight, again.weight)


def test_what_all_hands_hold_is_no_more_than_certain() -> None:
    """Weights that add up to a little more than 1 made tables that ``reliability`` refused."""
    weight = np.full(10, 0.1 + 1e-15)
    assert weight.sum() > 1
    assert posterior.Hands(np.full((10, 1), 7), weight).chances()[7] == 1
