"""The numbers of a map's actions as arrays for compiled code, and the actions that they stand for."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from ttr_analysis.engine import codes, compiled, records, state
from ttr_analysis.maps import ActionKind
from ttr_analysis.play.environments import bills
from ttr_analysis.rules import limits

GUARD_BITS: Final = 7
"""Bits for a kind of card in a packed hand: six for how many there are, and one above them."""
PACKED: Final = 9
"""Kinds of card in a packed word."""
MOST_PACKED: Final = 63
"""Most cards of a kind that a packed hand can tell."""
BILL_PLACES: Final = 4
"""Kinds of action that cost cards: see :func:`bill_place`."""


class Codebook(NamedTuple):
    """What each number means. Rows are payments, of which several things may have the same.

    Attributes
    ----------
    kind, target, value : array of int64
        Of each number: kind of action, target and number of the action; of a step, how many cards
        (``value``) of which kind (``target``) are laid.
    row : array of int64
        Row of the payment of each number; -1 if it has none.
    first : array of int64
        First number of each kind of action, of the steps at the end; -1 if there is none.
    bill_first, bill_count, bill_row : array of int64
        For each kind of bill and target: first number, number of payments (0: they are paid in steps),
        and row of the first payment.
    cards : array of int64
        The cards of each row.
    packed : array of uint64
        The same in words of :data:`PACKED` kinds, one line for each word; see :func:`pack`.
    step_first : array of int64
        First number of the steps of each kind of card.
    in_steps : int
        1 if some payments are made in steps.
    most_exchanged : int
        Numbers of the exchange of one kind of piece.
    """

    kind: records.Ints
    target: records.Ints
    value: records.Ints
    row: records.Ints
    first: records.Ints
    bill_first: records.Ints
    bill_count: records.Ints
    bill_row: records.Ints
    cards: records.Ints
    packed: records.Words
    step_first: records.Ints
    in_steps: int
    most_exchanged: int


@compiled.inlined
def bill_place(kind: int) -> int:
    """Return the place of a kind of action among those that cost cards."""
    if kind == codes.CLAIM:
        return 0
    if kind == codes.BUILD_STATION:
        return 1
    return 2 if kind == codes.BUILD_HARBOUR else 3


@compiled.compiled
def clear_cards(action: state.ActionRecord) -> None:
    """Forget the cards of an action."""
    for kind in range(limits.CARDS):
        action.cards[kind] = 0


@compiled.compiled
def read_number(book: Codebook, number: int, begun: state.ActionRecord, action: state.ActionRecord) -> None:
    """Write the action that a number stands for; of a step, the action begun with these cards added."""
    if book.kind[number] < 0:
        action.kind, action.target, action.number = begun.kind, begun.target, 0
        for kind in range(limits.CARDS):
            action.cards[kind] = begun.cards[kind]
        action.cards[book.target[number]] = book.value[number]
        return
    action.kind, action.target, action.number = book.kind[number], book.target[number], book.value[number]
    row = book.row[number]
    for kind in range(limits.CARDS):
        action.cards[kind] = book.cards[row, kind] if row >= 0 else 0


# ---- how it is made ----


def made_of(
    actions: Sequence[tuple[int, int, int, bills.Payment]],
    first: Mapping[ActionKind | None, int],
    every: Sequence[bills.Bill],
    sizes: Sequence[int],
) -> Codebook:
    """Return the numbers as arrays.

    Parameters
    ----------
    actions : sequence of tuple
        Kind (-1 for a step), target, number and cards of the action that each number stands for.
    first : mapping
        First number of each kind of action; of the steps for None.
    every : sequence of Bill
        The bills in the order of their numbers.
    sizes : sequence of int
        Steps of each kind of card.
    """
    kind, target, value = np.array([action[:3] for action in actions], np.int64).T.copy()
    row = np.full(len(actions), -1, np.int64)
    start = min((first[each] for each in bills.BILLED if each in first), default=0)
    by_bill, cards = _rows(every, start, row)
    step_first = np.zeros(limits.CARDS, np.int64)
    if sizes:
        step_first[: len(sizes)] = first[None] + np.cumsum([0, *sizes[:-1]])
    return Codebook(
        kind, target, value, row, np.array([first.get(each, -1) for each in ActionKind]),
        by_bill[0], by_bill[1], by_bill[2], cards, _packed(cards), step_first, int(bool(sizes)),
        int(value[kind == ActionKind.EXCHANGE_PIECES].max(initial=0)),
    )  # fmt: skip


def _rows(every: Sequence[bills.Bill], number: int, row: records.Ints) -> tuple[records.Ints, records.Ints]:
    """Return first number, count and first row of each bill, and the cards of the rows; fill in the row of each number.

    Things with the same payments share their rows.
    """
    by_bill = np.full((3, BILL_PLACES, max(limits.TRACKS, limits.CITIES)), -1, np.int64)
    starts: dict[tuple[bills.Payment, ...], int] = {}
    found: list[bills.Payment] = []
    for bill in every:
        if bill.payments not in starts:
            starts[bill.payments] = len(found) if bill.payments else -1
            found += bill.payments
        place, count, start = bills.BILLED.index(bill.kind), len(bill.payments), starts[bill.payments]
        by_bill[:, place, bill.target] = number, count, start
        row[number : number + count] = start + np.arange(count)
        number += count or 1
    cards = np.zeros((len(found), limits.CARDS), np.int64)
    for i, payment in enumerate(found):
        cards[i, : len(payment)] = payment
    return by_bill, cards


def _packed(cards: records.Ints) -> records.Words:
    """Return payments as words of nine kinds each, without the kinds that no payment has at the end."""
    used = int(np.flatnonzero(cards.any(axis=0)).max(initial=0)) + 1
    packed = np.zeros((-(-used // PACKED), len(cards)), np.uint64)
    for kind in range(used):
        packed[kind // PACKED] |= cards[:, kind].astype(np.uint64) << np.uint64(GUARD_BITS * (kind % PACKED))
    return packed
