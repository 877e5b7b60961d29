"""The rules of docs/rules.md one after another, and ten known faults of other programs, from typed-in positions."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest
from game_words import (
    EUROPE,
    FIRST_JOURNEY,
    LAKES,
    USA,
    WORLD,
    L,
    blind,
    claim,
    claims,
    harbour,
    kinds,
    pass_the_turn,
    payments,
    station,
    take,
    tracks_of_lengths,
)
from rulebook_maps import TUNNEL, dig, in_a_row, line_map, small_europe

from ttr_analysis.errors import IllegalMove, SetupError
from ttr_analysis.maps.actions import Action, ActionKind, Decision
from ttr_analysis.maps.events import EndReason, EventKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import Track
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position

K = ActionKind
PLAIN = ["white", "blue", "black", "red", "green"]


def all_cards(game: Game) -> Counter[str]:
    """Every card of the game, wherever it lies."""
    cards: Counter[str] = Counter()
    for seat in range(game.players):
        cards.update(game.view(seat).hand)
    position = game.position()
    cards.update(position.discards)
    cards.update(card for card in position.market if card)
    cards.update([*position.deck, *position.deck_top])
    return cards


def tracks_between(game_map: GameMap, start: str, end: str) -> list[Track]:
    """Tracks of a way with few of them."""
    cities = nx.shortest_path(game_map.graph(), start, end)
    return [next(t for t in game_map.tracks if t.pair == {a, b}) for a, b in pairwise(cities)]


def refused(game: Game, action: Action, why: str) -> None:
    before = game.position()
    with pytest.raises(IllegalMove, match=why):
        game.step(action)
    assert game.position() == before


# ---- the ten known faults ----


@pytest.mark.rule("USA-DOUBLE-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_p1_second_track_of_a_double_route(players: int) -> None:
    game = Game.from_position(
        USA,
        Position(
            players=players,
            tracks={0: ["Dallas-Houston gray 1"]},
            hands={1: ["red"] * 2, 2 % players: ["red"] * 2},
            turn=2,
        ),
    )
    second = claim(game, "Dallas-Houston gray 2", "1 red")
    if players >= 4:
        assert game.can(second)
        return
    refused(game, second, "closed")
    for _ in range(2 * players):
        assert not claims(game, "Dallas-Houston gray 2")
        pass_the_turn(game)


@pytest.mark.rule("USA-DOUBLE-1")
@pytest.mark.parametrize("players", [4, 5])
def test_p2_same_player_both_tracks(players: int) -> None:
    game = Game.from_position(
        USA,
        Position(
            players=players, tracks={0: ["Denver-Kansas City black"]}, hands={0: ["orange"] * 4, 1: ["orange"] * 4}
        ),
    )
    orange = next(t.name for t in USA.tracks if t.pair == {"Denver", "Kansas City"} and t.color == "orange")
    refused(game, claim(game, orange, "4 orange"), "owns another track")
    pass_the_turn(game)
    game.step(claim(game, orange, "4 orange"))
    assert game.view(0).route_points[:2] == (7, 7)


@pytest.mark.rule("USA-SCORE-4", "USA-SCORE-5")
@pytest.mark.parametrize(
    ("lengths", "bonus"),
    [((20, 13, 15), (10, 0, 0)), ((13, 13, 8), (10, 10, 0)), ((8, 14, 14), (0, 10, 10)), ((4, 2, 3), (10, 0, 0))],
)
def test_p3_who_gets_the_longest_path_bonus(lengths: tuple[int, ...], bonus: tuple[int, ...]) -> None:
    spokes = tuple(
        (f"{seat}-{i}", f"{seat}-{i + 1}", min(6, length - 6 * i)) for seat, length in enumerate(lengths)
        for i in range((length + 5) // 6)
    )  # fmt: skip
    game_map = line_map(spokes)
    owned = {seat: [i for i, (a, _, _) in enumerate(spokes) if a.startswith(str(seat))] for seat in range(3)}
    game = Game.from_position(game_map, Position(players=3, tracks=owned))
    assert tuple(game.score(seat).longest_trail for seat in range(3)) == lengths
    assert tuple(game.score(seat).longest_trail_points for seat in range(3)) == bonus


@pytest.mark.rule("USA-CLAIM-5")
def test_p4_not_enough_trains() -> None:
    filler = tracks_of_lengths(USA, 43, free_of=("Little Rock", "New Orleans"))
    game = Game.from_position(
        USA, Position(players=3, tracks={1: filler}, hands={1: {"green": 3, L: 1}}, pieces={1: 2}, turns_left=3, turn=2)
    )
    points = game.view(1).route_points
    assert not claims(game, "Little Rock-New Orleans green")
    refused(game, claim(game, "Little Rock-New Orleans green", "3 green"), "not have enough pieces")
    view = game.view(1)
    assert (view.hand, view.pieces[1]["train"], view.route_points) == ({"green": 3, L: 1}, 2, points)
    assert game.player == 1


@pytest.mark.rule("USA-CLAIM-2", "USA-CLAIM-7", "USA-CLAIM-6", "ALL-CARDS-1")
def test_p5_payment_takes_exactly_the_cards_needed() -> None:
    game = Game.from_position(USA, Position(players=2, hands={0: {"green": 9, L: 2}}))
    game.step(claim(game, "El Paso-Houston green", "6 green"))
    view = game.view(0)
    assert view.hand == {"green": 3, L: 2}
    assert view.discards == {"green": 6}
    assert view.pieces[0]["train"] == 39
    assert view.route_points == (15, 0)
    assert sum(all_cards(game).values()) == 110


@pytest.mark.rule("USA-CLAIM-4", "USA-CLAIM-3")
def test_p6_locomotives_alone() -> None:
    game = Game.from_position(USA, Position(players=4, hands={0: {L: 3}}))
    assert claims(game, "Kansas City-Saint Louis blue") == [{L: 2}]
    assert claims(game, "Phoenix-Santa Fe gray") == [{L: 3}]
    game.copy().step(claim(game, "Kansas City-Saint Louis blue", "2 locomotive"))
    game.step(claim(game, "Phoenix-Santa Fe gray", "3 locomotive"))
    assert game.view(0).owners == {"Phoenix-Santa Fe gray": 0}


@pytest.mark.rule("USA-MARKET-1", "ALL-DRAW-1")
def test_p7_three_locomotives_face_up_are_replaced_again_and_again() -> None:
    game = Game.from_position(
        USA,
        Position(
            players=2, market=["black", "black", L, L, "red"], deck_top=[L, L, L, L, "red", "blue", "white", *PLAIN]
        ),
    )
    game.step(take(4))
    assert game.view(0).market == ("white", *PLAIN[:4])
    assert [e.kind for e in game.events].count(EventKind.MARKET_CLEARED) == 2
    assert game.decision is Decision.SECOND_CARD  # the draw goes on from the new market


@pytest.mark.rule("USA-MARKET-5", "USA-EMPTY-1")
def test_p7_with_no_cards_left_it_ends() -> None:
    game = Game.from_position(
        USA, Position(players=2, market=["black", L, L, L, "white"],
        hands={0: {"red": 12, "blue": 12, "green": 12, "yellow": 12, "purple": 12, "orange": 12, "white": 11},
               1: {"black": 11, L: 11}},
    ))  # fmt: skip
    assert game.view(0).market == ("black", L, L, L, "white")
    assert not kinds(game) & {K.DRAW_MARKET, K.DRAW_BLIND}
    game.step(claim(game, "El Paso-Houston green", "6 green"))
    # Six cards came back, so the reset is due, and the discards serve as the deck.
    clears = sum(event.kind is EventKind.MARKET_CLEARED for event in game.events)
    assert clears >= 1
    assert Counter(game.view(0).market)[L] < 3 or clears == 3


@pytest.mark.rule("USA-SCORE-2")
def test_p8_ticket_through_any_own_tracks() -> None:
    omaha = [t.name for t in USA.tracks if t.pair == {"Kansas City", "Omaha"}]
    blocked = next(t.name for t in USA.tracks if t.pair == {"Oklahoma City", "Santa Fe"})
    own = ["Denver-Santa Fe", "Denver-Kansas City black", omaha[1], "Chicago-Omaha"]
    game = Game.from_position(
        USA, Position(players=4, tracks={0: own, 1: [blocked]}, tickets={0: ["Chicago-Santa Fe"]})
    )
    assert (game.score(0).ticket_points, game.score(0).tickets_made) == (9, 1)
    without = Game.from_position(
        USA, Position(players=4, tracks={0: own[1:], 1: own[:1]}, tickets={0: ["Chicago-Santa Fe"]})
    )
    assert without.score(0).failed_unfinished == -9


@pytest.mark.rule("USA-DRAW-3", "USA-DRAW-4", "USA-DRAW-5")
def test_p9_locomotive_as_second_card() -> None:
    state: dict[str, Any] = {"market": ["black", L, "red", "white", "yellow"]}
    second = Game.from_position(USA, Position(players=2, cards_drawn=1, deck_top=[L], **state))
    refused(second, take(1), "only be the first card")
    second.step(blind())
    assert (second.view(0).hand, second.player) == ({L: 1}, 1)
    replaced = Game.from_position(USA, Position(players=2, deck_top=[L], **state))
    replaced.step(take(0))
    refused(replaced, take(0), "only be the first card")
    first = Game.from_position(USA, Position(players=2, **state))
    first.step(take(1))
    assert (first.view(0).hand, first.player) == ({L: 1}, 1)
    blind_first = Game.from_position(USA, Position(players=2, deck_top=[L], **state))
    blind_first.step(blind())
    assert blind_first.decision is Decision.SECOND_CARD
    refused(blind_first, take(1), "only be the first card")


@pytest.mark.rule("USA-END-1", "USA-END-2", "USA-END-3", "ALL-TURN-1")
def test_p10_last_round() -> None:
    b_owns = tracks_of_lengths(USA, 41, free_of=("Duluth", "Omaha"))
    mine = {t.index for t in USA.tracks if t.name in b_owns}
    c_owns = [
        t.name for t in USA.tracks if t.index not in mine and t.index not in USA.doubles and "Duluth" not in t.pair
    ]
    chosen, spaces = [], 0
    for name in c_owns:
        length = next(t.length for t in USA.tracks if t.name == name)
        if spaces + length <= 42:
            chosen.append(name)
            spaces += length
    assert spaces == 42  # 3 trains left, which triggers nothing
    game = Game.from_position(
        USA, Position(players=3, tracks={1: b_owns, 2: chosen}, hands={1: ["red"] * 2, 2: ["blue"] * 3}, turn=2)
    )
    game.step(claim(game, "Duluth-Omaha gray 1", "2 red"))
    assert game.view(0).turns_left == 3
    assert game.view(0).pieces[1]["train"] == 2
    game.step(claim(game, "Duluth-Sault St. Marie gray", "3 blue"))
    assert game.view(0).pieces[2]["train"] == 0
    assert [e.number for e in game.events if e.kind is EventKind.LAST_ROUND] == [3]
    assert game.player == 0
    pass_the_turn(game)
    assert game.player == 1
    pass_the_turn(game)
    assert game.over
    assert game.end_reason is EndReason.PIECES


# ---- common rules and the USA game ----


@pytest.mark.rule("ALL-DRAW-3")
def test_a_blind_card_is_a_fair_draw() -> None:
    """A deck of 40 cards, 12 of them red: 0.3 of the draws, each within 4 standard deviations."""
    deck = {"red": 12, "blue": 12, "green": 8, L: 8}
    others = {"red": 0, "blue": 0, "green": 4, L: 6, "purple": 12, "white": 12, "yellow": 12, "orange": 12, "black": 7}
    drawn: Counter[str] = Counter()
    for seed in range(1000):
        game = Game.from_position(
            USA, Position(players=2, seed=seed, deck=deck, hands={1: others}, market=["black"] * 5)
        )
        game.step(blind())
        drawn.update(game.view(0).hand)
    for name, number in deck.items():
        share = number / 40
        assert abs(drawn[name] - 1000 * share) < 4 * (1000 * share * (1 - share)) ** 0.5


@pytest.mark.rule("ALL-DRAW-2")
def test_the_second_card_must_be_taken() -> None:
    game = Game.from_position(USA, Position(players=2, cards_drawn=1))
    assert kinds(game) <= {K.DRAW_MARKET, K.DRAW_BLIND}


@pytest.mark.rule("ALL-TURN-2")
def test_a_turn_is_one_move() -> None:
    game = Game.from_position(USA, Position(players=2, hands={0: ["red"] * 12}))
    game.step(claim(game, "Duluth-Omaha gray 1", "2 red"))
    assert game.player == 1


@pytest.mark.rule("TIX-1910-2", "TIX-1910-6")
def test_1910_pays_for_the_most_tickets_instead_of_the_trail() -> None:
    game_map = load_map("usa", tickets="1910")
    ticket = game_map.tickets[0]
    own = [track.name for track in tracks_between(game_map, *ticket.cities)]
    game = Game.from_position(game_map, Position(players=2, tracks={0: own}, tickets={0: [ticket.name]}))
    assert [game.score(s).most_tickets_points for s in (0, 1)] == [15, 0]
    assert [game.score(s).longest_trail_points for s in (0, 1)] == [0, 0]


# ---- Europe ----


@pytest.mark.rule("EUR-SETUP-1")
def test_europe_has_6_long_tickets_and_40_others() -> None:
    assert sum(t.is_long for t in EUROPE.tickets) == 6
    assert len(EUROPE.tickets) == 46


@pytest.mark.rule("EUR-TICKETS-1")
def test_a_later_draw_in_europe_offers_three_common_tickets() -> None:
    game = Game.from_position(EUROPE, Position(players=2))
    game.step(Action(K.DRAW_TICKETS))
    offered = game.view(0).offered
    assert len(offered) == 3
    assert not any(EUROPE.ticket(name).is_long for name in offered)
    assert {a.number for a in game.legal_actions()} == set(range(1, 8))
    game.step(Action(K.KEEP_TICKETS, number=0b010))
    assert game.position().ticket_bottom == [offered[0], offered[2]]


@pytest.mark.rule("EUR-CLAIM-1")
def test_route_points_of_europe() -> None:
    assert [EUROPE.rules.route_points[n] for n in (1, 2, 3, 4, 6, 8)] == [1, 2, 4, 7, 15, 21]
    long = next(t for t in EUROPE.tracks if t.length == 8)
    assert Game.from_position(EUROPE, Position(players=2, tracks={1: [long.name]})).scores()[1] == 21 + 12 + 10


@pytest.mark.rule("EUR-CLAIM-2")
@pytest.mark.parametrize("kind", ["tunnel", "ferry", "rail"])
def test_double_tunnels_and_ferries_close_too(kind: str) -> None:
    first, second = next((a, b) for a, b in EUROPE.doubles.items() if EUROPE.tracks[a].kind == kind)
    for players, is_open in ((2, False), (3, False), (4, True), (5, True)):
        game = Game.from_position(EUROPE, Position(players=players, tracks={0: [first]}, hands={1: {L: 14}}, turn=2))
        assert bool(claims(game, EUROPE.tracks[second].name)) == is_open


@pytest.mark.rule("EUR-FERRY-1", "EUR-FERRY-2")
def test_ferries_need_their_locomotives() -> None:
    name = "Palermo-Smyrna gray ferry"
    game = Game.from_position(EUROPE, Position(players=2, hands={0: {"red": 6, "blue": 6, L: 3}}))
    assert claims(game, name) == [{color: 6 - n, L: n} for color in ("blue", "red") for n in (2, 3)]
    refused(game, claim(game, name, "5 red, 1 locomotive"), "not an exact payment")
    refused(game, claim(game, name, "2 red, 2 blue, 2 locomotive"), "not an exact payment")


@pytest.mark.rule("EUR-TUNNEL-1", "EUR-TUNNEL-2", "EUR-TUNNEL-7", "EUR-TUNNEL-9")
def test_a_tunnel_without_a_match_stands_at_once() -> None:
    game = dig({"red": 2}, "2 red", ["blue", "white", "green"])
    assert game.view(0).owners == {TUNNEL.name: 0}
    assert game.view(0).discards == {"red": 2, "blue": 1, "white": 1, "green": 1}
    assert game.player == 1


@pytest.mark.rule("EUR-TUNNEL-3", "EUR-TUNNEL-4", "EUR-TUNNEL-8", "EUR-TUNNEL-9")
def test_matches_and_locomotives_are_owed_again() -> None:
    game = dig({"red": 4, L: 1}, "2 red", ["red", "white", L])
    assert (game.decision, game.view(0).owed) == (Decision.TUNNEL, 2)
    assert payments(game, K.PAY_TUNNEL, 0) == [{"red": 2}, {"red": 1, L: 1}]
    assert game.view(0).discards == {}
    game.step(game.legal_actions()[1])
    view = game.view(1)
    assert view.discards == {"red": 4, "white": 1, L: 2}
    assert (view.pieces[0]["train"], view.route_points[0]) == (43, 2)


@pytest.mark.rule("EUR-TUNNEL-5")
def test_a_tunnel_paid_with_locomotives_counts_locomotives_only() -> None:
    game = dig({"red": 5, L: 4}, "2 locomotive", ["red", "white", L])
    assert game.view(0).owed == 1
    assert payments(game, K.PAY_TUNNEL, 0) == [{L: 1}]


@pytest.mark.rule("EUR-TUNNEL-6", "EUR-TUNNEL-9", "ALL-IDLE-1")
def test_a_declined_tunnel_gives_the_payment_back() -> None:
    game = dig({"red": 2}, "2 red", ["red", "white", "blue"])
    assert kinds(game) == {K.DECLINE_TUNNEL}
    game.step(Action(K.DECLINE_TUNNEL))
    view = game.view(0)
    assert view.hand == {"red": 2}
    assert view.discards == {"red": 1, "white": 1, "blue": 1}
    assert (view.owners, game.player) == ({}, 1)
    assert game.position().idle_turns == 1


def short_deck(deck: list[str], discards: list[str]) -> Game:
    """Player 1 holds all cards but 2 red ones, those given, and the market."""
    market = ["yellow", "orange", "yellow", "orange", "yellow"]
    used = Counter(["red", "red", *deck, *discards, *market])
    rest = {card.name: card.count - used[card.name] for card in EUROPE.rules.cards}
    return Game.from_position(
        EUROPE,
        Position(
            players=2, hands={0: ["red", "red"], 1: rest}, market=market, deck=[], deck_top=deck, discards=discards
        ),
    )


@pytest.mark.rule("EUR-TUNNEL-10")
def test_a_deck_that_runs_out_is_rebuilt_without_the_payment() -> None:
    game = short_deck(["blue"], ["white", "green"])
    game.step(claim(game, TUNNEL.name, "2 red"))
    turned = [e for e in game.events if e.kind is EventKind.TUNNEL_CARD]
    assert next(e.number for e in game.events if e.kind is EventKind.DECK_REBUILT) == 2
    assert len(turned) == 3
    assert game.view(0).owners == {TUNNEL.name: 0}


@pytest.mark.rule("EUR-TUNNEL-11")
@pytest.mark.parametrize("deck", [[], ["blue"], ["red"]])
def test_fewer_cards_mean_less_risk(deck: list[str]) -> None:
    game = short_deck(deck, [])
    game.step(claim(game, TUNNEL.name, "2 red"))
    assert sum(e.kind is EventKind.TUNNEL_CARD for e in game.events) == len(deck)
    assert (game.decision is Decision.TUNNEL) == (deck == ["red"])


@pytest.mark.rule("EUR-STATION-1", "EUR-STATION-2", "EUR-STATION-3")
def test_stations_cost_one_two_three_cards() -> None:
    game = Game.from_position(
        EUROPE, Position(players=2, hands={0: {"red": 6, "blue": 1, L: 1}}, stations={1: ["Berlin"]})
    )
    refused(game, station(game, "Berlin", "1 red"), "has a building")
    refused(game, station(game, "Paris", "2 red"), "not an exact payment")
    for city, words, wrong in (
        ("Paris", "1 blue", ""),
        ("Roma", "1 red, 1 locomotive", "1 red"),
        ("Wien", "3 red", ""),
    ):
        if wrong:
            refused(game, station(game, city, wrong), "not an exact payment")
        game.step(station(game, city, words))
        pass_the_turn(game)
    refused(game, station(game, "London", "1 red"), "none|no building of this kind left")
    assert set(game.view(0).stations) == {"Berlin", "Paris", "Roma", "Wien"}


@pytest.mark.rule("EUR-STATION-4", "EUR-END-1")
def test_stations_on_the_last_turn_with_no_trains_and_the_last_turn_is_played() -> None:
    game = Game.from_position(
        EUROPE,
        Position(players=2, tracks={0: tracks_of_lengths(EUROPE, 45)}, pieces={0: 0}, hands={0: ["red"]}, turns_left=1),
    )
    assert K.PASS not in kinds(game)
    assert not any(a.kind is K.CLAIM for a in game.legal_actions())
    game.step(station(game, "Paris", "1 red"))
    assert game.over
    assert [game.score(seat).station_points for seat in (0, 1)] == [8, 12]


@pytest.mark.rule("EUR-STATION-5", "EUR-STATION-6", "EUR-STATION-8", "EUR-STATION-9", "EUR-STATION-10")
def test_a_station_borrows_one_track_for_all_tickets() -> None:
    def between(a: str, b: str) -> str:
        return next(t.name for t in EUROPE.tracks if t.pair == {a, b})

    own, others = [between("Paris", "Frankfurt")], [between("Frankfurt", "Berlin"), between("Frankfurt", "München")]
    ticket = next(t.name for t in EUROPE.tickets if set(t.cities) == {"Frankfurt", "København"})
    tickets = {0: [ticket]}
    more = [*others, between("Essen", "Frankfurt"), between("Essen", "København")]
    state: dict[str, Any] = {"tracks": {0: [*own, between("Essen", "København")], 1: [*others, more[2]]}}
    before = Game.from_position(EUROPE, Position(players=3, tickets=tickets, **state)).score(0)
    after = Game.from_position(EUROPE, Position(players=3, tickets=tickets, stations={0: ["Essen"]}, **state)).score(0)
    assert (before.tickets_made, after.tickets_made) == (0, 1)
    assert after.longest_trail == before.longest_trail == 3
    assert (before.station_points, after.station_points) == (12, 8)
    third = Game.from_position(
        EUROPE, Position(players=3, tickets=tickets, stations={0: ["Essen"], 2: ["Frankfurt"]}, **state)
    )
    assert third.score(0).tickets_made == 1


@pytest.mark.rule("EUR-STATION-5", "EUR-STATION-7")
@pytest.mark.parametrize(("far", "made", "points"), [(11, 2, 12), (12, 2, 12), (13, 1, 13)])
def test_the_choice_of_borrowed_tracks_is_the_best_of_all_stations_together(far: int, made: int, points: int) -> None:
    """Alone each station does best with the ticket to its side; only both together reach the far one."""
    rows = {"M-N": 1, "A-M": 1, "C-M": 1, "B-N": 1, "D-N": 1}
    game_map = small_europe(rows, {"A-B": far, "C-M": 6, "D-N": 6})
    game = Game.from_position(
        game_map,
        Position(players=2, tracks={0: [0], 1: [1, 2, 3, 4]}, stations={0: ["M", "N"]}, tickets={0: [0, 1, 2]}),
    )
    score = game.score(0)
    assert (score.tickets_made, score.ticket_points) == (made, points)
    assert score.failed_unfinished + score.failed_cut_off == points - (far + 12)


@pytest.mark.rule("EUR-STATION-5")
def test_a_station_borrows_one_track_that_touches_its_city_from_an_opponent() -> None:
    game_map = small_europe({"A-B": 1, "B-C": 1, "C-D": 1, "A-E": 1}, {"A-C": 5, "A-E": 3})
    for opponents, station_at, made in (([1], "B", 1), ([1], "C", 1), ([1], "A", 0), ([], "B", 0), ([1, 3], "A", 1)):
        game = Game.from_position(
            game_map,
            Position(players=2, tracks={0: [0, 2], 1: opponents}, stations={0: [station_at]}, tickets={0: [0, 1]}),
        )
        assert game.score(0).tickets_made == made


@pytest.mark.rule("EUR-WIN-1")
@pytest.mark.parametrize(
    ("first", "second", "stations", "tickets", "winners"),
    [
        ([3], [2] * 5, 1, 0, (1,)),  # fewer stations go before the longest trail
        ([2] * 6, [3], 1, 1, (0,)),  # more tickets go before fewer stations and the trail
        ([3], [2] * 7, 0, 0, (0,)),  # the longest trail, where all else is equal
        ([3], [3], 0, 0, (0, 1)),  # nothing is left to compare
    ],
)
def test_ties_in_europe(
    first: list[int], second: list[int], stations: int, tickets: int, winners: tuple[int, ...]
) -> None:
    """Each seat's tracks are islands of these lengths; the first one has a station and a ticket, or none."""
    assert EUROPE.rules.tie_breaks == ("tickets", "stations", "longest_trail")
    lengths = [*first, *second]
    game_map = small_europe({f"a{i}-b{i}": length for i, length in enumerate(lengths)}, {"a0-b0": 6})
    own = {0: list(range(len(first))), 1: list(range(len(first), len(lengths)))}
    game = Game.from_position(
        game_map,
        Position(players=2, tracks=own, stations={0: ["b0"] * stations}, tickets={0: [0] * tickets}, turns_left=1),
    )
    pass_the_turn(game)
    assert len(set(game.scores())) == 1
    assert game.winners == winners


