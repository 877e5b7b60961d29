"""``Position``: a point of a game as typed data, and how to read it from a game's record."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from typing import Any, Final, Self, get_type_hints

from ttr_analysis._validate import check_seed, did_you_mean, misfit, shown, whole_number
from ttr_analysis.engine.state import NEVER
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import Decision, GameMap
from ttr_analysis.play.position_names import Cards, Name, check_seats, fault
from ttr_analysis.play.views import card_counts, held_tickets, market_names

LARGEST: Final = 10_000
"""No number in a game is larger, turns among them, except those of the seed and the random streams."""
_UNLIMITED: Final = frozenset({"seed", "number", "streams"})
_BY_SEAT: Final = frozenset(
    {"tracks", "hands", "tickets", "completed", "bonus", "offered", "pieces", "exchanged", "stations", "harbours"}
    | {"chosen_pieces", "cards_market", "cards_blind"}
)
"""Fields that say something of each seat."""
TICKET_FIELDS: Final = (
    *("tickets", "completed", "offered"),
    *("ticket_top", "ticket_deck", "ticket_bottom", "ticket_discards", "returned"),
)
"""Fields that name tickets, first those of seats."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Position:
    """A point of a game, from which :meth:`ttr_analysis.play.game.Game.from_position` continues.

    Only ``players`` must be given. Each field is checked when the position is created: its kind, that
    nothing is counted below 0, and that there are its seats; whether the fields fit together, and the
    rules, is checked when a game begins from it. A position need not have been reached turn by turn: hands
    may be empty, and the last round may have begun though nobody seems to have caused it.

    Cards, tickets, tracks, cities and pieces are given by name or number, seats by their
    number from 0. A number is one ticket; a name is a copy of it that is not given by its number.

    The next decision follows from the position: which ``offered`` tickets to keep, whether to pay for a
    ``tunnel``, how to fill a ``refill_slot``, the next card if ``cards_drawn`` is not 0, else a new turn.

    Attributes
    ----------
    players : int
        Number of players.
    seed, number : int
        Game ``number`` of a seed: they determine the random numbers, if ``streams`` is not given.
    tracks : mapping of int to sequence
        Tracks of each seat, in the order in which they were claimed. They determine the route points.
    hands : mapping of int to cards
        Cards of each seat; by default none.
    tickets : mapping of int to sequence
        Secret tickets of each seat, oldest first; by default none.
    completed : mapping of int to sequence
        Tickets shown when completed (First Journey), oldest first.
    bonus : mapping of int to sequence
        Bonus tickets won.
    offered : mapping of int to sequence
        Tickets that a seat must choose from.
    pieces : mapping of int to (int or mapping of str to int)
        Pieces left; by default the supply minus the pieces on tracks (where players choose a
        mix: the middle of the possible mixes). The remaining pieces are in the box.
    exchanged : mapping of int to int
        Pieces exchanged so far.
    stations, harbours : mapping of int to sequence
        Cities in which each seat has a building.
    market : sequence of (card or None), optional
        The face-up cards by slot; by default dealt from the deck. A slot is empty (None) only if no deck has cards,
        or while it waits for a card (``refill_slot``).
    market_stays : bool
        Whether so many locomotives face up stay there, as the market was cleared as often as the rules allow.
    discards : cards
        Discarded cards; by default none.
    deck_top : sequence of cards
        Cards on top of their decks, in the order in which they will be drawn.
    deck : cards, optional
        The unordered rest of the decks; by default all cards not mentioned elsewhere.
    ticket_top : sequence
        Tickets on top of the ticket deck, in the order in which they will be drawn.
    ticket_deck : sequence, optional
        The unordered part below; by default all tickets not mentioned elsewhere (long ones have left the game).
    ticket_bottom : sequence
        Returned tickets below that, in the order in which they will be drawn.
    ticket_discards : sequence
        Discarded tickets.
    turn : int, optional
        Number of the turn; 0 during set-up.
    seat : int, optional
        The seat to move. If only one of ``turn`` and ``seat`` is given, the other follows from it; by default
        seat 0, turn 1.
    turns_left : int, optional
        Turns left to play, including this one, if the last round has begun.
    cards_market, cards_blind : mapping of int to int
        Cards that each seat has taken face up, and drawn from the decks, since the first deal; by default none. Who
        took many face up planned for them, so suited worlds give that seat cards that its plan needs.
    cards_drawn : int
        Cards drawn this turn.
    refill_slot : int, optional
        Market slot whose card was taken and must be replaced.
    tunnel : mapping, optional
        A tunnel being dug: its ``track``, and the cards ``laid`` and ``turned_up``.
    idle_turns, stuck_turns : int
        Idle turns in a row; turns in a row without any possible move except an exchange of tickets.
    chosen_pieces : mapping of int to int
        During set-up: pieces of the first kind chosen.
    returned : sequence
        During set-up: tickets returned so far.
    streams : sequence of sequence of int, optional
        State of the random streams; by default they start from the seed.

    Raises
    ------
    SetupError
        If a field is of the wrong kind, a number is below 0 or larger than any in a game, or there is no such seat;
        the message names the field.

    Examples
    --------
    >>> Position(players=2, hands={0: {"red": 3}}, turn=5)
    Position(players=2, hands={0: {'red': 3}}, turn=5)
    """

    players: int
    seed: int = 0
    number: int = 0
    tracks: Mapping[int, Sequence[Name]] = field(default_factory=dict)
    hands: Mapping[int, Cards] = field(default_factory=dict)
    tickets: Mapping[int, Sequence[Name]] = field(default_factory=dict)
    completed: Mapping[int, Sequence[Name]] = field(default_factory=dict)
    bonus: Mapping[int, Sequence[Name]] = field(default_factory=dict)
    offered: Mapping[int, Sequence[Name]] = field(default_factory=dict)
    pieces: Mapping[int, int | Mapping[str, int]] = field(default_factory=dict)
    exchanged: Mapping[int, int] = field(default_factory=dict)
    stations: Mapping[int, Sequence[Name]] = field(default_factory=dict)
    harbours: Mapping[int, Sequence[Name]] = field(default_factory=dict)
    market: Sequence[Name | None] | None = None
    market_stays: bool = False
    discards: Cards = ()
    deck_top: Sequence[Name] = ()
    deck: Cards | None = None
    ticket_top: Sequence[Name] = ()
    ticket_deck: Sequence[Name] | None = None
    ticket_bottom: Sequence[Name] = ()
    ticket_discards: Sequence[Name] = ()
    turn: int | None = None
    seat: int | None = None
    turns_left: int | None = None
    cards_market: Mapping[int, int] = field(default_factory=dict)
    cards_blind: Mapping[int, int] = field(default_factory=dict)
    cards_drawn: int = 0
    refill_slot: int | None = None
    tunnel: Mapping[str, Any] | None = None
    idle_turns: int = 0
    stuck_turns: int = 0
    chosen_pieces: Mapping[int, int] = field(default_factory=dict)
    returned: Sequence[Name] = ()
    streams: Sequence[Sequence[int]] | None = None

    def __post_init__(self) -> None:
        whole_number("players", self.players)
        check_seed("seed", self.seed)
        check_seed("number", self.number)
        for name, hint in _hints().items():
            value = getattr(self, name)
            if problem := misfit(hint, value) or ("" if name in _UNLIMITED else _impossible(value)):
                raise fault(name, problem)
            if name in _BY_SEAT or (name == "seat" and value is not None):
                check_seats(name, value if name in _BY_SEAT else [value], self.players)

    @classmethod
    def from_dict(cls, fields_by_name: Mapping[str, Any]) -> Self:
        """Return the position that :meth:`to_dict` wrote, perhaps by way of JSON, where seats become texts.

        Raises
        ------
        SetupError
            If a field is unknown, of the wrong kind, or names a seat twice; the message names it.

        Examples
        --------
        >>> Position.from_dict({"players": 2, "hands": {"0": {"red": 3}}})
        Position(players=2, hands={0: {'red': 3}})
        """
        known = [f.name for f in fields(cls)]
        if not isinstance(fields_by_name, Mapping):
            raise SetupError(f"a position is made of a table of its fields, not of {shown(fields_by_name)}")
        for name in fields_by_name:
            if name not in known:
                hint = did_you_mean(name, known) or f"; the fields are: {', '.join(known)}"
                raise SetupError(f"a position has no field {name!r}{hint}")
        if "players" not in fields_by_name:
            raise fault("players", "a position needs the number of players")
        return cls(**{name: _with_seats(name, value) for name, value in fields_by_name.items()})

    def to_dict(self) -> dict[str, Any]:
        """Return the fields that differ from their defaults, as plain data that JSON can hold.

        Examples
        --------
        >>> Position(players=2, tracks={1: ["Denver-Omaha"]}).to_dict()
        {'players': 2, 'tracks': {1: ['Denver-Omaha']}}
        """
        values = {f.name: (getattr(self, f.name), f) for f in fields(self)}
        return {name: value for name, (value, f) in values.items() if value != _default(f)}

    def __repr__(self) -> str:
        return f"Position({', '.join(f'{name}={value!r}' for name, value in self.to_dict().items())})"


