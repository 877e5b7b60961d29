"""Layouts: every shipped map's is without faults, and making one works for any map."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from ttr_analysis.charts.board.layout import (
    LAYOUT_FILE,
    Layout,
    geometry,
    layout_of,
    load_layout,
    make_layout,
    measure,
    quality,
    save_layout,
    write_layout,
)
from ttr_analysis.charts.board.layout.outline import board_outline, clip_ring, lines_inside
from ttr_analysis.charts.board.layout.projection import Projection, projection_of
from ttr_analysis.charts.board.layout.start import starting_positions
from ttr_analysis.errors import MapError
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Track
from ttr_analysis.rules.usa import USA


def _kept(name: str) -> tuple[GameMap, Layout]:
    game_map = load_map(name)
    layout = load_layout(game_map)
    assert layout is not None, f"maps/{name} holds no {LAYOUT_FILE}"
    return game_map, layout


def _home_made(*, coordinates: bool, size: int = 4) -> GameMap:
    """A grid of cities, unevenly spaced, with double routes on its upper edge."""
    random = np.random.default_rng(5)
    cities, tracks = [], []
    for row in range(size):
        for column in range(size):
            x, y = (np.array([column, row]) + random.uniform(-0.3, 0.3, 2) + 0.5) / size
            place = {"x": float(x), "y": float(y)} if coordinates else {}
            cities.append(City(f"City {row}{column}", **place))
    for row in range(size):
        for column in range(size):
            for right, down in ((1, 0), (0, 1)):
                if row + down < size and column + right < size:
                    ends = (f"City {row}{column}", f"City {row + down}{column + right}")
                    length = int(random.integers(1, 4))
                    for number in (1, 2) if row == 0 and right else (1,):
                        color = "red" if number == 1 else "blue"
                        tracks.append(Track(len(tracks), *ends, length, color, number=number))
    return GameMap("home", "Home", tuple(cities), tuple(tracks), (), USA)


@pytest.fixture(scope="module")
def home() -> tuple[GameMap, Layout]:
    game_map = _home_made(coordinates=True)
    return game_map, make_layout(game_map)


@pytest.mark.parametrize("name", available_maps())
def test_kept_layouts_have_no_faults(name: str) -> None:
    game_map, layout = _kept(name)
    assert measure(game_map, layout).total == 0, measure(game_map, layout)
    for track in game_map.tracks:
        assert len(layout.spaces(track)) == track.length


@pytest.mark.parametrize("name", available_maps())
def test_outlines_lie_inside_the_board(name: str) -> None:
    game_map, layout = _kept(name)
    outline = board_outline(game_map, layout)
    assert outline.land
    for ring in (*outline.land, *outline.lakes, *outline.shores, *outline.borders):
        assert ring[:, 0].min() >= layout.inset - 1e-6
        assert ring[:, 1].min() >= -1e-6
        assert ring[:, 0].max() <= geometry.BOARD_WIDTH - layout.inset + 1e-6
        assert ring[:, 1].max() <= layout.height + 1e-6
    assert game_map.folder is not None
    assert (game_map.folder / "outline.json").stat().st_size < 80_000


@pytest.mark.parametrize("name", ["first_journey_usa", "first_journey_europe"])
def test_the_command_gives_the_kept_layout(name: str, tmp_path: Path) -> None:
    """For the maps that take a second; the others were made by it, too (Nordic: see its SOURCES.md)."""
    game_map, layout = _kept(name)
    assert game_map.folder is not None
    shutil.copytree(game_map.folder, tmp_path / name)
    (tmp_path / name / LAYOUT_FILE).unlink()
    _, faults = write_layout(tmp_path / name)
    assert faults.total == 0
    made = load_layout(load_map(tmp_path / name))
    assert made is not None
    for what in ("positions", "labels"):  # to a tenth of a unit: other processors round sums otherwise
        for city, place in getattr(layout, what).items():
            assert getattr(made, what)[city] == pytest.approx(place, abs=0.1), city
    for track in game_map.tracks:
        assert np.abs(made.spaces(track) - layout.spaces(track)).max() < 0.3


def test_measure_sees_planted_faults() -> None:
    game_map, layout = _kept("usa")
    names = list(layout.labels)
    on_city = {**layout.labels, names[0]: layout.positions[names[1]]}
    assert measure(game_map, replace(layout, labels=on_city)).labels > 0
    outside = {**layout.labels, names[0]: (-5.0, 100.0)}
    assert measure(game_map, replace(layout, labels=outside)).clipped == 1
    double = next(track for track in game_map.tracks if track.number == 2)
    path = layout.paths[double.name]
    flipped = {**layout.paths, double.name: replace(path, lane=-path.lane)}
    assert measure(game_map, replace(layout, paths=flipped)).spaces >= double.length
    touching = {name: replace(path, ends=(0.0, 0.0)) for name, path in layout.paths.items()}
    assert measure(game_map, replace(layout, paths=touching)).cities > 0
    squeezed = {**layout.paths, double.name: replace(path, ends=(500.0, 0.0))}
    assert measure(game_map, replace(layout, paths=squeezed)).short == 1
    (x, y), end = path.bows[0], np.subtract(*(layout.place(city) for city in double.cities))
    hooked = {**layout.paths, double.name: replace(path, bows=((x + 2 * end[0], y + 2 * end[1]),))}
    assert measure(game_map, replace(layout, paths=hooked)).bent == 1


def test_a_home_made_map_gets_a_decent_layout(home: tuple[GameMap, Layout]) -> None:
    game_map, layout = home
    assert measure(game_map, layout).total <= 3
    assert layout.source == "board"
    assert "printed board" in layout.notice


def test_a_map_without_any_coordinates_falls_back_to_its_graph_and_says_so() -> None:
    game_map = _home_made(coordinates=False, size=2)
    layout = make_layout(game_map)
    assert layout.source == "force"
    assert "network" in layout.notice
    assert measure(game_map, layout).total <= 3


@pytest.mark.parametrize(("high", "wide"), [(0.7, 0.7), (0.9, 0.8), (1.0, 0.8), (1.2, 1.2 / 1.25), (3.0, 3.0 / 1.25)])
def test_a_tall_map_is_stretched_to_the_sides_but_not_much(high: float, wide: float) -> None:
    corners = [(0.1, 0.1), (0.1 + 0.29 * 0.68, 0.1), (0.1, 0.1 + 0.29 * high)]  # printed boards are 0.68 times as high
    cities = tuple(City(f"Corner {i}", x=x, y=y) for i, (x, y) in enumerate(corners))
    tracks = tuple(Track(i, *pair, 2, "gray") for i, pair in enumerate(combinations([c.name for c in cities], 2)))
    start = starting_positions(GameMap("tall", "Tall", cities, tracks, (), USA))
    across, up = np.ptp(start.positions, axis=0)
    assert up / across == pytest.approx(wide)
    assert up == pytest.approx(start.height - 2 * 46.0)
    assert up <= 0.8 * (geometry.BOARD_WIDTH - 2 * 62.0) + 1e-6


def test_one_city_without_a_place_stands_between_its_neighbours_and_the_others_stay() -> None:
    """faults2, coords_half: the places of all were thrown away."""
    usa = load_map("usa")
    bare = replace(usa, cities=tuple(replace(city, x=None, y=None) for city in usa.cities))
    lost = replace(
        bare,
        cities=tuple(
            replace(city, latitude=None, longitude=None) if city.name == "Denver" else city for city in bare.cities
        ),
    )
    whole, found = starting_positions(bare), starting_positions(lost)
    there = [place for place, city in enumerate(usa.cities) if city.name != "Denver"]
    assert np.abs(found.positions[there] - whole.positions[there]).max() < 40
    assert np.abs(found.positions - whole.positions).max() < 200
    assert found.source == "places"
    assert "placed between their neighbours: Denver" in found.notice


@pytest.mark.parametrize("what", [None, 3, ["usa"], "no such map"])
def test_what_is_no_map_has_no_layout(what: object) -> None:
    with pytest.raises(MapError):
        make_layout(what)  # type: ignore[arg-type]


def test_layouts_are_deterministic() -> None:
    game_map = _home_made(coordinates=True, size=2)
    assert make_layout(game_map) == make_layout(game_map)


@pytest.mark.long(reason="starts processes that each make a layout, which changes seldom")
def test_a_layout_from_the_graph_is_the_same_in_every_process() -> None:
    """The order of a set of names is another one for each hash seed."""
    code = (
        "from ttr_analysis.charts.board.layout.start import starting_positions\n"
        "from ttr_analysis.maps import made_up_board\n"
        "from dataclasses import replace\n"
        "board = made_up_board(1)\n"
        "bare = [replace(city, x=None, y=None, longitude=None, latitude=None) for city in board.cities]\n"
        "print(starting_positions(replace(board, cities=tuple(bare))))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    ]  # fmt: skip
    assert "force" in runs[0]
    assert runs[0] == runs[1]


def test_without_time_a_layout_is_whole_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of each part is moved on, so that nothing depends on the speed of the machine."""
    game_map = _home_made(coordinates=True, size=2)
    whole = make_layout(game_map)
    asked = []
    for name in ("make", "relax", "untangle", "quality"):
        module = importlib.import_module(f"ttr_analysis.charts.board.layout.{name}")
        monkeypatch.setattr(module, "monotonic", lambda name=name: asked.append(name) or float(len(asked)))
    layout = make_layout(game_map, seconds=0.0)
    assert set(asked) == {"make", "relax", "untangle", "quality"}
    assert len(asked) < 10
    assert layout.positions.keys() == whole.positions.keys()
    assert layout.labels.keys() == whole.labels.keys()
    assert [len(layout.spaces(track)) for track in game_map.tracks] == [track.length for track in game_map.tracks]
    asked.clear()
    assert make_layout(game_map, seconds=1e9) == whole