# ---- First Journey ----


@pytest.mark.rule("FJ-SETUP-1", "FJ-SETUP-4", "FJ-SETUP-5")
def test_first_journey_set_up() -> None:
    view = Game(FIRST_JOURNEY, 3, seed=1).view(0)
    assert [dict(p) for p in view.pieces] == [{"train": 20}] * 3
    assert view.hand_sizes == (4, 4, 4)
    assert (view.market, len(view.offered)) == ((), 2)
    assert len(FIRST_JOURNEY.tickets) == 32
    game = Game(FIRST_JOURNEY, 3, seed=1)
    assert [a.number for a in game.legal_actions()] == [0b11]


@pytest.mark.rule("FJ-DRAW-1", "FJ-DRAW-2")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_first_journey_draws_two_or_what_is_left(left: int) -> None:
    rest = {card.name: card.count for card in FIRST_JOURNEY.rules.cards}
    rest["red"] -= left
    game = Game.from_position(FIRST_JOURNEY, Position(players=2, hands={1: rest}, deck=["red"] * left))
    if not left:
        assert not kinds(game) & {K.DRAW_BLIND}
        return
    pass_the_turn(game, cards=min(2, left))
    assert game.player == 1
    assert sum(game.view(0).hand.values()) == min(2, left)


@pytest.mark.rule("FJ-DRAW-2")
def test_first_journey_shuffles_the_discards_in() -> None:
    rest = {card.name: card.count for card in FIRST_JOURNEY.rules.cards} | {"red": 5}
    game = Game.from_position(FIRST_JOURNEY, Position(players=2, hands={1: rest}, deck=["red"], discards=["red"] * 4))
    game.step(blind())
    assert game.view(0).deck_sizes == {"train": 4}
    game.step(blind())
    assert game.view(0).hand == {"red": 2}


