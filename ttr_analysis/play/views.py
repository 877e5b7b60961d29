"""A game's records as seen from Python: what one player knows, and a score in its parts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from ttr_analysis.engine.state import BARRED, CLOSED, EMPTY, NEVER, NOBODY
from ttr_analysis.maps import Decision, GameMap
from ttr_analysis.results.schema import OUTCOMES


@dataclass(frozen=True, slots=True)
class TicketResult:
    """One ticket as it stands: its name, ``made``, ``cut off`` or ``unfinished``, and its points.

    Examples
    --------
    >>> ttr.play.TicketResult("Denver-El Paso", "made", 4).points
    4
    """

    ticket: str
    outcome: str
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """One player's score in its parts, as if the game ended now; in points unless said otherwise.

    Attributes
    ----------
    total : int
        The sum of the parts.
    route_points : int
        For the tracks claimed.
    ticket_points : int
        For the completed tickets.
    failed_cut_off, failed_unfinished : int
        Lost (0 or less) for tickets that can no longer be completed, and for other failed ones.
    longest_trail_points, most_tickets_points : int
        The bonuses.
    station_points : int
        For stations not built.
    harbour_points : int
        For harbours built and not built.
    exchange_points : int
        Lost (0 or less) for exchanging pieces.
    bonus_ticket_points : int
        For bonus tickets.
    grand_tour_points : int
        For all Grand Tours together.
    longest_trail : int
        Length of the longest trail, in spaces.
    longest_trail_proven : bool
        Whether no longer trail exists; it is proven for up to 60 tracks. Else the longest found counts.
    tickets_made, tickets_cut_off, tickets_unfinished : int
        Numbers of tickets; those made include bonus tickets.
    grand_tours : int
        Number of completed tickets that two own trails join which share no track.
    winner : bool
        Whether the player would win, or share the win.
    tickets : tuple of TicketResult
        Every ticket kept, oldest first.

    Examples
    --------
    >>> game = ttr.Game("usa", players=2, seed=7)
    >>> game.play("greedy_points").score(0).longest_trail > 0, len(game.winners)
    (True, 1)
    """

    total: int
    route_points: int
    ticket_points: int
    failed_cut_off: int
    failed_unfinished: int
    longest_trail_points: int
    most_tickets_points: int
    station_points: int
    harbour_points: int
    exchange_points: int
    bonus_ticket_points: int
    grand_tour_points: int
    longest_trail: int
    longest_trail_proven: bool
    tickets_made: int
    tickets_cut_off: int
    tickets_unfinished: int
    grand_tours: int
    winner: bool
    tickets: tuple[TicketResult, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What one player knows: everything public, and their own cards and tickets.

    Seats are numbered from 0; cards, cities, tracks, tickets and pieces are given by name.

    Attributes
    ----------
    game_map : GameMap
        The map with its rules.
    player, players : int
        Whose view it is; number of players.
    turn : int
        Number of the turn, 1 for the first; 0 during set-up.
    to_move : int
        Whose decision it is.
    decision : Decision
        What is to be decided.
    over : bool
        Whether the game is over.
    turns_left : int or None
        Turns left to play, including this one, once the last round has begun.
    hand : mapping of str to int
        The player's cards.
    tickets, offered : tuple of str
        The player's tickets, oldest first, and those that they must choose from.
    market : tuple of (str or None)
        The face-up cards by slot; None for an empty slot.
    discards : mapping of str to int
        Discarded cards.
    deck_sizes : mapping of str to int
        Cards left in each deck.
    ticket_deck_size, ticket_discards : int
        Tickets left in the deck, and discarded.
    owners : mapping of str to int
        The owner of each claimed track.
    closed : tuple of str
        Tracks that nobody may claim any longer.
    stations, harbours : mapping of str to int
        The owner of the building in each city that has one.
    pieces, boxes : tuple of mapping of str to int
        Each seat's supply, and what is in their box.
    hand_sizes, ticket_counts : tuple of int
        Each seat's number of cards, and of secret tickets.
    shown_tickets : tuple of tuple of str
        Each seat's tickets that were shown when completed, bonus tickets last.
    route_points, exchanged : tuple of int
        Each seat's points from tracks, and pieces exchanged.
    tunnel : str or None
        The tunnel being dug.
    laid, turned_up : mapping of str to int
        Cards laid down for the tunnel, and cards turned up.
    owed : int
        Cards still owed for the tunnel.

    Examples
    --------
    >>> game = ttr.Game("usa", players=2, seed=7)
    >>> view = game.view(0)
    >>> view.hand_sizes, view.offered[0]
    ((4, 4), 'Seattle-New York')
    """

    game_map: GameMap = field(repr=False, compare=False)
    player: int
    players: int
    turn: int
    to_move: int
    decision: Decision
    over: bool
    turns_left: int | None
    hand: Mapping[str, int]
    tickets: tuple[str, ...]
    offered: tuple[str, ...]
    market: tuple[str | None, ...]
    discards: Mapping[str, int]
    deck_sizes: Mapping[str, int]
    ticket_deck_size: int
    ticket_discards: int
    owners: Mapping[str, int]
    closed: tuple[str, ...]
    stations: Mapping[str, int]
    harbours: Mapping[str, int]
    pieces: tuple[Mapping[str, int], ...]
    boxes: tuple[Mapping[str, int], ...]
    hand_sizes: tuple[int, ...]
    ticket_counts: tuple[int, ...]
    shown_tickets: tuple[tuple[str, ...], ...]
    route_points: tuple[int, ...]
    exchanged: tuple[int, ...]
    tunnel: str | None
    laid: Mapping[str, int]
    turned_up: Mapping[str, int]
    owed: int


