"""Priorities: what a player goes by between choices that are worth the same.

A choice among equals must tell nothing of a map's file: not the order of its rows, not the
alphabet. So every city, route, track, card, colour and deck has a number for each seat of each
game, which follows from the seed, the game, the seat and the printed name, and from nothing else.
No random stream is used: what is added to a board, removed or closed leaves all other choices as they were.
"""

import hashlib

import numpy as np

from ttr_analysis.engine.compiled import compiled, wrapping
from ttr_analysis.engine.random_stream import mix
from ttr_analysis.engine.records import Ints, Words
from ttr_analysis.engine.state import Private, Tables

_S17 = np.uint64(17)
_SEAT = np.uint64(0x7469657300000000)


def name_word(*names: str) -> int:
    """Return 64 bits that stand for a printed name; several names stand for a thing between them, in any order."""
    text = "\0".join(sorted(names))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


@wrapping
def _salt(seed: int, game: int, seat: int) -> np.uint64:
    return mix(mix(mix(np.uint64(seed)) ^ np.uint64(game)) ^ (_SEAT + np.uint64(seat)))


@wrapping
def _fill(priority: Ints, names: Words, count: int, salt: np.uint64) -> None:
    """Fill in numbers of 47 bits, which can be added up along a path."""
    for i in range(count):
        priority[i] = np.int64(mix(names[i] ^ salt) >> _S17)


@compiled
def fill_priorities(tables: Tables, private: Private, seed: int, game: int, seat: int) -> None:
    """Fill in the priorities of a seat."""
    salt, priority, names = _salt(seed, game, seat), private.priority, tables.names
    _fill(priority.cities, names.cities, tables.cities, salt)
    _fill(priority.routes, names.routes, tables.routes, salt)
    _fill(priority.tracks, names.tracks, tables.tracks, salt)
    _fill(priority.cards, names.cards, tables.cards, salt)
    _fill(priority.colors, names.colors, tables.colors, salt)
    _fill(priority.decks, names.decks, tables.decks, salt)
