"""Doing tasks in several threads, in order, so that Ctrl-C is heard."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TypeVar

Result = TypeVar("Result")
Tasks = Sequence[Callable[[], Result]]


class Threads:
    """Threads that do tasks."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool

    def __call__(self, tasks: Tasks[Result]) -> Iterator[Result]:
        """Yield what the tasks return, in their order, as soon as it is there."""
        futures: list[Future[Result]] = [self._pool.submit(task) for task in tasks]
        for future in futures:
            while not future.done():  # so that Ctrl-C is heard
                wait([future], timeout=0.5)
            yield future.result()


@contextmanager
def threads(number: int) -> Iterator[Threads]:
    """Provide threads; what has not begun when the block is left is not done."""
    pool = ThreadPoolExecutor(number, thread_name_prefix="ttr")
    try:
        yield Threads(pool)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
