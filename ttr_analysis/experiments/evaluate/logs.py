"""From a log to a game: the same decisions, with the same cards and tickets, decision by decision.

Nothing but the log is known, so before each decision the cards and tickets that it draws by the log are put on top of
their decks. Only a deck that is rebuilt in the middle of a decision cannot be ordered beforehand; then its random
stream is started anew until it draws what the log says.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile, zip_longest
from typing import Any, Final

import numpy as np

from ttr_analysis._validate import count, instance, several
from ttr_analysis.engine import decks
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import Action, Event, EventKind, MapLike, as_map
from ttr_analysis.maps.events import describe
from ttr_analysis.play import Game, Position, bindings
from ttr_analysis.play.live_game import LiveGame

ATTEMPTS: Final = 100_000
"""How often the random streams are started anew for a decision; a fraction of a millisecond each."""
_CARDS: Final = (EventKind.CARD_DEALT, EventKind.MARKET_CARD, EventKind.TUNNEL_CARD)
_TICKETS: Final = (EventKind.TICKET_OFFERED, EventKind.TICKET_REPLACED)


def game_of_log(game_map: MapLike, events: Sequence[Event], start: Position | None = None) -> Game:
    """Return the game that a log tells, which can be taken back decision by decision.

    Parameters
    ----------
    game_map : GameMap, str or Path
    events : sequence of Event
        The log; it may end before the game does.
    start : Position, optional
        Where the log begins, if it does not begin with the first card dealt.

    Raises
    ------
    SetupError
        If this is no log of a game on this map with its rules: the first event that does not fit is named.

    Examples
    --------
    >>> log = ttr.play.play_logged("usa", "random", players=2, seed=1)
    >>> game = ttr.experiments.game_of_log("usa", log)
    >>> game.over, game.events[-1].number == log[-1].number
    (True, True)
    """
    game_map, events = as_map(game_map), several("events", events, Event, "Game.events")
    if start is not None:
        instance("start", start, Position, "Position(players=2)")
    dealt = list(takewhile(lambda event: not _decides(event), events))
    try:
        game = Game.from_position(game_map, _dealt(game_map, dealt) if start is None else start)
    except (SetupError, IndexError) as error:
        raise SetupError(f"this is no log of a game on map {game_map.name}: {error}") from None
    for number, step in enumerate(_steps(events[len(dealt) :])):
        _repeat(game, step, number)
    return game


def _decides(event: Event) -> bool:
    """Return whether an event is a decision; passes follow by the rules."""
    return event.is_decision and event.kind is not EventKind.PASS


def _steps(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield each decision with what followed from it."""
    step: list[Event] = []
    for event in events:
        if _decides(event) and step:
            yield step
            step = []
        step.append(event)
    if step:
        yield step


def _dealt(game_map: Any, events: Sequence[Event]) -> Position:
    """Return the position after the first deal."""
    rules, seats = game_map.rules, {event.seat for event in events if event.kind is EventKind.CARD_DEALT}
    hands = {seat: Counter[str | int]() for seat in sorted(seats)}
    market, discards, clearings = dict[int, str](), Counter[str | int](), 0
    tickets: dict[EventKind, dict[int, list[int]]] = {kind: {} for kind in _TICKETS}
    for event in events:
        if event.kind is EventKind.CARD_DEALT:
            hands[event.seat][rules.cards[event.target].name] += 1
        elif event.kind is EventKind.MARKET_CARD:
            market[event.number] = rules.cards[event.target].name
        elif event.kind is EventKind.MARKET_CLEARED:
            discards.update(market.values())
            market, clearings = {}, clearings + 1
        elif event.kind in _TICKETS:
            tickets[event.kind].setdefault(event.seat, []).append(event.target)
    count("the number of players in the log", len(seats), *rules.players)
    slots = sum(rules.market.slots)
    choosing = bool(tickets[EventKind.TICKET_OFFERED]) or bool(rules.pieces_kept)
    return Position(
        players=len(seats), turn=0 if choosing else 1, seat=0, hands=hands, discards=discards,
        market=[market.get(slot) for slot in range(slots)],
        market_stays=0 < rules.market.reset_limit <= clearings, offered=tickets[EventKind.TICKET_OFFERED],
        tickets=tickets[EventKind.TICKET_REPLACED],
    )  # fmt: skip


