"""A few mutants of each kind at every run; ``python tests/fuzz/run.py`` tries ten thousand, by hand."""

from __future__ import annotations

import shlex
from pathlib import Path

import fuzzers
import pytest
from fuzz import TIMES

COUNTS = {"map": 80, "layout": 25, "result": 24, "position": 30, "command": 60, "strategy": 15}
"""Mutants of each kind: together they take less than ten seconds."""


@pytest.mark.parametrize("kind", fuzzers.KINDS)
def test_mutants_are_valid_or_refused_with_their_place(kind: str, tmp_path: Path) -> None:
    outcomes, findings = fuzzers.fuzz(kind, range(TIMES * COUNTS[kind]), tmp_path)
    assert findings == []
    assert outcomes[fuzzers.REFUSED] > 0
    assert outcomes[fuzzers.VALID] > 0


def test_command_lines_are_valid_before_they_are_changed() -> None:
    refused = [line for line in fuzzers.COMMANDS if fuzzers.outcome_of(shlex.split(line)) != fuzzers.VALID]
    assert refused == []


def test_a_traceback_a_hang_and_a_nameless_error_are_findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Path) -> fuzzers.Attempt:
        def attempt(_: object) -> str:
            raise KeyError("x")

        return attempt

    def endless(_: Path) -> fuzzers.Attempt:
        def attempt(_: object) -> str:
            while True:
                pass

        return attempt

    monkeypatch.setattr(fuzzers, "SECONDS", 0.02)
    monkeypatch.setattr(fuzzers, "KINDS", {"broken": broken, "endless": endless})
    assert [finding.what for finding in fuzzers.fuzz("broken", [4], tmp_path)[1]] == ["KeyError: 'x'"]
    assert "took more than" in fuzzers.fuzz("endless", [4], tmp_path)[1][0].what
    assert fuzzers.told(fuzzers.TicketToRideError("no place"), "map.toml").startswith("refused without its place")
    assert "unprintable" in fuzzers.told(fuzzers.TicketToRideError("map.toml: \x1b"), "map.toml")
