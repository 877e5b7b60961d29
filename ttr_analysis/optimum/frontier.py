"""The best network for each number of trains."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from ttr_analysis.board import GameMap
from ttr_analysis.optimum.search import best_network

COLUMNS = (
    "trains",
    "points",
    "route_points",
    "ticket_points",
    "bonus_points",
    "tickets",
    "tracks",
    "trains_used",
    "bound",
    "gap",
    "proven",
    "seconds",
)


def optimum_by_trains(
    game_map: GameMap,
    trains: Iterable[int],
    *,
    longest_trail_bonus: bool = False,
    time_limit: float = 120.0,
    seed: int = 0,
) -> pd.DataFrame:
    """The most points for each number of trains, one row each, in the order given.

    Parameters
    ----------
    trains : iterable of int
        Numbers of pieces, each 0 or more (``range(0, 46, 5)``).
    time_limit : float
        Seconds for each number.
    longest_trail_bonus, seed
        As in :func:`~ttr_analysis.optimum.best_network`.

    Returns
    -------
    pandas.DataFrame
        Columns :data:`COLUMNS`: ``tickets`` and ``tracks`` are counts, ``trains_used`` the pieces
        the network takes, ``bound`` what no network exceeds, ``gap`` its distance from ``points``
        as a share of these.

    Raises
    ------
    ValueError
        As :func:`~ttr_analysis.optimum.best_network` does.
    """
    rows = []
    for number in trains:
        best = best_network(game_map, number, longest_trail_bonus=longest_trail_bonus, time_limit=time_limit, seed=seed)
        rows.append(
            (
                number,
                best.points,
                best.route_points,
                best.ticket_points,
                best.bonus_points,
                len(best.tickets),
                len(best.tracks),
                best.trains,
                best.bound,
                best.gap,
                best.proven,
                best.seconds,
            )
        )
    return pd.DataFrame(rows, columns=list(COLUMNS))
