"""The compiled rules in the form that Python calls, one decision at a time: the functions behind ``Game``."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from ttr_analysis._validate import misfit, shown
from ttr_analysis.engine import claims, decks, legal, listing, setup, tickets, turns
from ttr_analysis.engine.compiled import entry
from ttr_analysis.engine.payments import payments
from ttr_analysis.engine.records import Ints, Record
from ttr_analysis.errors import IllegalMove
from ttr_analysis.maps import Action, ActionKind, Event, EventKind

Records = np.recarray[Any, Any]
"""An array of records; a single record is passed as an array of length 1."""

PAID = frozenset({ActionKind.CLAIM, ActionKind.BUILD_STATION, ActionKind.BUILD_HARBOUR, ActionKind.PAY_TUNNEL})
"""The kinds of action that cost cards."""
AIMED = frozenset(
    {
        ActionKind.DRAW_MARKET, ActionKind.DRAW_BLIND, ActionKind.CLAIM, ActionKind.BUILD_STATION,
        ActionKind.BUILD_HARBOUR, ActionKind.EXCHANGE_PIECES, ActionKind.REFILL,
    }
)  # fmt: skip
"""Kinds of action that have a target; that of the others is 0."""

COUNTED = frozenset({ActionKind.EXCHANGE_PIECES, ActionKind.KEEP_TICKETS, ActionKind.CHOOSE_PIECES})
"""Kinds of action that have a number; that of the others is 0."""

_PAID_EVENTS = frozenset(map(int, PAID))


_DTYPES: dict[type[Record], np.dtype[Any]] = {}


def fresh(kind: type[Record], length: int = 1) -> Records:
    """Return ``length`` records, all zero; faster than ``kind.array``, which creates their dtype again."""
    if kind not in _DTYPES:
        _DTYPES[kind] = kind.array(0).dtype
    return np.zeros(length, _DTYPES[kind]).view(np.recarray)


def quick(records: Records) -> Records:
    """Return the same records as a plain array; numba takes a recarray for what it is eight times as slowly."""
    return cast("Records", records.view(np.ndarray))


def copied(records: Records) -> Records:
    """Return a copy of records; fifteen times as fast as their own method, which copies field by field."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype).view(np.recarray)


def illegal_in_words(action: Any, reason: int) -> str:
    """Return an illegal action, and the code of the reason why it is illegal, in words."""
    kind = EventKind(int(action.kind)).name if 0 <= action.kind <= EventKind.PASS else f"kind {action.kind}"
    return f"illegal action {kind} (target {action.target}, number {action.number}): {legal.REASONS[reason]}"


@entry
def reason_against_action(tables_record: Records, game_record: Records, action_record: Records) -> int:
    """Return the code of the reason why an action with its payment is not legal; 0 if it is legal."""
    return legal.check_action(tables_record[0], game_record[0], action_record[0])


@entry
def list_actions(
    tables_record: Records, game_record: Records, action_record: Records, first: int, heads: Ints, cards: Ints
) -> int:
    """Write the legal actions from number ``first`` on; see :func:`ttr_analysis.engine.listing.list_actions`."""
    return listing.list_actions(tables_record[0], game_record[0], action_record[0], first, heads, cards)


@entry
def list_payments(tables_record: Records, game_record: Records, kind: int, target: int, first: int, cards: Ints) -> int:
    """Write the payments of the seat to move from number ``first`` on; see :mod:`ttr_analysis.engine.payments`."""
    game = game_record[0]
    hand = game.private[game.public.seat].hand
    return payments(tables_record[0], game.public, hand, kind, target, first, cards)


@entry
def clear_game(tables_record: Records, game_record: Records, seed: int, number: int) -> None:
    """Reset a game to the state before any card is dealt: empty board, full boxes, seeded streams."""
    tables, game = tables_record[0], game_record[0]
    setup.seed_game(tables, game, seed, number)
    setup.clear_counters(tables, game)
    setup.clear_board(tables, game)
    setup.fill_decks(tables, game)


@entry
def lay_track(tables_record: Records, game_record: Records, seat: int, track: int) -> None:
    """Give a seat a free track."""
    claims.lay_pieces(tables_record[0], game_record[0], seat, track)


@entry
def give_ticket(tables_record: Records, game_record: Records, seat: int, ticket: int) -> None:
    """Give a seat a ticket."""
    tickets.receive_ticket(tables_record[0], game_record[0], seat, ticket)


@entry
def set_right(tables_record: Records, game_record: Records, log: decks.Log, refilled: bool) -> None:
    """Rebuild empty decks and fill the market's gaps."""
    decks.restock(tables_record[0], game_record[0], log, refilled)


@entry
def begin_next_turn(tables_record: Records, game_record: Records, log: decks.Log, scratch_record: Records) -> None:
    """Begin the next turn; seats without any legal action pass."""
    turns.next_turn(tables_record[0], game_record[0], log, scratch_record[0])


def check_is_action(action: object) -> None:
    """Check that something is an action, with whole numbers in it.

    Raises
    ------
    IllegalMove
        If it is not.
    """
    if not isinstance(action, Action):
        raise IllegalMove(f"{shown(action)} is not an Action; take one of legal_actions(), or create one: Action(kind)")
    if not isinstance(action.kind, ActionKind):
        raise IllegalMove(
            f"the kind of an Action must be an ActionKind, such as ActionKind.CLAIM, not {shown(action.kind)}"
        )
    if _has_plain_numbers(action):
        return
    for name, hint in (("target", int), ("number", int), ("cards", Sequence[int])):
        if problem := misfit(hint, getattr(action, name)):
            raise IllegalMove(f"{name} of the Action {problem}")


def _has_plain_numbers(action: Action) -> bool:
    """Check that all numbers of an action are ints, as nearly always: far faster than finding out what they are."""
    numbers = (action.target, action.number)
    return type(action.cards) is tuple and all(type(number) is int for number in numbers + action.cards)


def in_short(action: Action) -> str:
    """Describe an action whose target has no name on this map."""
    return f"{action.kind.name.lower().replace('_', ' ')} {shown(action.target)}"


def write_action(record: Any, action: Action | Event) -> None:
    """Write an action, or the decision that an event tells, into a record."""
    record.kind, record.target, record.number = int(action.kind), action.target, action.number
    record.cards[:] = 0
    record.cards[: len(action.cards)] = action.cards


def read_action(record: Any, cards: int) -> Action:
    """Convert an action record to an action; ``cards`` is the number of kinds of card in the rule set."""
    action = record[0]
    kind = ActionKind(int(action.kind))
    return Action(kind, int(action.target), int(action.number), _payment(action.cards, cards) if kind in PAID else ())


def read_log(records: Any, cards: int) -> list[Event]:
    """Convert event records to events.

    Parameters
    ----------
    records : record array
        The events, oldest first.
    cards : int
        Number of kinds of card in the rule set: the length of each payment.
    """
    columns = [records[name].tolist() for name in ("turn", "seat", "kind", "target", "number")]
    paid = records["cards"]
    return [
        Event(turn, seat, EventKind(kind), target, number, _payment(paid[i], cards) if kind in _PAID_EVENTS else ())
        for i, (turn, seat, kind, target, number) in enumerate(zip(*columns, strict=True))
    ]


def _payment(counts: Ints, cards: int) -> tuple[int, ...]:
    return tuple(counts[:cards].tolist())
