"""The checks of a map: what is wrong with it, whether it was read from files or made in Python.

With one of these flaws no game can be played, and nothing computed: every map passes the checks
before the first game. :func:`ttr_analysis.maps.folder.load_map` tells flaws by file, row and
column, :func:`check_sound` by the part of the map.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_type_hints

from ttr_analysis._validate import did_you_mean, misfit, one_of, shown
from ttr_analysis.errors import Fault, MapError
from ttr_analysis.maps.parallel import MOST
from ttr_analysis.maps.parts import COUNTRY, BonusTicket, City, Ticket, Track
from ttr_analysis.rules import limits
from ttr_analysis.rules.spec import GRAY, RuleSet, TrackKind, set_problem

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap

TAGS = ("port", "junction", "east", "west", "bigcity")
"""The tags that a city may have."""

_ENGINE_POINTS = 1_000_000
"""Most points of a ticket in an experiment; the engine adds up this many without overflow."""

_LONGEST_NAME = 60

Unread = Mapping[str, Collection[int]]
NOTHING: Unread = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is wrong with a map.

    Attributes
    ----------
    part : {"cities", "tracks", "tickets", "bonus_tickets", "rules"}
        The attribute of the map.
    message : str
        What is wrong; ``{other}`` stands for the place of ``other``.
    index : int or None
        Position in the part; None for the part as a whole.
    field : str or None
        The attribute of the city, track or ticket.
    other : int or None
        Position of another one that the message names.
    """

    part: str
    message: str
    index: int | None = None
    field: str | None = None
    other: int | None = None


def flaws(game_map: GameMap, unread: Unread = NOTHING) -> list[Flaw]:
    """Return everything that is wrong with a map, whoever plays on it.

    Parameters
    ----------
    game_map : GameMap
    unread : mapping of str to collection of int, optional
        Parts of which something could not be read, with the positions of what stands in for it.
        What follows from that is not told again.
    """
    found = [
        *_numbering(game_map),
        *_city_flaws(game_map.cities),
        *_track_flaws(game_map),
        *_ticket_flaws(game_map),
        *_bonus_flaws(game_map),
        *_capacity_flaws(game_map),
    ]
    if "cities" in unread:  # the positions may be missing for that reason
        found = [flaw for flaw in found if flaw.field != "wraps"]
    return [*found, *_crowded_routes(game_map.tracks, doubtful_tracks(unread, found))]


def doubtful_tracks(unread: Unread, found: Iterable[Flaw]) -> Collection[int | None]:
    """Return the positions of tracks that could not be read or have flaws: others are not compared with them."""
    return {*unread.get("tracks", ()), *(flaw.index for flaw in found if flaw.part == "tracks")}


def supply_flaws(game_map: GameMap, players: int) -> Iterator[Flaw]:
    """Yield what games of this number of players lack: any track, or the tickets and cards that they are dealt."""
    rules = game_map.rules
    if not game_map.tracks:
        yield Flaw("tracks", "there are no tracks, so there is nothing to play for")
    long = sum(ticket.is_long for ticket in game_map.tickets)
    for what, there, dealt in (
        ("", len(game_map.tickets) - long, rules.tickets.deal),
        ("long ", long, rules.tickets.deal_long),
    ):
        if there < dealt * players:
            need = f"{players} players are dealt {dealt} each: {dealt * players}"
            yield Flaw("tickets", f"ticket set {game_map.ticket_set!r} has {there} {what}tickets, but {need}")
    for deck, there, hand, slots in zip(rules.decks, _deck_sizes(rules), rules.hand, rules.market.slots, strict=True):
        needed = hand * players + slots
        if there < needed:
            text = f"the {deck} deck has {there} cards, but {players} players and the market need {needed}"
            yield Flaw("rules", text)


def check_sound(game_map: GameMap) -> None:
    """Check a map that may have been made in Python.

    Raises
    ------
    MapError
        If anything is wrong with it; all faults are listed.
    """
    if faults := faults_of(game_map):
        raise MapError(f"map {game_map.name!r} has {len(faults)} fault{'s' * (len(faults) > 1)}:", faults)


