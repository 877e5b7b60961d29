"""Which actions are tried: every legal one that is listed once, and what must be among them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ttr_analysis.experiments.evaluate.candidates import sensible, with_made
from ttr_analysis.maps import Action, ActionKind, Decision
from ttr_analysis.maps.parts import Track
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position

OTHERS = ("europe", "switzerland", "first_journey_usa")
AGAIN = pytest.mark.long(reason="the kinds of decision are those of the maps that are tried at every run")
MAPS = ("usa", "rails_sails_world", *(pytest.param(name, marks=AGAIN) for name in OTHERS))


def alike(game: Game, action: Action) -> Track:
    """The track that is claimed, the same for equal tracks beside each other."""
    return replace(game.game_map.tracks[action.target], index=0, number=0, label="")


@pytest.mark.parametrize("name", MAPS)
def test_all_are_legal_and_differ_and_the_expert_s_own_comes_first(name: str) -> None:
    game, seen = Game(name, 2, seed=3), set[Decision]()
    while not game.over:
        found = sensible(game)
        assert found
        assert len(set(found)) == len(found)
        assert all(game.can(action) for action in found)
        seen.add(game.decision)
        legal = game.legal_actions()
        if game.decision is Decision.TURN:
            tracks = {alike(game, action) for action in legal if action.kind is ActionKind.CLAIM}
            claimed = [alike(game, action) for action in found if action.kind is ActionKind.CLAIM]
            assert set(claimed) == tracks
            assert len(claimed) - len(tracks) in (0, 1), "expert's own may have an equal track beside it"
        if game.decision is Decision.KEEP_TICKETS:
            assert set(found) == set(legal)
        if game.turn % 8 < 2:
            assert game.copy(log=False).advance("expert") == found[0]
        game.advance("greedy_points")
    assert Decision.TURN in seen


def test_each_kind_of_card_is_listed_once() -> None:
    place = Position(players=2, market=["red", "red", "blue", "locomotive", "blue"])
    found = sensible(Game.from_position("usa", place))
    market = ["red", "red", "blue", "locomotive", "blue"]
    taken = [market[action.target] for action in found if action.kind is ActionKind.DRAW_MARKET]
    assert sorted(taken) == ["blue", "locomotive", "red"]
    assert Action(ActionKind.DRAW_BLIND) in found
    assert Action(ActionKind.DRAW_TICKETS) in found


def test_the_same_card_from_another_slot_is_the_same_action() -> None:
    game = Game.from_position("usa", Position(players=2, market=["red", "red", "blue", "locomotive", "blue"]))
    found = sensible(game)
    for slot in range(5):
        actions, place = with_made(game, found, Action(ActionKind.DRAW_MARKET, slot))
        assert actions == found
        assert game.view(0).market[actions[place].target] == game.view(0).market[slot]
    new = Action(ActionKind.DRAW_MARKET, 3, 1)
    assert with_made(game, found[:1], new) == ([found[0], new], 1)
