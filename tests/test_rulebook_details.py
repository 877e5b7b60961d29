"""What the rules' tests leave open: counters, records of a game, rare ends; many from survivors of ``mutation.py``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import engine_faults
import numpy as np
import pytest
from conservation import check_cards, check_pieces, check_tickets
from game_words import EUROPE, FIRST_JOURNEY, LAKES, USA, WORLD, L, blind, claim, harbour, kinds, pass_the_turn, station
from rulebook_maps import TUNNEL, chain_map, dig, in_a_row, line_map, small_europe

from ttr_analysis.maps.actions import Action, ActionKind, Decision
from ttr_analysis.maps.events import EndReason, EventKind
from ttr_analysis.maps.parts import Ticket
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position

K = ActionKind


def public(game: Game) -> Any:
    return game._live.game.public


def scored(game: Game, seat: int) -> Any:
    """The engine's own record of a score."""
    game.score(seat)
    return game._live.scores[seat]


@pytest.mark.rule("ALL-CARDS-1")
@pytest.mark.parametrize(("name", "players"), [("small", 3), ("chain", 2), ("fifth", 2), ("journey", 3), ("europe", 2)])
def test_nothing_is_lost_in_whole_games(name: str, players: int) -> None:
    game = Game(engine_faults.map_named(name), players, seed=5)
    while not game.over:
        check_cards(game)
        check_pieces(game)
        if game.decision is Decision.TURN and game.turn % 5 == 0:
            check_tickets(game)
        for seat in range(players):
            held = game._live.game.private[seat]
            open_ones = (held.done_turn[: held.ticket_count] < 0).sum()
            shown = game.game_map.rules.tickets.shown_when_completed
            assert not game.turn or public(game).tickets_held[seat] == (open_ones if shown else held.ticket_count)
        game.advance("random")
    check_cards(game)
    check_pieces(game)


# ---- claims ----


@pytest.mark.rule("ALL-KNOW-1", "USA-CLAIM-7")
def test_a_claim_is_noted_with_turn_cards_and_locomotives() -> None:
    game = Game.from_position(USA, Position(players=2, hands={0: {"red": 4, L: 2}}, turn=7))
    index = next(t.index for t in USA.tracks if t.name == "Duluth-Sault St. Marie gray")
    game.step(claim(game, "Duluth-Sault St. Marie gray", "2 red, 1 locomotive"))
    record = public(game)
    assert (record.claim_turn[index], record.claim_cards[index], record.claim_wilds[index]) == (7, 3, 1)
    assert game.view(1).hand_sizes == (3, 0)
    assert (record.owned_count[0], record.owned[0, 0], record.open_count) == (1, index, len(USA.tracks) - 1)


@pytest.mark.rule("EUR-TUNNEL-3", "EUR-TUNNEL-4")
@pytest.mark.parametrize("paid", [True, False])
def test_a_tunnel_attempt_is_noted(paid: bool) -> None:
    game = dig({"red": 4, L: 2}, "1 red, 1 locomotive", ["red", "white", L])
    assert game.view(1).hand_sizes == (4, 0)
    surcharge = next(a for a in game.legal_actions() if a.cards and a.cards[-1] == 1)
    game.step(surcharge if paid else Action(K.DECLINE_TUNNEL))
    record = public(game)
    attempt, index = record.attempts[0], TUNNEL.index
    assert (record.attempt_count, record.tunnel_attempts[0], record.tunnel_failures[0]) == (1, 1, 0 if paid else 1)
    assert (attempt.track, attempt.seat, attempt.turn) == (index, 0, 1)
    assert (attempt.cards, attempt.wilds, attempt.turned_up, attempt.owed, attempt.paid) == (2, 1, 3, 2, int(paid))
    assert (record.claim_cards[index], record.claim_wilds[index]) == ((4, 2) if paid else (0, 0))
    assert game.view(1).hand_sizes == ((2, 0) if paid else (6, 0))
    assert game.view(1).owners == ({TUNNEL.name: 0} if paid else {})
    assert (record.owed, record.laid.sum(), record.turned_up.sum()) == (0, 0, 0)
    pass_the_turn(game)
    game.step(blind())
    assert record.discards.sum() == (7 if paid else 3)


@pytest.mark.rule("EUR-TUNNEL-2")
def test_attempts_are_noted_one_after_another() -> None:
    game = dig({"red": 4}, "2 red", ["red", "white", "blue"])
    game.step(Action(K.DECLINE_TUNNEL))
    pass_the_turn(game)
    game.step(claim(game, TUNNEL.name, "2 red"))
    record = public(game)
    assert (record.attempt_count, record.tunnel_attempts[0]) == (2, 2)
    assert [int(attempt.turn) for attempt in record.attempts[:2]] == [1, 3]
    assert record.attempts[1].turned_up == 3


