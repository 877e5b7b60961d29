"""The best network for each number of trains."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pandas as pd

from ttr_analysis.exact.optimum.records import BestNetwork
from ttr_analysis.exact.optimum.search import OnProgress, best_network
from ttr_analysis.maps import GameMap, takes_map
from ttr_analysis.results import source

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


@takes_map
def optimum_by_trains(
    game_map: GameMap,
    trains: Iterable[int],
    *,
    longest_trail_bonus: bool = False,
    time_limit: float = 120.0,
    seed: int = 0,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """Find the most points for each number of trains, one row each, in the order given.

    Parameters
    ----------
    trains : iterable of int
        Numbers of pieces, each 0 or more (``range(0, 46, 5)``).
    time_limit : float
        Seconds for each number of trains.
    longest_trail_bonus, seed, on_progress
        As in :func:`~ttr_analysis.exact.optimum.best_network`.

    Returns
    -------
    pandas.DataFrame
        As :func:`network_table` returns it. After Ctrl-C, the last row is the number of trains in progress.

    Raises
    ------
    ValueError
        As for :func:`~ttr_analysis.exact.optimum.best_network`.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.optimum.optimum_by_trains(usa, [4, 6])[["trains", "points"]].to_dict("list")
    {'trains': [4, 6], 'points': [8, 15]}
    """
    networks = best_networks(
        game_map,
        trains,
        longest_trail_bonus=longest_trail_bonus,
        time_limit=time_limit,
        seed=seed,
        on_progress=on_progress,
    )
    return network_table(game_map, networks)


@takes_map
def best_networks(
    game_map: GameMap,
    trains: Iterable[int | None],
    *,
    longest_trail_bonus: bool = False,
    time_limit: float = 120.0,
    seed: int = 0,
    on_progress: OnProgress | None = None,
) -> list[BestNetwork]:
    """Find the best network for each number of trains, each no worse than those for fewer trains.

    A network for fewer trains also fits a larger number. So if the time was too short for a number, the network found
    for a smaller one is used if it scores more, and the bound of a larger one if it is lower.

    Parameters and errors as for :func:`optimum_by_trains`; None stands for the number the rules give a player.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> [best.points for best in ttr.optimum.best_networks(usa, [4, 6])]
    [8, 15]
    """
    networks: list[BestNetwork] = []
    for number in trains:
        networks.append(
            best_network(
                game_map,
                number,
                longest_trail_bonus=longest_trail_bonus,
                time_limit=time_limit,
                seed=seed,
                on_progress=on_progress,
            )
        )
        if networks[-1].stopped:
            break
    return [_compared(network, networks) for network in networks]


def _compared(network: BestNetwork, others: Sequence[BestNetwork]) -> BestNetwork:
    """Return a network improved by the others: a better one for fewer trains, a lower bound for more trains."""
    best = max((other for other in others if other.budget <= network.budget), key=lambda other: other.points)
    if best.points == network.points:
        best = network
    bound = min(other.bound for other in others if other.budget >= network.budget)
    return replace(
        best,
        budget=network.budget,
        bound=bound,
        proven=bound == best.points,
        seconds=network.seconds,
        stopped=network.stopped,
    )


@takes_map
def network_table(game_map: GameMap, networks: Iterable[BestNetwork]) -> pd.DataFrame:
    """Return best networks as a table, one row each.

    Returns
    -------
    pandas.DataFrame
        Columns :data:`COLUMNS`: ``trains`` is the number allowed, ``tickets`` and ``tracks`` are
        counts, ``trains_used`` is the pieces the network takes, ``bound`` is what no network exceeds,
        ``gap`` is the distance from ``points`` to ``bound`` as a share of ``points``.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> best = ttr.optimum.best_networks(usa, [6])
    >>> ttr.optimum.network_table(usa, best)["points"].tolist()
    [15]
    """
    rows = [
        (
            best.budget,
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
        for best in networks
    ]
    return source.tagged(pd.DataFrame(rows, columns=list(COLUMNS)), source.exact(game_map))
