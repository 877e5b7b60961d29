"""The referee reads logs that begin with a position, and whatever position is accepted plays to its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from fuzz import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from rulebook_maps import chain_map

from ttr_analysis.errors import SetupError
from ttr_analysis.maps.actions import Decision
from ttr_analysis.maps.events import EventKind
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.referee import RefereeError, Verdict, replay

MAPS = ("chain", *available_maps())


@cache
def board(name: str) -> GameMap:
    return chain_map() if name == "chain" else load_map(name)


def judged(game: Game) -> Verdict:
    """The verdict on a game that began with a position, which must agree with the engine."""
    verdict = replay(game.game_map, game.players, game.events, position=game.start_position)
    assert list(verdict.scores) == game.scores()
    assert tuple(sorted(verdict.winners)) == game.winners
    assert (verdict.reason, verdict.turns) == (game.end_reason, game.turn)
    return verdict


@cache
def positions(name: str, players: int = 2) -> tuple[Position, ...]:
    """Positions of a game of random players: the first of each decision, some of the others, and late ones."""
    game, found, met = Game(board(name), players, seed=3), list[Position](), set[Decision]()
    decisions = 0
    while not game.over:
        if game.decision not in met or decisions % 23 == 0:
            met.add(game.decision)
            found.append(game.position())
        last = game.position() if game.view(0).turns_left else None
        game.advance("random")
        decisions += 1
    return (*found, last) if last else tuple(found)


@pytest.mark.parametrize("name", MAPS)
def test_games_from_positions_of_games_are_judged_as_others(name: str) -> None:
    """Every kind of decision among them; each played once by moves and once by a strategy."""
    for position in positions(name):
        judged(Game.from_position(board(name), position).play("random"))
    last = Game.from_position(board(name), positions(name)[-1])
    while not last.over:
        last.step(last.legal_actions()[0])
    judged(last)


def test_the_positions_have_every_decision() -> None:
    met = {Game.from_position(board(name), each).decision for name in MAPS for each in positions(name)}
    assert met == set(Decision)


# ---- positions that somebody types ----

NUMBERS = ("turn", "seat", "turns_left", "cards_drawn", "refill_slot", "idle_turns", "stuck_turns")
LISTS = ("market", "deck_top", "deck", "ticket_top", "ticket_deck", "ticket_bottom", "ticket_discards", "returned")
BY_SEAT = ("tracks", "tickets", "completed", "bonus", "offered", "stations", "harbours")


@st.composite
def changed(draw: st.DrawFn) -> tuple[str, Position]:
    """A position of a game in which some fields are left out, given others' values, or taken from another position."""
    name = draw(st.sampled_from(MAPS))
    fields = dict(draw(st.sampled_from(positions(name))).to_dict())
    others = draw(st.sampled_from(positions(name))).to_dict()
    for _ in range(draw(st.integers(1, 4))):
        field = draw(
            st.sampled_from([*NUMBERS, *LISTS, *BY_SEAT, "hands", "discards", "tunnel", "pieces", "exchanged"])
        )
        how = draw(st.sampled_from(("left out", "of another", "changed", "changed")))
        if how == "left out" or (how == "of another" and field not in others):
            fields.pop(field, None)
        elif how == "of another":
            fields[field] = others[field]
        elif (value := draw(values(board(name), field, fields))) is not None:
            fields[field] = value
    return name, Position(**fields)


@st.composite
def values(draw: st.DrawFn, game_map: GameMap, field: str, fields: Mapping[str, Any]) -> Any:
    """A value of a field that may contradict the others."""
    if field in NUMBERS:
        return draw(st.integers(0, 2 if field in ("seat", "cards_drawn") else 6))
    if field == "tunnel":
        cards = st.lists(st.integers(0, len(game_map.rules.cards) - 1), max_size=4)
        return {"track": draw(st.integers(0, len(game_map.tracks) - 1)), "laid": draw(cards), "turned_up": draw(cards)}
    if field == "hands":
        return {s: draw(st.lists(st.integers(0, len(game_map.rules.cards) - 1), max_size=9)) for s in (0, 1)}
    if field in ("pieces", "exchanged", "discards"):
        return None
    known = {"tracks": game_map.tracks, "bonus": game_map.bonus_tickets, "stations": game_map.cities,
             "harbours": game_map.cities, "market": game_map.rules.cards, "deck_top": game_map.rules.cards,
             "deck": game_map.rules.cards}.get(field, game_map.tickets)  # fmt: skip
    listed = st.lists(st.integers(0, len(known) - 1), max_size=4) if known else st.just([])
    return {seat: draw(listed) for seat in (0, 1)} if field in BY_SEAT else draw(listed)


