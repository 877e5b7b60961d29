"""What a map offers and asks for: counted by hand on small maps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_up_maps import made

from ttr_analysis.exact import supply
from ttr_analysis.maps import Track, in_other_order, load_map
from ttr_analysis.maps.game_map import GameMap

SQUARE = made(("A", "B", 2), ("B", "C", 3), ("C", "D", 1), ("D", "A", 6), tickets=("A-C", "B-D"))


def painted(*colors: str, **other: object) -> GameMap:
    tracks = [replace(track, color=color) for track, color in zip(SQUARE.tracks, colors, strict=True)]
    return replace(SQUARE, tracks=tuple(tracks), **other)  # type: ignore[arg-type]


def test_a_colour_asked_for_twice_as_much_as_another_has_twice_its_ratio() -> None:
    table = supply.color_balance(painted("red", "gray", "blue", "gray")).set_index("color")
    assert table["demand"].to_dict() == {**dict.fromkeys(table.index, 0), "red": 2, "blue": 1}
    assert (table["supply"] == 12).all()
    assert table.loc["red", "ratio"] == pytest.approx(2 / 3 * 8)
    assert table.loc["blue", "ratio"] == pytest.approx(1 / 3 * 8)
    assert supply.gray_share(painted("red", "gray", "blue", "gray")) == 9 / 12


def test_locomotives_of_a_ferry_ask_for_no_colour_and_pair_spaces_for_two_cards() -> None:
    tracks = (
        replace(SQUARE.tracks[0], color="red", locomotives=1),
        replace(SQUARE.tracks[1], color="blue", pair_spaces=True),
    )
    table = supply.color_balance(replace(SQUARE, tracks=tracks)).set_index("color")
    assert (table.loc["red", "demand"], table.loc["blue", "demand"]) == (1, 6)


def test_a_map_of_gray_tracks_has_no_ratio() -> None:
    assert supply.color_balance(SQUARE)["ratio"].isna().all()


def test_a_double_route_that_closes_counts_once() -> None:
    tracks = (*SQUARE.tracks, Track(4, "A", "B", 2, "red", number=2))
    table = supply.tightness(replace(SQUARE, tracks=tracks)).set_index("players")
    assert table["spaces"].to_dict() == {2: 12, 3: 12, 4: 14, 5: 14}
    assert table.loc[4, "pieces_per_space"] == 4 * 45 / 14
    # A-C takes 5 trains over B, B-D 4 over C; two of them must be kept
    assert table.loc[2, "ticket_trains"] == pytest.approx(2 * 4.5)
    assert table.loc[2, "tickets_per_space"] == pytest.approx(2 * 9 / 12)


def test_a_route_on_no_cheapest_path_is_named() -> None:
    assert supply.routes_off_tickets(SQUARE) == ("A-D",)
    ring = made(("A", "B", 2), ("B", "C", 2), ("C", "D", 2), ("D", "A", 2), tickets=("A-C",))
    assert supply.routes_off_tickets(ring) == ()  # both ways are equally cheap


@pytest.mark.parametrize("name", ["europe", "switzerland", "rails_sails_great_lakes"])
def test_the_order_of_rows_changes_nothing(name: str) -> None:
    game_map = load_map(name)
    other = in_other_order(game_map, 3)
    assert supply.routes_off_tickets(other) == supply.routes_off_tickets(game_map)
    for function in (supply.color_balance, supply.tightness):
        assert function(other).round(9).equals(function(game_map).round(9))
