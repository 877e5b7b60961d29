"""Luck over many games: nothing on average whatever the values are, and the same for any number of threads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from known_hands import tiny_map
from scipy import stats

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.luck import games, model
from ttr_analysis.experiments.luck.luck import CHANCES, VALUES
from ttr_analysis.maps import load_map
from ttr_analysis.play.simulate import simulate
from ttr_analysis.stats import intervals

pytestmark = pytest.mark.long(reason="hundreds of games of several line-ups, each with its terms")
PARTS = ("start", "luck", "own", "others", "unexplained")


def p_values(rows: pd.DataFrame) -> dict[str, float]:
    """How likely it is that chance brings nothing on average, for each kind and value; Holm."""
    found = {}
    for kind in CHANCES:
        for value in VALUES:
            brought = rows[f"{kind}_{value}"].to_numpy()
            if brought.std() > 1e-9:  # else it is rounding
                found[f"{kind}_{value}"] = float(stats.ttest_1samp(brought, 0.0).pvalue)
    return dict(zip(found, intervals.holm(list(found.values())).tolist(), strict=True))


def test_parts_add_up_and_results_are_those_of_the_simulation() -> None:
    lineup = ["expert", "random"]
    rows = games.luck_of_games(tiny_map(), lineup, games=12, seed=3)
    played = simulate(tiny_map(), lineup, games=12, seed=3, progress=False).players
    assert rows["result_wins"].tolist() == played["win_share"].tolist()
    assert rows["place"].tolist() == played["strategy"].tolist()
    for value in VALUES:
        assert np.allclose(rows[[f"{part}_{value}" for part in PARTS]].sum(axis=1), rows[f"result_{value}"])
        assert np.allclose(rows[[f"{kind}_{value}" for kind in CHANCES]].sum(axis=1), rows[f"luck_{value}"])
    experts = rows[rows["strategy"] == "expert"]
    assert not experts[["own_wins", "own_points"]].to_numpy().any()
    assert experts["others_points"].mean() > 0, "what random decides is to the other's good"


def test_threads_do_not_matter() -> None:
    one = games.luck_of_games(tiny_map(), "random", players=2, games=25, seed=3, threads=1)
    assert one.equals(games.luck_of_games(tiny_map(), "random", players=2, games=25, seed=3, threads=3))


@pytest.mark.parametrize(
    ("name", "players", "number"), [("usa", 2, 1_000), ("europe", 3, 300), ("first_journey_usa", 4, 1_000)]
)
def test_chance_brings_nothing_on_average(name: str, players: int, number: int) -> None:
    rows = games.luck_of_games(load_map(name), ["expert", *["ticket_planner"] * (players - 1)], games=number, seed=77)
    found = p_values(rows[rows["place"] == 0])
    assert len(found) >= 6
    assert min(found.values()) > 0.01, found


def test_chance_brings_nothing_on_average_however_wrong_the_values_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values of features at random; and a wrong mean over deals is found."""
    board = tiny_map()
    fitted = model.value_model(board, 2)
    noise = np.random.default_rng(2).normal(0, 1, fitted.fitted.points.shape)
    wrong = replace(fitted, fitted=fitted.fitted._replace(points=noise, sharpness=np.array([-3.0, 0.0])))
    monkeypatch.setattr(model, "value_model", lambda *_: wrong)
    rows = games.luck_of_games(board, ["expert", "random"], games=1_000, seed=7)
    mine = rows[rows["place"] == 0]
    found = p_values(mine)
    assert {"deal_points", "market_points", "draw_points"} <= set(found)
    assert min(found.values()) > 0.01, found
    planted = mine.assign(draw_points=mine["draw_points"] + 0.2 * mine["draw_points"].std())
    assert p_values(planted)["draw_points"] < 0.01


def test_a_number_of_games_that_is_none_is_refused() -> None:
    with pytest.raises((SetupError, ValueError), match="games"):
        games.luck_of_games(tiny_map(), "random", players=2, games=0)
