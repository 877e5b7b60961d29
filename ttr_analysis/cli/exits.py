"""Exit codes."""

from __future__ import annotations

from typing import Final

BAD_INPUT: Final = 2
"""The input is wrong, and the user can correct it."""

INTERRUPTED: Final = 130
"""The user pressed Ctrl-C."""
