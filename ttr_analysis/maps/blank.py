"""A map folder to fill in: the rules of another map, its columns, and a few rows that show what belongs there."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ttr_analysis.errors import MapError
from ttr_analysis.maps.files import CITIES_FILE, MAP_FILE, ROUTES_FILE, TICKETS_FILE
from ttr_analysis.maps.folder import check_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import Track
from ttr_analysis.maps.save import city_row, csv_text, rule_table, ticket_rows, track_row, write_folder
from ttr_analysis.rules.changes import differences
from ttr_analysis.rules.forms import dotted, toml_text
from ttr_analysis.rules.rule_sets import RULE_SETS
from ttr_analysis.rules.spec import GRAY

TOWNS = ("First town", "Second town", "Third town")
"""The cities of the rows that show the form; the second one lies between the others."""

_PLACES = ((0.2, 0.3), (0.5, 0.5), (0.8, 0.3))

_ALWAYS = (
    "players", "pieces", "hand", "route_points", "doubles_close_below", "longest_trail_bonus", "most_tickets_bonus",
    "tickets.deal", "tickets.keep", "tickets.draw", "tickets.draw_keep", "end.pieces_left",
)  # fmt: skip
"""Values of the rules that a new map is likely to have otherwise, by their dotted names."""


def new_folder(like: GameMap, folder: Path, title: str | None = None) -> Path:
    """Write a map folder to fill in, with the rules of a map and the columns of its tables.

    Parameters
    ----------
    like : GameMap
        The map whose rules it has.
    folder : Path
        A folder that does not exist or is empty.
    title : str, optional
        The title of the map; the name of the folder if left out.

    Raises
    ------
    MapError
        If the folder is there already, or cannot be written.
    """

    def check(draft: Path) -> None:
        if faults := check_map(draft):
            raise MapError(f"a map like {like.name!r} cannot be made:", faults)

    texts = {
        MAP_FILE: "\n".join(_map_lines(like, title or folder.resolve().name)) + "\n",
        CITIES_FILE: csv_text(_city_rows(like), columns=_city_columns(like)),
        ROUTES_FILE: csv_text(_route_rows(like), columns=_route_columns(like)),
        TICKETS_FILE: csv_text(_ticket_rows(like), columns=_ticket_columns(like)),
    }
    return write_folder(folder, texts, check)


def _map_lines(like: GameMap, title: str) -> Iterator[str]:
    yield f"# A map to fill in, with the rules of {like.title}. The guide to maps, maps/README.md, lists every key."
    yield from ("", "[map]", f"title = {toml_text(title[:100])}", f"rules = {toml_text(like.rules.name)}")
    yield "odd = true  # while the map is not whole: take this line out, and ttr maps check tells what looks odd"
    usual, printed = RULE_SETS.get(like.rules.name, like.rules), like.printed_rules
    yield from rule_table("printed", list(dotted(like.printed)), usual.total_cards, printed.total_cards)
    changed = [(name, new) for name, new, _ in differences(like.rules, printed)]
    yield from rule_table("rules", changed, printed.total_cards, like.rules.total_cards) if changed else ("", "[rules]")
    yield "# The rules as they are; take the mark off a line whose value is another on your map."
    yield from (f"# {name} = {toml_text(value)}" for name, value in _values(like) if name not in dict(changed))
    for bonus in like.bonus_tickets:
        yield from ("", "# A bonus ticket for joining a city tagged west with one tagged east.", "# [bonus_ticket]")
        yield from (f"# {name} = {toml_text(getattr(bonus, name))}" for name in ("name", "points", "copies"))


def _values(like: GameMap) -> Iterator[tuple[str, Any]]:
    """Yield the values worth having at hand: those of every game, and of the buildings of this one."""
    buildings = [f"{name}.number" for name in ("stations", "harbours") if getattr(like.rules, name).number]
    for name in (*_ALWAYS, *buildings):
        value: Any = like.rules
        for part in name.split("."):
            value = getattr(value, part)
        yield name, value


def _filled(rows: Iterable[Mapping[str, object]]) -> set[str]:
    """Return the columns that are not empty in every row."""
    return {name for row in rows for name, value in row.items() if value not in (None, False, "")}


def _city_columns(like: GameMap) -> tuple[str, ...]:
    used = _filled(city_row(like, city) for city in like.cities) | {"city", "x", "y", "aliases"}
    return tuple(name for name in city_row(like, like.cities[0]) if name in used)


def _city_rows(like: GameMap) -> list[dict[str, object]]:
    cities = (replace(like.cities[0], name=name, latitude=None, longitude=None, tags=frozenset()) for name in TOWNS)
    return [city_row(like, replace(city, x=x, y=y)) for city, (x, y) in zip(cities, _PLACES, strict=True)]


def _route_columns(like: GameMap) -> tuple[str, ...]:
    used = _filled(track_row(track, "") for track in like.tracks) | {"track"}
    several = len({track.kind for track in like.tracks}) > 1
    return tuple(name for name in track_row(like.tracks[0], "") if name in used and (several or name != "kind"))


def _route_rows(like: GameMap) -> list[dict[str, object]]:
    """Return a row for a track of a colour and one for a special or a gray track, as the map has them."""
    plain = [track for track in like.tracks if track.color != GRAY and not _is_special(track, like)]
    special = [track for track in like.tracks if _is_special(track, like)] or [
        track for track in like.tracks if track.color == GRAY
    ]
    kinds = (next(iter(found), like.tracks[0]) for found in (plain, special))
    return [
        track_row(replace(track, city_a=a, city_b=b, number=1, wraps=False), "")
        for track, a, b in zip(kinds, TOWNS[:2], TOWNS[1:], strict=True)
    ]


def _is_special(track: Track, like: GameMap) -> bool:
    return bool(track.locomotives) or track.kind != next(iter(like.rules.track_kinds))


def _ticket_columns(like: GameMap) -> tuple[str, ...]:
    used = _filled(ticket_rows(like.tickets)) - {"penalty"} | {"cities", "points"}
    if any(ticket.penalty != ticket.points and not ticket.is_choice for ticket in like.tickets):
        used.add("penalty")
    order = ("cities", "points", "points_out_of_order", "penalty", "deck", "alternatives", "copies")
    return tuple(name for name in order if name in used)


def _ticket_rows(like: GameMap) -> list[dict[str, object]]:
    lengths: Sequence[Any] = [row["length"] for row in _route_rows(like)]
    rows: list[dict[str, object]] = [
        {"cities": f"{TOWNS[0]} > {TOWNS[2]}", "points": sum(lengths)},
        {"cities": f"{TOWNS[0]} > {TOWNS[1]}", "points": lengths[0]},
    ]
    if any(ticket.is_choice for ticket in like.tickets):
        goals = f"{TOWNS[1]} {lengths[1]}; {TOWNS[0]} {sum(lengths)}"
        rows.append({"cities": TOWNS[2], "points": sum(lengths), "alternatives": goals})
    return rows