@lru_cache(maxsize=64)
def faults_of(game_map: GameMap) -> tuple[Fault, ...]:
    """Return the flaws of a map as faults that name its parts (``tracks[3]``) in place of files."""
    return tuple(map(as_fault, list(_type_flaws(game_map)) or flaws(game_map)))


def as_fault(flaw: Flaw) -> Fault:
    """Return a flaw of a map made in Python as a fault."""
    message = flaw.message if flaw.other is None else flaw.message.replace("{other}", _place(flaw.part, flaw.other))
    return Fault(_place(flaw.part, flaw.index), message, column=flaw.field)


def _place(part: str, index: int | None) -> str:
    return part if index is None else f"{part}[{index}]"


def _deck_sizes(rules: RuleSet) -> list[int]:
    return [sum(card.count for card in rules.cards if card.deck == deck) for deck in rules.decks]


# --- one city, track or ticket ---------------------------------------------------------------------------


def _type_flaws(game_map: GameMap) -> Iterator[Flaw]:
    """Yield values of the wrong type, which only Python can give a map."""
    parts: Mapping[str, type[Any]] = {"cities": City, "tracks": Track, "tickets": Ticket, "bonus_tickets": BonusTicket}
    for part, kind in parts.items():
        hints = get_type_hints(kind)
        simple = {field.name: hints[field.name] for field in fields(kind) if field.name != "tags"}
        for i, item in enumerate(getattr(game_map, part)):
            for name, hint in simple.items():
                if problem := misfit(hint, getattr(item, name)):
                    yield Flaw(part, problem, i, name)


def _numbering(game_map: GameMap) -> Iterator[Flaw]:
    """Yield tracks and tickets whose index is not their position."""
    parts: Mapping[str, Sequence[Track | Ticket]] = {"tracks": game_map.tracks, "tickets": game_map.tickets}
    for part, items in parts.items():
        for i, item in enumerate(items):
            if item.index != i:
                text = f"is {shown(item.index)}, but must be its position, {i}"
                yield Flaw(part, text, i, "index")


def _city_flaws(cities: Sequence[City]) -> Iterator[Flaw]:
    seen: set[str] = set()
    for i, city in enumerate(cities):
        if problem := _name_problem(city.name):
            yield Flaw("cities", problem, i, "name")
        elif city.name.casefold() in seen:
            yield Flaw("cities", f"{city.name!r} is listed twice", i, "name")
        seen.add(city.name.casefold())
        yield from (Flaw("cities", text, i, "tags") for text in _tag_problems(city, cities))
        yield from _position_flaws(i, city)


def _tag_problems(city: City, cities: Sequence[City]) -> Iterator[str]:
    countries = [str(tag).removeprefix(COUNTRY) for tag in city.tags if str(tag).startswith(COUNTRY)]
    if unknown := sorted(str(tag)[:60] for tag in city.tags if tag not in TAGS and not str(tag).startswith(COUNTRY)):
        yield f"unknown tag {one_of(unknown[:3])!r}; possible tags are {', '.join(TAGS)}, {COUNTRY}NAME"
    if len(countries) > 1:
        yield f"{city.name} is a place of {len(countries)} countries: {', '.join(sorted(countries)[:3])}"
    for country in countries:
        if problem := _name_problem(country) if country else "a country needs a name":
            yield problem.replace("a city", "a country")
        elif any(other.name.casefold() == country.casefold() for other in cities):
            yield f"{country!r} is a city and a country"
        first = next((c.country for c in cities if c.country.casefold() == country.casefold()), country)
        if first != country:
            yield f"the country is called {first!r} above, and {country!r} here; write it alike"


def _position_flaws(i: int, city: City) -> Iterator[Flaw]:
    """Yield positions that are incomplete or not on the map."""
    limits_of = {"latitude": (-90, 90), "longitude": (-180, 180), "x": (0, 1), "y": (0, 1)}
    for name, (low, high) in limits_of.items():
        value = getattr(city, name)
        if value is not None and not (math.isfinite(value) and low <= value <= high):
            yield Flaw("cities", f"{str(value)!r} is not between {low} and {high}", i, name)
    for first, second in (("latitude", "longitude"), ("x", "y")):
        there = [getattr(city, name) is not None for name in (first, second)]
        if any(there) and not all(there):
            text = f"{first} and {second} must be given together or not at all"
            yield Flaw("cities", text, i, second if there[0] else first)


