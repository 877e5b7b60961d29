"""Luck and decisions add up to the result; chance brings nothing on average."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from known_hands import tiny_map

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.luck import luck
from ttr_analysis.play.game import Game

START = np.array([[0.5, 0.0], [0.5, 0.0]])


def terms_of(number: int, strategies: str | list[str] = "random", rolls: int = 1, seed: int = 0) -> pd.DataFrame:
    game = Game(tiny_map(), 2, seed=8, number=number).play(strategies)
    return luck.luck(game, rolls=rolls, seed=seed, start=START)


def test_terms_add_up_to_the_result() -> None:
    game = Game(tiny_map(), 2, seed=8, number=1).play(["random", "expert"])
    terms = luck.luck(game, rolls=2, start=START)
    scores = game.scores()
    for player in range(2):
        mine = terms[terms["player"] == player]
        for name in ("win", "win_1", "win_2"):
            assert mine[name].sum() == pytest.approx((player in game.winners) / len(game.winners))
        assert mine["lead"].sum() == pytest.approx(scores[player] - scores[1 - player])
    assert (terms["win"] - (terms["win_1"] + terms["win_2"]) / 2).abs().max() < 1e-12


def test_the_reference_player_makes_no_decision_that_brings_anything() -> None:
    terms = terms_of(2, "expert")
    assert luck.DECISION not in set(terms["term"])
    mixed = terms_of(2, ["expert", "random"])
    assert set(mixed.loc[mixed["term"] == luck.DECISION, "mover"]) == {1}


@pytest.mark.long(reason="150 games with their roll-outs; that the terms add up is tried at every run")
def test_chance_brings_nothing_on_average() -> None:
    games = [terms_of(number, ["expert", "random"]) for number in range(150)]
    found = pd.concat([luck.totals(terms).assign(game=i) for i, terms in enumerate(games)])
    mine = found[found["player"] == 0]
    for term in ("draw", "market", "tickets"):
        brought = mine[f"{term}_lead"]
        assert brought.std() > 0
        assert abs(brought.mean()) < 3.5 * brought.std() / np.sqrt(len(brought)), term
    assert mine["own_lead"].abs().max() == 0
    assert mine["others_lead"].mean() > 0, "what random decides is to the other's good"


def test_a_value_is_that_of_games_played_on_with_other_decks() -> None:
    """Priorities between equals stay those of the players."""
    game = Game(tiny_map(), 2, seed=8, number=3)
    while game.turn < 4:
        game.advance("expert")
    at = sum(event.is_decision for event in game.events)
    position = game.position()
    words, random = position.streams, np.random.default_rng(3)
    assert words is not None
    others = [random.integers(1, 1 << 62, (len(words), 4)).tolist() for _ in range(150)]
    played = [Game.from_position(tiny_map(), replace(position, streams=each)).play("expert") for each in others]
    leads = np.array([each.scores()[0] - each.scores()[1] for each in played], float)
    course = luck.evidence.course_of(game.copy().play("expert"))
    values = luck._valued(course, "expert", 75, 1)
    error = np.hypot(leads.std() / np.sqrt(150), leads.std() / np.sqrt(150))
    assert abs(values.before[at, :, 0, 1].mean() - leads.mean()) < 4 * error


def test_the_same_seed_tells_the_same() -> None:
    first, again, other = terms_of(4, seed=1), terms_of(4, seed=1), terms_of(4, seed=2)
    assert first.equals(again)
    assert not first.equals(other)


def test_a_game_that_is_not_over_is_refused() -> None:
    with pytest.raises(SetupError, match="not over"):
        luck.luck(Game(tiny_map(), 2))
