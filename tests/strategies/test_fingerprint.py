"""The fingerprint of a function changes with everything that its compiled code depends on, and with nothing else."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from ttr_analysis.strategies.fingerprint import fingerprint

MAIN = """
import helper
from helper import twice
import numpy as np
import numba

FACTOR = 3
TABLE = np.array([1, 2, 3])

def unrelated(x):
    return x - 5

def choose(x):
    return FACTOR * twice(x) + helper.deep.offset(x) + TABLE[0] + int(np.floor(helper.SCALE))
"""
HELPER = """
import numba
import deep

SCALE = 1.5

@numba.njit
def twice(x):
    return 2 * x
"""
DEEP = "def offset(x):\n    return x + 1\n"
FILES = {"own_strategy": MAIN, "helper": HELPER, "deep": DEEP}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A strategy's file with a module beside it, which imports another one."""
    for name, text in FILES.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a change within a second would go unnoticed
    yield tmp_path
    _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    for name in FILES:
        sys.modules.pop(name, None)


def _function() -> FunctionType:
    """Return the function as a new process would see it."""
    _forget()
    return importlib.import_module("own_strategy").choose


def _changed_by(folder: Path, name: str, old: str, new: str) -> bool:
    before = fingerprint(_function())
    assert before is not None
    file = folder / f"{name}.py"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    return fingerprint(_function()) != before


def test_the_same_files_have_the_same_fingerprint(folder: Path) -> None:
    assert fingerprint(_function()) == fingerprint(_function())


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("own_strategy", "FACTOR * twice", "FACTOR + twice"),
        ("own_strategy", "FACTOR = 3", "FACTOR = 4"),
        ("own_strategy", "[1, 2, 3]", "[1, 2, 4]"),
        ("helper", "2 * x", "3 * x"),
        ("helper", "SCALE = 1.5", "SCALE = 2.5"),
        ("helper", "@numba.njit", "@numba.njit(fastmath=True)"),
        ("deep", "x + 1", "x + 2"),
    ],
)
def test_a_change_of_what_is_called_or_read_changes_it(folder: Path, name: str, old: str, new: str) -> None:
    assert _changed_by(folder, name, old, new)


@pytest.mark.parametrize("name", ["profile", "queue", "statistics"])
def test_a_helper_with_the_name_of_a_standard_module_counts(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    importlib.import_module(name)  # so that monkeypatch has the standard one to put back
    source = "import numba\n\n@numba.njit\ndef twice(x):\n    return 2 * x\n"
    (folder / f"{name}.py").write_text(source)
    (folder / "own_strategy.py").write_text(f"import {name}\n\ndef choose(x):\n    return {name}.twice(x)\n")
    monkeypatch.delitem(sys.modules, name, raising=False)
    before = fingerprint(_function())
    (folder / f"{name}.py").write_text(source.replace("2 * x", "3 * x"))
    monkeypatch.delitem(sys.modules, name)
    assert None is not before != fingerprint(_function())
    monkeypatch.delitem(sys.modules, name)


def test_code_that_was_loaded_before_its_file_changed_has_a_fingerprint_of_its_own(folder: Path) -> None:
    loaded = _function()
    (folder / "own_strategy.py").write_text(MAIN.replace("FACTOR *", "FACTOR +"))
    assert fingerprint(loaded) != fingerprint(_function())


def test_a_value_read_from_a_data_file_counts(folder: Path) -> None:
    data = folder / "numbers.txt"
    data.write_text("1 2 3")
    reading = f"TABLE = np.loadtxt({str(data)!r})"
    (folder / "own_strategy.py").write_text(MAIN.replace("TABLE = np.array([1, 2, 3])", reading))
    before = fingerprint(_function())
    data.write_text("1 2 4")
    assert None is not before != fingerprint(_function())


def test_a_value_in_a_closure_counts(folder: Path) -> None:
    text = "def made(n):\n    def choose(x):\n        return x + n\n    return choose\n\nchoose = made({})\n"
    (folder / "own_strategy.py").write_text(text.format(1))
    assert _changed_by(folder, "own_strategy", "made(1)", "made(2)")


def test_the_sources_of_this_package_count(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(_function())
    monkeypatch.setattr("ttr_analysis.strategies.fingerprint.source_hash", lambda: "other sources")
    assert fingerprint(_function()) != before


def test_functions_that_call_each_other_have_one(folder: Path) -> None:
    text = "def choose(x):\n    return x == 0 or odd(x - 1)\n\ndef odd(x):\n    return x > 0 and choose(x - 1)\n"
    (folder / "own_strategy.py").write_text(text)
    assert fingerprint(_function())


def test_something_whose_content_cannot_be_read_leaves_no_fingerprint(folder: Path) -> None:
    (folder / "own_strategy.py").write_text("THING = object()\n\ndef choose(x):\n    return THING\n")
    assert fingerprint(_function()) is None


def test_a_function_that_is_in_no_file_has_none() -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile("def choose(x):\n    return x\n", "<ipython-input-1>", "exec"), names)
    assert fingerprint(names["choose"]) is None
