"""How hard tickets are: computed from the map alone, and compared with their outcomes in games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import networkx as nx
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ttr_analysis.errors import MapError, ResultError
from ttr_analysis.exact import paths
from ttr_analysis.maps import GameMap, Ticket
from ttr_analysis.results import source
from ttr_analysis.results.result import Result
from ttr_analysis.stats._games import check_enough, game_places, summed
from ttr_analysis.stats.bootstrap import Floats, block_sums
from ttr_analysis.stats.intervals import CONFIDENCE, RESAMPLES, Estimate
from ttr_analysis.stats.tickets import ticket_outcomes

PARTNERS = 3
"""Maximum number of partner tickets in a row."""

LEAST_KEPT = 10
"""How often a ticket must have been kept at the set-up to count for the fit."""

_START, _GOAL = " start", " goal"
"""Nodes joined to the ends of a ticket; no name of a city begins with a space."""

_PATH_COLUMNS = ("routes", "cards", "draws", "turns", "route_points", "track_detour", "route_detour", "load")


def ticket_difficulty(game_map: GameMap, result: Result | None = None) -> pd.DataFrame:
    """Compute what each ticket costs and pays, how fragile its path is and how hard it is; add outcomes of games.

    The *path* of a ticket is the one with the fewest trains (:func:`ttr_analysis.exact.paths.path_through`; of several
    the one with the most route points). For a tour it keeps the printed order, since only that scores the
    printed points.

    **The rank.** ``hardness`` is the mean of two ranks among the tickets of the set: by ``trains`` (how much must be
    built) and by ``resistance`` (how few and how long the alternative paths are), scaled from 0 (easiest) to 1.
    ``rank`` starts with the hardest. It has no fitted parameters. It was compared with games (:func:`difficulty_fit`:
    rank correlation with the share of tickets kept at the set-up that were not made; 4,000 games of four
    ``ticket_planner``, of three on the maps for three, seed 1):

    ============================ === ===== ==============
    map and ticket set             n value interval
    ============================ === ===== ==============
    usa                           30  0.87 0.66 to 0.94
    usa:1910                      35  0.91 0.79 to 0.95
    usa:mega                      69  0.83 0.74 to 0.88
    usa:big-cities                35  0.90 0.78 to 0.94
    europe                        46  0.22 -0.10 to 0.49
    europe:expanded               65  0.34 0.09 to 0.55
    europe:mega                  101  0.31 0.11 to 0.51
    europe:big-cities             45  0.27 -0.05 to 0.56
    first_journey_usa             32  0.43 0.03 to 0.65
    first_journey_europe          32  0.56 0.23 to 0.78
    rails_sails_world             65  0.53 0.29 to 0.71
    rails_sails_great_lakes       55  0.89 0.79 to 0.93
    india                         58  0.52 0.29 to 0.68
    nordic                        46  0.79 0.60 to 0.88
    switzerland                   46  0.74 0.53 to 0.87
    ============================ === ===== ==============

    So the rank explains much on the maps of the USA, the Great Lakes, the Nordic Countries and Switzerland, something
    on the World, India and First Journey maps, and little on the map of Europe, where only the large sets can be told
    from chance.

    Parameters
    ----------
    game_map : GameMap
        A map with one of its ticket sets.
    result : Result, optional
        Games on it.

    Returns
    -------
    DataFrame with one row per ticket
        ``ticket``, ``name``, ``points`` (printed; of a choice ticket, those of the place that its path leads to),
        ``deck``.
        Of the path (of a choice ticket, the cheapest to any of its places): ``trains`` (inf if no path keeps a
        tour's order), ``routes``, ``cards`` (mean number paid), ``draws`` (mean number of blind draws), ``turns`` (see
        :mod:`ttr_analysis.exact.paths.graph`), ``route_points``;
        ``joining_trains``, the fewest that join its cities in any order.
        Value: ``points_per_train``, ``points_per_turn``; with the route points ``all_per_train``, ``all_per_turn``.
        Fragility: ``paths`` (largest number of paths that share no route; for a tour, of the leg with the fewest),
        ``track_detour`` and ``route_detour`` (trains added by the worst loss of one track, or of a route with all its
        tracks; inf if no path is left), ``resistance`` (:func:`ttr_analysis.exact.paths.effective_resistance`; the sum
        over a tour's legs), ``load`` (mean over its routes of the share of tickets whose cheapest paths use the route).
        ``partners`` (up to three tickets that save most trains together with this one, best first, separated by
        ``; ``), ``partner_saving`` (trains saved with the first). ``hardness`` and ``rank``.
        With a result, the columns of :func:`ttr_analysis.stats.ticket_outcomes`: ``least_points``, ``kept_share``,
        ``made_share``, ``cut_off_share``, ``unfinished_share``, ``made_round``, ``mean_points`` with their intervals.

    Raises
    ------
    ResultError
        If the result was played with other tickets, or contains too few games.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> table = ttr.stats.ticket_difficulty(usa)
    >>> table.nlargest(1, "hardness").index.tolist()
    [26]
    """
    if not game_map.tickets:
        raise MapError(f"map {game_map.name!r} ({game_map.ticket_set}) has no tickets, so none is hard")
    route_load = paths.ticket_load(game_map)
    load = {frozenset(pair): share for *pair, share in route_load[["city_a", "city_b", "load"]].to_numpy()}
    draws, graph = paths.track_costs(game_map, "draws"), paths.route_graph(game_map)
    joining = paths.ticket_costs(game_map).to_numpy()
    rows = []
    for ticket in game_map.tickets:
        legs = list(pairwise(game_map.terminals(ticket)))
        rows.append(
            {"ticket": ticket.index, "name": ticket.name, "points": ticket.points, "deck": ticket.deck}
            | _path_columns(game_map, ticket, float(joining[ticket.index]), draws, load)
            | {"paths": min(_route_disjoint(graph, *leg) for leg in legs)}
            | {"resistance": sum(paths.effective_resistance(game_map, *leg) for leg in legs)}
        )
    table = pd.DataFrame(rows)
    for unit in ("train", "turn"):
        table[f"points_per_{unit}"] = table["points"] / table[f"{unit}s"]
        table[f"all_per_{unit}"] = (table["points"] + table["route_points"]) / table[f"{unit}s"]
    table = pd.concat([table, _partners(game_map)], axis=1)
    count = len(table)
    table["hardness"] = ((table["trains"].rank() + table["resistance"].rank()) / 2 - 1) / max(count - 1, 1)
    table["rank"] = table["hardness"].rank(method="min", ascending=False).astype(int)
    return source.tagged(table, source.exact(game_map)) if result is None else _with_outcomes(table, game_map, result)


def difficulty_fit(table: pd.DataFrame, result: Result) -> Estimate:
    """Compute the rank correlation of ``hardness`` with the share of tickets not made in games.

    Only tickets kept at the set-up count: for later ones fewer trains are left, and long tickets are never among
    them.

    Parameters
    ----------
    table : DataFrame
        Returned by :func:`ticket_difficulty`.
    result : Result
        Games on the same map.

    Returns
    -------
    Estimate
        Spearman's coefficient, 1 if the hardest tickets are made least often; n is the number of tickets kept at
        least 10 times. The interval resamples both games and tickets, so it holds for tickets like these.

    Raises
    ------
    ResultError
        If there are too few games, or fewer than 3 tickets were kept often enough.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> print(ttr.stats.difficulty_fit(ttr.stats.ticket_difficulty(result.game_map), result).n)
    5
    """
    check_enough(result)

    def sums_of(part: Result) -> tuple[Floats, ...]:
        rows = part.columns("tickets", ["ticket", "kept_turn", "outcome"])
        kept = rows[rows["kept_turn"] == 0]
        weights: list[ArrayLike | None] = [None, kept["outcome"] != 0]
        game, code = game_places(part, kept), kept["ticket"].to_numpy()
        return tuple(block_sums(game, len(result), code, len(table), each) for each in weights)

    number, failed = summed(result, sums_of)
    often = number.sum(axis=0) >= LEAST_KEPT
    if often.sum() < 3:
        raise ResultError(
            f"only {often.sum()} tickets were kept at least {LEAST_KEPT} times at the set-up, but 3 are needed: "
            "play more games"
        )
    hardness, number, failed = table["hardness"].to_numpy()[often], number[:, often], failed[:, often]
    value = _correlation(hardness, failed.sum(axis=0) / number.sum(axis=0))
    low, high = np.nanquantile(_resampled(hardness, failed, number), [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Estimate(value, float(low), float(high), int(often.sum()), "bootstrap by game and ticket")


def _path_columns(
    game_map: GameMap, ticket: Ticket, joining: float, draws: Floats, load: Mapping[frozenset[str], float]
) -> dict[str, float]:
    """Return the columns that describe a ticket's path."""
    found: dict[str, float] = {"joining_trains": joining}
    best = paths.ticket_path(game_map, ticket)
    if best is None:
        return found | dict.fromkeys(_PATH_COLUMNS, np.nan) | {"trains": np.inf}
    path, option = best
    twins = [[track.index for track in game_map.tracks if track.pair == pair] for pair in path.routes]
    tracks = list(path.tracks)
    return found | {
        "points": option.points,
        "trains": float(path.trains),
        "routes": len(tracks),
        "cards": path.cards,
        "draws": float(draws[tracks].sum()),
        "turns": path.turns,
        "route_points": path.points,
        "track_detour": max(_trains_without(game_map, ticket, [track]) for track in tracks) - path.trains,
        "route_detour": max(_trains_without(game_map, ticket, lost) for lost in twins) - path.trains,
        "load": float(np.mean([load[route] for route in path.routes])),
    }


def _trains_without(game_map: GameMap, ticket: Ticket, closed: Sequence[int]) -> float:
    best = paths.ticket_path(game_map, ticket, closed=closed)
    return np.inf if best is None else best[0].trains


def _route_disjoint(graph: nx.Graph[str], start: Sequence[str], goal: Sequence[str]) -> int:
    """Return the largest number of paths between two groups of cities that share no route."""
    flow = graph.copy()
    for *_, edge in flow.edges(data=True):
        edge["capacity"] = 1
    flow.add_edges_from((_START, city) for city in start)  # without a capacity: as many as there are
    flow.add_edges_from((city, _GOAL) for city in goal)
    return int(nx.maximum_flow_value(flow, _START, _GOAL))


def _partners(game_map: GameMap) -> pd.DataFrame:
    """Return for each ticket those that save most trains together with it."""
    saved = paths.ticket_overlaps(game_map).to_numpy(copy=True)
    np.fill_diagonal(saved, 0)
    best = np.argsort(-saved, axis=1, kind="stable")[:, :PARTNERS]
    names = [
        "; ".join(game_map.tickets[other].name for other in row if saved[place, other] > 0)
        for place, row in enumerate(best)
    ]
    return pd.DataFrame({"partners": names, "partner_saving": saved.max(axis=1, initial=0)})


def _with_outcomes(table: pd.DataFrame, game_map: GameMap, result: Result) -> pd.DataFrame:
    if result.game_map.tickets != game_map.tickets:
        raise ResultError(
            f"the result was not played with the tickets of map {game_map.name!r} ({game_map.ticket_set})"
        )
    outcomes = ticket_outcomes(result)
    more = [name for name in outcomes if name not in table and not str(name).startswith("difficulty")]
    whole = table.join(outcomes[more])
    whole.attrs = outcomes.attrs
    return whole


def _correlation(first: Floats, second: Floats) -> float:
    """Compute Spearman's rank correlation."""
    return float(np.corrcoef(pd.Series(first).rank(), pd.Series(second).rank())[0, 1])


def _resampled(hardness: Floats, failed: Floats, number: Floats) -> list[float]:
    """Return the correlations of bootstrap samples, in which blocks of games and tickets are resampled."""
    random = np.random.default_rng(20_260_101)
    blocks, count = number.shape
    values = []
    for _ in range(RESAMPLES):
        weights = random.multinomial(blocks, np.full(blocks, 1 / blocks)).astype(float)
        tickets = random.integers(0, count, count)
        shares = (weights @ failed)[tickets] / np.maximum(weights @ number, 1)[tickets]
        values.append(_correlation(hardness[tickets], shares))
    return values
