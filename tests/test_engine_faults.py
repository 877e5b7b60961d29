"""The referee catches every fault planted in the engine, in games that the faulty engine plays."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import engine_faults
import pytest

ROOT = Path(__file__).resolve().parents[1]


@cache
def outcomes() -> dict[str, str]:
    """The rule that the referee names, by line-up and by fault; all from one process without the compiler."""
    found = subprocess.run(
        [sys.executable, engine_faults.__file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return dict(line.split("\t") for line in found.stdout.splitlines())


@pytest.mark.slow
def test_games_without_a_fault_pass() -> None:
    names = {fault.name for fault in engine_faults.FAULTS}
    assert len(names) == len(engine_faults.FAULTS)
    plain = {name: rule for name, rule in outcomes().items() if name not in names}
    assert set(plain) == {f"{fault.game} {fault.players}" for fault in engine_faults.FAULTS}
    assert set(plain.values()) == {"none"}


@pytest.mark.slow
@pytest.mark.parametrize("fault", engine_faults.FAULTS, ids=lambda fault: fault.name)
def test_the_referee_catches(fault: engine_faults.Fault) -> None:
    assert outcomes()[fault.name] in fault.rules.split()
