"""The set of tracks that a seat can claim now, against the legal actions, on every map and with interventions."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from ttr_analysis.engine import reach
from ttr_analysis.engine.compiled import entry
from ttr_analysis.engine.state import Scratch
from ttr_analysis.maps.actions import ActionKind, Decision
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.play.game import Game
from ttr_analysis.rules.interventions import Closed, Restricted
from ttr_analysis.rules.limits import TRACKS


@cache
def lister() -> Any:
    @entry
    def claimable(tables: Any, game: Any, scratch: Any, out: Any) -> int:
        public = game[0].public
        reach.fill_payable(tables[0], public, game[0].private[public.seat], public.seat, scratch[0])
        return reach.list_claimable(tables[0], public, scratch[0], out)

    return claimable


def listed(game: Game) -> list[int]:
    out = np.zeros(TRACKS, np.int64)
    count = lister()(game._live.tables, game._live.game_record, Scratch.array(), out)
    return [int(track) for track in out[:count]]


def claims(game: Game) -> set[int]:
    return {action.target for action in game.legal_actions() if action.kind == ActionKind.CLAIM}


def followed(game: Game, turns: int) -> int:
    """Compare the list with the legal actions at the turns of a random game; return how many tracks were compared."""
    found = 0
    while not game.over and turns:
        if game.decision == Decision.TURN:
            tracks = listed(game)
            assert set(tracks) == claims(game)
            assert len(tracks) == len(set(tracks))
            public = game._live.public
            assert sorted(tracks, key=lambda track: public.open_place[track]) == tracks
            found, turns = found + len(tracks), turns - 1
        game.advance("random")
    return found


@pytest.mark.parametrize("name", available_maps())
@pytest.mark.parametrize("players", [2, 4])
def test_the_tracks_that_can_be_claimed_are_those_of_the_legal_actions(name: str, players: int) -> None:
    game_map = load_map(name)
    if players > game_map.rules.players[1]:
        players = 3
    assert followed(Game(game_map, players, seed=players), 60) > 100


@pytest.mark.parametrize("name", ["usa", "europe", "rails_sails_world"])
def test_what_interventions_bar_is_not_in_the_list(name: str) -> None:
    game_map = load_map(name)
    first, second = game_map.tracks[0].name, game_map.tracks[5].name
    changes = [Restricted("no_claims_before", 0, 5), Closed(first, 1, 2), Closed(second, 0)]
    assert followed(Game(game_map, 2, seed=1, interventions=changes), 60) > 100
