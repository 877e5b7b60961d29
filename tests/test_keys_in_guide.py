"""The table of the keys of ``[rules]`` in the guide to maps: up to date, whole, and true."""

from __future__ import annotations

import importlib.util
import tomllib
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ttr_analysis.rules import USA, spec
from ttr_analysis.rules.forms import hints_of, setting

TOOL = Path(__file__).parents[1] / "tools" / "write_rule_keys.py"

RECORDS = (
    spec.RuleSet, spec.CardKind, spec.PieceKind, spec.TrackKind, spec.Market, spec.TicketRules, spec.Stations,
    spec.Harbours, spec.EndRule,
)  # fmt: skip


def loaded() -> ModuleType:
    spec_of_tool = importlib.util.spec_from_file_location("write_rule_keys", TOOL)
    assert spec_of_tool is not None
    assert spec_of_tool.loader is not None
    module = importlib.util.module_from_spec(spec_of_tool)
    spec_of_tool.loader.exec_module(module)
    return module


KEYS = loaded()

ROWS = {key: (what, value, meaning) for key, what, value, meaning in KEYS.keys(spec.RuleSet)}


def test_the_table_in_the_guide_is_up_to_date() -> None:
    text = KEYS.PAGE.read_text(encoding="utf-8")
    assert text.count(KEYS.BEGIN) == text.count(KEYS.END) == 1
    assert KEYS.page(text) == text, "run python tools/write_rule_keys.py"


@pytest.mark.parametrize("record", RECORDS)
def test_every_field_of_a_record_is_explained_and_nothing_else(record: Any) -> None:
    told = KEYS.meanings(record)
    assert set(told) == {field.name for field in fields(record)}
    assert all(len(meaning) > 5 for meaning in told.values())


def test_every_value_of_the_rules_has_a_row() -> None:
    named = {key.split(".")[0].removesuffix("[]") for key in ROWS}
    assert named == {field.name for field in fields(spec.RuleSet)} - {"name", "title"}
    for part in ("market", "tickets", "stations", "harbours", "end"):
        inner = {key.partition(".")[2] for key in ROWS if key.startswith(f"{part}.")}
        assert inner == set(hints_of(type(getattr(USA, part))))


@pytest.mark.parametrize("key", [key for key, (_, value, _) in ROWS.items() if value and "[]" not in key])
def test_a_neutral_value_can_be_set_under_its_key(key: str) -> None:
    """The value of the table, typed as it stands there, is taken and is what the record has."""
    value = ROWS[key][1].strip("`")
    real = key.replace("KIND", "rail")
    name, given = setting(f"{real}={value}")
    assert (name, given) == (real, tomllib.loads(f"x = {value}")["x"])
    rules: Any = USA
    for part in reversed(real.split(".")):
        given = {part: given}
    rules = USA.replace(**given)
    for part in real.split("."):
        rules = rules[part] if isinstance(rules, dict) else getattr(rules, part)
    default = ROWS[key][1].strip("`")
    assert _plain(rules) == tomllib.loads(f"x = {default}")["x"]


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize(
    ("key", "what", "value"),
    [
        ("draws", "a number, 1 to 128", "`2`"),
        ("players", "2 numbers, 1 to 6", ""),
        ("track_kinds.KIND.wilds", "true or false", "`true`"),
        ("tie_breaks", 'a list of "tickets" or "stations" or "longest_trail"', "`[]`"),
        ("tickets.keep", "a number, 0 to 8", "`2`"),
    ],
)
def test_some_rows_are_as_written_by_hand(key: str, what: str, value: str) -> None:
    assert ROWS[key][:2] == (what, value)
