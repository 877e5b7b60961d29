"""Records that compiled code and Python share: one annotated class, one numpy dtype."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
"""A field of counters or codes; its shape stands beside it: ``Annotated[Ints, 5, 25]``."""
Words = npt.NDArray[np.uint64]
"""A field of 64-bit words, for the random streams only."""
Floats = npt.NDArray[np.float64]
"""A field of real numbers."""

Records = np.recarray[tuple[int], np.dtype[np.void]]
"""An array of records; of length 1 where a single one is passed."""

_ELEMENTS: dict[Any, Any] = {Ints: np.int64, Words: np.uint64, Floats: np.float64, int: np.int64, float: np.float64}


class Record:
    """Base of the record classes.

    A subclass only declares fields; it is never instantiated. ``array`` makes the numpy
    array that holds such records, and its elements have the declared fields as
    attributes, in compiled code and out of it. Scalars are 64-bit.
    """

    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """The numpy dtype with the fields of this class, aligned."""
        hints = get_type_hints(cls, include_extras=True)
        return np.dtype([(name, *_field(hint)) for name, hint in hints.items()], align=True)

    @classmethod
    def array(cls, length: int = 1) -> np.recarray[Any, Any]:
        """An array of ``length`` records, all zero."""
        return np.zeros(length, cls.dtype()).view(np.recarray)


def _field(hint: Any) -> tuple[Any, ...]:
    """The dtype, and the shape if it has one, that an annotation asks for."""
    if get_origin(hint) is not Annotated:
        return (_element(hint),)
    base, *shape = get_args(hint)
    if get_origin(base) is Sequence:
        base = get_args(base)[0]
    return (_element(base), tuple(shape))


def _element(hint: Any) -> Any:
    if isinstance(hint, type) and issubclass(hint, Record):
        return hint.dtype()
    return _ELEMENTS[hint]


R = TypeVar("R", bound=Record)


def only(records: np.recarray[Any, Any], kind: type[R]) -> R:
    """The single record of a 1-element array, typed as its class (a view, not a copy)."""
    del kind
    return cast("R", records[0])
