"""Every strategy on every map: which of these tests run at every run, and which only in the long one."""

from __future__ import annotations

from typing import Any

import pytest

from ttr_analysis.maps.folder import available_maps
from ttr_analysis.strategies import available_strategies

ONE_OF_EACH_GAME = {"usa", "europe", "first_journey_usa", "rails_sails_great_lakes"}
ALWAYS = {"random", "ticket_planner", "expert", "learned"}
MORE = pytest.mark.long(reason="at every run, four strategies are tried on these boards, and all on one of each game")


def marks(strategy: str, name: str) -> Any:
    """The marks of a strategy on a map."""
    return MORE if name not in ONE_OF_EACH_GAME and strategy not in ALWAYS else ()


def everywhere(**more: Any) -> list[Any]:
    """Every strategy on every map, as parameters; ``more`` are marks of single maps or strategies by name."""
    return [
        pytest.param(strategy, name, marks=more.get(name) or more.get(strategy) or marks(strategy, name))
        for name in available_maps()
        for strategy in available_strategies()
    ]
