"""Small games whose hands can all be listed, for tests of what one may believe of opponents."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import exp, prod
from typing import Any

import numpy as np
from small_games import small_map, track

from ttr_analysis.experiments.beliefs import chances, evidence, posterior
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.rules import limits
from ttr_analysis.rules.usa import USA

TRACKS = (
    track("A-B", "red", 2), track("B-C", "blue", 2), track("C-D", "red", 3), track("D-A", "blue", 3),
    track("A-C", "green", 2), track("B-E", "green", 2), track("D-E", "gray", 2), track("C-E", "red", 1),
)  # fmt: skip
TICKETS = (("A-C", 4), ("B-D", 7), ("A-E", 5), ("C-E", 2), ("B-E", 3))


ROWS = 300
"""Hands of cards with which the strategy is asked at each decision."""


def tiny_map() -> GameMap:
    """A board of 5 cities and 5 tickets with cards of 3 colours."""
    colors = dict.fromkeys(("purple", "white", "yellow", "orange", "black"), 0)
    rules = USA.replace(
        hand=[1], pieces={"train": 12}, tickets={"deal": 2, "keep": 1, "draw": 2, "draw_keep": 1},
        card_counts={**colors, "red": 6, "blue": 6, "green": 6, "locomotive": 4},
    )  # fmt: skip
    return small_map(rules, TRACKS, TICKETS)


def course(game_map: GameMap, number: int, strategy: str = "expert") -> evidence.Course:
    """A game of two players."""
    return evidence.course_of(Game(game_map, 2, seed=5, number=number).play(strategy))


def arrangements(seen: evidence.Evidence) -> Iterator[tuple[list[int], list[int]]]:
    """Every order of tickets and every set of them kept, all equally likely at first."""
    offers = [np.flatnonzero(seen.offer == offer).tolist() for offer in dict.fromkeys(seen.offer.tolist())]
    chosen = [list(combinations(places, int(seen.kept[places[0]]))) for places in offers]
    for tickets in permutations(seen.tickets.tolist(), len(seen.born)):
        for kept in product(*chosen):
            flat = {place for places in kept for place in places}
            yield list(tickets), [int(place in flat) for place in range(len(seen.born))]


def cards(seen: evidence.Evidence) -> Iterator[tuple[list[int], int]]:
    """Every row of unseen cards that pays for everything, with the number of ways to deal it."""
    kinds, counts = np.unique(seen.pool, return_counts=True)
    number = dict(zip(kinds.tolist(), counts.tolist(), strict=True))
    for row in product(kinds.tolist(), repeat=len(seen.card_born)):
        paid = all(
            sum(card == kind and born <= at for card, born in zip(row, seen.card_born, strict=True)) >= least
            for at, kind, least in seen.needs.tolist()
        )
        ways = prod(number[kind] - row[:i].count(kind) for i, kind in enumerate(row))
        if paid and ways > 0:
            yield list(row), ways


def spread(seen: evidence.Evidence) -> list[list[int]]:
    """Rows of unseen cards, each as often as it is likely, in an order by chance."""
    rows, ways = zip(*cards(seen), strict=True)
    edges = np.cumsum(ways) / sum(ways)
    chosen = np.searchsorted(edges, (np.arange(ROWS) + 0.5) / ROWS)
    return [rows[i] for i in np.random.default_rng(1).permutation(chosen)]


def exact_chances(game: evidence.Course, seen: evidence.Evidence, player: Any, power: float) -> Any:
    """The chance of each ticket by Bayes' rule over all hands of tickets, with all unseen cards and many priorities."""
    walk = posterior.Walk(game, seen, player, number=2, plans=ROWS // chances.HANDS)
    walk.draw(99)
    for i, row in enumerate(spread(seen)):
        for at in range(len(seen.kind)):
            hand = seen.known[at].copy()
            np.add.at(hand, [card for card, born in zip(row, seen.card_born, strict=True) if born <= at], 1)
            walk.imagined.hands[at, i] = hand
    exact, total = np.zeros(limits.TICKETS), 0.0
    for tickets, kept in arrangements(seen):
        weight = exp(power * walk.judge(np.array(tickets), np.array(kept)))
        held = np.array(kept) * (seen.until == evidence.FOREVER)
        np.add.at(exact, tickets, weight * held)
        total += weight
    return exact / total
