"""The longest trail of a player's network, by walking where that is quick, else by integer programming.

Tracks can be walked in one trail if they are one piece with at most two cities of odd degree. The programme says
which tracks are used and which two cities may be odd; when its best answer is in several pieces, it is told so by
new rows, and solved again. Every piece of an answer is a trail, and no trail is longer than all pieces together.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import networkx as nx
import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from ttr_analysis.maps import Track

WALKS = 4_000
"""Steps of walking before the programme is asked."""
ROUNDS = 100
"""Times that the programme is solved."""
NODES = 20_000
"""Nodes of the solver's search tree each time."""


class TrailLength(NamedTuple):
    """The length of the longest trail in spaces: one of ``found`` spaces exists, none is longer than ``bound``."""

    found: int
    bound: int


def longest_trail(tracks: Iterable[Track]) -> TrailLength:
    """Return the spaces of the longest trail, which uses no track twice; exact if the two numbers are equal.

    In each connected part with at most two cities of odd degree, it is the whole part (Euler).
    """
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for track in tracks:
        graph.add_edge(*track.cities, key=track.index, length=track.length)
    parts = [_trail_of_part(graph.subgraph(part)) for part in nx.connected_components(graph)]
    return TrailLength(max((part.found for part in parts), default=0), max((part.bound for part in parts), default=0))


def _trail_of_part(part: "nx.MultiGraph[str]") -> TrailLength:
    odd = [city for city, degree in part.degree() if degree % 2]
    lengths = sorted(int(data["length"]) for *_, data in part.edges(data=True))
    # All odd cities except two leave a track unused, and one unused track serves at most two of them.
    ceiling = sum(lengths[max(0, len(odd) // 2 - 1) :])
    if len(odd) <= 2:
        return TrailLength(ceiling, ceiling)
    walked = _walk(part, odd, ceiling)
    return walked if walked.found == walked.bound else _Programme(part).solve(walked)


def _walk(part: "nx.MultiGraph[str]", odd: Sequence[str], ceiling: int) -> TrailLength:
    """Try the trails from each odd city, one after another, until there are none or the steps are used up.

    A longest trail starts at a city of odd degree: one that starts elsewhere and is not closed could be made longer.
    """
    at: dict[str, list[tuple[int, str, int]]] = {city: [] for city in part}
    for a, b, key, data in part.edges(keys=True, data=True):
        at[a].append((key, b, data["length"]))
        at[b].append((key, a, data["length"]))
    best = 0
    seen: set[tuple[str, frozenset[int]]] = set()
    to_do: list[tuple[str, frozenset[int], int]] = [(city, frozenset(), 0) for city in odd]
    while to_do and best < ceiling:
        city, used, length = to_do.pop()
        best = max(best, length)
        if (city, used) in seen:
            continue
        seen.add((city, used))
        if len(seen) > WALKS:
            return TrailLength(best, ceiling)
        to_do += [(other, used | {key}, length + more) for key, other, more in at[city] if key not in used]
    return TrailLength(best, best)


class _Programme:
    """The integer programme of a part of a network.

    Its variables are, for each track, whether it is used, and for each city whether its degree is odd, and half the
    degree, rounded down.
    """

    def __init__(self, part: "nx.MultiGraph[str]") -> None:
        self.cities = {city: i for i, city in enumerate(part)}
        self.tracks = [(self.cities[a], self.cities[b], int(data["length"])) for a, b, data in part.edges(data=True)]
        self.rows: list[tuple[dict[int, float], float, float]] = []
        incident: list[list[int]] = [[] for _ in self.cities]
        for i, (a, b, _) in enumerate(self.tracks):
            incident[a].append(i)
            incident[b].append(i)
        for city, own in enumerate(incident):
            used = dict.fromkeys(own, 1.0)
            self.rows.append(({**used, self.odd(city): -1, self.halved(city): -2}, 0, 0))
            if len(own) % 2:
                self.rows.append(({**used, self.odd(city): -1}, -np.inf, len(own) - 1))
        self.rows.append(({self.odd(city): 1.0 for city in range(len(incident))}, 0, 2))

    def odd(self, city: int) -> int:
        return len(self.tracks) + city

    def halved(self, city: int) -> int:
        return len(self.tracks) + len(self.cities) + city

    def solve(self, known: TrailLength) -> TrailLength:
        """Solve the programme again and again, and return what is known of the longest trail in the end."""
        found, bound = known
        for _ in range(ROUNDS):
            if found == bound:
                break
            used, most = self.answer()
            bound = min(bound, most)
            pieces = list(self.pieces(used))
            found = max([found, *(sum(self.tracks[i][2] for i in piece) for piece in pieces)])
            if len(pieces) < 2:
                break
            for piece in pieces:
                self.forbid(piece, [i for i in used if i not in piece])
        return TrailLength(found, max(found, bound))

    def answer(self) -> tuple[list[int], int]:
        """Return the tracks of the best answer, and what no answer exceeds."""
        size = len(self.tracks) + 2 * len(self.cities)
        matrix = np.zeros((len(self.rows), size))
        for i, (row, _, _) in enumerate(self.rows):
            matrix[i, list(row)] = list(row.values())
        upper = np.ones(size)
        upper[self.halved(0) :] = np.inf
        gain = np.zeros(size)
        gain[: len(self.tracks)] = [-length for _, _, length in self.tracks]
        limits = LinearConstraint(matrix, [low for _, low, _ in self.rows], [high for _, _, high in self.rows])
        solved = milp(
            gain, integrality=np.ones(size, dtype=np.int64), bounds=Bounds(0, upper), constraints=limits,
            options={"node_limit": NODES, "mip_rel_gap": 0.0},
        )  # fmt: skip
        chosen = [] if solved.x is None else [i for i in range(len(self.tracks)) if solved.x[i] > 0.5]
        return chosen, int(np.floor(1e-6 - (solved.mip_dual_bound or 0.0)))

    def pieces(self, used: Sequence[int]) -> Iterator[list[int]]:
        graph: nx.Graph[int] = nx.Graph([self.tracks[i][:2] for i in used])
        for piece in nx.connected_components(graph):
            yield [i for i in used if self.tracks[i][0] in piece]

    def forbid(self, piece: Sequence[int], others: Sequence[int]) -> None:
        """Require of a trail that uses a track of the piece and one of the others that it leaves or ends in the piece.

        It crosses the border of the piece twice, or once if it starts or ends inside.
        """
        inside = {city for i in piece for city in self.tracks[i][:2]}
        border = [i for i, (a, b, _) in enumerate(self.tracks) if (a in inside) != (b in inside)]
        crossing = {**dict.fromkeys(border, -1.0), **{self.odd(city): -1.0 for city in inside}}
        heaviest = sorted(others, key=lambda i: -self.tracks[i][2])[:3]
        for one in piece:
            for other in heaviest:
                self.rows.append(({**crossing, one: 2.0, other: 2.0}, -np.inf, 2.0))
