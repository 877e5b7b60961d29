"""Types of values that people write: what fits is let pass, what does not is named with its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from fuzz import examples
from hypothesis import given
from hypothesis import strategies as st
from pydantic import NonNegativeInt

from ttr_analysis._validate import did_you_mean, misfit, printable, shown
from ttr_analysis.rules.spec import PieceKind, TieBreak

Names = Sequence[str | int]
Counts = Names | Mapping[str | int, int]


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (int, 3),
        (int, np.int64(3)),
        (int | None, None),
        (Names, ["a", 1]),
        (Counts, MappingProxyType({"red": 3})),
        (tuple[int, int], [2, 5]),
        (tuple[int, ...], []),
        (tuple[TieBreak, ...], ["tickets"]),
        (tuple[PieceKind, ...], [{"name": "train", "supply": 3}]),
        (dict[str, NonNegativeInt], {"red": 0}),
        (Any, object()),
    ],
)
def test_what_fits(hint: Any, value: object) -> None:
    assert misfit(hint, value) == ""


@pytest.mark.parametrize(
    ("hint", "value", "message"),
    [
        (int, True, "needs a whole number, not True"),
        (int, 2.0, "needs a whole number, not 2.0"),
        (bool, 1, "needs true or false, not 1"),
        (Names, "abc", "needs a list, not 'abc'"),
        (Names, ["a", None], "entry 2: needs text or a whole number, not None"),
        (Counts, {"red": "3"}, "red: needs a whole number, not '3'"),
        (Counts, 3, "needs a list or a table of names and values, not 3"),
        (Mapping[int, Names], {0: 5}, "0: needs a list, not 5"),
        (Mapping[int, Names], {"0": []}, "needs a whole number, not '0'"),
        (tuple[int, int], [2], "needs 2 values, not 1"),
        (tuple[TieBreak, ...], ["luck"], "entry 1: 'luck' is not possible; choose from tickets"),
        (tuple[PieceKind, ...], [{"name": "train"}], "entry 1: 'supply' is missing"),
        (tuple[PieceKind, ...], [{"nam": "train"}], "entry 1: unknown name 'nam'; choose from name, supply"),
        (dict[str, NonNegativeInt], {"red": -1}, "red: must be at least 0, not -1"),
        (str, 10**30, "needs text, not a very large number"),
        (int, {"a": 1}, "needs a whole number, not a table"),
    ],
)
def test_what_does_not_fit(hint: Any, value: object, message: str) -> None:
    assert misfit(hint, value).startswith(message)


@examples(40)
@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists))
def test_any_value_is_shown_on_one_short_line(value: object) -> None:
    assert shown(value).isprintable()
    assert len(shown(value)) <= 60


def test_terminal_codes_are_escaped() -> None:
    assert printable("a\x1b[2Jé\u202e") == r"a\x1b[2Jé\u202e"


def test_a_name_is_suggested_whatever_the_case_and_spelling() -> None:
    assert did_you_mean("DENVR", ["Denver", "Omaha"]) == "; did you mean Denver?"
    assert did_you_mean("montrael", {"montreal": "Montréal", "montréal": "Montréal"}) == "; did you mean Montréal?"
    assert did_you_mean("zzz", ["Denver"]) == ""


def test_no_name_is_suggested_from_thousands() -> None:
    assert did_you_mean("a1", [f"a{i}" for i in range(5000)]) == ""
