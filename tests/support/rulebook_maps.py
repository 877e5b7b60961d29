"""Maps of a few cities for the examples of the rulebooks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game_words import (
    EUROPE,
    FIRST_JOURNEY,
    USA,
    claim,
)

from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Ticket, Track
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position


def line_map(spokes: tuple[tuple[str, str, int], ...]) -> GameMap:
    places = sorted({city for a, b, _ in spokes for city in (a, b)})
    tracks = tuple(Track(i, a, b, n, "gray") for i, (a, b, n) in enumerate(spokes))
    tickets = tuple(
        replace(ticket, index=i, cities=(places[0], place)) for i, (ticket, place) in enumerate(
            zip(USA.tickets, places[1:] * 9, strict=False))
    )  # fmt: skip
    return replace(USA, name="lines", cities=tuple(map(City, places)), tracks=tracks, tickets=tickets)


TUNNEL = next(t for t in EUROPE.tracks if t.kind == "tunnel" and t.color == "gray" and t.length == 2)


def dig(hand: dict[str, int], words: str, top: list[str], players: int = 2) -> Game:
    """A tunnel of two spaces begun with this payment while these cards lie on top."""
    market = ["yellow", "orange", "yellow", "orange", "yellow"]
    game = Game.from_position(EUROPE, Position(players=players, hands={0: hand}, deck_top=top, market=market))
    game.step(claim(game, TUNNEL.name, words))
    return game


def small_europe(rows: dict[str, int], tickets: dict[str, int]) -> GameMap:
    """Europe on other tracks, without a deal of tickets: lengths and the values of tickets, by the two cities."""
    places = sorted({city for name in rows for city in name.split("-")})
    tracks = (Track(i, *name.split("-"), length, "gray") for i, (name, length) in enumerate(rows.items()))
    held = (Ticket(i, tuple(name.split("-")), n, penalty=n) for i, (name, n) in enumerate(tickets.items()))
    rules = EUROPE.rules.replace(tickets={"deal": 0, "deal_long": 0, "keep": 0})
    return GameMap("small", "Small", tuple(map(City, places)), tuple(tracks), tuple(held), rules)


def chain_map() -> GameMap:
    """A row of cities, red tracks of length 1; ticket i joins city i with the next, ticket 10 + i with the second."""
    tracks = tuple(Track(i, f"c{i}", f"c{i + 1}", 1, "red") for i in range(11))
    ends = [(i, i + 1) for i in range(10)] + [(i, i + 2) for i in range(9)]
    tickets = tuple(Ticket(i, (f"c{a}", f"c{b}"), 1) for i, (a, b) in enumerate(ends))
    cities = tuple(City(f"c{i}") for i in range(12))
    return replace(FIRST_JOURNEY, name="chain", cities=cities, tracks=tracks, tickets=tickets, bonus_tickets=())


def in_a_row(done: int, held: list[int], **more: Any) -> Game:
    """A player who has completed the first tickets and holds others."""
    state: dict[str, Any] = {"tracks": {0: list(range(done))}, "completed": {0: list(range(done))}}
    return Game.from_position(
        chain_map(), Position(players=2, hands={0: {"red": 4}}, tickets={0: held}, **(state | more))
    )
