"""Settings of rules as people type them: dotted names and values, and nested tables."""

from __future__ import annotations

import pytest

from ttr_analysis.errors import RuleError
from ttr_analysis.rules.forms import dotted, nested, setting, toml_text


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("longest_trail_bonus=0", "longest_trail_bonus", 0),
        (" tickets.deal = 4 ", "tickets.deal", 4),
        ("open=true", "open", True),
        ("route_points=[0, 1, 2]", "route_points", [0, 1, 2]),
        ("end={pieces_left = 2}", "end", {"pieces_left": 2}),
        ("refill=at_once", "refill", "at_once"),
        ('refill="at_once"', "refill", "at_once"),
    ],
)
def test_a_setting_is_a_name_and_a_value(text: str, name: str, value: object) -> None:
    assert setting(text) == (name, value)


@pytest.mark.parametrize("text", ["", "deal", "=3", "deal=", "deal 3"])
def test_a_text_that_is_no_setting_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="is no rule; write a name and a value"):
        setting(text)


@pytest.mark.parametrize("value", ["3 4", "[1", "at once", "{"])
def test_a_value_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(RuleError, match="is no value; write a number, true or false, a list"):
        setting(f"deal={value}")


def test_dotted_names_and_nested_tables_are_each_other_s_reverse_and_later_values_win() -> None:
    tables = {"tickets": {"deal": 4, "end": {"left": 2}}, "open": 1, "empty": {}}
    assert nested(dotted(tables)) == tables
    assert nested([("a.b", 1), ("a.c", 2), ("a.b", 3)]) == {"a": {"b": 3, "c": 2}}


def test_a_name_is_a_value_or_a_table() -> None:
    with pytest.raises(RuleError, match=r"tickets.deal: tickets is already a value, so it has no value deal"):
        nested([("tickets", 3), ("tickets.deal", 4)])
    with pytest.raises(RuleError, match=r"tickets is already a table of values, so it cannot be 3"):
        nested([("tickets.deal", 4), ("tickets", 3)])


@pytest.mark.parametrize("value", [True, -3, 0.5, 'Łódź "x"', [1, [2, 3], "a"], {}, {"a b": {"c": [1]}, "d-e": False}])
def test_a_value_is_read_as_it_was_written(value: object) -> None:
    assert setting(f"name={toml_text(value)}") == ("name", value)
