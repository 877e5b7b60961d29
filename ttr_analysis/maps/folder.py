"""Finding, reading and checking map folders.

A map is a folder with ``map.toml``, ``cities.csv``, ``routes.csv`` and ``tickets.csv``
(``maps/README.md`` describes the format). All faults of a folder are reported at once,
with file, row and column.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ttr_analysis._validate import did_you_mean, one_of, shown
from ttr_analysis.errors import Fault, MapError
from ttr_analysis.maps.checks import (
    check_board,
    check_cards,
    check_ticket_set,
    read_cities,
    read_spellings,
    read_tickets,
    read_tracks,
)
from ttr_analysis.maps.files import (
    CITIES_FILE,
    MAP_FILE,
    ROUTES_FILE,
    TICKETS_FILE,
    MapFile,
    Row,
    read_map_file,
    read_table,
    toml_row,
)
from ttr_analysis.maps.game_map import BonusTicket, City, GameMap, Ticket, Track
from ttr_analysis.maps.rule_settings import changed_rules, named_rules
from ttr_analysis.rules.spec import RuleSet

CITY_COLUMNS = (("city",), ("latitude", "longitude", "x", "y", "tags", "aliases"))
"""Columns that ``cities.csv`` must have, and columns it may have."""

ROUTE_COLUMNS = (("city_a", "city_b", "length", "color"), ("kind", "locomotives", "pair_spaces", "track", "wraps"))
"""Columns that ``routes.csv`` must have, and columns it may have."""

TICKET_COLUMNS = (("cities", "points"), ("points_out_of_order", "penalty", "deck", "sets"))
"""Columns that ``tickets.csv`` must have, and columns it may have."""

BASE = "base"
"""The ticket set that every map has."""

_PACKAGE = Path(__file__).resolve().parents[1]


def available_maps() -> tuple[str, ...]:
    """Return the names of the maps that :func:`load_map` finds without a path, in alphabetical order.

    Raises
    ------
    MapError
        If the environment variable ``TTR_MAPS`` is not a readable folder.

    Examples
    --------
    >>> ttr.available_maps()[:3]
    ('europe', 'first_journey_europe', 'first_journey_usa')
    """
    try:
        names = {folder.name for home in _homes() for folder in home.iterdir() if (folder / MAP_FILE).is_file()}
    except OSError as error:
        raise MapError(f"cannot read a folder that contains maps: {error}") from None
    return tuple(sorted(names))


def load_map(name: str | Path, tickets: str | None = None) -> GameMap:
    """Read a map with one of its ticket sets.

    Parameters
    ----------
    name : str or Path
        Name of an available map (``"usa"``), or path to a map folder.
    tickets : str, optional
        Name of a ticket set (``"1910"``); ``"base"`` if left out.

    Raises
    ------
    MapError
        If there is no such map or ticket set, or if the folder has faults: all are listed.

    Examples
    --------
    >>> ttr.load_map("usa", tickets="1910").ticket_set
    '1910'
    """
    maps, faults = _read_folder(find_map(name))
    if faults:
        raise MapError(f"map {str(name)!r} has {len(faults)} fault{'s' * (len(faults) > 1)}:", faults)
    wanted = BASE if tickets is None else tickets
    if wanted not in maps:
        raise MapError(f"map {str(name)!r} has no ticket set {wanted!r}; it has {one_of(maps)}")
    return maps[wanted]


def check_map(name: str | Path) -> list[Fault]:
    """Return every fault of a map folder, all ticket sets included; an empty list if there is none."""
    try:
        folder = find_map(name)
    except MapError as error:
        return [Fault(str(name), str(error))]
    return _read_folder(folder)[1]


def find_map(name: str | Path) -> Path:
    """Return the folder of a map, given by a path or by a name that is looked up in ``TTR_MAPS`` and the package.

    Raises
    ------
    MapError
        If there is no such map; the message says which maps exist.
    """
    if not isinstance(name, str | Path):
        raise MapError(f"a map must be given by its name or its folder, not as {shown(name)}")
    text = str(name)
    is_path = isinstance(name, Path) or Path(text).name != text or text == ".."
    places = [] if is_path else [home / text for home in _homes()]
    try:
        for folder in (*places, Path(text).expanduser()):
            if text and folder.is_dir():
                return folder
    except (OSError, ValueError, RuntimeError) as error:
        raise MapError(f"cannot read a map at {text!r}: {error}") from None
    if is_path:
        raise MapError(f"there is no map folder {text!r}")
    names = available_maps()
    hint = did_you_mean(text, names, likeness=0.4)
    there = f"available are {one_of(names)}, or give the path to a folder"
    raise MapError(f"there is no map {text!r}{hint or ';'} {there}")


def _homes() -> list[Path]:
    """Return the folders that contain maps, the first wins; the last holds the maps of the package or checkout."""
    homes = []
    if named := os.environ.get("TTR_MAPS"):
        if not Path(named).is_dir():
            raise MapError(f"the environment variable TTR_MAPS is {named!r}, which is not a folder")
        homes.append(Path(named))
    packaged, checkout = _PACKAGE / "_maps", _PACKAGE.parent / "maps"
    own = packaged if packaged.is_dir() else checkout
    return [*homes, own] if own.is_dir() else homes


def _read_folder(folder: Path) -> tuple[dict[str, GameMap], list[Fault]]:
    """Read the map with each of its ticket sets, and collect every fault; return no maps if there are faults."""
    faults: list[Fault] = []
    head, text = read_map_file(folder, faults)
    city_rows = read_table(folder, CITIES_FILE, *CITY_COLUMNS, faults)
    route_rows = read_table(folder, ROUTES_FILE, *ROUTE_COLUMNS, faults)
    ticket_rows = read_table(folder, TICKETS_FILE, *TICKET_COLUMNS, faults)
    rules = _rules_of_sets(head, text, ticket_rows, faults)
    cities = read_cities(city_rows)
    spellings = read_spellings(city_rows, cities)
    if cities:
        tracks = read_tracks(route_rows, cities, spellings, rules[BASE])
        # A fault in one row would be reported a second time, as cities that cannot be reached.
        if route_rows and not any(fault.file == ROUTES_FILE for fault in faults):
            faults += check_board(city_rows, cities, tracks, rules[BASE])
        decks = read_tickets(ticket_rows, cities, spellings, rules)
        # Whether there are enough tickets can only be checked against valid rules.
        known = not any(fault.file == MAP_FILE for fault in faults)
        if known and ticket_rows and not any(fault.file == TICKETS_FILE for fault in faults):
            faults += [fault for name in rules for fault in check_ticket_set(name, decks[name], rules[name])]
    bonus = _bonus_tickets(head, text, cities, faults)
    if faults or head is None:
        return {}, sorted(faults, key=_place)
    base = GameMap(
        name=folder.resolve().name,
        title=head.map.title,
        cities=cities,
        tracks=tracks,
        tickets=(),
        rules=rules[BASE],
        bonus_tickets=bonus,
        ticket_sets=tuple(rules),
        aliases=MappingProxyType(spellings),
        notices=tuple(head.map.notices),
        folder=folder.resolve(),
    )
    return {name: _with_ticket_set(base, name, decks[name], rules[name]) for name in rules}, []


def _rules_of_sets(
    head: MapFile | None, text: str, ticket_rows: Sequence[Row], faults: list[Fault]
) -> dict[str, RuleSet]:
    """Return the rules of each ticket set, the base set first."""
    base = named_rules(head, text, faults)
    if head is None:
        return dict.fromkeys([BASE, *(name for row in ticket_rows for name in row.items("sets"))], base)
    rules = {BASE: base}
    for name, entry in head.ticket_sets.items():
        rules[name] = changed_rules(base, entry.rules, ("ticket_sets", name, "rules"), text, faults)
    for name, set_rules in rules.items():
        table = "rules" if name == BASE else f"ticket_sets.{name}.rules"
        faults += [Fault(MAP_FILE, problem, None, table) for problem in check_cards(set_rules)]
    return rules


def _place(fault: Fault) -> tuple[int, int]:
    files = (MAP_FILE, CITIES_FILE, ROUTES_FILE, TICKETS_FILE)
    return files.index(fault.file), fault.row or 0


def _bonus_tickets(
    head: MapFile | None, text: str, cities: Sequence[City], faults: list[Fault]
) -> tuple[BonusTicket, ...]:
    """Return the bonus ticket for joining a city tagged ``west`` with one tagged ``east``, if the map has one."""
    if head is None or head.bonus_ticket is None:
        return ()
    sides = [tuple(city.name for city in cities if tag in city.tags) for tag in ("west", "east")]
    bonus = head.bonus_ticket
    problem = ""
    if not all(sides):
        problem = f"needs cities tagged west and cities tagged east in {CITIES_FILE}"
    elif both := [name for name in sides[0] if name in sides[1]]:
        problem = f"{one_of(both)} cannot be tagged both west and east"
    if problem and cities:
        faults.append(Fault(MAP_FILE, problem, toml_row(text, ("bonus_ticket",)), "bonus_ticket"))
    return (BonusTicket(bonus.name, sides[0], sides[1], bonus.points, bonus.copies),)


def _with_ticket_set(base: GameMap, name: str, ticket_set: Sequence[tuple[Row, Ticket]], rules: RuleSet) -> GameMap:
    game_map = replace(base, ticket_set=name, rules=rules, tickets=tuple(ticket for _, ticket in ticket_set))
    return replace(game_map, digest=map_digest(game_map))


def map_digest(game_map: GameMap) -> str:
    """Return the SHA-256 digest (hexadecimal) of all that affects games: cities, tracks, tickets and rules.

    Comments, positions on the board, aliases, titles and notices do not change it.
    """
    decisive = {
        "cities": [(city.name, sorted(city.tags)) for city in game_map.cities],
        "tracks": [_without_label(track) for track in game_map.tracks],
        "tickets": [asdict(ticket) for ticket in game_map.tickets],
        "bonus_tickets": [asdict(bonus) for bonus in game_map.bonus_tickets],
        "rules": asdict(game_map.rules),
    }
    canonical = json.dumps(decisive, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _without_label(track: Track) -> dict[str, Any]:
    return {name: value for name, value in asdict(track).items() if name != "label"}
