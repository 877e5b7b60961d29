"""Draws until a track can be paid for, where locomotives or sets of cards do not pay as usual; exact.

The ways to draw cards are counted by the number of locomotives, of all other cards, and by the largest
number of one colour that may pay: with these three it is clear whether some payment is in hand.
"""

from collections.abc import Sequence
from math import comb

import numpy as np

from ttr_analysis.exact.odds._given import takes_rules
from ttr_analysis.exact.odds.draws import WaitingTime, deck_cards, multiply
from ttr_analysis.maps import Track
from ttr_analysis.rules.spec import GRAY, CardKind, RuleSet


@takes_rules
def draws_until_track(rules: RuleSet, track: Track, spaces: int | None = None) -> WaitingTime:
    """Compute the distribution of the number of blind draws from a fresh deck until a track can be paid for.

    Parameters
    ----------
    rules : RuleSet
        They say whether locomotives may replace cards of the colour, and whether sets of cards stand for one.
    track : Track
        A track without pair spaces, of a deck with one kind of card of a colour.
    spaces : int, optional
        Cards to pay, if they are more than the track's spaces (a tunnel's surcharge).

    Returns
    -------
    WaitingTime
        Exact, in cards, index 0 to the size of the deck.

    Raises
    ------
    ValueError
        If the track has pair spaces, or its deck has more than one kind of card of a colour.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> round(ttr.odds.draws_until_track(usa.rules, usa.track("Denver-Omaha purple")).mean, 1)
    16.4
    """
    cards = deck_cards(rules, rules.track_kinds[track.kind].deck)
    plain = [card for card in cards if card.count and not card.wild]
    if track.pair_spaces or len({card.color for card in plain}) < len(plain) or any(c.units > 1 for c in plain):
        raise ValueError(f"{track.name} is not paid with single cards of one kind; see draws_until and its like")
    length = track.length if spaces is None else spaces
    wilds = sum(card.count for card in cards if card.wild)
    total = sum(card.count for card in cards)
    complete = [0] * (total + 1)
    before = [0] * (total + 1)
    for most in range(length + 1):
        ways = _at_most(plain, track.color, most if most < length else total)
        for others, (number, fewer) in enumerate(zip(ways, before, strict=False)):
            for wild in range(wilds + 1 if number > fewer else 0):
                if _pays(rules, track, length, most, wild, others):
                    complete[others + wild] += (number - fewer) * comb(wilds, wild)
        before = ways
    return WaitingTime(np.array([count / comb(total, n) for n, count in enumerate(complete)]))


def _at_most(cards: Sequence[CardKind], color: str, most: int) -> list[int]:
    """Count the ways to draw 0, 1, ... cards with at most so many of each colour that may pay."""
    ways = [1]
    for card in cards:
        limit = min(most, card.count) if color in (GRAY, card.color) else card.count
        ways = multiply(ways, [comb(card.count, n) for n in range(limit + 1)])
    return ways + [0] * (sum(card.count for card in cards) + 1 - len(ways))


def _pays(rules: RuleSet, track: Track, spaces: int, most: int, wilds: int, others: int) -> bool:
    """Return whether a payment is in hand, with ``most`` of one colour that may pay among ``others`` coloured cards."""
    kind, symbols = rules.track_kinds[track.kind], track.locomotives
    size = track.cards_for_one or kind.cards_for_wild
    colored = min(most, spaces - symbols)
    usable = min(wilds, spaces - colored) if kind.wilds else min(wilds, symbols)
    rest = others - colored + (wilds if track.cards_for_one and not kind.wilds else 0)
    sets = spaces - colored - usable
    if sets and not size:
        return False
    if not (track.cards_for_one or kind.wilds) and colored < spaces - symbols:
        return False
    if kind.cards_for_wild_symbols_only and sets > symbols:
        return False
    return usable + sets >= symbols and sets * size <= rest
