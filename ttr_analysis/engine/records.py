"""Records that compiled code and Python share: each annotated class describes one numpy dtype."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
"""A field of counters or codes; its shape is annotated: ``Annotated[Ints, 5, 25]``."""
Words = npt.NDArray[np.uint64]
"""A field of 64-bit words, for the random streams only."""
Shorts = npt.NDArray[np.uint16]
"""A field of small numbers, see :mod:`ttr_analysis.engine.lanes`."""
Floats = npt.NDArray[np.float64]
"""A field of real numbers."""

Records = np.recarray[tuple[int], np.dtype[np.void]]
"""An array of records; its length is 1 if a single record is passed."""

_ELEMENTS: dict[Any, Any] = {
    Ints: np.int64,
    Words: np.uint64,
    Shorts: np.uint16,
    Floats: np.float64,
    int: np.int64,
    float: np.float64,
}


class Record:
    """Base of the record classes.

    A subclass only declares fields; it is never instantiated. ``array`` returns a numpy
    array of such records, whose elements have the declared fields as attributes, both in
    compiled code and in Python. Scalars are 64-bit.
    """

    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """Return the aligned numpy dtype with the fields of this class.

        Raises
        ------
        TypeError
            If a field has the name of an attribute that every numpy record has, such as ``size``:
            plain Python would read that attribute where compiled code reads the field.
        """
        hints = get_type_hints(cls, include_extras=True)
        if taken := sorted(name for name in hints if hasattr(np.record, name)):
            raise TypeError(f"{cls.__name__}: numpy records have attributes of their own called {', '.join(taken)}")
        return np.dtype([(name, *_field(hint)) for name, hint in hints.items()], align=True)

    @classmethod
    def array(cls, length: int = 1) -> np.recarray[Any, Any]:
        """Return an array of ``length`` records, all zero."""
        return np.zeros(length, cls.dtype()).view(np.recarray)


def _field(hint: Any) -> tuple[Any, ...]:
    """Return the dtype of an annotation, and its shape if it has one."""
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
    """Return the single record of a 1-element array, typed as its class (a view, not a copy)."""
    del kind
    return cast("R", records[0])
