"""Finding, reading and checking map folders.

A map is a folder with ``map.toml``, ``cities.csv``, ``routes.csv`` and, if it has tickets,
``tickets.csv`` (``maps/README.md`` describes the format). All faults of a folder are reported at once,
with file, row and column.
"""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import Concatenate, ParamSpec, TypeVar

from ttr_analysis._validate import did_you_mean, one_of, shown
from ttr_analysis.errors import Fault, MapError
from ttr_analysis.maps import files
from ttr_analysis.maps import rows as read
from ttr_analysis.maps.checks import Flaw, as_fault, faults_of, flaws, supply_flaws
from ttr_analysis.maps.choices import countries_of
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.oddities import oddities
from ttr_analysis.maps.parts import BonusTicket, City
from ttr_analysis.maps.rule_settings import printed_values, rules_of_sets
from ttr_analysis.maps.settings import Settings, read_settings
from ttr_analysis.maps.shared_names import with_own_names
from ttr_analysis.maps.spellings import spellings_of

COLUMNS = {
    files.CITIES_FILE: (("city",), ("latitude", "longitude", "x", "y", "tags", "aliases")),
    files.ROUTES_FILE: (
        ("city_a", "city_b", "length", "color"),
        ("kind", "locomotives", "pair_spaces", "track", "wraps", "cards_for_one", "label"),
    ),
    files.TICKETS_FILE: (
        ("cities", "points"),
        ("points_out_of_order", "penalty", "deck", "sets", "alternatives", "copies"),
    ),
    files.COUNTRIES_FILE: (("country",), ("aliases",)),
}
"""Of each table: the columns that it must have, and those that it may have."""

FILES = {
    "rules": files.MAP_FILE,
    "bonus_tickets": files.MAP_FILE,
    "cities": files.CITIES_FILE,
    "tracks": files.ROUTES_FILE,
    "tickets": files.TICKETS_FILE,
}
"""The file in which each part of a map stands."""

_COLUMN_OF = {("cities", "name"): "city", ("tracks", "number"): "track"}
"""The columns that are not called like the attributes that they fill."""

NO_TICKETS: Sequence[files.Row] = []
"""In place of the rows of a map that has no tickets at all."""

MADE_UP = "made_up"
"""The name under which boards are made up from a seed."""

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
        names = {folder.name for home in _homes() for folder in home.iterdir() if (folder / files.MAP_FILE).is_file()}
    except OSError as error:
        raise MapError(f"cannot read a folder that contains maps: {error}") from None
    return tuple(sorted(names))


def load_map(name: str | Path, tickets: str | None = None) -> GameMap:
    """Read a map with one of its ticket sets.

    Parameters
    ----------
    name : str or Path
        Name of an available map (``"usa"``), path to a map folder, or ``"made_up"``.
    tickets : str, optional
        Name of a ticket set (``"1910"``); if left out, the map's own one (``"base"`` for the printed maps).
        For ``"made_up"``, the seed of the board, see :func:`~ttr_analysis.maps.made_up_board`.

    Raises
    ------
    MapError
        If there is no such map or ticket set, or if the folder has faults: all are listed.

    Examples
    --------
    >>> ttr.load_map("usa", tickets="1910").ticket_set
    '1910'
    """
    if isinstance(name, str) and name == MADE_UP:
        from ttr_analysis.maps.made_up import made_up_board  # slow to import

        return made_up_board(_seed_of_board(tickets))
    maps, faults = _read_folder(find_map(name))
    if faults:
        raise MapError(f"map {str(name)!r} has {len(faults)} fault{'s' * (len(faults) > 1)}:", faults)
    wanted = next(iter(maps)) if tickets is None else tickets
    if wanted not in maps:
        raise MapError(f"map {str(name)!r} has no ticket set {wanted!r}; it has {one_of(maps)}")
    found = maps[wanted]
    found.__dict__["board_differences"] = found.board_changes  # as it was read: no need to read the folder again
    return found


def _seed_of_board(text: str | None) -> int:
    if text is None or not text.isdecimal():
        raise MapError(f"a board that is {MADE_UP} needs its seed in place of a ticket set, such as {MADE_UP}:7")
    return int(text)


