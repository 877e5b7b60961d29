"""From a log to a game: the same decisions, that can be taken back; logs of other games are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments import game_of_log
from ttr_analysis.maps import EventKind
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.simulate import play_logged

OTHERS = ("nordic", "switzerland", "india", "rails_sails_world")
AGAIN = pytest.mark.long(reason="the rules are those of the maps that are tried at every run, more or less")
MAPS = ("usa", "europe", "first_journey_usa", *(pytest.param(name, marks=AGAIN) for name in OTHERS))


@pytest.mark.parametrize("name", MAPS)
def test_the_game_of_a_log_has_the_same_log(name: str) -> None:
    log = play_logged(name, "greedy_points", players=2, seed=4, game=1)
    game = game_of_log(name, log)
    assert game.over
    told = [event for event in game.events if event.kind not in (EventKind.FINAL_SCORE, EventKind.LONGEST_TRAIL)]
    first = next(place for place, event in enumerate(log) if event.is_decision)
    assert told == [e for e in log[first:] if e.kind not in (EventKind.FINAL_SCORE, EventKind.LONGEST_TRAIL)]
    for _ in range(5):
        game.undo()
    assert not game.over


def test_a_log_may_begin_with_a_position_and_end_early() -> None:
    place = Position(players=2, hands={0: {"purple": 4}}, tickets={0: ["Denver-El Paso"]}, turn=5)
    played = Game.from_position("usa", place)
    played.claim("Denver-Omaha purple")
    played.draw("blind")
    game = game_of_log("usa", played.events, start=place)
    assert game.events == played.events
    assert game.view(0) == played.view(0)


def test_a_deck_that_is_rebuilt_within_a_decision_is_drawn_from_as_the_log_says() -> None:
    """A card is taken, its place is filled with the deck's last card, and the market is cleared."""
    hand = {"red": 11, "locomotive": 11, "black": 11, "orange": 11, "purple": 12, "yellow": 12, "green": 12}
    place = Position(
        players=2, turn=5, seed=3, hands={0: hand}, discards={"blue": 12, "white": 12}, deck_top=["locomotive"],
        deck=[], market=["red", "locomotive", "locomotive", "black", "orange"],
    )  # fmt: skip
    played = Game.from_position("usa", place)
    played.draw("red")
    kinds = [event.kind for event in played.events]
    assert EventKind.DECK_REBUILT in kinds
    assert kinds.count(EventKind.MARKET_CARD) == 6
    game = game_of_log("usa", played.events, start=replace(place, seed=4))
    assert game.view(0).market == played.view(0).market
    game.undo()
    assert game.view(0).hand == hand


def test_other_logs_are_refused_with_the_first_event_that_does_not_fit() -> None:
    log = play_logged("usa", "greedy_points", players=2, seed=4)
    with pytest.raises(SetupError, match=r"decision \d of the log .* is not possible on map europe"):
        game_of_log("europe", log)
    claim = next(place for place, event in enumerate(log) if event.kind is EventKind.CLAIM)
    wrong = [*log[:claim], replace(log[claim], target=(log[claim].target + 1) % 90), *log[claim + 1 :]]
    with pytest.raises(SetupError, match=rf"turn {log[claim].turn}, player {log[claim].seat + 1}"):
        game_of_log("usa", wrong)
    score = [*log[:-1], replace(log[-1], number=log[-1].number + 1)]
    with pytest.raises(SetupError, match="leads elsewhere"):
        game_of_log("usa", score)
    with pytest.raises(SetupError, match="number of players"):
        game_of_log("usa", [])
    with pytest.raises(SetupError, match="events, entry 1 must be an Event, not 'x'"):
        game_of_log("usa", ["x"])  # type: ignore[list-item]
    with pytest.raises(SetupError, match="start must be a Position"):
        game_of_log("usa", log, start="x")  # type: ignore[arg-type]
