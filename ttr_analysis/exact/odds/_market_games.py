"""Simulated drawing with a market, for sets too large for the exact programme of :mod:`.market`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.exact.odds.draws import suit
from ttr_analysis.rules.spec import WILD, CardKind, RuleSet


class Card(NamedTuple):
    """What counts of a card here, read from its kind once."""

    suit: str
    units: int
    wild: bool
    deck: str

    @classmethod
    def of(cls, kind: CardKind) -> Self:
        """Return a card of this kind."""
        return cls(suit(kind), kind.units, kind.wild, kind.deck)


@dataclass(frozen=True, slots=True)
class Collection:
    """What is collected: ``need`` as in ``draws_until``, the fewest locomotives, whether to take face-up ones."""

    need: dict[str, int] | int
    locomotives: int
    take_locomotives: bool

    def short(self, units: Mapping[str, int], market: Sequence[Card]) -> dict[str, int]:
        """Return the spaces that each wanted colour lacks; for *any one colour*, those of the most promising one."""
        if isinstance(self.need, dict):
            return {name: number - units[name] for name, number in self.need.items() if number > units[name]}
        covered = {name: number for name, number in units.items() if name != WILD}
        for card in market:
            if not card.wild:
                covered[card.suit] += card.units
        best = max(covered, key=lambda name: covered[name])
        return {best: self.need - units[best]} if self.need > units[best] else {}

    def complete(self, units: Mapping[str, int]) -> bool:
        """Return whether a hand that covers ``units`` spaces by colour holds the set."""
        if units[WILD] < self.locomotives:
            return False
        if isinstance(self.need, dict):
            return sum(self.short(units, ()).values()) <= units[WILD]
        return max(n for name, n in units.items() if name != WILD) + units[WILD] >= self.need


class Start:
    """What all games have in common."""

    def __init__(self, rules: RuleSet, hand: Mapping[str, int], market: Mapping[str, int], goal: Collection) -> None:
        self.rules, self.goal = rules, goal
        cards = {kind.name: Card.of(kind) for kind in rules.cards}
        self.deck_of = {card.suit: card.deck for card in cards.values()}
        self.units = {WILD: 0, **dict.fromkeys(self.deck_of, 0)}
        for name, card in cards.items():
            self.units[card.suit] += hand.get(name, 0) * card.units
        self.market = [card for name, card in cards.items() for _ in range(market.get(name, 0))]


class Table:
    """One game: shuffled decks, a market, a hand."""

    def __init__(self, start: Start, decks: list[list[Card]]) -> None:
        self.rules, self.goal, self.deck_of = start.rules, start.goal, start.deck_of
        self.units, self.market, self.decks = dict(start.units), list(start.market), decks
        self.refill()

    def take(self, card: Card) -> None:
        self.units[card.suit] += card.units

    def refill(self) -> None:
        market = self.rules.market
        for reset in range(market.reset_limit + 1):
            for name, slots, cards in zip(self.rules.decks, market.slots, self.decks, strict=True):
                shown = sum(card.deck == name for card in self.market)
                self.market += [cards.pop() for _ in range(min(len(cards), slots - shown))]
            wilds = sum(card.wild for card in self.market)
            clear = 0 < market.wild_limit <= wilds and reset < market.reset_limit and any(self.decks)
            if not clear:
                return
            self.market.clear()

    def draw(self, first: bool) -> bool:
        """Draw one card by the policy; return whether the turn goes on."""
        short = self.goal.short(self.units, self.market)
        useful = [card for card in self.market if card.suit in short]
        wilds = [card for card in self.market if card.wild]
        if useful:
            chosen = max(useful, key=lambda card: (short[card.suit], min(card.units, short[card.suit])))
        elif first and wilds and (self.goal.take_locomotives or self.units[WILD] < self.goal.locomotives):
            chosen = wilds[0]
        else:
            self.draw_blind(short)
            return True
        self.market.remove(chosen)
        self.take(chosen)
        self.refill()
        return not chosen.wild

    def draw_blind(self, short: Mapping[str, int]) -> None:
        lacking = dict.fromkeys(self.rules.decks, 0)
        for name, number in short.items():
            lacking[self.deck_of[name]] += number
        ranked = sorted(zip(lacking.values(), self.decks, strict=True), key=lambda each: -each[0])
        for _, cards in ranked:
            if cards:
                self.take(cards.pop())
                return

    def turn(self) -> None:
        for card in range(self.rules.draws):
            if self.goal.complete(self.units) or not self.draw(first=card == 0):
                return


def simulate_turns(
    rules: RuleSet,
    unseen: Sequence[CardKind],
    hand: Mapping[str, int],
    market: Mapping[str, int],
    goal: Collection,
    games: int,
    seed: int,
    turns: int,
) -> NDArray[np.int64]:
    """Return the turn after which the set was in hand in each game, shape (games,); ``turns + 1`` if not by then."""
    random, start = np.random.default_rng(seed), Start(rules, hand, market, goal)
    piles = [[Card.of(kind) for kind in unseen if kind.deck == deck for _ in range(kind.count)] for deck in rules.decks]
    finished = np.full(games, turns + 1, dtype=np.int64)
    for game in range(games):
        table = Table(start, [[pile[i] for i in random.permutation(len(pile)).tolist()] for pile in piles])
        for turn in range(turns + 1):
            if goal.complete(table.units):
                finished[game] = turn
                break
            table.turn()
    return finished
