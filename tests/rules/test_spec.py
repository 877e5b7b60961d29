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
    assert set(RULE_SETS) == {
        "usa", "europe", "first_journey", "rails_sails_world", "rails_sails_great_lakes", "india",
        "nordic", "switzerland",
    }  # fmt: skip


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


def test_changed_cards_of_harbours_are_told() -> None:
    rules = RULE_SETS["rails_sails_world"]
    first, *rest = rules.harbours.cards
    changed = rules.replace(harbours={"cards": [first + 1, *rest]})
    assert [text.partition(" =")[0] for text in changed.changes_from(rules)] == ["harbours.cards"]


def test_parts_of_parts_are_changed_in_the_forms_of_map_toml() -> None:
    assert USA.replace(pieces={"train": 30}).pieces == (PieceKind("train", 30),)
    four = EUROPE.replace(track_kinds={"tunnel": {"reveals": 4}}).track_kinds
    assert (four["tunnel"].reveals, four["ferry"]) == (4, EUROPE.track_kinds["ferry"])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"trains": 40}, "trains is no value of the rules"),
        ({"tickets": {"deals": 4}}, "tickets.deals is no value of the rules; did you mean deal"),
        ({"card_counts": {"pink": 4}}, "card_counts.pink is not in the game"),
        ({"card_counts": {"red": -1}}, "red: must be from 0 to 128"),
        ({"players": (0, 5)}, "players entry 1: must be from 1 to 6"),
        ({"players": (4, 3)}, "must begin with the smaller number"),
        ({"players": (2, 7)}, "players"),
        ({"hand": (-1,)}, "must be from 0"),
        ({"hand": (4, 4)}, "one number for each deck"),
        ({"draws": 0}, "draws"),
        ({"draws": 2.9}, "draws needs a whole number, not 2.9; now it is draws = 2"),
        ({"draws": "15"}, "draws needs a whole number, not '15'"),
        ({"longest_trail_bonus": 7.5}, "longest_trail_bonus needs a whole number, not 7.5"),
        ({"pieces": 30}, 'pieces needs a list, not 30; now it is pieces = [{ name = "train", supply = 45 }]'),
        ({"hand": 6}, "hand needs a list, not 6; now it is hand = [4]"),
        ({"market": {"slots": 4}}, "market.slots needs a list, not 4; now it is market.slots = [5]"),
        ({"market": {"slots": (7,)}}, "market.slots entry 1: must be from 0 to 6"),
        ({"market": {"wild_limit": -1}}, "market.wild_limit must be from 0"),
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
        ({"cards": (CardKind("train", "red", 5, units=3),)}, "units: 3 is not possible; choose from 1, 2"),
        ({"pieces": (PieceKind("train", 0),)}, "supply: must be from 1"),
        ({"pieces": (PieceKind("car", 45),)}, "pieces called 'train'"),
        ({"pieces_kept": 46}, "pieces_kept is 46"),
        ({"tickets": {"deal": 8, "deal_long": 1}}, "more than 8 tickets"),
        ({"tickets": {"keep": 4}}, "tickets.keep is 4"),
        ({"tickets": {"draw_keep": 4}}, "tickets.draw_keep is 4"),
        ({"tickets": {"goal": -1}}, "tickets.goal must be from 0"),
        ({"hand_limit": 3}, "hand_limit is 3, but 4 cards are dealt"),
        ({"tie_breaks": ("tickets", "tickets")}, "twice"),
        ({"stations": {"number": 3, "costs": (0, 1, 2)}}, "entry 1: must be from 1"),
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
