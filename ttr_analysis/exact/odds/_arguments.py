"""Checks of arguments shared by the odds: each raises a ValueError that names the argument and says what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ttr_analysis.rules.spec import CardKind


def whole(name: str, value: int, minimum: int = 0, maximum: int | None = None, why: str = "") -> int:
    """Return ``value`` as an int from ``minimum`` to ``maximum``; ``why`` explains the upper limit."""
    try:
        number = index(value)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None
    if number < minimum:
        raise ValueError(f"{name} is {number}, but cannot be less than {minimum}")
    if maximum is not None and number > maximum:
        raise ValueError(f"{name} is {number}, but cannot be more than {maximum}{': ' + why if why else ''}")
    return number


def wholes(name: str, values: ArrayLike, minimum: int = 0) -> NDArray[np.int64]:
    """Return ``values`` as an int64 array of numbers of at least ``minimum``."""
    array = np.asarray(values)
    if array.dtype.kind not in "biuf" or not np.all(np.equal(np.mod(array, 1), 0)):
        raise ValueError(f"{name} must hold whole numbers only")
    if array.size and array.min() < minimum:
        raise ValueError(f"{name} holds {array.min()}, but cannot be less than {minimum}")
    return array.astype(np.int64)


def share(name: str, value: float) -> float:
    """Return ``value`` as a probability from 0 to 1."""
    if not 0 <= value <= 1:
        raise ValueError(f"{name} is {value}, but a probability lies between 0 and 1")
    return float(value)


def counts(name: str, values: Mapping[str, int] | None, known: Sequence[str]) -> dict[str, int]:
    """Return ``values`` if every key is one of ``known`` and every count is 0 or more."""
    given = dict(values or {})
    for key, number in given.items():
        if key not in known:
            raise ValueError(f"{name} names {key!r}, which is not one of: {', '.join(known)}")
        given[key] = whole(f"{name}[{key!r}]", number)
    return given


def without(cards: Sequence[CardKind], name: str, gone: Mapping[str, int] | None) -> tuple[CardKind, ...]:
    """Return ``cards`` without those that argument ``name`` says are elsewhere (counts by name of the kind of card)."""
    away = counts(name, gone, [card.name for card in cards])
    left = []
    for card in cards:
        number = away.get(card.name, 0)
        whole(f"{name}[{card.name!r}]", number, maximum=card.count, why="no more of them are left")
        left.append(replace(card, count=card.count - number))
    return tuple(left)


def population(total: ArrayLike) -> NDArray[np.int64]:
    """Return ``total``, with 1 in place of 0: scipy's hypergeom rejects an empty population."""
    return np.maximum(np.asarray(total, dtype=np.int64), 1)
