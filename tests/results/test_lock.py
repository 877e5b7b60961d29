"""One writer at a time: a lock that ends with its process."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest
from made_up import made_up_result
from made_up_tournament import made_up_tournament

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.tournament.files import Keeper
from ttr_analysis.results.files import ResultWriter
from ttr_analysis.results.lock import LOCK, FolderLock

HOLD = """
import os, signal, sys
from pathlib import Path
from ttr_analysis.results.lock import FolderLock
lock = FolderLock(Path(sys.argv[1]))
print("locked", flush=True)
sys.stdin.readline()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_folder_has_one_writer_at_a_time(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with pytest.raises(SetupError, match=r"another run is writing to .*; wait for its end, or choose another folder"):
        FolderLock(tmp_path)
    lock.release()
    lock.release()
    FolderLock(tmp_path)  # forgotten at once
    gc.collect()
    FolderLock(tmp_path).release()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_process_leaves_no_lock_behind(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        with pytest.raises(SetupError, match="another run is writing"):
            FolderLock(tmp_path)
        other.communicate("end\n", timeout=30)
    assert (tmp_path / LOCK).exists()
    FolderLock(tmp_path).release()


def test_results_are_written_by_one_run_at_a_time(tmp_path: Path) -> None:
    result = made_up_result(games=4)
    writer = ResultWriter(tmp_path / "run", result.manifest, result.game_map)
    with pytest.raises(SetupError, match="another run is writing"):
        ResultWriter(tmp_path / "run", result.manifest, result.game_map, overwrite=True)
    writer.finish(complete=False)
    assert result.save(tmp_path / "run", overwrite=True) == tmp_path / "run"
    assert not (tmp_path / "run" / LOCK).exists()


def test_tournaments_are_written_by_one_run_at_a_time(tmp_path: Path) -> None:
    manifest = made_up_tournament([0.0, 0.0], [0.0, 0.0], games=2, seed=1).manifest
    keeper = Keeper(manifest.model_copy(update={"games": 0, "parts": ()}), tmp_path / "run")
    with pytest.raises(SetupError, match="another run is writing"):
        Keeper(manifest, tmp_path / "run", more=True)
    keeper.stop("interrupted")
    Keeper(manifest, tmp_path / "run", more=True).stop("")
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["tournament.json"]