@pytest.mark.rule("USA-DOUBLE-2")
def test_a_closed_track_is_not_open_and_counts_for_nobody() -> None:
    game = Game.from_position(USA, Position(players=2, tracks={0: ["Dallas-Houston gray 1"]}))
    record, (first, second) = public(game), next((a, b) for a, b in USA.doubles.items() if USA.tracks[a].pair ==
                                                 {"Dallas", "Houston"})  # fmt: skip
    assert (record.owner[first], record.owner[second]) == (0, -2)
    assert record.open_count == len(USA.tracks) - 2
    assert not {first, second} & set(record.open_tracks[: record.open_count].tolist())
    assert record.owned_count.sum() == 1


@pytest.mark.rule("USA-DOUBLE-2")
@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_either_track_of_a_double_route_closes_the_other(first: int, second: int) -> None:
    game = Game.from_position(engine_faults.map_named("fifth"), Position(players=2, tracks={0: [first]}))
    assert public(game).owner[second] == -2


@pytest.mark.rule("EUR-TUNNEL-2")
def test_a_tunnel_may_turn_up_a_single_card() -> None:
    tunnel = replace(EUROPE.rules.track_kinds["tunnel"], reveals=1)
    rules = replace(EUROPE.rules, track_kinds={**EUROPE.rules.track_kinds, "tunnel": tunnel})
    game_map = replace(EUROPE, rules=rules)
    game = Game.from_position(
        game_map, Position(players=2, hands={0: {"red": 3}}, deck_top=["red"], market=["yellow"] * 5)
    )
    game.step(claim(game, TUNNEL.name, "2 red"))
    assert (game.decision, game.view(0).owed) == (Decision.TUNNEL, 1)


@pytest.mark.rule("EUR-TUNNEL-2", "EUR-TUNNEL-7")
def test_what_a_free_tunnel_leaves_in_log_and_record() -> None:
    market = ["yellow", "orange", "yellow", "orange", "yellow"]
    game = Game.from_position(
        EUROPE, Position(players=2, hands={0: {"red": 2}}, deck_top=["blue", "white", "green"], market=market)
    )
    attempt = public(game).attempts[0]
    attempt.paid, attempt.turned_up, attempt.cards = 5, 5, 5  # left there by an earlier game
    game.step(claim(game, TUNNEL.name, "2 red"))
    told = [e for e in game.events if e.kind in (EventKind.TUNNEL_CARD, EventKind.TUNNEL_FREE)]
    names = [card.name for card in EUROPE.rules.cards]
    assert [(e.seat, e.number) for e in told] == [(-1, 0)] * 3 + [(0, 0)]
    assert [e.target for e in told] == [names.index("blue"), names.index("white"), names.index("green"), TUNNEL.index]
    assert (attempt.cards, attempt.turned_up, attempt.owed, attempt.paid) == (2, 3, 0, 1)


# ---- tickets ----


@pytest.mark.rule("USA-TICKETS-2")
def test_tickets_kept_are_noted_with_the_turn() -> None:
    game = Game.from_position(USA, Position(players=2, tickets={0: [7]}, ticket_top=[3, 4, 5], turn=5))
    game.step(Action(K.DRAW_TICKETS))
    game.step(Action(K.KEEP_TICKETS, number=0b101))
    held = game._live.game.private[0]
    assert held.tickets[:3].tolist() == [7, 3, 5]
    assert held.kept_turn[1:3].tolist() == [5, 5]
    assert held.done_turn[:3].tolist() == [-1, -1, -1]
    assert (public(game).ticket_draws[0], public(game).tickets_held[0], held.offered_count) == (1, 3, 0)
    assert game.position().ticket_bottom == [USA.tickets[4].name]


@pytest.mark.rule("USA-SCORE-2", "USA-TICKETS-2")
def test_a_ticket_may_be_complete_when_it_is_kept_or_later() -> None:
    game_map = small_europe({"A-B": 1, "B-C": 1, "C-D": 1}, {"A-B": 1, "A-C": 2, "A-D": 3, "B-D": 4})
    game = Game.from_position(
        game_map, Position(players=2, tracks={0: [0]}, tickets={0: [1]}, ticket_top=[0, 2], hands={0: {L: 2}}, turn=3)
    )
    game.step(Action(K.DRAW_TICKETS))
    game.step(Action(K.KEEP_TICKETS, number=0b011))
    held = game._live.game.private[0]
    assert held.done_turn[:3].tolist() == [-1, 3, -1]
    pass_the_turn(game)
    game.step(claim(game, "B-C gray", "1 locomotive"))
    assert held.done_turn[:3].tolist() == [5, 3, -1]
    pass_the_turn(game)
    game.step(claim(game, "C-D gray", "1 locomotive"))
    assert held.done_turn[:3].tolist() == [5, 3, 7]


