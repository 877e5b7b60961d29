"""Chunks handed out to threads, processes or a cluster: how large they are, and which of their games are watched."""

from collections.abc import Sequence
from concurrent.futures import Executor, Future
from typing import Any

from ttr_analysis.play.chunk import Chunk, play_chunk
from ttr_analysis.play.lineup import Lineup
from ttr_analysis.results.manifest import Manifest

CHUNK_SECONDS = 0.2
"""Target duration of a chunk, whose size follows from the speed of earlier chunks."""

FIRST_CHUNK = 4
"""Games in each of the first chunks, when the speed is unknown."""

MAX_CHUNK = 5000
"""Most games in a chunk: its rows must fit into memory."""

LONGER, LARGER = 20, 5
"""How many times as long, and of how many times as many games, a chunk may be that its worker writes: each makes a file
of every table, and its rows become tables there, which take five times as much memory."""

WATCHED = 8
"""Games spread over a run in which strategies that are not built in are watched decision by decision, which is slow."""


class Dispatcher:
    """Hands out chunks in the order of the games; sizes follow the measured speed.

    If a run goes on, ``left`` are the games that it lacks; ``written`` chunks are larger. It also chooses the games
    in which strategies that are not built in are watched: the first of each chunk until a chunk has come back without
    a failure, and from the first failure on; besides those, a few spread over the run.
    """

    def __init__(
        self,
        pool: Executor,
        extra: dict[str, Any],
        lineup: Lineup,
        manifest: Manifest,
        skip: bool,
        left: Sequence[range] | None = None,
        *,
        written: bool = False,
    ) -> None:
        self.pool, self.extra, self.lineup, self.skip = pool, extra, lineup, skip
        self.first, self.end = manifest.first_game, manifest.first_game + manifest.games
        self._left = [range(self.first, self.end)] if left is None else list(left)
        self.size, self.tables = FIRST_CHUNK, manifest.tables
        self._longer, self._larger = (LONGER, LARGER) if written else (1, 1)
        self.trusted, self.doubted = False, False

    def submit(self) -> Future[Chunk]:
        """Hand out the next chunk."""
        gap = self._left[0]
        first, count = gap.start, min(self.size, len(gap))
        self._left[:1] = [gap[count:]] if count < len(gap) else []
        return self.pool.submit(
            play_chunk,
            self.lineup,
            first,
            count,
            self.skip,
            self._watched(first, count),
            tables=self.tables,
            **self.extra,
        )

    def _watched(self, first: int, count: int) -> tuple[int, ...]:
        """Return the games of a chunk that are watched."""
        step = max(1, (self.end - self.first) // WATCHED)
        spread = range(first + (self.first - first) % step, first + count, step)
        return tuple(spread) if self.trusted and not self.doubted else tuple({first, *spread})

    def learn(self, chunk: Chunk) -> None:
        """Adapt the chunk size to the speed of a chunk; it grows at most fourfold at a time."""
        self.trusted = True
        self.doubted |= bool(chunk.failures)
        if chunk.rate:
            wanted = min(chunk.rate * CHUNK_SECONDS * self._longer, MAX_CHUNK * self._larger)
            self.size = int(max(1, min(wanted, 4 * self.size)))

    @property
    def more(self) -> bool:
        """Whether there are games left to hand out."""
        return bool(self._left)
