"""Decisions taken back: what each one changed in the records of a game.

A record has 100 kB, of which a decision changes about a hundredth. So of each decision the numbers that
it changed are kept, about a kilobyte. What compiled code decides at once is kept as one; to take back only
the last of these decisions, all are taken back and the others made again by the same strategies, which
choose the same from the same random streams and memories.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, Self

import numpy as np

from ttr_analysis.play import bindings, deciders
from ttr_analysis.play.live_game import LiveGame, Numbers


class Stretch(NamedTuple):
    """One or more decisions in a row, and what was before them.

    Attributes
    ----------
    decisions : int
    by : Deciders
        Who made them, if strategies did.
    places, numbers : ndarray
        Where numbers were changed, and the numbers that were there.
    sitting : Deciders
    remembered : mapping
        Who sat there, and what others remembered.
    """

    decisions: int
    by: deciders.Deciders
    places: np.ndarray[Any, np.dtype[np.uint16]]
    numbers: Numbers
    sitting: deciders.Deciders
    remembered: Mapping[tuple[str, int], Numbers]


class Past:
    """The decisions of a game that can be taken back, oldest first."""

    def __init__(self, *stretches: Stretch) -> None:
        self._stretches = list(stretches)

    def __bool__(self) -> bool:
        return bool(self._stretches)

    def copy(self) -> Self:
        """Return an independent past with the same decisions."""
        return type(self)(*self._stretches)

    @contextmanager
    def keeping(self, live: LiveGame) -> Iterator[None]:
        """Keep what is decided within the ``with`` block; if nothing is, the game is as it was before it."""
        before, made, sitting, remembered = _numbers(live), live.decisions, live.deciders, live.remembered
        try:
            yield
        finally:
            places = np.flatnonzero(before != _numbers(live)).astype(np.uint16)
            stretch = Stretch(live.decisions - made, live.deciders, places, before[places], sitting, remembered)
            if stretch.decisions:
                self._stretches.append(stretch)
            else:
                _restore(live, stretch)

    def take_back(self, live: LiveGame) -> None:
        """Take back the last decision."""
        stretch = self._stretches.pop()
        _restore(live, stretch)
        for _ in range(stretch.decisions - 1):
            with self.keeping(live):
                live.sit(stretch.by)
                live.play(1)


def _arrays(live: LiveGame) -> list[Numbers]:
    """Return everything that decisions change and that later ones depend on, as numbers in the same memory."""
    return [
        bindings.quick(live.game_record).view(np.int64),
        bindings.quick(live.run_record).view(np.int64),
        live.memory.reshape(-1),
    ]


def _numbers(live: LiveGame) -> Numbers:
    return np.concatenate(_arrays(live))


def _restore(live: LiveGame, stretch: Stretch) -> None:
    numbers, first = _numbers(live), 0
    numbers[stretch.places] = stretch.numbers
    for part in _arrays(live):
        part[:] = numbers[first : first + len(part)]
        first += len(part)
    live.restore(stretch.sitting, stretch.remembered)
