"""Actions: what a player decides at a decision point.

Engine, referee, replay and strategies share this one schema.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.rules.spec import RuleSet


class ActionKind(IntEnum):
    """What is decided, and what ``target``, ``number`` and ``cards`` contain.

    Attributes
    ----------
    DRAW_MARKET
        ``target``: market slot.
    DRAW_BLIND
        ``target``: deck.
    CLAIM
        ``target``: track; ``cards``: payment.
    BUILD_STATION
        ``target``: city; ``cards``: payment.
    BUILD_HARBOUR
        ``target``: city; ``cards``: payment.
    EXCHANGE_PIECES
        ``target``: kind of piece returned to the box; ``number``: how many.
    KEEP_TICKETS
        ``number``: bit set of the offered tickets, in the order offered.
    CHOOSE_PIECES
        ``number``: pieces of the first kind kept.
    REFILL
        ``target``: deck that replaces the market card taken.
    PAY_TUNNEL
        ``cards``: the surcharge.
    PASS
        Made by the engine if nothing else is legal.

    Examples
    --------
    >>> ttr.maps.ActionKind.CLAIM
    <ActionKind.CLAIM: 2>
    """

    DRAW_MARKET = 0
    DRAW_BLIND = 1
    CLAIM = 2
    DRAW_TICKETS = 3
    BUILD_STATION = 4
    BUILD_HARBOUR = 5
    EXCHANGE_PIECES = 6
    EXCHANGE_TICKETS = 7
    KEEP_TICKETS = 8
    CHOOSE_PIECES = 9
    REFILL = 10
    PAY_TUNNEL = 11
    DECLINE_TUNNEL = 12
    PASS = 13


class Decision(IntEnum):
    """The decision points of a game, and the kinds of action possible at each.

    Attributes
    ----------
    KEEP_TICKETS
        The offered tickets: KEEP_TICKETS.
    CHOOSE_PIECES
        The mix of pieces: CHOOSE_PIECES.
    TURN
        The start of a turn: any kind of move.
    SECOND_CARD
        The next card of a draw: DRAW_MARKET, DRAW_BLIND.
    REFILL
        The deck that refills the market: REFILL.
    TUNNEL
        Cards are turned up: PAY_TUNNEL, DECLINE_TUNNEL.

    Examples
    --------
    >>> ttr.Game("usa", players=2).decision
    <Decision.KEEP_TICKETS: 0>
    """

    KEEP_TICKETS = 0
    CHOOSE_PIECES = 1
    TURN = 2
    SECOND_CARD = 3
    REFILL = 4
    TUNNEL = 5


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """One decision.

    Attributes
    ----------
    kind : ActionKind
    target, number : int
        See :class:`ActionKind`; 0 where unused.
    cards : tuple of int
        Cards paid, one count for each kind of card of the rule set, or empty.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> action = ttr.maps.Action(ttr.maps.ActionKind.CLAIM, 3)
    >>> action
    Action(CLAIM, 3)
    >>> action.describe(usa)
    'claim Atlanta-New Orleans yellow with nothing'
    """

    kind: ActionKind
    target: int = 0
    number: int = 0
    cards: tuple[int, ...] = ()

    def __repr__(self) -> str:
        number = f", number={self.number}" if self.number else ""
        cards = f", cards={self.cards}" if self.cards else ""
        return f"Action({getattr(self.kind, 'name', self.kind)}, {self.target}{number}{cards})"

    def describe(self, game_map: "GameMap", market: Sequence[int] = (), offered: Sequence[int] = ()) -> str:
        """Describe the action in words: ``claim Denver-Omaha purple with 3 purple + 1 locomotive``.

        Parameters
        ----------
        game_map : GameMap
        market : sequence of int, optional
            Kinds of the face-up cards, to name the card in a market slot.
        offered : sequence of int, optional
            The tickets offered, to name those kept.
        """
        rules = game_map.rules
        paid = cards_in_words(self.cards, rules)
        pieces = [piece.name for piece in rules.pieces]
        match self.kind:
            case ActionKind.DRAW_MARKET:
                card = f" ({rules.cards[market[self.target]].name})" if self.target < len(market) else ""
                return f"take market card {self.target + 1}{card}"
            case ActionKind.DRAW_BLIND:
                return f"draw blind from the {rules.decks[self.target]} deck"
            case ActionKind.CLAIM:
                return f"claim {game_map.tracks[self.target].name} with {paid}"
            case ActionKind.DRAW_TICKETS:
                return "draw tickets"
            case ActionKind.BUILD_STATION:
                return f"build a station in {game_map.cities[self.target].name} with {paid}"
            case ActionKind.BUILD_HARBOUR:
                return f"build a harbour in {game_map.cities[self.target].name} with {paid}"
            case ActionKind.EXCHANGE_PIECES:
                return f"exchange {self.number} {pieces[self.target]} for {pieces[1 - self.target]} pieces"
            case ActionKind.EXCHANGE_TICKETS:
                return "exchange the unfinished tickets"
            case ActionKind.KEEP_TICKETS:
                return f"keep {_kept_in_words(self.number, game_map, offered)}"
            case ActionKind.CHOOSE_PIECES:
                return f"take {self.number} {pieces[0]} and {rules.pieces_kept - self.number} {pieces[-1]} pieces"
            case ActionKind.REFILL:
                return f"refill the market from the {rules.decks[self.target]} deck"
            case ActionKind.PAY_TUNNEL:
                return f"pay {paid} more for the tunnel"
            case ActionKind.DECLINE_TUNNEL:
                return "decline the tunnel"
            case ActionKind.PASS:
                return "pass: no legal move"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, of which there may be one.

    Examples
    --------
    >>> from ttr_analysis.maps.actions import counted
    >>> counted(1, "turn"), counted(2, "turn")
    ('1 turn', '2 turns')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def cards_in_words(cards: Sequence[int], rules: "RuleSet") -> str:
    """Return counts of cards in words: ``3 purple + 1 locomotive``; ``nothing`` for none."""
    parts = [f"{n} {rules.cards[kind].name}" for kind, n in enumerate(cards) if n]
    return " + ".join(parts) or "nothing"


def _kept_in_words(bits: int, game_map: "GameMap", offered: Sequence[int]) -> str:
    places = [i for i in range(bits.bit_length()) if bits >> i & 1]
    if all(i < len(offered) for i in places):
        return ", ".join(game_map.tickets[offered[i]].name for i in places) or "no ticket"
    return "offered tickets " + ", ".join(str(i + 1) for i in places)
