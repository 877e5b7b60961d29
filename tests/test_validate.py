"""Types of values that people write: what fits is let pass, what does not is named with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import numpy as np
import pytest
from fuzz import examples
from hypothesis import given
from hypothesis import strategies as st

from ttr_analysis._validate import (
    Between,
    between,
    count,
    counts,
    did_you_mean,
    instance,
    listed,
    misfit,
    named,
    once_each,
    option,
    path_of,
    printable,
    probability,
    several,
    shown,
    whole_numbers,
)
from ttr_analysis.errors import SetupError
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
        (dict[str, Annotated[int, Between(0, 9)]], {"red": 0}),
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
        (dict[str, Annotated[int, Between(0, 9)]], {"red": -1}, "red: must be from 0 to 9, not -1"),
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


@pytest.mark.parametrize(
    ("check", "message"),
    [
        (lambda: count("games", 0, 1), "games is 0, but cannot be less than 1"),
        (lambda: count("need", 9, maximum=8, why="no more are left"), "need is 9, but cannot be more than 8: no more"),
        (lambda: count("need", 2.5), "need needs a whole number, not 2.5"),
        (lambda: count("need", True), "need needs a whole number, not True"),
        (lambda: counts("hand", {"pink": 1}, ["red"]), "hand names 'pink', which is not one of: red"),
        (lambda: counts("hand", {"red": -1}, ["red"]), r"hand\['red'\] is -1, but cannot be less than 0"),
        (lambda: probability("success", 1.5), "success is 1.5, but a probability lies between 0 and 1"),
        (lambda: probability("success", float("nan")), "success is nan, but a probability"),
        (lambda: probability("success", "half"), "success needs a number, not 'half'"),
        (lambda: between("precision", "a", 0), "precision is 'a', but must be a number above 0"),
        (lambda: between("precision", float("nan"), 0), "precision is nan, but"),
        (lambda: between("confidence", 1, 0, 1), "confidence is 1, but must be a number between 0 and 1"),
        (lambda: between("confidence", True, 0, 2), "confidence is True, but"),
        (lambda: instance("game", "x", dict, "dict(a=1)"), r"game must be a dict, such as dict\(a=1\), not 'x'"),
        (lambda: instance("item", 3, Exception), "item must be an Exception, not 3"),
        (lambda: listed("seats", 0, "[0]"), r"seats must be a list, such as \[0\], not 0"),
        (lambda: listed("names", "Ann"), "names must be a list, not 'Ann'"),
        (lambda: several("names", ["Ann", 3], str), "names, entry 2 must be a str, not 3"),
        (lambda: named("action", 3, Exception), "action must be a name or an Exception, or a list"),
        (lambda: path_of("path", 3), "path must be the name of a file, not 3"),
        (lambda: path_of("path", b"a"), "path must be the name of a file, not b'a'"),
        (lambda: whole_numbers("hand", [1, 2.5]), "hand must hold whole numbers only"),
        (lambda: whole_numbers("hand", [1, -2]), "hand holds -2, but cannot be less than 0"),
    ],
)
def test_a_message_begins_with_the_name_of_the_argument(check: Callable[[], object], message: str) -> None:
    with pytest.raises(SetupError, match=f"^{message}"):
        check()


def test_what_is_good_comes_back() -> None:
    assert count("games", np.int64(3), 1, 3) == 3
    assert counts("hand", None, ["red"]) == {}
    assert probability("success", 1) == 1.0
    assert between("precision", 1, 0) == 1.0
    assert several("names", ("Ann",), str) == ["Ann"]
    assert path_of("path", Path("a")) == path_of("path", "a")
    assert once_each([("a", 1), ("b", 2)]) == {"a": 1, "b": 2}
    assert whole_numbers("hand", [[1, 2.0]]).tolist() == [[1, 2]]


@pytest.mark.parametrize("value", ["tracks", "TRACK", "", None, 1, ["track"], float("nan")])
def test_an_option_is_one_of_its_list(value: object) -> None:
    with pytest.raises(SetupError, match=r"^by is .*, but must be one of: track, route$"):
        option("by", value, ("track", "route"))
    assert option("by", "route", ("track", "route")) == "route"
