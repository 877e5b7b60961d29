"""The longest trail against brute force and the referee's own method, and what happens beyond its limits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from game_words import USA
from networks import Edge, as_tracks, longest_by_trying_all, parts, random_network, small_network

from ttr_analysis.engine.compiled import entry
from ttr_analysis.engine.trail_order import Edges
from ttr_analysis.engine.trail_search import lightest_removal
from ttr_analysis.maps import City, GameMap, Ticket, Track
from ttr_analysis.maps.events import EventKind
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.simulate import simulate
from ttr_analysis.referee import RefereeError, replay
from ttr_analysis.referee.trails import longest_trail

STEPS = 50_000
"""Far fewer than the engine allows itself."""


@cache
def finder() -> Any:
    @entry
    def find(a: Any, b: Any, lengths: Any, count: int, cities: int, most: int, steps: int) -> tuple[int, int]:
        edges = Edges(
            a, b, lengths,
            np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64),
            np.zeros(count + 1, np.int64), np.zeros(count + 1, np.int64),
        )  # fmt: skip
        return lightest_removal(edges, count, cities, most, steps)

    return find


def found(edges: Sequence[Edge], steps: int = STEPS) -> tuple[int, bool]:
    """The longest trail of a network, part by part, and whether it is proven."""
    best, proven = 0, True
    for part in parts(edges):
        columns = [np.array(column, np.int64) for column in zip(*part, strict=True)]
        total, cities = int(columns[2].sum()), 1 + max(map(max, (edge[:2] for edge in part)))
        removed, sure = finder()(*columns, len(part), cities, total, steps)
        best, proven = max(best, total - removed), proven and bool(sure)
    return best, proven


@pytest.mark.rule("USA-SCORE-4")
def test_the_search_finds_what_trying_all_sets_finds() -> None:
    for seed in range(50):
        network = small_network(seed)
        assert found(network) == (longest_by_trying_all(network), True), network


@pytest.mark.rule("ALL-TRAIL-1")
def test_300_networks_are_proven_in_few_steps() -> None:
    assert [seed for seed in range(300) if not found(random_network(seed))[1]] == []


@pytest.mark.rule("ALL-TRAIL-1")
def test_engine_and_referee_find_the_same_in_networks_too_large_for_walking() -> None:
    for seed in range(0, 300, 11):
        network = random_network(seed)
        length, _ = found(network)
        assert longest_trail(as_tracks(network)) == (length, length), seed


@pytest.mark.release(reason="the referee's programme takes a tenth of a second for each of 1,000 networks")
def test_10_000_networks_are_proven_in_few_steps() -> None:
    for seed in range(300, 10_300):
        network = random_network(seed)
        length, proven = found(network)
        assert proven, seed
        if seed % 10 == 0:
            assert longest_trail(as_tracks(network)) == (length, length), seed


def test_a_search_without_steps_proves_nothing_and_keeps_what_was_known() -> None:
    network = random_network(1)
    assert found(network, steps=0) == (0, False)
    length, proven = found(network, steps=10)
    assert not proven
    assert 0 <= length <= found(network)[0]


def one_space_map(cities: int, trains: int, seed: int = 1) -> GameMap:
    """192 tracks of one space in many colours."""
    dice = random.Random(seed)
    names = [f"c{i}" for i in range(cities)]
    pairs = dice.sample([(a, b) for i, a in enumerate(names) for b in names[:i]], 192)
    tracks = tuple(Track(i, *pair, 1, dice.choice(["gray", *USA.rules.colors])) for i, pair in enumerate(pairs))
    tickets = tuple(Ticket(i, tuple(dice.sample(names, 2)), 5, penalty=5) for i in range(30))
    rules = USA.rules.replace(pieces=(replace(USA.rules.pieces[0], supply=trains),))
    return replace(USA, name="one", cities=tuple(map(City, names)), tracks=tracks, tickets=tickets, rules=rules)


def test_games_on_192_tracks_of_one_space_end_and_the_referee_agrees() -> None:
    """One of these games took minutes when every trail was tried."""
    game_map = one_space_map(24, 45)
    games = simulate(game_map, "ticket_planner", players=2, games=10, seed=1, progress=False)
    assert games.players.longest_trail_proven.all()
    assert games.players.longest_trail.max() > 30
    game = Game(game_map, players=2, seed=1).play("ticket_planner")
    verdict = replay(game_map, 2, game.events)
    assert [seat.longest_trail for seat in verdict.seats] == [game.score(seat).longest_trail for seat in (0, 1)]


@pytest.mark.rule("ALL-TRAIL-1")
def test_networks_of_over_60_tracks_are_told_and_judged() -> None:
    game_map = one_space_map(64, 95)
    game = Game(game_map, players=2, seed=3).play("random")
    told = [event for event in game.events if event.kind is EventKind.LONGEST_TRAIL]
    scores = [game.score(seat) for seat in (0, 1)]
    assert [(event.seat, event.number) for event in told] == [(i, s.longest_trail) for i, s in enumerate(scores)]
    assert [bool(event.target) for event in told] == [score.longest_trail_proven for score in scores]
    assert replay(game_map, 2, game.events).met["trails_told"] == 2
    place = game.events.index(told[0])
    for wrong in (replace(told[0], number=96), replace(told[0], number=0), replace(told[0], kind=EventKind.PASS)):
        with pytest.raises(RefereeError, match="ALL-TRAIL-1"):
            replay(game_map, 2, [*game.events[:place], wrong, *game.events[place + 1 :]])


@pytest.mark.rule("ALL-TRAIL-1")
def test_what_is_not_proven_is_said_so_and_within_the_referees_bounds() -> None:
    game_map = one_space_map(64, 190)
    own = list(range(150))
    score = Game.from_position(game_map, Position(players=2, tracks={0: own, 1: [150, 151]})).score(0)
    assert not score.longest_trail_proven
    assert 60 < score.longest_trail <= longest_trail(game_map.tracks[i] for i in own).bound
    assert Game.from_position(game_map, Position(players=2, tracks={0: own[:60]})).score(0).longest_trail_proven
