"""Looking up the names in a given position: tracks, cards, tickets, cities, pieces; errors name the argument."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from numbers import Integral
from typing import TypeVar

from ttr_analysis._validate import did_you_mean
from ttr_analysis.errors import MapError, SetupError
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.ticket_names import copies_of

T = TypeVar("T")

Name = str | int
"""A name, or a number: the position in the map or the rule set."""
Cards = Sequence[Name] | Mapping[Name, int]
"""Cards: a list of names, or the number of cards by name."""


def fault(argument: str, message: str) -> SetupError:
    """Return an error that names the argument at fault."""
    return SetupError(f"{argument}: {message}")


def check_seats(argument: str, seats: Iterable[int], players: int) -> None:
    """Check that there are these seats.

    Raises
    ------
    SetupError
        If there is no such seat; the message begins with the argument.
    """
    for seat in seats:
        if seat not in range(players):
            raise fault(argument, f"there is no seat {seat!r}; seats are numbered from 0 to {players - 1}")


class Names:
    """Looks up names on one map; if a name does not exist, the error names the ``argument``."""

    def __init__(self, game_map: GameMap, players: int) -> None:
        self.game_map = game_map
        self.players = players

    def by_seat(self, argument: str, given: Mapping[int, T]) -> Mapping[int, T]:
        """Check the seats and return the values by seat."""
        check_seats(argument, given, self.players)
        return given

    def track(self, argument: str, name: Name) -> int:
        """Return the index of a track, given its number or any name that :meth:`GameMap.track` accepts."""
        if not isinstance(name, str):
            return _looked_up(argument, "track", name, {track.name: track.index for track in self.game_map.tracks})
        try:
            return self.game_map.track(name).index
        except MapError as error:
            raise fault(argument, str(error)) from None

    def city(self, argument: str, name: Name) -> int:
        """Return the index of a city, given its number, printed name or alias."""
        if not isinstance(name, str):
            return _looked_up(argument, "city", name, self.game_map.city_index)
        try:
            return self.game_map.city_index[self.game_map.city(name).name]
        except MapError as error:
            raise fault(argument, str(error)) from None

    def ticket(self, argument: str, name: Name, taken: Collection[int] = ()) -> int:
        """Return the index of a ticket, given its number or its cities; of copies, the first that is not ``taken``."""
        if not isinstance(name, str):
            numbers = {ticket.name + str(ticket.index): ticket.index for ticket in self.game_map.tickets}
            return _looked_up(argument, "ticket", name, numbers)
        try:
            first = self._tickets[name] if name in self._tickets else self.game_map.ticket(name).index
        except MapError as error:
            raise fault(argument, str(error)) from None
        if first not in taken:
            return first
        copies = copies_of(self.game_map.tickets, self.game_map.tickets[first])
        return next((ticket.index for ticket in copies if ticket.index not in taken), first)

    def bonus(self, argument: str, name: Name) -> int:
        """Return the index of a bonus ticket."""
        names = {bonus.name.casefold(): i for i, bonus in enumerate(self.game_map.bonus_tickets)}
        return _looked_up(argument, "bonus ticket", name, names)

    def card(self, argument: str, name: Name) -> int:
        """Return the kind of card that has a name, perhaps in the plural."""
        if isinstance(name, str) and name.casefold() not in self.game_map.card_index:
            name = next((n for n in self.game_map.card_index if f"{n}s" == name.casefold()), name)
        return _looked_up(argument, "card", name, self.game_map.card_index)

    def cards(self, argument: str, given: Cards) -> list[int]:
        """Return kinds of card, one entry per card."""
        if not isinstance(given, Mapping):
            return [self.card(argument, name) for name in given]
        kinds: dict[int, int] = {}
        for name, number in given.items():
            kind = self.card(argument, name)
            if number < 0:
                raise fault(argument, f"{number} {name} cards: the number must not be negative")
            if kind in kinds:
                raise fault(argument, f"{self.game_map.rules.cards[kind].name} is given twice: add the numbers up")
            kinds[kind] = number
        return [kind for kind, number in kinds.items() for _ in range(number)]

    def pieces(self, argument: str, given: int | Mapping[str, int]) -> list[int]:
        """Return the numbers of pieces of each kind; a single number may be given if there is only one kind."""
        names = {piece.name: i for i, piece in enumerate(self.game_map.rules.pieces)}
        if not isinstance(given, Mapping):
            if len(names) > 1:
                raise fault(argument, f"give the number of each kind: {', '.join(names)}")
            return [given]
        numbers = [0] * len(names)
        for name, number in given.items():
            numbers[_looked_up(argument, "piece", name, names)] = number
        return numbers

    @cached_property
    def _tickets(self) -> dict[str, int]:
        # If two tickets share a name, it stands for the first, as in GameMap.ticket.
        return {ticket.name: ticket.index for ticket in reversed(self.game_map.tickets)}


def _looked_up(argument: str, what: str, name: Name, names: Mapping[str, int]) -> int:
    """Return the number of a name, ignoring case; the error for an unknown name suggests similar ones."""
    if isinstance(name, str) and (name in names or name.casefold() in names):
        return names[name if name in names else name.casefold()]
    if not isinstance(name, str | bool) and isinstance(name, Integral) and name in set(names.values()):
        return int(name)
    raise fault(argument, f"there is no {what} {name!r}{did_you_mean(name, list(names), likeness=0.5)}")
