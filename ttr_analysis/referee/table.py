"""What is on the table while a log is read: cards, market, tickets; every chance event is checked here."""

from collections import Counter
from collections.abc import Callable, Sequence

from ttr_analysis.maps import Event, EventKind, GameMap, Track
from ttr_analysis.maps.terms import Terms
from ttr_analysis.referee.payments import Cards
from ttr_analysis.referee.scoring import Estate
from ttr_analysis.referee.verdict import RuleBroken

UNDUE = {
    EventKind.MARKET_CARD: "ALL-DECK-3",
    EventKind.MARKET_CLEARED: "USA-MARKET-1",
    EventKind.DECK_REBUILT: "ALL-DECK-1",
    EventKind.TICKETS_REBUILT: "FJ-TICKETS-1",
    EventKind.TICKET_COMPLETED: "FJ-COMPLETE-1",
    EventKind.BONUS_TICKET: "FJ-BONUS-1",
    EventKind.PASS: "ALL-PASS-1",
    EventKind.REFILL: "RS-DRAW-3",
    EventKind.LAST_ROUND: "USA-END-1",
    EventKind.GAME_OVER: "USA-END-1",
    EventKind.LONGEST_TRAIL: "ALL-TRAIL-1",
}
"""The rule that an event breaks if it is not due."""

NOBODYS = frozenset(
    {
        EventKind.MARKET_CARD,
        EventKind.MARKET_CLEARED,
        EventKind.DECK_REBUILT,
        EventKind.TUNNEL_CARD,
        EventKind.TUNNEL_FREE,
        EventKind.TICKETS_REBUILT,
        EventKind.LAST_ROUND,
        EventKind.GAME_OVER,
    }
)
"""Events that may name no player, or the player whose turn it is."""


class LogEnds(Exception):
    """Raised if there is no next event: an unfinished log may end anywhere."""


