"""What differs between results is told by table, column and place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_up import made_up_result

from ttr_analysis.results.differences import differences
from ttr_analysis.results.result import Result


@pytest.fixture(scope="module")
def result() -> Result:
    return made_up_result(games=40)


def test_the_same_games_differ_in_nothing(result: Result) -> None:
    assert differences(result, made_up_result(games=40)) == []
    for part in (result.where("game >= 30"), result.where(seats="win_share > 0")):
        assert differences(part, result) == []


def test_a_number_that_differs_is_told_with_its_place(result: Result) -> None:
    changed = result.players.copy()
    changed.loc[13, "score"] += 2
    score = result.players.loc[13, "score"]
    (line,) = differences(result, replace(result, players=changed))
    assert line == (
        f"players: score differs in 1 of 160 rows; the first is seed 1, game 3, seat 1: {score}, then {score + 2}"
    )


def test_what_is_unknown_in_both_does_not_differ(result: Result) -> None:
    unknown = result.players.assign(win_share=float("nan"))
    alone = replace(result, players=unknown)
    assert differences(alone, replace(result, players=unknown.copy())) == []
    (line,) = differences(alone, result)
    assert line.startswith("players: win_share differs in 160 of 160 rows")


def test_missing_rows_and_other_players_are_told(result: Result) -> None:
    shorter = replace(result, tracks=result.tracks.iloc[:-3])
    (line,) = differences(result, shorter)
    assert line == f"tracks: {len(result.tracks):,} rows, then {len(shorter.tracks):,}"
    other = made_up_result(games=40, lineup=("random", "greedy_points") * 2)
    assert differences(result, other)[0].startswith("other strategies played: random, random")
