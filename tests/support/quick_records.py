"""Fields of records, read without Python: for games that are played without the compiler.

``numpy.record`` looks each field up in Python, which is four fifths of the time of such a game. Here it gets a
property for each field of each record of the engine and the strategies; what is read is the same part of the record.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

import numpy as np

from ttr_analysis.engine.compiled import INTERPRETED
from ttr_analysis.engine.records import Record
from ttr_analysis.strategies import available_strategies

Place = tuple[Any, int]
"""The type of a field, and where it begins in its record."""


def read_quickly() -> None:
    """Let this process read the fields of all records in this way, from now on."""
    assert INTERPRETED, "compiled code reads fields itself"
    available_strategies()  # some have records of their own
    types = {kind: kind.dtype() for kind in kinds_below(Record)}
    Record.dtype = classmethod(types.__getitem__)  # type: ignore[method-assign,assignment] # names are taken from now on
    places: dict[str, set[Place]] = defaultdict(set)
    for each in types.values():
        for name, (kind, begin, *_) in each.fields.items():
            places[name].add((kind, begin))
    for special in ("__getattribute__", "__getitem__"):
        delattr(np.record, special)
    for name, where in places.items():
        setattr(np.record, name, property(reader(name, where)))


def kinds_below(kind: type[Record]) -> Iterator[type[Record]]:
    for below in kind.__subclasses__():
        yield below
        yield from kinds_below(below)


def reader(name: str, places: set[Place]) -> Any:
    """What reads a field; one that holds records makes them records whose fields have names."""
    if all(kind.base.names is None for kind, _ in places):
        return itemgetter(name)
    if len(places) > 1:
        return lambda record: with_names(record[name])
    ((kind, begin),) = places
    named = np.dtype((np.dtype((np.record, kind.base)), kind.shape))
    return lambda record: np.void.getfield(record, named, begin)


def with_names(found: Any) -> Any:
    return found if found.dtype.names is None else found.view((np.record, found.dtype))
