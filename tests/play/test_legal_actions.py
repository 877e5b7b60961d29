"""The list of legal actions: against every thinkable action asked one by one, page by page, and by the clock."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod

import pytest
from how_often import boards

from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play import legal_actions as listing
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position

K = ActionKind
MOST = 20
"""Targets and numbers that are tried; more than there are offers, slots, decks or pieces to exchange at once."""


def thinkable(game: Game, tracks: list[int], cities: list[int]) -> Iterator[Action]:
    """Every action that somebody may think of, with every set of cards in hand as a payment."""
    held = [game.view(game.player).hand.get(card.name, 0) for card in game.game_map.rules.cards]
    payments = list(product(*(range(number + 1) for number in held)))
    paid = {K.CLAIM: tracks, K.BUILD_STATION: cities, K.BUILD_HARBOUR: cities, K.PAY_TUNNEL: [0]}
    for kind in K:
        if kind in paid:
            yield from (Action(kind, target, 0, cards) for target, cards in product(paid[kind], payments))
        elif kind in (K.KEEP_TICKETS, K.CHOOSE_PIECES):
            yield from (Action(kind, 0, number) for number in range(300))
        elif kind is K.EXCHANGE_PIECES:
            yield from (Action(kind, target, number) for target, number in product(range(2), range(90)))
        elif kind in (K.DRAW_MARKET, K.DRAW_BLIND, K.REFILL):
            yield from (Action(kind, target) for target in range(MOST))
        else:
            yield Action(kind)


@pytest.mark.parametrize("name", boards("usa"))
def test_what_is_listed_is_what_is_not_refused(name: str) -> None:
    game_map, dice, seen = load_map(name), random.Random(name), Counter[str]()
    for seed in range(4):
        game = Game(game_map, game_map.rules.players[0], seed=seed)
        for _ in range(60):
            decision = game.decision.name
            held = game.view(game.player).hand.values()
            if not game.over and seen[decision] < 3 and prod(number + 1 for number in held) <= 80:
                tracks = dice.sample(range(len(game_map.tracks)), 8)
                cities = dice.sample(range(len(game_map.cities)), 4)
                allowed = {action for action in thinkable(game, tracks, cities) if game.can(action)}
                listed = game.legal_actions()
                places = {K.CLAIM: tracks, K.BUILD_STATION: cities, K.BUILD_HARBOUR: cities}
                tried = [each for each in listed if each.target in places.get(each.kind, [each.target])]
                assert len(set(tried)) == len(tried)
                assert set(tried) == allowed
                assert [(a.kind, a.target, a.number) for a in listed] == sorted(
                    (a.kind, a.target, a.number) for a in listed
                )
                seen[decision] += 1
            if not game.over:
                game.advance("random")
    assert min(seen["TURN"], seen["SECOND_CARD"], seen["KEEP_TICKETS"]) == 3 or "first_journey" in name


@pytest.mark.parametrize("name", boards())
def test_pages_of_any_size_give_the_same_list(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game_map, at_once, lists = load_map(name), listing._ROOMS, 0
    game = Game(game_map, 2, seed=2)
    while not game.over and game.turn < 60:
        monkeypatch.setattr(listing, "_ROOMS", at_once)
        whole = game.legal_actions()
        if game.turn % 5 == 0:
            whole = whole[:400]
            for rooms in ((1, 400), (7, 31), (len(whole), 1), (2,)):
                if len(whole) < 400:
                    monkeypatch.setattr(listing, "_ROOMS", rooms)
                    assert game.legal_actions() == whole
                    lists += 1
        game.advance("expert")
    assert lists > 8


def test_payments_with_sets_and_in_pairs_go_over_many_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size in (("nordic", 26), ("rails_sails_world", 30)):
        game_map = load_map(name)
        cards = [card.name for card in game_map.rules.cards for _ in range(3)]
        hand = dict(Counter(random.Random(1).sample(cards, size)))
        game = Game.from_position(game_map, Position(players=2, hands={0: hand}))
        whole = game.legal_actions()
        monkeypatch.setattr(listing, "_ROOMS", (64, 500))
        assert len(whole) > 1_000
        assert game.legal_actions() == whole
        assert len(set(whole)) == len(whole)
        for target in {action.target for action in whole if action.kind is K.CLAIM}:
            paid = [action.cards for action in whole if action.kind is K.CLAIM and action.target == target]
            assert paid == game.payments(K.CLAIM, target)
        monkeypatch.undo()


def cpu_seconds(game: Game) -> float:
    """CPU time of a list: the least of several, because the processor's caches are shared."""
    spent = []
    for _ in range(7):
        began = time.thread_time()
        game.legal_actions()
        spent.append(time.thread_time() - began)
    return min(spent)


@pytest.mark.parametrize(("name", "size"), [("nordic", 30), ("rails_sails_world", 18), ("usa", 40), ("europe", 1)])
def test_a_list_takes_a_tenth_of_a_millisecond_and_three_microseconds_an_action(name: str, size: int) -> None:
    game_map = load_map(name)
    cards = [card.name for card in game_map.rules.cards for _ in range(min(card.count, 6))]
    hand = dict(Counter(random.Random(3).sample(cards, size)))
    game = Game.from_position(game_map, Position(players=2, hands={0: hand}))
    assert cpu_seconds(game) < 1e-4 + 3e-6 * len(game.legal_actions())
