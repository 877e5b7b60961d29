"""The parts of a rule set: frozen records with neutral values.

Each game of the family is one :class:`RuleSet` constant. Everything that differs
between the games is a number, a name or a table here, and each part has a
*neutral* value (no reveals, no harbours, no goal). With that value, the engine's
common rules behave as if the part did not exist.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Literal, Self, get_args

from ttr_analysis.errors import RuleError
from ttr_analysis.rules import limits

WILD = "locomotive"
"""The colour name of the cards that replace any other (*wild* in Rails & Sails)."""

GRAY = "gray"
"""The colour name of tracks that can be paid with any single colour."""

COLORS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
"""All colours of the family, in the order in which tables list them."""

TieBreak = Literal["tickets", "stations", "longest_trail"]


@dataclass(frozen=True, slots=True)
class CardKind:
    """One kind of card.

    Attributes
    ----------
    deck : str
        The deck it belongs to (``"train"`` or ``"ship"``).
    color : str
        One of the rule set's colours, or :data:`WILD`.
    count : int
        Number of these cards in the game.
    units : int
        Spaces one card can cover (2 for a double ship).
    symbol : bool
        Whether it has the harbour symbol.

    Examples
    --------
    >>> ttr.rules.CardKind("train", "red", 12).name
    'red'
    """

    deck: str
    color: str
    count: int
    units: int = 1
    symbol: bool = False

    @property
    def wild(self) -> bool:
        """Whether the card can replace any colour."""
        return self.color == WILD

    @property
    def name(self) -> str:
        """A readable name, unique within a rule set: ``red``, ``red ship x2``."""
        parts = [self.color]
        if self.deck != "train":
            parts.append(self.deck)
        if self.units > 1:
            parts.append(f"x{self.units}")
        if self.symbol:
            parts.append("with harbour")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece laid on tracks: its name and the number in a player's box."""

    name: str
    supply: int


@dataclass(frozen=True, slots=True)
class TrackKind:
    """What a kind of track requires: pieces called ``piece`` and coloured cards of ``deck``.

    When one is claimed, ``reveals`` cards of that deck are turned up (tunnels; 0 for none).
    """

    piece: str = "train"
    deck: str = "train"
    reveals: int = 0


@dataclass(frozen=True, slots=True)
class Market:
    """The face-up cards.

    Attributes
    ----------
    slots : tuple of int
        Cards turned up at set-up from each deck, in the order of ``RuleSet.decks``.
    wild_limit : int
        Number of face-up wilds at which the market is cleared (0: never).
    reset_limit : int
        Most clearings in a row at one refill; after them, the cards stay.
    refill_choice : bool
        Whether the player chooses the deck that replaces the card they took.
    """

    slots: tuple[int, ...] = (5,)
    wild_limit: int = 3
    reset_limit: int = 3
    refill_choice: bool = False


@dataclass(frozen=True, slots=True)
class TicketRules:
    """How tickets are dealt, kept and drawn.

    Attributes
    ----------
    deal, keep : int
        Tickets dealt from the common deck at the start; least number of all dealt tickets to keep.
    deal_long : int
        Tickets also dealt from the separate *long* deck (0: no such deck).
    keep_long_at_most : int
        Most long tickets a player may keep.
    draw, draw_keep : int
        Tickets drawn later in one action, and least number to keep (0, 0: no such action).
    returned_leave_game : bool
        Tickets returned at the start, and long ones not dealt, leave the game
        (otherwise they go under the deck).
    shown_when_completed : bool
        Completed tickets are shown, counted and replaced at once.
    goal : int
        The game ends at once when a player has completed this many tickets (0: never).
    exchange : bool
        Whether a player may use a turn to exchange all unfinished tickets.
    """

    deal: int = 3
    keep: int = 2
    deal_long: int = 0
    keep_long_at_most: int = 9
    draw: int = 3
    draw_keep: int = 1
    returned_leave_game: bool = False
    shown_when_completed: bool = False
    goal: int = 0
    exchange: bool = False


