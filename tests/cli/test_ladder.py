"""``ttr ladder``: a row for each strategy, for people and for machines."""

from __future__ import annotations

import json

import pytest

from ttr_analysis.cli import main

WORDS = ["ladder", "usa", "--players", "2", "--strategies", "random,greedy_points", "--games", "4", "--seed", "4", "-q"]


def test_the_ladder_for_people_and_machines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(WORDS) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["strategy", "players"]
    assert [line.split("  ")[0] for line in lines[1:3]] == ["Random", "Greedy points"]
    assert main([*WORDS, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["strategy"] for row in rows] == ["random", "greedy_points"]
    assert all(row["wins_expert_low"] < row["wins_expert_high"] for row in rows)


def test_an_unknown_strategy_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "usa", "--strategies", "nobody"]) == 2
    assert capsys.readouterr().err.startswith("ttr ladder: no strategy is called")
