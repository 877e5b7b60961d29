"""Tables of any library as plain columns and records.

Frames come from pandas, polars or pyarrow, or are plain mappings. Nothing of these libraries is imported here:
a table is told by the methods that it has.
"""

import math
from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any

Record = Mapping[str, Any]


def frame_columns(table: Any) -> dict[str, list[Any]] | None:
    """Return the columns of a frame, or of a mapping of names to columns; None if it is neither.

    Examples
    --------
    >>> from ttr_analysis.maps.tables import frame_columns
    >>> frame_columns({"city": ("Ada", "Brook")}), frame_columns({"Ada": 3})
    ({'city': ['Ada', 'Brook']}, None)
    """
    if hasattr(table, "to_pydict"):  # pyarrow
        return dict(table.to_pydict())
    if hasattr(table, "columns") and hasattr(table, "__getitem__"):  # pandas, polars
        return {str(name): list(table[name]) for name in table.columns}
    if isinstance(table, Mapping) and table and all(map(_is_column, table.values())):
        return {str(name): list(values) for name, values in table.items()}
    return None


def _is_column(values: Any) -> bool:
    return hasattr(values, "__len__") and not isinstance(values, str | bytes)


def frame_records(columns: Mapping[str, list[Any]]) -> list[Record]:
    """Return the rows of columns of the same length as mappings.

    Raises
    ------
    ValueError
        If the columns differ in length.

    Examples
    --------
    >>> from ttr_analysis.maps.tables import frame_records
    >>> frame_records({"city": ["Ada", "Brook"]})
    [{'city': 'Ada'}, {'city': 'Brook'}]
    """
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def is_number(value: Any) -> bool:
    """Return whether a value is a number of any library, and not yes or no."""
    return isinstance(value, Real) and not isinstance(value, bool)


def is_missing(value: Any) -> bool:
    """Return whether a cell holds nothing: None, NaN, or what pandas has for it. Text is never missing."""
    if isinstance(value, Integral):  # some are too large to be asked whether they are NaN
        return False
    return value is None or type(value).__name__ in ("NAType", "NaTType") or (is_number(value) and math.isnan(value))
