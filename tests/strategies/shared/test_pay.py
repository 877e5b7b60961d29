"""What tracks and tickets pay: the largest network, ends of a trail, chances of a bonus, the pay of a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pytest
from game_words import USA
from numba import njit

from ttr_analysis.engine.view import View
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.deciders import view_of
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.position_names import Names
from ttr_analysis.strategies.shared import pay

FAR_APART = ["Boston-New York yellow", "Los Angeles-Phoenix", "Phoenix-Santa Fe"]
"""Two spaces in the east, and six in the south-west."""


class Pay(NamedTuple):
    """What :mod:`pay` says of a position and of a track in it."""

    largest_network: int
    lengthens: bool
    track_pay: float
    trail_worth: float
    ticket_bonus: float
    pay_of_board: float
    cards: float


@njit
def look(view: View, track: int) -> tuple[int, bool, float, float, float, float, float]:
    """Ask all of it at once: compiled helpers of strategies can only be called by what is compiled, too."""
    pay.count_ends(view)
    return (
        pay.largest_network(view), pay.lengthens(view, track), pay.track_pay(view, track, 1.5),
        pay.trail_worth(view.tables, 1.5), pay.ticket_bonus(view.tables, 0.2), pay.pay_of_board(view),
        pay.cards_of(view.tables, track),
    )  # fmt: skip


def paid(track: str = "Denver-Phoenix", owned: Sequence[str] = (), game_map: GameMap = USA, players: int = 2) -> Pay:
    """What is said of a track to the first player, who owns these tracks and is to move."""
    position = Position(players=players, tracks={0: list(owned)}, turn=20 * players + 1)
    live = Game.from_position(game_map, position)._live
    view = view_of(live.tables[0], live.game, live.scratch[0], np.zeros(256, np.int64), np.zeros(40))
    return Pay(*look(view, Names(game_map, players).track("track", track)))


def test_the_network_with_most_spaces_is_the_largest() -> None:
    position = Position(players=2, tracks={0: FAR_APART}, turn=41)
    labels = Game.from_position(USA, position)._live.game["public"]["component"][0]
    found = paid(owned=FAR_APART).largest_network
    assert found == labels[USA.city_index["Phoenix"]]
    assert found != labels[USA.city_index["Boston"]]
    assert paid().largest_network == -1


def test_a_track_lengthens_the_trail_where_an_odd_number_of_tracks_of_the_largest_network_ends() -> None:
    assert paid("Denver-Santa Fe", FAR_APART).lengthens
    assert not paid("Denver-Phoenix", FAR_APART).lengthens  # Phoenix lies inside the trail
    assert not paid("Boston-Montreal gray 1", FAR_APART).lengthens  # the smaller network


def test_a_first_track_is_a_trail() -> None:
    assert paid("Denver-Phoenix").lengthens


def test_the_worth_of_a_space_grows_with_the_root_of_the_bonus() -> None:
    usual, large, none = (paid(game_map=USA.with_rules(longest_trail_bonus=bonus)).trail_worth for bonus in (10, 40, 0))
    assert usual == pytest.approx(10 * 1.5 / 45)
    assert large == pytest.approx(2 * usual)
    assert none == 0.0


def test_a_player_alone_has_every_bonus_anyway() -> None:
    changed = USA.with_rules(players=[1, 5], longest_trail_bonus=10, most_tickets_bonus=15)
    alone, two = (paid(game_map=changed, players=players) for players in (1, 2))
    assert (alone.trail_worth, alone.ticket_bonus) == (0.0, 0.0)
    assert two.ticket_bonus == pytest.approx(3.0)


def test_a_track_pays_its_points_and_its_share_of_the_bonus() -> None:
    assert paid("Denver-Phoenix", FAR_APART).track_pay == 10.0
    assert paid("Denver-Santa Fe", FAR_APART).track_pay == pytest.approx(2 + 2 * 10 * 1.5 / 45)


def test_the_pay_of_a_board_is_that_of_the_longest_tracks_that_all_pieces_can_fill() -> None:
    """Two players have 90 pieces."""
    lengths = [each.length for each in USA.tracks]
    filled = [each for each in lengths if sum(longer for longer in lengths if longer > each) < 90]
    points = sum(USA.rules.route_points[each] for each in filled)
    assert paid().pay_of_board == pytest.approx(points / sum(filled))
    assert paid(game_map=USA.with_rules(route_points=[0, 1, 2, 3, 4, 5, 6])).pay_of_board == 1.0


def test_a_track_takes_a_card_for_each_space() -> None:
    assert paid("Denver-Phoenix").cards == 5.0
