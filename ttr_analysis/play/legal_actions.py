"""Every legal action of a decision, with every legal payment, as Python objects."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.play.bindings import PAID, Records, fresh, list_actions, list_payments, quick
from ttr_analysis.rules.limits import CARDS

_KINDS = tuple(ActionKind)
_ROOMS = (256, 16_384)
"""How many actions are listed at once: first so many as most decisions have, then more, but not more than 4 MB."""

_Numbers = np.ndarray[Any, np.dtype[np.int64]]


def legal_actions(tables: Records, game: Records, cards: int) -> list[Action]:
    """Return every legal action of the seat to move; none when the game is over.

    Parameters
    ----------
    tables, game : record arrays
        Arrays of one record.
    cards : int
        Number of kinds of card in the rule set.
    """
    tables, game, record = quick(tables), quick(game), quick(fresh(ActionRecord))
    heads, actions = np.empty((max(_ROOMS), 3), np.int64), list[Action]()

    def write(first: int, rows: _Numbers) -> int:
        return list_actions(tables, game, record, first, heads[: len(rows) // CARDS], rows)

    with _without_collection():
        for paid in _pages(write):
            numbers = heads[: len(paid)].T.tolist()
            kinds = [_KINDS[kind] for kind in numbers[0]]
            rows = zip(kinds, paid[:, :cards].tolist(), strict=True)
            actions += map(Action, kinds, *numbers[1:], [tuple(row) if kind in PAID else () for kind, row in rows])
    return actions


def held_payments(tables: Records, game: Records, kind: ActionKind, target: int, cards: int) -> list[tuple[int, ...]]:
    """Return every payment for a track, a building or a surcharge that the seat to move has the cards for."""
    tables, game = quick(tables), quick(game)
    pages = _pages(lambda first, rows: list_payments(tables, game, int(kind), target, first, rows))
    return [tuple(row) for page in pages for row in page[:, :cards].tolist()]


@contextmanager
def _without_collection() -> Iterator[None]:
    """Keep Python from searching the new objects for cycles, which takes three times as long as making them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _pages(write: Callable[[int, _Numbers], int]) -> Iterator[_Numbers]:
    """Return the payments of a list page by page, a row for each: of all actions, or of one.

    Parameters
    ----------
    write : callable
        Writes the payments from a number on into a flat array, and returns how many there are, or at least
        as many as there was room for if there are more.
    """
    first, page = 0, 0
    while True:
        room = _ROOMS[min(page, len(_ROOMS) - 1)]
        rows = np.empty(room * CARDS, np.int64)
        count = write(first, rows)
        yield rows.reshape(room, CARDS)[: max(0, min(count - first, room))]
        if count < first + room:
            return
        first, page = first + room, page + 1
