"""Map folders: every fault with its place, whatever the bytes; names, ticket sets, digests."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from fuzz import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from map_folders import CITIES, FILES, MAP, ROUTES, TICKETS, write

from ttr_analysis.errors import Fault, MapError
from ttr_analysis.maps import folder as maps
from ttr_analysis.maps.facts import facts, pieces_to_doubt
from ttr_analysis.maps.files import MAX_BYTES, MAX_ROWS
from ttr_analysis.maps.folder import available_maps, check_map, find_map, load_map


def edited(file: str, *edits: tuple[str, str]) -> dict[str, str]:
    """One file of the small map after some replacements, each of which must apply."""
    text = FILES[file]
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    return {file.split(".", maxsplit=1)[0]: text}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write(tmp_path / "square")


def test_the_small_map_is_good(small: Path) -> None:
    assert check_map(small) == []
    square = load_map(small)
    assert (square.name, square.title, square.folder) == ("square", "Square", small)
    assert [track.number for track in square.tracks] == [1, 2, 1, 1]
    assert square.tickets[3].cities == ("Athína", "Berlin")
    assert square.tickets[0].penalty == 9


ROUTE_FAULTS = [
    (("Danzig,Cádiz", "Danzigg,Cádiz"), 5, "city_a", "unknown city 'Danzigg'; did you mean Danzig?"),
    (("Danzig,Cádiz", "Danzig,"), 5, "city_b", "a city is missing"),
    (("Danzig,Cádiz", "Danzig,Gdańsk"), 5, "city_b", "from Danzig back to Danzig"),
    (("3,blue", "3,pinkish"), 3, "color", "no card has the color 'pinkish'; possible colors are gray, purple,"),
    (("2,gray,ferry", "2,gray,sea"), 4, "kind", "no kind of track 'sea'; they have rail, ferry or tunnel"),
    (("3,blue", "three,blue"), 3, "length", "'three' is not a whole number"),
    (("3,blue", "2.5,blue"), 3, "length", "'2.5' is not a whole number"),
    (("3,blue", "٣,blue"), 3, "length", "is not a whole number"),
    (("4,gray", ",gray"), 5, "length", "'' is not a whole number"),
    (("4,gray", "0,gray"), 5, "length", "0 is not between 1 and"),
    (("4,gray", "-2,gray"), 5, "length", "-2 is not between 1 and"),
    (("4,gray", "5,gray"), 5, "length", "no track of length 5; it has 1, 2, 3, 4, 6, 8"),
    (("4,gray", "99999999999999999999,gray"), 5, "length", "is not a whole number"),
    (("3,blue", "4,blue"), 3, "length", "Athína-Berlin has rail tracks of lengths 3 and 4"),
    (("ferry,1,", "ferry,3,"), 4, "locomotives", "3 is not between 0 and 2"),
    (("rail,,2,", "rail,,1,"), 3, "track", "two rail tracks numbered 1"),
    (("rail,,2,", "rail,,3,"), 3, "track", "tracks numbered 1 and 3; number them 1 and 2"),
    (("rail,,2,", "rail,,4,"), 3, "track", "4 is not between 1 and 3"),
    (("tunnel,,1,", "tunnel,,2,"), 5, "track", "only one tunnel track; number it 1"),
    (("tunnel,,1,", "tunnel,,1,yes"), 5, "wraps", "the track does not cross the edge"),
    (("tunnel,,1,", "tunnel,,1,maybe"), 5, "wraps", "'maybe' is neither yes nor no"),
    (("tunnel,,1,\n", "tunnel,,1,\nBerlin,Athína,3,red,rail,,2,\n"), 6, "track", "two rail tracks numbered 2"),
    (("tunnel,,1,\n", "tunnel,,1,\n" + 2 * "Berlin,Athína,3,red,rail,,3,\n"), 7, None, "more than three rail tracks"),
    (("tunnel,,1,\n", "tunnel,,1\n"), 5, None, "has 7 cells, but the header has 8"),
    (("tunnel,,1,\n", 'tunnel,,1,"\n'), 5, None, "is not well-formed CSV"),
    ((",wraps", ",bridges"), 1, "bridges", "unknown column 'bridges'; possible columns are city_a"),
    (("length,", "long,"), 1, "length", "this column is missing"),
    ((",wraps", ",track"), 1, "track", "occurs more than once"),
    (("Danzig,Cádiz", "Berlin,Danzig"), None, None, "it has 2 separate parts; all but the largest: Cádiz"),
]

CITY_FAULTS = [
    (("Berlin,0.9", "athína,0.9"), 3, "city", "'athína' is listed twice"),
    (("Berlin,0.9", ",0.9"), 3, "city", "a city needs a name"),
    (("Berlin,0.9", '"Ber\nlin",0.9'), 3, "city", "cannot be printed"),
    (("Berlin,0.9", "\x1b[31mBerlin,0.9"), 3, "city", "cannot be printed"),
    (("Berlin,0.9", "B" * 61 + ",0.9"), 3, "city", "longer than 60"),
    (("Berlin,0.9", "B > C,0.9"), 3, "city", "separates the cities of a ticket"),
    (("0.9,0.1", "nan,0.1"), 3, "x", "'nan' is not a number"),
    (("0.9,0.1", "inf,0.1"), 3, "x", "'inf' is not a number"),
    (("0.9,0.1", "1.5,0.1"), 3, "x", "'1.5' is not between 0 and 1"),
    (("0.9,0.1", "0.9,"), 3, "y", "x and y must be given together"),
    (("0.1,0.9,,", "0.1,0.9,harbor,"), 4, "tags", "unknown tag 'harbor'; possible tags are port, junction"),
    (("Gdańsk", "Gdańsk;athens"), 5, "aliases", "'athens' names two cities: Athína and Danzig"),
    (("Gdańsk", "Berlin"), 5, "aliases", "'Berlin' names two cities: Berlin and Danzig"),
]

TICKET_FAULTS = [
    (("Berlin > Cádiz", "Berlin > Cadizz"), 4, "cities", "unknown city 'Cadizz'; did you mean Cádiz?"),
    (("Berlin > Cádiz", "Berlin - Cádiz"), 4, "cities", "separate cities by ' > ': Berlin > Cádiz"),
    (("Berlin > Cádiz", "berlin-Cadiz"), 4, "cities", "separate cities by ' > ': Berlin > Cádiz"),
    (("Berlin > Cádiz", "Berlin > Berlin"), 4, "cities", "names Berlin more than once"),
    (("Berlin > Cádiz", "Berlin"), 4, "cities", "names only one city"),
    (("Berlin > Cádiz", "Berlin > "), 4, "cities", "unknown city 'Berlin >'"),
    (("Berlin > Cádiz", "Berlin > Cádiz > Danzig"), 4, "points_out_of_order", "'' is not a whole number"),
    (("Berlin > Cádiz", "Berlin > Cádiz > Danzig > Athína" * 3), 4, "cities", "the engine has room for 8"),
    (("Berlin > Cádiz", "Cadiz > Athens"), 4, "cities", "row 2 has the same ticket (ticket set 'base')"),
    (("Cádiz,6", "Cádiz,six"), 4, "points", "'six' is not a whole number"),
    (("Cádiz,6", "Cádiz,1000"), 4, "points", "1000 is not between 0 and 999"),
    (("Cádiz,6,,", "Cádiz,6,long,"), 4, "deck", "has long tickets, but its rules deal none"),
    (("Cádiz,6,,", "Cádiz,6,,mega"), 4, "sets", "unknown ticket set 'mega'; map.toml declares base"),
    (("Berlin > Cádiz,6,,\n", ""), None, None, "has 4 tickets, but 5 players are dealt 1 each: 5"),
]

TOML_FAULTS = [
    (("keep = 1", "keep = "), 8, None, "is not well-formed TOML"),
    (('title = "Square"\n', ""), 1, "map.title", "this value is missing"),
    (('"Square"', "3"), 2, "map.title", "needs text, not 3"),
    (('"europe"', '"eurpe"'), 3, "map.rules", "there is no rule set 'eurpe'; choose usa, europe"),
    (
        ("[rules.tickets]", "[rulez.tickets]"),
        5,
        "rulez",
        "no such value; possible names here are map, printed, rules, ticket_sets, bonus_ticket",
    ),
    (("deal = 1", 'deal = "1"'), 6, "rules.tickets.deal", "needs a whole number, not '1'"),
    (("deal = 1", "deal = true"), 6, "rules.tickets.deal", "needs a whole number, not True"),
    (("deal = 1", "deal = [1]"), 6, "rules.tickets.deal", "needs a whole number, not a list"),
    (("deal = 1", "deal = nan"), 6, "rules.tickets.deal", "needs a whole number, not nan"),
    (("deal = 1", "deal = 1e999"), 6, "rules.tickets.deal", "needs a whole number, not inf"),
    (("deal = 1", "deal = 0x" + "f" * 9000), 6, "rules.tickets.deal", "must be from 0 to 8, not"),
    (
        ("[rules.tickets]", '[rules]\ntie_breaks = ["tickets", "luck"]\n[rules.tickets]'),
        6,
        "rules.tie_breaks",
        "entry 2: 'luck' is not possible; choose from tickets, stations, longest_trail",
    ),
    (("[rules.tickets]", "[rules]\ntie_breaks = 3\n[rules.tickets]"), 6, "rules.tie_breaks", "needs a list, not 3"),
    (("[rules.tickets]", "[rules]\nplayers = [2]\n[rules.tickets]"), 6, "rules.players", "needs 2 values, not 1"),
    (
        ("[rules.tickets]", "[rules]\ntotal_cards = 'x'\n[rules.tickets]"),
        6,
        "rules.total_cards",
        "whole number, not 'x'",
    ),
    (
        ("[rules.tickets]", "[rules]\nmarket = 3\n[rules.tickets]"),
        6,
        "rules.market",
        "needs a table of names and values",
    ),
    (
        ("[rules.tickets]", "[rules]\npieces = [{name = 'train', number = 3}]\n[rules.tickets]"),
        6,
        "rules.pieces",
        "entry 1: unknown name 'number'; choose from name, supply",
    ),
    (
        ("[rules.tickets]", "[rules]\npieces = [{name = 'train'}]\n[rules.tickets]"),
        6,
        "rules.pieces",
        "entry 1: 'supply' is missing",
    ),
    (('"Square"', r'"\u001b[31mRed"'), 2, "map.title", "cannot be printed"),
    (('"Square"', '""'), 2, "map.title", "is empty"),
    (('"Square"', '"' + "x" * 101 + '"'), 2, "map.title", "is longer than 100 characters"),
    (("keep = 1", "keep = 1\n[ticket_sets.'a;b']"), 9, "ticket_sets.a;b", "this name can only have letters"),
    (
        ("[rules.tickets]", "[bonus_ticket]\nname = 'Far'\npoints = 100\n[rules.tickets]"),
        7,
        "bonus_ticket.points",
        "must be at most 99, not 100",
    ),
    (("deal = 1", "deal = 1001"), 6, "rules.tickets.deal", "must be from 0 to 8, not"),
    (("deal = 1", "deals = 1"), 6, "rules.tickets.deals", "no value of the rules; did you mean deal"),
    (("keep = 1", "keep = 3"), 8, "rules.tickets.keep", "from 0 to 1, the number dealt"),
    (
        ("keep = 1", "keep = 1\n[rules.stations]\ncosts = [1, 0, 2]"),
        10,
        "rules.stations.costs",
        "entry 2: must be from 1",
    ),
    (
        ("[rules.tickets]", "[rules.card_counts]\nred = -1\n[rules.tickets]"),
        5,
        "rules.card_counts",
        "red: must be from 0 to 128, not -1",
    ),
    (
        ("[rules.tickets]", "[rules.card_counts]\nred = 11\n[rules.tickets]"),
        5,
        "rules.card_counts",
        "add up to 109, not 110",
    ),
    (
        ("[rules.tickets]", "[rules.card_counts]\npink = 1\n[rules.tickets]"),
        6,
        "rules.card_counts.pink",
        "is not in the game",
    ),
    (
        ("[rules.tickets]", "[rules]\nname = 'mine'\n[rules.tickets]"),
        6,
        "rules.name",
        "cannot be changed",
    ),
    (
        ("[rules.tickets]", "[rules]\nhand = [30]\n[rules.tickets]"),
        None,
        "rules",
        "the train deck has 110 cards, but 5 players",
    ),
    (
        ("[rules.tickets]", "[bonus_ticket]\nname = 'Far'\n[rules.tickets]"),
        5,
        "bonus_ticket",
        "needs cities tagged west",
    ),
    (
        ("keep = 1", "keep = 1\n[ticket_sets.two]\nrules = {a = 1}"),
        10,
        "ticket_sets.two.rules.a",
        "no value of the rules",
    ),
    (("keep = 1", "keep = 1\n[ticket_sets.two]"), None, None, "ticket set 'two' has 0 tickets"),
]


def cases(file: str, faults: Sequence[tuple[tuple[str, str], int | None, str | None, str]]) -> list[object]:
    return [pytest.param(file, edit, row, column, message, id=message[:45]) for edit, row, column, message in faults]


@pytest.mark.parametrize(
    ("file", "edit", "row", "column", "message"),
    [
        *cases("routes.csv", ROUTE_FAULTS),
        *cases("cities.csv", CITY_FAULTS),
        *cases("tickets.csv", TICKET_FAULTS),
        *cases("map.toml", TOML_FAULTS),
    ],
)
def test_a_fault_is_found_with_its_place(
    tmp_path: Path, file: str, edit: tuple[str, str], row: int | None, column: str | None, message: str
) -> None:
    folder = write(tmp_path / "square", **edited(file, edit))
    faults = check_map(folder)
    found = [fault for fault in faults if message in fault.message]
    assert found, [str(fault) for fault in faults]
    assert (found[0].row, found[0].column) == (row, column)
    with pytest.raises(MapError) as error:
        load_map(folder)
    assert list(error.value.faults) == faults
    assert message in str(error.value)


def test_every_fault_is_reported_at_once(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "square",
        **edited("map.toml", ("keep = 1", "keep = 3")),
        **edited("cities.csv", ("0.9,0.1", "0.9,9")),
        **edited("routes.csv", ("3,red", "3,pinkish"), ("4,gray", "7,gray")),
        **edited("tickets.csv", ("Cádiz,9", "Cádiz,nine")),
    )
    places = [(fault.file, fault.row, fault.column) for fault in check_map(folder)]
    assert places == [
        ("map.toml", 8, "rules.tickets.keep"),
        ("cities.csv", 3, "y"),
        ("routes.csv", 2, "color"),
        ("routes.csv", 5, "length"),
        ("tickets.csv", 2, "points"),
    ]


def test_other_files_are_checked_when_map_toml_is_broken(tmp_path: Path) -> None:
    folder = write(tmp_path / "square", map="[map", **edited("routes.csv", ("4,gray", "4,pinkish")))
    assert [(fault.file, fault.row) for fault in check_map(folder)] == [("map.toml", 1), ("routes.csv", 5)]


@pytest.mark.parametrize("name", FILES)
def test_unreadable_files(tmp_path: Path, name: str) -> None:
    folder = write(tmp_path / "square")
    path = folder / name

    def only_fault() -> str:
        found = [fault for fault in check_map(folder) if fault.file == name]
        return found[0].message

    path.write_bytes(b"")
    assert only_fault() == "is empty"
    path.write_bytes(FILES[name].encode("utf-16"))
    assert "UTF-8" in only_fault()
    path.write_bytes(FILES[name].encode().replace(b"Ath", b"\xe4th").replace(b"Square", b"\xe4"))
    assert "UTF-8" in only_fault()
    path.write_bytes(FILES[name].encode() + b"\0")
    assert "NUL" in only_fault()
    path.write_bytes(b"x" * (MAX_BYTES + 1))
    assert "larger than 1,000,000 bytes" in only_fault()
    path.unlink()
    if name == "tickets.csv":  # a map without tickets is a map
        assert check_map(folder) == []
    else:
        assert only_fault() == "is missing"
    path.symlink_to(folder / "nowhere")
    assert only_fault() == "is missing"
    path.unlink()
    path.symlink_to(path)
    assert "is missing" in only_fault() or "cannot be read" in only_fault()
    path.unlink()
    path.mkdir()
    assert only_fault() == "is not a regular file"
    path.rmdir()
    os.mkfifo(path)
    assert only_fault() == "is not a regular file"


def test_a_header_alone_has_no_rows(tmp_path: Path) -> None:
    folder = write(tmp_path / "square", tickets="cities,points\n")
    assert check_map(folder) == [Fault("tickets.csv", "has no rows below its header")]


def test_the_spreadsheet_forms_of_a_file_are_accepted(tmp_path: Path) -> None:
    plain = load_map(write(tmp_path / "square"))
    forms = {name.split(".")[0]: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() for name, text in FILES.items()}
    forms["tickets"] += b",,,\r\n\r\n"
    assert load_map(write(tmp_path / "square", **forms)).digest == plain.digest


def test_accents_may_be_stored_in_either_way(tmp_path: Path) -> None:
    folder = write(tmp_path / "square", routes=ROUTES.replace("í", "i\u0301"))
    assert check_map(folder) == []


@pytest.mark.parametrize(
    "name", ["=cmd|'/c calc'!A1", "<script>alert(1)</script>", "__import__('os')", "${HOME}", "日本", "💥"]
)
def test_odd_names_are_text(tmp_path: Path, name: str) -> None:
    def put(text: str) -> str:
        return text.replace("Danzig", name)

    folder = write(tmp_path / "square", cities=put(CITIES), routes=put(ROUTES), tickets=put(TICKETS))
    assert load_map(folder).city(name).name == name


def test_junctions_are_on_no_ticket(tmp_path: Path) -> None:
    folder = write(tmp_path / "square", **edited("cities.csv", ("0.6,0.9,,", "0.6,0.9,junction,")))
    faults = check_map(folder)
    assert [(fault.file, fault.row) for fault in faults] == [("tickets.csv", 3), ("tickets.csv", 6)]
    assert "Danzig is a junction" in faults[0].message


SHIP_MAP = '[map]\ntitle = "Sea"\nrules = "rails_sails_world"\n[rules.tickets]\ndeal = 1\nkeep = 1\n'
SHIP_ROUTES = """\
city_a,city_b,length,color,kind,pair_spaces
Athína,Berlin,3,red,sea,
Berlin,Danzig,2,gray,rail,yes
Danzig,Cádiz,4,gray,rail,
"""


@pytest.mark.parametrize(
    ("edit", "place", "message"),
    [
        (
            ("cities", "0.1,0.9,,", "0.1,0.9,port,"),
            ("cities.csv", 4, "tags"),
            "Cádiz is a port without any track for a ship",
        ),
        (
            ("routes", "3,red", "3,orange"),
            ("routes.csv", 2, "color"),
            "possible colors are gray, purple, white, yellow, black, red",
        ),
        (("routes", "2,gray", "2,red"), ("routes.csv", 3, "pair_spaces"), "only gray tracks have pair spaces"),
        (("tickets", "Athína > Cádiz", "Athína"), ("tickets.csv", 2, "cities"), "names only one city"),
        (
            ("tickets", "Athína > Cádiz,9,", "Athína > Cádiz,9,12"),
            ("tickets.csv", 2, "points_out_of_order"),
            "only a tour",
        ),
        (
            ("tickets", "Athína > Cádiz,9,", "Athína > Berlin > Cádiz,9,12"),
            ("tickets.csv", 2, "points_out_of_order"),
            "between 0 and 9",
        ),
    ],
)
def test_faults_of_maps_with_ships(
    tmp_path: Path, edit: tuple[str, str, str], place: tuple[str, int, str], message: str
) -> None:
    texts = {
        "map": SHIP_MAP,
        "cities": CITIES.replace("0.9,0.1,,", "0.9,0.1,port,"),
        "routes": SHIP_ROUTES,
        "tickets": TICKETS.replace("deck,sets", "points_out_of_order,penalty"),
    }
    assert check_map(write(tmp_path / "good", **texts)) == []
    file, old, new = edit
    assert old in texts[file]
    faults = check_map(write(tmp_path / "square", **{**texts, file: texts[file].replace(old, new, 1)}))
    assert [(fault.file, fault.row, fault.column) for fault in faults] == [place]
    assert message in faults[0].message


def test_maps_larger_than_the_engine_are_refused(tmp_path: Path) -> None:
    names = [f"C{i}" for i in range(200)]
    folder = write(
        tmp_path / "square",
        cities="city\n" + "\n".join(names) + "\n",
        routes="city_a,city_b,length,color\n" + "".join(f"{a},{b},1,red\n" for a, b in pairwise(names)),
        tickets="cities,points\n" + "".join(f"C0 > {name},5\n" for name in names[1:]),
    )
    assert [(fault.file, fault.message) for fault in check_map(folder)] == [
        ("cities.csv", "the map has 200 cities; the engine has room for 64"),
        ("routes.csv", "the map has 199 tracks; the engine has room for 192"),
        ("tickets.csv", "ticket set 'base' has 199 tickets; the engine has room for 128"),
    ]


def test_rows_beyond_any_map_are_not_read(tmp_path: Path) -> None:
    folder = write(tmp_path / "square", tickets=TICKETS + "x\n" + "Athína > Berlin,1,,\n" * 2 * MAX_ROWS)
    assert f"has more than {MAX_ROWS:,} rows; the rest was not read" in [fault.message for fault in check_map(folder)]


def test_a_hostile_folder_is_refused_quickly(tmp_path: Path) -> None:
    aliases = ";".join(f"alias{i}" for i in range(10_000))
    folder = write(
        tmp_path / "square",
        cities="city,aliases\n" + "".join(f"c{i},{aliases}\n" for i in range(8)),
        routes="city_a,city_b,length,color\n" + "alias,aliax,1,red\n" * MAX_ROWS,
        tickets="cities,points\n" + f"{' > '.join(['alias'] * 100)},1\n" * MAX_ROWS,
    )
    start = time.perf_counter()
    assert len(check_map(folder)) > MAX_ROWS
    assert time.perf_counter() - start < 10


def test_deeply_nested_toml_is_a_fault(tmp_path: Path) -> None:
    folder = write(tmp_path / "square", map="a = " + "[" * 100_000)
    assert "is not well-formed TOML" in check_map(folder)[0].message


# --- ticket sets ---------------------------------------------------------------------------


def test_a_ticket_set_has_its_own_tickets_and_rules(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "square",
        map=MAP + "[ticket_sets.two]\n[ticket_sets.two.rules]\nlongest_trail_bonus = 0\ntickets = {keep = 0}\n",
        tickets=TICKETS.replace(",,\n", ",,base;two\n") + "Berlin > Danzig,2,,two\n",
    )
    base, two = load_map(folder), load_map(folder, tickets="two")
    assert (len(base.tickets), len(two.tickets)) == (5, 6)
    assert (base.rules.longest_trail_bonus, two.rules.longest_trail_bonus) == (10, 0)
    assert (two.rules.tickets.deal, two.rules.tickets.keep) == (1, 0)
    assert base.ticket_sets == two.ticket_sets == ("base", "two")
    assert base.digest != two.digest


def test_an_unknown_ticket_set_is_named(small: Path) -> None:
    with pytest.raises(MapError, match="no ticket set 'mega'; it has base"):
        load_map(small, tickets="mega")


def test_pieces_and_totals_can_be_changed(tmp_path: Path) -> None:
    more = '[rules]\ntotal_cards = 108\npieces = [{name = "train", supply = 30}]\n[rules.card_counts]\nred = 10\n'
    square = load_map(write(tmp_path / "square", map=MAP.replace("[rules.tickets]", more + "[rules.tickets]")))
    assert square.rules.pieces[0].supply == 30
    assert square.rules.total_cards == 108


# --- names and places ----------------------------------------------------------------------


def test_tunnels_that_turn_up_four_cards_can_be_written_into_map_toml(tmp_path: Path) -> None:
    folder = shutil.copytree(find_map("europe"), tmp_path / "deep")
    with (folder / "map.toml").open("a", encoding="utf-8") as file:
        file.write("\n[rules.track_kinds.tunnel]\nreveals = 4\n")
    deep = load_map(folder)
    assert deep.rules.track_kinds["tunnel"].reveals == 4
    assert any("tunnel.reveals = 4 (printed: 3)" in caveat for caveat in deep.caveats)


def test_every_packaged_map_is_available() -> None:
    assert set(available_maps()) >= {
        "usa",
        "europe",
        "first_journey_europe",
        "first_journey_usa",
        "india",
        "nordic",
        "rails_sails_great_lakes",
        "rails_sails_world",
        "switzerland",
    }


def test_an_unknown_map_names_those_that_exist() -> None:
    with pytest.raises(MapError, match=r"no map 'mars'; available are europe, .* or usa"):
        load_map("mars")
    assert "no map 'mars'" in check_map("mars")[0].message


@pytest.mark.parametrize("name", ["", "no/such/folder", "../..", "\0", "x" * 5000, "~nobody-here/x"])
def test_bad_names_are_map_errors(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MapError):
        load_map(name)
    assert check_map(name)


def test_a_file_is_no_map_folder(small: Path) -> None:
    with pytest.raises(MapError, match="no map folder"):
        load_map(small / "map.toml")


def test_a_folder_of_map_folders_goes_before_the_packaged_maps(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(small, small.parent / "usa")
    (small.parent / "no_map").mkdir()
    (small.parent / "README.md").write_text("not a map")
    monkeypatch.setenv("TTR_MAPS", str(small.parent))
    assert load_map("square").title == "Square"
    assert load_map("usa").title == "Square"
    assert load_map("europe").title != "Square"
    assert {"square", "usa", "europe"} <= set(available_maps())
    assert "no_map" not in available_maps()


def test_ttr_maps_must_be_a_folder(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTR_MAPS", str(small / "map.toml"))
    with pytest.raises(MapError, match="TTR_MAPS"):
        load_map("usa")
    assert "TTR_MAPS" in check_map("usa")[0].message


def test_a_folder_in_the_current_directory_is_found_by_its_name(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(small.parent)
    assert load_map("square").title == "Square"
    assert find_map("usa").parent.name == "maps"


def test_packaged_maps_go_before_those_of_a_checkout(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = small.parent / "package"
    (package / "_maps").mkdir(parents=True)
    shutil.copytree(small, package / "_maps" / "usa")
    monkeypatch.setattr(maps, "_PACKAGE", package)
    assert available_maps() == ("usa",)
    assert load_map("usa").title == "Square"


# --- digest, facts -------------------------------------------------------------------------


def test_the_digest_is_of_what_decides_games(tmp_path: Path) -> None:
    def digest(**changed: str) -> str:
        return load_map(write(tmp_path / "square", **changed)).digest

    before = digest()
    assert len(before) == 64
    same = [
        edited("map.toml", ("[map]", "# a comment\n[map]"), ("Square", "Circle")),
        edited("cities.csv", ("0.9,0.1", "0.8,0.2"), (",Gdańsk", ",Danzic")),
        edited("routes.csv", ("\nBerlin,Danzig", "\n\nBerlin,Danzig")),
    ]
    other = [
        edited("map.toml", ("deal = 1\n", "deal = 1\ndraw = 2\n")),
        edited("cities.csv", ("0.9,0.1,,", "0.9,0.1,port,")),
        edited("routes.csv", ("3,red", "3,green")),
        edited("tickets.csv", ("Cádiz,9", "Cádiz,8")),
    ]
    assert [digest(**change) for change in same] == [before] * len(same)
    assert len({digest(**change) for change in other} | {before}) == len(other) + 1


def test_the_pieces_for_more_than_60_tracks_take_the_shortest_track_of_each_route() -> None:
    usa = load_map("usa")
    routes = sorted({track.pair: track.length for track in usa.tracks}.values())
    needed = sum(routes[:61])
    assert pieces_to_doubt(usa) is None
    for supply, answer in ((needed - 1, None), (needed, needed), (needed + 1, needed)):
        pieces = (replace(usa.rules.pieces[0], supply=supply),)
        assert pieces_to_doubt(replace(usa, rules=usa.rules.replace(pieces=pieces))) == answer


def test_facts_of_the_small_map(small: Path) -> None:
    found = {(fact.group, fact.name): fact.value for fact in facts(load_map(small))}
    assert found["board", "cities"] == 4
    assert found["board", "double routes"] == 1
    assert found["board", "spaces"] == 12
    assert found["spaces by color", "gray"] == 6
    assert found["spaces by color", "red"] == 3
    assert found["tracks by kind", "ferry"] == 1
    assert found["tracks by length", "3"] == 2
    assert found["tickets", "points in all"] == 27


# --- anything at all -----------------------------------------------------------------------


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(sorted(FILES)),
    edits=st.lists(
        st.tuples(
            st.integers(0, 400), st.integers(0, 8), st.binary(max_size=6) | st.sampled_from([b",", b"\n", b'"', b"["])
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_random_edits_give_a_map_or_faults(
    tmp_path_factory: pytest.TempPathFactory, name: str, edits: list[tuple[int, int, bytes]]
) -> None:
    data = FILES[name].encode()
    for place, length, new in edits:
        start = place % (len(data) + 1)
        data = data[:start] + new + data[start + length :]
    folder = write(tmp_path_factory.getbasetemp() / "fuzzed")
    (folder / name).write_bytes(data)
    faults = check_map(folder)
    if not faults:
        assert load_map(folder).tickets
        return
    with pytest.raises(MapError) as error:
        load_map(folder)
    assert list(error.value.faults) == faults
