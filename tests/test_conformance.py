"""What the check of strategies finds: each fault in a strategy made to have it, none in ours."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ttr_analysis import chunks, deadline
from ttr_analysis.actions import ActionKind
from ttr_analysis.conformance import Conformance, check_strategy
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.maps import available_maps, load_map
from ttr_analysis.simulation import GameFailed, simulate
from ttr_analysis.strategies import available_strategies, base, get_strategy, load_file
from ttr_analysis.strategies.base import Strategy
from ttr_analysis.strategies.random import choose as at_random

follow_random = compiled(at_random)


def found(strategy: Strategy, name: str = "first_journey_usa") -> Conformance:
    (only,) = check_strategy(strategy, [name], [2], games=1)
    return only


@pytest.mark.parametrize("name", available_maps())
@pytest.mark.parametrize("strategy", available_strategies())
def test_our_strategies_conform(strategy: str, name: str) -> None:
    board = load_map(name)
    for each in check_strategy(get_strategy(strategy).quickened, [board], board.rules.players, games=1):
        assert each.faults == ()


def test_a_good_strategy_of_ones_own_conforms_and_tells_its_moves() -> None:
    def choose(tables, public, private, memory, weights, work, stream, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        follow_random(tables, public, private, memory, weights, work, stream, action)

    clean = found(Strategy("mine", choose))
    assert clean.faults == ()
    assert {ActionKind.CLAIM, ActionKind.DRAW_BLIND, ActionKind.KEEP_TICKETS} <= clean.kinds
    assert "no fault" in str(clean)


def test_a_choice_that_depends_on_scratch_space_is_found() -> None:
    def choose(tables, public, private, memory, weights, work, stream, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        memory[0] += work.numbers[1023]
        follow_random(tables, public, private, memory, weights, work, stream, action)

    assert any("scratch space" in fault for fault in found(Strategy("messy", choose)).faults)


def test_a_peek_at_an_opponents_hand_is_found() -> None:
    # Plain Python can find the whole record behind its own part of it; nothing else must come of that.
    def choose(tables, public, private, memory, weights, work, stream, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        whole = private
        while whole.base is not None:
            whole = whole.base
        follow_random(tables, public, private, memory, weights, work, stream, action)
        memory[0] = sum(int(word) for word in bytes(whole)[:400_000:8])

    assert any("does not see" in fault for fault in found(Strategy("peeker", choose)).faults)


def test_games_that_differ_from_one_time_to_the_next_are_found() -> None:
    def choose(tables, public, private, memory, weights, work, stream, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        stream[0] ^= stream[0] ^ type(stream[0])(time.perf_counter_ns() % 100_003 + 1)
        follow_random(tables, public, private, memory, weights, work, stream, action)

    assert any("another one" in fault for fault in found(Strategy("moody", choose)).faults)


def test_an_illegal_action_is_named_with_its_game_and_turn() -> None:
    def choose(tables, public, private, memory, weights, work, stream, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        follow_random(tables, public, private, memory, weights, work, stream, action)
        if public.turn > 2:
            action.kind = 99

    (fault,) = found(Strategy("cheat", choose)).faults
    assert "seed 1, game 0, turn 3" in fault


def test_a_decision_without_end_is_given_up_and_the_other_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "Deadline", lambda: deadline.Deadline(0.5))

    def choose(tables, public, private, memory, weights, work, stream, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        follow_random(tables, public, private, memory, weights, work, stream, action)
        while public.turn > 3 and __import__("math").pi > 3:  # an import keeps it uncompiled
            pass

    with pytest.raises(GameFailed, match="a decision took longer than"):
        simulate("first_journey_usa", Strategy("endless", choose), 2, players=2, progress=False)


def test_bad_input_is_refused() -> None:
    with pytest.raises(SetupError, match="at least 1"):
        list(check_strategy("random", games=0))
    with pytest.raises(StrategyError, match="no strategy is called"):
        list(check_strategy("nobody"))


ONE = """
from ttr_analysis.strategies.base import strategy
@strategy(name="twin")
def choose(tables, public, private, memory, weights, work, stream, action):
    pass
"""


def test_two_files_with_strategies_of_one_name_are_both_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_REGISTRY", dict(base._REGISTRY))  # for this test only
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    for path in (first, second):
        path.write_text(ONE)
    load_file(first)
    with pytest.raises(
        StrategyError, match=r"two strategies are called 'twin': one in .*first\.py, one in .*second\.py"
    ):
        load_file(second)