def _default(of: Field[Any]) -> Any:
    """Return the default of a field; None if it has none."""
    if of.default_factory is not MISSING:
        return of.default_factory()
    return None if of.default is MISSING else of.default


def _with_seats(name: str, value: Any) -> Any:
    """Return the value of a field whose seats may be texts, as JSON writes them, with seats as numbers."""
    if not isinstance(value, Mapping) or name not in _BY_SEAT:
        return value
    seats: dict[Any, Any] = {}
    for written, each in value.items():
        seat = int(written) if isinstance(written, str) and written.isdecimal() else written
        if seat in seats:
            raise fault(name, f"seat {seat} is given twice")
        seats[seat] = each
    return seats


@cache
def _hints() -> Mapping[str, Any]:
    """Return the types of a position's arguments."""
    return get_type_hints(Position)


def _impossible(value: Any) -> str:
    """Return what is wrong with a number that no game has, however nested; streams are checked separately."""
    if isinstance(value, Mapping):
        problems = ((key, _impossible(each)) for key, each in value.items())
        return next((f"{key}: {problem}" for key, problem in problems if problem), "")
    if isinstance(value, int) and abs(value) > LARGEST:
        return f"{shown(value)} is out of range: no number in a game is beyond {LARGEST:,}"
    if isinstance(value, int) and value < 0:
        return f"must be 0 or more, not {value}"
    return ""


