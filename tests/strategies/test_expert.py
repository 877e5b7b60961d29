"""``expert``: positions with the move it must make, and how well it plays."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from game_words import USA, blind, claim, take, tracks_of_lengths
from how_often import boards

from ttr_analysis.maps.actions import ActionKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.made_up import made_up_board
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.simulate import simulate
from ttr_analysis.strategies import get_strategy
from ttr_analysis.strategies.expert.weights import TUNNEL_SPARE, VERSION_0_1, WEIGHTS

TO_MIAMI = [
    "Boston-New York yellow",
    "New York-Washington orange",
    "Raleigh-Washington gray 1",
    "Charleston-Raleigh gray",
]
"""All of Boston to Miami but the last track, 8 spaces."""
AROUND_MIAMI = ["Boston", "New York", "Washington", "Raleigh", "Charleston", "Miami"]
ELSEWHERE = tracks_of_lengths(USA, 33, AROUND_MIAMI)
"""Tracks that leave 4 of 45 trains beside those to Miami."""


def test_every_weight_has_its_place() -> None:
    assert list(get_strategy("expert").weights) == list(WEIGHTS)
    assert list(WEIGHTS)[TUNNEL_SPARE] == "tunnel_spare"


def test_in_the_last_turn_a_ticket_comes_before_a_longer_track() -> None:
    hands = {0: {"purple": 4, "green": 6}}
    game = Game.from_position(
        USA,
        Position(players=2, tracks={0: TO_MIAMI}, tickets={0: ["Boston-Miami"]}, hands=hands, turns_left=1, turn=41),
    )
    assert game.advance("expert") == claim(game, "Charleston-Miami purple", "4 purple")


def test_in_the_last_turn_a_ticket_out_of_reach_is_left_for_points() -> None:
    hands = {0: {"purple": 4, "green": 6}}
    game = Game.from_position(
        USA,
        Position(
            players=2, tracks={0: TO_MIAMI[1:]}, tickets={0: ["Boston-Miami"]}, hands=hands, turns_left=1, turn=41
        ),
    )
    action = game.advance("expert")
    assert action.kind == ActionKind.CLAIM
    assert USA.tracks[action.target].length == 6


WITHOUT_TICKETS = get_strategy("expert").with_weights(most_tickets=0, burst=99)
"""An expert that draws no tickets and holds no claim back, so that it must claim or draw cards."""


def near_miami(hand: dict[str, int], market: list[str], missing: int = 1) -> Game:
    """A game in which Boston to Miami lacks so many tracks, with trains for no more than those."""
    tracks = [*TO_MIAMI[: 5 - missing], *ELSEWHERE]
    return Game.from_position(
        USA,
        Position(
            players=2,
            tracks={0: tracks},
            tickets={0: ["Boston-Miami"]},
            hands={0: hand},
            market=market,
            turn=41,
        ),
    )


def test_it_takes_the_card_its_plan_lacks() -> None:
    assert near_miami({"purple": 3}, ["red", "blue", "purple", "red", "blue"]).advance(WITHOUT_TICKETS) == take(2)


def test_it_draws_blind_rather_than_what_nothing_needs() -> None:
    assert near_miami({"purple": 3}, ["red", "blue", "red", "blue", "white"]).advance(WITHOUT_TICKETS) == blind()


def test_a_gray_track_is_paid_with_what_the_plan_can_spare() -> None:
    """Purple is needed from Charleston to Miami, so the gray track before it takes white."""
    game = near_miami({"purple": 3, "white": 2}, ["red", "blue", "red", "blue", "red"], missing=2)
    assert game.advance(WITHOUT_TICKETS) == claim(game, "Charleston-Raleigh gray", "2 white")


def test_with_its_ticket_made_and_time_left_it_draws_tickets() -> None:
    tracks = {0: [*TO_MIAMI, "Charleston-Miami purple"]}
    game = Game.from_position(USA, Position(players=2, tracks=tracks, tickets={0: ["Boston-Miami"]}, turn=21))
    assert game.advance("expert").kind is ActionKind.DRAW_TICKETS


def test_when_the_other_is_about_to_end_the_game_it_draws_none() -> None:
    tracks = {0: [*TO_MIAMI, "Charleston-Miami purple"], 1: tracks_of_lengths(USA, 41, AROUND_MIAMI)}
    game = Game.from_position(
        USA, Position(players=2, tracks=tracks, tickets={0: ["Boston-Miami"]}, hands={1: {"red": 9}}, turn=81)
    )
    assert game.advance("expert").kind is not ActionKind.DRAW_TICKETS


def test_it_keeps_tickets_that_share_a_path() -> None:
    game = Game.from_position(
        USA, Position(players=2, offered={0: ["Montréal-New Orleans", "Montréal-Atlanta", "Seattle-Los Angeles"]})
    )
    kept = game.advance("expert")
    assert kept.kind is ActionKind.KEEP_TICKETS
    assert kept.number & 0b11 == 0b11


@pytest.mark.parametrize(("players", "mean", "made"), [(2, 111, 0.93), (4, 100, 0.85)])
def test_what_self_play_on_the_usa_map_brings(players: int, mean: float, made: float) -> None:
    seats = simulate("usa", "expert", games=1000, seed=77, players=players, progress=False).players
    assert seats["score"].mean() > mean
    assert seats["tickets_made"].sum() / seats["tickets_kept"].sum() > made


@pytest.mark.parametrize("name", boards())
def test_it_beats_ticket_planner_on_every_map(name: str) -> None:
    seats = simulate(load_map(name), ["expert", "ticket_planner"], games=1000, seed=78, progress=False).players
    assert seats.loc[seats["strategy"] == 0, "win_share"].mean() > 0.5


def test_it_stands_out_at_a_table_of_ticket_planners() -> None:
    seats = simulate("usa", ["expert", *["ticket_planner"] * 3], games=600, seed=79, progress=False).players
    assert seats.loc[seats["strategy"] == 0, "win_share"].mean() > 0.4


def test_points_count_in_the_scale_of_the_board() -> None:
    """With all points three times as high, it makes the same moves; version 0.1 did not.

    There is no longest-trail bonus, whose worth grows with its root instead of with the points of the board.
    """
    expert = get_strategy("expert")
    usa = replace(USA, rules=USA.rules.replace(longest_trail_bonus=0))
    high = replace(
        usa,
        tickets=tuple(replace(t, points=3 * t.points, penalty=3 * t.penalty) for t in usa.tickets),
        rules=usa.rules.replace(route_points=tuple(3 * points for points in usa.rules.route_points)),
    )
    for player, low, high_share in ((expert, 0.99, 1.01), (expert.with_weights(**VERSION_0_1), -0.01, 0.3)):
        printed, changed = (simulate(each, player, games=40, seed=5, players=2, progress=False) for each in (usa, high))
        columns = ["game", "track", "seat", "turn"]
        both = pd.merge(printed.tracks[columns], changed.tracks[columns])
        assert low < len(both) / len(printed.tracks) < high_share


def test_it_holds_claims_back_until_the_clock_says_so() -> None:
    """On USA its first claim comes late; on a board with few tracks for many trains, at once."""
    crowded = made_up_board(19)
    for game_map, players, low, high in ((USA, 2, 12, 30), (crowded, 4, 0, 5)):
        result = simulate(game_map, "expert", games=50, seed=6, players=players, progress=False)
        first = result.tracks.groupby(["game", "seat"])["turn"].min().mean() / players
        assert low < first < high


@pytest.mark.parametrize(("seed", "players", "fair"), [(3, 2, 0.5), (9, 2, 0.5), (21, 4, 0.25), (15, 4, 0.25)])
def test_it_is_strong_on_boards_made_up(seed: int, players: int, fair: float) -> None:
    """See docs/boards.md for all of them."""
    lineup = ["expert", *["ticket_planner"] * (players - 1)]
    seats = simulate(made_up_board(seed), lineup, games=600, seed=80, players=players, progress=False).players
    assert seats.loc[seats["strategy"] == 0, "win_share"].mean() > fair
