from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.experiments.verify import check_games, lineups, row, summary, verify
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.strategies import available_strategies, get_strategy

verification = sys.modules["ttr_analysis.experiments.verify"]  # the room shows the function of this name


def test_every_strategy_meets_itself_and_the_others_at_every_size() -> None:
    tables = lineups(load_map("usa"))
    names = [get_strategy(name).quickened.name for name in available_strategies()]
    assert len(tables) == 4 * (len(names) + 1)
    for players in (2, 3, 4, 5):
        mixes = [{place.name for place in table.places} for table in tables if table.players == players]
        assert all({name} in mixes for name in names)
        assert len(mixes[-1]) == min(players, len(names))


def test_the_referee_agrees_and_counts() -> None:
    check = check_games(make_lineup(load_map("usa"), "random", players=4), 0, 20)
    assert check.faults == ()
    assert check.games == 20
    assert check.events > 2000
    assert check.met["deck_rebuilt"] > 0


def test_disagreement_is_reported_with_its_command() -> None:
    game_map = load_map("usa")
    other = replace(game_map, rules=game_map.rules.replace(longest_trail_bonus=11))
    real = verification.logged_games
    try:
        # The referee judges by the map's rules, the engine pays a larger bonus.
        verification.logged_games = lambda table, first, count: real(replace(table, game_map=other), first, count)
        check = check_games(make_lineup(game_map, "random", players=2), 5, 2)
    finally:
        verification.logged_games = real
    assert len(check.faults) == 2
    assert "USA-SCORE" in check.faults[0]
    assert "--game 5" in check.faults[0]
    assert "2 faults" in next(summary([check]))


def test_checks_add_up_and_print() -> None:
    first = check_games(make_lineup(load_map("usa"), ["random", "greedy_points"]), 0, 3)
    both = first + check_games(first.lineup, 3, 2)
    assert both.games == 5
    assert both.label == "random + greedy_points"
    assert row(both).startswith("usa")


FEW = ("random", "greedy_points")


@pytest.fixture
def _without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare a test the start of processes, each of which loads the engine."""
    monkeypatch.setattr(verification, "ProcessPoolExecutor", lambda number, mp_context: ThreadPoolExecutor(number))


def test_two_processes_verify_a_map() -> None:
    told: list[str] = []
    checks = verify("first_journey_usa", games=3, players=[2], strategies=FEW, on_progress=told.append)
    assert [check.games for check in checks] == [3] * (len(FEW) + 1)
    assert not any(check.faults for check in checks)
    assert f"{3 * len(checks)} games replayed, 0 faults" in told


@pytest.mark.usefixtures("_without_processes")
def test_strategies_can_be_chosen() -> None:
    tables = lineups(load_map("usa"), players=[2, 3], strategies=["random", "greedy_points", "random"])
    assert [[place.name for place in table.places] for table in tables] == [
        ["random"] * 2, ["greedy_points"] * 2, ["random", "greedy_points"],
        ["random"] * 3, ["greedy_points"] * 3, ["random", "greedy_points", "random"],
    ]  # fmt: skip
    checks = verify("first_journey_usa", games=2, players=[2], strategies=["random"])
    assert [(check.label, check.games, check.faults) for check in checks] == [("random", 2, ())]


def test_unknown_strategies_are_refused() -> None:
    with pytest.raises(StrategyError, match="'randon'"):
        verify("usa", games=1, strategies=["randon"])


@pytest.mark.usefixtures("_without_processes")
def test_games_can_be_shared_among_the_mixes() -> None:
    checks = verify("first_journey_usa", games=10, players=[2, 3], strategies=FEW, shared=True)
    assert [check.games for check in checks] == [4] * 6, "10 games for three mixes, rounded up"
    assert not any(check.faults for check in checks)


def test_no_games_are_refused() -> None:
    with pytest.raises(SetupError, match="at least 1"):
        verify("usa", games=0)
