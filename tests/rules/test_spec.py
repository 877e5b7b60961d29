"""Rule sets as data: checked when made, changed by a checked copy."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ttr_analysis.errors import RuleError
from ttr_analysis.rules import COLORS, EUROPE, FIRST_JOURNEY, GREAT_LAKES, RULE_SETS, USA, WILD, WORLD
from ttr_analysis.rules.spec import CardKind, PieceKind, TrackKind


def test_every_rule_set_is_found_by_its_name() -> None:
    assert {name: rules.name for name, rules in RULE_SETS.items()} == {name: name for name in RULE_SETS}
    assert set(RULE_SETS) == {"usa", "europe", "first_journey", "rails_sails_world", "rails_sails_great_lakes"}


@pytest.mark.parametrize(
    ("rules", "cards", "wilds", "colors"),
    [
        (USA, 110, 14, 8),
        (EUROPE, 110, 14, 8),
        (FIRST_JOURNEY, 72, 12, 6),
        (WORLD, 140, 14, 6),
        (GREAT_LAKES, 140, 14, 6),
    ],
)
def test_cards_of_each_game(rules: Any, cards: int, wilds: int, colors: int) -> None:
    assert rules.total_cards == cards
    assert sum(card.count for card in rules.cards if card.wild) == wilds
    assert len(rules.colors) == colors
    assert [color for color in COLORS if color in rules.colors] == list(rules.colors)


@pytest.mark.rule("USA-SETUP-1", "USA-SETUP-2", "USA-SETUP-6")
def test_usa_boxes_and_players() -> None:
    assert USA.pieces == (PieceKind("train", 45),)
    assert {card.color: card.count for card in USA.cards} == dict.fromkeys(COLORS, 12) | {WILD: 14}
    assert USA.players == (2, 5)


@pytest.mark.rule("FJ-SETUP-2", "FJ-SETUP-4", "FJ-SETUP-6")
def test_first_journey_cards_market_and_players() -> None:
    assert FIRST_JOURNEY.total_cards == 72
    assert set(FIRST_JOURNEY.colors) == {"yellow", "green", "white", "black", "blue", "red"}
    assert FIRST_JOURNEY.market.slots == (0,)
    assert FIRST_JOURNEY.players == (2, 4)


@pytest.mark.rule("RS-CARDS-1", "RS-CARDS-2")
def test_rails_and_sails_decks_hold_80_and_60_cards() -> None:
    by_deck = {deck: sum(card.count for card in WORLD.cards if card.deck == deck) for deck in WORLD.decks}
    assert by_deck == {"train": 80, "ship": 60}


def test_lengths_are_those_with_points() -> None:
    assert USA.lengths == (1, 2, 3, 4, 5, 6)
    assert EUROPE.lengths == (1, 2, 3, 4, 6, 8)
    assert GREAT_LAKES.lengths[-1] == 9


@pytest.mark.parametrize(
    ("card", "name"),
    [
        (CardKind("train", "red", 12), "red"),
        (CardKind("train", WILD, 14), "locomotive"),
        (CardKind("ship", "red", 6, units=2), "red ship x2"),
        (CardKind("train", "red", 4, symbol=True), "red with harbour"),
    ],
)
def test_card_names(card: CardKind, name: str) -> None:
    assert card.name == name


def test_replace_changes_a_copy_part_by_part() -> None:
    changed = USA.replace(tickets={"deal": 5, "keep": 3}, hand=[5], card_counts={"red": 10})
    assert (changed.tickets.deal, changed.tickets.keep, changed.tickets.draw) == (5, 3, USA.tickets.draw)
    assert changed.hand == (5,)
    assert changed.total_cards == 108
    assert (USA.tickets.deal, USA.hand, USA.total_cards) == (3, (4,), 110)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"trains": 40}, "no value called 'trains'"),
        ({"tickets": {"deals": 4}}, "no value called 'deals'"),
        ({"card_counts": {"pink": 4}}, "no card called 'pink'"),
        ({"card_counts": {"red": -1}}, "negative count"),
        ({"players": (1, 5)}, "players"),
        ({"players": (2, 6)}, "players"),
        ({"hand": (-1,)}, "negative"),
        ({"hand": (4, 4)}, "one number for each deck"),
        ({"draws": 0}, "draws"),
        ({"market": {"slots": (7,)}}, "the market has more than 6 cards"),
        ({"market": {"wild_limit": -1}}, "negative"),
        ({"decks": ("train", "ship", "air")}, "3 decks"),
        ({"cards": (CardKind("ship", "red", 5),)}, "deck that does not exist"),
        (
            {
                "decks": ("ship",),
                "cards": (CardKind("ship", "red", 90),),
                "track_kinds": {"tunnel": TrackKind(reveals=3)},
            },
            "track kind 'tunnel' takes cards of the deck 'train', which does not exist",
        ),
        ({"cards": (CardKind("train", "pink", 5),)}, "color"),
        ({"cards": (CardKind("train", "red", 5), CardKind("train", "red", 6))}, "two with the same name"),
        ({"cards": tuple(CardKind("train", "red", 5) for _ in range(26))}, "more than 25 kinds of card"),
        ({"cards": (CardKind("train", "red", 5, units=3),)}, "covers neither 1 nor 2"),
        ({"pieces": (PieceKind("train", 0),)}, "at least one piece of each"),
        ({"pieces": (PieceKind("car", 45),)}, "pieces called 'train'"),
        ({"pieces_kept": 46}, "pieces_kept is 46"),
        ({"tickets": {"deal": 9}}, "more than 8 tickets"),
        ({"tickets": {"keep": 4}}, "tickets.keep is 4"),
        ({"tickets": {"draw_keep": 4}}, "tickets.draw_keep is 4"),
        ({"tickets": {"goal": -1}}, "negative"),
        ({"stations": {"number": 3, "costs": (1, 3, 2)}}, "must increase"),
        ({"stations": {"number": 3, "costs": (0, 1, 2)}}, "start at 1 or more"),
        ({"stations": {"number": 2, "costs": (1,)}}, "one cost for each"),
        ({"harbours": {"number": 5, "cards": (2,)}}, "from 0 to 4"),
        ({"harbours": {"number": 3, "cards": (2, 2)}}, "harbours.cards"),
        ({"end": {"pieces_left": -1}}, "end.pieces_left"),
        ({"route_points": (0, -1)}, "allows no track length"),
        ({"route_points": (0,) * 17}, "beyond length 15"),
        ({"tie_breaks": ("age",)}, "'age'"),
        ({"standstill_rounds": 0}, "standstill_rounds"),
    ],
)
def test_replace_refuses(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError, match=re.escape(message)):
        USA.replace(**changes)


def test_a_rule_error_lists_everything_at_once() -> None:
    with pytest.raises(RuleError, match=r"players.*tickets\.keep"):
        USA.replace(players=(2, 9), tickets={"keep": 9})
