"""``ttr replay --costs``: what each decision cost, under the moves and at the end."""

from __future__ import annotations

import json
from functools import partial

import pytest

from ttr_analysis import experiments
from ttr_analysis.cli import main


def test_costs_are_printed_under_the_moves(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first decisions are reviewed here, by a fast player."""
    quick = partial(
        experiments.review, player="greedy_points", precision=0.3, progress=False, on_progress=lambda done, _: done > 3
    )
    monkeypatch.setattr(experiments, "review", quick)
    words = ["replay", "usa", "--strategies", "greedy_points,random", "--seed", "7", "--until", "1"]
    assert main(words) == 0
    plain = capsys.readouterr().out.splitlines()
    assert main([*words, "--costs"]) == 0
    told = capsys.readouterr().out.splitlines()
    notes = [line for line in told if "chance to win" in line]
    assert len(notes) >= 2
    assert [line for line in told if line not in notes][: len(plain)] == plain
    assert any(line.startswith("turning points") for line in told)
    assert "stopped early" in told[-1]
    assert main([*words, "--costs", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [row["decision"] for row in record["costs"]] == [0, 1, 2, 3]
    assert not any("explanation" in event for event in record["events"])
