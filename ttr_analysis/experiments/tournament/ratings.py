"""Ratings from the final order of each game, with shared places and seats.

The model is that of Plackett and Luce, with shared places after Davidson (1970) and Firth,
Kosmidis and Turner (2019): each place in turn is taken by a set ``S`` of the remaining players,
with a probability proportional to ``tie[|S|] * (product of the strengths in S) ** (1 / |S|)``,
where ``tie[1]`` is 1. A strength is ``exp(strategy + seat)``. All parameters are fitted
together by maximum likelihood; the only purpose of a wide normal prior on them (standard
deviation :data:`PRIOR_SPREAD`) is to keep the rating of a strategy that never loses finite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ttr_analysis._validate import count, shown
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.tournament.pairs import meetings
from ttr_analysis.experiments.tournament.record import Tournament
from ttr_analysis.stats import columns
from ttr_analysis.stats.bootstrap import block_count, block_draws
from ttr_analysis.stats.intervals import CONFIDENCE

POINTS = 400 / np.log(10)
"""Rating points of one unit of log-strength, as in chess: 400 points are odds of ten to one."""

PRIOR_SPREAD = 10.0
"""Standard deviation of the prior of each parameter, on the scale of log-strengths."""

REFITS = 300
"""Number of bootstrap samples; the model is fitted to each."""

_FLAT = 1e-7
"""Length of the slope of the loss at which a fit is done."""

_MOST_STEPS, _LONGEST_STEP = 200, 5.0
"""Of a fit: number of steps, and length of one on the scale of log-strengths, beyond which weights may vanish."""

_ROUNDING = 1e-14
"""Share of the loss by which it may seem to rise although it is lower."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Ratings:
    """Fitted ratings.

    Attributes
    ----------
    strategies : pandas.DataFrame
        ``strategy``, ``rating`` with ``_low`` and ``_high``, in :data:`POINTS`; the mean of
        all ratings is 0.
    seats : pandas.DataFrame
        ``seat``, ``rating`` with ``_low`` and ``_high``: what the seat adds; the mean is 0.
    ties : dict of int to float
        The parameter ``tie`` of the model for each number of players that shared a place.
    bounded : bool
        Whether the games determine all ratings. They do not if there is a group of strategies
        that the others never beat or tied (Ford 1957): then the distance between the group and
        the others comes from the prior only, and win shares are more informative.
    games : int
        Number of independent observations.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> ttr.experiments.tournament.ratings(played, refits=20).games
    40
    """

    strategies: pd.DataFrame
    seats: pd.DataFrame
    ties: dict[int, float]
    bounded: bool
    games: int


def ratings(tournament: Tournament, confidence: float = CONFIDENCE, refits: int = REFITS) -> Ratings:
    """Fit the strength of each strategy, with percentile bootstrap intervals by game.

    Parameters
    ----------
    tournament : Tournament
    confidence : float, optional
    refits : int, optional
        Number of bootstrap samples: whole games are resampled, with all tables that played them.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> len(ttr.experiments.tournament.ratings(played, refits=20).strategies)
    2
    """
    if not isinstance(tournament, Tournament):
        raise SetupError(f"a tournament must be given, not {shown(tournament)}")
    refits = count("refits", refits)
    stages = _Stages.of(tournament.standing(), tournament.seats, len(tournament.names))
    best = stages.fit(np.asarray(stages.counts.sum(axis=0), dtype=float))
    draws = block_draws(stages.counts.shape[0])[:refits]
    samples = np.array([stages.fit(draw @ stages.counts, best) for draw in draws]).reshape(-1, len(best))
    strategies, seats = len(tournament.names), tournament.manifest.players
    return Ratings(
        _centred({"strategy": tournament.names}, best, samples, 0, confidence),
        _centred({"seat": range(seats)}, best, samples, strategies, confidence),
        {size: float(np.exp(best[strategies + seats + i])) for i, size in enumerate(stages.tied)},
        _bounded(tournament),
        tournament.games,
    )


