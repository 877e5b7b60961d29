"""What the check of strategies finds: each fault in a strategy made to have it, none in ours."""

from __future__ import annotations

import importlib
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from how_often import everywhere

from ttr_analysis.engine.codes import AT_KEEP, DRAW_BLIND, KEEP_TICKETS
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.experiments.conformance import Conformance, check_strategy
from ttr_analysis.maps.actions import ActionKind
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.play import deadline, live_game
from ttr_analysis.play.simulate import GameFailed, simulate
from ttr_analysis.strategies import available_strategies, base, get_strategy, load_file
from ttr_analysis.strategies.base import Strategy, decide
from ttr_analysis.strategies.random import choose as at_random

follow_random = entry(at_random)  # which is kept on disk


@compiled
def draw(view: Any, action: Any) -> None:
    """Keep all tickets and draw blind, which is legal in the first turns and compiled at once."""
    if view.public.decision == AT_KEEP:
        decide(action, KEEP_TICKETS, 0, (1 << view.mine.offered_count) - 1)
    else:
        decide(action, DRAW_BLIND, 0, 0)


def found(strategy: Strategy, name: str = "first_journey_usa") -> Conformance:
    (only,) = check_strategy([name], strategy, players=[2], games=1)
    return only


@pytest.mark.parametrize(("strategy", "name"), everywhere())
def test_our_strategies_conform(strategy: str, name: str) -> None:
    """With the fewest players or with the most: every other strategy with each, on every other map the other way."""
    game_map = load_map(name)
    place = available_maps().index(name) + available_strategies().index(strategy)
    players = game_map.rules.players[place % 2]
    (only,) = check_strategy([game_map], get_strategy(strategy).quickened, players=[players], games=1)
    assert only.faults == ()