MapLike = str | Path | GameMap
"""What functions of a map take: a map, or the name or folder of one."""

P = ParamSpec("P")
T = TypeVar("T")


def as_map(game_map: MapLike) -> GameMap:
    """Return a map, read if its name or folder is given.

    Examples
    --------
    >>> ttr.maps.as_map("usa").title
    'Ticket to Ride (USA)'
    """
    return game_map if isinstance(game_map, GameMap) else load_map(game_map)


def takes_map(function: Callable[Concatenate[GameMap, P], T]) -> Callable[Concatenate[MapLike, P], T]:
    """Decorate a function of a map, its first argument: it takes the name or folder of one, too.

    Examples
    --------
    >>> ttr.maps.takes_map(lambda game_map: game_map.title)("usa")
    'Ticket to Ride (USA)'
    """

    @wraps(function)
    def with_map(game_map: MapLike, *arguments: P.args, **options: P.kwargs) -> T:
        return function(as_map(game_map), *arguments, **options)

    return with_map  # type: ignore[return-value]  # it may be given by its name, too


def check_map(name: str | Path | GameMap) -> list[Fault]:
    """Return every fault of a map; an empty list if there is none.

    A folder is checked with all its ticket sets. The faults of a map made in Python name its
    parts (``tracks[3]``) in place of files.

    Examples
    --------
    >>> ttr.maps.check_map("usa")
    []
    """
    if isinstance(name, GameMap):
        return list(faults_of(name) or map(as_fault, oddities(name)))
    try:
        folder = find_map(name)
    except MapError as error:
        return [Fault(str(name), str(error))]
    return _read_folder(folder)[1]


def is_as_in_folder(game_map: GameMap) -> bool:
    """Return whether a map plays the games of the folder that it was read from, so that its name stands for it."""
    if game_map.folder is None:
        return False
    try:
        return load_map(game_map.folder, game_map.ticket_set).digest == game_map.digest
    except MapError:
        return False


def told_changes(game_map: GameMap) -> tuple[str, ...]:
    """Return what was changed on the board of a map since its folder was read; what was changed back does not count."""
    if game_map.folder is None:
        return game_map.board_changes
    try:
        folder = load_map(game_map.folder, game_map.ticket_set)
    except MapError:
        return game_map.board_changes
    if all(getattr(folder, part) == getattr(game_map, part) for part in ("cities", "tracks", "tickets")):
        return folder.board_changes
    return game_map.board_changes or ("another board or other tickets than in its folder",)


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
    before, colon, ticket_set = text.partition(":")
    if colon and before in names:
        raise MapError(
            f"there is no map {text!r}; that is how commands name the ticket set of a map, in Python it is "
            f"load_map({before!r}, {ticket_set!r})"
        )
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
    settings = read_settings(folder)
    has_tickets = os.path.lexists(folder / files.TICKETS_FILE) or not (folder / files.ROUTES_FILE).exists()
    absent = {
        files.TICKETS_FILE: not has_tickets,
        files.COUNTRIES_FILE: not os.path.lexists(folder / files.COUNTRIES_FILE),
    }
    tables = {
        name: files.Table() if absent.get(name) else files.read_table(folder, name, *columns)
        for name, columns in COLUMNS.items()
    }
    city_rows, route_rows, ticket_rows, country_rows = (table.rows for table in tables.values())
    named = (name for row in ticket_rows for name in row.items("sets"))
    rules, rule_faults = rules_of_sets(settings, named)
    aliases = read.read_aliases(city_rows, country_rows)
    city_rows, route_rows = with_own_names(city_rows, route_rows, aliases)
    cities = read.read_cities(city_rows)
    countries = countries_of(cities)
    read.check_countries(country_rows, countries)
    of_cities = {alias: name for alias, name in aliases.items() if name not in countries}
    tracks = read.read_tracks(route_rows, spellings_of((city.name for city in cities), of_cities), rules[settings.base])
    places = spellings_of((*(city.name for city in cities), *countries), aliases)
    tickets = read.read_tickets(ticket_rows, places, rules, countries)
    base = GameMap(
        name=folder.resolve().name,
        title=settings.file.map.title if settings.file else "",
        cities=cities,
        tracks=tracks,
        tickets=(),
        rules=rules[settings.base],
        bonus_tickets=_bonus_tickets(settings, cities),
        ticket_sets=tuple(rules),
        aliases=MappingProxyType(aliases),
        notices=tuple(settings.file.map.notices) if settings.file else (),
        folder=folder.resolve(),
        board_changes=tuple(settings.file.map.changes) if settings.file else (),
    )
    maps = {
        name: replace(
            base,
            ticket_set=name,
            rules=rules[name],
            tickets=tuple(ticket for _, ticket in tickets[name]),
            printed=MappingProxyType(printed_values(settings, name)),
        )
        for name in rules
    }
    faults = [*settings.faults, *rule_faults, *(fault for table in tables.values() for fault in table.faults)]
    broken = {fault.file for fault in faults}
    for name, game_map in maps.items() if cities else ():
        ticket_lines = [row for row, _ in tickets[name]] if has_tickets else NO_TICKETS
        rows = {"cities": city_rows, "tracks": route_rows, "tickets": ticket_lines}
        faults += _flaws_as_faults(game_map, settings, rows, broken)
    return ({} if faults else maps), sorted(dict.fromkeys(faults), key=_place)


