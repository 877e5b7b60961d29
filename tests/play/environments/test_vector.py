"""The compiled vector of Gymnasium: the same as Gymnasium's own vector of single environments, step by step."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from how_often import boards, first

import ttr_analysis as ttr
from ttr_analysis.errors import IllegalMove, MapError, SetupError, StrategyError
from ttr_analysis.maps import ActionKind
from ttr_analysis.play.environments import registration
from ttr_analysis.play.environments.gymnasium import TicketToRide
from ttr_analysis.play.environments.vector import TicketToRideVector

NAME = registration.NAME


def assert_same(one: Any, other: Any) -> None:
    """Compare what two environments say, whatever it consists of."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype == object):
        assert len(one) == len(other)
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)
    else:
        assert one == other


def chosen(envs: TicketToRideVector, masks: Any, dice: np.random.Generator) -> Any:
    """A legal number for each game, every other time a claim if there is one; any number where nothing is legal."""
    numbers, kinds = [], envs.table.numbering.codebook.kind
    for mask in masks:
        able = np.flatnonzero(mask)
        claims = able[kinds[able] == ActionKind.CLAIM]
        numbers.append(dice.choice(claims if len(claims) and dice.random() < 0.5 else able) if len(able) else 7)
    return np.array(numbers)


def play_both(steps: int, mode: str = "NextStep", **options: Any) -> tuple[int, set[int]]:
    """Play the same numbers in both; return how many games ended, and the kinds of action chosen."""
    games = 3
    fast = TicketToRideVector(games, autoreset_mode=mode, **options)
    slow = SyncVectorEnv([lambda: TicketToRide(**options)] * games, autoreset_mode=AutoresetMode(mode))
    assert fast.single_observation_space == slow.single_observation_space
    assert fast.observation_space == slow.observation_space
    assert fast.action_space == slow.action_space
    seen = fast.reset(seed=5)
    assert_same(seen, slow.reset(seed=5))
    dice, ended, kinds = np.random.default_rng(1), 0, set[int]()
    for _ in range(steps):
        numbers = chosen(fast, seen[0]["action_mask"], dice)
        kinds |= set(fast.table.numbering.codebook.kind[numbers].tolist())
        seen = fast.step(numbers)
        assert_same(seen, slow.step(numbers))
        ended += int(seen[2].sum())
    return ended, kinds


@pytest.mark.parametrize(
    ("steps", "options"),
    first([(250, {"map": "usa", "opponents": "random"}),
     (150, {"map": "usa", "players": 3, "opponents": ["expert", "greedy_points"], "seat": 1}),
     (150, {"map": "europe", "opponents": "learned", "mode": "SameStep"}),
     (250, {"map": "nordic", "opponents": "random", "seat": 1}),
     (200, {"map": "rails_sails_world", "players": 4, "opponents": ["random", "expert", "rush"], "seat": 2})],
    2, "other boards and tables"),
)  # fmt: skip
def test_games_are_those_of_single_environments(steps: int, options: dict[str, Any]) -> None:
    ended, kinds = play_both(steps, **options)
    assert ended >= 2
    assert options["map"] != "nordic" or -1 in kinds  # steps of a payment


@pytest.mark.long(reason="games of every number of players, against strategies that remember and draw")
@pytest.mark.parametrize("name", boards("first_journey_usa", "india"))
def test_games_of_every_map_are_those_of_single_environments(name: str) -> None:
    low, high = ttr.load_map(name).rules.players
    every = ["expert", "learned", "random", "greedy_points", "ticket_planner", "rush", "spoiler"]
    for players in range(max(2, low), high + 1):
        opponents = (every[players:] + every)[: players - 1]
        seat, mode = ((0, "NextStep"), (players - 1, "SameStep"))[players % 2]
        assert play_both(400, mode, map=name, players=players, opponents=opponents, seat=seat)[0]


