"""What stations borrow, against brute force over all choices, on random positions."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product

import networkx as nx
import pytest
from game_words import EUROPE

from ttr_analysis.maps.parts import Ticket, Track
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position

MOST_SPACES = 42
"""With more on the board the last round has begun."""


def dealt_tracks(chance: random.Random, players: int) -> dict[int, list[Track]]:
    """Tracks to players by chance, nobody with both of a double route."""
    owned: dict[int, list[Track]] = {seat: [] for seat in range(players)}
    for track in chance.sample(EUROPE.tracks, 75):
        takers = [
            seat for seat, own in owned.items()
            if all(other.pair != track.pair for other in own)
            and sum(other.length for other in own) + track.length <= MOST_SPACES
        ]  # fmt: skip
        if takers:
            owned[chance.choice(takers)].append(track)
    return owned


def best_choice(
    own: list[Track], others: list[Track], stations: Iterable[str], tickets: list[Ticket]
) -> tuple[int, int]:
    """Most ticket points, then most tickets, over every track or none for every station."""
    offers = [[None, *(track for track in others if city in track.cities)] for city in stations]

    def result(borrowed: Iterable[Track | None]) -> tuple[int, int]:
        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from(city.name for city in EUROPE.cities)
        graph.add_edges_from(track.cities for track in (*own, *borrowed) if track)
        made = [nx.has_path(graph, *ticket.cities) for ticket in tickets]
        points = [t.points if done else -t.penalty for t, done in zip(tickets, made, strict=True)]
        return sum(points), sum(made)

    return max(result(choice) for choice in product(*offers))


@pytest.mark.rule("EUR-STATION-5", "EUR-STATION-7", "EUR-STATION-8")
def test_the_choice_of_all_stations_by_brute_force() -> None:
    chance, helped = random.Random(4), 0
    short = [ticket for ticket in EUROPE.tickets if not ticket.is_long]  # a player holds one long ticket at most
    for _ in range(120):
        owned = dealt_tracks(chance, 4)
        tickets = chance.sample(short, 12)
        cities = chance.sample(sorted({city for ticket in tickets for city in ticket.cities}), 3)
        game = Game.from_position(
            EUROPE, Position(players=4,
            tracks={seat: [track.name for track in own] for seat, own in owned.items()},
            stations={0: cities}, tickets={0: [ticket.name for ticket in tickets]},
        ))  # fmt: skip
        score = game.score(0)
        others = [track for seat in (1, 2, 3) for track in owned[seat]]
        found = (score.ticket_points + score.failed_cut_off + score.failed_unfinished, score.tickets_made)
        assert found == best_choice(owned[0], others, cities, tickets)
        helped += found != best_choice(owned[0], others, [], tickets)
    assert helped >= 10  # else nothing was chosen
