"""Tunnels: how many more cards they cost, and how often they succeed; exact (hypergeometric).

Every card that nobody has seen is equally likely to be on top of the deck. So the cards turned up are a sample
of the *unseen* cards, however few of those the deck itself still holds; a short deck only means that fewer cards
are turned up. Rules: Europe, tunnels (``docs/rules.md`` section 2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import hypergeom

from ttr_analysis import _validate as check
from ttr_analysis.exact.odds import _unseen
from ttr_analysis.exact.odds._given import check_cards
from ttr_analysis.results.source import exact, tagged
from ttr_analysis.rules.spec import WILD, CardKind, RuleSet

REVEALS = 3
"""Cards turned up at a tunnel of the Europe game."""

_MOST_CARDS = 1_000_000
"""More unseen cards than any game has; with billions, scipy runs for minutes."""

ROUNDING = 1e-12
"""Tolerance for comparing sums of probabilities."""


def surcharge_odds(
    matching: ArrayLike, unseen: ArrayLike, deck: ArrayLike | None = None, reveals: int = REVEALS
) -> NDArray[np.float64]:
    """Compute the distribution of the number of extra cards a tunnel asks for.

    Parameters
    ----------
    matching : array_like of int
        Unseen cards that match: those of the colour paid, and locomotives (only locomotives if the payment is
        only locomotives).
    unseen : array_like of int
        Cards whose location is not known.
    deck : array_like of int, optional
        Cards that can be turned up (draw deck and discards); 0 means no risk. Default: all of ``unseen``.
    reveals : int
        Cards turned up.

    Returns
    -------
    ndarray of float, shape (..., reveals + 1)
        Probability of 0, 1, ... extra cards; the leading shape is that of the arguments, broadcast.

    Raises
    ------
    ValueError
        If a number is negative, more cards match than are unseen, or the deck is larger than ``unseen``.

    Examples
    --------
    >>> ttr.odds.surcharge_odds(matching=22, unseen=102).round(3).tolist()
    [0.479, 0.405, 0.108, 0.009]
    """
    reveals = check.count("reveals", reveals)
    population, good = check.whole_numbers("unseen", unseen), check.whole_numbers("matching", matching)
    size = population if deck is None else check.whole_numbers("deck", deck)
    if np.any(good > population):
        raise ValueError("matching is larger than unseen: more cards match than there are")
    if np.any(size > population):
        raise ValueError("deck is larger than unseen: every card of the deck is unseen")
    if np.any(population > _MOST_CARDS):
        raise ValueError(f"unseen is {population.max()}, but cannot be more than {_MOST_CARDS:,} cards")
    population, good, size = np.broadcast_arrays(population, good, size)
    turned = np.minimum(size, reveals)
    extra = np.arange(reveals + 1)
    odds = hypergeom.pmf(extra, _unseen.population(population)[..., None], good[..., None], turned[..., None])
    return np.asarray(odds, dtype=np.float64)


def success_odds(
    spare: ArrayLike, matching: ArrayLike, unseen: ArrayLike, deck: ArrayLike | None = None, reveals: int = REVEALS
) -> NDArray[np.float64]:
    """Compute P(a tunnel asks for no more than ``spare`` extra cards).

    Parameters
    ----------
    spare : array_like of int
        Cards left in hand after the payment that can pay the surcharge.
    matching, unseen, deck, reveals
        As for :func:`surcharge_odds`.

    Returns
    -------
    ndarray of float
        Probabilities, in the shape of the arguments broadcast.

    Raises
    ------
    ValueError
        As for :func:`surcharge_odds`, and if ``spare`` is negative.

    Examples
    --------
    >>> ttr.odds.success_odds([0, 1, 2, 3], matching=22, unseen=102).round(3).tolist()
    [0.479, 0.883, 0.991, 1.0]
    """
    odds = surcharge_odds(matching, unseen, deck, reveals)
    enough = np.arange(odds.shape[-1]) <= check.whole_numbers("spare", spare)[..., None]
    return np.asarray(np.where(enough, odds, 0.0).sum(axis=-1))


@dataclass(frozen=True, slots=True)
class TunnelOdds:
    """The odds of one attempt at a tunnel.

    Attributes
    ----------
    payment : Mapping of str to int
        Cards laid down, by colour.
    spare : int
        Cards left in hand that can pay a surcharge.
    surcharge : tuple of float
        Probability of 0, 1, ... extra cards.
    success : float
        P(the surcharge can be paid).
    mean_surcharge : float
        Mean of the extra cards asked for, paid or not.
    cards_lost : float
        Mean number of cards spent, payment and surcharge; a failed attempt spends none (it costs the turn).
    cards_lost_if_built : float
        The same for the attempts that succeed (nan if none does).

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["europe"].cards
    >>> odds = ttr.odds.tunnel_odds(cards, 3, "red", {"red": 4})
    >>> round(odds.success, 3), odds.spare
    (0.891, 1)
    """

    payment: Mapping[str, int]
    spare: int
    surcharge: tuple[float, ...]
    success: float
    mean_surcharge: float
    cards_lost: float
    cards_lost_if_built: float


def tunnel_odds(
    cards: RuleSet | Sequence[CardKind],
    length: int,
    color: str,
    hand: Mapping[str, int],
    *,
    locomotives_paid: int | None = None,
    gone: Mapping[str, int] | None = None,
    deck: int | None = None,
    reveals: int | None = None,
) -> TunnelOdds:
    """Compute the odds of one attempt at a tunnel with a known hand.

    Parameters
    ----------
    cards : RuleSet or sequence of CardKind
        The rules, which say how many cards a tunnel turns up, and from which deck; or every card
        of the game (``rules.cards``).
    length : int
        Spaces of the tunnel, 1 or more.
    color : str
        Colour paid, or ``locomotive`` for locomotives only.
    hand : mapping of str to int
        Cards in hand by colour, including the payment. They are known not to be in the deck.
    locomotives_paid : int, optional
        Locomotives in the payment; by default as few as the hand allows. If ``length`` are paid, the payment is
        locomotives only: only locomotives match it, and only locomotives can pay the surcharge.
    gone : mapping of str to int, optional
        Other cards known to be out of the deck (the market, cards that others took from it, discards that are
        not shuffled in).
    deck : int, optional
        Cards that can be turned up; default: all unseen ones.
    reveals : int, optional
        Cards turned up; if left out, as many as the rules say, or 3 as in print if only cards are given.

    Returns
    -------
    TunnelOdds

    Raises
    ------
    ValueError
        If the hand cannot pay, a colour is unknown, hand and ``gone`` hold more cards than there are, or a
        number is out of range; the message names the argument.

    Examples
    --------
    >>> rules = ttr.load_map("europe").rules
    >>> round(ttr.odds.tunnel_odds(rules, 2, "red", {"red": 3}).success, 3)
    0.884
    >>> four = rules.replace(track_kinds={"tunnel": {"reveals": 4}})
    >>> round(ttr.odds.tunnel_odds(four, 2, "red", {"red": 3}).success, 3)
    0.799
    """
    cards, reveals = _turned_up(cards, reveals)
    length = check.count("length", length, minimum=1)
    _known(color, cards)
    held = check.counts("hand", hand, [card.name for card in cards])
    paid = _payment(length, color, held, locomotives_paid)
    unseen = _unseen.without(_unseen.without(cards, "hand", held), "gone", gone)
    total = sum(card.count for card in unseen)
    size = total if deck is None else check.count("deck", deck, maximum=total, why="no more cards are unseen")
    suits = {WILD} if paid.get(color, 0) == 0 or color == WILD else {color, WILD}
    matching = sum(card.count for card in unseen if card.color in suits)
    spare = sum(held.get(suit, 0) - paid.get(suit, 0) for suit in suits)
    odds = surcharge_odds(matching, total, size, reveals)
    extra = np.arange(odds.size)
    success = float(odds[: spare + 1].sum())
    lost = float(((length + extra) * odds)[: spare + 1].sum())
    return TunnelOdds(
        payment=paid,
        spare=spare,
        surcharge=tuple(odds.tolist()),
        success=success,
        mean_surcharge=float(extra @ odds),
        cards_lost=lost,
        cards_lost_if_built=lost / success if success else float("nan"),
    )


def _turned_up(cards: RuleSet | Sequence[CardKind], reveals: int | None) -> tuple[Sequence[CardKind], int]:
    """Return the cards that a tunnel turns up cards of, and how many: as the rules say, if they are given."""
    if isinstance(cards, RuleSet):
        kind = next((kind for kind in cards.track_kinds.values() if kind.reveals), None)
        if kind is None and reveals is None:
            raise ValueError(f"the rules {cards.name!r} have no tunnels; give reveals to ask what they would cost")
        deck = cards.decks[0] if kind is None else kind.deck
        reveals = kind.reveals if kind is not None and reveals is None else reveals
        cards = [card for card in cards.cards if card.deck == deck]
    check_cards(cards)
    return cards, check.count("reveals", REVEALS if reveals is None else reveals)


def _known(color: str, cards: Sequence[CardKind]) -> None:
    if color not in {card.name for card in cards}:
        raise ValueError(f"color is {color!r}, which is not a card of the game")


def _payment(length: int, color: str, hand: Mapping[str, int], locomotives: int | None) -> dict[str, int]:
    """Return the cards laid down for a tunnel, by colour; raise ValueError if the hand does not hold them."""
    own, wild = (0 if color == WILD else hand.get(color, 0)), hand.get(WILD, 0)
    how = "" if locomotives is None or color == WILD else f" with {locomotives} locomotives"
    if locomotives is None:
        locomotives = length if color == WILD else max(0, length - own)
    locomotives = check.count("locomotives_paid", locomotives, maximum=length, why="that is the length of the tunnel")
    if color == WILD and locomotives < length:
        raise ValueError(f"locomotives_paid is {locomotives}, but a payment of only locomotives takes {length} of them")
    if locomotives > wild or length - locomotives > own:
        plain = "" if color == WILD else f"{own} {color} and "
        raise ValueError(f"hand holds {plain}{wild} locomotives, which cannot pay {length} spaces{how}")
    parts = {color: length - locomotives, WILD: locomotives}
    return {suit: number for suit, number in parts.items() if number}


def tunnel_table(
    cards: RuleSet | Sequence[CardKind],
    length: int,
    color: str,
    *,
    gone: Mapping[str, int] | None = None,
    deck: int | None = None,
    reveals: int | None = None,
) -> pd.DataFrame:
    """Tabulate the odds of a tunnel with 0, 1, ... spare cards in hand; payment and spare cards are of one colour.

    Parameters
    ----------
    cards, length, color, gone, deck, reveals
        As for :func:`tunnel_odds`.

    Returns
    -------
    DataFrame, one row for each number of spare cards (the index ``spare``), 0 to ``reveals``
        ``success``, ``mean_surcharge``, ``cards_lost``, ``cards_lost_if_built``: as in :class:`TunnelOdds`. The
        table has fewer rows if the game does not hold enough cards of the colour.

    Raises
    ------
    ValueError
        As for :func:`tunnel_odds`.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["europe"].cards
    >>> ttr.odds.tunnel_table(cards, 2, "red")["success"].round(3).tolist()
    [0.467, 0.884, 0.992, 1.0]
    """
    cards, reveals = _turned_up(cards, reveals)
    _known(color, cards)
    left = sum(card.count for card in _unseen.without(cards, "gone", gone) if card.name == color)
    length = check.count("length", length, minimum=1, maximum=left, why=f"no more {color} cards are left to pay with")
    maximum = min(reveals, left - length)
    columns = ["success", "mean_surcharge", "cards_lost", "cards_lost_if_built"]
    rows = [
        tunnel_odds(cards, length, color, {color: length + spare}, gone=gone, deck=deck, reveals=reveals)
        for spare in range(maximum + 1)
    ]
    values = [[getattr(odds, name) for name in columns] for odds in rows]
    table = pd.DataFrame(values, columns=columns, index=pd.RangeIndex(maximum + 1, name="spare"))
    return tagged(table, exact())


def spare_cards_needed(
    cards: RuleSet | Sequence[CardKind],
    length: int,
    success: float,
    *,
    color: str,
    gone: Mapping[str, int] | None = None,
    deck: int | None = None,
    reveals: int | None = None,
) -> int:
    """Return the fewest spare cards of the colour paid with which a tunnel succeeds with a wanted probability.

    The payment and the spare cards, all of ``color``, are in the player's own hand and so known not to
    be in the deck: each spare card can pay, and is one card fewer that can match.

    Parameters
    ----------
    cards, length, color, gone, deck, reveals
        As for :func:`tunnel_odds`.
    success : float
        Wanted probability, 0 to 1.

    Returns
    -------
    int
        0 to ``reveals``.

    Raises
    ------
    ValueError
        If an argument is out of range, or the game does not hold enough cards of the colour.

    Examples
    --------
    >>> cards = ttr.rules.RULE_SETS["europe"].cards
    >>> ttr.odds.spare_cards_needed(cards, 3, 0.9, color="red")
    2
    """
    wanted = check.probability("success", success)
    cards, reveals = _turned_up(cards, reveals)

    def enough(spare: int) -> bool:
        hand = {color: length + spare}
        odds = tunnel_odds(cards, length, color, hand, gone=gone, deck=deck, reveals=reveals)
        return odds.success >= wanted - ROUNDING

    return next((spare for spare in range(reveals) if enough(spare)), reveals)
