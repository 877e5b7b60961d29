"""Writing a map as a folder that :func:`~ttr_analysis.maps.folder.load_map` reads back equal."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import groupby
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from ttr_analysis.errors import MapError
from ttr_analysis.maps.checks import check_sound, supply_flaws
from ttr_analysis.maps.files import CITIES_FILE, COUNTRIES_FILE, MAP_FILE, ROUTES_FILE, TICKETS_FILE
from ttr_analysis.maps.labels import kept_numbers
from ttr_analysis.maps.settings import BASE
from ttr_analysis.rules.changes import differences
from ttr_analysis.rules.forms import dotted, toml_key, toml_text
from ttr_analysis.rules.rule_sets import RULE_SETS

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.maps.parts import City, Ticket, Track

PICTURE_FILES = ("layout.json", "outline.json")
"""Files for the picture of a map, which a changed map takes along."""


def save_map(game_map: GameMap, folder: Path) -> Path:
    """Write what :meth:`ttr_analysis.maps.game_map.GameMap.save` describes, whole or not at all."""
    from ttr_analysis.maps.folder import load_map  # the reader checks what was written

    check_sound(game_map)
    if game_map.rules.name not in RULE_SETS:
        raise MapError(
            f"map {game_map.name!r} cannot be written as a folder: there is no rule set {game_map.rules.name!r} "
            "that its map.toml could name"
        )

    def finish(draft: Path) -> None:
        _copy_picture(game_map, draft)
        if load_map(draft).digest != game_map.digest:
            raise MapError(
                f"map {game_map.name!r} cannot be written as a folder: its rules lack a value of the rule set, or "
                "a bonus ticket names cities that no tag can tell"
            )

    return write_folder(folder, _files(game_map), finish)


def write_folder(folder: Path, texts: Mapping[str, str], finish: Callable[[Path], object]) -> Path:
    """Write a map folder, whole or not at all; ``finish`` adds to it and checks it before it gets its name.

    Raises
    ------
    MapError
        If the folder is there already and not empty, or it cannot be written.
    """
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise MapError(f"{str(folder)!r} is there already; save the map in a folder that is new or empty")
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(mkdtemp(prefix=".map-", dir=folder.parent))
        try:
            for name, text in texts.items():
                (draft / name).write_text(text, encoding="utf-8", newline="")
            finish(draft)
            draft.chmod(0o755)
            if folder.exists():
                folder.rmdir()  # Windows puts no folder in the place of another one, not even of an empty one
            draft.rename(folder)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
    except OSError as error:
        raise MapError(f"cannot write the map to {str(folder)!r}: {error.strerror or error}") from None
    return folder


def _files(game_map: GameMap) -> dict[str, str]:
    texts = {
        MAP_FILE: "\n".join(_map_lines(game_map)) + "\n",
        CITIES_FILE: csv_text(city_row(game_map, city) for city in game_map.cities),
        ROUTES_FILE: csv_text(map(track_row, game_map.tracks, kept_numbers(game_map.tracks))),
    }
    aliases = {alias: name for alias, name in game_map.aliases.items() if name in game_map.countries}
    if aliases:
        texts[COUNTRIES_FILE] = csv_text(_country_row(name, aliases) for name in game_map.countries)
    return texts | ({TICKETS_FILE: csv_text(ticket_rows(game_map.tickets))} if game_map.tickets else {})


def _copy_picture(game_map: GameMap, draft: Path) -> None:
    for name in PICTURE_FILES if game_map.folder else ():
        if game_map.folder and (game_map.folder / name).is_file():
            shutil.copyfile(game_map.folder / name, draft / name)


# --- map.toml ----------------------------------------------------------------------------------------------


def _map_lines(game_map: GameMap) -> Iterator[str]:
    from ttr_analysis.maps.oddities import oddities

    yield "[map]"
    yield f"title = {toml_text(game_map.title[:100])}"
    yield f"rules = {toml_text(game_map.rules.name)}"
    if game_map.ticket_set != BASE:
        yield f"ticket_set = {toml_text(game_map.ticket_set)}"
    few = any(flaw.part == "tickets" for flaw in supply_flaws(game_map, game_map.rules.players[1]))
    if next(oddities(game_map), None) or (game_map.tickets and few):
        yield "odd = true  # what no printed map has is meant"
    for name, texts in (("changes", game_map.board_changes), ("notices", game_map.notices)):
        if texts:
            yield f"{name} = {toml_text(texts)}"
    usual = RULE_SETS.get(game_map.rules.name, game_map.rules)
    printed = game_map.printed_rules
    yield from rule_table("printed", list(dotted(game_map.printed)), usual.total_cards, printed.total_cards)
    changed = [(name, new) for name, new, _ in differences(game_map.rules, printed)]
    yield from rule_table("rules", changed, printed.total_cards, game_map.rules.total_cards)
    for bonus in game_map.bonus_tickets:
        yield from ("", "[bonus_ticket]")
        yield from (f"{name} = {toml_text(getattr(bonus, name))}" for name in ("name", "points", "copies"))


def rule_table(name: str, values: Sequence[tuple[str, Any]], cards_before: int, cards: int) -> Iterator[str]:
    """Yield a table of rules, each value by its dotted name."""
    if not values:
        return
    yield from ("", f"[{name}]")
    yield from (f"{'.'.join(map(toml_key, key.split('.')))} = {toml_text(value)}" for key, value in values)
    if cards != cards_before:
        yield f"total_cards = {cards}"


# --- the tables --------------------------------------------------------------------------------------------


def csv_text(rows: Iterable[Mapping[str, object]], columns: Sequence[str] = ()) -> str:
    """Return a table with some columns, or with all but those that are empty in every row."""
    filled = [{name: _cell(value) for name, value in row.items()} for row in rows]
    needed = ("city", "country", "city_a", "city_b", "length", "color", "cities", "points")
    if filled and not columns:
        columns = [name for name in filled[0] if name in needed or any(row[name] for row in filled)]
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(filled)
    return text.getvalue()


def _cell(value: object) -> str:
    if value is None or value is False:
        return ""
    return "yes" if value is True else str(value)


def city_row(game_map: GameMap, city: City) -> dict[str, object]:
    """Return the row of a city in ``cities.csv``."""
    aliases = (alias for alias, name in game_map.aliases.items() if name == city.name)
    places = {name: getattr(city, name) for name in ("latitude", "longitude", "x", "y")}
    return {"city": city.name, **places, "tags": ";".join(sorted(city.tags)), "aliases": ";".join(aliases)}


def track_row(track: Track, label: str) -> dict[str, object]:
    """Return the row of a track in ``routes.csv``, with the number in its name that it keeps."""
    values = {field.name: getattr(track, field.name) for field in fields(track)}
    own = {name: values[name] for name in ("city_a", "city_b", "length", "color", "kind", "pair_spaces", "wraps")}
    counts = {"locomotives": track.locomotives or "", "cards_for_one": track.cards_for_one or ""}
    return own | counts | {"track": track.number, "label": label}


def _country_row(country: str, aliases: Mapping[str, str]) -> dict[str, object]:
    return {"country": country, "aliases": ";".join(alias for alias, name in aliases.items() if name == country)}


def ticket_rows(tickets: Iterable[Ticket]) -> Iterator[dict[str, object]]:
    """Yield a row for each ticket, or for the copies of one."""
    for _, alike in groupby(tickets, lambda ticket: replace(ticket, index=0)):
        ticket, *others = alike
        copies = ticket.copies if len(others) + 1 == ticket.copies else 1
        yield from (_ticket_row(each, copies) for each in [ticket, *others][::copies])


def _ticket_row(ticket: Ticket, copies: int) -> dict[str, object]:
    stops, choice = ticket.cities, ticket.alternatives
    if len(choice) == 1:  # a country, or a place of several, as in a plain ticket
        stops, choice = (*stops, choice[0][0]), ()
    return {
        "cities": " > ".join(stops),
        "points": ticket.points,
        "points_out_of_order": ticket.points_out_of_order,
        "penalty": ticket.penalty,
        "deck": "" if ticket.deck == "main" else ticket.deck,
        "alternatives": "; ".join(f"{place} {points}" for place, points in choice),
        "copies": copies if copies > 1 else "",
    }
