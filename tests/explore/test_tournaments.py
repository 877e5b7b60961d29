"""The explorer of tournaments, without a browser."""

from __future__ import annotations

import time
from typing import Any

import pytest
from made_up_tournament import made_up_tournament

from ttr_analysis.experiments.tournament import Tournament
from ttr_analysis.explore import TournamentExplorer
from ttr_analysis.explore import tournaments as playing

pytestmark = pytest.mark.usefixtures("fresh_heap")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Made-up tournaments instead of played ones; gives what was asked for."""
    calls: list[Any] = []

    def tournament(
        game_map: Any, strategies: Any, *, players: int, games: int, seed: int, progress: bool, on_progress: Any
    ) -> Tournament:
        calls.append((game_map, strategies, players, games, seed))
        made = made_up_tournament([1.0, 0.5, 0.0], (0.2, 0.0), games=30, seed=2)
        on_progress(30, games)
        return made

    monkeypatch.setattr(playing, "tournament", tournament)
    return calls


def shown(explorer: TournamentExplorer) -> Any:
    (figure,) = explorer.figure_box.children
    return figure


def test_run_plays_what_is_chosen_and_every_chart_is_ready(asked: list[Any]) -> None:
    explorer = TournamentExplorer(games=30)
    assert explorer.figure_box.children == ()
    explorer.players_slider.value, explorer.seed_box.value = 3, 7
    explorer.strategies_menu.value = ("greedy_points", "random")
    explorer.run()
    assert explorer.error.value == ""
    ((game_map, *rest),) = asked
    assert (game_map.name, *rest) == ("usa", ("greedy_points", "random"), 3, 30, 7)
    assert explorer.progress.value == explorer.progress.max == 30
    titles = set()
    for chart in explorer.CHARTS:
        start = time.process_time()
        explorer.chart_menu.value = chart
        assert time.process_time() - start < 0.2
        assert explorer.error.value == ""
        titles.add(shown(explorer).layout.title.text)
    assert len(titles) == len(explorer.CHARTS)
    assert len(asked) == 1
    assert explorer.status.value.startswith("30 games in each of 9 seatings")


def test_another_map_has_its_ticket_sets_and_numbers_of_players() -> None:
    explorer = TournamentExplorer()
    explorer.players_slider.value = 5
    explorer.map_menu.value = "first_journey_usa"
    assert explorer.players_slider.value == explorer.players_slider.max == 4
    assert len(explorer.ticket_set_menu.options) == 1


def test_one_strategy_alone_is_refused_under_the_controls() -> None:
    explorer = TournamentExplorer()
    explorer.strategies_menu.value = ("random",)
    explorer.run()
    assert "needs at least two strategies" in explorer.error.value
    assert explorer.figure_box.children == ()
    assert not explorer.run_button.disabled


def test_stop_ends_a_real_tournament_early() -> None:
    explorer = TournamentExplorer(strategies=("greedy_points", "random"), games=2000)
    explorer.run_button.click()
    limit = time.monotonic() + 120
    while explorer.progress.value == 0 and time.monotonic() < limit:
        time.sleep(0.01)
    explorer.stop_button.click()
    assert explorer._thread is not None
    explorer._thread.join(120)
    assert explorer.tournament is not None
    assert 1 < explorer.tournament.games < 2000
    assert explorer.status.value.endswith("stopped")
