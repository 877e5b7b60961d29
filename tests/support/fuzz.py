"""How many examples properties are tried on: few at every run, many with ``TTR_FUZZ=50``."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

TIMES = int(os.environ.get("TTR_FUZZ", "1"))
"""What the number of examples of each property is multiplied by."""


def examples(number: int, **more: Any) -> settings:
    """So many examples at every run, without a limit on the time of one."""
    return settings(max_examples=TIMES * number, deadline=None, **more)
