"""Claims on opponents' ticket paths: a game by hand, and strategies that block and that do not."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from made_up import made_up_result
from made_up_maps import made

from ttr_analysis import stats
from ttr_analysis.errors import ResultError
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result
from ttr_analysis.rules import USA

# A square with a tail, one side double.
SQUARE = made(
    ("A", "B", 1), ("B", "C", 2), ("C", "D", 1), ("D", "A", 3), ("A", "B", 1), ("D", "E", 2),
    tickets=("A-C", "A-E", "B-C", "B-E"), rules=replace(USA, tickets=replace(USA.tickets, deal=1, keep=1)),
)  # fmt: skip
FIRST, SECOND = "greedy_points", "random"


def by_hand(players: int) -> Result:
    """The same game thirty times: the first two seats hold A-C and A-E and claim D-A, A-B, C-D and B-C in turn."""
    result = made_up_result(SQUARE, 30, (FIRST, *[SECOND] * (players - 1)))
    games = range(30)
    claims = pd.DataFrame({"track": [3, 0, 2, 1], "seat": [0, 1, 0, 1], "turn": [1, 2, 3, 4]})
    held = pd.DataFrame({"ticket": [0, 1], "seat": [0, 1], "kept_turn": 0, "completed_turn": [3, -1]})
    tracks, tickets = (pd.concat([rows.assign(game=game) for game in games]) for rows in (claims, held))
    run = result.games["run"].iloc[0]
    return replace(
        result,
        players=result.players.assign(strategy=result.players["seat"]),
        tracks=tracks.assign(run=run).reset_index(drop=True),
        tickets=tickets.assign(run=run).reset_index(drop=True),
    )


def test_by_hand() -> None:
    """D-A lies on A-D-E and is alone of its length; then one of three tracks of one space lies on A-D-C; then C-D
    lies on B-C-D-E, the other A-B being closed; then A-C is joined, so that B-C is on nobody's path.
    """
    table = stats.claims_on_paths(by_hand(2)).set_index("strategy")
    assert table["claims"].to_dict() == {FIRST: 60, SECOND: 60}
    assert table["claims_each"].to_dict() == {FIRST: 2, SECOND: 2}
    assert table["on_path"].to_dict() == {FIRST: 1, SECOND: 0}
    assert table["by_chance"].to_dict() == pytest.approx({FIRST: 1, SECOND: (1 / 3 + 0) / 2})
    assert table["difference"].to_dict() == pytest.approx({FIRST: 0, SECOND: -1 / 6})


def test_by_hand_where_double_routes_stay_open() -> None:
    """With four players the first may claim the other A-B, which is on nobody's path."""
    table = stats.claims_on_paths(by_hand(4), by="length").set_index(["strategy", "length"])
    assert table.loc[(FIRST, 1), ["on_path", "by_chance"]].tolist() == [1, 1 / 2]
    assert table.loc[(FIRST, 3), ["on_path", "by_chance"]].tolist() == [1, 1]
    assert table.loc[(SECOND, 1), "by_chance"] == pytest.approx(1 / 3)
    assert list(table.index) == [(FIRST, 1), (FIRST, 3), (SECOND, 1), (SECOND, 2)]


def test_the_blocker_blocks_and_the_planner_does_not() -> None:
    result = simulate("usa", ["blocker", "ticket_planner"], games=150, seed=3, progress=False)
    table = stats.claims_on_paths(result).set_index("strategy")
    assert table.loc["blocker", "difference_low"] > 0
    assert table.loc["ticket_planner", "difference_low"] < 0


def test_too_few_games_are_refused() -> None:
    with pytest.raises(ResultError, match="too few"):
        stats.claims_on_paths(made_up_result(SQUARE, 10, (FIRST, SECOND)))
