"""Draws: how many blind draws it takes until a set of cards is in hand. Exact.

The cards drawn blind are a sample, without replacement, of the unseen cards. The ways to draw them are
counted in whole numbers, by multiplying one polynomial for each colour (exponent: cards drawn), so every
probability here is the rounded value of an exact fraction. One named colour has a closed form, which
:func:`useful_in_hand` computes for whole arrays. For draws with the market, see :mod:`ttr_analysis.exact.odds.market`.

Colours of a deck other than the train deck include its name: ``red ship``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import hypergeom

from ttr_analysis import _validate as check
from ttr_analysis.exact.odds import _unseen
from ttr_analysis.exact.odds._given import check_cards, takes_rules
from ttr_analysis.rules.spec import WILD, CardKind, RuleSet

TAIL = 1e-9
"""If the probability of never having the set is below this, the set counts as always reached."""

Need = int | Mapping[str, int]
"""What is wanted: a number of spaces in any one colour (an int), or in each named colour (a mapping)."""

_Ways = dict[tuple[int, int], int]  # (cards drawn, units covered or missing) -> number of ways


@dataclass(frozen=True, slots=True)
class WaitingTime:
    """Distribution of the time until a set of cards is in hand.

    Attributes
    ----------
    in_hand : ndarray of float, shape (n + 1,)
        P(in hand after i cards or turns), i = 0 to n.
    unit : str
        ``cards`` or ``turns``.
    games : int
        Number of simulated games it is based on; 0 for an exact distribution.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["usa"].cards
    >>> time = ttr.odds.draws_until(cards, {"red": 3})
    >>> round(time.mean, 1)
    12.3
    """

    in_hand: NDArray[np.float64]
    unit: str = "cards"
    games: int = 0

    @property
    def exact(self) -> bool:
        """Whether the distribution was computed, not simulated."""
        return self.games == 0

    @property
    def odds(self) -> NDArray[np.float64]:
        """P(in hand after exactly i cards or turns), shape (n + 1,); sums to ``1 - never``."""
        return np.diff(self.in_hand, prepend=0.0)

    @property
    def never(self) -> float:
        """P(not in hand after all cards are drawn, or within the turns covered)."""
        return float(max(0.0, 1.0 - self.in_hand[-1]))

    @property
    def mean(self) -> float:
        """Mean waiting time; infinite if the set may never be in hand."""
        return float("inf") if self.never > TAIL else float((1.0 - self.in_hand).sum())

    @property
    def standard_error(self) -> NDArray[np.float64]:
        """Standard error of ``in_hand``, shape (n + 1,); zero for an exact distribution."""
        if self.exact:
            return np.zeros_like(self.in_hand)
        return np.asarray(np.sqrt(self.in_hand * (1 - self.in_hand) / self.games))

    def quantile(self, chance: float) -> float:
        """Return the shortest time after which the set is in hand with at least this probability (inf if never)."""
        reached = self.in_hand >= check.probability("chance", chance) - TAIL
        return float(np.argmax(reached)) if reached.any() else float("inf")

    def within(self, time: int) -> float:
        """Return P(in hand after ``time`` cards or turns)."""
        return float(self.in_hand[min(check.count("time", time), self.in_hand.size - 1)])

    def in_turns(self, draws: int = 2) -> WaitingTime:
        """Return the same distribution in turns of ``draws`` cards each."""
        draws = check.count("draws", draws, minimum=1)
        if self.unit != "cards":
            raise ValueError(f"the distribution is in {self.unit} already")
        last = self.in_hand.size - 1
        turns = -(-last // draws)
        return WaitingTime(self.in_hand[np.minimum(np.arange(turns + 1) * draws, last)], "turns", self.games)


def suit(card: CardKind) -> str:
    """Return the name of the colour a card counts for: ``red``, ``red ship``, ``locomotive``."""
    return card.color if card.deck == "train" or card.wild else f"{card.color} {card.deck}"


def cards_of(counts: Mapping[str, int]) -> tuple[CardKind, ...]:
    """Return the cards of a train deck of your own: ``cards_of({"red": 12, "locomotive": 14})``.

    Examples
    --------
    >>> [card.name for card in ttr.odds.cards_of({"red": 12, "locomotive": 14})]
    ['red', 'locomotive']
    """
    return tuple(CardKind("train", color, check.count(f"counts[{color!r}]", n)) for color, n in counts.items())


@takes_rules
def deck_cards(rules: RuleSet, deck: str = "train") -> tuple[CardKind, ...]:
    """Return the cards of one of a game's decks.

    Raises
    ------
    ValueError
        If the game has no such deck.

    Examples
    --------
    >>> cards = ttr.odds.deck_cards(ttr.rules.RULE_SETS["usa"])
    >>> sum(card.count for card in cards)
    110
    """
    if deck not in rules.decks:
        raise ValueError(f"deck is {deck!r}, but {rules.name} has: {', '.join(rules.decks)}")
    return tuple(card for card in rules.cards if card.deck == deck)


def useful_in_hand(draws: ArrayLike, need: ArrayLike, useful: ArrayLike, unseen: ArrayLike) -> NDArray[np.float64]:
    """Return P(at least ``need`` of the cards drawn blind are useful), in closed form.

    Parameters
    ----------
    draws, need, useful, unseen : array_like of int
        Cards drawn; useful cards wanted; useful cards, and all cards, among those that can be drawn. For one
        named colour the useful cards are that colour and the locomotives: 26 of 110.

    Returns
    -------
    ndarray of float
        In the shape of the arguments, broadcast.

    Raises
    ------
    ValueError
        If a number is negative, or ``useful`` or ``draws`` is larger than ``unseen``.

    Examples
    --------
    >>> ttr.odds.useful_in_hand([2, 4, 8], need=1, useful=12, unseen=110).round(3).tolist()
    [0.207, 0.374, 0.616]
    """
    drawn, wanted = check.whole_numbers("draws", draws), check.whole_numbers("need", need)
    good, total = _population(useful, unseen)
    if np.any(drawn > total):
        raise ValueError("draws is larger than unseen: more cards are drawn than there are")
    return np.asarray(hypergeom.sf(wanted - 1, _unseen.population(total), good, drawn), dtype=np.float64)


def mean_draws(need: ArrayLike, useful: ArrayLike, unseen: ArrayLike) -> NDArray[np.float64]:
    """Return the mean number of blind draws until ``need`` useful cards are in hand: need (unseen + 1) / (useful + 1).

    The mean of the negative hypergeometric distribution, infinite where ``need`` is more than ``useful``.
    Parameters, shape and errors as for :func:`useful_in_hand`.

    Examples
    --------
    >>> ttr.odds.mean_draws(3, 12, 110).round(2).tolist()
    25.62
    """
    wanted = check.whole_numbers("need", need)
    good, total = _population(useful, unseen)
    return np.where(wanted > good, np.inf, wanted * (total + 1) / (good + 1))


def draws_until(
    cards: Sequence[CardKind],
    need: Need,
    *,
    hand: Mapping[str, int] | None = None,
    gone: Mapping[str, int] | None = None,
    locomotives: int = 0,
    deck: int | None = None,
) -> WaitingTime:
    """Compute the distribution of the number of blind draws from one deck until a set is in hand.

    Parameters
    ----------
    cards : sequence of CardKind
        The cards of one deck (``rules.cards``; use :func:`deck_cards` for a game with two).
    need : int or mapping of str to int
        Spaces to cover in any one colour (a gray track), or in each of the colours named.
        Locomotives replace any card; a double-ship card covers two spaces.
    hand : mapping of str to int, optional
        Cards in hand, by kind of card; they are not in the deck.
    gone : mapping of str to int, optional
        Other cards known to be out of the deck, by kind.
    locomotives : int
        Least number of locomotives among the wanted cards (ferries).
    deck : int, optional
        Cards that can be drawn; default: all unseen ones.

    Returns
    -------
    WaitingTime
        Exact, in cards, index 0 to ``deck``.

    Raises
    ------
    ValueError
        If a number is negative, hand and ``gone`` hold more cards than there are, ``deck`` is larger than
        what is unseen, a colour is unknown, or ``cards`` belong to more than one deck.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["usa"].cards
    >>> ttr.odds.draws_until(cards, {"red": 2}).in_hand[:5].round(3).tolist()
    [0.0, 0.0, 0.054, 0.139, 0.237]
    """
    check_cards(cards)
    if len({card.deck for card in cards}) > 1:
        raise ValueError("cards belong to several decks; draw from one (deck_cards), or use draws_from_decks")
    held = check.counts("hand", hand, [card.name for card in cards])
    unseen = _unseen.without(_unseen.without(cards, "hand", held), "gone", gone)
    total = sum(card.count for card in unseen)
    size = total if deck is None else check.count("deck", deck, maximum=total, why="no more cards are unseen")
    minimum = check.count("locomotives", locomotives)
    units = units_held(cards, held)
    if isinstance(need, Mapping):
        ways = _margin_ways(unseen, named_need(need, cards), units, minimum=minimum)[0]
    else:
        ways = _any_color_ways(unseen, check.count("need", need), units, minimum)
    return WaitingTime(_shares(ways, total)[: size + 1])


def draws_from_decks(
    cards: Sequence[CardKind], need: Mapping[str, int], *, hand: Mapping[str, int] | None = None
) -> NDArray[np.float64]:
    """Compute P(a set is in hand) after each number of blind cards from each of two decks (Rails & Sails); exact.

    Parameters
    ----------
    cards : sequence of CardKind
        Every card of the game (``rules.cards``); wilds must be in the deck called ``train``.
    need : mapping of str to int
        Spaces to cover in each colour: ``{"red": 2, "red ship": 5}``; wilds replace any card.
    hand : mapping of str to int, optional
        Cards in hand, by kind of card.

    Returns
    -------
    ndarray of float, shape (train cards unseen + 1, other cards unseen + 1)
        Element ``[i, j]``: the probability after i train cards and j cards of the other deck.

    Raises
    ------
    ValueError
        If a number is negative, a colour is unknown, the hand holds more cards than there are, or wilds
        are in the other deck.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["rails_sails_world"].cards
    >>> ttr.odds.draws_from_decks(cards, {"red": 1}).shape
    (81, 61)
    """
    check_cards(cards)
    named, held = named_need(need, cards), check.counts("hand", hand, [card.name for card in cards])
    units = units_held(cards, held)
    unseen = _unseen.without(cards, "hand", held)
    train = [card for card in unseen if card.deck == "train"]
    other = [card for card in unseen if card.deck != "train"]
    if any(card.wild for card in other):
        raise ValueError("cards: wilds outside the deck called 'train' are not supported")
    suits = {suit(card) for card in other}
    wanted = {name: number for name, number in named.items() if name in suits}
    plain = {name: number for name, number in named.items() if name not in suits}
    maximum = sum(wanted.values())
    sizes = [sum(card.count for card in deck) for deck in (train, other)]
    wilds_left = np.array([_shares(ways, sizes[0]) for ways in _margin_ways(train, plain, units, maximum=maximum)])
    enough = [_margin_ways(other, wanted, {**units, WILD: wilds})[0] for wilds in range(maximum + 1)]
    return np.asarray(wilds_left.T @ np.array([_shares(ways, sizes[1]) for ways in enough]))


def _population(useful: ArrayLike, unseen: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    good, total = check.whole_numbers("useful", useful), check.whole_numbers("unseen", unseen)
    if np.any(good > total):
        raise ValueError("useful is larger than unseen: more cards are useful than there are")
    return good, total


def named_need(need: Mapping[str, int], cards: Iterable[CardKind]) -> dict[str, int]:
    """Return the needed colours, checked; locomotives have an argument of their own."""
    return check.counts("need", need, sorted({suit(card) for card in cards if not card.wild}))


def units_held(cards: Iterable[CardKind], hand: Mapping[str, int]) -> dict[str, int]:
    """Return the number of spaces that each colour of a hand covers."""
    units: dict[str, int] = {WILD: 0}
    for card in cards:
        units[suit(card)] = units.get(suit(card), 0) + card.units * hand.get(card.name, 0)
    return units


def _suit_ways(cards: Iterable[CardKind], name: str) -> _Ways:
    """Count the ways to draw cards of one colour: (cards drawn, units) -> ways."""
    ways: _Ways = {(0, 0): 1}
    for card in cards:
        if suit(card) == name:
            picks = {(n, n * card.units): comb(card.count, n) for n in range(card.count + 1)}
            ways = _times(ways, picks)
    return ways


def _times(left: _Ways, right: _Ways) -> _Ways:
    """Return the product of two polynomials in two variables."""
    product: _Ways = {}
    for (i, a), m in left.items():
        for (j, b), n in right.items():
            product[i + j, a + b] = product.get((i + j, a + b), 0) + m * n
    return product


def multiply(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return the product of two polynomials in one variable, in whole numbers of any size."""
    product = [0] * (len(left) + len(right) - 1)
    for i, m in enumerate(left):
        if m:
            for j, n in enumerate(right):
                product[i + j] += m * n
    return product


