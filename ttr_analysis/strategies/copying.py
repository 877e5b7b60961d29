"""Records of one's own for compiled code: new ones, and copies of given ones.

numba copies a record field by field through registers, which takes minutes to compile for
records of this size; one block of memory copied at once takes none.

A record does not keep the array alive that it lies in. Whoever makes an array hands it, not its
records, to the functions that work with them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic

from ttr_analysis.engine.compiled import INTERPRETED, compiled
from ttr_analysis.engine.scoring import SeatScore
from ttr_analysis.engine.state import ActionRecord, EventRecord, Game, Work
from ttr_analysis.records import Record, Records


def _copy_bytes(typing: Any, target: Any, source: Any) -> Any:
    """Code that copies a record over another of its type."""
    if not isinstance(target, types.Record) or target != source:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, origin = arguments
        cgutils.raw_memcpy(builder, to, origin, context.get_constant(types.intp, target.size), 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


_copy: Callable[[Any, Any], None] = intrinsic(_copy_bytes)


def _copy_compiled(target: Any, source: Any) -> None:
    _copy(target, source)


def _copy_interpreted(target: Any, source: Any) -> None:
    for name in source.dtype.names:
        target[name] = source[name]


copy_record = _copy_interpreted if INTERPRETED else compiled(_copy_compiled)
"""Copy a record over another of its type."""


def _maker(kind: type[Record]) -> Callable[[int], Records]:
    """A function that makes an array of so many records, all zero."""
    if INTERPRETED:
        return kind.array
    dtype = kind.dtype()

    def make(number: int) -> Records:
        return np.zeros(number, dtype)  # type: ignore[return-value]  # numba sees through attributes of records

    return compiled(make)


new_games = _maker(Game)
new_works = _maker(Work)
new_actions = _maker(ActionRecord)
new_logs = _maker(EventRecord)
new_scores = _maker(SeatScore)
