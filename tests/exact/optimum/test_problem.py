"""What tickets are worth on a network: choices, and tours in and out of order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_up_maps import made
from north_map import north_map

from ttr_analysis.exact.optimum.problem import Goal, goals_of, joined_tickets, most_points
from ttr_analysis.exact.optimum.search import _notes
from ttr_analysis.maps.parts import Ticket
from ttr_analysis.rules import FIRST_JOURNEY, USA, WORLD


@pytest.mark.parametrize(
    ("pairs", "points"),
    [
        ("A-B B-C", 9),
        ("B-A A-C", 4),  # from A to B, but C lies on the other side
        ("A-B A-C C-B", 9),
        ("A-D D-B D-C", 4),  # the path would pass D twice
        ("A-D D-B B-E E-C", 9),
        ("A-B", None),
    ],
)
def test_a_tour_scores_in_order_only_on_a_path_that_repeats_no_city(pairs: str, points: int | None) -> None:
    game_map = replace(
        made(*((*pair.split("-"), 1) for pair in (*pairs.split(), "A-C", "D-E"))),  # type: ignore[misc]
        tickets=(Ticket(0, ("A", "B", "C"), 9, 4),),
    )
    scored = joined_tickets(game_map, range(len(pairs.split())))
    assert [each for _, each in scored] == ([] if points is None else [points])


def test_a_choice_ticket_scores_the_best_place_that_is_joined() -> None:
    game_map = north_map()
    choice = next(ticket for ticket in game_map.tickets if ticket.is_choice and ticket.cities[0] == "A")
    track = {frozenset(track.cities): track.index for track in game_map.tracks}

    def points(*pairs: str) -> list[int]:
        laid = [track[frozenset(pair.split("-"))] for pair in pairs]
        return [points for ticket, points in joined_tickets(game_map, laid) if ticket.index == choice.index]

    assert points("A-N1") == [3]
    assert points("A-C", "C-O1") == [6]
    assert points("A-N1", "A-C", "C-O1") == [6]
    assert points("A-B", "B-S1", "A-N1") == [9]
    assert points("A-B") == []


def test_goals_of_choices_lead_from_any_of_a_place_to_any_of_another() -> None:
    game_map = north_map()
    at, goals = game_map.city_index, goals_of(game_map)
    choice = next(ticket for ticket in game_map.tickets if ticket.is_choice and ticket.cities[0] == "North")
    north, south = (at["N1"], at["N2"]), (at["S1"], at["S2"])
    wanted = {(south, 7), ((at["O1"],), 12), ((at["E"],), 5)}
    assert {(goal.groups[1], goal.points) for goal in goals if goal.ticket == choice.index} == wanted
    assert {goal.groups[0] for goal in goals if goal.ticket == choice.index} == {north}
    assert most_points(goals) == sum(
        max((points for _, points in ticket.alternatives), default=ticket.points) for ticket in game_map.tickets
    )
    assert most_points([Goal((), 3, 0), Goal((), 8, 0), Goal((), 5, 0), Goal((), 2, 1)]) == 10


def test_notes_say_what_is_not_counted() -> None:
    plain = made(("A", "B", 2), ("B", "C", 1), tickets=("A-C",))
    assert _notes(plain) == ()
    tour = replace(plain, tickets=(Ticket(0, ("A", "B", "C"), 9, 4),))
    assert _notes(tour) == ("the bound counts every tour with its in-order points",)
    goal = replace(plain, rules=USA.replace(tickets={"goal": 6, "shown_when_completed": True}))
    assert FIRST_JOURNEY.tickets.goal == 6
    assert _notes(goal)[1:] == ("tickets beyond the 6 that end the game are counted; bonus tickets are not",)
    assert [note.split()[0] for note in _notes(replace(plain, rules=WORLD))] == ["harbours", "any"]
    assert _notes(north_map())[-1] == "Grand Tours are not counted"
