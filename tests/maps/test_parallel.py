"""Which tracks between two cities belong together: by number, and by kind where a number is there twice."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from map_folders import CITIES, write

from ttr_analysis.maps.facts import facts
from ttr_analysis.maps.folder import available_maps, check_map, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parallel import parallel_sets
from ttr_analysis.maps.parts import Track

UNLIKE = ("Kristiansand-Stavanger", "Mo I Rana-Trondheim")
"""The routes of Nordic Countries with a ferry and a tunnel."""

HEADER = "city_a,city_b,length,color,kind,locomotives,track\n"
REST = "Berlin,Danzig,2,gray,ferry,1,1\nDanzig,Cádiz,4,gray,tunnel,,1\n"


def folder_with(folder: Path, *rows: str) -> Path:
    """The small map with these tracks from Athína to Berlin: ``3,red,rail,,1``."""
    routes = HEADER + "".join(f"Athína,Berlin,{row}\n" for row in rows) + REST
    return write(folder, routes=routes, cities=CITIES.replace("Berlin,0.9", "Berlin,0.4"))


def sets(*told: tuple[str, int]) -> list[tuple[int, ...]]:
    """The sets of tracks of one route, given by kind and number."""
    return parallel_sets([Track(i, "A", "B", 2, "gray", kind, number=number) for i, (kind, number) in enumerate(told)])


@pytest.mark.rule("ALL-DOUBLE-1", "RS-DOUBLE-2")
def test_tracks_with_numbers_of_their_own_belong_together_whatever_their_kinds() -> None:
    assert sets(("rail", 1), ("rail", 2)) == [(0, 1)]
    assert sets(("tunnel", 1), ("ferry", 2)) == [(0, 1)]
    assert sets(("ferry", 3), ("rail", 1), ("tunnel", 2)) == [(0, 1, 2)]
    assert sets(("rail", 1), ("sea", 1)) == [(0,), (1,)]
    assert sets(("rail", 1), ("sea", 1), ("rail", 2), ("sea", 2)) == [(0, 2), (1, 3)]
    assert sets(("rail", 1), ("rail", 2), ("sea", 1)) == [(0, 1), (2,)]
    assert sets(("rail", 1), ("rail", 1)) == [(0, 1)], "made in Python, where nobody told a number"


@pytest.mark.parametrize("name", available_maps())
def test_on_the_maps_in_print_tracks_of_a_kind_belong_together(name: str) -> None:
    """The rule before numbers counted; of the printed maps, only Nordic has double routes of two kinds."""
    game_map = load_map(name)
    by_kind = {
        track.index: tuple(
            other.index
            for other in game_map.tracks
            if (other.pair, other.kind) == (track.pair, track.kind) and other is not track
        )
        for track in game_map.tracks
    }
    unlike = [pair for pair in UNLIKE if name == "nordic" for pair in [game_map.tracks_named(pair)]]
    by_kind |= {track.index: (other.index,) for pair in unlike for track, other in permutations(pair)}
    assert len({track.kind for pair in unlike for track in pair}) == (2 if unlike else 0)
    assert game_map.parallel == {index: others for index, others in by_kind.items() if others}
    assert game_map.doubles == {index: others[0] for index, others in game_map.parallel.items()}


def test_three_tracks_of_a_kind_are_numbered_by_their_rows(tmp_path: Path) -> None:
    game_map = load_map(folder_with(tmp_path / "map", "3,red,rail,,", "3,red,rail,,", "3,red,rail,,"))
    assert [track.number for track in game_map.tracks] == [1, 2, 3, 1, 1]
    assert [track.name for track in game_map.tracks[:3]] == [f"Athína-Berlin red {i}" for i in (1, 2, 3)]
    assert game_map.parallel == {0: (1, 2), 1: (0, 2), 2: (0, 1)}
    assert game_map.doubles == {}
    told = {(fact.group, fact.name): fact.value for fact in facts(game_map)}
    assert (told["board", "double routes"], told["board", "triple routes"]) == (0, 1)
    assert game_map.track("berlin-athina red 3").index == 2


def test_rows_without_a_number_belong_together_by_kind(tmp_path: Path) -> None:
    unlike = load_map(folder_with(tmp_path / "unlike", "3,red,rail,,", "2,gray,ferry,1,"))
    assert [track.number for track in unlike.tracks[:2]] == [1, 1]
    assert unlike.parallel == {}
    told = load_map(folder_with(tmp_path / "told", "3,red,rail,,1", "2,gray,ferry,1,2"))
    assert told.parallel == {0: (1,), 1: (0,)}


WRONG = {
    "two 1s of a kind": (("3,red,rail,,1", "3,blue,rail,,1"), 3, "two rail tracks numbered 1; number them 1 and 2"),
    "two 2s of a kind": (("3,red,rail,,2", "3,blue,rail,,2"), 3, "two rail tracks numbered 2; number them 1 and 2"),
    "a gap": (("3,red,rail,,1", "3,blue,rail,,3"), 3, "tracks numbered 1 and 3; number them 1 and 2"),
    "a gap of two kinds": (("3,red,rail,,1", "2,gray,tunnel,,3"), 3, "tracks numbered 1 and 3; number them 1 and 2"),
    "no 1": (("3,red,rail,,2", "2,gray,tunnel,,3"), 3, "tracks numbered 2 and 3; number them 1 and 2"),
    "a 2 alone": (("3,red,rail,,2",), 2, "only one rail track; number it 1"),
    "a 2 beside two 1s": (("3,red,rail,,1", "2,gray,tunnel,,1", "2,gray,ferry,1,2"), 4, "only one ferry track"),
    "a 3 twice": (("3,red,rail,,1", "3,blue,rail,,3", "3,green,rail,,3"), 4, "two rail tracks numbered 3; number them"),
    "two lengths": (("3,red,rail,,1", "2,gray,ferry,1,2", "4,blue,rail,,3"), 4, "rail tracks of lengths 3 and 4"),
    "a number too large": (("3,red,rail,,1", "3,blue,rail,,4"), 3, "4 is not between 1 and 3"),
    "four of a kind": ([f"3,red,rail,,{n}" for n in (1, 2, 3, 3)], 5, "more than three rail tracks"),
}


@pytest.mark.parametrize(("rows", "line", "message"), WRONG.values(), ids=WRONG)
def test_wrong_numbers_are_told_with_their_row(tmp_path: Path, rows: tuple[str, ...], line: int, message: str) -> None:
    faults = check_map(folder_with(tmp_path / "map", *rows))
    assert [(fault.file, fault.row) for fault in faults][:1] == [("routes.csv", line)], faults
    assert message in faults[0].message
    assert faults[0].column in ("track", "length", None)


def triple() -> GameMap:
    usa = load_map("usa")
    return usa.with_track("Denver", "Omaha", 4, "green").with_track("Denver", "Omaha", 4, "white")


def test_a_third_track_makes_a_triple_route_and_numbers_close_up_without_one() -> None:
    game_map = triple()
    route = game_map.tracks_named("Denver-Omaha")
    assert [track.number for track in route] == [1, 2, 3]
    assert [len(game_map.parallel[track.index]) for track in route] == [2, 2, 2]
    left = game_map.without("Denver-Omaha green").tracks_named("Denver-Omaha")
    assert [(track.color, track.number) for track in left] == [("purple", 1), ("white", 2)]
    assert game_map.without("Denver-Omaha green", "Denver-Omaha white").tracks == load_map("usa").tracks


def test_tracks_of_two_kinds_stay_apart_when_one_is_taken_away() -> None:
    lakes = load_map("rails_sails_great_lakes")
    route = ("Duluth", "Thunder Bay")
    three = lakes.with_track(*route, 4, "red", kind="sea")
    assert {track.plain_name: track.number for track in three.tracks_named("-".join(route))} == {
        "Duluth-Thunder Bay black": 1, "Duluth-Thunder Bay yellow sea": 1, "Duluth-Thunder Bay red sea": 2
    }  # fmt: skip
    left = three.without("Duluth-Thunder Bay yellow sea")
    assert [track.number for track in left.tracks_named("-".join(route))] == [1, 1]
    assert not {track.index for track in left.tracks_named("-".join(route))} & set(left.parallel)


def test_a_track_joins_a_route_of_several_kinds(tmp_path: Path) -> None:
    game_map = load_map(folder_with(tmp_path / "map", "3,red,rail,,1", "2,gray,ferry,1,2"))
    joined = game_map.with_track("Athína", "Berlin", 4, kind="tunnel")
    assert (joined.tracks[-1].number, len(joined.parallel)) == (3, 3)
    apart = game_map.with_track("Athína", "Berlin", 4, kind="tunnel", number=1)
    assert apart.parallel == {}


def test_numbers_survive_a_folder_and_a_graph(tmp_path: Path) -> None:
    game_map = load_map(folder_with(tmp_path / "map", "3,red,rail,,2", "2,gray,ferry,1,1", "4,gray,tunnel,,3"))
    assert len(game_map.parallel) == 3
    assert load_map(game_map.save(tmp_path / "saved")).tracks == game_map.tracks
    again = GameMap.from_graph(game_map.graph(), rules=game_map.rules)
    assert [track.number for track in again.tracks] == [2, 1, 3, 1, 1]
    assert again.parallel == game_map.parallel