def test_a_good_strategy_of_ones_own_conforms_and_tells_its_moves() -> None:
    def choose(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        follow_random(view, action)

    clean = found(Strategy("mine", choose))
    assert clean.faults == ()
    assert {ActionKind.CLAIM, ActionKind.DRAW_BLIND, ActionKind.KEEP_TICKETS} <= clean.kinds
    assert "no fault" in str(clean)


def test_a_choice_that_depends_on_scratch_space_is_found() -> None:
    def choose(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        view.memory[0] += view.scratch.saved_cost[63]
        follow_random(view, action)

    assert any("scratch space" in fault for fault in found(Strategy("messy", choose)).faults)


def test_a_peek_at_an_opponents_hand_is_found() -> None:
    # Plain Python can find the whole record behind its own part of it; nothing else must come of that.
    def choose(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        whole = view.mine
        while whole.base is not None:
            whole = whole.base
        follow_random(view, action)
        view.memory[0] = sum(int(word) for word in bytes(whole)[:400_000:8])

    assert any("does not see" in fault for fault in found(Strategy("peeker", choose)).faults)


def test_games_that_differ_from_one_time_to_the_next_are_found() -> None:
    def choose(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        view.rng[0] ^= view.rng[0] ^ type(view.rng[0])(time.perf_counter_ns() % 100_003 + 1)
        follow_random(view, action)

    assert any("is different" in fault for fault in found(Strategy("moody", choose)).faults)


def test_an_illegal_action_is_named_with_its_game_and_turn() -> None:
    def choose(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        draw(view, action)
        if view.public.turn > 2:
            action.kind = 99

    (fault,) = found(Strategy("cheat", choose)).faults
    assert "seed 1, game 0, turn 3" in fault


Write = Callable[..., None]


def into_hand(view: Any) -> None:
    view.mine.hand[0] += 1


def into_tables(view: Any) -> None:
    view.tables.players = 5


def into_weights(view: Any) -> None:
    view.weights[0] += 1


@pytest.mark.parametrize(
    ("write", "plain", "reason"),
    [
        (into_hand, False, "it changes private.hand, which it may only read"),
        (into_hand, True, "it changes private.hand, which it may only read"),
        (into_tables, False, "it changes tables.players, which it may only read"),
        (into_weights, False, "it changes weights, which it may only read"),
    ],
)
def test_who_writes_into_what_it_may_only_read_is_stopped_at_once(write: Write, plain: bool, reason: str) -> None:
    called = write if plain else compiled(write)
    lasting = Strategy("honest", at_random)

    def choose(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if view.public.turn > 1:
            called(view)
        draw(view, action)

    fair = simulate("first_journey_usa", lasting, games=20, players=2, progress=False)
    for on_error in ("raise", "skip"):
        with pytest.raises(GameFailed, match=rf"game 0, turn 3, seat 0\): {reason}") as failed:
            simulate(
                "first_journey_usa", [Strategy("forger", choose), "random"], games=20, progress=False, on_error=on_error
            )
        assert failed.value.result is not None
        assert len(failed.value.result) == 0
    again = simulate("first_journey_usa", lasting, games=20, players=2, progress=False)
    assert again.players["score"].tolist() == fair.players["score"].tolist()


def test_who_chooses_nothing_does_not_get_the_action_of_the_player_before() -> None:
    def choose(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if view.public.turn < 4:
            draw(view, action)

    with pytest.raises(GameFailed, match=r"turn 5, seat 0\): it chose no action"):
        simulate("first_journey_usa", [Strategy("idle", choose), "random"], games=1, progress=False)


def test_a_decision_without_end_is_given_up_and_the_other_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_game, "Deadline", lambda: deadline.Deadline(0.5))

    def choose(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        follow_random(view, action)
        while view.public.turn > 3 and __import__("math").pi > 3:  # an import keeps it uncompiled
            pass

    with pytest.raises(GameFailed, match="a decision took longer than"):
        simulate("first_journey_usa", Strategy("endless", choose), games=2, players=2, progress=False)


def test_bad_input_is_refused() -> None:
    with pytest.raises(SetupError, match="at least 1"):
        list(check_strategy([], "random", games=0))
    with pytest.raises(StrategyError, match="no strategy is called"):
        list(check_strategy([], "nobody"))
    with pytest.raises(SetupError, match="none of the chosen maps allows 5 or 9 players"):
        list(check_strategy(["first_journey_usa"], "random", players=[5, 9]))


ONE = """
from ttr_analysis.strategies.base import strategy
@strategy(name="twin")
def choose(view, action):
    pass
"""

Offer = Callable[..., None]


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Offer]:
    """Installs made-up packages, each one module that offers one strategy, for one test only."""
    base.available_strategies()
    monkeypatch.setattr(base, "_REGISTRY", dict(base._REGISTRY))
    monkeypatch.syspath_prepend(tmp_path)
    made = []

    def install(module: str, name: str, code: str = ONE) -> None:
        (tmp_path / f"{module}.py").write_text(code.replace("twin", name))
        about = tmp_path / f"{module}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[{base.ENTRY_POINTS}]\n{name} = {module}\n")
        importlib.invalidate_caches()
        base._discover.cache_clear()
        made.append(module)

    yield install
    monkeypatch.undo()
    base._discover.cache_clear()
    for module in made:
        sys.modules.pop(module, None)


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


def test_a_file_with_two_strategies_of_one_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "both.py").write_text(ONE + ONE)
    with pytest.raises(StrategyError, match=r"both\.py has two strategies called 'twin'"):
        load_file(tmp_path / "both.py")


def test_a_file_may_be_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    available_strategies()
    monkeypatch.setattr(base, "_REGISTRY", dict(base._REGISTRY))
    (tmp_path / "again.py").write_text(ONE)
    assert load_file(tmp_path / "again.py") == load_file(tmp_path / "again.py") == ["twin"]


@pytest.mark.parametrize("name", [7, "", " ", "a,b", "a\nb"])
def test_a_name_that_commands_could_not_take_is_refused(name: Any) -> None:
    with pytest.raises(StrategyError, match="name must be one line of text without commas"):
        base.strategy(name)(at_random)


def test_a_file_that_leaves_python_is_named(tmp_path: Path) -> None:
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit(3)")
    with pytest.raises(StrategyError, match=r"leaves\.py fails when it is run: SystemExit: 3"):
        load_file(tmp_path / "leaves.py")


def test_a_packages_strategy_is_found_by_its_entry_point(packages: Offer) -> None:
    packages("solo", "loner")
    assert "loner" in available_strategies()
    assert get_strategy("loner").file.endswith("solo.py")
    with pytest.raises(GameFailed, match=r"To see it: ttr replay usa --strategies loner ") as failed:
        simulate("usa", "loner", games=1, progress=False)
    assert "strategy 'loner' failed (seed 0, game 0, turn 0, seat 0): it chose no action" in str(failed.value)


def test_two_packages_with_strategies_of_one_name_are_both_named(packages: Offer) -> None:
    packages("left_hand", "twin")
    packages("right_hand", "twin")
    with pytest.raises(StrategyError, match="two strategies are called 'twin'") as refused:
        available_strategies()
    assert {Path(file).name for file in re.findall(r"one in ([^,]+)", str(refused.value))} == {
        "left_hand.py",
        "right_hand.py",
    }


def test_a_package_that_fails_to_load_is_named(packages: Offer) -> None:
    packages("broken", "never_there", code="import no_such_package")
    with pytest.raises(StrategyError, match=r"strategy 'never_there' fails to load: .*no_such_package"):
        available_strategies()
