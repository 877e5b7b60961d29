"""Events: everything that happens in a game, both decisions and chance, in order.

The log of a game is enough to replay it without the engine: the referee reads only the
log. An event has the fields of an action, the turn, and the seat it concerns.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from ttr_analysis.maps.actions import Action, ActionKind, cards_in_words, counted

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap


class EventKind(IntEnum):
    """Kinds of event.

    Events 0 to 13 are the decisions (:class:`ActionKind`); those from 32 are chance and
    consequences.

    Attributes
    ----------
    CARD_DEALT
        From a deck to the seat's hand (set-up or blind draw). ``target``: kind of card.
    MARKET_CARD
        Turned up from a deck into the market. ``target``: kind of card; ``number``: slot.
    MARKET_CLEARED
        All face-up cards were discarded.
    DECK_REBUILT
        The discards became the deck. ``target``: deck; ``number``: cards.
    TICKET_OFFERED
        From the ticket deck to the seat's offer. ``target``: ticket.
    TUNNEL_CARD
        Turned up for a tunnel. ``target``: kind of card.
    TUNNEL_FREE
        Nothing is owed: the claim stands.
    TICKET_COMPLETED
        Shown and counted (First Journey). ``target``: ticket.
    TICKET_REPLACED
        From the ticket deck into the seat's hand. ``target``: ticket.
    BONUS_TICKET
        Coast to coast. ``target``: bonus ticket.
    TICKETS_REBUILT
        Ticket discards became the ticket deck. ``number``: tickets.
    PIECES_REVEALED
        After all players chose a mix. ``target``: pieces of kind 0; ``number``: pieces of kind 1.
    LAST_ROUND
        ``number``: turns still to play.
    GAME_OVER
        ``number``: an EndReason.
    FINAL_SCORE
        ``number``: the seat's score; ``target``: 1 if it wins or shares the win.
    LONGEST_TRAIL
        Of a seat with more than 60 tracks. ``number``: spaces; ``target``: 1 if it is proven that no longer one exists.

    Examples
    --------
    >>> ttr.maps.EventKind.CARD_DEALT
    <EventKind.CARD_DEALT: 32>
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
    CARD_DEALT = 32
    MARKET_CARD = 33
    MARKET_CLEARED = 34
    DECK_REBUILT = 35
    TICKET_OFFERED = 36
    TUNNEL_CARD = 37
    TUNNEL_FREE = 38
    TICKET_COMPLETED = 39
    TICKET_REPLACED = 40
    BONUS_TICKET = 41
    TICKETS_REBUILT = 42
    PIECES_REVEALED = 43
    LAST_ROUND = 44
    GAME_OVER = 45
    FINAL_SCORE = 46
    LONGEST_TRAIL = 47


class EndReason(IntEnum):
    """Why a game ended.

    Examples
    --------
    >>> ttr.Game("usa", players=2, seed=1).play("greedy_points").end_reason
    <EndReason.PIECES: 0>
    """

    PIECES = 0  # a player ran low on pieces, and the last turns were played
    GOAL = 1  # a player completed the goal number of tickets
    PASSES = 2  # every player passed in a row (First Journey: turns without a draw or claim)
    STANDSTILL = 3  # too many rounds of idle turns
    RESIGNED = 4  # stopped by the caller
    SCORE = 5  # a player reached the score that ends the game, and the last turns were played


@dataclass(frozen=True, slots=True)
class Event:
    """One event of one game.

    Attributes
    ----------
    turn : int
        Number of the turn, 1 for the first; 0 during set-up.
    seat : int
        The player it concerns, 0 for the first; -1 for nobody.
    kind : EventKind
    target, number : int
        See :class:`EventKind`.
    cards : tuple of int
        Cards paid, one count for each kind of card, or empty.

    Examples
    --------
    >>> event = ttr.Game("usa", players=2, seed=1).events[0]
    >>> event.kind, event.seat, event.turn
    (<EventKind.CARD_DEALT: 32>, 0, 0)
    """

    turn: int
    seat: int
    kind: EventKind
    target: int = 0
    number: int = 0
    cards: tuple[int, ...] = ()

    @property
    def is_decision(self) -> bool:
        """Whether it is a player's decision (or a pass that the engine made for them)."""
        return self.kind <= EventKind.PASS

    @property
    def action(self) -> Action:
        """The decision as an action."""
        return Action(ActionKind(self.kind), self.target, self.number, self.cards)


def describe(event: Event, game_map: "GameMap") -> str:
    """Describe an event in words, without the seat's name; decisions read like actions."""
    if event.is_decision:
        return event.action.describe(game_map)
    rules = game_map.rules
    match event.kind:
        case EventKind.CARD_DEALT:
            return f"receives {rules.cards[event.target].name}"
        case EventKind.MARKET_CARD:
            return f"market slot {event.number + 1}: {rules.cards[event.target].name}"
        case EventKind.MARKET_CLEARED:
            return "too many locomotives face up: the market is cleared"
        case EventKind.DECK_REBUILT:
            return f"the {rules.decks[event.target]} deck is rebuilt from {counted(event.number, 'discard')}"
        case EventKind.TICKET_OFFERED:
            return f"is offered {game_map.tickets[event.target].name}"
        case EventKind.TUNNEL_CARD:
            return f"turned up: {rules.cards[event.target].name}"
        case EventKind.TUNNEL_FREE:
            return "nothing more is owed"
        case EventKind.TICKET_COMPLETED:
            return f"completes {game_map.tickets[event.target].name}"
        case EventKind.TICKET_REPLACED:
            return f"draws the ticket {game_map.tickets[event.target].name}"
        case EventKind.BONUS_TICKET:
            return f"wins the bonus ticket {game_map.bonus_tickets[event.target].name}"
        case EventKind.TICKETS_REBUILT:
            return f"the ticket deck is rebuilt from {counted(event.number, 'discard')}"
        case EventKind.PIECES_REVEALED:
            return f"reveals {event.target} {rules.pieces[0].name} and {event.number} {rules.pieces[-1].name} pieces"
        case EventKind.LAST_ROUND:
            return f"the last round begins: {counted(event.number, 'turn')} to play"
        case EventKind.GAME_OVER:
            return f"the game ends ({EndReason(event.number).name.lower()})"
        case EventKind.FINAL_SCORE:
            return f"scores {event.number}" + (" and wins" if event.target else "")
        case EventKind.LONGEST_TRAIL:
            doubt = "" if event.target else "; it is not proven that none is longer"
            return f"has a longest trail of {counted(event.number, 'space')}{doubt}"
    return cards_in_words(event.cards, rules)
