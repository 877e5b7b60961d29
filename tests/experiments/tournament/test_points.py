"""Points of tournaments: leads game by game, how scores are spread, their parts."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from made_up_tournament import made_up_tournament

from ttr_analysis.errors import ResultError
from ttr_analysis.experiments.tournament import Tournament, margins, matchups, score_counts, score_parts, standings

PLAYED = made_up_tournament([1.0, 0.0, -0.5], (0.2, 0.0, -0.2), games=40, seed=3, luck=0.5)


def with_parts(played: Tournament) -> Tournament:
    rows = played.rows.assign(route_points=played.rows["score"] + 7, failed_cut_off=-7)
    return dataclasses.replace(played, rows=rows)


def test_leads_have_the_mean_and_the_wins_of_their_pair() -> None:
    compared = matchups(PLAYED).set_index(["strategy", "opponent"])
    table = margins(PLAYED, [("s2", "s0"), ("s0", "s1")])
    assert list(dict.fromkeys(zip(table["strategy"], table["opponent"], strict=True))) == [("s2", "s0"), ("s0", "s1")]
    assert (table["seed"] == PLAYED.manifest.seed).all()
    for pair, rows in table.groupby(["strategy", "opponent"]):
        assert rows["game"].tolist() == list(range(40))
        assert rows["margin"].mean() == pytest.approx(compared.loc[pair, "margin"])
        assert rows["win_share"].mean() == pytest.approx(compared.loc[pair, "win_share"])


@pytest.mark.parametrize(("pair", "said"), [(("s0", "s9"), "not in this tournament"), (("s0", "s0"), "do not meet")])
def test_pairs_that_do_not_meet_are_refused(pair: tuple[str, str], said: str) -> None:
    with pytest.raises(ResultError, match=said):
        margins(PLAYED, [pair])


def test_counts_of_scores_have_the_means_of_the_ladder() -> None:
    ladder = standings(PLAYED).set_index("strategy")["score"]
    for name, rows in score_counts(PLAYED).groupby("strategy"):
        assert rows["share"].sum() == pytest.approx(1)
        assert np.average(rows["score"], weights=rows["players"]) == pytest.approx(ladder[name])


def test_parts_add_up_to_the_score() -> None:
    parts = score_parts(with_parts(PLAYED))
    means = parts.pivot(index="strategy", columns="part", values="mean")
    assert list(means.columns) == ["routes", "score", "tickets cut off"]
    assert (means["tickets cut off"] == -7).all()
    total = (means["routes"] + means["tickets cut off"]).to_dict()
    assert total == pytest.approx(means["score"].to_dict())
    assert total == pytest.approx(standings(PLAYED).set_index("strategy")["score"].to_dict())
    assert (parts["mean_low"] <= parts["mean"]).all()