@pytest.mark.rule("USA-TICKETS-1", "USA-TICKETS-3")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_what_is_left_of_the_ticket_deck_is_offered(left: int) -> None:
    rest = list(range(left, len(USA.tickets)))
    game = Game.from_position(USA, Position(players=2, ticket_deck=list(range(left)), tickets={1: rest}))
    assert (K.DRAW_TICKETS in kinds(game)) == (left > 0)
    if left:
        game.step(Action(K.DRAW_TICKETS))
        assert len(game.view(0).offered) == left
        assert sum(e.kind is EventKind.TICKET_OFFERED for e in game.events) == left


@pytest.mark.rule("ALL-SETUP-3", "USA-SETUP-5", "USA-TICKETS-4")
def test_tickets_returned_at_the_start_go_under_the_deck_in_order() -> None:
    game = Game(USA, 3, seed=2)
    back = []
    for number, returned in ((0b011, 2), (0b101, 1), (0b110, 0)):
        back.append(game.view(game.player).offered[returned])
        game.step(Action(K.KEEP_TICKETS, number=number))
    assert game.position().ticket_bottom == back
    assert (game.turn, game.player, public(game).tickets_held[:3].tolist()) == (1, 0, [2, 2, 2])
    assert not game.position().returned


@pytest.mark.rule("EUR-SETUP-3")
def test_tickets_returned_at_the_start_of_europe_leave_the_game() -> None:
    game = Game(EUROPE, 2, seed=2)
    for _ in range(2):
        game.step(Action(K.KEEP_TICKETS, number=0b0110))
    assert not game.position().ticket_bottom
    assert len(game.position().ticket_deck) == 40 - 6


# ---- turns and ends ----


def nothing_to_do(**more: Any) -> Game:
    """A board of two tracks, both with an owner, and no card or ticket left to draw."""
    game_map = line_map((("a0", "a1", 2), ("b0", "b1", 2)))
    cards = {card.name: card.count for card in USA.rules.cards}
    tickets = {1: list(range(len(game_map.tickets)))}
    board = {"tracks": {0: [0, 1]}, "market": [None] * 5, "deck": [], "ticket_deck": []}
    return Game.from_position(game_map, Position(players=2, hands={0: cards}, tickets=tickets, **board, **more))


@pytest.mark.rule("ALL-PASS-1", "ALL-PASS-2", "ALL-IDLE-1")
def test_as_many_passes_in_a_row_as_there_are_players_end_the_game() -> None:
    game = nothing_to_do()
    assert (game.over, game.end_reason, game.turn) == (True, EndReason.PASSES, 2)
    assert [e.kind for e in game.events][:2] == [EventKind.PASS, EventKind.PASS]
    assert [e.seat for e in game.events][:2] == [0, 1]
    assert (public(game).idle_turns, public(game).stuck_turns) == (2, 2)
    assert nothing_to_do(stuck_turns=1).turn == 1


@pytest.mark.rule("ALL-PASS-1", "ALL-DECK-2", "USA-EMPTY-1")
def test_who_has_no_move_passes_and_the_others_play_on() -> None:
    game_map = line_map((("a0", "a1", 2), ("b0", "b1", 2)))
    cards = {card.name: card.count for card in USA.rules.cards}
    tickets = {1: list(range(len(game_map.tickets)))}
    game = Game.from_position(game_map, Position(players=2, tracks={0: [0]}, hands={1: cards}, tickets=tickets, deck=[],
                              market=[None] * 5, ticket_deck=[]))  # fmt: skip
    assert (game.turn, game.player, kinds(game)) == (2, 1, {K.CLAIM})
    assert [e.kind for e in game.events] == [EventKind.PASS]
    assert (public(game).stuck, public(game).idle) == (0, 0)
    game.step(claim(game, "b0-b1 gray", "2 red"))
    assert game.turn == 4  # two cards came back and fill the market; nobody may draw, so both pass
    assert (game.over, game.end_reason) == (True, EndReason.PASSES)


@pytest.mark.rule("ALL-IDLE-2", "ALL-IDLE-1", "ALL-IDLE-3")
@pytest.mark.parametrize(("before", "over"), [(37, False), (38, False), (39, True)])
def test_twenty_rounds_of_idle_turns_end_the_game(before: int, over: bool) -> None:
    game = Game.from_position(
        EUROPE, Position(players=2, hands={0: {"red": 2}}, deck_top=["red", "white", "blue"], idle_turns=before,
        market=["yellow", "orange", "yellow", "orange", "yellow"],
    ))  # fmt: skip
    game.step(claim(game, TUNNEL.name, "2 red"))
    game.step(Action(K.DECLINE_TUNNEL))
    assert game.over == over
    assert game.end_reason is (EndReason.STANDSTILL if over else None)
    assert public(game).idle_turns == before + 1
    if not over:
        pass_the_turn(game)
        assert public(game).idle_turns == 0


