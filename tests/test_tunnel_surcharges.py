"""Surcharges in simulated games follow the exact odds: chi-square, each attempt with the deck it met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from scipy import stats

from ttr_analysis.exact.odds import surcharge_odds
from ttr_analysis.maps.events import EventKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.simulate import play_logged
from ttr_analysis.strategies import get_strategy
from ttr_analysis.strategies.base import Strategy

K = EventKind
GAMES = 150
SHOWN = {K.CARD_DEALT, K.MARKET_CARD, K.TUNNEL_CARD}


def attempts(game_map: GameMap, strategy: Strategy, games: int) -> Iterator[tuple[int, int, int]]:
    """Attempts before the deck is first rebuilt, as (cards in the deck, matching cards among them, surcharge).

    Until then the deck is what has not been dealt, shown or turned up, in an order nobody knows.
    """
    cards = game_map.rules.cards
    for game in range(games):
        deck = Counter({i: card.count for i, card in enumerate(cards)})
        matching: set[int] = set()
        begun: tuple[int, int] | None = None
        surcharge = 0
        for event in play_logged(game_map, strategy, seed=3, game=game, players=4):
            if begun and event.kind is not K.TUNNEL_CARD:
                yield *begun, surcharge
                begun = None
            if event.kind is K.DECK_REBUILT:
                break
            if event.kind in SHOWN:
                deck[event.target] -= 1
                surcharge += begun is not None and event.target in matching
            if event.kind is K.CLAIM and game_map.rules.track_kinds[game_map.tracks[event.target].kind].reveals:
                paid = {cards[i].color for i, number in enumerate(event.cards) if number}
                matching = {i for i, card in enumerate(cards) if card.wild or card.color in paid}
                begun = deck.total(), sum(deck[i] for i in matching)
                surcharge = 0


def distance(found: np.ndarray, odds: np.ndarray) -> float:
    """P-value of the chi-square test that independent draws, each with its own odds, gave these counts."""
    expected = odds.sum(axis=0)
    covariance = np.diag(expected) - odds.T @ odds
    gap = (np.bincount(found, minlength=odds.shape[1]) - expected)[1:]
    return float(stats.chi2.sf(gap @ np.linalg.solve(covariance[1:, 1:], gap), len(gap)))


# With cards to spare the planner begins few tunnels before the deck is first rebuilt.
@pytest.mark.parametrize(
    "strategy",
    [get_strategy("random"), get_strategy("ticket_planner").with_weights(tunnel_spare=0)],
    ids=["random", "eager planner"],
)
def test_surcharges_follow_the_exact_odds(strategy: Strategy) -> None:
    rows = np.array(list(attempts(load_map("europe"), strategy, GAMES)))
    assert len(rows) > 300
    deck, matching, surcharge = rows.T
    assert distance(surcharge, surcharge_odds(matching, deck)) > 0.001
    # Odds that forget the locomotives, or turn up a card too few, are told apart.
    assert distance(surcharge, surcharge_odds(matching * 2 // 3, deck)) < 1e-4
