"""The posterior of one player's hand of tickets, from chains of hands."""

from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

import numpy as np

from ttr_analysis.engine import codes
from ttr_analysis.engine.records import Floats, Ints, Records
from ttr_analysis.engine.state import ActionRecord, Private, Scratch
from ttr_analysis.engine.view import MEMORY
from ttr_analysis.errors import StrategyError
from ttr_analysis.experiments.beliefs import chains, evidence
from ttr_analysis.experiments.beliefs.chains import Chains
from ttr_analysis.experiments.beliefs.chances import HANDS, Assumed, Imagined, Space
from ttr_analysis.experiments.beliefs.terms import GROUPS, ROOM, Terms
from ttr_analysis.play import bindings, messages
from ttr_analysis.play.deciders import Deciders
from ttr_analysis.rules.limits import CARDS, TICKETS
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
"""Fitted to ``expert`` on games of USA of another seed than those of docs/beliefs.md."""
POWER: Final = 0.35
"""Power with which the chances of moves count, chosen on these games, too: moves that follow from one plan tell less
than as many that do not."""
STEPS: Final = 300
"""Steps of each chain."""
PRIORITIES: Final = 16
DEALS: Final = 64
"""Priorities and deals of unseen cards that are imagined."""
MOST_TERMS: Final = 512
ASKED: Final = 120
LEAST_PLANS: Final = 2
MOST_PLANS: Final = 8
"""With how many priorities the strategy is asked at each decision: so many in all, but no fewer and no more."""


@dataclass(frozen=True)
class Posterior:
    """What one player may hold: chains of hands.

    Attributes
    ----------
    seen : Evidence
    chains : Chains
    imagined : Imagined
    """

    seen: evidence.Evidence
    chains: Chains
    imagined: Imagined

    @property
    def number(self) -> int:
        """Number of chains."""
        return len(self.chains.held)

    @property
    def places(self) -> Ints:
        """Which of the tickets that the player was given they still hold, if they kept them."""
        return np.flatnonzero(self.seen.until == evidence.FOREVER)

    def chances(self) -> Floats:
        """Return the chance of each ticket, by its number, that the player holds it."""
        return np.asarray(self.chains.held.mean(axis=0))

    def errors(self) -> Floats:
        """Return the standard error of each chance, from how far the chains differ; never 0."""
        held = self.chains.held
        return np.asarray(held.std(axis=0, ddof=1) / np.sqrt(len(held)) + 0.25 / len(held))

    def tickets_held(self, row: int) -> Ints:
        """Return the tickets held at the end of a chain."""
        return np.asarray(self.chains.tickets[row, [place for place in self.places if self.chains.kept[row, place]]])

    def cards_held(self, deal: int) -> Ints:
        """Return one of the hands of cards with which the player can have paid what they paid, as numbers by kind."""
        hand: Ints = self.seen.known[-1].copy()
        np.add.at(hand, self.imagined.cards[deal, : len(self.seen.card_born)], 1)
        return hand

    @property
    def effective_worlds(self) -> float:
        """How many hands drawn independently would tell as much as the chains: from how far these differ."""
        held = self.chains.held
        chance, between = held.mean(axis=0), held.var(axis=0, ddof=1).sum() / len(held)
        spread = float((chance * (1 - chance)).sum())
        return spread / between if between > 0 else float(len(held) * STEPS)


def assumed_player(strategy: str | Strategy, noise: Noise = NOISE) -> Assumed:
    """Return a strategy in the form that compiled code takes.

    Raises
    ------
    StrategyError
        If it cannot be compiled: thousands of imagined hands are put to it.
    """
    found = get_strategy(strategy)
    deciders = Deciders.of([found])
    if deciders.refusal:
        raise StrategyError(f"{found.name} cannot be compiled, so nobody can be assumed to play it: {deciders.refusal}")
    return Assumed(deciders.weights[0], deciders.choosers, np.array(noise, np.float64))


def hands_in_order(seen: evidence.Evidence, number: int) -> Ints:
    """Return rows of tickets, first those given: of each kind as many as were given, by name."""
    given = np.where(seen.shown == evidence.UNKNOWN, 0, seen.shown)
    rest: list[int] = []
    for long, pool in ((0, seen.tickets), (1, seen.long_tickets)):
        places = np.flatnonzero((seen.long == long) & (seen.shown == evidence.UNKNOWN))
        given[places] = pool[: len(places)]
        rest += pool[len(places) :].tolist()
    return np.ascontiguousarray(np.tile(np.concatenate([given, np.array(rest, np.int64)]), (number, 1)))


def _turns(seen: evidence.Evidence) -> list[tuple[int, int]]:
    """Return the first decision of each turn that is no choice of tickets, and the first one after it."""
    decision = np.asarray(seen.publics.decision)
    starts = np.flatnonzero((decision != codes.AT_SECOND) & (decision != codes.AT_KEEP)).tolist()
    return [(at, at + 1 + sum(1 for _ in takewhile(codes.AT_SECOND.__eq__, decision[at + 1 :]))) for at in starts]