def test_gymnasium_makes_it_unless_told_otherwise() -> None:
    for mode in (None, "vector_entry_point"):
        envs = gymnasium.make_vec(NAME, num_envs=2, vectorization_mode=mode, opponents="random")
        assert isinstance(envs, TicketToRideVector)
        assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    same = gymnasium.make_vec(NAME, num_envs=2, opponents="random", autoreset_mode=AutoresetMode.SAME_STEP)
    assert same.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_sampled_actions_are_legal_and_follow_from_the_seed() -> None:
    points = []
    for _ in range(2):
        envs = TicketToRideVector(4, opponents="random")
        envs.reset(seed=3)
        envs.action_space.seed(3)
        for _ in range(100):
            envs.step(envs.action_space.sample())
        points.append(envs.reset()[0]["observation"])
    assert np.array_equal(*points)


def test_what_is_returned_stays_as_it_is() -> None:
    envs = TicketToRideVector(2, opponents="random")
    seen, info = envs.reset(seed=1)
    before = seen["observation"].copy(), info["action_mask"].copy()
    envs.step(envs.action_space.sample())
    assert np.array_equal(before[0], seen["observation"])
    assert np.array_equal(before[1], info["action_mask"])


def test_strategies_that_are_not_compiled_are_refused_by_name() -> None:
    @ttr.strategy(name="last_of_all", plain=True)
    def choose(view: Any, actions: Any, rng: Any) -> Any:
        return actions[-1]

    with pytest.raises(StrategyError, match=r"'last_of_all' .*plain Python\); use vectorization_mode=\"sync\""):
        TicketToRideVector(2, opponents="last_of_all")
    assert gymnasium.make_vec(NAME, 2, "sync", opponents="last_of_all").num_envs == 2


def test_own_compiled_strategies_are_opponents_and_their_faults_are_named() -> None:
    @ttr.strategy(name="keeps_wrongly")
    def choose(view: Any, action: Any) -> None:
        action.kind = 99

    envs = TicketToRideVector(2, opponents="keeps_wrongly")
    where = r"'keeps_wrongly' \(game 0 of the vector, turn 0, seat 1\): illegal action kind 99"
    with pytest.raises(StrategyError, match=where):
        play_some(envs)
    with pytest.raises(IllegalMove, match="call reset"):
        envs.step(np.array([10, 10]))


def play_some(envs: TicketToRideVector) -> None:
    envs.reset(seed=1)
    for _ in range(5):
        envs.step(envs.action_space.sample())


def test_wrong_actions_are_refused_by_name_and_no_game_changes() -> None:
    envs = TicketToRideVector(3, opponents="random")
    with pytest.raises(IllegalMove, match="call reset"):
        envs.step(np.array([10, 10, 10]))
    before = envs.reset(seed=1)[0]["observation"]
    with pytest.raises(IllegalMove, match=r"game 1 of the vector: action 5 \(draw blind .* is masked"):
        envs.step(np.array([10, 5, 10]))
    with pytest.raises(IllegalMove, match="game 2 of the vector: there is no action -1"):
        envs.step(np.array([10, 10, -1]))
    for wrong in ([10, 10], [10.0, 10.0, 10.0], [[10, 10, 10]], None):
        with pytest.raises(SetupError, match="actions must be 3 whole numbers"):
            envs.step(wrong)
    assert np.array_equal(before, envs._seen()["observation"])
    with pytest.raises(SetupError, match="2 seeds for 3 games"):
        envs.reset(seed=[1, 2])


@pytest.mark.parametrize(
    ("options", "error"),
    [({"map": "atlantis"}, MapError), ({"players": 9}, SetupError), ({"seat": 2}, SetupError),
     ({"opponents": "nobody"}, StrategyError), ({"opponents": ["random", "random"]}, SetupError),
     ({"num_envs": 0}, SetupError), ({"autoreset_mode": "Disabled"}, SetupError),
     ({"render_mode": "ansi"}, SetupError)],
)  # fmt: skip
def test_vectors_that_cannot_be_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        TicketToRideVector(**options)
