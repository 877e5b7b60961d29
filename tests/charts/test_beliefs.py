"""Charts of beliefs show the numbers of their tables."""

from __future__ import annotations

import pandas as pd
import pytest

from ttr_analysis.charts.beliefs import NAMED, beliefs, reliability
from ttr_analysis.charts.frame import text_of
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments import reliability as curve_of
from ttr_analysis.maps.folder import load_map
from ttr_analysis.results.source import of_map, tagged

FACTS = {"kind": "beliefs", "map": of_map(load_map("usa")), "players": 2, "strategies": ["expert"], "seed": 1}
FACTS |= {"games": 1, "asked": 1, "worlds": 64}


def made_up(held: bool = True) -> pd.DataFrame:
    rows = [
        {"turn": turn, "player": 1, "ticket": f"<b>T{ticket}</b>", "points": 5, "chance": (ticket + 1) * turn / 1000,
         "chance_low": (ticket + 0.5) * turn / 1000, "chance_high": (ticket + 2) * turn / 1000,
         "effective_worlds": 20.0, "held": ticket == 11}
        for turn in (20, 40) for ticket in range(12)
    ]  # fmt: skip
    table = tagged(pd.DataFrame(rows), dict(FACTS))
    table.attrs["intervals"] = {"chance": ["normal by chain", 0.95]}
    return table if held else table.drop(columns="held")


def test_the_likeliest_have_names_and_whiskers() -> None:
    fig = beliefs(made_up())
    named = [trace for trace in fig.data if trace.error_y.array is not None]
    assert len(named) == NAMED
    assert list(named[0].y) == pytest.approx([24, 48])
    assert named[0].error_y.array[1] == pytest.approx(4)
    assert "(held)" in named[0].name
    assert (named[0].line.dash, named[1].line.dash) == ("solid", "dot")
    assert "<b>" not in named[0].name
    assert "64 chains of imagined hands" in text_of(fig, "caption")
    assert "normal, by chain of imagined hands" in text_of(fig, "caption")
    assert "48 %" in text_of(fig, "alt")


def test_the_legend_leaves_a_phone_its_width() -> None:
    wide, narrow = (beliefs(made_up(), width=width).layout for width in (900, 390))
    assert narrow.margin.r < 40 < wide.margin.r
    assert (narrow.legend.orientation, wide.legend.orientation) == ("h", None)


def test_without_the_truth_no_line_is_marked() -> None:
    fig = beliefs(made_up(held=False))
    assert {trace.line.dash for trace in fig.data if trace.error_y.array is not None} == {"solid"}
    assert not any("held" in str(trace.name) for trace in fig.data)


def test_another_player_is_refused() -> None:
    with pytest.raises(SetupError, match="no player 3"):
        beliefs(made_up(), player=3)


def judged() -> pd.DataFrame:
    """Tickets of 30 games, of which as many are held as are believed."""
    rows = [
        {"game": game, "chance": chance, "held": (game * 37 % 100) / 100 < chance}
        for game in range(30) for chance in (0.02, 0.15, 0.5, 0.85, 0.98)
    ]  # fmt: skip
    return tagged(pd.DataFrame(rows), {**FACTS, "games": 30, "asked": 30})


def test_intervals_of_tickets_that_are_half_held_do_not_collapse() -> None:
    """In each of two games, one of two tickets is held: that is no more than four tickets tell."""
    table = pd.DataFrame({"game": [1, 1, 2, 2], "chance": 0.5, "held": [True, False, True, False]})
    ((low, high),) = curve_of(table)[["held_low", "held_high"]].to_numpy()
    assert low < 0.2
    assert high > 0.8
    (points,) = (
        trace for trace in reliability(curve_of(tagged(table, dict(FACTS)))).data if trace.error_y.array is not None
    )
    assert points.error_y.array[0] > 30


def test_reliability_stands_beside_the_diagonal_with_its_counts() -> None:
    fig = reliability(curve_of(judged()))
    diagonal, points, counts = fig.data
    assert list(diagonal.x) == list(diagonal.y) == [0, 100]
    assert list(points.x) == pytest.approx([2, 15, 50, 85, 98])
    assert list(counts.text) == ["30"] * 5
    assert abs(points.y[2] - 50) < 10
    assert points.error_y.array[2] > 5
    assert "Wilson by game" in text_of(fig, "caption")
    assert "n = 30" in text_of(fig, "caption")
    assert "5 of 5 groups" in text_of(fig, "title")


def test_few_games_do_not_tell_whether_beliefs_are_reliable() -> None:
    table = judged()
    few = tagged(table[table["game"] < 2].reset_index(drop=True), {**FACTS, "games": 2, "asked": 2})
    assert text_of(reliability(curve_of(few)), "title") == "Believed and held"
