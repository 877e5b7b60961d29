"""Lineups played together: the games of each alone, and nothing left running when they are stopped."""

from __future__ import annotations

import _thread
import threading
import time

import pandas as pd
import pytest

from ttr_analysis.maps import load_map
from ttr_analysis.play import together
from ttr_analysis.play.lineup import Lineup, make_lineup
from ttr_analysis.play.simulate import GameFailed, prepare, simulate
from ttr_analysis.play.together import play_together
from ttr_analysis.strategies import Strategy

TABLES = [("usa", ["greedy_points", "random"]), ("europe", ["random"] * 3), ("usa", ["random", "greedy_points"])]


def lineups(seed: int = 2) -> list[Lineup]:
    made = [make_lineup(load_map(board), seated, seed=seed, rotate=False) for board, seated in TABLES]
    for each in made:
        prepare(each)
    return made


@pytest.mark.parametrize(("games", "threads"), [(1, 2), (30, 1), (30, 2), (30, None)])
def test_each_lineup_plays_the_games_it_plays_alone(games: int, threads: int | None) -> None:
    counted: list[tuple[int, int]] = []
    pieces = play_together(lineups(), 5, games, threads, lambda place, games: counted.append((place, games)))
    assert [place for place, _ in pieces] == sorted(place for place, _ in pieces)
    assert counted == [(place, chunk.games) for place, chunk in pieces]
    for number, (board, seated) in enumerate(TABLES):
        rows = pd.concat([chunk.table("players") for place, chunk in pieces if place == number], ignore_index=True)
        alone = simulate(board, seated, games=games, first_game=5, seed=2, rotate=False, progress=False).players
        assert rows["game"].tolist() == alone["game"].tolist()
        assert rows["score"].tolist() == alone["score"].tolist()


def test_a_failure_ends_all() -> None:
    def choose(view: object, action: object) -> None:
        raise ValueError("nothing to say")

    failing = make_lineup(load_map("usa"), ["random", Strategy("silent", choose)], rotate=False)
    prepare(failing)
    with pytest.raises(GameFailed, match=r"'silent' failed .*nothing to say"):
        play_together([*lineups(), failing], 0, 4)


def test_ctrl_c_is_heard_at_once_and_leaves_nothing_running(monkeypatch: pytest.MonkeyPatch) -> None:
    before, whole = threading.active_count(), together.play_chunk

    def long(*words: object, stopped: object) -> object:
        threading.Timer(0.1, _thread.interrupt_main).start()
        while not stopped():  # type: ignore[operator]
            time.sleep(0.01)
        return whole(*words, stopped=stopped)  # type: ignore[arg-type]

    monkeypatch.setattr(together, "play_chunk", long)
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        play_together(lineups()[:1], 0, 100, 1)
    assert time.perf_counter() - began < 5
    assert threading.active_count() == before