@pytest.mark.rule("FJ-SCORE-1")
def test_the_score_is_the_number_of_completed_tickets() -> None:
    game = in_a_row(3, [7])
    assert game.scores() == [3, 0]
    assert game.view(1).shown_tickets == (("c0-c1", "c1-c2", "c2-c3"), ())
    with pytest.raises(SetupError, match="completed: the tracks of seat 0 do not join c5-c6"):
        in_a_row(3, [], completed={0: [5]})


@pytest.mark.rule("FJ-COMPLETE-1", "FJ-COMPLETE-2", "FJ-COMPLETE-3")
def test_completed_tickets_are_shown_oldest_first_and_replaced_at_once() -> None:
    game = in_a_row(1, [10, 1], ticket_top=[8, 9])
    game.step(claim(game, "c1-c2 red", "1 red"))
    told = [
        (e.kind, e.target) for e in game.events if e.kind in (EventKind.TICKET_COMPLETED, EventKind.TICKET_REPLACED)
    ]
    assert told == [
        (EventKind.TICKET_COMPLETED, 10), (EventKind.TICKET_REPLACED, 8),
        (EventKind.TICKET_COMPLETED, 1), (EventKind.TICKET_REPLACED, 9),
    ]  # fmt: skip
    at_once = in_a_row(2, [2], ticket_top=[10, 9])  # ticket 10 is complete when it is drawn
    at_once.step(claim(at_once, "c2-c3 red", "1 red"))
    assert at_once.view(1).shown_tickets[0][2:] == ("c2-c3", "c0-c2")
    assert at_once.view(0).tickets == ("c9-c10",)


