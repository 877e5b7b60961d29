"""What a click on a board changes: a position and closed tracks, as a page shows them, and after an edit."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from ttr_analysis._validate import listed, shown
from ttr_analysis.errors import SetupError, TicketToRideError
from ttr_analysis.explore import words
from ttr_analysis.maps import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.position_names import Name, Names, check_seats

CLOSED = "closed"
"""In the place of a track's owner: nobody may claim it."""

Edit = Mapping[str, Any]
"""A change, as the page sends it: ``edit`` names its kind; tracks, cities, tickets, cards and seats are numbers."""

NEW_TURN: Mapping[str, Any] = MappingProxyType({"offered": {}, "tunnel": None, "cards_drawn": 0, "refill_slot": None})
NEW_DECK: Mapping[str, Any] = MappingProxyType({"deck": None, "deck_top": ()})
NEW_TICKETS: Mapping[str, Any] = MappingProxyType({"ticket_deck": None, "ticket_top": (), "ticket_bottom": ()})
"""Fields that no longer fit after an edit; left out, they follow from the others."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A position that is being made, and the tracks that are closed to everybody."""

    position: Position
    closed: frozenset[int] = frozenset()


def as_shown(game_map: GameMap, draft: Draft) -> dict[str, Any]:
    """Return a draft as plain values by number, for the page.

    Raises
    ------
    SetupError
        If the position has a name that the map does not have.
    """
    position = draft.position
    names = Names(game_map, position.players)
    seats = range(position.players)
    market = [None if name is None else names.card("market", name) for name in position.market or ()]
    slots = sum(game_map.rules.market.slots)
    return {
        "players": position.players,
        "seat": _seat_of(position),
        "turn": _turn_of(position),
        "turnsLeft": position.turns_left,
        "owners": _owners(position.tracks, lambda name: names.track("tracks", name)),
        "closed": sorted(draft.closed),
        "stations": _owners(position.stations, lambda name: names.city("stations", name)),
        "harbours": _owners(position.harbours, lambda name: names.city("harbours", name)),
        "hands": [_counted(names.cards("hands", position.hands.get(seat, ()))) for seat in seats],
        "market": (market + [None] * slots)[:slots],
        "tickets": _tickets(position, names),
    }


def edited(game_map: GameMap, draft: Draft, edit: Edit) -> Draft:
    """Return a draft after an edit.

    Of the fields that the page does not show, those that no longer fit are left out: pieces after a change of tracks,
    decks after one of cards or tickets, what is under way in a turn after one of the seat to move.

    Raises
    ------
    SetupError
        If there is no such edit, or it names something that is not there.
    """
    change = _EDITS.get(str(edit.get("edit")))
    if change is None:
        raise SetupError(f"there is no edit {edit.get('edit')!r}; there are {', '.join(_EDITS)}")
    try:
        return change(game_map, draft, edit)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise SetupError(f"the edit {dict(edit)} does not fit this board ({error!r})") from error


def problem_of(game_map: GameMap, draft: Draft) -> str:
    """Return why no game can begin at a position, in words; empty if one can."""
    try:
        Game.from_position(game_map, draft.position)
    except TicketToRideError as error:
        return str(error)
    return ""


def checked(game_map: GameMap, draft: Draft) -> Draft:
    """Return a draft in which no track is both owned and closed.

    Raises
    ------
    SetupError
        If one is.
    """
    names = Names(game_map, draft.position.players)
    for seat, tracks in draft.position.tracks.items():
        for index in (names.track("tracks", name) for name in tracks):
            if index in draft.closed:
                raise SetupError(words.OWNED_AND_CLOSED.format(track=game_map.tracks[index].name, seat=seat))
    return draft


def checked_closed(game_map: GameMap, tracks: Iterable[Name]) -> frozenset[int]:
    """Return the numbers of tracks that are given by number or name.

    Raises
    ------
    SetupError
        If this is no list of tracks.
    """
    names = Names(game_map, 1)
    return frozenset(names.track("closed", name) for name in listed("closed", tracks, '["Denver-Omaha purple"]'))


