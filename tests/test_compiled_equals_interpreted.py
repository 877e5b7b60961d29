"""Compiled code plays the same games as the same source run by Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import table_hashes

ROOT = Path(__file__).resolve().parents[1]


def test_compiled_equals_interpreted() -> None:
    interpreted = subprocess.Popen(
        [sys.executable, table_hashes.__file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    compiled = table_hashes.few_games()
    out, err = interpreted.communicate()
    assert interpreted.returncode == 0, err
    lines = dict(line.split("\t") for line in out.splitlines())
    assert lines == compiled
