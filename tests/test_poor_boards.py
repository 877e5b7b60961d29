"""Boards on which little can be done: every strategy plays on to the end, and no move of it is illegal."""

from __future__ import annotations

import networkx as nx
import pandas as pd
import pytest

from ttr_analysis.experiments.verify import check_games, lineups
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.strategies import available_strategies

USA = load_map("usa")


def one_color() -> GameMap:
    """USA with red tracks alone, and a deck of red cards and locomotives."""
    tracks = [
        {"city_a": each.city_a, "city_b": each.city_b, "length": each.length, "color": "red"}
        for each in USA.tracks
        if each.number == 1
    ]
    tickets = [dict(zip(("city_a", "city_b"), each.cities, strict=True), points=each.points) for each in USA.tickets]
    board = GameMap.from_frames(
        cities(*(each.name for each in USA.cities)), pd.DataFrame(tracks), pd.DataFrame(tickets)
    )
    cards = [each for each in USA.rules.cards if each.color in ("red", "locomotive")]
    return board.with_rules(cards=cards)


def single_track() -> GameMap:
    """Two cities, the track between them, and as many tickets for it as are dealt and drawn."""
    track = pd.DataFrame({"city_a": ["Here"], "city_b": ["There"], "length": [3], "color": ["gray"]})
    tickets = pd.DataFrame({"city_a": ["Here"] * 20, "city_b": ["There"] * 20, "points": [5] * 20})
    return GameMap.from_frames(cities("Here", "There"), track, tickets)


def cities(*names: str) -> pd.DataFrame:
    return pd.DataFrame({"city": names})


BOARDS = {
    "no ticket can be completed": USA.with_rules(pieces={"train": 3}),
    "tickets are worth nothing": USA.with_tickets([(each.cities, 0) for each in USA.tickets]),
    "a deck of one colour": one_color(),
    "a single track": single_track(),
}


@pytest.mark.parametrize("board", BOARDS)
def test_every_strategy_plays_on_to_the_end(board: str) -> None:
    """Three games of each with itself, and of a mixed table; the referee finds no fault in them."""
    tables = lineups(BOARDS[board], players=[2])
    assert len(tables) == len(available_strategies()) + 1
    checks = [check_games(lineup, 0, 3) for lineup in tables]
    assert [fault for check in checks for fault in check.faults] == []


def test_nobody_completes_a_ticket_where_that_is_impossible() -> None:
    shortest = min(
        nx.shortest_path_length(BOARDS["no ticket can be completed"].graph(), *each.cities, weight="length")
        for each in USA.tickets
    )
    assert shortest > 3
