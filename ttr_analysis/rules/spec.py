"""The parts of a rule set: frozen records with neutral values.

Each game of the family is one :class:`RuleSet` constant. Everything that differs
between the games is a number, a name or a table here, and each part has a
*neutral* value (no reveals, no harbours, no goal). With that value, the engine's
common rules behave as if the part did not exist.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, Self

from ttr_analysis._validate import Between, misfit
from ttr_analysis.errors import RuleError
from ttr_analysis.rules import limits
from ttr_analysis.rules.changes import applied, change_problems, in_words, unknown_counts
from ttr_analysis.rules.forms import frozen, hints_of

WILD = "locomotive"
"""The colour name of the cards that replace any other (*wild* in Rails & Sails)."""

GRAY = "gray"
"""The colour name of tracks that can be paid with any single colour."""

COLORS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
"""All colours of the family, in the order in which tables list them."""

TieBreak = Literal["tickets", "stations", "longest_trail"]

Points = Annotated[int, Between(-limits.POINTS, limits.POINTS)]
Count = Annotated[int, Between(0, limits.COUNT)]
"""Any number of things; the rule book's numbers are far smaller."""
CardCount = Annotated[int, Between(0, limits.DECK)]
CardSet = Annotated[int, Between(0, limits.CARD_SET)]
"""Cards that count as one; a set of a single card would be a wild."""
Offer = Annotated[int, Between(0, limits.OFFER)]
Buildings = Annotated[int, Between(0, limits.BUILDINGS)]
Seats = Annotated[int, Between(1, limits.SEATS)]