def _flaws_as_faults(
    game_map: GameMap, settings: Settings, rows: Mapping[str, Sequence[files.Row]], broken: Collection[str]
) -> Iterator[Fault]:
    """Yield what is wrong with a map as faults of its files, but for what ``broken`` files explain."""
    unread = {
        part: [i for i, row in enumerate(rows.get(part, ())) if row.faults]
        for part, file in FILES.items()
        if file in broken
    }
    found = flaws(game_map, unread)
    odd = settings.file is not None and settings.file.map.odd
    if not odd:
        found += oddities(game_map, unread, found)
    doubtful = {*unread, *(flaw.part for flaw in found)}
    supplies = [
        flaw
        for flaw in supply_flaws(game_map, game_map.rules.players[1])
        if flaw.part == "rules" or not (odd or rows["tickets"] is NO_TICKETS)
    ]
    found += (flaw for flaw in supplies if flaw.part == "rules" or not {"rules", "tickets", flaw.part} & doubtful)
    for flaw in found:
        yield _as_fault(flaw, game_map, settings, rows)


def _as_fault(flaw: Flaw, game_map: GameMap, settings: Settings, rows: Mapping[str, Sequence[files.Row]]) -> Fault:
    if flaw.part == "bonus_tickets":
        return settings.fault(("bonus_ticket",), flaw.message)
    if flaw.part == "rules":
        table = "rules" if game_map.ticket_set == settings.base else f"ticket_sets.{game_map.ticket_set}.rules"
        return Fault(files.MAP_FILE, flaw.message, None, table)
    lines = [row.line for row in rows[flaw.part]]
    message = flaw.message if flaw.other is None else flaw.message.replace("{other}", f"row {lines[flaw.other]}")
    column = _COLUMN_OF.get((flaw.part, flaw.field or ""), flaw.field)
    return Fault(FILES[flaw.part], message, None if flaw.index is None else lines[flaw.index], column)


def _place(fault: Fault) -> tuple[int, int]:
    order = (files.MAP_FILE, files.CITIES_FILE, files.COUNTRIES_FILE, files.ROUTES_FILE, files.TICKETS_FILE)
    return order.index(fault.file), fault.row or 0


def _bonus_tickets(settings: Settings, cities: Sequence[City]) -> tuple[BonusTicket, ...]:
    """Return the bonus ticket for joining a city tagged ``west`` with one tagged ``east``, if the map has one."""
    bonus = settings.file.bonus_ticket if settings.file else None
    if bonus is None or not cities:
        return ()
    west, east = (tuple(city.name for city in cities if tag in city.tags) for tag in ("west", "east"))
    return (BonusTicket(bonus.name, west, east, bonus.points, bonus.copies),)
