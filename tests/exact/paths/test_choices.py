"""Paths of choice tickets: the cheapest to any of their places, and those that come after it."""

from __future__ import annotations

import pytest
from north_map import north_map

from ttr_analysis.exact.paths.choices import ticket_path, ticket_paths
from ttr_analysis.exact.paths.ways import k_shortest_paths, up_to_k_paths

NORTH = north_map()
CHOICE = next(ticket for ticket in NORTH.tickets if ticket.is_choice and ticket.cities[0] == "A")


def test_the_cheapest_paths_of_a_choice_lead_to_any_of_its_places() -> None:
    paths = ticket_paths(NORTH, CHOICE, 6, "trains")
    every = [path for goal in ("N1", "N2", "S1", "S2", "O1") for path in up_to_k_paths(NORTH, "A", goal, 6, "trains")]
    assert [path.cost for path in paths] == sorted(path.cost for path in every)[:6]
    assert len({path.cities for path in paths}) == 6
    assert paths[0].cities == ("A", "N1"), "to which no other path leads"


def test_among_equally_cheap_paths_fewer_cities_come_first() -> None:
    paths = ticket_paths(NORTH, CHOICE, 6, "trains")
    keys = [(path.cost, len(path.cities), path.cities) for path in paths]
    assert keys == sorted(keys)


def test_more_paths_than_there_are_are_refused() -> None:
    with pytest.raises(ValueError, match=r"k is 100000, but only \d+ simple paths complete A-North"):
        ticket_paths(NORTH, CHOICE, 100_000, "trains")


def test_an_ordinary_ticket_has_the_paths_of_its_cities() -> None:
    pair = next(ticket for ticket in NORTH.tickets if ticket.cities == ("C", "A"))
    assert ticket_paths(NORTH, pair, 3, "trains") == k_shortest_paths(NORTH, "C", "A", 3, "trains")


def test_a_choice_without_a_path_left_has_none() -> None:
    around = [track.index for track in NORTH.tracks if "A" in track.cities]
    assert ticket_path(NORTH, CHOICE, "trains", closed=around) is None
    only_south = [track.index for track in NORTH.tracks if {"N1", "N2", "O1"} & set(track.cities)]
    found = ticket_path(NORTH, CHOICE, "trains", closed=only_south)
    assert found is not None
    assert (found[0].cities[-1], found[1].points) == ("S1", 9)
