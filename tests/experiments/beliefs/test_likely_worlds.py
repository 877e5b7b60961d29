"""Worlds drawn from beliefs are worlds that the player may be in."""

from __future__ import annotations

import numpy as np
import pytest
from how_often import first

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.beliefs.likely_worlds import LikelyWorlds
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.game import Game


def under_way(name: str, players: int, turn: int) -> Game:
    game = Game(name, players, seed=2)
    while game.turn < turn:
        game.advance("expert")
    return game


@pytest.mark.parametrize(
    ("name", "players"), first([("usa", 3), ("europe", 2), ("rails_sails_world", 2)], 1, "other boards")
)
def test_nothing_that_the_player_knows_changes_and_nothing_is_there_twice(name: str, players: int) -> None:
    game = under_way(name, players, 25)
    likely = LikelyWorlds(game, worlds=24)
    worlds = [likely.imagine(seed) for seed in range(8)]
    rules = load_map(name).rules
    for world in worlds:
        assert world.view(game.player) == game.view(game.player)
        record = world._live.game
        public, tables = record.public, world._live.tables[0]
        cards = public.discards + sum(record.private[seat].hand for seat in range(players))
        for deck in range(len(rules.decks)):
            np.add.at(cards, record.hidden.deck[deck, : public.deck_size[deck]], 1)
        for card in public.market[: int(tables.market_slots)]:
            cards[card] += card >= 0
        assert (cards == tables.card_count).all()
        held = [t for seat in range(players) for t in record.private[seat].tickets[: public.tickets_held[seat]]]
        pool = record.hidden.ticket_pool[: record.hidden.ticket_pool_size].tolist()
        assert len({*held, *pool}) == len(held) + len(pool)
        world.play("expert")
        assert world.over


def test_there_must_be_something_to_imagine() -> None:
    with pytest.raises(SetupError, match="in turns only"):
        LikelyWorlds(Game("usa", 2))
