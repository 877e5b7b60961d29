"""Boards coloured by numbers of one's own."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis import charts, stats
from ttr_analysis.charts.board import twins
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.simulate import simulate

USA = load_map("usa")


@pytest.mark.parametrize(
    "values",
    [
        {5: 0.25, 6: 0.75},
        {USA.tracks[5].name: 0.25, USA.tracks[6].name: 0.75},
        pd.Series({5: 0.25, 6: 0.75}),
        pd.DataFrame({"name": [USA.tracks[6].name, USA.tracks[5].name], "value": [0.75, 0.25]}),
        [0.25 if i == 5 else 0.75 if i == 6 else None for i in range(100)],
    ],
)
def test_own_values_are_shown_by_track_or_name(values: Any) -> None:
    figure = charts.value_board(USA, values, title="Mine", unit="stars")
    (bar,) = [trace.marker for trace in figure.data if trace.mode == "markers" and trace.marker.showscale]
    assert (bar.cmin, bar.cmax) == (0.25, 0.75)
    assert charts.table_of(figure)["value"].tolist() == [0.25, 0.75]
    assert charts.table_of(figure)["name"].tolist() == [USA.tracks[i].name for i in (5, 6)]
    assert charts.text_of(figure, "title") == "Mine"
    assert "Map Ticket to Ride (USA)" in charts.text_of(figure, "caption")
    (points,) = [trace for trace in figure.data if trace.name == "tracks"]
    assert sum("0.25 stars" in text for text in points.hovertext) == USA.tracks[5].length


def test_a_table_of_ours_keeps_its_caption_and_one_of_others_says_what_it_is_told() -> None:
    table = stats.track_values(made_up_result(USA, 60))
    figure = charts.value_board(USA, table, "claim_share")
    assert "n = 60 games" in charts.text_of(figure, "caption")
    assert "95 % intervals" in charts.text_of(figure, "caption")
    (points,) = [trace for trace in figure.data if trace.name == "tracks"]
    assert "claim_share_low: " in points.hovertext[0]
    assert "games: 60" in points.hovertext[0]
    told = charts.value_board(USA, dict(enumerate(table["claim_share"])), caption="My own count.")
    assert "My own count." in charts.text_of(told, "caption")
    with pytest.raises(SetupError, match=r"choose one of the columns .*claim_share"):
        charts.value_board(USA, table)
    with pytest.raises(SetupError, match="no track 100"):
        charts.value_board(USA, {100: 1.0})


@pytest.mark.parametrize("name", ["usa", "usa (changed)"])
def test_the_table_of_a_changed_map_is_not_drawn_on_the_printed_board(name: str) -> None:
    changed = USA.with_length("Denver-Omaha", 2).renamed(name)
    result = made_up_result(changed, 60)
    table = stats.track_values(result)
    with pytest.raises(ResultError, match=r"the table is of map 'usa.*', which no folder holds as it was; pass it as"):
        charts.track_values(table)
    for figure in (charts.track_values(table, game_map=changed), charts.track_values(result)):
        assert "Denver-Omaha purple of 2 spaces" in charts.text_of(figure, "caption")
    assert charts.track_values(stats.track_values(made_up_result(USA, 60))).data


def test_a_number_that_no_picture_can_hold_is_refused() -> None:
    for number in (10**400, float("inf")):
        with pytest.raises(SetupError, match="is not a finite number"):
            charts.value_board(USA, {0: number})


def test_the_caption_says_that_twins_count_as_one_if_there_are_any() -> None:
    usa, told = load_map("usa"), "share their mean and count as one"
    alone = usa.without(*(track.name for group in twins.twins_of(usa) for track in group[1:]))
    captions = [
        charts.text_of(charts.track_values(simulate(each, "random", players=2, games=40, progress=False)), "caption")
        for each in (usa, alone)
    ]
    assert [told in caption for caption in captions] == [True, False]
