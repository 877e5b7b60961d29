"""Columns of estimates: a value with the ends of its interval, and how they were computed."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.stats import columns
from ttr_analysis.stats.intervals import Estimate, mean, share


def test_an_estimate_becomes_three_columns_that_know_their_method() -> None:
    one, two = mean([1.0, 2.0, 3.0]), mean([2.0, 2.0, 5.0])
    table = columns.table_of([{"who": "a", "score": one, "games": 3}, {"who": "b", "score": two, "games": 3}])
    assert list(table) == ["who", "score", "score_low", "score_high", "games"]
    assert table["score_high"].tolist() == [one.high, two.high]
    assert columns.intervals_of(table) == {"score": ["t", 0.95]}


def test_a_table_without_rows_has_its_columns() -> None:
    assert list(columns.table_of([], ("strategy", "games"))) == ["strategy", "games"]


def test_intervals_are_known_after_rows_are_chosen() -> None:
    table = pd.DataFrame({"name": ["a", "b"]})
    columns.add_share(table, "made_share", [1, 2], [4, 4])
    assert table["made_share_low"].tolist() == [share(1, 4).low, share(2, 4).low]
    chosen = table[table["name"] == "b"].sort_values("made_share").head(1)
    assert columns.intervals_of(chosen) == {"made_share": ["wilson", 0.95]}


def test_estimates_are_printed_in_one_way() -> None:
    estimates = [Estimate(0.125, 0.1, 0.2, 40, "wilson"), Estimate(np.nan, 0.0, 1.0, 0, "wilson")]
    table = columns.table_of({"share": estimate} for estimate in estimates)
    assert columns.texts_of(table, "share", factor=100) == ["12.5 (10.0 to 20.0)", "–"]


def test_texts_have_a_true_minus_and_none_before_what_rounds_to_0() -> None:
    assert columns.as_text(-1.26, -2.0, 0.5) == "\N{MINUS SIGN}1.3 (\N{MINUS SIGN}2.0 to 0.5)"
    assert columns.as_text(-0.004, -0.04, 0.04) == "0.0 (0.0 to 0.0)"
    assert columns.as_text(np.nan, np.nan, np.nan) == "–"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([0.5], "table must be .*DataFrame"),
        (pd.DataFrame({"other": [0.5]}), "table has no column 'share'; it must be a table such as stats.x"),
        (
            pd.DataFrame({"share": ["much"]}),
            "table: column 'share' has values that are missing, infinite or no",
        ),
        (pd.DataFrame({"share": [0.5, np.nan]}), "missing, infinite"),
        (pd.DataFrame({"share": [0.5, -0.25]}), "column 'share' has -0.25, but must be from 0 to 1"),
        (pd.DataFrame({"share": [1.5, 0.5]}), "column 'share' has 1.5, but must be from 0 to 1"),
    ],
)
def test_a_table_without_its_numbers_is_refused(value: object, words: str) -> None:
    with pytest.raises(SetupError, match=words):
        columns.with_numbers("table", value, ["share"], "stats.x(result)", 0, 1)


def test_a_table_with_its_numbers_is_given_back() -> None:
    table = pd.DataFrame({"share": [0, 0.5, 1], "name": ["a", "b", "c"]})
    assert columns.with_numbers("table", table, ["share"], "stats.x(result)", 0, 1) is table


def test_texts_of_a_column_and_of_a_row_say_the_same_and_a_dash_for_the_unknown() -> None:
    table = pd.DataFrame({"x": [0.125, np.nan], "x_low": [-0.0001, np.nan], "x_high": [0.25, np.nan]})
    assert columns.texts_of(table, "x", factor=100) == ["12.5 (0.0 to 25.0)", "–"]
    assert columns.text_of_row(table.iloc[0], "x", factor=100) == "12.5 (0.0 to 25.0)"
