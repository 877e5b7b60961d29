"""Ticket to Ride for PettingZoo: every player an agent. Needs the extra ``learning``."""

from pathlib import Path
from typing import Any

import numpy as np

from ttr_analysis import _validate, errors, maps
from ttr_analysis.play.environments import table

_pettingzoo = table.library("pettingzoo")
_spaces = table.library("gymnasium.spaces")


class TicketToRide(_pettingzoo.AECEnv):  # type: ignore[misc, name-defined]
    """The game as an environment in which agents decide one after the other.

    An observation is a dict: ``observation``, the numbers that :func:`ttr_analysis.play.layout` names, and
    ``action_mask``, 1 at the legal actions of the agent to decide. Actions are the numbers of
    :func:`ttr_analysis.play.numbering`. At the end each agent is rewarded with its share of the win.

    Parameters
    ----------
    map : GameMap, str or Path
        The map, or the name or folder of one.
    players : int
    max_cycles : int, optional
        Decisions after which a game is cut off.
    render_mode : str, optional
        ``"ansi"``: a line of text.

    Raises
    ------
    MapError
        If there is no such map, or it has faults.
    SetupError
        If the game is not for this number of players.
    """

    metadata = {  # noqa: RUF012 - PettingZoo's own form
        "name": "ticket_to_ride_v0", "render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1,
    }  # fmt: skip

    def __init__(
        self, map: maps.GameMap | str | Path = "usa", players: int = 2, max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.table = table.Table(map, players)
        self.max_cycles = None if max_cycles is None else _validate.count("max_cycles", max_cycles, 1)
        self.render_mode = (
            render_mode if render_mode is None else _validate.option("render_mode", render_mode, ["ansi"])
        )
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        size = self.table.numbering.size
        self.observation_spaces = {agent: self.table.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: _spaces.Discrete(size) for agent in self.possible_agents}
        self._seed, self._number, self._decisions = 0, -1, 0

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin the first game of a seed; without one, the next game."""
        del options
        if seed is not None:
            self._seed, self._number = _validate.check_seed("seed", seed), -1
        self._number += 1
        self._decisions = 0
        self.table.start(self._seed, self._number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and its legal actions if it is the one to decide."""
        size, decides = self.table.numbering.size, agent == self.agent_selection and not self._is_done(agent)
        mask = self.table.mask() if decides else np.zeros(size, np.int8)
        return {"observation": self.table.observe(self.possible_agents.index(agent)), "action_mask": mask}

    def _is_done(self, agent: str) -> bool:
        return bool(self.terminations.get(agent, True) or self.truncations.get(agent, True))

    def step(self, action: Any) -> None:
        """Carry out an action of the agent to decide; ``None`` for one whose game is over.

        Raises
        ------
        IllegalMove
            If there is no such action, or it is masked; the game is unchanged.
        """
        if not self.agents:
            raise errors.IllegalMove("the game is over; call reset() to begin another one")
        agent = self.agent_selection
        if self._is_done(agent):
            self._was_dead_step(action)
            return
        self.table.step(action)
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        over = self.table.over
        if over:
            self.rewards = dict(zip(self.possible_agents, self.table.shares(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            points = self.table.points()
            self.infos = {each: {"points": points[seat]} for seat, each in enumerate(self.agents)}
        elif self.max_cycles is not None and self._decisions >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.table.seat]
        self._accumulate_rewards()
        if over or self.truncations[agent]:
            self._deads_step_first()

    def render(self) -> str | None:
        """Return the game in a line of text."""
        return repr(self.table) if self.render_mode else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
