"""The script that compares imagined worlds: what moves are worth is told by the true position."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from ttr_analysis.experiments.evaluate import rollers

sys.path.insert(0, str(Path(__file__).parent))  # where the script lies

import judge_worlds


@pytest.fixture(autouse=True)
def _few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("KEPT", tmp_path), ("TRUE_WORLDS", 6), ("ROLLOUTS", 1500), ("MAPS", ("usa",))):
        monkeypatch.setattr(judge_worlds, name, value)


def test_true_worlds_differ_in_what_the_decks_will_bring_only() -> None:
    game = judge_worlds.position_of("usa", 0)
    assert game is not None
    worlds, own = judge_worlds.true_worlds(game, 0), game._live.game_record[0]
    for world in worlds:
        assert world.private.tobytes() == own.private.tobytes()
        assert world.public.tobytes() == own.public.tobytes()
    players = rollers.Players.of(game.game_map, 2, "expert")
    points = players.roll_out(game, worlds, [], np.ones(1, np.int64))[:, 0, 0]
    assert len(set(points)) > 1
    again = players.roll_out(game, judge_worlds.true_worlds(game, 0), [], np.ones(1, np.int64))[:, 0, 0]
    assert points.tolist() == again.tolist()


@pytest.mark.long(reason="imagines hands of cards and tickets for ten seconds")
def test_each_kind_of_worlds_chooses_and_is_compared_with_the_usual_ones() -> None:
    judge_worlds.run(minutes=1e-6)
    rows = judge_worlds.read("usa")
    assert rows["worlds"].tolist() == [*judge_worlds.imagining.WORLDS]
    assert rows["alone"].nunique() == 1
    assert rows[["alone", "win_share", "believed"]].stack().between(0, 1).all()
    assert [row.split(" | ")[1] for row in judge_worlds.gains("usa")] == ["uniform", "posterior"]
    assert len(list(judge_worlds.beliefs("usa"))) == 3
