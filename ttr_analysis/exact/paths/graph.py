"""What a track costs, and the map as a simple graph of routes.

Costs of a track (:data:`Cost`):

``trains``
    Its spaces: the number of pieces laid, trains or ships.
``cards``
    Mean number of cards paid: one for each space (two on pair spaces; on sea tracks the spaces divided by the
    mean size of a ship card), plus, for a tunnel, the mean surcharge with a fresh deck. Sets of cards that stand
    for one are not counted: no track needs them.
``turns``
    ``cards`` divided by the cards drawn in a turn, plus one turn to claim: the turns of a player for whom every
    card drawn is useful, so a lower bound.
``draws``
    Mean number of cards drawn blind from a fresh deck until the track can be paid
    (:func:`ttr_analysis.exact.odds.draws_until`), the surcharge of a tunnel included. A sum over tracks ignores
    that cards left over from one track can pay for another, so it is an upper bound for a player who draws blind.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Literal, get_args

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from ttr_analysis._validate import option
from ttr_analysis.exact.odds import deck_cards, draws_until, draws_until_pairs, draws_until_track, surcharge_odds
from ttr_analysis.maps import GameMap, Track, takes_map
from ttr_analysis.maps.checks import check_sound
from ttr_analysis.rules.spec import GRAY, RuleSet

Cost = Literal["trains", "cards", "turns", "draws"]
"""The cost that the cheapest path minimises."""

GRAIN = 1_000_000
"""Searches compare costs in whole millionths, so that equal sums of fractions compare as equal."""


@takes_map
def track_costs(game_map: GameMap, cost: Cost = "trains") -> NDArray[np.float64]:
    """Return the cost of every track (see the module's definitions), shape (tracks,).

    Raises
    ------
    ValueError
        If ``cost`` is not one of trains, cards, turns, draws.
    MapError
        If the map has faults.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> float(ttr.paths.track_costs(usa).sum())
    309.0
    """
    check_sound(game_map)
    option("cost", cost, get_args(Cost))
    functions = {"trains": _trains, "cards": _cards, "turns": _turns, "draws": _draws}
    known = _known_costs(cost, game_map.rules)
    costs = []
    for track in game_map.tracks:
        key = (track.length, track.color, track.kind, track.locomotives, track.pair_spaces, track.cards_for_one)
        if key not in known:
            known[key] = functions[cost](track, game_map.rules)
        costs.append(known[key])
    return np.array(costs, dtype=np.float64)


@lru_cache(maxsize=64)
def _known_costs(cost: Cost, rules: RuleSet) -> dict[tuple[object, ...], float]:
    """Return the cache of track costs for a rule set: searches need the same costs many times."""
    del cost, rules
    return {}


@takes_map
def route_graph(
    game_map: GameMap, cost: Cost = "trains", *, closed: Iterable[int] = (), owned: Iterable[int] = ()
) -> nx.Graph[str]:
    """Return the map as a simple graph with one edge for each route, the cheapest of its open tracks.

    Parameters
    ----------
    game_map : str, Path or GameMap
    cost : {"trains", "cards", "turns", "draws"}
    closed : iterable of int
        Tracks that cannot be used.
    owned : iterable of int
        Tracks that are already built and cost nothing.

    Returns
    -------
    Graph
        Nodes: cities. Edge attributes, which every writer of networkx takes: ``cost`` (float), ``weight``
        (the same), ``grain`` (the cost in whole millionths), ``track`` (index of the cheapest track),
        ``tracks`` (indices of all open tracks, as in ``"4 5"``), ``open`` (how many they are).

    Raises
    ------
    ValueError
        If a track does not exist, or is both closed and owned.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.paths.route_graph(usa)["Denver"]["Omaha"]["cost"]
    4.0
    """
    costs = track_costs(game_map, cost)
    shut, built = _tracks("closed", closed, game_map), _tracks("owned", owned, game_map)
    if shut & built:
        raise ValueError(f"owned: track {min(shut & built)} is also in closed")
    costs[sorted(built)] = 0
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(city.name for city in game_map.cities)
    for track in game_map.tracks:
        if track.index in shut:
            continue
        price = float(costs[track.index])
        if not graph.has_edge(*track.cities):
            graph.add_edge(*track.cities, cost=math.inf, open=0, tracks="")
        edge = graph.edges[track.cities]
        edge.update(open=edge["open"] + 1, tracks=f"{edge['tracks']} {track.index}".strip())
        if price < edge["cost"]:
            edge.update(cost=price, weight=price, grain=round(price * GRAIN), track=track.index)
    return graph


@takes_map
def distances(
    game_map: GameMap, cost: Cost = "trains", *, closed: Iterable[int] = (), owned: Iterable[int] = ()
) -> NDArray[np.float64]:
    """Compute the cost of the cheapest path between all pairs of cities.

    Parameters
    ----------
    game_map, cost, closed, owned
        As for :func:`route_graph`.

    Returns
    -------
    ndarray of float, shape (cities, cities)
        In the order of ``game_map.cities``; inf where there is no path.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> seattle, miami = usa.city_index["Seattle"], usa.city_index["Miami"]
    >>> float(ttr.paths.distances(usa)[seattle, miami])
    22.0
    """
    graph = route_graph(game_map, cost, closed=closed, owned=owned)
    matrix = np.full((len(game_map.cities), len(game_map.cities)), np.inf)
    np.fill_diagonal(matrix, 0)
    for a, b, data in graph.edges(data=True):
        i, j = game_map.city_index[a], game_map.city_index[b]
        matrix[i, j] = matrix[j, i] = data["cost"]
    for middle in range(matrix.shape[0]):  # Floyd and Warshall
        np.minimum(matrix, matrix[:, middle, None] + matrix[middle], out=matrix)
    return matrix


def _tracks(name: str, tracks: Iterable[int], game_map: GameMap) -> set[int]:
    chosen = set(tracks)
    if unknown := chosen - set(range(len(game_map.tracks))):
        raise ValueError(
            f"{name} names track {min(unknown)}, but map {game_map.name!r} has 0 to {len(game_map.tracks) - 1}"
        )
    return chosen


def _trains(track: Track, rules: RuleSet) -> float:
    return float(track.length)


def _cards(track: Track, rules: RuleSet) -> float:
    kind = rules.track_kinds[track.kind]
    plain = [card for card in rules.cards if card.deck == kind.deck and not card.wild]
    size = sum(card.units * card.count for card in plain) / sum(card.count for card in plain)
    surcharge = _surcharge(track, rules)
    return (2 if track.pair_spaces else 1) * track.length / size + float(surcharge @ np.arange(surcharge.size))


def _turns(track: Track, rules: RuleSet) -> float:
    return _cards(track, rules) / rules.draws + 1


def _draws(track: Track, rules: RuleSet) -> float:
    kind = rules.track_kinds[track.kind]
    cards = deck_cards(rules, kind.deck)
    if track.pair_spaces:
        return draws_until_pairs(cards, track.length).mean
    lengths = [track.length + extra for extra in range(kind.reveals + 1)]
    if track.cards_for_one or kind.cards_for_wild or not kind.wilds:
        return float(_surcharge(track, rules) @ [draws_until_track(rules, track, n).mean for n in lengths])
    until = partial(draws_until, cards, locomotives=track.locomotives)
    name = track.color if kind.deck == "train" else f"{track.color} {kind.deck}"
    means = [until(n if track.color == GRAY else {name: n}).mean for n in lengths]
    return float(_surcharge(track, rules) @ means)


def _surcharge(track: Track, rules: RuleSet) -> NDArray[np.float64]:
    """Compute the distribution of a tunnel's surcharge with a fresh deck, paid in a colour of average size."""
    kind = rules.track_kinds[track.kind]
    if not kind.reveals:
        return np.ones(1)
    cards = deck_cards(rules, kind.deck)
    total = sum(card.count for card in cards)
    wilds = sum(card.count for card in cards if card.wild)
    by_color = {card.color: 0 for card in cards if not card.wild}
    for card in cards:
        if not card.wild:
            by_color[card.color] += card.count
    count = by_color.get(track.color, round(sum(by_color.values()) / len(by_color)))
    return surcharge_odds(wilds + count, total, reveals=kind.reveals)
