"""The enumerator of payments against brute force over all sets of cards, judged by the referee's rules."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest
from game_words import EUROPE, LAKES, USA, WORLD

from ttr_analysis.maps.actions import Action, ActionKind, Decision
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.referee.payments import check_claim, check_harbour, check_station
from ttr_analysis.referee.verdict import RuleBroken

K = ActionKind


def random_hand(game_map: GameMap, dice: random.Random, size: int) -> dict[str, int]:
    """A hand of few colours, with locomotives."""
    colors = {*dice.sample(game_map.rules.colors, 2), "locomotive"}
    names = [card.name for card in game_map.rules.cards if card.color in colors for _ in range(min(card.count, 4))]
    return dict(Counter(dice.sample(names, size)))


def subsets(game_map: GameMap, hand: dict[str, int]) -> list[tuple[int, ...]]:
    """Every set of cards that lies in a hand."""
    return list(product(*(range(hand.get(card.name, 0) + 1) for card in game_map.rules.cards)))


def accepted(check: Any, cards: tuple[int, ...], *arguments: Any) -> bool:
    try:
        check(*arguments, Counter({kind: n for kind, n in enumerate(cards) if n}))
    except RuleBroken:
        return False
    return True


@pytest.mark.parametrize("name", available_maps())
def test_claims_by_brute_force(name: str) -> None:
    game_map, dice, found = load_map(name), random.Random(name), 0
    for size in (3, 6, 8, 9):
        hand = random_hand(game_map, dice, size)
        game = Game.from_position(game_map, Position(players=2, hands={0: hand}))
        for track in (
            dice.sample(game_map.tracks, 12) + [t for t in game_map.tracks if t.pair_spaces or t.locomotives][:4]
        ):
            by_rules = {c for c in subsets(game_map, hand) if accepted(
                lambda cards, track=track: check_claim(track, cards, game_map.rules), c)}  # fmt: skip
            listed = game.payments(K.CLAIM, track.index)
            assert len(listed) == len(set(listed))
            assert set(listed) == by_rules
            assert by_rules == {c for c in subsets(game_map, hand) if game.can(Action(K.CLAIM, track.index, 0, c))}
            found += len(listed)
    assert found > 20


@pytest.mark.parametrize("built", [0, 1, 2])
def test_stations_by_brute_force(built: int) -> None:
    dice = random.Random(built)
    for size in (2, 5, 8):
        hand = random_hand(EUROPE, dice, size)
        game = Game.from_position(EUROPE, Position(players=2, hands={0: hand}, stations={0: ["Paris", "Wien"][:built]}))
        by_rules = {c for c in subsets(EUROPE, hand) if accepted(
            lambda cards: check_station(built + 1, cards, EUROPE.rules), c)}  # fmt: skip
        listed = game.payments(K.BUILD_STATION, 0)
        assert len(listed) == len(set(listed))
        assert set(listed) == by_rules


@pytest.mark.parametrize("game_map", [WORLD, LAKES])
def test_harbours_by_brute_force(game_map: GameMap) -> None:
    dice, found = random.Random(5), 0
    for size in (4, 7, 9, 10):
        hand = random_hand(game_map, dice, size)
        by_rules = {c for c in subsets(game_map, hand) if accepted(
            lambda cards: check_harbour(cards, game_map.rules), c)}  # fmt: skip
        listed = Game.from_position(game_map, Position(players=2, hands={0: hand})).payments(K.BUILD_HARBOUR, 0)
        assert len(listed) == len(set(listed))
        assert set(listed) == by_rules
        found += len(listed)
    assert found


@pytest.mark.parametrize("laid", ["red", "locomotive"])
@pytest.mark.parametrize("owed", [1, 2, 3])
def test_surcharges_by_brute_force(laid: str, owed: int) -> None:
    track = next(t for t in EUROPE.tracks if t.kind == "tunnel" and t.color == "gray" and t.length == 2)
    tunnel = {"track": track.name, "laid": [laid] * 2, "turned_up": ["locomotive"] * owed + ["blue"] * (3 - owed)}
    hand = {"red": 3, "blue": 2, "locomotive": 3}
    game = Game.from_position(EUROPE, Position(players=2, hands={0: hand}, tunnel=tunnel))
    assert game.decision is Decision.TUNNEL
    red, wild = (next(i for i, c in enumerate(EUROPE.rules.cards) if c.name == n) for n in ("red", "locomotive"))
    by_rules = {
        c for c in subsets(EUROPE, hand)
        if sum(c) == owed and c[red] + c[wild] == owed and (laid == "red" or c[wild] == owed)
    }  # fmt: skip
    assert set(game.payments(K.PAY_TUNNEL)) == by_rules
    assert len(game.payments(K.PAY_TUNNEL)) == len(by_rules)


def test_a_hand_of_all_cards_lists_thousands_without_a_double() -> None:
    hand = {card.name: 4 for card in WORLD.rules.cards if card.count >= 4}
    track = max((t for t in WORLD.tracks if t.pair_spaces), key=lambda t: t.length)
    listed = Game.from_position(WORLD, Position(players=2, hands={0: hand})).payments(K.CLAIM, track.index)
    assert len(listed) > 1000
    assert len(set(listed)) == len(listed)
    assert Game.from_position(USA, Position(players=2)).payments(K.CLAIM, 0) == []
