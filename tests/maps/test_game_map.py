"""Records of the board: names, lookups, the graph, immutability."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import networkx as nx
import pytest

from ttr_analysis.errors import MapError
from ttr_analysis.exact.paths import route_graph
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Ticket, Track
from ttr_analysis.rules import USA


@pytest.fixture(scope="module")
def usa() -> GameMap:
    return load_map("usa")


@pytest.fixture(scope="module")
def great_lakes() -> GameMap:
    return load_map("rails_sails_great_lakes")


def test_track_names_are_readable() -> None:
    assert Track(0, "Denver", "Omaha", 4, "purple").name == "Denver-Omaha purple"
    assert Track(0, "Essen", "Berlin", 2, "blue", number=2).name == "Essen-Berlin blue"
    assert Track(0, "Lima", "Sydney", 7, "green", kind="sea").name == "Lima-Sydney green sea"


def test_only_tracks_that_would_share_a_name_are_numbered(usa: GameMap) -> None:
    assert [t.name for t in usa.tracks if t.pair == {"Dallas", "Houston"}] == [
        "Dallas-Houston gray 1", "Dallas-Houston gray 2",
    ]  # fmt: skip
    assert [t.name for t in usa.tracks if t.pair == {"Denver", "Omaha"}] == ["Denver-Omaha purple"]
    assert len({t.name for t in usa.tracks}) == len(usa.tracks)


def test_a_track_keeps_its_name_when_its_twin_is_taken_away(usa: GameMap) -> None:
    second = usa.track("Dallas-Houston gray 2")
    smaller = usa.without(usa.track("Dallas-Houston gray 1"))
    assert smaller.track("Dallas-Houston").name == second.name


def test_a_track_of_another_color_gets_another_name(usa: GameMap) -> None:
    second = usa.track("Dallas-Houston gray 2")
    painted = [replace(track, color="red") if track is second else track for track in usa.tracks]
    names = {track.name for track in replace(usa, tracks=tuple(painted)).tracks}
    assert {"Dallas-Houston gray 1", "Dallas-Houston red"} < names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Denver-Omaha purple", "Denver-Omaha purple"),
        ("omaha - denver PURPLE", "Denver-Omaha purple"),
        ("Denver to Omaha", "Denver-Omaha purple"),
        ("montreal–toronto grey", "Montréal-Toronto gray"),
        ("Houston > Dallas 2", "Dallas-Houston gray 2"),
        ("Kansas City-Denver orange rail", "Denver-Kansas City orange"),
    ],
)
def test_a_track_is_found_by_any_clear_name(usa: GameMap, text: str, name: str) -> None:
    assert usa.track(text).name == name


def test_every_track_is_found_by_its_name(usa: GameMap, great_lakes: GameMap) -> None:
    for game_map in (usa, great_lakes):
        assert all(game_map.track(track.name) is track for track in game_map.tracks)


def test_names_that_could_mean_other_cities_find_their_own_track() -> None:
    edges = [("A", "B-C", 2), ("A-B", "C", 2), ("A", "B to C", 1), ("Red", "Gray", 2, "red"), ("Gray", "Gray red", 1)]
    game_map = GameMap.from_frames(None, [*edges, ("A-B", "B to C", 1), ("A", "B", 1)])
    assert [game_map.track(track.name) for track in game_map.tracks] == list(game_map.tracks)


def test_a_name_of_tickets_of_different_cities_is_refused() -> None:
    edges = [("A", "B-C", 2), ("A-B", "C", 2)]
    alike = GameMap.from_frames(
        None, edges, [{"cities": ["A", "B-C"], "points": 5}, {"cities": ["A-B", "C"], "points": 7}]
    )
    with pytest.raises(MapError, match="different cities: A > B-C or A-B > C; all 'A-B-C'"):
        alike.ticket("A-B-C")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Dallas-Houston", "more than one track .* did you mean Dallas-Houston gray 1 or Dallas-Houston gray 2?"),
        ("Denver-Omaha red", "no track .* did you mean Denver-Omaha purple?"),
        ("Denvr-Omaha purple", "no track .* did you mean Denver-Omaha purple"),
        ("Denver", "no track 'Denver'"),
        ("", "no track ''"),
        ("-".join(["Denver"] * 1000), "no track"),
    ],
)
def test_an_unclear_track_is_refused_with_the_names_there_are(usa: GameMap, text: str, message: str) -> None:
    with pytest.raises(MapError, match=message):
        usa.track(text)


def test_a_map_and_its_parts_show_themselves_in_a_line(usa: GameMap) -> None:
    assert repr(usa) == "<GameMap usa (base): 36 cities, 100 tracks, 30 tickets; rules usa, 2 to 5 players>"
    assert (
        repr(usa.track("Denver-Omaha")) == f"<Track {usa.track('Denver-Omaha').index}: Denver-Omaha purple, 4 spaces>"
    )
    assert (
        repr(usa.ticket("Denver-El Paso")) == f"<Ticket {usa.ticket('Denver-El Paso').index}: Denver-El Paso, 4 points>"
    )
    assert repr(City("Oslo", tags=frozenset({"port", "west"}))) == "<City Oslo: port, west>"


def test_a_notebook_shows_a_map_as_a_small_table(usa: GameMap) -> None:
    table = replace(usa, title="<b>Home</b>")._repr_html_()
    assert table.count("<tr>") == 7
    assert "&lt;b&gt;Home&lt;/b&gt;" in table
    assert "100, 309 spaces" in table


def test_a_map_made_in_python_needs_no_list_of_spellings() -> None:
    made = GameMap("made", "Made", (City("Málaga"), City("Oslo")), (Track(0, "Málaga", "Oslo", 2, "red"),), (), USA)
    assert made.city("malaga").name == "Málaga"
    assert made.track("oslo-malaga").index == 0


def test_tickets_with_three_cities_are_tours() -> None:
    assert not Ticket(0, ("A", "B"), 5).is_tour
    assert Ticket(0, ("A", "B", "C"), 5).is_tour
    assert Ticket(0, ("A", "B"), 5, deck="long").is_long


@pytest.mark.parametrize("name", ["Montréal", "montreal", "MONTRÉAL", "Montreal"])
def test_a_city_is_found_by_any_spelling(usa: GameMap, name: str) -> None:
    assert usa.city(name).name == "Montréal"


def test_board_and_ticket_spelling_of_sault_are_one_city(usa: GameMap) -> None:
    assert usa.city("Sault Ste. Marie") is usa.city("Sault St. Marie")


def test_an_unknown_city_suggests_the_nearest(usa: GameMap) -> None:
    with pytest.raises(MapError, match="did you mean Chicago"):
        usa.city("Chigaco")


@pytest.mark.rule("TIX-ALL-1")
@pytest.mark.parametrize(
    "name", ["Seattle-New York", "New York - Seattle", "seattle to new york", "Seattle > New York"]
)
def test_a_ticket_is_found_in_either_order(usa: GameMap, name: str) -> None:
    assert usa.ticket(name).points == 22


def test_an_unknown_ticket_suggests_the_nearest(usa: GameMap) -> None:
    with pytest.raises(MapError, match="did you mean Seattle-New York"):
        usa.ticket("Seattle-Newark York")


@pytest.mark.parametrize("name", ["Rouyn-Noranda-Green Bay", "green bay-rouyn-noranda"])
def test_hyphens_in_names_do_not_hide_a_ticket(great_lakes: GameMap, name: str) -> None:
    ticket = Ticket(0, ("Rouyn-Noranda", "Green Bay"), 9)
    assert replace(great_lakes, tickets=(ticket,)).ticket(name) is ticket


def test_a_name_of_a_thousand_hyphens_is_no_ticket(usa: GameMap) -> None:
    with pytest.raises(MapError, match="no ticket"):
        usa.ticket("-".join(["Denver"] * 1000))


def test_doubles_pair_up(usa: GameMap) -> None:
    assert len(usa.doubles) == 44
    for index, twin in usa.doubles.items():
        assert usa.doubles[twin] == index
        assert usa.tracks[index].pair == usa.tracks[twin].pair


def test_a_rail_and_a_sea_track_are_no_double_route(great_lakes: GameMap) -> None:
    pair = frozenset(("Duluth", "Thunder Bay"))
    tracks = [track for track in great_lakes.tracks if track.pair == pair]
    assert sorted(track.kind for track in tracks) == ["rail", "sea"]
    assert not any(track.index in great_lakes.doubles for track in tracks)


def test_graph_has_the_documented_attributes(usa: GameMap) -> None:
    graph = usa.graph()
    assert isinstance(graph, nx.MultiGraph)
    assert graph.number_of_nodes() == 36
    assert graph.number_of_edges() == 100
    assert set(graph.nodes["Denver"]) == {"latitude", "longitude", "x", "y", "tags"}
    for a, b, key, edge in graph.edges(keys=True, data=True):
        track = usa.tracks[key]
        assert {a, b} == track.pair
        assert edge == {
            "name": track.name,
            "length": track.length,
            "weight": track.length,
            "color": track.color,
            "kind": track.kind,
            "locomotives": track.locomotives,
            "pair_spaces": track.pair_spaces,
            "points": usa.rules.route_points[track.length],
            "wraps": track.wraps,
            "number": track.number,
            "cards_for_one": 0,
        }


def test_graph_has_the_objects_on_request(usa: GameMap) -> None:
    graph = usa.graph(objects=True)
    assert {track for _, _, track in graph.edges(data="track")} == set(usa.tracks)
    assert {city for _, city in graph.nodes(data="city")} == set(usa.cities)


@pytest.mark.parametrize("name", available_maps())
@pytest.mark.parametrize("kind", ["graphml", "gexf", "gml", "json"])
def test_every_writer_of_networkx_takes_every_map(name: str, kind: str, tmp_path: Path) -> None:
    """As they are, and back: the same cities, tracks and lengths (faults3: "does not work")."""
    game_map, file = load_map(name), tmp_path / "graph"
    for graph, number in ((game_map.graph(), len(game_map.tracks)), (route_graph(game_map), None)):
        if kind == "json":
            read = nx.node_link_graph(json.loads(json.dumps(nx.node_link_data(graph))))
        else:
            getattr(nx, f"write_{kind}")(graph, file)
            read = getattr(nx, f"read_{kind}")(file)
        assert set(read) == set(game_map.city_index)
        assert read.number_of_edges() == (number or graph.number_of_edges())
        total = sum(weight for _, _, weight in graph.edges(data="weight"))
        assert sum(float(weight) for _, _, weight in read.edges(data="weight")) == total


def test_records_cannot_be_changed(usa: GameMap) -> None:
    with pytest.raises(FrozenInstanceError):
        usa.name = "other"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        usa.tracks[0].length = 9  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        usa.cities[0].name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        usa.aliases["x"] = "Denver"  # type: ignore[index]
    with pytest.raises(TypeError):
        usa.city_index["x"] = 1  # type: ignore[index]


def test_without_numbers_the_tracks_anew(usa: GameMap) -> None:
    gone = usa.tracks[3]
    smaller = usa.without(gone, 7)
    assert len(smaller.tracks) == 98
    assert [track.index for track in smaller.tracks] == list(range(98))
    assert gone.name not in {track.name for track in smaller.tracks}
    assert len(usa.tracks) == 100
    assert smaller.digest != usa.digest


def test_without_refuses_an_unknown_track(usa: GameMap) -> None:
    with pytest.raises(MapError, match="no track number 100"):
        usa.without(100)


def test_a_map_survives_pickle_and_copy(usa: GameMap) -> None:
    assert usa.city_index["Atlanta"] == 0
    assert pickle.loads(pickle.dumps(usa)) == usa
    assert copy.deepcopy(usa) == usa
    assert pickle.loads(pickle.dumps(usa)).city("montreal").name == "Montréal"


def test_a_city_without_a_place_has_none() -> None:
    assert City("Nowhere").latitude is None
    assert City("Nowhere").tags == frozenset()
