"""The posterior of one player's hand of tickets, from chains of hands."""

from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

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

    turn: float = 0.1
    second_card: float = 0.1
    tickets: float = 0.02


NOISE: Final = Noise()
"""Above what was fitted to ``expert`` on games of USA with known tickets; half and twice as much did as well."""
POWER: Final = 0.35
"""Power with which the chances of moves count, chosen on few games of a third seed: moves of one plan tell
less than as many that do not, and hands that fit by the luck of the cards imagined must not count too much."""
STEPS: Final = 500
"""Steps of each chain."""
PRIORITIES: Final = 64
DEALS: Final = 256
"""Priorities and deals of unseen cards that are imagined."""
PARTS: Final = 8
"""Groups of chains whose differences tell how exact chances are."""
MOST_TERMS: Final = 512
ASKED: Final = 320
LEAST_PLANS: Final = 8
MOST_PLANS: Final = 32
"""With how many priorities the strategy is asked at each decision: so many in all, but no fewer and no more."""
SEARCH_PLANS: Final = 1
"""With how many of these priorities it is asked while chains walk; the likeliest hands are judged with all."""
MOST_JUDGED: Final = 128
UNLIKELY: Final = 8.0
"""How many hands of each group of chains are judged with all priorities, and how far the logarithm of the weight
may be below that of the likeliest."""


@dataclass(frozen=True)
class Hands:
    """Different hands of tickets with their weights.

    Attributes
    ----------
    held : array of int64, (hands, tickets given)
        The tickets held in each, -1 for none.
    weight : array of float64
        They add up to 1.
    """

    held: Ints
    weight: Floats

    def chances(self) -> Floats:
        """Return the chance of each ticket, by its number."""
        found = np.zeros(TICKETS + 1)
        np.add.at(found, self.held, self.weight[:, np.newaxis])
        return np.minimum(found[:TICKETS], 1.0)  # weights add up to 1 but for their last digits


def _different(walked: Chains) -> tuple[Ints, Ints, Ints]:
    """Return which steps met a hand, the first of these for each different hand, and which hand each of them met."""
    keys = walked.keys.reshape(-1)
    met = np.flatnonzero(keys)
    _, first, which = np.unique(keys[met], return_index=True, return_inverse=True)
    return met, met[first], which


def _log_weights(walked: Chains, power: float) -> Floats:
    """Return the logarithm of the weight of each different hand that chains met.

    How likely the choices of tickets are depends on the tickets returned, too, which the chain draws by it: over them,
    the harmonic mean is that over all that may be returned.
    """
    met, first, which = _different(walked)
    passed = walked.passed.reshape(-1, 2)
    chosen = np.bincount(which) / np.bincount(which, np.exp(-power * passed[met, 1]))
    return np.asarray(power * passed[first, 0] + np.log(chosen))


def hands_of(seen: evidence.Evidence, walked: Chains, power: float) -> Hands:
    """Return the different hands that chains met, weighted by how likely all moves are with each of them.

    So it does not matter how often a chain met a hand.
    """
    logs, first = _log_weights(walked, power), _different(walked)[1]
    weight, size = np.exp(logs - logs.max()), walked.given.shape[2]
    given, chosen = walked.given.reshape(-1, size)[first], walked.chosen.reshape(-1, size)[first]
    held = np.where((chosen == 1) & (seen.until == evidence.FOREVER), given, -1)
    return Hands(held, weight / weight.sum())


def _every(walked: Chains, first: int, number: int) -> Chains:
    """Return one in ``number`` of the chains, as they are: what is changed there is changed in all."""
    names = ("keys", "passed", "given", "chosen")
    return walked._replace(**{name: getattr(walked, name)[first::number] for name in names})


def likeliest(walked: Chains, power: float, most: int) -> npt.NDArray[np.bool_]:
    """Return which steps met one of the likeliest hands, in the shape of ``walked.keys``."""
    met, _, which = _different(walked)
    logs = _log_weights(walked, power)
    best = np.zeros(len(logs), np.bool_)
    best[np.argsort(-logs, kind="stable")[:most]] = True
    best &= logs >= logs.max() - UNLIKELY
    chosen = np.zeros(walked.keys.shape, np.bool_)
    chosen.reshape(-1)[met] = best[which]
    return chosen


def total_log_weight(walked: Chains, power: float, chosen: npt.NDArray[np.bool_]) -> float:
    """Return the logarithm of the weight that the hands of some steps have together."""
    logs = _log_weights(walked._replace(keys=np.where(chosen, walked.keys, 0)), power)
    return float(np.logaddexp.reduce(logs))


