"""Regions: by the middle city or by the reader's own column; points and tickets are counted once in all."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.support.made_up_maps import made
from ttr_analysis import exact, load_map
from ttr_analysis.errors import MapError
from ttr_analysis.maps import in_other_order

CROSS = made(("A", "B", 1), ("B", "C", 2), ("C", "D", 3), ("D", "A", 4), tickets=("A-B", "A-C"))


def test_own_regions_by_mapping_or_column() -> None:
    regions = {"A": "west", "B": "west", "C": "east", "D": "east"}
    table = exact.points_by_region(CROSS, regions)
    assert list(table.columns[:3]) == ["region", "cities", "tracks"]
    table = table.set_index("region")
    points, worth = CROSS.rules.route_points, [ticket.points for ticket in CROSS.tickets]
    assert table["cities"].to_dict() == {"east": 2, "west": 2}
    assert table["tracks"].to_dict() == {"east": 2, "west": 2}
    assert table.loc["west", "route_points"] == points[1] + (points[2] + points[4]) / 2
    assert table["ticket_points"].to_dict() == {"east": worth[1] / 2, "west": worth[0] + worth[1] / 2}
    pd.testing.assert_frame_equal(exact.points_by_region(CROSS, pd.Series(regions)), table.reset_index())
    pairs = exact.corridors(CROSS, regions).set_index(["region_a", "region_b"])
    assert pairs["tickets"].to_dict() == {("east", "west"): 1, ("west", "west"): 1, ("east", "east"): 0}
    assert pairs.loc[("east", "west"), "names"] == "A-C"


@pytest.mark.parametrize("name", ["usa", "europe", "switzerland", "nordic"])
def test_all_points_lie_somewhere(name: str) -> None:
    game_map = load_map(name)
    table, pairs = exact.points_by_region(game_map), exact.corridors(game_map)
    points = sum(game_map.rules.route_points[track.length] for track in game_map.tracks)
    assert table["route_points"].sum() == pytest.approx(points)
    assert table["tickets"].sum() == pytest.approx(len(game_map.tickets))
    assert pairs["tickets"].sum() == len(game_map.tickets)
    assert pairs["points"].sum() == pytest.approx(table["ticket_points"].sum())


def test_the_order_of_the_files_does_not_matter() -> None:
    usa = load_map("usa")
    mixed = in_other_order(usa, 3)
    assert exact.quarters(usa) == {name: exact.quarters(mixed)[name] for name in exact.quarters(usa)}
    assert exact.points_by_region(usa).round(9).equals(exact.points_by_region(mixed).round(9))


def test_refusals() -> None:
    with pytest.raises(MapError, match="leave out 3 of the cities, such as B"):
        exact.points_by_region(CROSS, {"A": "west"})
    with pytest.raises(MapError, match="Q"):
        exact.points_by_region(CROSS, {"Q": "west"})
