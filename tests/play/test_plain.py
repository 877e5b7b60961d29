"""Strategies in plain Python: they play everywhere, see no more than their player, and their faults are named."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

import ttr_analysis as ttr
from ttr_analysis.errors import StrategyError
from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.play import plain
from ttr_analysis.play.deadline import Deadline
from ttr_analysis.play.game import Game
from ttr_analysis.play.legal_actions import legal_actions
from ttr_analysis.play.position import Position
from ttr_analysis.play.views import PlayerView
from ttr_analysis.strategies import base

SEEN: list[PlayerView] = []

FILE = """
import ttr_analysis as ttr

@ttr.strategy(plain=True, idea="Claims the longest track it can.")
def longest(view, actions, rng):
    claims = [action for action in actions if action.kind == ttr.maps.ActionKind.CLAIM]
    if claims:
        return max(claims, key=lambda action: view.game_map.tracks[action.target].length)
    return rng.choice(actions)
"""


@pytest.fixture(autouse=True)
def _nothing_seen() -> None:
    SEEN.clear()


@pytest.fixture
def watcher() -> base.Strategy:
    @ttr.strategy("watcher", plain=True)
    def choose(view: PlayerView, actions: list[Action], rng: Random) -> Action:
        SEEN.append(view)
        return rng.choice(actions)

    return base.get_strategy("watcher")


def test_it_plays_in_a_game_the_same_for_the_same_seed(watcher: base.Strategy) -> None:
    games = [Game("usa", 2, seed=4).play(watcher) for _ in range(2)]
    assert games[0].events == games[1].events
    assert Game("usa", 2, seed=5).play(watcher).events != games[0].events


def test_it_plays_in_a_run_and_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    assert base.load_file(path) == ["longest"]
    result = ttr.simulate("usa", ["longest", "random"], players=2, games=2, seed=1, progress=False)
    assert len(result) == 2
    told = capsys.readouterr().err
    assert "longest: not compiled, so its games are slow (it is written in plain Python)" in told


def test_the_clock_of_a_decision_does_not_count_the_compiler(
    watcher: base.Strategy, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(plain, "list_actions", SimpleNamespace(signatures=[]))
    monkeypatch.setattr(plain, "legal_actions", lambda *given: done.append("list") or legal_actions(*given))
    monkeypatch.setattr(Deadline, "begin", lambda self: done.append("clock"))
    Game("usa", 2, seed=4).advance(watcher)
    assert done == ["list", "clock", "list"]


def test_it_sees_what_its_player_knows_and_every_legal_action() -> None:
    game, offered = Game("first_journey_usa", 2, seed=2), []

    @ttr.strategy("checker", plain=True)
    def choose(view: PlayerView, actions: list[Action], rng: Random) -> Action:
        offered.append((view, actions))
        return actions[0]

    while not game.over and len(offered) < 30:
        known, legal = game.view(game.player), game.legal_actions()
        game.advance("checker")
        assert offered[-1][0] == known
        assert sorted(offered[-1][1], key=repr) == sorted(legal, key=repr)


def test_the_order_of_the_actions_does_not_follow_the_rows_of_the_map(watcher: base.Strategy) -> None:
    lists: list[list[str]] = []

    @ttr.strategy("longest", plain=True)
    def choose(view: PlayerView, actions: list[Action], rng: Random) -> Action:
        claims = [action for action in actions if action.kind is ActionKind.CLAIM]
        return max(claims, key=lambda action: sum(action.cards)) if claims else actions[0]

    usa = ttr.load_map("usa")
    for each in (usa, ttr.maps.in_other_order(usa)):
        game = Game(each, 2, seed=3)
        while not game.over and len(game.events) < 120:
            game.advance("longest")
        lists.append([ttr.maps.named_event(event, each)["text"] for event in game.events])
    assert lists[0] == lists[1]
    assert any("claim" in text for text in lists[0])


def test_hidden_cards_and_tickets_change_nothing_it_sees(watcher: base.Strategy) -> None:
    own = {"hands": {0: {"red": 3}}, "market": ["blue"] * 5, "tickets": {0: ["Boston-Miami"], 1: ["Dallas-New York"]}}
    other = {
        **own,
        "hands": {0: {"red": 3}, 1: {"green": 2}},
        "tickets": {0: own["tickets"][0], 1: ["Seattle-New York"]},
    }
    own["hands"] = {0: {"red": 3}, 1: {"white": 2}}
    for fields in (own, other):
        Game.from_position("usa", Position(players=2, **fields)).advance(watcher)
    assert SEEN[0] == SEEN[1]


@pytest.mark.parametrize("returned", [None, 3, "claim Denver-Omaha", []])
def test_what_is_not_an_action_is_named_with_the_place(returned: object) -> None:
    @ttr.strategy("wrong", plain=True)
    def choose(view: PlayerView, actions: list[Action], rng: Random) -> object:
        return returned

    with pytest.raises(StrategyError, match=r"'wrong' .*seed 0, game 0, turn 0.*it must return one of the actions"):
        Game("usa", 2).play("wrong")


def test_an_illegal_action_and_an_exception_are_named() -> None:
    @ttr.strategy("cheat", plain=True)
    def cheat(view: PlayerView, actions: list[Action], rng: Random) -> Action:
        return Action(ActionKind.CLAIM, 0)

    @ttr.strategy("clumsy", plain=True)
    def clumsy(view: PlayerView, actions: list[Action], rng: Random) -> Action:
        return actions[1000]

    with pytest.raises(StrategyError, match=r"'cheat'.*illegal action"):
        Game("usa", 2).play("cheat")
    with pytest.raises(StrategyError, match=r"'clumsy'.*IndexError"):
        Game("usa", 2).play("clumsy")


def test_weights_are_for_compiled_strategies(watcher: base.Strategy) -> None:
    with pytest.raises(StrategyError, match="a plain strategy has neither weights nor explain"):
        ttr.strategy("heavy", plain=True, weights={"a": 1.0})(lambda view, actions, rng: actions[0])
    with pytest.raises(StrategyError, match="is written in plain Python, so it has no compiled function"):
        watcher.compiled  # noqa: B018


def test_a_strategy_that_leaves_python_is_named() -> None:
    @ttr.strategy("leaving", plain=True)
    def choose(view: PlayerView, actions: list[Action], rng: Random) -> Action:
        raise SystemExit(0)

    with pytest.raises(StrategyError, match=r"'leaving' failed \(seed 1, game 0, turn 0, seat 0\): SystemExit"):
        ttr.simulate("usa", "leaving", players=2, games=1, seed=1, progress=False)
