"""Cities: who claims at them, counted once for each player, and both ends of each track."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from made_up import made_up_result
from made_up_maps import made

from ttr_analysis import stats
from ttr_analysis.errors import ResultError, SetupError

STAR = made(("A", "B", 1), ("B", "C", 2), ("B", "D", 1), tickets=("A-C",))


def test_a_city_counts_once_for_a_player_and_each_claim_counts_at_both_ends() -> None:
    """Seat 0 claims A-B and B-C, seat 1 claims B-D; seat 0 wins."""
    result = made_up_result(STAR, 30, ("greedy_points", "random"))
    claims = pd.DataFrame({"track": [0, 1, 2], "seat": [0, 0, 1], "turn": [1, 3, 4]})
    tracks = pd.concat([claims.assign(game=game) for game in range(30)], ignore_index=True)
    seat = result.players["seat"]
    result = replace(
        result, tracks=tracks.assign(run=result.games["run"].iloc[0]),
        players=result.players.assign(strategy=seat, win_share=1.0 * (seat == 0)),
    )  # fmt: skip
    table = stats.city_values(result).set_index("name")
    assert table["routes"].to_dict() == {"A": 1, "B": 3, "C": 1, "D": 1}
    assert table["player_share"].to_dict() == {"A": 0.5, "B": 1, "C": 0.5, "D": 0.5}
    assert table.loc["B", ["claims_each", "per_route", "winner_lift"]].tolist() == [1.5, 0.5, 0]
    assert table["winner_lift"].to_dict() == {"A": 1, "B": 0, "C": 1, "D": -1}
    both = stats.city_values(result, by="strategy").set_index(["strategy", "name"])
    assert both.loc[("greedy_points", "B"), "claims_each"] == 2
    assert both.loc[("random", "A"), "player_share"] == 0
    assert both["player_games"].unique().tolist() == [30]


def test_the_order_of_rows_does_not_matter() -> None:
    result = made_up_result(games=40)
    mixed = replace(result, tracks=result.tracks.sample(frac=1, random_state=1))
    pd.testing.assert_frame_equal(stats.city_values(result), stats.city_values(mixed))


def test_refusals() -> None:
    with pytest.raises((SetupError, ValueError), match="must be one of: all, strategy"):
        stats.city_values(made_up_result(games=40), by="seat")  # type: ignore[arg-type]
    with pytest.raises(ResultError, match="too few"):
        stats.city_values(made_up_result(games=10))