@pytest.mark.rule("FJ-END-1", "FJ-END-2")
def test_the_sixth_ticket_ends_the_game_at_once() -> None:
    game = in_a_row(5, [5, 14])  # both would be completed
    game.step(claim(game, "c5-c6 red", "1 red"))
    assert (game.over, game.end_reason, game.winners) == (True, EndReason.GOAL, (0,))
    assert game.events[-4].kind is EventKind.TICKET_COMPLETED  # nothing more is drawn or shown
    assert game.view(0).ticket_counts[0] == 1
    assert game.scores()[0] == 6  # the other one is joined, too, but came too late to count


@pytest.mark.rule("FJ-EXCHANGE-1", "FJ-EXCHANGE-2", "FJ-TICKETS-1")
def test_both_tickets_are_exchanged_or_none() -> None:
    game = in_a_row(0, [3, 4], ticket_top=[5, 6])
    game.step(Action(K.EXCHANGE_TICKETS))
    assert game.view(0).tickets == ("c5-c6", "c6-c7")
    assert game.position().ticket_discards == ["c3-c4", "c4-c5"]
    refused(in_a_row(0, [3]), Action(K.EXCHANGE_TICKETS), "only with a full hand of unfinished tickets")
    used = set(range(19)) - {3, 4, 5, 6}
    empty = in_a_row(0, [3, 4], ticket_deck=[5], ticket_discards=[6, *used])
    empty.step(Action(K.EXCHANGE_TICKETS))
    assert [e.number for e in empty.events if e.kind is EventKind.TICKETS_REBUILT] == [len(used) + 1]


