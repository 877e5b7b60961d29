"""Features: every one has a name, and they mean the same on a board with other points, trains and lengths."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ttr_analysis.engine.compiled import entry
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.maps import ActionKind, Decision
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.bindings import fresh
from ttr_analysis.play.deciders import view_of
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.strategies.base import get_strategy
from ttr_analysis.strategies.expert import board
from ttr_analysis.strategies.learned import features

measure, fill_state = entry(board.measure_board.py_func), entry(features.fill_state.py_func)
fill_move = entry(features.fill_move.py_func)
EXPERT = get_strategy("expert")


def state(game: Game) -> dict[str, float]:
    """The features of the position, by name, before ``expert`` has planned."""
    live = game._live
    memory, x = live.memory[live.seat].copy(), np.zeros(features.FEATURES)
    view: View = view_of(live.tables[0], live.game, live.scratch[0], memory, EXPERT.weight_values)
    measure(view)
    fill_state(view, x)
    return dict(zip(features.STATE, x.tolist(), strict=False))


def at_turn(game: Game, turn: int) -> Game:
    while game.turn < turn or game.decision != Decision.TURN:
        game.advance("expert")
    return game


def test_every_name_has_its_place() -> None:
    for names in (features.STATE, features.MOVE, features.KEEP):
        assert [getattr(features, name.upper()) for name in names] == list(range(len(names)))
        assert len(set(names.values())) == len(names)
    assert features.FEATURES >= features.STATES + 2 * features.KEEPS


def test_what_a_position_looks_like() -> None:
    game = at_turn(Game("usa", 2, seed=3), 30)
    view, found = game.view(game.player), state(game)
    other = 1 - game.player
    assert found["players"] == 2
    assert found["own_pieces"] == pytest.approx(10 * view.pieces[game.player]["train"] / 45)
    assert found["fewest_pieces"] == found["mean_pieces"] == pytest.approx(10 * view.pieces[other]["train"] / 45)
    assert found["own_cards"] == pytest.approx(10 * sum(view.hand.values()) / 45)
    assert found["most_cards"] == pytest.approx(10 * view.hand_sizes[other] / 45)
    assert found["most_tickets"] == view.ticket_counts[other]
    assert found["wilds"] == view.hand.get("locomotive", 0)
    assert found["market_wilds"] == view.market.count("locomotive")
    assert found["last_round"] == -1
    points = sum(ticket.points for ticket in game.game_map.tickets) / len(game.game_map.tickets) / 10
    lead = view.route_points[game.player] - view.route_points[other]
    assert found["lead"] == pytest.approx(lead / points, rel=1e-2)


def trebled_board() -> GameMap:
    """USA with three times the points for tracks and tickets."""
    usa = load_map("usa")
    tickets = tuple(replace(each, points=3 * each.points, penalty=3 * each.penalty) for each in usa.tickets)
    return replace(usa.with_rules(route_points=tuple(3 * each for each in usa.rules.route_points)), tickets=tickets)


def test_points_count_in_tickets_of_the_board() -> None:
    """With all points of tickets and tracks trebled, a position looks as it did."""
    plain, trebled = (state(at_turn(Game(each, 2, seed=3), 12)) for each in (load_map("usa"), trebled_board()))
    assert plain["open_points"] > 0
    assert trebled == pytest.approx(plain, rel=2e-3, abs=2e-3)


def test_a_claim_tells_what_it_pays_and_who_else_is_there() -> None:
    position = Position(
        players=2, turn=21, tracks={0: ["Denver-Omaha purple"], 1: ["Chicago-Duluth red"]},
        hands={0: {"blue": 2, "locomotive": 3}}, tickets={0: ["Denver-El Paso"]},
    )  # fmt: skip
    game = Game.from_position("usa", position)
    moves = {}
    for name in ("Duluth-Omaha gray 1", "Kansas City-Omaha gray 1"):
        live, x = game._live, np.zeros(features.FEATURES)
        action = fresh(ActionRecord)
        action[0].kind, action[0].target = ActionKind.CLAIM, game.game_map.track(name).index
        action[0].cards[: len(game.game_map.rules.cards)] = 0
        view = view_of(live.tables[0], live.game, live.scratch[0], live.memory[0].copy(), EXPERT.weight_values)
        measure(view)
        fill_move(view, action[0], x, 0)
        moves[name] = dict(zip(features.MOVE, x.tolist(), strict=False))
    duluth, kansas = moves.values()
    assert duluth["claims"] == kansas["claims"] == 1
    assert duluth["draws"] == duluth["tickets"] == 0
    assert (duluth["own_ends"], kansas["own_ends"]) == (1, 1)
    assert (duluth["their_ends"], kansas["their_ends"]) == (1, 0)
    assert duluth["length"] > kansas["length"]
    assert duluth["pieces_after"] < kansas["pieces_after"]
    assert duluth["ends_game"] == 0