def _bounded(tournament: Tournament) -> bool:
    """Return whether every strategy is linked to every other one by a chain of games not lost."""
    order, seats = tournament.standing(), tournament.seats
    number = len(tournament.names)
    held = np.zeros((number, number), dtype=bool)
    for one, other in permutations(range(number), 2):
        met = meetings(seats, one, other)
        held[one, other] = any((order[:, table, a] >= order[:, table, b]).any() for table, a, b in met)
    return int(connected_components(csr_array(held), connection="strong")[0]) == 1


def _centred(
    names: Mapping[str, Sequence[object]], best: Floats, samples: Floats, first: int, confidence: float
) -> pd.DataFrame:
    """Return some parameters, from the first one on, as rating points around their mean, with intervals."""
    table = pd.DataFrame(names)
    number = len(table)
    values, drawn = (each[..., first : first + number] for each in (best, samples))
    tail = 50 * (1 - confidence)
    shifted = POINTS * (drawn - drawn.mean(axis=1, keepdims=True))
    low, high = np.percentile(shifted, [tail, 100 - tail], axis=0) if len(drawn) else np.full((2, number), np.nan)
    interval = (POINTS * (values - values.mean()), low, high)
    columns.add(table, "rating", interval, confidence=confidence)
    return table


@dataclass(frozen=True)
class _Stages:
    """The choices that make up games: which of the remaining players took the next place.

    A *cell* is one choice at one seating; sets of seats are bit masks.
    """

    counts: csr_array  # shape (blocks of games, cells)
    seating: Ints  # of each cell
    left: Ints  # position among the masks, of each cell
    taken: Ints
    features: Floats  # shape (seatings, masks, parameters): of the logarithm of a set's weight
    possible: Floats  # shape (masks, masks): 1 if the second may come next among the first, else 0
    tied: tuple[int, ...]  # sizes of shared places, from 2 on

    @classmethod
    def of(cls, order: Ints, seats: Ints, strategies: int) -> _Stages:
        """Count the choices in the final order of each game."""
        game, seating, left, taken = _choices(order)
        sizes = np.bitwise_count(taken)
        tied = tuple(int(size) for size in np.unique(sizes) if size > 1)
        players = seats.shape[1]
        masks = np.arange(1, 1 << players)
        cells, cell = np.unique((seating * len(masks) + left - 1) * len(masks) + taken - 1, return_inverse=True)
        blocks = block_count(len(order))
        block = game * blocks // len(order)
        shape = (blocks, len(cells))
        counts = csr_array((np.ones(len(cell)), (block, cell)), shape=shape)
        allowed = np.isin(np.bitwise_count(masks), (1, *tied))
        inside = (masks[:, None] & masks) == masks
        return cls(
            counts,
            cells // len(masks) ** 2,
            cells // len(masks) % len(masks),
            cells % len(masks),
            _features(seats, masks, strategies, tied),
            (inside & allowed).astype(float),
            tied,
        )

    def fit(self, counts: Floats, start: Floats | None = None) -> Floats:
        """Return the most likely parameters: strategies, seats, logarithms of ties."""
        begin = np.zeros(self.features.shape[2]) if start is None else start
        scale = max(float(counts.sum()), 1.0)
        taken = np.einsum("c,cp->p", counts, self.features[self.seating, self.taken])
        left = np.zeros(self.features.shape[:2])
        np.add.at(left, (self.seating, self.left), counts)

        def loss(parameters: Floats) -> tuple[float, Floats]:
            values, weights = self._weights(parameters)
            total = (weights @ self.possible.T)[left > 0]
            likelihood = taken @ parameters - left[left > 0] @ (np.log(total) + values[left > 0])
            expected = np.einsum("sm,smp->p", self._chosen(weights, left), self.features)
            gradient = taken - expected - parameters / PRIOR_SPREAD**2
            penalty = parameters @ parameters / (2 * PRIOR_SPREAD**2)
            return float(penalty - likelihood) / scale, -gradient / scale

        def curvature(parameters: Floats) -> Floats:
            _, weights = self._weights(parameters)
            total = np.maximum(weights @ self.possible.T, 1e-300)
            mean = np.matmul(self.possible * weights[:, None, :], self.features) / total[:, :, None]
            spread = _squares(self._chosen(weights, left), self.features) - _squares(left, mean)
            bent: Floats = (spread + np.eye(len(parameters)) / PRIOR_SPREAD**2) / scale
            return bent

        return _lowest(loss, curvature, begin)

    def _weights(self, parameters: Floats) -> tuple[Floats, Floats]:
        """Return a shift of each seating's logarithms, and the weights of its sets after the shift."""
        logarithms = self.features @ parameters
        shift = np.repeat(logarithms.max(axis=1, keepdims=True), logarithms.shape[1], axis=1)
        return shift, np.exp(logarithms - shift)

    def _chosen(self, weights: Floats, left: Floats) -> Floats:
        """Return how often each set is expected to take the next place."""
        total = np.maximum(weights @ self.possible.T, 1e-300)
        chosen: Floats = weights * ((left / total) @ self.possible)
        return chosen


