"""Which source files a module's compiled code comes from, and their hash: the name of its place in the disk cache."""

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import numba
import numpy as np

ALL_COMPILED = ("ttr_analysis.engine.play", "ttr_analysis.engine.listing", "ttr_analysis.strategies")
"""What all games are played with: the game loop, the lists of legal actions, and every built-in strategy."""

_PACKAGE = "ttr_analysis"
_ROOT = Path(__file__).resolve().parents[2]

# Reading imports by pattern instead of by parser saves a tenth of a second at every start.
_IMPORT = re.compile(
    rf"^[ \t]*(?:from[ \t]+({_PACKAGE}[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+({_PACKAGE}[\w.]*))",
    re.M,
)


_FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+[^\n]*\n|\n)+", re.M)


@cache
def source_hash(*names: str) -> str:
    """Return a hash of all that the code of some modules is compiled from: sources, numba, numpy, Python.

    Parameters
    ----------
    *names : str
        Modules, or packages for all modules in them; if left out, :data:`ALL_COMPILED`.
    """
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for name, file in sorted(modules_behind(*names or ALL_COMPILED).items()):
        digest.update(name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def modules_behind(*names: str) -> Mapping[str, Path]:
    """Return the modules with these names and all modules of this package that they import, directly or not.

    The ``__init__`` of a package only counts if something is imported from it that is not a module.
    """
    found: dict[str, Path] = {}
    waiting = [module for name in names for module in _modules_in(name)]
    while waiting:
        name = waiting.pop()
        if name not in found and (file := _file_of(name)) is not None:
            found[name] = file
            waiting += _imported(file)
    return found


def _modules_in(name: str) -> list[str]:
    """Return the modules in a package; the name itself if it is not one."""
    folder = _ROOT.joinpath(*name.split("."))
    if not folder.is_dir():
        return [name]
    files = [file.relative_to(_ROOT).with_suffix("") for file in folder.rglob("*.py")]
    return [".".join(file.parts).removesuffix(".__init__") for file in files]


@cache
def _imported(file: Path) -> tuple[str, ...]:
    """Return the names of the modules of this package that a file imports anywhere, but for types.

    The front door of the package only names its rooms; nothing is compiled from it.
    """
    if file == _ROOT / _PACKAGE / "__init__.py":
        return ()
    return tuple(_imports_in(_FOR_TYPES.sub("", file.read_text(encoding="utf-8"))))


def _imports_in(source: str) -> Iterator[str]:
    for parent, listed, module in _IMPORT.findall(source):
        if module:
            yield module
        names = [name.split()[0] for name in listed.strip("()").split(",") if name.strip()]
        for name in names:
            inner = f"{parent}.{name}"
            yield inner if _file_of(inner) is not None else parent


@cache
def _file_of(name: str) -> Path | None:
    """Return the file of a module of this package; None if there is no such module."""
    place = _ROOT.joinpath(*name.split("."))
    return next(filter(Path.is_file, (place.with_suffix(".py"), place / "__init__.py")), None)
