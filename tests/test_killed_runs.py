"""Whatever ends a run, its folder is whole, and the run goes on to the rows of one without a stop."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from once import once

from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.play import kept
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results import Result, differences
from ttr_analysis.results.reading import MANIFEST
from ttr_analysis.results.schema import TABLES

GAMES = 160
LINEUP = ["random", "greedy_points"]

SERVER = """
import os, sys
from pathlib import Path
from ttr_analysis.play.simulate import simulate
from ttr_analysis.play import dispatcher, kept
kept.PART_SECONDS, dispatcher.MAX_CHUNK = 0.0, 4  # nearly all of the time, files are being written

def play(out, games):
    simulate("usa", ["random", "greedy_points"], games=games, seed=3, out=out, threads=1, progress=False, resume=True)

simulate("usa", ["random", "greedy_points"], games=4, progress=False)
print("ready", flush=True)
for line in sys.stdin:
    child = os.fork()
    if not child:
        play(line.rstrip("\\n"), int(sys.argv[1]))
        os._exit(0)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Plays each folder that is named on its input in a process of its own, and prints its id, then how it ended."""


def play(out: Path | None = None, games: int = GAMES, **options: Any) -> Result:
    return simulate("usa", LINEUP, games=games, seed=3, out=out, threads=1, progress=False, **options)


def whole() -> Result:
    return once("killed whole", play)


def assert_whole(result: Result) -> None:
    assert result.complete
    for table in TABLES:
        pd.testing.assert_frame_equal(result.table(table), whole().table(table))


@contextmanager
def server() -> Iterator[Any]:
    command = [sys.executable, "-c", SERVER, str(GAMES)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        process.communicate(timeout=60)


def killed_after(seconds: float, folder: Path, process: Any) -> bool:
    """Play on in a folder and kill the process after some time; return whether it was killed before its end."""
    process.stdin.write(f"{folder}\n")
    process.stdin.flush()
    child = int(process.stdout.readline())
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)  # it waits for its parent if it has ended
    return int(process.stdout.readline()) == -signal.SIGKILL


@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(6, marks=pytest.mark.long(reason="starts a process and kills six runs")),
        pytest.param(60, marks=pytest.mark.release(reason="a minute; six kills are tried in the long tests")),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither fork nor SIGKILL")
def test_kill_9_at_random_moments_loses_only_what_was_in_flight(kills: int, tmp_path: Path) -> None:
    random, hits, folder, before = np.random.default_rng(kills), 0, tmp_path / "run", 0
    with server() as process:
        for number in range(kills):
            hits += killed_after(float(random.uniform(0.0, 0.7)), folder, process)
            if not (folder / MANIFEST).exists():  # killed before it began
                assert before == 0
                continue
            result = Result.load(folder)
            assert len(result) >= before, "a game that was saved is gone"
            assert differences(result, whole()) == []
            before = len(result)
            if result.complete:
                assert_whole(result)
                folder, before = tmp_path / f"run-{number}", 0
    assert hits > kills // 2
    assert_whole(play(folder, resume=True))
    assert_whole(Result.load(folder))


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
@pytest.mark.parametrize("after", [0, 3, 8])
def test_a_disk_that_fails_in_mid_run_keeps_what_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, after: int
) -> None:
    write, left = pd.DataFrame.to_parquet, iter(range(after))

    def fail(self: pd.DataFrame, place: Path, **options: Any) -> None:
        if next(left, None) is None:
            place.write_bytes(b"PAR1 half a file")
            raise OSError(code, os.strerror(code), str(place))
        write(self, place, **options)

    with monkeypatch.context() as patched:
        patched.setattr(kept, "PART_SECONDS", 0.0)
        patched.setattr(pd.DataFrame, "to_parquet", fail)
        with pytest.raises(SetupError, match=rf"{os.strerror(code)}; \d+ of 160 games are saved there: .* --resume"):
            play(tmp_path / "run")
    assert (len(Result.load(tmp_path / "run")) > 0) == (after >= len(TABLES))
    assert_whole(play(tmp_path / "run", resume=True))


def test_a_folder_that_is_removed_in_mid_run_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "PART_SECONDS", 0.0)
    with pytest.raises(SetupError, match=r"cannot be written: .*; 0 of 160 games are saved there"):
        play(tmp_path / "run", on_progress=lambda done, asked: shutil.rmtree(tmp_path / "run", ignore_errors=True))
    assert_whole(play(tmp_path / "run", resume=True))


def test_a_second_writer_is_refused_while_the_first_plays(tmp_path: Path) -> None:
    refused: list[str] = []

    def another(done: int, asked: int) -> bool:
        for options in ({"resume": True}, {"more": True}, {"overwrite": True}):
            with pytest.raises((SetupError, ResultError)) as error:
                play(tmp_path / "run", **options)
            refused.append(str(error.value))
        return False

    assert_whole(play(tmp_path / "run", on_progress=another))
    assert refused
    assert all("another run is writing to" in each for each in refused)


def test_a_clock_that_is_set_back_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 1e6)
    monkeypatch.setattr(kept, "PART_SECONDS", 0.0)
    play(tmp_path / "run", on_progress=lambda done, asked: done > 20)
    monkeypatch.setattr(time, "time", lambda: now - 2e6)
    assert_whole(play(tmp_path / "run", resume=True))
