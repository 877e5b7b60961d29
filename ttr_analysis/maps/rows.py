"""The rows of a map folder as cities, tracks and tickets.

Here is checked what only a file can have wrong: a cell that is no number, a spelling that
means no city. Whether the map makes sense is a matter of :mod:`ttr_analysis.maps.checks`.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from ttr_analysis._validate import one_of, shown
from ttr_analysis.maps.files import MAP_FILE, Row
from ttr_analysis.maps.labels import NUMBERS
from ttr_analysis.maps.parts import City, Ticket, Track
from ttr_analysis.rules.spec import RuleSet

_LONGEST_DASHED = 150
"""Two names and a dash are never longer than this."""


def read_cities(rows: Sequence[Row]) -> tuple[City, ...]:
    """Return a city for each row."""
    return tuple(_city(row) for row in rows)


def _city(row: Row) -> City:
    name, tags = row.text("city"), frozenset(row.items("tags"))
    latitude, longitude, x, y = (row.number(column) for column in ("latitude", "longitude", "x", "y"))
    if row.faults:  # that one number cannot be read is fault enough
        return City(name, tags=tags)
    return City(name, latitude, longitude, x, y, tags)


def read_aliases(rows: Sequence[Row]) -> dict[str, str]:
    """Return the other spellings of the cities, with their printed names."""
    taken = {row.text("city").casefold(): row.text("city") for row in reversed(rows)}
    aliases: dict[str, str] = {}
    for row in rows:
        name = row.text("city")
        for alias in row.items("aliases"):
            other = taken.setdefault(alias.casefold(), name)
            if other == name:
                aliases[alias] = name
            else:
                row.fault("aliases", f"{alias!r} names two cities: {other} and {name}")
    return aliases


def read_tracks(rows: Sequence[Row], spellings: Mapping[str, str], rules: RuleSet) -> tuple[Track, ...]:
    """Return a track for each row; of any length where that cannot be read."""
    tracks: list[Track] = []
    groups: Counter[tuple[frozenset[str], str]] = Counter()
    for row in rows:
        city_a, city_b = (_printed(row.text(column), spellings) for column in ("city_a", "city_b"))
        kind = row.text("kind") or next(iter(rules.track_kinds))
        length, wilds = row.integer("length"), row.integer("locomotives", 0)
        pairs, wraps = row.flag("pair_spaces"), row.flag("wraps")
        group = (frozenset((city_a, city_b)), kind)
        groups[group] += 1
        number = row.integer("track", min(groups[group], 2))
        if length is None:
            length, wilds = rules.lengths[0], 0
        sets = row.integer("cards_for_one", 0) or 0
        track = Track(
            len(tracks), city_a, city_b, length, row.text("color"), kind, wilds or 0, pairs, number or 1, wraps, sets
        )
        tracks.append(_with_label(row, track))
    return tuple(tracks)


def _with_label(row: Row, track: Track) -> Track:
    """Return the track with the number in its name that its row keeps, if there is one."""
    number = row.text("label")
    if number and number not in NUMBERS:
        row.fault("label", f"{shown(number)} is none of the numbers {one_of(NUMBERS)}")
        return track
    return replace(track, label=f"{track.plain_name} {number}") if number else track


def _printed(text: str, spellings: Mapping[str, str]) -> str:
    """Return the printed name of a city; a text that means none stays as it is."""
    return spellings.get(text.casefold(), text)


def read_tickets(
    rows: Sequence[Row], spellings: Mapping[str, str], sets: Collection[str]
) -> dict[str, list[tuple[Row, Ticket]]]:
    """Return the tickets of each ticket set with their rows, in order; those that name no set are in the first."""
    tickets: dict[str, list[tuple[Row, Ticket]]] = {name: [] for name in sets}
    for row in rows:
        ticket = _ticket(row, spellings)
        listed = dict.fromkeys(row.items("sets") or [*tickets][:1])
        if unknown := [name[:60] for name in listed if name not in tickets]:
            row.fault("sets", f"unknown ticket set {one_of(unknown[:3])!r}; {MAP_FILE} declares {one_of(tickets)}")
        for name in listed:
            if ticket and name in tickets:
                tickets[name].append((row, replace(ticket, index=len(tickets[name]))))
    return tickets


def _ticket(row: Row, spellings: Mapping[str, str]) -> Ticket | None:
    """Return the ticket of a row, worth nothing where a number cannot be read; None if its cities are not clear."""
    if meant := _dashed(row.text("cities"), spellings):
        row.fault("cities", f"separate cities by ' > ': {' > '.join(meant)}")
        return None
    stops = tuple(_printed(part.strip(), spellings) for part in row.text("cities").split(" > "))
    points = row.integer("points")
    penalty = row.integer("penalty", points or 0)
    lower = None
    if len(stops) > 2 or row.text("points_out_of_order"):
        lower = row.integer("points_out_of_order")
    deck = row.text("deck") or "main"
    return Ticket(0, stops, 0, deck=deck) if row.faults else Ticket(0, stops, points or 0, lower, penalty or 0, deck)


def _dashed(text: str, spellings: Mapping[str, str]) -> tuple[str, ...]:
    """Return the two cities of a text that has a dash between them; none if there is no such dash."""
    known = {} if text.casefold() in spellings else spellings
    for dash in re.finditer(r"[-–—]", text[:_LONGEST_DASHED]):
        a, b = text[: dash.start()].strip().casefold(), text[dash.end() :].strip().casefold()
        if a in known and b in known:
            return known[a], known[b]
    return ()
