"""Verbs that change a map, and folders that give it back."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from ttr_analysis.errors import MapError, RuleError
from ttr_analysis.maps.folder import available_maps, check_map, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import Ticket, Track

USA = load_map("usa")
PAIR = ("Kansas City", "Omaha")


def all_maps() -> list[tuple[str, str]]:
    return [(name, tickets) for name in available_maps() for tickets in load_map(name).ticket_sets]


@pytest.mark.parametrize(("name", "tickets"), all_maps())
def test_a_saved_map_is_read_back_equal(name: str, tickets: str, tmp_path: Path) -> None:
    game_map = load_map(name, tickets)
    again = load_map(game_map.save(tmp_path / "saved"))
    assert replace(again, name=name, folder=game_map.folder, ticket_sets=game_map.ticket_sets) == game_map
    assert again.digest == game_map.digest
    assert again.changed_rules == game_map.changed_rules == ()


def changed_usa() -> GameMap:
    return (
        USA.with_rules(longest_trail_bonus=0, draws=3, pieces={"train": 30}, tickets={"deal": 4})
        .with_length("denver - omaha", 2)
        .without("Miami", USA.track("Seattle-Portland gray 2"))
        .with_ticket("Vancouver-Dallas", 21, penalty=3)
        .with_track("vancouver", "denver", 5, "pink".replace("pink", "purple"))
    )


def test_verbs_tell_what_they_changed() -> None:
    changed = changed_usa()
    assert (changed.name, changed.title) == ("usa (changed)", "Ticket to Ride (USA) (changed)")
    assert changed.differences == (
        "Denver-Omaha purple of 2 spaces",
        "without Miami, Portland-Seattle gray 2",
        "ticket Vancouver-Dallas of 21 points added",
        "Vancouver-Denver purple of 5 spaces added",
        "draws = 3 (printed: 2)",
        "pieces.train = 30 (printed: 45)",
        "tickets.deal = 4 (printed: 3)",
        "longest_trail_bonus = 0 (printed: 10)",
    )
    assert USA.differences == ()
    assert changed.renamed("mine").name == changed.renamed("mine").title == "mine"


def test_indices_doubles_aliases_and_penalties_are_right() -> None:
    changed = changed_usa()
    assert [track.index for track in changed.tracks] == list(range(len(changed.tracks)))
    assert [ticket.index for ticket in changed.tickets] == list(range(len(changed.tickets)))
    assert "Miami" not in {*changed.city_index, *changed.aliases.values()}
    assert changed.doubles.get(changed.track("Seattle-Portland").index) is None
    assert len(changed.doubles) == len(USA.doubles) - 2
    assert changed.ticket("Vancouver-Dallas").penalty == 3
    assert check_map(changed) == []


def test_a_track_beside_another_makes_a_double_route() -> None:
    both = USA.with_track("Denver", "Omaha", 4, "green")
    assert both.tracks[-1].number == 2
    assert both.doubles[both.tracks[-1].index] == USA.track("Denver-Omaha").index
    assert both.without(both.tracks[-1]).tracks == USA.tracks


def test_changed_maps_are_saved_and_pickled_with_their_changes(tmp_path: Path) -> None:
    changed = changed_usa()
    again = load_map(changed.save(tmp_path / "mine"))
    assert (again.digest, again.differences, again.title) == (changed.digest, changed.differences, changed.title)
    assert pickle.loads(pickle.dumps(changed)) == changed
    assert changed.with_length("Denver-Omaha", 4).digest != changed.digest


def test_what_is_odd_may_be_saved(tmp_path: Path) -> None:
    apart = USA.without("Denver-Omaha", "Atlanta", "Nashville").with_tickets([("Seattle-New York", 5)] * 20)
    assert load_map(apart.save(tmp_path / "odd")).digest == apart.digest


def test_a_map_without_tickets_is_a_map(tmp_path: Path) -> None:
    bare = USA.with_tickets([])
    again = load_map(bare.save(tmp_path / "bare"))
    assert (again.tickets, again.digest) == ((), bare.digest)
    assert not (tmp_path / "bare" / "tickets.csv").exists()


def test_save_leaves_nothing_half_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").touch()
    with pytest.raises(MapError, match="is there already"):
        USA.save(tmp_path / "there")
    own = replace(USA, rules=replace(USA.rules, name="mine"))
    with pytest.raises(MapError, match="no rule set 'mine'"):
        own.save(tmp_path / "own")
    (tmp_path / "file").touch()
    with pytest.raises(MapError, match="cannot write the map"):
        USA.save(tmp_path / "file" / "below")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "there"]


def test_rules_that_are_printed_for_a_ticket_set_are_no_changes() -> None:
    mega = load_map("europe", "mega")
    assert mega.changed_rules == ()
    assert mega.with_rules(tickets={"draw": 4}).changed_rules == ("tickets.draw = 4 (printed: 3)",)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda: USA.with_track("Denver", "Boise", 3), "no city 'Boise'"),
        (lambda: USA.with_track("Denver", "Omaha", 7), "no track of length 7"),
        (lambda: USA.with_track("Denver", "Omaha", 3, "pink"), "no card has the color 'pink'"),
        (lambda: USA.with_track("Denver", "Denver", 3), "back to Denver"),
        (lambda: USA.with_track(*PAIR, 1).with_track(*PAIR, 1), "more than three rail tracks"),
        (lambda: USA.with_length("Denver-Omaha", 0), "0 is not between 1 and 15"),
        (lambda: USA.with_length("Denver-Boise", 2), "has no track"),
        (lambda: USA.with_length(100, 2), "it has tracks 0 to 99"),
        (lambda: USA.with_length(True, 2), "no track number True"),
        (lambda: USA.with_length(Track(3, "Denver", "Omaha", 1, "gray"), 2), "another track in the place"),
        (lambda: USA.without(100), "no track number 100"),
        (lambda: USA.without("Boise"), "no track 'Boise'"),
        (lambda: USA.with_ticket("Denver", 5), "no two cities"),
        (lambda: USA.with_ticket("Denver-Miami", -5), "-5 is not between 0"),
        (lambda: USA.with_ticket(["Denver", "Boise"], 5), "unknown city 'Boise'"),
        (lambda: USA.with_ticket("Denver-Miami", 5, price=3), "no such value"),
        (lambda: USA.with_tickets([("Denver-Miami",)]), "its cities and points"),
    ],
)
def test_a_change_that_cannot_be_is_refused(change: object, message: str) -> None:
    with pytest.raises(MapError, match=message):
        change()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("points", "lengths"),
    [
        ([0, 1, 2], "3, 4, 5, 6"),
        ([0, 1, 2, 4, 7, -1, 15], "5"),
        ([0, -1, -1, -1, -1, 10, 15], "1, 2, 3, 4"),
    ],
)
def test_points_that_do_not_cover_the_tracks_of_a_map_are_a_fault_of_the_rule(points: list[int], lengths: str) -> None:
    with pytest.raises(RuleError, match=rf"of length {lengths}, which usa has; .* = \[0, 1, 2, 4, 7, 10, 15\]"):
        USA.with_rules(route_points=points)


def test_points_of_a_length_that_no_track_has_may_go() -> None:
    shorter = USA.without(*(track for track in USA.tracks if track.length == 6))
    assert shorter.with_rules(route_points=[0, 1, 2, 4, 7, 10]).rules.lengths == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("fixed", ["name", "title"])
def test_the_name_of_the_rules_is_fixed(fixed: str) -> None:
    with pytest.raises(RuleError, match=f"{fixed} cannot be changed"):
        USA.with_rules(**{fixed: "mine"})
    with pytest.raises(RuleError, match=f"{fixed} cannot be changed"):
        USA.rules.replace(**{fixed: "mine"}, draws=3)


def test_tracks_keep_their_names_through_verbs_and_folders(tmp_path: Path) -> None:
    alone = USA.without(USA.track("Seattle-Portland gray 1"))
    (kept,) = alone.tracks_named("Seattle-Portland")
    assert kept.name == USA.track("Seattle-Portland gray 2").name
    assert alone.with_track("Denver", "Dallas", 3).tracks[kept.index].name == kept.name
    both = alone.with_track("Portland", "Seattle", 1)
    assert [both.tracks[i].name for i in (kept.index, -1)] == [kept.name, kept.name.replace("gray 2", "gray 1")]
    again = load_map(alone.save(tmp_path / "alone"))
    assert [track.name for track in again.tracks] == [track.name for track in alone.tracks]


def test_printed_maps_need_no_labels(tmp_path: Path) -> None:
    assert "label" not in (USA.save(tmp_path / "usa") / "routes.csv").read_text(encoding="utf-8")


def test_without_takes_tickets_and_whole_routes() -> None:
    assert len(USA.without("Denver-Kansas City").tracks) == 98
    fewer = USA.without(USA.ticket("Denver-El Paso"))
    assert [ticket.name for ticket in fewer.tickets] == [
        ticket.name for ticket in USA.tickets if ticket.name != "Denver-El Paso"
    ]
    assert isinstance(fewer.tickets[3], Ticket)
    assert fewer.tickets[3].index == 3


def test_without_takes_the_very_ticket_of_two_with_the_same_cities() -> None:
    twice = USA.with_ticket("Boston-Miami", 20)
    printed, added = USA.ticket("Boston-Miami"), twice.tickets[-1]
    assert twice.without(added).tickets == USA.tickets
    assert [ticket.points for ticket in twice.without(printed).tickets if ticket.name == printed.name] == [20]


def test_what_is_changed_back_is_no_change(tmp_path: Path) -> None:
    back = USA.with_length("Denver-Omaha", 2).with_length("Denver-Omaha", 4)
    assert (back.digest, back.caveats) == (USA.digest, USA.caveats)
    saved = load_map(USA.with_length("Denver-Omaha", 2).save(tmp_path / "saved"))
    assert saved.differences == ("Denver-Omaha purple of 2 spaces",)
    assert saved.without("Miami").differences == ("Denver-Omaha purple of 2 spaces", "without Miami")


def test_what_was_changed_goes_with_every_number() -> None:
    assert USA.caveats == USA.notices
    (told,) = USA.with_rules(longest_trail_bonus=0).caveats
    assert told == "Changed from the printed game: longest_trail_bonus = 0 (printed: 10)."
    silent = replace(USA, tracks=(replace(USA.tracks[0], length=5), *USA.tracks[1:]))
    assert silent.differences == ("another board or other tickets than in its folder",)
    assert changed_usa().caveats[0].startswith("Changed from the printed game: Denver-Omaha purple of 2 spaces; ")


@pytest.mark.parametrize(("name", "title"), [("", None), (" ", None), ("a\nb", None), (7, None), ("mine", "\u202ey")])
def test_a_map_has_a_name_and_a_title_that_can_be_printed(name: str, title: str | None) -> None:
    with pytest.raises(MapError, match="of a map must be a text that can be printed, not "):
        load_map("usa").renamed(name, title)


def test_a_text_in_place_of_tickets_is_refused_as_a_whole() -> None:
    with pytest.raises(MapError, match=r"tickets must be a list of tickets, .* not '1910'"):
        load_map("usa").with_tickets("1910")  # type: ignore[arg-type]


def test_a_ticket_with_copies_is_added_as_often() -> None:
    switzerland = load_map("switzerland")
    grown = switzerland.with_ticket("Sion", 8, alternatives={"france": 4, "Italia": 8}, copies=2)
    assert [(t.name, t.copies, t.penalty) for t in grown.tickets[-2:]] == [("Sion-France/Italia", 2, 4)] * 2
    assert len(grown.tickets) == 48
    assert grown.without(grown.tickets[-1]).tickets[-1].copies == 1
    assert switzerland.with_tickets([Ticket(0, ("Sion", "France"), 3, penalty=3)]).tickets[0].is_choice


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        ({"copies": 0}, "copies of a ticket: must be from 1 to 128, not 0"),
        ({"copies": 1_000_000}, "copies of a ticket: must be from 1 to 128, not 1000000"),
        ({"copies": "2"}, "copies of a ticket: needs a whole number, not '2'"),
        ({"alternatives": "Italia 9; France 2"}, "alternatives of a ticket: needs a list"),
        ({"alternatives": ["Italia"]}, "alternatives of a ticket: entry 1"),
        ({"alternatives": [("Italia", 9, 3)]}, "alternatives of a ticket: entry 1: needs 2 values"),
        ({"alternatives": {"Italia": "9"}}, r"write \[\('France', 5\), \('Italia', 8\)\]"),
        ({"alternatives": 5}, "alternatives of a ticket: needs a list, not 5"),
    ],
)
def test_copies_and_alternatives_of_a_wrong_kind_are_refused(other: dict[str, object], problem: str) -> None:
    with pytest.raises(MapError, match=problem):
        load_map("switzerland").with_ticket("Basel-Sion", 9, **other)
