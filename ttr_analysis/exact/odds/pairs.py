"""Pairs of cards of one colour (the pair spaces of Rails & Sails); exact."""

from collections.abc import Sequence
from math import comb

import numpy as np

from ttr_analysis import _validate as check
from ttr_analysis.exact.odds._given import check_cards
from ttr_analysis.exact.odds.draws import WaitingTime, suit
from ttr_analysis.rules.spec import CardKind

_Ways = dict[tuple[int, int, int], int]  # (cards drawn, whole pairs, odd cards over) -> number of ways


def draws_until_pairs(cards: Sequence[CardKind], pairs: int) -> WaitingTime:
    """Compute the distribution of the number of blind draws until the cards drawn contain a number of pairs.

    A pair is two cards of one colour, a card and a wild, or two wilds; each pair may have a different colour.

    Parameters
    ----------
    cards : sequence of CardKind
        The cards of one deck.
    pairs : int
        Pairs wanted.

    Returns
    -------
    WaitingTime
        Exact, in cards, index 0 to the size of the deck.

    Raises
    ------
    ValueError
        If ``pairs`` is negative.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["usa"].cards
    >>> round(ttr.odds.draws_until_pairs(cards, 2).mean, 2)
    5.98
    """
    check_cards(cards)
    wanted = check.count("pairs", pairs)
    ways: _Ways = {(0, 0, 0): 1}
    for name in {suit(card) for card in cards if not card.wild}:
        count = sum(card.count for card in cards if suit(card) == name)
        product: _Ways = {}
        for (drawn, whole, odd), number in ways.items():
            for n in range(count + 1):
                key = (drawn + n, min(whole + n // 2, wanted), odd + n % 2)
                product[key] = product.get(key, 0) + number * comb(count, n)
        ways = product
    wilds, total = sum(card.count for card in cards if card.wild), sum(card.count for card in cards)
    complete = [0] * (total + 1)
    for (drawn, whole, odd), number in ways.items():
        for wild in range(wilds + 1):
            if whole + min(odd, wild) + max(0, wild - odd) // 2 >= wanted:
                complete[drawn + wild] += number * comb(wilds, wild)
    return WaitingTime(np.array([count / comb(total, n) for n, count in enumerate(complete)]))
