"""Maps made in Python pass the checks of maps in folders before they are played or analysed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ttr_analysis.engine.tables import tables_for
from ttr_analysis.errors import MapError, SetupError
from ttr_analysis.exact import paths
from ttr_analysis.exact.optimum.problem import problem_of
from ttr_analysis.maps.checks import check_sound
from ttr_analysis.maps.folder import available_maps, check_map, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import BonusTicket, City, Ticket, Track
from ttr_analysis.play.game import Game
from ttr_analysis.play.simulate import simulate
from ttr_analysis.rules import USA

CITIES = (City("A"), City("B", x=0.1, y=0.1), City("C", tags=frozenset({"west"})), City("D"))
TRACKS = (
    Track(0, "A", "B", 2, "gray"), Track(1, "A", "B", 2, "red", number=2), Track(2, "B", "C", 3, "blue"),
    Track(3, "C", "D", 1, "gray"),
)  # fmt: skip
TICKETS = tuple(Ticket(i, pair, 5) for i, pair in enumerate([("A", "C"), ("A", "D"), ("B", "D"), ("B", "C"),
                                                             ("A", "B"), ("C", "D")]))  # fmt: skip
GOOD = GameMap("made", "Made", CITIES, TRACKS, TICKETS, USA)


def with_track(which: int, **changes: Any) -> GameMap:
    return replace(GOOD, tracks=tuple(replace(t, **changes) if t.index == which else t for t in TRACKS))


def with_ticket(**changes: Any) -> GameMap:
    return replace(GOOD, tickets=(replace(TICKETS[0], **changes), *TICKETS[1:]))


def with_city(**changes: Any) -> GameMap:
    return replace(GOOD, cities=(*CITIES[:3], replace(CITIES[3], **changes)))


def with_bonus(**changes: Any) -> GameMap:
    return replace(GOOD, bonus_tickets=(replace(BonusTicket("far", ("A",), ("D",)), **changes),))


FLAWED: dict[str, tuple[GameMap, str, str | None, str]] = {
    "an index that is not the position": (
        with_track(2, index=7),
        "tracks[2]",
        "index",
        "is 7, but must be its position",
    ),
    "an unknown city": (with_track(2, city_b="Ca"), "tracks[2]", "city_b", "unknown city 'Ca'"),
    "no spaces": (with_track(2, length=0), "tracks[2]", "length", "0 is not between 1 and 15"),
    "a length that scores nothing": (with_track(2, length=9), "tracks[2]", "length", "no track of length 9"),
    "half a space": (with_track(2, length=2.5), "tracks[2]", "length", "needs a whole number, not 2.5"),
    "a loop": (with_track(2, city_b="B"), "tracks[2]", "city_b", "from B back to B"),
    "an unknown color": (with_track(2, color="pink"), "tracks[2]", "color", "no card has the color 'pink'"),
    "an unknown kind": (with_track(2, kind="sea"), "tracks[2]", "kind", "have no kind of track 'sea'"),
    "too many locomotives": (with_track(2, locomotives=4), "tracks[2]", "locomotives", "4 is not between 0 and 3"),
    "pair spaces with a color": (with_track(2, pair_spaces=True), "tracks[2]", "pair_spaces", "only gray tracks"),
    "a wrap without places": (with_track(2, wraps=True), "tracks[2]", "wraps", "needs the positions of B and C"),
    "a fourth track beside three": (
        replace(GOOD, tracks=(*TRACKS, Track(4, "A", "B", 2, "blue"), Track(5, "A", "B", 2, "white"))),
        "tracks[5]",
        None,
        "more than three rail tracks",
    ),
    "a negative penalty": (with_ticket(penalty=-1), "tickets[0]", "penalty", "-1 is not between 0 and"),
    "negative points": (with_ticket(points=-1), "tickets[0]", "points", "-1 is not between 0 and"),
    "points of a tour for two cities": (
        with_ticket(points_out_of_order=3),
        "tickets[0]",
        "points_out_of_order",
        "tour",
    ),
    "a ticket to nowhere": (with_ticket(cities=("A", "X")), "tickets[0]", "cities", "unknown city 'X'"),
    "a ticket of one city": (with_ticket(cities=("A",)), "tickets[0]", "cities", "names only one city"),
    "a ticket that comes back": (with_ticket(cities=("A", "B", "A")), "tickets[0]", "cities", "names A more than once"),
    "a long ticket never dealt": (with_ticket(deck="long"), "tickets[0]", "deck", "its rules deal none"),
    "a city without a name": (with_city(name=""), "cities[3]", "name", "needs a name"),
    "a name that is no text": (with_city(name=4), "cities[3]", "name", "needs text, not 4"),
    "two cities of one name": (with_city(name="c"), "cities[3]", "name", "listed twice"),
    "an unknown tag": (with_city(tags=frozenset({"harbor"})), "cities[3]", "tags", "unknown tag 'harbor'"),
    "half a position": (with_city(x=0.5), "cities[3]", "y", "must be given together"),
    "a position off the board": (with_city(x=0.5, y=float("nan")), "cities[3]", "y", "not between 0 and 1"),
    "a bonus for one side only": (with_bonus(east=()), "bonus_tickets[0]", None, "needs cities tagged west and"),
    "a bonus for an unknown city": (with_bonus(east=("X",)), "bonus_tickets[0]", None, "unknown city 'X'"),
    "a bonus without copies": (with_bonus(copies=0), "bonus_tickets[0]", "copies", "0 is not between 1 and 99"),
}


def test_a_good_map_made_in_python_has_no_faults() -> None:
    assert check_map(GOOD) == []
    assert check_map(with_bonus()) == []
    check_sound(GOOD)


@pytest.mark.parametrize(("game_map", "place", "field", "message"), FLAWED.values(), ids=FLAWED)
def test_a_flaw_is_named_with_its_part_of_the_map(
    game_map: GameMap, place: str, field: str | None, message: str
) -> None:
    faults = check_map(game_map)
    found = [fault for fault in faults if message in fault.message]
    assert found, [str(fault) for fault in faults]
    assert (found[0].file, found[0].column) == (place, field)
    with pytest.raises(MapError) as error:
        check_sound(game_map)
    assert list(error.value.faults) == faults


def test_all_flaws_are_told_at_once() -> None:
    game_map = replace(with_track(2, length=0, color="pink"), tickets=with_ticket(penalty=-1).tickets)
    with pytest.raises(MapError, match="map 'made' has 3 faults:"):
        check_sound(game_map)


@pytest.mark.parametrize(
    "use",
    [
        lambda game_map: tables_for(game_map, 2),
        lambda game_map: paths.shortest_path(game_map, "A", "D"),
        paths.track_costs,
        lambda game_map: problem_of(game_map, 10),
    ],
    ids=["a game", "a path", "costs", "an optimum"],
)
def test_a_flawed_map_is_neither_played_nor_analysed(use: Callable[[GameMap], object]) -> None:
    use(GOOD)
    with pytest.raises(MapError, match=r"tracks\[2\], column length: 0 is not between 1 and 15"):
        use(with_track(2, length=0))


def test_a_board_in_two_parts_is_odd_but_can_be_played() -> None:
    in_parts = GOOD.without(2)
    assert ["2 separate parts" in fault.message for fault in check_map(in_parts)] == [True]
    check_sound(in_parts)
    tables_for(in_parts, 2)


def test_a_ticket_that_is_there_twice_is_odd() -> None:
    twice = replace(GOOD, tickets=(*TICKETS, Ticket(6, ("C", "A"), 7)))
    assert [str(fault) for fault in check_map(twice)] == [
        "tickets[6], column cities: tickets[0] has the same ticket (ticket set 'base')"
    ]


def test_too_few_tickets_for_the_players_are_named_alike_for_folders_and_games() -> None:
    with pytest.raises(SetupError, match="ticket set 'base' has 6 tickets, but 3 players are dealt 3 each: 9"):
        tables_for(GOOD, 3)
    tables_for(GOOD, 2)


def test_a_map_without_tracks_is_no_game() -> None:
    bare = replace(load_map("usa"), tracks=())
    for play in (lambda: simulate(bare, "random", games=1), lambda: Game(bare, 2)):
        with pytest.raises(SetupError, match="map 'usa': there are no tracks, so there is nothing to play for"):
            play()


def test_a_map_larger_than_the_engine_is_refused() -> None:
    many = tuple(Ticket(i, ("A", f"x{i}"), 1) for i in range(129))
    cities = (*CITIES, *(City(f"x{i}") for i in range(129)))
    messages = [fault.message for fault in check_map(replace(GOOD, cities=cities, tickets=many))]
    assert "the map has 133 cities; the engine has room for 64" in messages
    assert "ticket set 'base' has 129 tickets; the engine has room for 128" in messages


@pytest.mark.parametrize("name", available_maps())
def test_every_map_of_ours_passes_the_checks_of_maps_made_in_python(name: str) -> None:
    for ticket_set in load_map(name).ticket_sets:
        assert check_map(load_map(name, ticket_set)) == []


def test_pairs_are_not_paid_where_sets_of_cards_count_as_wilds() -> None:
    nordic = load_map("nordic")
    with pytest.raises(MapError, match="pair_spaces: 3 cards count as a wild on ferry tracks, so none can have pair"):
        nordic.with_track("Oslo", "Bergen", 2, color="gray", kind="ferry", pair_spaces=True)
    assert nordic.with_track("Oslo", "Bergen", 2, color="gray", pair_spaces=True).tracks[-1].pair_spaces
