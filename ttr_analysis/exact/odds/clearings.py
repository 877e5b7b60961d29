"""How often the market is cleared because it shows too many locomotives; exact (a programme over states)."""

from collections.abc import Mapping
from typing import Literal, get_args

import numpy as np
import pandas as pd

from ttr_analysis import _validate as check
from ttr_analysis._validate import option
from ttr_analysis.exact.odds import _market_states, _unseen
from ttr_analysis.exact.odds._given import takes_rules
from ttr_analysis.results.source import exact, tagged
from ttr_analysis.rules.spec import RuleSet

Taken = Literal["others", "any", "locomotives"]
"""What players take from the market: locomotives last, a random card, or locomotives first."""


@takes_rules
def market_clearings(
    rules: RuleSet, taken: int, *, policy: Taken = "any", gone: Mapping[str, int] | None = None
) -> pd.DataFrame:
    """Compute how often the market is cleared while cards are taken from it.

    The result depends on who takes locomotives: if nobody does, they pile up; if they are taken at once, they never
    do. In a game with two decks only the deck with the locomotives counts: the cards taken come from that deck, and
    each is replaced from it. Blind draws change only the number of cards left.

    Parameters
    ----------
    rules : RuleSet
        The game; its market and deck count.
    taken : int
        Cards taken from the market, one after the other; with 0, only the first market counts.
    policy : {"others", "any", "locomotives"}
        What is taken: locomotives only if there is nothing else; any face-up card with the same probability; or
        locomotives before other cards.
    gone : mapping of str to int, optional
        Cards known not to be in the decks, by kind.

    Returns
    -------
    DataFrame, one row for 0 to ``taken`` cards (the index ``taken``)
        ``mean`` (clearings so far, the first market's included), ``any`` (P(at least one)). Exact without a
        reshuffle: discards do not come back.

    Raises
    ------
    ValueError
        If ``policy`` is unknown, ``taken`` is negative or more than the deck holds beyond a full market,
        ``gone`` holds more cards than there are, or locomotives are in several decks.

    Examples
    --------
    >>> table = ttr.odds.market_clearings(ttr.rules.RULE_SETS["usa"], 2)
    >>> list(table.columns)
    ['mean', 'any']
    """
    option("policy", policy, get_args(Taken))
    decks = {card.deck for card in rules.cards if card.wild}
    if len(decks) > 1:
        raise ValueError(f"rules: {rules.name} has locomotives in several decks, which is not supported")
    deck = decks.pop() if decks else rules.decks[0]
    cards = [card for card in _unseen.without(rules.cards, "gone", gone) if card.deck == deck]
    wilds, total = sum(card.count for card in cards if card.wild), sum(card.count for card in cards)
    slots = rules.market.slots[rules.decks.index(deck)]
    spare = max(0, total - slots)
    taken = check.count("taken", taken, maximum=spare, why=f"{total} cards less a market of {slots}")
    layer = _market_states.certain([0, 0, wilds, total - wilds, 0, 0, 0])
    rows = []
    for number in range(taken + 1):
        if number:
            layer = _taken(layer, policy)
        layer = _market_states.refill(rules.market, layer, slots=slots, cleared={_market_states.SHORT: 1})
        times = _market_states.count_of(layer, _market_states.SHORT)
        rows.append((float(times @ layer[1]), float(layer[1][times > 0].sum())))
    table = pd.DataFrame(rows, columns=["mean", "any"], index=pd.RangeIndex(taken + 1, name="taken"))
    return tagged(table, exact())


def _taken(layer: _market_states.Layer, policy: Taken) -> _market_states.Layer:
    """Take one card from the market, if it shows any."""
    states, chances = layer
    wilds, others = (
        _market_states.count_of(layer, _market_states.UP_WILDS),
        _market_states.count_of(layer, _market_states.UP_OTHERS),
    )
    wild = {
        "others": (others == 0) & (wilds > 0),
        "any": wilds / np.maximum(wilds + others, 1),
        "locomotives": wilds > 0,
    }[policy]
    none = wilds + others == 0
    parts = [
        ({_market_states.UP_WILDS: -1}, wild),
        ({_market_states.UP_OTHERS: -1}, 1.0 - wild - none),
        ({}, 1.0 * none),
    ]
    return _market_states.merged([_market_states.moved((states, chances * share), change) for change, share in parts])