@pytest.mark.rule("FJ-BONUS-4", "FJ-BONUS-1", "FJ-BONUS-2", "FJ-BONUS-3")
@pytest.mark.parametrize(
    ("name", "west", "east"),
    [
        ("first_journey_europe", ("Dublin", "Brest", "Madrid"), ("Moscow", "Rostov", "Ankara")),
        ("first_journey_usa", ("Seattle", "San Francisco", "Los Angeles"), ("New York", "Washington", "Miami")),
    ],
)
def test_coast_to_coast_wins_one_bonus_ticket(name: str, west: tuple[str, ...], east: tuple[str, ...]) -> None:
    game_map, tried = load_map(name), 0
    for a in west:
        for b in east:
            tracks = tracks_between(game_map, game_map.city(a).name, game_map.city(b).name)
            last = tracks[-1]
            on_the_way = {city for track in tracks[:-1] for city in track.pair}
            if sum(t.length for t in tracks) >= 20 or on_the_way & {game_map.city(each).name for each in east}:
                continue
            game = Game.from_position(
                game_map,
                Position(
                    players=2,
                    tracks={0: [t.name for t in tracks[:-1]]},
                    hands={0: {last.color: last.length}},
                ),
            )
            game.step(claim(game, last.name, f"{last.length} {last.color}"))
            assert game.view(0).shown_tickets[0] == (game_map.bonus_tickets[0].name,)
            assert (game.scores()[0], game.view(0).ticket_counts[0]) == (1, 0)
            tried += 1
    assert tried > 1


