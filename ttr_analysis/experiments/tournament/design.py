"""The design of a tournament: tables of strategies, and the seatings of each table.

A *table* is a multiset of strategies, one per player. Its *seatings* are its rotations, so
every player of a table has every seat equally often. Rotations that are equal are one
seating: four copies of one strategy have a single seating, and a mirror match is played and
counted once, since seats, decks and the strategies' random streams are the same in every
rotation of it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb

MAX_TABLES = 60
"""Up to this number of tables of three or more players, all are played; beyond it, a balanced design."""

Table = tuple[int, ...]


def all_tables(strategies: int, players: int) -> tuple[Table, ...]:
    """Return all multisets of strategies, including mirror matches.

    Parameters
    ----------
    strategies, players : int
        Numbers of strategies and of seats at a table.
    """
    return tuple(combinations_with_replacement(range(strategies), players))


def default_tables(strategies: int, players: int, maximum: int = MAX_TABLES) -> tuple[Table, ...]:
    """Return all pairings for two players; for more, all tables, or a balanced design if they are too many."""
    if players == 2 or comb(strategies + players - 1, players) <= maximum or strategies < players:
        return all_tables(strategies, players)
    return balanced_tables(strategies, players, maximum)


def balanced_tables(strategies: int, players: int, maximum: int = MAX_TABLES) -> tuple[Table, ...]:
    """Return a cyclic design: strategies sit at equally many tables, and pairs meet nearly equally often.

    Each base table is developed around the circle of strategies (Bose's method of
    differences), so every strategy sits at the same number of tables. Base tables are added
    one by one; each is the one that balances the differences best, as pairs that are equally
    far apart on the circle meet equally often.

    Parameters
    ----------
    strategies, players : int
        At least as many strategies as players; no strategy meets itself.
    maximum : int, optional
        Maximum number of tables. At least one base table is used, which makes as many tables
        as there are strategies.
    """
    bases = [(0, *rest) for rest in combinations(range(1, strategies), players - 1)]
    met: Counter[int] = Counter()
    tables: dict[Table, None] = {}
    while bases and (not tables or len(tables) + strategies <= maximum):
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
    """Return the different rotations of each table, in order and without duplicates."""
    turned = (tuple(table[turn:]) + tuple(table[:turn]) for table in tables for turn in range(len(table)))
    return tuple(dict.fromkeys(turned))
