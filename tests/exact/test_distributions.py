"""Lengths, colours and ticket values: each adds up, also with copies and choice tickets."""

from __future__ import annotations

import pytest

from ttr_analysis import exact, load_map


@pytest.mark.parametrize("name", ["usa", "europe", "switzerland", "rails_sails_world"])
def test_each_part_adds_up_to_the_tracks_or_the_tickets(name: str) -> None:
    game_map = load_map(name)
    table = exact.distributions(game_map)
    counted = table.groupby("of")[["number", "spaces"]].sum()
    spaces = sum(track.length for track in game_map.tracks)
    assert counted["number"].to_dict() == {
        "color": len(game_map.tracks), "length": len(game_map.tracks), "ticket value": len(game_map.tickets)
    }  # fmt: skip
    assert counted["spaces"].to_dict() == {"color": spaces, "length": spaces, "ticket value": 0}
    assert table.groupby("of")["share"].sum().tolist() == pytest.approx([1, 1, 1])


def test_usa_has_seven_tracks_of_each_colour() -> None:
    colors = exact.distributions("usa").query("of == 'color'").set_index("value")["number"]
    assert colors.to_dict() == {**dict.fromkeys(load_map("usa").rules.colors, 7), "gray": 44}
