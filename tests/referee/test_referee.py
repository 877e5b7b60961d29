"""The referee accepts right logs and names the broken rule of wrong ones; small maps, logs written by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import networkx as nx
import pytest
from small_games import ONE_TICKET, small_map, track

from ttr_analysis.maps.events import EndReason, Event, EventKind
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import BonusTicket, Ticket, Track
from ttr_analysis.referee import RefereeError, SeatScore, Verdict, narrate, replay
from ttr_analysis.referee.payments import (
    can_pay_claim,
    can_pay_harbour,
    check_claim,
    check_harbour,
    check_surcharge,
    owed,
)
from ttr_analysis.referee.scoring import Estate, in_order, network, score, ticket_points, winners
from ttr_analysis.referee.trails import TrailLength, longest_trail
from ttr_analysis.referee.verdict import RuleBroken
from ttr_analysis.rules import COLORS, EUROPE, FIRST_JOURNEY, GREAT_LAKES, USA, WORLD, RuleSet

K = EventKind
LETTERS = dict(zip("PWBYOKRG", COLORS, strict=True))
NAMES = {**LETTERS, "L": "locomotive"}
NAMES |= {f"{x}+": f"{name} with harbour" for x, name in LETTERS.items()}
NAMES |= {f"{x}1": f"{name} ship with harbour" for x, name in LETTERS.items()}
NAMES |= {f"{x}2": f"{name} ship x2" for x, name in LETTERS.items()}


def kinds(cards: str, rules: RuleSet) -> list[int]:
    """Kinds of card: ``"R L K2 K1 K+"`` or, of one letter each, ``"RLK"``."""
    names = [card.name for card in rules.cards]
    return [names.index(NAMES[code]) for code in (cards.split() if " " in cards or not cards.isalpha() else cards)]


TRACKS = (
    track("A-B", "red", 2),
    track("A-B", "blue", 2, number=2),
    track("B-C", "gray", 3),
    track("C-D", "green", 1),
    track("D-A", "black", 4),
    track("D-E", "white", 3),
)
TICKETS = (("A-C", 5), ("B-D", 4), ("A-D", 3), ("C-E", 6), ("B-E", 7), ("A-E", 8), ("C-A", 2), ("D-B", 1), ("E-B", 9))


def usa(**changes: object) -> GameMap:
    changes.setdefault("tickets", ONE_TICKET)
    return small_map(USA.replace(**changes), TRACKS, TICKETS)


class Story:
    """Writes a log, line by line."""

    def __init__(self, game_map: GameMap, players: int = 2) -> None:
        self.game_map = game_map
        self.rules = game_map.rules
        self.players = players
        self.events: list[Event] = []
        self.turn = 0
        self.seat = -1

    def add(self, kind: EventKind, target: int = 0, number: int = 0, cards: str = "", seat: int | None = None) -> Story:
        """Add an event; its player is the one whose turn it is, unless it is nobody's."""
        nobodys = {K.MARKET_CARD, K.MARKET_CLEARED, K.DECK_REBUILT, K.GAME_OVER, K.LAST_ROUND, K.TICKETS_REBUILT}
        seat = -1 if kind in nobodys else self.seat if seat is None else seat
        count = Counter(kinds(cards, self.rules)) if cards else Counter()
        paid = tuple(count[i] for i in range(len(self.rules.cards))) if cards else ()
        self.events.append(Event(self.turn, seat, kind, target, number, paid))
        return self

    def set_up(self, hands: Sequence[str], market: str, keep: int = 1) -> Story:
        """Hands, market, and the tickets 0, 1, 2 ... in the order of the seats."""
        for self.seat, hand in enumerate(hands):
            for kind in kinds(hand, self.rules):
                self.add(K.CARD_DEALT, kind)
        self.face_up(market)
        deal = self.rules.tickets.deal
        for i in range(deal * self.players):
            self.add(K.TICKET_OFFERED, i, seat=i // deal)
        for seat in range(self.players):
            self.add(K.KEEP_TICKETS, number=keep, seat=seat)
        return self

    def face_up(self, market: str, first_slot: int = 0) -> Story:
        for slot, kind in enumerate(kinds(market, self.rules) if market else []):
            self.add(K.MARKET_CARD, kind, first_slot + slot)
        return self

    def next(self) -> Story:
        self.turn += 1
        self.seat = (self.turn - 1) % self.players
        return self

    def take(self, slot: int, new: str = "") -> Story:
        return self.add(K.DRAW_MARKET, slot).face_up(new, slot)

    def blind(self, cards: str, deck: int = 0) -> Story:
        for kind in kinds(cards, self.rules):
            self.add(K.DRAW_BLIND, deck).add(K.CARD_DEALT, kind)
        return self

    def claim(self, index: int, cards: str) -> Story:
        return self.add(K.CLAIM, index, cards=cards)

    def rebuilt(self, number: int, deck: int = 0) -> Story:
        return self.add(K.DECK_REBUILT, deck, number)

    def over(self, reason: EndReason, scores: Sequence[int], won: Sequence[int]) -> Story:
        self.add(K.GAME_OVER, number=reason)
        for self.seat, points in enumerate(scores):
            self.add(K.FINAL_SCORE, int(self.seat in won), points)
        return self

    def accept(self, unfinished: bool = True) -> Verdict:
        return replay(self.game_map, self.players, self.events, unfinished=unfinished)

    def refuse(self, rule: str) -> RefereeError:
        """The last event breaks the rule, and nothing before it does."""
        replay(self.game_map, self.players, self.events[:-1], unfinished=True)
        with pytest.raises(RefereeError) as error:
            self.accept()
        assert error.value.rule == rule, str(error.value)
        assert error.value.event_number == len(self.events) - 1
        return error.value


def begun(hands: Sequence[str] = ("RRBB", "BBRR"), market: str = "KKWWO", **changes: object) -> Story:
    return Story(usa(**changes), len(hands)).set_up(hands, market)


# Set-up


@pytest.mark.rule("ALL-SETUP-1", "USA-SETUP-3")
def test_set_up_in_order() -> None:
    verdict = begun().accept()
    assert verdict.reason is None
    assert verdict.scores == (-5, -4)
    with pytest.raises(RefereeError) as error:
        replay(usa(), 2, begun().events[1:], unfinished=True)
    assert error.value.rule in {"ALL-SETUP-1", "ALL-TURN-1"}


@pytest.mark.rule("ALL-CARDS-1")
def test_a_thirteenth_red_card_is_refused() -> None:
    begun(("RRRR", "RRRR", "RRRR")).next().add(K.DRAW_BLIND).add(K.CARD_DEALT, 6).refuse("ALL-CARDS-1")


@pytest.mark.rule("USA-SETUP-4")
def test_too_few_tickets_kept() -> None:
    story = Story(usa(tickets={"deal": 3, "keep": 2, "draw": 3}))
    story.set_up(("RRBB", "BBRR"), "KKWWO", keep=0b101).accept()
    story = Story(usa(tickets={"deal": 3, "keep": 2, "draw": 3}))
    story.set_up(("RRBB", "BBRR"), "KKWWO", keep=0b100)
    with pytest.raises(RefereeError, match="at least 2") as error:
        story.accept()
    assert error.value.rule == "USA-SETUP-4"


@pytest.mark.rule("ALL-SETUP-3", "USA-SETUP-5", "USA-TICKETS-1", "USA-TICKETS-2", "USA-TICKETS-3", "USA-TICKETS-4")
def test_returned_tickets_come_up_after_the_others_in_seat_order() -> None:
    three = {"deal": 3, "keep": 2, "draw": 3}
    story = Story(usa(tickets=three)).set_up(("RRBB", "BBRR"), "KKWWO", keep=0b101)  # 1 and 4 go under the deck
    story.next().add(K.DRAW_TICKETS)
    for ticket in (8, 6, 7):
        story.add(K.TICKET_OFFERED, ticket)
    _with(story, K.KEEP_TICKETS, number=0).refuse("USA-TICKETS-2")
    story.add(K.KEEP_TICKETS, number=0b001).next().add(K.DRAW_TICKETS)
    _with(story, K.KEEP_TICKETS, number=1).refuse("USA-TICKETS-1")
    assert Story.refuse(_with(story, K.TICKET_OFFERED, 4), "USA-TICKETS-4").seat == 1
    for ticket in (1, 4, 6):
        story.add(K.TICKET_OFFERED, ticket)
    story.add(K.KEEP_TICKETS, number=0b111).next().add(K.DRAW_TICKETS).add(K.TICKET_OFFERED, 7).accept()
    story.add(K.KEEP_TICKETS, number=1).accept()
    assert story.accept().met["ticket_deck_empty"] == 1
    story.next().add(K.DRAW_TICKETS).refuse("USA-TICKETS-3")


def _with(story: Story, kind: EventKind, target: int = 0, number: int = 0, cards: str = "") -> Story:
    """A copy of the story with one event more."""
    other = Story(story.game_map, story.players)
    other.events, other.turn, other.seat = list(story.events), story.turn, story.seat
    return other.add(kind, target, number, cards)


# Turns and draws


@pytest.mark.rule("ALL-TURN-1", "ALL-TURN-2")
def test_turn_order() -> None:
    story = begun().next().blind("GG")
    story.accept()
    _with(story, K.DRAW_BLIND).refuse("ALL-TURN-1")  # a third card
    story.turn, story.seat = 2, 0
    story.add(K.DRAW_BLIND).refuse("ALL-TURN-1")


@pytest.mark.rule("USA-DRAW-1", "USA-DRAW-2", "ALL-DRAW-1", "ALL-DRAW-2", "ALL-DECK-3")
def test_a_draw_of_two_cards() -> None:
    story = begun().next().take(0, "G")
    _with(story, K.CLAIM, 0, cards="RR").refuse("ALL-DRAW-2")
    story.take(0, "Y").accept()
    begun().next().take(0).add(K.DRAW_BLIND).refuse("ALL-DECK-3")
    begun().next().take(0).add(K.MARKET_CARD, 7, 1).refuse("ALL-DECK-3")
    begun().next().blind("G").add(K.MARKET_CARD, 7, 1).refuse("ALL-DRAW-2")


@pytest.mark.rule("USA-DRAW-3", "USA-DRAW-4", "USA-DRAW-5")
def test_p9_locomotive_as_second_card() -> None:
    market = "KLRWY"
    begun(market=market).next().take(2, "G").add(K.DRAW_MARKET, 1).refuse("USA-DRAW-4")
    begun(market=market).next().take(2, "L").add(K.DRAW_MARKET, 2).refuse("USA-DRAW-4")
    begun(market=market).next().take(2, "G").blind("L").next().blind("L").take(0, "G").accept()
    begun(market=market).next().blind("L").add(K.DRAW_MARKET, 1).refuse("USA-DRAW-4")
    taken = begun(market=market).next().take(1, "G")
    _with(taken, K.DRAW_BLIND).refuse("ALL-TURN-1")
    taken.next().blind("GG").accept()


@pytest.mark.rule("USA-MARKET-1", "USA-MARKET-2", "USA-MARKET-6")
def test_p7_the_market_is_reset_again_and_again() -> None:
    story = begun(market="KKLLR").next().take(4, "L")
    _with(story, K.DRAW_BLIND).refuse("USA-MARKET-1")
    story.add(K.MARKET_CLEARED).face_up("LLLWW").add(K.MARKET_CLEARED).face_up("RWWYY").blind("G")
    assert story.accept().met["market_cleared"] == 2
    begun(market="KKLLR").next().add(K.MARKET_CLEARED).refuse("USA-MARKET-1")
    at_set_up = Story(usa())
    for at_set_up.seat in (0, 1):
        for _ in range(4):
            at_set_up.add(K.CARD_DEALT, 7)
    at_set_up.face_up("LLLWW").add(K.MARKET_CLEARED).face_up("KKWWO").accept()


@pytest.mark.rule("USA-MARKET-4")
def test_after_three_resets_the_cards_stay() -> None:
    cards = {"card_counts": {"locomotive": 30}}
    story = begun(market="KKLLR", **cards).next().take(4, "L")
    for _ in range(3):
        story.add(K.MARKET_CLEARED).face_up("LLLWW")
    _with(story, K.MARKET_CLEARED).refuse("ALL-DRAW-2")
    assert story.blind("G").accept().met["market_clear_limit"] == 1
    story.next().claim(1, "BB")
    _with(story, K.MARKET_CLEARED).refuse("USA-MARKET-1")  # until the market is next refilled
    story.next().take(3, "G").add(K.MARKET_CLEARED).accept()


def all_in_hands(counts: dict[str, int], hand: int, **changes: object) -> GameMap:
    """A map whose whole deck is these cards."""
    none = dict.fromkeys((card.name for card in USA.cards), 0)
    return usa(card_counts=none | counts, hand=[hand], **changes)


@pytest.mark.rule("USA-MARKET-5", "USA-EMPTY-1")
def test_p7_three_locomotives_stay_when_no_other_card_is_left() -> None:
    game_map = all_in_hands({"red": 4, "blue": 4, "black": 1, "white": 1, "locomotive": 3}, 4)
    story = Story(game_map).set_up(("RRRR", "BBBB"), "KLLLW")
    assert story.accept().met["market_clear_impossible"] == 1
    _with(story.next(), K.DRAW_MARKET, 0).refuse("USA-EMPTY-1")
    # Cards are paid: the deck is rebuilt, and the market looked at again.
    story.claim(0, "RR")
    _with(story, K.MARKET_CLEARED).refuse("ALL-DECK-1")
    story.rebuilt(2).add(K.MARKET_CLEARED).face_up("RR").rebuilt(5).face_up("LLL", 2).add(K.MARKET_CLEARED)
    assert story.accept().met["market_cleared"] == 2


@pytest.mark.rule("USA-EMPTY-2", "USA-EMPTY-3", "ALL-DECK-1", "ALL-DECK-2", "USA-MARKET-3")
def test_a_deck_that_runs_out_during_a_draw() -> None:
    game_map = all_in_hands({"red": 4, "blue": 4, "black": 2, "white": 2, "green": 1, "locomotive": 1}, 4)
    story = Story(game_map).set_up(("RRRR", "BBBB"), "KKWWL").next().take(0, "G")
    _with(story, K.DRAW_BLIND).refuse("USA-EMPTY-1")
    _with(story, K.DRAW_MARKET, 4).refuse("USA-DRAW-4")
    story.take(1).next()  # not replaced
    _with(story, K.DRAW_MARKET, 0).refuse("USA-EMPTY-1")
    story.claim(1, "BB").rebuilt(2)
    _with(story, K.LAST_ROUND).refuse("ALL-DECK-3")  # the gap is filled at once
    story.face_up("B", 1).next().claim(0, "RR").refuse("USA-DOUBLE-2")


@pytest.mark.rule("USA-EMPTY-3")
def test_a_draw_of_one_card() -> None:
    game_map = all_in_hands({"red": 4, "blue": 4, "locomotive": 2, "green": 1}, 4, market={"slots": [2]})
    story = Story(game_map).set_up(("RRRR", "BBBB"), "LL").next().blind("G")
    _with(story, K.DRAW_MARKET, 0).refuse("ALL-TURN-1")
    story.next().claim(1, "BB").rebuilt(2)
    assert story.accept().met["one_card_draws"] == 1


# Claims


@pytest.mark.rule("USA-DOUBLE-2")
def test_p1_second_track_of_a_double_route() -> None:
    for players, closed in ((2, True), (3, True), (4, False)):
        story = begun(("RRBB", "BBRR", "KKKK", "WWWW")[:players]).next().claim(0, "RR").face_up("").next()
        if closed:
            story.claim(1, "BB").refuse("USA-DOUBLE-2")
        else:
            story.claim(1, "BB").accept()


@pytest.mark.rule("USA-DOUBLE-1", "USA-CLAIM-1")
def test_p2_nobody_owns_both_tracks() -> None:
    story = begun(("RRBB", "BBRR", "KKKK", "WWWW")).next().claim(0, "RR")
    for cards in ("GG", "GG", "GG"):
        story.next().blind(cards)
    story.next()
    _with(story, K.CLAIM, 0, cards="BB").refuse("USA-CLAIM-1")
    _with(story, K.CLAIM, 1, cards="BB").refuse("USA-DOUBLE-1")
    story.blind("GG").next().claim(1, "BB")
    assert story.accept().seats[1].route_points == 2


@pytest.mark.rule("USA-CLAIM-5")
def test_p4_not_enough_trains() -> None:
    few = {"pieces": (replace(USA.pieces[0], supply=3),), "end": {"pieces_left": 0}}
    begun(("KKKK", "BBRR"), "GGWWO", **few).next().claim(4, "KKKK").refuse("USA-CLAIM-5")


@pytest.mark.rule("USA-CLAIM-2", "USA-CLAIM-6", "USA-CLAIM-7", "ALL-DISCARD-1")
def test_p5_payment_takes_exactly_the_cards_needed() -> None:
    story = begun(("KKKK", "BBRR"), "GGWWO").next()
    _with(story, K.CLAIM, 4, cards="KKK").refuse("USA-CLAIM-2")
    _with(story, K.CLAIM, 4, cards="KKKKK").refuse("USA-CLAIM-7")
    _with(story, K.CLAIM, 0, cards="KK").refuse("USA-CLAIM-2")
    _with(story, K.CLAIM, 2, cards="KKKK").refuse("USA-CLAIM-2")
    assert story.claim(4, "KKKK").accept().seats[0].route_points == 7
    story.next().claim(2, "BBR").refuse("USA-CLAIM-3")


@pytest.mark.rule("USA-CLAIM-3", "USA-CLAIM-4")
def test_p6_locomotives_alone() -> None:
    story = begun(("LLLR", "BBRR")).next()
    _with(story, K.CLAIM, 0, cards="LL").accept()
    _with(story, K.CLAIM, 0, cards="RL").accept()
    _with(story, K.CLAIM, 1, cards="RL").refuse("USA-CLAIM-2")
    story.claim(2, "LLL").accept()


# End and scoring


def last_round_story() -> Story:
    """Three players with 4 trains; the second has 2 left after turn 2."""
    small = {"pieces": (replace(USA.pieces[0], supply=4),)}
    story = begun(("GGGW", "RRRR", "LLLK"), "KKWWO", **small)
    return story.next().blind("YY").next().claim(0, "RR")


@pytest.mark.rule("USA-END-1", "USA-END-2", "USA-END-3", "USA-WIN-1")
def test_p10_last_round() -> None:
    story = last_round_story()
    _with(story, K.LAST_ROUND, number=2).refuse("USA-END-1")
    story.next()
    with pytest.raises(RefereeError) as error:
        _with(story, K.DRAW_BLIND).accept()
    assert error.value.rule == "USA-END-1"
    story.events = last_round_story().add(K.LAST_ROUND, number=3).events
    story.claim(2, "LLL")  # 1 left: nothing is added
    _with(story, K.LAST_ROUND, number=3).refuse("USA-END-1")
    story.next().claim(3, "G")  # 3 left
    story.next().blind("YY")
    _with(story.next(), K.DRAW_BLIND).refuse("USA-END-1")
    story.turn, story.seat = 5, 1
    # Trails 1, 2, 3; tickets A-C, B-D, A-D fail; route points 1, 2, 4.
    assert story.over(EndReason.PIECES, (1 - 5, 2 - 4, 4 - 3 + 10), [2]).accept(False).winners == {2}


@pytest.mark.rule("USA-SCORE-1", "USA-END-1")
def test_wrong_ends_are_refused() -> None:
    story = last_round_story().add(K.LAST_ROUND, number=3)
    _with(story, K.GAME_OVER).refuse("USA-END-1")
    story.next().blind("YY").next().blind("YY").next().blind("YY")
    _with(story, K.GAME_OVER, number=EndReason.GOAL).refuse("USA-END-1")
    done = _with(story, K.GAME_OVER, number=EndReason.PIECES)
    done.seat = 0
    _with(done, K.FINAL_SCORE, number=1).refuse("USA-SCORE-1")
    done.add(K.FINAL_SCORE, number=-5)
    done.seat = 1
    _with(done, K.FINAL_SCORE, number=8).refuse("USA-WIN-1")
    _with(done, K.FINAL_SCORE, 1, 2).refuse("USA-SCORE-1")
    with pytest.raises(RefereeError, match="too early"):
        done.accept(unfinished=False)


@pytest.mark.rule("ALL-PASS-1", "ALL-PASS-2", "ALL-IDLE-3")
def test_passes() -> None:
    begun().next().add(K.PASS).refuse("ALL-PASS-1")
    game_map = all_in_hands({"red": 1, "blue": 1}, 1, tickets={"deal": 1, "keep": 1, "draw": 0, "draw_keep": 0})
    story = Story(game_map).set_up(("R", "B"), "").next().add(K.PASS).next().add(K.PASS)
    _with(story.next(), K.PASS).refuse("ALL-PASS-2")
    story.turn, story.seat = 2, 1
    verdict = story.over(EndReason.PASSES, (-5, -4), [1]).accept(False)
    assert verdict.met["passes"] == 2
    assert verdict.reason is EndReason.PASSES
    # The green track of one space can be paid with the locomotive.
    game_map = all_in_hands({"locomotive": 1, "blue": 1}, 1, tickets={"deal": 1, "keep": 1, "draw": 0, "draw_keep": 0})
    Story(game_map).set_up(("L", "B"), "").next().add(K.PASS).refuse("ALL-PASS-1")


def seats_with(game_map: GameMap, *tracks: set[int], **more: list[list[int]]) -> tuple[SeatScore, ...]:
    """Scores of players who own these tracks."""
    extra = [{name: values[seat] for name, values in more.items()} for seat in range(len(tracks))]
    return score(game_map, [Estate(tracks=own, **extra[seat]) for seat, own in enumerate(tracks)])


@pytest.mark.rule("USA-SCORE-4", "USA-SCORE-5", "ALL-BONUS-1")
def test_p3_who_gets_the_longest_trail_bonus() -> None:
    line = [track("A-B", "red", 4), track("C-D", "red", 1), track("E-F", "red", 3), track("G-H", "red", 4)]
    game_map = small_map(USA, line, TICKETS)
    assert [seat.trail_bonus for seat in seats_with(game_map, {0}, {1}, {2})] == [10, 0, 0]
    assert [seat.trail_bonus for seat in seats_with(game_map, {0}, {3}, {1})] == [10, 10, 0]
    assert [seat.trail_bonus for seat in seats_with(game_map, {1}, {0}, {3})] == [0, 10, 10]
    assert [seat.trail_bonus for seat in seats_with(game_map, set(), set())] == [0, 0]


@pytest.mark.rule("USA-SCORE-2", "USA-SCORE-3")
def test_p8_ticket_through_any_own_tracks() -> None:
    joined, cut = seats_with(usa(), {1, 2, 3}, {4}, held=[[1], [1]])
    assert (joined.tickets_made, joined.tickets_failed, joined.tickets_completed) == (4, 0, 1)
    assert (cut.tickets_made, cut.tickets_failed, cut.tickets_completed) == (0, -4, 0)


@pytest.mark.rule("USA-WIN-1", "USA-WIN-2", "USA-WIN-3", "TIX-1910-6")
def test_tie_breaks() -> None:
    equal = SeatScore(route_points=20)
    more_tickets = SeatScore(route_points=16, tickets_made=4, tickets_completed=1)
    longest = SeatScore(route_points=10, trail_bonus=10)
    assert winners(usa(), (equal, more_tickets, longest)) == {1}
    assert winners(usa(), (equal, equal, longest)) == {2}
    assert winners(usa(), (equal, equal, SeatScore())) == {0, 1}
    assert winners(usa(), (replace(equal, longest_trail=9), replace(equal, longest_trail=5))) == {0, 1}
    europe = small_map(EUROPE, TRACKS, TICKETS)
    assert winners(europe, (longest, replace(equal, stations_built=0), replace(equal, stations_built=1))) == {0}
    assert winners(europe, (replace(longest, stations_built=1), equal, equal)) == {1, 2}


@pytest.mark.rule("TIX-1910-2", "ALL-BONUS-1")
def test_the_bonus_for_most_tickets() -> None:
    game_map = small_map(USA.replace(most_tickets_bonus=15, longest_trail_bonus=0), TRACKS, TICKETS)
    parts = seats_with(game_map, {2}, {3}, {4}, held=[[1], [3], [2]])
    assert [seat.most_tickets_bonus for seat in parts] == [0, 0, 15]
    assert [seat.most_tickets_bonus for seat in seats_with(game_map, {2}, {3})] == [0, 0]


def trail_by_trying_all(tracks: Sequence[Track]) -> int:
    def walk(city: str, used: frozenset[int]) -> int:
        steps = [t for t in tracks if t.index not in used and city in t.cities]
        return max(
            (t.length + walk(next(iter(t.pair - {city})), used | {t.index}) for t in steps),
            default=0,
        )

    return max((walk(city, frozenset()) for t in tracks for city in t.cities), default=0)


@pytest.mark.rule("USA-SCORE-4")
def test_longest_trail_against_all_walks() -> None:
    dice = random.Random(5)
    for _ in range(150):
        pairs = [dice.sample("ABCDEF", 2) for _ in range(dice.randint(1, 9))]
        tracks = [Track(i, a, b, dice.randint(1, 6), "red") for i, (a, b) in enumerate(pairs)]
        assert longest_trail(tracks) == TrailLength(length := trail_by_trying_all(tracks), length)


# Europe


EURO_TRACKS = (
    track("A-B", "red", 2, "tunnel"),
    track("B-C", "gray", 3, "ferry", locomotives=1),
    track("C-D", "green", 1),
    track("D-E", "gray", 2, "tunnel"),
    track("A-E", "black", 4),
)


def europe_story(hands: Sequence[str], face_up: str = "KKWWO", **changes: object) -> Story:
    rules = EUROPE.replace(**{"tickets": {"deal": 1, "deal_long": 0, "keep": 1, "draw": 2}, **changes})
    return Story(small_map(rules, EURO_TRACKS, TICKETS), len(hands)).set_up(hands, face_up)


@pytest.mark.rule("EUR-SETUP-2", "EUR-SETUP-3")
def test_long_tickets_are_dealt_first_and_what_is_returned_leaves_the_game() -> None:
    rules = EUROPE.replace(tickets={"deal": 2, "deal_long": 1, "keep": 2, "draw": 2})
    game_map = small_map(rules, EURO_TRACKS, TICKETS[:7])
    tickets = tuple(replace(t, deck="long") if t.index < 3 else t for t in game_map.tickets)
    story = Story(replace(game_map, tickets=tickets))
    for story.seat in (0, 1):
        for kind in (7, 7, 7, 7):
            story.add(K.CARD_DEALT, kind)
    story.face_up("KKWWO")
    story.seat = 0
    _with(story, K.TICKET_OFFERED, 4).refuse("EUR-SETUP-2")
    for ticket in (0, 3, 4):
        story.add(K.TICKET_OFFERED, ticket)
    story.seat = 1
    for ticket in (2, 5, 6):
        story.add(K.TICKET_OFFERED, ticket)
    story.seat = 0
    story.add(K.KEEP_TICKETS, number=0b110)
    story.seat = 1
    story.add(K.KEEP_TICKETS, number=0b111)
    story.next().add(K.DRAW_TICKETS).refuse("USA-TICKETS-3")


@pytest.mark.rule("EUR-FERRY-1", "EUR-FERRY-2")
def test_ferries() -> None:
    story = europe_story(("RRRL", "LLLB")).next()
    _with(story, K.CLAIM, 1, cards="RRR").refuse("EUR-FERRY-1")
    story.claim(1, "RRL").accept()
    europe_story(("RRGL", "LLLB")).next().claim(1, "RGL").refuse("USA-CLAIM-3")
    europe_story(("LLLL", "RRRR")).next().claim(1, "LLL").accept()


def dug(hand: str, paid: str, turned_up: str, track_number: int = 0) -> Story:
    story = europe_story((hand, "BBBB")).next().claim(track_number, paid)
    for kind in kinds(turned_up, story.rules):
        story.add(K.TUNNEL_CARD, kind)
    return story


@pytest.mark.rule("EUR-TUNNEL-1", "EUR-TUNNEL-2", "EUR-TUNNEL-3", "EUR-TUNNEL-4", "EUR-TUNNEL-5")
def test_the_printed_tunnel_examples() -> None:
    dug("RRRL", "RR", "RGB").add(K.PAY_TUNNEL, cards="R").accept()
    dug("RRRL", "RR", "RGB").add(K.PAY_TUNNEL, cards="L").accept()
    dug("GGGL", "GG", "LBB", 3).add(K.PAY_TUNNEL, cards="G").accept()
    dug("LLLG", "LL", "LRB", 3).add(K.PAY_TUNNEL, cards="L").accept()
    dug("LLLG", "LL", "LRB", 3).add(K.PAY_TUNNEL, cards="G").refuse("EUR-TUNNEL-5")
    dug("RRRL", "RR", "RGB").add(K.PAY_TUNNEL, cards="RL").refuse("EUR-TUNNEL-4")
    dug("RRGL", "RR", "RGB").add(K.PAY_TUNNEL, cards="G").refuse("EUR-TUNNEL-4")
    dug("RRRL", "RR", "RRB").add(K.TUNNEL_FREE).refuse("EUR-TUNNEL-6")
    dug("RRRL", "RR", "GG").add(K.TUNNEL_FREE).refuse("EUR-TUNNEL-2")


@pytest.mark.rule("EUR-TUNNEL-6", "EUR-TUNNEL-7", "EUR-TUNNEL-8", "ALL-IDLE-1")
def test_a_tunnel_declined_or_free() -> None:
    declined = dug("RRGG", "RR", "RLB").add(K.DECLINE_TUNNEL)
    verdict = declined.accept()
    assert verdict.seats[0].route_points == 0
    assert verdict.met["tunnel_declined"] == verdict.met["tunnel_owed_2"] == 1
    declined.next().blind("GG").next().claim(0, "RR").accept()  # the payment came back
    free = dug("RRGG", "RR", "GGB")
    _with(free, K.DECLINE_TUNNEL).refuse("EUR-TUNNEL-7")
    assert free.add(K.TUNNEL_FREE).accept().seats[0].route_points == 2


@pytest.mark.rule("EUR-TUNNEL-9", "EUR-TUNNEL-10", "EUR-TUNNEL-11")
def test_a_tunnel_with_an_almost_empty_deck() -> None:
    none = dict.fromkeys((card.name for card in EUROPE.cards), 0)
    cards = {"card_counts": none | {"red": 5, "blue": 3, "black": 1, "white": 1}, "market": {"slots": [0]}}
    story = europe_story(("RRRR", "BBBK"), "", **cards).next().claim(0, "RR")
    story.add(K.TUNNEL_CARD, 6)
    _with(story, K.TUNNEL_FREE).refuse("EUR-TUNNEL-2")
    story.add(K.TUNNEL_CARD, 1)
    _with(story, K.DECK_REBUILT, 0, 2).refuse("EUR-TUNNEL-6")  # the payment is not among the discards
    story.add(K.PAY_TUNNEL, cards="R").rebuilt(5)
    assert story.accept().met["tunnel_short_of_cards"] == 1


@pytest.mark.rule("EUR-STATION-1", "EUR-STATION-2", "EUR-STATION-3", "EUR-STATION-10")
def test_building_stations() -> None:
    story = europe_story(("RRRL", "BBGG")).next()
    _with(story, K.BUILD_STATION, 0, cards="RR").refuse("EUR-STATION-3")
    story.add(K.BUILD_STATION, 0, cards="R").next()
    _with(story, K.BUILD_STATION, 0, cards="B").refuse("EUR-STATION-2")
    story.add(K.BUILD_STATION, 1, cards="B").next()
    _with(story, K.BUILD_STATION, 2, cards="R").refuse("EUR-STATION-3")
    story.add(K.BUILD_STATION, 2, cards="RL").next()
    assert [seat.stations for seat in story.accept().seats] == [4, 8]
    _with(story, K.BUILD_STATION, 3, cards="BG").refuse("EUR-STATION-3")


@pytest.mark.rule("EUR-STATION-5", "EUR-STATION-6", "EUR-STATION-7", "EUR-STATION-8", "EUR-STATION-9")
def test_the_best_choice_of_borrowed_tracks() -> None:
    tickets = (("A-C", 5), ("A-D", 6), ("D-E", 2))
    tracks = [track("A-B", "red", 1), track("B-C", "red", 1), track("B-D", "red", 1), track("D-E", "red", 1)]
    game_map = small_map(EUROPE, tracks, tickets)
    own = Estate(tracks={0}, held=[0, 1, 2], stations=["B"])
    other = Estate(tracks={1, 2, 3})
    part = score(game_map, [own, other])[0]
    assert (part.tickets_made, part.tickets_failed, part.longest_trail) == (6, -7, 1)  # B-D, not B-C
    own.stations.append("D")  # D-B as well, or D-E: both stations together complete two tickets
    part = score(game_map, [own, other])[0]
    assert (part.tickets_made, part.tickets_failed, part.tickets_completed) == (11, -2, 2)
    own.stations.append("C")
    assert score(game_map, [own, other])[0].tickets_completed == 3
    assert score(game_map, [Estate(tracks={0, 1}, held=[1], stations=["C"]), Estate()])[0].tickets_completed == 0


# First Journey


FJ_TRACKS = (
    track("A-B", "red", 1),
    track("A-B", "blue", 1, number=2),
    track("B-C", "green", 2),
    track("C-D", "white", 1),
    track("D-E", "black", 1),
)


def journey_story(hands: Sequence[str], tickets: int = 9, **changes: object) -> Story:
    rules = FIRST_JOURNEY.replace(**changes)
    listed = [(name, 1) for name, _ in TICKETS[:tickets]]
    game_map = small_map(rules, FJ_TRACKS, listed, bonus_tickets=(BonusTicket("far", ("A",), ("C",)),))
    game_map = replace(game_map, tickets=tuple(replace(t, penalty=0) for t in game_map.tickets))
    return Story(game_map, len(hands)).set_up(hands, "", keep=0b11)


@pytest.mark.rule("FJ-SETUP-4", "FJ-SETUP-5", "FJ-DRAW-1", "FJ-CLAIM-1", "FJ-DOUBLE-1")
def test_first_journey_moves() -> None:
    story = journey_story(("RBGG", "BBWW")).next().claim(0, "R").next()
    _with(story, K.DRAW_TICKETS).refuse("USA-TICKETS-3")
    _with(story, K.DRAW_MARKET).refuse("USA-DRAW-1")
    _with(story, K.CLAIM, 1, cards="B").accept()
    story.blind("KK").next().claim(1, "B").refuse("USA-DOUBLE-1")


@pytest.mark.rule("FJ-COMPLETE-1", "FJ-COMPLETE-2", "FJ-COMPLETE-3", "FJ-BONUS-1", "FJ-BONUS-2", "FJ-BONUS-3")
def test_completions_are_counted_oldest_first_and_replaced() -> None:
    # Seat 0 holds A-C and B-D.
    story = journey_story(("RGGW", "BBBB")).next().claim(0, "R").next().blind("KK").next().claim(2, "GG")
    _with(story, K.TICKET_COMPLETED, 1).refuse("FJ-COMPLETE-1")
    _with(story, K.BONUS_TICKET, 0).refuse("FJ-COMPLETE-1")
    story.add(K.TICKET_COMPLETED, 0)
    _with(story, K.BONUS_TICKET, 0).refuse("FJ-COMPLETE-2")
    story.add(K.TICKET_REPLACED, 6).add(K.TICKET_COMPLETED, 6).add(K.TICKET_REPLACED, 4)  # C-A counts at once
    story.add(K.BONUS_TICKET, 0).next().blind("KK")
    assert [seat.total for seat in story.accept().seats] == [3, 0]
    story.next().claim(3, "W").add(K.TICKET_COMPLETED, 1).add(K.TICKET_REPLACED, 8)
    _with(story, K.BONUS_TICKET, 0).refuse("FJ-BONUS-1")
    assert story.next().blind("KK").accept().scores == (4, 0)


@pytest.mark.rule("FJ-END-1", "FJ-END-2")
def test_the_goal_ends_the_game_at_once() -> None:
    story = journey_story(("RGGW", "BBBB"), tickets=9, hand=[4])
    rules = story.rules.replace(tickets={"goal": 1})
    story = Story(replace(story.game_map, rules=rules)).set_up(("RGGW", "BBBB"), "", keep=0b11)
    story.next().claim(0, "R").next().blind("KK").next().claim(2, "GG").add(K.TICKET_COMPLETED, 0)
    _with(story, K.TICKET_REPLACED, 5).refuse("USA-END-1")
    verdict = story.over(EndReason.GOAL, (1, 0), [0]).accept(False)
    assert verdict.winners == {0}
    assert verdict.reason is EndReason.GOAL


@pytest.mark.rule("FJ-END-2", "FJ-END-3")
def test_the_last_train_ends_the_game() -> None:
    story = journey_story(("RGGW", "BBBB"), pieces=(replace(USA.pieces[0], supply=1),)).next().claim(0, "R")
    _with(story.next(), K.DRAW_BLIND).refuse("USA-END-1")
    story.turn, story.seat = 1, 0
    assert story.over(EndReason.PIECES, (0, 0), [0, 1]).accept(False).winners == {0, 1}


@pytest.mark.rule("FJ-EXCHANGE-1", "FJ-EXCHANGE-2", "FJ-TICKETS-1", "FJ-TICKETS-2", "ALL-IDLE-1")
def test_exchanging_tickets() -> None:
    story = journey_story(("RGGW", "BBBB"), tickets=7).next()  # 0, 1 and 2, 3 are dealt; 4, 5, 6 left
    story.add(K.EXCHANGE_TICKETS).add(K.TICKET_REPLACED, 5).add(K.TICKET_REPLACED, 4).next()
    story.add(K.EXCHANGE_TICKETS).add(K.TICKET_REPLACED, 6)
    _with(story, K.TICKET_REPLACED, 0).refuse("FJ-TICKETS-1")
    _with(story, K.TICKETS_REBUILT, number=4).refuse("FJ-TICKETS-1")  # his own two are still set aside
    story.add(K.TICKETS_REBUILT, number=2).add(K.TICKET_REPLACED, 0).next().blind("KK")
    assert story.accept().met["exchanges_of_tickets"] == 2
    story = journey_story(("RGGW", "BBBB"), tickets=4).next().add(K.EXCHANGE_TICKETS).next().blind("KK").next()
    _with(story, K.EXCHANGE_TICKETS).refuse("FJ-EXCHANGE-2")


@pytest.mark.rule("FJ-END-4", "ALL-IDLE-2")
def test_first_journey_ends_when_nobody_can_draw_or_claim() -> None:
    none = dict.fromkeys((card.name for card in FIRST_JOURNEY.cards), 0)
    story = journey_story(("YYYY", "YYYY"), card_counts=none | {"yellow": 8}).next()
    story.add(K.EXCHANGE_TICKETS).add(K.TICKET_REPLACED, 5).add(K.TICKET_REPLACED, 4).next()
    story.add(K.EXCHANGE_TICKETS).add(K.TICKET_REPLACED, 6).add(K.TICKET_REPLACED, 7)
    assert story.over(EndReason.PASSES, (0, 0), [0, 1]).accept(False).reason is EndReason.PASSES


# Rails & Sails


SAIL_TRACKS = (
    track("A-B", "red", 3),
    track("A-B", "red", 3, "sea"),
    track("B-C", "white", 4, "sea"),
    track("C-D", "gray", 5, "sea"),
    track("D-E", "gray", 2, pair_spaces=True),
)


def sail_map(**changes: object) -> GameMap:
    changes.setdefault("tickets", ONE_TICKET)
    return small_map(GREAT_LAKES.replace(**changes), SAIL_TRACKS, TICKETS)


def sail_story(
    hands: Sequence[str] = ("R R R1 R1", "K K K2 K2"), market: str = "Y Y G Y1 Y1 G2", **changes: object
) -> Story:
    story = Story(sail_map(**changes)).set_up(hands, market)
    for story.seat in (0, 1):
        story.add(K.CHOOSE_PIECES, number=27)
    for story.seat in (0, 1):
        story.add(K.PIECES_REVEALED, 27, 23)
    return story


@pytest.mark.rule("RS-PIECES-1", "RS-PIECES-2", "RS-PIECES-3")
def test_the_mix_of_pieces() -> None:
    assert sail_story().accept().seats[0].harbours == -12
    story = Story(sail_map()).set_up(("R R R1 R1", "K K K2 K2"), "Y Y G Y1 Y1 G2")
    story.seat = 0
    _with(story, K.CHOOSE_PIECES, number=34).refuse("RS-PIECES-1")
    _with(story, K.CHOOSE_PIECES, number=17).refuse("RS-PIECES-1")
    story.add(K.CHOOSE_PIECES, number=33)
    story.seat = 1
    story.add(K.CHOOSE_PIECES, number=18)
    story.seat = 0
    story.add(K.PIECES_REVEALED, 32, 18).refuse("RS-PIECES-3")


@pytest.mark.rule("RS-DRAW-1", "RS-DRAW-2", "RS-DRAW-3", "RS-DRAW-4")
def test_the_player_chooses_the_deck_that_refills() -> None:
    story = sail_story().next().add(K.DRAW_MARKET, 0)
    _with(story, K.MARKET_CARD, 0, 0).refuse("RS-DRAW-2")
    story.add(K.REFILL, 1)
    _with(story, K.MARKET_CARD, kinds("R", story.rules)[0], 0).refuse("RS-MARKET-3")
    story.face_up("W2 ").add(K.DRAW_MARKET, 5).add(K.REFILL, 0).face_up("L ", 5)
    _with(story.next(), K.DRAW_MARKET, 5).add(K.REFILL, 0).accept()
    story.blind("W ", 0)
    _with(story, K.DRAW_MARKET, 5).refuse("USA-DRAW-4")
    story.blind("W1 ", 1).accept()


@pytest.mark.rule("RS-MARKET-1")
def test_the_market_of_two_decks_is_reset_as_at_set_up() -> None:
    story = sail_story(market="L L G Y1 Y1 G2").next().add(K.DRAW_MARKET, 5).add(K.REFILL, 0).face_up("L ", 5)
    story.add(K.MARKET_CLEARED)
    _with(story, K.MARKET_CARD, kinds("W1 ", story.rules)[0], 0).refuse("RS-MARKET-3")
    story.face_up("W W W W1 W1 W1").blind("G ", 0).accept()


def paid(cards: str, index: int, color: str | None = None) -> None:
    line = SAIL_TRACKS[index]
    rules = GREAT_LAKES
    check_claim(replace(line, color=color or line.color), Counter(kinds(cards, rules)), rules)


@pytest.mark.rule("RS-CLAIM-1", "RS-CLAIM-2", "RS-CLAIM-3", "RS-CLAIM-4", "RS-CLAIM-5", "RS-CLAIM-7")
def test_payments_with_singles_and_doubles() -> None:
    for cards in ("K2 K2 K1", "K2 K2 K2", "K2 K2 L", "K1 K1 K1 K2", "L L L L L", "K2 K1 L L"):
        paid(cards, 3)
    for cards in ("W2 W2", "W1 W1 W1 W1", "W1 W1 W2", "W2 L L"):
        paid(cards, 2)
    wrong = {
        "K2 K2": "USA-CLAIM-2",
        "K2 K2 K1 K1": "RS-CLAIM-5",
        "K2 K2 K2 L": "RS-CLAIM-5",
        "K2 K2 L L": "RS-CLAIM-5",
        "K2 K2 K2 K2": "RS-CLAIM-5",
        "K2 K2 W1": "USA-CLAIM-3",
        "K K K K K": "RS-CLAIM-1",
    }
    for cards, rule in wrong.items():
        with pytest.raises(RuleBroken) as broken:
            paid(cards, 3)
        assert broken.value.rule == rule, cards
    paid("R R+ L", 0)
    with pytest.raises(RuleBroken):
        paid("R R K", 0)


@pytest.mark.rule("RS-PAIR-1", "RS-PAIR-2")
def test_payments_for_pair_spaces() -> None:
    for cards in ("R R K K", "R R+ R R", "R L K L", "L L L L", "R R K L", "R R L L"):
        paid(cards, 4)
    for cards, rule in {"R R K": "RS-PAIR-1", "R R K W": "RS-PAIR-2", "R K W L": "RS-PAIR-2"}.items():
        with pytest.raises(RuleBroken) as broken:
            paid(cards, 4)
        assert broken.value.rule == rule


def is_payment(line: Track, cards: Sequence[int]) -> bool:
    try:
        check_claim(line, Counter(cards), GREAT_LAKES)
    except RuleBroken:
        return False
    return True


@pytest.mark.rule("ALL-PASS-1")
def test_can_pay_agrees_with_trying_every_payment() -> None:
    dice = random.Random(3)
    codes = ["R", "R+", "K", "L", "R1", "R2", "K1", "K2", "W2"]
    for _ in range(250):
        hand = kinds(" ".join(dice.choices(codes, k=dice.randint(1, 6))) + " ", GREAT_LAKES)
        subsets = {cards for n in range(1, len(hand) + 1) for cards in combinations(sorted(hand), n)}
        for line in SAIL_TRACKS:
            legal = any(is_payment(line, cards) for cards in subsets)
            assert can_pay_claim(line, Counter(hand), GREAT_LAKES) == legal, (hand, line.name)


@pytest.mark.rule("RS-DOUBLE-2", "RS-CLAIM-6")
def test_rail_and_sea_are_not_a_double_route() -> None:
    story = sail_story(("R R R1 R2", "L L R1 R2"), market="Y Y G Y1 Y1 G2").next().claim(1, "R1 R2").next()
    story.blind("L ", 0).blind("K1 ", 1).next().blind("L ", 0).blind("K1 ", 1).next().claim(0, "L L L")
    assert story.accept().seats[1].route_points == 4


@pytest.mark.rule("RS-HARBOUR-3", "RS-HARBOUR-4")
def test_payments_for_a_harbour() -> None:
    for cards in ("Y+ Y+ Y1 L", "Y+ Y+ Y1 Y1", "L L L L", "Y+ L Y1 L"):
        check_harbour(Counter(kinds(cards, WORLD)), WORLD)
        assert can_pay_harbour(Counter(kinds(cards, WORLD)), WORLD)
    for cards in ("Y Y+ Y1 Y1", "Y+ Y+ Y+ Y1", "Y+ Y+ K1 K1", "Y+ Y+ Y2 L", "Y+ Y+ Y1"):
        with pytest.raises(RuleBroken, match="RS-HARBOUR-3"):
            check_harbour(Counter(kinds(cards, WORLD)), WORLD)
        assert not can_pay_harbour(Counter(kinds(cards, WORLD)), WORLD)


@pytest.mark.rule("RS-HARBOUR-1", "RS-HARBOUR-2")
def test_building_a_harbour() -> None:
    story = sail_story(("L L R1 R2", "K K K2 K2")).next()
    _with(story, K.BUILD_HARBOUR, 0, cards="L L R1").refuse("RS-HARBOUR-2")
    story.claim(1, "R1 R2").next().blind("W ", 0).blind("W1 ", 1).next().blind("L ", 0).blind("L ", 0)
    story.next().blind("W ", 0).blind("W1 ", 1).next()
    _with(story, K.BUILD_HARBOUR, 2, cards="L L L L").refuse("RS-HARBOUR-2")
    assert story.add(K.BUILD_HARBOUR, 0, cards="L L L L").accept().seats[0].harbours == -8


@pytest.mark.rule("RS-HARBOUR-5", "RS-HARBOUR-6", "RS-HARBOUR-7", "RS-TOUR-1", "RS-TOUR-2", "RS-TOUR-3")
def test_the_printed_harbour_example() -> None:
    line = [track("Buenos Aires-Manila", "red", 1), track("Buenos Aires-Sydney", "red", 1, "sea")]
    line += [track("Lagos-Luanda", "red", 1), track("Luanda-Dar Es Salaam", "red", 1, "sea")]
    line += [track("Dar Es Salaam-Djibouti", "red", 1), track("Hamburg-Lagos", "red", 1)]
    tickets = (("Buenos Aires-Manila", 5), ("Buenos Aires-Sydney", 6), ("Hamburg-Dar Es Salaam", 7))
    game_map = small_map(WORLD, line, tickets)
    tour = Ticket(3, ("Lagos", "Luanda", "Dar Es Salaam", "Djibouti"), 12, points_out_of_order=6, penalty=16)
    game_map = replace(game_map, tickets=(*game_map.tickets, tour))
    own = Estate(tracks=set(range(6)), held=[0, 1, 2, 3], harbours=["Buenos Aires", "Dar Es Salaam"])
    part = score(game_map, [own, Estate()])[0]
    assert part.harbours == 30 + 30 - 4
    assert part.tickets_made == 5 + 6 + 7 + 12
    graph = network(game_map.tracks)
    assert ticket_points(replace(tour, cities=("Lagos", "Dar Es Salaam", "Luanda", "Djibouti")), graph, 1) == (True, 6)
    assert ticket_points(replace(tour, cities=("Lagos", "Manila", "Luanda", "Djibouti")), graph, 1) == (False, -16)


@pytest.mark.rule("RS-TOUR-4")
def test_tours_in_order_against_all_simple_paths() -> None:
    dice = random.Random(11)
    for _ in range(200):
        graph = network(Track(0, *dice.sample("ABCDEFG", 2), 1, "red") for _ in range(9))
        stops = dice.sample("ABCDEFG", 4)
        if not all(stop in graph for stop in stops):
            continue
        paths = nx.all_simple_paths(graph, stops[0], stops[-1])
        expected = any([city for city in path if city in stops] == stops for path in paths)
        assert in_order(stops, graph) == expected


@pytest.mark.rule("RS-EXCHANGE-1", "RS-EXCHANGE-2", "RS-EXCHANGE-3", "RS-EXCHANGE-4", "ALL-IDLE-1")
def test_exchanging_pieces() -> None:
    story = sail_story().next()
    _with(story, K.EXCHANGE_PIECES, 0, 10).refuse("RS-EXCHANGE-1")  # the box holds 6 trains and 9 ships
    _with(story, K.EXCHANGE_PIECES, 0, 0).refuse("RS-EXCHANGE-1")
    story.add(K.EXCHANGE_PIECES, 0, 9).next().blind("W ", 0).blind("W1 ", 1).next()
    _with(story, K.EXCHANGE_PIECES, 0, 1).refuse("RS-EXCHANGE-1")
    verdict = story.add(K.EXCHANGE_PIECES, 1, 15).accept()
    assert verdict.seats[0].exchanges == -24
    assert verdict.scores[0] == -24 - 12 - 5


@pytest.mark.rule("ALL-IDLE-2", "ALL-IDLE-3")
def test_standstill() -> None:
    story = sail_story(standstill_rounds=2)
    for _ in range(4):
        _with(story, K.GAME_OVER, number=EndReason.STANDSTILL).refuse("USA-END-1")
        story.next().add(K.EXCHANGE_PIECES, 0, 1)
    verdict = story.over(EndReason.STANDSTILL, (-2 - 12 - 5, -2 - 12 - 4), [1]).accept(False)
    assert verdict.met["standstill"] == 1


@pytest.mark.rule("RS-END-1", "RS-END-2")
def test_two_more_turns_each() -> None:
    story = sail_story(end={"pieces_left": 50}).next().blind("W ", 0).blind("W1 ", 1).add(K.LAST_ROUND, number=4)
    for _ in range(4):
        story.next().blind("Y2 ", 1).blind("R2 ", 1)
    _with(story, K.LAST_ROUND, number=4).refuse("USA-END-1")
    verdict = story.over(EndReason.PIECES, (-17, -16), [1]).accept(False)
    assert verdict.turns == 5
    assert verdict.winners == {1}


@pytest.mark.rule("EUR-TUNNEL-3", "EUR-TUNNEL-5")
def test_cards_owed() -> None:
    names = EUROPE
    assert owed(kinds("RLB", names), Counter(kinds("RL", names)), names) == 2
    assert owed(kinds("RLB", names), Counter(kinds("LL", names)), names) == 1
    check_surcharge(EURO_TRACKS[0], Counter(kinds("RL", names)), Counter(kinds("RL", names)), 2, names)


# Words


def test_a_game_in_words() -> None:
    story = last_round_story().add(K.LAST_ROUND, number=3)
    lines = list(narrate(story.game_map, 3, story.events, names=["Ann", "Bob", "Cid"]))
    assert lines[0].startswith("set-up, Ann: receives green; receives green")
    assert "turn 2, Bob: claim A-B red with 2 red" in lines
    assert lines[-1] == "turn 2: the last round begins: 3 turns to play"
    assert "set-up, Cid: keep A-D" in lines
    taken = list(narrate(usa(), 2, begun().next().take(0, "G").blind("Y").events))[-1]
    assert taken.startswith("turn 1, player 1: take market card 1 (black); market slot 1: green; draw blind")


def test_notes_stand_under_the_line_of_their_event() -> None:
    story = last_round_story()
    place = next(i for i, event in enumerate(story.events) if event.kind is K.CLAIM)
    plain = list(narrate(story.game_map, 3, story.events))
    noted = list(narrate(story.game_map, 3, story.events, notes={place: "because", len(story.events): "never told"}))
    (note,) = [i for i, line in enumerate(noted) if line not in plain]
    assert noted[note] == "    because"
    assert "claim" in noted[note - 1]
    assert noted[:note] + noted[note + 1 :] == plain
