"""Luck in the viewer: each chance at its step, in words, and what is not of this game refused."""

from __future__ import annotations

from functools import cache

import pandas as pd
import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.play import Frame, Game, game_frames
from ttr_analysis.report.luck import luck_by_step


@cache
def frames() -> list[Frame]:
    return game_frames("first_journey_usa", 2, Game("first_journey_usa", 2, seed=7).play("greedy_points").events)


def luck(**columns: object) -> pd.DataFrame:
    table = pd.DataFrame({"event": [0, frames()[2].event], "seat": [0, 1], "kind": ["deal", "draw"]})
    return table.assign(**({"points": [1.0, -2.5]} | columns))


def test_luck_comes_to_the_step_of_its_event_and_adds_up() -> None:
    told = luck_by_step(luck(points_low=[0.5, -3.0], points_high=[1.5, -2.0], wins=[0.01, -0.05]), frames())
    assert told[0]["terms"] == [("deal", [(0, "+1.0 points (+0.5 to +1.5), +1.0 % of a win")])]
    assert told[2]["terms"] == [("cards from a deck", [(1, "−2.5 points (−3.0 to −2.0), −5.0 % of a win")])]
    assert told[2]["so_far"] == [(0, "+1.0 points, +1.0 % of a win"), (1, "−2.5 points, −5.0 % of a win")]
    assert luck_by_step(None, frames()) == {}


def test_the_event_of_each_frame_is_that_of_its_decision() -> None:
    events = Game("first_journey_usa", 2, seed=7).play("greedy_points").events
    assert [events[frame.event].is_decision for frame in frames()[1:]] == [True] * (len(frames()) - 1)
    assert [events[frame.event].seat for frame in frames()[1:]] == [frame.seat for frame in frames()[1:]]


def test_what_is_not_of_this_game_is_refused() -> None:
    with pytest.raises(SetupError, match="luck: the table has no column kind"):
        luck_by_step(luck().drop(columns="kind"), frames())
    with pytest.raises(SetupError, match="luck: the table has no column points or wins"):
        luck_by_step(luck().drop(columns="points"), frames())
    with pytest.raises(SetupError, match="luck: there is no event 99999"):
        luck_by_step(luck(event=[0, 99999]), frames())
    with pytest.raises(SetupError, match="luck: there is no seat 2; this game has the seats 0 to 1"):
        luck_by_step(luck(seat=[0, 2]), frames())
    with pytest.raises(SetupError, match="luck must be a DataFrame"):
        luck_by_step("luck", frames())  # type: ignore[arg-type]
