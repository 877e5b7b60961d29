"""Estimates in tables: a column ``x`` with the ends of its interval, ``x_low`` and ``x_high``.

This is the only place that writes, reads and prints such columns. The table also records how each interval was
computed, in ``DataFrame.attrs["intervals"]``: a column's name to its method and confidence, as in
:class:`~ttr_analysis.stats.intervals.Estimate`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ttr_analysis._validate import instance, shown
from ttr_analysis.errors import SetupError
from ttr_analysis.maps.languages import say, written
from ttr_analysis.stats.intervals import CONFIDENCE, Estimate, share

ENDS = ("", "_low", "_high")
"""What the names of the three columns of an estimate end with."""

SEVERAL = ", "
"""What stands between several methods of one column."""

BOOTSTRAP = "bootstrap by game"
"""Method of :func:`ttr_analysis.stats.bootstrap.ratio_intervals`."""


def add(
    table: pd.DataFrame,
    name: str,
    interval: Sequence[NDArray[Any]],
    method: str = BOOTSTRAP,
    confidence: float = CONFIDENCE,
) -> None:
    """Add a column and the ends of its interval.

    Parameters
    ----------
    table : pandas DataFrame
        Changed in place.
    name : str
        The column's name.
    interval : sequence of three arrays
        Values, lower and upper ends.
    method : str
        How the intervals were computed, see :class:`~ttr_analysis.stats.intervals.Estimate`.
    confidence : float
        Their nominal confidence.
    """
    for end, values in zip(ENDS, interval, strict=True):
        table[f"{name}{end}"] = values
    table.attrs["intervals"] = {**intervals_of(table), name: [method, confidence]}


def add_share(table: pd.DataFrame, name: str, successes: ArrayLike, number: ArrayLike) -> None:
    """Add a share of independent trials with Wilson's interval."""
    hits, tries = np.broadcast_arrays(np.asarray(successes, dtype=int), np.asarray(number, dtype=int))
    add_estimates(table, name, [share(int(hit), int(tried)) for hit, tried in zip(hits, tries, strict=True)])


def add_shares(table: pd.DataFrame, name: str, interval: Sequence[NDArray[Any]]) -> None:
    """Add a share with the interval of :func:`ttr_analysis.stats.bootstrap.share_intervals`."""
    add(table, name, interval, "wilson by game")


def add_estimates(table: pd.DataFrame, name: str, estimates: Sequence[Estimate]) -> None:
    """Add a column with an estimate for each row; of several methods, the table tells all that made an interval."""
    values = np.array([(each.value, each.low, each.high) for each in estimates]).reshape(-1, 3)
    methods = dict.fromkeys(each.method for each in estimates if not np.isnan(each.low))
    how = (SEVERAL.join(methods) or estimates[0].method, estimates[0].confidence) if estimates else ()
    add(table, name, tuple(values.T), *how)


def table_of(rows: Iterable[Mapping[str, object]], names: Sequence[str] = ()) -> pd.DataFrame:
    """Return a table with these rows, in which each :class:`Estimate` becomes three columns.

    Parameters
    ----------
    rows : iterable of mapping
        All with the same keys.
    names : sequence of str
        The columns of a table without rows.
    """
    rows = list(rows)
    table = pd.DataFrame(index=range(len(rows)), columns=[] if rows else list(names))
    for name in rows[0] if rows else ():
        column = [row[name] for row in rows]
        estimates = [value for value in column if isinstance(value, Estimate)]
        if estimates:
            add_estimates(table, name, estimates)
        else:
            table[name] = pd.Series(column)
    return table


def intervals_of(table: pd.DataFrame) -> dict[str, list[Any]]:
    """Return the method and confidence of the intervals of a table, by the name of the column."""
    known: dict[str, list[Any]] = table.attrs.get("intervals", {})
    return known


def estimates_of(table: pd.DataFrame, name: str, factor: float = 1) -> tuple[Any, Any, Any]:
    """Return the values of a column and the ends of their intervals, times a factor."""
    value, low, high = (factor * table[f"{name}{end}"] for end in ENDS)
    return value, low, high


def ranked(table: pd.DataFrame, column: str, name: str = "name") -> pd.DataFrame:
    """Return the rows by a column, the highest first and those of no known value last.

    Equals stand in the order of their names, so the order of rows in a map's files does not decide which is first.

    Examples
    --------
    >>> import pandas as pd
    >>> from ttr_analysis.stats.columns import ranked
    >>> ranked(pd.DataFrame({"name": ["b", "c", "a"], "share": [0.5, 0.7, 0.5]}), "share")["name"].tolist()
    ['c', 'a', 'b']
    """
    return table.sort_values([column, name], ascending=[False, True])


def as_text(value: float, low: float, high: float, digits: int = 1) -> str:
    """Print an estimate with its interval, as in ``12.5 (11.0 to 14.1)``; a dash if it is unknown."""
    if np.isnan(value):
        return "–"
    return say("{} ({} to {})").format(*(number_text(each, digits) for each in (value, low, high)))


def number_text(value: float, digits: int = 1) -> str:
    """Print a number for sentences and charts: with a true minus sign, and none before what rounds to 0."""
    return written(value, f"z.{digits}f")


def text_of_row(row: "pd.Series[Any]", name: str, digits: int = 1, factor: float = 1) -> str:
    """Print the estimate of a column in a row, times a factor."""
    value, low, high = (factor * float(row[f"{name}{end}"]) for end in ENDS)
    return as_text(value, low, high, digits)


def texts_of(table: pd.DataFrame, name: str, digits: int = 1, factor: float = 1) -> list[str]:
    """Print the estimates of a column, one text for each row."""
    return [as_text(*row, digits=digits) for row in zip(*estimates_of(table, name, factor), strict=True)]


def with_columns(name: str, value: Any, columns: Iterable[str], such_as: str) -> pd.DataFrame:
    """Return the value if it is a table that has these columns; ``such_as`` shows how to get one.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``name``.
    """
    table = instance(name, value, pd.DataFrame, such_as)
    if missing := [column for column in columns if column not in table]:
        raise SetupError(f"{name} has no column {shown(missing[0])}; it must be a table such as {such_as}")
    return table


def with_numbers(
    name: str, value: Any, columns: Iterable[str], such_as: str, least: float = float("-inf"),
    most: float = float("inf"),
) -> pd.DataFrame:  # fmt: skip
    """Return the value if it is a table with these columns, all of finite numbers from ``least`` to ``most``.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``name``.
    """
    columns = list(columns)
    table = with_columns(name, value, columns, such_as)
    for column in columns:
        try:
            numbers = table[column].to_numpy(float)
        except (TypeError, ValueError):
            numbers = np.array([np.nan])
        if not np.all(np.isfinite(numbers)):
            raise SetupError(f"{name}: column {shown(column)} has values that are missing, infinite or no numbers")
        if len(wrong := numbers[(numbers < least) | (numbers > most)]):
            raise SetupError(f"{name}: column {shown(column)} has {wrong[0]:g}, but must be from {least:g} to {most:g}")
    return table