@pytest.mark.rule("USA-END-1", "USA-END-2")
def test_the_last_round_is_noted_and_announced_once() -> None:
    game_map = line_map((*((f"a{i}", f"a{i + 1}", 6) for i in range(7)), ("b0", "b1", 2), ("c0", "c1", 1)))
    game = Game.from_position(
        game_map,
        Position(players=2, tracks={0: list(range(7))}, pieces={0: 3}, hands={0: {L: 3}}, turn=3, turns_left=None),
    )
    game.step(claim(game, "c0-c1 gray", "1 locomotive"))
    record = public(game)
    assert (record.last_round_seat, record.last_round_turn, record.turns_left) == (0, 3, 2)
    pass_the_turn(game)
    game.step(claim(game, "b0-b1 gray", "2 locomotive"))
    assert (game.over, game.end_reason, game.turn) == (True, EndReason.PIECES, 5)
    assert (record.last_round_seat, record.last_round_turn) == (0, 3)
    assert sum(e.kind is EventKind.LAST_ROUND for e in game.events) == 1


@pytest.mark.rule("RS-END-1")
@pytest.mark.parametrize(("trains", "ships", "turns_left"), [(2, 6, -1), (1, 6, 4), (7, 0, 4), (3, 5, -1)])
def test_trains_and_ships_count_together_for_the_last_rounds(trains: int, ships: int, turns_left: int) -> None:
    one = next(t for t in WORLD.tracks if (t.length, t.kind, t.pair_spaces) == (1, "rail", False))
    game = Game.from_position(WORLD, Position(players=2, hands={0: {L: 1}}, turn=3))
    public(game).pieces[0, :] = trains, ships
    game.step(claim(game, one.name, "1 locomotive"))
    assert public(game).turns_left == turns_left
    assert public(game).last_round_seat == (0 if turns_left > 0 else -1)


@pytest.mark.rule("ALL-KNOW-1")
@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("fifth", 3), ("chain", 2), ("journey", 3)])
def test_events_hold_nothing_but_what_they_mean(name: str, players: int) -> None:
    """Fields that a kind of event does not use are 0; what happens to nobody has no seat."""
    kind = EventKind
    without_number = {kind.CARD_DEALT, kind.TICKET_OFFERED, kind.TUNNEL_CARD, kind.TUNNEL_FREE, kind.TICKET_COMPLETED,
                      kind.TICKET_REPLACED, kind.BONUS_TICKET, kind.PASS, kind.MARKET_CLEARED}  # fmt: skip
    without_target = {kind.LAST_ROUND, kind.GAME_OVER, kind.PASS, kind.MARKET_CLEARED, kind.TICKETS_REBUILT}
    nobodys = {kind.GAME_OVER, kind.MARKET_CLEARED, kind.MARKET_CARD, kind.DECK_REBUILT, kind.TUNNEL_CARD}
    for event in engine_faults.play(name, players, 4).events:
        assert not event.number or event.kind not in without_number
        assert not event.target or event.kind not in without_target
        assert (event.seat == -1) == (event.kind in nobodys | {kind.TICKETS_REBUILT})


# ---- drawing ----


@pytest.mark.rule("ALL-KNOW-1", "USA-DRAW-3")
def test_cards_drawn_and_hands_are_counted() -> None:
    game = Game.from_position(USA, Position(players=2, market=["black", L, "red", "white", "yellow"]))
    game.step(blind())
    assert (public(game).cards_drawn, game.view(1).hand_sizes) == (1, (1, 0))
    game.step(Action(K.DRAW_MARKET, 0))
    assert game.view(0).hand_sizes == (2, 0)
    assert game.player == 1
    assert public(game).cards_drawn == 0


# ---- buildings, exchanges ----


@pytest.mark.rule("EUR-STATION-1", "RS-HARBOUR-1")
def test_buildings_are_noted_with_owner_and_turn() -> None:
    game = Game.from_position(EUROPE, Position(players=2, hands={1: {"red": 2}}, turn=4))
    game.step(station(game, "Paris", "1 red"))
    city = EUROPE.city_index["Paris"]
    record = public(game)
    assert (record.station_owner[city], record.station_turn[city], record.stations_built[1]) == (1, 4, 1)
    assert game.view(1).hand_sizes == (0, 1)
    lima = next(t for t in WORLD.tracks if "Lima" in t.pair and t.index not in WORLD.doubles)
    game = Game.from_position(WORLD, Position(players=2, tracks={1: [lima.name]}, hands={1: {L: 4}}, turn=4))
    game.step(harbour(game, "Lima", "4 locomotive"))
    city, record = WORLD.city_index["Lima"], public(game)
    assert (record.harbour_owner[city], record.harbour_turn[city], record.harbours_built[1]) == (1, 4, 1)
    assert record.station_owner[city] == -1


