"""Tickets drawn from a deck: their best, worst and total value; the chance of one that is nearly complete. Exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import hypergeom

from ttr_analysis import _validate as check
from ttr_analysis.exact.odds import _unseen
from ttr_analysis.maps import GameMap, takes_map


@dataclass(frozen=True, slots=True)
class TicketDraw:
    """Values of some tickets drawn together.

    Attributes
    ----------
    best, worst, total : Series of float
        Probability by number of points (index ``points``: every value from the lowest to the highest possible).

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.odds.opening_ticket_odds(usa).best.head(3).round(4).to_dict()
    {6: 0.0002, 7: 0.0022, 8: 0.0113}
    """

    best: pd.Series[float]
    worst: pd.Series[float]
    total: pd.Series[float]


def ticket_draw_odds(*draws: tuple[Sequence[int], int]) -> TicketDraw:
    """Compute the distributions of the best, the worst and the sum of tickets drawn without replacement.

    Parameters
    ----------
    *draws : tuple (points, number)
        A deck, as the points of its tickets (0 or more), and the number of tickets drawn from it. Give several for
        a deal from several decks (long tickets and others).

    Returns
    -------
    TicketDraw

    Raises
    ------
    ValueError
        If more are drawn than a deck holds, none is drawn at all, or points are negative.

    Examples
    --------
    >>> ttr.odds.ticket_draw_odds(([5, 8, 13], 2)).best.round(3).to_dict()
    {8: 0.333, 9: 0.0, 10: 0.0, 11: 0.0, 12: 0.0, 13: 0.667}
    """
    decks = []
    for i, (points, number) in enumerate(draws):
        values = check.whole_numbers(f"draws[{i}] points", list(points))
        check.count(f"draws[{i}] number", number, maximum=values.size, why="the deck holds no more tickets")
        decks.append((values, number))
    if not any(number for _, number in decks):
        raise ValueError("draws: no ticket is drawn, so there is no best or worst one")
    top = max(int(values.max()) for values, number in decks if number)
    at_most = np.array([_all_among(decks, 0, limit) for limit in range(top + 1)])
    at_least = np.array([_all_among(decks, limit, top) for limit in range(top + 2)])
    total = np.ones(1)
    for values, number in decks:
        total = np.convolve(total, _sum_odds(values, number))
    return TicketDraw(_series(np.diff(at_most, prepend=0.0)), _series(-np.diff(at_least)), _series(total))


@takes_map
def opening_ticket_odds(game_map: GameMap) -> TicketDraw:
    """Compute the best, worst and sum of the tickets dealt to a player at the start, long ones included.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> float(ttr.odds.opening_ticket_odds(usa).total.sum().round(6))
    1.0
    """
    rules = game_map.rules.tickets
    long = [ticket.points for ticket in game_map.tickets if ticket.is_long and rules.deal_long]
    others = [ticket.points for ticket in game_map.tickets if not (ticket.is_long and rules.deal_long)]
    return ticket_draw_odds((long, rules.deal_long), (others, rules.deal))


def chance_of_near_ticket(missing: ArrayLike, within: ArrayLike, number: int = 1) -> NDArray[np.float64]:
    """Return P(at least one of ``number`` new tickets is complete, or lacks no more than ``within`` trains).

    Parameters
    ----------
    missing : array_like of float, shape (tickets,)
        Trains that each ticket of the deck still needs (0: complete at once; inf: cut off);
        :func:`ttr_analysis.exact.paths.trains_missing` computes them for a network.
    within : array_like of int
        Number of trains that may be missing; 0 asks for complete tickets.
    number : int
        Tickets drawn.

    Returns
    -------
    ndarray of float
        In the shape of ``within``.

    Raises
    ------
    ValueError
        If a number is negative, or more tickets are drawn than there are.

    Examples
    --------
    >>> ttr.odds.chance_of_near_ticket([0, 2, 5, 9], within=2).round(2).tolist()
    0.5
    """
    lacking = np.asarray(missing, dtype=np.float64)
    if lacking.ndim != 1 or np.isnan(lacking).any() or (lacking < 0).any():
        raise ValueError("missing must be one row of numbers of trains, 0 or more")
    number = check.count("number", number, maximum=lacking.size, why="the deck holds no more tickets")
    near = (lacking <= check.whole_numbers("within", within)[..., None]).sum(axis=-1)
    return np.asarray(hypergeom.sf(0, _unseen.population(lacking.size), near, number), dtype=np.float64)


def _all_among(decks: Sequence[tuple[NDArray[np.int64], int]], low: int, high: int) -> float:
    """Return P(every ticket drawn is worth ``low`` to ``high`` points)."""
    chance = 1.0
    for values, number in decks:
        inside = int(((values >= low) & (values <= high)).sum())
        chance *= comb(inside, number) / comb(values.size, number)
    return chance


def _sum_odds(values: NDArray[np.int64], number: int) -> NDArray[np.float64]:
    """Compute the distribution of the sum of ``number`` of the values, by counting subsets by size and sum."""
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(number))]
    for value in values.tolist():
        for size in range(number, 0, -1):
            for total, count in ways[size - 1].items():
                ways[size][total + value] = ways[size].get(total + value, 0) + count
    odds = np.zeros(max(ways[number]) + 1)
    for total, count in ways[number].items():
        odds[total] = count / comb(values.size, number)
    return odds


def _series(odds: NDArray[np.float64]) -> pd.Series[float]:
    """Return the odds by points, from the first to the last possible value."""
    possible = np.flatnonzero(odds > 0)
    points = pd.RangeIndex(possible[0], possible[-1] + 1, name="points")
    return pd.Series(odds[points], index=points, name="probability")
