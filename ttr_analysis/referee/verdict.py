"""What the referee returns: a verdict, or the first line of the log that breaks a rule."""

from collections.abc import Mapping
from dataclasses import dataclass

from ttr_analysis.errors import TicketToRideError
from ttr_analysis.maps.events import EndReason


class RefereeError(TicketToRideError):
    """The log of a game breaks a rule.

    Attributes
    ----------
    reason : str
        What is wrong.
    rule : str
        The id in ``docs/rules.md`` of the rule that is broken.
    event_number : int
        Position in the log of the event that breaks it, 0 for the first.
    turn, seat : int
        The turn, and the player concerned (-1 for none).
    """

    def __init__(self, reason: str, rule: str, event_number: int, turn: int, seat: int) -> None:
        self.reason = reason
        self.rule = rule
        self.event_number = event_number
        self.turn = turn
        self.seat = seat
        super().__init__(f"event {event_number}, turn {turn}, seat {seat}: {reason} [{rule}]")


class RuleBroken(Exception):
    """Raised if the next event breaks a rule; never leaves the referee, which adds the position in the log."""

    def __init__(self, rule: str, reason: str) -> None:
        self.rule = rule
        self.reason = reason
        super().__init__(f"{reason} [{rule}]")


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One player's score in its parts; all in points unless stated otherwise.

    Attributes
    ----------
    route_points : int
        Points of the tracks claimed.
    tickets_made, tickets_failed : int
        Points of the completed tickets, and of the others (0 or less).
    tickets_completed, tickets_kept : int
        Number of tickets completed, including bonus tickets, and number of all tickets.
    bonus_tickets : int
        Points of bonus tickets.
    stations, harbours : int
        Points of stations not built; of harbours built and not built.
    exchanges : int
        Points lost by exchanging pieces (0 or less).
    longest_trail : int
        Length of the longest trail, in spaces.
    trail_bonus, most_tickets_bonus : int
        The two bonuses.
    grand_tours : int
        Points of the completed tickets that are Grand Tours.
    stations_built : int
        Number of stations built.
    """

    route_points: int = 0
    tickets_made: int = 0
    tickets_failed: int = 0
    tickets_completed: int = 0
    tickets_kept: int = 0
    bonus_tickets: int = 0
    stations: int = 0
    harbours: int = 0
    exchanges: int = 0
    longest_trail: int = 0
    trail_bonus: int = 0
    most_tickets_bonus: int = 0
    grand_tours: int = 0
    stations_built: int = 0

    @property
    def total(self) -> int:
        """The total score."""
        tickets = self.tickets_made + self.tickets_failed + self.bonus_tickets
        bonuses = self.trail_bonus + self.most_tickets_bonus + self.grand_tours
        return self.route_points + tickets + self.stations + self.harbours + self.exchanges + bonuses


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a game without faults.

    Attributes
    ----------
    scores : tuple of int
        Each seat's score.
    seats : tuple of SeatScore
        The same scores in their parts.
    winners : frozenset of int
        The seats that win, or share the win.
    reason : EndReason or None
        Why the game ended; None for an unfinished game.
    turns : int
        Number of turns played.
    met : mapping of str to int
        How often each rare case occurred (``deck_rebuilt``, ``market_cleared`` ...).
    """

    scores: tuple[int, ...]
    seats: tuple[SeatScore, ...]
    winners: frozenset[int]
    reason: EndReason | None
    turns: int
    met: Mapping[str, int]
