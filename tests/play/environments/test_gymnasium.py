"""The environments of Gymnasium: its own tests, own strategies as opponents, and what they refuse."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from how_often import boards

import ttr_analysis as ttr
from ttr_analysis.errors import IllegalMove, MapError, SetupError, StrategyError
from ttr_analysis.play.environments import registration

NAME = registration.NAME


def made(**options: Any) -> Any:
    return gymnasium.make(NAME, **options).unwrapped


@pytest.mark.parametrize("name", boards())
def test_the_check_of_gymnasium_passes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(made(map=name, opponents="random"), skip_render_check=True)


def test_importing_the_package_after_gymnasium_registers_the_environment() -> None:
    code = f"import gymnasium, ttr_analysis; print(gymnasium.spec({NAME!r}).id)"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == NAME
    )


@pytest.mark.parametrize("order", ["import ttr_analysis, gymnasium", "import gymnasium"])
def test_gymnasium_imports_the_module_that_is_named_before_the_name(order: str) -> None:
    code = f"{order}; print(gymnasium.make('{registration.__name__}:{NAME}').spec.id)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == NAME


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_without_the_libraries_the_package_works_and_says_what_to_install(missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "import ttr_analysis as ttr, importlib\n"
        "from ttr_analysis.errors import MissingTool\n"
        "ttr.play.numbering('usa')\n"
        f"try: importlib.import_module('ttr_analysis.play.environments.{missing}')\n"
        "except MissingTool as error: print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == f'this needs {missing}: pip install "ttr_analysis[learning]"'


def play(env: Any, seed: int) -> tuple[float, int, list[int]]:
    """Play a game at random; return the reward, the number of steps and the points."""
    _, info = env.reset(seed=seed)
    dice, steps = np.random.default_rng(seed), 0
    while True:
        steps += 1
        _, reward, terminated, _, info = env.step(dice.choice(np.flatnonzero(info["action_mask"])))
        if terminated:
            return reward, steps, info["points"].tolist()


@pytest.mark.parametrize("seat", [0, 2])
def test_a_seat_plays_whole_games_against_others(seat: int) -> None:
    env = made(map="usa", players=3, opponents=["random", "greedy_points"], seat=seat)
    reward, steps, points = play(env, 3)
    assert play(env, 3) == (reward, steps, points)
    assert steps > 20
    assert reward == (points[seat] == max(points)) or points.count(max(points)) > 1


def test_own_strategies_are_opponents_too() -> None:
    @ttr.strategy(name="last_choice", plain=True)
    def choose(view: Any, actions: Any, rng: Any) -> Any:
        return actions[-1]

    assert play(made(map="usa", opponents="last_choice"), 1)[1] > 20


def test_several_games_are_played_side_by_side() -> None:
    envs = gymnasium.make_vec(NAME, num_envs=3, map="usa", opponents="random")
    seen, _ = envs.reset(seed=1)
    assert seen["observation"].shape == (3, ttr.play.layout("usa", 2).size)
    for _ in range(20):
        chosen = np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
        seen, rewards, terminated, _, _ = envs.step(chosen)
    assert rewards.shape == terminated.shape == (3,)
    envs.close()


def test_sampled_actions_are_legal() -> None:
    env = made(map="europe")
    _, info = env.reset(seed=1)
    assert all(info["action_mask"][env.action_space.sample()] for _ in range(20))


def test_wrong_actions_are_refused_by_name() -> None:
    env = made(map="usa", opponents="random")
    with pytest.raises(IllegalMove, match="call reset"):
        env.step(10)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="is masked"):
        env.step(5)
    with pytest.raises(IllegalMove, match="there is no action"):
        env.step(-1)
    play(env, 1)
    with pytest.raises(IllegalMove, match="the game is over"):
        env.step(5)


@pytest.mark.parametrize(
    ("options", "error"),
    [({"map": "atlantis"}, MapError), ({"players": 9}, SetupError), ({"seat": 2}, SetupError),
     ({"opponents": "nobody"}, StrategyError), ({"opponents": ["random", "random"]}, SetupError),
     ({"render_mode": "human"}, SetupError)],
)  # fmt: skip
def test_environments_that_cannot_be_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    from ttr_analysis.play.environments.gymnasium import TicketToRide

    with pytest.raises(error):
        TicketToRide(**options)
