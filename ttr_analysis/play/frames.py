"""A game as frames: what lies on the table after each decision, read from its log, for viewers and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import networkx as nx

from ttr_analysis._validate import count, instance, misfit, several
from ttr_analysis.errors import SetupError
from ttr_analysis.exact.paths import joining_cost, route_graph
from ttr_analysis.maps import Event, EventKind, GameMap, MapLike, Ticket, as_map
from ttr_analysis.play.position import Position
from ttr_analysis.referee import Verdict, replay, scoring, words
from ttr_analysis.referee.table import Table
from ttr_analysis.rules.interventions import Given

NOTHING: Mapping[int, str] = MappingProxyType({})

SECRETS: Mapping[EventKind, Callable[[Event], str]] = MappingProxyType(
    {
        EventKind.CARD_DEALT: lambda event: "receives a card",
        EventKind.TICKET_OFFERED: lambda event: "is offered a ticket",
        EventKind.TICKET_REPLACED: lambda event: "draws a ticket",
        EventKind.KEEP_TICKETS: lambda event: f"keep {event.number.bit_count()} of the tickets offered",
        EventKind.CHOOSE_PIECES: lambda event: "choose pieces",
    }
)
"""What the others see of events whose details only the player concerned knows."""


@dataclass(frozen=True, slots=True)
class Told:
    """One event in words: ``text`` for the player of ``seat``, ``public`` for the others."""

    seat: int
    text: str
    public: str


@dataclass(frozen=True, slots=True)
class TicketState:
    """A ticket in a hand.

    Attributes
    ----------
    ticket : int
        Its index on the map.
    trains : int or None
        Trains that are still missing: 0 for a completed ticket, None for one that is cut off.
    tracks : tuple of int
        Tracks not yet owned on the cheapest path; empty for a tour whose cheapest network is not a path.
    shown : bool
        Whether it lies open, as completed tickets do in some games.

    Examples
    --------
    >>> frames = ttr.play.game_frames("usa", 2, ttr.Game("usa", players=2, seed=7).play("greedy_points").events)
    >>> frames[-1].tickets[0][0]
    TicketState(ticket=25, trains=7, tracks=(1, 85), shown=False)
    """

    ticket: int
    trains: int | None
    tracks: tuple[int, ...] = ()
    shown: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The table after a decision and all that followed from it; things and seats are numbers from 0.

    Attributes
    ----------
    event : int
        The place of the decision in the log; 0 before the first one.
    turn, seat : int
        The turn of the decision, and who made it; before the first one, the turn in which the log begins (0 for the
        set-up), and -1.
    told : tuple of Told
        The decision and its consequences in words; empty before the first one.
    explanation : str
        Why the player chose it, as the player's strategy tells it; perhaps empty.
    passed : bool
        Whether it was a pass, which follows from the rules: nobody decided.
    track, city : int
        The track claimed, or the city built in; -1 for none.
    to_move : int
        Who decides next; -1 when the game is over.
    owners, stations, harbours : mapping of int to int
        The owner of each track that is taken, and of the buildings by city.
    market : tuple of (int or None)
        The kind of card in each slot.
    decks : tuple of int
        Cards left in each deck.
    discards, tickets_left : int
        Discarded cards, and tickets in the deck.
    hands : tuple of mapping of int to int
        Each seat's cards by kind.
    pieces : tuple of tuple of int
        Each seat's pieces by kind.
    points : tuple of int
        Each seat's points that all can see; the final scores when the game is over.
    tickets : tuple of tuple of TicketState
        Each seat's tickets.
    bonus : tuple of tuple of int
        Bonus tickets won.
    offered : mapping of int to tuple of int
        Tickets that seats must choose from.
    tunnel : tuple of int
        Kinds of the cards turned up for a tunnel that is being dug.

    Examples
    --------
    >>> frames = ttr.play.game_frames("usa", 2, ttr.Game("usa", players=2, seed=7).play("greedy_points").events)
    >>> frames[0].turn, frames[0].to_move, len(frames[0].offered[0])
    (0, 0, 3)
    """

    event: int
    turn: int
    seat: int
    told: tuple[Told, ...]
    explanation: str
    passed: bool
    track: int
    city: int
    to_move: int
    owners: Mapping[int, int]
    stations: Mapping[int, int]
    harbours: Mapping[int, int]
    market: tuple[int | None, ...]
    decks: tuple[int, ...]
    discards: int
    tickets_left: int
    hands: tuple[Mapping[int, int], ...]
    pieces: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    tickets: tuple[tuple[TicketState, ...], ...]
    bonus: tuple[tuple[int, ...], ...]
    offered: Mapping[int, tuple[int, ...]]
    tunnel: tuple[int, ...]


