"""Simulated drawing with a market, for sets too large for the exact programme of :mod:`.market`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.exact.odds.draws import suit
from ttr_analysis.rules.spec import WILD, CardKind, RuleSet


@dataclass(frozen=True, slots=True)
class Collection:
    """What is collected: ``need`` as in ``draws_until``, the fewest locomotives, whether to take face-up ones."""

    need: dict[str, int] | int
    locomotives: int
    take_locomotives: bool

    def short(self, units: Mapping[str, int], face_up: Mapping[str, int]) -> dict[str, int]:
        """Return the spaces that each wanted colour lacks; for *any one colour*, those of the most promising one."""
        if isinstance(self.need, dict):
            return {name: number - units[name] for name, number in self.need.items() if number > units[name]}
        best = max(face_up, key=lambda name: units[name] + face_up[name])
        return {best: self.need - units[best]} if self.need > units[best] else {}

    def complete(self, units: Mapping[str, int]) -> bool:
        """Return whether a hand that covers ``units`` spaces by colour holds the set."""
        if units[WILD] < self.locomotives:
            return False
        if isinstance(self.need, dict):
            return sum(self.short(units, {}).values()) <= units[WILD]
        return max(n for name, n in units.items() if name != WILD) + units[WILD] >= self.need


class _Table:
    """One game: shuffled decks, a market, a hand."""

    def __init__(
        self,
        rules: RuleSet,
        decks: list[list[CardKind]],
        hand: Mapping[str, int],
        market: Mapping[str, int],
        goal: Collection,
    ) -> None:
        self.rules, self.decks, self.goal = rules, decks, goal
        self.units = {WILD: 0, **{suit(card): 0 for card in rules.cards}}
        self.deck_of = {suit(card): card.deck for card in rules.cards}
        for card in rules.cards:
            self.take(card, hand.get(card.name, 0))
        self.market = [card for card in rules.cards for _ in range(market.get(card.name, 0))]
        self.refill()

    def take(self, card: CardKind, number: int = 1) -> None:
        self.units[suit(card)] += number * card.units

    def refill(self) -> None:
        market = self.rules.market
        for reset in range(market.reset_limit + 1):
            for deck, cards in enumerate(self.decks):
                name = self.rules.decks[deck]
                shown = sum(card.deck == name for card in self.market)
                self.market += [cards.pop() for _ in range(min(len(cards), market.slots[deck] - shown))]
            wilds = sum(card.wild for card in self.market)
            clear = 0 < market.wild_limit <= wilds and reset < market.reset_limit and any(self.decks)
            if not clear:
                return
            self.market.clear()

    def draw(self, first: bool) -> bool:
        """Draw one card by the policy; return whether the turn goes on."""
        face_up = {name: 0 for name in self.units if name != WILD}
        for card in self.market:
            if not card.wild:
                face_up[suit(card)] += card.units
        short = self.goal.short(self.units, face_up)
        useful = [card for card in self.market if suit(card) in short]
        wilds = [card for card in self.market if card.wild]
        if useful:
            chosen = max(useful, key=lambda card: (short[suit(card)], min(card.units, short[suit(card)])))
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
        by_deck = [sum(n for name, n in short.items() if self.deck_of[name] == deck) for deck in self.rules.decks]
        ranked = sorted(range(len(self.decks)), key=lambda deck: -by_deck[deck])
        for deck in ranked:
            if self.decks[deck]:
                self.take(self.decks[deck].pop())
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
    random = np.random.default_rng(seed)
    piles = [[card for card in unseen if card.deck == deck for _ in range(card.count)] for deck in rules.decks]
    finished = np.full(games, turns + 1, dtype=np.int64)
    for game in range(games):
        decks = [[pile[i] for i in random.permutation(len(pile))] for pile in piles]
        table = _Table(rules, decks, hand, market, goal)
        for turn in range(turns + 1):
            if goal.complete(table.units):
                finished[game] = turn
                break
            table.turn()
    return finished