# ---- Rails & Sails ----


@pytest.mark.rule("RS-SETUP-1", "RS-SETUP-2", "RS-TICKETS-1", "RS-TICKETS-2", "RS-PIECES-5")
@pytest.mark.parametrize(("game_map", "train", "ship"), [(WORLD, 3, 7), (LAKES, 2, 2)])
def test_rails_and_sails_set_up(game_map: GameMap, train: int, ship: int) -> None:
    view = Game(game_map, 2, seed=3).view(0)
    ships = sum(n for name, n in view.hand.items() if "ship" in name)
    assert (sum(view.hand.values()) - ships, ships) == (train, ship)
    assert sum("ship" in str(card) for card in view.market) == 3
    assert len(view.market) == 6
    assert len(view.offered) == 5
    assert game_map.rules.harbours.number == 3
    assert (len(game_map.tickets), sum(t.is_tour for t in game_map.tickets)) == (
        (65, 8) if game_map is WORLD else (55, len([t for t in game_map.tickets if t.is_tour]))
    )
    assert min(a.number.bit_count() for a in Game(game_map, 2, seed=3).legal_actions()) == 3


@pytest.mark.rule("RS-TICKETS-2", "RS-TICKETS-3")
def test_four_tickets_are_drawn_one_kept_the_others_go_under_the_deck() -> None:
    game = Game.from_position(WORLD, Position(players=2))
    game.step(Action(K.DRAW_TICKETS))
    offered = game.view(0).offered
    assert len(offered) == 4
    game.step(Action(K.KEEP_TICKETS, number=1))
    assert len(game.position().ticket_bottom) == 3


@pytest.mark.rule("RS-PIECES-1", "RS-PIECES-2", "RS-PIECES-3", "RS-PIECES-4")
@pytest.mark.parametrize(("game_map", "low", "high", "advised"), [(WORLD, 10, 25, 20), (LAKES, 18, 33, 27)])
def test_the_mix_of_pieces_is_chosen_in_secret(game_map: GameMap, low: int, high: int, advised: int) -> None:
    game = Game(game_map, 2, seed=3)
    for _ in range(2):
        game.step(Action(K.KEEP_TICKETS, number=0b111))
    assert [a.number for a in game.legal_actions()] == list(range(low, high + 1))
    game.step(Action(K.CHOOSE_PIECES, number=advised))
    assert sum(game.view(1).pieces[0].values()) == 0  # not revealed yet
    game.step(Action(K.CHOOSE_PIECES, number=low))
    kept = game_map.rules.pieces_kept
    assert dict(game.view(1).pieces[0]) == {"train": advised, "ship": kept - advised}
    assert dict(game.view(0).pieces[1]) == {"train": low, "ship": kept - low}


@pytest.mark.rule("RS-CARDS-3")
def test_wilds_go_to_the_train_discards() -> None:
    sea = next(t for t in WORLD.tracks if t.kind == "sea" and t.length == 2)
    game = Game.from_position(WORLD, Position(players=2, hands={0: {L: 2}}))
    game.step(claim(game, sea.name, "2 locomotive"))
    assert game.view(0).discards == {L: 2}
    assert WORLD.rules.cards[[c.name for c in WORLD.rules.cards].index(L)].deck == "train"


MARKET = ["red", "white", "black", "red ship x2", "white ship x2", "black ship x2"]


@pytest.mark.rule("RS-DRAW-1", "RS-DRAW-2", "RS-DRAW-4")
def test_a_market_card_taken_is_replaced_from_the_deck_chosen() -> None:
    game = Game.from_position(WORLD, Position(players=2, market=MARKET))
    assert {a.target for a in game.legal_actions() if a.kind is K.DRAW_BLIND} == {0, 1}
    game.step(take(0))
    assert (game.decision, game.view(0).market[0]) == (Decision.REFILL, None)
    game.step(Action(K.REFILL, 1))
    assert "ship" in str(game.view(0).market[0])
    game.step(take(3))
    game.step(Action(K.REFILL, 0))
    assert "ship" not in str(game.view(0).market[3])
    assert game.player == 1
    wild = Game.from_position(WORLD, Position(players=2, market=[L, *MARKET[1:]]))
    wild.step(take(0))
    wild.step(Action(K.REFILL, 1))
    assert wild.player == 1


@pytest.mark.rule("RS-MARKET-1", "RS-MARKET-2")
def test_a_market_of_wilds_is_reset_three_times_at_most() -> None:
    ships = [f"{color} ship x2" for color in ("red", "white", "black")]
    top = [L, L, L, *ships, L, L, L, *ships, L, L, L, *ships]
    game = Game.from_position(WORLD, Position(players=2, market=[L, L, "red", *ships], deck_top=[L, *top]))
    game.step(take(2))
    game.step(Action(K.REFILL, 0))
    assert sum(e.kind is EventKind.MARKET_CLEARED for e in game.events) == 3
    assert Counter(game.view(0).market)[L] == 3
    slots = [e.number for e in game.events if e.kind is EventKind.MARKET_CARD][-6:]
    assert slots == list(range(6))


