"""Worth over the mean of like things: intervals that cover, narrow where games are shared, and whose mean."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.experiments.worth import measure, over_mean
from ttr_analysis.experiments.worth.games import MEASURES
from ttr_analysis.experiments.worth.told import few_changed
from ttr_analysis.maps import in_other_order, load_map
from ttr_analysis.stats import intervals

NAMES = list("abcdef")
QUIET: dict[str, Any] = {"progress": False}


def differences(seed: int, true: float, games: int = 200) -> dict[str, pd.DataFrame]:
    """Rows of games in which all things share most of their luck, and the first is worth so much over their mean."""
    random = np.random.default_rng(seed)
    shared = random.normal(0, 5, games)
    made = {}
    for name in NAMES:
        rows = pd.DataFrame({"game": np.arange(games), "changed": True})
        for each in MEASURES:
            rows[each] = shared + random.normal(0, 1 if name == "a" else 2, games)
        made[name] = rows
    made["a"]["points"] += true * len(NAMES) / (len(NAMES) - 1)
    return made


def table_of(rows: dict[str, pd.DataFrame], others: list[str]) -> pd.DataFrame:
    table = pd.DataFrame({"thing": list(rows), "n": [len(each) for each in rows.values()]})
    table["changed"] = 1.0
    over_mean.add(table, rows, others, 22.0, 0.95)
    return table.set_index("thing").sort_index()


@pytest.mark.long(reason="hundreds of tables of worth, to count how often intervals cover")
def test_the_intervals_cover_and_are_far_narrower_than_those_of_the_rows() -> None:
    hits, sure = [], 0
    for seed in range(100):
        rows = differences(seed, 0.5)
        table = table_of(rows, NAMES)
        row, alone = table.loc["a"], intervals.mean(rows["a"]["points"])
        hits.append(row["points_over_mean_low"] <= 0.5 <= row["points_over_mean_high"])
        assert row["points_over_mean_high"] - row["points_over_mean_low"] < 0.4 * (alone.high - alone.low)
        sure += (table.drop(index="a")[["p_adjusted_win_share_over_mean"]] <= 0.05).any().item()
    assert np.mean(hits) == pytest.approx(0.95, abs=0.06)
    assert sure <= 10, "nothing differs in wins, so one table of twenty names something at most"


def test_only_games_that_all_have_count() -> None:
    rows = differences(3, 0.0)
    first = table_of({name: each.head(120) for name, each in rows.items()}, NAMES)
    mixed = table_of({name: each if name in "ab" else each.head(120) for name, each in rows.items()}, NAMES)
    assert mixed["n_over_mean"].tolist() == [120] * 6
    assert mixed["n"].tolist() == [200, 200, 120, 120, 120, 120]
    for column in ("points_over_mean", "win_share_over_mean_low", "p_adjusted_over_mean"):
        assert np.allclose(mixed[column], first[column])


def test_the_mean_is_that_of_the_others_that_are_named() -> None:
    rows = differences(4, 2.0)
    table = table_of(rows, NAMES[1:])
    expected = rows["a"]["points"] - np.mean([rows[name]["points"] for name in NAMES[1:]], axis=0)
    assert table.loc["a", "points_over_mean"] == pytest.approx(expected.mean())
    assert table.loc[NAMES[1:], "points_over_mean"].mean() == pytest.approx(0)
    assert table.loc["a", "p_value_over_mean"] < 1e-6
    assert table.loc["a", "p_adjusted_over_mean"] == pytest.approx(12 * table.loc["a", "p_value_over_mean"])


def test_things_that_are_alike_in_nearly_all_games_have_a_bound() -> None:
    one = differences(5, 0.0)["b"]
    rows = {name: one.copy() for name in NAMES}
    rows["a"].loc[:2, "points"] += 4
    table = table_of(rows, NAMES)
    assert few_changed(table, "points_over_mean").all()
    assert table["p_value_over_mean"].tolist() == [1.0] * 6
    assert table.loc["a", "points_over_mean_high"] > 0.1


def test_what_itself_changes_few_games_has_a_bound_though_the_others_change_the_mean() -> None:
    rng = np.random.default_rng(8)
    rows = differences(6, 0.0)
    for each in rows.values():
        each["points"] = 20.0 * (rng.random(len(each)) < 0.5 * 20 / len(each))
    table = table_of(rows, NAMES)
    assert few_changed(table, "points_over_mean").all()
    assert table["p_value_over_mean"].tolist() == [1.0] * 6


def test_tickets_are_compared_with_all_tickets_and_cards_with_those_of_a_colour() -> None:
    usa = load_map("usa")
    assert over_mean.reference(usa, "tickets", "offered", ["x", "y"]) == ["x", "y"]
    assert over_mean.reference(usa, "cards", "more", ["red", "locomotive", "blue"]) == ["red", "blue"]
    assert not over_mean.reference(usa, "tickets", "kept", ["x"])
    assert not over_mean.reference(usa, "routes", "closed", ["x"])


def test_a_whole_table_has_it_in_any_order_of_rows_and_a_part_of_it_has_not() -> None:
    usa, asked = load_map("usa"), {"of": "cards", "players": 2, "games": 60, **QUIET}
    one, two = (measure.worth(each, "random", **asked) for each in (usa, in_other_order(usa)))
    pd.testing.assert_frame_equal(one, two)
    colors = one[one["thing"] != "locomotive"]
    assert colors["points_over_mean"].mean() == pytest.approx(0)
    assert one.attrs["intervals"]["points_over_mean"][1] == 0.95
    some = measure.worth(usa, "random", only=["red", "locomotive"], **asked)
    assert "points_over_mean" not in some
