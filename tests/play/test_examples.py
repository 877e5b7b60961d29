"""Example results are played once, read afterwards, and played anew when they no longer fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ttr_analysis as ttr
from ttr_analysis.errors import SetupError
from ttr_analysis.play import examples, simulate
from ttr_analysis.results import differences
from ttr_analysis.results.lock import FolderLock


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache folder of its own, and few games of a quick player."""
    monkeypatch.setattr(examples, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(examples, "GAMES", 40)
    monkeypatch.setattr(examples, "STRATEGY", "random")
    return tmp_path / "examples" / "usa"


def never(*arguments: Any, **options: Any) -> ttr.Result:
    raise AssertionError("it was played again")


def test_it_is_played_once_and_read_afterwards(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = ttr.load_example("usa")
    assert (len(first), first.manifest.players, first.complete) == (40, 4, True)
    assert "playing 40 games of random for the example 'usa', once" in capsys.readouterr().err
    monkeypatch.setattr(examples, "simulate", never)
    assert differences(first, ttr.load_example("usa")) == []
    assert capsys.readouterr().err == ""


def test_it_is_what_simulate_plays(cache: Path) -> None:
    assert differences(ttr.load_example(), simulate("usa", "random", players=4, games=40, seed=1)) == []


def test_a_damaged_one_is_played_anew(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = ttr.load_example("usa")
    part = next(cache.glob("players/*.parquet"))
    part.write_bytes(part.read_bytes()[:-9])
    assert differences(first, ttr.load_example("usa")) == []
    assert "the example 'usa' is played anew" in capsys.readouterr().err
    (cache / "manifest.json").write_text("{")
    assert differences(first, ttr.load_example("usa")) == []


def test_one_of_another_seed_or_engine_is_played_anew(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ttr.load_example("usa")
    monkeypatch.setattr(examples, "SEED", 2)
    second = ttr.load_example("usa")
    assert second.manifest.seed == 2
    assert differences(first, second)


def test_one_that_was_interrupted_goes_on(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate("usa", "random", players=4, games=40, seed=1, out=cache, on_progress=lambda done, of: True)
    assert ttr.load_example("usa").complete
    assert len(ttr.load_example("usa")) == 40


def test_without_a_cache_folder_it_is_played_each_time(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "cache_root", lambda: None)
    assert len(ttr.load_example("usa")) == 40
    assert not cache.exists()


def test_a_map_for_fewer_players_has_as_many_as_it_allows(cache: Path) -> None:
    assert ttr.load_example("nordic").manifest.players == 3


def test_what_cannot_be_is_refused_by_name(cache: Path) -> None:
    with pytest.raises(SetupError, match=r"the example is 'atlantis', but must be one of: .*usa"):
        ttr.load_example("atlantis")
    cache.mkdir(parents=True)
    (cache / "mine.txt").touch()
    with pytest.raises(SetupError, match=r"contains files that are not part of a result \(mine.txt\)"):
        ttr.load_example("usa")
    (cache / "mine.txt").unlink()
    lock = FolderLock(cache)
    with pytest.raises(SetupError, match=r"another run is writing to .*usa"):
        ttr.load_example("usa")
    lock.release()
