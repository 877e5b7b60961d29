"""Sets of cards and choice tickets beside all that other games have: the referee agrees on a made-up board."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from north_map import north_map

from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.referee import replay, scoring

SHOWN = {"tickets": {"shown_when_completed": True, "goal": 5, "penalty_factor": 2}}


@pytest.mark.rule("HOUSE-CHOICE-1", "HOUSE-CHOICE-2", "HOUSE-CHOICE-3", "HOUSE-CHOICE-4", "HOUSE-SET-1", "HOUSE-SET-2")
@pytest.mark.parametrize("changes", [{}, SHOWN], ids=["hidden", "shown"])
@pytest.mark.parametrize("players", [2, 3])
def test_the_referee_agrees_where_choices_meet_stations_harbours_and_grand_tours(
    players: int, changes: dict[str, object]
) -> None:
    game_map, met = north_map(**changes), Counter[str]()
    for seed in range(60):
        game = Game(game_map, players, seed).play("random")
        verdict = replay(game_map, players, game.events)
        assert list(verdict.scores) == game.scores()
        assert tuple(sorted(verdict.winners)) == game.winners
        for part, score in zip(verdict.seats, (game.score(seat) for seat in range(players)), strict=True):
            assert (part.tickets_made, part.tickets_completed) == (score.ticket_points, score.tickets_made)
            assert (part.harbours, part.grand_tours) == (score.harbour_points, score.grand_tour_points)
        met.update(verdict.met)
    wanted = {
        "sets_for_a_color", "sets_for_a_locomotive", "choices_of_several_places", "drawn_tickets_left_the_game",
        "players_with_grand_tours", "stations_built", "harbours_built",
    }  # fmt: skip
    assert {path for path in wanted if not met[path]} == set(), dict(met)


@pytest.mark.rule("HOUSE-PLACE-1")
@pytest.mark.parametrize("own", [[], [0], [1], [0, 1], [2], [0, 2], [0, 1, 2]])
def test_engine_and_referee_take_places_of_one_name_for_a_country(own: list[int]) -> None:
    game_map = load_map(Path(__file__).parent / "cases" / "country_names")
    held = [ticket.index for ticket in game_map.tickets if ticket.is_choice]
    assert len(held) > 1
    position = Position(players=2, tracks={0: own}, tickets={0: held}, turns_left=2)
    counted = Game.from_position(game_map, position).score(0)
    judged = scoring.score(game_map, [scoring.Estate(tracks=set(own), held=held), scoring.Estate()])[0]
    assert (judged.tickets_made, judged.tickets_completed) == (counted.ticket_points, counted.tickets_made)
    # The tracks 0 and 1 lead to one of the two places each, and 2 from one of their cities to the other.
    assert judged.tickets_completed == {0: len(set(own) & {0, 1}), 1: 2 * (len(own) > 1)}[int(2 in own)]
