"""Positions that contradict the rules are refused: which field, what is wrong, what to do."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from rulebook_maps import chain_map

from ttr_analysis.errors import SetupError
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.position_names import fault

L = "locomotive"
BLUE = "München-Venezia blue"
WHITE, BLACK = "Madrid-Pamplona white", "Madrid-Pamplona black"
ROUND = ["Boston-Montréal gray 1", "Montréal-New York blue", "Boston-New York red"]
FACE_UP = ["yellow", "orange", "yellow", "orange", "yellow"]


@cache
def board(name: str) -> GameMap:
    """A map by its name; ``chain`` is a row of cities under the rules of First Journey."""
    return chain_map() if name == "chain" else load_map(*name.split(":"))


def tunnel(track: str = BLUE, laid: Any = ("blue",) * 2, turned_up: Any = ("blue", "red", "red")) -> dict[str, Any]:
    return {"tunnel": {"track": track, "laid": laid, "turned_up": turned_up}}


def all_cards(name: str, **less: int) -> dict[str, int]:
    """Every card of a game but some."""
    return {card.name: card.count - less.get(card.name, 0) for card in board(name).rules.cards}


def refused(name: str, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        Game.from_position(board(name), Position(**({"players": 2} | fields)))


LOCOMOTIVES_ONLY = {"market": [L] * 5, "deck": [], "hands": {1: {**all_cards("usa"), L: 9}}}


@pytest.mark.parametrize(
    ("name", "fields", "message"),
    [
        pytest.param("europe", tunnel() | {"tracks": {1: [BLUE]}}, "tunnel, track: .* is taken: seat 1", id="P1"),
        pytest.param("europe", tunnel() | {"tracks": {0: [BLUE]}}, "tunnel, track: .* is taken: seat 0", id="P2"),
        pytest.param("europe", tunnel(WHITE, ["white"] * 3) | {"tracks": {1: [BLACK]}}, "is closed", id="P3"),
        pytest.param("europe", tunnel(laid=["red"] * 2), "laid: 2 red do not pay exactly for München", id="P4"),
        pytest.param("europe", tunnel(laid=["blue"]), "laid: 1 blue do not pay exactly .* 2 spaces", id="P5 too few"),
        pytest.param("europe", tunnel(laid=["blue"] * 5), "laid: 5 blue do not pay", id="P5 too many"),
        pytest.param(
            "europe", tunnel() | {"tracks": {0: "LONG"}, "pieces": {0: 1}, "turns_left": 1},
            "takes 2 pieces, but seat 0 has only 1", id="P6",
        ),
        pytest.param("europe", tunnel(turned_up=["blue"]), "1 cards are given, but 3 are turned up", id="P7"),
        pytest.param("usa", {"cards_drawn": 1, **LOCOMOTIVES_ONLY}, "cards_drawn: no card is left", id="P8"),
        pytest.param(
            "rails_sails_world",
            {"refill_slot": 0, "cards_drawn": 1, "deck": [], "market": [None] * 6,
             "hands": {1: all_cards("rails_sails_world")}},
            "refill_slot: no deck has cards", id="P9",
        ),
        pytest.param(
            "chain", {"tracks": {0: list(range(6))}, "completed": {0: list(range(6))}},
            "completed: seat 0 has completed 6 tickets, and 6 end the game", id="P10",
        ),
    ],
)  # fmt: skip
def test_the_contradictions_found_by_hand_are_refused(name: str, fields: dict[str, Any], message: str) -> None:
    if fields.get("tracks") == {0: "LONG"}:
        fields = fields | {"tracks": {0: tracks_of(board(name), 44)}}
    refused(name, fields, message)


def tracks_of(game_map: GameMap, spaces: int) -> list[int]:
    """Tracks of this many spaces in all, that a seat can own together, away from München and Venezia."""
    chosen: list[int] = []
    for track in sorted(game_map.tracks, key=lambda track: -track.length):
        beside = game_map.parallel.get(track.index, ())
        if track.length <= spaces and not {"München", "Venezia"} & track.pair and not set(beside) & set(chosen):
            chosen.append(track.index)
            spaces -= track.length
    assert spaces == 0
    return chosen


WORLD_CARDS = ["red", "red", "white", "red ship x2", "white ship x2", "black ship x2"]


@pytest.mark.parametrize(
    ("name", "fields", "message"),
    [
        # Tunnels.
        ("europe", tunnel(WHITE, ["white"] * 3) | {"players": 4, "tracks": {0: [BLACK]}}, "owns another track beside"),
        ("europe", {"tunnel": {"laid": ["blue"] * 2}}, "tunnel, track: is missing"),
        ("europe", tunnel(turned_up=["red"] * 3), "no card is owed"),
        ("europe", tunnel() | {"cards_drawn": 1}, "tunnel: cannot be given together with cards_drawn"),
        ("europe", tunnel() | {"offered": {0: ["Athina-Angora"]}}, "tunnel: cannot be given together with offered"),
        ("europe", tunnel() | {"turn": 0, "offered": {0: [0]}}, "tunnel: turn 0 is the set-up"),
        # Draws and refills.
        ("usa", {"cards_drawn": 1, "offered": {0: ["Seattle-New York"]}}, "cards_drawn: cannot be given together"),
        ("rails_sails_world", {"refill_slot": 0, "market": [None, *WORLD_CARDS[1:]]}, "cards_drawn: .* card was taken"),
        ("rails_sails_world", {"refill_slot": 0, "cards_drawn": 1}, "market: only slot 0 can be empty"),
        ("first_journey_usa", {"cards_drawn": 1, "deck": [], "hands": {1: all_cards("first_journey_usa")}}, "no card"),
        ("usa", {"turn": 5, "cards_market": {0: 5}}, "cards_market: seat 0 has drawn 5 .* before turn 5 allow 4"),
        ("usa", {"turn": 5, "cards_market": {1: 4}, "cards_blind": {1: 1}}, "cards_blind: seat 1 has .* and 1 blind"),
        ("usa", {"turn": 5, "cards_market": {2: 1}}, "cards_market: there is no seat 2"),
        ("usa", {"turn": 0, "offered": {0: [0, 1, 2]}, "cards_blind": {0: 1}}, "cards_blind: turn 0 is the set-up"),
        ("first_journey_usa", {"turn": 9, "cards_market": {0: 1}}, "cards_market: under these rules no cards lie face"),
        # The set-up.
        ("usa", {"turn": 0, "offered": {0: ["Seattle-New York"]}, "tracks": {1: ["Denver-Omaha"]}}, "tracks: turn 0"),
        ("usa", {"turn": 0, "offered": {0: ["Seattle-New York"]}, "turns_left": 1}, "turns_left: turn 0"),
        ("usa", {"turn": 0, "offered": {0: ["Seattle-New York"]}, "idle_turns": 1}, "idle_turns: turn 0"),
        ("usa", {"turn": 0, "seat": 1, "offered": {s: [s] for s in (0, 1)}}, "offered: seat 0 has chosen before"),
        ("usa", {"turn": 0, "offered": {0: [0, 1, 2]}, "tickets": {1: [3]}}, "tickets: seat 1 has not chosen yet"),
        ("usa", {"turn": 0, "offered": {0: [0, 1, 2, 3]}}, "offered 4 tickets, but 3 are dealt"),
        ("usa", {"returned": [3]}, "returned: is for turn 0"),
        ("rails_sails_world", {"turn": 0, "returned": [3]}, "returned: the first tickets have been chosen"),
        ("rails_sails_world", {"turn": 0, "seat": 1}, "chosen_pieces: seat 0 has chosen before seat 1: .* from 10"),
        ("rails_sails_world", {"turn": 0, "chosen_pieces": {1: 20}}, "chosen_pieces: seat 1 has not chosen yet"),
        ("rails_sails_world", {"turn": 0, "pieces": {0: {"train": 20, "ship": 40}}}, "pieces: are chosen at the end"),
        ("rails_sails_world", {"turn": 0, "offered": {1: [1]}}, "offered: seat 0 is to move"),
        # The end.
        ("usa", {"idle_turns": 40}, "idle_turns: 40 such turns in a row have ended the game: give less than 40"),
        ("usa", {"stuck_turns": 2}, "stuck_turns: 2 such turns"),
        ("first_journey_usa", {"turns_left": 1}, "turns_left: under these rules the game ends without a last round"),
        ("first_journey_usa", {"tracks": {0: "TWENTY"}}, "tracks: seat 0 is so low on pieces that the game is over"),
        # Tickets.
        ("usa", {"offered": {0: [0, 1, 2, 3]}}, "offered 4 tickets, but 3 are drawn"),
        ("first_journey_usa", {"offered": {0: [0]}}, "no tickets are drawn in this game"),
        ("first_journey_usa", {"tickets": {0: [0, 1, 2]}}, "tickets: seat 0 holds 3, but a hand is of 2"),
        ("usa", {"tracks": {0: ROUND}, "players": 4, "completed": {0: [0]}}, "completed: the tracks of seat 0 do not"),
        ("usa", {"ticket_discards": [0]}, "ticket_discards: under these rules no tickets are discarded"),
        ("europe", {"offered": {0: ["LONG"]}}, "offered: .* is a long ticket"),
        ("europe", {"ticket_top": ["LONG"]}, "ticket_top: .* is a long ticket"),
        ("europe", {"ticket_bottom": ["LONG"]}, "ticket_bottom: .* is a long ticket"),
        ("europe", {"tickets": {0: ["LONG", "LONG"]}}, "tickets: seat 0 holds 2 long ones"),
        ("chain", {"tracks": {0: [0]}, "tickets": {0: [0]}}, "tickets: .* so it was shown: give it in completed"),
        # Buildings and bonus tickets.
        ("europe", {"stations": {0: ["Paris"], 1: ["Paris"]}}, "stations: Paris is given twice"),
        ("rails_sails_world", {"harbours": {0: ["Lima"]}}, "harbours: seat 0 has no track at Lima"),
        ("rails_sails_world", {"harbours": {0: ["Moskva"]}}, "harbours: Moskva is not a port"),
        ("first_journey_usa", {"bonus": {0: [0]}}, "bonus: the tracks of seat 0 do not join the two sides"),
        # The market.
        ("usa", {"market": [L] * 3 + ["red", "blue"]}, "market: 3 locomotive cards face up are cleared at once"),
        ("usa", {"market": ["red", None, "red", "blue", "blue"]}, "market: slot 1 .* is empty, but there are cards"),
        ("usa", {"market": ["red"] * 4}, "market: slot 4 .* is empty, but there are cards"),
        ("usa", {"market": ["red"] * 4, "deck": [], "discards": ["blue"], "hands": {0: {**all_cards("usa", red=4),
          "blue": 11}}}, "market: slot 4"),
        ("usa", {"turn": 0, "offered": {0: [0, 1, 2]}, "market": ["red"] * 4}, "market: slot 4"),
        # Numbers and doubles.
        ("usa", {"tracks": {0: ["Denver-Omaha purple", "Denver-Omaha purple"]}}, "Denver-Omaha .* is given twice"),
        ("usa", {"hands": {0: {"red": 1, "Red": 2}}}, "hands: red is given twice"),
        # Cards.
        ("usa", {"market": [L] * 5, "hands": {0: {L: 10}}}, "15 locomotive cards are given"),
        ("europe", tunnel(laid={"blue": 2}, turned_up={"blue": 3}) | {"hands": {1: {"blue": 8}}}, "13 blue cards"),
    ],
)  # fmt: skip
def test_every_field_is_checked_against_the_others(name: str, fields: dict[str, Any], message: str) -> None:
    if fields.get("tracks") == {0: "TWENTY"}:
        fields = fields | {"tracks": {0: tracks_of(board(name), 20)}}
    refused(name, with_long_tickets(board(name), fields), message)


def with_long_tickets(game_map: GameMap, fields: Any) -> Any:
    """The fields with a long ticket for each LONG."""
    long = iter([ticket.index for ticket in game_map.tickets if ticket.is_long])

    def filled(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: filled(each) for key, each in value.items()}
        if isinstance(value, list):
            return [filled(each) for each in value]
        return next(long) if value == "LONG" else value

    return filled(fields)


def test_a_bonus_ticket_that_was_won_must_be_told() -> None:
    game_map = board("first_journey_usa")
    west_to_east = tracks_between(game_map, game_map.bonus_tickets[0].west[0], game_map.bonus_tickets[0].east[0])
    refused("first_journey_usa", {"tracks": {0: west_to_east}}, "bonus: the tracks of seat 0 join the two sides")
    won = Position(players=2, tracks={0: west_to_east}, bonus={0: [0]})
    assert Game.from_position(game_map, won).position().bonus == {0: [game_map.bonus_tickets[0].name]}


def tracks_between(game_map: GameMap, start: str, goal: str) -> list[int]:
    """The fewest tracks that join two cities."""
    before: dict[str, tuple[str, int]] = {start: ("", -1)}
    queue = [start]
    while goal not in before:
        here = queue.pop(0)
        for track in game_map.tracks:
            (there,) = track.pair - {here} if here in track.pair else {here}
            if there not in before:
                before[there] = (here, track.index)
                queue.append(there)
    path = []
    while goal != start:
        goal, track_index = before[goal]
        path.append(track_index)
    return path


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("europe", tunnel()),
        ("europe", tunnel() | {"tracks": {1: [WHITE]}}),
        ("europe", tunnel(laid=["blue", L])),
        (
            "europe",
            tunnel(turned_up=["blue"])
            | {"deck": [], "hands": {1: all_cards("europe", blue=3, yellow=3, orange=2)}, "market": FACE_UP},
        ),
        (
            "usa",
            {**LOCOMOTIVES_ONLY, "cards_drawn": 1, "hands": {1: {**all_cards("usa", red=1), L: 9}}, "deck": ["red"],
             "market_stays": True},
        ),
        ("rails_sails_world", {"refill_slot": 0, "cards_drawn": 1, "market": [None, *WORLD_CARDS[1:]]}),
        ("rails_sails_world", {"turn": 0, "seat": 1, "chosen_pieces": {0: 10}}),
        ("chain", {"tracks": {0: list(range(5))}, "completed": {0: list(range(5))}}),
        ("usa", {"market": [L] * 2 + ["red"] * 3}),
        ("usa", {"market": [L] * 4 + [None], "deck": [], "hands": {1: {**all_cards("usa"), L: 10}}}),
        ("nordic", {"market": [L] * 5}),
        ("usa", {"turn": 10_000}),
        ("usa", {"idle_turns": 39}),
        ("usa", {"turns_left": 1}),
        ("usa", {"turn": 0, "offered": {0: [0, 1, 2], 1: [3, 4, 5]}}),
    ],
)  # fmt: skip
def test_what_lies_just_on_this_side_of_a_rule_is_accepted(name: str, fields: dict[str, Any]) -> None:
    game = Game.from_position(board(name), Position(**({"players": 2} | fields)))
    assert game.legal_actions()


@pytest.mark.parametrize("fields", [{"turn": 0, "offered": {0: [0, 1, 2]}}, tunnel()])
def test_the_market_is_dealt_before_anything_is_decided(fields: dict[str, Any]) -> None:
    assert None not in Game.from_position(board("europe"), Position(players=2, **fields)).view(0).market


def test_a_ticket_by_its_number_leaves_the_name_to_the_other_copy() -> None:
    """Whichever of them comes first, and wherever they lie."""
    switzerland = board("switzerland")
    first, second = (ticket.index for ticket in switzerland.tickets_named(["Italia", "Italia"]))
    for named in ({0: ["Italia", first]}, {0: [first, "Italia"]}, {0: ["Italia"], 1: [first]}):
        game = Game.from_position(switzerland, Position(players=2, tickets=named))
        held = [ticket for private in game._live.game.private[:2] for ticket in private.tickets[: private.ticket_count]]
        assert sorted(held) == [first, second]
    in_deck = Position(players=2, tickets={0: ["Italia"]}, ticket_top=[first])
    assert Game.from_position(switzerland, in_deck)._live.game.private[0].tickets[0] == second


def test_a_game_that_nobody_can_play_on_is_over_and_has_its_scores() -> None:
    cards, game_map = all_cards("chain"), board("chain")
    everything = {"tracks": {0: list(range(11))}, "hands": {0: cards}, "deck": []}
    game = Game.from_position(game_map, Position(players=2, **everything))
    assert game.over
    assert [event.number for event in game.events[-2:]] == game.scores()


def test_no_game_has_so_many_turns() -> None:
    with pytest.raises(SetupError, match="turn: 999999 is out of range: no number in a game is beyond 10,000"):
        Position(players=2, turn=999_999)


def test_a_market_that_clearing_has_not_helped_comes_back() -> None:
    """Three times locomotives are turned up again, which is as often as the market is cleared."""
    usa = board("usa")
    top = [*[L, "red", L, "red", L] * 3, "blue"]
    game = Game.from_position(usa, Position(players=2, market=["red", "blue", L, L, "white"], deck_top=[L, *top]))
    game.draw("red")
    position = game.position()
    assert position.market == [L, "red", L, "red", L]
    assert position.market_stays
    again = Game.from_position(usa, position)
    assert again.view(0) == game.view(0)
    assert not again.events


def test_a_hand_beyond_the_limit_is_refused() -> None:
    game_map = board("usa").with_rules(hand_limit=4)
    with pytest.raises(SetupError, match="hands: seat 1 holds 5 cards, but 4 is the limit"):
        Game.from_position(game_map, Position(players=2, hands={1: {"red": 5}}))


def test_a_seat_named_twice_is_refused() -> None:
    with pytest.raises(SetupError, match="hands: seat 1 is given twice"):
        Position.from_dict({"players": 2, "hands": {"1": ["red"], "01": ["blue"]}})
    with pytest.raises(SetupError, match="a position is made of a table of its fields, not of 'usa'"):
        Position.from_dict("usa")  # type: ignore[arg-type]


def test_a_fault_names_its_field() -> None:
    assert str(fault("market", "is empty")) == "market: is empty"


def test_a_full_hand_draws_no_second_card() -> None:
    game_map = board("usa").with_rules(hand_limit=4)
    with pytest.raises(SetupError, match="cards_drawn: seat 0 holds 4 cards or more, the limit"):
        Game.from_position(game_map, Position(players=2, cards_drawn=1, hands={0: {"red": 4}}))
    assert Game.from_position(game_map, Position(players=2, cards_drawn=1, hands={0: {"red": 3}})).legal_actions()
