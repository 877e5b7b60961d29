"""Bills: every payment that a track, a building or a surcharge can ever have, in a fixed order.

A bill does not depend on the position: it lists what is paid by somebody who holds every card
of the game. What a player can pay is the part of it that lies in the player's hand.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ttr_analysis.engine import records, state, tables
from ttr_analysis.maps import ActionKind, GameMap
from ttr_analysis.play import bindings
from ttr_analysis.rules import limits

BILLED = (ActionKind.CLAIM, ActionKind.BUILD_STATION, ActionKind.BUILD_HARBOUR, ActionKind.PAY_TUNNEL)
"""The kinds of action that cost cards, in the order of their numbers."""

Payment = tuple[int, ...]


class Bill(NamedTuple):
    """The payments of one thing.

    Attributes
    ----------
    kind, target : ActionKind, int
        What is paid for; see :class:`ttr_analysis.maps.ActionKind`.
    size : int
        How many payments there are; where they are only counted, at least so many.
    payments : tuple of tuple of int
        All of them, one count for each kind of card; empty if there are more than were asked for.
    """

    kind: ActionKind
    target: int
    size: int
    payments: tuple[Payment, ...]


class _Rich:
    """A player who holds every card of the game."""

    def __init__(self, game_map: GameMap) -> None:
        self.tables = tables.tables_for(game_map, game_map.rules.players[0])
        self.game = bindings.fresh(state.Game)
        self.game[0].private[0].hand[:] = self.tables[0].card_count
        self.cards = len(game_map.rules.cards)

    def payments(self, kind: ActionKind, target: int, most: int) -> tuple[int, tuple[Payment, ...]]:
        """Return how many payments there are, and all of them unless there are more than ``most``."""
        rows: records.Ints = np.zeros((most + 1) * limits.CARDS, np.int64)
        count = bindings.list_payments(self.tables, self.game, int(kind), target, 0, rows)
        if count > most:
            return count, ()
        return count, tuple(tuple(row) for row in rows.reshape(-1, limits.CARDS)[:count, : self.cards].tolist())

    def united(self, kind: ActionKind, most: int) -> tuple[int, tuple[Payment, ...]]:
        """Return the payments of all positions in which the same thing costs something else."""
        found: dict[Payment, None] = {}
        for _ in self._stations() if kind is ActionKind.BUILD_STATION else self._tunnels():
            count, some = self.payments(kind, 0, most)
            if count > most:
                return count, ()
            found |= dict.fromkeys(some)
        return len(found), tuple(found)

    def _stations(self) -> Iterator[None]:
        """Go through the costs of stations, which rise with the number built."""
        for built in range(int(self.tables[0].stations)):
            self.game[0].public.stations_built[0] = built
            yield

    def _tunnels(self) -> Iterator[None]:
        """Go through the surcharges: by deck of the track, cards owed and colour laid down."""
        rules, public = self.tables[0], self.game[0].public
        reveals = rules.track_reveals[: rules.tracks]
        deepest = {int(rules.track_deck[track]): int(track) for track in np.argsort(reveals, kind="stable")}
        for track in deepest.values():
            for owed in range(1, int(reveals[track]) + 1):
                for color in range(state.ANY_COLOR, int(rules.colors)):
                    public.track, public.owed, public.payment_color = track, owed, color
                    yield


def bills_of(game_map: GameMap, most: int) -> Iterator[Bill]:
    """Yield the bill of every track, station, harbour and of the surcharges of tunnels, in the order of the numbers.

    Parameters
    ----------
    game_map : GameMap
    most : int
        Bills with more payments than this are only counted.
    """
    rich = _Rich(game_map)
    rules = rich.tables[0]
    for track in range(len(game_map.tracks)):
        yield Bill(ActionKind.CLAIM, track, *rich.payments(ActionKind.CLAIM, track, most))
    if rules.stations:
        station = rich.united(ActionKind.BUILD_STATION, most)
        for city in np.flatnonzero(rules.junction[: rules.cities] == 0).tolist():
            yield Bill(ActionKind.BUILD_STATION, city, *station)
    if rules.harbours:
        harbour = rich.payments(ActionKind.BUILD_HARBOUR, 0, most)
        for city in np.flatnonzero(rules.port[: rules.cities]).tolist():
            yield Bill(ActionKind.BUILD_HARBOUR, city, *harbour)
    if rules.track_reveals[: rules.tracks].any():
        yield Bill(ActionKind.PAY_TUNNEL, 0, *rich.united(ActionKind.PAY_TUNNEL, most))


def step_sizes(game_map: GameMap) -> list[int]:
    """Return how many cards of each kind there are, and so may be laid in one step."""
    counts: Any = tables.tables_for(game_map, game_map.rules.players[0])[0].card_count
    return [int(n) for n in counts[: len(game_map.rules.cards)]]
