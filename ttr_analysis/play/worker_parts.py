"""Parts of a result that workers write themselves, so that no rows pass through the process that hands out games."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from ttr_analysis.play.chunk import Chunk, play_chunk
from ttr_analysis.play.lineup import Lineup
from ttr_analysis.results.files import ResultWriter, check_worker, write_part
from ttr_analysis.results.folders import explained
from ttr_analysis.results.manifest import Part
from ttr_analysis.results.schema import of_run


@dataclass(frozen=True)
class WrittenChunk(Chunk):
    """A chunk whose rows are in a folder.

    Attributes
    ----------
    part : Part or None
        Its files; None if no game was finished.
    """

    part: Part | None = None

    @property
    def games(self) -> int:
        """Number of finished games."""
        return 0 if self.part is None else self.part.games


@dataclass(frozen=True)
class Place:
    """Where a worker writes a chunk, and what the rows are of.

    Attributes
    ----------
    folder : Path
    number : int
        Of the part. A chunk that is played again, because its worker died, is written to the same files.
    run : str
    seed : int
    writer : str
        Who may write, see :func:`~ttr_analysis.results.files.check_worker`.
    """

    folder: Path
    number: int
    run: str
    seed: int
    writer: str


def play_part(place: Place, lineup: Lineup, first: int, count: int, *arguments: Any, **options: Any) -> WrittenChunk:
    """Play a chunk and write its rows; see :func:`~ttr_analysis.play.chunk.play_chunk`.

    Raises
    ------
    SetupError
        If the folder cannot be written to, or the run has ended meanwhile.
    """
    chunk = play_chunk(lineup, first, count, *arguments, **options)
    part = None
    if chunk.games:
        tables = {name: of_run(chunk.table(name), place.run, place.seed) for name in chunk.rows}
        check_worker(place.folder, place.writer)
        with explained(f"the folder {str(place.folder)!r} of a worker"):
            part = write_part(place.folder, place.number, tables, tuple(tables))
    return WrittenChunk(first, {}, chunk.failures, chunk.rate, part)


class PartWriters(Executor):
    """An executor whose workers write the chunks that they play.

    Parameters
    ----------
    pool : Executor
        Its workers see the folder of the result under the same name.
    writer : ResultWriter
        Of the folder.
    """

    def __init__(self, pool: Executor, writer: ResultWriter) -> None:
        self._pool, self._folder, self._manifest = pool, writer.folder.absolute(), writer.manifest
        self._numbers, self._writer = count(writer.next_number), writer.let_workers_write()

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        """Hand out a chunk, with a part number of its own."""
        place = Place(self._folder, next(self._numbers), self._manifest.run, self._manifest.seed, self._writer)
        return self._pool.submit(play_part, place, *arguments, **options)
