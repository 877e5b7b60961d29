"""Results put together: counted together, told apart by run, refused where they do not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis import stats
from ttr_analysis.charts.captions import caption
from ttr_analysis.errors import ResultError
from ttr_analysis.maps.folder import load_map
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import TABLES

LINEUP = ("random", "greedy_points")


def assert_same(first: Result, second: Result) -> None:
    for table in TABLES:
        pd.testing.assert_frame_equal(first.table(table), second.table(table))


@pytest.fixture(scope="module")
def parts() -> list[Result]:
    return [made_up_result(games=40, lineup=LINEUP, seed=seed) for seed in (1, 2)]


def test_games_of_other_seeds_are_counted_together_and_told_apart(parts: list[Result]) -> None:
    both = Result.concat(parts)
    assert len(both) == 80
    assert both.complete
    assert both.manifest.seeds == (1, 2)
    for table in TABLES:
        keys = [name for name in ("run", "game", "seat") if name in both.table(table)]
        each = [part.table(table) for part in parts]
        assert len(both.table(table)) == sum(map(len, each))
        if table == "players":
            assert not both.table(table).duplicated(keys).any()
    shares = stats.track_values(both).set_index("name")["claims"]
    assert (shares == sum(stats.track_values(part).set_index("name")["claims"] for part in parts)).all()
    assert "seeds 1, 2; n = 80 games." in caption(stats.score_parts(both), ["mean"])


def test_names_of_strategies_follow_each_run(parts: list[Result]) -> None:
    both = Result.concat(parts)
    alone = pd.concat([part.named("tracks")["strategy"].astype(str) for part in parts], ignore_index=True)
    assert both.named("tracks")["strategy"].astype(str).equals(alone)


def test_results_put_together_survive_their_folder(parts: list[Result], tmp_path: Path) -> None:
    both = Result.concat(parts)
    again = Result.load(both.save(tmp_path / "both"))
    assert_same(both, again)
    assert again.manifest.joined == both.manifest.joined
    assert len(again.manifest.command().splitlines()) == 2


def test_games_that_continue_each_other_are_one_run() -> None:
    whole = made_up_result(games=40, lineup=LINEUP)
    early, late = whole.where("game < 25"), whole.where("game >= 25")
    first = replace(early, manifest=whole.manifest.model_copy(update={"games": 25, "finished": 25}))
    second = replace(late, manifest=whole.manifest.model_copy(update={"games": 15, "finished": 15, "first_game": 25}))
    again = Result.concat([first, second])
    assert_same(again, whole)
    assert again.manifest == whole.manifest
    assert_same(Result.concat([second, first]), whole)


def test_a_game_counts_once(parts: list[Result]) -> None:
    with pytest.raises(ResultError, match=r"game 0 of seed 1 is in two of the results"):
        Result.concat([parts[0], parts[0]])


def test_what_does_not_fit_is_refused_by_name(parts: list[Result]) -> None:
    usa = load_map("usa")
    no_bonus = replace(usa, rules=usa.rules.replace(longest_trail_bonus=0))
    heavier = parts[0].manifest.strategies[0].model_copy(update={"weights": {"w": 2.0}})
    others = {
        "other rules: longest_trail_bonus is 0, not 10": made_up_result(no_bonus, 40, LINEUP),
        "another map": made_up_result(load_map("usa", "1910"), 40, LINEUP),
        "its number of players is another one, 3, not 2": made_up_result(games=40, lineup=("random",) * 3),
        "its lineup is another one, random, random, not random, greedy_points": made_up_result(
            games=40, lineup=("random",) * 2
        ),
        "its choice of games is another one": parts[1].where("game < 5"),
        "random has other weights or other code": replace(
            parts[1],
            manifest=parts[1].manifest.model_copy(update={"strategies": (heavier, parts[1].manifest.strategies[1])}),
        ),
    }
    for message, other in others.items():
        with pytest.raises(ResultError, match=message):
            Result.concat([parts[0], other])
    with pytest.raises(ResultError, match="no results"):
        Result.concat([])


def test_of_other_rules_the_values_are_told_and_what_is_no_result_is_refused(parts: list[Result]) -> None:
    usa = load_map("usa")
    other = made_up_result(usa.with_rules(draws=3), games=40)
    with pytest.raises(ResultError, match=r"it has other rules: draws is 3, not 2$"):
        Result.concat([made_up_result(usa, games=40), other])
    with pytest.raises(ResultError, match=r"it has another map$"):
        Result.concat([made_up_result(usa, games=40), made_up_result(usa.with_length("Denver-Omaha", 2), games=40)])
    with pytest.raises(ResultError, match="only results can be put together, not 'folder'"):
        Result.concat([*parts, "folder"])  # type: ignore[list-item]
    assert len(Result.concat(parts[0])) == len(parts[0])  # type: ignore[arg-type]
