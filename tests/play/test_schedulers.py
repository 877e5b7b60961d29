"""Games on the workers of a scheduler: the same rows in the same order, also if a worker dies; refusals in words."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import ttr_analysis as ttr
from ttr_analysis.cli import main
from ttr_analysis.errors import SetupError
from ttr_analysis.play import schedulers
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.worker_parts import PartWriters, Place, play_part
from ttr_analysis.results import TABLES, Result, files, reading

GAMES: Any = {"players": 2, "games": 120, "seed": 3, "progress": False}
ROOT = Path(__file__).parents[2]


class Forgetful(Executor):
    """Does everything at once, and loses its processes after some pieces of work."""

    def __init__(self, pieces: int) -> None:
        self.left = pieces

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.left -= 1
        if self.left < 0:
            future.set_exception(BrokenExecutor("a process was killed"))
        else:
            future.set_result(function(*arguments, **options))
        return future


@pytest.fixture(scope="module")
def whole() -> Result:
    return ttr.simulate("usa", "random", **GAMES)


def assert_same(found: Result, wanted: Result) -> None:
    for name in TABLES:
        pd.testing.assert_frame_equal(found.table(name), wanted.table(name), check_exact=True)


def test_workers_write_the_parts_of_a_folder_and_no_rows_come_back(
    whole: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    returned: list[Any] = []

    def noting(*arguments: Any, **options: Any) -> Any:
        returned.append(play_part(*arguments, **options))
        return returned[-1]

    monkeypatch.setattr("ttr_analysis.play.worker_parts.play_part", noting)
    with ThreadPoolExecutor(2) as pool:
        played = ttr.simulate("usa", "random", out=tmp_path / "run", executor=pool, **GAMES)
    assert len(returned) == len(played.manifest.parts) > 1
    assert not any(chunk.rows for chunk in returned)
    assert played.complete
    assert_same(played, whole)
    assert_same(Result.load(tmp_path / "run"), whole)


def test_what_was_written_before_the_workers_were_lost_is_kept_and_gone_on_with(whole: Result, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"has lost the processes that play \(BrokenExecutor\).*--resume"):
        ttr.simulate("usa", "random", out=tmp_path / "run", executor=Forgetful(2), threads=1, **GAMES)
    kept = reading.read_manifest(tmp_path / "run")
    assert 0 < kept.finished < 120
    numbers = {part.number for part in kept.parts}
    assert_same(ttr.simulate("usa", "random", out=tmp_path / "run", resume=True, **GAMES), whole)
    assert numbers < {part.number for part in reading.read_manifest(tmp_path / "run").parts}


def test_a_part_number_is_never_used_twice_where_a_worker_left_a_gap(whole: Result, tmp_path: Path) -> None:
    manifest = whole.manifest
    writer = files.ResultWriter(tmp_path / "run", manifest, whole.game_map)
    tables = {name: whole.table(name) for name in TABLES}
    writer.record([files.write_part(writer.folder, 7, tables, TABLES)])
    assert writer.next_number == 8
    handed = [PartWriters(Forgetful(0), writer)._numbers]
    assert next(handed[0]) == 8
    writer.release()


def test_a_worker_that_outlives_its_run_writes_nothing(whole: Result, tmp_path: Path) -> None:
    lineup = make_lineup(whole.game_map, "random", players=2, seed=3)
    killed = files.ResultWriter(tmp_path / "run", whole.manifest, whole.game_map)
    place = Place(killed.folder, 0, whole.manifest.run, 3, killed.let_workers_write())
    assert play_part(place, lineup, 0, 2).games == 2
    killed._lock.release()  # as when its process ends
    again = files.ResultWriter(tmp_path / "run", whole.manifest, whole.game_map, resume=True)
    refused = r"a worker finds no run that writes to .* that run has ended"
    with pytest.raises(SetupError, match=refused):
        play_part(place, lineup, 0, 2)
    assert again.let_workers_write() != place.writer
    with pytest.raises(SetupError, match=refused):
        play_part(place, lineup, 0, 2)
    assert not list((tmp_path / "run" / "games").iterdir())
    again.release()
    assert not (tmp_path / "run" / files.WORKERS).exists()


def test_a_folder_that_this_machine_does_not_share_is_told_of(whole: Result, tmp_path: Path) -> None:
    writer = files.ResultWriter(tmp_path / "run", whole.manifest, whole.game_map)
    with pytest.raises(SetupError, match=r"part 5 .* is not there on this machine; choose a folder that all machines"):
        writer.record([files.Part(number=5, games=1)])
    writer.release()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "", "tcp://", "ftp://a:b"])
@pytest.mark.parametrize("command", ["simulate", "tournament", "worth"])
def test_an_address_where_nobody_answers_is_refused(
    capsys: pytest.CaptureFixture[str], command: str, address: str
) -> None:
    assert main([command, "usa", "--strategies", "random,greedy_points", "--scheduler", address]) == 2
    assert "no scheduler answers at" in capsys.readouterr().err


def test_a_result_is_not_played_again_on_a_scheduler(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--like", "x", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "leave it out: --scheduler" in capsys.readouterr().err


def test_workers_with_another_engine_or_none_are_refused() -> None:
    with pytest.raises(SetupError, match="worker a has another version of the engine"):
        schedulers._check_engines({"a": "0" * 64})
    with pytest.raises(SetupError, match=r"worker b cannot play \(ModuleNotFoundError: no ttr_analysis\)"):
        schedulers._check_engines({"b": ModuleNotFoundError("no ttr_analysis")})


class Deserted(Forgetful):
    """As the executor of a client whose workers end after some pieces of work, and come back after some questions."""

    def __init__(self, pieces: int, back: int) -> None:
        super().__init__(pieces)
        self.questions, self.back, self.waiting = 0, back, list[Any]()
        self._client = self.scheduler = self

    nthreads = ncores = None

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        if self.left or self.questions >= self.back:
            self.left = max(1, self.left)
            return super().submit(function, *arguments, **options)
        self.waiting.append((Future(), function, arguments, options))
        return self.waiting[-1][0]  # type: ignore[no-any-return]

    def sync(self, *_: Any, callback_timeout: float) -> dict[str, int]:
        self.questions += 1
        if self.questions < self.back:
            return {}
        for future, function, arguments, options in self.waiting:
            future.set_result(function(*arguments, **options))
        self.waiting.clear()
        return {"a": 1}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("ASKED", 0.01), ("TOLD", 0.02), ("GIVEN_UP", 2.0)):
        monkeypatch.setattr(schedulers, name, seconds)


@pytest.mark.usefixtures("impatient")
def test_a_run_whose_workers_have_all_ended_says_so_and_ends(
    whole: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(schedulers, "GIVEN_UP", 0.3)
    pool = Deserted(2, back=1_000_000)
    with pytest.raises(SetupError, match=r"the scheduler has had no workers for 0 seconds; start new .*--resume"):
        ttr.simulate("usa", "random", out=tmp_path / "run", executor=pool, threads=1, **GAMES)
    assert capsys.readouterr().err.count("the scheduler has no workers, so no game is played") == 1
    assert all(future.cancelled() for future, *_ in pool.waiting)
    assert 0 < reading.read_manifest(tmp_path / "run").finished < 120
    assert_same(ttr.simulate("usa", "random", out=tmp_path / "run", resume=True, **GAMES), whole)


@pytest.mark.usefixtures("impatient")
def test_a_run_goes_on_when_there_are_workers_again(whole: Result, capsys: pytest.CaptureFixture[str]) -> None:
    assert_same(ttr.simulate("usa", "random", executor=Deserted(2, back=3), threads=1, **GAMES), whole)
    assert "there are workers again; the run goes on" in capsys.readouterr().err


@pytest.mark.usefixtures("impatient")
def test_a_tournament_whose_workers_have_all_ended_says_so_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedulers, "GIVEN_UP", 0.1)
    with pytest.raises(SetupError, match=r"the scheduler has had no workers"):
        ttr.tournament("usa", ["random", "greedy_points"], games=4, executor=Deserted(1, 10**6), progress=False)


def test_only_a_client_is_asked_for_its_workers_and_one_that_does_not_answer_has_none() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert schedulers.workers_of(pool) is None
    silent = Deserted(0, back=0)
    silent.scheduler = None  # type: ignore[assignment]
    assert schedulers.workers_of(silent) == 0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as running:
            yield running


@pytest.mark.long(reason="starts a scheduler and two workers, which load the engine")
def test_a_worker_that_is_killed_changes_no_row_and_no_order(cluster: Any, tmp_path: Path) -> None:
    asked: Any = {"players": 2, "games": 20_000, "seed": 3, "progress": False}
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if done > total / 4 and not killed:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    with schedulers.connected(cluster.scheduler_address) as workers:
        on_two: Any = {"executor": workers.executor, "threads": workers.threads}
        played = ttr.simulate("usa", "ticket_planner", out=tmp_path / "run", on_progress=kill, **on_two, **asked)
    assert workers.threads == 2
    assert killed
    assert played.complete
    assert_same(played, ttr.simulate("usa", "ticket_planner", **asked))
    assert not list(reading.unlisted_parts(tmp_path / "run", reading.read_manifest(tmp_path / "run")))


@pytest.mark.long(reason="ends the workers of a scheduler")
@pytest.mark.usefixtures("impatient")
def test_a_scheduler_without_workers_ends_the_run() -> None:
    distributed = pytest.importorskip("distributed")
    asked: Any = {"players": 2, "games": 100_000, "seed": 3, "progress": False}
    one: Any = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "protocol": "tcp"}
    running = distributed.LocalCluster(dashboard_address=":0", **one)
    with running, schedulers.connected(running.scheduler_address) as workers:

        def end_workers(done: int, total: int) -> None:
            running.scale(0)

        with pytest.raises(SetupError, match=r"the scheduler has had no workers for 2 seconds"):
            ttr.simulate("usa", "random", executor=workers.executor, threads=2, on_progress=end_workers, **asked)


@pytest.mark.long(reason="plays on a scheduler with two workers, which load the engine")
def test_tournaments_and_tables_of_worth_are_the_same_on_a_scheduler(cluster: Any) -> None:
    lineup, asked = ["random", "greedy_points"], {"games": 20, "seed": 3, "progress": False}
    turns: Any = {"of": "turns", "players": 2, "games": 8, "progress": False}
    with schedulers.connected(cluster.scheduler_address) as workers:
        on_two: Any = {"executor": workers.executor, "threads": workers.threads}
        there = ttr.tournament("usa", lineup, **on_two, **asked)
        worth = ttr.experiments.worth("usa", "random", **on_two, **turns)
    pd.testing.assert_frame_equal(there.rows, ttr.tournament("usa", lineup, **asked).rows)
    pd.testing.assert_frame_equal(worth, ttr.experiments.worth("usa", "random", **turns))
