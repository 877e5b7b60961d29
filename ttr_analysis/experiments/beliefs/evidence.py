"""What everybody has seen of one player up to some turn, as numbers for compiled code.

Only public facts are read from the log: which moves a player made, what they paid, how many tickets they were offered
and kept, which cards they took face up. Which tickets and which unseen cards these were is left out.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, cast

import numpy as np

from ttr_analysis._validate import instance
from ttr_analysis.engine import codes
from ttr_analysis.engine.records import Ints, Records
from ttr_analysis.engine.state import Public
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import ActionKind, Event, EventKind, GameMap
from ttr_analysis.play import bindings
from ttr_analysis.play.game import Game
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.rules.limits import CARDS

INCOMPLETE: Final = (
    "what opponents hold is told from all moves of a game, but this one began at a given position, or keeps no log"
)

FOREVER: Final = 1 << 30
"""Until when something is held that is never given away."""
UNKNOWN: Final = -1
_JUDGED: Final = frozenset({codes.AT_TURN, codes.AT_SECOND, codes.AT_KEEP})
_BUILDING: Final = frozenset({ActionKind.BUILD_STATION, ActionKind.BUILD_HARBOUR})


class Course(NamedTuple):
    """A game again, decision by decision.

    Attributes
    ----------
    game_map : GameMap
    live : LiveGame
        The game as it is now.
    events : list of Event
    places : list of int
        Which events are decisions of players.
    publics : record array
        What was public before each of these decisions, and what is now.
    """

    game_map: GameMap
    live: LiveGame
    events: list[Event]
    places: list[int]
    publics: Records


class Evidence(NamedTuple):
    """What was seen of one player. Decisions are their turns, second cards and choices of tickets, in order.

    Attributes
    ----------
    publics : record array
        What was public before each decision.
    kind, what : array of int64
        The move, and its track, its city, the kind of its card, or how many tickets were kept; -1 for none.
    known : array of int64, (decisions + 1, CARDS)
        Cards that were seen to come, less cards that were seen to go, before each decision and now; may be negative.
    needs : array of int64, (needs, 3)
        Decision, kind of card, and how many unseen cards of that kind the player had by then at the least.
    card_born : array of int64
        For each unseen card that the player got, the first decision at which they had it.
    pool : array of int64
        All cards that the unseen ones may be, of which as many as they got come first, deck by deck as they got them.
    born, until : array of int64
        For each ticket that the player was given, the first decision at which they held it if it was kept,
        and the first at which they did not any more.
    offer : array of int64
        The decision at which it was offered; -1 if it came straight into the hand.
    long : array of int64
        Whether it came from the long tickets.
    kept : array of int64
        How many tickets of its offer were kept.
    shown : array of int64
        Which ticket it was, if it was shown since; else -1.
    tickets, long_tickets : array of int64
        Those that the others may be.
    """

    publics: Records
    kind: Ints
    what: Ints
    known: Ints
    needs: Ints
    card_born: Ints
    pool: Ints
    born: Ints
    until: Ints
    offer: Ints
    long: Ints
    kept: Ints
    shown: Ints
    tickets: Ints
    long_tickets: Ints


def course_of(game: Game) -> Course:
    """Play a game again and note what was public before each decision.

    Raises
    ------
    SetupError
        If this is no game, or one that began at a given position, so that nobody knows how it got there.
    """
    played = instance("game", game, Game, 'ttr.Game("usa", 2)')._live
    number = played.number if played.run.playing else played.number - 1
    live = LiveGame(game.game_map, game.players, int(played.run.seed), interventions=played._interventions)
    live.start(number)
    events = game.events
    places = [place for place, event in enumerate(events) if event.is_decision and event.kind != EventKind.PASS]
    publics = bindings.fresh(Public, len(places) + 1)
    for i, place in enumerate(places):
        publics[i] = live.game_record[0].public
        _redo(live, events[place])
    publics[len(places)] = live.game_record[0].public
    if live.events() != events:
        raise SetupError(INCOMPLETE)
    return Course(game.game_map, live, events, places, publics)


def _redo(live: LiveGame, event: Event) -> None:
    bindings.write_action(live.action[0], event)
    if live.step():
        raise SetupError(INCOMPLETE)


def live_before(course: Course, turn: int) -> LiveGame:
    """Return the game as it was before a turn."""
    now = course.live
    live = LiveGame(course.game_map, now.players, int(now.run.seed), interventions=now._interventions)
    live.start(now.number)
    for place in course.places:
        if course.events[place].turn >= turn:
            break
        _redo(live, course.events[place])
    return live


class _Diary:
    """Collects what is seen of one seat."""

    def __init__(self, course: Course, seat: int) -> None:
        self.seat, self.tables = seat, course.live.tables[0]
        self.rows: list[int] = []  # decisions, by their place among all decisions
        self.moves: list[tuple[int, int]] = []
        self.known: list[Ints] = []
        self.needs: list[tuple[int, int, int]] = []
        self.unseen: list[tuple[int, int]] = []  # decision from which it is held, deck
        self.tickets: list[list[int]] = []  # born, until, offer, long, kept, shown
        self.balance = np.zeros(CARDS, np.int64)
        self.laid = np.zeros(CARDS, np.int64)
        self.offered: list[int] = []

    @property
    def now(self) -> int:
        """Number of the next decision."""
        return len(self.rows)

    def decide(self, event: Event, row: int, public: Any) -> None:
        """Note a decision, before it is carried out."""
        if int(public.decision) not in _JUDGED:
            self._follow(event)
            return
        self.known.append(self.balance.copy())
        self.moves.append((int(event.kind), self._what(event, public)))
        self._follow(event)
        self.rows.append(row)
        if event.kind == EventKind.DRAW_MARKET:
            self.balance[self.moves[-1][1]] += 1
        if event.kind == EventKind.KEEP_TICKETS:
            self._keep(event.number.bit_count())
        if event.kind == EventKind.EXCHANGE_TICKETS:
            for ticket in self._alive():
                ticket[1] = self.now

    def _what(self, event: Event, public: Any) -> int:
        if event.kind == EventKind.DRAW_MARKET:
            return int(public.market[event.target])
        if event.kind == EventKind.CLAIM or ActionKind(event.kind) in _BUILDING:
            return event.target
        return event.number.bit_count() if event.kind == EventKind.KEEP_TICKETS else UNKNOWN

    def _follow(self, event: Event) -> None:
        """Take the cards of a payment out of the hand, or give back those of a tunnel that was given up."""
        for card, number in enumerate(event.cards):
            if number > self.balance[card]:
                at = min(self.now, len(self.known) - 1)
                self.needs.append((at, card, number - int(self.balance[card])))
        paid = np.zeros(CARDS, np.int64)
        paid[: len(event.cards)] = event.cards
        self.balance -= paid
        if event.kind == EventKind.CLAIM:
            self.laid = paid
        elif event.kind == EventKind.DECLINE_TUNNEL:
            self.balance += self.laid

    def _alive(self) -> list[list[int]]:
        return [ticket for ticket in self.tickets if ticket[1] == FOREVER and ticket[5] == UNKNOWN and ticket[4] != 0]

    def _keep(self, kept: int) -> None:
        at = self.now - 1
        for long in self.offered:
            self.tickets.append([at + 1, FOREVER, at, long, kept, UNKNOWN])
        self.offered = []

    def see(self, event: Event) -> None:
        """Note a chance event of this seat; which card or ticket it was is read only if everybody saw that."""
        if event.kind == EventKind.CARD_DEALT:
            self.unseen.append((self.now, int(self.tables.card_deck[event.target])))
        elif event.kind == EventKind.TICKET_OFFERED:
            begins = event.turn == 0 and len(self.offered) < int(self.tables.deal_long)
            self.offered.append(int(begins))
        elif event.kind == EventKind.TICKET_REPLACED:
            self.tickets.append([self.now, FOREVER, UNKNOWN, 0, 1, UNKNOWN])
        elif event.kind == EventKind.TICKET_COMPLETED:
            # Everybody sees which ticket it is, but not when it came: the one held longest is taken for it.
            first = self._alive()[0]
            first[1], first[5] = self.now, event.target


def _diaries(course: Course, turn: int) -> Iterator[_Diary]:
    """Yield what is seen of each seat before a turn."""
    rows = {place: row for row, place in enumerate(course.places)}
    for seat in range(course.live.players):
        diary = _Diary(course, seat)
        for place, event in enumerate(course.events):
            if event.turn >= turn:
                break
            if event.seat == seat and place in rows:
                diary.decide(event, rows[place], course.publics[rows[place]])
            elif event.seat == seat:
                diary.see(event)
        yield diary


def _unseen(course: Course, diaries: Sequence[_Diary], row: int, observer: int | None) -> Ints:
    """Return how many cards of each kind nobody has seen, or only their owner, before a decision."""
    tables, public = course.live.tables[0], course.publics[row]
    left = tables.card_count - public.discards - public.laid - public.turned_up
    for card in public.market[: int(tables.market_slots)]:
        left[card] -= int(card) != UNKNOWN
    for diary in diaries:
        if diary.seat == observer:
            left -= diary.balance + _drawn(course, diary)
        else:
            left -= np.maximum(diary.balance + _needed(diary), 0)
    return np.asarray(np.maximum(left, 0))


def _needed(diary: _Diary) -> Ints:
    """Return how many unseen cards of each kind a player must have got."""
    most = np.zeros(CARDS, np.int64)
    for _, card, number in diary.needs:
        most[card] = max(most[card], number)
    return most


def _drawn(course: Course, diary: _Diary) -> Ints:
    """Return the cards that the observer drew unseen by others."""
    drawn, left = np.zeros(CARDS, np.int64), len(diary.unseen)
    for event in course.events:
        if event.kind == EventKind.CARD_DEALT and event.seat == diary.seat and left:
            drawn[event.target] += 1
            left -= 1
    return drawn


def _pool(tables: Any, counts: Ints, unseen: Sequence[tuple[int, int]]) -> Ints:
    """Return the cards that unseen ones may be, beginning with one of the right deck for each of them."""
    by_deck = [
        [card for card in range(CARDS) if tables.card_deck[card] == deck for _ in range(int(counts[card]))]
        for deck in range(int(tables.decks))
    ]
    first = [by_deck[deck].pop() for _, deck in unseen]
    return np.array([*first, *(card for cards in by_deck for card in cards)], np.int64)


def _own_tickets(course: Course, seat: int, turn: int) -> set[int]:
    """Return the tickets of an observer that nobody else can have: all they were given, until the deck has gone round.

    Those that they returned lie under the deck.
    """
    tables, given, kept, offered, drawn = course.live.tables[0], set[int](), set[int](), list[int](), 0
    for event in course.events:
        if event.turn >= turn:
            break
        drawn += event.kind in (EventKind.TICKET_OFFERED, EventKind.TICKET_REPLACED)
        if event.seat != seat:
            continue
        if event.kind == EventKind.TICKET_OFFERED:
            offered.append(event.target)
        elif event.kind == EventKind.TICKET_REPLACED:
            kept.add(event.target)
        elif event.kind == EventKind.KEEP_TICKETS:
            kept |= {ticket for i, ticket in enumerate(offered) if event.number >> i & 1}
            given |= set(offered)
            offered = []
    return kept if drawn > int(tables.tickets) else given | kept | set(offered)


def _possible(course: Course, diary: _Diary, known: set[int]) -> tuple[Ints, Ints]:
    """Return the short and the long tickets that the player may have been given, in the order of their names."""
    tables = course.live.tables[0]
    order = [int(ticket) for ticket in tables.ticket_order[: int(tables.tickets)] if int(ticket) not in known]
    long = [ticket for ticket in order if tables.ticket_long[ticket] and int(tables.deal_long) > 0]
    short = [each for each in order if each not in long]
    places = sum(ticket[3] == 0 and ticket[5] == UNKNOWN for ticket in diary.tickets)
    times = 1 + max(0, places - 1) // max(1, len(short))  # returned ones were drawn again
    return np.array(short * times, np.int64), np.array(long, np.int64)


def evidence_of(course: Course, seat: int, turn: int, observer: int | None = None) -> Evidence:
    """Return what was seen of a seat before a turn.

    Parameters
    ----------
    course : Course
    seat : int
        The seat observed.
    turn : int
        The first turn that counts no more.
    observer : int, optional
        Who observes, and knows their own cards and tickets; by default somebody who only sees what everybody does.
    """
    diaries = list(_diaries(course, turn))
    diary, tables = diaries[seat], course.live.tables[0]
    row = next((i for i, p in enumerate(course.places) if course.events[p].turn >= turn), len(course.places))
    counts = _unseen(course, diaries, row, observer) + _needed(diary)
    known = {ticket[5] for each in diaries for ticket in each.tickets if ticket[5] != UNKNOWN}
    known |= set() if observer is None else _own_tickets(course, observer, turn)
    short, long = _possible(course, diary, known)
    columns = np.array(diary.tickets, np.int64).reshape(-1, 6).T.copy()
    kinds = np.array(diary.moves, np.int64).reshape(-1, 2).T.copy()
    return Evidence(
        cast("Records", course.publics[diary.rows].view(np.recarray)), kinds[0], kinds[1],
        np.array([*diary.known, diary.balance], np.int64), np.array(diary.needs, np.int64).reshape(-1, 3),
        np.array([born for born, _ in diary.unseen], np.int64), _pool(tables, counts, diary.unseen),
        columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], short, long,
    )  # fmt: skip
