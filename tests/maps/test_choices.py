"""Choice tickets and countries in a map folder: each fault is told once, with its place and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from map_folders import write

from ttr_analysis.maps.folder import check_map, load_map

CITIES = """\
city,x,y,tags,aliases
Athína,0.1,0.1,,Athens
Berlin,0.9,0.1,,
Cádiz,0.1,0.9,,
Danzig,0.6,0.9,,Gdańsk
Nord 1,0.1,0.5,country:Norden,
Nord 2,0.2,0.5,country:Norden,
Sud,0.8,0.5,country:Süden,
"""

ROUTES = """\
city_a,city_b,length,color
Athína,Berlin,3,red
Berlin,Danzig,2,gray
Danzig,Cádiz,4,gray
Athína,Nord 1,1,red
Cádiz,Nord 2,1,blue
Berlin,Sud,1,green
"""

HEADER = "cities,points,penalty,alternatives,copies\n"

PLAIN = "Athína > Cádiz,9,,,\nAthína > Danzig,5,,,\nBerlin > Cádiz,6,,,\nAthens > Berlin,3,,,\nDanzig > Cádiz,4,,,\n"


def bordered(folder: Path, row: str = "", countries: str = "", **changed: Any) -> Path:
    """A small map with places of two countries, and one more row of tickets."""
    texts = {"cities": CITIES, "routes": ROUTES, "tickets": f"{HEADER}{PLAIN}{row}\n", **changed}
    folder = write(folder, **texts)
    if countries:
        (folder / "countries.csv").write_text(countries, encoding="utf-8")
    return folder


TICKET_FAULTS = {
    "Athína,5,,Süden,": ("alternatives", "'Süden' is not a place and its points; write: France 5; Italia 8"),
    "Athína,5,,Süden 5; Norden ٣,": ("alternatives", "'Norden ٣' is not a place and its points"),
    "Athína,5,,5; Norden 3,": ("alternatives", "'5' is not a place and its points"),
    "Athína,5,,Süden 5,": (
        "alternatives",
        "Süden is the only alternative; write 'Athína > Süden' in the column cities",
    ),
    "Athína,5,,Süden -5; Norden 5,": ("alternatives", "a value is not between 0 and 1000000"),
    "Athína,9,,Süden 5; Norden 3,": ("points", "is 9, but the best alternative is worth 5"),
    "Athína,,,Süden 5; Norden 3,": ("points", "'' is not a whole number"),
    "Athína,5,x,Süden 5; Norden 3,": ("penalty", "'x' is not a whole number"),
    "Athína,5,,Suden 5; Norde 3,": ("alternatives", "unknown city or country 'Norde'; did you mean Norden"),
    "Athína,5,,Athens 5; Norden 3,": ("alternatives", "leads from Athína back to Athína"),
    "Norden > Nord 2,5,,,": ("cities", "leads from Norden back to Nord 2"),
    "Norden,5,,,": ("cities", "names only one place; separate places by ' > '"),
    "Athína > Süden,5,,,0": ("copies", "0 is not between 1 and 128"),
}


@pytest.mark.parametrize(("row", "told"), TICKET_FAULTS.items(), ids=TICKET_FAULTS)
def test_a_fault_of_a_choice_ticket_is_told_once_with_its_column(
    tmp_path: Path, row: str, told: tuple[str, str]
) -> None:
    (fault,) = check_map(bordered(tmp_path / "map", row))
    assert (fault.file, fault.row, fault.column) == ("tickets.csv", 7, told[0])
    assert fault.message.startswith(told[1])


def test_a_tour_cannot_name_a_country(tmp_path: Path) -> None:
    tickets = "cities,points,points_out_of_order\nAthína > Norden > Süden,9,4\n" + PLAIN.replace(",,,", ",")
    (fault,) = check_map(bordered(tmp_path / "map", tickets=tickets))
    assert (fault.row, fault.column) == (2, "cities")
    assert fault.message == "names Norden or Süden: a ticket of three or more places cannot name a country"


def test_a_ticket_to_a_country_that_is_there_the_other_way_round_is_there_twice(tmp_path: Path) -> None:
    (fault,) = check_map(bordered(tmp_path / "map", "Athína > Norden,5,,,\nNorden > Athína,5,,,"))
    assert str(fault) == "tickets.csv, row 8, column cities: row 7 has the same ticket (ticket set 'base')"


COUNTRY_FAULTS = {
    "listed twice": ("country,aliases\nNorden,N\nNorden,M\n", 3, "country", "'Norden' is listed twice"),
    "without a name": ("country,aliases\n,N\n", 2, "country", "a country needs a name"),
    "unknown": (
        "country,aliases\nNordn,\n", 2, "country",
        "'Nordn' has no place: no city has the tag country:Nordn; did you mean Norden?",
    ),
    "another's name": (
        "country,aliases\nNorden,Süden\n", 2, "aliases", "'Süden' names two places: Süden and Norden"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "row", "column", "message"), COUNTRY_FAULTS.values(), ids=COUNTRY_FAULTS)
def test_a_fault_of_countries_is_told_with_its_place(
    tmp_path: Path, text: str, row: int, column: str, message: str
) -> None:
    (fault,) = check_map(bordered(tmp_path / "map", countries=text))
    assert (fault.file, fault.row, fault.column, fault.message) == ("countries.csv", row, column, message)


def test_a_country_has_one_spelling(tmp_path: Path) -> None:
    cities = CITIES.replace("0.2,0.5,country:Norden", "0.2,0.5,country:norden")
    (fault,) = check_map(bordered(tmp_path / "map", cities=cities))
    assert str(fault) == (
        "cities.csv, row 7, column tags: the country is called 'Norden' above, and 'norden' here; write it alike"
    )


def test_an_alias_of_a_city_cannot_be_the_name_of_a_country(tmp_path: Path) -> None:
    (fault,) = check_map(bordered(tmp_path / "map", cities=CITIES.replace("Gdańsk", "Norden")))
    assert str(fault) == "cities.csv, row 5, column aliases: 'Norden' names two places: Norden and Danzig"


def test_spaces_before_the_name_of_a_country_do_not_count(tmp_path: Path) -> None:
    game_map = load_map(bordered(tmp_path / "map", cities=CITIES.replace("country:", "country: ")))
    assert game_map.countries == {"Norden": ("Nord 1", "Nord 2"), "Süden": ("Sud",)}


def test_a_track_is_not_numbered_0(tmp_path: Path) -> None:
    routes = ROUTES.replace("color\n", "color,track\n").replace("Athína,Berlin,3,red", "Athína,Berlin,3,red,0")
    rows = [row + "," * (4 - row.count(",")) for row in routes.splitlines()]
    (fault,) = check_map(bordered(tmp_path / "map", routes="\n".join(rows)))
    assert str(fault) == "routes.csv, row 2, column track: 0 is not between 1 and 3"
