"""Compiled code on disk: read again, repaired when damaged, done without when it cannot be written."""

from __future__ import annotations

import importlib.util
import os
import warnings
from pathlib import Path
from typing import Any

import numba
import pytest

from ttr_analysis.engine import code_cache


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep compiled code in a folder of this test."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    _forget()
    yield tmp_path / "cache" / "ttr_analysis"
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for cached in (code_cache.cache_root, code_cache.cache_folder, code_cache._warn_damaged):
        cached.cache_clear()
    code_cache._said_unwritable.clear()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file with a function that is quick to compile."""
    file = tmp_path / "quick.py"
    file.write_text("def quick(x):\n    return x + 1\n")
    return file


def _dispatcher(source: Path, folder: Path | None) -> Any:
    """Return the file's function as a new process would see it, with its compiled code kept in the folder."""
    specification = importlib.util.spec_from_file_location("quick", source)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    dispatcher = numba.njit(module.quick)
    code_cache.keep(dispatcher, folder)
    return dispatcher


def _hits(dispatcher: Any) -> int:
    return sum(dispatcher.stats.cache_hits.values())


def test_compiled_code_is_read_again(root: Path, source: Path) -> None:
    first = _dispatcher(source, code_cache.cache_folder("abc"))
    assert first(1) == 2
    assert _hits(first) == 0
    again = _dispatcher(source, code_cache.cache_folder("abc"))
    assert again(1) == 2
    assert _hits(again) == 1
    assert list((root / "compiled-abc").rglob("*.nbc"))


def test_a_copy_of_the_sources_in_another_folder_is_not_compiled_again(root: Path, source: Path) -> None:
    folder = code_cache.cache_folder("1")
    assert _dispatcher(source, folder)(1) == 2
    copy = source.parent / "elsewhere" / source.name
    copy.parent.mkdir()
    copy.write_text(source.read_text())
    again = _dispatcher(copy, folder)
    assert again(1) == 2
    assert _hits(again) == 1


def test_another_version_of_the_sources_has_another_folder(root: Path, source: Path) -> None:
    _dispatcher(source, code_cache.cache_folder("abc"))(1)
    other = _dispatcher(source, code_cache.cache_folder("def"))
    other(1)
    assert _hits(other) == 0


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", ["empty", "cut short", "zeros", "noise"])
def test_damaged_files_are_replaced_with_one_warning_that_names_the_folder(
    root: Path, source: Path, ending: str, damage: str
) -> None:
    folder = code_cache.cache_folder("abc")
    _dispatcher(source, folder)(1)
    for file in folder.rglob(f"*.{ending}"):
        data = file.read_bytes()
        damaged = {"empty": b"", "cut short": data[: len(data) // 2], "zeros": bytes(len(data)), "noise": b"noise"}
        file.write_bytes(damaged[damage])
    with pytest.warns(UserWarning, match="damaged compiled code in .*compiled-abc") as caught:
        assert _dispatcher(source, folder)(1) == 2
    assert len(caught) == 1
    mended = _dispatcher(source, folder)
    assert mended(1) == 2
    assert _hits(mended) == 1


def test_without_a_writable_folder_functions_are_compiled_each_time_after_one_warning(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch, root: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))  # not even root can create a folder in a file
    with pytest.warns(UserWarning, match="no writable folder for compiled code") as caught:
        folders = [code_cache.cache_folder(version) for version in ("abc", "def")]
    assert folders == [None, None]
    assert _dispatcher(source, None)(1) == 2
    assert len(caught) == 1


def test_a_full_disk_costs_no_game(root: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dispatcher = _dispatcher(source, code_cache.cache_folder("abc"))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(dispatcher._cache._cache_file, "save", full)
    with pytest.warns(UserWarning, match="No space left on device"):
        assert dispatcher(1) == 2


def test_a_function_without_a_file_is_not_kept(root: Path) -> None:
    names: dict[str, Any] = {}
    exec("def quick(x):\n    return x + 1\n", names)
    dispatcher = numba.njit(names["quick"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        code_cache.keep(dispatcher, code_cache.cache_folder("abc"))
    assert dispatcher(1) == 2


def test_the_folders_unused_for_longest_are_deleted(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache, "KEPT_FOLDERS", 3)
    for age, version in enumerate("edcba"):
        folder = code_cache.cache_folder(version)
        os.utime(folder, (age, age))
    assert code_cache.cache_folder("new")
    assert sorted(folder.name for folder in root.glob("compiled-*")) == ["compiled-a", "compiled-b", "compiled-new"]
