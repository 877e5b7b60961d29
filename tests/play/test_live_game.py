"""One class drives a game under way: what it does, and that nothing else does it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import ttr_analysis
from ttr_analysis.engine.seating import place_of
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.deciders import Deciders
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.schema import TABLES
from ttr_analysis.strategies import get_strategy

DRIVERS = {"start_game", "step_game", "play_games"}
PACKAGE = Path(ttr_analysis.__file__).parent
MOST = 8
"""Arguments of a call that may be written twice."""


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call in the package: its module, the name of what is called, and the call."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield path.relative_to(PACKAGE).as_posix(), ast.unparse(node.func).rpartition(".")[2], node


def test_only_one_module_drives_a_game() -> None:
    assert {module for module, name, _ in calls() if name in DRIVERS} == {"play/live_game.py"}


def test_who_sits_where_is_said_once() -> None:
    formula = [
        path.relative_to(PACKAGE).as_posix()
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.IfExp) and isinstance(node.body, ast.BinOp) and isinstance(node.body.op, ast.Mod)
        and "seat" in ast.unparse(node.body)
    ]  # fmt: skip
    assert formula == ["engine/seating.py"]


def test_no_call_with_many_arguments_is_written_twice() -> None:
    rooms = ("engine/", "play/", "experiments/")
    long = Counter(
        name if name.islower() else (module.rpartition("/")[0], name)  # records of one name in two rooms are two
        for module, name, call in calls()
        if module.startswith(rooms) and len(call.args) > MOST
    )
    assert [name for name, times in long.items() if times > 1] == []


def test_compiled_code_and_python_seat_the_strategies_alike() -> None:
    strategies = ["random", "greedy_points", "random"]
    for rotate in (True, False):
        lineup = make_lineup(load_map("usa"), strategies, seed=3, rotate=rotate)
        rows = simulate(lineup.game_map, lineup.strategies, games=4, seed=3, rotate=rotate, progress=False).players
        expected = [place_of(rotate, 3, game, seat) for game, seat in zip(rows["game"], rows["seat"], strict=True)]
        assert rows["strategy"].tolist() == expected
        live = LiveGame.of(lineup)
        live.start(1)
        assert live.place == place_of(rotate, 3, 1, live.seat)


def test_a_game_is_the_same_decision_by_decision_as_in_the_compiled_loop() -> None:
    lineup = make_lineup(load_map("usa"), ["random", "greedy_points"], seed=4)
    fast, watched = (LiveGame.of(lineup, games=2, logged=True) for _ in range(2))
    for number in (0, 1):
        fast.start(number)
        watched.start(number)
        assert fast.play_fast() == watched.play_watched() == 0
        assert fast.events() == watched.events()
        watched.record()
        assert fast.number == watched.number == number + 1
    for name in TABLES:
        pd.testing.assert_frame_equal(fast.frames()[name], watched.frames()[name])


def test_rows_are_not_written_where_there_is_no_room() -> None:
    live = LiveGame.of(make_lineup(load_map("usa"), "random"), games=1)
    live.start(0)
    live.play_fast()
    live.start(1)
    with pytest.raises(ValueError, match="rows of 1 games only"):
        live.play_fast()


def test_each_strategy_remembers_only_what_it_knew_itself() -> None:
    one, other = get_strategy("random"), get_strategy("greedy_points")
    live = LiveGame(load_map("usa"), 2)
    live.start(0)
    live.sit(Deciders.of([one, one]))
    live.memory[:2, 0] = 7, 8
    live.sit(Deciders.of([one, other]))
    assert live.memory[:2, 0].tolist() == [7, 0]
    live.memory[1, 0] = 9
    live.sit(Deciders.of([other, one]))
    assert live.memory[:2, 0].tolist() == [0, 8]
    live.start(1)
    assert not live.memory.any()


def test_a_copy_goes_its_own_way() -> None:
    live = LiveGame.of(make_lineup(load_map("usa"), "random", seed=4), logged=True)
    live.start(0)
    live.play_fast(20)
    before = live.game_record.tobytes(), live.memory.tobytes(), live.events()
    other = live.copy()
    other.play_fast()
    assert other.over
    assert (live.game_record.tobytes(), live.memory.tobytes(), live.events()) == before
    live.play_fast()
    assert live.events() == other.events()
