"""What unfinished tickets still lacked, against networkx and brute force on random positions."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import networkx as nx
import pytest
from game_words import USA

from ttr_analysis.engine import gaps
from ttr_analysis.engine.compiled import entry
from ttr_analysis.engine.gaps import measure_gaps
from ttr_analysis.engine.lanes import LANES
from ttr_analysis.engine.scoring import SeatScore, score_game
from ttr_analysis.engine.state import Game, Scratch
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Ticket, Track
from ttr_analysis.results.schema import OUTCOMES
from ttr_analysis.rules import limits
from ttr_analysis.rules.limits import SEATS

PLAYERS = 3
CUT_OFF = -1


@cache
def measurer() -> Any:
    @entry
    def measure(tables: Any, game: Any, scratch: Any, scores: Any, seat: int) -> None:
        score_game(tables[0], game[0], scratch[0], scores)
        measure_gaps(
            tables[0], game[0].public, game[0].private[seat], seat, scratch[0].gaps, scores[seat]
        )  # fmt: skip

    return measure


def random_map(dice: random.Random, cities: int, tracks: int) -> GameMap:
    """Random tracks with double ones among them, tickets of two cities and tours of up to five."""
    names = [f"c{i}" for i in range(cities)]
    rows: list[Track] = []
    while len(rows) < tracks:
        pair = tuple(dice.sample(names, 2))
        number = 1 + sum(set(pair) == set(track.pair) for track in rows)
        if number <= 2:
            length = dice.randint(1, 6)
            rows.append(Track(len(rows), *pair, length, "gray", number=number))
    tickets = [Ticket(i, tuple(dice.sample(names, dice.choice((2, 2, 3, 4, 5)))), 5, penalty=5) for i in range(24)]
    rules = USA.rules.replace(doubles_close_below=0)
    return replace(USA, name="random", cities=tuple(map(City, names)), tracks=tuple(rows), tickets=tuple(tickets),
                   rules=rules)  # fmt: skip


def random_position(dice: random.Random, game_map: GameMap) -> tuple[Any, list[int]]:
    """A game record in which random tracks are owned, and the owner of each track (-1: nobody)."""
    record = Game.array()
    public = record[0].public
    public.players = PLAYERS
    owners = [dice.choice((-1, -1, 0, 1, 2)) for _ in game_map.tracks]
    for track, owner in enumerate(list(owners)):
        twin = game_map.doubles.get(track)
        if twin is not None and twin < track and owner >= 0 and owners[twin] == owner:
            owners[track] = -1  # nobody owns both tracks of a double route
    for track, owner in enumerate(owners):
        public.owner[track] = owner
        if owner < 0:
            public.open_tracks[public.open_count] = track
            public.open_count += 1
        else:
            public.owned[owner, public.owned_count[owner]] = track
            public.owned_count[owner] += 1
    public.station_owner[:] = public.harbour_owner[:] = -1
    names = [city.name for city in game_map.cities]
    for seat in range(PLAYERS):
        own = nx.Graph(game_map.tracks[i].pair for i, owner in enumerate(owners) if owner == seat)
        for i, name in enumerate(names):
            group = nx.node_connected_component(own, name) if name in own else {name}
            public.component[seat, i] = min(map(names.index, group))
        private = record[0].private[seat]
        private.tickets[:24], private.ticket_count = dice.sample(range(24), 24), 24
    return record, owners


def network(game_map: GameMap, owners: list[int], seat: int) -> nx.Graph[str]:
    """Own tracks at no cost and free ones at their length, without the second tracks of own double routes."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(city.name for city in game_map.cities)
    for track in game_map.tracks:
        twin = game_map.doubles.get(track.index)
        usable = owners[track.index] == -1 and (twin is None or owners[twin] != seat)
        if owners[track.index] != seat and not usable:
            continue
        cost = 0 if owners[track.index] == seat else track.length
        known = graph.get_edge_data(*track.pair, default={"weight": cost})["weight"]
        graph.add_edge(*track.pair, weight=min(cost, known))
    return graph


def spaces_needed(graph: nx.Graph[str], stops: tuple[str, ...]) -> int | None:
    """The shortest tree: one of the spanning trees of the stops and some other cities that may join branches."""
    shortest = dict(nx.all_pairs_dijkstra_path_length(graph))
    if any(stop not in shortest[stops[0]] for stop in stops):
        return None
    others = [city for city in shortest[stops[0]] if city not in stops]
    best = None
    for number in range(len(stops) - 1):
        for branches in combinations(others, number):
            chosen: nx.Graph[str] = nx.Graph()
            for a, b in combinations((*stops, *branches), 2):
                chosen.add_edge(a, b, weight=shortest[a][b])
            length = int(nx.minimum_spanning_tree(chosen).size(weight="weight"))
            best = length if best is None else min(best, length)
    return best


@pytest.mark.parametrize("part", range(2))
def test_the_spaces_that_a_ticket_lacks_are_those_of_the_shortest_tree(part: int) -> None:
    seen = [0, 0, 0]
    for seed in range(10 * part, 10 * part + 10):
        dice = random.Random(seed)
        game_map = random_map(dice, dice.randint(6, 11), dice.randint(8, 20))
        tables, scratch, scores = tables_for(game_map, PLAYERS), Scratch.array(), SeatScore.array(SEATS)
        record, owners = random_position(dice, game_map)
        for seat in range(PLAYERS):
            measurer()(tables, record, scratch, scores, seat)
            graph = network(game_map, owners, seat)
            for place, ticket in enumerate(record[0].private[seat].tickets[:24]):
                needed = spaces_needed(graph, game_map.tickets[ticket].cities)
                assert scratch[0].gaps.spaces[place] == (CUT_OFF if needed is None else needed)
                outcome = int(scores[seat].ticket_outcome[place])
                assert OUTCOMES[outcome] == {None: "cut off", 0: "made"}.get(needed, "unfinished")
                seen[outcome] += 1
    assert min(seen) > 20


def test_a_ticket_lacks_as_many_spaces_from_either_end() -> None:
    """There are more tickets than one search measures."""
    dice = random.Random(7)
    game_map = random_map(dice, 12, 24)
    names = [city.name for city in game_map.cities]
    there = [Ticket(i, tuple(dice.sample(names, 2)), 5, penalty=5) for i in range(32)]
    back = [Ticket(32 + i, ticket.cities[::-1], 5, penalty=5) for i, ticket in enumerate(there)]
    game_map = replace(game_map, tickets=(*there, *back))
    tables, scratch, scores = tables_for(game_map, PLAYERS), Scratch.array(), SeatScore.array(SEATS)
    record, owners = random_position(dice, game_map)
    private = record[0].private[0]
    private.tickets[:64], private.ticket_count = dice.sample(range(64), 64), 64
    measurer()(tables, record, scratch, scores, 0)
    spaces = dict(zip(private.tickets[:64].tolist(), scratch[0].gaps.spaces[:64].tolist(), strict=True))
    assert [spaces[i] for i in range(32)] == [spaces[32 + i] for i in range(32)]
    assert len(set(spaces.values())) > 3
    graph = network(game_map, owners, 0)
    needed = {i: spaces_needed(graph, ticket.cities) for i, ticket in enumerate(game_map.tickets)}
    assert spaces == {i: CUT_OFF if each is None else each for i, each in needed.items()}
    assert sum(each > 0 for each in spaces.values()) > LANES


def test_no_path_is_too_long_for_its_lane() -> None:
    assert (limits.CITIES - 1) * limits.LENGTH < gaps.FAR_OFF
    assert gaps.FAR_OFF + limits.LENGTH < 1 << 16