def position_of(game_map: GameMap, game: Any, seed: int, number: int) -> Position:
    """Return the position that a game's record describes."""
    public, private, hidden = game.public, game.private, game.hidden
    seats = range(int(public.players))
    shown = game_map.rules.tickets.shown_when_completed
    decision = Decision(int(public.decision))
    cards = [card.name for card in game_map.rules.cards]

    def tickets(numbers: Sequence[int]) -> list[Name]:
        return [_ticket_name(game_map, int(number)) for number in numbers]

    by_seat: dict[str, dict[int, Any]] = {
        "tracks": {s: [game_map.tracks[t].name for t in public.owned[s, : public.owned_count[s]]] for s in seats},
        "hands": {s: dict(card_counts(game_map, private[s].hand)) for s in seats},
        "tickets": {s: tickets(held_tickets(game, s, shown)) for s in seats},
        "completed": {s: tickets(held_tickets(game, s, shown, completed=True)) if shown else [] for s in seats},
        "bonus": {s: _bonus_won(game_map, public, s) for s in seats},
        "offered": {s: tickets(private[s].offered[: private[s].offered_count]) for s in seats},
        "exchanged": {s: int(public.exchanged[s]) for s in seats},
        "stations": {s: _cities(game_map, public.station_owner, s) for s in seats},
        "harbours": {s: _cities(game_map, public.harbour_owner, s) for s in seats},
        "chosen_pieces": {s: int(private[s].chosen_pieces) for s in seats if not public.turn},
        "cards_market": {s: int(public.cards_market[s]) for s in seats},
        "cards_blind": {s: int(public.cards_blind[s]) for s in seats},
    }
    position: dict[str, Any] = {
        "players": len(seats),
        "seed": seed,
        "number": number,
        "turn": int(public.turn),
        "seat": int(public.seat),
    }
    position |= {name: {s: value for s, value in values.items() if value} for name, values in by_seat.items()}
    if public.turn or not game_map.rules.pieces_kept:
        names = [piece.name for piece in game_map.rules.pieces]
        position["pieces"] = {s: dict(zip(names, public.pieces[s].tolist(), strict=False)) for s in seats}
    top, rest = _decks_in_order(game_map, game)
    queue = [hidden.ticket_queue[(hidden.ticket_queue_head + i) % len(hidden.ticket_queue)]
             for i in range(hidden.ticket_queue_size)]  # fmt: skip
    position |= {
        "market": list(market_names(game_map, public.market)),
        "market_stays": _stays(game_map, public),
        "discards": dict(card_counts(game_map, public.discards)),
        "deck_top": [cards[kind] for kind in top],
        "deck": [cards[kind] for kind in rest],
        "ticket_top": tickets(hidden.ticket_top[: hidden.ticket_top_size][::-1]),
        "ticket_deck": tickets(hidden.ticket_pool[: hidden.ticket_pool_size]),
        "ticket_bottom": tickets(queue),
        "ticket_discards": tickets(hidden.discarded_tickets[: public.ticket_discards]),
        "returned": tickets(hidden.pending_return[: hidden.pending_return_size]),
        "turns_left": None if public.turns_left == NEVER else int(public.turns_left),
        "cards_drawn": int(public.cards_drawn) if decision in (Decision.SECOND_CARD, Decision.REFILL) else 0,
        "refill_slot": int(public.refill_slot) if decision is Decision.REFILL else None,
        "tunnel": _tunnel(game_map, public) if decision is Decision.TUNNEL else None,
        "idle_turns": int(public.idle_turns),
        "stuck_turns": int(public.stuck_turns),
        "streams": hidden.streams.tolist(),
    }
    return Position(**position)


