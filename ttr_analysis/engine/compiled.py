"""The compiler's settings in one place, behind typed wrappers."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning

from ttr_analysis.engine.code_cache import cache_folder, keep
from ttr_analysis.engine.compilers import EntryCompiler, HelperCompiler
from ttr_analysis.engine.sources import modules_behind, source_hash

F = TypeVar("F", bound=Callable[..., Any])

# Strategies are passed as first-class functions; numba announces each use as experimental.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

INTERPRETED = bool(numba.config.DISABLE_JIT)
"""Whether NUMBA_DISABLE_JIT runs the engine as plain Python (slow; for tests)."""

_HELPER = {
    "nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": HelperCompiler,
    "_nrt": False,  # numba's runtime counts references, which took up to a fifth of a game's time
}  # fmt: skip


def is_cold() -> bool:
    """Return whether nothing has been compiled yet, so that the first game starts slowly."""
    folder = _folder_of("ttr_analysis.engine.play")
    return not INTERPRETED and (folder is None or not any(folder.rglob("*.nbi")))


def compiled(function: F) -> F:
    """Compile a function that is called only from compiled code (without wrappers for Python).

    It makes no arrays, and does not count the references to those that it is given: its
    callers hold them.
    """
    if INTERPRETED:
        return function
    return cast("F", _widened(numba.njit(**_HELPER)(function)))


def allocating(function: F) -> F:
    """Compile a function like :func:`compiled`, but one that makes arrays; it must not return them."""
    if INTERPRETED:
        return function
    return cast("F", _widened(numba.njit(**{**_HELPER, "_nrt": True})(function)))


def part(function: F) -> F:
    """Compile a large function that only compiled code calls, once for all callers: it is kept in the disk cache."""
    if INTERPRETED:
        return function
    dispatcher = numba.njit(**{**_HELPER, "pipeline_class": EntryCompiler})(function)
    keep(dispatcher, _folder_of(function.__module__))
    return cast("F", _widened(dispatcher))


def inlined(function: F) -> F:
    """Compile a small or hot function into each of its callers."""
    if INTERPRETED:
        return function
    return cast("F", _widened(numba.njit(**_HELPER, forceinline=True)(function)))


def entry(function: F) -> F:
    """Compile a function that is called from Python; a function of this package is kept in the disk cache."""
    return _entry(function, counting=True)


def lean_entry(function: F) -> F:
    """Compile a function like :func:`entry`, but one that makes no arrays: it counts no references to them."""
    return _entry(function, counting=False)


def _entry(function: F, counting: bool) -> F:
    if INTERPRETED:
        return function
    dispatcher = numba.njit(nogil=True, pipeline_class=EntryCompiler, _nrt=counting)(function)
    keep(dispatcher, _folder_of(function.__module__))
    return cast("F", dispatcher)


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


def _folder_of(module: str) -> Path | None:
    """Return the folder for the compiled code of a module; None if it is not one of this package."""
    return cache_folder(source_hash(module)) if module in modules_behind(module) else None
