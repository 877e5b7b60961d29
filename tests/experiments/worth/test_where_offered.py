"""Worth for each deal that offers a ticket: only the games that offer it count, and none is no number."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.experiments.worth import told, where_offered
from ttr_analysis.experiments.worth.games import CHANGED, MEASURES, OFFERED


def rows_of(offered: int, points: float, games: int = 400) -> pd.DataFrame:
    """Games of which the first offer a ticket, whose keeping is worth so many points on average."""
    rows = pd.DataFrame(0.0, index=range(games), columns=list(MEASURES))
    rows.loc[: offered - 1, "points"] = points + np.resize([-1.0, 1.0], offered)
    rows[CHANGED] = rows["points"] != 0
    rows[OFFERED] = rows.index < offered
    return rows


def measured(rows: dict[str, pd.DataFrame]) -> pd.DataFrame:
    table = estimates.worth_table(rows, 0.95, 20.0)
    where_offered.add(table, rows, 20.0, 0.95)
    return table.set_index("thing", drop=False)


def test_only_games_that_offer_the_ticket_count() -> None:
    table = measured({"often": rows_of(100, 4.0), "never": rows_of(0, 4.0)})
    often, never = table.loc["often"], table.loc["never"]
    assert (often["offered"], often["n_if_offered"]) == (0.25, 100)
    assert often["points_if_offered"] == pytest.approx(4.0)
    assert often["points"] == pytest.approx(1.0)
    assert often["points_if_offered_high"] < 4.3
    assert (never["offered"], never["n_if_offered"]) == (0, 0)


def test_a_bound_is_told_by_the_table_and_not_by_its_numbers() -> None:
    table = measured({"even": rows_of(100, 0.0), "rare": rows_of(10, 4.0)})
    assert table.loc["even", "points"] == 0
    assert told.few_changed(table, "points").to_dict() == {"even": False, "rare": True}
    assert told.few_changed(table, "points_if_offered").to_dict() == {"even": False, "rare": True}
    assert told.has_bound(table.loc["even"], "win_share")
    offers = where_offered.of_offers(table)
    assert told.few_changed(offers, "points").to_dict() == {"even": False, "rare": True}
    assert offers.loc["rare", "n"] == 10
    assert offers.loc["rare", "changed"] == pytest.approx(1.0)


def test_games_of_older_folders_do_not_tell() -> None:
    rows = rows_of(10, 1.0)
    assert where_offered.is_told({"x": rows})
    assert not where_offered.is_told({"x": rows.drop(columns=OFFERED)})
    assert not where_offered.is_told({"x": rows, "y": rows.assign(offered=np.nan)})