@pytest.mark.rule("RS-EXCHANGE-2", "RS-EXCHANGE-3", "ALL-IDLE-1")
def test_exchanges_add_up_and_are_idle() -> None:
    game = Game.from_position(WORLD, Position(players=2, pieces={0: {"train": 20, "ship": 40}}, exchanged={0: 2}))
    game.step(Action(K.EXCHANGE_PIECES, 0, 4))
    view = game.view(0)
    assert (dict(view.pieces[0]), dict(view.boxes[0])) == ({"train": 16, "ship": 44}, {"train": 9, "ship": 6})
    assert (public(game).exchanged[0], public(game).idle_turns, game.player) == (6, 1, 1)
    assert game.score(0).exchange_points == -6


# ---- First Journey ----


@pytest.mark.rule("FJ-EXCHANGE-1", "ALL-IDLE-1", "FJ-COMPLETE-3")
def test_an_exchange_is_idle_unless_it_completes_a_ticket() -> None:
    idle = in_a_row(2, [6, 7], ticket_top=[8, 9])
    held = idle._live.game.private[0]
    held.tickets[:4], held.kept_turn[:4], held.done_turn[:4] = [6, 0, 7, 1], [1, 2, 3, 4], [-1, 5, -1, 6]
    idle.step(Action(K.EXCHANGE_TICKETS))
    assert (public(idle).idle_turns, public(idle).ticket_exchanges[0], public(idle).tickets_held[0]) == (1, 1, 2)
    assert held.tickets[:4].tolist() == [0, 1, 8, 9]
    assert held.done_turn[:4].tolist() == [5, 6, -1, -1]
    assert held.kept_turn[:4].tolist() == [2, 4, 1, 1]
    assert idle.position().ticket_discards == ["c6-c7", "c7-c8"]
    done = in_a_row(2, [6, 7], ticket_top=[10, 8, 9])  # ticket 10 is complete at once
    done.step(Action(K.EXCHANGE_TICKETS))
    assert (public(done).idle_turns, public(done).completed[0], public(done).tickets_held[0]) == (0, 3, 2)
    assert done._live.game.private[0].done_turn[2:5].tolist() == [1, -1, -1]


@pytest.mark.rule("FJ-END-4", "ALL-PASS-2")
def test_turns_with_nothing_but_an_exchange_end_the_game() -> None:
    cards = {card.name: card.count for card in FIRST_JOURNEY.rules.cards}
    game = Game.from_position(chain_map(), Position(players=2, tracks={0: list(range(11))}, hands={0: cards}, deck=[],
                              tickets={1: [3, 4]}, ticket_top=[5, 6], turn=2))  # fmt: skip
    assert kinds(game) == {K.EXCHANGE_TICKETS}
    game.step(Action(K.EXCHANGE_TICKETS))
    assert (game.over, game.end_reason) == (True, EndReason.PASSES)  # that turn, and the first seat's pass
    assert [e.kind for e in game.events if e.kind in (EventKind.PASS, EventKind.EXCHANGE_TICKETS)] == [
        EventKind.EXCHANGE_TICKETS, EventKind.PASS,
    ]  # fmt: skip


@pytest.mark.rule("FJ-BONUS-1", "FJ-BONUS-2", "FJ-BONUS-3")
def test_each_bonus_ticket_goes_once_to_a_player_while_there_are_copies() -> None:
    game_map = engine_faults.map_named("chain")
    state: dict[str, Any] = {"tracks": {0: [0, 1], 1: [3, 4]}, "hands": {0: {"red": 4}}, "tickets": {0: [8, 9]}}
    game = Game.from_position(game_map, Position(players=2, **state))
    assert public(game).bonus_left[0] == 2
    game.step(claim(game, "c2-c3 red", "1 red"))
    record = public(game)
    assert (record.bonus_won[0, 0], record.bonus_left[0], record.completed[0]) == (1, 1, 1)
    assert game.score(0).tickets_made == 1
    assert game.scores() == [1, 0]
    pass_the_turn(game)
    game.step(claim(game, "c5-c6 red", "1 red"))
    assert (record.bonus_won[0, 0], record.bonus_left[0], record.completed[0]) == (1, 1, 1)
    only_one = replace(game_map.bonus_tickets[0], copies=1, west=("c0", "c6"), east=("c3", "c7"))
    none_left = Game.from_position(
        replace(game_map, bonus_tickets=(only_one,)),
        Position(players=2, bonus={1: ["Bonus"]}, **(state | {"tracks": {0: [0, 1], 1: [6]}})),
    )
    none_left.step(claim(none_left, "c2-c3 red", "1 red"))
    assert none_left.scores() == [0, 1]


