"""The script that tells what blocking gains from knowing tickets."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ttr_analysis.play import Game

sys.path.insert(0, str(Path(__file__).parent))  # where the script lies

import judge_blocks


@pytest.mark.long(reason="compiles a player of its own for eight seconds")
def test_without_a_share_nobody_blocks_and_all_play_as_expert(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_blocks, "KEPT", tmp_path)
    alone = Game("usa", 2, seed=judge_blocks.SEED, number=0).play("expert")
    lead = float(alone.scores()[0] - alone.scores()[1])
    for kind in ("expert", "blocker", "true tickets"):
        assert judge_blocks.play(0, kind, share=0.0) == (float(lead > 0), lead)
    assert any(judge_blocks.play(n, "blocker", 1.0) != judge_blocks.play(n, "true tickets", 1.0) for n in range(8))
    with_blocker = Game("usa", 2, seed=judge_blocks.SEED, number=1).play(["expert", "blocker"])
    assert judge_blocks.play(1, "blocker")[1] == with_blocker.scores()[1] - with_blocker.scores()[0]
    judge_blocks.run(minutes=1e-6)
    assert [row.split(" | ")[1] for row in judge_blocks.rows()] == ["blocker", "true tickets", "beliefs"]
