"""What the optimisers return: frozen records of what was found and what was proven."""

from dataclasses import dataclass

from ttr_analysis.maps.parts import Ticket, Track


@dataclass(frozen=True, slots=True)
class Network:
    """The fewest trains that join a set of tickets.

    Attributes
    ----------
    tracks : tuple of Track
        The tracks to claim, without those already owned.
    trains : int
        Number of pieces they take, of all kinds together.
    proven : bool
        Whether it is proven that no network takes fewer.
    bound : int
        No network takes fewer than this (``trains`` if proven).
    seconds : float
        Time spent.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> network = ttr.optimum.min_trains(usa, ["Denver-El Paso"])
    >>> [track.name for track in network.tracks]
    ['Denver-Santa Fe gray', 'El Paso-Santa Fe gray']
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
        Points of the tracks, of the tickets (a tour's depend on the order), and of the longest trail.
    trains, budget : int
        Pieces used, and allowed.
    bound : int
        No network scores more than this.
    proven : bool
        Whether ``bound`` equals the points found.
    seconds : float
        Time spent, on the guess and the proof together.
    notes : tuple of str
        What the numbers do not include on this map.
    stopped : bool
        Whether Ctrl-C ended the search.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> best = ttr.optimum.best_network(usa, 6)
    >>> best.points, best.trains, best.proven
    (15, 6, True)
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
        """Its points in total."""
        return self.route_points + self.ticket_points + self.bonus_points

    @property
    def gap(self) -> float:
        """How far the bound is above the points found, as a share of them (0 if proven)."""
        return (self.bound - self.points) / self.points if self.points else float(self.bound > 0)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has got.

    Attributes
    ----------
    step : str
        What it is doing, in words.
    points, bound : int
        The best points so far, and what no network exceeds; both without the bonus for the longest trail.
    seconds, time_limit : float
        Time spent, and time allowed.

    Examples
    --------
    >>> ttr.optimum.Progress("search", points=30, bound=41, seconds=2.0, time_limit=60.0).bound
    41
    """

    step: str
    points: int
    bound: int
    seconds: float
    time_limit: float