def _binomials(count: int) -> list[int]:
    """Count the ways to draw 0, 1, ... of ``count`` cards."""
    return [comb(count, n) for n in range(count + 1)]


def _shares(ways: Sequence[int], total: int) -> NDArray[np.float64]:
    """Return the ways to draw 0, 1, ... of ``total`` cards as shares of all ways."""
    padded = [*ways, *[0] * (total + 1 - len(ways))]
    return np.array([padded[n] / comb(total, n) for n in range(total + 1)])


def _margin_ways(
    unseen: Sequence[CardKind], need: Mapping[str, int], held: Mapping[str, int], *, minimum: int = 0, maximum: int = 0
) -> list[list[int]]:
    """Count the ways in which all named colours are in hand and k wilds are left over, by cards drawn.

    Parameters
    ----------
    unseen : sequence of CardKind
    need, held : mapping of str to int
        Units of each colour that are wanted, and that are in hand.
    minimum : int
        Least number of locomotives in hand.
    maximum : int
        Largest k that is counted separately.

    Returns
    -------
    list of list of int
        Element ``[k][n]``: ways to draw n cards so that k (for k = ``maximum``: k or more) wilds are left over.
    """
    short: _Ways = {(0, 0): 1}
    for name, number in need.items():
        missing: _Ways = {}
        for (drawn, units), ways in _suit_ways(unseen, name).items():
            key = (drawn, max(0, number - held.get(name, 0) - units))
            missing[key] = missing.get(key, 0) + ways
        short = _times(short, missing)
    wilds = sum(card.count for card in unseen if card.wild)
    named = sum(card.count for card in unseen if suit(card) in need)
    rest = _binomials(sum(card.count for card in unseen) - wilds - named)
    results = [[0] * (named + wilds + 1) for _ in range(maximum + 1)]
    for (drawn, missing_units), ways in short.items():
        for wild in range(wilds + 1):
            in_hand = wild + held.get(WILD, 0)
            if in_hand >= max(minimum, missing_units):
                results[min(maximum, in_hand - missing_units)][drawn + wild] += ways * comb(wilds, wild)
    return [multiply(result, rest) for result in results]


