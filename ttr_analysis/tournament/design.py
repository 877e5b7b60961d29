"""Who meets whom: tables of strategies, and the orders in which a table sits down.

A *table* is a multiset of strategies, one a player. Its *seatings* are its rotations, so that
every player of a table has every seat equally often. Rotations that look alike are one
seating: four copies of one strategy have a single seating, and a mirror match is played and
counted once, since seats, decks and the strategies' random streams are the same in every
rotation of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb

MOST_TABLES = 60
"""Tables of three or more players up to which all are played; beyond, a balanced design."""

Table = tuple[int, ...]


def all_tables(strategies: int, players: int) -> tuple[Table, ...]:
    """Every multiset of strategies, mirror matches among them.

    Parameters
    ----------
    strategies, players : int
        Numbers of strategies, and of seats at a table.
    """
    return tuple(combinations_with_replacement(range(strategies), players))


def default_tables(strategies: int, players: int, most: int = MOST_TABLES) -> tuple[Table, ...]:
    """All pairings of two players; all tables of more, or a balanced design if those are too many."""
    if players == 2 or comb(strategies + players - 1, players) <= most or strategies < players:
        return all_tables(strategies, players)
    return balanced_tables(strategies, players, most)


def balanced_tables(strategies: int, players: int, most: int = MOST_TABLES) -> tuple[Table, ...]:
    """A cyclic design: every strategy sits at equally many tables, every pair at nearly as many.

    Each base table is developed around the circle of strategies (Bose's method of
    differences), which gives every strategy the same number of tables. Base tables are
    added one by one; each is the one that evens out the differences most, as pairs that
    lie equally far apart on the circle meet equally often.

    Parameters
    ----------
    strategies, players : int
        At least as many strategies as players; nobody meets himself.
    most : int, optional
        The number of tables; at least one base table is used, which are as many tables as
        there are strategies.
    """
    bases = [(0, *rest) for rest in combinations(range(1, strategies), players - 1)]
    met: Counter[int] = Counter()
    tables: dict[Table, None] = {}
    while bases and (not tables or len(tables) + strategies <= most):
        best = min(bases, key=lambda base: (_unevenness(met, base, strategies), base))
        met.update(_differences(best, strategies))
        tables.update(dict.fromkeys(_developed(best, strategies)))
        bases = [base for base in bases if base not in tables]
    return tuple(tables)


def _developed(base: Table, size: int) -> list[Table]:
    return [tuple(sorted((place + step) % size for place in base)) for step in range(size)]


def _differences(base: Table, size: int) -> list[int]:
    return [(one - other) % size for one in base for other in base if one != other]


def _unevenness(met: Counter[int], base: Table, size: int) -> int:
    new = met + Counter(_differences(base, size))
    return sum(new[difference] ** 2 for difference in range(1, size))


def seatings(tables: Iterable[Sequence[int]]) -> tuple[Table, ...]:
    """The different rotations of each table, in order; of each the same one only once."""
    turned = (tuple(table[turn:]) + tuple(table[:turn]) for table in tables for turn in range(len(table)))
    return tuple(dict.fromkeys(turned))
