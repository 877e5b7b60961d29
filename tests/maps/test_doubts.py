"""Probable slips of sound maps: names almost alike, routes from both ends, cities without a place."""

from __future__ import annotations

from pathlib import Path

import pytest

from ttr_analysis.cli import main
from ttr_analysis.maps.doubts import doubts
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap

EDGES = [("Alba", "Brun", 3), ("Alba", "Caro", 2), ("Brun", "Caro", 1)]


def board(
    edges: list[tuple[str, str, int]], color: str = "gray", cities: list[dict[str, object]] | None = None
) -> GameMap:
    rows = [{"city_a": a, "city_b": b, "length": length, "color": color} for a, b, length in edges]
    return GameMap.from_frames(cities, rows)


@pytest.mark.parametrize("name", available_maps())
def test_no_printed_map_is_doubted(name: str) -> None:
    assert list(doubts(load_map(name))) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [("Kornmarkt", "Kornsmarkt"), ("St. Goar", "St Goar"), ("Koln", "Köln"), ("Marseille", "Marsielle")],
)
def test_cities_that_are_spelt_almost_alike_are_both_named(one: str, other: str) -> None:
    found = list(doubts(board([("Alba", one, 2), ("Alba", other, 3)])))
    assert found == [f"{one} and {other} are spelt almost alike; is that one city?"]


@pytest.mark.parametrize(("one", "other"), [("Oslo", "Oulu"), ("Jaipur", "Raipur"), ("Kornmarkt", "Kornstraße")])
def test_other_names_are_not_doubted(one: str, other: str) -> None:
    assert list(doubts(board([("Alba", one, 2), ("Alba", other, 3)]))) == []


def test_routes_listed_from_both_ends_are_named() -> None:
    back = [(b, a, length) for a, b, length in EDGES]
    for color in ("gray", "red"):
        assert [text[:21] for text in doubts(board([*EDGES, *back], color))] == ["every route is double"]
    some = list(doubts(board([*EDGES, *back[:1]], "red")))
    assert some == ["Alba-Brun has two red tracks, which no printed board has"]
    assert list(doubts(board([*EDGES, *back[:1]], "gray"))) == []


def test_a_city_without_a_place_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cities: list[dict[str, object]] = [
        {"city": "Alba", "x": 0.1, "y": 0.2},
        {"city": "Brun"},
        {"city": "Caro", "x": 1, "y": 0},
    ]
    game_map = board(EDGES, cities=cities)
    assert list(doubts(game_map)) == ["without a place: Brun; give latitude and longitude, or x and y, in cities.csv"]
    assert list(doubts(board(EDGES))) == []
    game_map.save(tmp_path / "small")
    assert main(["maps", "check", str(tmp_path / "small")]) == 0
    assert "warning: without a place: Brun" in capsys.readouterr().out
