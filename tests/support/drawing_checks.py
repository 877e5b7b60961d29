"""What the games of the Nordic Countries and of Switzerland have in common: drawing tickets and locomotives."""

from __future__ import annotations

from game_words import L, kinds, take

from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position

K = ActionKind


def check_drawn_tickets_leave(game_map: GameMap) -> None:
    """Of three tickets drawn, one must be kept; the others leave the game, until none is left to draw."""
    left = Position(players=2, ticket_deck=list(range(4)), tickets={0: list(range(4, len(game_map.tickets)))})
    game = Game.from_position(game_map, left)
    game.step(Action(K.DRAW_TICKETS))
    assert len(game.view(0).offered) == 3
    assert min(action.number.bit_count() for action in game.legal_actions()) == 1
    game.step(Action(K.KEEP_TICKETS, number=1))
    assert game.view(0).ticket_deck_size == 1
    game.step(Action(K.DRAW_TICKETS))
    game.step(Action(K.KEEP_TICKETS, number=1))
    assert game.view(0).ticket_deck_size == 0
    assert K.DRAW_TICKETS not in kinds(game)


def check_two_locomotives(game_map: GameMap) -> None:
    """Both cards of a turn may be face-up locomotives."""
    market = Position(players=2, market=[L, L, "red", "blue", "white"], deck_top=["green", "green"])
    game = Game.from_position(game_map, market)
    game.step(take(0))
    assert game.player == 0
    game.step(take(1))
    assert (game.view(0).hand, game.player) == ({L: 2}, 1)
