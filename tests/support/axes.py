"""What the titles of axes must say."""

from __future__ import annotations

import re

COUNTED = (
    r"(?:^| )(?:Round|Turn|turns|Weight|Pieces|Cards|cards|Seat|Strategy|Strategies|Players|Clearings|Pair|colours|"
    r"Opponent)"
)
"""Axes of names and of counts need no unit in brackets."""


def check_axis(title: str) -> None:
    """An axis has a title that tells its unit, once."""
    name, _, unit = title.replace("<br>", " ").rstrip(")").partition(" (")
    assert unit or re.search(COUNTED, name) or "weight" in name.lower(), f"an axis without a unit: {title}"
    assert not unit or unit.lower() not in name.lower(), f"an axis that tells its unit twice: {title}"
