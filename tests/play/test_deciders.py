"""Strategies that the compiler refuses, that raise or that never answer, asked by ``Game``."""

from __future__ import annotations

from typing import Any

import pytest

from ttr_analysis.engine.compiled import entry
from ttr_analysis.errors import StrategyError
from ttr_analysis.play import deadline, live_game
from ttr_analysis.play.deciders import interpreted, refusal
from ttr_analysis.play.game import Game
from ttr_analysis.strategies import get_strategy
from ttr_analysis.strategies.base import Strategy
from ttr_analysis.strategies.random import choose as at_random

follow_random = entry(at_random)  # compiled when a test first calls it, not when the tests are collected


def plain(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    view.memory[0] += __import__("math").pi > 3  # an import keeps it uncompiled
    follow_random(view, action)


def endless(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    while view.public.turn > 3 and __import__("math").pi > 3:
        pass
    follow_random(view, action)


def rude(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    if view.public.turn > 3:
        raise KeyError("Paris")
    follow_random(view, action)


def greedy(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    follow_random(view, action)
    view.mine.hand[0] += 1


def tinkerer(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    follow_random(view, action)
    view.tables.hand[0] = 9


def lazy(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    view.memory[0] += 1


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (greedy, "it changes private.hand, which it may only read"),
        (tinkerer, "it changes tables.hand, which it may only read"),
        (lazy, "it chose no action"),
    ],
)
def test_who_writes_where_it_may_only_read_or_chooses_nothing_is_told_and_changes_nothing(
    function: Any, what: str
) -> None:
    game = Game("first_journey_usa", 2, seed=5, number=7)
    before = game.position()
    with pytest.raises(StrategyError, match=rf"\(seed 5, game 7, turn 0, seat 0\): {what}"):
        game.advance(Strategy("mine", function))
    assert game.position() == before
    assert game.play("random").events == Game("first_journey_usa", 2, seed=5, number=7).play("random").events


def test_what_the_compiler_refuses_plays_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    refused = Strategy("refused", plain)
    expected = Game("usa", 3, seed=5).play("random")
    assert Game("usa", 3, seed=5).play([refused, "random", refused]).events == expected.events
    stepped = Game("usa", 3, seed=5)
    while not stepped.over:
        stepped.advance(refused)
    assert stepped.events == expected.events
    assert capsys.readouterr().err.count("refused: not compiled") == 1


@pytest.mark.parametrize("in_python", [False, True])
def test_a_strategy_can_be_built_on_another(in_python: bool) -> None:
    base = get_strategy("ticket_planner")
    follow = base.compiled

    def like_it(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        follow(view, action)

    def like_it_in_python(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        assert __import__("math").pi > 3
        follow(view, action)

    function = like_it_in_python if in_python else like_it
    built = Strategy("built", function, weights=base.weights)
    expected = Game("europe", 2, seed=3).play(base)
    assert Game("europe", 2, seed=3).play([built, base]).events == expected.events


def test_its_memory_lasts_from_decision_to_decision_and_is_each_seats_own() -> None:
    game = Game("first_journey_usa", 2, seed=5)
    refused = Strategy("refused", plain)
    asked = [0, 0]
    while not game.over:
        asked[game.player] += 1
        game.advance(refused)
    assert game._live.memory[:2, 0].tolist() == asked


def test_a_decision_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_game, "Deadline", lambda: deadline.Deadline(0.5))
    game = Game("first_journey_usa", 2, seed=5, number=7)
    with pytest.raises(StrategyError, match=r"'endless' \(seed 5, game 7, turn 4, seat \d\): a decision took longer"):
        game.play(Strategy("endless", endless))


def test_an_exception_names_strategy_seed_game_turn_and_seat() -> None:
    with pytest.raises(StrategyError, match=r"'rude' \(seed 5, game 7, turn 4, seat \d\): KeyError: 'Paris'") as caught:
        Game("first_journey_usa", 2, seed=5, number=7).play([Strategy("rude", rude), Strategy("rude", rude)])
    assert isinstance(caught.value.__cause__, KeyError)


def test_the_compilers_reason_is_its_telling_line() -> None:
    assert refusal(TypeError("Failed in nopython mode pipeline (step: x)\n\x1b[1mNo dicts\x1b[0m\nmore")) == "No dicts"


def test_helpers_that_are_called_through_their_module_are_plain_python_too() -> None:
    function = get_strategy("hungry").function
    compiled, plain = function.__globals__["planning"], interpreted(function).__globals__["planning"]
    called = set(function.__code__.co_names) & {
        name for name, each in vars(compiled).items() if hasattr(each, "py_func")
    }
    assert called
    assert not [name for name in called if hasattr(getattr(plain, name), "py_func")]
