"""The compiler's settings in one place: a typed wrapper, and a disk cache that cannot go stale.

numba's own cache notices changes only in the file of a function, not in the functions it
calls. The name of the cache folder used here contains a hash of all sources of compiled
code, so any change starts a new cache.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning

F = TypeVar("F", bound=Callable[..., Any])

# Strategies are passed as first-class functions; numba announces each use as experimental.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

INTERPRETED = bool(numba.config.DISABLE_JIT)
"""Whether NUMBA_DISABLE_JIT runs the engine as plain Python (slow; for tests)."""

_PACKAGE = Path(__file__).resolve().parents[1]
_ENGINE_SOURCES = ("engine/*.py", "rules/limits.py", "maps/actions.py", "maps/events.py")
_STRATEGY_SOURCES = (*_ENGINE_SOURCES, "strategies/**/*.py")
_KEPT_FOLDERS = 8


@cache
def source_hash(patterns: tuple[str, ...] = _STRATEGY_SOURCES) -> str:
    """Return a hash of everything compiled code depends on: sources, numba, numpy, Python."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for pattern in patterns:
        for path in sorted(_PACKAGE.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(patterns: tuple[str, ...] = _STRATEGY_SOURCES) -> Path | None:
    """Return the folder of this version's compiled code, or None if no folder is writable.

    The engine's code does not depend on the strategies, so it has its own folder.
    """
    base = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    root = Path(base).expanduser() / "ttr_analysis"
    folder = root / f"compiled-{source_hash(patterns)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        warnings.warn(f"no writable folder for compiled code ({error}): every process compiles again", stacklevel=2)
        return None
    _prune(root)
    return folder


def is_cold() -> bool:
    """Return whether nothing has been compiled yet, so that the first game starts slowly."""
    folder = cache_folder(_ENGINE_SOURCES)
    return not INTERPRETED and (folder is None or not any(folder.rglob("*.nbi")))


def compiled(function: F) -> F:
    """Compile a function that is called only from compiled code (without wrappers for Python)."""
    if INTERPRETED:
        return function
    return cast("F", _widened(numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)))


def inlined(function: F) -> F:
    """Compile a small or hot function into each of its callers.

    A call that is not inlined counts references to its array arguments; in functions
    called for every track or card, this took a third of the time.
    """
    if INTERPRETED:
        return function
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}
    return cast("F", _widened(numba.njit(nogil=True, **options)(function)))


def entry(function: F) -> F:
    """Compile a function that is called from Python, and keep it in the disk cache."""
    in_engine = function.__module__.startswith("ttr_analysis.engine.")
    folder = None if INTERPRETED else cache_folder(_ENGINE_SOURCES if in_engine else _STRATEGY_SOURCES)
    before = numba.config.CACHE_DIR
    try:
        if folder is not None:
            numba.config.CACHE_DIR = str(folder)
        return cast("F", numba.njit(nogil=True, cache=folder is not None)(function))
    finally:
        numba.config.CACHE_DIR = before


def wrapping(function: F) -> F:
    """Compile a function whose 64-bit words overflow on purpose (the random generator)."""
    if INTERPRETED:
        return np.errstate(over="ignore")(function)
    return inlined(function)


def _widened(dispatcher: Any) -> Any:
    """Let a function be compiled once for all callers.

    numba compiles a separate version for every literal argument. With ten levels of calls
    this multiplies the compile time without any gain, because LLVM inlines the calls anyway.
    """
    original = dispatcher.get_call_template

    def get_call_template(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        return original(tuple(map(_wide_type, arguments)), keywords)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _wide_type(kind: Any) -> Any:
    """Return the general type of an argument: no literals, one kind of integer."""
    kind = numba.types.unliteral(kind)
    if isinstance(kind, numba.types.Integer) and kind.signed:
        return numba.types.int64
    return kind


def _prune(root: Path) -> None:
    """Delete all but the newest folders."""
    with suppress(OSError):
        folders = sorted(root.glob("compiled-*"), key=lambda folder: folder.stat().st_mtime)
        for folder in folders[:-_KEPT_FOLDERS]:
            shutil.rmtree(folder, ignore_errors=True)
