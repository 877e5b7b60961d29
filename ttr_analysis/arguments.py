"""Checks of the arguments that people call the package with."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Real
from typing import Any, TypeVar

from ttr_analysis.errors import SetupError
from ttr_analysis.shapes import misfit, shown

T = TypeVar("T")

SEEDS = 1 << 63
"""Seeds, and numbers of games of :class:`ttr_analysis.game.Game`, are below it."""


def whole_number(name: str, value: Any) -> int:
    """The value, if it is a whole number.

    Raises
    ------
    SetupError
        If it is none; the message begins with ``name``.
    """
    if problem := misfit(int, value):
        raise SetupError(f"{name} {problem}")
    return int(value)


def check_seed(name: str, value: Any) -> int:
    """The value, if it is a seed: a whole number from 0 to 2 ** 63 - 1.

    Raises
    ------
    SetupError
        If it is none; the message begins with ``name``.
    """
    number = whole_number(name, value)
    if not 0 <= number < SEEDS:
        raise SetupError(f"{name} is {shown(number)}; it must be from 0 to 2 ** 63 - 1")
    return number


def check_time_limit(value: Any) -> float:
    """The value, if it is a number of seconds to stop after: 0 or more, perhaps infinite.

    Raises
    ------
    SetupError
        If it is none; the message begins with ``time_limit``.
    """
    if isinstance(value, bool) or not isinstance(value, Real) or not float(value) >= 0:
        raise SetupError(f"time_limit is {shown(value)}; it must be 0 or more seconds")
    return float(value)


def named(what: str, value: Any, kind: type[T]) -> list[str | T]:
    """Things given by name or as objects, one or several, as a list.

    Raises
    ------
    SetupError
        If one is neither a name nor of this kind; the message begins with ``what``.
    """
    alone = isinstance(value, str | kind)
    items: list[Any] = [value] if alone else list(value) if isinstance(value, Iterable) else [None]
    if not all(isinstance(item, str | kind) for item in items):
        raise SetupError(f"{what} are given by name or as {kind.__name__}, one or a list, not as {shown(value)}")
    return items
