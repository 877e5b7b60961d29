"""The arc of a game: the games are those of simulate, and what is counted follows the board."""

from __future__ import annotations

import numpy as np
import pytest

from ttr_analysis.errors import ResultError
from ttr_analysis.experiments import game_arc
from ttr_analysis.maps import ActionKind
from ttr_analysis.play.game import Game
from ttr_analysis.play.simulate import simulate

SHORT = "first_journey_usa"


@pytest.mark.long(reason="plays thirty games one decision at a time; the docstring's example does so at every run")
def test_the_games_are_those_of_simulate_and_tracks_only_close() -> None:
    lineup = ["greedy_points", "random"]
    arc = game_arc(SHORT, lineup, players=2, games=30, seed=5)
    played = simulate(SHORT, lineup, games=30, seed=5, progress=False)
    rounds = (-(-played.games["turns"] // 2)).to_numpy()
    assert arc["games"].tolist() == [int((rounds >= number).sum()) for number in arc["round"]]
    whole = arc[(arc["games"] == 30).to_numpy()]
    assert (np.diff(whole["open_tracks"]) <= 0).all()
    assert (arc["claimable_tracks"] <= arc["open_tracks"]).all()
    assert (arc["claimable_tracks"] <= arc["moves"]).all()
    assert (arc["moves"] <= arc["actions"]).all()
    assert (arc["moves_low"] <= arc["moves"]).all()


def test_a_track_beside_ones_own_is_not_open() -> None:
    """With four players the other track of a double route stays open to all but its owner."""
    from ttr_analysis.experiments.game_arc import _open_tracks

    game = Game("usa", players=4, seed=1)
    while game.view(game.player).decision.name == "KEEP_TICKETS":
        game.step(game.legal_actions()[-1])
    doubles = game.game_map.doubles
    claim = next(a for a in game.legal_actions() if a.kind == ActionKind.CLAIM and a.target in doubles)
    assert _open_tracks(game) == 100
    game.step(claim)
    others = []
    for _ in range(3):
        others.append(_open_tracks(game))
        for _ in range(2):
            game.step(next(a for a in game.legal_actions() if a.kind == ActionKind.DRAW_BLIND))
    assert others == [99] * 3
    assert _open_tracks(game) == 98


def test_few_games_are_refused_before_any_is_played() -> None:
    with pytest.raises(ResultError, match="29 games are too few"):
        game_arc(SHORT, "random", players=2, games=29)
