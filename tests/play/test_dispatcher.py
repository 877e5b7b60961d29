"""How chunks are handed out: their sizes, and the games in which strategies of one's own are watched."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import Any

from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.chunk import Chunk, Failure
from ttr_analysis.play.dispatcher import CHUNK_SECONDS, FIRST_CHUNK, WATCHED, Dispatcher
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.simulate import manifest_of
from ttr_analysis.results.schema import new_rows

FAILED = Failure(0, 1, 0, "cheat", "it chose no action")


class Notes(Executor):
    """Notes what is handed out and plays nothing."""

    def __init__(self) -> None:
        self.chunks: list[tuple[int, int]] = []
        self.watched: list[int] = []

    def submit(self, _: Any, __: Any, first: int, count: int, skip: bool, watched: Any, **more: Any) -> Any:  # type: ignore[override]
        self.chunks.append((first, count))
        self.watched += watched
        return Future()


def made(games: int, rate: float, *failures: Failure) -> Chunk:
    return Chunk(0, {"games": [new_rows("games", load_map("usa"), 2, games)]}, failures, rate)


def handing_out(games: int, *, first_game: int = 0) -> tuple[Dispatcher, Notes]:
    lineup, notes = make_lineup(load_map("usa"), "random"), Notes()
    return Dispatcher(notes, {}, lineup, manifest_of(lineup, games, first_game), skip=True), notes


def test_chunks_grow_with_the_speed_of_the_games_that_nobody_watched() -> None:
    dispatcher, notes = handing_out(100_000)
    for _ in range(5):
        dispatcher.submit()
        dispatcher.learn(made(FIRST_CHUNK, 1000.0))
    assert [count for _, count in notes.chunks] == [FIRST_CHUNK, 16, 64, *[int(1000 * CHUNK_SECONDS)] * 2]
    dispatcher.learn(made(1, 0.0))  # of watched games only: their speed says nothing
    dispatcher.submit()
    assert notes.chunks[-1][1] == int(1000 * CHUNK_SECONDS)


def test_a_few_games_spread_over_the_run_are_watched() -> None:
    dispatcher, notes = handing_out(10_000, first_game=500)
    while dispatcher.more:
        dispatcher.submit()
        dispatcher.learn(made(FIRST_CHUNK, 1000.0))
    assert sorted(notes.watched) == [500 + i * 10_000 // WATCHED for i in range(WATCHED)]


def test_until_a_chunk_has_come_back_each_begins_with_a_watched_game() -> None:
    dispatcher, notes = handing_out(10_000)
    for _ in range(4):
        dispatcher.submit()
    assert notes.watched == [0, 4, 8, 12]


def test_after_a_failure_each_chunk_begins_with_a_watched_game() -> None:
    dispatcher, notes = handing_out(10_000)
    for failures in ((), (FAILED,), (), ()):
        dispatcher.submit()
        dispatcher.learn(made(FIRST_CHUNK, 20.0, *failures))
    assert notes.watched == [0, 8, 12]