@pytest.mark.rule("FJ-BONUS-1", "FJ-END-1")
@pytest.mark.parametrize(("done", "won"), [([], 2), ([10, 11, 0, 1], 2), ([10, 11, 0, 1, 2], 1)])
def test_two_bonus_tickets_at_once_unless_the_first_is_the_sixth(done: list[int], won: int) -> None:
    bonus = engine_faults.map_named("chain").bonus_tickets[0]
    pair = (replace(bonus, name="First", east=("c4",)), replace(bonus, name="Second", east=("c4",)))
    game_map = replace(engine_faults.map_named("chain"), bonus_tickets=pair)
    game = Game.from_position(
        game_map,
        Position(players=2, tracks={0: [0, 1, 2]}, completed={0: done}, hands={0: {"red": 1}}, tickets={0: [8, 9]}),
    )
    game.step(claim(game, "c3-c4 red", "1 red"))
    assert public(game).bonus_won[0, :2].sum() == won
    assert public(game).completed[0] == len(done) + won
    assert game.over == (len(done) + won >= 6)


# ---- scores ----


@pytest.mark.rule("USA-SCORE-3")
def test_failed_tickets_are_cut_off_or_unfinished() -> None:
    game_map = small_europe({"A-B": 1, "B-C": 1, "D-E": 1, "E-F": 1}, {"A-C": 5, "D-F": 7, "A-B": 2})
    game = Game.from_position(game_map, Position(players=2, tracks={0: [0], 1: [2]}, tickets={0: [0, 1, 2]}))
    score, record = game.score(0), scored(game, 0)
    assert (score.failed_unfinished, score.failed_cut_off, score.ticket_points) == (-5, -7, 2)
    assert (score.tickets_unfinished, score.tickets_cut_off, score.tickets_made) == (1, 1, 1)
    assert record.ticket_value[:3].tolist() == [-5, -7, 2]
    assert record.ticket_outcome[:3].tolist() == [2, 1, 0]
    assert score.total == 1 + 2 - 12 + 12 + 10
    assert scored(game, 1).total == 1 + 12 + 10


@pytest.mark.rule("EUR-STATION-5", "EUR-STATION-7")
def test_what_each_station_is_worth_is_noted() -> None:
    rows = {"M-N": 1, "A-M": 1, "C-M": 1, "B-N": 1, "D-N": 1, "X-Y": 1}
    game_map = small_europe(rows, {"A-B": 13, "C-M": 6, "D-N": 6, "C-X": 1})
    game = Game.from_position(
        game_map,
        Position(players=2, tracks={0: [0], 1: [1, 2, 3, 4]}, stations={0: ["M", "N", "X"]}, tickets={0: [0, 1, 2, 3]}),
    )
    record = scored(game, 0)
    noted = zip(record.station_track[:3].tolist(), record.station_worth[:3].tolist(), strict=True)
    assert sorted(noted) == [(-1, 0), (1, 26), (3, 26)]
    assert record.station_ticket_points == 26
    assert record.station_points == 0
    without = scored(Game.from_position(game_map, Position(players=2, tracks={0: [0]}, tickets={0: [0]})), 0)
    assert without.station_ticket_points == 0


@pytest.mark.rule("EUR-STATION-5", "RS-TOUR-1", "RS-TOUR-2", "RS-TOUR-4")
@pytest.mark.parametrize(
    ("rows", "own", "stations", "points"),
    [
        ({"A-B": 1, "B-C": 1}, [], ["A", "C"], 20),  # both tracks borrowed
        ({"A-B": 1, "A-C": 1}, [], ["B", "C"], 5),  # joined by way of A: out of order
        ({"A-B": 1, "A-C": 1, "B-C": 1}, [1, 2], ["A"], 20),  # joined without the track that brings the order
        ({"A-C": 1, "B-C": 1, "D-B": 1}, [0, 1], ["D"], 5),
        ({"A-B": 1, "B-C": 1}, [], ["A"], 0),
        ({"A-B": 1, "A-C": 1, "B-C": 1}, [1, 2], ["X"], 5),  # the station touches no track of anybody
    ],
)
def test_stations_help_a_tour_to_its_order(
    rows: dict[str, int], own: list[int], stations: list[str], points: int
) -> None:
    game_map = small_europe({**rows, "X-Y": 1}, {"X-Y": 1})
    tour = Ticket(1, ("A", "B", "C"), 20, points_out_of_order=5, penalty=3)
    game_map = replace(game_map, tickets=(*game_map.tickets, tour))
    others = [index for index in range(len(rows)) if index not in own]
    game = Game.from_position(
        game_map, Position(players=2, tracks={0: own, 1: others}, stations={0: stations}, tickets={0: [1]})
    )
    assert game.score(0).ticket_points == points
    assert scored(game, 0).station_ticket_points == (points or -3) - (5 if own else -3)


