"""Regions of a map: which parts of it the points of tickets and routes lie in, and what runs between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ttr_analysis import errors
from ttr_analysis.maps import GameMap, Ticket, takes_map
from ttr_analysis.results import source

Regions = Mapping[str, str]
"""The region of each city, by its printed name."""


@takes_map
def quarters(game_map: GameMap) -> dict[str, str]:
    """Divide a map into its north-west, north-east, south-west and south-east, by the middle city each way.

    Half of the cities lie north of the line, half west of the other (a city on a line counts as south, or east).
    The places are those on the printed board; where it does not tell them, the real ones.

    Returns
    -------
    dict of str to str
        ``NW``, ``NE``, ``SW`` or ``SE`` by the name of each city.

    Raises
    ------
    MapError
        If the map does not tell where its cities lie.

    Examples
    --------
    >>> quarters = ttr.exact.quarters("usa")
    >>> quarters["Seattle"], quarters["Miami"]
    ('NW', 'SE')
    """
    places = [(city.x, city.y) for city in game_map.cities]
    if any(None in place for place in places):
        places = [(city.longitude, None if city.latitude is None else -city.latitude) for city in game_map.cities]
    if any(None in place for place in places):
        raise errors.MapError(f"map {game_map.name!r} does not tell where its cities lie; give their regions yourself")
    across, down = np.array(places, dtype=float).T
    west, north = across < np.median(across), down < np.median(down)
    return {
        city.name: ("N" if is_north else "S") + ("W" if is_west else "E")
        for city, is_north, is_west in zip(game_map.cities, north, west, strict=True)
    }


@takes_map
def points_by_region(game_map: GameMap, regions: Regions | pd.Series[Any] | None = None) -> pd.DataFrame:
    """Compute how many points of routes and tickets lie in each region.

    A route or a ticket counts in equal parts for the regions of its ends (of all the cities it may end in).

    Parameters
    ----------
    game_map : str, Path or GameMap
    regions : mapping or pandas Series of str to str, optional
        The region of every city; by default :func:`quarters`.

    Returns
    -------
    pandas DataFrame
        One row per region, in alphabetical order: ``region``, ``cities``, ``tracks`` and ``route_points`` (of all
        tracks), ``tickets`` and ``ticket_points``; the last four need not be whole numbers.

    Raises
    ------
    MapError
        If a city is not on the map, or has no region.

    Examples
    --------
    >>> table = ttr.exact.points_by_region("usa")
    >>> table["region"].tolist(), float(table["ticket_points"].sum())
    (['NE', 'NW', 'SE', 'SW'], 349.0)
    """
    region_of = _checked(game_map, regions)
    places = {name: place for place, name in enumerate(sorted(set(region_of.values())))}
    counts = np.zeros((len(places), 4))
    for track in game_map.tracks:
        for city in track.cities:
            counts[places[region_of[city]], :2] += np.array([1, game_map.rules.route_points[track.length]]) / 2
    for ticket in game_map.tickets:
        groups = game_map.terminals(ticket)
        for group in groups:
            for city in group:
                part = len(groups) * len(group)
                counts[places[region_of[city]], 2:] += np.array([1, ticket.points]) / part
    table = pd.DataFrame(counts, columns=["tracks", "route_points", "tickets", "ticket_points"])
    table.insert(0, "region", list(places))
    table.insert(1, "cities", [list(region_of.values()).count(name) for name in places])
    return source.tagged(table, source.exact(game_map))


@takes_map
def corridors(game_map: GameMap, regions: Regions | pd.Series[Any] | None = None) -> pd.DataFrame:
    """Compute how many tickets, and points of tickets, run between each two regions, or stay within one.

    A choice ticket counts with the region in which most of the cities lie that it may end in; a tour, with its ends.

    Parameters
    ----------
    game_map, regions
        As for :func:`points_by_region`.

    Returns
    -------
    pandas DataFrame
        One row per pair of regions, most points first: ``region_a``, ``region_b`` (in alphabetical order), ``tickets``,
        ``points``, ``names`` (of the tickets, separated by semicolons).

    Raises
    ------
    MapError
        If a city is not on the map, or has no region.

    Examples
    --------
    >>> ttr.exact.corridors("usa").iloc[0][["region_a", "region_b"]].tolist()
    ['NE', 'SW']
    """
    region_of = _checked(game_map, regions)
    names = sorted(set(region_of.values()))
    found: dict[tuple[str, str], list[Ticket]] = {(a, b): [] for place, a in enumerate(names) for b in names[place:]}
    for ticket in game_map.tickets:
        groups = game_map.terminals(ticket)
        ends = sorted(_mostly([region_of[city] for city in groups[place]]) for place in (0, -1))
        found[ends[0], ends[1]].append(ticket)
    rows = [
        (*pair, len(tickets), sum(ticket.points for ticket in tickets), "; ".join(ticket.name for ticket in tickets))
        for pair, tickets in found.items()
    ]
    table = pd.DataFrame(rows, columns=["region_a", "region_b", "tickets", "points", "names"])
    table = table.sort_values("points", ascending=False, kind="stable", ignore_index=True)
    return source.tagged(table, source.exact(game_map))


def _mostly(regions: list[str]) -> str:
    """Return the region that occurs most often, the first by name among equals."""
    return min(set(regions), key=lambda name: (-regions.count(name), name))


def _checked(game_map: GameMap, regions: Regions | pd.Series[Any] | None) -> dict[str, str]:
    """Return the region of every city by its printed name."""
    if regions is None:
        return quarters(game_map)
    known = {game_map.city(str(name)).name: str(region) for name, region in dict(regions).items()}
    if missing := [city.name for city in game_map.cities if city.name not in known]:
        raise errors.MapError(f"the regions leave out {len(missing)} of the cities, such as {missing[0]}")
    return known