def _lowest(
    loss: Callable[[Floats], tuple[float, Floats]], curvature: Callable[[Floats], Floats], at: Floats
) -> Floats:
    """Return where a convex loss is lowest, by Newton's steps; each is halved until the loss does not rise.

    A fit takes three or four of them; scipy's methods spend more time around each than these take.
    """
    value, slope = loss(at)
    for _ in range(_MOST_STEPS):
        if np.linalg.norm(slope) <= _FLAT:
            break
        step, before = np.linalg.solve(curvature(at), slope), value
        step *= min(1.0, _LONGEST_STEP / float(np.linalg.norm(step)))
        value, slope = loss(at - step)
        while value > before + _ROUNDING * abs(before) and step.any():
            step /= 2
            value, slope = loss(at - step)
        at = at - step
    return at


def _squares(weights: Floats, features: Floats) -> Floats:
    """Return the weighted sum of the features' outer products."""
    flat = features.reshape(-1, features.shape[2])
    return (flat * weights.reshape(-1, 1)).T @ flat


def _choices(order: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Return game, seating, mask of those left and mask of those who came next, if two or more were left."""
    games, tables, players = order.shape
    bits = 1 << np.arange(players)
    remaining, place = np.ones(order.shape, dtype=bool), np.arange(games * tables)
    lowest = np.iinfo(np.int64).min
    kept: list[tuple[Ints, Ints, Ints]] = []
    for _ in range(players - 1):
        ahead = np.where(remaining, order, lowest)
        next_ones = remaining & (ahead == ahead.max(axis=2, keepdims=True))
        left, taken = ((mask @ bits).ravel() for mask in (remaining, next_ones))
        open_choice = np.bitwise_count(left) > 1
        kept.append((place[open_choice], left[open_choice], taken[open_choice]))
        remaining &= ~next_ones
    where, left, taken = (np.concatenate(parts) for parts in zip(*kept, strict=True))
    return where // tables, where % tables, left, taken


def _features(seats: Ints, masks: Ints, strategies: int, tied: tuple[int, ...]) -> Floats:
    """Return what the logarithm of a set's weight depends on: means over its members, and its size."""
    tables, players = seats.shape
    members = (masks[:, None] >> np.arange(players)) & 1
    shares = members / members.sum(axis=1, keepdims=True)
    who = np.eye(strategies)[seats]
    seat = np.broadcast_to(shares, (tables, *shares.shape))
    size = np.array([[members[mask].sum() == each for each in tied] for mask in range(len(masks))], dtype=float)
    sizes = np.broadcast_to(size.reshape(len(masks), len(tied)), (tables, len(masks), len(tied)))
    return np.concatenate([shares @ who, seat, sizes], axis=2)
