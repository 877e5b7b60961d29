"""``review``: blunders are found, only moves cost nothing, the best gains nothing by having been chosen."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import small_end

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments import blunders, review
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position

PLAYER = "greedy_points"


def reviewed(game: Game, **options: object) -> pd.DataFrame:
    return review(game, **{"player": PLAYER, "progress": False, **options})  # type: ignore[arg-type]


def decided() -> Game:
    """The last turn of a close game: the first player wins by claiming a track, and does not."""
    place = Position(
        players=2, turn=51, turns_left=2, hands={0: {"purple": 4}}, market=["red", "blue", "white", "black", "green"],
        tracks={0: ["Chicago-Omaha"], 1: ["Atlanta-Miami"]}, tickets={0: [], 1: []},
        pieces={},
    )  # fmt: skip
    game = Game.from_position("usa", place)
    game.draw("blind")
    return game.play(PLAYER)


def test_a_planted_blunder_is_found_and_named() -> None:
    game = decided()
    table = reviewed(game)
    first = table.iloc[0]
    assert first["blunder"]
    assert first["cost"] > 0.5
    assert first["best"].startswith("claim Denver-Omaha purple")
    assert first["after"] + first["cost"] == pytest.approx(first["best_value"], abs=0.05)
    (told,) = blunders(table.iloc[:1])
    assert "turn 51, player 1: draw" in told
    assert first.name == 0
    methods = {name: how[0] for name, how in table.attrs["intervals"].items()}
    assert methods["before"] == "wilson by world"
    assert methods["cost"] == "paired t by world"
    assert "better: claim Denver-Omaha purple" in told


def test_an_only_move_costs_nothing() -> None:
    game = Game.from_position(
        "usa", Position(players=2, turn=1, offered={0: ["Denver-El Paso"]}, tickets={0: ["Dallas-New York"]})
    )
    game.keep(["Denver-El Paso"])
    row = reviewed(game, precision=0.1).iloc[0]
    assert (row["cost"], row["cost_low"], row["cost_high"], row["blunder"]) == (0, 0, 0, False)
    assert row["best"] == row["made"]


def test_a_row_for_each_decision_the_same_for_any_threads() -> None:
    game = Game.from_position(small_end.small_end(), small_end.position())
    game.play(PLAYER)
    table = reviewed(game, precision=0.1)
    decisions = [event for event in game.events if event.is_decision]
    assert table["decision"].tolist() == list(range(len(decisions)))
    assert (table[["before_se", "after_se", "cost_se"]].to_numpy() <= 0.1).all()
    assert not (table["blunder"] & (table["cost"] <= 0)).any()
    assert set(table.attrs["won"]) <= {0.0, 0.5, 1.0}
    pd.testing.assert_frame_equal(table, reviewed(game, precision=0.1, threads=1))
    ours = reviewed(game, precision=0.1, seats=[0])
    kept = table[table["seat"] == 0].reset_index(drop=True)
    pd.testing.assert_frame_equal(
        ours[["before", "after", "best", "rollouts"]], kept[["before", "after", "best", "rollouts"]]
    )


def test_the_player_of_the_roll_outs_makes_few_blunders_in_its_own_eyes() -> None:
    """What the player itself chooses has the value of the player left alone."""
    game = Game.from_position(small_end.small_end(), small_end.position())
    game.play(PLAYER)
    table = reviewed(game, precision=0.1)
    assert np.allclose(table["before"], table["after"], atol=0.15)


def test_it_can_be_stopped_and_what_is_refused() -> None:
    game = Game("usa", 2, seed=1)
    with pytest.raises(SetupError, match="no decision has been made"):
        reviewed(game)
    game.play(PLAYER)
    table = reviewed(game, precision=0.2, on_progress=lambda done, total: done >= 2, threads=1)
    assert not table.attrs["complete"]
    assert len(table) == 2
    with pytest.raises(SetupError, match="precision"):
        reviewed(game, precision=2)
    for options, message in {
        "seats=[0]": ({"seats": 0}, r"seats must be a list, such as \[0\], not 0"),
        "none": ({"seats": []}, "seats is empty: name at least one"),
        "seat": ({"seats": [2]}, "seats is 2, but cannot be more than 1"),
        "names": ({"names": ["Ann"]}, "1 names for 2 players"),
        "name": ({"names": "Ann"}, "names must be a list"),
        "precision": ({"precision": "a"}, "precision, a share of a win, is 'a'"),
        "confidence": ({"confidence": 2}, "confidence is 2"),
    }.values():
        with pytest.raises(SetupError, match=message):
            reviewed(game, **options)
    with pytest.raises(SetupError, match=r"game must be a Game, such as .*, not 'x'"):
        reviewed("x")  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="the table of costs must be a DataFrame"):
        blunders("x")  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="has no column blunder"):
        blunders(pd.DataFrame({"seat": [0]}))
    alone = Game("usa", 2, seed=1)
    alone.advance(PLAYER)
    with pytest.raises(SetupError, match="seat 1 has made no decision"):
        reviewed(alone, seats=[1])


def test_a_game_with_interventions_is_reviewed() -> None:
    changes = ["closed: what=Chicago-Duluth; seat=0", "restricted: habit=no_blind_draws; seat=1"]
    game = Game("first_journey_usa", 2, seed=1, interventions=changes)
    for _ in range(4):
        game.advance(PLAYER)
    table = reviewed(game, precision=0.3, names=["Ann", "Ben"])
    assert table["seat"].tolist()[:3] == [0, 1, 0]
    table.loc[0, "blunder"] = True
    assert blunders(table)[0].startswith(f"turn {table['turn'].iloc[0]}, Ann: ")
