"""Large results: what is streamed to a folder, read part by part, or not kept at all."""

import inspect
import os
import pickle
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ttr_analysis as ttr
from ttr_analysis import stats
from ttr_analysis.cli.simulate import facts, summary
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.results import TABLES, Result, reading

GAMES: Any = {"players": 2, "games": 90, "seed": 3, "progress": False}
OF_RESULT = sorted(
    name
    for name in dir(stats)
    if callable(function := getattr(stats, name))
    and not isinstance(function, type)
    and next(iter(inspect.signature(function).parameters), "") == "result"
)
FURTHER = {"percentiles": ([20, 60],), "check_enough": ()}


@pytest.fixture(scope="module")
def whole() -> Result:
    return ttr.simulate("europe", ["random", "greedy_points"], **GAMES)


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The same games, in a folder of several parts that are read when they are asked for."""
    folder = tmp_path_factory.mktemp("stored") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("ttr_analysis.play.kept"), "PART_BYTES", 2**14)
        patch.setattr(import_module("ttr_analysis.play.dispatcher"), "MAX_CHUNK", 16)  # however fast it plays
        return ttr.simulate("europe", ["random", "greedy_points"], out=folder, **GAMES)


def test_a_large_run_keeps_nothing_in_memory_and_has_the_same_tables(whole: Result, stored: Result) -> None:
    assert len(stored.manifest.parts) > 2
    assert not set(TABLES) & set(vars(stored))
    assert len(stored) == len(whole) == 90
    assert stored.complete
    for name in TABLES:
        pd.testing.assert_frame_equal(Result.reading(stored._stored).table(name), whole.table(name))
        assert stored.rows(name) == len(whole.table(name)) == stored.dataset(name).count_rows()
    assert repr(stored) == repr(whole)
    assert stored.source == whole.source


@pytest.mark.parametrize("name", OF_RESULT)
def test_every_table_of_stats_is_the_same_part_by_part(whole: Result, stored: Result, name: str) -> None:
    function, further = getattr(stats, name), FURTHER.get(name, ())
    result = Result.reading(stored._stored)
    found, wanted = function(result, *further), function(whole, *further)
    assert not {"tracks", "tickets", "players"} & set(vars(result)), f"{name} reads a whole table"
    if isinstance(wanted, pd.DataFrame):
        pd.testing.assert_frame_equal(found, wanted, check_exact=True)
    elif isinstance(wanted, pd.Series):
        pd.testing.assert_series_equal(found, wanted, check_exact=True)
    else:
        assert found == wanted


def test_what_simulate_prints_of_a_large_run_is_read_part_by_part(whole: Result, stored: Result) -> None:
    result = Result.reading(stored._stored)
    assert list(summary(result)) == list(summary(whole))
    assert facts(result) == facts(whole)
    assert result._repr_html_() == whole._repr_html_()
    assert not {"players", "games"} & set(vars(result))


@pytest.mark.long(reason="plays games for some seconds, so that what is kept in memory would be seen")
def test_memory_does_not_grow_with_the_number_of_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("ttr_analysis.play.kept"), "PART_BYTES", 2**19)
    monkeypatch.setattr(import_module("ttr_analysis.play.dispatcher"), "MAX_CHUNK", 200)
    pages = {20: 0, 60: 0}

    def measure(done: int, total: int) -> bool:
        parts = len(list((tmp_path / "run" / "games").glob("*.parquet")))
        resident = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        pages.update({parts: resident} if parts in pages and not pages[parts] else {})
        return pages[60] > 0

    ttr.simulate("usa", "random", players=4, games=200_000, out=tmp_path / "run", progress=False, on_progress=measure)
    assert pages[20] > 0
    assert (pages[60] - pages[20]) * os.sysconf("SC_PAGE_SIZE") < 8 * 2**20  # the rows between take 20 MB


def test_a_large_folder_is_read_part_by_part(stored: Result, whole: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGE", 100)
    loaded = Result.load(stored._stored.folder)
    assert loaded._stored is not None
    assert not set(TABLES) & set(vars(loaded))
    assert ttr.results.differences(loaded, whole) == []
    best = loaded.where(seats="win_share > 0")
    pd.testing.assert_frame_equal(best.players, whole.where(seats="win_share > 0").players)


def test_a_large_folder_with_a_changed_or_missing_part_is_refused(
    stored: Result, whole: Result, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reading, "LARGE", 100)
    monkeypatch.setattr("ttr_analysis.results.result.PART", 60)
    place = whole.save(tmp_path / "run")
    assert len(Result.load(place).manifest.parts) == 3
    part = reading.part_file(place, "tracks", 1)
    part.write_bytes(part.read_bytes() + b"x")
    with pytest.raises(ResultError, match="was changed after it was written"):
        Result.load(place)
    part.unlink()
    with pytest.raises(ResultError, match="half-written"):
        Result.load(place)


def test_what_is_saved_in_parts_is_what_was_saved(
    whole: Result, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("ttr_analysis.results.result.PART", 50)
    loaded = Result.load(whole.save(tmp_path / "run"))
    assert [part.games for part in loaded.manifest.parts] == [25, 25, 25, 15]
    for name in TABLES:
        pd.testing.assert_frame_equal(loaded.table(name), whole.table(name))


@pytest.mark.parametrize("folder", [False, True])
def test_tables_that_are_not_kept_are_refused_by_name(whole: Result, tmp_path: Path, folder: bool) -> None:
    few = ttr.simulate(
        "europe", ["random", "greedy_points"], tables=["tickets"], out=tmp_path / "few" if folder else None, **GAMES
    )
    few = Result.load(tmp_path / "few") if folder else few
    assert few.manifest.tables == ("games", "players", "tickets")
    pd.testing.assert_frame_equal(few.tickets, whole.tickets)
    assert len(few.where("turns > 50")) == len(whole.where("turns > 50"))
    assert ttr.results.differences(few, whole) == []
    with pytest.raises(ResultError, match=r"table of tracks was not kept.*--tables games,players,tickets,tracks"):
        stats.track_values(few)
    with pytest.raises(ResultError, match="table of tracks was not kept"):
        few.tracks  # noqa: B018
    with pytest.raises(AttributeError):
        few.trakcs  # noqa: B018
    with pytest.raises(ResultError, match="choice of tables"):
        Result.concat([few, ttr.simulate("europe", ["random", "greedy_points"], **{**GAMES, "seed": 4})])


def test_a_result_without_its_tracks_goes_to_another_process(whole: Result) -> None:
    few = ttr.simulate("europe", "random", players=2, games=30, tables=("games", "players"), progress=False)
    again = pickle.loads(pickle.dumps(few))
    assert np.array_equal(again.players["score"], few.players["score"])
    assert again.manifest == few.manifest


@pytest.mark.parametrize(
    ("tables", "words"), [("tracks", "must be a list"), (["trakcs"], "trakcs"), (7, "7"), ([None], "None")]
)
def test_names_of_tables_are_checked_before_anything_is_played(tables: Any, words: str) -> None:
    with pytest.raises(SetupError, match=words):
        ttr.simulate("europe", "random", tables=tables, progress=False)


def test_a_large_run_goes_on_and_its_tables_are_those_of_one_run(
    whole: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("ttr_analysis.play.kept"), "PART_BYTES", 2**14)
    monkeypatch.setattr(reading, "LARGE", 50)
    lineup, tables = ["random", "greedy_points"], ("games", "players", "tracks")
    for games, more in ((40, False), (50, True)):
        given = {**GAMES, "games": games, "more": more, "tables": tables}
        result = ttr.simulate("europe", lineup, out=tmp_path / "run", **given)
    assert result.complete
    assert result.is_stored
    for name in tables:
        pd.testing.assert_frame_equal(result.table(name), whole.table(name))
    with pytest.raises(ResultError, match="choice of tables"):
        ttr.simulate("europe", lineup, out=tmp_path / "run", resume=True, **GAMES)
