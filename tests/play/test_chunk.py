"""A chunk of games: its rows, where it stops, and the games in which strategies of one's own are watched."""

from __future__ import annotations

import pandas as pd
import pytest

from ttr_analysis.engine.compiled import entry
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.chunk import play_chunk
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.schema import ALWAYS, RUN, TABLES, TableName
from ttr_analysis.strategies.base import Strategy
from ttr_analysis.strategies.random import choose as at_random

follow_random = entry(at_random)  # compiled when a test first calls it, not when the tests are collected


def test_chunks_change_nothing() -> None:
    result = simulate("usa", ["random", "greedy_points"], games=300, seed=2, progress=False)
    lineup = make_lineup(load_map("usa"), ["random", "greedy_points"], seed=2)
    chunks = [play_chunk(lineup, first, 75) for first in (225, 0, 150, 75)]
    for table in TABLES:
        rows = pd.concat([chunk.table(table) for chunk in chunks]).sort_values("game", kind="stable", ignore_index=True)
        pd.testing.assert_frame_equal(rows, result.table(table).drop(columns=list(RUN)))


@pytest.mark.parametrize("also", [(), ("tickets",), ("tracks", "buildings"), ("tunnels",)])
def test_tables_that_are_not_kept_change_nothing_in_the_others(also: tuple[TableName, ...]) -> None:
    lineup = make_lineup(load_map("europe"), ["random", "expert"], seed=4)
    kept = (*ALWAYS, *also)
    whole, part = play_chunk(lineup, 3, 60), play_chunk(lineup, 3, 60, tables=kept)
    assert set(part.rows) == set(kept)
    assert all(len(whole.table(name)) > 0 for name in TABLES)
    for name in kept:
        pd.testing.assert_frame_equal(part.table(name), whole.table(name))


def test_rows_are_not_worked_out_for_tables_that_are_not_kept() -> None:
    live = LiveGame.of(make_lineup(load_map("usa"), "random"), games=5, kept=("tracks",))
    live.play_series(5, 10**6)
    counts = {name: len(rows) for name, rows in live.written().items()}
    assert (counts["games"], counts["players"], counts["tickets"]) == (5, 10, 0)
    assert counts["tracks"] > 50


def test_a_chunk_stops_in_the_middle() -> None:
    chunk = play_chunk(make_lineup(load_map("usa"), "random"), 0, 10, stopped=lambda: True)
    assert chunk.games == 0


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that are played decision by decision, in order."""
    numbers: list[int] = []
    play_watched = LiveGame.play_watched

    def noting(live: LiveGame) -> int:
        numbers.append(live.number)
        return play_watched(live)

    monkeypatch.setattr(LiveGame, "play_watched", noting)
    return numbers


def test_only_the_games_asked_for_are_watched(watched: list[int]) -> None:
    def choose(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        follow_random(view, action)

    lineup = make_lineup(load_map("first_journey_usa"), Strategy("mine", choose), seed=3)
    whole = play_chunk(lineup, 5, 30)
    assert watched == [5]
    watched.clear()
    again = play_chunk(lineup, 5, 30, watched=[9, 20, 34, 99])
    assert watched == [9, 20, 34]
    assert whole.rate > 0
    assert whole.games == again.games == 30
    for table in TABLES:
        pd.testing.assert_frame_equal(whole.table(table), again.table(table))
    watched.clear()
    assert play_chunk(make_lineup(lineup.game_map, "random", seed=3), 5, 30).games == 30
    assert watched == []


def test_after_a_fault_the_next_game_is_watched_too(watched: list[int]) -> None:
    def choose(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        follow_random(view, action)
        view.mine.hand[0] += 1

    chunk = play_chunk(make_lineup(load_map("first_journey_usa"), Strategy("forger", choose)), 0, 4)
    assert watched == [0, 1, 2, 3]
    assert [failure.game for failure in chunk.failures] == [0, 1, 2, 3]
    assert chunk.games == chunk.rate == 0
