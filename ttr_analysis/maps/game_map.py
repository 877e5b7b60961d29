"""The board: cities, tracks, tickets and the map that holds them, all immutable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import networkx as nx

from ttr_analysis._validate import shown
from ttr_analysis.errors import MapError
from ttr_analysis.rules.spec import RuleSet

_NO_ALIASES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class City:
    """A city, or a junction (a place where tracks meet that has no name on the board).

    Attributes
    ----------
    name : str
        The printed name.
    latitude, longitude : float or None
        The real location, in degrees.
    x, y : float or None
        Position on the printed board as a fraction of its width and height (0 to 1); y points down.
    tags : frozenset of str
        Any of ``port``, ``junction``, ``east``, ``west``, ``bigcity``.
    """

    name: str
    latitude: float | None = None
    longitude: float | None = None
    x: float | None = None
    y: float | None = None
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Track:
    """One row of spaces between two neighbouring cities.

    Attributes
    ----------
    index : int
        Position in ``GameMap.tracks``.
    city_a, city_b : str
        The cities it joins; their order has no meaning.
    length : int
        Number of spaces.
    color : str
        A colour, or ``gray`` (payable with any single colour).
    kind : str
        A track kind of the rule set: ``rail``, ``tunnel``, ``ferry``, ``sea``.
    locomotives : int
        Least number of locomotives in a payment (the symbols of a ferry).
    pair_spaces : bool
        Whether every space costs two cards (Rails & Sails).
    number : int
        1, or 2 for the second track of a double route.
    wraps : bool
        Whether it leaves the map at one edge and continues at the opposite edge.
    """

    index: int
    city_a: str
    city_b: str
    length: int
    color: str
    kind: str = "rail"
    locomotives: int = 0
    pair_spaces: bool = False
    number: int = 1
    wraps: bool = False

    @property
    def cities(self) -> tuple[str, str]:
        """The two cities that it joins."""
        return (self.city_a, self.city_b)

    @property
    def pair(self) -> frozenset[str]:
        """The two cities as a set: the key of the route the track belongs to."""
        return frozenset(self.cities)

    @property
    def name(self) -> str:
        """A readable name, unique on its map: ``Denver-Omaha purple``."""
        kind = "" if self.kind == "rail" else f" {self.kind}"
        number = f" #{self.number}" if self.number > 1 else ""
        return f"{self.city_a}-{self.city_b} {self.color}{kind}{number}"


@dataclass(frozen=True, slots=True)
class Ticket:
    """A destination ticket; with more than two cities it is a tour, in the printed order.

    Attributes
    ----------
    index : int
        Position in ``GameMap.tickets``.
    cities : tuple of str
        The cities to join.
    points : int
        Points if completed (for a tour: in the printed order).
    points_out_of_order : int or None
        Points for a tour whose cities are joined, but not in the printed order.
    penalty : int
        Points lost if not completed.
    deck : str
        ``long`` for a ticket of the separate deck of long tickets; any other value is only a label.
    """

    index: int
    cities: tuple[str, ...]
    points: int
    points_out_of_order: int | None = None
    penalty: int = 0
    deck: str = "main"

    @property
    def name(self) -> str:
        """The cities joined by hyphens."""
        return "-".join(self.cities)

    @property
    def is_tour(self) -> bool:
        """Whether it names more than two cities."""
        return len(self.cities) > 2

    @property
    def is_long(self) -> bool:
        """Whether it belongs to the separate deck of long tickets."""
        return self.deck == "long"


@dataclass(frozen=True, slots=True)
class BonusTicket:
    """A ticket that is awarded, not drawn (First Journey, coast to coast).

    A player receives one when they first join a city of ``west`` to a city of ``east``. There
    are ``copies`` in total, at most one per player.
    """

    name: str
    west: tuple[str, ...]
    east: tuple[str, ...]
    points: int = 1
    copies: int = 4


@dataclass(frozen=True)
class GameMap:
    """A map with one of its ticket sets and its rules.

    Attributes
    ----------
    name, title : str
        Name of the folder, and printed name.
    cities, tracks, tickets, bonus_tickets : tuple
        What is on the map; ``tracks[i].index == i``, and likewise for tickets.
    rules : RuleSet
        Its rules, including the overrides of the map and the ticket set.
    ticket_set : str
        The ticket set in use.
    ticket_sets : tuple of str
        All ticket sets of the map.
    aliases : mapping of str to str
        Maps other spellings of city names, case-folded, to the printed names.
    notices : tuple of str
        Caveats that apply to every number about this map (for instance a reconstructed deck).
    folder : Path or None
        The folder it was read from.
    digest : str
        Hash of the folder's contents that affect games; written into manifests.
    """

    name: str
    title: str
    cities: tuple[City, ...]
    tracks: tuple[Track, ...]
    tickets: tuple[Ticket, ...]
    rules: RuleSet
    bonus_tickets: tuple[BonusTicket, ...] = ()
    ticket_set: str = "base"
    ticket_sets: tuple[str, ...] = ("base",)
    aliases: Mapping[str, str] = field(default_factory=lambda: _NO_ALIASES, hash=False)
    notices: tuple[str, ...] = ()
    folder: Path | None = None
    digest: str = ""

    def __getstate__(self) -> dict[str, object]:
        # Read-only mappings cannot be pickled; the cached ones are computed again.
        return {f.name: getattr(self, f.name) for f in fields(self)} | {"aliases": dict(self.aliases)}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state, aliases=MappingProxyType(state["aliases"]))

    @cached_property
    def city_index(self) -> Mapping[str, int]:
        """Position of each city in ``cities`` by its printed name."""
        return MappingProxyType({city.name: i for i, city in enumerate(self.cities)})

    @cached_property
    def doubles(self) -> Mapping[int, int]:
        """The index of the other track, for each track of a double route.

        A double route is two tracks of the same kind between the same two cities. A rail
        track and a sea track are not a double route.
        """
        groups: dict[tuple[frozenset[str], str], list[int]] = {}
        for track in self.tracks:
            groups.setdefault((track.pair, track.kind), []).append(track.index)
        pairs = {}
        for group in groups.values():
            if len(group) == 2:
                pairs[group[0]], pairs[group[1]] = group[1], group[0]
        return MappingProxyType(pairs)

    def city(self, name: str) -> City:
        """Return the city with this printed name or alias, ignoring case.

        Raises
        ------
        MapError
            If there is none; the message suggests the nearest names.
        """
        printed = name if name in self.city_index else self.aliases.get(name.casefold(), "")
        if not printed:
            near = get_close_matches(name.casefold(), self.aliases, n=3, cutoff=0.6)
            hint = f"; did you mean {' or '.join(dict.fromkeys(self.aliases[n] for n in near))}?" if near else ""
            raise MapError(f"map {self.name!r} has no city {shown(name)}{hint}")
        return self.cities[self.city_index[printed]]

    def ticket(self, name: str) -> Ticket:
        """Return the ticket that names these cities (``"Seattle-New York"``), in either order.

        Raises
        ------
        MapError
            If there is none; the message suggests the nearest names.
        """
        wanted = _cities_in(name, self)
        for ticket in self.tickets:
            if wanted in (ticket.cities, ticket.cities[::-1]):
                return ticket
        names = {ticket.name.casefold(): ticket.name for ticket in self.tickets}
        near = get_close_matches("-".join(wanted or (name,)).casefold(), names, n=3, cutoff=0.4)
        hint = f"; did you mean {' or '.join(names[n] for n in near)}?" if near else ""
        raise MapError(f"map {self.name!r} ({self.ticket_set}) has no ticket {shown(name)}{hint}")

    def graph(self) -> nx.MultiGraph[str]:
        """Return the map as a networkx MultiGraph, with one edge per track, keyed by the track's index.

        Node attributes: ``latitude``, ``longitude``, ``x``, ``y``, ``tags`` (see
        :class:`City`). Edge attributes: ``track`` (the :class:`Track`), ``length``,
        ``color``, ``kind``, ``locomotives``, ``pair_spaces``, ``points`` and ``wraps``.
        """
        graph: nx.MultiGraph[str] = nx.MultiGraph(name=self.name)
        for city in self.cities:
            graph.add_node(
                city.name, latitude=city.latitude, longitude=city.longitude, x=city.x, y=city.y, tags=city.tags
            )
        for track in self.tracks:
            graph.add_edge(
                track.city_a,
                track.city_b,
                key=track.index,
                track=track,
                length=track.length,
                color=track.color,
                kind=track.kind,
                locomotives=track.locomotives,
                pair_spaces=track.pair_spaces,
                points=self.rules.route_points[track.length],
                wraps=track.wraps,
            )
        return graph

    def without(self, *tracks: int | Track) -> GameMap:
        """Return the same map without some tracks (the others are renumbered)."""
        gone = {track.index if isinstance(track, Track) else track for track in tracks}
        unknown = sorted(gone - set(range(len(self.tracks))))
        if unknown:
            raise MapError(
                f"map {self.name!r} has no track number {unknown[0]}; it has tracks 0 to {len(self.tracks) - 1}"
            )
        left = [track for track in self.tracks if track.index not in gone]
        return replace(self, tracks=tuple(replace(track, index=i) for i, track in enumerate(left)), digest="")


def _cities_in(name: str, game_map: GameMap) -> tuple[str, ...]:
    """Split ``"Denver-El Paso"`` into city names, which may themselves contain hyphens."""
    for separator in (" > ", " - ", " to ", "-"):
        parts = [part.strip() for part in name.split(separator)]
        # No ticket has this many parts, even if its city names contain hyphens.
        if len(parts) < 50 and len(found := _joined(parts, separator, game_map)) > 1:
            return found
    return ()


def _joined(parts: Sequence[str], separator: str, game_map: GameMap) -> tuple[str, ...]:
    """Return the cities that the parts spell, one or more parts per city, or nothing if they spell none."""
    for end in range(1, len(parts) + 1):
        spelling = separator.join(parts[:end])
        city = spelling if spelling in game_map.city_index else game_map.aliases.get(spelling.casefold())
        if city and end == len(parts):
            return (city,)
        if city and (rest := _joined(parts[end:], separator, game_map)):
            return (city, *rest)
    return ()
