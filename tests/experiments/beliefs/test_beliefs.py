"""The table of beliefs: who may hold what, with intervals, and what is refused."""

from __future__ import annotations

import pytest
from known_hands import tiny_map

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.beliefs import beliefs, evidence
from ttr_analysis.play.game import Game


def played(players: int = 2) -> Game:
    return Game(tiny_map(), players, seed=5, number=1).play("expert")


def test_each_opponent_has_a_row_for_each_ticket_and_turn() -> None:
    game = played()
    table = beliefs.beliefs(game, turns=[3, 8], worlds=40, reveal=True)
    assert len(table) == 2 * 2 * 5
    assert (table["chance_low"] <= table["chance"]).all()
    assert (table["chance"] <= table["chance_high"]).all()
    sums = table.groupby(["turn", "player"])[["chance", "held"]].sum()
    assert sums["chance"].to_numpy() == pytest.approx(sums["held"].to_numpy(), abs=1e-6)
    assert set(beliefs.beliefs(game, player=0, turns=[3], worlds=10)["player"]) == {1}


def test_a_turn_that_is_asked_for_twice_is_told_once() -> None:
    assert beliefs.beliefs(played(), turns=[8, 3, 8], worlds=10)["turn"].unique().tolist() == [8, 3]
    assert len(beliefs.beliefs(played(), turns=[3, 3], worlds=10)) == 2 * 5


def test_what_is_believed_beats_what_is_not_known() -> None:
    """Over a few games, tickets held are likelier than others."""
    believed, others = [], []
    for number in range(6):
        game = Game(tiny_map(), 2, seed=7, number=number).play("expert")
        table = beliefs.beliefs(game, worlds=60, reveal=True)
        believed += table.loc[table["held"], "chance"].tolist()
        others += table.loc[~table["held"], "chance"].tolist()
    assert sum(believed) / len(believed) > sum(others) / len(others) + 0.2


def test_the_truth_follows_the_events() -> None:
    game = played()
    course = evidence.course_of(game)
    for player in range(2):
        names = {course.game_map.tickets[t].name for t in beliefs.held_before(course, player, 1000)}
        assert names == set(game.view(player).tickets)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"player": 2}, "no player 2"),
        ({"turns": [0]}, "turn 0 is not one of this game"),
        ({"turns": [999]}, "turn 999"),
        ({"worlds": 1}, "worlds"),
    ],
)
def test_bad_arguments_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        beliefs.beliefs(played(), **options)  # type: ignore[arg-type]


def test_before_tickets_are_chosen_nothing_is_believed() -> None:
    with pytest.raises(SetupError, match="turn 0"):
        beliefs.beliefs(Game(tiny_map(), 2))
