"""Charts of pace: every strategy is drawn with its whiskers, and the text says the largest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
from made_up import made_up_result

from ttr_analysis import charts, stats
from ttr_analysis.charts.words import player
from ttr_analysis.results.source import tagged

LINEUP = ("random", "greedy_points")


def test_bars_of_each_strategy_show_the_table_with_whiskers() -> None:
    result = made_up_result(games=40, lineup=LINEUP)
    table = stats.claims_by_length(result)
    fig = charts.claims_by_length(result)
    assert [bar.name for bar in fig.data] == list(map(player, LINEUP))
    first = table[table["strategy"] == LINEUP[0]]
    assert list(fig.data[0].y) == first["claims_each"].tolist()
    assert np.allclose(np.add(fig.data[0].y, fig.data[0].error_y.array), first["claims_each_high"])
    top = first.loc[first["claims_each"].idxmax()]
    assert f"Random claims length {top['length']} most often" in charts.text_of(fig, "alt")
    for told in ("95 % intervals: bootstrap by game", "n = 40 games", "seed 1"):
        assert told in charts.text_of(fig, "caption")


def test_trains_missing_in_per_cent() -> None:
    result = made_up_result(games=40, lineup=LINEUP)
    missing = np.resize([0, 4, 4, -1, 7], len(result.tickets))
    fig = charts.trains_missing(replace(result, tickets=result.tickets.assign(trains_missing=missing)))
    assert sum(fig.data[0].y) > 99.9
    assert "Random: most often 4 trains" in charts.text_of(fig, "alt")


def test_no_bar_without_a_ticket_the_tail_in_one_and_n_of_tickets_told() -> None:
    result = made_up_result(games=40, lineup=LINEUP)
    missing = np.resize([0, 4, 4, -1, 30, 46, 12], len(result.tickets))
    fig = charts.trains_missing(replace(result, tickets=result.tickets.assign(trains_missing=missing)))
    assert [list(bar.x) for bar in fig.data] == [[4, 12]] * 2
    assert fig.layout.xaxis.ticktext[-1] == "12+"
    assert all(sum(bar.y) > 99.9 for bar in fig.data)
    counted = charts.table_of(fig).groupby("strategy", sort=False)["tickets"].sum()
    told = ", ".join(f"{player(str(name))} {number:,}" for name, number in counted.items())
    assert f"Tickets (n): {told}." in charts.text_of(fig, "caption")


def test_the_number_of_games_that_a_player_ends_is_told() -> None:
    result = made_up_result(games=40, lineup=LINEUP)
    ends = stats.game_enders(result)["ends"].tolist()
    caption = charts.text_of(charts.game_enders(result), "caption")
    assert f"Random {ends[0]:,} of 40; Greedy points {ends[1]:,} of 40." in caption


def test_games_of_two_players_of_a_strategy_are_not_told_as_twice_as_many_games() -> None:
    fig = charts.game_enders(made_up_result(games=40, lineup=("random",) * 2))
    assert "Last rounds triggered (n, of player-games): Random 40 of 80." in charts.text_of(fig, "caption")


def test_who_ends_has_three_dots_a_strategy_at_different_heights() -> None:
    fig = charts.game_enders(made_up_result(games=40, lineup=LINEUP))
    assert [len(trace.x) for trace in fig.data] == [2, 2, 2]
    assert len({height for trace in fig.data for height in trace.y}) == 6
    assert fig.layout.yaxis.ticktext == tuple(map(player, LINEUP))


def test_rounds_that_few_games_reach_are_left_out() -> None:
    arc = pd.DataFrame({"round": [1, 2, 3], "games": [40, 20, 19]})
    for name, value in (("open_tracks", 90.0), ("claimable_tracks", 30.0), ("moves", 40.0)):
        arc = arc.assign(**{name: value, f"{name}_low": value - 1, f"{name}_high": value + 1})
    made = made_up_result(games=40, lineup=LINEUP)
    fig = charts.game_arc(tagged(arc, made.source))
    lines = [trace for trace in fig.data if trace.name]
    assert [list(line.x) for line in lines] == [[1, 2]] * 3
    assert "open tracks: 90 in round 1, 90 in round 2" in charts.text_of(fig, "alt")
