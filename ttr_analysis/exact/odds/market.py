"""Draws with the face-up market: how many turns one player alone takes until a set of cards is in hand.

Both methods use the same policy, which is sensible but not proven to be the best:

1. First card: a face-up card of a colour that is still short, the colour with the largest shortfall
   first (a double ship before a single one if two spaces or more are short). If there is none, a face-up
   locomotive, which ends the turn (unless ``take_locomotives`` is false and no locomotive is required).
   Otherwise a blind card.
2. Second card: a face-up card as above, otherwise a blind card; never a face-up locomotive.
3. For *any one colour*, the colour wanted is chosen again for each card: the one whose cards in hand and face up
   cover the most spaces together.
4. With two decks, a market card is replaced from its own deck, and blind cards come from the deck with the
   larger shortfall (the train deck if both are equal).

Nobody else draws, and cards that resets clear away are not shuffled back in: the count ends when a deck that is
needed runs out, which never happens in practice.

One named colour from one deck is computed exactly, by a dynamic programme over (cards short; useful cards,
locomotives and others in the deck and in the market). For several colours, any one colour, or two decks, that
state is too large, so games are simulated; the result then says how many.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ttr_analysis import _validate as check
from ttr_analysis.exact.odds import _market_states, _unseen
from ttr_analysis.exact.odds._given import takes_rules
from ttr_analysis.exact.odds._market_games import Collection, simulate_turns
from ttr_analysis.exact.odds.draws import Need, WaitingTime, named_need, suit, units_held
from ttr_analysis.rules.spec import WILD, CardKind, RuleSet

GAMES = 10_000
"""Games simulated if no exact answer is possible; the standard error is then at most 0.005."""

_FINISHED = 1e-12


@takes_rules
def turns_with_market(
    rules: RuleSet,
    need: Need,
    *,
    hand: Mapping[str, int] | None = None,
    market: Mapping[str, int] | None = None,
    gone: Mapping[str, int] | None = None,
    locomotives: int = 0,
    take_locomotives: bool = True,
    games: int | None = None,
    seed: int = 0,
    turns: int = 60,
) -> WaitingTime:
    """Compute the distribution of the number of turns until a set is in hand, with the market (policy: see the module).

    Parameters
    ----------
    rules : RuleSet
        The game; its market, decks and draws a turn count.
    need : int or mapping of str to int
        As for :func:`ttr_analysis.exact.odds.draws.draws_until`.
    hand, gone : mapping of str to int, optional
        Cards in hand, and others known to be out of the decks, by kind of card.
    market : mapping of str to int, optional
        The face-up cards by kind; default: a fresh market, turned up from the unseen cards.
    locomotives : int
        Least number of locomotives among the wanted cards (ferries).
    take_locomotives : bool
        Whether a face-up locomotive is taken if no useful colour is face up.
    games : int, optional
        Number of games to simulate. Default: an exact result if possible (one named colour, one deck, no
        locomotives required), otherwise ``GAMES`` games.
    seed : int
        Seed of the simulation.
    turns : int
        Number of turns covered.

    Returns
    -------
    WaitingTime
        In turns, index 0 to ``turns``; ``exact`` and ``standard_error`` say how certain it is.

    Raises
    ------
    ValueError
        If a number is negative, a colour is unknown, hand, market and ``gone`` hold more cards than there
        are, or ``market`` is larger than the game's.

    Examples
    --------
    >>> time = ttr.odds.turns_with_market(ttr.rules.RULE_SETS["usa"], {"red": 2}, games=200, seed=1)
    >>> time.unit, time.games
    ('turns', 200)
    """
    names = [card.name for card in rules.cards]
    held, shown = check.counts("hand", hand, names), check.counts("market", market, names)
    unseen = _unseen.without(rules.cards, "hand", held)
    unseen = _unseen.without(_unseen.without(unseen, "gone", gone), "market", shown)
    check.count("market", sum(shown.values()), maximum=sum(rules.market.slots), why="the market is no larger")
    turns = check.count("turns", turns)
    minimum = check.count("locomotives", locomotives)
    wanted = named_need(need, rules.cards) if isinstance(need, Mapping) else check.count("need", need)
    one_color = isinstance(wanted, dict) and len(wanted) == 1 and len(rules.decks) == 1 and minimum == 0
    if games is None and one_color and isinstance(wanted, dict):
        start = _start(unseen, shown, units_held(rules.cards, held), wanted)
        return WaitingTime(_exact_turns(rules, start, take_locomotives, turns), "turns")
    number = GAMES if games is None else check.count("games", games, minimum=1)
    goal = Collection(wanted, minimum, take_locomotives)
    finished = simulate_turns(rules, unseen, held, shown, goal, number, check.count("seed", seed), turns)
    counts = np.bincount(finished, minlength=turns + 2)[: turns + 1]
    return WaitingTime(np.cumsum(counts) / number, "turns", number)


def _start(
    unseen: Sequence[CardKind], shown: Mapping[str, int], units: Mapping[str, int], need: Mapping[str, int]
) -> list[int]:
    """Return the counts before the first turn; the market may still have to be filled."""
    ((color, number),) = need.items()
    state: list[int] = []
    for counts in ({card.name: card.count for card in unseen}, shown):
        sums = {color: 0, WILD: 0}
        for card in unseen:
            if suit(card) in sums:
                sums[suit(card)] += counts.get(card.name, 0)
        state += [*sums.values(), sum(counts.values()) - sum(sums.values())]
    never = 1 + sum(card.count for card in unseen) + sum(shown.values())  # more than can be drawn: never met
    return [min(max(number - units[color] - units[WILD], 0), never), *state]


def _exact_turns(rules: RuleSet, start: Sequence[int], take_locomotives: bool, turns: int) -> NDArray[np.float64]:
    """Return P(in hand after 0 to ``turns`` turns) from one state, by the dynamic programme."""
    layer, done = _finish(_market_states.refill(rules.market, _market_states.certain(start)))
    in_hand = [done]
    for _ in range(turns):
        if layer[1].sum() > _FINISHED:
            layer, done = _finish(_turn(rules, layer, take_locomotives))
            in_hand.append(in_hand[-1] + done)
        else:
            in_hand.append(in_hand[-1])
    return np.asarray(np.minimum(in_hand, 1.0), dtype=np.float64)


def _turn(rules: RuleSet, layer: _market_states.Layer, take_locomotives: bool) -> _market_states.Layer:
    """Play one turn of up to ``rules.draws`` cards; states whose set is complete stay as they are."""
    over: list[_market_states.Layer] = []
    for card in range(rules.draws):
        done, rest = _market_states.split(layer, _market_states.count_of(layer, _market_states.SHORT) == 0)
        useful, rest = _market_states.split(rest, _market_states.count_of(rest, _market_states.UP_USEFUL) > 0)
        over.append(done)
        if card == 0 and take_locomotives:
            wild, rest = _market_states.split(rest, _market_states.count_of(rest, _market_states.UP_WILDS) > 0)
            over.append(
                _market_states.refill(
                    rules.market, _market_states.moved(wild, {_market_states.UP_WILDS: -1, _market_states.SHORT: -1})
                )
            )
        layer = _market_states.merged(
            [
                _market_states.refill(
                    rules.market, _market_states.moved(useful, {_market_states.UP_USEFUL: -1, _market_states.SHORT: -1})
                ),
                _blind(rest),
            ]
        )
    return _market_states.merged([layer, *over])


def _blind(layer: _market_states.Layer) -> _market_states.Layer:
    """Draw one card from the deck; do nothing where the deck is empty."""
    empty, rest = _market_states.split(layer, _market_states.deck_size(layer) == 0)
    return _market_states.merged(
        [empty, *_market_states.drawn(rest, ({_market_states.SHORT: -1}, {_market_states.SHORT: -1}, {}))]
    )


def _finish(layer: _market_states.Layer) -> tuple[_market_states.Layer, float]:
    """Return the states that are still short of cards, and the probability of the others."""
    done, rest = _market_states.split(layer, _market_states.count_of(layer, _market_states.SHORT) == 0)
    return rest, float(done[1].sum())
