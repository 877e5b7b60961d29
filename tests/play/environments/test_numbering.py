"""The numbers of actions: fixed for a map, one for each action, at most 4,096."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

import ttr_analysis as ttr
from ttr_analysis.errors import IllegalMove, MapError
from ttr_analysis.maps import Action
from ttr_analysis.maps import ActionKind as K
from ttr_analysis.play import numbering
from ttr_analysis.play.environments.numbering import MOST_NUMBERS

EVERYTHING = Path(__file__).parents[2] / "boards" / "everything"
MAPS = [*ttr.available_maps(), EVERYTHING]
USA = numbering("usa")


@pytest.mark.parametrize("name", MAPS)
def test_every_number_but_those_of_steps_stands_for_an_action_that_has_this_number(name: str) -> None:
    numbers = numbering(name)
    assert numbers.size <= MOST_NUMBERS
    assert [part.first for part in numbers.parts] == [0, *np.cumsum([part.count for part in numbers.parts])[:-1]]
    whole = 0
    for number in range(numbers.size):
        if "..." not in numbers.name(number) and not numbers.name(number).startswith("lay "):
            assert numbers.encode(numbers.decode(number)) == number
            whole += 1
    assert whole == numbers.size or numbers.in_steps


@pytest.mark.parametrize(
    ("name", "size", "in_steps"),
    [("usa", 1075, False), ("europe", 3591, False), ("rails_sails_great_lakes", 3562, False), ("nordic", 928, True),
     ("rails_sails_world", 3898, True)],
)  # fmt: skip
def test_only_maps_with_too_many_payments_are_paid_in_steps(name: str, size: int, in_steps: bool) -> None:
    assert (numbering(name).size, numbering(name).in_steps) == (size, in_steps)


def test_wilds_and_colors_pay_in_every_mix() -> None:
    track = next(track for track in USA.game_map.tracks if (track.length, track.color) == (3, "blue"))
    mine = [action for number in range(USA.size) if (action := USA.decode(number)).target == track.index
            and action.kind is K.CLAIM]  # fmt: skip
    blue = USA.game_map.card_index["blue"]
    assert sorted((a.cards[blue], a.cards[-1]) for a in mine) == [(0, 3), (1, 2), (2, 1), (3, 0)]


def test_a_payment_in_steps_lays_the_kinds_of_card_in_order() -> None:
    nordic = numbering("nordic")
    long = next(track for track in nordic.game_map.tracks if track.cards_for_one)
    action = Action(K.CLAIM, long.index, 0, (2, 3, 0, 0, 0, 0, 0, 0, 1))
    code = nordic.encode(action)
    assert isinstance(code, tuple)
    names = [nordic.name(number) for number in code]
    assert names == [f"claim {long.name} ...", "lay 2 purple", "lay 3 white", "lay 1 locomotive"]
    assert nordic.decode(code) == action


def test_the_table_says_what_the_parts_are() -> None:
    assert [(part.kind, part.first, part.count) for part in USA.parts] == [
        (K.DRAW_MARKET, 0, 5),
        (K.DRAW_BLIND, 5, 1),
        (K.DRAW_TICKETS, 6, 1),
        (K.KEEP_TICKETS, 7, 8),
        (K.CLAIM, 15, 1060),
    ]
    assert "    15  claim Atlanta-Charleston gray with 2 locomotive" in str(USA)


@pytest.mark.parametrize("number", [-1, 1075, 1 << 70, 1.5, "5", None, (), (3, 4), True, (0, 0)])
def test_a_wrong_number_is_refused_by_name(number: object) -> None:
    with pytest.raises(IllegalMove, match=r"action|number"):
        USA.decode(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("steps", [(), (0,), (900, 899), (900, 900), (5000,)])
def test_wrong_steps_are_refused_by_name(steps: tuple[int, ...]) -> None:
    nordic = numbering("nordic")
    begin = next(number for number in range(nordic.size) if nordic.name(number).endswith("..."))
    with pytest.raises(IllegalMove, match=r"step|action"):
        nordic.decode((begin, *steps))
    with pytest.raises(IllegalMove, match="comes first"):
        nordic.decode(900)


@pytest.mark.parametrize(
    "action",
    [Action(K.PASS), Action(K.BUILD_STATION, 0, 0, (1,) * 9), Action(K.CLAIM, 0, 0, (9,) * 9), Action(K.CLAIM, 0)],
)
def test_an_action_that_is_never_legal_has_no_number(action: Action) -> None:
    with pytest.raises(IllegalMove, match="never legal on map usa"):
        USA.encode(action)


def test_what_is_no_action_has_no_number() -> None:
    with pytest.raises(IllegalMove, match="not an Action"):
        USA.encode(7)  # type: ignore[arg-type]


def test_a_map_that_does_not_exist_is_refused() -> None:
    with pytest.raises(MapError):
        numbering("atlantis")


def test_numbers_do_not_depend_on_the_position() -> None:
    game = ttr.Game("usa", players=3, seed=1)
    action = Action(K.DRAW_BLIND)
    before = game.encode(action)
    game.play("random")
    assert game.encode(action) == before == 5
    assert game.decode(5) == action


def test_a_map_of_long_gray_tracks_is_paid_in_steps_too() -> None:
    usa = USA.game_map
    gray = tuple(dataclasses.replace(track, color="gray", length=6) for track in usa.tracks)
    numbers = numbering(dataclasses.replace(usa, tracks=gray))
    assert numbers.in_steps
    assert numbers.size == 15 + 100 + 110
