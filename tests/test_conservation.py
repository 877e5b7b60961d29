"""In every state of random games nothing is lost and nothing comes into being: cards, pieces, tickets."""

from __future__ import annotations

import pytest
from conservation import check_beside, check_cards, check_pieces, check_tickets
from fuzz import TIMES, examples
from how_often import boards
from hypothesis import given
from hypothesis import strategies as st

from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.game import Game


@pytest.mark.rule("ALL-CARDS-1")
@pytest.mark.parametrize("name", boards("usa"))
@examples(3, derandomize=TIMES == 1)
@given(seed=st.integers(0, 2**40), players=st.integers(2, 4), cut=st.integers(0, 400))
def test_everything_is_conserved_in_every_state(name: str, seed: int, players: int, cut: int) -> None:
    """Cards and pieces are checked after every decision, tickets after some."""
    game_map = load_map(name)
    game = Game(game_map, min(players, game_map.rules.players[1]), seed)
    decisions = 0
    while not game.over and decisions < 300:
        check_cards(game)
        check_pieces(game)
        check_beside(game)
        if (decisions + cut) % 25 == 0 or not game.turn:
            check_tickets(game)
        game.advance("random")
        decisions += 1
    check_cards(game)
    check_pieces(game)
    check_beside(game)
