"""What is written to a result folder by several processes, and who may add to what is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_up import made_up_result

from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.results import Result
from ttr_analysis.results.files import ResultWriter, check_resumed, check_worker
from ttr_analysis.results.manifest import Part
from ttr_analysis.results.reading import read_manifest

PLAYED = made_up_result(games=6)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return PLAYED.save(tmp_path / "run")


def test_a_worker_writes_only_as_long_as_its_run_goes_on(tmp_path: Path) -> None:
    writer = ResultWriter(tmp_path / "run", PLAYED.manifest, PLAYED.game_map)
    name = writer.let_workers_write()
    check_worker(writer.folder, name)
    with pytest.raises(SetupError, match=r"a worker finds no run that writes to .*run: either that run has ended"):
        check_worker(writer.folder, "another")
    other = writer.let_workers_write()
    assert other != name
    with pytest.raises(SetupError, match="a worker finds no run"):
        check_worker(writer.folder, name)
    writer.release()
    with pytest.raises(SetupError, match="a worker finds no run"):
        check_worker(writer.folder, other)
    with pytest.raises(SetupError, match="a worker finds no run"):
        check_worker(tmp_path / "nowhere", other)


def test_parts_of_workers_that_are_not_there_are_not_recorded(tmp_path: Path) -> None:
    writer = ResultWriter(tmp_path / "run", PLAYED.manifest, PLAYED.game_map)
    part = Part(number=7, games=6)
    with pytest.raises(SetupError, match=r"a worker wrote part 7 to .*, but it is not there on this machine; choose"):
        writer.record([part])
    assert writer.manifest.parts == ()
    writer.finish(complete=False)
    assert Result.load(tmp_path / "run").manifest.finished == 0


def test_a_run_goes_on_with_the_games_it_was_made_for(folder: Path) -> None:
    same = PLAYED.manifest
    assert check_resumed(folder, same, False) == read_manifest(folder)
    with pytest.raises(ResultError, match="was made for 6 games, not 9; ask for as many as before, or for those to be"):
        check_resumed(folder, same.model_copy(update={"games": 9}), False)
    more = check_resumed(folder, same.model_copy(update={"games": 9}), True)
    assert more is not None
    assert (more.games, more.complete, more.parts) == (15, False, Result.load(folder).manifest.parts)
    with pytest.raises(ResultError, match="seed"):
        check_resumed(folder, same.model_copy(update={"seed": 2}), False)


def test_parts_without_their_manifest_are_not_gone_on_with(folder: Path, tmp_path: Path) -> None:
    assert check_resumed(tmp_path / "new", PLAYED.manifest, False) is None
    (folder / "manifest.json").unlink()
    with pytest.raises(ResultError, match=r"contains parts without their manifest\.json; replace them with"):
        check_resumed(folder, PLAYED.manifest, False)
    with pytest.raises(ResultError, match=r"contains no manifest\.json"):
        check_resumed(folder, PLAYED.manifest, True)
    with pytest.raises(ResultError, match="is not a folder"):
        check_resumed(tmp_path / "none", PLAYED.manifest, True)
    assert not (tmp_path / "none").exists(), "nothing is made where nothing can be added to"


def test_a_run_that_cannot_be_gone_on_with_leaves_no_lock(folder: Path) -> None:
    other = PLAYED.manifest.model_copy(update={"seed": 2})
    for _ in range(2):  # with a lock left, the second would be told of another run
        with pytest.raises(ResultError, match="seed"):
            ResultWriter(folder, other, PLAYED.game_map, resume=True)
