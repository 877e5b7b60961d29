"""States of a deck and its market with their probabilities, shared by the exact programmes with a market.

A layer holds every state that can be reached after a given number of cards. Cards are of three kinds: *useful* ones (of
the colour wanted), *wilds* (locomotives) and *others*. A state is packed into one whole number, a field for
each of its counts: moving cards is an addition, and equal states are equal numbers.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.rules.spec import Market

SHORT, USEFUL, WILDS, OTHERS, UP_USEFUL, UP_WILDS, UP_OTHERS = range(7)
"""Fields of a state: cards short (or what a programme counts), then the deck, then the market (``UP_...``)."""

_BITS = (12, 10, 10, 16, 5, 5, 5)  # of each field; 63 in all, so that no state is negative
_PLACES = tuple(sum(_BITS[:field]) for field in range(7))
_DECK, _MARKET = (USEFUL, WILDS, OTHERS), (UP_USEFUL, UP_WILDS, UP_OTHERS)

Layer = tuple[NDArray[np.int64], NDArray[np.float64]]
"""Packed states, shape (n,), and their probabilities, shape (n,)."""


def certain(counts: Sequence[int]) -> Layer:
    """Return the layer of one state, given by its seven counts.

    Raises
    ------
    ValueError
        If a count is larger than its field.
    """
    for count, bits in zip(counts, _BITS, strict=True):
        if count >= 1 << bits:
            raise ValueError(f"rules: {count} cards of one sort are more than {(1 << bits) - 1}, the most that fit")
    return np.array([_packed(dict(enumerate(counts)))], dtype=np.int64), np.ones(1)


def count_of(layer: Layer, field: int) -> NDArray[np.int64]:
    """Return one of the counts of each state."""
    return (layer[0] >> _PLACES[field]) & ((1 << _BITS[field]) - 1)


def refill(
    market: Market, layer: Layer, *, slots: int | None = None, cleared: Mapping[int, int] | None = None
) -> Layer:
    """Fill the market to ``slots`` cards (default: all), and clear and refill it as the rules say.

    ``cleared`` is what each clearing adds to a state, by field.
    """
    size = sum(market.slots) if slots is None else slots
    settled: list[Layer] = []
    for reset in range(market.reset_limit + 1):
        for _ in range(size):
            gap = _with_cards(layer, _total(layer, _MARKET) < size)
            if not gap.any():
                break
            open_, full = split(layer, gap)
            layer = merged([full, *drawn(open_, ({UP_USEFUL: 1}, {UP_WILDS: 1}, {UP_OTHERS: 1}))])
        too_many = _with_cards(layer, count_of(layer, UP_WILDS) >= market.wild_limit)
        if market.wild_limit == 0 or reset == market.reset_limit or not too_many.any():
            settled.append(layer)
            break
        layer, rest = split(layer, too_many)
        settled.append(rest)
        states, chances = moved(layer, cleared or {})
        layer = states & ((1 << _PLACES[UP_USEFUL]) - 1), chances
    return merged(settled) if len(settled) > 1 else settled[0]


def drawn(layer: Layer, effects: Sequence[Mapping[int, int]]) -> list[Layer]:
    """Return one layer for each kind of card drawn from the deck, with its probability and its effect on the state."""
    size = np.maximum(deck_size(layer), 1)
    return [
        moved((layer[0], layer[1] * count_of(layer, kind) / size), {kind: -1, **effect})
        for kind, effect in zip(_DECK, effects, strict=True)
    ]


def moved(layer: Layer, changes: Mapping[int, int]) -> Layer:
    """Return the possible states with these changes to their counts."""
    possible = layer[1] > 0
    return layer[0][possible] + _packed(changes), layer[1][possible]


def deck_size(layer: Layer) -> NDArray[np.int64]:
    """Return the number of cards in the deck of each state."""
    return _total(layer, _DECK)


def split(layer: Layer, chosen: NDArray[np.bool_]) -> tuple[Layer, Layer]:
    """Return the chosen states, and the others."""
    return (layer[0][chosen], layer[1][chosen]), (layer[0][~chosen], layer[1][~chosen])


def merged(layers: Sequence[Layer]) -> Layer:
    """Merge layers into one sorted layer, with equal states joined; fast if the layers are sorted."""
    states = np.concatenate([layer[0] for layer in layers])
    if not states.size:
        return states, np.zeros(0)
    order = np.argsort(states, kind="stable")  # a stable sort merges runs that are sorted already
    states = states[order]
    first = np.flatnonzero(np.diff(states, prepend=-1))  # no state is negative
    chances = np.concatenate([layer[1] for layer in layers])[order]
    return states[first], np.add.reduceat(chances, first)


def _with_cards(layer: Layer, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return those of the chosen states that have cards in the deck."""
    return chosen & (deck_size(layer) > 0) if chosen.any() else chosen


def _total(layer: Layer, fields: Sequence[int]) -> NDArray[np.int64]:
    first, second, third = (count_of(layer, field) for field in fields)
    return first + second + third


def _packed(counts: Mapping[int, int]) -> int:
    return sum(count << _PLACES[field] for field, count in counts.items())