@pytest.mark.rule("EUR-STATION-5", "RS-TOUR-2")
def test_a_track_borrowed_for_one_ticket_brings_no_other_with_it() -> None:
    """The tour would be in order with the first track of the map, which touches no station."""
    game_map = small_europe({"A-B": 1, "A-C": 1, "B-C": 1, "X-Y": 1}, {"X-Y": 1})
    tour = Ticket(1, ("A", "B", "C"), 20, points_out_of_order=5, penalty=3)
    game_map = replace(game_map, tickets=(*game_map.tickets, tour))
    state: dict[str, Any] = {"tracks": {0: [1, 2], 1: [0, 3]}, "tickets": {0: [0, 1]}}
    game = Game.from_position(game_map, Position(players=2, stations={0: ["X"]}, **state))
    assert game.score(0).ticket_points == 1 + 5
    assert scored(game, 0).station_track[0] == 3


@pytest.mark.rule("EUR-STATION-5")
def test_a_station_borrows_nothing_that_does_not_touch_its_city() -> None:
    game_map = small_europe({"A-B": 1, "C-D": 1, "C-E": 1}, {"A-B": 5, "C-E": 2})
    for city, tickets, points in (("E", [0], 0), ("D", [0], 0), ("A", [0], 5), ("E", [0, 1], 2)):
        game = Game.from_position(
            game_map, Position(players=2, tracks={1: [0, 1, 2]}, stations={0: [city]}, tickets={0: tickets})
        )
        assert game.score(0).ticket_points == points


@pytest.mark.rule("EUR-STATION-5", "EUR-STATION-7")
def test_a_station_borrows_the_one_track_that_helps_or_none() -> None:
    game_map = small_europe({"A-B": 1, "A-C": 1, "A-D": 1}, {"A-C": 5, "B-C": 2})
    for tickets, track in (([0], 1), ([1], -1), ([], -1)):
        game = Game.from_position(
            game_map, Position(players=2, tracks={1: [0, 1, 2]}, stations={0: ["A"]}, tickets={0: tickets})
        )
        assert scored(game, 0).station_track[0] == track
        assert game.score(0).tickets_made == (track > 0)


@pytest.mark.rule("EUR-STATION-5", "EUR-STATION-6")
def test_stations_of_one_player_do_nothing_for_another() -> None:
    """Also where he has fewer stations, and fewer tracks at them, than the one who is scored before him."""
    game_map = small_europe({"A-B": 1, "A-G": 1, "C-D": 1, "E-F": 1}, {"C-D": 5, "A-B": 4, "A-G": 3})
    state: dict[str, Any] = {"tracks": {2: [0, 1, 2, 3]}, "tickets": {0: [1], 1: [0, 2]}}
    game = Game.from_position(game_map, Position(players=3, stations={0: ["A", "C"], 1: ["E"]}, **state))
    assert [game.score(seat).tickets_made for seat in range(3)] == [1, 0, 0]


def track_at(game_map: Any, city: str) -> int:
    """A track that ends at a city: only its owner may have a harbour there."""
    return next(track.index for track in game_map.tracks if city in track.pair)


@pytest.mark.rule("RS-HARBOUR-5", "RS-HARBOUR-6")
@pytest.mark.parametrize("game_map", [WORLD, LAKES])
def test_two_harbours_are_each_worth_their_own_tickets(game_map: Any) -> None:
    first, second = [city.name for city in game_map.cities if "port" in city.tags][:2]
    only_second = [t.index for t in game_map.tickets if second in t.cities and first not in t.cities][:2]
    tracks = {0: list({track_at(game_map, port) for port in (first, second)})}  # one may join them
    position = Position(players=2, tracks=tracks, tickets={0: only_second}, harbours={0: [first, second]})
    game = Game.from_position(game_map, position)
    public(game).component[0, :] = 0  # as if all cities were joined
    record, worth = scored(game, 0), game_map.rules.harbours.points
    assert list(record.harbour_worth[:2]) == [worth[0], worth[len(only_second)]]


