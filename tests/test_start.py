"""What a short run loads: no library that it does not use, and of the compiler only what reads compiled code."""

from __future__ import annotations

import subprocess
import sys

import pytest

UNUSED = (
    "babel", "cffi", "networkx", "pandas", "plotly", "pyarrow", "scipy.linalg", "scipy.optimize", "scipy.stats", "tqdm",
    "numba.np.arraymath", "numba.np.arrayobj", "ttr_analysis.strategies.blocker",
)  # fmt: skip
ONE_GAME = "import sys; import ttr_analysis; ttr_analysis.simulate('usa', 'random', players=2, games=1)"


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """The modules that a run of one game loads when it finds its compiled code on disk."""
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", f"{ONE_GAME}; print(*sys.modules)"], capture_output=True, text=True, check=True
        )
        found = set(done.stdout.split())
        if found.isdisjoint(UNUSED):
            break  # otherwise it may have had to compile: the next one counts
    return found


def test_a_game_loads_the_engine(loaded: set[str]) -> None:
    assert {"numba", "ttr_analysis.engine.play", "ttr_analysis.strategies.random"} <= loaded


@pytest.mark.parametrize("module", UNUSED)
def test_a_game_does_not_load_what_it_does_not_use(loaded: set[str], module: str) -> None:
    assert module not in loaded


def test_pandas_is_loaded_when_a_table_is_asked_for() -> None:
    code = f"{ONE_GAME.replace('; ttr', '; result = ttr')}; players = result.players; print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"
