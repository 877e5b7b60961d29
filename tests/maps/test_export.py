"""A map in the formats of other tools: read back, it says the same; what a format needs is asked for by name."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest

from ttr_analysis.errors import MapError, SetupError
from ttr_analysis.maps.export import FORMATS, export_map, map_geojson
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.geojson import course, cut_at_antimeridian
from ttr_analysis.maps.parts import City, Track
from ttr_analysis.rules.usa import USA

VALUES = {"track": [0, 7], "claim share": [0.25, 1.0], "n": [300, 300]}
EVIL = ('A "quoted" \\', "<b>&amp;</b>", "Zürich; [x=1] -- \\N", "line\\nbreak")


def evil_map() -> GameMap:
    cities = tuple(City(name, latitude=i, longitude=2 * i) for i, name in enumerate(EVIL))
    tracks = tuple(Track(i, EVIL[i], EVIL[(i + 1) % 4], 2, "red") for i in range(4))
    return GameMap("evil", 'Evil "map"', cities, tracks, (), USA)


def lines_of(feature: dict[str, Any]) -> list[list[list[float]]]:
    geometry = feature["geometry"]
    return [geometry["coordinates"]] if geometry["type"] == "LineString" else geometry["coordinates"]


def tracks_of(game_map: GameMap, values: Any = None) -> list[dict[str, Any]]:
    return [f for f in map_geojson(game_map, values)["features"] if f["properties"]["feature"] == "track"]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", [*available_maps(), "evil"])
def test_every_map_is_exported_the_same_way_each_time(name: str, form: str) -> None:
    game_map = evil_map() if name == "evil" else load_map(name)
    assert export_map(game_map, form, {0: 1.5}) == export_map(game_map, form, {0: 1.5})
    with pytest.raises(SetupError, match="has no track 1000"):
        export_map(game_map, form, {1000: 1.5})


@pytest.mark.parametrize(("form", "read"), [("graphml", nx.read_graphml), ("gexf", nx.read_gexf)])
@pytest.mark.parametrize("game_map", [load_map("usa"), load_map("rails_sails_world"), evil_map()], ids=lambda m: m.name)
def test_graphs_are_read_back_with_their_values(game_map: GameMap, form: str, read: Any) -> None:
    values = {index: index + 0.5 for index in range(3)}
    graph = read(io.BytesIO(export_map(game_map, form, values).encode()))
    assert set(graph) == {city.name for city in game_map.cities}
    edges = {edge["track"]: edge for _, _, edge in graph.edges(data=True)}
    assert len(edges) == len(game_map.tracks) == graph.number_of_edges()
    for track in game_map.tracks:
        edge = edges[track.index]
        assert (edge["length"], edge["color"], edge["name"]) == (track.length, track.color, track.name)
        assert edge.get("value") == values.get(track.index)
    assert re.search(r"\d{4}-\d\d-\d\d", export_map(game_map, form)) is None, "no date: the same text tomorrow"


def test_a_table_has_one_row_for_each_track() -> None:
    game_map = load_map("europe")
    rows = list(csv.DictReader(io.StringIO(export_map(game_map, "csv", VALUES))))
    assert [int(row["track"]) for row in rows] == list(range(len(game_map.tracks)))
    assert [row["name"] for row in rows] == [track.name for track in game_map.tracks]
    assert (rows[0]["claim share"], rows[7]["n"], rows[1]["n"]) == ("0.25", "300", "")
    first = game_map.city(rows[0]["city_a"])
    assert (float(rows[0]["latitude_a"]), float(rows[0]["longitude_a"])) == (first.latitude, first.longitude)
    assert {row["pair_spaces"] for row in rows} == {"no"}


def unquoted(text: str) -> str:
    return text.replace('\\"', '"').replace("\\\\", "\\")


def test_dot_quotes_whatever_a_name_contains() -> None:
    text = export_map(evil_map(), "dot", {"track": [0], 'my "share"': [0.5]})
    quoted = r'"(?:[^"\\]|\\.)*"'
    attributes = rf"\[{quoted}={quoted}(?:, {quoted}={quoted})*\]"
    head, *lines, end = text.splitlines()
    assert re.fullmatch(rf"graph {quoted} {{", head)
    assert end == "}"
    for line in lines:
        assert re.fullmatch(rf"  (?:graph|node|{quoted}(?: -- {quoted})?) {attributes};", line), line
    names = [re.match(quoted, line.strip()) for line in lines[2:6]]
    assert tuple(unquoted(name.group()[1:-1]) for name in names if name) == EVIL
    assert '"my \\"share\\""="0.5"' in text


@pytest.mark.parametrize("name", available_maps())
def test_geojson_has_points_and_lines_in_range(name: str) -> None:
    game_map = load_map(name)
    collection = json.loads(export_map(game_map, "geojson"))
    points = [f for f in collection["features"] if f["geometry"]["type"] == "Point"]
    assert {f["properties"]["name"] for f in points} == {city.name for city in game_map.cities}
    tracks = [f for f in collection["features"] if f["geometry"]["type"] != "Point"]
    assert [f["properties"]["track"] for f in tracks] == list(range(len(game_map.tracks)))
    for feature in tracks:
        lines = lines_of(feature)
        track = game_map.tracks[feature["properties"]["track"]]
        for place, city in ((lines[0][0], track.city_a), (lines[-1][-1], track.city_b)):
            assert place == [game_map.city(city).longitude, game_map.city(city).latitude], track.name
        for line in lines:
            assert len(line) >= 2
            assert all(-180 <= x <= 180 and -90 <= y <= 90 for x, y in line)
            assert all(abs(a[0] - b[0]) <= 180 for a, b in pairwise(line)), "the shorter way"


def test_lines_over_the_antimeridian_are_cut_there() -> None:
    game_map = load_map("rails_sails_world")
    cut = {f["properties"]["name"]: f for f in tracks_of(game_map) if f["geometry"]["type"] == "MultiLineString"}
    assert "Los Angeles-Tokyo black sea" in cut
    assert "Los Angeles-Honolulu yellow sea" not in cut, "the edge of the printed board is elsewhere"
    for feature in cut.values():
        first, second = lines_of(feature)
        assert {first[-1][0], second[0][0]} == {-180, 180}
        assert first[-1][1] == second[0][1]
    assert tracks_of(load_map("usa"))[0]["geometry"]["type"] == "LineString"


@pytest.mark.parametrize(
    ("start", "end", "parts"),
    [
        ((170.0, 10.0), (-170.0, 20.0), [[(170, 10), (180, 15)], [(-180, 15), (-170, 20)]]),
        ((-170.0, 10.0), (170.0, 20.0), [[(-170, 10), (-180, 15)], [(180, 15), (170, 20)]]),
        ((180.0, 0.0), (-170.0, 0.0), [[(-180, 0), (-170, 0)]]),
        ((-180.0, 0.0), (170.0, 0.0), [[(180, 0), (170, 0)]]),
        ((170.0, 0.0), (180.0, 0.0), [[(170, 0), (180, 0)]]),
        ((170.0, 0.0), (-180.0, 0.0), [[(170, 0), (180, 0)]]),
        ((-10.0, 0.0), (10.0, 0.0), [[(-10, 0), (10, 0)]]),
    ],
)
def test_places_on_and_around_the_antimeridian(start: Any, end: Any, parts: Any) -> None:
    assert cut_at_antimeridian(course(start, end, 0.0)) == parts


def test_parallel_tracks_run_side_by_side() -> None:
    game_map = load_map("usa")
    features = tracks_of(game_map)
    for index, other in game_map.doubles.items():
        (one,), (two,) = lines_of(features[index]), lines_of(features[other])
        if game_map.tracks[index].city_a != game_map.tracks[other].city_a:
            two = two[::-1]
        assert (one[0], one[-1]) == (two[0], two[-1]), "they meet in their cities"
        apart = [math.dist(a, b) for a, b in zip(one[1:-1], two[1:-1], strict=True)]
        assert all(0.03 < gap < 1 for gap in apart), game_map.tracks[index].name
    alone = [track.index for track in game_map.tracks if track.index not in game_map.doubles]
    assert all(len(lines_of(features[index])[0]) == 2 for index in alone)


def test_values_are_properties_and_missing_ones_are_null() -> None:
    features = tracks_of(load_map("usa"), VALUES)
    assert [features[i]["properties"]["claim share"] for i in (0, 1, 7)] == [0.25, None, 1.0]
    assert features[7]["properties"]["n"] == 300


def test_a_column_called_like_a_fact_must_agree_with_it() -> None:
    game_map = load_map("usa")
    lengths = [track.length for track in game_map.tracks]
    table = {"track": list(range(100)), "length": lengths, "mine": lengths}
    assert tracks_of(game_map, table)[5]["properties"]["mine"] == lengths[5]
    table["length"] = [length + 1 for length in lengths]
    with pytest.raises(SetupError, match=r"column 'length' .* rename it"):
        map_geojson(game_map, table)


def test_a_map_without_coordinates_is_refused_by_naming_the_cities() -> None:
    game_map = load_map("usa")
    bare = {"Denver", "Omaha"}
    cities = tuple(replace(c, latitude=None, longitude=None) if c.name in bare else c for c in game_map.cities)
    unplaced = replace(game_map, cities=cities)
    with pytest.raises(MapError, match="has none for Denver, Omaha; add them"):
        export_map(unplaced, "geojson")
    for form in ("graphml", "gexf", "csv", "dot"):
        assert "Omaha" in export_map(unplaced, form)
    with pytest.raises(SetupError, match="the format is 'shp', but must be one of: graphml, gexf, geojson, csv, dot"):
        export_map(game_map, "shp")


def test_an_exported_table_keeps_that_cards_stand_for_one() -> None:
    game_map = load_map("nordic")
    rows = list(csv.DictReader(io.StringIO(export_map(game_map, "csv"))))
    assert [row["name"] for row in rows if row["cards_for_one"] == "4"] == ["Lieksa-Murmansk gray"]
    changed = game_map.with_track("Oslo", "Bergen", 4, "gray", cards_for_one=4)
    assert changed.tracks[-1].cards_for_one == 4
