"""Convert tables of map facts to the map folders of this project.

    python tools/convert_map_data.py SOURCE TARGET

``SOURCE`` holds one folder for each map with ``cities.csv``, ``routes.csv``, ``tickets.csv`` and
optionally ``city_aliases.csv`` and ``countries.csv``, in the columns that ``maps/usa/SOURCES.md``
describes, and the folders ``usa1910`` and ``europe1912`` with tickets only. ``TARGET`` receives
the CSV files of each map; ``map.toml``, ``SOURCES.md`` and ``layout.json`` are written by people
or by other tools and left alone. Columns that are not needed on a map are left out.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ttr_analysis.maps.folder import COLUMNS
from ttr_analysis.maps.spellings import plain_spelling

Cells = dict[str, str]

EXPANSIONS = {"usa": "usa1910", "europe": "europe1912"}
"""Folders whose tickets are further ticket sets of a map."""

OWN_ALIASES = {
    "first_journey_usa": {"Montreal": "Montréal", "Washington": "Washington DC"},
    "first_journey_europe": {"Kiev": "Kyiv;Kyïv", "Ankara": "Angora", "Moscow": "Moskva"},
    "rails_sails_world": {
        "Athina": "Athens;Athína",
        "Al-Qahira": "Cairo",
        "Moskva": "Moscow",
        "Mexico": "Mexico City",
    },
    "rails_sails_great_lakes": {"Perry Sound": "Parry Sound", "Sault Ste. Marie": "Sault St. Marie"},
}
"""Spellings that the source does not list."""


def main(arguments: Sequence[str]) -> None:
    """Convert every folder of the source that has tracks."""
    source, target = (Path(argument) for argument in arguments)
    for folder in sorted(source.iterdir()):
        if (folder / "routes.csv").is_file():
            convert(folder, target / folder.name)


def convert(folder: Path, target: Path) -> None:
    """Write the CSV files of one map."""
    target.mkdir(parents=True, exist_ok=True)
    if countries := _countries(folder):
        rows = [{"country": name, "aliases": ";".join(others)} for name, others in countries.items()]
        _write(target / "countries.csv", COLUMNS["countries.csv"], rows)
    _write(target / "cities.csv", COLUMNS["cities.csv"], _cities(folder))
    _write(target / "routes.csv", COLUMNS["routes.csv"], [_route(row) for row in _read(folder / "routes.csv")])
    tickets = _tickets(folder)
    # A deck that the source does not know is written by hand or by another tool.
    if tickets:
        _write(target / "tickets.csv", COLUMNS["tickets.csv"], tickets)


def _cities(folder: Path) -> list[Cells]:
    aliases, countries = _aliases(folder), _countries(folder)
    cities = []
    for row in _read(folder / "cities.csv"):
        name = row["city"]
        others = aliases.get(name) or ";".join(_border_aliases(name, countries))
        cities.append({**row, "latitude": row["lat"], "longitude": row["lon"], "aliases": others})
    return cities


def _countries(folder: Path) -> dict[str, list[str]]:
    """Return the other spellings of each country that a border place can belong to."""
    if not (folder / "countries.csv").is_file():
        return {}
    return {row["country"]: row["other_names"].split(";") for row in _read(folder / "countries.csv")}


def _border_aliases(city: str, countries: Mapping[str, list[str]]) -> list[str]:
    """Return ``Italy (Brig)`` for ``Italia (Brig)``, in each language; nothing for a city."""
    country, bracket, _ = city.partition(" (")
    others = countries.get(country, []) if bracket else []
    return [other + city.removeprefix(country) for other in others]


def _aliases(folder: Path) -> dict[str, str]:
    """Return other spellings by city, without remarks and without those the loader derives by itself."""
    aliases = dict(OWN_ALIASES.get(folder.name, {}))
    if (folder / "city_aliases.csv").is_file():
        for row in _read(folder / "city_aliases.csv"):
            others = (re.sub(r"\s*\(.*?\)", "", name).strip() for name in row["other_names"].split(";"))
            derived = {"", plain_spelling(row["city"])}
            aliases[row["city"]] = ";".join(dict.fromkeys(name for name in others if name not in derived))
    return aliases


def _route(row: Cells) -> Cells:
    flags = {name: "yes" if int(row.get(name) or 0) else "" for name in ("pair_spaces", "wraps")}
    numbers = {name: row.get(name, "").replace("0", "") for name in ("locomotives", "cards_for_one")}
    return {**row, **flags, **numbers}


def _tickets(folder: Path) -> list[Cells]:
    """Return the base tickets and those of the other sets; tickets that differ only in their set share a row."""
    merged: dict[tuple[object, ...], Cells] = {}
    more = EXPANSIONS.get(folder.name)
    rows = [(row, ["base"]) for row in _read(folder / "tickets.csv")]
    rows += [(row, row["sets"].split(";")) for row in (_read(folder.parent / more / "tickets.csv") if more else [])]
    for row, sets in rows:
        deck = "long" if row["deck"].endswith("long") else row["deck"]
        key = (frozenset(row["cities"].split(" > ")), row["points"], deck)
        cells = merged.setdefault(key, {**row, "deck": deck, "sets": ""})
        # The source's set "original" is the base deck, which has its own folder.
        names = [*cells["sets"].split(";"), *sets]
        cells["sets"] = ";".join(dict.fromkeys(name for name in names if name not in ("", "original")))
        if row["penalty"] == row["points"]:
            cells["penalty"] = ""
        if row.get("copies") == "1":
            cells["copies"] = ""
    for cells in merged.values():
        cells["sets"] = "" if cells["sets"] == "base" else cells["sets"]
        cells["deck"] = "" if cells["deck"] == "main" else cells["deck"]
    return list(merged.values())


def _read(path: Path) -> list[Cells]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _write(path: Path, columns: tuple[Iterable[str], Iterable[str]], rows: Sequence[Mapping[str, str]]) -> None:
    """Write the required columns, and the optional ones that hold anything other than their default."""
    required, optional = columns
    defaults = {"kind": {"rail"}, "track": {"1"}}
    used = [name for name in optional if {row.get(name, "") for row in rows} - {""} - defaults.get(name, set())]
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, [*required, *used], extrasaction="ignore", restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
