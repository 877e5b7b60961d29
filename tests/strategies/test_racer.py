"""``racer``: what it races for, and that it abandons its tickets."""

from __future__ import annotations

from functools import cache
from typing import Any

import pandas as pd
import pytest
from game_words import EUROPE, USA, WORLD

from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.explanations import play_explained
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result
from ttr_analysis.stats.intervals import Estimate, mean_by_game
from ttr_analysis.strategies import get_strategy

PLAIN = ("racer", "ticket_planner")


@cache
def duel(least_pay: float = 0.8, games: int = 400) -> Result:
    """Games of the racer against the ticket planner."""
    racer = get_strategy("racer").with_weights(least_pay=least_pay)
    return simulate("usa", [racer, "ticket_planner"], games=games, seed=3, progress=False)


def lead(result: Result) -> Estimate:
    """The mean lead of the first strategy with two players."""
    scores = result.players.pivot_table(index="game", columns="strategy", values="score", observed=True)
    return mean_by_game(scores[0] - scores[1], pd.Series(scores.index))


def choice(game_map: GameMap, hand: dict[str, int], **position: Any) -> Action:
    """What the racer does in the first turn of a position of two players."""
    start = Position(players=2, hands={0: hand}, tickets={0: [], 1: []}, turn=11, **position)
    return Game.from_position(game_map, start).advance("racer")


def test_it_keeps_the_tickets_with_the_fewest_points_and_draws_none() -> None:
    racers = duel().players[duel().players["strategy"] == 0]
    assert (racers["tickets_kept"] == 2).all()
    assert (racers["ticket_draws"] == 0).all()
    told = play_explained("usa", PLAIN, seed=3)
    assert any(text.startswith("will abandon its tickets") for text in told.explanations.values())


def test_it_claims_six_spaces_while_it_can_and_waits_with_a_hand_for_five() -> None:
    action = choice(USA, {"blue": 6, "red": 5})
    assert (action.kind, USA.tracks[action.target].length) == (ActionKind.CLAIM, 6)
    assert choice(USA, {"red": 5, "yellow": 5}).kind == ActionKind.DRAW_BLIND


def test_it_lowers_the_least_length_when_its_trains_allow_no_more() -> None:
    long = [track.name for track in USA.tracks if track.length == 6]
    own = [*long[:6], next(track.name for track in USA.tracks if track.length == 4)]
    hand = {"red": 5, "yellow": 5, "locomotive": 6}
    action = choice(USA, hand, tracks={0: own})
    assert (action.kind, USA.tracks[action.target].length) == (ActionKind.CLAIM, 5)
    action = choice(USA, hand, tracks={0: own[1:]})
    assert (action.kind, USA.tracks[action.target].length) == (ActionKind.CLAIM, 6)


def test_it_extends_its_own_network_where_it_has_the_choice() -> None:
    """Portland-Salt Lake City and Seattle-Helena are open to the same hand."""
    hand = {"blue": 6, "yellow": 6}
    for own, wanted in (("Seattle-Vancouver gray 1", "Helena"), ("Denver-Salt Lake City red", "Portland")):
        action = choice(USA, hand, tracks={0: [own]})
        assert wanted in USA.tracks[action.target].cities


@pytest.mark.parametrize(("game_map", "lengths"), [(USA, {6}), (EUROPE, {6, 8}), (WORLD, {6, 7, 8})])
def test_first_come_the_longest_tracks_of_every_board(game_map: GameMap, lengths: set[int]) -> None:
    result = simulate(game_map, "racer", players=2, games=200, seed=3, progress=False)
    first = result.tracks.sort_values("turn").groupby("game").head(2)
    assert {game_map.tracks[track].length for track in first["track"]} == lengths


def test_the_market_makes_it_stronger() -> None:
    fast = get_strategy("racer").with_weights(market=1)
    result = simulate("usa", [fast, "ticket_planner"], games=400, seed=3, progress=False)
    assert lead(result).low > lead(duel()).value


def test_six_spaces_beat_five_and_five_beat_four() -> None:
    """As in the publication, which tells leads of 12, -3 and -13 points over another planner of tickets."""
    six, five, four = (lead(duel(least_pay)) for least_pay in (0.8, 0.7, 0.5))
    assert six.low > five.high
    assert five.low > four.high
    assert six.low > 0