def terms_of(seen: evidence.Evidence) -> Terms:
    """Return the turns of each time in which the hand stays the same, and the choices of tickets, as terms."""
    turns, units, first, at, group = _turns(seen), list[tuple[int, int]](), [0], list[int](), [0]
    changes = sorted({0, *seen.born.tolist(), *seen.until[seen.until < evidence.FOREVER].tolist()})
    offers = [offer for offer in dict.fromkeys(seen.offer.tolist()) if offer >= 0]
    for kind in range(GROUPS):
        times = [] if kind == 1 else list(pairwise([*changes, evidence.FOREVER]))
        for begin, end in times:
            wanted = [turn for turn in turns if begin <= turn[0] < end]
            wanted = [turn for turn in wanted if (seen.kind[turn[0]] == codes.CLAIM) == (kind == 0)]
            if wanted:
                units += wanted
                at.append(begin)
                first.append(len(units))
        if kind == 1:
            at += offers
            first += [len(units)] * len(offers)
        group.append(len(at))
    is_offer = np.zeros(len(at), np.int64)
    is_offer[group[1] : group[2]] = 1
    return Terms(
        np.array(units, np.int64).reshape(-1, 2), np.array(first, np.int64), np.array(at, np.int64), is_offer,
        np.array(group, np.int64), np.zeros(len(units)), np.zeros(ROOM, np.uint64), np.zeros(ROOM),
        np.zeros(ROOM, np.int64), np.zeros(1, np.int64),
    )  # fmt: skip


def plans_for(seen: evidence.Evidence) -> int:
    """Return with how many priorities the strategy is asked: the more, the fewer moves were seen."""
    return max(LEAST_PLANS, min(MOST_PLANS, round(ASKED / max(1, len(seen.kind)))))


def nothing_imagined(tables: Records, seen: evidence.Evidence, plans: int) -> Imagined:
    """Return room for what is imagined beside tickets."""
    decisions, rank, number = len(seen.kind), np.zeros(TICKETS, np.int64), plans * HANDS
    rank[tables.ticket_order[: int(tables.tickets)]] = np.arange(int(tables.tickets))
    return Imagined(
        np.tile(seen.pool, (DEALS, 1)), np.zeros((decisions, number, CARDS), np.int64),
        np.ones((decisions, number), np.int64), bindings.fresh(Private, PRIORITIES), rank,
    )  # fmt: skip


def space_for(seen: evidence.Evidence) -> Space:
    """Return space to compute in."""
    decisions, numbers = len(seen.kind), len(seen.born) + len(seen.pool) + TICKETS
    return Space(
        bindings.fresh(Scratch), bindings.fresh(ActionRecord), np.zeros(MEMORY, np.int64), np.zeros(decisions),
        np.zeros(decisions), np.zeros(numbers, np.int64), np.zeros(numbers, np.int64), np.zeros(MOST_TERMS, np.int64),
        np.zeros(GROUPS), np.zeros(8, np.int64), np.zeros(4, np.uint64),
    )  # fmt: skip


class Walk:
    """Chains of hands, to be walked once or more.

    Parameters
    ----------
    course : Course
    seen : Evidence
    player : Assumed
    number : int
        Number of chains.
    plans : int, optional
        With how many priorities the player is asked at each decision.
    """

    def __init__(
        self, course: evidence.Course, seen: evidence.Evidence, player: Assumed, number: int, plans: int | None = None
    ) -> None:
        self.seen, self._player, self._tables = seen, player, course.live.tables
        self.imagined = nothing_imagined(self._tables[0], seen, plans or plans_for(seen))
        self.space, self.terms, self._number = space_for(seen), terms_of(seen), number
        messages.announce_compilation(chains.walk)

    def _fresh(self) -> Chains:
        given, number = len(self.seen.born), self._number
        return Chains(
            hands_in_order(self.seen, number), np.zeros((number, given), np.int64), np.zeros((number, TICKETS)),
            np.zeros((given, TICKETS)), np.zeros((number, GROUPS)), np.zeros(2, np.int64),
        )  # fmt: skip

    def draw(self, seed: int) -> None:
        """Draw what is imagined beside tickets."""
        chains.draw(self._tables, self.seen, self._player, self.imagined, self.space, self.terms, seed)

    def go(self, steps: int, power: float, seed: int) -> Posterior:
        """Walk so many chains from their beginning; what is imagined must be there."""
        walked = self._fresh()
        chains.walk(
            self._tables, self.seen, self._player, self.imagined, self.space, self.terms, walked, steps, power, seed
        )
        return Posterior(self.seen, walked, self.imagined)

    def judge(self, tickets: Ints, kept: Ints) -> float:
        """Return the logarithm of the chance of all moves with given tickets; ``space`` tells of each decision."""
        return float(
            chains.judge(self._tables, self.seen, self._player, self.imagined, self.space, self.terms, tickets, kept)
        )


def posterior(
    course: evidence.Course, seat: int, turn: int, player: Assumed, *, observer: int | None = None,
    number: int = 64, seed: int = 0, power: float = POWER, steps: int = STEPS,
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
        Number of chains.
    seed : int, optional
    power : float, optional
        The power with which the chances of moves count.
    steps : int, optional
        Steps of each chain.

    Examples
    --------
    >>> from ttr_analysis.experiments.beliefs import evidence, posterior
    >>> course = evidence.course_of(ttr.Game("usa", players=2, seed=1).play("expert"))
    >>> found = posterior.posterior(course, 0, 20, posterior.assumed_player("expert"), number=16)
    >>> round(float(found.chances().sum()))
    2
    """
    walk = Walk(course, evidence.evidence_of(course, seat, turn, observer), player, number)
    walk.draw(seed)
    return walk.go(steps, power, seed)
