"""Large results: tables that stay in the files of their folder until they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ttr_analysis.maps import GameMap
from ttr_analysis.results import Manifest, Result, reading
from ttr_analysis.results.later import pandas as pd
from ttr_analysis.results.manifest import Part
from ttr_analysis.results.result import Places
from ttr_analysis.results.schema import TableName


@dataclass(frozen=True)
class Stored:
    """The files that hold the tables of a result, or of some of its games.

    Attributes
    ----------
    folder : Path
    manifest : Manifest
    game_map : GameMap
    parts : tuple of Part
        Those that are read: all of the manifest's, or one of them.
    among : array of int, optional
        Where these are only some of the games: the keys of all, sorted.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pathlib import Path
    >>> from ttr_analysis.results.stored import Stored
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> with TemporaryDirectory() as folder:
    ...     place = result.save(Path(folder) / "run")
    ...     manifest = ttr.results.load_result(place).manifest
    ...     print(Stored(place, manifest, result.game_map, manifest.parts).rows("players"))
    100
    """

    folder: Path
    manifest: Manifest
    game_map: GameMap
    parts: tuple[Part, ...]
    among: Places | None = field(default=None, repr=False, compare=False)

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(part.games for part in self.parts)

    def rows(self, name: TableName) -> int:
        """Return the number of rows of a table, without reading them."""
        from pyarrow import parquet

        return sum(parquet.read_metadata(place).num_rows for place in self.places(name))

    def places(self, name: TableName) -> list[Path]:
        """Return the files of a table."""
        return [reading.part_file(self.folder, name, part.number) for part in self.parts]

    def table(self, name: TableName, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Read a table, or some of its columns (``run`` and ``game`` among them), sorted by run and game."""
        return reading.read_table(self.folder, name, self.manifest, self.game_map, self.parts, columns)

    @cached_property
    def keys(self) -> Places:
        """A number for each game that grows with run and game, sorted."""
        games = self.table("games", ["run", "game"])
        codes: Any = games["run"].cat.codes.to_numpy().astype(np.int64)
        alone = len(self.manifest.run_names) == 1
        keys: Places = games["game"].to_numpy() if alone else (codes << 32) + games["game"].to_numpy()
        return keys

    def batches(self) -> Iterator[Stored]:
        """Yield the files part by part."""
        for part in self.parts:
            yield replace(self, parts=(part,), among=self.keys)


def stored_result(folder: Path, manifest: Manifest, game_map: GameMap) -> Result:
    """Return the result in a folder, whose tables are read when they are asked for.

    Parameters
    ----------
    folder : Path
    manifest : Manifest
        With the parts that are in the folder.
    game_map : GameMap

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pathlib import Path
    >>> from ttr_analysis.results.stored import stored_result
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> with TemporaryDirectory() as folder:
    ...     place = result.save(Path(folder) / "run")
    ...     manifest = ttr.results.load_result(place).manifest
    ...     print(len(stored_result(place, manifest, result.game_map).columns("players", ["score"])))
    100
    """
    return Result.reading(Stored(folder, manifest, game_map, manifest.parts))
