"""Records: the same fields in compiled code and in plain Python."""

from __future__ import annotations

import pytest

from ttr_analysis.engine.records import Record


class Clashing(Record):
    """A record whose fields numpy would hide from Python."""

    size: int
    free: int
    item: int


def test_a_field_that_numpy_hides_from_python_is_refused() -> None:
    with pytest.raises(TypeError, match="Clashing: numpy records have attributes of their own called item, size"):
        Clashing.array()
