"""Captions: what was played, and how the intervals shown were computed."""

from __future__ import annotations

import pandas as pd

from ttr_analysis.charts.captions import caption
from ttr_analysis.maps.folder import load_map
from ttr_analysis.results.source import exact, tagged


def test_methods_are_named_by_what_they_measure() -> None:
    table = tagged(pd.DataFrame({"win_share": [0.5]}), exact(load_map("usa")))
    table.attrs["intervals"] = {"win_share": ["wilson", 0.95], "score": ["t", 0.95], "margin": ["t", 0.95]}
    assert caption(table, ["win_share"]).endswith("95 % intervals: Wilson.")
    both = caption(table, ["win_share", "score", "margin"])
    assert both.endswith("95 % intervals: Wilson for wins, Student's t by game for scores and leads.")
    assert caption(table, ["mean"]).endswith("95 % intervals: method unknown.")


def test_the_confidence_of_the_intervals_is_told() -> None:
    table = tagged(pd.DataFrame({"win_share": [0.5]}), exact(load_map("usa")))
    table.attrs["intervals"] = {"win_share": ["wilson", 0.8]}
    assert caption(table, ["win_share"]).endswith("80 % intervals: Wilson.")
