"""A folder of finished pieces of work, so that a long search or training goes on where it was stopped.

``journal.json`` tells what the pieces depend on. Each piece is a file of arrays, ``NAME.npz``, that is whole or not
there; whoever does the work again asks for it by its name and gets the same numbers without doing it.
"""

import json
import re
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.errors import ResultError
from ttr_analysis.results import going_on
from ttr_analysis.results.folders import explained, own_folder, write_file
from ttr_analysis.results.lock import LOCK, FolderLock

JOURNAL: Final = "journal.json"
"""Name of the file that tells what the pieces depend on."""

SECONDS: Final = 4.0
"""Time after which work is written down; with what is under way, a crash loses at most five seconds."""

Arrays = Mapping[str, NDArray[Any]]
"""A piece of work."""


class Journal:
    """The pieces of a piece of work in a folder, or none without a folder.

    Parameters
    ----------
    folder : Path or None
        Created if it does not exist.
    facts : mapping
        All that the pieces depend on, in the form of JSON; see :mod:`ttr_analysis.results.going_on`.
    goes_on : bool
        Whether to go on with what is there.
    owner : str
        What the folder is for, as in ``a search``.
    free : sequence of str, optional
        Facts that may differ: they say how much work there is.

    Raises
    ------
    SetupError
        If the folder cannot be written to, contains other files, or another run is writing to it.
    ResultError
        If it contains pieces of other work, or pieces that are not to be gone on with.

    Examples
    --------
    >>> import numpy as np
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from ttr_analysis.results.journal import Journal
    >>> with TemporaryDirectory() as folder:
    ...     journal = Journal(Path(folder), {"seed": 1}, goes_on=False, owner="a search")
    ...     journal.put("first", {"score": np.array([1, 2])})
    ...     journal.release()
    ...     with Journal(Path(folder), {"seed": 1}, goes_on=True, owner="a search") as again:
    ...         print(again.get("first")["score"].tolist(), again.get("second"))
    [1, 2] None
    """

    def __init__(
        self, folder: Path | None, facts: going_on.Facts, *, goes_on: bool, owner: str, free: tuple[str, ...] = ()
    ) -> None:
        self.folder, self._written = folder, time.monotonic()
        self._lock: FolderLock | None = None
        if folder is None:
            return
        own_folder(folder, owner, _foreign)
        lock = FolderLock(folder)
        try:
            _check(folder, facts, goes_on, owner, free)
            with explained(f"the folder {str(folder)!r}"):
                write_file(folder / JOURNAL, json.dumps(facts, indent=1) + "\n")
        except BaseException:
            lock.release()
            raise
        self._lock = lock

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    @property
    def due(self) -> bool:
        """Whether it is time to write down what was done."""
        return self.folder is not None and time.monotonic() - self._written > SECONDS

    def get(self, name: str) -> dict[str, NDArray[Any]] | None:
        """Return a piece; None if it is not there.

        Raises
        ------
        ResultError
            If its file is damaged.
        """
        if self.folder is None or not (place := self._place(name)).exists():
            return None
        try:
            with np.load(place) as arrays:
                return dict(arrays)
        except Exception as error:  # a damaged file makes zipfile and numpy raise anything
            raise ResultError(
                f"{place} is damaged ({type(error).__name__}); delete it, and its work is done again"
            ) from None

    def put(self, name: str, arrays: Arrays) -> None:
        """Write a piece down, in place of what was there under its name."""
        self._written = time.monotonic()
        if self.folder is not None:
            with explained(f"the folder {str(self.folder)!r}"):
                write_file(self._place(name), partial(_save, arrays=arrays))

    def forget(self, names: str) -> None:
        """Delete pieces that others replace, by a pattern of their names."""
        if self.folder is not None:
            for place in self.folder.glob(f"{names}.npz"):
                place.unlink(missing_ok=True)

    def release(self) -> None:
        """Let others write to the folder."""
        if self._lock is not None:
            self._lock.release()

    def _place(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{name}.npz"


def facts_in(folder: Path) -> dict[str, Any] | None:
    """Return what the pieces of a folder depend on; None if none were written.

    Raises
    ------
    ResultError
        If the file that tells it is damaged.
    """
    try:
        facts = json.loads((folder / JOURNAL).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise ResultError(f"{folder / JOURNAL} cannot be read: {error}") from None
    if not isinstance(facts, dict):
        raise ResultError(f"{folder / JOURNAL} is damaged: it must be a table of names and values")
    return facts


def facts_to_add_to(folder: Path, work: str, more: str) -> dict[str, Any]:
    """Return what the pieces of a folder depend on, to which more are to be added.

    Parameters
    ----------
    folder : Path
    work, more : str
        What the folder should contain, and what is added, for the message: ``search`` and ``candidates``.

    Raises
    ------
    ResultError
        If none were written, or the file that tells it is damaged.
    """
    if (facts := facts_in(folder)) is None:
        raise ResultError(f"{folder} contains no {work} to which {more} could be added; begin one without more")
    return facts


def _check(folder: Path, facts: going_on.Facts, goes_on: bool, owner: str, free: tuple[str, ...]) -> None:
    """Refuse a folder whose pieces do not belong to this work, or are not to be gone on with."""
    if (there := facts_in(folder)) is None:
        return
    if not goes_on:
        raise ResultError(f"{folder} already contains {owner}; choose another folder, or go on: {going_on.RESUME}")
    now = json.loads(json.dumps(facts))
    going_on.check_same(folder, *({name: each[name] for name in each if name not in free} for each in (there, now)))


def _foreign(folder: Path) -> str:
    """Return the first entry of a folder that belongs to no journal; empty if there is none."""
    ours = re.compile(rf"{re.escape(JOURNAL)}|journal\.part|{re.escape(LOCK)}|[\w-]+\.(npz|part|json)|charts")
    return min((path.name for path in folder.iterdir() if not ours.fullmatch(path.name)), default="")


def _save(place: Path, arrays: Arrays) -> None:
    with place.open("wb") as file:
        np.savez_compressed(file, **dict(arrays))  # type: ignore[arg-type]
