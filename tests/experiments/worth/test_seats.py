"""What a seat is worth: the result in it less the mean over all seats, in games with the same decks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.experiments.worth import measure
from ttr_analysis.experiments.worth.things import seat_of, things_of
from ttr_analysis.maps import in_other_order, load_map
from ttr_analysis.play import simulate
from ttr_analysis.rules import limits

ASKED: dict[str, Any] = {"of": "seats", "games": 60, "progress": False}
PLACES = ["first seat", "second seat", "third seat"]


def test_among_like_players_a_seat_is_worth_its_score_above_the_mean_of_the_table() -> None:
    table = measure.worth("usa", "ticket_planner", players=3, **ASKED).set_index("thing")
    played = simulate("usa", "ticket_planner", players=3, games=60, rotate=False, progress=False)
    scores = played.players["score"].to_numpy().reshape(60, 3)
    above = scores - scores.mean(axis=1, keepdims=True)
    for seat, place in enumerate(PLACES):
        assert table.loc[place, "points"] == pytest.approx(above[:, seat].mean())
        half = (table.loc[place, "points_high"] - table.loc[place, "points_low"]) / 2
        assert half == pytest.approx(2.001 * above[:, seat].std(ddof=1) / np.sqrt(60), rel=1e-3)
    assert table["points"].sum() == pytest.approx(0)
    assert table["win_share"].sum() == pytest.approx(0)


def test_in_a_mixed_line_up_the_same_player_is_compared_in_all_seats() -> None:
    mixed = ["ticket_planner", "random", "greedy_points"]
    table = measure.worth("usa", mixed, **ASKED).set_index("thing")
    scores = np.stack([
        simulate("usa", mixed[-seat:] + mixed[:-seat], games=60, rotate=False, progress=False)
        .players["score"].to_numpy().reshape(60, 3)[:, seat]
        for seat in range(3)
    ])  # fmt: skip
    for seat, place in enumerate(PLACES):
        assert table.loc[place, "points"] == pytest.approx((scores[seat] - scores.mean(axis=0)).mean())


def test_some_seats_and_all_of_them_have_the_same_numbers_in_any_order_of_rows() -> None:
    usa, asked = load_map("usa"), {**ASKED, "players": 2}
    one, two = (measure.worth(each, "ticket_planner", **asked) for each in (usa, in_other_order(usa)))
    pd.testing.assert_frame_equal(one, two)
    second = measure.worth(usa, "ticket_planner", only=["second seat"], **asked)
    assert second["points"].item() == one.set_index("thing").loc["second seat", "points"]


def test_every_seat_that_there_may_be_has_a_name() -> None:
    six = load_map("usa").with_rules(players=(2, limits.SEATS), pieces={"train": 30})
    assert len({thing.name for thing in things_of(six, "seats")}) == limits.SEATS
    assert [seat_of(thing) for thing in things_of(six, "seats", players=4)] == [0, 1, 2, 3]


@pytest.mark.parametrize(("strategies", "games"), [("random", 60), (["random", "greedy_points"], 120)])
def test_the_bar_counts_the_games_that_are_played(strategies: Any, games: int) -> None:
    told: list[tuple[int, int]] = []
    measure.worth("usa", strategies, players=2, on_progress=lambda *far: bool(told.append(far)), **ASKED)
    assert told[-1] == (games, games)
