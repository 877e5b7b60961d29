"""Twins share one value, weighted by what it was measured from."""

from __future__ import annotations

import math

from ttr_analysis.charts.board.twins import mean, twins_of
from ttr_analysis.maps.folder import load_map


def test_twins_are_alike_in_all_that_can_be_seen() -> None:
    usa = load_map("usa")
    groups = [[track.name for track in group] for group in twins_of(usa)]
    assert ["Dallas-Houston gray 1", "Dallas-Houston gray 2"] in groups
    assert ["Chicago-Pittsburgh black"] in groups
    assert sum(map(len, groups)) == len(usa.tracks)
    routes = [{track.name for track in group} for group in twins_of(usa, of_routes=True)]
    assert {"Chicago-Pittsburgh black", "Chicago-Pittsburgh orange"} in routes


def test_a_mean_is_weighted_and_ignores_what_is_unknown() -> None:
    assert mean([1.0, 4.0], [2.0, 1.0]) == 2.0
    assert mean([math.nan, 4.0], [0.0, 1.0]) == 4.0
    assert math.isnan(mean([math.nan], [0.0]))
