"""The terms of a game that was played: what brought what to whom."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ttr_analysis.engine.records import Floats, Ints
from ttr_analysis.engine.state import ActionRecord, Game
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.luck import outcomes
from ttr_analysis.experiments.luck.model import ValueModel, new_space, start_of
from ttr_analysis.maps import EventKind
from ttr_analysis.play import bindings, messages
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.rules.limits import SEATS

VALUES: Final = ("wins", "points")
"""What terms are measured in: shares of a win, and points ahead of the best opponent."""
CHANCES: Final = ("deal", "market", "draw", "tickets", "tunnel")
"""Kinds of chance: first hands, market and tickets offered; cards turned up; cards from a deck; tickets; tunnels."""
PARTS: Final = ("start", *CHANCES, "decision", "unexplained")
"""What the result of a game is the sum of."""
SALT: Final = 0x2B5A_17DE_C000_0000
GAME_BITS: Final = 40
"""Imagined decks are seeded by another number than those that are played, and by the game from this bit on."""
_KINDS: Final = {
    EventKind.MARKET_CARD: 1, EventKind.CARD_DEALT: 2, EventKind.TICKET_OFFERED: 3, EventKind.TICKET_REPLACED: 3,
    EventKind.TUNNEL_CARD: 4,
}  # fmt: skip
"""Places in :data:`CHANCES`; of several kinds that follow a decision, the last counts."""


@dataclass(frozen=True)
class Terms:
    """The terms of a game, decision by decision.

    Attributes
    ----------
    event, turn, mover, chance : array of int64, (decisions,)
        The place of each decision in the log, its turn, who made it, and the place in :data:`CHANCES` of what chance
        made of it; 0 if it had no part.
    luck, decided, unexplained : array of float64, (decisions, players, 2)
        What chance brought each seat, what the decision did, and how far the value before it was wrong.
    start, deal, result : array of float64, (players, 2)
    """

    event: Ints
    turn: Ints
    mover: Ints
    chance: Ints
    luck: Floats
    decided: Floats
    unexplained: Floats
    start: Floats
    deal: Floats
    result: Floats


def terms_of(live: LiveGame, number: int, model: ValueModel, seed: int = 0) -> Terms:
    """Return the terms of game ``number``, which has just been played on these records and logged.

    Raises
    ------
    SetupError
        If the log does not begin with the deal of that game.
    """
    events: Any = live.log[: int(live.game.log_size)]
    decisions = int((events.kind < EventKind.PASS).sum())
    games = bindings.fresh(Game, 4)
    games[0] = live._fresh_game()[0]
    space = new_space(games, len(events), ((SALT + seed) % (1 << 62), number << GAME_BITS))
    shape = (SEATS, len(VALUES))
    numbers = [np.zeros(decisions, np.int64) for _ in range(5)]
    found = outcomes.Found(
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
        np.zeros((decisions + 1, *shape)), np.zeros((decisions, *shape)), np.zeros((decisions, *shape)),
    )  # fmt: skip
    messages.announce_compilation(outcomes.value_game)
    outcomes.value_game(
        live.tables, model.player, model.fitted, space, events, bindings.fresh(ActionRecord, 2), np.zeros(shape),
        found, int(live.run.seed), number,
    )  # fmt: skip
    again = int(games[0].log_size)
    if again > len(events) or space.log[:again].tobytes() != events[:again].tobytes() or not games[0].public.over:
        raise SetupError("luck is told of a whole game from its deal on, but this one began at a given position")
    return _terms(found, events, live.players, start_of(model, live))


def _terms(found: outcomes.Found, events: Any, players: int, start: Floats) -> Terms:
    before, expected, meant = (each[:, :players] for each in (found.before, found.expected, found.meant))
    return Terms(
        found.event, found.turn, found.seat, np.where(found.chance > 0, _chances(found.event, events), 0),
        before[1:] - meant, meant - expected, expected - before[:-1], start, before[0] - start, before[-1],
    )  # fmt: skip


def _chances(places: Ints, events: Any) -> Ints:
    """Return the kind of chance that followed each decision."""
    kinds = np.zeros(len(events), np.int64)
    for kind, place in _KINDS.items():
        kinds[events.kind == kind] = place
    return np.maximum.reduceat(kinds, places)