def rest_of_world(*used: str) -> dict[str, int]:
    gone = Counter(used)
    return {card.name: card.count - gone[card.name] for card in WORLD.rules.cards}


@pytest.mark.rule("RS-MARKET-4", "RS-EMPTY-1")
def test_no_reset_and_no_draw_without_cards() -> None:
    market = [L, L, L, *MARKET[3:]]
    game = Game.from_position(WORLD, Position(players=2, market=market, hands={1: rest_of_world(*market)}))
    assert game.view(0).market == tuple(market)
    assert not kinds(game) & {K.DRAW_MARKET, K.DRAW_BLIND}


@pytest.mark.rule("RS-DECK-2", "RS-DRAW-3")
def test_the_other_deck_serves_when_one_is_used_up() -> None:
    trains = [c.name for c in WORLD.rules.cards if c.deck == "train"]
    hand = {name: n for name, n in rest_of_world(*MARKET[:3]).items() if name in trains}
    game = Game.from_position(WORLD, Position(players=2, market=MARKET, hands={1: hand}))
    assert {a.target for a in game.legal_actions() if a.kind is K.DRAW_BLIND} == {1}
    game.step(take(0))
    assert game.decision is Decision.SECOND_CARD  # no choice of deck
    assert "ship" in str(game.view(0).market[0])


@pytest.mark.rule("RS-DECK-1")
def test_a_deck_is_rebuilt_from_its_own_discards() -> None:
    trains = {c.name for c in WORLD.rules.cards if c.deck == "train"}
    used = [*MARKET, "green", "green", "red ship x2"]
    hand = {name: n for name, n in rest_of_world(*used).items() if name in trains}
    game = Game.from_position(
        WORLD,
        Position(players=2, market=MARKET, hands={1: hand}, deck_top=["green"], discards=["green", "red ship x2"]),
    )
    game.step(blind(0))
    assert game.view(0).deck_sizes["train"] == 1
    assert game.view(0).discards == {"red ship x2": 1}


@pytest.mark.rule("RS-MARKET-3")
def test_a_gap_nobody_chooses_for_is_filled_from_the_fewer() -> None:
    used = [*MARKET[1:], "red", "red"]
    hand = rest_of_world(*used)
    game = Game.from_position(
        WORLD, Position(players=2, market=[None, *MARKET[1:]], hands={1: hand, 0: ["red", "red"]})
    )
    length_one = next(t for t in WORLD.tracks if t.kind == "rail" and t.length == 1 and t.color in ("red", "gray"))
    game.step(claim(game, length_one.name, "1 red"))
    assert game.view(0).market[0] == "red"  # 2 train cards and 3 ships lay there


def sea(length: int, color: str) -> str:
    return next(t.name for t in WORLD.tracks if (t.kind, t.length, t.color) == ("sea", length, color))


@pytest.mark.rule("RS-CLAIM-1", "RS-CLAIM-2", "RS-CLAIM-4", "RS-CLAIM-5")
def test_five_sea_spaces_with_two_doubles_and_a_single_or_three_doubles() -> None:
    track = next(t for t in WORLD.tracks if t.kind == "sea" and t.length == 5)
    color = track.color if track.color != "gray" else "red"
    double, single = f"{color} ship x2", f"{color} ship with harbour"
    game = Game.from_position(WORLD, Position(players=2, hands={0: {double: 4, single: 2, color: 4, L: 1}}))
    found = claims(game, track.name)
    assert {double: 2, single: 1} in found
    assert {double: 3} in found
    assert {double: 2, L: 1} in found
    assert {double: 2, single: 2} not in found  # a card could be left out
    assert {double: 3, L: 1} not in found
    assert not any(color in payment for payment in found)  # no train cards at sea


@pytest.mark.rule("RS-CLAIM-3", "RS-CLAIM-4")
def test_white_sea_of_four_with_two_doubles() -> None:
    track = next((t for t in WORLD.tracks if (t.kind, t.length, t.color) == ("sea", 4, "white")), None)
    track = track or next(t for t in WORLD.tracks if (t.kind, t.length) == ("sea", 4) and t.color in ("white", "gray"))
    game = Game.from_position(WORLD, Position(players=2, hands={0: {"white ship x2": 3, "black ship x2": 2}}))
    assert {"white ship x2": 2} in claims(game, track.name)
    refused(game, claim(game, track.name, "1 white ship x2, 1 black ship x2"), "not an exact payment")
    game.step(claim(game, track.name, "2 white ship x2"))
    assert game.view(0).route_points[0] == 7


@pytest.mark.rule("RS-CLAIM-6", "RS-CLAIM-7")
def test_pieces_of_the_right_kind_and_symbols_apart() -> None:
    rail = next(t for t in WORLD.tracks if t.kind == "rail" and t.length == 2 and t.color == "red")
    game = Game.from_position(WORLD, Position(players=2, hands={0: {"red": 2, "red with harbour": 2}}))
    assert claims(game, rail.name) == [{"red": a, "red with harbour": 2 - a} if 0 < a < 2 else
                                       {"red": 2} if a else {"red with harbour": 2} for a in (0, 1, 2)]  # fmt: skip


@pytest.mark.rule("RS-CLAIM-8")
def test_route_points_of_rails_and_sails() -> None:
    assert WORLD.rules.route_points[1:] == (1, 2, 4, 7, 10, 15, 18, 21)
    assert LAKES.rules.route_points[1:] == (1, 2, 4, 7, 10, 15, 18, 21, 27)


@pytest.mark.rule("RS-PAIR-1", "RS-PAIR-2", "RS-PAIR-3")
def test_pair_spaces_take_pairs_and_one_train_each() -> None:
    track = max((t for t in WORLD.tracks if t.pair_spaces), key=lambda t: t.length)
    n = track.length
    game = Game.from_position(WORLD, Position(players=2, hands={0: {"red": 2 * n - 2, "black": 3, "white": 1, L: 2}}))
    assert {"red": 2 * n - 2, "black": 2} in claims(game, track.name)
    assert {"red": 2 * n - 2, L: 2} in claims(game, track.name)
    assert {"red": 2 * n - 3, "black": 2, L: 1} in claims(game, track.name)
    assert {"red": 2 * n - 4, "black": 1, "white": 1, L: 2} in claims(game, track.name)
    refused(game, claim(game, track.name, f"{2 * n - 3} red, 3 black"), "not an exact payment")
    before = game.view(0).pieces[0]["train"]
    game.step(claim(game, track.name, f"{2 * n - 2} red, 2 black"))
    assert before - game.view(0).pieces[0]["train"] == n