def _ticket_name(game_map: GameMap, index: int) -> Name:
    """Return the name of a ticket, or its number if the name stands for another ticket."""
    name = game_map.tickets[index].name
    return name if game_map.ticket(name).index == index else index


def _stays(game_map: GameMap, public: Any) -> bool:
    """Return whether more wilds lie face up than may, because clearing the market has not helped."""
    limit, cards = game_map.rules.market.wild_limit, game_map.rules.cards
    wilds = sum(kind >= 0 and cards[kind].wild for kind in public.market.tolist())
    return bool(0 < limit <= wilds and public.deck_size.any())


def _cities(game_map: GameMap, owner: Any, seat: int) -> list[str]:
    return [city.name for city, who in zip(game_map.cities, owner.tolist(), strict=False) if who == seat]


def _decks_in_order(game_map: GameMap, game: Any) -> tuple[list[int], list[int]]:
    """Return the known top cards in the order in which they will be drawn, and the other cards, deck after deck."""
    top: list[int] = []
    rest: list[int] = []
    for deck in range(len(game_map.rules.decks)):
        size, ordered = int(game.public.deck_size[deck]), int(game.hidden.ordered[deck])
        cards = game.hidden.deck[deck, :size].tolist()
        rest += cards[: size - ordered]
        top += cards[size - ordered :][::-1]
    return top, rest


def _bonus_won(game_map: GameMap, public: Any, seat: int) -> list[str]:
    return [bonus.name for bonus, won in zip(game_map.bonus_tickets, public.bonus_won[seat], strict=False) if won]


def _tunnel(game_map: GameMap, public: Any) -> dict[str, Any]:
    return {
        "track": game_map.tracks[public.track].name,
        "laid": dict(card_counts(game_map, public.laid)),
        "turned_up": dict(card_counts(game_map, public.turned_up)),
    }
