"""The posterior of one player's hand: imagined worlds with their weights."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from ttr_analysis._validate import shown
from ttr_analysis.engine import codes
from ttr_analysis.engine.records import Floats, Ints
from ttr_analysis.engine.state import ActionRecord, Private, Scratch
from ttr_analysis.engine.view import MEMORY
from ttr_analysis.errors import StrategyError
from ttr_analysis.experiments.beliefs import evidence, worlds
from ttr_analysis.experiments.beliefs.chances import Assumed, Space, Worlds
from ttr_analysis.play import bindings, messages
from ttr_analysis.play.deciders import Deciders
from ttr_analysis.rules.limits import TICKETS
from ttr_analysis.strategies.base import Strategy, get_strategy


class Noise(NamedTuple):
    """How often a player makes any legal move in place of what the assumed strategy would choose (e).

    Even that strategy does so in imagined worlds: with other cards, or other priorities between equals, it moves
    otherwise.

    Attributes
    ----------
    turn, second_card, tickets : float
        In turns, at second cards, and at choices of tickets.

    Examples
    --------
    >>> from ttr_analysis.experiments.beliefs.posterior import Noise
    >>> Noise(tickets=0.5).tickets
    0.5
    """

    turn: float = 0.34
    second_card: float = 0.17
    tickets: float = 0.09


NOISE: Final = Noise()
"""Fitted to ``expert`` on 6 games of USA of another seed than those of docs/beliefs.md."""


ROUNDS: Final = 50
"""Rounds of changes in the end."""


@dataclass(frozen=True)
class Posterior:
    """What one player may hold: worlds with weights.

    Attributes
    ----------
    seen : Evidence
    worlds : Worlds
    effective : ndarray
        How many worlds still counted after each move, before they were drawn anew.
    renewed : int
        How often they were drawn anew.
    held : ndarray, (worlds, TICKETS)
        How often each world held each ticket while it was changed in the end.
    """

    seen: evidence.Evidence
    worlds: Worlds
    effective: Floats
    renewed: int
    held: Floats

    @property
    def places(self) -> Ints:
        """Which of the tickets that the player was given they still hold, if they kept them."""
        return np.flatnonzero(self.seen.until == evidence.FOREVER)

    def chances(self) -> Floats:
        """Return the chance of each ticket, by its number, that the player holds it."""
        return np.asarray(self.held.mean(axis=0))

    def errors(self) -> Floats:
        """Return the standard error of each chance, from how far the worlds differ; never 0."""
        number = len(self.held)
        return np.asarray(self.held.std(axis=0, ddof=1) / np.sqrt(number) + 0.25 / number)

    def hands(self) -> list[tuple[frozenset[int], float]]:
        """Return the different hands of tickets with their weights, the most likely first."""
        weights: dict[frozenset[int], float] = {}
        for row, weight in enumerate(self.worlds.weight.tolist()):
            held = [p for p in self.places if self.worlds.kept[row, p]]
            hand = frozenset(self.worlds.tickets[row, held].tolist())
            weights[hand] = weights.get(hand, 0.0) + weight
        return sorted(weights.items(), key=lambda each: -each[1])

    @property
    def effective_worlds(self) -> float:
        """How many worlds of equal weight tell as much; copies of a world count once."""
        cards = len(self.seen.card_born)
        columns = [self.worlds.tickets[:, : len(self.seen.born)], self.worlds.kept, self.worlds.cards[:, :cards]]
        _, which = np.unique(np.hstack(columns), axis=0, return_inverse=True)
        return float(1 / np.square(np.bincount(which.reshape(-1), self.worlds.weight)).sum())

    def agreement(self, noise: Noise) -> Floats:
        """Return how often the strategy itself moved, and how often it was asked, by kind of decision: a (3, 2) array.

        A move counts as the strategy's own by the chance that it was not one of the other legal moves.
        """
        found = np.zeros((3, 2))
        for at in range(len(self.seen.kind)):
            kind = _KINDS[int(self.seen.publics[at].decision)]
            own = self.worlds.agrees[:, at] * (1 - noise[kind]) / np.exp(self.worlds.chance[:, at])
            found[kind] += (self.worlds.weight * own).sum(), 1.0
        return found


_KINDS: Final = {codes.AT_TURN: 0, codes.AT_SECOND: 1, codes.AT_KEEP: 2}


def assumed_player(strategy: str | Strategy, noise: Noise = NOISE) -> Assumed:
    """Return a strategy in the form that compiled code takes.

    Raises
    ------
    StrategyError
        If it is none, or cannot be compiled: thousands of imagined hands are put to it.
    """
    if not isinstance(strategy, str | Strategy):
        raise StrategyError(f"a strategy must be a name or a Strategy, not {shown(strategy)}")
    found = get_strategy(strategy)
    deciders = Deciders.of([found])
    if deciders.refusal:
        raise StrategyError(f"{found.name} cannot be compiled, so nobody can be assumed to play it: {deciders.refusal}")
    return Assumed(deciders.weights[0], deciders.choosers, np.array(noise, np.float64))


def empty_worlds(seen: evidence.Evidence, number: int) -> Worlds:
    """Return worlds to be dealt; the tickets of each kind stand where some of that kind were given."""
    given = np.where(seen.shown == evidence.UNKNOWN, 0, seen.shown)
    rest: list[int] = []
    for long, pool in ((0, seen.tickets), (1, seen.long_tickets)):
        places = np.flatnonzero((seen.long == long) & (seen.shown == evidence.UNKNOWN))
        given[places] = pool[: len(places)]
        rest += pool[len(places) :].tolist()
    tickets = np.tile(np.concatenate([given, np.array(rest, np.int64)]), (number, 1))
    decisions = len(seen.kind)
    return Worlds(
        np.ascontiguousarray(tickets), np.zeros((number, len(given)), np.int64), np.tile(seen.pool, (number, 1)),
        np.zeros((number, decisions)), np.zeros((number, decisions), np.int64),
        np.zeros((number, MEMORY), np.int64), bindings.fresh(Private, number), np.zeros(number),
    )  # fmt: skip


def space_for(seen: evidence.Evidence, number: int) -> Space:
    """Return space to compute in."""
    decisions, room = len(seen.kind), max(number, len(seen.pool), 2)
    return Space(
        bindings.fresh(Private), bindings.fresh(Scratch), bindings.fresh(ActionRecord), np.zeros(decisions),
        np.zeros(decisions, np.int64), np.zeros(room, np.int64), np.zeros(4, np.uint64),
    )  # fmt: skip


def posterior(
    course: evidence.Course, seat: int, turn: int, player: Assumed, *,
    observer: int | None = None, number: int = 64, seed: int = 0,
) -> Posterior:  # fmt: skip
    """Imagine what a seat holds before a turn.

    Parameters
    ----------
    course : Course
    seat, turn : int
    player : Assumed
        Who is assumed to sit there.
    observer : int, optional
        Who observes; by default somebody who only sees what everybody does.
    number : int, optional
        Number of worlds.
    seed : int, optional

    Examples
    --------
    >>> from ttr_analysis.experiments.beliefs import evidence, posterior
    >>> course = evidence.course_of(ttr.Game("usa", players=2, seed=1).play("expert"))
    >>> found = posterior.posterior(course, 0, 20, posterior.assumed_player("expert"), number=16)
    >>> round(float(found.chances().sum()))
    2
    """
    seen = evidence.evidence_of(course, seat, turn, observer)
    messages.announce_compilation(worlds.weigh)
    imagined, effective, held = empty_worlds(seen, number), np.zeros(len(seen.kind)), np.zeros((number, TICKETS))
    space = space_for(seen, number)
    renewed = worlds.weigh(course.live.tables, seen, player, imagined, space, effective, held, ROUNDS, seed)
    return Posterior(seen, imagined, effective, int(renewed), held / (ROUNDS // 2))
