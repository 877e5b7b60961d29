"""Tickets found by what people call them: choice tickets by part of their places, copies one after the other."""

from __future__ import annotations

import pytest

from ttr_analysis.errors import MapError
from ttr_analysis.maps.facts import facts, ticket_lines
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.ticket_names import copies_of, told_apart


@pytest.fixture(scope="module")
def switzerland() -> GameMap:
    return load_map("switzerland")


BERN = "Bern-France/Deutschland/Italia/Österreich"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        (BERN, BERN),
        ("Bern-France", BERN),
        ("bern > italy", BERN),
        ("Italia - Bern", BERN),
        ("Bern-Österreich/Italia", BERN),
        ("Bern-France (Genève)", BERN),
        ("Germany", "Deutschland-France/Österreich/Italia"),
        ("Deutschland-France", "Deutschland-France/Österreich/Italia"),
        ("France-Deutschland", "France-Deutschland/Italia/Österreich"),
        ("Lugano-Bern", "Bern-Lugano"),
    ],
)
def test_a_choice_ticket_is_found_by_its_start_and_any_of_its_places(
    switzerland: GameMap, name: str, found: str
) -> None:
    assert switzerland.ticket(name).name == found


def test_a_copy_is_found_by_the_number_that_tables_give_it(switzerland: GameMap) -> None:
    names = told_apart(ticket.name for ticket in switzerland.tickets)
    assert [switzerland.ticket(name).index for name in names] == list(range(46))


@pytest.mark.parametrize("name", ["Bern", "Bern-Genève/France", "Basel-France", "Italia/France", "Bern-", "/", ""])
def test_a_name_that_fits_no_ticket_is_refused(switzerland: GameMap, name: str) -> None:
    with pytest.raises(MapError, match="has no ticket"):
        switzerland.ticket(name)


def test_a_name_that_fits_several_choice_tickets_is_refused_with_their_names() -> None:
    edges = [("A", "B", 1), ("B", "C", 1), ("C", "D", 1)]
    tickets = [
        {"cities": ["A"], "alternatives": "B 1; C 2", "points": 2},
        {"cities": ["A"], "alternatives": "C 2; D 3", "points": 3},
    ]
    game_map = GameMap.from_frames(None, edges, tickets)
    with pytest.raises(MapError, match=r"several tickets that 'A-C' fits: A-B/C, A-C/D; name more"):
        game_map.ticket("A-C")
    assert game_map.ticket("A-D").name == "A-C/D"
    assert game_map.ticket("A-C/B").name == "A-B/C"


def test_a_name_given_twice_stands_for_both_copies(switzerland: GameMap) -> None:
    first, second, again = switzerland.tickets_named(["Italia", "Italia-France", "Italia"])
    assert copies_of(switzerland.tickets, first) == (first, second)
    assert again is first
    usa = load_map("usa")
    assert len(set(usa.tickets_named(["Denver-El Paso"] * 2))) == 1


@pytest.mark.parametrize("name", available_maps())
def test_every_ticket_is_found_by_its_own_name(name: str) -> None:
    game_map = load_map(name)
    assert all(ticket in copies_of(game_map.tickets, game_map.ticket(ticket.name)) for ticket in game_map.tickets)
    assert len(set(told_apart(ticket.name for ticket in game_map.tickets))) == len(game_map.tickets)


def test_names_are_numbered_only_where_they_are_shared() -> None:
    assert told_apart(["B", "A", "B"]) == ["B 1", "A", "B 2"]
    assert told_apart([]) == []


def test_the_list_of_tickets_shows_all_values_and_each_kind_once(switzerland: GameMap) -> None:
    lines = ticket_lines(switzerland)
    assert "  11  Bern > France 5 / Deutschland 6 / Italia 8 / Österreich 11  (-5 if not made)" in lines
    assert "  13  Italia > Österreich 6 / France 11 / Deutschland 13  (2 copies, -6 if not made)" in lines
    assert len(lines) == len(switzerland.tickets) - 4
    assert "   4  Denver > El Paso" in ticket_lines(load_map("usa"))


def test_places_of_countries_are_counted_apart_from_cities(switzerland: GameMap) -> None:
    found = {fact.name: fact.value for fact in facts(switzerland)}
    assert (found["places of countries"], found["choice tickets"]) == (17, 12)
    assert found["cities"] == len(switzerland.cities) - 17
    assert not {"places of countries", "choice tickets"} & {fact.name for fact in facts(load_map("usa"))}
