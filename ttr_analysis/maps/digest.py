"""Digests of a map: of all that affects games, and of that without names, colours and orders."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.maps.parts import Ticket, Track


def map_digest(game_map: GameMap) -> str:
    """Return the SHA-256 digest (hexadecimal) of all that affects games: cities, tracks, tickets and rules.

    Comments, positions on the board, aliases, titles and notices do not change it. Rules count
    where they are not neutral, so that a new kind of rule leaves the digests of old maps alone.
    """
    return hashlib.sha256(_canonical(_decisive_of(game_map)).encode()).hexdigest()


def game_digest(game_map: GameMap) -> str:
    """Return a digest of all that affects games but the order of the rows, which no strategy heeds.

    Two maps with the same one play the same games. Their tracks and tickets have other numbers, though, so it fits
    tables that name things, not those that number them.
    """
    decisive = _decisive_of(game_map)
    for rows in (decisive["tracks"], decisive["tickets"]):
        for row in rows:
            del row["index"]
    unordered = {name: sorted(map(_canonical, rows)) for name, rows in decisive.items() if name != "rules"}
    return hashlib.sha256(_canonical({**unordered, "rules": decisive["rules"]}).encode()).hexdigest()


def _decisive_of(game_map: GameMap) -> dict[str, Any]:
    return {
        "cities": [(city.name, sorted(city.tags)) for city in game_map.cities],
        "tracks": [_decisive(track) for track in game_map.tracks],
        "tickets": [_decisive(ticket) for ticket in game_map.tickets],
        "bonus_tickets": [asdict(bonus) for bonus in game_map.bonus_tickets],
        "rules": _not_neutral(game_map.rules),
    }


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=True)


def kind_digest(game_map: GameMap) -> str:
    """Return a digest of a board and its rules that no order of rows, no name and no colour changes.

    A city is told by the tracks that end there; of the rules, the numbers and switches count.
    """
    there: dict[str, list[tuple[Any, ...]]] = {city.name: [] for city in game_map.cities}
    for track in game_map.tracks:
        for city in track.cities:
            there[city].append((track.length, track.kind, track.color == "gray"))
    cities = {name: sorted(ends) for name, ends in there.items()}
    tracks = [
        (track.length, track.kind, track.color == "gray", sorted(cities[city] for city in track.cities))
        for track in game_map.tracks
    ]
    tickets = [
        (ticket.points, ticket.penalty, ticket.is_long, sorted(cities.get(city, []) for city in ticket.cities))
        for ticket in game_map.tickets
    ]
    parts = (sorted(cities.values()), sorted(tracks), sorted(tickets), list(_numbers_in(asdict(game_map.rules))))
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _numbers_in(value: Any) -> Iterator[object]:
    """Yield the numbers and switches within nested values."""
    if isinstance(value, Mapping | list | tuple):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _numbers_in(each)
    elif not isinstance(value, str):
        yield value


def _not_neutral(value: Any) -> Any:
    """Return the fields of a record that differ from their defaults, and so for records inside it."""
    if isinstance(value, Mapping):
        return {name: _not_neutral(item) for name, item in value.items()}
    if isinstance(value, tuple):
        return [_not_neutral(item) for item in value]
    if not is_dataclass(value):
        return value
    usual = {f.name: f.default_factory() if callable(f.default_factory) else f.default for f in fields(value)}
    given = {name: getattr(value, name) for name in usual}
    return {name: _not_neutral(item) for name, item in given.items() if item != usual[name]}


_LATER = {"cards_for_one": 0, "alternatives": (), "copies": 1}
"""Fields that older maps lack, with their neutral values."""


def _decisive(part: Track | Ticket) -> dict[str, Any]:
    """Return what games depend on; neutral values of later fields leave the digests of old maps alone."""
    values = {name: value for name, value in asdict(part).items() if name != "label"}
    return {name: value for name, value in values.items() if name not in _LATER or value != _LATER[name]}
