"""Paths of tickets, also of those that lead to any of several places."""

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from ttr_analysis.exact.paths.graph import Cost, distances
from ttr_analysis.exact.paths.tours import path_through
from ttr_analysis.exact.paths.ways import RoutePath, k_shortest_paths, up_to_k_paths
from ttr_analysis.maps import GameMap, Ticket, TicketOption, takes_map

CLOSE = 1e-9
"""Costs that differ by no more than this are equal."""


@takes_map
def ticket_path(
    game_map: GameMap, ticket: Ticket, cost: Cost = "trains", *, closed: Iterable[int] = ()
) -> tuple[RoutePath, TicketOption] | None:
    """Find the cheapest simple path that completes a ticket, and how it does.

    Parameters
    ----------
    game_map : str, Path or GameMap
    ticket : Ticket
        A ticket of the map.
    cost : {"trains", "cards", "turns", "draws"}
        See :mod:`ttr_analysis.exact.paths.graph`.
    closed : iterable of int
        Tracks that cannot be used.

    Returns
    -------
    tuple of RoutePath and TicketOption, or None
        For a choice ticket, the option whose path is cheapest; among equals the one with most ticket points,
        then with most route points, then the first by the names of its cities. None if no path is left.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> path, option = ttr.paths.ticket_path(usa, usa.ticket("Denver-El Paso"))
    >>> path.trains, option.points
    (4, 4)
    """
    closed = tuple(closed)
    found = []
    for option in _cheapest(game_map, ticket, cost, closed):
        path = path_through(game_map, option.cities, cost, closed=closed)
        if path is not None:
            found.append((path, option))
    return min(found, key=lambda both: (-both[1].points, -both[0].points, both[0].cities), default=None)


def _cheapest(game_map: GameMap, ticket: Ticket, cost: Cost, closed: tuple[int, ...]) -> list[TicketOption]:
    """Return the options of a ticket whose cheapest paths cost least; all that there are for an ordinary ticket."""
    options = list(game_map.options(ticket))
    if not ticket.is_choice:
        return options
    matrix, place = distances(game_map, cost, closed=closed), game_map.city_index
    costs = [float(matrix[place[option.cities[0]], place[option.cities[-1]]]) for option in options]
    least = min(costs)
    return [option for option, each in zip(options, costs, strict=True) if np.isfinite(each) and each <= least + CLOSE]


def ticket_paths(game_map: GameMap, ticket: Ticket, k: int, cost: Cost) -> list[RoutePath]:
    """Return the k cheapest paths of a ticket: to any of its places, or of each leg of a tour."""
    if not ticket.is_choice:
        return [path for leg in pairwise(ticket.cities) for path in k_shortest_paths(game_map, *leg, k, cost)]
    pairs = [(option.cities[0], option.cities[-1]) for option in game_map.options(ticket)]
    found = [path for start, goal in pairs for path in up_to_k_paths(game_map, start, goal, k, cost)]
    found.sort(key=lambda path: (round(path.cost / CLOSE), len(path.cities), path.cities))
    if len(found) < k:
        raise ValueError(f"k is {k}, but only {len(found)} simple paths complete {ticket.name}")
    return found[:k]
