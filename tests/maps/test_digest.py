"""Digests of maps: the order of rows changes the one that numbers tracks, and not the one that names them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ttr_analysis.experiments.worth.things import things_of
from ttr_analysis.maps import GameMap, in_other_order, load_map

USA = load_map("usa")


@pytest.mark.parametrize("name", ["usa", "switzerland", "rails_sails_world"])
def test_no_order_of_rows_changes_the_digest_of_games(name: str) -> None:
    game_map = load_map(name)
    for seed in (None, 1, 2):
        other = in_other_order(game_map, seed)
        assert other.digest != game_map.digest, "its tables number other tracks"
        assert other.game_digest == game_map.game_digest


CHANGED = {
    "a length": USA.with_length("Denver-Omaha", 3),
    "a track less": USA.without("Denver-Omaha purple"),
    "a rule": USA.with_rules(longest_trail_bonus=0),
    "a ticket": replace(USA, tickets=(replace(USA.tickets[0], points=99), *USA.tickets[1:])),
    "a ticket twice": replace(USA, tickets=(*USA.tickets, replace(USA.tickets[0], index=len(USA.tickets)))),
    "a city's tags": replace(USA, cities=(replace(USA.cities[0], tags=frozenset(["port"])), *USA.cities[1:])),
}


@pytest.mark.parametrize("changed", CHANGED.values(), ids=CHANGED.keys())
def test_all_that_changes_games_changes_it(changed: GameMap) -> None:
    assert changed.game_digest != USA.game_digest


def test_two_points_exchanged_between_tickets_are_another_map() -> None:
    first, second, *others = USA.tickets
    assert first.points != second.points
    other = replace(USA, tickets=(replace(first, points=second.points), replace(second, points=first.points), *others))
    assert other.game_digest != USA.game_digest


def test_a_route_has_one_name_in_any_order_of_rows_that_name_its_cities_either_way() -> None:
    doubled = next(track for track in USA.tracks if track.index in USA.parallel)
    turned = [
        replace(track, city_a=track.city_b, city_b=track.city_a, label="") if track is doubled else track
        for track in USA.tracks
    ]
    game_map = replace(USA, tracks=tuple(turned))
    names = [{each.name for each in things_of(place, "routes")} for place in (game_map, in_other_order(game_map))]
    assert names[0] == names[1]
    assert len(names[0]) == 78
