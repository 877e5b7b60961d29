"""The referee catches every fault planted in the log of a right game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from ttr_analysis.maps.events import EndReason, Event, EventKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.referee import RefereeError, replay

K = EventKind
Log = list[Event]
Fault = Callable[[Log, GameMap], Log | None]
"""Plants a fault in a log, or gives None where it finds no place for it."""


@cache
def right_log(name: str, players: int, seed: int) -> tuple[Event, ...]:
    return tuple(Game(name, players, seed).play("random").events)


def places(log: Log, *kinds: EventKind, later: bool = True) -> list[int]:
    return [i for i, e in enumerate(log) if e.kind in kinds and (e.turn > 0 or not later)]


def without(log: Log, start: int, end: int | None = None) -> Log:
    return log[:start] + log[start + 1 if end is None else end :]


def changed(log: Log, i: int, **changes: object) -> Log:
    return [*log[:i], replace(log[i], **changes), *log[i + 1 :]]  # type: ignore[arg-type]


def at(*kinds: EventKind, which: int = 0, later: bool = True, **changes: object) -> Fault:
    """Change one event of these kinds."""

    def plant(log: Log, game_map: GameMap) -> Log | None:
        found = places(log, *kinds, later=later)
        return changed(log, found[which], **changes) if found else None

    return plant


def drop(*kinds: EventKind, which: int = 0, later: bool = True) -> Fault:
    """Leave one event of these kinds out."""

    def plant(log: Log, game_map: GameMap) -> Log | None:
        found = places(log, *kinds, later=later)
        return without(log, found[which]) if found else None

    return plant


def number_off(kind: EventKind, by: int, which: int = 0) -> Fault:
    def plant(log: Log, game_map: GameMap) -> Log | None:
        found = places(log, kind)
        return changed(log, found[which], number=log[found[which]].number + by) if found else None

    return plant


def twice(*kinds: EventKind) -> Fault:
    """The same event a second time."""

    def plant(log: Log, game_map: GameMap) -> Log | None:
        found = places(log, *kinds)
        return [*log[: found[0] + 1], *log[found[0] :]] if found else None

    return plant


def payment(change: int, kind: EventKind = K.CLAIM) -> Fault:
    """One card of the payment more or less."""

    def plant(log: Log, game_map: GameMap) -> Log | None:
        for i in places(log, kind):
            cards = list(log[i].cards)
            card = next(c for c, n in enumerate(cards) if n)
            cards[card] += change
            return changed(log, i, cards=tuple(cards))
        return None

    return plant


def wrong_color(log: Log, game_map: GameMap) -> Log | None:
    for i in places(log, K.CLAIM):
        track, wild = game_map.tracks[log[i].target], len(game_map.rules.cards) - 1
        if track.color != "gray" and not log[i].cards[wild]:
            cards = log[i].cards
            return changed(log, i, cards=(*cards[1:-1], cards[0], 0))
    return None


def second_twin(log: Log, game_map: GameMap) -> Log | None:
    """A later claim takes the other track of a double route of the same price."""
    taken: dict[int, int] = {}
    for i in places(log, K.CLAIM):
        track = game_map.tracks[log[i].target]
        for first in taken:
            twin = game_map.doubles.get(first)
            if (
                twin is not None
                and game_map.tracks[twin].length == track.length
                and game_map.tracks[twin].color == "gray"
            ):
                return changed(log, i, target=twin)
        taken[track.index] = i
    return None


def taken_track(log: Log, game_map: GameMap) -> Log | None:
    found = places(log, K.CLAIM)
    return changed(log, found[-1], target=log[found[0]].target)


def missing_reset(log: Log, game_map: GameMap) -> Log | None:
    for i in places(log, K.MARKET_CLEARED):
        end = i + 1
        while log[end].kind is K.MARKET_CARD:
            end += 1
        return without(log, i, end)
    return None


def needless_reset(log: Log, game_map: GameMap) -> Log | None:
    i = places(log, K.MARKET_CARD)[0]
    return [*log[: i + 1], replace(log[i], kind=K.MARKET_CLEARED), *log[i + 1 :]]


def too_many_of_a_kind(log: Log, game_map: GameMap) -> Log | None:
    return [replace(e, target=0) if e.kind in (K.CARD_DEALT, K.MARKET_CARD) else e for e in log]


def wild_second(log: Log, game_map: GameMap) -> Log | None:
    """The second card of a draw is taken from a slot with a locomotive."""
    market: dict[int, int] = {}
    wild = next(i for i, card in enumerate(game_map.rules.cards) if card.wild)
    drawn = 0
    for i, event in enumerate(log):
        if event.kind is K.MARKET_CARD:
            market[event.number] = event.target
        if event.kind in (K.DRAW_MARKET, K.DRAW_BLIND):
            drawn = drawn + 1 if i and log[i - 1].turn == event.turn else 1
            slots = [slot for slot, card in market.items() if card == wild]
            if drawn == 2 and slots:
                return changed(log, i, kind=K.DRAW_MARKET, target=slots[0])
    return None


def third_card(log: Log, game_map: GameMap) -> Log | None:
    for i in places(log, K.CARD_DEALT):
        if log[i + 1].turn == log[i].turn + 1:
            return [*log[: i + 1], log[i - 1], log[i], *log[i + 1 :]]
    return None


def extra_turn(log: Log, game_map: GameMap) -> Log | None:
    end = next(i for i, e in enumerate(log) if e.kind is K.GAME_OVER)
    turn = log[end].turn + 1
    more = Event(turn, (log[end - 1].seat + 1) % 3, K.DRAW_TICKETS)
    return [*log[:end], more, *log[end:]]


def no_last_turn(log: Log, game_map: GameMap) -> Log | None:
    last = log[-1].turn
    return [e if e.turn != last else replace(e, turn=last - 1) for e in log
            if e.turn < last or e.kind in (K.GAME_OVER, K.FINAL_SCORE)]  # fmt: skip


def skipped_turn(log: Log, game_map: GameMap) -> Log | None:
    return [e for e in log if e.turn != 10]


def needless_pass(log: Log, game_map: GameMap) -> Log | None:
    start = next(i for i, e in enumerate(log) if e.turn == 8)
    return [*log[:start], Event(8, log[start].seat, K.PASS), *(e for e in log[start:] if e.turn != 8)]


def payment_in_sets(change: int) -> Fault:
    """One card more or less in a payment with sets: of the kind that it has most of."""

    def plant(log: Log, game_map: GameMap) -> Log | None:
        for i in places(log, K.CLAIM):
            cards = list(log[i].cards)
            if sum(cards) > game_map.tracks[log[i].target].length:
                cards[cards.index(max(cards))] += change
                return changed(log, i, cards=tuple(cards))
        return None

    return plant


def returned_ticket_again(log: Log, game_map: GameMap) -> Log | None:
    """A ticket that left the game is offered in place of another one."""
    gone: list[int] = []
    offers: dict[tuple[int, int], list[int]] = {}
    for i, event in enumerate(log):
        offer = offers.setdefault((event.turn, event.seat), [])
        if event.kind is K.TICKET_OFFERED:
            offer.append(event.target)
        elif event.kind is K.KEEP_TICKETS and event.turn and gone:
            return changed(log, i - 1, target=gone[0])
        elif event.kind is K.KEEP_TICKETS:
            gone += [ticket for place, ticket in enumerate(offer) if not event.number >> place & 1]
    return None


def turned_into(kind: EventKind, into: EventKind) -> Fault:
    return at(kind, kind=into, number=0, target=0, cards=())


FAULTS: dict[str, tuple[str, Fault]] = {
    "wrong score": ("usa", number_off(K.FINAL_SCORE, 1)),
    "wrong score of the last seat": ("usa", number_off(K.FINAL_SCORE, -10, which=-1)),
    "missing refill": ("usa", drop(K.MARKET_CARD)),
    "missing reset": ("usa", missing_reset),
    "needless reset": ("usa", needless_reset),
    "refill of another slot": ("usa", number_off(K.MARKET_CARD, 1)),
    "a card short": ("usa", payment(-1)),
    "a card too many": ("usa", payment(1)),
    "wrong colour": ("usa", wrong_color),
    "second track of a double route": ("usa", second_twin),
    "track taken": ("usa", taken_track),
    "no such track": ("usa", at(K.CLAIM, target=999)),
    "card that cannot be there": ("usa", too_many_of_a_kind),
    "no such card": ("usa", at(K.CARD_DEALT, target=99)),
    "face-up locomotive second": ("usa", wild_second),
    "third card": ("usa", third_card),
    "extra turn": ("usa", extra_turn),
    "no last turn": ("usa", no_last_turn),
    "skipped turn": ("usa", skipped_turn),
    "needless pass": ("usa", needless_pass),
    "last round not announced": ("usa", drop(K.LAST_ROUND)),
    "last round too long": ("usa", number_off(K.LAST_ROUND, 1)),
    "wrong end": ("usa", at(K.GAME_OVER, number=int(EndReason.STANDSTILL))),
    "wrong number of cards in a rebuilt deck": ("usa", number_off(K.DECK_REBUILT, -1)),
    "deck not rebuilt": ("usa", drop(K.DECK_REBUILT)),
    "ticket offered twice": ("usa", twice(K.TICKET_OFFERED)),
    "no ticket kept": ("usa", at(K.KEEP_TICKETS, number=0)),
    "too few tickets kept at the start": ("usa", at(K.KEEP_TICKETS, number=1, later=False)),
    "somebody else's turn": ("usa", at(K.CLAIM, seat=9)),
    "hand card missing at the start": ("usa", drop(K.CARD_DEALT, later=False)),
    "tunnel without a surcharge": ("europe", payment(-1, K.PAY_TUNNEL)),
    "tunnel free though owed": ("europe", turned_into(K.DECLINE_TUNNEL, K.TUNNEL_FREE)),
    "tunnel with a card too few": ("europe", drop(K.TUNNEL_CARD)),
    "station in no city": ("europe", at(K.BUILD_STATION, target=63)),
    "station too dear": ("europe", payment(1, K.BUILD_STATION)),
    "a set of cards a card short": ("nordic", payment_in_sets(-1)),
    "a card more than the sets need": ("nordic", payment_in_sets(1)),
    "a ticket that left the game": ("switzerland", returned_ticket_again),
    "harbour without a port": ("rails_sails_great_lakes", at(K.BUILD_HARBOUR, target=63)),
    "harbour a card short": ("rails_sails_great_lakes", payment(-1, K.BUILD_HARBOUR)),
    "too many pieces exchanged": ("rails_sails_great_lakes", at(K.EXCHANGE_PIECES, number=60)),
    "other pieces revealed": ("rails_sails_great_lakes", at(K.PIECES_REVEALED, number=1, later=False)),
    "no choice of the refill": ("rails_sails_great_lakes", drop(K.REFILL)),
    "completed ticket not replaced": ("first_journey_usa", drop(K.TICKET_REPLACED)),
    "completed ticket not shown": ("first_journey_usa", drop(K.TICKET_COMPLETED)),
    "bonus ticket twice": ("first_journey_usa", twice(K.BONUS_TICKET)),
    "other ticket shown": ("first_journey_usa", at(K.TICKET_COMPLETED, target=0)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_referee_catches(name: str) -> None:
    game, plant = FAULTS[name]
    game_map, caught = load_map(game), 0
    for seed in range(40):
        right = list(right_log(game, 3, seed))
        wrong = plant(right, game_map)
        if wrong is None or wrong == right:
            continue
        replay(game_map, 3, right)
        with pytest.raises(RefereeError) as error:
            replay(game_map, 3, wrong)
        assert error.value.rule
        caught += 1
        if caught == 2:
            return
    raise AssertionError("no game had a place for this fault")