def _name_problem(name: str) -> str:
    if not name:
        return "a city needs a name"
    if len(name) > _LONGEST_NAME:
        return f"the name is longer than {_LONGEST_NAME} characters"
    if not name.isprintable():
        return f"the name {name!r} contains a character that cannot be printed"
    return f"the name {name!r} contains ' > ', which separates the cities of a ticket" if " > " in name else ""


def _track_flaws(game_map: GameMap) -> Iterator[Flaw]:
    cities = {city.name: city for city in game_map.cities}
    names = _Names(game_map.spellings)
    for i, track in enumerate(game_map.tracks):
        unknown = [name for name in ("city_a", "city_b") if getattr(track, name) not in cities]
        yield from (Flaw("tracks", names.unknown(getattr(track, name)), i, name) for name in unknown)
        if not unknown and track.city_a == track.city_b:
            yield Flaw("tracks", f"the track leads from {track.city_a} back to {track.city_a}", i, "city_b")
        elif not unknown and track.wraps and (problem := _wrap_problem(cities[track.city_a], cities[track.city_b])):
            yield Flaw("tracks", problem, i, "wraps")
        yield from (Flaw("tracks", text, i, name) for name, text in _kind_problems(track, game_map.rules))
        yield from (Flaw("tracks", text, i, name) for name, text in _size_problems(track, game_map.rules))


class _Names:
    """Words the faults of unknown places, with suggestions for the first hundred."""

    def __init__(self, spellings: Mapping[str, str]) -> None:
        self._spellings = spellings
        self._suggestions_left = 100  # a map may be made to keep the check busy

    def unknown(self, name: str, what: str = "city") -> str:
        hint = did_you_mean(name, self._spellings) if self._suggestions_left else ""
        self._suggestions_left = max(0, self._suggestions_left - 1)
        return f"unknown {what} {shown(name)}{hint}" if name else f"a {what} is missing"


