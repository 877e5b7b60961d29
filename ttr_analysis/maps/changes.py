"""Changes of a map, one verb each: they return a new map that has passed the checks.

:class:`~ttr_analysis.maps.game_map.GameMap` offers them as methods, which explain them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from ttr_analysis._validate import Between, misfit, shown
from ttr_analysis.errors import MapError, RuleError
from ttr_analysis.maps.checks import check_sound
from ttr_analysis.maps.choices import as_choice, countries_of
from ttr_analysis.maps.parallel import MOST, parallel_sets
from ttr_analysis.maps.parts import BonusTicket, City, Ticket, Track
from ttr_analysis.maps.spellings import cities_in
from ttr_analysis.rules.forms import toml_text
from ttr_analysis.rules.limits import TICKETS

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap

CHANGED = " (changed)"
"""What follows the name and the title of a changed map."""

TOLD = "Changed from the printed game: "
"""How the caveat begins that lists all changes of a map."""

TicketLike = Ticket | Mapping[str, Any] | tuple[str | Sequence[str], int]
"""A ticket, its attributes by name, or its cities and points."""


def changed(game_map: GameMap, what: str, **fields: Any) -> GameMap:
    """Return a map with some fields replaced, a name that tells so, and ``what`` among its changes.

    Raises
    ------
    MapError
        If the changed map has faults; all are listed.
    """
    name, title = (text.removesuffix(CHANGED) + CHANGED for text in (game_map.name, game_map.title))
    told = (*game_map.board_changes, what) if what else game_map.board_changes
    after = replace(game_map, **{"name": name, "title": title, "board_changes": told, **fields})
    check_sound(after)
    return after


# --- tracks ------------------------------------------------------------------------------------------------


def with_track(game_map: GameMap, city_a: str, city_b: str, length: int, **other: Any) -> GameMap:
    """Add a track; ``other`` are further attributes of :class:`Track`."""
    a, b = (game_map.city(name).name for name in (city_a, city_b))
    other.setdefault("kind", next(iter(game_map.rules.track_kinds)))
    other.setdefault("number", _next_number(game_map, frozenset((a, b)), other["kind"]))
    track = Track(len(game_map.tracks), a, b, length, **other)
    return changed(game_map, f"{track.plain_name} of {_spaces(length)} added", tracks=(*game_map.tracks, track))


def _next_number(game_map: GameMap, pair: frozenset[str], kind: str) -> int:
    """Return the number of one more track of a route: it joins tracks of its kind, or a set of several kinds."""
    beside = [track for track in game_map.tracks if track.pair == pair]
    alike = [track for track in beside if track.kind == kind]
    together = beside and len(game_map.parallel.get(beside[0].index, ())) == len(beside) - 1
    several = len({track.kind for track in beside}) > 1
    return min(len(beside if together and several else alike) + 1, MOST)


def with_length(game_map: GameMap, which: int | str | Track, length: int) -> GameMap:
    """Give a track, or all tracks of a route, another length."""
    meant = {track.index for track in tracks_meant(game_map, which)}
    tracks = tuple(replace(track, length=length) if track.index in meant else track for track in game_map.tracks)
    names = ", ".join(game_map.tracks[i].name for i in sorted(meant))
    return changed(game_map, f"{names} of {_spaces(length)}", tracks=tracks)


def tracks_meant(game_map: GameMap, which: int | str | Track) -> list[Track]:
    """Return the tracks of a map that are given by an index, a name or an object.

    Raises
    ------
    MapError
        If the map has no such track.
    """
    if isinstance(which, str):
        return game_map.tracks_named(which)
    index = which.index if isinstance(which, Track) else which
    if misfit(int, index) or not 0 <= index < len(game_map.tracks):
        last = len(game_map.tracks) - 1
        raise MapError(f"map {game_map.name!r} has no track number {shown(index)}; it has tracks 0 to {last}")
    if isinstance(which, Track) and which != game_map.tracks[index]:
        raise MapError(f"map {game_map.name!r} has another track in the place of {which.name}; give its name")
    return [game_map.tracks[index]]


def _spaces(length: Any) -> str:
    return f"{shown(length)} space{'' if length == 1 else 's'}"


# --- taking away -------------------------------------------------------------------------------------------


def without(game_map: GameMap, *things: int | str | Track | City | Ticket) -> GameMap:
    """Take tracks, cities and tickets off a map."""
    cities: list[str] = []
    tracks: list[Track] = []
    tickets: list[Ticket] = []
    for thing in things:
        if isinstance(thing, City):
            cities.append(game_map.city(thing.name).name)
        elif isinstance(thing, Ticket):
            tickets.append(_ticket_meant(game_map, thing))
        elif isinstance(thing, str) and thing.casefold() in game_map.spellings:
            cities.append(game_map.city(thing).name)
        else:
            tracks += tracks_meant(game_map, thing)
    names = [*cities, *(track.name for track in tracks), *(ticket.name for ticket in tickets)]
    tracks += [track for track in game_map.tracks if track.pair & set(cities)]
    left = countries_of(city for city in game_map.cities if city.name not in cities)
    gone = {*cities, *(name for name in game_map.countries if name not in left)}
    tickets += [ticket for ticket in game_map.tickets if set(ticket.cities) & gone or _leads_nowhere(ticket, gone)]
    return changed(
        game_map,
        f"without {', '.join(dict.fromkeys(names))}" if names else "",
        cities=tuple(city for city in game_map.cities if city.name not in cities),
        tracks=_tracks_without(game_map, {track.index for track in tracks}),
        tickets=_indexed(_without_places(ticket, gone) for ticket in game_map.tickets if ticket not in tickets),
        bonus_tickets=_bonus_tickets_without(game_map.bonus_tickets, cities),
        aliases={alias: name for alias, name in game_map.aliases.items() if name not in gone},
    )


def _leads_nowhere(ticket: Ticket, gone: Collection[str]) -> bool:
    return ticket.is_choice and all(place in gone for place, _ in ticket.alternatives)


def _without_places(ticket: Ticket, gone: Collection[str]) -> Ticket:
    """Return a choice ticket without some of the places that it leads to."""
    left = tuple((place, points) for place, points in ticket.alternatives if place not in gone)
    if left == ticket.alternatives:
        return ticket
    values = [points for _, points in left]
    return replace(ticket, alternatives=left, points=max(values), penalty=min(values))


def _ticket_meant(game_map: GameMap, which: Ticket) -> Ticket:
    """Return a ticket of a map: the one given, else one with the same values, else the first with its name."""
    if which in game_map.tickets:
        return which
    alike = (ticket for ticket in game_map.tickets if replace(ticket, index=which.index) == which)
    return next(alike, None) or game_map.ticket(which.name)


def _tracks_without(game_map: GameMap, gone: Collection[int]) -> tuple[Track, ...]:
    """Return the tracks that are left, with their positions as indices; numbers on a route close up."""
    numbers = {}
    for group in parallel_sets(game_map.tracks):
        left = [game_map.tracks[i] for i in group if i not in gone]
        for track in left:
            numbers[track.index] = 1 + len({other.number for other in left if other.number < track.number})
    return tuple(replace(game_map.tracks[old], index=i, number=numbers[old]) for i, old in enumerate(sorted(numbers)))


def _bonus_tickets_without(bonus_tickets: Iterable[BonusTicket], cities: Sequence[str]) -> tuple[BonusTicket, ...]:
    """Return the bonus tickets without some cities; those that have no city left on one side are gone."""

    def rest(side: Iterable[str]) -> tuple[str, ...]:
        return tuple(city for city in side if city not in cities)

    left = (replace(bonus, west=rest(bonus.west), east=rest(bonus.east)) for bonus in bonus_tickets)
    return tuple(bonus for bonus in left if bonus.west and bonus.east)


# --- tickets and rules -------------------------------------------------------------------------------------


def with_tickets(game_map: GameMap, tickets: Iterable[TicketLike], *, add: bool = False) -> GameMap:
    """Give a map other tickets, or add some to those that it has."""
    given: Any = tickets
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise MapError(f"tickets must be a list of tickets, or of cities and points, not {shown(tickets)}")
    new = [ticket for given in tickets for ticket in _tickets(game_map, given)]
    names = (
        ", ".join(f"{ticket.name} of {shown(ticket.points)} points" for ticket in new)
        if add
        else f"{len(new)} tickets of its own"
    )
    kept = game_map.tickets if add else ()
    return changed(game_map, f"ticket {names} added" if add else names, tickets=_indexed((*kept, *new)))


def _tickets(game_map: GameMap, given: TicketLike) -> list[Ticket]:
    """Return a ticket as often as there shall be copies of it; a Ticket is one of them."""
    ticket = _ticket(game_map, given)
    if problem := misfit(Annotated[int, Between(1, TICKETS)], ticket.copies):
        raise MapError(f"copies of a ticket: {problem}")
    return [ticket] * (1 if isinstance(given, Ticket) else ticket.copies)


def _ticket(game_map: GameMap, given: TicketLike) -> Ticket:
    """Return a ticket with the printed names of its cities; its penalty is its points unless it is given."""
    if isinstance(given, Ticket):
        return as_choice(replace(given, cities=_stops(game_map, given.cities)), game_map.countries)
    if isinstance(given, tuple) and len(given) == 2:
        given = {"cities": given[0], "points": given[1]}
    if misfit(Mapping[str, Any], given) or not {"cities", "points"} <= set(given):
        raise MapError(f"a ticket is a Ticket, or its cities and points: ('Seattle-New York', 22), not {shown(given)}")
    choice = _alternatives(given.get("alternatives", ()))
    stops = (given["cities"],) if choice and isinstance(given["cities"], str) else given["cities"]
    usual = min((points for _, points in choice), default=given["points"])
    values = {"penalty": usual, **given, "cities": _stops(game_map, stops), "alternatives": _named(game_map, choice)}
    try:
        return as_choice(Ticket(0, **values), game_map.countries)
    except TypeError as error:
        raise MapError(f"a ticket has no such value: {error}") from None


def _alternatives(given: Any) -> tuple[tuple[str, int], ...]:
    """Return the places that a choice ticket leads to with their points, given as pairs or as a mapping."""
    pairs = list(given.items()) if isinstance(given, Mapping) else given
    if problem := misfit(tuple[tuple[str, int], ...], pairs):
        raise MapError(f"alternatives of a ticket: {problem}; write [('France', 5), ('Italia', 8)]")
    return tuple((place, points) for place, points in pairs)


def _stops(game_map: GameMap, cities: str | Sequence[str]) -> tuple[str, ...]:
    """Return the printed names of the places of a ticket; unknown names of a list stay, for the checks to find."""
    if not isinstance(cities, str):
        return tuple(game_map.place_spellings.get(str(name).casefold(), name) for name in cities)
    if stops := cities_in(cities, game_map.place_spellings):
        return stops
    raise MapError(f"map {game_map.name!r} has no two cities that {shown(cities)} names; write 'Seattle-New York'")


def _named(game_map: GameMap, alternatives: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Return the alternatives of a choice ticket with the printed names of the places."""
    return tuple((game_map.place_spellings.get(place.casefold(), place), points) for place, points in alternatives)


def _indexed(tickets: Iterable[Ticket]) -> tuple[Ticket, ...]:
    """Return the tickets with their positions as indices, and no more copies of each than there are."""
    listed = [replace(ticket, index=0) for ticket in tickets]
    there = Counter(listed)
    return tuple(replace(ticket, index=i, copies=min(ticket.copies, there[ticket])) for i, ticket in enumerate(listed))


def with_rules(game_map: GameMap, changes: Mapping[str, Any]) -> GameMap:
    """Change values of the rules of a map."""
    before, rules = game_map.rules, game_map.rules.replace(**changes)
    lengths = {track.length for track in game_map.tracks} & set(before.lengths)
    if unpaid := sorted(lengths - set(rules.lengths)):
        raise RuleError(
            f"rule set {rules.name!r}: route_points has no points for tracks of length {', '.join(map(str, unpaid))}, "
            f"which {game_map.name} has; give the points of each length from 0 on, -1 where there is none; "
            f"now it is route_points = {toml_text(before.route_points)}"
        )
    return changed(game_map, "", rules=rules)
