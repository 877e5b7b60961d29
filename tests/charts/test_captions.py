"""Captions: what was played, and how the intervals shown were computed."""

from __future__ import annotations

import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis import charts, stats
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
    lineups = "Racer, Ticket planner, seats rotated or Expert, Ticket planner, seats rotated"
    assert f"2 players: {lineups}; seed 1; n = 50 games each." in caption(table, ["on_path"])
    runs[1]["seed"] = 2
    assert "games. The same map; 2 players: Expert, Ticket planner, seats rotated; seed 2;" in caption(
        table, ["on_path"]
    )


def test_the_caption_of_a_table_made_of_chosen_rows_tells_no_number_of_games() -> None:
    result = made_up_result(games=60, lineup=("random", "expert"))
    few = result.named("players").query("game < 10").assign(won=lambda rows: rows["win_share"] > 0)
    table = few.groupby("strategy", observed=True)[["win_share"]].mean().reset_index()
    table = table.assign(win_share_low=0.1, win_share_high=0.9, fair_share=0.5)
    told = charts.text_of(charts.win_share_by_strategy(table), "caption")
    assert told == (
        "Own numbers, made of: Map Ticket to Ride (USA), ticket set base; 2 players: Random, Expert, seats "
        "rotated; seed 1; 60 games. How many of these games they count is not known. 95 % intervals: method unknown."
    )
    own = stats.win_share_by_strategy(result.where("game < 40")).iloc[:1]
    assert "n = 40 games (only games with game < 40)" in charts.text_of(charts.win_share_by_strategy(own), "caption")


def test_of_rows_of_several_runs_all_are_told_and_no_number_of_games() -> None:
    results = [made_up_result(games=games, seed=games) for games in (40, 60)]
    tables = [result.tracks.groupby("track")[["turn"]].mean().reset_index() for result in results]
    told = caption(stats.joined(tables), [])
    assert "seed 40; 40 games; Map Ticket to Ride (USA)" in told
    assert told.count("60 games") == 1
    assert "n =" not in told


@pytest.mark.parametrize("column", ["mine", "claim_share"])
def test_a_board_of_a_table_with_other_columns_tells_no_number_of_games(column: str) -> None:
    result, other = made_up_result(games=60), made_up_result(games=40)
    mixed = stats.track_values(result).assign(**{column: stats.track_values(other)["claim_share"], "more": 1})
    told = charts.text_of(charts.value_board("usa", mixed, column), "caption")
    assert told.startswith("Own numbers, made of: Map Ticket to Ride (USA)")
    assert "n =" not in told
    rows = result.tracks.query("game < 7").groupby("track")[["turn"]].mean().reset_index()
    told = charts.text_of(charts.value_board("usa", rows, "turn", caption="Games 0 to 6."), "caption")
    assert told.startswith("Games 0 to 6. Own numbers, made of: Map Ticket to Ride (USA)")
    assert "n =" not in told


def test_one_player_and_one_game_are_told_in_the_singular() -> None:
    alone = made_up_result(load_map("usa").with_rules(players=[1, 5]), 30, ("random",))
    told = charts.text_of(charts.score_parts(alone), "caption")
    assert "; 1 player: Random; seed 1; n = 30 games." in told
    assert "; n = 1 game (only games with game == 3)." in caption(
        stats.score_distribution(alone.where("game == 3")), []
    )
