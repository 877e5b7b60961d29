"""Claims by length, half of the pieces, and who ends games: by hand, and whatever the order of rows."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from made_up import made_up_result
from made_up_maps import made

from ttr_analysis import stats
from ttr_analysis.errors import ResultError
from ttr_analysis.results.result import Result
from ttr_analysis.rules import USA

LINE = made(
    ("A", "B", 1), ("B", "C", 2), ("C", "D", 3), ("D", "E", 3), tickets=("A-C",), rules=USA.replace(pieces={"train": 6})
)
FIRST, SECOND = "greedy_points", "random"


def by_hand(game_map: object = LINE) -> Result:
    """Forty times: the first claims C-D in turn 3 and A-B in turn 5, the second B-C in turn 4; the first ends it."""
    result = made_up_result(LINE, 40, (FIRST, SECOND))
    claims = pd.DataFrame({"track": [2, 0, 1], "seat": [0, 0, 1], "turn": [3, 5, 4]})
    tracks = pd.concat([claims.assign(game=game) for game in range(40)], ignore_index=True)
    seat = result.players["seat"]
    return replace(
        result,
        players=result.players.assign(strategy=seat, win_share=1.0 * (seat == result.players["game"] % 2)),
        tracks=tracks.assign(run=result.games["run"].iloc[0]),
        games=result.games.assign(last_round_seat=[0] * 30 + [-1] * 10, turns=10),
    )


def test_claims_of_each_length_are_counted_for_each_player() -> None:
    table = stats.claims_by_length(by_hand()).set_index(["strategy", "length"])
    assert table["claims"].to_dict() == {
        (FIRST, 1): 40, (FIRST, 2): 0, (FIRST, 3): 40, (SECOND, 1): 0, (SECOND, 2): 40, (SECOND, 3): 0,
    }  # fmt: skip
    assert table.loc[(FIRST, 3), ["claims_each", "claims_each_low", "claims_each_high"]].tolist() == [1, 1, 1]


def test_half_of_the_pieces_lie_when_the_third_of_six_is_laid() -> None:
    table = stats.half_time(by_hand()).set_index("strategy")
    assert table["reached_share"].to_dict() == {FIRST: 1, SECOND: 0}
    assert table.loc[FIRST, ["half_round", "half_share"]].tolist() == pytest.approx([2, 0.3])
    assert pd.isna(table.loc[SECOND, "half_round"])


def test_who_ends_games_and_who_wins_them() -> None:
    table = stats.game_enders(by_hand()).set_index("strategy")
    assert table["ends"].to_dict() == {FIRST: 30, SECOND: 0}
    assert table.loc[FIRST, "end_share"] == 0.75
    assert table.loc[FIRST, ["won_ending", "won_otherwise", "difference"]].tolist() == [0.5, 0.5, 0]
    assert pd.isna(table.loc[SECOND, "won_ending"])
    assert 0.55 < table.loc[FIRST, "end_share_low"] < 0.75 < table.loc[FIRST, "end_share_high"] < 0.95


@pytest.mark.parametrize("function", [stats.claims_by_length, stats.half_time, stats.game_enders])
def test_the_order_of_rows_does_not_matter_and_few_games_are_refused(function: object) -> None:
    result = made_up_result(games=40)
    shuffled = replace(result, tracks=result.tracks.sample(frac=1, random_state=1))
    pd.testing.assert_frame_equal(function(result), function(shuffled))  # type: ignore[operator]
    with pytest.raises(ResultError, match="too few"):
        function(made_up_result(games=10))  # type: ignore[operator]
