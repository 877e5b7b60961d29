"""What interventions mean on a map: names as positions, and everything that they contradict refused by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ttr_analysis.errors import MapError, SetupError
from ttr_analysis.maps import ticket_names
from ttr_analysis.rules import interventions, limits

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.maps.parts import Track


@dataclass
class Terms:
    """Interventions as positions in a map and its rules.

    Attributes
    ----------
    closed : dict
        The round from which a track is closed to a seat, by seat and track.
    owned : dict
        The seat that owns a track from the start, by track.
    extra_cards : Counter
        Cards more in a first hand, by seat and kind of card.
    skipped : set
        The turns skipped, as seat and round.
    first_tickets : list
        The tickets in a first hand, as seat and ticket, in the order in which they are offered: that of their names.
    duties : dict
        Whether a seat must keep a ticket (True) or return it (False), by seat and ticket.
    habits : set
        The habits that a seat must do without, as seat and habit.
    claims_from : dict
        The round from which a seat may claim tracks.
    """

    closed: dict[tuple[int, int], int] = field(default_factory=dict)
    owned: dict[int, int] = field(default_factory=dict)
    extra_cards: Counter[tuple[int, int]] = field(default_factory=Counter)
    skipped: set[tuple[int, int]] = field(default_factory=set)
    first_tickets: list[tuple[int, int]] = field(default_factory=list)
    duties: dict[tuple[int, int], bool] = field(default_factory=dict)
    habits: set[tuple[int, str]] = field(default_factory=set)
    claims_from: dict[int, int] = field(default_factory=dict)


def settled(
    game_map: GameMap, players: int, given: Iterable[interventions.Intervention]
) -> tuple[GameMap, tuple[interventions.Intervention, ...]]:
    """Return the map that is played, without what is gone, and the other interventions with their names on it.

    Raises
    ------
    SetupError
        If an intervention contradicts the rules or another one.
    """
    listed = tuple(given)
    gone = [each for each in listed if isinstance(each, interventions.Gone)]
    others = [each for each in listed if not isinstance(each, interventions.Gone)]
    after = game_map
    if gone:
        lost = {track.index for each in gone for track in _tracks(game_map, each)}
        others = [_after(game_map, each, lost) for each in others]
        try:
            after = game_map.without(*(game_map.tracks[index] for index in sorted(lost)))
        except MapError as error:
            raise SetupError(f"intervention '{gone[0]}': {error}") from None
    settle = tuple(sorted(dict.fromkeys(others), key=str))
    terms_of(after, players, settle)
    return after, settle


def _after(game_map: GameMap, each: Any, lost: set[int]) -> interventions.Intervention:
    """Return an intervention as it is called once tracks are gone, which may change the names of those beside them."""
    if not isinstance(each, interventions.Closed | interventions.Owned):
        return each  # type: ignore[no-any-return]
    left = [track.index for track in _tracks(game_map, each) if track.index not in lost]
    if not left:
        raise SetupError(f"intervention '{each}': {each.what} is gone for everybody")
    if each.what != game_map.tracks[left[0]].name:
        return each
    kept = [track for track in game_map.tracks if track.index not in lost]
    after = game_map.without(*(game_map.tracks[index] for index in sorted(lost)))
    return replace(each, what=after.tracks[[track.index for track in kept].index(left[0])].name)


def terms_of(game_map: GameMap, players: int, given: Iterable[interventions.Intervention]) -> Terms:
    """Return what interventions mean on a map.

    Raises
    ------
    SetupError
        If an intervention contradicts the rules or another one.
    """
    terms = read_terms(game_map, players, given)
    for contradiction in _contradictions(game_map, players, terms):
        raise SetupError(f"the interventions contradict each other or the rules: {contradiction}")
    return terms


def read_terms(game_map: GameMap, players: int, given: Iterable[interventions.Intervention]) -> Terms:
    """Return what interventions mean that were settled, so that they need not be checked against each other again.

    Raises
    ------
    SetupError
        If one of them alone cannot be on this map.
    """
    terms = Terms()
    for each in given:
        if isinstance(each, interventions.Gone):
            continue
        seat = getattr(each, "seat", 0)
        try:
            if seat >= players:
                raise MapError(f"there is no seat {seat}; {players} players have the seats 0 to {players - 1}")
            _READ[type(each)](game_map, each, terms)
        except MapError as error:
            raise SetupError(f"intervention '{each}': {error}") from None
    terms.first_tickets.sort(key=lambda wish: (wish[0], game_map.tickets[wish[1]].name))
    return terms


# ---- one by one ----


def _tracks(game_map: GameMap, each: Any) -> list[Track]:
    if exact := [track for track in game_map.tracks if track.name == each.what]:  # a city may be called like a route
        return exact
    if each.what.casefold() in game_map.spellings:
        city = game_map.city(each.what).name
        return [track for track in game_map.tracks if city in track.cities]
    try:
        return game_map.tracks_named(each.what)
    except MapError as error:
        raise SetupError(f"intervention '{each}': {error}") from None


def _close(game_map: GameMap, each: interventions.Closed, terms: Terms) -> None:
    for track in _tracks(game_map, each):
        _close_track(terms, each.seat, track, each.from_round)


def _close_track(terms: Terms, seat: int, track: Track, first: int) -> None:
    key = seat, track.index
    terms.closed[key] = min(first, terms.closed.get(key, first))


def _own(game_map: GameMap, each: interventions.Owned, terms: Terms) -> None:
    track = game_map.track(each.what)
    if terms.owned.setdefault(track.index, each.seat) != each.seat:
        raise MapError(f"{track.name} is given to seat {terms.owned[track.index]}, too")


def _kind(game_map: GameMap, name: str) -> int:
    if name not in game_map.card_index:
        raise MapError(f"there is no card {name!r}; choose from {', '.join(game_map.card_index)}")
    return game_map.card_index[name]


def _add_card(game_map: GameMap, each: interventions.ExtraCard, terms: Terms) -> None:
    kind = _kind(game_map, each.card)
    terms.extra_cards[each.seat, kind] += each.number
    total = sum(number for (_, card), number in terms.extra_cards.items() if card == kind)
    if total > (there := game_map.rules.cards[kind].count):
        raise MapError(f"{total} cards of this kind, but the game has only {there}")


def _skip(game_map: GameMap, each: interventions.SkippedTurn, terms: Terms) -> None:
    terms.skipped.add((each.seat, each.round))
    if sum(seat == each.seat for seat, _ in terms.skipped) > limits.SKIPS:
        raise MapError(f"a player can skip at most {limits.SKIPS} turns")


def _ticket(game_map: GameMap, name: str) -> int:
    try:
        return game_map.ticket(name).index
    except MapError as error:
        stop = "" if str(error).endswith("?") else "."
        raise MapError(f"{error}{stop} The ticket set is {game_map.ticket_set!r}") from None


def _offer(game_map: GameMap, each: interventions.FirstTicket, terms: Terms) -> None:
    index = _ticket(game_map, each.ticket)
    for seat, ticket in terms.first_tickets:
        if ticket == index and seat != each.seat:
            raise MapError(f"this ticket is offered to seat {seat}, too")
    if (each.seat, index) not in terms.first_tickets:
        terms.first_tickets.append((each.seat, index))


def _oblige(game_map: GameMap, each: Any, terms: Terms) -> None:
    first, keeps = game_map.tickets[_ticket(game_map, each.ticket)], isinstance(each, interventions.KeptTicket)
    for copy in ticket_names.copies_of(game_map.tickets, first):
        if terms.duties.setdefault((each.seat, copy.index), keeps) != keeps:
            raise MapError("this ticket would have to be kept and returned")


def _restrict(game_map: GameMap, each: interventions.Restricted, terms: Terms) -> None:
    if each.habit == "no_stations" and not game_map.rules.stations.number:
        raise MapError(f"{game_map.title} has no stations")
    if each.habit == "no_harbours" and not game_map.rules.harbours.number:
        raise MapError(f"{game_map.title} has no harbours")
    if each.habit == "tracks_at_most":
        for track in game_map.tracks:
            if track.length > each.number:
                _close_track(terms, each.seat, track, 1)
    elif each.habit == "no_claims_before":
        terms.claims_from[each.seat] = max(each.number, terms.claims_from.get(each.seat, 0))
    else:
        terms.habits.add((each.seat, each.habit))


_READ: Mapping[type, Callable[[GameMap, Any, Terms], None]] = {
    interventions.Closed: _close,
    interventions.Owned: _own,
    interventions.ExtraCard: _add_card,
    interventions.SkippedTurn: _skip,
    interventions.FirstTicket: _offer,
    interventions.KeptTicket: _oblige,
    interventions.ReturnedTicket: _oblige,
    interventions.Restricted: _restrict,
}
"""What reads each kind of intervention but those of what is gone, which the map tells."""


# ---- together ----


def _contradictions(game_map: GameMap, players: int, terms: Terms) -> Iterator[str]:
    yield from _wrong_tracks(game_map, players, terms)
    rules = game_map.rules
    for deck, name in enumerate(rules.decks):
        extra = sum(n for (_, kind), n in terms.extra_cards.items() if rules.cards[kind].deck == name)
        slots = rules.market.slots[deck] if deck < len(rules.market.slots) else 0
        dealt = rules.hand[deck] * players + slots
        there = sum(card.count for card in rules.cards if card.deck == name)
        if extra and extra + dealt > there:
            yield f"{extra} cards more of the {name} deck, of which {there - dealt} are left after the deal"
    apart = rules.tickets.deal_long
    for seat in range(players):
        wished = [game_map.tickets[ticket] for each, ticket in terms.first_tickets if each == seat]
        long = sum(ticket.is_long for ticket in wished) if apart else 0
        if long > apart or len(wished) - long > rules.tickets.deal:
            yield f"more tickets for the first hand of seat {seat} than it is dealt"


def _wrong_tracks(game_map: GameMap, players: int, terms: Terms) -> Iterator[str]:
    spaces: Counter[tuple[int, str]] = Counter()
    for index, seat in terms.owned.items():
        track = game_map.tracks[index]
        spaces[seat, game_map.rules.track_kinds[track.kind].piece] += track.length
        beside = [terms.owned[other] for other in game_map.parallel.get(index, ()) if other in terms.owned]
        if terms.closed.get((seat, index), 2) == 1:
            yield f"{track.name} is seat {seat}'s and closed to it"
        if seat in beside:
            yield f"seat {seat} would own two tracks of one route, {track.name} and another"
        if beside and players < game_map.rules.doubles_close_below:
            yield f"with {players} players only one track beside {track.name} can be taken"
    for (seat, name), length in spaces.items():
        supply = next(piece.supply for piece in game_map.rules.pieces if piece.name == name)
        both = sum(n for (each, _), n in spaces.items() if each == seat)
        if length > supply or 0 < game_map.rules.pieces_kept < both:
            yield f"seat {seat} has too few {name}s for the tracks that it is given"
    if len(terms.owned) > limits.OWNED:
        yield f"more than {limits.OWNED} tracks are given"
