"""Helpers have no machine code of their own; what Python calls contains them and works as without our compilers."""

from __future__ import annotations

import numba
import pytest

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
