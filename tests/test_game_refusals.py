"""What a newcomer gets wrong with ``Game``: one clear line of our own errors each time, and an unchanged game."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from game_words import EUROPE, FIRST_JOURNEY, USA, WORLD, blind

from ttr_analysis.errors import IllegalMove, MapError, SetupError, StrategyError, TicketToRideError
from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.maps.folder import find_map
from ttr_analysis.play.game import Game
from ttr_analysis.play.messages import TOLD, announce_compilation
from ttr_analysis.play.position import Position
from ttr_analysis.play.simulate import simulate

TAKEN = next(track for track in USA.tracks if track.name.startswith("Denver-Omaha"))
FOUR_PURPLE, ONE_RED = (4, *[0] * 8), (*[0] * 6, 1, 0, 0)
RED = next(track for track in USA.tracks if (track.color, track.length) == ("red", 3))


def refused(error: type[TicketToRideError], message: str, call: Callable[[], object]) -> None:
    """One line of this error, with these words."""
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.fixture
def game() -> Game:
    return Game.from_position(
        USA, Position(players=2, hands={0: {"red": 4, "purple": 4}}, tracks={1: ["Denver-Omaha"]})
    )


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Action(ActionKind.CLAIM, TAKEN.index, 0, FOUR_PURPLE), "purple with 4 purple: the track is already claimed"),
        (Action(ActionKind.CLAIM, RED.index, 0, ONE_RED), "with 1 red: these cards are not an exact payment"),
        (Action(ActionKind.CLAIM, RED.index, 0, (3, *[0] * 8)), "with 3 purple: these cards are not an exact payment"),
        (Action(ActionKind.CLAIM, RED.index, 0, (0, 9, *[0] * 7)), "the player does not hold these cards"),
        (Action(ActionKind.CLAIM, RED.index), "with nothing: these cards are not an exact payment"),
        (Action(ActionKind.CLAIM, RED.index, 0, (1,) * 25), "a payment needs one number for each of the 9 kinds"),
        (Action(ActionKind.CLAIM, 999), "cannot claim 999: map usa has no track 999; they are numbered from 0 to 99"),
        (Action(ActionKind.BUILD_STATION, 3, 0, (1, *[0] * 8)), "cannot build a station in"),
        (Action(ActionKind.KEEP_TICKETS, number=1), "not possible at this decision point"),
        (None, "None is not an Action; take one of legal_actions(), or create one"),
        ("claim", "'claim' is not an Action"),
        (ActionKind.CLAIM, "is not an Action"),
        ([blind()], "a list is not an Action"),
        (Action("claim", 0), "an ActionKind, such as ActionKind.CLAIM, not 'claim'"),  # type: ignore[arg-type]
        (Action(99), "not 99"),  # type: ignore[arg-type]
        (Action(ActionKind.CLAIM, "Denver-Omaha"), "target of the Action needs a whole number, not 'Denver-Omaha'"),  # type: ignore[arg-type]
        (Action(ActionKind.CLAIM, 1.5), "target of the Action needs a whole number, not 1.5"),  # type: ignore[arg-type]
        (Action(ActionKind.CLAIM, 0, None), "number of the Action needs a whole number, not None"),  # type: ignore[arg-type]
        (Action(ActionKind.CLAIM, 0, 0, None), "cards of the Action needs a list, not None"),  # type: ignore[arg-type]
        (Action(ActionKind.CLAIM, 0, 0, "red"), "cards of the Action needs a list, not 'red'"),  # type: ignore[arg-type]
        (Action(ActionKind.CLAIM, 0, 0, {"red": 3}), "cards of the Action needs a list, not a table"),  # type: ignore[arg-type]
        (Action(ActionKind.CLAIM, 0, 0, (1.5,) * 9), "cards of the Action entry 1: needs a whole number"),  # type: ignore[arg-type]
        (Action(ActionKind.CLAIM, 1 << 90), "cannot claim a very large number"),
    ],
)  # fmt: skip
def test_what_is_no_legal_action_is_refused_and_changes_nothing(game: Game, action: Any, message: str) -> None:
    before = game._live.game_record.tobytes(), game.events
    refused(IllegalMove, message, lambda: game.step(action))
    assert (game._live.game_record.tobytes(), game.events) == before
    game.step(blind())  # and the game goes on


def test_actions_of_other_maps_and_after_the_end() -> None:
    for other in (EUROPE, WORLD):
        foreign = Game.from_position(other, Position(players=2, hands={0: {"red": 4}}))
        claims = [action for action in foreign.legal_actions() if action.kind is ActionKind.CLAIM]
        own = Game(USA, 2, seed=7)
        refused(IllegalMove, "cannot ", lambda own=own, claims=claims: own.step(claims[0]))
    over = Game(USA, 2, seed=3).play("random")
    for action in (blind(), Action(ActionKind.CLAIM, 0), Action(ActionKind.CLAIM, 1 << 90)):
        refused(IllegalMove, "the game is over", lambda action=action: over.step(action))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"players": 1}, SetupError, "2 to 5 players, not 1"),
        ({"players": 6}, SetupError, "2 to 5 players, not 6"),
        ({"players": "2"}, SetupError, "players needs a whole number, not '2'"),
        ({"players": 2.5}, SetupError, "players needs a whole number, not 2.5"),
        ({"players": True}, SetupError, "players needs a whole number, not True"),
        ({"seed": -1}, SetupError, "seed is -1; it must be from 0 to 2 ** 63 - 1"),
        ({"seed": "7"}, SetupError, "seed needs a whole number, not '7'"),
        ({"seed": 1 << 70}, SetupError, "seed is a very large number; it must be from 0"),
        ({"number": 1.5}, SetupError, "number needs a whole number, not 1.5"),
        ({"game_map": "usaa"}, MapError, "did you mean usa? available are"),
        ({"game_map": None}, MapError, "a map must be given by its name or its folder, not as None"),
        ({"game_map": ["usa"]}, MapError, "not as a list"),
    ],
)
def test_a_game_that_cannot_be(arguments: dict[str, Any], error: type[TicketToRideError], message: str) -> None:
    refused(error, message, lambda: Game(**({"game_map": USA, "players": 2} | arguments)))
    game_map, fields = arguments.get("game_map", USA), {k: v for k, v in arguments.items() if k != "game_map"}
    refused(error, message, lambda: Game.from_position(game_map, Position(**({"players": 2} | fields))))


def test_a_map_may_be_a_folder_and_a_number_numpys() -> None:
    game = Game(find_map("usa"), np.int64(2), seed=np.uint64(3))  # type: ignore[arg-type]
    assert game.events == Game("usa", 2, seed=3).events
    assert game.view(np.int64(1)) == game.view(1)  # type: ignore[arg-type]
    assert isinstance(find_map("usa"), Path)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"tracks": 3}, "tracks: needs a table of names and values, not 3"),
        ({"tracks": {0: "Denver-Omaha"}}, "tracks: 0: needs a list, not 'Denver-Omaha'"),
        ({"tracks": {0: [None]}}, "tracks: 0: entry 1: needs text or a whole number, not None"),
        ({"hands": {0: "red"}}, "hands: 0: needs a list or a table of names and values, not 'red'"),
        ({"hands": {0: {"red": "3"}}}, "hands: 0: red: needs a whole number, not '3'"),
        ({"hands": {0: {"red": 10**9}}}, "hands: 0: red: 1000000000 is out of range: no number in a game"),
        ({"pieces": {0: 45.0}}, "pieces: 0: needs a whole number or a table"),
        ({"exchanged": {0: -3}}, "exchanged: 0: must be 0 or more, not -3"),
        ({"exchanged": {0: 5}}, "under these rules"),
        ({"chosen_pieces": {0: 5}}, "chosen_pieces: seat 0 cannot choose 5"),
        ({"offered": {1: ["Seattle-New York"]}}, "offered: only seat 0, which is to move, can be offered"),
        ({"turn": 10**20}, "turn: a very large number is out of range"),
        ({"seat": True}, "seat: needs a whole number, not True"),
        ({"turns_left": 1.5}, "turns_left: needs a whole number, not 1.5"),
        ({"cards_drawn": 2}, "cards_drawn: after 2 cards the turn is over"),
        ({"refill_slot": 2}, "refill_slot: under these rules, players do not choose"),
        ({"tunnel": {"trak": 0}}, "tunnel: may contain track, laid and turned_up, but not trak"),
        ({"tunnel": {"track": 0, "laid": ["red"], "turned_up": ["red"]}}, "Atlanta-Charleston gray is not a tunnel"),
        ({"tunnel": {"track": 0, "laid": 3, "turned_up": []}}, "tunnel, laid: needs a list or a table"),
        ({"idle_turns": -1}, "idle_turns: must be 0 or more, not -1"),
        ({"streams": [[1, 2]]}, "streams: needs 10 lists of 4 numbers"),
        ({"streams": [[-1] * 4] * 8}, "from 0 to 2 ** 64 - 1"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be(position: dict[str, Any], message: str) -> None:
    refused(SetupError, message, lambda: Game.from_position(USA, Position(players=2, **position)))


def test_more_cards_than_a_tunnel_turns_up_and_no_such_slot() -> None:
    tunnel = next(track for track in EUROPE.tracks if track.kind == "tunnel")
    position = {"track": tunnel.index, "laid": ["red"], "turned_up": ["red"] * 4}
    refused(
        SetupError,
        "4 cards are given, but only 3 are turned up",
        lambda: Game.from_position(EUROPE, Position(players=2, tunnel=position)),
    )
    refused(
        SetupError,
        "there is no empty market slot 9; slots are numbered 0 to 5",
        lambda: Game.from_position(WORLD, Position(players=2, refill_slot=9)),
    )
    refused(
        SetupError, "10 to 25", lambda: Game.from_position(WORLD, Position(players=2, turn=0, chosen_pieces={0: 1000}))
    )


@pytest.mark.parametrize("name", ["Denver - Omaha", "Denver > Omaha", "Omaha – Denver", "denver to omaha purple"])
def test_tracks_and_tickets_are_found_however_the_dash_is_written(name: str) -> None:
    assert Game.from_position(USA, Position(players=2, tracks={0: [name]})).view(0).owners == {TAKEN.name: 0}
    for ticket in ("Chicago - New Orleans", "Chicago > New Orleans", "Chicago-New Orleans"):
        assert Game.from_position(USA, Position(players=2, tickets={0: [ticket]})).view(0).tickets == (
            "Chicago-New Orleans",
        )


@pytest.mark.parametrize("player", [9, -1, "x", None, 1.5, True])
def test_there_is_no_such_player(game: Game, player: Any) -> None:
    for call in (game.view, game.score):
        refused(SetupError, "player", lambda call=call: call(player))


def test_questions_that_make_no_sense(game: Game) -> None:
    refused(SetupError, "no cards are paid for 'claim'", lambda: game.payments("claim"))  # type: ignore[arg-type]
    refused(SetupError, "no cards are paid for", lambda: game.payments(ActionKind.DRAW_BLIND))
    refused(SetupError, "target is -1; give the number of a track or city", lambda: game.payments(ActionKind.CLAIM, -1))
    refused(SetupError, "target needs a whole", lambda: game.payments(ActionKind.CLAIM, "Denver-Omaha"))  # type: ignore[arg-type]
    refused(IllegalMove, "3 is not an Action", lambda: game.describe(3))  # type: ignore[arg-type]
    refused(
        IllegalMove,
        "cannot describe claim 999: map usa has no such target",
        lambda: game.describe(Action(ActionKind.CLAIM, 999)),
    )
    refused(
        IllegalMove,
        "cannot describe claim -1: map usa has no such target",
        lambda: game.describe(Action(ActionKind.CLAIM, -1)),
    )
    refused(StrategyError, "a strategy must be a name or a Strategy, not 3", lambda: game.advance(3))  # type: ignore[arg-type]
    refused(SetupError, "strategies must be a name or a Strategy", lambda: game.play(None))  # type: ignore[arg-type]
    refused(SetupError, "0 strategies for 2 players", lambda: game.play([]))


def test_a_copy_goes_its_own_way(game: Game) -> None:
    before, twin = game.events, game.copy()
    twin.step(blind())
    assert (game.events, game.view(0).hand_sizes) == (before, (8, 0))
    game.step(blind())
    assert game.events == twin.events
    game.play("random")
    assert not twin.over


def forget_what_was_said() -> None:
    announce_compilation.cache_clear()
    os.environ.pop(TOLD, None)


def test_before_compiling_a_game_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    forget_what_was_said()
    monkeypatch.setattr("ttr_analysis.play.messages.is_cold", lambda: True)
    Game(USA, 2)
    game = Game(USA, 3)
    game.step(game.legal_actions()[0])
    game.play("random")
    assert capsys.readouterr().err.count("compiling the engine") == 1
    forget_what_was_said()


def test_only_what_is_used_is_told_of(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Else advice on tickets, which carries out no action of a Game, would announce a compilation each time."""
    forget_what_was_said()
    monkeypatch.setattr("ttr_analysis.play.messages._missing", lambda some: some.__name__ == "reason_against_action")
    game = Game(USA, 2)
    actions = game.legal_actions()
    assert "compiling" not in capsys.readouterr().err
    game.step(actions[0])
    assert "compiling the engine" in capsys.readouterr().err
    forget_what_was_said()


@pytest.mark.parametrize(
    "call", [lambda game_map: Game(game_map, 2), lambda game_map: simulate(game_map, "random", games=1, players=2)]
)
def test_a_deck_too_small_is_told_before_the_first_game(call: Callable[[Any], object]) -> None:
    dealt = 2 * FIRST_JOURNEY.rules.tickets.deal
    few = replace(FIRST_JOURNEY, tickets=FIRST_JOURNEY.tickets[: dealt - 1])
    refused(SetupError, f"has {dealt - 1} tickets, but 2 players are dealt 2 each: {dealt}", lambda: call(few))
