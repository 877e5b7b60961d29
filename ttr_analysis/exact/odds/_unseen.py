"""Cards that are not drawn yet, and sizes of what is drawn from."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ttr_analysis._validate import count, counts
from ttr_analysis.rules.spec import CardKind


def without(cards: Sequence[CardKind], name: str, gone: Mapping[str, int] | None) -> tuple[CardKind, ...]:
    """Return ``cards`` without those that argument ``name`` says are elsewhere (counts by name of the kind of card)."""
    away = counts(name, gone, [card.name for card in cards])
    left = []
    for card in cards:
        number = away.get(card.name, 0)
        count(f"{name}[{card.name!r}]", number, maximum=card.count, why="no more of them are left")
        left.append(replace(card, count=card.count - number))
    return tuple(left)


def population(total: ArrayLike) -> NDArray[np.int64]:
    """Return ``total``, with 1 in place of 0: scipy's hypergeom rejects an empty population."""
    return np.maximum(np.asarray(total, dtype=np.int64), 1)