def _kind_problems(track: Track, rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the kind and the colour of a track, with the name of the field."""
    kind = rules.track_kinds.get(track.kind)
    if kind is None:
        kinds = one_of(rules.track_kinds)
        yield "kind", f"the rules {rules.name!r} have no kind of track {track.kind[:60]!r}; they have {kinds}"
    held = {card.color for card in rules.cards if card.count and (kind is None or card.deck == kind.deck)}
    allowed = [GRAY, *(color for color in rules.colors if color in held)]
    if track.color not in allowed:
        yield "color", f"no card has the color {track.color[:60]!r}; possible colors are {', '.join(allowed)}"
    elif track.pair_spaces and track.color != GRAY:
        yield "pair_spaces", "only gray tracks have pair spaces"
    elif track.pair_spaces and kind and kind.cards_for_wild:
        text = f"{kind.cards_for_wild} cards count as a wild on {track.kind} tracks, so none can have pair spaces"
        yield "pair_spaces", text
    if kind and track.cards_for_one and (problem := _set_problem(track, kind, rules)):
        yield "cards_for_one", f"{problem}, so no cards can stand for one"


def _set_problem(track: Track, kind: TrackKind, rules: RuleSet) -> str:
    """Return why no set of cards can stand for one card on a track; an empty text if it can."""
    if track.locomotives or track.pair_spaces:
        return f"the track has {'symbols' if track.locomotives else 'pair spaces'}"
    if kind.cards_for_wild:
        return f"{kind.cards_for_wild} cards count as a wild on {track.kind} tracks"
    return set_problem(rules, kind)


def _size_problems(track: Track, rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield numbers of a track that are out of range, with the name of the field."""
    good = 1 <= track.length < limits.LENGTH
    locomotives = track.length if good else limits.LENGTH
    most = {"length": limits.LENGTH - 1, "locomotives": locomotives, "number": MOST, "cards_for_one": limits.CARD_SET}
    for name, low in (("length", 1), ("locomotives", 0), ("number", 1), ("cards_for_one", 0)):
        value = getattr(track, name)
        if not low <= value <= most[name]:
            yield name, f"{shown(value)} is not between {low} and {most[name]}"
    if good and track.length not in rules.lengths:
        lengths = ", ".join(map(str, rules.lengths))
        yield "length", f"the scoring table has no track of length {track.length}; it has {lengths}"


def _wrap_problem(a: City, b: City) -> str:
    """Return why a track between these cities cannot take the shorter way across the edge of the map."""
    if a.x is not None and b.x is not None:
        crosses = abs(a.x - b.x) > 0.5
    elif a.longitude is not None and b.longitude is not None:
        crosses = abs(a.longitude - b.longitude) > 180
    else:
        return f"a track that wraps needs the positions of {a.name} and {b.name}"
    return "" if crosses else f"{a.name} and {b.name} are less than half a map apart: the track does not cross the edge"


def _ticket_flaws(game_map: GameMap) -> Iterator[Flaw]:
    junctions = {city.name: "junction" in city.tags for city in game_map.cities}
    names = _Names(game_map.place_spellings)
    for i, ticket in enumerate(game_map.tickets):
        if ticket.is_choice:
            alone = len(ticket.alternatives) == 1  # a file tells both places in one column
            found = _choice_problems(ticket, game_map, names)
            yield from (Flaw("tickets", text, i, "cities" if alone else field) for field, text in found)
        elif countries := [place for place in ticket.cities if place in game_map.countries]:
            yield Flaw("tickets", _country_problem(ticket, countries), i, "cities")
        else:
            yield from (Flaw("tickets", text, i, "cities") for text in _stop_problems(ticket, junctions, names))
        yield from (Flaw("tickets", text, i, name) for name, text in _point_problems(ticket))


def _country_problem(ticket: Ticket, countries: Collection[str]) -> str:
    """Return what is wrong with a ticket that names countries, but is no choice ticket."""
    if ticket.is_tour:
        return f"names {one_of(countries)}: a ticket of three or more places cannot name a country"
    if len(ticket.cities) == 1:
        return "names only one place; separate places by ' > ', or tell in alternatives where it leads"
    return f"names {one_of(countries)}: a ticket to a country is a choice ticket, with the country in alternatives"


def _stop_problems(ticket: Ticket, junctions: Mapping[str, bool], names: _Names) -> Iterator[str]:
    """Yield what is wrong with the cities of a ticket; ``junctions`` says of each city whether it is one."""
    stops = list(dict.fromkeys(ticket.cities[: limits.STOPS]))
    unknown = [name for name in stops if name not in junctions]
    yield from map(names.unknown, unknown)
    if len(ticket.cities) < 2 and not unknown:
        yield "names only one city; separate cities by ' > '"
    elif len(ticket.cities) > limits.STOPS:
        yield f"names {len(ticket.cities)} cities; the engine has room for {limits.STOPS}"
    if twice := [name for name in stops if ticket.cities.count(name) > 1 and name not in unknown]:
        yield f"names {one_of(twice)} more than once"
    yield from (f"{name} is a junction, which no ticket can name" for name in stops if junctions.get(name))


def _choice_problems(ticket: Ticket, game_map: GameMap, names: _Names) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the places of a choice ticket and their values, with the name of the field."""
    goals = [place for place, _ in ticket.alternatives]
    if len(ticket.cities) != 1:
        yield "cities", f"a ticket with alternatives starts in one place, not in {len(ticket.cities)}"
    for field, places in (("cities", ticket.cities), ("alternatives", goals)):
        for place in dict.fromkeys(places):
            if not any(city in game_map.city_index for city in game_map.places(place)):
                yield field, names.unknown(place, "city or country")
            elif any("junction" in game_map.cities[game_map.city_index[city]].tags for city in game_map.places(place)):
                yield field, f"{place} is a junction, which no ticket can name"
    if twice := [place for place in dict.fromkeys(goals) if place and goals.count(place) > 1]:
        yield "alternatives", f"names {one_of(twice)} more than once"
    starts = {city for start in ticket.cities for city in game_map.places(start)}
    if own := [place for place in dict.fromkeys(goals) if starts.intersection(game_map.places(place))]:
        yield "alternatives", f"leads from {ticket.cities[0]} back to {one_of(own)}"
    values = [points for _, points in ticket.alternatives]
    if not all(0 <= points <= _ENGINE_POINTS for points in values):
        yield "alternatives", f"a value is not between 0 and {_ENGINE_POINTS}"
    elif ticket.points != max(values):
        yield "points", f"is {ticket.points}, but the best alternative is worth {max(values)}"


def _point_problems(ticket: Ticket) -> Iterator[tuple[str, str]]:
    """Yield values of a ticket that are out of range, with the name of the field."""
    most = {"points": _ENGINE_POINTS, "penalty": _ENGINE_POINTS, "points_out_of_order": ticket.points}
    if not 1 <= ticket.copies <= limits.TICKETS:
        yield "copies", f"{shown(ticket.copies)} is not between 1 and {limits.TICKETS}"
    for name, high in most.items():
        value = getattr(ticket, name)
        if name == "points_out_of_order" and value is not None and not ticket.is_tour:
            yield name, "only a tour (three or more cities) can have this value"
        elif value is not None and not 0 <= value <= high:
            yield name, f"{shown(value)} is not between 0 and {high}"


def _bonus_flaws(game_map: GameMap) -> Iterator[Flaw]:
    names = _Names(game_map.spellings)
    for i, bonus in enumerate(game_map.bonus_tickets):
        if not bonus.west or not bonus.east:
            yield Flaw("bonus_tickets", "needs cities tagged west and cities tagged east", i)
        if both := [name for name in bonus.west if name in bonus.east]:
            yield Flaw("bonus_tickets", f"{one_of(both)} cannot be tagged both west and east", i)
        for name in dict.fromkeys((*bonus.west, *bonus.east)):
            if name not in game_map.city_index:
                yield Flaw("bonus_tickets", names.unknown(name), i)
        for field, low in (("points", 0), ("copies", 1)):
            if not low <= getattr(bonus, field) <= 99:
                yield Flaw("bonus_tickets", f"{shown(getattr(bonus, field))} is not between {low} and 99", i, field)


# --- the map as a whole ----------------------------------------------------------------------------------


def _capacity_flaws(game_map: GameMap) -> Iterator[Flaw]:
    """Yield the parts that are larger than the engine's records, and long tickets that are never dealt."""
    name, rules = f"ticket set {game_map.ticket_set!r}", game_map.rules
    decks = zip(rules.decks, _deck_sizes(rules), strict=True)
    for part, owner, what, number, room in (
        ("cities", "the map", "cities", len(game_map.cities), limits.CITIES),
        ("tracks", "the map", "tracks", len(game_map.tracks), limits.TRACKS),
        ("tickets", name, "tickets", len(game_map.tickets), limits.TICKETS),
        ("tickets", name, "pairs of cities on choice tickets", _options(game_map), limits.OPTIONS),
        ("bonus_tickets", "the map", "bonus tickets", len(game_map.bonus_tickets), limits.BONUS_TICKETS),
        *(("rules", f"the {deck} deck", "cards", number, limits.DECK) for deck, number in decks),
    ):
        if number > room:
            yield Flaw(part, f"{owner} has {number} {what}; the engine has room for {room}")
    apart = [ticket.index for ticket in game_map.tickets if ticket.is_long]
    if apart and not rules.tickets.deal_long:
        yield Flaw("tickets", f"{name} has long tickets, but its rules deal none", apart[0], "deck")


def _options(game_map: GameMap) -> int:
    """Return the number of ways to complete all choice tickets."""
    total = 0
    for ticket in game_map.tickets:
        goals = sum(len(game_map.places(place)) for place, _ in ticket.alternatives)
        total += goals * sum(len(game_map.places(place)) for place in ticket.cities)
    return total


def _crowded_routes(tracks: Sequence[Track], doubtful: Collection[int | None]) -> Iterator[Flaw]:
    """Yield tracks beyond the three of a kind, and the four in all, that two cities may have."""
    of_kind: Counter[tuple[frozenset[str], str]] = Counter()
    in_all: Counter[frozenset[str]] = Counter()
    for i, track in enumerate(tracks):
        if i in doubtful:
            continue
        route = f"{track.city_a}-{track.city_b}"
        of_kind[track.pair, track.kind] += 1
        in_all[track.pair] += 1
        if of_kind[track.pair, track.kind] > MOST:
            yield Flaw("tracks", f"{route} has more than three {track.kind} tracks", i)
        elif in_all[track.pair] > limits.PARALLEL:
            yield Flaw("tracks", f"{route} has more than {limits.PARALLEL} tracks", i)
