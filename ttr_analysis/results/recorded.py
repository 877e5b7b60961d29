"""Tables of a run that are made of the records that compiled code wrote, when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ttr_analysis.results.later import pandas as pd
from ttr_analysis.results.schema import Rows, TableName, of_run, table_of


class Recorded(Mapping["TableName", "pd.DataFrame"]):
    """The tables of a run; each is made anew whenever it is asked for, so that only one takes memory at a time.

    Parameters
    ----------
    rows : mapping of str to sequence of Rows
        The records of each table, in parts.
    run : str
    seed : int
        What the columns ``run`` and ``seed`` hold.

    Examples
    --------
    >>> from ttr_analysis.results.recorded import Recorded
    >>> len(Recorded({"games": []}, "usa", 1)["games"])
    0
    """

    def __init__(self, rows: Mapping[TableName, Sequence[Rows]], run: str, seed: int) -> None:
        self._parts, self._run, self._seed = dict(rows), run, seed
        self._counts = {name: sum(map(len, parts)) for name, parts in rows.items()}

    def rows(self, name: TableName) -> int:
        """Return the number of rows of a table."""
        return self._counts[name]

    def table(self, name: TableName) -> pd.DataFrame:
        """Return a table, sorted as its records are."""
        return of_run(table_of(name, self._parts[name]), self._run, self._seed)

    def forget(self, name: TableName) -> None:
        """Give the memory of a table's records free, because the table is kept elsewhere."""
        self._parts[name] = ()

    def __getitem__(self, name: TableName) -> pd.DataFrame:
        return self.table(name)

    def __iter__(self) -> Iterator[TableName]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)
