"""Checks of the arguments that users pass to the package."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Real
from typing import Any, TypeVar

from ttr_analysis.errors import SetupError
from ttr_analysis.shapes import misfit, shown

T = TypeVar("T")

SEEDS = 1 << 63
"""Seeds, and game numbers of :class:`ttr_analysis.game.Game`, must be below this."""


def whole_number(name: str, value: Any) -> int:
    """Return the value if it is a whole number.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``name``.
    """
    if problem := misfit(int, value):
        raise SetupError(f"{name} {problem}")
    return int(value)


def check_seed(name: str, value: Any) -> int:
    """Return the value if it is a seed: a whole number from 0 to 2 ** 63 - 1.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``name``.
    """
    number = whole_number(name, value)
    if not 0 <= number < SEEDS:
        raise SetupError(f"{name} is {shown(number)}; it must be from 0 to 2 ** 63 - 1")
    return number


def check_time_limit(value: Any) -> float:
    """Return the value if it is a time limit: 0 or more seconds, possibly infinite.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``time_limit``.
    """
    if isinstance(value, bool) or not isinstance(value, Real) or not float(value) >= 0:
        raise SetupError(f"time_limit is {shown(value)}; it must be 0 or more seconds")
    return float(value)


def named(what: str, value: Any, kind: type[T]) -> list[str | T]:
    """Return one or several things, given by name or as objects, as a list.

    Raises
    ------
    SetupError
        If one of them is neither a name nor of this kind; the message begins with ``what``.
    """
    alone = isinstance(value, str | kind)
    items: list[Any] = [value] if alone else list(value) if isinstance(value, Iterable) else [None]
    if not all(isinstance(item, str | kind) for item in items):
        raise SetupError(f"{what} must be a name or a {kind.__name__}, or a list of these, not {shown(value)}")
    return items
