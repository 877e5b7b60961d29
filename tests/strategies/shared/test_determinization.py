"""Imagined games: nothing in them contradicts what the player knows, or depends on what it does not know."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import imagined_games
import pytest
from how_often import first

ROOT = Path(__file__).resolve().parents[3]


def look(name: str, games: int, turn: int) -> dict[str, Any]:
    """What is seen in games imagined by plain Python, which needs no compiler."""
    run = subprocess.run(
        [sys.executable, imagined_games.__file__, name, str(games), str(turn)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    seen: dict[str, Any] = json.loads(run.stdout)
    return seen


@pytest.mark.parametrize(
    ("name", "turn"),
    first([("usa", 36), ("europe", 36), ("rails_sails_world", 30)], 1, "the rules have tests of their own"),
)
def test_an_imagined_game_is_one_that_the_player_may_be_in(name: str, turn: int) -> None:
    seen = look(name, 1, turn)
    assert seen["faults"] == []
    assert seen["peeks"] == 0


@pytest.mark.long(reason="takes eight seconds; that an imagined game is a possible one is tried at every run")
def test_imagined_opponents_hold_tickets_that_suit_their_tracks() -> None:
    seen = look("usa", 2, 60)
    assert seen["faults"] == []
    assert seen["suited"] > seen["by_chance"] + 0.15