def plays_to_its_end(name: str, position: Position) -> bool:
    """Whether a position is accepted; if it is, the referee finds no fault in the game."""
    try:
        game = Game.from_position(board(name), position)
    except SetupError:
        return False
    judged(game.play("random"))
    return True


@examples(60)
@given(changed())
def test_whatever_is_accepted_plays_to_its_end_without_a_fault(case: tuple[str, Position]) -> None:
    plays_to_its_end(*case)


@pytest.mark.long(reason="thousands of positions: as many as find rare combinations of fields")
@settings(parent=examples(3000))
@given(changed())
def test_whatever_of_thousands_is_accepted_plays_to_its_end(case: tuple[str, Position]) -> None:
    plays_to_its_end(*case)


# ---- the referee's own eyes ----


@cache
def typed() -> Game:
    """A game from a position that knows what lies on the decks."""
    position = Position(
        players=2, hands={0: {"red": 4}, 1: ["blue"] * 3}, tracks={1: ["Denver-Omaha"]}, turn=5, idle_turns=0,
        deck_top=["red", "locomotive", "white"], ticket_top=["Denver-El Paso", "Duluth-El Paso"],
        market=["white", "white", "black", "black", "green"], tickets={0: ["Seattle-New York"]},
    )  # fmt: skip
    game = Game.from_position(board("usa"), position)
    game.draw("blind")
    game.draw("blind")
    game.draw_tickets()
    game.keep([1])
    return game.play("random")


def test_a_log_from_a_position_is_judged() -> None:
    verdict = judged(typed())
    with pytest.raises(RefereeError, match="if the game began with a position, not with a deal, the referee needs"):
        replay(board("usa"), 2, typed().events)
    assert replay(board("usa"), 2, typed().events, position=typed().start_position.to_dict()) == verdict  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deck_top": ["locomotive", "red", "white"]}, "red does not lie on top of its deck"),
        ({"deck_top": ["red", "red"]}, "does not lie on top"),
        ({"ticket_top": ["Duluth-El Paso", "Denver-El Paso"]}, "is not on top of the ticket deck"),
        ({"hands": {0: {"red": 13}}}, "the red cards of the position do not add up to 12"),
        ({"tracks": {0: [0], 1: [0]}}, "belongs to seat 0 and seat 1"),
        ({"tickets": {0: ["Seattle-New York"], 1: ["Seattle-New York"]}}, "more often than there are copies"),
        ({"tickets": {0: [1], 1: [1]}}, "a ticket is given twice"),
        ({"pieces": {0: 44}}, "cannot have had"),
        ({"turn": 6}, "the event says turn 5, but it is turn 6"),
        ({"turn": 7}, "the event says turn 5, but it is turn 7"),
        ({"cards_drawn": 1}, "is due"),
        ({"offered": {0: [5, 6]}, "ticket_top": []}, "KEEP_TICKETS is due"),
        ({"hands": {1: ["blue"] * 3}}, "."),
        ({"tickets": {}}, "the score is"),
        ({"tracks": {}}, "."),
    ],
)
def test_a_log_that_does_not_go_on_from_the_position_is_refused(changes: dict[str, Any], message: str) -> None:
    position = replace(typed().start_position, **changes)  # type: ignore[type-var]
    with pytest.raises(RefereeError, match=message):
        replay(board("usa"), 2, typed().events, position=position)


def test_the_clock_goes_on_from_the_position() -> None:
    game = Game.from_position(board("usa"), Position(players=2, turns_left=2)).play("random")
    judged(game)
    for left in (1, None):
        with pytest.raises(RefereeError):
            replay(board("usa"), 2, game.events, position=replace(game.start_position, turns_left=left))  # type: ignore[type-var]


def test_a_game_that_is_over_at_once_is_judged() -> None:
    cards = {card.name: card.count for card in board("chain").rules.cards}
    game = Game.from_position(
        board("chain"), Position(players=2, tracks={0: list(range(11))}, hands={0: cards}, deck=[])
    )
    assert [event.kind for event in game.events[:2]] == [EventKind.PASS] * 2
    judged(game)


def test_a_copy_begins_where_the_game_did() -> None:
    assert typed().copy().start_position is typed().start_position
    assert Game("usa", 2).start_position is None
