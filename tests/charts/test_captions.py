"""Captions: what was played, and how the intervals shown were computed."""

from __future__ import annotations

import pandas as pd

from ttr_analysis.charts.captions import caption
from ttr_analysis.maps.folder import load_map
from ttr_analysis.results.source import exact, of_map, tagged


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


def test_runs_that_differ_in_their_lineups_only_are_told_in_one_sentence() -> None:
    facts = {"players": 2, "rotate": True, "seed": 1, "games": 50, "asked": 50}
    run = {"kind": "games", "map": of_map(load_map("usa")), **facts}
    runs = [{**run, "strategies": [name, "ticket_planner"]} for name in ("racer", "expert")]
    table = tagged(pd.DataFrame({"on_path": [0.1, 0.2]}), {"kind": "several", "parts": runs})
    lineups = "racer, ticket_planner, seats rotated or expert, ticket_planner, seats rotated"
    assert f"2 players: {lineups}; seed 1; n = 50 games each." in caption(table, ["on_path"])
    runs[1]["seed"] = 2
    assert caption(table, ["on_path"]).count("Map usa") == 2
