"""Strategies written in plain Python over readable records, for people who do not know numba."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from ttr_analysis._validate import shown
from ttr_analysis.engine.decks import SEAT_STREAMS
from ttr_analysis.maps import Action, ActionKind, GameMap
from ttr_analysis.play.bindings import list_actions, write_action
from ttr_analysis.play.legal_actions import legal_actions
from ttr_analysis.play.views import PlayerView, player_view

Choose = Callable[[PlayerView, list[Action], Random], Action]
"""A plain strategy: what its player knows, the legal actions, and random numbers in; one of the actions out.
The actions come in the order of the player's priorities, so that the first of equals tells nothing of a map's file."""

REFUSAL = "it is written in plain Python"
"""Why a plain strategy is not compiled."""


class NotAnAction(Exception):
    """A plain strategy returned something else than an action."""


@dataclass(frozen=True)
class PlainFunction:
    """A plain strategy in the form in which a game calls it."""

    choose: Choose

    @staticmethod
    def compile_list(tables: Any, game: Any) -> None:
        """Compile the list of actions, unless it is: no deadline of a decision may count these seconds."""
        if not getattr(list_actions, "signatures", True):
            legal_actions(tables, game, 0)

    def decide(self, game_map: GameMap, tables: Any, game: Any, action: Any) -> None:
        """Let it decide for the seat to move, and write what it chose into the action record.

        It gets copies, so it cannot change the game. Its random numbers follow from the seed, the
        game and the seat, as those of every strategy.

        Parameters
        ----------
        game_map : GameMap
        tables, game, action : record arrays
            Arrays of one record.

        Raises
        ------
        NotAnAction
            If it returns something else than an action.
        """
        seat, cards = int(game[0].public.seat), len(game_map.rules.cards)
        stream = game[0].hidden.streams[SEAT_STREAMS + seat]
        rng = Random(_next_seed(stream))
        actions = in_order_of_priority(legal_actions(tables, game, cards), game[0])
        chosen = self.choose(player_view(game_map, game[0], seat), actions, rng)
        if not isinstance(chosen, Action):
            raise NotAnAction(f"it must return one of the actions, not {shown(chosen)}")
        write_action(action[0], chosen)


def in_order_of_priority(actions: list[Action], game: Any) -> list[Action]:
    """Return actions by kind, then by the priorities that their target and their cards have for the player to move."""
    priority, public = game.private[int(game.public.seat)].priority, game.public
    by_target = {
        ActionKind.CLAIM: priority.tracks,
        ActionKind.DRAW_MARKET: priority.cards[public.market],
        ActionKind.DRAW_BLIND: priority.decks,
        ActionKind.REFILL: priority.decks,
        ActionKind.BUILD_STATION: priority.cities,
        ActionKind.BUILD_HARBOUR: priority.cities,
    }

    def place(action: Action) -> tuple[int, int, int, int]:
        of_target = int(by_target[action.kind][action.target]) if action.kind in by_target else 0
        of_cards = sum(int(priority.cards[card]) * number for card, number in enumerate(action.cards))
        return int(action.kind), -of_target, action.number, -of_cards

    return sorted(actions, key=place)


def _next_seed(stream: Any) -> int:
    """Return a seed from the words of a random stream, and move the stream on."""
    words = [int(word) for word in stream]
    stream[:] = np.array([*words[1:], Random(str(words)).getrandbits(64)], np.uint64)
    return words[0]
