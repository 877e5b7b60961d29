"""Checks of arguments shared by the odds: each raises a ValueError that names the argument and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ttr_analysis.rules.spec import CardKind


def whole(name: str, value: int, least: int = 0, most: int | None = None, why: str = "") -> int:
    """``value`` as an int within ``least`` to ``most``; ``why`` explains the upper end."""
    try:
        number = index(value)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None
    if number < least:
        raise ValueError(f"{name} is {number}, but cannot be less than {least}")
    if most is not None and number > most:
        raise ValueError(f"{name} is {number}, but cannot be more than {most}{': ' + why if why else ''}")
    return number


def wholes(name: str, values: ArrayLike, least: int = 0) -> NDArray[np.int64]:
    """``values`` as an int64 array of numbers of at least ``least``."""
    array = np.asarray(values)
    if array.dtype.kind not in "biuf" or not np.all(np.equal(np.mod(array, 1), 0)):
        raise ValueError(f"{name} must hold whole numbers only")
    if array.size and array.min() < least:
        raise ValueError(f"{name} holds {array.min()}, but cannot be less than {least}")
    return array.astype(np.int64)


def share(name: str, value: float) -> float:
    """``value`` as a probability from 0 to 1."""
    if not 0 <= value <= 1:
        raise ValueError(f"{name} is {value}, but a probability lies between 0 and 1")
    return float(value)


def counts(name: str, values: Mapping[str, int] | None, known: Sequence[str]) -> dict[str, int]:
    """``values`` with every key one of ``known`` and every count 0 or more."""
    given = dict(values or {})
    for key, number in given.items():
        if key not in known:
            raise ValueError(f"{name} names {key!r}, which is none of: {', '.join(known)}")
        given[key] = whole(f"{name}[{key!r}]", number)
    return given


def without(cards: Sequence[CardKind], name: str, gone: Mapping[str, int] | None) -> tuple[CardKind, ...]:
    """``cards`` less those that argument ``name`` says are elsewhere (counts by name of kind of card)."""
    away = counts(name, gone, [card.name for card in cards])
    left = []
    for card in cards:
        number = away.get(card.name, 0)
        whole(f"{name}[{card.name!r}]", number, most=card.count, why="there are no more of them in the cards")
        left.append(replace(card, count=card.count - number))
    return tuple(left)


def population(total: ArrayLike) -> NDArray[np.int64]:
    """``total``, but 1 where it is 0: scipy's hypergeom refuses an empty population, of which nothing is drawn."""
    return np.maximum(np.asarray(total, dtype=np.int64), 1)
