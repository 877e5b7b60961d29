"""Turning the rows of a map folder into cities, tracks and tickets, and checking that they fit together."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import networkx as nx

from ttr_analysis._validate import did_you_mean, one_of
from ttr_analysis.errors import Fault
from ttr_analysis.maps.files import CITIES_FILE, MAP_FILE, ROUTES_FILE, TICKETS_FILE, Row
from ttr_analysis.maps.game_map import City, Ticket, Track
from ttr_analysis.rules import limits
from ttr_analysis.rules.spec import GRAY, RuleSet

TAGS = ("port", "junction", "east", "west", "bigcity")
"""The tags that a city may have."""

LONG_DECK = "long"
"""The deck whose tickets are dealt separately."""

MAX_POINTS = 999
"""Most points of a ticket."""

_LONGEST_DASHED = 150
"""Two names and a dash are never longer than this."""

_LETTERS = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "Ae"})

Spellings = Mapping[str, str]


def plain_spelling(name: str) -> str:
    """Return the name without accents, as typed on a keyboard without them."""
    parts = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def read_cities(rows: Sequence[Row]) -> tuple[City, ...]:
    """Return the cities, in the order of the file, and report a fault for each bad name, position or tag."""
    cities: list[City] = []
    seen: set[str] = set()
    for row in rows:
        name = row.text("city")
        if problem := _name_problem(name):
            row.fault("city", problem)
        elif name.casefold() in seen:
            row.fault("city", f"{name!r} is listed twice")
        if unknown := [tag[:60] for tag in row.items("tags") if tag not in TAGS]:
            row.fault("tags", f"unknown tag {one_of(unknown[:3])!r}; possible tags are {', '.join(TAGS)}")
        latitude, longitude = row.number("latitude", -90, 90), row.number("longitude", -180, 180)
        x, y = row.number("x", 0, 1), row.number("y", 0, 1)
        _check_together(row, "latitude", "longitude")
        _check_together(row, "x", "y")
        if name and name.casefold() not in seen:
            seen.add(name.casefold())
            tags = frozenset(row.items("tags")) & frozenset(TAGS)
            cities.append(City(name, latitude, longitude, x, y, tags))
    _check_capacity(rows, len(cities), limits.CITIES, "cities", CITIES_FILE)
    return tuple(cities)


def _check_together(row: Row, first: str, second: str) -> None:
    if bool(row.text(first)) != bool(row.text(second)):
        row.fault(second if row.text(first) else first, f"{first} and {second} must be given together or not at all")


def _name_problem(name: str) -> str:
    if not name:
        return "a city needs a name"
    if len(name) > 60:
        return "the name is longer than 60 characters"
    if not name.isprintable():
        return f"the name {name!r} contains a character that cannot be printed"
    return f"the name {name!r} contains ' > ', which separates the cities of a ticket" if " > " in name else ""


def read_spellings(rows: Sequence[Row], cities: Sequence[City]) -> Spellings:
    """Return a mapping from every accepted spelling, case-folded, to the printed name.

    Accepted are the printed names, the aliases in the file, and printed names and aliases
    without their accents unless that is the name of another city.
    """
    spellings = {city.name.casefold(): city.name for city in cities}
    plain: dict[str, set[str]] = {}
    for row in rows:
        name = row.text("city")
        for alias in row.items("aliases"):
            other = spellings.setdefault(alias.casefold(), name)
            if other != name:
                row.fault("aliases", f"{alias!r} names two cities: {other} and {name}")
        for spelling in (name, *row.items("aliases")):
            plain.setdefault(plain_spelling(spelling).casefold(), set()).add(name)
    for spelling, names in plain.items():
        if len(names) == 1:
            spellings.setdefault(spelling, *names)
    return spellings


def find_city(row: Row, column: str, text: str, spellings: Spellings) -> str | None:
    """Return the printed name of a city named in a row; if it is unknown, report a fault and return None."""
    if text.casefold() in spellings:
        return spellings[text.casefold()]
    # No suggestions for a file that is built to make the check slow.
    hint = did_you_mean(text, spellings) if len(row.faults) <= 100 else ""
    row.fault(column, f"unknown city {text[:60]!r}{hint}" if text else "a city is missing")
    return None


def read_tracks(rows: Sequence[Row], cities: Sequence[City], spellings: Spellings, rules: RuleSet) -> tuple[Track, ...]:
    """Return the tracks, in the order of the file, if every row is valid; otherwise those that could be read."""
    tracks: list[tuple[Row, Track]] = []
    groups: Counter[tuple[frozenset[str], str]] = Counter()
    places = {city.name: city for city in cities}
    for row in rows:
        city_a, city_b = (find_city(row, column, row.text(column), spellings) for column in ("city_a", "city_b"))
        kind = _track_kind(row, rules)
        color = _track_color(row, kind, rules)
        length = _track_length(row, rules)
        wilds = row.integer("locomotives", 0, length or limits.LENGTH, 0)
        pairs, wraps = row.flag("pair_spaces"), row.flag("wraps")
        if pairs and color not in (None, GRAY):
            row.fault("pair_spaces", "only gray tracks have pair spaces")
        if city_a is None or city_b is None or kind is None:
            continue
        if city_a == city_b:
            row.fault("city_b", f"the track leads from {city_a} back to {city_a}")
            continue
        if wraps:
            _check_wrap(row, places[city_a], places[city_b])
        group = (frozenset((city_a, city_b)), kind)
        groups[group] += 1
        number = row.integer("track", 1, 2, min(groups[group], 2)) or 1
        if color and length:
            track = Track(len(tracks), city_a, city_b, length, color, kind, wilds or 0, pairs, number, wraps)
            tracks.append((row, track))
    _check_parallel(tracks, groups)
    _check_capacity(rows, len(rows), limits.TRACKS, "tracks", ROUTES_FILE)
    return tuple(track for _, track in tracks)


def _track_kind(row: Row, rules: RuleSet) -> str | None:
    kind = row.text("kind") or next(iter(rules.track_kinds))
    if kind in rules.track_kinds:
        return kind
    kinds = one_of(rules.track_kinds)
    row.fault("kind", f"the rules {rules.name!r} have no kind of track {kind[:60]!r}; they have {kinds}")
    return None


def _track_color(row: Row, kind: str | None, rules: RuleSet) -> str | None:
    color = row.text("color")
    deck = rules.track_kinds[kind].deck if kind else None
    held = {card.color for card in rules.cards if card.count and deck in (None, card.deck)}
    allowed = [GRAY, *(color for color in rules.colors if color in held)]
    if color in allowed:
        return color
    row.fault("color", f"no card has the color {color[:60]!r}; possible colors are {', '.join(allowed)}")
    return None


def _track_length(row: Row, rules: RuleSet) -> int | None:
    length = row.integer("length", 1, limits.LENGTH - 1)
    if length is None or length in rules.lengths:
        return length
    lengths = ", ".join(map(str, rules.lengths))
    row.fault("length", f"the scoring table has no track of length {length}; it has {lengths}")
    return None


def _check_wrap(row: Row, a: City, b: City) -> None:
    """Check that a track that wraps takes the shorter way between its cities across the edge of the map."""
    if a.x is not None and b.x is not None:
        crosses = abs(a.x - b.x) > 0.5
    elif a.longitude is not None and b.longitude is not None:
        crosses = abs(a.longitude - b.longitude) > 180
    else:
        row.fault("wraps", f"a track that wraps needs the positions of {a.name} and {b.name} in {CITIES_FILE}")
        return
    if not crosses:
        row.fault("wraps", f"{a.name} and {b.name} are less than half a map apart: the track does not cross the edge")


def _check_parallel(tracks: Sequence[tuple[Row, Track]], rows_of: Mapping[tuple[frozenset[str], str], int]) -> None:
    """Check that two cities have at most two tracks of a kind, numbered 1 and 2, of the same length."""
    groups: dict[tuple[frozenset[str], str], list[Track]] = {}
    per_pair: Counter[frozenset[str]] = Counter()
    for row, track in tracks:
        group = groups.setdefault((track.pair, track.kind), [])
        route = f"{track.city_a}-{track.city_b}"
        per_pair[track.pair] += 1
        if len(group) == 2:
            row.fault(None, f"{route} has more than two {track.kind} tracks")
        elif per_pair[track.pair] > limits.PARALLEL:
            row.fault(None, f"{route} has more than {limits.PARALLEL} tracks")
        elif group and group[0].length != track.length:
            row.fault("length", f"{route} has {track.kind} tracks of lengths {group[0].length} and {track.length}")
        elif group and group[0].number == track.number:
            row.fault("track", f"{route} has two {track.kind} tracks numbered {track.number}; number them 1 and 2")
        elif rows_of[track.pair, track.kind] == 1 and track.number != 1:
            row.fault("track", f"{route} has only one {track.kind} track; number it 1")
        group.append(track)


def check_board(rows: Sequence[Row], cities: Sequence[City], tracks: Sequence[Track], rules: RuleSet) -> list[Fault]:
    """Return the faults of the board as a whole: unreachable cities, ports without a sea track."""
    faults = []
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(city.name for city in cities)
    graph.add_edges_from(track.cities for track in tracks)
    parts = sorted(nx.connected_components(graph), key=len, reverse=True)
    if len(parts) > 1:
        apart = "; ".join(", ".join(sorted(part)[:8]) + (", ..." if len(part) > 8 else "") for part in parts[1:6])
        message = f"the map is not connected: it has {len(parts)} separate parts; all but the largest: {apart}"
        faults.append(Fault(ROUTES_FILE, message))
    if rules.harbours.number and len(rules.pieces) > 1:
        ship = rules.pieces[-1].name
        coast = {name for track in tracks if rules.track_kinds[track.kind].piece == ship for name in track.cities}
        inland = {city.name for city in cities if "port" in city.tags} - coast
        faults += [
            Fault(CITIES_FILE, f"{row.text('city')} is a port without any track for a {ship}", row.line, "tags")
            for row in rows
            if row.text("city") in inland
        ]
    return faults


def read_tickets(
    rows: Sequence[Row], cities: Sequence[City], spellings: Spellings, sets: Collection[str]
) -> dict[str, list[tuple[Row, Ticket]]]:
    """Return the tickets of each ticket set, in the order of the file."""
    junctions = {city.name for city in cities if "junction" in city.tags}
    tickets: dict[str, list[tuple[Row, Ticket]]] = {name: [] for name in sets}
    seen: dict[tuple[str, tuple[str, ...]], int] = {}
    for row in rows:
        ticket = _ticket(row, junctions, spellings)
        names = dict.fromkeys(row.items("sets") or ["base"])
        if unknown := [name[:60] for name in names if name not in tickets]:
            row.fault("sets", f"unknown ticket set {one_of(unknown[:3])!r}; {MAP_FILE} declares {one_of(tickets)}")
        for name in names:
            if ticket and name in tickets:
                key = (name, min(ticket.cities, ticket.cities[::-1]))
                if seen.setdefault(key, row.line) != row.line:
                    row.fault("cities", f"row {seen[key]} has the same ticket (ticket set {name!r})")
                tickets[name].append((row, _numbered(ticket, len(tickets[name]))))
    return tickets


def _numbered(ticket: Ticket, index: int) -> Ticket:
    return Ticket(index, ticket.cities, ticket.points, ticket.points_out_of_order, ticket.penalty, ticket.deck)


def _ticket(row: Row, junctions: Collection[str], spellings: Spellings) -> Ticket | None:
    parts = [part.strip() for part in row.text("cities").split(" > ")]
    if meant := _dashed(row.text("cities"), spellings):
        row.fault("cities", f"separate cities by ' > ': {' > '.join(meant)}")
        return None
    names = [find_city(row, "cities", part, spellings) for part in parts[: limits.STOPS]]
    points = row.integer("points", 0, MAX_POINTS)
    penalty = row.integer("penalty", 0, MAX_POINTS, points or 0)
    lower = None
    if len(names) > 2:
        lower = row.integer("points_out_of_order", 0, MAX_POINTS if points is None else points)
    elif row.text("points_out_of_order"):
        row.fault("points_out_of_order", "only a tour (three or more cities) can have this value")
    found = [name for name in names if name]
    if len(names) == 1 and found:
        row.fault("cities", "names only one city; separate cities by ' > '")
    elif len(parts) > limits.STOPS:
        row.fault("cities", f"names {len(parts)} cities; the engine has room for {limits.STOPS}")
    if twice := [name for name, count in Counter(found).items() if count > 1]:
        row.fault("cities", f"names {one_of(twice)} more than once")
    for name in dict.fromkeys(found):
        if name in junctions:
            row.fault("cities", f"{name} is a junction, which no ticket can name")
    if len(found) < len(names) or points is None or penalty is None:
        return None
    return Ticket(0, tuple(found), points, lower, penalty, row.text("deck") or "main")


def _dashed(text: str, spellings: Spellings) -> tuple[str, ...]:
    """Return the two cities of a text that has a dash between them; none if there is no such dash."""
    known = {} if text.casefold() in spellings else spellings
    for dash in re.finditer(r"[-–—]", text[:_LONGEST_DASHED]):
        a, b = text[: dash.start()].strip().casefold(), text[dash.end() :].strip().casefold()
        if a in known and b in known:
            return known[a], known[b]
    return ()


def check_ticket_set(name: str, tickets: Sequence[tuple[Row, Ticket]], rules: RuleSet) -> list[Fault]:
    """Return the faults of a ticket set as a whole: too many tickets for the engine, too few for the players."""
    faults = []
    if len(tickets) > limits.TICKETS:
        message = f"ticket set {name!r} has {len(tickets)} tickets; the engine has room for {limits.TICKETS}"
        faults.append(Fault(TICKETS_FILE, message))
    seats = rules.players[1]
    apart = [(row, ticket) for row, ticket in tickets if ticket.deck == LONG_DECK]
    if apart and not rules.tickets.deal_long:
        message = f"ticket set {name!r} has long tickets, but its rules deal none"
        faults.append(Fault(TICKETS_FILE, message, apart[0][0].line, "deck"))
    for kind, have, dealt in (
        ("", len(tickets) - len(apart), rules.tickets.deal),
        ("long ", len(apart), rules.tickets.deal_long),
    ):
        if have < dealt * seats:
            need = f"{seats} players are dealt {dealt} each: {dealt * seats}"
            faults.append(Fault(TICKETS_FILE, f"ticket set {name!r} has {have} {kind}tickets, but {need}"))
    return faults


def check_cards(rules: RuleSet) -> list[str]:
    """Return what is wrong with the decks of cards for the most players and for this engine."""
    problems = []
    for deck, hand, slots in zip(rules.decks, rules.hand, rules.market.slots, strict=True):
        have = sum(card.count for card in rules.cards if card.deck == deck)
        need = hand * rules.players[1] + slots
        if have < need:
            taken = f"{rules.players[1]} players and the market need {need}"
            problems.append(f"the {deck} deck has {have} cards, but {taken}")
        if have > limits.DECK:
            problems.append(f"the {deck} deck has {have} cards; the engine has room for {limits.DECK}")
    return problems


def _check_capacity(rows: Sequence[Row], number: int, room: int, what: str, file: str) -> None:
    if number > room:
        rows[0].faults.append(Fault(file, f"the map has {number} {what}; the engine has room for {room}"))
