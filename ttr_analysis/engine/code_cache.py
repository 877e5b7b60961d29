"""Compiled code on disk: one folder for each version of its sources, so that it cannot go stale.

numba's own cache notices changes only in the file of a function, not in the functions it
calls. The name of each folder used here contains a hash of everything the code in it was
compiled from, so any change starts a new folder.
"""

import os
import shutil
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.runtime import rtsys

from ttr_analysis.engine.compilers import kept_library, read_result

KEPT_FOLDERS = 96
"""Folders that are kept: several versions of all strategies, and strategies of one's own."""


@cache
def cache_root() -> Path | None:
    """Return the folder for all compiled code, or None, after a warning, if it is not writable."""
    base = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        root = Path(base).expanduser() / "ttr_analysis"
        root.mkdir(parents=True, exist_ok=True)
        probe = root / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no home folder
        _warn_unwritable(error)
        return None
    return root


@cache
def cache_folder(version: str) -> Path | None:
    """Return the folder for compiled code with a hash of its sources, or None if none is writable."""
    root = cache_root()
    if root is None:
        return None
    folder = root / f"compiled-{version}"
    try:
        is_new = not folder.is_dir()
        folder.mkdir(exist_ok=True)
        os.utime(folder)  # the folders unused for longest are deleted first
    except OSError as error:
        _warn_unwritable(error)
        return None
    if is_new:
        _prune(root)
    return folder


def keep(dispatcher: Any, folder: Path | None) -> None:
    """Let a function's compiled code be read from a folder and written to it, unless the folder is None."""
    if folder is None:
        return
    before = numba.config.CACHE_DIR
    try:
        numba.config.CACHE_DIR = str(folder)
        dispatcher._cache = _MendedCache(dispatcher.py_func)
    except OSError as error:
        _warn_unwritable(error)
    except RuntimeError:  # the function is in no file, so numba cannot tell whether it has changed
        return
    finally:
        numba.config.CACHE_DIR = before


class _AnyCheckout(UserProvidedCacheLocator):  # type: ignore[misc] # numba has no types
    """A folder for each module, wherever its file lies: every environment finds what another one compiled.

    numba's own folders are named after the path of the file.
    """

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)
        self._cache_path = str(Path(numba.config.CACHE_DIR) / py_func.__module__)


class _QuickToRead(CompileResultCacheImpl):  # type: ignore[misc] # numba has no types
    """What numba writes, with another form of the library that is read faster.

    Environments that hold nothing are left out: to read them, numba loads the modules they are of.
    """

    _locator_classes = (_AnyCheckout,)

    def reduce(self, cres: Any) -> Any:
        """Return what is to be pickled; the environments come last."""
        _, *parts, environments = super().reduce(cres)
        return (kept_library(cres.library), *parts, tuple(each for each in environments if each.consts))

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return the code that :meth:`reduce` wrote."""
        return read_result(target_context, payload)


class _MendedCache(FunctionCache):  # type: ignore[misc] # numba has no types
    """numba's cache of a function, except that damaged files are replaced and a full disk is no error."""

    _impl_class = _QuickToRead

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled code for a signature; None if it must be compiled.

        Unlike numba's method, this one does not first load all that the compiler knows (scipy.linalg,
        cffi and a hundred modules of numba): code that is compiled already needs only the memory manager.
        """
        try:
            rtsys.initialize(target_context)
            return self._load_overload(sig, target_context)
        except Exception as error:  # whatever half a pickle or half an object file leads to
            _warn_damaged(Path(self.cache_path).parent, type(error).__name__)
            try:
                self.flush()
            except OSError:
                self.disable()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the compiled code for a signature, if it can be written."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _warn_unwritable(error)
            self.disable()


@cache
def _warn_damaged(folder: Path, problem: str) -> None:
    """Warn, once for each folder."""
    warnings.warn(f"damaged compiled code in {folder} ({problem}): it is compiled again", stacklevel=2)


def _warn_unwritable(error: Exception) -> None:
    """Warn, once per process."""
    if not _said_unwritable:
        _said_unwritable.append(True)
        message = f"no writable folder for compiled code ({error}): every process compiles again"
        warnings.warn(message, stacklevel=2)


_said_unwritable: list[bool] = []


def _prune(root: Path) -> None:
    """Delete all but the newest folders."""
    with suppress(OSError):
        folders = sorted(root.glob("compiled-*"), key=lambda folder: folder.stat().st_mtime)
        for folder in folders[:-KEPT_FOLDERS]:
            shutil.rmtree(folder, ignore_errors=True)
