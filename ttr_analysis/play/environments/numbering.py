"""The numbers of a map's actions: the same in all positions and for all numbers of players."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ttr_analysis import _validate, errors, maps
from ttr_analysis.maps import Action, ActionKind
from ttr_analysis.play import bindings
from ttr_analysis.play.environments import bills, codebook

MOST_NUMBERS = 4_096
"""Numbers that a map may have before the longest bills are paid in steps."""

Number = int | tuple[int, ...]
"""The number of an action; of one that is paid in steps, its number and those of the steps."""


@dataclass(frozen=True, slots=True)
class Part:
    """Numbers of one kind of action that follow each other.

    Attributes
    ----------
    kind : ActionKind or None
        None for the steps of payments.
    first, count : int
        The first number, and how many there are.
    meaning : str
        What the numbers stand for.

    Examples
    --------
    >>> ttr.play.numbering("usa").parts[0]
    Part(kind=<ActionKind.DRAW_MARKET: 0>, first=0, count=5, meaning='the market slots')
    """

    kind: ActionKind | None
    first: int
    count: int
    meaning: str


class Numbering:
    """The numbers of all actions of a map; made by :func:`numbering`.

    Attributes
    ----------
    game_map : GameMap
    size : int
        How many numbers there are: they go from 0 to ``size - 1``.
    in_steps : bool
        Whether some payments are made in steps.
    parts : tuple of Part
        The kinds of action in the order of their numbers.

    Examples
    --------
    >>> numbers = ttr.play.numbering("usa")
    >>> numbers.size
    1075
    >>> numbers.decode(8)
    Action(KEEP_TICKETS, 0, number=1)
    """

    def __init__(self, game_map: maps.GameMap) -> None:
        self.game_map = game_map
        self._actions: list[tuple[int, int, int, bills.Payment]] = []
        self._first: dict[ActionKind | None, int] = {}
        self._bills = _numbered_in_all(game_map, _others(game_map))
        self.in_steps = any(not bill.payments for bill in self._bills)
        self._sizes = bills.step_sizes(game_map)
        sizes = self._sizes if self.in_steps else []
        for kind, target, number in _others(game_map):
            self._add(kind, target, number, ())
        for bill in self._bills:
            for payment in bill.payments or ((),):
                self._add(bill.kind, bill.target, 0, payment)
        for card, size in enumerate(sizes):
            for number in range(1, size + 1):
                self._add(None, card, number, ())
        self.size = len(self._actions)
        self.parts = tuple(self._parts())
        self._numbers = {action: number for number, action in enumerate(self._actions)}
        self.codebook = codebook.made_of(self._actions, self._first, self._bills, sizes)

    def _add(self, kind: ActionKind | None, target: int, number: int, cards: bills.Payment) -> None:
        self._first.setdefault(kind, len(self._actions))
        self._actions.append((-1 if kind is None else int(kind), target, number, cards))

    def _parts(self) -> Iterator[Part]:
        ends = [*list(self._first.values())[1:], self.size]
        for (kind, first), end in zip(self._first.items(), ends, strict=True):
            yield Part(kind, first, end - first, _MEANINGS[kind])

    def encode(self, action: Action) -> Number:
        """Return the number of an action; for a payment in steps, its number and those of the steps.

        Raises
        ------
        IllegalMove
            If it is not an action, or never legal on this map.

        Examples
        --------
        >>> ttr.play.numbering("usa").encode(ttr.maps.Action(ttr.maps.ActionKind.DRAW_TICKETS))
        6
        """
        bindings.check_is_action(action)
        cards = tuple(int(n) for n in action.cards)
        key = (int(action.kind), int(action.target), int(action.number), cards)
        if key in self._numbers and (cards or action.kind not in bills.BILLED):
            return self._numbers[key]
        begun = self._numbers.get((*key[:3], ()))
        if begun is None or action.kind not in bills.BILLED or not self._are_cards(cards):
            what = bindings.in_short(action) + (f" with cards {cards}" if cards else "")
            raise errors.IllegalMove(f"{what} has no number: it is never legal on map {self.game_map.name}")
        return (begun, *(self._numbers[-1, kind, n, ()] for kind, n in enumerate(cards) if n))

    def _are_cards(self, cards: bills.Payment) -> bool:
        """Return whether these are cards of the game, at least one."""
        if len(cards) != len(self._sizes) or not any(cards):
            return False
        return all(0 <= n <= size for n, size in zip(cards, self._sizes, strict=True))

    def decode(self, number: int | Sequence[int]) -> Action:
        """Return the action that a number stands for; of a payment in steps, all its numbers are needed.

        Raises
        ------
        IllegalMove
            If there is no such number, or steps are missing, misplaced or out of order.

        Examples
        --------
        >>> ttr.play.numbering("nordic").decode(0)
        Action(DRAW_MARKET, 0)
        """
        first, *steps = [self.checked(n) for n in (number if isinstance(number, Sequence) else [number])] or [-1]
        if first < 0:
            raise errors.IllegalMove("an action needs at least one number")
        code, target, value, cards = self._actions[first]
        if code < 0:
            raise errors.IllegalMove(
                f"number {first} is a step of a payment; the number of what is paid for comes first"
            )
        kind = ActionKind(code)
        if kind not in bills.BILLED or cards:
            if steps:
                raise errors.IllegalMove(f"number {first} is a whole action; no steps follow it")
            return Action(kind, target, value, cards)
        return Action(kind, target, value, self._laid(first, steps))

    def _laid(self, first: int, steps: Sequence[int]) -> bills.Payment:
        """Return the cards that some steps lay down."""
        laid, last = [0] * len(self.game_map.rules.cards), -1
        if not steps:
            raise errors.IllegalMove(f"number {first} is paid in steps: give a tuple of it and the steps")
        for step in steps:
            code, card, count, _ = self._actions[step]
            if code >= 0 or card <= last:
                raise errors.IllegalMove(f"the steps after number {first} must lay cards in the order of their kinds")
            laid[card], last = count, card
        return tuple(laid)

    def checked(self, number: object) -> int:
        """Return a number as an int if there is such a one.

        Raises
        ------
        IllegalMove
            If there is none.
        """
        if type(number) is not int and (problem := _validate.misfit(int, number)):
            raise errors.IllegalMove(f"the number of an action {problem}")
        value = int(number)  # type: ignore[call-overload]
        if not 0 <= value < self.size:
            raise errors.IllegalMove(self.refusal(value))
        return int(value)

    def refusal(self, number: int) -> str:
        """Return why a number cannot be chosen where it is not among the legal ones.

        Examples
        --------
        >>> ttr.play.numbering("usa").refusal(5)
        'action 5 (draw blind from the train deck) is not legal now; it is masked'
        """
        if not 0 <= number < self.size:
            last = self.size - 1
            return f"there is no action {_validate.shown(number)}; on map {self.game_map.name} they go from 0 to {last}"
        return f"action {number} ({self.name(number)}) is not legal now; it is masked"

    def name(self, number: int) -> str:
        """Return what a number stands for, in words.

        Examples
        --------
        >>> ttr.play.numbering("usa").name(20)
        'claim Atlanta-Charleston gray with 2 blue'
        """
        code, target, value, cards = self._actions[self.checked(number)]
        rules = self.game_map.rules
        if code < 0:
            return f"lay {value} {rules.cards[target].name}"
        if ActionKind(code) in bills.BILLED and not cards:
            return (
                Action(ActionKind(code), target, value).describe(self.game_map).removesuffix(" with nothing") + " ..."
            )
        return Action(ActionKind(code), target, value, cards).describe(self.game_map)

    def __repr__(self) -> str:
        return f"<Numbering of {self.game_map.name}: {self.size} numbers{', some paid in steps' * self.in_steps}>"

    def __str__(self) -> str:
        lines = [f"{'number':>6}  action"]
        lines += [f"{number:>6}  {self.name(number)}" for number in range(self.size)]
        return "\n".join(lines)


_MEANINGS: dict[ActionKind | None, str] = {
    ActionKind.DRAW_MARKET: "the market slots",
    ActionKind.DRAW_BLIND: "the decks",
    ActionKind.DRAW_TICKETS: "draw tickets",
    ActionKind.EXCHANGE_TICKETS: "exchange the unfinished tickets",
    ActionKind.KEEP_TICKETS: "which of the offered tickets are kept, as a bit set: 1 the first, 2 the second, 3 both",
    ActionKind.CHOOSE_PIECES: "pieces of the first kind that are taken, from 0",
    ActionKind.REFILL: "the decks that may refill the market",
    ActionKind.EXCHANGE_PIECES: "how many pieces of the first kind are returned, from 1, then of the second",
    ActionKind.DECLINE_TUNNEL: "decline the tunnel",
    ActionKind.CLAIM: "the tracks in the order of the map, each with its payments",
    ActionKind.BUILD_STATION: "the cities, each with the payments for a station",
    ActionKind.BUILD_HARBOUR: "the ports, each with the payments for a harbour",
    ActionKind.PAY_TUNNEL: "the surcharges of tunnels",
    None: "steps of a payment: how many cards of the first kind are laid, from 1, then of the second, ...",
}


def numbering(game_map: maps.GameMap | str | Path) -> Numbering:
    """Return the numbers of all actions of a map; ``print`` lists them by name.

    Parameters
    ----------
    game_map : GameMap, str or Path
        The map, or the name or folder of one.

    Raises
    ------
    MapError
        If there is no such map, or it has faults.

    Examples
    --------
    >>> ttr.play.numbering("europe")
    <Numbering of europe: 3591 numbers>
    >>> ttr.play.numbering("nordic")
    <Numbering of nordic: 928 numbers, some paid in steps>
    """
    return _numbering_of(maps.as_map(game_map))


@lru_cache(maxsize=32)
def _numbering_of(game_map: maps.GameMap) -> Numbering:
    return Numbering(game_map)


def most_exchanged(game_map: maps.GameMap) -> int:
    """Return the largest number of pieces of a kind that can be exchanged."""
    rules = game_map.rules
    return max(piece.supply for piece in rules.pieces) if rules.exchange_cost and len(rules.pieces) > 1 else 0


def _others(game_map: maps.GameMap) -> Iterator[tuple[ActionKind, int, int]]:
    """Yield kind, target and number of all actions that cost no cards, in the order of their numbers."""
    rules = game_map.rules
    tickets, decks = rules.tickets, len(rules.decks)
    offered = max(tickets.deal + tickets.deal_long, tickets.draw)
    pieces = rules.pieces_kept + 1 if rules.pieces_kept else 0
    refills = decks if rules.market.refill_choice else 0
    tunnels = any(rules.track_kinds[track.kind].reveals for track in game_map.tracks)
    exchanged = most_exchanged(game_map)
    yield from ((ActionKind.DRAW_MARKET, slot, 0) for slot in range(sum(rules.market.slots)))
    yield from ((ActionKind.DRAW_BLIND, deck, 0) for deck in range(decks))
    yield from ((ActionKind.DRAW_TICKETS, 0, 0) for _ in range(tickets.draw > 0))
    yield from ((ActionKind.EXCHANGE_TICKETS, 0, 0) for _ in range(tickets.exchange))
    yield from ((ActionKind.KEEP_TICKETS, 0, number) for number in range(1 << offered))
    yield from ((ActionKind.CHOOSE_PIECES, 0, number) for number in range(pieces))
    yield from ((ActionKind.REFILL, deck, 0) for deck in range(refills))
    yield from ((ActionKind.EXCHANGE_PIECES, n // exchanged, n % exchanged + 1) for n in range(2 * exchanged))
    yield from ((ActionKind.DECLINE_TUNNEL, 0, 0) for _ in range(tunnels))


def _numbered_in_all(game_map: maps.GameMap, others: Iterable[object]) -> list[bills.Bill]:
    """Return the bills, without payments if they are paid in steps: the longest, if there must be some."""
    found = bills.bills_of(game_map, MOST_NUMBERS)
    every = [bill if _is_packable(bill) else bill._replace(payments=()) for bill in found]
    free = MOST_NUMBERS - len(list(others))
    if all(bill.payments for bill in every) and sum(len(bill.payments) for bill in every) <= free:
        return every
    free -= sum(bills.step_sizes(game_map))
    longest = max(bill.size for bill in every)
    while longest and sum(len(bill.payments) or 1 for bill in every) > free:
        every = [bill._replace(payments=()) if bill.size >= longest else bill for bill in every]
        longest = max((bill.size for bill in every if bill.payments), default=0)
    return every


def _is_packable(bill: bills.Bill) -> bool:
    return max((n for payment in bill.payments for n in payment), default=0) <= codebook.MOST_PACKED
