"""The environment of PettingZoo: its own tests, and what it refuses."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import ttr_analysis as ttr
from ttr_analysis.errors import IllegalMove, MapError, SetupError
from ttr_analysis.play.environments.pettingzoo import TicketToRide

EVERYTHING = Path(__file__).parents[2] / "boards" / "everything"
TABLES = [
    (str(name), players)
    for name in (*ttr.available_maps(), EVERYTHING)
    for low, high in [ttr.load_map(name).rules.players]
    for players in range(low, high + 1)
]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_tests_of_pettingzoo_pass(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # observations are dicts, as in all games with masks
        api_test(TicketToRide(name, players), num_cycles=100, verbose_progress=False)
        seed_test(lambda: TicketToRide(name, players), num_cycles=20)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_is_cut_off_after_max_cycles(name: str, players: int) -> None:
    env = TicketToRide(name, players, max_cycles=30)
    env.reset(seed=1)
    decisions = 0
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        decisions += not (terminated or truncated)
        env.step(None if terminated or truncated else env.action_space(agent).sample(seen["action_mask"]))
    assert decisions == 30
    assert not env.agents


def test_agents_see_what_players_of_the_same_game_see() -> None:
    env, game = TicketToRide("europe", 3), ttr.Game("europe", 3, seed=4)
    env.reset(seed=4)
    for _ in range(60):
        for seat, agent in enumerate(env.possible_agents):
            assert np.array_equal(env.observe(agent)["observation"], game.observe(seat))
            assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
        legal = game.legal_actions()
        assert (
            sorted(map(game.encode, legal)) == np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
        )
        env.step(game.encode(legal[-1]))
        game.step(legal[-1])


def test_wrong_actions_are_refused_by_name() -> None:
    env = TicketToRide("usa", 2)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"action 5 \(draw blind from the train deck\) is not legal now"):
        env.step(5)
    with pytest.raises(IllegalMove, match="there is no action 5000"):
        env.step(5000)
    while env.agents:
        seen, _, terminated, _, _ = env.last()
        env.step(None if terminated else env.action_space(env.agent_selection).sample(seen["action_mask"]))
    with pytest.raises(IllegalMove, match="the game is over"):
        env.step(5)


def test_environments_that_cannot_be_are_refused() -> None:
    with pytest.raises(MapError):
        TicketToRide("atlantis")
    with pytest.raises(SetupError, match="2 to 5 players, not 9"):
        TicketToRide("usa", 9)
    with pytest.raises(SetupError, match="max_cycles"):
        TicketToRide("usa", 2, max_cycles=0)
    with pytest.raises(SetupError, match="render_mode"):
        TicketToRide("usa", 2, render_mode="human")
