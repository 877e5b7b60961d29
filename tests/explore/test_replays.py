"""The replay viewer, without a browser."""

from __future__ import annotations

import pandas as pd
import pytest

from ttr_analysis.charts.board import svg
from ttr_analysis.errors import SetupError
from ttr_analysis.explore import ReplayExplorer, replay
from ttr_analysis.explore.replays import ReplayView
from ttr_analysis.maps import load_map
from ttr_analysis.play import Game, Position, SavedLog, play_logged

pytestmark = pytest.mark.usefixtures("fresh_heap")


@pytest.fixture(autouse=True)
def _no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture, which takes a quarter of a second each."""
    monkeypatch.setattr(svg, "board_svg", lambda game_map: f"<svg>{game_map.name}</svg>")


def shown(explorer: ReplayExplorer) -> ReplayView:
    assert explorer.error.value == ""
    (view,) = explorer.figure_box.children
    assert isinstance(view, ReplayView)
    return view


def test_a_game_is_shown_at_once_and_another_after_run() -> None:
    explorer = replay("usa", ["greedy_points", "random"], players=2, seed=3)
    first = shown(explorer)._game
    assert first["title"] == "Ticket to Ride (USA): Greedy points 1 against Random 2"
    assert len(explorer.table) == len(first["frames"]) - 1
    assert explorer.status.value.startswith(f"{len(first['frames']) - 1} decisions in ")
    explorer.game_box.value = 1
    explorer.run()
    assert shown(explorer)._game["title"] == "Ticket to Ride (USA): Random 1 against Greedy points 2", "seats rotate"
    explorer.map_menu.value = "first_journey_usa"
    explorer.run()
    assert "First Journey" in shown(explorer)._game["title"]


def test_the_game_shown_is_the_one_that_is_logged() -> None:
    view = shown(replay("europe", ["random"], players=3, seed=5, game=2))
    log = play_logged("europe", "random", players=3, seed=5, game=2)
    assert len(view._game["frames"]) == sum(event.is_decision for event in log) + 1


def test_a_saved_log_is_shown_instead_and_then_the_chosen_game() -> None:
    usa = load_map("usa")
    log = SavedLog(usa, ("Ann", "Ben"), tuple(play_logged(usa, "random", players=2, seed=9)), {})
    explorer = replay("first_journey_usa", ["random"], log=log)
    assert "Ann against Ben" in shown(explorer)._game["title"]
    explorer.run()
    assert "First Journey" in shown(explorer)._game["title"]
    explorer.log_box.value = "nowhere.json"
    explorer.run()
    assert "the log nowhere.json cannot be read" in explorer.error.value


def test_a_game_from_python_is_shown_with_luck() -> None:
    game = Game.from_position("usa", Position(players=2, turns_left=2)).play("random")
    luck = pd.DataFrame({"event": [0], "seat": [1], "kind": ["draw"], "points": [2.0]})
    data = shown(replay("usa", log=game, luck=luck))._game
    assert "Player 1 against Player 2" in data["title"]
    assert data["frames"][0]["turn"] == 1
    assert next(iter(data["luck"].values()))["so_far"] == [(1, "+2.0 points")]
    with pytest.raises(SetupError, match="log must be a SavedLog"):
        replay("usa", log=5)  # type: ignore[arg-type]


def test_costs_belong_to_the_first_game() -> None:
    costs = pd.DataFrame({"decision": [0, 1], "before": 0.5, "made": 0.4, "best": 0.5, "cost": 0.1})
    explorer = replay("usa", ["random"], seed=3, costs=costs)
    assert [cost["step"] for cost in shown(explorer)._game["costs"]] == [1, 2]
    explorer.run()
    assert shown(explorer)._game["costs"] == []
    wrong = replay("usa", ["random"], seed=3, costs=costs.drop(columns="best"))
    assert "the table has no column best" in wrong.error.value
    with pytest.raises(SetupError, match="cannot be read"):
        replay("usa", log="nowhere.json")
