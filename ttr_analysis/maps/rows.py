"""The rows of a map folder as cities, tracks and tickets.

Here is checked what only a file can have wrong: a cell that is no number, a spelling that
means no city. Whether the map makes sense is a matter of :mod:`ttr_analysis.maps.checks`.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from ttr_analysis._validate import did_you_mean, one_of, shown
from ttr_analysis.maps.choices import as_choice
from ttr_analysis.maps.files import MAP_FILE, Row
from ttr_analysis.maps.labels import NUMBERS
from ttr_analysis.maps.parallel import MOST
from ttr_analysis.maps.parts import COUNTRY, City, Ticket, Track
from ttr_analysis.maps.synonyms import color_word
from ttr_analysis.rules.limits import TICKETS
from ttr_analysis.rules.spec import RuleSet

_ALTERNATIVE = re.compile(r"(.*\S)\s+([+-]?[0-9]{1,9})")
"""A place and its points."""

_LONGEST_DASHED = 150
"""Two names and a dash are never longer than this."""

_ARROW = re.compile(r"\s*(?:[-=]?>|\N{RIGHTWARDS ARROW})\s*")
"""What stands between the cities of a ticket, with or without spaces."""

_OTHER_SEPARATOR = re.compile(r"[-–—/|,;&]|\b(?:to|and|bis)\b", re.IGNORECASE)
"""What people write between cities, but may be part of a name."""


def read_cities(rows: Sequence[Row]) -> tuple[City, ...]:
    """Return a city for each row."""
    return tuple(_city(row) for row in rows)


def _city(row: Row) -> City:
    name, tags = row.text("city"), frozenset(map(_tag, row.items("tags")))
    latitude, longitude, x, y = (row.number(column) for column in ("latitude", "longitude", "x", "y"))
    if row.faults:  # that one number cannot be read is fault enough
        return City(name, tags=tags)
    return City(name, latitude, longitude, x, y, tags)


def _tag(text: str) -> str:
    """Return a tag without spaces before the name of its country."""
    return COUNTRY + text.removeprefix(COUNTRY).strip() if text.startswith(COUNTRY) else text


def read_aliases(rows: Sequence[Row], countries: Sequence[Row] = ()) -> dict[str, str]:
    """Return the other spellings of the cities and countries, with their printed names."""
    named = [(row, row.text("city")) for row in rows] + [(row, row.text("country")) for row in countries]
    tagged = [_tag(tag).removeprefix(COUNTRY) for row in rows for tag in row.items("tags") if tag.startswith(COUNTRY)]
    taken = {name.casefold(): name for name in (*tagged, *(name for _, name in reversed(named)))}
    aliases: dict[str, str] = {}
    for row, name in named:
        for alias in row.items("aliases"):
            other = taken.setdefault(alias.casefold(), name)
            if other == name:
                aliases[alias] = name
            else:
                row.fault(
                    "aliases",
                    f"{alias!r} names two {'places' if tagged or countries else 'cities'}: {other} and {name}",
                )
    return aliases


def check_countries(rows: Sequence[Row], countries: Collection[str]) -> None:
    """Note a fault of each row of a country that no city has as a tag, or that is listed twice."""
    seen = set[str]()
    for row in rows:
        name = row.text("country")
        if not name:
            row.fault("country", "a country needs a name")
        elif name not in countries:
            hint = did_you_mean(name, list(countries))
            row.fault("country", f"{shown(name)} has no place: no city has the tag {COUNTRY}{name}{hint}")
        elif name in seen:
            row.fault("country", f"{name!r} is listed twice")
        seen.add(name)


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
        number = row.integer("track", min(groups[group], MOST))
        number = 1 if number is None else number
        if length is None:
            length, wilds = rules.lengths[0], 0
        sets = row.integer("cards_for_one", 0) or 0
        track = Track(
            len(tracks),
            city_a,
            city_b,
            length,
            color_word(row.text("color")),
            kind,
            wilds or 0,
            pairs,
            number,
            wraps,
            sets,
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
    rows: Sequence[Row], spellings: Mapping[str, str], sets: Collection[str], countries: Collection[str] = ()
) -> dict[str, list[tuple[Row, Ticket]]]:
    """Return the tickets of each ticket set with their rows, in order; those that name no set are in the first.

    ``spellings`` are those of cities and of ``countries``, which make a ticket a choice ticket.
    """
    tickets: dict[str, list[tuple[Row, Ticket]]] = {name: [] for name in sets}
    for row in rows:
        ticket = _ticket(row, spellings, countries)
        listed = dict.fromkeys(row.items("sets") or [*tickets][:1])
        if unknown := [name[:60] for name in listed if name not in tickets]:
            row.fault("sets", f"unknown ticket set {one_of(unknown[:3])!r}; {MAP_FILE} declares {one_of(tickets)}")
        for name in listed:
            if ticket and name in tickets:
                first = len(tickets[name])
                tickets[name] += ((row, replace(ticket, index=first + i)) for i in range(ticket.copies))
    return tickets


def _ticket(row: Row, spellings: Mapping[str, str], countries: Collection[str]) -> Ticket | None:
    """Return the ticket of a row, worth nothing where a number cannot be read; None if its places are not clear."""
    if meant := _dashed(row.text("cities"), spellings):
        row.fault("cities", f"separate cities by ' > ': {' > '.join(meant)}")
        return None
    stops = _stops(row.text("cities"), spellings)
    points = row.integer("points")
    alternatives = _alternatives(row, spellings)
    if alternatives is None:
        return None
    values = [value for _, value in alternatives] or [points or 0]
    penalty = row.integer("penalty", max(0, min(values)))
    lower = None
    if len(stops) > 2 or row.text("points_out_of_order"):
        lower = row.integer("points_out_of_order")
    worth = max(values) if alternatives else 0  # the best alternative, which the checks compare with the points
    ticket = Ticket(0, stops, worth, deck=row.text("deck") or "main", alternatives=alternatives, copies=_copies(row))
    if not row.faults:
        ticket = replace(ticket, points=points or 0, points_out_of_order=lower, penalty=penalty or 0)
    return as_choice(ticket, countries)


def _stops(text: str, spellings: Mapping[str, str]) -> tuple[str, ...]:
    """Return the places of a ticket; an arrow without spaces separates them where it is not part of a name."""
    stops: list[str] = []
    for part in (part.strip() for part in text.split(" > ")):
        pieces = _ARROW.split(part) if part.casefold() not in spellings else [part]
        known = all(pieces) and any(piece.casefold() in spellings for piece in pieces)
        stops += pieces if known else [part]
    return tuple(_printed(stop, spellings) for stop in stops)


def _copies(row: Row) -> int:
    """Return how many tickets a row stands for: one unless it says otherwise."""
    copies = row.integer("copies", 1)
    if copies is not None and not 1 <= copies <= TICKETS:
        row.fault("copies", f"{shown(copies)} is not between 1 and {TICKETS}")
        return 1
    return copies or 1


def _alternatives(row: Row, spellings: Mapping[str, str]) -> tuple[tuple[str, int], ...] | None:
    """Return the places to which a choice ticket leads, with their points (``France 5; Italia 6``); else None."""
    found = []
    for item in row.items("alternatives"):
        match = _ALTERNATIVE.fullmatch(item)
        if not match:
            row.fault("alternatives", f"{shown(item)} is not a place and its points; write: France 5; Italia 8")
            return None
        found.append((_printed(match[1], spellings), int(match[2])))
    if len(found) == 1:
        way = f"{row.text('cities')} > {found[0][0]}"
        row.fault("alternatives", f"{found[0][0]} is the only alternative; write {shown(way)} in the column cities")
        return None
    return tuple(found)


def _dashed(text: str, spellings: Mapping[str, str]) -> tuple[str, ...]:
    """Return the two cities of a text that has a dash or the like between them; none if there is no such dash."""
    known = {} if text.casefold() in spellings else spellings
    for dash in _OTHER_SEPARATOR.finditer(text[:_LONGEST_DASHED]):
        a, b = text[: dash.start()].strip().casefold(), text[dash.end() :].strip().casefold()
        if a in known and b in known:
            return known[a], known[b]
    return ()
