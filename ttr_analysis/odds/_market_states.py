"""States of a deck and its market with their probabilities: what the exact programmes with a market share.

A layer holds every state that can be reached after so many cards. Cards are of three kinds: *useful* ones (of
the colour wanted), *wilds* (locomotives) and *others*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.rules.spec import Market

SHORT, USEFUL, WILDS, OTHERS, UP_USEFUL, UP_WILDS, UP_OTHERS = range(7)
"""Columns of a state: cards short (or what a programme counts), then the deck, then the market (``UP_...``)."""

_WIDTH = 1 << 8  # more than any count of cards: states are packed into one whole number each

Layer = tuple[NDArray[np.int64], NDArray[np.float64]]
"""States, shape (n, 7), and their probabilities, shape (n,)."""


def refill(
    market: Market, layer: Layer, *, slots: int | None = None, cleared: Mapping[int, int] | None = None
) -> Layer:
    """The market filled to ``slots`` cards (default: all), and cleared and filled again as the rules say.

    ``cleared`` is what each clearing adds to a state, by column.
    """
    size = sum(market.slots) if slots is None else slots
    settled: list[Layer] = []
    for reset in range(market.reset_limit + 1):
        for _ in range(size):
            gap = (layer[0][:, UP_USEFUL:].sum(axis=1) < size) & (deck_size(layer) > 0)
            if not gap.any():
                break
            open_, full = split(layer, gap)
            layer = merged([full, *drawn(open_, ({UP_USEFUL: 1}, {UP_WILDS: 1}, {UP_OTHERS: 1}))])
        too_many = (layer[0][:, UP_WILDS] >= market.wild_limit) & (deck_size(layer) > 0)
        if market.wild_limit == 0 or reset == market.reset_limit:
            too_many[:] = False
        layer, rest = split(layer, too_many)
        settled.append(rest)
        if not too_many.any():
            break
        layer = moved(layer, cleared or {})
        layer[0][:, UP_USEFUL:] = 0
    return merged(settled)


def drawn(layer: Layer, effects: Sequence[Mapping[int, int]]) -> list[Layer]:
    """Each kind of card leaving the deck, with its probability and its further effect on the state."""
    size = np.maximum(deck_size(layer), 1)
    return [
        moved((layer[0], layer[1] * layer[0][:, kind] / size), {kind: -1, **effect})
        for kind, effect in zip((USEFUL, WILDS, OTHERS), effects, strict=True)
    ]


def moved(layer: Layer, changes: Mapping[int, int]) -> Layer:
    """The possible states, with these changes of their columns."""
    possible = layer[1] > 0
    states = layer[0][possible]
    for column, change in changes.items():
        states[:, column] += change
    return states, layer[1][possible]


def deck_size(layer: Layer) -> NDArray[np.int64]:
    """Cards in the deck of each state."""
    return np.asarray(layer[0][:, USEFUL : OTHERS + 1].sum(axis=1))


def split(layer: Layer, chosen: NDArray[np.bool_]) -> tuple[Layer, Layer]:
    """The chosen states, and the others."""
    return (layer[0][chosen], layer[1][chosen]), (layer[0][~chosen], layer[1][~chosen])


def merged(layers: Sequence[Layer]) -> Layer:
    """Layers as one, equal states joined."""
    states = np.concatenate([layer[0] for layer in layers])
    chances = np.concatenate([layer[1] for layer in layers])
    np.maximum(states[:, SHORT], 0, out=states[:, SHORT])
    packed = states @ (_WIDTH ** np.arange(states.shape[1], dtype=np.int64))
    _, first, place = np.unique(packed, return_index=True, return_inverse=True)
    joined = np.bincount(place, weights=chances, minlength=first.size)
    return states[first], joined.astype(np.float64)
