"""Events with names in place of positions: what a log looks like in JSON."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ttr_analysis._validate import shown
from ttr_analysis.errors import SetupError
from ttr_analysis.maps.events import EndReason, Event, EventKind, describe

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap

_CARDS = (EventKind.CARD_DEALT, EventKind.MARKET_CARD, EventKind.TUNNEL_CARD)
_TICKETS = (EventKind.TICKET_OFFERED, EventKind.TICKET_COMPLETED, EventKind.TICKET_REPLACED)
_BUILDINGS = (EventKind.BUILD_STATION, EventKind.BUILD_HARBOUR)


def named_event(event: Event, game_map: "GameMap") -> dict[str, Any]:
    """Return an event as a mapping of plain values, with the names of tracks, cities, tickets and cards.

    Returns
    -------
    dict
        ``turn``, ``seat``, ``kind`` (in small letters), ``text`` (in words); as far as they apply
        ``track``, ``city``, ``card``, ``ticket``, ``slot`` (1 for the first), ``deck``, ``cards``
        (paid, by name), ``reason``; ``number`` and ``target`` are as in
        :class:`~ttr_analysis.maps.events.Event`.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> event = ttr.Game(usa, players=2, seed=1).events[0]
    >>> ttr.maps.named_event(event, usa)["kind"]
    'card_dealt'
    """
    record: dict[str, Any] = {"turn": event.turn, "seat": event.seat, "kind": event.kind.name.lower()}
    record |= {"text": describe(event, game_map), **_names(event, game_map)}
    if any(event.cards):
        kinds = game_map.rules.cards
        record["cards"] = {kinds[i].name: number for i, number in enumerate(event.cards) if number}
    return record | {"target": event.target, "number": event.number}


def event_of(record: Mapping[str, Any], game_map: "GameMap") -> Event:
    """Return the event that :func:`named_event` described, from the numbers, kinds and cards in its record.

    Raises
    ------
    SetupError
        If a field is missing, or the map has no such card or kind of event.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> event = ttr.Game(usa, players=2, seed=1).events[0]
    >>> ttr.maps.event_of(ttr.maps.named_event(event, usa), usa).kind
    <EventKind.CARD_DEALT: 32>
    """
    try:
        kind, paid = EventKind[str(record["kind"]).upper()], record.get("cards", {})
        cards = [0] * len(game_map.rules.cards) if paid else []
        for name, many in paid.items():
            cards[game_map.card_index[name]] = int(many)
        turn, seat, target, number = (int(record[name]) for name in ("turn", "seat", "target", "number"))
        return Event(turn, seat, kind, target, number, tuple(cards))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SetupError(f"the event {shown(record)} cannot be read: {error!r}") from None


def _names(event: Event, game_map: "GameMap") -> dict[str, Any]:
    """Return what the target of an event stands for."""
    rules, kind = game_map.rules, event.kind
    if kind is EventKind.CLAIM:
        return {"track": game_map.tracks[event.target].name}
    if kind in _BUILDINGS:
        return {"city": game_map.cities[event.target].name}
    if kind in _TICKETS:
        return {"ticket": game_map.tickets[event.target].name}
    if kind in _CARDS:
        slot = {"slot": event.number + 1} if kind is EventKind.MARKET_CARD else {}
        return {"card": rules.cards[event.target].name, **slot}
    if kind is EventKind.DRAW_MARKET:
        return {"slot": event.target + 1}
    if kind in (EventKind.DRAW_BLIND, EventKind.REFILL, EventKind.DECK_REBUILT):
        return {"deck": rules.decks[event.target]}
    if kind is EventKind.GAME_OVER:
        return {"reason": EndReason(event.number).name.lower()}
    return {}