@dataclass(frozen=True, slots=True)
class Stations:
    """Stations: each player has ``number`` of them.

    The n-th station costs ``costs[n - 1]`` cards of one colour. Each station not built scores
    ``unbuilt`` points.
    """

    number: int = 0
    costs: tuple[int, ...] = ()
    unbuilt: int = 0


@dataclass(frozen=True, slots=True)
class Harbours:
    """Harbours: each player has ``number`` of them.

    A harbour costs ``cards[d]`` cards of each deck ``d`` with the symbol, all of one colour. It
    scores ``points[k]`` for k own completed tickets that name its city (the last value for
    more). Each harbour not built scores ``unbuilt`` points.
    """

    number: int = 0
    cards: tuple[int, ...] = ()
    points: tuple[int, ...] = (0,)
    unbuilt: int = 0


@dataclass(frozen=True, slots=True)
class EndRule:
    """How a game ends.

    When a player ends a turn with ``pieces_left`` pieces or fewer, every player, including
    that one, has ``extra_turns`` more turns (0: the game ends at once).
    """

    pieces_left: int = 2
    extra_turns: int = 1


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game of the family, as data. The classes of the parts explain their fields.

    Attributes
    ----------
    name, title : str
        Identifier and printed name.
    players : tuple of int
        Smallest and largest number of players.
    cards : tuple of CardKind
        Every kind of card; wilds may be paid on every kind of track.
    hand : tuple of int
        Cards dealt from each deck at the start.
    draws : int
        Cards drawn in one *draw cards* turn.
    pieces : tuple of PieceKind
        Kinds of piece, with the number in each player's box.
    pieces_kept : int
        Total number of pieces that players keep, in a mix of their choice (0: all of them).
    exchange_cost : int
        Points lost for each piece exchanged with the box (0: no such action).
    track_kinds : mapping of str to TrackKind
        The kinds of track a map may use.
    route_points : tuple of int
        Points for a track by its length; index 0 is unused. Lengths without an entry are
        not allowed on a map.
    doubles_close_below : int
        With fewer players than this, the second track of a double route closes when the
        first is claimed (0: never).
    longest_trail_bonus, most_tickets_bonus : int
        Points for each player with the longest trail, and with the most completed tickets.
    tie_breaks : tuple of str
        Criteria that decide between equal scores, in order.
    standstill_rounds : int
        Number of full rounds of idle turns in a row that end the game.

    Examples
    --------
    >>> usa = ttr.rules.RULE_SETS["usa"]
    >>> usa.players, usa.draws, usa.longest_trail_bonus
    ((2, 5), 2, 10)
    """

    name: str
    title: str
    players: tuple[int, int]
    cards: tuple[CardKind, ...]
    hand: tuple[int, ...] = (4,)
    draws: int = 2
    decks: tuple[str, ...] = ("train",)
    market: Market = field(default_factory=Market)
    pieces: tuple[PieceKind, ...] = (PieceKind("train", 45),)
    pieces_kept: int = 0
    exchange_cost: int = 0
    track_kinds: Mapping[str, TrackKind] = field(default_factory=lambda: {"rail": TrackKind()}, hash=False)
    route_points: tuple[int, ...] = (0, 1, 2, 4, 7, 10, 15)
    doubles_close_below: int = 4
    tickets: TicketRules = field(default_factory=TicketRules)
    stations: Stations = field(default_factory=Stations)
    harbours: Harbours = field(default_factory=Harbours)
    end: EndRule = field(default_factory=EndRule)
    longest_trail_bonus: int = 0
    most_tickets_bonus: int = 0
    tie_breaks: tuple[TieBreak, ...] = ()
    standstill_rounds: int = 20

    def __post_init__(self) -> None:
        faults = _faults(self)
        if faults:
            raise RuleError(f"rule set {self.name!r}: " + "; ".join(faults))

    @property
    def colors(self) -> tuple[str, ...]:
        """The colours of the cards, in the order of :data:`COLORS`."""
        present = {card.color for card in self.cards}
        return tuple(color for color in COLORS if color in present)

    @property
    def lengths(self) -> tuple[int, ...]:
        """The track lengths in the scoring table."""
        return tuple(n for n, points in enumerate(self.route_points) if n and points >= 0)

    @property
    def total_cards(self) -> int:
        """Number of cards in the game."""
        return sum(card.count for card in self.cards)

    def replace(self, **changes: Any) -> Self:
        """Return a rule set with some values changed, checked like a new one.

        A mapping changes some fields of a part (``tickets={"deal": 5, "keep": 3}``).
        ``card_counts`` maps names of kinds of card to their number.

        Raises
        ------
        RuleError
            If a name is unknown or the result contradicts itself.
        """
        counts = changes.pop("card_counts", None)
        if counts is not None:
            changes["cards"] = _with_counts(self, counts)
        known = {f.name for f in fields(self)}
        for name, value in changes.items():
            if name not in known:
                raise RuleError(
                    f"rule set {self.name!r} has no value called {name!r}; it has: {', '.join(sorted(known))}"
                )
            changes[name] = _changed_part(f"{self.name}.{name}", getattr(self, name), value)
        return replace(self, **changes)


def _changed_part(name: str, old: Any, value: Any) -> Any:
    if is_dataclass(old) and isinstance(value, Mapping):
        known = {f.name for f in fields(old)}
        unknown = sorted(set(value) - known)
        if unknown:
            raise RuleError(f"{name} has no value called {unknown[0]!r}; it has: {', '.join(sorted(known))}")
        frozen = {key: tuple(item) if isinstance(item, list) else item for key, item in value.items()}
        return replace(old, **frozen)  # type: ignore[type-var]
    return tuple(value) if isinstance(value, list) else value


def _with_counts(rules: RuleSet, counts: Mapping[str, int]) -> tuple[CardKind, ...]:
    names = [card.name for card in rules.cards]
    unknown = sorted(set(counts) - set(names))
    if unknown:
        raise RuleError(f"rule set {rules.name!r} has no card called {unknown[0]!r}; it has: {', '.join(names)}")
    return tuple(replace(card, count=counts.get(card.name, card.count)) for card in rules.cards)


def _faults(rules: RuleSet) -> list[str]:
    """Return all contradictions in a rule set, in words."""
    return [*_card_faults(rules), *_piece_faults(rules), *_ticket_faults(rules), *_building_faults(rules)]


def _card_faults(rules: RuleSet) -> list[str]:
    faults = []
    if not 1 <= len(rules.decks) <= limits.DECKS:
        faults.append(f"has {len(rules.decks)} decks; 1 to {limits.DECKS} are supported")
    if len(rules.cards) > limits.CARDS or len({card.name for card in rules.cards}) < len(rules.cards):
        faults.append(f"has more than {limits.CARDS} kinds of card, or two with the same name")
    if any(card.deck not in rules.decks for card in rules.cards):
        faults.append("a kind of card names a deck that does not exist")
    if any(card.color not in (*COLORS, WILD) for card in rules.cards):
        faults.append(f"a kind of card has a color that is not one of {', '.join((*COLORS, WILD))}")
    if any(card.count < 0 or card.units not in (1, 2) for card in rules.cards):
        faults.append("a kind of card has a negative count, or covers neither 1 nor 2 spaces")
    if len(rules.hand) != len(rules.decks) or len(rules.market.slots) != len(rules.decks):
        faults.append("hand and market.slots need one number for each deck")
    if (
        min((*rules.hand, *rules.market.slots, rules.market.wild_limit, rules.market.reset_limit)) < 0
        or rules.draws < 1
    ):
        faults.append("hand and market cannot contain negative numbers, and draws must be at least 1")
    if sum(rules.market.slots) > limits.MARKET:
        faults.append(f"the market has more than {limits.MARKET} cards")
    for name, kind in rules.track_kinds.items():
        if kind.deck not in rules.decks:
            faults.append(f"track kind {name!r} takes cards of the deck {kind.deck!r}, which does not exist")
        if kind.piece not in {piece.name for piece in rules.pieces}:
            faults.append(f"track kind {name!r} takes pieces called {kind.piece!r}, which do not exist")
        if kind.reveals < 0:
            faults.append(f"track kind {name!r} turns up a negative number of cards")
    return faults


def _piece_faults(rules: RuleSet) -> list[str]:
    faults = []
    if not 2 <= rules.players[0] <= rules.players[1] <= limits.SEATS:
        faults.append(f"players {rules.players} is not a range within 2 to {limits.SEATS}")
    if not 1 <= len(rules.pieces) <= limits.PIECES or any(piece.supply < 1 for piece in rules.pieces):
        faults.append("needs one or two kinds of piece, with at least one piece of each")
    if rules.pieces_kept < 0 or rules.pieces_kept > sum(piece.supply for piece in rules.pieces):
        faults.append(f"pieces_kept is {rules.pieces_kept}; it must be from 0 to the number of pieces in the box")
    if rules.end.pieces_left < 0 or rules.end.extra_turns < 0:
        faults.append("end.pieces_left and end.extra_turns cannot be negative")
    if not rules.lengths or len(rules.route_points) > limits.LENGTH:
        faults.append(f"route_points allows no track length, or goes beyond length {limits.LENGTH - 1}")
    if unknown := [name for name in rules.tie_breaks if name not in get_args(TieBreak)]:
        faults.append(f"tie_breaks contains {unknown[0]!r}; choose from {', '.join(get_args(TieBreak))}")
    if rules.standstill_rounds < 1:
        faults.append("standstill_rounds must be at least 1")
    return faults


def _ticket_faults(rules: RuleSet) -> list[str]:
    faults = []
    tickets = rules.tickets
    if min(tickets.deal, tickets.deal_long, tickets.keep_long_at_most, tickets.draw, tickets.goal) < 0:
        faults.append("tickets cannot contain negative numbers")
    if tickets.deal + tickets.deal_long > limits.OFFER or tickets.draw > limits.OFFER:
        faults.append(f"more than {limits.OFFER} tickets are offered at once")
    if not 0 <= tickets.keep <= tickets.deal + tickets.deal_long:
        dealt = tickets.deal + tickets.deal_long
        faults.append(f"tickets.keep is {tickets.keep}; it must be from 0 to {dealt}, the number dealt")
    if not 0 <= tickets.draw_keep <= tickets.draw:
        faults.append(
            f"tickets.draw_keep is {tickets.draw_keep}; it must be from 0 to {tickets.draw}, the number drawn"
        )
    return faults


def _building_faults(rules: RuleSet) -> list[str]:
    faults = []
    stations, harbours = rules.stations, rules.harbours
    if not 0 <= stations.number <= limits.BUILDINGS or len(stations.costs) != stations.number:
        faults.append(
            f"stations.costs needs one cost for each station, and at most {limits.BUILDINGS} stations are supported"
        )
    if any(b <= a for a, b in zip(stations.costs, stations.costs[1:], strict=False)) or any(
        c < 1 for c in stations.costs
    ):
        faults.append(
            f"stations.costs {stations.costs} must increase from one station to the next and start at 1 or more"
        )
    if harbours.number and len(harbours.cards) != len(rules.decks):
        faults.append("harbours.cards needs one number for each deck")
    if not 0 <= harbours.number <= limits.BUILDINGS or not 1 <= len(harbours.points) <= limits.LENGTH:
        faults.append(
            f"harbours.number must be from 0 to {limits.BUILDINGS}, and harbours.points must have 1 to "
            f"{limits.LENGTH} entries"
        )
    return faults