def default_position(game_map: GameMap) -> Position:
    """Return the empty position for 2 players, or for the nearest number that the rules allow."""
    fewest, most = game_map.rules.players
    return Position(players=min(max(2, fewest), most))


def _seat_of(position: Position) -> int:
    if position.seat is not None:
        return position.seat
    return ((position.turn or 1) - 1) % position.players


def _turn_of(position: Position) -> int:
    return position.turn if position.turn is not None else _seat_of(position) + 1


def _owners(by_seat: Mapping[int, Iterable[Name]], index: Callable[[Name], int]) -> dict[int, int]:
    return {index(name): seat for seat, names in by_seat.items() for name in names}


def _counted(kinds: Iterable[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def _tickets(position: Position, names: Names) -> list[list[int]]:
    """Return each seat's tickets by number; those with one name stand for different tickets."""
    taken: set[int] = set()
    found: list[list[int]] = [[] for _ in range(position.players)]
    for by_seat in (position.completed, position.tickets):
        for seat, tickets in by_seat.items():
            for name in tickets:
                found[seat].append(names.ticket("tickets", name, taken))
                taken.add(found[seat][-1])
    return found


# The edits


def _without(by_seat: Mapping[int, Iterable[Name]], gone: int, index: Callable[[Name], int]) -> dict[int, list[Name]]:
    """Return things by seat without one of them, wherever it was."""
    left = {seat: [name for name in names if index(name) != gone] for seat, names in by_seat.items()}
    return {seat: names for seat, names in left.items() if names}


def _track(game_map: GameMap, draft: Draft, edit: Edit) -> Draft:
    position, index, owner = draft.position, int(edit["track"]), edit["owner"]
    names = Names(game_map, position.players)
    number = names.track("tracks", index)
    tracks = _without(position.tracks, number, lambda name: names.track("tracks", name))
    if owner not in (None, CLOSED) and not isinstance(owner, int):
        raise SetupError(f"owner is {shown(owner)}, but must be a seat, {CLOSED!r} or None")
    if isinstance(owner, int):
        check_seats("tracks", [owner], position.players)
        tracks[owner] = [*tracks.get(owner, []), game_map.tracks[number].name]
    closed = draft.closed - {number} | ({number} if owner == CLOSED else frozenset())
    same = {s for s in range(position.players) if list(tracks.get(s, ())) == list(position.tracks.get(s, ()))}
    pieces = {seat: left for seat, left in position.pieces.items() if seat in same}
    return Draft(replace(position, tracks=dict(sorted(tracks.items())), pieces=pieces), closed)


def _building(game_map: GameMap, draft: Draft, edit: Edit) -> Draft:
    field = {"station": "stations", "harbour": "harbours"}[edit["building"]]
    position, names = draft.position, Names(game_map, draft.position.players)
    city = names.city(field, int(edit["city"]))
    left = _without(getattr(position, field), city, lambda name: names.city(field, name))
    if edit["owner"] is not None:
        check_seats(field, [edit["owner"]], position.players)
        left[edit["owner"]] = [*left.get(edit["owner"], []), game_map.cities[city].name]
    changed: Mapping[str, Any] = {field: left}
    return replace(draft, position=replace(position, **changed))


def _hand(game_map: GameMap, draft: Draft, edit: Edit) -> Draft:
    position, seat = draft.position, int(edit["seat"])
    check_seats("hands", [seat], position.players)
    cards = game_map.rules.cards
    hand = _counted(Names(game_map, position.players).cards("hands", position.hands.get(seat, ())))
    hand[int(edit["card"])] = max(0, int(edit["number"]))
    named: Mapping[Name, int] = {cards[kind].name: number for kind, number in sorted(hand.items()) if number}
    hands = {other: position.hands[other] for other in sorted(position.hands) if other != seat}
    if named:
        hands[seat] = named
    return replace(draft, position=replace(position, hands=hands, **NEW_DECK))


def _market(game_map: GameMap, draft: Draft, edit: Edit) -> Draft:
    market = as_shown(game_map, draft)["market"]
    market[int(edit["slot"])] = None if edit["card"] is None else int(edit["card"])
    named = [None if kind is None else game_map.rules.cards[kind].name for kind in market]
    given = named if any(named) else None
    return replace(draft, position=replace(draft.position, market=given, refill_slot=None, **NEW_DECK))


def _ticket(game_map: GameMap, draft: Draft, edit: Edit) -> Draft:
    position, number, owner = draft.position, int(edit["ticket"]), edit["owner"]
    held = as_shown(game_map, draft)["tickets"]
    completed = {name for tickets in position.completed.values() for name in tickets}
    left = {seat: [each for each in tickets if each != number] for seat, tickets in enumerate(held)}
    if owner is not None:
        check_seats("tickets", [owner], position.players)
        left[owner].append(number)
    named = {seat: [_ticket_name(game_map, each) for each in tickets] for seat, tickets in left.items()}
    secret = {seat: [name for name in names if name not in completed] for seat, names in named.items()}
    done = {seat: [name for name in names if name in completed] for seat, names in named.items()}
    changed = replace(position, tickets=_filled(secret), completed=_filled(done), offered={}, **NEW_TICKETS)
    return replace(draft, position=changed)


def _filled(by_seat: Mapping[int, list[Name]]) -> dict[int, list[Name]]:
    return {seat: names for seat, names in by_seat.items() if names}


def _ticket_name(game_map: GameMap, number: int) -> Name:
    """Return the name of a ticket, or its number if the name stands for another one."""
    name = game_map.tickets[number].name
    return name if game_map.ticket(name).index == number else number


def _seat(game_map: GameMap, draft: Draft, edit: Edit) -> Draft:
    """Give the move to a seat: in its next turn, or this one."""
    position, seat = draft.position, int(edit["seat"])
    check_seats("seat", [seat], position.players)
    turn = max(1, _turn_of(position))
    turn += (seat - (turn - 1)) % position.players
    return replace(draft, position=replace(position, seat=seat, turn=turn, **NEW_TURN))


def _turns_left(game_map: GameMap, draft: Draft, edit: Edit) -> Draft:
    number = edit["number"]
    return replace(draft, position=replace(draft.position, turns_left=None if number is None else int(number)))


def _players(game_map: GameMap, draft: Draft, edit: Edit) -> Draft:
    """Change the number of players: seats that are left keep what they have, and the first one is to move."""
    players, known = int(edit["players"]), draft.position.to_dict()
    fewest, most = game_map.rules.players
    if not fewest <= players <= most:
        raise SetupError(words.NOT_SO_MANY.format(players=players, fewest=fewest, most=most))
    kept = {
        name: {seat: each for seat, each in value.items() if not isinstance(seat, int) or seat < players}
        for name, value in known.items()
        if isinstance(value, Mapping) and name not in ("tunnel", "discards", "deck")
    }
    others = {
        name: value for name, value in known.items() if name in ("discards", "market", "turns_left", "seed", "number")
    }
    return replace(draft, position=Position(**{**kept, **others, "players": players}))


def _clear(game_map: GameMap, draft: Draft, edit: Edit) -> Draft:
    return Draft(Position(players=draft.position.players))


_EDITS: Mapping[str, Callable[[GameMap, Draft, Edit], Draft]] = MappingProxyType(
    {
        "track": _track, "building": _building, "hand": _hand, "market": _market, "ticket": _ticket, "seat": _seat,
        "turns_left": _turns_left, "players": _players, "clear": _clear,
    }
)  # fmt: skip
"""What each kind of edit does."""