@pytest.mark.parametrize("moment", [3, 20, 100, 160])
def test_improving_stops_wherever_the_time_runs_out(monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    asked = []
    for name in ("make", "relax", "untangle", "quality"):
        module = importlib.import_module(f"ttr_analysis.charts.board.layout.{name}")
        monkeypatch.setattr(module, "monotonic", lambda: asked.append(1) or float(len(asked)))
    names = [f"Place {i}" for i in range(6)]
    cities = tuple(City(name, x=0.2 + 0.1 * i, y=0.2 + 0.3 * (i % 3)) for i, name in enumerate(names))
    tracks = tuple(Track(i, *pair, 6, "gray") for i, pair in enumerate(combinations(names, 2)))
    layout = make_layout(GameMap("crowded", "Crowded", cities, tracks, (), USA), seconds=float(moment))
    assert moment <= len(asked) < moment + 12
    assert layout.labels.keys() == set(names)


def test_save_and_load_give_the_same_layout(home: tuple[GameMap, Layout], tmp_path: Path) -> None:
    game_map, layout = home
    game_map = replace(game_map, folder=tmp_path)
    assert load_layout(game_map) is None
    save_layout(layout, tmp_path / LAYOUT_FILE)
    read = load_layout(game_map)
    assert read is not None
    assert read.notice == layout.notice
    assert list(read.paths) == list(layout.paths)
    for track in game_map.tracks:
        assert np.abs(read.spaces(track) - layout.spaces(track)).max() < 0.1
    save_layout(read, tmp_path / LAYOUT_FILE)
    assert load_layout(game_map) == read


def test_a_map_without_some_tracks_keeps_its_layout() -> None:
    game_map, layout = _kept("usa")
    smaller = load_layout(game_map.without(0, 5))
    assert smaller == layout


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"height": "x"}'])
def test_damaged_layouts_are_refused_with_the_way_out(text: str, tmp_path: Path) -> None:
    (tmp_path / LAYOUT_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(MapError, match=r"layout\.json.*ttr maps layout"):
        load_layout(replace(_home_made(coordinates=True), folder=tmp_path))


def test_layouts_of_another_map_are_refused(home: tuple[GameMap, Layout], tmp_path: Path) -> None:
    save_layout(home[1], tmp_path / LAYOUT_FILE)
    with pytest.raises(MapError, match="does not contain 'Atlanta'"):
        load_layout(replace(load_map("usa"), folder=tmp_path))


def test_wrapping_tracks_leave_one_edge_and_enter_at_the_other() -> None:
    game_map, layout = _kept("rails_sails_world")
    wrapping = [track for track in game_map.tracks if track.wraps]
    assert wrapping
    for track in wrapping:
        out, into = layout.strokes(track)
        edges = sorted((float(out[-1, 0]), float(into[0, 0])))
        assert edges == pytest.approx([layout.inset, geometry.BOARD_WIDTH - layout.inset], abs=geometry.LANE / 2)
        assert abs(out[-1, 1] - into[0, 1]) < 2 * geometry.LANE
        assert np.hypot(*(out[0] - layout.place(track.city_a))) < geometry.LANE
        assert np.hypot(*(into[-1] - layout.place(track.city_b))) < geometry.LANE


def test_the_world_is_cut_where_its_tracks_wrap() -> None:
    projection = projection_of(load_map("rails_sails_world"))
    assert projection is not None
    assert projection.kind == "world"
    assert -150 < projection.cut < -123  # between Anchorage and Vancouver


def test_conic_projection_is_true_to_scale_on_its_parallels() -> None:
    projection = Projection("conic", -96.0, (33.0, 45.0))
    for parallel in (33.0, 45.0):
        one, two = projection.project(np.array([-96.0, -95.99]), np.array([parallel, parallel]))
        assert np.hypot(*(one - two)) == pytest.approx(np.radians(0.01) * np.cos(np.radians(parallel)), rel=1e-6)


def test_clip_ring_cuts_a_square_at_the_box() -> None:
    square = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    cut = clip_ring(square, (0.0, 0.0, 5.0, 5.0))
    assert {(float(x), float(y)) for x, y in cut} == {(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)}
    assert len(clip_ring(square, (2.0, 2.0, 3.0, 3.0))) == 0


def test_lines_end_where_they_cross_the_frame() -> None:
    frame = (0.0, 0.0, 10.0, 5.0)
    line = np.array([(-4.0, 1.0), (4.0, 3.0), (12.0, 3.0), (8.0, 7.0), (6.0, 3.0)])
    first, last = lines_inside([line], frame)
    assert first.tolist() == [[0.0, 2.0], [4.0, 3.0], [10.0, 3.0]]
    assert last.tolist() == [[7.0, 5.0], [6.0, 3.0]]
    assert lines_inside([line + np.array((20.0, 0.0))], frame) == []


def test_overlapping_knows_touch_distance_and_containment() -> None:
    square = np.array([[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]])
    assert geometry.overlapping(square, square * 0.5 + 0.25)[0]
    assert not geometry.overlapping(square, square + np.array((1.5, 0.0)))[0]
    assert geometry.overlapping(square, square + np.array((1.5, 0.0)), clearance=0.6)[0]
    assert geometry.overlapping(square[:0], square).shape == (0,)


def test_a_changed_board_keeps_its_places_and_finds_room_for_what_is_new() -> None:
    usa = load_map("usa")
    stored = load_layout(usa)
    assert stored is not None
    changed = usa.with_track("Denver", "Dallas", 4, "red").with_track("Denver", "Omaha", 4, "green").without("Miami")
    layout = layout_of(changed)
    assert layout.positions == stored.positions
    assert "Miami" not in layout.labels
    assert {track.name for track in changed.tracks} <= set(layout.paths)
    twins = [layout.paths[track.name] for track in changed.tracks_named("Denver-Omaha")]
    assert twins[0].lane == -twins[1].lane != 0
    assert measure(changed, layout).total <= measure(usa, stored).total + 12  # Denver-Dallas has to cross two routes
    assert layout_of(usa) == stored


def test_three_parallel_tracks_lie_side_by_side() -> None:
    triple = load_map(Path(__file__).parents[2] / "cases" / "triple_route")
    changed = load_map("usa").with_track("Denver", "Omaha", 4, "green").with_track("Denver", "Omaha", 4, "white")
    for game_map, route in ((triple, "Ashton-Briar"), (changed, "Denver-Omaha")):
        layout = layout_of(game_map)
        lines = [layout.spaces(track) for track in game_map.tracks_named(route)]
        middles = [line.mean(axis=(0, 1)) for line in lines]
        assert np.hypot(*(middles[1] - (middles[0] + middles[2]) / 2)) < 1.0
        for one, two in combinations(range(3), 2):
            lanes = abs(one - two)
            assert np.hypot(*(middles[one] - middles[two])) == pytest.approx(lanes * geometry.LANE, abs=1.0)
        hulls, owners = quality.space_hulls(lines)
        assert quality.overlapping_spaces(hulls, owners) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("height", float("nan")),
        ("height", -5),
        ("inset", 1e9),
        ("notice", 7),
        ("source", "x"),
        ("lane", 1e300),
        ("bows", []),
    ],
)
def test_layouts_with_impossible_values_are_refused(
    name: str, value: object, home: tuple[GameMap, Layout], tmp_path: Path
) -> None:
    save_layout(home[1], tmp_path / LAYOUT_FILE)
    data = json.loads((tmp_path / LAYOUT_FILE).read_text())
    (next(iter(data["paths"].values())) if name in ("lane", "bows") else data)[name] = value
    (tmp_path / LAYOUT_FILE).write_text(json.dumps(data))
    with pytest.raises(MapError, match=r"layout\.json.*cannot be read"):
        load_layout(replace(home[0], folder=tmp_path))
