"""What several tests need, made once in a test run by whichever of its processes needs it first."""

from __future__ import annotations

import hashlib
import os
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar, cast

T = TypeVar("T")

RUN_FOLDER = "TTR_TEST_RUN"
"""The environment variable that names the folder of a test run; ``conftest.py`` sets it."""

_MADE: dict[str, object] = {}


def once(key: str, make: Callable[[], T]) -> T:
    """Return what ``make`` makes, or what was made for this key in this process or another one of the run.

    Whoever reads it must not change it.
    """
    if key not in _MADE:
        folder = os.environ.get(RUN_FOLDER)
        _MADE[key] = make() if folder is None else _shared(Path(folder), key, make)
    return cast("T", _MADE[key])


def _shared(folder: Path, key: str, make: Callable[[], T]) -> T:
    """Read what lies in the folder, wait while another process makes it, or make it."""
    name = hashlib.sha256(key.encode()).hexdigest()[:24]
    kept, lock = folder / f"{name}.pickle", folder / f"{name}.lock"
    while True:
        with suppress(FileNotFoundError):
            return cast("T", pickle.loads(kept.read_bytes()))
        try:
            lock.touch(exist_ok=False)
        except FileExistsError:
            time.sleep(0.05)
            continue
        try:
            return _keep(kept, make())
        finally:
            lock.unlink()


def _keep(path: Path, made: T) -> T:
    new = path.with_suffix(".new")
    new.write_bytes(pickle.dumps(made))
    new.replace(path)
    return made
