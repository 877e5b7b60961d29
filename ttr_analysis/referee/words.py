"""A game in words."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from ttr_analysis.maps.events import Event, EventKind, describe
from ttr_analysis.maps.game_map import GameMap

SEATS = frozenset({EventKind.FINAL_SCORE, EventKind.LONGEST_TRAIL})
"""Events that get a line for each player at the end."""

OWN_LINE = SEATS | {EventKind.GAME_OVER, EventKind.LAST_ROUND}
"""Events that get a line of their own."""


INDENT = "    "
"""The indentation of a note."""

NO_NOTES: Mapping[int, str] = MappingProxyType({})


def narrate(
    game_map: GameMap,
    players: int,
    events: Iterable[Event],
    names: Sequence[str] | None = None,
    notes: Mapping[int, str] = NO_NOTES,
    say: Callable[[str], str] = str,
) -> Iterator[str]:
    """Describe a game in words, one line for each turn or step of the set-up.

    Parameters
    ----------
    game_map : GameMap
        The map of the game.
    players : int
        Number of players.
    events : iterable of Event
        The log, valid or not: nothing is checked.
    names : sequence of str, optional
        The players' names; by default ``player 1`` ...
    notes : mapping of int to str, optional
        Notes by the position of an event in the log; each gets an indented line of its own below the event's line.
    say : function, optional
        Says each part of a line again, for instance in another language; notes and names are left to the caller.

    Yields
    ------
    str
        One line, without a line break.
    """
    called = list(names) if names else [f"player {seat + 1}" for seat in range(players)]
    market: dict[int, int] = {}
    offers: dict[int, list[int]] = {}

    def line_of(placed: tuple[int, Event]) -> tuple[int, int, int]:
        """Return what the events of one line have in common: turn, step, and the player whose line it is."""
        _, event = placed
        if event.kind in OWN_LINE:
            return event.turn, int(event.kind), event.seat if event.kind in SEATS else -1
        # In a turn, events of the market and the decks go on the line of the move they follow.
        return event.turn, 0, (event.turn - 1) % players if event.turn else event.seat

    for (turn, _, seat), placed in groupby(enumerate(events), key=line_of):
        group = list(placed)
        words = "; ".join(say(in_words(event, game_map, market, offers)) for _, event in group)
        when = say(f"turn {turn}" if turn else "set-up")
        who = f", {called[seat]}" if 0 <= seat < len(called) else ""
        yield f"{when}{who}: {words}"
        yield from (INDENT + notes[place] for place, _ in group if place in notes)


def in_words(event: Event, game_map: GameMap, market: dict[int, int], offers: dict[int, list[int]]) -> str:
    """Return the event in words; keep track of the market and the offers, to name their cards and tickets."""
    match event.kind:
        case EventKind.MARKET_CARD:
            market[event.number] = event.target
        case EventKind.MARKET_CLEARED:
            market.clear()
        case EventKind.TICKET_OFFERED:
            offers.setdefault(event.seat, []).append(event.target)
        case EventKind.TICKET_REPLACED if event.turn == 0:
            offers[event.seat][event.number] = event.target
        case EventKind.KEEP_TICKETS:
            return event.action.describe(game_map, offered=offers.pop(event.seat, []))
        case EventKind.DRAW_MARKET if event.target in market:
            return f"take market card {event.target + 1} ({game_map.rules.cards[market.pop(event.target)].name})"
    return describe(event, game_map)