def _any_color_ways(unseen: Sequence[CardKind], number: int, held: Mapping[str, int], minimum: int) -> list[int]:
    """Count the ways, by cards drawn, in which one colour and the locomotives together cover ``number`` spaces."""
    names = sorted({suit(card) for card in unseen if not card.wild})
    suits = {name: _suit_ways(unseen, name) for name in names}
    total = sum(card.count for card in unseen)
    wilds = sum(card.count for card in unseen if card.wild)
    failing = [0] * (total + 1)
    for wild in range(wilds + 1):
        in_hand = wild + held.get(WILD, 0)
        if in_hand < minimum:
            ways = _binomials(total - wilds)
        elif in_hand >= number:
            continue
        else:
            ways = [1]
            for name, picks in suits.items():
                ways = multiply(ways, _few(picks, number - in_hand - 1 - held.get(name, 0)))
        for drawn, count in enumerate(ways):
            failing[drawn + wild] += comb(wilds, wild) * count
    return [comb(total, n) - count for n, count in enumerate(failing)]


def _few(picks: _Ways, units: int) -> list[int]:
    """Count the ways to draw 0, 1, ... cards of a colour that cover no more than ``units`` spaces."""
    ways = [0] * (max(drawn for drawn, _ in picks) + 1)
    for (drawn, covered), count in picks.items():
        if covered <= units:
            ways[drawn] += count
    return ways
