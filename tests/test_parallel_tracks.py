"""Double and triple routes in play: what closes, who may claim, and what the referee says; a board of the cases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from game_words import claim, claims

from ttr_analysis.engine.tables import tables_for
from ttr_analysis.errors import IllegalMove, SetupError
from ttr_analysis.exact.optimum.problem import links_of
from ttr_analysis.experiments.verify import check_games
from ttr_analysis.maps.folder import check_map, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Ticket, Track
from ttr_analysis.play.game import Game
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.position import Position
from ttr_analysis.play.simulate import play_logged, simulate
from ttr_analysis.referee import RefereeError, replay
from ttr_analysis.rules import EUROPE
from ttr_analysis.stats.claims import _Board
from ttr_analysis.strategies.base import available_strategies

TRIPLE = load_map(Path(__file__).parent / "cases" / "triple_route")
MANY = TRIPLE.with_rules(players=[2, 6])

HANDS: dict[int, Any] = {0: {"red": 2, "blue": 2}, 1: {"blue": 2, "green": 2}}


def unlike() -> GameMap:
    """As on a board of northern Europe: a ferry beside a shorter tunnel."""
    cities = tuple(City(name) for name in "ABC")
    tracks = (
        Track(0, "A", "B", 2, "gray", "tunnel", number=1),
        Track(1, "A", "B", 3, "gray", "ferry", locomotives=1, number=2),
        Track(2, "B", "C", 4, "gray"),
    )
    few = {"deal": 1, "deal_long": 0, "keep": 1, "draw": 1}
    tickets = tuple(Ticket(i, ("A", "C"), 5, penalty=5) for i in range(6))
    return GameMap("unlike", "Unlike", cities, tracks, tickets, EUROPE.replace(tickets=few, pieces={"train": 8}))


def test_the_case_has_no_faults_and_three_tracks() -> None:
    assert check_map(Path(__file__).parent / "cases" / "triple_route") == []
    assert [TRIPLE.parallel.get(i, ()) for i in range(4)] == [(1, 2), (0, 2), (0, 1), ()]
    tables: Any = tables_for(TRIPLE, 2)[0]
    assert tables.track_twin[:4].tolist() == [1, 2, 0, -1]


@pytest.mark.rule("USA-DOUBLE-2")
@pytest.mark.parametrize("color", ["red", "blue"])
def test_with_few_players_the_first_claim_closes_both_others(color: str) -> None:
    game = Game.from_position(TRIPLE, Position(players=2, hands=HANDS))
    game.step(claim(game, f"Ashton-Briar {color}", f"2 {color}"))
    assert set(game.view(0).closed) == {f"Ashton-Briar {other}" for other in ("red", "blue", "green")} - {
        f"Ashton-Briar {color}"
    }
    assert not any(claims(game, f"Ashton-Briar {other}") for other in ("red", "blue", "green"))
    with pytest.raises(IllegalMove, match="is closed once one beside it is claimed"):
        game.step(claim(game, "Ashton-Briar green", "2 green"))


@pytest.mark.rule("USA-DOUBLE-1", "ALL-DOUBLE-2")
def test_with_many_players_all_three_are_claimed_by_different_ones() -> None:
    hands: dict[int, Any] = {0: {"red": 2, "blue": 2, "green": 2}, 1: {"blue": 2}, 2: {"green": 2}}
    game = Game.from_position(MANY, Position(players=4, hands=hands))
    game.step(claim(game, "Ashton-Briar red", "2 red"))
    game.step(claim(game, "Ashton-Briar blue", "2 blue"))
    assert claims(game, "Ashton-Briar green")
    game.step(claim(game, "Ashton-Briar green", "2 green"))
    assert game.view(0).closed == ()
    assert [game.score(seat).route_points for seat in range(4)] == [2, 2, 2, 0]


@pytest.mark.rule("USA-DOUBLE-1", "ALL-DOUBLE-2")
@pytest.mark.parametrize("own", ["red", "blue", "green"])
def test_nobody_owns_two_of_three(own: str) -> None:
    others = [color for color in ("red", "blue", "green") if color != own]
    hand = dict.fromkeys(others, 2)
    game = Game.from_position(MANY, Position(players=4, hands={0: hand}, tracks={0: [f"Ashton-Briar {own}"]}))
    for color in others:
        assert not claims(game, f"Ashton-Briar {color}")
        with pytest.raises(IllegalMove, match="owns another track of this route"):
            game.copy().step(claim(game, f"Ashton-Briar {color}", f"2 {color}"))
        with pytest.raises(SetupError, match="two tracks of a double or triple route"):
            Game.from_position(MANY, Position(players=4, tracks={0: [f"Ashton-Briar {own}", f"Ashton-Briar {color}"]}))


@pytest.mark.rule("ALL-DOUBLE-1", "USA-DOUBLE-2")
def test_tracks_of_two_kinds_and_lengths_close_each_other() -> None:
    game = Game.from_position(unlike(), Position(players=2, hands={0: {"red": 2, "locomotive": 1}}))
    game.step(claim(game, "A-B gray ferry", "2 red, 1 locomotive"))
    assert game.view(0).closed == ("A-B gray tunnel",)
    four = Game.from_position(unlike(), Position(players=4, hands={0: {"red": 2, "locomotive": 1}, 1: {"red": 2}}))
    four.step(claim(four, "A-B gray ferry", "2 red, 1 locomotive"))
    assert four.view(0).closed == ()
    assert claims(four, "A-B gray tunnel")


@pytest.mark.rule("ALL-DOUBLE-1", "ALL-DOUBLE-2", "USA-DOUBLE-1", "USA-DOUBLE-2")
@pytest.mark.parametrize("game_map", [MANY, unlike()], ids=["triple", "unlike"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_referee_agrees_over_random_games(game_map: GameMap, players: int) -> None:
    check = check_games(make_lineup(game_map, "random", players=players), 0, 100)
    assert (check.games, check.faults) == (100, ())


@pytest.mark.rule("USA-DOUBLE-1", "USA-DOUBLE-2")
@pytest.mark.parametrize(("players", "rule"), [(2, "USA-DOUBLE-2"), (4, "USA-DOUBLE-1")])
def test_the_referee_refuses_games_of_other_numbers(players: int, rule: str) -> None:
    """Games of a board on which the tracks have nothing to do with each other break the rule on this one."""
    other = replace(unlike(), tracks=tuple(replace(track, number=1) for track in unlike().tracks))
    assert other.parallel == {}
    broken = set()
    for number in range(40):
        log = play_logged(other, "random", game=number, seed=1, players=players)
        replay(other, players, log)
        try:
            replay(unlike(), players, log)
        except RefereeError as error:
            broken.add(error.rule)
    assert rule in broken
    assert broken <= {"USA-DOUBLE-1", "USA-DOUBLE-2"}


@pytest.mark.parametrize("name", available_strategies())
@pytest.mark.parametrize("players", [2, 4])
def test_every_strategy_plays_a_triple_route(name: str, players: int) -> None:
    check = check_games(make_lineup(MANY, name, players=players), 0, 3)
    assert (check.games, check.faults) == (3, ())


def test_the_best_network_has_one_track_of_a_route() -> None:
    links = links_of(unlike(), unlike().tracks)
    assert [link.group for link in links] == [0, 0, 1]
    assert [(link.length, link.group) for link in links_of(TRIPLE, TRIPLE.tracks)] == [(2, 0), (3, 1)]


@pytest.mark.parametrize(("players", "free_to_others"), [(2, False), (4, True)])
def test_tracks_beside_a_claimed_one_are_free_to_whom_the_rules_say(players: int, free_to_others: bool) -> None:
    result = simulate(MANY, "random", games=2, players=players, progress=False)
    owner = np.array([-1, 1, -1, -1])  # seat 1 owns the second of three
    free = _Board(result).free(owner)
    for seat in range(players):
        beside = seat != 1 and free_to_others
        assert free[seat].tolist() == [beside, False, beside, True]