class Log:
    """The events of one game, read one by one.

    Attributes
    ----------
    position : int
        Number of events read.
    turn, seat : int
        The current turn, and the player whose turn it is.
    before_each : function
        Called before the next event is read.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.position = 0
        self.turn = 0
        self.seat = -1
        self.before_each: Callable[[], object] = bool

    def peek(self) -> EventKind | None:
        """Return the kind of the next event, None at the end."""
        return self.events[self.position].kind if self.position < len(self.events) else None

    def take(self, rule: str, *kinds: EventKind) -> Event:
        """Return the next event, which must be of one of these kinds; otherwise the rule is broken."""
        self.before_each()
        if self.position >= len(self.events):
            raise LogEnds
        event = self.events[self.position]
        self.position += 1
        if event.kind not in kinds:
            due = " or ".join(kind.name for kind in kinds)
            named = UNDUE.get(event.kind, rule) if rule == "ALL-TURN-2" else rule
            raise RuleBroken(named, f"found {event.kind.name}, but {due} is due")
        if event.turn != self.turn:
            raise RuleBroken("ALL-TURN-1", f"the event says turn {event.turn}, but it is turn {self.turn}")
        if event.seat != self.seat and not (event.kind in NOBODYS and event.seat == -1):
            raise RuleBroken("ALL-TURN-1", f"the event says seat {event.seat}, but it should be seat {self.seat}")
        return event


class Player(Estate):
    """What a player has during the game: their estate, hand and pieces."""

    def __init__(self, pieces: Sequence[int]) -> None:
        super().__init__()
        self.hand: Counter[int] = Counter()
        self.pieces = list(pieces)
        self.box = [0] * len(pieces)


class Table:
    """Cards, tickets and players of a game whose log is being read.

    Attributes
    ----------
    decks, discards : list of Counter
        Their cards by kind; the order inside a deck is unknown.
    deck_tops : list of list of int
        For each deck the cards on its top whose order is known; only a position tells any.
    market : dict of int to int
        The kind of card in each slot that is not empty.
    ticket_top : list of int
        Tickets on top of the ticket deck, in order; likewise.
    unknown_tickets : set of int
        The shuffled part of the ticket deck.
    returned_tickets : list of int
        The tickets under it, in order.
    met : Counter
        How often rare cases occurred.
    terms : Terms
        What interventions change.
    offers : dict of int to list of int
        Tickets that seats were offered where a log begins with a position.
    turned_up : Counter
        Cards turned up there for a tunnel.
    """

    def __init__(self, game_map: GameMap, players: int, log: Log, terms: Terms) -> None:
        rules = game_map.rules
        self.game_map = game_map
        self.terms = terms
        self.rules = rules
        self.log = log
        self.players = [Player([piece.supply for piece in rules.pieces]) for _ in range(players)]
        self.decks = [
            Counter({i: card.count for i, card in enumerate(rules.cards) if card.deck == deck and card.count})
            for deck in rules.decks
        ]
        self.discards: list[Counter[int]] = [Counter() for _ in rules.decks]
        self.deck_tops: list[list[int]] = [[] for _ in rules.decks]
        self.market: dict[int, int] = {}
        # Without long tickets dealt there is one deck of all tickets.
        self.long_tickets = {t.index for t in game_map.tickets if t.is_long and rules.tickets.deal_long}
        self.unknown_tickets = {t.index for t in game_map.tickets} - self.long_tickets
        self.ticket_top: list[int] = []
        self.returned_tickets: list[int] = []
        self.ticket_discards: list[int] = []
        self.met: Counter[str] = Counter()
        self.offers: dict[int, list[int]] = {}
        self.turned_up: Counter[int] = Counter()

    def deck_of(self, kind: int) -> int:
        """Return the deck that a kind of card belongs to."""
        if not 0 <= kind < len(self.rules.cards):
            raise RuleBroken("ALL-CARDS-1", f"there is no kind of card {kind}")
        return self.rules.decks.index(self.rules.cards[kind].deck)

    def piece_of(self, track: Track) -> int:
        """Return the kind of piece that is laid on a track."""
        names = [piece.name for piece in self.rules.pieces]
        return names.index(self.rules.track_kinds[track.kind].piece)

    @property
    def serving(self) -> list[int]:
        """The decks that have cards."""
        return [deck for deck, cards in enumerate(self.decks) if cards.total()]

    @property
    def face_up_wilds(self) -> int:
        """The number of wilds in the market."""
        return sum(self.rules.cards[kind].wild for kind in self.market.values())

    def draw(self, kind: int) -> None:
        """Take a card of this kind from its deck; the caller then calls :meth:`rebuild_decks`."""
        deck = self.decks[self.deck_of(kind)]
        if deck[kind] <= 0:
            raise RuleBroken("ALL-CARDS-1", f"no {self.rules.cards[kind].name} is left in its deck")
        top = self.deck_tops[self.deck_of(kind)]
        if top and top.pop(0) != kind:
            raise RuleBroken("ALL-DRAW-3", f"{self.rules.cards[kind].name} does not lie on top of its deck")
        deck[kind] -= 1

    def rebuild_decks(self) -> None:
        """Rebuild every empty deck that has discards (in either order, if there are two)."""
        while due := [d for d, cards in enumerate(self.decks) if not cards.total() and self.discards[d].total()]:
            event = self.log.take("ALL-DECK-1", EventKind.DECK_REBUILT)
            if event.target not in due or event.number != self.discards[event.target].total():
                numbers = ", ".join(f"{d}: {self.discards[d].total()}" for d in due)
                raise RuleBroken(
                    "ALL-DECK-1", f"deck {event.target} is rebuilt from {event.number} cards, but due are {numbers}"
                )
            self.decks[event.target], self.discards[event.target] = self.discards[event.target], Counter()
            self.met["deck_rebuilt"] += 1

    def discard(self, cards: Cards) -> None:
        """Put cards on the discards of their decks, and rebuild decks that are due."""
        for kind, n in cards.items():
            self.discards[self.deck_of(kind)][kind] += n
        self.rebuild_decks()

    def pay(self, seat: int, event: Event) -> Counter[int]:
        """Take the cards that an event pays from the seat's hand, and return them."""
        counts = event.cards
        if len(counts) != len(self.rules.cards) or min(counts) < 0:
            raise RuleBroken("USA-CLAIM-7", "the event does not say which cards are paid")
        cards = Counter({kind: n for kind, n in enumerate(counts) if n})
        hand = self.players[seat].hand
        lacking = [self.rules.cards[kind].name for kind, n in cards.items() if hand[kind] < n]
        if lacking:
            raise RuleBroken("USA-CLAIM-7", f"seat {seat} does not have enough cards: {', '.join(lacking)}")
        hand.subtract(cards)
        return cards

    def refill_market(self, planned: bool = False) -> None:
        """Fill the gaps, then reset the market as often as the rules require.

        Parameters
        ----------
        planned : bool
            Whether the slots are filled as at set-up, with a fixed number from each deck; otherwise a gap is
            filled from the deck with fewer cards face up.
        """
        market, resets = self.rules.market, 0
        self._fill_gaps(planned)
        while market.wild_limit and self.face_up_wilds >= market.wild_limit:
            if not self.serving:
                self.met["market_clear_impossible"] += 1
                return
            if resets == market.reset_limit:
                self.met["market_clear_limit"] += 1
                return
            self.log.take("USA-MARKET-1", EventKind.MARKET_CLEARED)
            resets += 1
            self.met["market_cleared"] += 1
            cleared, self.market = Counter(self.market.values()), {}
            self.discard(cleared)
            self._fill_gaps(planned=True)

    def turn_up(self, slot: int | None, allowed: Sequence[int]) -> None:
        """Read that a card from an allowed deck is turned up in this slot, or (None) in any empty slot."""
        event = self.log.take("ALL-DECK-3", EventKind.MARKET_CARD)
        gaps = set(range(sum(self.rules.market.slots))) - set(self.market)
        if event.number not in gaps or slot not in (None, event.number):
            raise RuleBroken(
                "ALL-DECK-3", f"a card is turned up in market slot {event.number}, but the gaps are {gaps}"
            )
        allowed = allowed or self._planned(event.number)
        if self.deck_of(event.target) not in allowed:
            names = " or ".join(self.rules.decks[deck] for deck in allowed)
            raise RuleBroken("RS-MARKET-3", f"the market is refilled from the wrong deck instead of {names}")
        self.draw(event.target)
        self.market[event.number] = event.target
        self.rebuild_decks()

    def _planned(self, slot: int) -> list[int]:
        """Return the deck that fills the slot at set-up, or the decks that replace it if it is empty."""
        slots = self.rules.market.slots
        deck = next(d for d in range(len(slots)) if slot < sum(slots[: d + 1]))
        return [deck] if deck in self.serving else self.serving

    def _fill_gaps(self, planned: bool) -> None:
        while self.serving and len(self.market) < sum(self.rules.market.slots):
            face_up = Counter(self.deck_of(kind) for kind in self.market.values())
            fewer = min(self.serving, key=lambda deck: (face_up[deck], deck))
            self.turn_up(None, [] if planned else [fewer])

    def draw_ticket(self, ticket: int) -> None:
        """Take this ticket from the top of the ticket deck."""
        if self.ticket_top[:1] == [ticket]:
            self.ticket_top.pop(0)
        elif ticket in self.unknown_tickets and not self.ticket_top:
            self.unknown_tickets.remove(ticket)
        elif not self.ticket_top and not self.unknown_tickets and self.returned_tickets[:1] == [ticket]:
            self.returned_tickets.pop(0)
        else:
            raise RuleBroken("USA-TICKETS-4", f"ticket {ticket} is not on top of the ticket deck")
        if not self.tickets_left:
            self.met["ticket_deck_empty"] += 1

    @property
    def tickets_left(self) -> int:
        """Number of tickets in the deck."""
        return len(self.ticket_top) + len(self.unknown_tickets) + len(self.returned_tickets)

    def replace_ticket(self, seat: int) -> None:
        """Let the seat draw one ticket, if any is left."""
        if not self.tickets_left and self.ticket_discards:
            event = self.log.take("FJ-TICKETS-1", EventKind.TICKETS_REBUILT)
            if event.number != len(self.ticket_discards):
                raise RuleBroken("FJ-TICKETS-1", f"{event.number} tickets shuffled in, not {len(self.ticket_discards)}")
            self.unknown_tickets, self.ticket_discards = set(self.ticket_discards), []
            self.met["tickets_rebuilt"] += 1
        if self.tickets_left:
            event = self.log.take("FJ-COMPLETE-2", EventKind.TICKET_REPLACED)
            self.draw_ticket(event.target)
            self.players[seat].held.append(event.target)
