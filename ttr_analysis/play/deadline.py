"""A time limit for plain Python code that may never return, in any thread."""

import ctypes
import threading
import time
from types import TracebackType
from typing import Self

LIMIT = 10.0
"""Seconds that a decision of an uncompiled strategy may take."""


class TooSlow(Exception):
    """A decision took longer than the time limit."""


class Deadline:
    """Raises :class:`TooSlow` in the thread that created it when a stretch of its work takes too long.

    Used as a context manager, with each stretch between :meth:`begin` and :meth:`end`. From the first stretch on,
    a second thread watches the clock. Compiled code is not interrupted; the exception waits until it returns.

    Parameters
    ----------
    seconds : float, optional
    """

    def __init__(self, seconds: float = LIMIT) -> None:
        self.seconds = seconds
        self._thread = threading.get_ident()
        self._began: float | None = None
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._watch = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()
        self._closed.set()
        if self._watch.ident is not None:
            self._watch.join()

    def begin(self) -> None:
        """Begin a stretch."""
        if self._watch.ident is None:
            self._watch.start()
        self._began = time.monotonic()

    def end(self) -> None:
        """End the stretch."""
        with self._lock:
            self._began = None

    def _run(self) -> None:
        while not self._closed.wait(self.seconds / 10):
            with self._lock:
                if self._began is not None and time.monotonic() - self._began > self.seconds:
                    self._began = None
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TooSlow))
