"""Unseen cards that a player may have got: dealt at random from those that nobody has seen, so that all can be paid."""

from typing import Final

from ttr_analysis.engine import random_stream
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.records import Ints, Words
from ttr_analysis.engine.state import Tables
from ttr_analysis.experiments.beliefs.evidence import Evidence

MIXING: Final = 20
"""Exchanges of cards, for each unseen one, that make them random."""


@compiled
def counts_by(seen: Evidence, cards: Ints, card: int, at: int) -> int:
    """Return how many unseen cards of a kind the player got by a decision."""
    count = 0
    for i in range(seen.card_born.shape[0]):
        count += int(cards[i] == card and seen.card_born[i] <= at)
    return count


@compiled
def pays(seen: Evidence, cards: Ints, card: int) -> bool:
    """Return whether the player had enough cards of a kind at each payment."""
    for i in range(seen.needs.shape[0]):
        if seen.needs[i, 1] == card and counts_by(seen, cards, card, seen.needs[i, 0]) < seen.needs[i, 2]:
            return False
    return True


@compiled
def swap(numbers: Ints, i: int, j: int) -> None:
    """Exchange two numbers."""
    number = numbers[i]
    numbers[i] = numbers[j]
    numbers[j] = number


@compiled
def exchange_card(tables: Tables, seen: Evidence, cards: Ints, rng: Words) -> None:
    """Exchange a card that the player got for another one if all can still be paid.

    All deals that pay for everything are equally likely after many such exchanges.
    """
    i = random_stream.below(rng, seen.card_born.shape[0])
    j = random_stream.below(rng, cards.shape[0])
    if cards[i] == cards[j] or tables.card_deck[cards[i]] != tables.card_deck[cards[j]]:
        return
    swap(cards, i, j)
    if not (pays(seen, cards, cards[i]) and pays(seen, cards, cards[j])):
        swap(cards, i, j)


@compiled
def settle(seen: Evidence, cards: Ints, rng: Words, fixed: Ints, tables: Tables) -> None:
    """Give the player the cards that they paid."""
    got = seen.card_born.shape[0]
    for i in range(got):
        fixed[i] = 0
    for need in range(seen.needs.shape[0]):
        at, card = seen.needs[need, 0], seen.needs[need, 1]
        for i in range(got):  # those of this kind that are there already stay
            missing = seen.needs[need, 2] - locked(seen, cards, fixed, card, at)
            if missing > 0 and cards[i] == card and fixed[i] == 0 and seen.card_born[i] <= at:
                fixed[i] = 1
        start = random_stream.below(rng, max(1, got))
        for k in range(got):
            i = (start + k) % got
            if locked(seen, cards, fixed, card, at) >= seen.needs[need, 2]:
                break
            if fixed[i] or seen.card_born[i] > at or tables.card_deck[cards[i]] != tables.card_deck[card]:
                continue
            for j in range(cards.shape[0]):
                if cards[j] == card and (j >= got or fixed[j] == 0):
                    swap(cards, i, j)
                    fixed[i] = 1
                    break


@compiled
def locked(seen: Evidence, cards: Ints, fixed: Ints, card: int, at: int) -> int:
    """Return how many cards of a kind are given for payments by a decision."""
    count = 0
    for i in range(seen.card_born.shape[0]):
        count += int(fixed[i] == 1 and cards[i] == card and seen.card_born[i] <= at)
    return count


@compiled
def deal_cards(tables: Tables, seen: Evidence, cards: Ints, fixed: Ints, rng: Words) -> None:
    """Deal the unseen cards at random; ``fixed`` is space for as many numbers as the player got."""
    if seen.card_born.shape[0] == 0:
        return
    settle(seen, cards, rng, fixed, tables)
    for _ in range(MIXING * seen.card_born.shape[0]):
        exchange_card(tables, seen, cards, rng)


@compiled
def fill_hand(seen: Evidence, cards: Ints, at: int, hand: Ints) -> None:
    """Fill in the cards that the player holds at a decision."""
    for card in range(hand.shape[0]):
        hand[card] = seen.known[at, card]
    for i in range(seen.card_born.shape[0]):
        if seen.card_born[i] <= at:
            hand[cards[i]] += 1
