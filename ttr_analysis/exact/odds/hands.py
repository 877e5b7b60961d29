"""Opening hands, fresh markets, and what blind cards are worth; exact (hypergeometric)."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import hypergeom

from ttr_analysis import _validate as check
from ttr_analysis.exact.odds import _unseen
from ttr_analysis.exact.odds._given import check_cards, takes_rules
from ttr_analysis.exact.odds.draws import suit
from ttr_analysis.results.source import exact, tagged
from ttr_analysis.rules.spec import WILD, CardKind, RuleSet


def hand_odds(
    cards: Sequence[CardKind], size: int, color: str = WILD, *, gone: Mapping[str, int] | None = None
) -> NDArray[np.float64]:
    """Compute the distribution of the number of cards of one colour among ``size`` cards drawn blind.

    Parameters
    ----------
    cards : sequence of CardKind
        The cards of one deck.
    size : int
        Cards drawn.
    color : str
        ``red``, ``red ship``, ``locomotive``.
    gone : mapping of str to int, optional
        Cards known to be elsewhere, by kind.

    Returns
    -------
    ndarray of float, shape (size + 1,)

    Raises
    ------
    ValueError
        If there are fewer than ``size`` cards, or no cards of that colour.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["usa"].cards
    >>> ttr.odds.hand_odds(cards, 4).round(3).tolist()
    [0.575, 0.346, 0.072, 0.006, 0.0]
    """
    check_cards(cards)
    if color not in {suit(card) for card in cards}:
        raise ValueError(f"color is {color!r}, which is not a card of the deck")
    unseen = _unseen.without(cards, "gone", gone)
    return _drawn(unseen, check.count("size", size), color, "size")


@takes_rules
def opening_hand_odds(rules: RuleSet, color: str = WILD) -> NDArray[np.float64]:
    """Compute the distribution of the number of cards of one colour in an opening hand, over all decks of a game.

    Returns
    -------
    ndarray of float, shape (cards dealt + 1,)

    Raises
    ------
    ValueError
        If the game has no cards of that colour.

    Examples
    --------
    >>> ttr.odds.opening_hand_odds(ttr.rules.RULE_SETS["usa"], "red").round(3).tolist()
    [0.626, 0.316, 0.054, 0.004, 0.0]
    """
    return _dealt(rules, rules.hand, color, None)


@takes_rules
def fresh_market_odds(rules: RuleSet, *, gone: Mapping[str, int] | None = None) -> NDArray[np.float64]:
    """Compute the distribution of the number of locomotives among the first cards turned up, before any reset.

    Parameters
    ----------
    rules : RuleSet
    gone : mapping of str to int, optional
        Cards known not to be in the decks (your own hand), by kind.

    Returns
    -------
    ndarray of float, shape (market cards + 1,)

    Raises
    ------
    ValueError
        If ``gone`` holds more cards than there are.

    Examples
    --------
    >>> ttr.odds.fresh_market_odds(ttr.rules.RULE_SETS["usa"]).round(3).tolist()
    [0.499, 0.38, 0.106, 0.014, 0.001, 0.0]
    """
    return _dealt(rules, rules.market.slots, WILD, gone)


@takes_rules
def market_reset_odds(rules: RuleSet, *, gone: Mapping[str, int] | None = None) -> float:
    """Return P(the first market is cleared because it shows too many locomotives).

    Parameters and errors as for :func:`fresh_market_odds`; 0 for a game without a market.

    Examples
    --------
    >>> round(ttr.odds.market_reset_odds(ttr.rules.RULE_SETS["usa"]), 4)
    0.0144
    """
    limit = rules.market.wild_limit
    return float(fresh_market_odds(rules, gone=gone)[limit:].sum()) if limit else 0.0


def blind_or_locomotive(
    cards: Sequence[CardKind], *, draws: int = 2, gone: Mapping[str, int] | None = None
) -> pd.DataFrame:
    """Compare a face-up locomotive (one certain card) with ``draws`` blind cards when c colours are useful.

    A blind card is useful if it is a locomotive or of one of the c colours (the c with most unseen cards).

    Parameters
    ----------
    cards : sequence of CardKind
        The cards of one deck.
    draws : int
        Cards of a turn.
    gone : mapping of str to int, optional
        Cards known to be out of the deck, by kind.

    Returns
    -------
    DataFrame, one row for c = 0, 1, ... colours (the index ``useful_colors``)
        ``useful_cards`` (unseen), ``mean_useful`` (of the blind cards), ``none_useful`` and ``all_useful``
        (probabilities), ``blind_is_better`` (``mean_useful`` above 1).

    Raises
    ------
    ValueError
        If fewer than ``draws`` cards are unseen.

    Notes
    -----
    This counts cards only. A locomotive fits every colour for the whole game; so even with four useful colours of the
    USA deck, where blind cards gain 13 % in count, there is little reason to leave one.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["usa"].cards
    >>> table = ttr.odds.blind_or_locomotive(cards)
    >>> list(table.columns), len(table)
    (['useful_cards', 'mean_useful', 'none_useful', 'all_useful', 'blind_is_better'], 9)
    """
    check_cards(cards)
    unseen = _unseen.without(cards, "gone", gone)
    total = sum(card.count for card in unseen)
    draws = check.count("draws", draws, maximum=total, why="no more cards are unseen")
    by_color: dict[str, int] = {}
    for card in unseen:
        by_color[suit(card)] = by_color.get(suit(card), 0) + card.count
    wilds = by_color.pop(WILD, 0)
    useful = wilds + np.cumsum([0, *sorted(by_color.values(), reverse=True)])
    mean = draws * useful / max(total, 1)
    table = pd.DataFrame(
        {
            "useful_cards": useful,
            "mean_useful": mean,
            "none_useful": hypergeom.pmf(0, _unseen.population(total), useful, draws),
            "all_useful": hypergeom.pmf(draws, _unseen.population(total), useful, draws),
            "blind_is_better": mean > 1,
        },
        index=pd.RangeIndex(useful.size, name="useful_colors"),
    )
    return tagged(table, exact())


def _drawn(unseen: Sequence[CardKind], size: int, color: str, name: str) -> NDArray[np.float64]:
    total = sum(card.count for card in unseen)
    check.count(name, size, maximum=total, why="no more cards are unseen")
    good = sum(card.count for card in unseen if suit(card) == color)
    return np.asarray(hypergeom.pmf(np.arange(size + 1), _unseen.population(total), good, size), dtype=np.float64)


def _dealt(rules: RuleSet, sizes: Sequence[int], color: str, gone: Mapping[str, int] | None) -> NDArray[np.float64]:
    """Compute the distribution of the number of cards of a colour among ``sizes[d]`` cards of each deck d."""
    if color not in {suit(card) for card in rules.cards}:
        raise ValueError(f"color is {color!r}, which is not a card of {rules.name}")
    unseen = _unseen.without(rules.cards, "gone", gone)
    odds = np.ones(1)
    for deck, size in zip(rules.decks, sizes, strict=True):
        odds = np.convolve(odds, _drawn([card for card in unseen if card.deck == deck], size, color, "hand"))
    return odds
