"""Charts across maps and numbers of players show the numbers of their tables."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from made_up_tournament import made_up_tournament

from ttr_analysis.charts.challenges import challenge, seat_advantage
from ttr_analysis.charts.frame import table_of, text_of
from ttr_analysis.experiments.tournament import seats
from ttr_analysis.stats import joined

HOSTILE = "<b>rush</b>"


def made_up() -> pd.DataFrame:
    grid = pd.MultiIndex.from_product(
        [["usa", "europe"], [2, 4], ["plan", HOSTILE]], names=["map", "players", "strategy"]
    ).to_frame(index=False)
    number = np.arange(len(grid))
    for name, value, half in (("difference", number - 3.0, 0.5), ("win_share", 0.3 + number / 100, 0.1)):
        grid = grid.assign(**{name: value, f"{name}_low": value - half, f"{name}_high": value + half})
    return grid.assign(against="best", score=100.0, games=40)


def test_points_and_wins_stand_by_map_players_and_strategy() -> None:
    table = made_up()
    fig = challenge(table)
    assert len(fig.data) == 2 * 2 * 2
    points, wins = fig.data[0], fig.data[4]
    mine = table[(table["map"] == "usa") & (table["strategy"] == "plan")]
    assert list(points.y) == mine["difference"].tolist()
    assert points.error_y.array == pytest.approx([0.5, 0.5])
    assert list(wins.y) == pytest.approx([30 - 50, 32 - 25])
    assert wins.y[0] + wins.error_y.array[0] == pytest.approx(40 - 50)
    assert [round(x) for x in points.x] == [2, 4]
    assert sum(trace.showlegend for trace in fig.data) == 2, "a strategy stands in the legend once"
    assert fig.data[0].x[0] != fig.data[1].x[0], "strategies stand beside each other"
    titles = [fig.layout[name].title.text for name in ("yaxis", "yaxis3", "xaxis3", "xaxis4")]
    assert titles[2:] == ["Players on usa", "Players on europe"]
    assert all("(" in title for title in titles[:2])
    assert "Best" in text_of(fig, "subtitle")
    alt = text_of(fig, "alt")
    assert "Plan with 2 players on usa: \N{MINUS SIGN}3.0 points, \N{MINUS SIGN}20.0 percentage points" in alt
    assert len(table_of(fig)) == len(table)
    assert HOSTILE not in str(go.Figure(fig).update_layout(meta=None).to_dict())


def test_a_long_legend_has_more_rows_and_the_figure_room_for_them() -> None:
    table = made_up()
    many = pd.concat([table.assign(strategy=f"a strategy with a long name {number}") for number in range(6)])
    assert challenge(many).layout.margin.t > challenge(table).layout.margin.t


def test_seats_are_measured_from_the_fair_share() -> None:
    played = [made_up_tournament([1.0, 0.0], effects, 60, 3) for effects in ((0.5, 0.0), (0.5, 0.0, 0.0))]
    table = joined([seats(each) for each in played])
    fig = seat_advantage(table)
    caption = text_of(fig, "caption")
    assert [trace.name for trace in fig.data] == ["seat 1", "seat 2", "seat 3"]
    shares = table.loc[table["seat"] == 0, "win_share"].to_numpy()
    assert list(fig.data[0].y) == pytest.approx(100 * (shares - [1 / 2, 1 / 3]))
    assert len(fig.data[2].y) == 1
    assert (fig.data[0].x[0] + fig.data[1].x[0]) / 2 == 2, "the seats there are stand around their number of players"
    for word in (
        "Map Ticket to Ride (USA)",
        "set base",
        "2 to 3 players",
        "S0, S1",
        "seed 1",
        "n = 60 games",
        "95 % intervals",
        "Wilson",
    ):
        assert word in caption


def test_maps_are_named_by_the_titles_that_the_table_carries() -> None:
    table = seats(made_up_tournament([2.5, 0.0, 0.05], (0.3, 0.0), games=60, seed=3))
    fig = seat_advantage(table)
    assert fig.layout.xaxis.title.text == "Players on USA"
    assert "(USA)" in text_of(fig, "alt") or "on USA" in text_of(fig, "alt")
    assert table_of(fig)["map"].unique().tolist() == ["usa"]
