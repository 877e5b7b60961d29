"""Places that share a printed name: their own names, the tracks that end there, tickets to them, faults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from map_folders import CITIES, ROUTES, TICKETS, write

from ttr_analysis.experiments.verify import check_games
from ttr_analysis.maps.folder import check_map, load_map
from ttr_analysis.play.game import Game
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.position import Position

CASE = Path(__file__).parents[0] / "cases" / "country_names"


def bordered(
    folder: Path, places: int = 2, rows: tuple[str, ...] = ("Athína,Norden", "Danzig,Norden"), **more: Any
) -> Path:
    """The small map with places called Norden, and tracks that name them."""
    cities = CITIES + "".join(f"Norden,0.{i + 1},0.05,,North\n" for i in range(places))
    routes = ROUTES + "".join(f"{row},2,gray,rail,,,\n" for row in rows)
    return write(folder, **{"cities": cities, "routes": routes, **more})


def test_each_place_is_the_end_of_one_track_in_the_order_of_the_rows() -> None:
    assert check_map(CASE) == []
    game_map = load_map(CASE)
    assert [city.name for city in game_map.cities] == ["Nordland (Alba)", "Nordland (Brun)", "Alba", "Brun"]
    assert [(city.x, city.country) for city in game_map.cities[:3]] == [(0.2, "Nordland"), (0.8, "Nordland"), (0.2, "")]
    assert [track.cities for track in game_map.tracks] == [
        ("Alba", "Nordland (Alba)"), ("Brun", "Nordland (Brun)"), ("Alba", "Brun")
    ]  # fmt: skip
    assert game_map.parallel == {}


@pytest.mark.parametrize(
    ("tracks", "done"),
    [
        (["Alba-Nordland (Alba) red"], (True, False)),
        (["Brun-Nordland (Brun) blue"], (False, True)),
        (["Alba-Nordland (Alba) red", "Alba-Brun gray"], (True, True)),
        (["Alba-Brun gray"], (False, False)),
    ],
)
def test_a_ticket_to_the_name_is_completed_at_any_of_its_places(tracks: list[str], done: tuple[bool, bool]) -> None:
    tickets = ["Alba-Nordland", "Brun-Nordland"]
    game = Game.from_position(load_map(CASE), Position(players=2, tracks={0: tracks}, tickets={0: tickets}))
    points = [value if joined else -value for value, joined in zip((4, 5), done, strict=True)]
    assert [ticket.points for ticket in game.score(0).tickets] == points


def test_the_places_are_found_by_their_own_names_and_the_country_by_its_alias(tmp_path: Path) -> None:
    tickets = TICKETS + "Berlin > North,7,,\nNorden > Cádiz,8,,\n"
    folder = bordered(tmp_path / "map", rows=("Athína,north", "NORDEN,Danzig"), tickets=tickets)
    assert check_map(folder) == []
    game_map = load_map(folder)
    assert game_map.countries == {"Norden": ("Norden (Athína)", "Norden (Danzig)")}
    assert [ticket.name for ticket in game_map.tickets[-2:]] == ["Berlin-Norden", "Norden-Cádiz"]
    assert game_map.track("danzig - norden (danzig)").cities == ("Norden (Danzig)", "Danzig")
    assert game_map.city("Norden (Athina)").tags == {"country:Norden"}


def test_two_places_beside_one_city_are_numbered_and_no_double_route(tmp_path: Path) -> None:
    game_map = load_map(bordered(tmp_path / "map", rows=("Athína,Norden", "Athína,Norden")))
    assert [city.name for city in game_map.cities[-2:]] == ["Norden (Athína 1)", "Norden (Athína 2)"]
    assert not {track.index for track in game_map.tracks[-2:]} & set(game_map.parallel)


def test_a_saved_map_is_read_back_the_same(tmp_path: Path) -> None:
    game_map = load_map(bordered(tmp_path / "map"))
    again = load_map(game_map.save(tmp_path / "saved"))
    assert (again.digest, again.aliases) == (game_map.digest, game_map.aliases)


FAULTS = {
    "a place too many": (
        {"places": 3}, ("cities.csv", 8, "city"),
        "3 places are called Norden, each the end of one track, but 2 rows of routes name Norden: no track ends here",
    ),
    "a row too many": (
        {"rows": ("Athína,Norden", "Danzig,Norden", "Norden,Cádiz")}, ("routes.csv", 8, "city_a"),
        "2 places are called Norden, each the end of one track, and the rows above name Norden as often: no place",
    ),
    "a track from the name to itself": (
        {"rows": ("Athína,Norden", "Danzig,Norden", "Norden,North")}, ("routes.csv", 8, "city_b"),
        "leads from Norden back to Norden",
    ),
    "a place of another country": (
        {"cities": CITIES + "Norden,0.1,0.05,country:Süden,\nNorden,0.2,0.05,,\n"}, ("cities.csv", 6, "tags"),
        "is a place of 2 countries: Norden, Süden",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changed", "place", "message"), FAULTS.values(), ids=FAULTS)
def test_what_is_ambiguous_is_told_once_with_its_row(
    tmp_path: Path, changed: dict[str, Any], place: tuple[str, int, str], message: str
) -> None:
    (fault,) = check_map(bordered(tmp_path / "map", **changed))
    assert (fault.file, fault.row, fault.column) == place
    assert message in fault.message


@pytest.mark.parametrize("twice", ["Danzig,0.6,0.9,,\n", "danzig,0.7,0.9,,\n"], ids=["one position", "other letters"])
def test_a_city_listed_twice_is_still_a_fault(tmp_path: Path, twice: str) -> None:
    (fault,) = check_map(write(tmp_path / "map", cities=CITIES + twice))
    assert (fault.row, fault.column) == (6, "city")
    assert "is listed twice" in fault.message


def test_a_name_in_other_letters_is_no_further_place(tmp_path: Path) -> None:
    cities = CITIES + "Norden,0.1,0.05,,\nNorden,0.2,0.05,,\nNORDEN,0.3,0.05,,\n"
    faults = check_map(bordered(tmp_path / "map", cities=cities))
    assert [(fault.row, fault.column, "is listed twice" in fault.message) for fault in faults] == [
        (7, "city", True), (8, "city", True)
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["random", "ticket_planner"])
def test_the_referee_agrees_on_the_case(name: str) -> None:
    check = check_games(make_lineup(load_map(CASE), name, players=2), 0, 300)
    assert (check.games, check.faults) == (300, ())
