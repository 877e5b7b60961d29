"""New records, and copies of records, in compiled code.

numba copies a record field by field through registers, which takes minutes to compile for
records of this size. Copying one block of memory adds no compile time.

A record does not keep alive the array that contains it. A function that creates an array must
therefore pass on the array, not its records.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from ttr_analysis.engine.records import Record, Records
from ttr_analysis.engine.scoring import SeatScore
from ttr_analysis.engine.state import ActionRecord, EventRecord, Game, Scratch


def copy_record(target: Any, source: Any) -> None:
    """Copy a record over another one of the same type."""
    for name in source.dtype.names:
        target[name] = source[name]


def new_games(number: int) -> Records:
    """Return ``number`` game records, all zero."""
    return Game.array(number)


def new_scratch(number: int) -> Records:
    """Return ``number`` records of scratch space, all zero."""
    return Scratch.array(number)


def new_actions(number: int) -> Records:
    """Return ``number`` action records, all zero."""
    return ActionRecord.array(number)


def new_logs(number: int) -> Records:
    """Return a log with room for ``number`` events."""
    return EventRecord.array(number)


def new_scores(number: int) -> Records:
    """Return ``number`` score records, all zero."""
    return SeatScore.array(number)


# ---- the same in compiled code; numba requires the same annotations on both levels ----


def _copy_bytes(typing: Any, target: Any, source: Any) -> Any:
    if not isinstance(target, types.Record) or target != source:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, origin = arguments
        cgutils.raw_memcpy(builder, to, origin, context.get_constant(types.intp, target.size), 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


_copy: Callable[[Any, Any], None] = intrinsic(_copy_bytes)


def _copying(target: Any, source: Any) -> Callable[[Any, Any], None]:
    def copy(target: Any, source: Any) -> None:
        _copy(target, source)

    return copy


def _making(kind: type[Record]) -> Callable[[int], Callable[[int], Any]]:
    dtype = kind.dtype()

    def making(number: int) -> Callable[[int], Any]:
        def make(number: int) -> Any:
            return np.zeros(number, dtype)

        return make

    return making


overload(copy_record)(_copying)
for _function, _kind in (
    (new_games, Game),
    (new_scratch, Scratch),
    (new_actions, ActionRecord),
    (new_logs, EventRecord),
    (new_scores, SeatScore),
):
    overload(_function)(_making(_kind))
