"""A fifth game that no code knows, defined in data: the engine plays it and the referee agrees."""

from __future__ import annotations

import pytest
from made_up_maps import fifth_map

from ttr_analysis.maps.events import EventKind
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.referee import replay


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_agrees_on_a_game_that_no_code_knows(players: int) -> None:
    game_map, seen = fifth_map(), set()
    for seed in range(15):
        game = Game(game_map, players, seed).play("random")
        verdict = replay(game_map, players, game.events)
        assert list(verdict.scores) == game.scores()
        assert tuple(sorted(verdict.winners)) == game.winners
        seen |= {event.kind for event in game.events}
    assert {
        EventKind.TUNNEL_CARD, EventKind.BUILD_STATION, EventKind.BUILD_HARBOUR, EventKind.REFILL,
        EventKind.MARKET_CLEARED, EventKind.DECK_REBUILT, EventKind.EXCHANGE_PIECES, EventKind.LAST_ROUND,
    } <= seen  # fmt: skip


def test_its_numbers_are_those_of_the_data() -> None:
    game = Game.from_position(fifth_map(), Position(players=2, tracks={0: ["A-B red", "C-D"]}))
    assert len(game.view(0).market) == 4
    assert sum(game.view(0).pieces[0].values()) == 18 - 3
    score = game.score(0)
    assert (score.route_points, score.station_points, score.harbour_points) == (4, 6, -4)
    assert (score.longest_trail, score.longest_trail_points) == (2, 5)
