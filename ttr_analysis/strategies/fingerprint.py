"""A hash of what a strategy of one's own compiles to: the name of its place in the disk cache.

It covers the function, the functions that it calls, the values that they read (the compiler turns
globals into constants), the files of these functions, and the sources of this package's compiled
code. What it cannot judge has no fingerprint and is compiled anew in each process.
"""

import enum
import hashlib
import inspect
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from ttr_analysis.engine.sources import ALL_COMPILED, modules_behind, source_hash

_FOUNDATIONS = frozenset({"numba", "llvmlite", "numpy"})
"""Packages whose content follows from the versions of numba and numpy, which are in every hash, as Python's is."""

_STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib"))
_INSTALLED = tuple(Path(sysconfig.get_path(name)) for name in ("purelib", "platlib"))

_PLAIN = (type(None), type(...), bool, int, float, complex, str, bytes, np.generic)


class _UnknownContentError(Exception):
    """Something is used whose content cannot be read."""


def fingerprint(function: Callable[..., Any]) -> str | None:
    """Return the hash of what a function compiles to; None if it cannot be known or is in no file."""
    found = _Contents()
    try:
        found.add(function)
    except _UnknownContentError:
        return None
    return found.digest()


class _Contents:
    """Everything that a function uses, collected once each."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256(source_hash().encode())
        self._seen: dict[int, Any] = {}
        self._files: set[Path] = set()
        self._ours = modules_behind(*ALL_COMPILED)

    def digest(self) -> str:
        """Return the hash of everything that was added."""
        for file in sorted(self._files):
            self._hash.update(f"{file}\0".encode() + file.read_bytes())
        return self._hash.hexdigest()[:16]

    def add(self, value: Any) -> None:
        """Add a value that compiled code reads, with all that it contains or calls."""
        if isinstance(value, _PLAIN):
            self._write(type(value).__name__, repr(value))
        elif isinstance(value, np.ndarray) and not value.dtype.hasobject:
            self._write("array", value.dtype.descr, value.shape, value.tobytes())
        elif id(value) in self._seen:
            self._write("again", list(self._seen).index(id(value)))
        else:
            self._seen[id(value)] = value
            self._add_compound(value)

    def _add_compound(self, value: Any) -> None:
        source = getattr(value, "py_func", value)
        if _is_foundation(value):
            self._write("known", repr(value.__module__), getattr(value, "__qualname__", repr(value)))
        elif isinstance(source, FunctionType):
            self._add_function(source, getattr(value, "targetoptions", {}))
        elif isinstance(value, tuple | list):
            self._write(type(value).__name__, len(value))
            for item in value:
                self.add(item)
        elif isinstance(value, enum.Enum):
            self._write("member", type(value).__qualname__, value.name, repr(value.value))
        elif isinstance(value, type) and issubclass(value, enum.Enum | tuple):
            members = value.__members__.items() if issubclass(value, enum.Enum) else value.__dict__.get("_fields", ())
            self._write("class", value.__qualname__, [repr(member) for member in members])
        elif isinstance(value, numba.types.Type | np.dtype):
            self._write("type", repr(value))
        else:
            raise _UnknownContentError

    def _add_function(self, function: FunctionType, options: dict[str, Any]) -> None:
        if function.__module__ in self._ours:  # in the hash of the package's sources
            self._write("ours", function.__module__, function.__qualname__)
            return
        file = Path(inspect.getfile(function))
        if "ipykernel" in file.parts or not file.is_file():
            raise _UnknownContentError
        self._files.add(file.resolve())
        self._write("function", function.__qualname__, sorted(map(repr, options.items())))
        self._add_code(function.__code__)
        for part in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self.add(part)
        for cell in function.__closure__ or ():
            self.add(cell.cell_contents)
        names = _names_in(function.__code__)
        for name in sorted(names & function.__globals__.keys()):
            self._write("global", name)
            self._add_global(function.__globals__[name], names)

    def _add_global(self, value: Any, names: set[str]) -> None:
        """Add the value of a global; of a module, those of its attributes that a function names."""
        if not isinstance(value, ModuleType):
            self.add(value)
        elif not _is_known(value.__name__) and id(value) not in self._seen:
            self._seen[id(value)] = value
            for name in sorted(names & vars(value).keys()):
                self._write("attribute", name)
                self._add_global(getattr(value, name), names)
            del self._seen[id(value)]  # another function may name other attributes

    def _add_code(self, code: CodeType) -> None:
        """Add the instructions of a function and of the functions inside it."""
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        self._write("code", code.co_code, code.co_argcount, code.co_kwonlyargcount, code.co_flags, names)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._add_code(constant)
            else:
                listed = sorted(constant, key=repr) if isinstance(constant, frozenset) else constant
                self._write("constant", repr(listed))

    def _write(self, *parts: object) -> None:
        self._hash.update(repr(parts).encode() + b"\n")


def _is_foundation(value: Any) -> bool:
    """Check whether a function or class belongs to Python, numba or numpy."""
    if not isinstance(value, type | FunctionType | BuiltinFunctionType | np.ufunc):
        return False
    return _is_known(getattr(value, "__module__", None) or "numpy")


def _is_known(module: str) -> bool:
    """Check whether a module belongs to Python, numba or numpy; one's own file may have the name of one of Python's."""
    top = module.partition(".")[0]
    if top in _FOUNDATIONS:
        return True
    if top not in sys.stdlib_module_names or top == "__main__":
        return False
    file = getattr(sys.modules.get(top), "__file__", None)
    if file is None:  # built into Python
        return True
    place = Path(file)
    return place.is_relative_to(_STANDARD_LIBRARY) and not any(map(place.is_relative_to, _INSTALLED))


def _names_in(code: CodeType) -> set[str]:
    """Return the names of globals and attributes that a function uses, with those of functions inside it."""
    return set(code.co_names).union(*_inner_names(code))


def _inner_names(code: CodeType) -> Iterator[set[str]]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield _names_in(part)
