"""What is gone for everybody: a track or a route, as on the map without it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from ttr_analysis.experiments.worth import measure
from ttr_analysis.experiments.worth.games import Tables
from ttr_analysis.experiments.worth.things import things_of
from ttr_analysis.maps import in_other_order, load_map
from ttr_analysis.play import simulate
from ttr_analysis.play.progress import ProgressBar
from ttr_analysis.strategies import get_strategy

QUIET: dict[str, Any] = {"progress": False}
USA = load_map("usa")
BUSY = ["El Paso-Los Angeles", "New York-Pittsburgh", "Nashville-Saint Louis"]


def test_a_route_gone_is_worth_the_map_with_it_less_the_map_without_it() -> None:
    (thing,) = [each for each in things_of(USA, "routes", "gone") if each.name == BUSY[1]]
    players = [get_strategy("ticket_planner")] * 2
    (rows,) = Tables(USA, players, 0, None, ProgressBar(1, False)).differences([thing], 0, 30)
    games = {"players": 2, "games": 60, "rotate": False, **QUIET}
    scores = [
        simulate(each, "ticket_planner", **games).players["score"].to_numpy().reshape(60, 2)
        for each in (USA, USA.without(thing.name))
    ]
    own, others = (scores[0] - scores[1]).T
    assert np.array_equal(rows["points"], np.where(rows["seat"] == 0, own, others))
    assert np.array_equal(rows["points_of_others"], np.where(rows["seat"] == 0, others, own))
    assert rows["changed"].any()


def test_the_order_of_the_rows_changes_nothing_in_what_is_gone() -> None:
    asked: dict[str, Any] = {"change": "gone", "only": BUSY, "players": 2, "games": 60, **QUIET}
    one, two = (measure.worth(each, "ticket_planner", **asked) for each in (USA, in_other_order(USA)))
    pd.testing.assert_frame_equal(one, two)
    assert set(one["thing"]) == set(BUSY)
