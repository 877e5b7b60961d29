"""What a run keeps while it is played: finished chunks, in memory or in a folder."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ttr_analysis.play.chunk import Chunk, Failure
from ttr_analysis.play.lineup import Lineup
from ttr_analysis.play.worker_parts import WrittenChunk
from ttr_analysis.results.concat import ordered
from ttr_analysis.results.files import ResultWriter
from ttr_analysis.results.manifest import Manifest, Part
from ttr_analysis.results.recorded import Recorded
from ttr_analysis.results.result import Result
from ttr_analysis.results.stored import stored_result

PART_SECONDS = 4.0
"""Time between two parts of a result folder; with the games being played, a crash loses at most five seconds."""

PART_BYTES = 2**24
"""Size of the rows after which a part is written even if that was not long ago: as tables they take five times as much.
A run that has written such a part forgets what it has written, and its result is read from the folder."""


@dataclass
class Kept:
    """The finished chunks, to be collected into tables and files."""

    lineup: Lineup
    manifest: Manifest
    writer: ResultWriter | None = None
    chunks: list[Chunk] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    written: int = 0
    size: int = 0
    forgotten: bool = False
    last_part: float = field(default_factory=time.monotonic)

    def begin(self, writer: ResultWriter) -> None:
        """Write to a folder from now on, and go on with the games that it contains."""
        self.writer, self.manifest = writer, writer.manifest

    @property
    def before(self) -> Result | None:
        """The games that were there before the run went on."""
        return None if self.writer is None else self.writer.before

    @property
    def left(self) -> list[range]:
        """The games that are asked for and not there, in order."""
        first, end = self.manifest.first_game, self.manifest.first_game + self.manifest.games
        there = np.empty(0, np.int64) if self.before is None else self.before.columns("games", [])["game"].to_numpy()
        around = np.concatenate([[first - 1], there, [end]])
        before = np.flatnonzero(np.diff(around) > 1)
        return [range(int(around[i]) + 1, int(around[i + 1])) for i in before]

    def add(self, chunk: Chunk) -> None:
        """Keep a chunk, and write a part if it is time; of one that a worker has written, list the part."""
        self.failures += chunk.failures
        if isinstance(chunk, WrittenChunk):
            self.parts += [] if chunk.part is None else [chunk.part]
            self.forgotten = True
        else:
            self.chunks.append(chunk)
        self.size += chunk.size
        full = self.writer is not None and self.size > PART_BYTES
        if full or time.monotonic() - self.last_part > PART_SECONDS:
            self.write()
        if full:
            self.forgotten = True
        if self.forgotten:
            self.chunks, self.written = self.chunks[self.written :], 0

    def write(self) -> None:
        """Write the chunks that are not written yet."""
        if self.writer is not None:
            self._list_parts(self.writer)
            self.writer.add(recorded(self.manifest, self.chunks[self.written :]))
            self.size = 0
        self.written, self.last_part = len(self.chunks), time.monotonic()

    def end(self) -> None:
        """List what workers have written, whatever ended the run, and let others write to the folder."""
        if self.writer is not None:
            try:
                self._list_parts(self.writer)
            finally:
                self.writer.release()

    def _list_parts(self, writer: ResultWriter) -> None:
        parts, self.parts = self.parts, []
        if parts:
            writer.record(parts)

    def result(self) -> Result:
        """Return everything that was kept as a result."""
        finished = sum(chunk.games for chunk in self.chunks)
        manifest = self.manifest.model_copy(update={"finished": finished, "complete": finished == self.manifest.games})
        if self.writer is not None:
            self.write()
            self.writer.finish(self.writer.manifest.finished == self.manifest.games)
            manifest = self.writer.manifest
            before = self.before
            if self.forgotten or (before is not None and before.is_stored):
                return stored_result(self.writer.folder, manifest, self.lineup.game_map)
        new = recorded(self.manifest, self.chunks)
        if self.before is None:
            return Result.making(new, manifest, self.lineup.game_map)
        tables = {name: ordered([self.before.table(name), new[name]], manifest) for name in new}
        return Result.of(tables, manifest, self.lineup.game_map)


def recorded(manifest: Manifest, chunks: Sequence[Chunk]) -> Recorded:
    """Return the tables of chunks, in the order of their games."""
    in_order = sorted(chunks, key=lambda chunk: chunk.first)
    rows = {name: [part for chunk in in_order for part in chunk.rows[name]] for name in manifest.tables}
    return Recorded(rows, manifest.run, manifest.seed)
