"""Writing files and folders so that whatever has its final name is whole, and nothing foreign is touched."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ttr_analysis._validate import path_of, shown
from ttr_analysis.errors import SetupError

if TYPE_CHECKING:
    import pandas as pd

_FORMULA = re.compile(r"[=+@\t\r]|-(?![\d.,\s]*%?$)")
"""How a text begins that a spreadsheet would compute; a negative number is none."""

_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/+(.*)", re.DOTALL)
"""An address such as ``s3://bucket/run``, also as a path, which joins its slashes; a drive has only one letter."""

WINDOWS: Final = os.name == "nt"
"""Whether files that are open can be neither replaced nor deleted, and a closed pipe is an invalid argument."""

PAUSES: Final = (0.02, 0.05, 0.1, 0.2, 0.4)
"""Seconds between two attempts to replace such a file."""

UNFINISHED = ".part"
"""Suffix of a file that is being written."""


def write_file(place: Path, content: str | Callable[[Path], object]) -> None:
    """Write a file under another name, then rename it; a text has the same bytes on every system.

    Parameters
    ----------
    place : Path
        The file; one that is there is replaced.
    content : str or callable
        The text, or a function that writes to the path it is given.
    """
    unfinished = place.with_suffix(UNFINISHED)
    if isinstance(content, str):
        unfinished.write_text(content, encoding="utf-8", newline="\n")
    else:
        content(unfinished)
    _rename(unfinished, place)


def _rename(file: Path, place: Path) -> None:
    """Rename a file; on Windows, wait while another program, such as a virus scanner, reads what has the new name."""
    for pause in PAUSES if WINDOWS else ():
        try:
            file.replace(place)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    file.replace(place)


def csv_text(table: pd.DataFrame) -> str:
    r"""Return a table as the text of a CSV file in which no name is a formula to a spreadsheet.

    A text that begins like a formula has an apostrophe before it.

    Examples
    --------
    >>> import pandas as pd
    >>> from ttr_analysis.results.folders import csv_text
    >>> csv_text(pd.DataFrame({"city": ["=1+1", "Bern"], "points": [-3, 5]}))
    "city,points\n'=1+1,-3\nBern,5\n"
    """
    safe = table.copy(deep=False)
    for place, dtype in enumerate(table.dtypes):
        if dtype.kind not in "biufM":
            safe.isetitem(place, table.iloc[:, place].astype(object).map(_no_formula).to_numpy())
    return str(safe.to_csv(index=False, lineterminator="\n"))


def _no_formula(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Turn the errors of a full or vanished disk into one clear line about ``what``."""
    try:
        yield
    except OSError as error:
        raise SetupError(f"{what} cannot be written: {error.strerror or error}") from None


def folder_of(value: object) -> Path:
    """Return the folder that a text or a path names.

    Raises
    ------
    SetupError
        If it is neither, empty, an address such as ``s3://bucket/run``, or no name that a folder can have.
    """
    try:
        place = path_of("folder", value)
    except SetupError:
        raise SetupError(f"a folder is named by a text or a path, not {shown(value)}") from None
    if value == "":
        raise SetupError("the name of the folder is empty; the current folder is '.'")
    if (address := _ADDRESS.fullmatch(str(value))) and not Path(f"{address[1]}:").exists():
        raise SetupError(_no_folder(str(value), address[1], address[2]))
    place = at_home(place)
    if "\0" in str(place):
        raise SetupError(f"no folder can be named {shown(str(place))}: its name contains a null character")
    return place


def at_home(place: str | Path) -> Path:
    """Return a path with the home folder in place of a ``~`` at its beginning.

    Raises
    ------
    SetupError
        If nobody here has that name, or whoever runs this has no home.

    Examples
    --------
    >>> from ttr_analysis.results.folders import at_home
    >>> at_home("~nobody_here/a")
    Traceback (most recent call last):
    ttr_analysis.errors.SetupError: '~nobody_here/a' cannot be found: nobody here has such a home; give the whole path
    """
    try:
        return Path(place).expanduser()
    except RuntimeError:
        raise SetupError(
            f"{shown(str(place))} cannot be found: nobody here has such a home; give the whole path"
        ) from None


def _no_folder(address: str, scheme: str, rest: str) -> str:
    """Say that an address is no folder, and what to use in its place."""
    if scheme.lower() == "file":
        return f"{shown(address)} is an address; give the folder itself: {shown('/' + rest)}"
    return (
        f"{shown(address)} is an address, not a folder: a run locks its folder and renames files, which storage of "
        f"{scheme} cannot do safely; choose a folder that all machines share, or one of this machine, and copy it "
        "there afterwards"
    )


def own_folder(folder: str | Path, owner: str, foreign: Callable[[Path], str]) -> Path:
    """Create a folder for a result or the like, unless it is there, and check that it is for nothing else.

    Parameters
    ----------
    folder : str or Path
    owner : str
        What the folder is for, as in ``a result``.
    foreign : callable
        Returns the first entry of a folder that is not part of it; empty if there is none.

    Raises
    ------
    SetupError
        If it cannot be created or written to, or contains anything foreign.
    """
    folder = folder_of(folder)
    with explained(f"the folder {str(folder)!r}"):
        if folder.exists() and not folder.is_dir():
            raise SetupError(f"{folder} is a file; choose a folder for {owner}")
        folder.mkdir(parents=True, exist_ok=True)
        if found := foreign(folder):
            raise SetupError(
                f"{folder} contains files that are not part of {owner} ({found}); choose a new or empty folder"
            )
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    return folder


@contextmanager
def whole_folder(folder: Path, what: str) -> Iterator[Path]:
    """Yield a new folder beside another one, whose place it takes if the block succeeds.

    Otherwise it is deleted, and whatever was there stays.

    Parameters
    ----------
    folder : Path
        The folder to replace; it need not exist.
    what : str
        What it is, for messages.
    """
    new = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    old = folder.with_name(f".{folder.name}.{os.getpid()}.old")
    try:
        with explained(f"{what} {str(folder)!r}"):
            new.mkdir(parents=True)
            yield new
            if folder.exists():
                folder.rename(old)
            try:
                new.rename(folder)
            except OSError:
                if old.exists():
                    old.rename(folder)
                raise
    finally:
        shutil.rmtree(new, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
