"""One writer at a time in a folder: a lock that ends with its process, however that ends."""

import os
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO

from ttr_analysis.errors import SetupError
from ttr_analysis.results import folders

LOCK = ".lock"
"""Name of the file that is locked; a crash may leave it behind, but not the lock."""


class FolderLock:
    """The right to write to a folder, until it is released, forgotten, or the process ends.

    Parameters
    ----------
    folder : Path
        It must exist.

    Raises
    ------
    SetupError
        If another run is writing to the folder.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from ttr_analysis.results.lock import FolderLock
    >>> with TemporaryDirectory() as folder:
    ...     lock = FolderLock(Path(folder))
    ...     lock.release()
    """

    def __init__(self, folder: Path) -> None:
        self._place = folder / LOCK
        with folders.explained(f"the folder {str(folder)!r}"):
            file = _locked(self._place)
        if file is None:
            raise SetupError(f"another run is writing to {folder}; wait for its end, or choose another folder")
        self._release = weakref.finalize(self, _release, self._place, file)

    def release(self) -> None:
        """Let others write to the folder; nothing happens if it is released already."""
        self._release()


def _locked(place: Path) -> IO[bytes] | None:
    """Return the file, locked; None if another run has locked it."""
    while True:
        file = place.open("ab")
        if not _lock(file):
            file.close()
            return None
        with suppress(OSError):  # whoever had the lock may have deleted the file meanwhile
            if place.stat().st_ino == os.fstat(file.fileno()).st_ino:
                return file
        file.close()


def _lock(file: IO[bytes]) -> bool:
    """Lock a file without waiting; return whether that was possible."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: better no lock than no result
        return True
    return True


def _release(place: Path, file: IO[bytes]) -> None:
    with suppress(OSError):
        place.unlink(missing_ok=True)
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_UN)  # a worker process that was forked has the file open, too
    file.close()
    if folders.WINDOWS:  # which deletes nothing that is open, so what it deletes now nobody else has locked
        with suppress(OSError):
            place.unlink(missing_ok=True)
