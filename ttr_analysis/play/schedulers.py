"""Workers on other machines: those of a scheduler of dask.distributed, which is named by its address."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from socket import create_connection
from typing import Any, Final

from ttr_analysis._validate import shown
from ttr_analysis.engine.sources import source_hash
from ttr_analysis.errors import SetupError
from ttr_analysis.play.messages import say
from ttr_analysis.results.going_on import RESUME

SECONDS: Final = 10.0
"""How long to wait for a scheduler to answer."""

ASKED: Final = 2.0
"""Seconds between two questions whether a scheduler has workers, while nothing comes back."""

TOLD: Final = 10.0
"""Seconds without workers after which people are told."""

GIVEN_UP: Final = 300.0
"""Seconds without workers after which a run ends."""

EXAMPLE: Final = "tcp://127.0.0.1:8786"
"""An address, for messages."""


@dataclass(frozen=True)
class Workers:
    """The workers of a scheduler.

    Attributes
    ----------
    executor : Executor
        Hands out work to them. What a worker did when it died is done again by another one.
    threads : int
        How many pieces of work they do at the same time.
    """

    executor: Executor
    threads: int


@contextmanager
def connected(address: str, seconds: float = SECONDS) -> Iterator[Workers]:
    """Connect to a scheduler for the length of a block.

    Parameters
    ----------
    address : str
        Such as ``tcp://127.0.0.1:8786``.
    seconds : float, optional
        How long to wait for an answer.

    Raises
    ------
    SetupError
        If dask.distributed is not installed, no scheduler answers, it has no workers, or a worker has another version
        of the engine, so that its games would be others.
    """
    try:
        import distributed
        from distributed.comm import addressing
    except ImportError:
        raise SetupError("a scheduler needs dask.distributed: pip install 'ttr-analysis[cluster]'") from None
    connect: Any = distributed.Client
    try:
        place: Any = addressing.parse_host_port(addressing.parse_address(address, strict=True)[1])
        create_connection(place, seconds).close()  # a client that finds nobody takes long to give up
        client = connect(address, timeout=seconds, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise SetupError(
            f"no scheduler answers at {shown(address)} ({type(error).__name__}); start one with 'dask scheduler', its "
            f"workers with 'dask worker ADDRESS', and give its address, such as {EXAMPLE}"
        ) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise SetupError(f"the scheduler at {address} has no workers; start some with 'dask worker {address}'")
        _check_engines(client.run(source_hash, on_error="return"))
        yield Workers(client.get_executor(pure=False), threads)


def lost_workers(error: BaseException) -> bool:
    """Return whether an error says that processes ended which did the work, rather than that the work failed.

    A client cancels what it waits for when its scheduler has ended.
    """
    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "KilledWorker"


def workers_of(executor: object) -> int | None:
    """Return how many workers an executor of dask.distributed has; None for any other."""
    client: Any = getattr(executor, "_client", None)
    if not hasattr(client, "nthreads"):
        return None
    try:
        return len(client.sync(client.scheduler.ncores, callback_timeout=SECONDS))
    except Exception:  # the scheduler does not answer, or has ended
        return 0


@dataclass
class Watch:
    """Watches over a wait for an executor: whether it has workers left.

    A scheduler whose workers have all ended keeps their work until others come, perhaps for ever.

    Attributes
    ----------
    executor : Executor or None
        Only that of a client of dask.distributed tells how many workers it has.
    tell : function of str
        Shows a line to people who wait.
    """

    executor: Executor | None
    tell: Callable[[str], object] = say
    _since: float | None = field(default=None, init=False)
    _next: float = field(default_factory=lambda: time.monotonic() + ASKED, init=False)
    _told: bool = field(default=False, init=False)

    def heard(self) -> None:
        """Note that work has come back."""
        self._next = time.monotonic() + ASKED

    def look(self) -> None:
        """Look after the workers; called again and again while nothing comes back.

        Raises
        ------
        SetupError
            If there have been none for :data:`GIVEN_UP` seconds.
        """
        now = time.monotonic()
        if self.executor is None or now < self._next:
            return
        self._next = now + ASKED
        if workers_of(self.executor) != 0:
            if self._told:
                self.tell("there are workers again; the run goes on")
            self._since, self._told = None, False
            return
        self._since = now if self._since is None else self._since
        if now - self._since >= TOLD and not self._told:
            self._told = True
            self.tell(
                "the scheduler has no workers, so no game is played; the run goes on when there are some, and ends "
                f"after {GIVEN_UP:.0f} seconds without"
            )
        if now - self._since >= GIVEN_UP:
            raise SetupError(
                f"the scheduler has had no workers for {GIVEN_UP:.0f} seconds; start new ones, and go on with {RESUME} "
                "if the games are written to a folder: what was written is kept"
            )


def _check_engines(hashes: dict[str, Any]) -> None:
    """Refuse workers that would play other games; ``hashes`` are those of their engines, or what kept them from it."""
    for worker, found in hashes.items():
        if isinstance(found, BaseException):
            why = f"{type(found).__name__}: {found}"
            raise SetupError(f"worker {worker} cannot play ({why}); install ttr_analysis there")
        if found != source_hash():
            raise SetupError(
                f"worker {worker} has another version of the engine or of its compiler, so its games would be others; "
                "install the same version of ttr_analysis and numba there"
            )
