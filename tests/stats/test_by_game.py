"""The facts of each game, from the tables alone."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis.maps import load_map
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import TABLES
from ttr_analysis.stats.by_game import FACTS, WHOLE_TABLE, facts_by_game


@pytest.fixture(scope="module")
def result() -> Result:
    made = made_up_result(games=40)
    turns = made.tracks.groupby("game").cumcount()  # in a turn one track is claimed at most
    return replace(made, tracks=made.tracks.assign(turn=turns))


def test_facts_do_not_depend_on_the_order_of_rows(result: Result) -> None:
    shuffled = {name: result.table(name).sample(frac=1, random_state=3).reset_index(drop=True) for name in TABLES}
    found = facts_by_game(replace(result, **shuffled))
    pd.testing.assert_frame_equal(found.sort_index(), facts_by_game(result))
    assert list(found.index) == list(shuffled["games"]["game"])


def test_of_chosen_seats_only_what_they_tell_is_known(result: Result) -> None:
    chosen = result.where("game >= 10", seats="seat > 1 or game > 20")
    facts, whole = facts_by_game(chosen), facts_by_game(result)
    assert list(facts.index) == list(range(10, 40))
    assert facts[list(WHOLE_TABLE)].isna().all(axis=None)
    known = [name for name in FACTS if name not in WHOLE_TABLE]
    assert facts[known].notna().all(axis=None)
    pd.testing.assert_frame_equal(facts.loc[21:, known], whole.loc[21:, known])
    seats = result.players[(result.players["game"] == 12) & (result.players["seat"] > 1)]
    assert facts.loc[12, "score"] == pytest.approx(seats["score"].mean())


def test_a_player_alone_cannot_lose_the_lead() -> None:
    alone = simulate(load_map("usa").with_rules(players=[1, 5]), "greedy_points", players=1, games=3, progress=False)
    assert (alone.games["lead_changes"] == 0).all()
    assert facts_by_game(alone)["lead_changes"].isna().all()


def test_one_game_is_enough_for_its_facts() -> None:
    alone = made_up_result(games=1)
    assert facts_by_game(alone)["score"].tolist() == [alone.players["score"].mean()]
