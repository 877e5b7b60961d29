"""The how-to of the small agent: it quotes its script, and the agent learns."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

DOCS = Path(__file__).parents[1] / "docs"
SCRIPT = DOCS / "small_agent.py"


def test_the_page_quotes_the_script() -> None:
    quoted = re.findall(r"```python\n(.*?)```", (DOCS / "howto_small_agent.md").read_text(encoding="utf-8"), re.S)
    assert len(quoted) >= 2
    assert all(code in SCRIPT.read_text(encoding="utf-8") for code in quoted)


@pytest.mark.long(reason="it takes half a minute to learn so much")
def test_the_agent_learns() -> None:
    agent = runpy.run_path(str(SCRIPT))
    start, weights = np.zeros(agent["FEATURES"]), agent["train"](updates=60, games=64)
    assert agent["win_share"](start, "greedy_points", games=200, seed=9).value < 0.03
    assert agent["win_share"](weights, "greedy_points", games=200, seed=9).value > 0.1


def test_the_same_seed_gives_the_same_weights() -> None:
    train = runpy.run_path(str(SCRIPT))["train"]
    assert np.array_equal(train(updates=2, games=8), train(updates=2, games=8))
    assert not np.array_equal(train(updates=2, games=8), train(updates=2, games=8, seed=1))