def game_frames(
    game_map: MapLike,
    players: int,
    events: Sequence[Event],
    explanations: Mapping[int, str] = NOTHING,
    *,
    interventions: Given = (),
    unfinished: bool = False,
    position: Position | None = None,
) -> list[Frame]:
    """Return a frame for each decision of a log, behind one of where it begins; the referee reads the log.

    Parameters
    ----------
    game_map : GameMap, str or Path
        The map of the game.
    players : int
        Number of players.
    events : sequence of Event
        The log, from the first card dealt, or from a position on.
    explanations : mapping of int to str
        By the position of an event in the log, as :func:`ttr_analysis.play.play_explained` returns them.
    interventions : sequence of Intervention or str, optional
        What was changed for some seats.
    unfinished : bool
        Accept a log that stops before the game is over.
    position : Position, optional
        Where the log begins, if not with a deal: ``game.start_position``.

    Raises
    ------
    SetupError
        If an argument is of the wrong kind.
    RefereeError
        If the log breaks a rule, for instance because it is of another map or of other rules.

    Examples
    --------
    >>> game = ttr.Game("usa", players=2, seed=7).play("greedy_points")
    >>> frames = ttr.play.game_frames("usa", 2, game.events)
    >>> frames[-1].points == tuple(game.scores()), frames[-1].to_move
    (True, -1)
    """
    game_map, events = as_map(game_map), tuple(several("events", events, Event, "Game.events"))
    if position is not None:
        instance("position", position, Position, "Game.start_position")
    if problem := misfit(Mapping[int, str], explanations):
        raise SetupError(f"explanations: {problem}")
    count("players", players, *game_map.rules.players)
    camera = _Camera(game_map, events, explanations)
    verdict = replay(
        game_map, players, events, interventions=interventions, unfinished=unfinished, watch=camera.look,
        position=position,
    )  # fmt: skip
    return camera.developed(verdict)


@dataclass
class _Camera:
    """Takes a frame whenever a decision is due, and at the end of the log.

    What only the log tells, offers and tunnels, is kept beside the referee's table.
    """

    game_map: GameMap
    events: tuple[Event, ...]
    explanations: Mapping[int, str]
    frames: list[Frame] = field(default_factory=list)
    taken: int = -1
    market: dict[int, int] = field(default_factory=dict)
    offers: dict[int, list[int]] = field(default_factory=dict)
    missing: _Missing = field(init=False)

    def __post_init__(self) -> None:
        self.missing = _Missing(self.game_map)

    def look(self, table: Table) -> None:
        """Take a frame if the next event is a decision, or there is none."""
        place = table.log.position
        ends = place == len(self.events)
        if place == self.taken or not (ends or self.events[place].is_decision):
            return
        first, self.taken = self.taken, place
        if first < 0:  # what a position has laid there
            self.market |= table.market
            self.offers |= table.offers
        self.frames.append(self._frame(table, first, place))

    def _frame(self, table: Table, first: int, place: int) -> Frame:
        happened = self.events[max(first, 0) : place]
        told = tuple(self._told(event) for event in happened)
        made = self.events[first] if first >= 0 else None
        upcoming = self.events[place] if place < len(self.events) else None
        claimed = made.target if made and made.kind is EventKind.CLAIM else -1
        built = made.target if made and made.kind in (EventKind.BUILD_STATION, EventKind.BUILD_HARBOUR) else -1
        digging = upcoming is not None and upcoming.kind in (EventKind.PAY_TUNNEL, EventKind.DECLINE_TUNNEL)
        turned_up = [event.target for event in happened if event.kind is EventKind.TUNNEL_CARD]
        return Frame(
            event=max(first, 0),
            turn=made.turn if made else table.log.turn,
            seat=made.seat if made else -1,
            told=told if made else (),
            explanation=self.explanations.get(first, ""),
            passed=made is not None and made.kind is EventKind.PASS,
            track=claimed,
            city=built,
            to_move=upcoming.seat if upcoming and upcoming.is_decision else -1,
            offered={seat: tuple(tickets) for seat, tickets in self.offers.items()},
            tunnel=tuple(turned_up if made else table.turned_up.elements()) if digging else (),
            **self._on_table(table),
        )

    def _told(self, event: Event) -> Told:
        text = words.in_words(event, self.game_map, self.market, self.offers)
        secret = SECRETS.get(event.kind)
        return Told(event.seat, text, secret(event) if secret else text)

    def _on_table(self, table: Table) -> dict[str, Any]:
        """Return what the referee's table holds, by the names of a frame's fields."""
        players, place = table.players, self.game_map.city_index
        slots = range(sum(table.rules.market.slots))
        return {
            "owners": {track: seat for seat, player in enumerate(players) for track in player.tracks},
            "stations": {place[city]: seat for seat, player in enumerate(players) for city in player.stations},
            "harbours": {place[city]: seat for seat, player in enumerate(players) for city in player.harbours},
            "market": tuple(table.market.get(slot) for slot in slots),
            "decks": tuple(deck.total() for deck in table.decks),
            "discards": sum(pile.total() for pile in table.discards),
            "tickets_left": table.tickets_left,
            "hands": tuple({kind: n for kind, n in player.hand.items() if n > 0} for player in players),
            "pieces": tuple(tuple(player.pieces) for player in players),
            "points": tuple(scoring.seen(self.game_map, player) for player in players),
            "tickets": tuple(self.missing.tickets(table, seat) for seat in range(len(players))),
            "bonus": tuple(tuple(player.bonus) for player in players),
        }

    def developed(self, verdict: Verdict) -> list[Frame]:
        """Return all frames; the last one of a whole game has the final scores."""
        *others, last = self.frames
        return [*others, last if verdict.reason is None else replace(last, points=verdict.scores)]


