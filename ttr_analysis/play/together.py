"""Games of several lineups in the same threads, so that none of them waits for the games of another."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, wait
from threading import Event as Flag

from ttr_analysis.play.chunk import Chunk, play_chunk
from ttr_analysis.play.lineup import Lineup
from ttr_analysis.play.schedulers import Watch
from ttr_analysis.play.simulate import GameFailed, chunk_of, pool_of, worker_count

PIECES = 4
"""Pieces of the work for each thread, at least, so that all end at about the same time."""

Piece = tuple[int, Chunk]
"""The place of a lineup in the list of them, and some of its games."""


def play_together(
    lineups: Sequence[Lineup],
    first: int,
    games: int,
    threads: int | None = None,
    on_piece: Callable[[int, int], object] = lambda place, games: None,
    executor: Executor | None = None,
) -> list[Piece]:
    """Play games ``first`` to ``first + games - 1`` of every lineup.

    Strategies that are not built in are watched in the first game of each piece. Ctrl-C is
    heard at once and leaves nothing running; what was played is lost.

    Parameters
    ----------
    lineups : sequence of Lineup
        Each must have been prepared.
    first, games : int
    threads : int, optional
        The number of processors if left out.
    on_piece : function of (place of the lineup, games of the piece), optional
        Called after each piece.
    executor : concurrent.futures.Executor, optional
        Plays in place of threads of this process; ``threads`` is how many pieces it plays at the same time.

    Returns
    -------
    list of (int, Chunk)
        The games of the first lineup in order, in one or several pieces, then those of the second.

    Raises
    ------
    GameFailed
        If a strategy fails.
    SetupError
        If the executor loses its processes.
    """
    workers = worker_count(threads)
    size = max(1, games * len(lineups) // (PIECES * workers))
    end = first + games
    asked = [(place, begin) for place in range(len(lineups)) for begin in range(first, end, size)]
    stop = Flag()
    pieces, futures, watch = [], [], Watch(executor)
    with pool_of(executor, workers, stop) as (pool, extra):
        try:
            for place, begin in asked:
                futures.append(
                    pool.submit(play_chunk, lineups[place], begin, min(size, end - begin), False, **extra)
                )  # fmt: skip
            for (place, _), future in zip(asked, futures, strict=True):
                pieces.append((place, _finished(future, lineups[place], watch)))
                on_piece(place, pieces[-1][1].games)
        except BaseException:
            stop.set()
            for future in futures:
                future.cancel()
            raise
    return pieces


def _finished(future: Future[Chunk], lineup: Lineup, watch: Watch) -> Chunk:
    """Wait for a piece, so that Ctrl-C is heard, and return it.

    Raises
    ------
    GameFailed
        If a strategy failed in it.
    """
    while not future.done():
        wait([future], timeout=0.5)
        watch.look()
    chunk = chunk_of(future)
    for failure in chunk.failures:
        raise GameFailed.of(failure, lineup)
    return chunk
