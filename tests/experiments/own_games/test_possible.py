"""Bounds of scores: no game that is played lies beyond them, and they are not so wide that they catch nothing."""

from __future__ import annotations

import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.own_games.possible import bounds_of, check_score
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.play.simulate import simulate


@pytest.mark.parametrize("name", available_maps())
def test_every_game_lies_within_the_bounds(name: str) -> None:
    bounds = bounds_of(load_map(name))
    players = simulate(name, ["random", "greedy_points"], games=60, seed=4, progress=False).players
    for column, of in {"score": "score", "routes": "route_points", "trains_left": "pieces_left"}.items():
        assert players[of].between(*bounds[column]).all(), column
    assert bounds["score"].most < 1200
    assert players["score"].max() > bounds["score"].most / 40


def test_a_score_that_nobody_can_have_is_refused() -> None:
    with pytest.raises(SetupError, match="score is 1380, but on usa only -349 to 471 can be"):
        check_score(1380, load_map("usa"))
    assert check_score(471, load_map("usa")) == 471
