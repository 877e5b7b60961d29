"""What can be valued: routes, tracks, cities, tickets, cards, turns, habits, seats, and what is changed for it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ttr_analysis._validate import did_you_mean, misfit, shown
from ttr_analysis.errors import MapError, SetupError
from ttr_analysis.maps import GameMap, terms
from ttr_analysis.rules import interventions

TURNS = (1, 2, 3, 5, 8, 12)
"""Rounds whose turns are valued."""
HABITS = ("no_face_up_locomotives", "no_tickets", "no_stations", "no_harbours", "no_blind_draws", "one_face_up_card")


@dataclass(frozen=True)
class Thing:
    """A thing to value.

    Attributes
    ----------
    name : str
    changes : callable of (int, int)
        Returns what is changed for a seat, of so many players.
    sign : int
        1 if the changed games have the thing, -1 if the others have it.
    inert : bool
        Whether the games are the same by construction, so that nothing is left to estimate.
    """

    name: str
    changes: Callable[[int, int], tuple[interventions.Intervention, ...]]
    sign: int
    inert: bool = False


CHANGES = {
    "routes": ("closed", "blocked", "gone"),
    "tracks": ("closed", "owned", "blocked", "gone"),
    "cities": ("closed", "blocked"),
    "tickets": ("offered", "kept", "returned", "kept_or_returned"),
    "cards": ("more",),
    "turns": ("skipped",),
    "habits": ("restricted",),
    "seats": ("taken",),
}
"""What may be changed, the usual change first: ``blocked`` is closed to the opponent who moves next, ``gone`` is gone
for everybody. Where a seat is ``taken``, it is compared with the mean of all seats. ``kept_or_returned`` compares games
in which a ticket is kept whenever it is offered with the same games in which it is returned."""
PARTNERS = "partners"
"""The kind of things that need the name of a ticket: each other ticket, beside that one in the first hand."""
_KNOWN = {**CHANGES, PARTNERS: ("together",)}
SEATS = "seats"
"""The kind of things that are valued without a change of the game."""
AVOIDABLE = ("closed", "restricted")
"""Changes that nobody else knows of, to do without something that the player could have left alone."""


def things_of(
    game_map: GameMap, of: str, change: str | None = None, players: int | None = None, ticket: str | None = None
) -> list[Thing]:
    """Return the things of a map, and what is changed to value them.

    ``players`` limits the seats; if left out, there are as many as the rules allow. ``ticket`` is that whose partners
    are valued.

    Raises
    ------
    SetupError
        If there is no such kind of thing or of change, or a ticket is missing or named in vain.
    """
    change = change_of(of, change)
    if (of == PARTNERS) != (ticket is not None):
        raise SetupError(
            "name the ticket whose partners are valued: ticket (--ticket NAME)"
            if ticket is None
            else f"{of} need no ticket; it is named for {PARTNERS} only"
        )
    if ticket is not None:
        return _partners(game_map, ticket_of(game_map, ticket))
    names = _NAMES[of](game_map)
    if of == SEATS:
        names = names[:players]
    sign = 1 if change in _GIVEN else -1
    return [Thing(name, _changes(change, name, _exactly(game_map, of, name)), sign) for name in names]


def change_of(of: str, change: str | None = None) -> str:
    """Return how things of a kind are changed: as asked, or in the usual way.

    Raises
    ------
    SetupError
        If there is no such kind of thing or of change.
    """
    for given in (of, change):
        if misfit(str | None, given):
            raise SetupError(f"of and change must be names, not {shown(given)}")
    if of == "rules":
        raise SetupError(
            "the worth of a rule is a table of its own: worth_of_rule, or --of rules with --rule NAME=VALUE"
        )
    if of not in _KNOWN:
        raise SetupError(f"there is no worth of {shown(of)}{did_you_mean(of, list(_KNOWN)) or _listed(_KNOWN)}")
    change = _KNOWN[of][0] if change is None else change
    if change not in _KNOWN[of]:
        raise SetupError(f"{of} cannot be {shown(change)}{_listed(_KNOWN[of])}")
    return change


def ticket_of(game_map: GameMap, name: str) -> str:
    """Return the name of a ticket, however it is spelled.

    Raises
    ------
    SetupError
        If there is none.
    """
    if not isinstance(name, str):
        raise SetupError(f"ticket must be the name of one, not {shown(name)}")
    try:
        return game_map.ticket(name).name
    except MapError as error:
        raise SetupError(str(error)) from None


def spellings(names: Iterable[str]) -> dict[str, str]:
    """Return the names by what they may be called, too: with their cities in the other order."""
    listed = list(names)
    other = {turned: name for name in reversed(listed) for turned in _turned(name)}
    return other | {name: name for name in listed}


def known_as(name: object, names: Iterable[str]) -> str | None:
    """Return which of the names is meant, with the cities in either order, or None."""
    return spellings(names).get(name) if isinstance(name, str) else None


def _turned(name: str) -> Iterator[str]:
    """Yield a name with its cities in the other order; as cities may have hyphens and spaces, there may be several."""
    parts = name.split("-")
    for place in range(1, len(parts)):
        first, words = "-".join(parts[:place]), "-".join(parts[place:]).split(" ")
        for end in range(1, len(words) + 1):  # after the cities there may be a colour, a kind or a number
            yield " ".join([f"{' '.join(words[:end])}-{first}", *words[end:]])


def seat_of(thing: Thing) -> int:
    """Return the seat that a thing is."""
    return _PLACES.index(thing.name.split()[0])


def _listed(names: Iterable[str]) -> str:
    return f"; choose from {', '.join(names)}"


_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
_GIVEN = ("taken", "owned", "offered", "kept", "kept_or_returned", "more", "blocked")
"""Changes that give something to the player; the others take it away."""


def _exactly(game_map: GameMap, of: str, name: str) -> list[str]:
    """Return the exact names of the tracks that a thing is, as a city may be called like a route; else its own name."""
    if of == "routes":
        pair = next(track.pair for track in game_map.tracks if f"{track.city_a}-{track.city_b}" == name)
        return [track.name for track in game_map.tracks if track.pair == pair]
    if of == "cities":
        return [track.name for track in game_map.tracks if name in track.cities]
    return [name]


def _changes(
    change: str, name: str, exact: Sequence[str]
) -> Callable[[int, int], tuple[interventions.Intervention, ...]]:
    """Return a function of the seat and the number of players that tells what is changed."""

    def changes(seat: int, players: int) -> tuple[interventions.Intervention, ...]:
        if change == "taken":
            return ()
        of_tracks: dict[str, Callable[[str], interventions.Intervention]] = {
            "closed": lambda each: interventions.Closed(each, seat),
            "blocked": lambda each: interventions.Closed(each, (seat + 1) % players),
            "gone": interventions.Gone,
        }
        if change in of_tracks:
            return tuple(map(of_tracks[change], exact))
        if change == "kept_or_returned":
            return interventions.KeptTicket(name, seat), interventions.ReturnedTicket(name, seat)
        made: dict[str, Callable[[], interventions.Intervention]] = {
            "owned": lambda: interventions.Owned(name, seat),
            "offered": lambda: interventions.FirstTicket(name, seat),
            "kept": lambda: interventions.KeptTicket(name, seat),
            "returned": lambda: interventions.ReturnedTicket(name, seat),
            "more": lambda: interventions.ExtraCard(name, seat),
            "skipped": lambda: interventions.SkippedTurn(seat, int(name.rsplit(maxsplit=1)[-1])),
            "restricted": lambda: interventions.Restricted(name, seat),  # type: ignore[arg-type]
        }
        return (made[change](),)

    return changes


def _partners(game_map: GameMap, ticket: str) -> list[Thing]:
    """Return the tickets that can be in a first hand beside this one."""
    pairs = [Thing(name, _beside(ticket, name), 1) for name in _tickets(game_map) if name != ticket]
    found = [each for each in pairs if _is_possible(game_map, each)]
    if not found:
        raise SetupError(f"no other ticket can be in a first hand beside {ticket}")
    return found


def _beside(ticket: str, name: str) -> Callable[[int, int], tuple[interventions.Intervention, ...]]:
    return lambda seat, players: (interventions.FirstTicket(ticket, seat), interventions.FirstTicket(name, seat))


def _is_possible(game_map: GameMap, thing: Thing) -> bool:
    fewest = game_map.rules.players[0]
    try:
        terms.terms_of(game_map, fewest, thing.changes(0, fewest))
    except SetupError:
        return False
    return True


def _routes(game_map: GameMap) -> list[str]:
    names: dict[frozenset[str], str] = {}
    for track in game_map.tracks:  # of which some may name the two cities in the other order
        name = f"{track.city_a}-{track.city_b}"
        names[track.pair] = min(name, names.get(track.pair, name))
    return list(names.values())


def _cities(game_map: GameMap) -> list[str]:
    joined = {name for track in game_map.tracks for name in track.cities}
    return [city.name for city in game_map.cities if city.name in joined]


def _tickets(game_map: GameMap) -> list[str]:
    return list(dict.fromkeys(ticket.name for ticket in game_map.tickets))


def _habits(game_map: GameMap) -> list[str]:
    lacking = {"no_stations": not game_map.rules.stations.number, "no_harbours": not game_map.rules.harbours.number}
    return [habit for habit in HABITS if not lacking.get(habit)]


_NAMES: dict[str, Callable[[GameMap], list[str]]] = {
    "routes": _routes,
    "tracks": lambda game_map: [track.name for track in game_map.tracks],
    "cities": _cities,
    "tickets": _tickets,
    "cards": lambda game_map: [card.name for card in game_map.rules.cards if card.count],
    "turns": lambda game_map: [f"turn of round {number}" for number in TURNS],
    "habits": _habits,
    "seats": lambda game_map: [f"{place} seat" for place in _PLACES[: game_map.rules.players[1]]],
}
