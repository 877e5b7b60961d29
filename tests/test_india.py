"""The rules of India, from typed-in positions, and whole games that the referee replays."""

from __future__ import annotations

import pytest
from game_words import blind, claim, claims

from ttr_analysis import simulate
from ttr_analysis.errors import IllegalMove
from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.simulate import play_logged
from ttr_analysis.referee import replay
from ttr_analysis.strategies.base import available_strategies

INDIA = load_map("india")


@pytest.mark.rule("IND-SETUP-1", "IND-CLAIM-1", "IND-SCORE-1")
def test_the_box_and_the_scoring_table() -> None:
    assert INDIA.rules.players == (2, 4)
    assert [(piece.name, piece.supply) for piece in INDIA.rules.pieces] == [("train", 45)]
    assert {n: INDIA.rules.route_points[n] for n in INDIA.rules.lengths} == {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}
    assert INDIA.rules.longest_trail_bonus == 10


@pytest.mark.rule("IND-SETUP-2")
def test_four_tickets_are_dealt_and_two_may_go_under_the_deck() -> None:
    game = Game(INDIA, 2, seed=3)
    assert len(game.view(0).offered) == 4
    kept = [action.number for action in game.legal_actions()]
    assert min(number.bit_count() for number in kept) == 2
    for _ in range(2):
        game.step(Action(ActionKind.KEEP_TICKETS, number=0b0011))
    assert game.view(0).ticket_deck_size == 58 - 4


@pytest.mark.rule("IND-TICKETS-1")
def test_later_draws_offer_three_and_return_the_rest() -> None:
    game = Game.from_position(INDIA, Position(players=2))
    game.step(Action(ActionKind.DRAW_TICKETS))
    assert len(game.view(0).offered) == 3
    game.step(Action(ActionKind.KEEP_TICKETS, number=1))
    assert game.view(0).ticket_deck_size == 57


@pytest.mark.rule("IND-FERRY-1")
def test_a_ferry_takes_a_locomotive_for_each_symbol_and_one_color() -> None:
    ferry = next(track for track in INDIA.tracks if track.locomotives == 1)
    assert {track.color for track in INDIA.tracks if track.kind == "ferry"} == {"gray"}
    game = Game.from_position(INDIA, Position(players=2, hands={0: {"red": 3, "blue": 1, "locomotive": 1}}))
    for words in ("2 red", "1 red, 1 blue"):
        with pytest.raises(IllegalMove):
            game.copy().step(claim(game, ferry.name, words))
    game.step(claim(game, ferry.name, "1 red, 1 locomotive"))
    assert game.score(0).route_points == 2


@pytest.mark.rule("IND-DOUBLE-1")
@pytest.mark.parametrize(("players", "closed"), [(2, True), (3, True), (4, False)])
def test_with_two_or_three_players_the_second_track_closes(players: int, closed: bool) -> None:
    game = Game.from_position(INDIA, Position(players=players, hands={0: {"purple": 1}, 1: {"red": 1}}))
    game.step(claim(game, "Agra-Bhopal purple", "1 purple"))
    assert bool(claims(game, "Agra-Bhopal red")) is not closed


@pytest.mark.rule("IND-TOUR-1")
def test_two_ways_that_meet_in_a_city_make_a_grand_tour_and_a_bridge_does_not() -> None:
    rings = ["Agra-Delhi orange", "Delhi-Jaipur purple", "Agra-Jaipur blue"]
    rings += ["Agra-Lucknow gray", "Katni-Lucknow black", "Agra-Katni green"]
    position = Position(
        players=2,
        tracks={0: [*rings, "Jaipur-Jodhpur red"], 1: []},
        tickets={0: ["Delhi-Katni", "Delhi-Jodhpur"]},
    )
    with_tickets = INDIA.with_ticket(["Delhi", "Katni"], 4).with_ticket(["Delhi", "Jodhpur"], 4)
    assert Game.from_position(with_tickets, position).score(0).grand_tours == 1


@pytest.mark.rule("IND-WIN-1")
def test_grand_tours_break_no_tie() -> None:
    assert INDIA.rules.tie_breaks == ("tickets", "longest_trail")


@pytest.mark.rule("IND-TOUR-1", "IND-TOUR-2")
def test_the_referee_agrees_over_games_of_every_strategy() -> None:
    tours = 0
    for name in available_strategies():
        if name == "monte_carlo":
            continue
        for game in range(4):
            players = 2 + game % 3
            events = play_logged(INDIA, [name] + ["expert"] * (players - 1), game=game, seed=5)
            tours += sum(seat.grand_tours > 0 for seat in replay(INDIA, players, events).seats)
    assert tours > 0


@pytest.mark.rule("HOUSE-TICKETS-1")
def test_tickets_returned_after_a_draw_can_leave_the_game() -> None:
    house = INDIA.with_rules(tickets={"drawn_leave_game": True})
    game = Game.from_position(house, Position(players=2))
    game.step(Action(ActionKind.DRAW_TICKETS))
    game.step(Action(ActionKind.KEEP_TICKETS, number=1))
    assert game.view(0).ticket_deck_size == 55
    game.step(blind())
    events = play_logged(house, "random", players=2, game=1, seed=1)
    replay(house, 2, events)


def test_grand_tours_stand_in_the_tables() -> None:
    result = simulate(INDIA, "expert", players=3, games=200, seed=1, progress=False)
    rows = result.players
    points = rows["grand_tours"].clip(upper=5).map(dict(enumerate(INDIA.rules.grand_tour_points)))
    assert (points == rows["grand_tour_points"]).all()
    assert rows["grand_tours"].max() > 0
