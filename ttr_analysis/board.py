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

from ttr_analysis.errors import MapError
from ttr_analysis.rules.spec import RuleSet
from ttr_analysis.shapes import shown

_NO_ALIASES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class City:
    """A city, or a junction: a place without a name on the board where tracks meet.

    Attributes
    ----------
    name : str
        The printed name.
    latitude, longitude : float or None
        The real place, in degrees.
    x, y : float or None
        Position on the printed board, 0 to 1 of its width and height, y downwards.
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
        A colour, or ``gray``: any one colour.
    kind : str
        A track kind of the rule set: ``rail``, ``tunnel``, ``ferry``, ``sea``.
    locomotives : int
        Least number of locomotives in a payment (the symbols of a ferry).
    pair_spaces : bool
        Whether every space takes two cards (Rails & Sails).
    number : int
        1, or 2 for the second track of a double route.
    wraps : bool
        Whether it leaves one edge of the map and enters at the other.
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
        """The two cities it joins."""
        return (self.city_a, self.city_b)

    @property
    def pair(self) -> frozenset[str]:
        """The two cities as a set: the key of the route the track belongs to."""
        return frozenset(self.cities)

    @property
    def name(self) -> str:
        """Readable and unique on its map: ``Denver-Omaha purple``."""
        kind = "" if self.kind == "rail" else f" {self.kind}"
        number = f" #{self.number}" if self.number > 1 else ""
        return f"{self.city_a}-{self.city_b} {self.color}{kind}{number}"


@dataclass(frozen=True, slots=True)
class Ticket:
    """A destination ticket; more than two cities make a tour, in the printed order.

    Attributes
    ----------
    index : int
        Position in ``GameMap.tickets``.
    cities : tuple of str
        The cities to join.
    points : int
        Points when completed (a tour: in the printed order).
    points_out_of_order : int or None
        Points of a tour whose cities are joined, but not in order.
    penalty : int
        Points lost when not completed.
    deck : str
        ``long`` for a long ticket of the separate deck; else only a label.
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
    """A ticket awarded, not drawn: the first time a player joins a city of ``west`` with
    one of ``east`` (First Journey, coast to coast); ``copies`` in all, one a player.
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
        What lies on it; ``tracks[i].index == i`` and likewise for tickets.
    rules : RuleSet
        Its rules, with the overrides of map and ticket set applied.
    ticket_set : str
        Which of its ticket sets this is.
    ticket_sets : tuple of str
        All it has.
    aliases : mapping of str to str
        Other spellings of city names, case-folded, to the printed name.
    notices : tuple of str
        What a reader of any number about this map must be told (a reconstructed deck).
    folder : Path or None
        Where it was read from.
    digest : str
        Hash of the folder's contents that decide games; written into manifests.
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
        # Read-only mappings cannot be pickled, and the cached ones are made anew.
        return {f.name: getattr(self, f.name) for f in fields(self)} | {"aliases": dict(self.aliases)}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state, aliases=MappingProxyType(state["aliases"]))

    @cached_property
    def city_index(self) -> Mapping[str, int]:
        """Position of each city in ``cities`` by its printed name."""
        return MappingProxyType({city.name: i for i, city in enumerate(self.cities)})

    @cached_property
    def doubles(self) -> Mapping[int, int]:
        """For each track of a double route, the index of the other one.

        A double route is two tracks of the same kind between the same two cities; a rail
        and a sea track are not one.
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
        """The city of this printed name or alias, whatever the case.

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
        """The ticket that names these cities (``"Seattle-New York"``), in either order.

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
        """The map as a networkx MultiGraph, one edge a track, keyed by the track's index.

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
        """The same map without some tracks (the others are numbered anew)."""
        gone = {track.index if isinstance(track, Track) else track for track in tracks}
        unknown = sorted(gone - set(range(len(self.tracks))))
        if unknown:
            raise MapError(f"map {self.name!r} has no track number {unknown[0]}; it has 0 to {len(self.tracks) - 1}")
        left = [track for track in self.tracks if track.index not in gone]
        return replace(self, tracks=tuple(replace(track, index=i) for i, track in enumerate(left)), digest="")


def _cities_in(name: str, game_map: GameMap) -> tuple[str, ...]:
    """Split ``"Denver-El Paso"`` into city names, whatever hyphens the names contain."""
    for separator in (" > ", " - ", " to ", "-"):
        parts = [part.strip() for part in name.split(separator)]
        # No ticket names so many cities, however many hyphens each of them has.
        if len(parts) < 50 and len(found := _joined(parts, separator, game_map)) > 1:
            return found
    return ()


def _joined(parts: Sequence[str], separator: str, game_map: GameMap) -> tuple[str, ...]:
    """The cities that the parts spell, one or more parts a city; none if they do not."""
    for end in range(1, len(parts) + 1):
        spelling = separator.join(parts[:end])
        city = spelling if spelling in game_map.city_index else game_map.aliases.get(spelling.casefold())
        if city and end == len(parts):
            return (city,)
        if city and (rest := _joined(parts[end:], separator, game_map)):
            return (city, *rest)
    return ()
