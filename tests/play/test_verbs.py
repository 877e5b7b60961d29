"""The moves of a game as methods, and refusals that say what is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ttr_analysis.errors import IllegalMove
from ttr_analysis.maps.actions import ActionKind, Decision
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position

Play = Callable[[Game], None]
OFFER = ("Boston-Miami", "Dallas-New York", "Duluth-Houston")
TUNNEL = {"track": "München-Venezia", "laid": ["blue"] * 2, "turned_up": ["blue", "red", "red"]}


def at(game_map: str, **fields: Any) -> Callable[[], Game]:
    """A way to a game at a position of two players: games are made when tests run, not when they are collected."""
    return lambda: Game.from_position(game_map, Position(players=2, **fields))


@pytest.mark.parametrize(
    ("begin", "play", "words"),
    [
        (
            at("usa", hands={0: {"purple": 3, "locomotive": 1}}),
            lambda g: g.claim("Denver-Omaha purple", "3 purple, 1 locomotive"),
            "claim Denver-Omaha purple with 3 purple + 1 locomotive",
        ),
        (
            at("usa", hands={0: ["red"] * 4}),
            lambda g: g.claim("Dallas-Houston gray 1", {"red": 1}),
            "claim Dallas-Houston gray 1 with 1 red",
        ),
        (at("usa"), lambda g: g.draw("blind"), "draw blind from the train deck"),
        (at("usa", market=["red", "blue"] + ["white"] * 3), lambda g: g.draw("blue"), "take market card 2"),
        (at("rails_sails_world"), lambda g: g.draw("blind", deck="ship"), "draw blind from the ship deck"),
        (at("usa"), lambda g: g.draw_tickets(), "draw tickets"),
        (at("usa", offered={0: OFFER}), lambda g: g.keep(["Miami-Boston", OFFER[2]]), "keep offered tickets 1, 3"),
        (at("usa", offered={0: OFFER}), lambda g: g.keep("Dallas-New York"), "keep offered tickets 2"),
        (at("usa", offered={0: OFFER}), lambda g: g.keep([1, 2]), "keep offered tickets 1, 2"),
        (at("europe", hands={0: ["red"]}), lambda g: g.build_station("Vienna"), "build a station in Wien with 1 red"),
        (at("europe", hands={0: ["blue"]}, tunnel=TUNNEL), lambda g: g.pay_tunnel("1 blue"), "pay 1 blue more"),
        (at("europe", hands={0: ["blue"]}, tunnel=TUNNEL), lambda g: g.decline_tunnel(), "decline the tunnel"),
        (
            at("rails_sails_world", pieces={0: {"train": 20, "ship": 40}}),
            lambda g: g.exchange_pieces(3, "ships"),
            "exchange 3 ship for train pieces",
        ),
        (at("rails_sails_world", turn=0), lambda g: g.choose_pieces(20), "take 20 train and 40 ship pieces"),
    ],
)
def test_a_verb_carries_out_the_action(begin: Callable[[], Game], play: Play, words: str) -> None:
    game = begin()
    before = len(game.events)
    play(game)
    action = next(event.action for event in game.events[before:] if event.is_decision)
    assert action.describe(game.game_map).startswith(words)


def test_every_kind_of_action_has_a_verb() -> None:
    verbs = [
        "draw",
        "draw",
        "claim",
        "draw_tickets",
        "build_station",
        "build_harbour",
        "exchange_pieces",
        "exchange_tickets",
        "keep",
    ]
    verbs += ["choose_pieces", "refill", "pay_tunnel", "decline_tunnel", "pass_turn"]
    assert len(verbs) == len(ActionKind)
    assert all(callable(getattr(Game, verb)) for verb in verbs)


def test_after_a_face_up_card_the_market_is_refilled() -> None:
    game = at("rails_sails_world")()
    card = next(card for card in game.view(0).market if card and "locomotive" not in card)
    game.draw(card)
    assert game.decision is Decision.REFILL
    game.refill("ship")
    assert game.decision is Decision.SECOND_CARD


@pytest.mark.parametrize(
    ("begin", "play", "why"),
    [
        (
            at("usa", hands={0: {"purple": 3, "locomotive": 2}}),
            lambda g: g.claim("Denver-Omaha purple", "4 purple"),
            "cannot claim Denver-Omaha purple with 4 purple: .*; it can be paid with .*3 purple . 1 locomotive",
        ),
        (
            at("usa", hands={0: {"purple": 3, "locomotive": 2}}),
            lambda g: g.claim("Denver-Omaha purple"),
            "say which cards to pay: it can be paid with 3 purple . 1 locomotive; 2 purple . 2 locomotive",
        ),
        (
            at("usa"),
            lambda g: g.claim("Denver-Omaha purple"),
            "cannot claim Denver-Omaha purple: the cards in hand do not pay for it; possible now: take market card 1",
        ),
        (
            at("usa", market=["red"] * 5),
            lambda g: g.draw("blue"),
            r"no blue card is face up \(face up: red, red, red, red, red\); possible now: ",
        ),
        (at("usa"), lambda g: g.draw("violet"), "there is no card 'violet'; the cards are: purple"),
        (at("rails_sails_world"), lambda g: g.draw("blind"), "from which deck. The decks are: train, ship"),
        (at("usa", offered={0: OFFER}), lambda g: g.keep(["Seattle-New York"]), "numbered from 1: Boston-Miami, "),
        (at("usa", offered={0: OFFER}), lambda g: g.keep([4]), "there is no offered ticket 4"),
        (at("usa", offered={0: OFFER}), lambda g: g.keep(None), "tickets: needs a list"),  # type: ignore[arg-type]
        (
            at("usa"),
            lambda g: g.build_station("Denver", "1 red"),
            r"cannot build a station in Denver with 1 red: Ticket to Ride \(USA\) has no stations; possible now: ",
        ),
        (
            at("usa"),
            lambda g: g.build_station("Denver"),
            r"in Denver: Ticket to Ride \(USA\) has no stations; possible",
        ),
        (at("europe"), lambda g: g.build_harbour("Wien"), "Ticket to Ride: Europe has no harbours"),
        (at("usa"), lambda g: g.pay_tunnel("1 red"), r"Ticket to Ride \(USA\) has no tunnels"),
        (at("usa"), lambda g: g.decline_tunnel(), r"Ticket to Ride \(USA\) has no tunnels"),
        (at("europe"), lambda g: g.decline_tunnel(), "this kind of action is not possible at this decision point"),
        (at("usa"), lambda g: g.exchange_pieces(1, "train"), "has no exchange of pieces"),
        (at("europe"), lambda g: g.exchange_tickets(), "has no exchange of tickets"),
        (at("usa"), lambda g: g.choose_pieces(3), "has no choice of pieces"),
        (at("usa"), lambda g: g.refill("train"), "has no choice of a deck for the market"),
        (
            at("usa"),
            lambda g: g.exchange_pieces(1, "ship"),
            "there are no pieces 'ship'; the kinds of piece are: train",
        ),
        (at("usa"), lambda g: g.claim("Denver-Omaha", {"purple": "3"}), "cards: .*needs a whole number, not '3'"),
        (at("usa"), lambda g: g.pass_turn(), "cannot pass.*; possible now: take market card 1"),
    ],
)
def test_a_refusal_says_what_is_possible_and_changes_nothing(begin: Callable[[], Game], play: Play, why: str) -> None:
    game = begin()
    before = game.position()
    with pytest.raises(IllegalMove, match=why):
        play(game)
    assert game.position() == before


def test_after_the_end_nothing_is_possible() -> None:
    game = Game("usa", 2).play("random")
    with pytest.raises(IllegalMove, match="the game is over; nothing is possible any more"):
        game.draw("blind")
