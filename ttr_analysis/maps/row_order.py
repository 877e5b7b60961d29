"""The same map with the rows of its files in another order: it must not matter."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ttr_analysis.maps.game_map import GameMap

T = TypeVar("T")


def in_other_order(game_map: GameMap, seed: int | None = None) -> GameMap:
    """Return a map with its cities, tracks and tickets in another order.

    Parameters
    ----------
    game_map : GameMap
    seed : int, optional
        Shuffle the rows; without it, the last ones come first.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> usa.tickets[-1].name, ttr.maps.in_other_order(usa).tickets[0].name
    ('Winnipeg-Little Rock', 'Winnipeg-Little Rock')
    """

    def order(rows: Sequence[T]) -> tuple[T, ...]:
        return tuple(reversed(rows) if seed is None else random.Random(seed).sample(rows, len(rows)))

    def numbered(rows: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(replace(row, index=i) for i, row in enumerate(order(rows)))

    return replace(
        game_map,
        cities=order(game_map.cities),
        tracks=numbered(game_map.tracks),
        tickets=numbered(game_map.tickets),
    )