class _Missing:
    """What tickets still need. Searches are kept, as most decisions change nothing for most tickets."""

    def __init__(self, game_map: GameMap) -> None:
        self.game_map = game_map
        self.graphs: dict[int, tuple[tuple[frozenset[int], frozenset[int]], nx.Graph[str]]] = {}
        self.known: dict[tuple[int, int], tuple[frozenset[int], TicketState]] = {}

    def tickets(self, table: Table, seat: int) -> tuple[TicketState, ...]:
        """Return the state of all tickets of a seat, those in hand first."""
        player = table.players[seat]
        own, closed = frozenset(player.tracks), self._closed(table, seat)
        made = set()
        if player.stations:
            made = {t.index for t, done, _ in scoring.held_results(self.game_map, table.players, seat) if done}
        held = tuple(
            TicketState(index, 0) if index in made else self._state(seat, index, own, closed) for index in player.held
        )
        return held + tuple(TicketState(index, 0, shown=True) for index in player.shown)

    def _closed(self, table: Table, seat: int) -> frozenset[int]:
        """Return the tracks that a seat can no longer claim."""
        taken = {track for other, player in enumerate(table.players) if other != seat for track in player.tracks}
        if len(table.players) < table.rules.doubles_close_below:
            taken |= {beside for track in tuple(taken) for beside in self.game_map.parallel.get(track, ())}
        taken |= {track for (who, track) in table.terms.closed if who == seat}
        return frozenset(taken - table.players[seat].tracks)

    def _state(self, seat: int, index: int, own: frozenset[int], closed: frozenset[int]) -> TicketState:
        before = self.known.get((seat, index))
        if before is not None and before[0] == own and _stays(before[1], closed):
            return before[1]
        state = self._search(seat, self.game_map.tickets[index], own, closed)
        self.known[seat, index] = own, state
        return state

    def _search(self, seat: int, ticket: Ticket, own: frozenset[int], closed: frozenset[int]) -> TicketState:
        graph = self._graph(seat, own, closed)
        paths = [path for option in self.game_map.options(ticket) if (path := _path(graph, option.cities)) is not None]
        if not paths:
            return TicketState(ticket.index, None)
        lengths = [sum(self.game_map.tracks[track].length for track in path - own) for path in paths]
        least = min(range(len(paths)), key=lengths.__getitem__)
        trains, tracks = lengths[least], tuple(sorted(paths[least] - own))
        if ticket.is_tour:
            cost = int(joining_cost(self.game_map, ticket.cities, closed=closed, owned=own))
            trains, tracks = cost, tracks if cost == trains else ()
        return TicketState(ticket.index, trains, tracks)

    def _graph(self, seat: int, own: frozenset[int], closed: frozenset[int]) -> nx.Graph[str]:
        if seat not in self.graphs or self.graphs[seat][0] != (own, closed):
            self.graphs[seat] = (own, closed), route_graph(self.game_map, "trains", closed=closed, owned=own)
        return self.graphs[seat][1]


def _stays(state: TicketState, closed: frozenset[int]) -> bool:
    """Return whether a ticket still needs the same, as more closed tracks make no other path cheaper."""
    return not closed.intersection(state.tracks) and (bool(state.tracks) or state.trains in (0, None))


def _path(graph: nx.Graph[str], cities: Sequence[str]) -> set[int] | None:
    """Return the tracks of the cheapest paths from each city to the next; None if they are not joined."""
    try:
        legs = [nx.shortest_path(graph, one, other, weight="grain") for one, other in pairwise(cities)]
    except nx.NetworkXNoPath:
        return None
    return set(_tracks(graph, legs))


def _tracks(graph: nx.Graph[str], legs: Sequence[Sequence[str]]) -> Iterator[int]:
    for leg in legs:
        for one, other in pairwise(leg):
            yield graph.edges[one, other]["track"]


__all__ = ["Frame", "TicketState", "Told", "game_frames"]
