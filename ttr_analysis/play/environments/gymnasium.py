"""Ticket to Ride for Gymnasium: one player learns, strategies play the others. Needs the extra ``learning``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ttr_analysis import _validate, maps
from ttr_analysis.play import deciders
from ttr_analysis.play.environments import table
from ttr_analysis.strategies import base

_gymnasium = table.library("gymnasium")
_Space = _gymnasium.spaces


class LegalActions(_Space.Discrete):  # type: ignore[misc, name-defined]
    """The numbers of all actions; without a mask, ``sample`` chooses among those that are legal now.

    Who seeds the space is about to begin a game (``check_env`` does so, and takes a sample before it resets
    the environment): the first sample after that keeps all tickets, with which every game may begin.
    """

    def __init__(self, game: table.Table) -> None:
        self._game, self._fresh = game, True
        super().__init__(game.numbering.size)

    def seed(self, seed: int | None = None) -> Any:
        """Seed the random numbers."""
        self._fresh = True
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random number: a legal one, unless a mask or probabilities are given."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        fresh, self._fresh = self._fresh, False
        if fresh or not self._game.begun or self._game.over:
            return np.int64(self._game.keeps_all)
        return super().sample(self._game.mask())


class TicketToRide(_gymnasium.Env):  # type: ignore[misc, name-defined]
    """One seat of a game; ``gymnasium.make`` knows it as ``ttr_analysis/TicketToRide-v0``.

    An observation is a dict: ``observation``, the numbers that :func:`ttr_analysis.play.layout` names, and
    ``action_mask``, 1 at the legal actions; ``info`` has the mask too, where ``Discrete.sample`` wants it.
    Actions are the numbers of :func:`ttr_analysis.play.numbering`; ``action_space.sample()`` chooses a
    legal one. The reward is the share of the win at the end of the game.

    Parameters
    ----------
    map : GameMap, str or Path
        The map, or the name or folder of one.
    players : int
    opponents : str, Strategy or sequence of these
        One for all other seats, or one for each, in the order of the seats.
    seat : int
        The seat that learns.
    render_mode : str, optional
        ``"ansi"``: a line of text.

    Raises
    ------
    MapError
        If there is no such map, or it has faults.
    SetupError
        If the game is not for this number of players, or there is no such seat.
    StrategyError
        If there is no such strategy.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own form

    def __init__(
        self, map: maps.GameMap | str | Path = "usa", players: int = 2,
        opponents: str | base.Strategy | Sequence[str | base.Strategy] = "greedy_points", seat: int = 0,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        self.table = table.Table(map, players)
        self.seat = _validate.count("seat", seat, 0, self.table.players - 1)
        self.render_mode = (
            render_mode if render_mode is None else _validate.option("render_mode", render_mode, ["ansi"])
        )
        self._others = table.seated(opponents, self.table.game_map, self.table.players, self.seat)
        deciders.announce_refusals(self._others)
        self.observation_space = self.table.observation_space()
        self.action_space = LegalActions(self.table)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin another game; with a seed, the same games from then on."""
        super().reset(seed=seed, options=options)
        while True:
            self.table.start(int(self.np_random.integers(1 << 62)))
            self.table.play_others(self._others, self.seat)
            if not self.table.over:
                return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and let the others play until the seat is to decide again.

        Raises
        ------
        IllegalMove
            If there is no such action, it is masked, or the game is over.
        StrategyError
            If one of the opponents fails.
        """
        self.table.step(action)
        self.table.play_others(self._others, self.seat)
        return self._seen(), self.table.shares()[self.seat], self.table.over, False, self._info()

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.table.observe(self.seat), "action_mask": self.table.mask()}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.table.mask()}
        return info | {"points": np.array(self.table.points())} if self.table.over else info

    def render(self) -> str | None:
        """Return the game in a line of text."""
        return repr(self.table) if self.render_mode else None