@dataclass(frozen=True)
class Posterior:
    """What one player may hold: the hands that chains met.

    Attributes
    ----------
    seen : Evidence
    imagined : Imagined
    hands : Hands
    parts : list of Hands
        Those of each of several groups of chains.
    number : int
        Number of chains.
    """

    seen: evidence.Evidence
    imagined: Imagined
    hands: Hands
    parts: list[Hands]
    number: int

    def chances(self) -> Floats:
        """Return the chance of each ticket, by its number, that the player holds it."""
        return self.hands.chances()

    def errors(self) -> Floats:
        """Return the standard error of each chance, from how far groups of chains differ; never 0."""
        found = np.array([part.chances() for part in self.parts])
        return np.asarray(found.std(axis=0, ddof=1) / np.sqrt(len(found)) + 0.25 / self.number)

    def draw_tickets(self, rng: np.random.Generator) -> Ints:
        """Draw the tickets of a hand."""
        held = self.hands.held[rng.choice(len(self.hands.weight), p=self.hands.weight)]
        return np.asarray(held[held >= 0])

    def draw_cards(self, rng: np.random.Generator) -> Ints:
        """Draw a hand of cards with which the player can have paid what they paid, as numbers by kind."""
        hand: Ints = self.seen.known[-1].copy()
        np.add.at(hand, rng.choice(self.imagined.cards)[: len(self.seen.card_born)], 1)
        return hand

    @property
    def effective_hands(self) -> float:
        """How many hands of equal weight tell as much."""
        return float(1 / np.square(self.hands.weight).sum())


def assumed_player(strategy: str | Strategy, noise: Noise = NOISE) -> Assumed:
    """Return a strategy in the form that compiled code takes.

    Raises
    ------
    StrategyError
        If it is none, or cannot be compiled: thousands of imagined hands are put to it.
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
    decision: list[int] = np.asarray(seen.publics.decision).tolist()
    starts = [at for at, each in enumerate(decision) if each not in {codes.AT_SECOND, codes.AT_KEEP}]
    seconds = [list(takewhile(lambda each: each == codes.AT_SECOND, decision[at + 1 :])) for at in starts]
    return [(at, at + 1 + len(more)) for at, more in zip(starts, seconds, strict=True)]


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
        self.space, self._number = space_for(seen), number
        messages.announce_compilation(chains.walk)

    def _fresh(self, steps: int) -> Chains:
        given, number = len(self.seen.born), self._number
        tickets, kept = hands_in_order(self.seen, number), np.zeros((number, given), np.int64)
        keys, passed = np.zeros((number, steps), np.uint64), np.zeros((number, steps, 2))
        noted, chosen = np.zeros((number, steps, given), np.int64), np.zeros((number, steps, given), np.int64)
        fit, logs = np.zeros((given, TICKETS)), np.zeros((number, GROUPS))
        return Chains(tickets, kept, keys, passed, noted, chosen, fit, logs, np.zeros(2, np.int64))

    def draw(self, seed: int) -> None:
        """Draw what is imagined beside tickets."""
        chains.draw(self._tables, self.seen, self._player, self.imagined, self.space, seed)
        few = slice(SEARCH_PLANS * HANDS)
        hands, legal = self.imagined.hands[:, few].copy(), self.imagined.legal[:, few].copy()
        self._few = self.imagined._replace(hands=hands, legal=legal)
        self.terms = terms_of(self.seen)

    def go(self, steps: int, power: float, seed: int) -> Posterior:
        """Walk so many chains from their beginning; what is imagined must be there.

        They walk by what few of the cards and priorities imagined tell; then the likeliest hands are judged with all.
        """
        walked, number = self._fresh(steps), min(PARTS, self._number)
        self.search_terms = terms_of(self.seen)
        chains.walk(
            self._tables, self.seen, self._player, self._few, self.space, self.search_terms, walked, steps, power, seed
        )
        parts = [_every(walked, i, PARTS) for i in range(number)]
        self._judge_likeliest(walked, parts, power)
        found = [hands_of(self.seen, part, power) for part in parts]
        return Posterior(self.seen, self.imagined, hands_of(self.seen, walked, power), found, self._number)

    def _judge_likeliest(self, walked: Chains, parts: list[Chains], power: float) -> None:
        """Judge the likeliest hands of each group of chains with all that is imagined.

        The others, whose weight matters only where a great many hands are about as likely, keep the weight of the
        search, in the scale of those that were judged.
        """
        keys = [part.keys[likeliest(part, power, MOST_JUDGED)] for part in parts]
        judged = np.isin(walked.keys, np.concatenate(keys))
        before = total_log_weight(walked, power, judged)
        walked.passed[judged] = self._judge(walked.given[judged], walked.chosen[judged])
        if power > 0:
            shift = (total_log_weight(walked, power, judged) - before) / power
            walked.passed[(walked.keys != 0) & ~judged, 0] += shift

    def _judge(self, given: Ints, kept: Ints) -> Floats:
        passed = np.zeros((len(given), 2))
        chains.judge(
            self._tables, self.seen, self._player, self.imagined, self.space, self.terms, given, kept, passed
        )  # fmt: skip
        return passed

    def judge(self, tickets: Ints, kept: Ints) -> float:
        """Return the logarithm of the chance of all moves with given tickets; ``space`` tells of each decision."""
        return float(self._judge(tickets[np.newaxis], kept[np.newaxis]).sum())


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
