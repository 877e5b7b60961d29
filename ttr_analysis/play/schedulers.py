"""Workers on other machines: those of a scheduler of dask.distributed, which is named by its address."""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from dataclasses import dataclass
from socket import create_connection
from typing import Any, Final

from ttr_analysis._validate import shown
from ttr_analysis.engine.sources import source_hash
from ttr_analysis.errors import SetupError

SECONDS: Final = 10.0
"""How long to wait for a scheduler to answer."""

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
    """Return whether an error says that processes ended which did the work, rather than that the work failed."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"


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
