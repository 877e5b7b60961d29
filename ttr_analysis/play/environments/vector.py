"""Many games of Ticket to Ride side by side for Gymnasium, in compiled code. Needs the extra ``learning``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ttr_analysis import _validate, errors, maps
from ttr_analysis.engine import legal, scoring, state, tables, view
from ttr_analysis.play import bindings, deciders, messages
from ttr_analysis.play.environments import masks, table, vector_steps
from ttr_analysis.rules import limits
from ttr_analysis.strategies import base

_gymnasium = table.library("gymnasium")
_Mode = _gymnasium.vector.AutoresetMode
_MODES = (_Mode.NEXT_STEP, _Mode.SAME_STEP)
_MOST_GAMES = 100_000
_SEEDS = 1 << 62
"""Games draw their seeds below this, as those of a single environment do."""


class LegalActionsOfAll(_gymnasium.spaces.MultiDiscrete):  # type: ignore[misc, name-defined]
    """A number for each game; without a mask, ``sample`` chooses among those that are legal now."""

    def __init__(self, mask: Any) -> None:
        self._mask = mask
        games, size = mask.shape
        super().__init__(np.full(games, size))

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random number for each game: a legal one, unless masks or probabilities are given."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        so_far = self._mask.cumsum(axis=1, dtype=np.int64)
        drawn = np.floor(self.np_random.random(len(so_far)) * so_far[:, -1])
        return (so_far > drawn[:, None]).argmax(axis=1)


class TicketToRideVector(_gymnasium.vector.VectorEnv):  # type: ignore[misc, name-defined]
    """Games side by side, each like :class:`ttr_analysis.play.environments.gymnasium.TicketToRide`, step by step.

    ``gymnasium.make_vec("ttr_analysis/TicketToRide-v0", num_envs=256)`` makes it. Observations, rewards and
    ``info`` are those of Gymnasium's ``SyncVectorEnv``, a row for each game.

    Parameters
    ----------
    num_envs : int
    map : GameMap, str or Path
        The map, or the name or folder of one.
    players : int
    opponents : str, Strategy or sequence of these
        One for all other seats, or one for each, in the order of the seats: strategies that are compiled. One's
        own are not watched here; try them in a single environment first.
    seat : int
        The seat that learns.
    autoreset_mode : AutoresetMode or str
        ``"NextStep"``: the step after the end of a game ignores the action and begins another game;
        ``"SameStep"``: the step that ends a game begins another one.

    Raises
    ------
    MapError
        If there is no such map, or it has faults.
    SetupError
        If the game is not for this number of players, there is no such seat, or the mode is another one.
    StrategyError
        If there is no such strategy, or it is not compiled.
    """

    def __init__(
        self, num_envs: int = 1, map: maps.GameMap | str | Path = "usa", players: int = 2,
        opponents: str | base.Strategy | Sequence[str | base.Strategy] = "greedy_points", seat: int = 0,
        autoreset_mode: Any = _Mode.NEXT_STEP, render_mode: None = None,
    ) -> None:  # fmt: skip
        if render_mode is not None:
            raise errors.SetupError("a vector of games cannot be rendered; leave render_mode out")
        self.num_envs = _validate.count("num_envs", num_envs, 1, _MOST_GAMES)
        self._same_step = _mode_of(autoreset_mode) is _Mode.SAME_STEP
        self.metadata = {"render_modes": [], "autoreset_mode": _mode_of(autoreset_mode)}
        self.table = table.Table(map, players)
        self.seat = _validate.count("seat", seat, 0, self.table.players - 1)
        self._others = table.seated(opponents, self.table.game_map, self.table.players, self.seat)
        _check_compiled(self._others)
        self._make_records()
        self._make_arrays()
        self.single_observation_space = self.table.observation_space()
        self.observation_space = _gymnasium.vector.utils.batch_space(self.single_observation_space, self.num_envs)
        self.single_action_space = _gymnasium.spaces.Discrete(self.table.numbering.size)
        self.action_space = LegalActionsOfAll(self._rows.mask)
        self._streams: list[Any] = [None] * self.num_envs
        self._begun = False
        messages.announce_compilation(vector_steps.advance)

    def _make_records(self) -> None:
        """Make the records that only compiled code uses."""
        constant = tables.tables_for(self.table.game_map, self.table.players)
        if self._others.strangers:  # compiled code can write into arrays that are marked as read-only
            constant = constant.copy()
            constant.flags.writeable = False
        self._games = bindings.fresh(state.Game, self.num_envs)
        self._records = (
            constant, self.table.numbering.codebook, self._games, bindings.fresh(state.ActionRecord, self.num_envs),
            bindings.fresh(state.ActionRecord, masks.WORK), bindings.fresh(state.Scratch),
            bindings.fresh(scoring.SeatScore, limits.SEATS), bindings.fresh(state.EventRecord, 0),
        )  # fmt: skip

    def _make_arrays(self) -> None:
        """Make the arrays in which compiled code finds what to do and leaves what it did."""
        games, players = self.num_envs, self.table.players
        memory = np.zeros((games, players, view.MEMORY), np.int64)
        self._seats = vector_steps.Others(self.seat, memory, self._others.weights)
        todo, seeds, chosen = np.zeros((3, games), np.int64)
        self._orders = vector_steps.Orders(todo, seeds, chosen, np.zeros(1, np.int64))
        self._rows = vector_steps.Rows(
            np.zeros((games, self.table.layout.size), np.float32),
            np.zeros((games, self.table.numbering.size), np.int8),
            np.zeros((games, players)), np.zeros((games, players), np.int64), np.zeros(games, np.bool_),
        )  # fmt: skip

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin other games in all places.

        Parameters
        ----------
        seed : int or sequence of int, optional
            Place ``i`` plays the games of a single environment with seed ``seed + i``, or ``seed[i]``.
        options : dict, optional
            Not used.

        Raises
        ------
        SetupError
            If there is not one seed for each game.
        """
        del options
        seeds = [seed] * self.num_envs if seed is None else seed
        if isinstance(seeds, int | np.integer):
            seeds = [int(seeds) + i for i in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise errors.SetupError(f"{len(seeds)} seeds for {self.num_envs} games: give one, or one for each")
        for i, each in enumerate(seeds):
            if each is not None or self._streams[i] is None:
                self._streams[i], _ = _gymnasium.utils.seeding.np_random(each)
        self._begin(np.ones(self.num_envs, np.bool_))
        self._begun = True
        return self._seen(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Carry out a number in each game, and let the others play until the seat is to decide again.

        Raises
        ------
        IllegalMove
            If a number is masked or there is no such number, or no game has begun; no game has changed.
        SetupError
            If they are not one whole number for each game.
        StrategyError
            If one of the opponents fails; ``reset`` begins anew.
        """
        again = self._rows.over.copy()  # none in the mode SAME_STEP
        self._orders.chosen[:] = self._checked(actions, again)
        self._advance(np.where(again, vector_steps.REST, vector_steps.STEP))
        self._begin(again)
        over, rewards = self._rows.over.copy(), self._rows.shares[:, self.seat].copy()
        truncated, info = np.zeros(self.num_envs, np.bool_), {}
        if self._same_step and over.any():
            info = self._last_ones(over)
            self._begin(over)
        return self._seen(), rewards, over, truncated, self._info() | info

    def _checked(self, actions: Any, again: Any) -> Any:
        """Return the numbers, or raise an error if one of a game that goes on cannot be chosen."""
        if not self._begun:
            raise errors.IllegalMove("no game has begun; call reset() first")
        chosen, size = np.asarray(actions), self.table.numbering.size
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise errors.SetupError(
                f"actions must be {self.num_envs} whole numbers, one for each game,"
                f" not {chosen.dtype} of shape {chosen.shape}"
            )
        inside = np.clip(chosen, 0, size - 1).astype(np.int64)
        legal_ones = (inside == chosen) & (self._rows.mask[np.arange(self.num_envs), inside] == 1)
        if (wrong := np.flatnonzero(~legal_ones & ~again)).size:
            refusal = self.table.numbering.refusal(int(chosen[wrong[0]]))
            raise errors.IllegalMove(f"game {wrong[0]} of the vector: {refusal}")
        return inside

    def _begin(self, where: Any) -> None:
        """Begin other games, until in each the seat is to decide."""
        waiting = where.copy()
        while waiting.any():
            for i in np.flatnonzero(waiting):
                self._orders.seeds[i] = self._streams[i].integers(_SEEDS)
            self._advance(np.where(waiting, vector_steps.BEGIN, vector_steps.REST))
            waiting &= self._rows.over

    def _advance(self, todo: Any) -> None:
        """Let compiled code do what is to be done in each game."""
        self._orders.todo[:] = todo
        try:
            reason = vector_steps.advance(
                *self._records, self._seats, self._others.choosers, self._orders, self._rows
            )  # fmt: skip
        except Exception as error:
            raise self._failed(deciders.fault_in_words(error)) from error
        if reason != legal.LEGAL:
            raise self._failed(bindings.illegal_in_words(self._records[4][masks.WORK - 1], reason))

    def _failed(self, what: str) -> errors.StrategyError:
        self._begun, game = False, int(self._orders.at[0])
        public = self._games[game].public
        name = self._others.strategies[int(public.seat)].name
        return errors.StrategyError(
            f"strategy {name!r} (game {game} of the vector, turn {int(public.turn)}, seat {int(public.seat)}): {what}"
        )

    def _seen(self) -> dict[str, Any]:
        return {"observation": self._rows.seen.copy(), "action_mask": self._rows.mask.copy()}

    def _info(self) -> dict[str, Any]:
        """Return what ``info`` says of the games, in the form of Gymnasium: ``_key`` says of which games ``key`` is."""
        over, every = self._rows.over.copy(), np.ones(self.num_envs, np.bool_)
        info: dict[str, Any] = {"action_mask": self._rows.mask.copy(), "_action_mask": every}
        return info | {"points": self._rows.points * over[:, None], "_points": over} if over.any() else info

    def _last_ones(self, over: Any) -> dict[str, Any]:
        """Return what was seen last of the games that are over."""
        seen, info, last = self._seen(), self._info(), np.full(self.num_envs, None, object)
        for i in np.flatnonzero(over):
            last[i] = {name: rows[i] for name, rows in seen.items()}
        final = info | {"action_mask": info["action_mask"] * over[:, None], "_action_mask": over}
        return {"final_obs": last, "_final_obs": over, "final_info": final, "_final_info": over}


def _mode_of(name: Any) -> Any:
    """Return a mode of beginning again, or raise an error if it is none that we have."""
    names = [mode.value for mode in _MODES]
    return _Mode(_validate.option("autoreset_mode", name.value if isinstance(name, _Mode) else name, names))


def _check_compiled(others: deciders.Deciders) -> None:
    """Raise an error if one of the strategies is not compiled."""
    for strategy, reason in zip(others.strategies, others.refusals, strict=True):
        if reason:
            raise errors.StrategyError(
                f"strategy {strategy.name!r} cannot play in a vector of compiled games ({reason});"
                ' use vectorization_mode="sync", which is slower'
            )
