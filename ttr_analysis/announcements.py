"""What people are told on standard error while they wait."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Timer
from typing import Any

from ttr_analysis.engine.compiled import INTERPRETED, is_cold


def say(line: str) -> None:
    """Say a line at once."""
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - for people, while they wait


@cache
def say_once(line: str) -> None:
    """Say a line at once, but only the first time in this process."""
    say(line)


SLOW = 2.0
"""Seconds after which people are told what they wait for."""


@contextmanager
def said_when_slow(line: str) -> Iterator[None]:
    """Say a line as soon as what is done inside takes longer than :data:`SLOW`."""
    timer = Timer(SLOW, say, [line])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@cache
def announce_compilation(*functions: Any) -> None:
    """Say, once a process, if any of the engine's functions is about to be compiled.

    Parameters
    ----------
    *functions : compiled functions
        Those that the caller is going to use: each that Python calls is compiled and kept by
        itself, so that one may be there and another not.
    """
    if is_cold() or any(_missing(function) for function in functions):
        say_once("compiling the engine: this takes up to two minutes, once for this version ...")


def announce_uncompiled(name: str, reason: str) -> None:
    """Say, once a process, that a strategy is played as plain Python, and why."""
    say_once(f"{name}: not compiled, so its games are slow ({reason})")


def _missing(function: Any) -> bool:
    """Whether neither this process nor the disk has the function's compiled code."""
    if INTERPRETED or function.signatures:
        return False
    return not any(Path(function.stats.cache_path).glob(f"*.{function.__name__}-*.nbi"))
