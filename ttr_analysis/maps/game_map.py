"""A map: its cities, tracks and tickets with their rules, immutable."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ttr_analysis._validate import did_you_mean, one_of, shown
from ttr_analysis.errors import MapError
from ttr_analysis.maps import changes, choices, digest, graph, labels, save, ticket_names
from ttr_analysis.maps.parallel import parallel_sets
from ttr_analysis.maps.parts import BonusTicket, City, Ticket, TicketOption, Track
from ttr_analysis.maps.spellings import cities_in, route_and_words, spellings_of
from ttr_analysis.rules.rule_sets import RULE_SETS
from ttr_analysis.rules.spec import GRAY, RuleSet

if TYPE_CHECKING:
    import networkx as nx

_NOTHING: Mapping[str, Any] = MappingProxyType({})


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
        Maps other spellings of the names of cities, and of countries, to the printed names; see
        :attr:`spellings`.
    notices : tuple of str
        Caveats that apply to every number about this map (for instance a reconstructed deck).
    folder : Path or None
        The folder it was read from.
    printed : mapping of str to object
        Values that the printed game has in place of those of its rule set, in the form of ``map.toml``.
    board_changes : tuple of str
        What was changed on the board since it was read, one sentence for each verb.

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
    aliases: Mapping[str, str] = field(default_factory=lambda: _NOTHING, hash=False)
    notices: tuple[str, ...] = ()
    folder: Path | None = None
    printed: Mapping[str, Any] = field(default_factory=lambda: _NOTHING, hash=False)
    board_changes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "tracks", labels.labelled(self.tracks))

    @classmethod
    def from_frames(
        cls,
        cities: Any,
        routes: Any,
        tickets: Any = None,
        rules: str | RuleSet = "usa",
        *,
        name: str = "map",
        title: str | None = None,
    ) -> GameMap:
        """Make a map from tables, with the columns of a map folder or the words of other people's files.

        Each table is a frame (of pandas, polars or pyarrow), a mapping of columns, or a list of
        rows (mappings, or values in the order of the first columns). Known are other names of
        columns (``from``, ``source``, ``weight``, ``colour``, ...) and of colours (``grey``,
        ``any``, ``pink``), in any case; whole numbers may be written as ``2.0``.

        Parameters
        ----------
        cities : table or None
            One row a city; None if the cities of the routes are all there are.
        routes : table
            One row a track: two cities and a length; the colour is gray where none is given.
        tickets : table, optional
            Two cities (or ``cities``: ``Denver > El Paso``) and points. A map without tickets has
            paths, odds and pictures, but cannot be played.
        rules : str or RuleSet, optional
            A rule set by name, or a rule set.
        name, title : str, optional
            What to call the map.

        Raises
        ------
        MapError
            If anything is wrong; all faults are listed with table, row and column.

        Examples
        --------
        >>> ttr.GameMap.from_frames(None, [("Ada", "Brook", 2, "Grey"), ("Brook", "Cove", 3.0, "pink")]).tracks
        (<Track 0: Ada-Brook gray, 2 spaces>, <Track 1: Brook-Cove purple, 3 spaces>)
        """
        from ttr_analysis.maps.records import map_of_frames

        return map_of_frames(cities, routes, tickets, rules, name, title)

    @classmethod
    def from_graph(
        cls, graph: nx.Graph[Any], tickets: Any = None, rules: str | RuleSet = "usa", *, name: str | None = None
    ) -> GameMap:
        """Make a map from a networkx graph: a city for each node, a track for each edge.

        Attributes have the names that :meth:`from_frames` knows (``weight`` is a length); a node
        is called by its ``name`` or ``label``, or by itself. A graph that :meth:`graph` returned
        gives the same cities and tracks again.

        Parameters
        ----------
        graph : networkx Graph or MultiGraph
        tickets, rules, name
            As for :meth:`from_frames`; the name is that of the graph if left out.

        Raises
        ------
        MapError
            If anything is wrong; all faults are listed.

        Examples
        --------
        >>> import networkx as nx
        >>> ttr.GameMap.from_graph(nx.Graph([("Ada", "Brook", {"weight": 2})])).track("Ada-Brook").length
        2
        """
        from ttr_analysis.maps.records import map_of_graph

        return map_of_graph(graph, tickets, rules, name)

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
            **({"notices": " ".join(self.caveats)} if self.caveats else {}),
        }
        cells = "".join(f"<tr><th>{name}</th><td>{escape(str(value))}</td></tr>" for name, value in rows.items())
        return f"<table>{cells}</table>"

    def __getstate__(self) -> dict[str, object]:
        # Read-only mappings cannot be pickled; the cached ones are computed again.
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return values | {name: dict(values[name]) for name in ("aliases", "printed")}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        mappings = {name: MappingProxyType(state[name]) for name in ("aliases", "printed")}
        self.__dict__.update({**state, **mappings})

    @cached_property
    def digest(self) -> str:
        """Hash of all that affects games, whether it was read or changed since; written into manifests."""
        return digest.map_digest(self)

    @cached_property
    def game_digest(self) -> str:
        """Hash of all that affects games, whatever the order of rows: in tables that name tracks and tickets."""
        return digest.game_digest(self)

    @cached_property
    def kind_digest(self) -> str:
        """Hash of the board and its rules, whatever the order of rows, the names and the colours."""
        return digest.kind_digest(self)

    @cached_property
    def printed_rules(self) -> RuleSet:
        """The rules of the printed game with this ticket set; the map's own if no printed game has their name."""
        usual = RULE_SETS.get(self.rules.name)
        return self.rules if usual is None else usual.replace(**self.printed)

    @property
    def changed_rules(self) -> tuple[str, ...]:
        """Each value of the rules that the printed game has not: ``longest_trail_bonus = 0 (printed: 10)``."""
        return self.rules.changes_from(self.printed_rules)

    @property
    def differences(self) -> tuple[str, ...]:
        """All that was changed in the printed game, on the board and in the rules, as captions tell it."""
        return (*self.board_differences, *self.changed_rules)

    @cached_property
    def board_differences(self) -> tuple[str, ...]:
        """What was changed on the board: by verbs, or by other means since it was read."""
        from ttr_analysis.maps.folder import told_changes

        return told_changes(self)

    @property
    def caveats(self) -> tuple[str, ...]:
        """What goes with every number about this map: its notices, and what was changed in the printed game."""
        changed = [f"{changes.TOLD}{'; '.join(self.differences)}."] if self.differences else []
        return (*self.notices, *changed)

    @cached_property
    def city_index(self) -> Mapping[str, int]:
        """Position of each city in ``cities`` by its printed name."""
        return MappingProxyType({city.name: i for i, city in enumerate(self.cities)})

    @cached_property
    def card_index(self) -> Mapping[str, int]:
        """Position of each kind of card in ``rules.cards`` by its name."""
        return MappingProxyType({card.name: i for i, card in enumerate(self.rules.cards)})

    @cached_property
    def doubles(self) -> Mapping[int, int]:
        """The index of the other track, for each track of a double route: a set of two, see :attr:`parallel`."""
        return MappingProxyType({index: others[0] for index, others in self.parallel.items() if len(others) == 1})

    @cached_property
    def parallel(self) -> Mapping[int, tuple[int, ...]]:
        """The indices of the other tracks, for each track of a double or triple route, in ascending order.

        A player owns at most one track of such a route. It is two or three tracks between the same
        two cities that are numbered 1, 2 and 3, whatever their kinds and lengths. Where a number is
        there twice, only tracks of one kind are such a route: a rail track and a sea track that
        are both numbered 1 are none.
        """
        sets = [group for group in parallel_sets(self.tracks) if len(group) > 1]
        return MappingProxyType({i: tuple(j for j in group if j != i) for group in sets for i in group})

    @cached_property
    def countries(self) -> Mapping[str, tuple[str, ...]]:
        """The places of each country that tickets may name."""
        return MappingProxyType(choices.countries_of(self.cities))

    def places(self, name: str) -> tuple[str, ...]:
        """Return the cities that a place of a ticket stands for: those of a country, or the city itself.

        Examples
        --------
        >>> ttr.load_map("switzerland").places("France")[:2]
        ('France (Delémont)', 'France (Genève)')
        """
        return choices.places_of(self.countries, name)

    def options(self, ticket: Ticket) -> tuple[TicketOption, ...]:
        """Return every way to complete a ticket, the best first: one for each pair of cities of a choice ticket.

        Examples
        --------
        >>> usa = ttr.load_map("usa")
        >>> usa.options(usa.ticket("Seattle-New York"))
        (TicketOption(cities=('Seattle', 'New York'), points=22),)
        """
        return choices.options_of(self.countries, ticket)

    def terminals(self, ticket: Ticket) -> tuple[tuple[str, ...], ...]:
        """Return the groups of cities of which a network must join one each to complete a ticket.

        Examples
        --------
        >>> usa = ttr.load_map("usa")
        >>> usa.terminals(usa.ticket("Seattle-New York"))
        (('Seattle',), ('New York',))
        """
        return choices.terminals_of(self.countries, ticket)

    @cached_property
    def spellings(self) -> Mapping[str, str]:
        """Every accepted spelling of a city, case-folded, with the printed name."""
        names = {city.name for city in self.cities}
        aliases = {alias: name for alias, name in self.aliases.items() if name in names}
        return MappingProxyType(spellings_of((city.name for city in self.cities), aliases))

    @cached_property
    def place_spellings(self) -> Mapping[str, str]:
        """As :attr:`spellings`, for all that tickets may name: cities and countries."""
        names = (*(city.name for city in self.cities), *self.countries)
        return MappingProxyType(spellings_of(names, self.aliases))

    def city(self, name: str) -> City:
        """Return the city with this printed name or alias, ignoring case and accents.

        Raises
        ------
        MapError
            If there is none; the message suggests the nearest names.
        """
        if not isinstance(name, str):
            raise MapError(f"map {self.name!r} has no city {shown(name)}; give its name")
        printed = name if name in self.city_index else self.spellings.get(name.casefold())
        if printed is None:
            raise MapError(f"map {self.name!r} has no city {shown(name)}{did_you_mean(name, self.spellings)}")
        return self.cities[self.city_index[printed]]

    def ticket(self, name: str) -> Ticket:
        """Return the ticket that names these cities (``"Seattle-New York"``), in either order.

        A choice ticket is also found by its start and any of the places it leads to (``"Bern-France"``),
        and by the country where it starts (``"Italia"``). Of two copies, the first is returned, unless a number
        after the name tells which, as in tables.

        Raises
        ------
        MapError
            If there is none, when the message suggests the nearest names; or tickets of different cities
            have this name, or several choice tickets fit it.
        """
        if not isinstance(name, str):
            raise MapError(f"map {self.name!r} has no ticket {shown(name)}; give the names of its cities")
        exact = {ticket.cities: ticket for ticket in reversed(self.tickets) if ticket.name == name}
        where = f"map {self.name!r} ({self.ticket_set})"
        if len(exact) > 1:
            meant = one_of([" > ".join(cities) for cities in reversed(exact)])
            raise MapError(f"{where} has tickets of different cities: {meant}; all {name!r}")
        if exact:
            return next(iter(exact.values()))
        wanted = cities_in(name, self.spellings)
        for ticket in self.tickets:
            if not ticket.is_choice and wanted in (ticket.cities, ticket.cities[::-1]):
                return ticket
        told = ticket_names.told_apart(ticket.name for ticket in self.tickets)
        if name in told:
            return self.tickets[told.index(name)]
        found = ticket_names.choice_named(self.tickets, name, self.countries, self.place_spellings, where)
        if found is None:
            raise ticket_names.no_ticket(self.tickets, name, wanted, where)
        return found

    def tickets_named(self, names: Iterable[str]) -> tuple[Ticket, ...]:
        """Return tickets by name, as :meth:`ticket` does; a name given again stands for the next copy of its ticket.

        When there are no more copies, it stands for the first again.

        Examples
        --------
        >>> game_map = ttr.load_map("switzerland")
        >>> [ticket.index for ticket in game_map.tickets_named(["Italia", "Italia", "Bern-France"])]
        [42, 43, 34]
        """
        found: list[Ticket] = []
        for name in names:
            first = self.ticket(name)
            copies = ticket_names.copies_of(self.tickets, first)
            found.append(next((ticket for ticket in copies if ticket not in found), first))
        return tuple(found)

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
        found = self.tracks_named(name)
        if len(found) == 1:
            return found[0]
        names = one_of([track.name for track in found])
        raise MapError(f"map {self.name!r} has more than one track {shown(name)}; did you mean {names}?")

    def tracks_named(self, name: str) -> list[Track]:
        """Return the tracks that a name fits: as :meth:`track`, but all if there are several.

        Raises
        ------
        MapError
            If there is none; the message suggests names.
        """
        if not isinstance(name, str):
            raise MapError(f"map {self.name!r} has no track {shown(name)}; give its name")
        if exact := [track for track in self.tracks if track.name == name]:  # whatever else its words could mean
            return exact
        pair, words = route_and_words(name, self.spellings, frozenset().union(*self._descriptions))
        there = self._tracks_by_pair.get(frozenset(pair), ())
        if found := [track for track in there if words <= self._descriptions[track.index]]:
            return found
        if there:
            names = one_of([track.name for track in there])
            raise MapError(f"map {self.name!r} has no track {shown(name)}; did you mean {names}?")
        asked = " ".join(["-".join(pair), *sorted(words)]) if pair else name
        hint = did_you_mean(asked, (track.name for track in self.tracks))
        raise MapError(f"map {self.name!r} has no track {shown(name)}{hint}")

    @cached_property
    def _descriptions(self) -> tuple[frozenset[str], ...]:
        """The words by which each track differs from others of its route: colour, kind, number."""
        return tuple(map(_description, self.tracks))

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
        ``cards_for_one``, ``pair_spaces``, ``points``, ``wraps`` and ``number``.

        Parameters
        ----------
        objects : bool, optional
            Add the :class:`City` of each node as ``city`` and the :class:`Track` of each edge as ``track``.
        """
        return graph.map_graph(self, objects)

    def with_track(
        self,
        city_a: str,
        city_b: str,
        length: int,
        color: str = GRAY,
        *,
        kind: str | None = None,
        locomotives: int = 0,
        pair_spaces: bool = False,
        wraps: bool = False,
        cards_for_one: int = 0,
        number: int | None = None,
    ) -> GameMap:
        """Return the same map with one more track.

        Parameters
        ----------
        city_a, city_b : str
            Two cities, in any spelling that :meth:`city` accepts.
        length, color, locomotives, pair_spaces, wraps, cards_for_one
            See :class:`~ttr_analysis.maps.parts.Track`.
        kind : str, optional
            The kind of track; the first of the rules (``rail``) if left out.
        number : int, optional
            Its number on a double or triple route; if left out, the next of its kind, or of all
            if tracks of several kinds are such a route.

        Raises
        ------
        MapError
            If the map cannot have this track.

        Examples
        --------
        >>> ttr.load_map("usa").with_track("denver", "dallas", 3, "red").tracks[-1]
        <Track 100: Denver-Dallas red, 3 spaces>
        """
        other = {"color": color, "locomotives": locomotives, "pair_spaces": pair_spaces, "wraps": wraps}
        other["cards_for_one"] = cards_for_one
        told = {name: value for name, value in (("kind", kind), ("number", number)) if value is not None}
        return changes.with_track(self, city_a, city_b, length, **other, **told)

    def with_length(self, track: int | str | Track, length: int) -> GameMap:
        """Return the same map with another length of a track, or of all tracks of a route.

        Parameters
        ----------
        track : int, str or Track
            One track, or the two cities of a route (``"Denver-Omaha"``).
        length : int
            Number of spaces; the scoring table must have it.

        Raises
        ------
        MapError
            If there is no such track, or it cannot have this length.

        Examples
        --------
        >>> ttr.load_map("usa").with_length("Denver-Omaha", 2).track("Denver-Omaha").length
        2
        """
        return changes.with_length(self, track, length)

    def without(self, *things: int | str | Track | City | Ticket) -> GameMap:
        """Return the same map without some tracks, cities or tickets; what is left is renumbered.

        With a city go its tracks, and the tickets that name it. Names stay: ``Seattle-Portland gray 2``
        is still called so without its twin, also after :meth:`save`.

        Parameters
        ----------
        *things : int, str, Track, City or Ticket
            Tracks by index, by name, or all of a route (``"Denver-Omaha"``); cities by name;
            tickets as objects (``usa.ticket("Seattle-New York")``).

        Raises
        ------
        MapError
            If something is not on the map, or the rest is not sound.

        Examples
        --------
        >>> ttr.load_map("usa").without("Miami")
        <GameMap usa (changed) (base): 35 cities, 97 tracks, 27 tickets; rules usa, 2 to 5 players>
        """
        return changes.without(self, *things)

    def with_ticket(self, cities: str | Sequence[str], points: int, **other: Any) -> GameMap:
        """Return the same map with one more ticket.

        Parameters
        ----------
        cities : str or sequence of str
            ``"Seattle-New York"``, or a list of cities (three or more make a tour in this order).
        points : int
            Points if it is completed.
        **other
            Any of ``penalty`` (the same as ``points`` if left out), ``points_out_of_order``, ``deck`` and
            ``copies``; and, of a choice ticket, ``alternatives``: where it leads, each place with its points.
            Then ``cities`` is where it starts, ``points`` the highest of them, and ``penalty`` the lowest if left out.

        Raises
        ------
        MapError
            If the map cannot have this ticket.

        Examples
        --------
        >>> ttr.load_map("usa").with_ticket("Vancouver-Miami", 24).tickets[-1]
        <Ticket 30: Vancouver-Miami, 24 points>
        >>> ttr.load_map("switzerland").with_ticket("Sion", 8, alternatives={"France": 4, "Italia": 8}).tickets[-1]
        <Ticket 46: Sion-France/Italia, 8 points>
        """
        return changes.with_tickets(self, [{"cities": cities, "points": points, **other}], add=True)

    def with_tickets(self, tickets: Iterable[changes.TicketLike]) -> GameMap:
        """Return the same map with these tickets in place of its own.

        Parameters
        ----------
        tickets : iterable
            Tickets, or pairs of cities and points: ``("Seattle-New York", 22)``.

        Raises
        ------
        MapError
            If the map cannot have one of them.

        Examples
        --------
        >>> usa = ttr.load_map("usa")
        >>> usa.with_tickets(ticket for ticket in usa.tickets if ticket.points < 12)
        <GameMap usa (changed) (base): 36 cities, 100 tracks, 18 tickets; rules usa, 2 to 5 players>
        """
        return changes.with_tickets(self, tickets)

    def with_rules(self, **changed: Any) -> GameMap:
        """Return the same map with some values of the rules changed; see :meth:`RuleSet.replace`.

        Raises
        ------
        RuleError
            If a name is unknown, or a value has the wrong type or range or contradicts another.
        MapError
            If the map does not fit the rules.

        Examples
        --------
        >>> bare = ttr.load_map("usa").with_rules(longest_trail_bonus=0, tickets={"deal": 4})
        >>> bare.changed_rules
        ('tickets.deal = 4 (printed: 3)', 'longest_trail_bonus = 0 (printed: 10)')
        """
        return changes.with_rules(self, changed)

    def renamed(self, name: str, title: str | None = None) -> GameMap:
        """Return the same map with another name, and a title if it is given (else the name is the title).

        Raises
        ------
        MapError
            If one of them is no text, or empty, or cannot be printed.
        """
        texts: dict[str, Any] = {"name": name, "title": name if title is None else title}
        for what, text in texts.items():
            if not isinstance(text, str) or not text.strip() or not text.isprintable():
                raise MapError(f"the {what} of a map must be a text that can be printed, not {shown(text)}")
        return replace(self, name=name, title=name if title is None else title)

    def save(self, folder: str | Path) -> Path:
        """Write the map, with the ticket set and the rules that it has, as a folder.

        :func:`load_map` reads it back equal but for its name, which is that of the folder.

        Parameters
        ----------
        folder : str or Path
            A folder that does not exist or is empty.

        Raises
        ------
        MapError
            If the map has faults, or the folder cannot be written.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> folder = TemporaryDirectory()
        >>> shorter = ttr.load_map("usa").with_length("Denver-Omaha", 2)
        >>> ttr.load_map(shorter.save(folder.name + "/shorter")).differences
        ('Denver-Omaha purple of 2 spaces',)
        """
        return save.save_map(self, Path(folder))


def _description(track: Track) -> frozenset[str]:
    """Return the words by which a track differs from others of its route: colour, kind, number."""
    number = track.name.removeprefix(track.plain_name).strip()
    return frozenset({track.color, track.kind, *([number] if number else ())})