@pytest.mark.rule("USA-SCORE-4")
def test_scores_do_not_remember_an_earlier_scoring() -> None:
    """The same records are scored again and again: bonuses and the winner must not outlive a change of the board."""
    game = Game.from_position(USA, Position(players=2, tracks={0: [USA.track("Duluth-Helena").index]}))
    before = [scored(game, seat).copy() for seat in range(2)]
    assert [int(record.winner) for record in before] == [1, 0]
    assert before[0].longest_trail_points == 10
    other = Game.from_position(USA, Position(players=2, tracks={1: [USA.track("Duluth-Helena").index]}))
    game._live.game_record[:] = other._live.game_record
    after = [scored(game, seat) for seat in range(2)]
    assert [int(record.longest_trail_points) for record in after] == [0, 10]
    assert [int(record.winner) for record in after] == [0, 1]
    assert after[0].total == 0


@pytest.mark.rule("RS-HARBOUR-5", "RS-HARBOUR-6", "RS-HARBOUR-7")
@pytest.mark.parametrize("game_map", [WORLD, LAKES])
def test_each_harbour_is_worth_the_tickets_that_name_it(game_map: Any) -> None:
    by_city: dict[str, list[int]] = {}
    for ticket in game_map.tickets:
        for city in ticket.cities:
            by_city.setdefault(city, []).append(ticket.index)
    ports = [c.name for c in game_map.cities if "port" in c.tags and len(by_city.get(c.name, [])) >= 4]
    port, others = ports[0], [t.index for t in game_map.tickets if ports[0] not in t.cities]
    worth = game_map.rules.harbours.points
    for number in range(5):
        tickets = by_city[port][:number] + others[:1]
        tracks = {0: [track_at(game_map, port)]}
        game = Game.from_position(
            game_map, Position(players=2, tracks=tracks, tickets={0: tickets}, harbours={0: [port]})
        )
        record = scored(game, 0)
        assert record.harbour_worth[0] == worth[0]  # nothing is joined
        public(game).component[0, :] = 0  # as if all cities were joined
        record = scored(game, 0)
        assert record.harbour_worth[0] == worth[min(number, 3)]
        assert record.harbour_points == worth[min(number, 3)] + 2 * game_map.rules.harbours.unbuilt


@pytest.mark.rule("ALL-BONUS-1", "USA-SCORE-5")
def test_no_bonus_for_a_trail_or_tickets_of_none() -> None:
    game_map = engine_faults.map_named("fifth")
    nothing = Game.from_position(game_map, Position(players=3))
    assert [scored(nothing, seat).longest_trail_points for seat in range(3)] == [0, 0, 0]
    assert [scored(nothing, seat).most_tickets_points for seat in range(3)] == [0, 0, 0]
    one = Game.from_position(game_map, Position(players=3, tracks={2: ["C-D"]}))
    assert [scored(one, seat).longest_trail_points for seat in range(3)] == [0, 0, 5]


@pytest.mark.rule("USA-WIN-1", "USA-WIN-2", "USA-WIN-3")
@pytest.mark.parametrize(
    ("first", "second", "tickets", "winners"),
    [
        ([3], [6], {0: [0]}, (0,)),  # equal, and more tickets before the trail
        ([3], [2] * 7, {}, (0,)),  # equal, and the longest trail
        ([3], [3], {}, (0, 1)),
        ([1], [3], {}, (1,)),  # not equal
    ],
)
def test_ties_in_the_usa_game(
    first: list[int], second: list[int], tickets: dict[int, list[int]], winners: tuple[int, ...]
) -> None:
    """Each seat's tracks are islands of these lengths; the ticket makes up for what the first one lacks."""
    lengths = [*first, *second]
    game_map = line_map(tuple((f"a{i}", f"b{i}", length) for i, length in enumerate(lengths)))
    value = game_map.rules.route_points[6] + 10 - game_map.rules.route_points[3]
    ticket = replace(game_map.tickets[0], cities=("a0", "b0"), points=value)
    game_map = replace(game_map, tickets=(ticket, *game_map.tickets[1:]))
    own = {0: list(range(len(first))), 1: list(range(len(first), len(lengths)))}
    game = Game.from_position(game_map, Position(players=2, tracks=own, tickets=tickets, turns_left=1))
    pass_the_turn(game)
    assert (len(set(game.scores())) == 1) == (first != [1])
    assert game.winners == winners


def test_a_score_forgets_the_one_before() -> None:
    """Scores are asked for again and again in one game; sums must begin at nothing."""
    game = Game.from_position(
        engine_faults.map_named("fifth"), Position(players=2, tracks={0: ["A-B red", "C-D"]}, tickets={0: [0, 1, 2]},
        stations={0: ["B"]}, harbours={0: ["A"]}, exchanged={0: 2},
    ))  # fmt: skip
    first = [np.array(scored(game, seat).tolist()[:16]) for seat in (0, 1)]
    second = [np.array(scored(game, seat).tolist()[:16]) for seat in (0, 1)]
    assert all((a == b).all() for a, b in zip(first, second, strict=True))
