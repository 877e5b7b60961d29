"""Helpers have no machine code of their own; what Python calls contains them and works as without our compilers."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import numba
import numpy as np
import pytest

import ttr_analysis
from ttr_analysis.engine.compilers import EntryCompiler, HelperCompiler

HELPER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": HelperCompiler}


@numba.njit(**HELPER)
def _positive(number: float) -> float:
    if number < 0:
        raise ValueError("the number is negative: ", number)
    return number


@numba.njit(**HELPER)
def _root(number: float) -> float:
    return _positive(number) ** 0.5


@numba.njit(pipeline_class=EntryCompiler)
def _sum_of_roots(numbers: tuple[float, ...]) -> float:
    total = 0.0
    for number in numbers:
        total += _root(number)
    return total


def test_what_python_calls_contains_its_helpers() -> None:
    assert _sum_of_roots((4, 9)) == 5


def test_an_error_in_a_helper_reaches_python_with_its_values() -> None:
    with pytest.raises(ValueError, match="negative") as caught:
        _sum_of_roots((4, -9))
    assert caught.value.args[1] == -9


def test_no_machine_code_is_made_of_helpers() -> None:
    _sum_of_roots((1,))
    assert all(called.library._get_compiled_object() for called in _sum_of_roots.overloads.values())
    for helper in _root.overloads.values():
        with pytest.raises(ValueError, match="object caching not enabled"):
            helper.library._get_compiled_object()


def _entry_of(array: np.ndarray, index: int) -> float:
    return array[index]


def _from(module: str) -> FunctionType:
    """Return a function that looks as if it came from a module."""
    function = FunctionType(_entry_of.__code__, {"np": np}, "_entry_of")
    function.__module__ = module
    return function


def test_functions_of_others_count_from_the_end_as_python_does() -> None:
    assert numba.njit(_from("strategy_of_a_user"))(np.arange(4), -1) == 3


def test_functions_of_this_package_do_not() -> None:
    checked = numba.njit(_from("ttr_analysis.of_this_package"), boundscheck=True)
    assert checked(np.arange(4), 3) == 3
    with pytest.raises(IndexError):
        checked(np.arange(4), -1)


COMPILES = {"compiled", "allocating", "part", "inlined", "entry", "lean_entry", "wrapping", "strategy"}
PACKAGE = Path(ttr_analysis.__file__).parent


def _compiled_functions(file: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            names = {getattr(each, "func", each) for each in node.decorator_list}
            if {name.id for name in names if isinstance(name, ast.Name)} & COMPILES:
                yield node


def test_no_compiled_function_counts_from_the_end() -> None:
    found, functions = [], 0
    for file in PACKAGE.rglob("*.py"):
        for function in _compiled_functions(file):
            functions += 1
            for node in ast.walk(function):
                if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load | ast.Store):
                    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                    if any(isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub) for part in parts):
                        found.append(f"{file.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(node)}")
    assert functions > 500
    assert not found


@pytest.mark.release(reason="compiles everything anew, with a check of every index: ten minutes")
def test_no_index_leaves_its_array(tmp_path: Path) -> None:
    checked = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    tests = Path(__file__).parents[1]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests / "test_golden.py", tests / "play"]
    run = subprocess.run(command, env=checked, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:]
