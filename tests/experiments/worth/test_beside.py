"""What is beside worth: nothing is named where only chance is at work."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.stats import norm

from ttr_analysis.experiments.worth import beside
from ttr_analysis.stats import intervals

THINGS = 78


def null_tables(seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """A table of worth and one of lifts in which all that is not 0 is chance."""
    random = np.random.default_rng(seed)
    names = [f"A{place}-B" for place in range(THINGS)]
    table, lifts = pd.DataFrame({"thing": names}), pd.DataFrame({"name": names, "city_b": "B"})
    lifts["city_a"] = [f"A{place}" for place in range(THINGS)]
    for frame, column, error in ((table, "points", 0.2), (table, "win_share", 0.01), (lifts, "winner_lift", 0.02)):
        values = random.normal(0, error, THINGS)
        for end, times in (("", 0.0), ("_low", -1.96), ("_high", 1.96)):
            frame[f"{column}{end}"] = values + times * error
    p_values = 2 * norm.sf(np.abs(np.column_stack([table["points"] / 0.2, table["win_share"] / 0.01])))
    adjusted = intervals.holm(p_values.reshape(-1)).reshape(-1, 2)
    table["p_adjusted"], table["p_adjusted_win_share"] = adjusted.T
    return table, lifts


def test_chance_alone_names_something_in_one_table_of_twenty_at_most() -> None:
    parting = misleading = 0
    for seed in range(100):
        table, lifts = null_tables(seed)
        parting += beside.parting(table).any()
        misleading += beside.lift_and_worth(table, lifts)["misleads"].any()
    assert parting <= 5
    assert misleading <= 10, "5 of 100 are expected at most"


def test_what_is_sure_is_named_though_the_rows_are_many() -> None:
    table, lifts = null_tables(0)
    table.loc[3, ["points", "p_adjusted", "win_share", "p_adjusted_win_share"]] = 1.0, 0.001, -0.1, 0.001
    assert beside.parting(table)[beside.parting(table)].index.tolist() == [3]
    lifts.loc[5, ["winner_lift", "winner_lift_low", "winner_lift_high"]] = 0.2, 0.16, 0.24
    table.loc[5, "points_high"] = 0.4
    assert beside.lift_and_worth(table, lifts)["misleads"][5]
