"""Every strategy on every map: which of these tests run at every run, in the long one, and before a release only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from ttr_analysis.maps.folder import available_maps
from ttr_analysis.strategies import available_strategies

ALWAYS = {"random", "expert"}
CLASSIC = ("usa", "europe")
ONE_EACH = {"first_journey_europe", "switzerland", "rails_sails_great_lakes"}
"""A board of each game that is tried in the long tests."""
MORE = pytest.mark.long(reason="at every run, all strategies are tried on USA, and two on Europe")
OTHERS = pytest.mark.long(reason="at every run, one or two boards are tried; the rules have tests of their own")
RARELY = pytest.mark.release(reason="in the long tests, one more board is tried of each game or with each strategy")


def marks(strategy: str, name: str) -> Any:
    """The marks of a strategy on a map: in the long tests, each strategy is tried on one more map, in turn."""
    if name == "usa" or (name in CLASSIC and strategy in ALWAYS):
        return ()
    others = [other for other in available_maps() if other != "usa"]
    return MORE if name == others[available_strategies().index(strategy) % len(others)] else RARELY


def first(cases: Iterable[Any], often: int, reason: str) -> list[Any]:
    """The cases as parameters, those after the first ``often`` for the long tests only."""
    rest = pytest.mark.long(reason=f"the first are tried at every run; {reason}")
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=() if i < often else rest)
        for i, case in enumerate(cases)
    ]


def boards(*tried: str) -> list[Any]:
    """Every map as a parameter; at every run only those ``tried``, or the classic ones if none is named."""
    return [
        pytest.param(name, marks=() if name in (tried or CLASSIC) else OTHERS if name in ONE_EACH else RARELY)
        for name in available_maps()
    ]


def everywhere() -> list[Any]:
    """Every strategy on every map, as parameters."""
    return [
        pytest.param(strategy, name, marks=marks(strategy, name))
        for name in available_maps()
        for strategy in available_strategies()
    ]
