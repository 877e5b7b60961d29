"""Payments with sets of cards against brute force: every reading of every set of cards, by the words of the rule."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

import pytest

from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Track
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.rules.rule_sets import RULE_SETS
from ttr_analysis.rules.spec import GRAY

K = ActionKind
COUNTS = {"purple": 6, "red": 6, "blue": 5, "white": 3, "locomotive": 4}
"""Few colours, so that every set of cards can be tried."""


def board(symbols_only: bool = False, wilds: bool = True) -> GameMap:
    """A board with ferries on which three cards count as a wild, and tracks on which sets stand for a card."""
    ferry = {"wilds": wilds, "cards_for_wild": 3, "cards_for_wild_symbols_only": symbols_only}
    kinds = {"rail": {"wilds": wilds}, "ferry": ferry}
    rules = RULE_SETS["india"].replace(
        track_kinds=kinds,
        route_points=[0, 1, 2, 4, 7, 10],
        tickets={"deal": 0, "keep": 0},
        card_counts={card.name: COUNTS.get(card.name, 0) for card in RULE_SETS["india"].cards},
    )
    ferries = [("purple", 1, 1), ("purple", 2, 1), ("purple", 3, 1), ("purple", 3, 0), (GRAY, 2, 1), (GRAY, 3, 2)]
    rails = [("red", 2, 4), (GRAY, 2, 3), (GRAY, 3, 4), (GRAY, 4, 2)]
    specs = [(color, n, "ferry", k, 0) for color, n, k in ferries] + [(c, n, "rail", 0, q) for c, n, q in rails]
    tracks = tuple(
        Track(i, "hub", f"end {i}", n, color, kind, k, cards_for_one=q)
        for i, (color, n, kind, k, q) in enumerate(specs)
    )
    cities = (City("hub"), *(City(f"end {i}") for i in range(len(specs))))
    return GameMap("sets", "Sets", cities, tracks, (), rules)


def reads(game_map: GameMap, track: Track, cards: Sequence[int]) -> bool:
    """Whether the cards can be read as the colour, wilds and sets for a track, with no card outside."""
    kind, names = game_map.rules.track_kinds[track.kind], [card.name for card in game_map.rules.cards]
    wild, spaces, symbols = names.index("locomotive"), track.length, track.locomotives
    for color in names[:wild] + names[wild + 1 :]:
        if track.color not in (GRAY, color):
            continue
        own = names.index(color)
        for colored, wilds in product(range(cards[own] + 1), range(cards[wild] + 1)):
            rest, size = sum(cards) - colored - wilds, track.cards_for_one or kind.cards_for_wild
            sets = rest // size
            if rest % size or colored + wilds + sets != spaces:
                continue
            if track.cards_for_one:
                good = kind.wilds or not wilds
            else:
                good = symbols <= wilds + sets and (kind.wilds or wilds + sets == symbols)
                good = good and (sets <= symbols or not kind.cards_for_wild_symbols_only)
            if good:
                return True
    return False


def by_brute_force(game_map: GameMap, track: Track, hand: Sequence[int]) -> set[tuple[int, ...]]:
    """Every set of cards of a hand that pays, and from which no cards can be left out."""

    @cache
    def pays(cards: tuple[int, ...]) -> bool:
        return reads(game_map, track, cards)

    def smaller(cards: tuple[int, ...]) -> bool:
        below = product(*(range(n + 1) for n in cards))
        return any(each != cards and pays(each) for each in below)

    all_cards = product(*(range(n + 1) for n in hand))
    return {cards for cards in all_cards if pays(cards) and not smaller(cards)}


def hands(game_map: GameMap, dice: random.Random) -> list[tuple[int, ...]]:
    names = [card.name for card in game_map.rules.cards]
    drawn = [dice.sample([name for name in COUNTS for _ in range(COUNTS[name])], size) for size in (4, 7, 9, 11)]
    return [tuple(cards.count(name) for name in names) for cards in drawn]


@pytest.mark.parametrize("symbols_only", [False, True])
@pytest.mark.parametrize("wilds", [False, True])
def test_all_payments_are_found_and_no_others(symbols_only: bool, wilds: bool) -> None:
    game_map, found, with_sets = board(symbols_only, wilds), 0, 0
    for hand in hands(game_map, random.Random(7)):
        held = {card.name: n for card, n in zip(game_map.rules.cards, hand, strict=True) if n}
        game = Game.from_position(game_map, Position(players=2, hands={0: held}))
        for track in game_map.tracks:
            listed, right = game.payments(K.CLAIM, track.index), by_brute_force(game_map, track, hand)
            assert len(listed) == len(set(listed)), track
            assert set(listed) == right, track
            assert bool(right) == any(a.kind is K.CLAIM and a.target == track.index for a in game.legal_actions())
            smallest = {c for c in product(*(range(min(n, 4) + 1) for n in hand)) if sum(c) <= 7}
            accepted = {c for c in smallest if game.can(Action(K.CLAIM, track.index, 0, c))}
            assert accepted == {c for c in smallest if c in right}
            found += len(right)
            with_sets += sum(sum(cards) > track.length for cards in right)
    assert found > 200
    assert with_sets > 50


def test_bergen_stavanger_is_paid_as_the_example_says() -> None:
    """RULES_more.md, section 6: purple, two spaces, one symbol."""
    game_map = board()
    hand = {"purple": 4, "locomotive": 2, "red": 4, "blue": 3, "white": 2}
    game = Game.from_position(game_map, Position(players=2, hands={0: hand}))
    names = [card.name for card in game_map.rules.cards]

    def pays(**cards: int) -> bool:
        return game.can(Action(K.CLAIM, 1, 0, tuple(cards.get(name, 0) for name in names)))

    assert pays(purple=1, locomotive=1)
    assert pays(locomotive=2)
    assert all(pays(purple=1, **{a: 1, b: 1, c: 1}) for a, b, c in combinations(("red", "blue", "white"), 3))
    assert pays(purple=4)
    assert pays(locomotive=1, red=2, blue=1)
    assert pays(red=3, blue=3)
    assert not pays(purple=2)
    assert not pays(purple=1, locomotive=1, red=2)
    assert not pays(locomotive=1, purple=1, red=2)
    assert not pays(red=4, blue=3)
