"""Boards as SVG: well-formed, the charts' shapes and colours, parts by number, names escaped."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ttr_analysis.charts.board import shapes
from ttr_analysis.charts.board.layout import layout_of
from ttr_analysis.charts.board.svg import SHAPES, board_svg, live_asset
from ttr_analysis.maps import GameMap, load_map

NAMESPACE = "{http://www.w3.org/2000/svg}"
MAPS = ("europe", "rails_sails_world", "switzerland")


def drawn(game_map: GameMap) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(game_map))


def parts(root: ElementTree.Element, name: str) -> dict[int, ElementTree.Element]:
    found = root.iter(f"{NAMESPACE}g")
    return {int(part.attrib[f"data-{name}"]): part for part in found if part.get("class") == name}


def inside(part: ElementTree.Element, name: str) -> ElementTree.Element:
    (group,) = [group for group in part.findall(f"{NAMESPACE}g") if group.get("class") == name]
    return group


@pytest.mark.parametrize("name", MAPS)
def test_each_track_has_its_spaces_in_the_colours_of_the_charts(name: str) -> None:
    game_map = load_map(name)
    tracks = parts(drawn(game_map), "track")
    assert set(tracks) == {track.index for track in game_map.tracks}
    for track in game_map.tracks:
        (path,) = inside(tracks[track.index], "spaces")
        style = shapes.style_of(track)
        assert (path.get("fill"), path.get("stroke")) == (style.fill, style.rim)
        assert path.attrib["d"].count("M") == track.length * (1 + track.pair_spaces)
        assert len(inside(tracks[track.index], "owners")) == track.length
        spaces = "1 space, " if track.length == 1 else f"{track.length} spaces, "
        assert tracks[track.index].attrib["aria-label"].startswith(f"{track.name}: {spaces}")
        assert not tracks[track.index].attrib["aria-label"].endswith(", 1 points")


@pytest.mark.parametrize("name", MAPS)
def test_each_city_is_where_the_layout_puts_it(name: str) -> None:
    game_map, layout = load_map(name), layout_of(load_map(name))
    cities = parts(drawn(game_map), "city")
    assert len(cities) == len(game_map.cities)
    for index, part in cities.items():
        x, y = layout.positions[game_map.cities[index].name]
        assert part.attrib["transform"] == f"translate({x:.1f} {layout.height - y:.1f})"


def test_names_are_escaped() -> None:
    usa = load_map("usa")
    name = '<b onclick="x()">&'
    cities = tuple(replace(city, name=name if city.name == "Denver" else city.name) for city in usa.cities)
    tracks = tuple(
        replace(track, **{end: name for end in ("city_a", "city_b") if getattr(track, end) == "Denver"})
        for track in usa.tracks
    )
    layout, evil = layout_of(usa), replace(usa, cities=cities, tracks=tracks, tickets=(), title=name)
    swap = {track.name: other.name for track, other in zip(usa.tracks, evil.tracks, strict=True)}
    renamed = replace(
        layout,
        positions={name if city == "Denver" else city: place for city, place in layout.positions.items()},
        labels={name if city == "Denver" else city: place for city, place in layout.labels.items()},
        paths={swap[track]: path for track, path in layout.paths.items()},
    )
    text = board_svg(evil, renamed)
    assert "<b" not in text
    root = ElementTree.fromstring(text)
    assert root.attrib["aria-label"] == name
    assert name in {city.attrib["aria-label"] for city in parts(root, "city").values()}
    assert name in "".join(root.itertext())


def test_nothing_is_fetched() -> None:
    text = board_svg("usa").replace(NAMESPACE.strip("{}"), "")
    assert not any(word in text for word in ("http", "href", "url(", "<image", "<script"))
    assert "http" not in live_asset("js").replace(NAMESPACE.strip("{}"), "") + live_asset("css")


def test_every_symbol_of_a_colour_has_its_outline() -> None:
    used = {track.color for name in MAPS for track in load_map(name).tracks}
    assert {shapes.theme.CARD_STYLES[color].symbol for color in used} - set(SHAPES) == {"circle", "line-ew"}
    for outline in SHAPES.values():
        assert 0.5 < abs(outline()).max() < 1.5
