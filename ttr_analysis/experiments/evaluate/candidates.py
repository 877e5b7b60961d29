"""The actions of a decision that are compared: sensible ones, all, or those that somebody names."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from ttr_analysis._validate import named, option
from ttr_analysis.engine import state
from ttr_analysis.errors import IllegalMove, SetupError
from ttr_analysis.experiments.evaluate import listing
from ttr_analysis.maps import Action, ActionKind
from ttr_analysis.play import Game, bindings, messages
from ttr_analysis.strategies import get_strategy

Asked = Literal["sensible", "all"] | Sequence[str | Action]
"""Which actions are compared; words are those of :meth:`ttr_analysis.Game.describe`."""
ASKED: Final = ("sensible", "all")


def actions_of(game: Game, asked: Asked) -> list[Action]:
    """Return the actions of a decision that are compared.

    Raises
    ------
    SetupError
        If none is named, or it is neither "sensible" nor "all".
    IllegalMove
        If one that is named is not legal.
    """
    if isinstance(asked, str):
        option("actions", asked, ASKED)
        return sensible(game) if asked == "sensible" else game.legal_actions()
    chosen = [game.parse(each) if isinstance(each, str) else each for each in named("actions", asked, Action)]
    for action in chosen:
        if refusal := game.why_not(action):
            raise IllegalMove(refusal)
    if not chosen:
        raise SetupError('no action is named; give some, "sensible" or "all"')
    return list(dict.fromkeys(chosen))


def sensible(game: Game) -> list[Action]:
    """Return the actions that are worth a try, see :mod:`ttr_analysis.experiments.evaluate.listing`."""
    live, actions = game._live, bindings.fresh(state.ActionRecord, listing.ROOM)
    weights = get_strategy("expert").weight_values
    messages.announce_compilation(listing.list_sensible)
    number = listing.list_sensible(live.tables, live.game_record, bindings.fresh(state.Scratch), weights, actions)
    cards = len(game.game_map.rules.cards)
    found = [bindings.read_action(actions[place : place + 1], cards) for place in range(int(number))]
    return list(dict.fromkeys(found))


def with_made(game: Game, actions: Sequence[Action], made: Action) -> tuple[list[Action], int]:
    """Return the actions with the one that was made, and its place.

    A card of the same kind from another slot of the market is the same action, and so is an equal track beside it.
    """
    for place, action in enumerate(actions):
        if action == made or _same_card(game, action, made) or _same_track(game, action, made):
            return list(actions), place
    return [*actions, made], len(actions)


def _same_card(game: Game, first: Action, second: Action) -> bool:
    if first.kind is not ActionKind.DRAW_MARKET or second.kind is not ActionKind.DRAW_MARKET:
        return False
    market = game._live.public.market
    return bool(market[first.target] == market[second.target])


def _same_track(game: Game, first: Action, second: Action) -> bool:
    if first.kind is not ActionKind.CLAIM or (second.kind, second.cards) != (first.kind, first.cards):
        return False
    one, other = (replace(game.game_map.tracks[each.target], index=0, number=0, label="") for each in (first, second))
    return one == other
