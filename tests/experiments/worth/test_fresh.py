"""Fresh games belong to the table whose rows they measure again: anything else is refused by name."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from made_up_worth import made_up_worth

from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.experiments.worth import answers, fresh, line_ups


def again_of(table: pd.DataFrame, **other: Any) -> pd.DataFrame:
    again = table.copy()
    again.attrs["worth"] = {**table.attrs["worth"], "seed": 1, "chosen_with": [0], **other}
    return again


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"digest": "x"}, "another map"), ({"change": "x"}, "another change"), ({"of": "turns"}, "other things"),
        ({"players": 2}, "number of players"), ({"strategies": ["rush"] * 4}, "other strategies"),
        ({"chosen_with": [3]}, "another seed"),
    ],
)  # fmt: skip
def test_fresh_games_of_anything_else_are_refused(other: dict[str, Any], message: str) -> None:
    table = made_up_worth(of="habits")
    assert not fresh.problem_of(table, again_of(table))
    with pytest.raises(ResultError, match=message):
        answers.costliest_habit(table, again_of(table, **other))


def test_what_is_no_table_holds_no_fresh_games() -> None:
    for wrong in (None, "x", pd.DataFrame()):
        assert fresh.problem_of(made_up_worth(), wrong) == fresh.SEED


def test_of_several_line_ups_each_must_be_that_of_the_table() -> None:
    table = pd.DataFrame({"line_up": ["a", "b"], "thing": "x"})
    facts = {name: {"seed": 0, "players": 2} for name in ("a", "b")}
    table.attrs["worth"] = {"line_ups": facts}
    assert not fresh.problem_of(table, again_of(table))
    assert "other line-ups" in fresh.problem_of(table, again_of(table, line_ups={"a": facts["a"]}))
    other = {**facts, "b": {"seed": 0, "players": 3}}
    assert "number of players" in fresh.problem_of(table, again_of(table, line_ups=other))
    with pytest.raises(SetupError, match="no table of several"):
        line_ups.disagreements("x")  # type: ignore[arg-type]
