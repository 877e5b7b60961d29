"""A strategy of one's own in several processes: later ones read its code from disk, and behave the same."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

STRATEGY = """
from ttr_analysis.strategies import get_strategy, strategy
import helping

follow = get_strategy("random").compiled

@strategy(name="mine")
def choose(view, action):
    follow(view, action)
    helping.remember(view)
    view.memory[PLACE] = NONCE
"""
HELPING = """
import numba

@numba.njit
def remember(view):
    view.memory[1] += 1
"""
PLAY = """
import mine
import ttr_analysis as ttr
from numba.core.dispatcher import _FunctionCompiler

compiled = []
original = _FunctionCompiler.compile
_FunctionCompiler.compile = lambda self, *words: compiled.append(self.py_func.__name__) or original(self, *words)
result = ttr.simulate("usa", "mine", players=2, games=3, seed=1, progress=False)
print(len(result), int(result.players.score.sum()), "remember" in compiled)
"""


def play(folder: Path) -> tuple[str, str]:
    """What a new process prints that plays games of the strategy in a folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], capture_output=True, text=True, env=environment, cwd=folder, check=False
    )
    return done.stdout.strip(), done.stderr.strip()


def write(folder: Path, place: str, helping: str = HELPING) -> None:
    """Write a strategy that nobody has compiled before."""
    source = STRATEGY.replace("PLACE", place).replace("NONCE", str(time.time_ns()))
    (folder / "mine.py").write_text(source)
    (folder / "helping.py").write_text(helping)


def test_the_second_process_reads_the_code_and_a_changed_helper_is_compiled_again(tmp_path: Path) -> None:
    write(tmp_path, "2")
    first, second = play(tmp_path), play(tmp_path)
    assert first[0].split()[::2] == ["3", "True"], first
    assert second[0] == first[0].replace("True", "False"), second
    (tmp_path / "helping.py").write_text(HELPING.replace("+= 1", "+= 3"))
    assert play(tmp_path)[0] == first[0]


@pytest.mark.long(reason="starts two processes that compile; what a fault tells has tests of its own")
def test_code_from_disk_fails_as_it_did_when_it_was_compiled(tmp_path: Path) -> None:
    write(tmp_path, "view.public.turn + 250")  # there is room for 256 numbers
    compiled, read = play(tmp_path), play(tmp_path)
    assert compiled[0] == read[0] == ""
    assert "index is out of bounds" in compiled[1]
    assert read[1].splitlines()[-1] == compiled[1].splitlines()[-1]
