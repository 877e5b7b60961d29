"""Every strategy on every map: which of these tests run at every run, and which only in the long one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from ttr_analysis.maps.folder import available_maps
from ttr_analysis.strategies import available_strategies

ALWAYS = {"random", "expert"}
CLASSIC = ("usa", "europe")
MORE = pytest.mark.long(reason="at every run, all strategies are tried on USA, and two on Europe")
OTHERS = pytest.mark.long(reason="at every run, one or two boards are tried; the rules have tests of their own")


def marks(strategy: str, name: str) -> Any:
    """The marks of a strategy on a map."""
    return () if name == "usa" or (name in CLASSIC and strategy in ALWAYS) else MORE


def first(cases: Iterable[Any], often: int, reason: str) -> list[Any]:
    """The cases as parameters, those after the first ``often`` for the long tests only."""
    rest = pytest.mark.long(reason=f"the first are tried at every run; {reason}")
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=() if i < often else rest)
        for i, case in enumerate(cases)
    ]


def boards(*tried: str) -> list[Any]:
    """Every map as a parameter; at every run only those ``tried``, or the classic ones if none is named."""
    return [pytest.param(name, marks=() if name in (tried or CLASSIC) else OTHERS) for name in available_maps()]


def everywhere(**more: Any) -> list[Any]:
    """Every strategy on every map, as parameters; ``more`` are marks of single maps or strategies by name."""
    return [
        pytest.param(strategy, name, marks=more.get(name) or more.get(strategy) or marks(strategy, name))
        for name in available_maps()
        for strategy in available_strategies()
    ]