@pytest.mark.rule("RS-DOUBLE-1", "RS-DOUBLE-2")
def test_rail_and_sea_between_the_same_cities_are_no_double_route() -> None:
    rail = next(t for t in LAKES.tracks if t.pair == {"Duluth", "Thunder Bay"} and t.kind == "rail")
    both = next(t for t in LAKES.tracks if t.pair == rail.pair and t.kind == "sea")
    game = Game.from_position(LAKES, Position(players=2, tracks={0: [rail.name]}, hands={0: {L: 14}}))
    assert claims(game, both.name)
    first, second = next(iter(WORLD.doubles.items()))
    game = Game.from_position(WORLD, Position(players=2, tracks={1: [first]}, hands={0: {L: 14}}))
    assert not claims(game, WORLD.tracks[second].name)


@pytest.mark.rule("RS-WRAP-1", "RS-SCORE-1")
def test_tracks_across_the_edge_and_ships_join_cities() -> None:
    wrap = next(t for t in WORLD.tracks if t.wraps)
    other = next(
        t for t in WORLD.tracks if t.kind != wrap.kind and len(t.pair & wrap.pair) == 1 and t.index != wrap.index
    )
    ends = sorted(wrap.pair ^ other.pair)
    game = Game.from_position(WORLD, Position(players=2, tracks={0: [wrap.name, other.name]}))
    labels = game._live.game.public.component[0]
    assert labels[WORLD.city_index[ends[0]]] == labels[WORLD.city_index[ends[1]]]


@pytest.mark.rule("RS-HARBOUR-1", "RS-HARBOUR-2", "RS-HARBOUR-3", "RS-HARBOUR-4")
def test_the_harbour_of_lima() -> None:
    lima = next(t for t in WORLD.tracks if "Lima" in t.pair and t.index not in WORLD.doubles)
    hand = {"red with harbour": 2, "red ship with harbour": 3, "red": 2, "white ship with harbour": 1, L: 4}
    game = Game.from_position(WORLD, Position(players=2, tracks={0: [lima.name]}, hands={0: hand}))
    found = payments(game, K.BUILD_HARBOUR, WORLD.city_index["Lima"])
    assert {"red with harbour": 2, "red ship with harbour": 2} in found
    assert {"red with harbour": 1, "red ship with harbour": 1, L: 2} in found
    assert found.count({L: 4}) == 1
    refused(game, harbour(game, "Lima", "1 red with harbour, 3 red ship with harbour"), "not an exact payment")
    refused(game, harbour(game, "Lima", "2 red, 2 red ship with harbour"), "not an exact payment")
    elsewhere = next(c.name for c in WORLD.cities if "port" in c.tags and c.name not in lima.pair)
    refused(game, harbour(game, elsewhere, "4 locomotive"), "no track that touches")
    game.step(harbour(game, "Lima", "2 red with harbour, 2 red ship with harbour"))
    assert game.view(1).harbours == {"Lima": 0}


@pytest.mark.rule("RS-HARBOUR-5", "RS-HARBOUR-6", "RS-HARBOUR-7", "RS-SCORE-2")
def test_harbours_score_by_completed_tickets_that_name_their_city() -> None:
    ticket = next(t for t in WORLD.tickets if not t.is_tour)
    port = next(c for c in WORLD.tickets[ticket.index].cities if "port" in WORLD.city(c).tags)
    own = [track.name for track in tracks_between(WORLD, *ticket.cities)]
    state: dict[str, Any] = {"tracks": {0: own}, "tickets": {0: [ticket.name]}}
    without = Game.from_position(WORLD, Position(players=2, **state))
    with_one = Game.from_position(WORLD, Position(players=2, harbours={0: [port]}, **state))
    assert (without.score(0).harbour_points, without.score(1).harbour_points) == (-12, -12)
    assert with_one.score(0).harbour_points == 20 - 8
    assert with_one.score(0).longest_trail_points == 0
    assert WORLD.rules.harbours.points == (0, 20, 30, 40)
    assert LAKES.rules.harbours.points == (0, 10, 20, 30)


@pytest.mark.rule("RS-HARBOUR-8", "RS-END-1", "RS-END-2")
def test_harbours_on_the_last_turn() -> None:
    lima = next(t for t in WORLD.tracks if "Lima" in t.pair and t.index not in WORLD.doubles)
    game = Game.from_position(WORLD, Position(players=2, tracks={0: [lima.name]}, hands={0: {L: 4}}, turns_left=1))
    game.step(harbour(game, "Lima", "4 locomotive"))
    assert game.over


@pytest.mark.rule("RS-EXCHANGE-1", "RS-EXCHANGE-2", "RS-EXCHANGE-3", "RS-EXCHANGE-4")
def test_pieces_are_exchanged_at_a_point_each() -> None:
    game = Game.from_position(WORLD, Position(players=2, pieces={0: {"train": 20, "ship": 40}}))
    numbers = {(a.target, a.number) for a in game.legal_actions() if a.kind is K.EXCHANGE_PIECES}
    assert numbers == {(0, n) for n in range(1, 11)} | {(1, n) for n in range(1, 6)}
    game.step(Action(K.EXCHANGE_PIECES, 1, 5))
    view = game.view(0)
    assert (dict(view.pieces[0]), dict(view.boxes[0])) == ({"train": 25, "ship": 35}, {"train": 0, "ship": 15})
    assert game.score(0).exchange_points == -5
    assert game.scores()[0] == -5 - 12


@pytest.mark.rule("RS-WIN-1")
def test_ties_share_the_win() -> None:
    assert WORLD.rules.tie_breaks == ()
    game = Game.from_position(WORLD, Position(players=2, turns_left=1))
    pass_the_turn(game)
    assert game.winners == (0, 1)


def test_an_impossible_position_is_refused() -> None:
    with pytest.raises(SetupError, match="last round has begun"):
        Game.from_position(USA, Position(players=2, tracks={0: tracks_of_lengths(USA, 43)}))
