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
from ttr_analysis.experiments.beliefs.chances import IMAGINED, Assumed, Imagined, Space
from ttr_analysis.experiments.beliefs.terms import ROOM, Terms
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
MOST_TERMS: Final = 256


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

    def cards_held(self, row: int) -> Ints:
        """Return a hand of cards with which the player can have paid what they paid, as numbers by kind."""
        hand: Ints = self.seen.known[-1].copy()
        np.add.at(hand, self.imagined.cards[row % len(self.imagined.cards), : len(self.seen.card_born)], 1)
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


def terms_of(seen: evidence.Evidence) -> Terms:
    """Return the times between changes of the hand with their turns, claims first, and the choices of tickets."""
    decision = np.asarray(seen.publics.decision)
    starts = np.flatnonzero((decision != codes.AT_SECOND) & (decision != codes.AT_KEEP)).tolist()
    turns = [(at, at + 1 + sum(1 for _ in takewhile(codes.AT_SECOND.__eq__, decision[at + 1 :]))) for at in starts]
    changes = sorted({0, *seen.born.tolist(), *seen.until[seen.until < evidence.FOREVER].tolist()})
    units: list[tuple[int, int]] = []
    first, times = [0], list[int]()
    for begin, end in pairwise([*changes, evidence.FOREVER]):
        within = [turn for turn in turns if begin <= turn[0] < end]
        within.sort(key=lambda turn: (seen.kind[turn[0]] != codes.CLAIM, turn))
        if within:
            units += within
            first.append(len(units))
            times.append(begin)
    offers = [offer for offer in dict.fromkeys(seen.offer.tolist()) if offer >= 0]
    return Terms(
        np.array(units, np.int64).reshape(-1, 2), np.array(first, np.int64), np.array(times, np.int64),
        np.array(offers, np.int64), np.zeros(ROOM, np.uint64), np.zeros(ROOM), np.zeros(ROOM, np.int64),
        np.zeros(1, np.int64),
    )  # fmt: skip


def nothing_imagined(tables: Records, seen: evidence.Evidence) -> Imagined:
    """Return room for what is imagined beside tickets."""
    decisions, rank = len(seen.kind), np.zeros(TICKETS, np.int64)
    rank[tables.ticket_order[: int(tables.tickets)]] = np.arange(int(tables.tickets))
    return Imagined(
        np.tile(seen.pool, (DEALS, 1)), np.zeros((decisions, IMAGINED, CARDS), np.int64),
        np.ones((decisions, IMAGINED), np.int64), bindings.fresh(Private, PRIORITIES), rank,
    )  # fmt: skip


def space_for(seen: evidence.Evidence) -> Space:
    """Return space to compute in."""
    decisions, numbers = len(seen.kind), len(seen.born) + len(seen.pool) + TICKETS
    return Space(
        bindings.fresh(Scratch), bindings.fresh(ActionRecord), np.zeros(MEMORY, np.int64), np.zeros(decisions),
        np.zeros(decisions), np.zeros(numbers, np.int64), np.zeros(numbers, np.int64), np.zeros(MOST_TERMS, np.int64),
        np.zeros(8, np.int64), np.zeros(4, np.uint64),
    )  # fmt: skip


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
    seen = evidence.evidence_of(course, seat, turn, observer)
    messages.announce_compilation(chains.walk)
    tickets, imagined = hands_in_order(seen, number), nothing_imagined(course.live.tables[0], seen)
    walked = Chains(
        tickets, np.zeros((number, len(seen.born)), np.int64), np.zeros((number, TICKETS)),
        np.zeros((len(seen.born), TICKETS)), np.zeros(2, np.int64),
    )  # fmt: skip
    asked = (course.live.tables, seen, player, imagined, space_for(seen), terms_of(seen), walked)
    chains.prepare(*asked, seed)
    chains.walk(*asked, steps, power, seed)
    return Posterior(seen, walked, imagined)
