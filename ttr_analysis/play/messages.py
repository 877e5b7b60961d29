"""Messages on standard error for people who wait."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Timer
from typing import Any

from ttr_analysis.engine.compiled import INTERPRETED, is_cold


def say(line: str) -> None:
    """Print a line to standard error at once."""
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - for people, while they wait


@cache
def say_once(line: str) -> None:
    """Print a line to standard error at once, but only the first time in this process."""
    say(line)


SLOW = 2.0
"""Seconds after which people are told what they are waiting for."""


@contextmanager
def said_when_slow(line: str) -> Iterator[None]:
    """Print a line as soon as the code in the ``with`` block has run for longer than :data:`SLOW`."""
    timer = Timer(SLOW, say, [line])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


TOLD = "TTR_COMPILATION_TOLD"
"""The environment variable that tells this process and those it starts that people know of the compilation."""


@cache
def announce_compilation(*functions: Any) -> None:
    """Announce, once in a process and those it starts, that some of the engine's functions are about to be compiled.

    Parameters
    ----------
    *functions : compiled functions
        Those that the caller is going to use. Each function that Python calls is compiled and
        cached separately, so one may be cached while another is not.
    """
    if TOLD not in os.environ and (is_cold() or any(_missing(function) for function in functions)):
        os.environ[TOLD] = "yes"
        say("compiling the engine: this takes up to two minutes, once for this version ...")


def announce_uncompiled(name: str, reason: str) -> None:
    """Announce, once per process, that a strategy is played as plain Python, and why."""
    say_once(f"{name}: not compiled, so its games are slow ({reason})")


def _missing(function: Any) -> bool:
    """Check whether the function's compiled code is neither in this process nor on disk."""
    if INTERPRETED or function.signatures:
        return False
    return not any(Path(function.stats.cache_path).glob(f"*.{function.__name__}-*.nbi"))
