"""Map files as people have them: what spreadsheets and pandas write is read, and what is unclear is named."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest

from ttr_analysis.cli import main
from ttr_analysis.maps.folder import available_maps, check_map, find_map, load_map

TEXTS: Mapping[str, str] = {
    "map.toml": '[map]\ntitle = "Small"\nrules = "usa"\n[rules]\nplayers = [2, 2]\ntickets = { deal = 1, keep = 1 }\n',
    "cities.csv": "city,latitude,longitude,aliases\nMünchen,48.14,-11.58,Munich\nKöln,50.94,6.96,\n"
    "St. Goar,50.15,7.71,\n",
    "routes.csv": "city_a,city_b,length,color,pair_spaces,track\nMünchen,Köln,5,gray,,\nKöln,St. Goar,3,purple,no,1\n",
    "tickets.csv": "cities,points\nMünchen > Köln,5\nKöln > St. Goar,3\nMünchen > St. Goar,6\n",
}


def put(folder: Path, **changed: str) -> Path:
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(changed.get(name.partition(".")[0], text), encoding="utf-8")
    return folder


def messages(folder: Path) -> list[str]:
    return [str(fault) for fault in check_map(folder)]


def semicolons(text: str) -> str:
    return text.replace(",", ";").replace(".1", ",1").replace(".5", ",5").replace(".9", ",9").replace(".7", ",7")


def routes(old: str, new: str) -> dict[str, str]:
    assert old in TEXTS["routes.csv"]
    return {"routes": TEXTS["routes.csv"].replace(old, new)}


def tickets(separator: str) -> dict[str, str]:
    return {"tickets": TEXTS["tickets.csv"].replace(" > ", separator)}


def tables(change: str) -> dict[str, str]:
    forms = {
        "semicolons": semicolons,
        "tabs": lambda text: text.replace(",", "\t"),
        "sep=,": lambda text: "sep=,\n" + text,
        "sep=;": lambda text: "sep=;\n" + semicolons(text),
        "empty columns": lambda text: text.replace("\n", ",,\n"),
        "empty cells": lambda text: text.replace("\n", ",,\n").replace(",,\n", "\n", 1),
        "titles": lambda text: text.partition("\n")[0].upper().replace("_", " ") + "\n" + text.partition("\n")[2],
    }
    return {name.partition(".")[0]: forms[change](text) for name, text in TEXTS.items() if name.endswith(".csv")}


@pytest.mark.parametrize(
    "changed",
    [
        *map(tables, ("semicolons", "tabs", "sep=,", "sep=;", "empty columns", "empty cells", "titles")),
        routes("color", "colour"),
        routes("gray", "Grey"),
        routes("purple", "PINK"),
        routes("5,gray,,", "5.0,GRAY,0.0,1.0"),
        {"cities": TEXTS["cities.csv"].replace("-11.58", "\N{MINUS SIGN}11.58")},
        *(tickets(arrow) for arrow in (">", " \N{RIGHTWARDS ARROW} ", "\N{RIGHTWARDS ARROW}", " -> ", "->", " => ")),
    ],
)  # fmt: skip
def test_files_in_the_forms_that_people_have(tmp_path: Path, changed: dict[str, str]) -> None:
    folder = put(tmp_path / "small", **changed)
    assert messages(folder) == []
    found, plain = load_map(folder), load_map(put(tmp_path / "plain"))
    assert (found.digest, found.cities, found.tracks) == (plain.digest, plain.cities, plain.tracks)


@pytest.mark.parametrize("name", available_maps())
def test_a_map_read_into_pandas_and_written_back_is_the_same(tmp_path: Path, name: str) -> None:
    source, folder = find_map(name), tmp_path / name
    folder.mkdir()
    for path in source.glob("*.[ct][so][vm]*"):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".csv":
            text = pd.read_csv(io.StringIO(text), keep_default_na=False, na_values=[""]).to_csv(index=False)
        (folder / path.name).write_text(text, encoding="utf-8")
    assert load_map(folder).digest == load_map(name).digest


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (tickets(" to "), "tickets.csv, row 2, column cities: separate cities by ' > ': München > Köln"),
        (tickets(" / "), "tickets.csv, row 2, column cities: separate cities by ' > ': München > Köln"),
        ({"tickets": "cities,points\nMünchen>Kölln,5\n"}, "unknown city 'Kölln'; did you mean Köln?"),
        ({"routes": ",,,\n"}, "routes.csv: has no header: its first rows are empty"),
        ({"cities": ",,,\n"}, "cities.csv: has no header: its first rows are empty"),
        ({"tickets": ",,,\n"}, "tickets.csv: has no header: its first rows are empty"),
        ({"tickets": ",cities,points\n0,München > Köln,5\n"}, "tickets.csv, row 1: column 1 has no name"),
        ({"tickets": "cities,points,\nMünchen > Köln,5,new\n"}, "row 2: has 3 cells, but the header has 2"),
        (routes("5,gray", "5.5,gray"), "routes.csv, row 2, column length: '5.5' is not a whole number"),
        (routes("gray", "purpel"), "no card has the color 'purpel'"),
    ],
)  # fmt: skip
def test_what_is_unclear_is_named(tmp_path: Path, changed: dict[str, str], fault: str) -> None:
    assert fault in messages(put(tmp_path / "small", **changed))[0]


def test_a_name_may_contain_an_arrow(tmp_path: Path) -> None:
    changed = {name.partition(".")[0]: text.replace("Köln", "A>B") for name, text in TEXTS.items()}
    assert load_map(put(tmp_path / "small", **changed)).ticket("A>B-St. Goar").cities == ("A>B", "St. Goar")


def test_what_follows_from_faults_of_the_rules_is_not_told(tmp_path: Path) -> None:
    """A length that only the changed table allows is no fault because another value of the rules is one."""
    changed = "route_points = [0, 1, 2, 4, 7, 10, 15, 18, 21, 27]\nlongest_trail_bonus = 7.5\n"
    text = TEXTS["map.toml"].replace("[rules]\n", f"[rules]\n{changed}")
    found = messages(put(tmp_path / "small", map=text, **routes("5,gray", "9,gray")))
    assert len(found) == 1
    assert "longest_trail_bonus: needs a whole number, not 7.5" in found[0]


def test_too_many_ticket_sets_are_refused_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sets = "".join(f"[ticket_sets.s{i}]\n" for i in range(30_000))
    assert main(["maps", "check", str(put(tmp_path / "small", map=TEXTS["map.toml"] + sets))]) == 1
    assert "has 30,000 ticket sets" in capsys.readouterr().out
    assert messages(put(tmp_path / "blank", map=(" " * 190 + "\n") * 4_000 + TEXTS["map.toml"])) == []
