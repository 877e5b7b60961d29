"""Tickets left unmade: by hand, with cut off ones told apart."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from made_up import made_up_result

from ttr_analysis import stats
from ttr_analysis.errors import ResultError
from ttr_analysis.results.result import Result


def by_hand(missing: list[int]) -> Result:
    """Games whose tickets miss these trains, in turn."""
    result = made_up_result(games=60, lineup=("random",) * 2)
    return replace(result, tickets=result.tickets.assign(trains_missing=np.resize(missing, len(result.tickets))))


def test_quartiles_are_of_tickets_that_could_still_be_made() -> None:
    result = by_hand([0, -1, 2, 4, 6, 8])
    row = stats.abandoned_tickets(result).iloc[0]
    assert row["kept"] == len(result.tickets)
    assert row["abandoned"] == (result.tickets["trains_missing"] != 0).sum()
    assert row["abandoned_share"] == pytest.approx(5 / 6, abs=0.01)
    assert row["cut_off_share"] == pytest.approx(1 / 5, abs=0.01)
    assert row["missing_mean"] == pytest.approx(5, abs=0.05)
    assert row[["missing_q25", "missing_q75"]].tolist() == [2, 6]
    assert 2 <= row["missing_median_low"] <= row["missing_median"] <= row["missing_median_high"] <= 6


def test_the_distribution_adds_up_and_leaves_out_what_was_made_or_cut_off() -> None:
    table = stats.trains_missing(by_hand([0, -1, 3, 3, 1])).set_index("trains_missing")
    assert list(table.index) == [1, 2, 3]
    assert table["share"].tolist() == pytest.approx([1 / 3, 0, 2 / 3], abs=0.01)
    assert table.loc[3, "share_low"] < table.loc[3, "share"] < table.loc[3, "share_high"]


def test_without_abandoned_tickets_nothing_is_known() -> None:
    result = by_hand([0])
    row = stats.abandoned_tickets(result).iloc[0]
    assert row["abandoned"] == 0
    assert row[["missing_mean", "missing_median", "cut_off_share"]].isna().all()
    assert not len(stats.trains_missing(result))
    with pytest.raises(ResultError, match="too few"):
        stats.abandoned_tickets(made_up_result(games=5))


def test_too_few_games_have_no_distribution_of_trains_missing() -> None:
    with pytest.raises(ResultError, match="10 games are too few for an interval"):
        stats.trains_missing(made_up_result(games=10))
