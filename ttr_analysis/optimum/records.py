"""What the optimisers return: frozen records that say what was found and what was proven."""

from __future__ import annotations

from dataclasses import dataclass

from ttr_analysis.board import Ticket, Track


@dataclass(frozen=True, slots=True)
class Network:
    """The fewest trains that join a set of tickets.

    Attributes
    ----------
    tracks : tuple of Track
        The tracks to claim; tracks already owned are not among them.
    trains : int
        Pieces they take, of all kinds together.
    proven : bool
        Whether no network takes fewer.
    bound : int
        No network takes fewer than this (``trains`` when proven).
    seconds : float
        Time spent.
    """

    tracks: tuple[Track, ...]
    trains: int
    proven: bool
    bound: int
    seconds: float


@dataclass(frozen=True, slots=True)
class BestNetwork:
    """The best network found within a number of trains, and how good any network can be.

    Attributes
    ----------
    tracks : tuple of Track
        Its tracks.
    tickets : tuple of Ticket
        The tickets it completes.
    route_points, ticket_points, bonus_points : int
        Points of the tracks, of the tickets (tours by their order), and of the longest trail.
    trains, budget : int
        Pieces used, and allowed.
    bound : int
        No network scores more than this.
    proven : bool
        Whether ``bound`` equals the points found.
    seconds : float
        Time spent, guess and proof together.
    notes : tuple of str
        What the numbers leave out on this map.
    stopped : bool
        Whether Ctrl-C ended the search.
    """

    tracks: tuple[Track, ...]
    tickets: tuple[Ticket, ...]
    route_points: int
    ticket_points: int
    bonus_points: int
    trains: int
    budget: int
    bound: int
    proven: bool
    seconds: float
    notes: tuple[str, ...] = ()
    stopped: bool = False

    @property
    def points(self) -> int:
        """All its points."""
        return self.route_points + self.ticket_points + self.bonus_points

    @property
    def gap(self) -> float:
        """How far the bound lies above the points found, as a share of these (0 when proven)."""
        return (self.bound - self.points) / self.points if self.points else float(self.bound > 0)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is.

    Attributes
    ----------
    step : str
        What it does, in words.
    points, bound : int
        The best points so far, and what no network exceeds; the bonus for the longest trail is not in them.
    seconds, time_limit : float
        Time spent, and allowed.
    """

    step: str
    points: int
    bound: int
    seconds: float
    time_limit: float