def _repeat(game: Game, step: Sequence[Event], number: int) -> None:
    """Repeat a decision with what followed from it.

    Raises
    ------
    SetupError
        If it is not legal, or something else follows from it.
    """
    live, action = game._live, step[0].action
    where = f"decision {number + 1} of the log (turn {step[0].turn}, player {step[0].seat + 1})"
    if refusal := game.why_not(action):
        raise SetupError(f"{where} is not possible on map {game.game_map.name}: {refusal}")
    rebuilt = any(event.kind in (EventKind.DECK_REBUILT, EventKind.TICKETS_REBUILT) for event in step)
    trial, followed = live.copy(), list[Event]()
    for attempt in range(ATTEMPTS if rebuilt else 1):
        prepared = bindings.copied(live.game_record)
        _reseed(prepared[0], attempt)
        _order(game, prepared[0], step)
        followed = _followed(trial, prepared, action)
        if followed == list(step):
            with game._past.keeping(live):
                live.game_record[...] = prepared
                bindings.write_action(live.action[0], action)
                live.step()
            return
    raise SetupError(
        f"{where} leads elsewhere by the rules of map {game.game_map.name}: {_unlike(game, step, followed)}"
    )


def _unlike(game: Game, step: Sequence[Event], followed: Sequence[Event]) -> str:
    """Return in words where a log and what follows by the rules part."""
    for told, found in zip_longest(step, followed):
        if told != found:
            said, ruled = ("nothing more" if each is None else describe(each, game.game_map) for each in (told, found))
            return f"the log says {said!r}, the rules {ruled!r}"
    return "nothing"


def _followed(trial: LiveGame, prepared: bindings.Records, action: Action) -> list[Event]:
    """Return the events of a decision, which is tried on a copy of the game."""
    trial.game_record[...] = prepared
    bindings.write_action(trial.action[0], action)
    before = int(trial.game.log_size)
    trial.step()
    return trial.events(before)


def _reseed(record: Any, attempt: int) -> None:
    """Give the decks other random streams, but for the first attempt."""
    if attempt:
        last = decks.TICKET_STREAM  # the streams below it are those of the decks of cards
        words = np.random.SeedSequence(attempt).generate_state(4 * (last + 1), np.uint64)
        record.hidden.streams[: last + 1] = words.reshape(-1, 4)


def _order(game: Game, record: Any, step: Sequence[Event]) -> None:
    """Put what a decision draws by the log on top of the decks, up to where a deck is rebuilt."""
    tables, rebuilt = game._live.tables[0], set[int]()
    drawn: dict[int, list[int]] = {deck: [] for deck in range(int(tables.decks))}
    tickets, anew = list[int](), False
    for event in step:
        if event.kind is EventKind.DECK_REBUILT:
            rebuilt.add(event.target)
        elif event.kind is EventKind.TICKETS_REBUILT:
            anew = True
        elif event.kind in _CARDS and 0 <= event.target < tables.cards:
            deck = int(tables.card_deck[event.target])
            drawn[deck] += [event.target] * (deck not in rebuilt)
        elif event.kind in _TICKETS and not anew:
            tickets.append(event.target)
    for deck, cards in drawn.items():
        _put_cards_on_top(record, deck, cards)
    _put_tickets_on_top(record.hidden, tickets)


def _put_cards_on_top(record: Any, deck: int, cards: Sequence[int]) -> None:
    """Put cards on top of a deck, the first on top; what is not there is left out, and will be missed."""
    size = int(record.public.deck_size[deck])
    below = record.hidden.deck[deck, :size].tolist()
    top = []
    for card in cards:
        if card in below:
            below.remove(card)
            top.append(card)
    record.hidden.deck[deck, :size] = below + top[::-1]
    record.hidden.ordered[deck] = len(top)


def _put_tickets_on_top(hidden: Any, tickets: Sequence[int]) -> None:
    """Put tickets from the unordered part of the ticket deck on top of it; those returned come by themselves."""
    size = int(hidden.ticket_pool_size)
    pool, top = hidden.ticket_pool[:size].tolist(), list[int]()
    for ticket in tickets:
        if ticket in pool:
            pool.remove(ticket)
            top.append(ticket)
    hidden.ticket_pool[: len(pool)], hidden.ticket_pool_size = pool, len(pool)
    hidden.ticket_top[: len(top)], hidden.ticket_top_size = top[::-1], len(top)
