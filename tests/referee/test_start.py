"""The referee reads logs that begin with a position, and whatever position is accepted plays to its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from fuzz import examples
from how_often import first
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
        if game.decision not in met or decisions % 71 == 0:
            met.add(game.decision)
            found.append(game.position())
        last = game.position() if game.view(0).turns_left else None
        game.advance("random")
        decisions += 1
    return (*found, last) if last else tuple(found)


@pytest.mark.parametrize("name", first(MAPS, 3, "positions of other boards"))
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
def changed(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """The fields of a position of a game, some of them left out, changed, or taken from another position."""
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
    return name, fields


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


@st.composite
def typed_in(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Some fields that belong together, as somebody types them, nearly right."""
    name = draw(st.sampled_from(MAPS))
    game_map = board(name)
    fields: dict[str, Any] = {"players": 2, "tracks": draw(some_of(len(game_map.tracks), 5))}
    if draw(st.booleans()):
        fields["tracks"] = {0: draw(st.permutations(range(11)))[: draw(st.integers(0, 7))]}
    scenes = {"ending": ending, "deals": deals, "tickets": tickets, "draws": draws, "buildings": buildings}
    if any(track.kind == "tunnel" for track in game_map.tracks):
        scenes["tunnel"] = tunnel
    for scene in draw(st.lists(st.sampled_from(sorted(scenes)), min_size=1, max_size=2, unique=True)):
        fields |= draw(scenes[scene](game_map))
    if draw(st.booleans()):
        fields |= draw(few_cards(game_map, fields))
    return name, fields


def some_of(number: int, most: int) -> st.SearchStrategy[dict[int, list[int]]]:
    """A few things of both seats."""
    return st.fixed_dictionaries({seat: st.lists(st.integers(0, number - 1), max_size=most) for seat in (0, 1)})


@st.composite
def ending(draw: st.DrawFn, game_map: GameMap) -> dict[str, Any]:
    standstill = 2 * game_map.rules.standstill_rounds
    return {
        "idle_turns": draw(st.sampled_from((0, standstill - 1, standstill))), "stuck_turns": draw(st.integers(0, 2)),
        "turns_left": draw(st.sampled_from((None, None, 1, 2))),
    }  # fmt: skip


@st.composite
def deals(draw: st.DrawFn, game_map: GameMap) -> dict[str, Any]:
    """The set-up, in which some have chosen."""
    shuffled = draw(st.permutations(range(len(game_map.tickets))))
    one, other = shuffled[4:7], shuffled[7:9]
    return {
        "turn": 0, "seat": draw(st.integers(0, 1)), "tracks": {}, "tickets": {0: shuffled[:2]},
        "offered": draw(st.sampled_from(({0: one}, {1: one}, {0: other, 1: one}, {}))),
        "returned": shuffled[9:10], "chosen_pieces": {0: draw(st.sampled_from((0, 20)))},
    }  # fmt: skip


@st.composite
def tickets(draw: st.DrawFn, game_map: GameMap) -> dict[str, Any]:
    """Tickets here and there, some of them completed."""
    shuffled = draw(st.permutations(range(len(game_map.tickets))))
    ends = [draw(st.integers(0, 3)) for _ in range(5)]
    cuts = [shuffled[sum(ends[:i]) : sum(ends[: i + 1])] for i in range(5)]
    fields = {"tickets": {0: cuts[0]}, "completed": {0: sorted(cuts[1])}, "ticket_top": cuts[2]}
    more = draw(st.sampled_from(({}, {"ticket_deck": []}, {"ticket_discards": cuts[3]}, {"offered": {0: cuts[4]}})))
    return fields | more | draw(st.sampled_from(({}, {"bonus": {0: [0]}}, {"completed": {}})))


@st.composite
def draws(draw: st.DrawFn, game_map: GameMap) -> dict[str, Any]:
    """In the middle of a draw, with a market of few kinds of card."""
    kinds = st.sampled_from((None, len(game_map.rules.cards) - 1, 0, 1))
    slots = sum(game_map.rules.market.slots)
    market = draw(st.lists(kinds, min_size=slots, max_size=slots))
    drawn = {"cards_drawn": draw(st.integers(0, 2)), "market": market}
    return drawn | draw(st.sampled_from(({}, {}, {"refill_slot": 0, "market": [None, *market[1:]]})))


@st.composite
def buildings(draw: st.DrawFn, game_map: GameMap) -> dict[str, Any]:
    cities = len(game_map.cities)
    return {draw(st.sampled_from(("stations", "harbours"))): draw(some_of(cities, 2))}


@st.composite
def tunnel(draw: st.DrawFn, game_map: GameMap) -> dict[str, Any]:
    """A tunnel, with about the right cards."""
    track = draw(st.sampled_from([track for track in game_map.tracks if track.kind == "tunnel"]))
    wild = len(game_map.rules.cards) - 1
    color = next((i for i, card in enumerate(game_map.rules.cards) if card.color == track.color), 0)
    laid = draw(st.lists(st.sampled_from((color, color, wild)), min_size=track.length - 1, max_size=track.length + 1))
    turned_up = draw(st.lists(st.sampled_from((color, wild, 1)), min_size=1, max_size=3))
    taken = draw(st.sampled_from(([], [], [track.index], list(game_map.parallel.get(track.index, ())))))
    return {
        "tunnel": {"track": track.index, "laid": laid, "turned_up": turned_up},
        "tracks": {draw(st.integers(0, 1)): taken},
    }


@st.composite
def few_cards(draw: st.DrawFn, game_map: GameMap, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Nearly all cards that lie nowhere else are in a hand."""
    left = {i: card.count for i, card in enumerate(game_map.rules.cards)}
    dug = fields.get("tunnel", {})
    for kind in (*fields.get("market", ()), *dug.get("laid", ()), *dug.get("turned_up", ())):
        if kind is not None:
            left[kind] = max(0, left[kind] - 1)
    deck, discards = ([kind for kind in draw(st.lists(st.integers(0, 2), max_size=3)) if left[kind]] for _ in range(2))
    for kind in (*deck, *discards):
        left[kind] = max(0, left[kind] - 1)
    return {"hands": {draw(st.integers(0, 1)): left}, "deck": deck, "discards": discards}


def plays_to_its_end(name: str, fields: Mapping[str, Any]) -> bool:
    """Whether a position is accepted; if it is, the referee finds no fault in the game."""
    try:
        game = Game.from_position(board(name), Position.from_dict(fields))
    except SetupError:
        return False
    if not game.over:
        assert game.legal_actions()
    judged(game.play("random"))
    return True


@examples(30)
@given(changed() | typed_in())
def test_whatever_is_accepted_plays_to_its_end_without_a_fault(case: tuple[str, dict[str, Any]]) -> None:
    plays_to_its_end(*case)


@pytest.mark.release(reason="thousands of positions: as many as find rare combinations of fields")
@settings(parent=examples(2000))
@given(changed() | typed_in())
def test_whatever_of_thousands_is_accepted_plays_to_its_end(case: tuple[str, dict[str, Any]]) -> None:
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
        ({"cards_drawn": 1}, "turn 6"),
        ({"offered": {0: [5, 6]}, "ticket_top": []}, "KEEP_TICKETS is due"),
        ({"hands": {1: ["blue"] * 3}}, "."),
        ({"tickets": {}}, "."),
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
