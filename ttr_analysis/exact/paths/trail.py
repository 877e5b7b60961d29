"""The longest trail of a set of tracks: exact, by branch and bound, with a time limit.

Plain Python, for tables and tests; games use the engine's own compiled search.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic

from ttr_analysis._validate import check_time_limit
from ttr_analysis.maps import GameMap, takes_map

_Edge = tuple[int, int, int]  # end, end, length


@dataclass(frozen=True, slots=True)
class LongestTrail:
    """A longest walk that uses no track twice.

    Attributes
    ----------
    length : int
        In spaces.
    tracks : tuple of int
        Its tracks, in the order walked.
    cities : tuple of str
        The cities passed, one more than the tracks (none if there is no track).
    bound : int
        No trail is longer than this.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.paths.longest_trail(usa, range(5)).length
    15
    """

    length: int
    tracks: tuple[int, ...]
    cities: tuple[str, ...]
    bound: int

    @property
    def proven(self) -> bool:
        """Whether it is proven that no longer trail exists (False only if the time ran out)."""
        return self.length >= self.bound


@takes_map
def longest_trail(game_map: GameMap, tracks: Iterable[int], *, time_limit: float = 10.0) -> LongestTrail:
    """Find the longest trail within a set of tracks.

    Cities may be passed more than once; tracks may not.

    Parameters
    ----------
    game_map : str, Path or GameMap
    tracks : iterable of int
        Indices of the tracks owned.
    time_limit : float
        Seconds after which the best trail found so far is returned, with its bound.

    Returns
    -------
    LongestTrail

    Raises
    ------
    ValueError
        If a track is not on the map or is named twice, or the time limit is negative.

    Notes
    -----
    Some longest trail starts in a city with an odd number of tracks, if its network has one: at any other end, an
    unused track would lead further. The bound leaves out tracks that, by parity, cannot all be used: of the tracks
    left, every odd city except the trail's two ends loses at least one, and one track serves two cities.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> trail = ttr.paths.longest_trail(usa, [0, 1, 2, 3])
    >>> trail.length, trail.cities[0]
    (9, 'Miami')
    """
    chosen = list(tracks)
    if len(set(chosen)) < len(chosen):
        raise ValueError("tracks names a track twice")
    for index in chosen:
        if not 0 <= index < len(game_map.tracks):
            raise ValueError(
                f"tracks names track {index}, but map {game_map.name!r} has 0 to {len(game_map.tracks) - 1}"
            )
    check_time_limit(time_limit)
    edges = {}
    for index in chosen:
        track = game_map.tracks[index]
        edges[index] = (game_map.city_index[track.city_a], game_map.city_index[track.city_b], track.length)
    search = _Search(edges, monotonic() + time_limit)
    search.run()
    cities = [game_map.cities[city].name for city in search.cities()]
    return LongestTrail(search.length, tuple(search.best), tuple(cities), search.bound)


class _OutOfTime(Exception):
    """The time ran out."""


class _Search:
    """Depth-first search for the longest trail of a multigraph."""

    def __init__(self, edges: dict[int, _Edge], deadline: float) -> None:
        self.edges, self.deadline = edges, deadline
        self.at: dict[int, list[int]] = {}
        for key, (a, b, _) in edges.items():
            self.at.setdefault(a, []).append(key)
            self.at.setdefault(b, []).append(key)
        for keys in self.at.values():
            keys.sort(key=lambda key: -edges[key][2])
        self.used: set[int] = set()
        self.trail: list[int] = []
        self.best: list[int] = []
        self.start = 0
        self.length = self.bound = 0
        self.visited = 0

    def run(self) -> None:
        """Search every component, the most promising first."""
        components = sorted(((self.room(part, ends=2), part) for part in self.components()), reverse=True)
        try:
            for room, part in components:
                self.component(room, part)
        except _OutOfTime:
            self.bound = max(room for room, _ in components)
            return
        self.bound = self.length

    def components(self) -> list[list[int]]:
        """Return the connected parts, as lists of cities."""
        left, parts = set(self.at), []
        while left:
            part = self.reachable(min(left))
            parts.append(sorted(part))
            left -= part
        return parts

    def component(self, room: int, part: list[int]) -> None:
        """Search from every odd city, or from any one city if there is none."""
        odd = [city for city in part if len(self.at[city]) % 2]
        for start in odd or part[:1]:
            if self.length >= room:
                return
            self.extend(start, start, 0)

    def extend(self, start: int, city: int, length: int) -> None:
        """Extend the current trail from its end."""
        self.visited += 1
        if self.visited % 256 == 0 and monotonic() > self.deadline:
            raise _OutOfTime
        if length > self.length:
            self.length, self.best, self.start = length, list(self.trail), start
        if length + self.room(self.reachable(city), ends=1, here=city) <= self.length:
            return
        for key in self.at[city]:
            if key not in self.used:
                a, b, spaces = self.edges[key]
                self.used.add(key)
                self.trail.append(key)
                self.extend(start, b if city == a else a, length + spaces)
                self.trail.pop()
                self.used.discard(key)

    def reachable(self, city: int) -> set[int]:
        """Return the cities that unused tracks join to ``city``."""
        seen, todo = {city}, [city]
        while todo:
            here = todo.pop()
            for key in self.at[here]:
                if key not in self.used:
                    a, b, _ = self.edges[key]
                    other = b if here == a else a
                    if other not in seen:
                        seen.add(other)
                        todo.append(other)
        return seen

    def room(self, cities: Iterable[int], *, ends: int, here: int | None = None) -> int:
        """Return the most spaces that a trail from ``here`` can still use in a part; ``ends`` of its ends are free."""
        total, shortest = 0, []
        for city in cities:
            lengths = [self.edges[key][2] for key in self.at[city] if key not in self.used]
            total += sum(lengths)
            if (len(lengths) % 2 == 1) != (city == here):
                shortest.append(min(lengths, default=0))  # the parity that a trail from ``here`` cannot leave
        lost = sum(sorted(shortest)[: max(0, len(shortest) - ends)])
        return total // 2 - (lost + 1) // 2

    def cities(self) -> list[int]:
        """Return the cities along the best trail."""
        walked = [self.start] if self.best else []
        for key in self.best:
            a, b, _ = self.edges[key]
            walked.append(b if walked[-1] == a else a)
        return walked
