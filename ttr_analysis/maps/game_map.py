"""The board: cities, tracks, tickets and the map that holds them, all immutable."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ttr_analysis._validate import did_you_mean, one_of, shown
from ttr_analysis.errors import MapError
from ttr_analysis.maps.digest import map_digest
from ttr_analysis.maps.graph import map_graph
from ttr_analysis.maps.spellings import cities_in, numbered, route_and_words, spellings_of
from ttr_analysis.rules.spec import RuleSet

if TYPE_CHECKING:
    import networkx as nx

_NUMBERS = ("", "1", "2")
"""What may follow the plain name of a track."""

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

    Examples
    --------
    >>> ttr.load_map("usa").city("denver").name
    'Denver'
    """

    name: str
    latitude: float | None = None
    longitude: float | None = None
    x: float | None = None
    y: float | None = None
    tags: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        tags = f": {', '.join(sorted(self.tags))}" if self.tags else ""
        return f"<City {self.name}{tags}>"


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
    label : str
        The name that its map gave it; see :attr:`name`. Maps fill this in.

    Examples
    --------
    >>> track = ttr.load_map("usa").track("Denver-Omaha purple")
    >>> track.length, track.color
    (4, 'purple')
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
    label: str = field(default="", compare=False)

    def __repr__(self) -> str:
        spaces = f"{self.length} space{'s' * (self.length != 1)}"
        wilds = f", {self.locomotives} locomotive{'s' * (self.locomotives != 1)}" if self.locomotives else ""
        return f"<Track {self.index}: {self.name}, {spaces}{wilds}>"

    @property
    def cities(self) -> tuple[str, str]:
        """The two cities that it joins."""
        return (self.city_a, self.city_b)

    @property
    def pair(self) -> frozenset[str]:
        """The two cities as a set: the key of the route the track belongs to."""
        return frozenset(self.cities)

    @property
    def plain_name(self) -> str:
        """Its cities, its colour, and its kind unless that is ``rail``: ``Denver-Omaha purple``."""
        kind = "" if self.kind == "rail" else f" {self.kind}"
        return f"{self.city_a}-{self.city_b} {self.color}{kind}"

    @property
    def name(self) -> str:
        """A readable name, unique on its map.

        It is the :attr:`plain_name`; two tracks of a double route that share it have a number
        after it: ``Atlanta-New Orleans gray 1`` and ``Atlanta-New Orleans gray 2``.
        """
        return self.label or self.plain_name


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

    Examples
    --------
    >>> ticket = ttr.load_map("usa").ticket("New York-Seattle")
    >>> ticket.name, ticket.points
    ('Seattle-New York', 22)
    """

    index: int
    cities: tuple[str, ...]
    points: int
    points_out_of_order: int | None = None
    penalty: int = 0
    deck: str = "main"

    def __repr__(self) -> str:
        return f"<Ticket {self.index}: {self.name}, {self.points} point{'s' * (self.points != 1)}>"

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

    Examples
    --------
    >>> ttr.load_map("first_journey_usa").bonus_tickets[0].name
    'Coast to Coast'
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
        Maps other spellings of city names to the printed names; see :attr:`spellings`.
    notices : tuple of str
        Caveats that apply to every number about this map (for instance a reconstructed deck).
    folder : Path or None
        The folder it was read from.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> usa
    <GameMap usa (base): 36 cities, 100 tracks, 30 tickets; rules usa, 2 to 5 players>
    >>> usa.track("omaha - denver").length
    4
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

    def __post_init__(self) -> None:
        object.__setattr__(self, "tracks", _labelled(self.tracks))

    def __repr__(self) -> str:
        low, high = self.rules.players
        return (
            f"<GameMap {self.name} ({self.ticket_set}): {len(self.cities)} cities, {len(self.tracks)} tracks, "
            f"{len(self.tickets)} tickets; rules {self.rules.name}, {low} to {high} players>"
        )

    def _repr_html_(self) -> str:
        low, high = self.rules.players
        rows = {
            "map": f"{self.title} ({self.name})",
            "ticket set": f"{self.ticket_set} (of {', '.join(self.ticket_sets)})",
            "rules": self.rules.title,
            "players": f"{low} to {high}",
            "cities": len(self.cities),
            "tracks": f"{len(self.tracks)}, {sum(track.length for track in self.tracks)} spaces",
            "tickets": len(self.tickets),
            **({"notices": " ".join(self.notices)} if self.notices else {}),
        }
        cells = "".join(f"<tr><th>{name}</th><td>{escape(str(value))}</td></tr>" for name, value in rows.items())
        return f"<table>{cells}</table>"

    def __getstate__(self) -> dict[str, object]:
        # Read-only mappings cannot be pickled; the cached ones are computed again.
        return {f.name: getattr(self, f.name) for f in fields(self)} | {"aliases": dict(self.aliases)}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state, aliases=MappingProxyType(state["aliases"]))

    @cached_property
    def digest(self) -> str:
        """Hash of all that affects games, whether it was read or changed since; written into manifests."""
        return map_digest(self)

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

    @cached_property
    def spellings(self) -> Mapping[str, str]:
        """Every accepted spelling of a city, case-folded, with the printed name."""
        return MappingProxyType(spellings_of((city.name for city in self.cities), self.aliases))

    def city(self, name: str) -> City:
        """Return the city with this printed name or alias, ignoring case and accents.

        Raises
        ------
        MapError
            If there is none; the message suggests the nearest names.
        """
        printed = name if name in self.city_index else self.spellings.get(name.casefold())
        if printed is None:
            raise MapError(f"map {self.name!r} has no city {shown(name)}{did_you_mean(name, self.spellings)}")
        return self.cities[self.city_index[printed]]

    def ticket(self, name: str) -> Ticket:
        """Return the ticket that names these cities (``"Seattle-New York"``), in either order.

        Raises
        ------
        MapError
            If there is none; the message suggests the nearest names.
        """
        wanted = cities_in(name, self.spellings)
        for ticket in self.tickets:
            if wanted in (ticket.cities, ticket.cities[::-1]):
                return ticket
        names = (ticket.name for ticket in self.tickets)
        hint = did_you_mean("-".join(wanted) or name, names, likeness=0.4)
        raise MapError(f"map {self.name!r} ({self.ticket_set}) has no ticket {shown(name)}{hint}")

    def track(self, name: str) -> Track:
        """Return the track with this name: ``"Denver-Omaha purple"``.

        The cities may stand in either order and have any spelling that :meth:`city` accepts.
        Colour, kind and number may be left out if the rest names one track only
        (``"omaha - denver purple"``, ``"Duluth-Helena"``).

        Raises
        ------
        MapError
            If no track has this name, or more than one; the message suggests names.
        """
        pair, words = route_and_words(name, self.spellings, set().union(*map(_descriptions, self.tracks)))
        there = self._tracks_by_pair.get(frozenset(pair), ())
        found = [track for track in there if words <= _descriptions(track)]
        if len(found) == 1:
            return found[0]
        if there:
            problem = "more than one track" if found else "no track"
            names = one_of([track.name for track in found or there])
            raise MapError(f"map {self.name!r} has {problem} {shown(name)}; did you mean {names}?")
        asked = " ".join(["-".join(pair), *sorted(words)]) if pair else name
        hint = did_you_mean(asked, (track.name for track in self.tracks))
        raise MapError(f"map {self.name!r} has no track {shown(name)}{hint}")

    @cached_property
    def _tracks_by_pair(self) -> Mapping[frozenset[str], list[Track]]:
        groups: dict[frozenset[str], list[Track]] = defaultdict(list)
        for track in self.tracks:
            groups[track.pair].append(track)
        return groups

    def graph(self, objects: bool = False) -> nx.MultiGraph[str]:
        """Return the map as a networkx MultiGraph, with one edge per track, keyed by the track's index.

        All attributes are numbers and strings, so that every writer of networkx takes the graph
        (GraphML, GEXF, GML, JSON); what is not known is left out. Nodes: ``latitude``,
        ``longitude``, ``x``, ``y`` and ``tags`` (see :class:`City`; tags stand between semicolons).
        Edges: ``name``, ``length``, ``weight`` (the length), ``color``, ``kind``, ``locomotives``,
        ``pair_spaces``, ``points`` and ``wraps``.

        Parameters
        ----------
        objects : bool, optional
            Add the :class:`City` of each node as ``city`` and the :class:`Track` of each edge as ``track``.
        """
        return map_graph(self, objects)

    def without(self, *tracks: int | Track) -> GameMap:
        """Return the same map without some tracks (the others are renumbered)."""
        gone = {track.index if isinstance(track, Track) else track for track in tracks}
        unknown = sorted(gone - set(range(len(self.tracks))))
        if unknown:
            raise MapError(
                f"map {self.name!r} has no track number {unknown[0]}; it has tracks 0 to {len(self.tracks) - 1}"
            )
        left = [track for track in self.tracks if track.index not in gone]
        alone = Counter((track.pair, track.kind) for track in left)
        again = (
            replace(track, index=i, number=min(track.number, alone[track.pair, track.kind]))
            for i, track in enumerate(left)
        )
        return replace(self, tracks=tuple(again))


def _labelled(tracks: Iterable[Track]) -> tuple[Track, ...]:
    """Return the tracks with names of their own.

    Names that fit stay, so that a track keeps its name when its twin is taken off the map.
    """
    tracks = tuple(tracks)
    fitting = all(track.label.removeprefix(track.plain_name).strip() in _NUMBERS and track.label for track in tracks)
    if fitting and len({track.label for track in tracks}) == len(tracks):
        return tracks
    names = numbered([track.plain_name for track in tracks], [track.number for track in tracks])
    return tuple(replace(track, label=name) for track, name in zip(tracks, names, strict=True))


def _descriptions(track: Track) -> frozenset[str]:
    """Return the words by which a track differs from others of its route: colour, kind, number."""
    number = track.name.removeprefix(track.plain_name).strip()
    return frozenset({track.color, track.kind, *([number] if number else ())})
