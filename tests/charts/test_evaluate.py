"""Charts of moves: what they show, and what their captions tell."""

from __future__ import annotations

from itertools import combinations

import pandas as pd
import pytest

import ttr_analysis as ttr
from ttr_analysis import charts
from ttr_analysis.charts.evaluate import LABEL_WIDTH, _label_rows
from ttr_analysis.experiments import review
from ttr_analysis.play.game import Game


@pytest.fixture(scope="module")
def moves() -> pd.DataFrame:
    return ttr.evaluate(Game("usa", 2, seed=7), player="greedy_points", rollouts=200, progress=False)


@pytest.fixture(scope="module")
def costs() -> pd.DataFrame:
    game = Game("usa", 2, seed=7)
    for _ in range(3):
        game.advance("greedy_points")
    table = review(game, player="greedy_points", precision=0.2, names=["<a>", "b"], progress=False)
    table.loc[0, "blunder"] = True
    return table


def test_the_best_is_on_top_and_the_caption_tells_how_it_was_made(moves: pd.DataFrame) -> None:
    figure = charts.move_values(moves, top=3)
    assert list(figure.layout.yaxis.ticktext) == moves["action"].head(3).tolist()
    assert figure.data[0].y[0] == 2
    caption = charts.text_of(figure, "caption")
    for part in (
        "Map Ticket to Ride (USA)",
        "2 players",
        "turn 0, player 1 to decide",
        "Greedy points",
        "seed 0",
        "Not shown: ",
    ):
        assert part in caption
    assert f"n = {moves.attrs['source']['games']:,} roll-outs" in caption
    assert "paired" in caption or "pairs" in caption
    assert moves["action"].iloc[0] in charts.text_of(figure, "alt")


def test_on_a_phone_names_stand_above_the_dots_of_one_measure(moves: pd.DataFrame) -> None:
    figure = charts.move_values(moves, top=3, width=390)
    assert len(figure.data) == 1
    assert not figure.layout.yaxis.showticklabels
    texts = [note.text.replace("<br>", " ") for note in figure.layout.annotations if note.yref == "y"]
    assert len(texts) == 3
    for action, text in zip(moves["action"], texts, strict=False):
        assert text.startswith(action)
    assert ["behind" in text for text in texts] == [False, True, True]
    told = [charts.text_of(each, "caption") for each in (figure, charts.move_values(moves))]
    assert ["The lead is" in each for each in told] == [False, True]
    assert not any("right" in each for each in told)


def test_lines_of_the_players_with_blunders_marked(costs: pd.DataFrame) -> None:
    figure = charts.win_chances(costs)
    named = {trace.name: trace for trace in figure.data if trace.name}
    assert {"&lt;a&gt;", "b", "blunder"} <= set(named)
    assert len(named["blunder"].x) == costs["blunder"].sum() >= 1
    assert len(named["&lt;a&gt;"].x) == (costs["seat"] == 0).sum()
    caption = charts.text_of(figure, "caption")
    for part in ("game 0 of seed 7", "3 decisions", "roll-outs", "Wilson"):
        assert part in caption
    assert "imagined world" in caption
    assert "by game" not in caption
    assert f"turn {costs['turn'].iloc[0]}, <a>: " in charts.text_of(figure, "alt")


def test_one_decision_of_a_player_is_a_dot_with_its_interval_and_turns_are_whole(costs: pd.DataFrame) -> None:
    figure = charts.win_chances(costs.head(1))
    (dot,) = (trace for trace in figure.data if trace.name == "&lt;a&gt;")
    assert (dot.mode, dot.error_y.visible) == ("markers", True)
    assert figure.layout.xaxis.dtick == 1
    alone = charts.win_chances(costs.head(1).assign(blunder=False, turn=0))
    assert "before 1 decision." in charts.text_of(alone, "alt")
    assert not any(told in charts.text_of(alone, "caption") for told in ("blunder", "lines", "Two players"))
    lines = [trace.mode for trace in charts.win_chances(pd.concat([costs] * 2)).data if trace.error_y.visible is False]
    assert lines
    assert set(lines) == {"lines"}


def test_labels_of_blunders_stand_in_rows_above_the_lines(costs: pd.DataFrame) -> None:
    many = pd.concat([costs] * 8, ignore_index=True).assign(blunder=True, before=0.5)
    many["turn"] = range(1, len(many) + 1)
    many["cost"] = [0.01 * (row + 1) for row in range(len(many))]
    figure = charts.win_chances(many)
    labels = [note for note in figure.layout.annotations if note.name not in ("caption", "subtitle")]
    assert all(104 < label.y < figure.layout.yaxis.range[1] for label in labels)
    span = max(many["turn"]) - min(many["turn"]) + 1
    for one, other in combinations(labels, 2):
        assert one.y != other.y or abs(one.x - other.x) >= LABEL_WIDTH * span
    assert len({label.y for label in labels}) > 1
    assert labels[-1].text == "−24 %", "the costliest has one"


def test_no_more_rows_than_there_is_room_for() -> None:
    assert _label_rows([1.0] * 6, [1, 2, 3, 4, 5, 6], 1.0) == [None, None, 3, 2, 1, 0]
    assert _label_rows([1.0, 2.0, 3.0], [1, 1, 1], 1.0) == [0, 0, 0]