def player_view(game_map: GameMap, game: Any, player: int) -> PlayerView:
    """Return what ``player`` knows of a game's record."""
    public, private, rules = game.public, game.private[player], game_map.rules
    seats = range(int(public.players))
    at_tunnel = public.decision == Decision.TUNNEL
    owners = public.owner[: len(game_map.tracks)].tolist()
    pieces = [piece.name for piece in rules.pieces]
    barred = set(np.flatnonzero(public.owner == BARRED).tolist() if player == public.seat else ())
    return PlayerView(
        game_map=game_map,
        player=player,
        players=len(seats),
        turn=int(public.turn),
        to_move=int(public.seat),
        decision=Decision(int(public.decision)),
        over=bool(public.over),
        turns_left=None if public.turns_left == NEVER else int(public.turns_left),
        hand=card_counts(game_map, private.hand),
        tickets=ticket_names(game_map, held_tickets(game, player, bool(rules.tickets.shown_when_completed))),
        offered=offered_tickets(game_map, private),
        market=market_names(game_map, public.market),
        discards=card_counts(game_map, public.discards),
        deck_sizes=_frozen(zip(rules.decks, public.deck_size.tolist(), strict=False)),
        ticket_deck_size=int(public.ticket_deck_size),
        ticket_discards=int(public.ticket_discards),
        owners=_frozen((t.name, owners[t.index]) for t in game_map.tracks if owners[t.index] >= 0),
        closed=tuple(t.name for t in game_map.tracks if owners[t.index] == CLOSED or t.index in barred),
        stations=_buildings(game_map, public.station_owner),
        harbours=_buildings(game_map, public.harbour_owner),
        pieces=tuple(_frozen(zip(pieces, public.pieces[s].tolist(), strict=False)) for s in seats),
        boxes=tuple(_frozen(zip(pieces, public.box[s].tolist(), strict=False)) for s in seats),
        hand_sizes=tuple(public.hand_size[: len(seats)].tolist()),
        ticket_counts=tuple(public.tickets_held[: len(seats)].tolist()),
        shown_tickets=tuple(_shown_tickets(game_map, game, s) for s in seats),
        route_points=tuple(public.route_points[: len(seats)].tolist()),
        exchanged=tuple(public.exchanged[: len(seats)].tolist()),
        tunnel=game_map.tracks[public.track].name if at_tunnel else None,
        laid=card_counts(game_map, public.laid),
        turned_up=card_counts(game_map, public.turned_up),
        owed=int(public.owed) if at_tunnel else 0,
    )


def seat_score(game_map: GameMap, game: Any, record: Any, seat: int) -> Score:
    """Return a score record as a :class:`Score`."""
    private = game.private[seat]
    kinds = {"winner": bool, "longest_trail_proven": bool}
    values: dict[str, Any] = {
        name: kinds.get(name, int)(record[name]) for name in Score.__dataclass_fields__ if name != "tickets"
    }
    results = tuple(
        TicketResult(game_map.tickets[ticket].name, OUTCOMES[outcome], points)
        for ticket, outcome, points in zip(
            private.tickets[: private.ticket_count].tolist(),
            record.ticket_outcome.tolist(),
            record.ticket_value.tolist(),
            strict=False,
        )
    )
    return Score(**values, tickets=results)


def card_counts(game_map: GameMap, counts: Any) -> Mapping[str, int]:
    """Return the numbers of cards by name, without those that are 0."""
    return _frozen((name, n) for name, n in zip(game_map.card_index, counts.tolist(), strict=False) if n)


def market_names(game_map: GameMap, market: Any) -> tuple[str | None, ...]:
    """Return the face-up cards by name."""
    cards = market[: sum(game_map.rules.market.slots)].tolist()
    return tuple(None if card == EMPTY else game_map.rules.cards[card].name for card in cards)


def held_tickets(game: Any, seat: int, shown: bool, completed: bool = False) -> list[int]:
    """Return a seat's tickets, oldest first: without those ``shown`` when completed, or only those."""
    private = game.private[seat]
    tickets = private.tickets[: private.ticket_count].tolist()
    done = (private.done_turn[: private.ticket_count] != NEVER).tolist()
    return [ticket for ticket, is_done in zip(tickets, done, strict=True) if (shown and is_done) == completed]


def ticket_names(game_map: GameMap, tickets: Iterable[int]) -> tuple[str, ...]:
    """Return the names of tickets."""
    return tuple(game_map.tickets[ticket].name for ticket in tickets)


def offered_tickets(game_map: GameMap, private: Any) -> tuple[str, ...]:
    """Return the names of the tickets that a player must choose from, in order."""
    return ticket_names(game_map, private.offered[: private.offered_count].tolist())


def _shown_tickets(game_map: GameMap, game: Any, seat: int) -> tuple[str, ...]:
    shown = held_tickets(game, seat, game_map.rules.tickets.shown_when_completed, completed=True)
    bonus = [b.name for b, won in zip(game_map.bonus_tickets, game.public.bonus_won[seat], strict=False) if won]
    return (*ticket_names(game_map, shown), *bonus)


def _buildings(game_map: GameMap, owners: Sequence[int]) -> Mapping[str, int]:
    return _frozen((c.name, int(owner)) for c, owner in zip(game_map.cities, owners, strict=False) if owner > NOBODY)


def _frozen(items: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    return MappingProxyType(dict(items))
