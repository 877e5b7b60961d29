"""Exit codes."""

from __future__ import annotations

from typing import Final

BAD_INPUT: Final = 2
"""What the user can set right."""

INTERRUPTED: Final = 130
"""Ctrl-C."""