@dataclass(frozen=True, slots=True)
class CardKind:
    """One kind of card.

    Attributes
    ----------
    deck : str
        The deck it belongs to (``"train"`` or ``"ship"``).
    color : str
        One of the rule set's colours, or ``locomotive`` (:data:`WILD`).
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
    count: CardCount
    units: Literal[1, 2] = 1
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
    """A kind of piece laid on tracks.

    Attributes
    ----------
    name : str
        What it is called: ``train``.
    supply : int
        Number of these pieces in each player's box.
    """

    name: str
    supply: Annotated[int, Between(1, limits.COUNT)]


@dataclass(frozen=True, slots=True)
class TrackKind:
    """What a kind of track requires.

    Attributes
    ----------
    piece : str
        The kind of piece that is laid on it.
    deck : str
        The deck whose coloured cards pay for it.
    reveals : int
        Cards of that deck that are turned up when one is claimed (tunnels; 0: none).
    wilds : bool
        Whether wilds may replace cards of the colour; otherwise they pay for the symbols of a ferry alone.
    cards_for_wild : int
        So many cards of any kind count as one wild (0: none do).
    cards_for_wild_symbols_only : bool
        Whether they do so in place of the symbols of a ferry alone.
    """

    piece: str = "train"
    deck: str = "train"
    reveals: CardCount = 0
    wilds: bool = True
    cards_for_wild: CardSet = 0
    cards_for_wild_symbols_only: bool = False


@dataclass(frozen=True, slots=True)
class Market:
    """The face-up cards.

    Attributes
    ----------
    slots : tuple of int
        Cards turned up at set-up from each deck, in the order of ``decks``.
    wild_limit : int
        Number of face-up wilds at which the market is cleared (0: never).
    reset_limit : int
        Most clearings in a row at one refill; after them, the cards stay.
    refill_choice : bool
        Whether the player chooses the deck that replaces the card they took.
    wild_ends_turn : bool
        Whether a face-up wild is all that a turn gives: it cannot be taken later in a draw, and
        ends it. Otherwise it counts as one card, like any other.
    """

    slots: tuple[Annotated[int, Between(0, limits.MARKET)], ...] = (5,)
    wild_limit: Count = 3
    reset_limit: Count = 3
    refill_choice: bool = False
    wild_ends_turn: bool = True


@dataclass(frozen=True, slots=True)
class TicketRules:
    """How tickets are dealt, kept and drawn.

    Attributes
    ----------
    deal : int
        Tickets dealt from the common deck at the start.
    keep : int
        Least number of all dealt tickets to keep.
    deal_long : int
        Tickets also dealt from the separate *long* deck (0: no such deck).
    keep_long_at_most : int
        Most long tickets a player may keep.
    draw : int
        Tickets drawn later in one action (0: no such action).
    draw_keep : int
        Least number of them to keep.
    returned_leave_game : bool
        Tickets returned at the start, and long ones not dealt, leave the game
        (otherwise they go under the deck).
    drawn_leave_game : bool
        Tickets returned later in the game, after a draw, leave the game, too.
    shown_when_completed : bool
        Completed tickets are shown, counted and replaced at once.
    goal : int
        The game ends at once when a player has completed this many tickets (0: never), whether
        they are shown when completed or not.
    penalty_factor : int
        What the penalties printed on the tickets are multiplied by (0: a failed ticket costs nothing).
    exchange : bool
        Whether a player may use a turn to exchange all unfinished tickets.
    """

    deal: Offer = 3
    keep: Offer = 2
    deal_long: Offer = 0
    keep_long_at_most: Count = 9
    draw: Offer = 3
    draw_keep: Offer = 1
    returned_leave_game: bool = False
    drawn_leave_game: bool = False
    shown_when_completed: bool = False
    goal: Annotated[int, Between(0, limits.TICKETS)] = 0
    penalty_factor: Annotated[int, Between(0, limits.FACTOR)] = 1
    exchange: bool = False


@dataclass(frozen=True, slots=True)
class Stations:
    """Stations, which use a track of another player for the tickets.

    Attributes
    ----------
    number : int
        Stations of each player (0: the game has none).
    costs : tuple of int
        Cards of one colour that the first, second, ... station costs.
    unbuilt : int
        Points for each station not built.
    """

    number: Buildings = 0
    costs: tuple[Annotated[int, Between(1, limits.DECK)], ...] = ()
    unbuilt: Points = 0


@dataclass(frozen=True, slots=True)
class Harbours:
    """Harbours, which score with the tickets that name their cities.

    Attributes
    ----------
    number : int
        Harbours of each player (0: the game has none).
    cards : tuple of int
        Cards with the symbol that a harbour costs of each deck, all of one colour.
    points : tuple of int
        Points for a harbour by the number of own completed tickets that name its city, from 0 on
        (the last value for more).
    unbuilt : int
        Points for each harbour not built.
    """

    number: Buildings = 0
    cards: tuple[CardCount, ...] = ()
    points: tuple[Points, ...] = (0,)
    unbuilt: Points = 0


@dataclass(frozen=True, slots=True)
class EndRule:
    """How a game ends.

    Attributes
    ----------
    pieces_left : int
        A player who ends a turn with so many pieces or fewer begins the end.
    extra_turns : int
        Turns that every player, including that one, then still has (0: the game ends at once).
    score : int
        A player who ends a turn with so many points or more on the board begins it, too (0: no such
        end). These are the points that everybody sees scored during the game: for tracks, less those
        for exchanged pieces.
    """

    pieces_left: Count = 2
    extra_turns: Count = 1
    score: Annotated[int, Between(0, limits.POINTS)] = 0


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
        Every kind of card; where wilds may be paid, the kinds of track say.
    hand : tuple of int
        Cards dealt from each deck at the start.
    hand_limit : int
        A player who holds this many cards or more cannot draw another (0: no limit).
    draws : int
        Cards drawn in one *draw cards* turn.
    decks : tuple of str
        Names of the decks of cards.
    market : Market
        The face-up cards.
    pieces : tuple of PieceKind
        Kinds of piece, with the number in each player's box.
    pieces_kept : int
        Total number of pieces that players keep, in a mix of their choice (0: all of them).
    exchange_cost : int
        Points lost for each piece exchanged with the box (0: no such action).
    track_kinds : mapping of str to TrackKind
        The kinds of track a map may use.
    route_points : tuple of int
        Points for a track by its length; index 0 is unused. Lengths without an entry, or with -1,
        are not allowed on a map.
    doubles_close_below : int
        With fewer players than this, the other tracks of a double or triple route close when the
        first is claimed (0: never).
    tickets : TicketRules
        How tickets are dealt, kept and drawn.
    stations : Stations
        Stations, if there are any.
    harbours : Harbours
        Harbours, if there are any.
    end : EndRule
        How a game ends.
    longest_trail_bonus : int
        Points for each player with the longest trail.
    most_tickets_bonus : int
        Points for each player with the most completed tickets.
    grand_tour_points : tuple of int
        Points for k completed tickets each of which two own trails join that share no track (the
        last value for more; a single 0: no such bonus).
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
    players: tuple[Seats, Seats]
    cards: tuple[CardKind, ...]
    hand: tuple[CardCount, ...] = (4,)
    hand_limit: Count = 0
    draws: Annotated[int, Between(1, limits.DECK)] = 2
    decks: tuple[str, ...] = ("train",)
    market: Market = field(default_factory=Market)
    pieces: tuple[PieceKind, ...] = (PieceKind("train", 45),)
    pieces_kept: Count = 0
    exchange_cost: Points = 0
    track_kinds: Mapping[str, TrackKind] = field(default_factory=lambda: {"rail": TrackKind()}, hash=False)
    route_points: tuple[Annotated[int, Between(-1, limits.POINTS)], ...] = (0, 1, 2, 4, 7, 10, 15)
    doubles_close_below: Count = 4
    tickets: TicketRules = field(default_factory=TicketRules)
    stations: Stations = field(default_factory=Stations)
    harbours: Harbours = field(default_factory=Harbours)
    end: EndRule = field(default_factory=EndRule)
    longest_trail_bonus: Points = 0
    most_tickets_bonus: Points = 0
    grand_tour_points: tuple[Points, ...] = (0,)
    tie_breaks: tuple[TieBreak, ...] = ()
    standstill_rounds: Annotated[int, Between(1, limits.COUNT)] = 20

    def __post_init__(self) -> None:
        hints, problems = hints_of(type(self)), []
        for name, hint in hints.items():
            if problem := misfit(hint, getattr(self, name)):
                problems.append(f"{name} {problem}")
        if not problems:
            for name, hint in hints.items():
                object.__setattr__(self, name, frozen(hint, getattr(self, name)))
            problems = _faults(self)
        if problems:
            raise RuleError(f"rule set {self.name!r}: " + "; ".join(problems))

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

    def changes_from(self, usual: Self) -> tuple[str, ...]:
        """Return each value in which the rules differ from others: ``draws = 3 (printed: 2)``."""
        return in_words(self, usual)

    def replace(self, **changes: Any) -> Self:
        """Return a rule set with some values changed, checked like a new one.

        Values have the forms of ``map.toml``: a mapping changes some fields of a part
        (``tickets={"deal": 5, "keep": 3}``), of a kind of track (``track_kinds={"tunnel":
        {"reveals": 4}}``), or the supply of some pieces (``pieces={"train": 30}``);
        ``card_counts`` maps names of kinds of card to their number. Records of this module
        are taken, too. ``name`` and ``title`` stay: they are no rules, but say which game this is.

        Raises
        ------
        RuleError
            If a name is unknown, a value has the wrong type or range, or the result contradicts
            itself; all problems are listed.

        Examples
        --------
        >>> ttr.rules.RULE_SETS["usa"].replace(draws=3, end={"pieces_left": 0}).end
        EndRule(pieces_left=0, extra_turns=1, score=0)
        """
        problems = [*change_problems(self, changes), *unknown_counts(self, changes)]
        if problems:
            told = "; ".join(f"{'.'.join(keys)} {problem}" for keys, problem in problems)
            raise RuleError(f"rule set {self.name!r}: {told}")
        return replace(self, **applied(self, changes))


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
    if len(rules.hand) != len(rules.decks) or len(rules.market.slots) != len(rules.decks):
        faults.append("hand and market.slots need one number for each deck")
    if sum(rules.market.slots) > limits.MARKET:
        faults.append(f"the market has more than {limits.MARKET} cards")
    if 0 < rules.hand_limit < sum(rules.hand):
        faults.append(f"hand_limit is {rules.hand_limit}, but {sum(rules.hand)} cards are dealt to each player")
    return [*faults, *_kind_faults(rules)]


def _kind_faults(rules: RuleSet) -> list[str]:
    faults = [] if rules.track_kinds else ["track_kinds names no kind of track"]
    for name, kind in rules.track_kinds.items():
        if kind.deck not in rules.decks:
            faults.append(f"track kind {name!r} takes cards of the deck {kind.deck!r}, which does not exist")
        if kind.piece not in {piece.name for piece in rules.pieces}:
            faults.append(f"track kind {name!r} takes pieces called {kind.piece!r}, which do not exist")
        if kind.cards_for_wild and (problem := set_problem(rules, kind)):
            faults.append(f"track kind {name!r} has cards_for_wild = {kind.cards_for_wild}, but {problem}")
    return faults


def set_problem(rules: RuleSet, kind: TrackKind) -> str:
    """Return why no set of cards may count as one card on tracks of a kind; an empty text if it may.

    A surcharge is never paid with sets; and of what a player holds of a colour, there must be one kind of card.
    """
    of_deck = [card for card in rules.cards if card.deck == kind.deck and card.count and not card.wild]
    if kind.reveals:
        return "its surcharge (reveals) takes no sets of cards"
    if any(card.units > 1 for card in of_deck) or len({card.color for card in of_deck}) < len(of_deck):
        return f"the {kind.deck} deck has more than one kind of card of a color"
    return ""


def _piece_faults(rules: RuleSet) -> list[str]:
    faults = []
    if rules.players[0] > rules.players[1]:
        faults.append(f"players {rules.players} must begin with the smaller number")
    if not 1 <= len(rules.pieces) <= limits.PIECES or len({piece.name for piece in rules.pieces}) < len(rules.pieces):
        faults.append("needs one or two kinds of piece, with different names")
    if rules.pieces_kept > sum(piece.supply for piece in rules.pieces):
        faults.append(f"pieces_kept is {rules.pieces_kept}; it must be from 0 to the number of pieces in the box")
    if not rules.lengths or len(rules.route_points) > limits.LENGTH:
        faults.append(f"route_points allows no track length, or goes beyond length {limits.LENGTH - 1}")
    if not 1 <= len(rules.grand_tour_points) <= limits.LENGTH:
        faults.append(f"grand_tour_points must have 1 to {limits.LENGTH} entries")
    if len(set(rules.tie_breaks)) < len(rules.tie_breaks):
        faults.append("tie_breaks names a criterion twice")
    return faults


def _ticket_faults(rules: RuleSet) -> list[str]:
    faults = []
    tickets = rules.tickets
    if tickets.deal + tickets.deal_long > limits.OFFER:
        faults.append(f"more than {limits.OFFER} tickets are offered at once")
    if tickets.keep > tickets.deal + tickets.deal_long:
        dealt = tickets.deal + tickets.deal_long
        faults.append(f"tickets.keep is {tickets.keep}; it must be from 0 to {dealt}, the number dealt")
    if tickets.exchange and not tickets.shown_when_completed:
        faults.append("tickets.exchange needs tickets.shown_when_completed: else nobody knows which are unfinished")
    if tickets.draw_keep > tickets.draw:
        faults.append(
            f"tickets.draw_keep is {tickets.draw_keep}; it must be from 0 to {tickets.draw}, the number drawn"
        )
    return faults


def _building_faults(rules: RuleSet) -> list[str]:
    faults = []
    stations, harbours = rules.stations, rules.harbours
    if len(stations.costs) != stations.number:
        faults.append(f"stations.costs needs one cost for each of the {stations.number} stations")
    if harbours.number and len(harbours.cards) != len(rules.decks):
        faults.append("harbours.cards needs one number for each deck")
    if not 1 <= len(harbours.points) <= limits.LENGTH:
        faults.append(f"harbours.points must have 1 to {limits.LENGTH} entries")
    return faults
