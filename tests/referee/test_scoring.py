"""The referee counts choice tickets: the best place reached, countries at any of their places, and what follows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_games import small_map, track

from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Ticket
from ttr_analysis.referee import SeatScore
from ttr_analysis.referee.scoring import Estate, completed, countries_of, score
from ttr_analysis.rules import EUROPE, GREAT_LAKES, USA, RuleSet

LINE = (
    track("Home-Mid", "red", 1),
    track("Mid-North1", "red", 1),
    track("Mid-South1", "blue", 1),
    track("Far-North2", "red", 1),
    track("Far-South2", "blue", 1),
    track("Home-Far", "green", 2),
    track("Mid-East", "green", 2),
)
HOME = Ticket(0, ("Home",), 9, penalty=4, alternatives=(("North", 4), ("South", 9), ("East", 6)))
NORTH = Ticket(1, ("North",), 8, penalty=5, alternatives=(("South", 8), ("East", 5)))


def board(rules: RuleSet = USA, *tickets: Ticket) -> GameMap:
    """Two countries with two places each, and some cities of none."""
    plain = small_map(rules, LINE, ())
    cities = tuple(
        replace(city, tags=frozenset({"port", f"country:{city.name[:-1]}"})) if city.name[-1].isdigit() else city
        for city in plain.cities
    )
    return replace(plain, cities=cities, tickets=tuple(replace(t, index=i) for i, t in enumerate(tickets)))


def counted(game_map: GameMap, tracks: str, *others: Estate, **more: list[int] | list[str]) -> SeatScore:
    own = {line.index for line in game_map.tracks if f"{line.city_a}-{line.city_b}" in tracks.split()}
    more.setdefault("held", list(range(len(game_map.tickets))))
    return score(game_map, [Estate(tracks=own, **more), *(others or [Estate()])])[0]  # type: ignore[arg-type]


@pytest.mark.rule("SWI-CHOICE-1", "SWI-CHOICE-2", "SWI-CHOICE-3")
@pytest.mark.parametrize(
    ("tracks", "points"),
    [
        ("", -4),
        ("Mid-North1 Mid-South1", -4),
        ("Home-Mid Mid-North1", 4),
        ("Home-Mid Mid-East", 6),
        ("Home-Far Far-South2", 9),
        ("Home-Mid Mid-North1 Mid-East", 6),
        ("Home-Mid Mid-North1 Mid-South1 Mid-East", 9),
        ("Home-Far Far-North2 Mid-South1", 4),
    ],
)
def test_a_choice_scores_the_best_of_its_places_once_or_loses_its_penalty(tracks: str, points: int) -> None:
    part = counted(board(USA, HOME), tracks)
    assert (part.tickets_made, part.tickets_failed) == ((points, 0) if points > 0 else (0, points))
    assert (part.tickets_completed, part.tickets_kept) == (int(points > 0), 1)


@pytest.mark.rule("SWI-CHOICE-2")
@pytest.mark.parametrize(
    ("tracks", "points"),
    [
        ("Mid-North1 Mid-South1", 8),
        ("Far-North2 Far-South2", 8),
        ("Mid-North1 Mid-East", 5),
        ("Mid-North1 Far-South2", -5),
        ("Mid-North1 Mid-East Far-North2 Far-South2", 8),
        ("Mid-North1 Home-Mid Home-Far Far-North2", -5),
    ],
)
def test_a_ticket_from_a_country_starts_at_any_of_its_places(tracks: str, points: int) -> None:
    part = counted(board(USA, NORTH), tracks)
    assert part.tickets_made + part.tickets_failed == points


def test_places_are_those_that_the_tags_tell() -> None:
    assert countries_of(board()) == {"North": {"North1", "North2"}, "South": {"South1", "South2"}}
    assert City("Mid").country == ""


@pytest.mark.rule("SWI-CHOICE-4")
def test_two_equal_tickets_in_one_hand_both_score() -> None:
    part = counted(board(USA, NORTH, NORTH), "Mid-North1 Mid-South1")
    assert (part.tickets_made, part.tickets_completed) == (16, 2)
    assert counted(board(USA, NORTH, NORTH), "").tickets_failed == -10


@pytest.mark.rule("HOUSE-CHOICE-1")
def test_a_choice_that_was_shown_scores_the_best_place_reached_by_the_end() -> None:
    rules = USA.replace(tickets={"shown_when_completed": True, "goal": 2})
    game_map = board(rules, HOME, NORTH)
    part = counted(game_map, "Home-Mid Mid-North1 Mid-South1", held=[1], shown=[0])
    assert (part.tickets_made, part.tickets_failed, part.tickets_completed) == (9, -5, 1)
    hidden = replace(game_map, rules=USA.replace(tickets={"goal": 2}))
    assert completed(hidden, Estate(tracks={0, 1, 2}, held=[0, 1])) == 2
    assert completed(hidden, Estate(tracks={0, 1}, held=[0, 1])) == 1


@pytest.mark.rule("HOUSE-CHOICE-2")
def test_stations_borrow_what_leads_a_choice_to_its_best_place() -> None:
    game_map = board(EUROPE, HOME)
    rival = Estate(tracks={1, 2, 6})
    part = counted(game_map, "Home-Mid", rival, stations=["Mid"])
    assert (part.tickets_made, part.tickets_completed) == (9, 1)


@pytest.mark.rule("HOUSE-CHOICE-3")
def test_a_harbour_counts_choices_that_may_lead_to_its_place() -> None:
    game_map = board(GREAT_LAKES, HOME, NORTH)
    first, second = GREAT_LAKES.harbours.points[1:3]
    unbuilt = 2 * GREAT_LAKES.harbours.unbuilt

    def points(city: str, tracks: str) -> int:
        return counted(game_map, tracks, harbours=[city]).harbours - unbuilt

    assert points("South2", "Home-Mid Mid-North1") == first
    assert points("South2", "Home-Mid Mid-North1 Mid-South1") == second
    assert points("Home", "Home-Mid Mid-North1 Mid-South1") == first
    assert points("Mid", "Home-Mid Mid-North1 Mid-South1") == 0
    assert points("South2", "Home-Mid") == 0


@pytest.mark.rule("HOUSE-CHOICE-4")
def test_a_choice_is_a_grand_tour_if_any_of_its_pairs_is_joined_twice() -> None:
    ring = (*LINE, track("Far-Mid", "white", 1), track("Far-North2", "white", 1, number=2))
    rules = USA.replace(grand_tour_points=[0, 5])
    game_map = replace(board(rules, HOME), tracks=tuple(replace(line, index=i) for i, line in enumerate(ring)))
    assert counted(game_map, "Home-Mid Far-Mid Home-Far Mid-South1").grand_tours == 0
    assert counted(game_map, "Home-Mid Far-Mid Home-Far Mid-South1 Far-North2").grand_tours == 5
